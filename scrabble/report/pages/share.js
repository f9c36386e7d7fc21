// Steps through the best line of a shared position; the board is that before the line while the answer is hidden.
import { Board, drawPlayers } from "./board.js";
import { byId, one } from "./h.js";
import { Line, madeFrom } from "./line.js";

const source = document.documentElement.outerHTML;
const data = JSON.parse(byId("data").textContent);
const board = new Board(byId("board")), line = new Line(one("#line ol"), draw);
let isHidden = document.body.hasAttribute("data-question") || location.hash === "#hide";

function draw() {
  const shown = madeFrom(data, line.played), { step } = line;
  board.draw(shown.placed, shown.added);
  drawPlayers(data.names.map((name, side) => ({
    name, score: data.has_scores ? shown.before[side] : "", tiles: shown.racks[side],
    isOn: side === shown.mover, none: data.has_bag ? "not known" : "no tiles",
  })), shown.added);
  byId("caption").textContent = isHidden ? data.question : !step ? "Before the move"
    : `Move ${line.at + 1} of ${line.steps.length}: ${data.names[shown.mover]} ${step.move}${step.placed.length ? ` +${step.score}` : ""}`;
  byId("back").disabled = line.isFirst;
  byId("on").disabled = line.isLast;
}

// Hide or show the answer; a page that is saved while it is hidden opens with it hidden.
function hide(wanted) {
  isHidden = wanted;
  document.body.classList.toggle("hiding", isHidden);
  byId("hide").textContent = isHidden ? "Show the answer" : "Hide the answer";
  byId("question").hidden = !isHidden;
  line.open(data.steps, isHidden ? -1 : 0);
}

function move(by) { if (!isHidden) line.by(by); }

const question = source.replace("<body>", "<body data-question>");
byId("question").href = URL.createObjectURL(new Blob([`<!DOCTYPE html>\n${question}\n`], { type: "text/html" }));
byId("hide").addEventListener("click", () => hide(!isHidden));
addEventListener("hashchange", () => { if (location.hash === "#hide") hide(true); });
byId("back").addEventListener("click", () => move(-1));
byId("on").addEventListener("click", () => move(1));
addEventListener("keydown", (event) => {
  if (event.target.id === "cgp" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "ArrowLeft") move(-1);
  if (event.key === "ArrowRight") move(1);
});
byId("copy").addEventListener("click", () => {  // a page from disk may have no other clipboard
  byId("cgp").select();
  byId("copied").textContent = document.execCommand("copy") ? "Copied." : "Copy it from the field above.";
});
hide(isHidden);
