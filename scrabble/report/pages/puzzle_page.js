// A page of puzzles: moves are judged by what the page holds; the sheets are drawn when they are wanted.
import { drawRack, drawTiles } from "./board.js";
import { byId, h, item, svg } from "./h.js";
import { SolveView } from "./solve_view.js";

const data = JSON.parse(byId("data").textContent);
const key = (placed) => placed.map(([row, col, letter, points]) => `${row},${col},${letter},${points === null}`).sort().join(" ");
let at = 0, hinted = 0, isTried = false;
const first = new Map();  // puzzle -> whether the first attempt was right

const emptyBoard = (name) => document.querySelector(`[data-board="${CSS.escape(name)}"] svg`);

// A board with its tiles: its squares are those of the empty board, which the page has once.
function boardOf(puzzle, placed, added = []) {
  const empty = emptyBoard(puzzle.board), picture = empty.cloneNode(false);
  if (!empty.querySelector("[id]")) {
    const squares = [...empty.children].filter((each) => !each.matches(".tiles"));
    empty.prepend(svg("g", { id: `squares-${puzzle.board}`, class: "board" }, ...squares));
  }
  picture.append(svg("use", { href: `#squares-${puzzle.board}` }), svg("g", { class: "tiles" }));
  drawTiles(picture, placed, added);
  return picture;
}

// A move that is written, as the record writes it; tiles tell one-tile moves apart from nothing else.
function judge(text, added) {
  const puzzle = data.puzzles[at], mine = key(added), isPass = text === "pass";
  const isSame = (placed) => key(placed) === mine && isPass === !placed.length;
  if (!isPass && !added.length) throw new Error(`${text}: these tiles are not on your rack, or the squares are not free.`);
  const isRight = puzzle.right.some(isSame);
  const other = puzzle.others.find(({ line }) => isSame(line[0].placed));
  if (!isTried) first.set(at, isRight);
  isTried = true;
  showScore();
  if (isRight) return { is_right: true, move: text, text: puzzle.verdict, line: puzzle.line };
  if (other) return { is_right: false, move: other.move, text: other.text, line: other.line };
  return { is_right: false, move: text, text: `${text} ${puzzle.otherwise}`, line: [] };
}

const source = {
  judge,
  hint: () => data.puzzles[at].hints[hinted++] ?? null,
  solution() {
    if (!isTried) { first.set(at, false); isTried = true; showScore(); }
    return data.puzzles[at];
  },
  next: () => show(at + 1),
};
const view = new SolveView(source);

function showScore() {
  const solved = [...first.values()].filter(Boolean).length;
  byId("score").textContent = first.size ? `${solved} of ${first.size} solved at the first attempt` : "";
}

function show(number) {
  at = (number + data.puzzles.length) % data.puzzles.length;
  hinted = 0;
  isTried = first.has(at);
  byId("number").textContent = data.puzzles[at].number;
  view.show(data.puzzles[at], boardOf(data.puzzles[at], []));
  history.replaceState(null, "", `#${at + 1}`);
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
  h("figure", { class: "diagram" }, sideOf(puzzle, 0), sideOf(puzzle, 1), boardOf(puzzle, puzzle.placed)),
  h("p", { class: "write" }, "What would you play?"));

const answer = (puzzle) => h("li", { class: "answer" },
  h("div", { class: "solved" }, boardOf(puzzle, puzzle.placed, puzzle.line[0]?.placed)),
  h("h3", {}, puzzle.best),
  h("p", { class: "where" }, puzzle.where),
  h("p", {}, puzzle.result),
  h("p", { class: "line-text" }, puzzle.line_text),
  ...(puzzle.reasons.length ? [h("ul", { class: "claims" }, ...puzzle.reasons.map(item))] : []),
  h("p", {}, puzzle.played));

let drawn = null;

function drawSheets() {
  const chosen = byId("only-mistakes").checked ? data.mistake_sheets : data.sheets;
  document.querySelector(".answers").hidden = !byId("with-answers").checked;
  if (drawn === chosen) return;
  drawn = chosen;
  byId("sheets").replaceChildren(...chosen.map((sheet) => h("div", { class: "sheet" }, ...sheet.map((number) => asked(data.puzzles[number])))));
  byId("answers").replaceChildren(...chosen.flat().map((number) => answer(data.puzzles[number])));
}

function showSheet(isWanted) {
  if (isWanted) drawSheets();
  byId("handout").hidden = !isWanted;
  byId("solve").hidden = isWanted;
  byId("to-sheet").textContent = isWanted ? "Solve them here" : "Sheet to print";
}

const doing = { before: () => show(at - 1), sheet: () => showSheet(byId("handout").hidden), print: () => print() };
document.addEventListener("click", (event) => doing[event.target.closest("[data-do]")?.dataset.do]?.());
byId("handout").addEventListener("input", drawSheets);
addEventListener("beforeprint", drawSheets);
addEventListener("hashchange", () => { const number = Number(location.hash.slice(1)); if (number >= 1 && number <= data.puzzles.length && number !== at + 1) show(number - 1); });
show(Math.min(Math.max(Number(location.hash.slice(1)) || 1, 1), data.puzzles.length) - 1);
