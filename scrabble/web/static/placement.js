// The move that is being placed: tiles of the rack of the side to move on empty squares.
//   tiles     "row,col" -> the tile as written, a blank in lower case
//   reading   what the server makes of them: {move, score, problem}; null until it has answered
import { ask } from "./api.js";
import { tilesOf } from "./notation.js";
import { byId, state } from "./state.js";

const isBlank = (written) => written === written.toLowerCase() && written !== written.toUpperCase();
const onRack = (written) => (isBlank(written) ? "?" : written);

export class Placement {
  // `changed` is called when the tiles change and when they have been read.
  constructor(changed) {
    this.changed = changed;
    this.tiles = new Map();
    this.reading = null;
    this.message = "";  // why a tile could not be placed
  }

  get isEmpty() { return !this.tiles.size; }

  // The tiles as the board draws them.
  get placed() {
    const tiles = tilesOf(state.position);
    return [...this.tiles].map(([square, written]) => [...square.split(",").map(Number), tiles[written].letter, tiles[written].points]);
  }

  // What is left on the rack.
  get left() {
    const left = state.position.racks[0].map(([, , written]) => written);
    for (const written of this.tiles.values()) left.splice(left.indexOf(onRack(written)), 1);
    return left;
  }

  at(square) { return this.tiles.get(square); }

  isFixed(square) { return Boolean(state.draft.squares[square]); }

  // Place a tile, a blank if the rack lacks the letter; false if it has neither.
  place(square, written) {
    this.remove(square, true);
    const tiles = tilesOf(state.position), { left } = this;
    const blank = tiles[tiles[written].letter.toLowerCase()]?.written ?? tiles[`[${tiles[written].letter.toLowerCase()}]`]?.written;
    const found = left.includes(onRack(written)) ? written : left.includes("?") ? blank : null;
    this.message = found ? "" : isBlank(written) ? "There is no blank on the rack." : `There is no ${tiles[written].letter} on the rack.`;
    if (found) this.tiles.set(square, found);
    this.read();
    return Boolean(found);
  }

  remove(square, isQuiet = false) {
    if (this.tiles.delete(square) && !isQuiet) { this.message = ""; this.read(); }
  }

  clear() {
    this.tiles.clear();
    this.reading = null;
    this.message = "";
  }

  // Take back the tile that was placed last and return its square; undefined if there is none.
  takeBack() {
    const last = [...this.tiles.keys()].at(-1);
    if (last) this.remove(last);
    return last;
  }

  async read() {
    this.reading = null;
    this.changed();
    const tiles = [...this.tiles].map(([square, written]) => [...square.split(",").map(Number), written]);
    if (!tiles.length) return;
    const { home, moves } = state.tree.current, key = JSON.stringify(tiles);
    let reading;
    try { reading = await ask("placed", { cgp: home, moves, tiles }); } catch (error) { reading = { move: "", score: 0, problem: error.message }; }
    if (key !== JSON.stringify([...this.tiles].map(([square, written]) => [...square.split(",").map(Number), written]))) return;
    this.reading = reading;
    this.changed();
  }

  // Show what the tiles make, below the board.
  show() {
    const { reading, message } = this;
    byId("placing").hidden = this.isEmpty && !message;
    byId("caption").hidden = !byId("placing").hidden;
    byId("placed").textContent = message || (!reading ? "" : reading.problem ? `${sentence(reading.problem)}.` : `${reading.move}, ${reading.score} point${reading.score === 1 ? "" : "s"}`);
    byId("placed").classList.toggle("wrong", Boolean(message || reading?.problem));
    document.querySelector("[data-go='choose']").textContent = state.match.isOn ? "Play this move" : "Choose this move";
    for (const name of ["choose", "take-back"]) document.querySelector(`[data-go='${name}']`).hidden = this.isEmpty;
    document.querySelector("[data-go='choose']").disabled = !reading || Boolean(reading.problem);
  }
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;
