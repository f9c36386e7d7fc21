// The answer: best move, value, what is proven, effort.
import { viewOf } from "./worth.js";

const byId = (id) => document.getElementById(id);
const DOING = {
  idle: "", starting: "Starting …", "getting ready": "Loading the search; its first run on a machine compiles it for a minute or two …",
  searching: "Searching …", "exact values": "Working out the other moves …", done: "All moves are exact.",
  stopped: "Stopped.", time: "Time limit reached. Continue to search on.", memory: "Memory limit reached; all bounds still hold.",
};

export function showAnswer(news, position) {
  const { answer, state } = news, view = viewOf(answer);
  const isProven = answer?.status === "proven", doing = view.isByChance && state === "done" ? "" : DOING[state] ?? state;
  const open = answer?.bag?.is_win_proven ? " (best spread not proven)" : " (not proven)";
  byId("best").textContent = answer ? `${answer.best.slice(0, 3).join(", ")}${answer.best.length > 3 ? " …" : ""}${isProven ? "" : open}` : "–";
  byId("value").textContent = answer ? view.answer(answer) : "";
  const isCounting = state === "exact values" && answer && !view.isByChance;
  const progress = isCounting ? `Working out the other moves (${answer.exact_count.toLocaleString("en")} of ${answer.move_count.toLocaleString("en")}) …` : doing;
  byId("claim").textContent = news.message || [answer && view.claim(answer, state), progress].filter(Boolean).join(" ");
  byId("claim").className = `verdict ${isProven ? "none" : "waiting"}`;
  byId("best-line").textContent = hasLine(answer) ? `${lineName(answer)} ${answer.line.map(({ move, score }) => `${move} ${score}`).join(" · ")}${resultOf(answer, position)}` : "";
  byId("effort").textContent = answer ? view.effort(answer) : "";
  const isBusy = ["starting", "getting ready", "searching", "exact values"].includes(state);
  document.querySelector("[data-go='stop']").disabled = !isBusy;
  document.querySelector("[data-go='go']").disabled = isBusy || state === "idle" || state === "done";
}

// A line cut to its first move adds nothing.
const hasLine = (answer) => Boolean(answer?.line?.length && (answer.line_kind === "whole" || answer.line.length > 1));
const lineName = ({ line_kind: kind }) => (kind === "whole" ? "" : "so far:");

function resultOf(answer, position) {
  if (!answer.final || !position?.has_scores) return "";
  const [mine, theirs] = answer.final, ahead = mine - theirs;
  return `; ends ${mine}–${theirs}, ${ahead > 0 ? `won by ${ahead}` : ahead < 0 ? `lost by ${-ahead}` : "a draw"}`;
}
