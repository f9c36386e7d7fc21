// A game against the solver, from any position: its moves are nodes of the history.
//   the player      places moves on the board as everywhere; nothing of the answer is shown until asked for
//   the solver      plays its best move as soon as that is proven, or the best one so far after some seconds; of several
//                   best moves one whose answer is hardest to find
//   at the end      every move of the player is searched again, and what it lost is listed
import { ask } from "./api.js";
import { overText } from "./board_view.js";
import { latestOf, replay, watch } from "./events.js";
import { goTo } from "./navigation.js";
import { limits } from "./requests.js";
import { byId, h, one } from "./h.js";
import { side, state } from "./state.js";

const PATIENCE = 10000;  // ms until the solver plays the best move so far
const REVIEW = 20;  // seconds for a move of the player, at the end
const SETTLED = ["done", "time", "memory", "stopped", "failed"];  // states in which no more is found out

export class Match {
  constructor() {
    this.player = 0;  // the user's side
    this.root = null;  // node of the first position; null: no game is played
    this.review = new Map();  // node -> what its move lost
    this.total = "";  // what all of them lost
    this.timer = 0;
    watch((news) => this.hear(news));
  }

  get isOn() { return this.root !== null; }

  // The nodes from the first position to the present one; null if it does not follow.
  get path() {
    const path = [];
    for (let node = state.tree.current; node; node = node.parent) {
      path.unshift(node);
      if (node === this.root) return path;
    }
    return null;
  }

  // Whether a move of the game led to the position.
  get hasMoved() { return this.isOn && state.tree.current !== this.root; }

  get isMine() { return side(this.player) === 0; }

  begin(player) {
    this.player = player;
    this.root = state.tree.current;
    this.root.isSecond ??= state.isSecond;
    this.review.clear();
    this.show(false);
    document.body.classList.add("matched");
    this.arrive();
  }

  end() {
    clearTimeout(this.timer);
    this.root = null;
    document.body.classList.remove("matched", "peeking");
  }

  show(isShown) {
    document.body.classList.toggle("peeking", isShown);
    one("[data-go='peek']").setAttribute("aria-pressed", String(isShown));
  }

  // The page has come to a position.
  arrive() {
    if (!this.isOn) return;
    clearTimeout(this.timer);
    if (!this.path) { this.end(); return; }
    this.draw();
    if (state.position.is_over) { this.reviewAll(); return; }
    if (this.isMine) return;
    const serial = state.serial, news = latestOf(serial);
    this.timer = setTimeout(() => this.answer(serial, latestOf(serial)?.answer), PATIENCE);
    if (news) this.hear(news);
  }

  hear(news) {
    if (!this.isOn || news.serial !== state.serial || this.isMine || state.position.is_over || !news.answer) return;
    if (news.answer.status === "proven" || SETTLED.includes(news.state)) this.answer(news.serial, news.answer);
  }

  // Play the solver's move.
  async answer(serial, answer) {
    clearTimeout(this.timer);
    if (!answer) { this.timer = setTimeout(() => this.answer(serial, latestOf(serial)?.answer), PATIENCE); return; }
    if (this.answered === serial) return;
    this.answered = serial;
    const { home, moves } = state.tree.current;
    let { best } = answer;
    if (answer.status === "proven" && best.length > 1 && !state.position.bag) {
      const found = await ask("hardest", { page: state.page, cgp: home, moves }).catch(() => ({ moves: [] }));
      if (found.moves.length) best = found.moves;
    }
    if (this.isOn && serial === state.serial) await this.make(best[0]);
  }

  // Make a move; with tiles in the bag the draw is left to chance.
  async make(move) {
    let step = move;
    if (state.position.bag) {
      const { draws } = await ask("draws", { page: state.page, serial: state.serial, move });
      if (!draws) return;
      const after = picked(draws.map((draw) => [draw.after, draw.weight]));
      ({ step } = picked(after.map((each) => [each, 1])));
    }
    goTo(step);
  }

  // Take back the player's last move, and the answer to it.
  takeBack() {
    const nodes = (this.path ?? []).slice(0, -1);
    const last = nodes.findLast((node) => this.isMoveOf(node));
    if (last) { this.answered = null; this.review.clear(); goTo(null, last); }
  }

  // Whether the player is to move at a node.
  isMoveOf(node) { return (node.isSecond ? 1 : 0) === this.player; }

  draw() {
    const path = this.path ?? [], over = state.position.is_over;
    byId("match-state").textContent = over ? overText(this.player) || "The game is over." : this.isMine ? "Your move: place it on the board." : `${state.names[1 - this.player]} is thinking …`;
    byId("match-state").className = `verdict ${over && this.isBehind ? "large" : "none"}`;
    byId("match-moves").replaceChildren(...path.slice(1).map((node, at) => this.row(path[at], node)));
    one("#match table").hidden = path.length < 2;
    byId("match-total").textContent = over ? this.total : "";
    one("[data-go='match-pass']").disabled = over || !this.isMine;
    one("[data-go='match-back']").disabled = !path.slice(0, -1).some((node) => this.isMoveOf(node));
  }

  row(before, node) {
    const isOwn = this.isMoveOf(before), step = node.moves.at(-1), found = this.review.get(before);
    const lost = !isOwn || !state.position.is_over ? "" : !found ? "…" : found.text, best = isOwn && found?.isWorse ? found.best : "";
    const cells = [state.names[before.isSecond ? 1 : 0], step, lost, best].map((text) => h("td", {}, text));
    return h("tr", { class: found?.isWorse ? "worse" : "" }, ...cells);
  }

  // Whether the player has lost, at the end.
  get isBehind() {
    const { final } = state.position;
    return Boolean(final && final[side(this.player)] < final[side(1 - this.player)]);
  }

  // Search each position in which the player moved until the value of his move is known.
  async reviewAll() {
    const path = this.path, end = path.at(-1), losses = [];
    this.total = "Working out what your moves lost …";
    this.draw();
    for (const [at, node] of path.slice(0, -1).entries()) {
      if (!this.isMoveOf(node)) continue;
      const move = path[at + 1].moves.at(-1).replace(/ (draws|leaves) .*/, "");
      const found = this.review.get(node) ?? await judged(node, move).catch(() => NOT_JUDGED);
      if (!this.isOn || state.tree.current !== end) return;
      this.review.set(node, found);
      losses.push(found.loss);
      this.draw();
    }
    const { text } = await ask("losses", { losses }).catch(({ message }) => ({ text: message }));
    if (!this.isOn || state.tree.current !== end) return;
    this.total = text;
    this.draw();
  }
}

const NOT_JUDGED = { loss: [0, false, false], text: "not known", best: "", isWorse: false };

// What a move loses in the position of a node: exactly, or at least.
async function judged(node, move) {
  const within = { ...limits(), seconds: Math.min(limits().seconds ?? REVIEW, REVIEW) };
  const { serial } = await ask("explore", { page: state.page, cgp: node.home, moves: node.moves, ...within });
  let isAsked = false;
  return new Promise((resolve) => {
    const check = (news, rows) => {
      if (news.serial !== serial || !news.answer) return;
      const { answer } = news, row = rows[move], isBest = answer.status === "proven" && answer.best.includes(move);
      if (answer.status === "proven" && !isBest && !row?.is_loss_known && !isAsked) {
        isAsked = true;
        ask("exact", { page: state.page, serial, move, ...within }).catch(() => {});
      }
      const isSettled = isBest || (answer.status === "proven" && Boolean(row?.is_loss_known));
      if (!isSettled && !(SETTLED.includes(news.state) && (isAsked || news.state !== "done"))) return;
      stop();
      const least = isBest || !row ? 0 : row.lost, text = least ? row.lost_text : isSettled ? "best" : "not known";
      resolve({ loss: [least, isSettled, answer.kind === "preendgame"], best: answer.best[0], isWorse: least > 0, text });
    };
    const stop = watch(check);
    replay(check);
  });
}

// One of [item, weight], at random.
function picked(weighted) {
  let left = Math.random() * weighted.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [found, weight] of weighted) {
    left -= weight;
    if (left < 0) return found;
  }
  return weighted.at(-1)[0];
}
