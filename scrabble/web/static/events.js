// What the server tells: the answer, the moves that are new, the game, the reasons.
import { showAnswer } from "./answer.js";
import { KIND, rowsOf } from "./bag.js";
import { overText, showBoard } from "./board_view.js";
import { at, item, state } from "./state.js";

let latest = null, heard = { serial: -1, rows: {} };

export const latestOf = (serial) => (latest?.serial === serial ? latest : null);

// News may be here before the answer to the question: what it says of the moves is kept until then.
export function collect(news) {
  if (news.serial !== heard.serial || news.is_whole) heard = { serial: news.serial, rows: {} };
  Object.assign(heard.rows, news.changed);
  latest = news;
  state.record.tell(news.game);
  hear(news);
}

export function hear(news) {
  if (news.serial !== state.serial) return;
  if (news.answer) state.moves.take(news.answer.kind === KIND ? rowsOf(heard.rows) : heard.rows);
  showAnswer({ ...news, message: news.message || overText() }, state.position);
  state.tree.tell(state.tree.current, news.answer);
  if (!state.chosen) return;
  showBoard();
  if (state.position.bag) state.draws.show(state.chosen.move);
  if (news.why?.move === state.chosen.move) at("why").replaceChildren(...(news.why.is_done ? news.why.sentences : ["Looking for reasons …"]).map(item));
}
