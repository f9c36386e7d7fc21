// Positions, each with its board and its best line; the boards are those before the lines while the answers are hidden.
import { Board, drawPlayers } from "./board.js";
import { all, byId } from "./h.js";
import { Line, madeFrom } from "./line.js";

const source = document.documentElement.outerHTML;
const data = JSON.parse(byId("data").textContent);
let isHidden = document.body.hasAttribute("data-question") || location.hash === "#hide";

class ShownPosition {
  constructor(box, position) {
    const one = (selector) => box.querySelector(selector);
    Object.assign(this, { box, position, back: one(".back"), on: one(".on"), caption: one(".caption") });
    this.board = new Board(one(".picture"));
    this.line = new Line(one(".line ol"), () => this.draw());
    this.back.addEventListener("click", () => this.line.by(-1));
    this.on.addEventListener("click", () => this.line.by(1));
    one(".copy").addEventListener("click", () => {  // a page from disk may have no other clipboard
      one(".cgp").select();
      one(".copied").textContent = document.execCommand("copy") ? "Copied." : "Copy it from the field above.";
    });
  }

  draw() {
    const { position, line, line: { step } } = this, shown = madeFrom(position, line.played);
    this.board.draw(shown.placed, shown.added);
    drawPlayers(position.names.map((name, side) => ({
      name, score: position.has_scores ? shown.before[side] : "", tiles: shown.racks[side],
      isOn: side === shown.mover, none: position.has_bag ? "not known" : "no tiles",
    })), shown.added, this.box.querySelectorAll(".player"));
    this.caption.textContent = isHidden ? position.question : !line.steps.length ? "" : !step ? "Before the move"
      : `Move ${line.at + 1} of ${line.steps.length}: ${position.names[shown.mover]} ${step.move}${step.placed.length ? ` +${step.score}` : ""}`;
    this.back.disabled = line.isFirst;
    this.on.disabled = line.isLast;
  }

  begin() { this.line.open(this.position.steps, isHidden ? -1 : 0); }
}

const positions = all(".position").map((box, index) => new ShownPosition(box, data[index]));
const name = byId("hide").textContent.replace("Hide", "");

// Hide or show the answers; a page that is saved while they are hidden opens with them hidden.
function hide(wanted) {
  isHidden = wanted;
  document.body.classList.toggle("hiding", isHidden);
  byId("hide").textContent = `${isHidden ? "Show" : "Hide"}${name}`;
  byId("question").hidden = !isHidden;
  for (const each of positions) each.begin();
}

// The arrow keys step through the line of the position that is used, or else of the first one in the window.
function inUse(target) {
  return positions.find(({ box }) => box.contains(target)) ?? positions.find(({ box }) => box.getBoundingClientRect().bottom > innerHeight / 3);
}

const question = source.replace("<body>", "<body data-question>");
byId("question").href = URL.createObjectURL(new Blob([`<!DOCTYPE html>\n${question}\n`], { type: "text/html" }));
byId("hide").addEventListener("click", () => hide(!isHidden));
addEventListener("hashchange", () => { if (location.hash === "#hide") hide(true); });
addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by || isHidden || event.target.matches(".cgp") || event.ctrlKey || event.metaKey || event.altKey) return;
  inUse(event.target)?.line.by(by);
});
hide(isHidden);
