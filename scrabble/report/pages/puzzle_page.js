// A page of puzzles: moves are judged by what the page holds; the sheets are drawn when they are wanted.
import { drawRack, smallBoard } from "./board.js";
import { byId, counted, h, item } from "./h.js";
import { judged } from "./page_puzzle.js";
import { SolveView } from "./solve_view.js";

const data = JSON.parse(byId("data").textContent);
let at = 0, hinted = 0, isTried = false;
const first = new Map();  // puzzle -> whether the first attempt was right
let player = null, group = data.every;  // whose mistakes are shown, or null; the puzzles that are shown

function count(isRight) {
  if (!isTried) first.set(at, isRight);
  isTried = true;
  showScore();
}

const source = {
  judge(text, added) {
    const verdict = judged(data.puzzles[at], text, added);
    count(verdict.is_right);
    return verdict;
  },
  hint: () => data.puzzles[at].hints[hinted++] ?? null,
  solution() {
    count(false);
    return data.puzzles[at];
  },
  next: () => step(1),
};
const view = new SolveView(source);

function showScore() {
  const solved = [...first.values()].filter(Boolean).length;
  byId("score").textContent = first.size ? data.solved.replace("{}", counted(solved)).replace("{}", counted(first.size)) : "";
}

// Show the puzzle with a number, from 0 on, among those that are shown.
function show(number) {
  const { puzzles, numbers } = group, place = (number + puzzles.length) % puzzles.length;
  at = puzzles[place];
  hinted = 0;
  isTried = first.has(at);
  byId("number").textContent = numbers[place];
  view.show(data.puzzles[at], smallBoard(data.puzzles[at].board));
  history.replaceState(null, "", `#${player === null ? place + 1 : new URLSearchParams({ player, puzzle: place + 1 })}`);
}

const step = (by) => show(group.puzzles.indexOf(at) + by);

// Show what the address says: #7, or #player=NAME for the mistakes of a player.
function open() {
  const asked = new URLSearchParams(location.hash.slice(1)), name = asked.get("player");
  player = name !== null && Object.hasOwn(data.players, name) ? name : null;
  group = player === null ? data.every : data.players[player];
  byId("player").hidden = player === null;
  byId("player").querySelector("span").textContent = player === null ? "" : `Mistakes of ${player}`;
  const number = Number(player === null ? location.hash.slice(1) : asked.get("puzzle")) || 1;
  show(Math.min(Math.max(number, 1), group.puzzles.length) - 1);
  if (!byId("handout").hidden) drawSheets();
}

// The sheets

function sideOf(puzzle, side) {
  const isUnseen = side === 1 && puzzle.unseen.length > 0, rack = h("div", { class: "rack" });
  const name = h("span", {}, isUnseen ? `${puzzle.names[side]} + bag` : puzzle.names[side], ...(side ? [] : [h("small", {}, " to move")]));
  drawRack(rack, isUnseen ? puzzle.unseen : puzzle.racks[side], [], "no tiles");
  return h("div", { class: side ? "side" : "side on" }, h("p", {}, name, h("b", {}, puzzle.scores[side])), rack);
}

const asked = (puzzle) => h("section", { class: "puzzle" },
  h("h2", {}, puzzle.heading),
  h("p", { class: "where" }, `${puzzle.where} · ${puzzle.lexicon}`),
  h("figure", { class: "diagram" }, sideOf(puzzle, 0), sideOf(puzzle, 1), smallBoard(puzzle.board, puzzle.placed)),
  h("p", { class: "write" }, "What would you play?"));

const answer = (puzzle) => h("li", { class: "answer" },
  h("div", { class: "solved" }, smallBoard(puzzle.board, puzzle.placed, puzzle.line[0]?.placed)),
  h("h3", {}, puzzle.best),
  h("p", { class: "where" }, puzzle.where),
  h("p", {}, puzzle.result),
  h("p", { class: "line-text" }, puzzle.line_text),
  ...(puzzle.reasons.length ? [h("ul", { class: "claims" }, ...puzzle.reasons.map(item))] : []),
  h("p", {}, puzzle.played));

let drawn = null;

function drawSheets() {
  const { sheets } = player === null && byId("only-mistakes").checked ? data.mistakes : group;
  document.querySelector(".answers").hidden = !byId("with-answers").checked;
  if (drawn === sheets) return;
  drawn = sheets;
  byId("sheets").replaceChildren(...sheets.map((sheet) => h("div", { class: "sheet" }, ...sheet.map((number) => asked(data.puzzles[number])))));
  byId("answers").replaceChildren(...sheets.flat().map((number) => answer(data.puzzles[number])));
}

function showSheet(isWanted) {
  if (isWanted) drawSheets();
  byId("handout").hidden = !isWanted;
  byId("solve").hidden = isWanted;
  byId("to-sheet").textContent = isWanted ? "Solve them here" : "Sheet to print";
}

const doing = { before: () => step(-1), sheet: () => showSheet(byId("handout").hidden), print: () => print() };
document.addEventListener("click", (event) => doing[event.target.closest("[data-do]")?.dataset.do]?.());
byId("handout").addEventListener("input", drawSheets);
addEventListener("beforeprint", drawSheets);
addEventListener("hashchange", open);
open();
