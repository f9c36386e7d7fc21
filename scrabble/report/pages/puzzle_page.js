// A page of puzzles: moves are judged by what the page holds; the sheets are drawn when they are wanted.
import { boardTile, drawSide, svgNode } from "./board.js";
import { SolveView } from "./solve_view.js";

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const key = (placed) => placed.map(([row, col, letter, points]) => `${row},${col},${letter},${points === null}`).sort().join(" ");
let at = 0, hinted = 0, isTried = false;
const first = new Map();  // puzzle -> whether the first attempt was right

// Made from a template: a tag, a class, and texts or nodes inside.
function made(tag, kind, ...inside) {
  const node = document.createElement(tag);
  if (kind) node.className = kind;
  node.append(...inside);
  return node;
}

const emptyBoard = (name) => document.querySelector(`[data-board="${CSS.escape(name)}"] svg`);

// A board of the sheets: its squares are those of the empty board, which the page has once.
function boardOf(puzzle, added = []) {
  const empty = emptyBoard(puzzle.board), picture = empty.cloneNode(false);
  if (!empty.querySelector("[id]")) {
    const squares = svgNode("g", { id: `squares-${puzzle.board}`, class: "board" });
    squares.append(...[...empty.children].filter((each) => !each.matches(".tiles")));
    empty.prepend(squares);
  }
  const tiles = svgNode("g", { class: "tiles" });
  tiles.append(...puzzle.placed.map((tile) => boardTile(puzzle, tile, false)), ...added.map((tile) => boardTile(puzzle, tile, true)));
  picture.append(svgNode("use", { href: `#squares-${puzzle.board}` }), tiles);
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
  const least = puzzle.least ? `: it costs ${puzzle.least}` : "";
  return { is_right: false, move: text, text: `${text} is not the solution${least}. This page has no refutation of it, and does not check its words.`, line: [] };
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
  byId("number").textContent = `${at + 1} of ${data.puzzles.length}`;
  view.show(data.puzzles[at], boardOf({ ...data.puzzles[at], placed: [] }));
  history.replaceState(null, "", `#${at + 1}`);
}

// The sheets

function diagram(puzzle) {
  const figure = made("figure", "diagram");
  puzzle.names.forEach((_, side) => {
    const label = made("span"), rack = made("div", "rack");
    drawSide(label, rack, puzzle, side, puzzle.racks[side], []);
    if (!side) label.append(made("small", "", " to move"));
    figure.append(made("div", `side${side ? "" : " on"}`, made("p", "", label, made("b", "", String(puzzle.scores[side]))), rack));
  });
  figure.append(boardOf(puzzle));
  return figure;
}

const asked = (puzzle) => made("section", "puzzle", made("h2", "", puzzle.heading), made("p", "where", `${puzzle.where} · ${puzzle.lexicon}`), diagram(puzzle), made("p", "write", "What would you play?"));

function answer(puzzle) {
  const reasons = puzzle.reasons.map((reason) => made("li", "", reason));
  return made("li", "answer", made("div", "solved", boardOf(puzzle, puzzle.line[0]?.placed ?? [])), made("h3", "", puzzle.best), made("p", "where", puzzle.where), made("p", "", puzzle.result),
    made("p", "line-text", puzzle.line_text), ...(reasons.length ? [made("ul", "claims", ...reasons)] : []), made("p", "", puzzle.played));
}

let drawn = null;

function drawSheets() {
  const chosen = byId("only-mistakes").checked ? data.mistake_sheets : data.sheets;
  document.querySelector(".answers").hidden = !byId("with-answers").checked;
  if (drawn === chosen) return;
  drawn = chosen;
  byId("sheets").replaceChildren(...chosen.map((sheet) => made("div", "sheet", ...sheet.map((number) => asked(data.puzzles[number])))));
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
