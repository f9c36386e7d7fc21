// Steps through the turns of a game and the moves of a line.
//   turn    the turn that is shown, from 1 on; the last one is the end of the game
//   name    the first move of the line that is shown, or null: the game itself
import { Board, drawPlayers } from "./board.js";
import { all, byId, one } from "./h.js";
import { Line, madeFrom } from "./line.js";

const data = JSON.parse(byId("data").textContent);
const turns = [...data.turns, data.final], last = turns.length;
const board = new Board(byId("board")), line = new Line(one("#line ol"), draw);
const asked = () => Number((location.hash.match(/^#(?:turn-)?(\d+)$/) || [])[1]);  // #turn-21, #21
const isTurn = (number) => number >= 1 && number <= last;
let turn = isTurn(asked()) ? asked() : data.mistakes[0] || data.first, name = null;

const current = () => turns[turn - 1];
const byPlayer = (pair, player) => (player === 1 ? [...pair].reverse() : pair);
const described = ({ move, score, placed }, player) => `${data.names[player]} ${move}${placed.length ? ` +${score}` : ""}`;

function draw() {
  const { player, racks, scores, bag } = current(), { step } = line, isGame = name === null;
  const placed = turns.slice(0, turn - 1).filter((each) => each.stays).flatMap((each) => each.placed);
  const start = { placed, racks: byPlayer(racks, player), scores: byPlayer(scores, player) };
  const shown = madeFrom(start, isGame ? [current()] : line.played), mover = shown.mover ? 1 - player : player;
  board.draw(shown.placed, shown.added);
  drawPlayers(data.names.map((each, side) => ({
    name: each, score: byPlayer(shown.before, player)[side], tiles: byPlayer(shown.racks, player)[side],
    isOn: side === mover, none: bag ? "not known" : "no tiles",
  })), shown.added);
  byId("line").hidden = isGame;
  byId("line-title").textContent = isGame ? "" : `After ${name}${line.steps[0].breaks_off ? " (not searched)" : ""}`;
  byId("caption").textContent = isGame ? gameCaption()
    : step ? `Move ${line.at + 1} of ${line.steps.length}: ${described(step, mover)}` : `Before turn ${turn}`;
}

function gameCaption() {
  if (current() === data.final) return data.final.move;
  return `Turn ${turn} of ${last - 1}: ${described(current(), current().player)}${current().stays ? "" : " (challenged off)"}`;
}

// Show a turn, or a line from there, with its first move on the board.
function show(number, wanted = null) {
  turn = Math.min(Math.max(number, 1), last);
  if (!current()) return;
  name = wanted;
  line.open(name === null ? [] : current().lines[name]);
  for (const each of all("[data-turn]")) {
    const isOn = Number(each.dataset.turn) === turn;
    each.classList.toggle("on", isOn);
    if (each.matches("button")) isOn ? each.setAttribute("aria-current", "true") : each.removeAttribute("aria-current");
  }
  byId("no-analysis").hidden = current() === data.final || Boolean(byId(`turn-${turn}`));
  history.replaceState(null, "", `#${turn}`);
}

const move = (by) => (name === null ? show(turn + by) : line.by(by));
const openLine = (wanted) => current().lines[wanted] && show(turn, wanted);

function bestLine() {
  const button = one(`#turn-${turn} .open-line`);
  if (button) openLine(button.dataset.line);
}

function mistake(by) {
  const later = data.mistakes.filter((number) => (number - turn) * by > 0);
  const next = by > 0 ? later[0] ?? data.mistakes[0] : later.at(-1) ?? data.mistakes.at(-1);
  if (next) show(next);
}

const go = {
  first: () => (name === null ? show(1) : line.go(-1)), back: () => move(-1), on: () => move(1),
  last: () => (name === null ? show(last) : line.go(line.steps.length)),
  mistake: () => mistake(1), leave: () => show(turn),
};
const keys = {
  ArrowLeft: go.back, ArrowRight: go.on, Home: go.first, End: go.last,
  ArrowDown: () => mistake(1), ArrowUp: () => mistake(-1), Enter: bestLine, Escape: go.leave,
};

document.addEventListener("keydown", (event) => {
  const isOnButton = event.key === "Enter" && event.target.closest("button, summary");
  if (event.ctrlKey || event.metaKey || event.altKey || isOnButton || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-go], [data-line], [data-turn]:not(section)");
  if (!button) return;
  if (event.target.closest("a")) event.preventDefault();
  if (button.dataset.go) go[button.dataset.go]();
  else if (button.dataset.line) openLine(button.dataset.line);
  else show(Number(button.dataset.turn));
  if (matchMedia("(max-width: 860px)").matches && !button.dataset.go) one(".players").scrollIntoView({ block: "start" });
});
addEventListener("hashchange", () => { if (isTurn(asked())) show(asked()); });

let touched = null;
byId("board").addEventListener("touchstart", (event) => { touched = event.changedTouches[0].clientX; }, { passive: true });
byId("board").addEventListener("touchend", (event) => {
  const by = event.changedTouches[0].clientX - touched;
  if (Math.abs(by) > 40) move(by < 0 ? 1 : -1);
}, { passive: true });

document.documentElement.classList.add("js");
show(turn);
