// Tiles on the board of the explorer: laid as a move from the rack of the side to move, or as edits of the position.
//   state.isPlaying    as a move: `move` has its tiles, and `reading` what the server makes of them
//   otherwise          the tiles and racks of the draft change, and `edited` is called; no rules are known
import { ask } from "./api.js";
import { Board, squareName } from "./board.js";
import { all, byId, capitalised, one } from "./h.js";
import { Placer, RackTiles } from "./placing.js";
import { side, state } from "./state.js";

export const board = new Board(byId("board"));
const typing = byId("typing");

// A tile of the set, by its letter, and how a tile is written on a rack.
const tileOf = (letter) => state.position.tiles.find(([own]) => own === letter);
const written = (letter) => (letter.length > 1 ? `[${letter}]` : letter);

export class Editor {
  // `placed` is called when the tiles of the move change and when they have been read, `finished` on Enter.
  constructor({ edited, placed, finished }) {
    Object.assign(this, { edited, placed, finished });
    this.draft = new DraftTiles();
    this.placer = new Placer(board, typing, this);
    this.clear();
    this.listen();
  }

  // The page of a `Placer`

  tiles() { return state.isPlaying ? this.move : this.draft; }

  isIdle({ key }) {
    const isStep = state.isPlaying && state.chosen && ["ArrowLeft", "ArrowRight"].includes(key);
    return !state.position || isStep;  // along the line of the chosen move
  }

  changed() {
    this.message = "";
    if (state.isPlaying) this.read(); else this.edited();
  }

  moved() {
    this.show();
    if (byId("at-cursor").checked) state.moves.draw();  // the list has the moves at the cursor only
  }

  enter() { if (state.isPlaying) this.finished(); else this.blur(); }

  escape() {
    if (state.isPlaying && (state.chosen || !this.move.isEmpty)) return false;
    this.blur();
    return true;
  }

  refused(name, isBlank) {
    if (!state.isPlaying) return;
    this.message = isBlank ? "There is no blank on the rack." : `There is no ${name} on the rack.`;
    this.read();
  }

  // The letter of a blank is typed.
  chooseLetter() {
    typing.focus({ preventScroll: true });
    this.placer.toggleBlank(true);
  }

  // The cursor

  get cursor() { return this.placer.cursor; }

  blur() {
    this.placer.leave();
    this.show();
    typing.blur();
  }

  show() {
    const { cursor, isBlank } = this.placer, where = cursor && `square ${squareName(cursor.row, cursor.col)}, ${cursor.isDown ? "down" : "across"}: `;
    board.drawCursor(cursor, isBlank);
    typing.setAttribute("aria-label", cursor
      ? `${where}type tiles, arrow keys move, space for a blank` : "type tiles on the board, arrow keys move, space for a blank");
  }

  // The move that is being placed

  get isEmpty() { return this.move.isEmpty; }

  clear() {
    const { placed = [], racks = [[]], tiles = [] } = state.position ?? {};
    this.move = new RackTiles(placed, racks[0], tiles.map(([letter]) => letter).filter((letter) => letter !== "?"));
    this.reading = null;  // {move, text, problem}
    this.message = "";  // why a tile could not be laid
  }

  // Take back the tile that was laid last; false if there is none.
  takeBack() {
    const last = this.move.added.at(-1);
    if (!last) return false;
    this.move.lift(last[0], last[1]);
    this.placer.moveTo(last[0], last[1]);
    this.changed();
    return true;
  }

  async read() {
    this.reading = null;
    this.placed();
    const { added } = this.move, tiles = added.map(([row, col, letter]) => [row, col, letter]);
    if (!tiles.length) return;
    const { home, moves } = state.tree.current;
    const reading = await ask("placed", { cgp: home, moves, tiles }).catch(({ message }) => ({ move: "", text: "", problem: message }));
    if (added !== this.move.added || added.length !== tiles.length) return;
    this.reading = reading;
    this.placed();
  }

  drawDraft() {
    if (!state.position) return;
    board.draw(state.draft.placed, []);
    this.show();
  }

  // Show what the tiles make, below the board.
  showMove() {
    const { reading, message, isEmpty } = this, problem = message || (reading?.problem && `${capitalised(reading.problem)}.`);
    byId("placing").hidden = isEmpty && !message;
    byId("caption").hidden = !byId("placing").hidden;
    byId("placed").textContent = problem || (reading?.text ?? "");
    byId("placed").classList.toggle("wrong", Boolean(problem));
    one("[data-go='choose']").textContent = state.match.isOn ? "Play this move" : "Choose this move";
    for (const name of ["choose", "take-back"]) one(`[data-go='${name}']`).hidden = isEmpty;
    one("[data-go='choose']").disabled = !reading || Boolean(reading.problem);
  }

  // Racks and unseen tiles

  listen() {
    typing.addEventListener("focus", () => state.position && this.placer.begin());
    const palette = one(".palette"), tileIn = (event) => event.target.closest("button")?.dataset.tile;
    palette.addEventListener("pointerdown", (event) => {
      const letter = tileIn(event);
      if (letter) this.placer.drag(event, letter, (to, end) => this.draft.drop(tileOf(letter), to, end) && this.changed());
    });
    palette.addEventListener("click", (event) => {
      const letter = tileIn(event);
      if (!letter) return;
      this.placer.begin();
      if (letter === "?") this.placer.toggleBlank(true); else this.placer.lay(letter, this.placer.isBlank);
    });
    all(".player .rack").forEach((rack, player) => {
      const indexOf = ({ target }) => {  // on the whole rack: along a line, tiles laid before are not shown
        const shown = target.closest(this.isEmpty ? "span" : "span:not(.used)")?.firstChild.data;
        return state.position.racks[side(player)].findIndex(([letter], index) => letter === shown && !this.move.isUsed(index));
      };
      this.placer.takeFrom(rack, (event) => {
        if (!state.isPlaying || side(player) !== 0) return -1;
        if (event.type === "click") this.placer.begin();
        return indexOf(event);
      });
      rack.addEventListener("pointerdown", (event) => {
        const index = indexOf(event);
        if (state.isPlaying || index < 0) return;
        const tile = state.position.racks[side(player)][index], [letter] = tile;
        this.placer.drag(event, letter, (to, end) => {
          if (to && letter === "?") return;
          this.draft.takeFromRack(side(player), index);
          this.draft.drop(tile, to, end);
          this.changed();
        });
      });
    });
  }
}

// The tiles of the draft: any of the set, on any square.
class DraftTiles {
  at(row, col) { return state.draft.placed.find((tile) => tile[0] === row && tile[1] === col); }

  isFixed() { return false; }

  // Tiles whose letters are no tiles themselves: L·L, but not CH.
  names() {
    const letters = state.position.tiles.map(([letter]) => letter);
    return letters.filter((name) => name !== "?").filter((name) => name.length === 1 || [...name].some((letter) => !letters.includes(letter)));
  }

  lay(row, col, name, isBlank) {
    const tile = name !== "?" && tileOf(name);
    if (tile) this.put(row, col, isBlank ? [name.toLowerCase(), null] : tile);
    return Boolean(tile);
  }

  put(row, col, [letter, points]) {
    this.lift(row, col);
    state.draft.placed.push([row, col, letter, points]);
  }

  lift(row, col) { state.draft.placed = state.draft.placed.filter((tile) => tile !== this.at(row, col)); }

  carry(from, to, event) {
    const [, , ...tile] = this.at(from.row, from.col);
    this.lift(from.row, from.col);
    this.drop(tile, to, event);
  }

  // Drop a tile on a square, or on the rack of a player; false if it is on neither.
  drop([letter, points], to, { clientX, clientY }) {
    const player = document.elementFromPoint(clientX, clientY)?.closest(".player");
    if (to && letter !== "?") this.put(to.row, to.col, [letter, points]);
    else if (player) state.draft.racks[side(all(".player").indexOf(player))] += points === null ? "?" : written(letter);
    else return false;
    return true;
  }

  takeFromRack(player, index) {
    state.draft.racks[player] = state.position.racks[player].filter((_, at) => at !== index).map(([letter]) => written(letter)).join("");
  }
}
