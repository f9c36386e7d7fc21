// The trainer: puzzles of the server, judged and kept by it.
import { ask, boardPicture } from "./api.js";
import { byId, h } from "./h.js";
import { SolveView } from "./solve_view.js";

let isTried = false, began = 0;
let result = "";  // of all puzzles since the program was started
const tab = sessionStorage.tab ??= Math.random().toString(36).slice(2);  // another one has its own puzzles

const explore = h("a", { target: "_blank" }, "Explore from here");

const source = {
  async judge(text) {
    const verdict = await ask("attempt", { showing: view.puzzle.showing, move: text });
    count(verdict);
    return verdict;
  },
  async hint() { return (await ask("hint", { showing: view.puzzle.showing })).hint; },
  async solution() {
    const found = await ask("solution", { showing: view.puzzle.showing });
    count(found);
    tell(found.again);
    return found;
  },
  next,
  onStep(step) { lead(step?.cgp || view.puzzle.cgp); },  // with tiles in the bag a step has no position
};
const view = new SolveView(source);
document.querySelector("#puzzle > .buttons").append(explore);

function count(found) {
  isTried = true;
  ({ result } = found);
  showNumber();
}

function showNumber() {
  byId("number").textContent = [view.puzzle.number, result].filter(Boolean).join(" · ");
}

const tell = (text) => { byId("message").textContent = text; };

function lead(cgp) {
  explore.hidden = !cgp;
  if (cgp) explore.href = `./#${encodeURI(cgp)}`;
}

async function next() {
  try {
    const { puzzle } = await ask("take", { tab });
    await (puzzle ? draw(puzzle) : choose());
  } catch (error) { tell(error.message); }
}

// Draw a puzzle, new or as it was left before the page was loaded again.
async function draw(puzzle) {
  const board = await boardPicture(puzzle.board);
  isTried = puzzle.is_tried;
  began = Date.now() - 1000 * puzzle.seconds;
  byId("solve").hidden = false;
  view.show(puzzle, board);
  lead(puzzle.cgp);
  tell("");
  showNumber();
  if (matchMedia("(min-width: 861px)").matches) byId("board").focus({ preventScroll: true });
  if (puzzle.is_over) await view.showSolution();
}

// Choose puzzles by the fields, and show the first one.
async function choose() {
  const [easiest, hardest] = byId("difficulty").value.split("-").map(Number);
  try {
    const { puzzle, message } = await ask("choose", { tab, set: byId("set").value, theme: byId("theme").value, difficulty: [easiest, hardest], due_only: byId("due").checked });
    if (puzzle) await draw(puzzle);
    else byId("number").textContent = "";
    byId("solve").hidden = !puzzle;
    tell(message);
  } catch (error) { tell(error.message); }
}

function showTime() {
  const seconds = Math.floor((Date.now() - began) / 1000);
  byId("time").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

async function begin() {
  const start = await ask("train", { tab }), { chosen } = start;
  if (chosen) {
    byId("set").value = chosen.set_name;
    byId("theme").value = chosen.theme;
    byId("difficulty").value = chosen.difficulty.join("-");
    byId("due").checked = chosen.due_only;
  }
  ({ result } = start);
  byId("filters").open = matchMedia("(min-width: 861px)").matches;
  for (const name of ["set", "theme", "difficulty", "due"]) byId(name).addEventListener("input", choose);
  byId("clock").addEventListener("input", () => { byId("time").hidden = !byId("clock").checked; showTime(); });
  setInterval(() => { if (byId("clock").checked && !isTried) showTime(); }, 250);
  await (start.puzzle ? draw(start.puzzle) : choose());
}

begin().catch((error) => tell(error.message));
