// The answer: best move, value, what is proven, effort.
import { KIND, bestText, claimOf as claimOfBag, effortText } from "./bag.js";
import { aboutText, provenText } from "./notation.js";

const byId = (id) => document.getElementById(id);
const DOING = {
  idle: "", starting: "Starting …", "getting ready": "Loading the search; its first run on a machine compiles it for a minute or two …",
  searching: "Searching …", "exact values": "Working out the other moves …", done: "Everything is proven.",
  stopped: "Stopped.", time: "Time limit reached. Continue to search on.", memory: "Memory limit reached; all bounds still hold.",
};

const DOING_WITH_BAG = { "exact values": "Working out the other moves …", done: "" };

export function showAnswer(news, position) {
  const { answer, state } = news;
  const hasBag = answer?.kind === KIND;
  const isProven = answer?.status === "proven";
  byId("best").textContent = answer ? `${answer.best.slice(0, 3).join(", ")}${answer.best.length > 3 ? " …" : ""}${isProven ? "" : " (not proven)"}` : "–";
  byId("value").textContent = answer ? (hasBag ? bestText(answer) : aboutText(answer.estimate, answer.lower, answer.upper)) : "";
  byId("claim").textContent = news.message || [answer && (hasBag ? claimOfBag(answer, state) : claimOf(answer)), (hasBag ? DOING_WITH_BAG[state] : undefined) ?? DOING[state] ?? state].filter(Boolean).join(" ");
  byId("claim").className = `verdict ${isProven ? "none" : "waiting"}`;
  byId("best-line").textContent = hasLine(answer) ? `${lineName(answer)} ${answer.line.map((move, index) => `${move} ${answer.line_scores[index]}`).join(" · ")}${resultOf(answer, position)}` : "";
  byId("effort").textContent = answer
    ? hasBag ? effortText(answer) : `${answer.disproved} of ${Math.max(0, answer.moves - 1)} other moves refuted · ${answer.exact} of ${answer.moves} exact · ${answer.nodes.toLocaleString("en")} nodes · ${answer.seconds.toFixed(1)}\u00a0s` : "";
  const isBusy = ["starting", "getting ready", "searching", "exact values"].includes(state);
  document.querySelector("[data-go='stop']").disabled = !isBusy;
  document.querySelector("[data-go='go']").disabled = isBusy || state === "idle" || state === "done";
}

// A line cut to its first move adds nothing.
const hasLine = (answer) => Boolean(answer?.line?.length && (answer.line_kind === "whole" || answer.line.length > 1));
const lineName = ({ line_kind: kind }) => (kind === "whole" ? "" : "so far:");

function claimOf(answer) {
  if (answer.status !== "proven") {
    const proven = provenText(answer.lower, answer.upper);
    return proven ? `Not proven yet; proven bounds: ${proven}.` : "Nothing proven yet.";
  }
  return answer.best.length > 1 ? `Proven: ${answer.best.length} moves are best.` : "Proven: no move is better.";
}

function resultOf(answer, position) {
  if (!answer.final || !position?.has_scores) return "";
  const [mine, theirs] = answer.final, ahead = mine - theirs;
  return `; ends ${mine}–${theirs}, ${ahead > 0 ? `won by ${ahead}` : ahead < 0 ? `lost by ${-ahead}` : "a draw"}`;
}
