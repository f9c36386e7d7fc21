// The result of a move for each draw, and the choice of a draw to continue with.
import { ask } from "./api.js";
import { byId, h } from "./h.js";
import { state } from "./state.js";

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
      [row.cells[2].textContent, row.cells[3].textContent] = draw.texts;
    });
    this.writeNote();
  }

  writeNote() {
    if (this.result) note.textContent = this.result.texts[this.isToChoose ? "choose" : "note"];
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
    leaves.replaceChildren(`Draw ${tiles}; the bag then holds `, ...after.map(({ step, leaves: held }) => h(
      "button", { title: "explore the position with this in the bag", "data-step": step }, held)));
    leaves.querySelector("button").focus();
  }
}

function newTable(result) {
  const number = { class: "number" }, title = "explore the position after this draw";
  return h("table", {},
    h("thead", {}, h("tr", {}, h("th", {}, result.texts.first), h("th", number, "share"), h("th", {}, "result"), h("th", number, "spread"))),
    h("tbody", {}, ...result.draws.map((draw, index) => h("tr", {},
      h("td", {}, h("button", { title, "data-draw": index }, draw.tiles)),
      h("td", number, draw.probability), h("td"), h("td", number)))));
}
