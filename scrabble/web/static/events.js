// News from the server: the answer, changed moves, the game, the explanation.
import { idleText, showBoard } from "./board_view.js";
import { byId, item, one } from "./h.js";
import { state } from "./state.js";

let latest = null, received = { serial: -1, rows: {} };

export const latestOf = (serial) => (latest?.serial === serial ? latest : null);

const watchers = new Set();

// Call back with all news, of other positions, too, and the rows of their moves; the answer ends that.
export function watch(callback) {
  watchers.add(callback);
  return () => watchers.delete(callback);
}

// Call back with the latest news.
export function replay(callback) { if (latest) callback(latest, received.rows); }

// News may arrive before the answer to the request: its moves are kept until then.
export function merge(news) {
  if (news.serial !== received.serial || news.is_whole) received = { serial: news.serial, rows: {} };
  Object.assign(received.rows, news.rows);
  latest = news;
  state.record.update(news.game);
  handleNews(news);
  for (const callback of [...watchers]) callback(news, received.rows);
}

export function handleNews(news) {
  if (news.serial !== state.serial) return;
  if (news.answer) state.moves.take(received.rows, news.answer);
  showAnswer(news);
  state.tree.update(state.tree.current, news.answer);
  if (!state.chosen) return;
  showBoard();
  if (state.position.bag) state.draws.show(state.chosen);
  if (news.why?.move === state.chosen) showReasons(news.why.is_done ? news.why.sentences : ["Finding reasons …"]);
}

// The answer: best move, value, what is proven, effort; before there is one, what is done or why nothing is searched.
export function showAnswer({ answer = null, state: doing, message }) {
  const texts = answer?.texts ?? {};
  byId("best").textContent = texts.best ?? "–";
  byId("value").textContent = texts.worth ?? "";
  byId("claim").textContent = message || (texts.claim ?? idleText());
  byId("claim").className = `verdict ${answer?.status === "proven" ? "none" : "open"}`;
  byId("best-line").textContent = texts.line ?? "";
  byId("effort").textContent = texts.effort ?? "";
  const isBusy = ["starting", "getting ready", "searching", "exact values"].includes(doing);
  one("[data-go='stop']").disabled = !isBusy;
  one("[data-go='go']").disabled = isBusy || doing === "idle" || doing === "done";
}

// Below the board there is little room: bring new reasons into view.
function showReasons(sentences) {
  const list = byId("why"), shown = [...list.children].map((each) => each.textContent);
  if (shown.join("\n") === sentences.join("\n")) return;
  list.replaceChildren(...sentences.map(item));
  list.scrollIntoView({ block: "nearest" });
}
