// The result of a move for each draw, and the choice of a draw to continue with.
import { ask } from "./api.js";
import { byId } from "./h.js";
import { state } from "./state.js";
import { chanceText, isExact, meanText } from "./worth.js";

const box = byId("draws"), note = byId("draws-note"), leaves = byId("leaves");

export class Draws {
  // `play` makes a step: the move with its draw.
  constructor(play) {
    this.play = play;
    this.move = null;
    this.result = null;
    this.isAsking = false;
    this.isStale = false;
    this.isToChoose = false;
    box.addEventListener("click", (event) => {
      const found = event.target.closest("button");
      if (found) this.choose(this.result.draws[Number(found.dataset.draw)]);
    });
    leaves.addEventListener("click", (event) => {
      const found = event.target.closest("button");
      if (found) this.play(found.dataset.step);
    });
  }

  clear() {
    this.move = this.result = null;
    this.isToChoose = false;
    for (const each of [box, note, leaves]) each.replaceChildren();
  }

  // Request what is known of a move; one request at a time, only the latest counts.
  async show(move) {
    if (move !== this.move) this.clear();
    this.move = move;
    this.isStale = true;
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      while (this.isStale && this.move) {
        this.isStale = false;
        const wanted = this.move;
        const result = await ask("draws", { page: state.page, serial: state.serial, move: wanted });
        if (wanted === this.move && result.draws) this.draw(result);
      }
    } catch (error) {
      if (this.move) note.textContent = error.message;
    } finally { this.isAsking = false; }
  }

  // Keep the rows while the draws are the same, so that focus and clicks are not lost.
  draw(result) {
    const isNew = this.result === null;
    this.result = result;
    if (isNew) box.replaceChildren(newTable(result));
    [...box.querySelectorAll("tbody tr")].forEach((row, index) => {
      const draw = result.draws[index];
      row.cells[2].textContent = resultOf(draw);
      row.cells[3].textContent = meanText(draw.spread);
    });
    this.writeNote();
  }

  writeNote() {
    note.textContent = this.isToChoose ? `Choose ${this.move === "pass" ? "what the bag holds" : "the draw"}.` : noteOf(this.result);
  }

  // Playing the move needs a draw: ask for one.
  askForOne() {
    this.isToChoose = true;
    box.querySelector("button")?.focus();
    this.writeNote();
  }

  choose(draw) {
    const { after, tiles } = draw;
    if (after.length === 1) { this.play(after[0].step); return; }
    leaves.replaceChildren(`Draw ${tiles}; the bag then holds `, ...after.map(({ step, leaves: held }) => {
      const button = newButton(held, "explore the position with this in the bag");
      button.dataset.step = step;
      return button;
    }));
    leaves.querySelector("button").focus();
  }
}

function newTable(result) {
  const table = document.createElement("table"), head = document.createElement("tr");
  const first = result.move.move === "pass" ? "in the bag" : "draw";
  head.append(...[first, "share", "result", "spread"].map((text, index) => newCell("th", text, index === 1 || index === 3)));
  table.createTHead().append(head);
  const body = table.createTBody();
  result.draws.forEach((draw, index) => {
    const row = document.createElement("tr"), tiles = newCell("td", "");
    const button = newButton(draw.tiles, "explore the position after this draw");
    button.dataset.draw = index;
    tiles.append(button);
    row.append(tiles, newCell("td", draw.probability, true), newCell("td", ""), newCell("td", "", true));
    body.append(row);
  });
  return table;
}

// Won, drawn or lost, for a draw after which a single game remains: its chance is 0, 1/2 or 1.
function resultOf({ win, is_one_game: isOneGame }) {
  if (!isOneGame) return chanceText(win);
  const [low, high] = win.map((bound) => [0, "1/2", 1].indexOf(bound));
  const names = ["lost", "drawn", "won"];
  return low === high ? names[low] : high - low === 2 ? "open" : `${names[high]} or ${names[low]}`;
}

function noteOf(result) {
  const isKnown = isExact(result.move.win) && isExact(result.move.spread);
  const settled = result.is_settled && !isKnown ? " Nothing more can be proven about this move." : "";
  if (result.empties_bag) return `Click a draw to explore the endgame after it.${settled}`;
  const guarantee = result.move.move === "pass" ? "Guaranteed by passing to the end" : "Guaranteed with each draw, with tiles left in the bag";
  return `${guarantee}. Click a draw to explore the position after it, with the opponent to move and not seeing the bag.${settled}`;
}

function newButton(text, title) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.title = title;
  return button;
}

function newCell(kind, text, isNumber = false) {
  const made = document.createElement(kind);
  made.textContent = text;
  if (isNumber) made.className = "number";
  return made;
}
