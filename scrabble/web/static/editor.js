// The editor of the board: tiles are typed at the cursor, clicked or dragged.
//   to edit the position    squares and racks of the draft change, and `changed` is called; no rules are known
//   to play                 tiles of the rack go into `state.placement`, on empty squares
import { drawCursor, squareAt } from "./board_svg.js";
import { split, squareName, tilesOf } from "./notation.js";

const typing = document.getElementById("typing"), box = document.getElementById("board");
const FAR = 6;  // pixels before a press becomes a drag

export class Editor {
  // `done` is called on Enter.
  constructor(state, changed, done) {
    this.state = state;  // {position, draft, placement, isPlaying}
    this.changed = changed;
    this.done = done;
    this.cursor = null;
    this.isBlank = false;
    this.typed = null;  // the letters that were typed last: {text, isPlaced, at}
    this.listen();
  }

  show() {
    if (this.state.position) drawCursor(this.state.position, this.cursor, this.isBlank);
    const { cursor } = this;
    const way = cursor?.isDown ? "down" : "across";
    typing.setAttribute("aria-label", cursor
      ? `square ${squareName(cursor.row, cursor.col)}, ${way}: type tiles, arrow keys move, space for a blank`
      : "type tiles on the board, arrow keys move, space for a blank");
  }

  moveTo(row, col, isDown = this.cursor?.isDown ?? false) {
    const { size } = this.state.draft;
    if (row < 0 || col < 0 || row >= size || col >= size) return;
    this.cursor = { row, col, isDown };
    this.show();
    this.state.onCursor?.();
  }

  step(by) {
    const { row, col, isDown } = this.cursor;
    this.moveTo(isDown ? row + by : row, isDown ? col : col + by);
  }

  get at() { return `${this.cursor.row},${this.cursor.col}`; }

  put(tile) {
    if (!this.cursor) return;
    if (this.state.isPlaying) {
      if (!this.place(tile)) return;
    } else {
      this.state.draft.squares[this.at] = tile;
      this.step(1);
      this.changed();
    }
    this.isBlank = false;
    this.show();
  }

  // Place a tile of the rack on the first empty square from the cursor on; a letter that lies at the cursor is passed over.
  place(tile) {
    const { draft, placement } = this.state, letter = (written) => written.replace(/[[\]]/g, "").toUpperCase();
    const isThere = draft.squares[this.at] && letter(draft.squares[this.at]) === letter(tile);
    if (isThere && placement.isEmpty) { this.step(1); return true; }
    if (!this.skip(1) || !placement.place(this.at, tile)) return false;
    const { row, col } = this.cursor;
    this.step(1);
    if (!this.skip(1)) this.moveTo(row, col);
    return true;
  }

  // Go past tiles of the board; false if they reach to its edge.
  skip(by) {
    while (this.state.placement.isFixed(this.at)) {
      const { at } = this;
      this.step(by);
      if (at === this.at) return false;
    }
    return true;
  }

  erase(isBack) {
    const { draft, placement, isPlaying } = this.state;
    const isTile = () => (isPlaying ? placement.at(this.at) : draft.squares[this.at]);
    if (isBack && !isTile()) {
      this.step(-1);
      if (isPlaying) this.skip(-1);
    }
    if (isPlaying) { placement.remove(this.at); return; }
    delete draft.squares[this.at];
    this.changed();
  }

  type(text) {
    const tiles = tilesOf(this.state.position);
    const found = split(text.toUpperCase().replace("L.L", "L·L"), tiles);
    if (!found) return false;
    for (const tile of found) {
      const lower = this.isBlank ? tiles[tile.letter.toLowerCase()] || tiles[`[${tile.letter.toLowerCase()}]`] : null;
      this.put(lower ? lower.written : tile.written);
    }
    return true;
  }

  // Type a letter to play: C H places [CH] if it is on the rack.
  typeToPlay(letter) {
    const { placement, position } = this.state, now = () => JSON.stringify([this.cursor, [...placement.tiles]]);
    const before = this.typed?.at === now() ? this.typed : { text: "", isPlaced: false }, joined = before.text + letter;
    const free = [...placement.left], last = before.isPlaced ? [...placement.tiles.values()].at(-1) : "";
    if (last) free.push(last === last.toLowerCase() ? "?" : last);
    const found = this.isBlank ? (free.includes("?") ? position.tiles.map(([written]) => written) : []) : free;
    const names = found.map((written) => written.replace(/[[\]]/g, "")).filter((name) => name.length > 1);
    const begins = (text) => names.some((name) => name.startsWith(text));
    this.typed = null;
    if (names.includes(joined)) {
      if (before.isPlaced) this.moveTo(...placement.takeBack().split(",").map(Number));
      this.type(`[${joined}]`);
      return;
    }
    const count = placement.tiles.size, isOn = Boolean(before.text) && begins(joined);
    const isAwaited = (isOn || begins(letter)) && !free.includes(letter) && !free.includes("?");
    if (!isAwaited) this.type(letter);
    const isPlaced = placement.tiles.size > count;
    this.typed = { text: isOn && !isPlaced ? joined : letter, isPlaced: isPlaced || (isOn && before.isPlaced), at: now() };
  }

  key(event) {
    const ways = { ArrowLeft: [false, -1], ArrowRight: [false, 1], ArrowUp: [true, -1], ArrowDown: [true, 1] };
    if (event.ctrlKey || event.metaKey || event.altKey || !this.state.position) return;
    const isStep = this.state.isPlaying && this.state.chosen && ["ArrowLeft", "ArrowRight"].includes(event.key);
    if (isStep) return;  // along the line of the chosen move
    if (!this.cursor) this.moveTo(...this.state.start);
    if (ways[event.key]) {
      const [isDown, by] = ways[event.key];
      if (this.cursor.isDown === isDown) this.step(by);
      else this.moveTo(this.cursor.row, this.cursor.col, isDown);
    } else if (event.key === " ") { this.isBlank = !this.isBlank; this.show(); }
    else if (event.key === "Backspace") this.erase(true);
    else if (event.key === "Delete") this.erase(false);
    else if (event.key === "Enter" && this.state.isPlaying) this.done();
    else if (event.key === "Escape" && this.state.isPlaying && (this.state.chosen || !this.state.placement.isEmpty)) return;
    else if (event.key === "Escape" || event.key === "Enter") { this.cursor = null; this.show(); typing.blur(); }
    else {
      const isLetter = event.key.length === 1 && event.key.toLowerCase() !== event.key.toUpperCase();
      if (isLetter && event.shiftKey && !event.getModifierState("CapsLock")) this.isBlank = true;
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  listen() {
    typing.addEventListener("keydown", (event) => this.key(event));
    typing.addEventListener("input", () => {
      const text = typing.value.trim();
      if (text.startsWith("[") && !text.endsWith("]")) return;  // a tile of several letters, [CH]
      typing.value = "";
      if (this.state.isPlaying && text.length === 1) this.typeToPlay(text.toUpperCase().replace(".", "·"));
      else if (text) this.type(text);
    });
    typing.addEventListener("focus", () => { if (!this.cursor && this.state.draft) this.moveTo(...this.state.start); });
    typing.addEventListener("blur", () => { typing.value = ""; });
    box.addEventListener("pointerdown", (event) => this.press(event));
    document.querySelector(".palette").addEventListener("pointerdown", (event) => {
      const tile = event.target.closest("button")?.dataset.tile;
      if (tile) this.drag(event, tile, null);
    });
    document.querySelector(".palette").addEventListener("click", (event) => {
      const tile = event.target.closest("button")?.dataset.tile;
      if (tile === "?") { this.isBlank = true; this.show(); } else if (tile) this.type(tile);
    });
    document.querySelectorAll(".player .rack").forEach((rack, side) => {
      const tileAt = (event) => {
        const at = [...rack.querySelectorAll("span")].indexOf(event.target.closest("span"));
        return at >= 0 && this.state.mayMove(side) ? this.state.writtenAt(side, at) : "";
      };
      rack.addEventListener("pointerdown", (event) => {
        const tile = tileAt(event);
        if (tile) this.drag(event, tile, { side });
      });
      rack.addEventListener("click", (event) => {
        const tile = tileAt(event);
        if (!tile || !this.state.isPlaying) return;
        if (!this.cursor) this.moveTo(...this.state.start);
        if (tile === "?") { this.isBlank = true; this.show(); typing.focus({ preventScroll: true }); } else this.put(tile);
      });
    });
  }

  press(event) {
    if (!this.state.position || event.button) return;
    const at = squareAt(this.state.position, event.clientX, event.clientY);
    if (!at) return;
    event.preventDefault();
    const isSame = this.cursor && this.cursor.row === at.row && this.cursor.col === at.col;
    this.cursor = this.cursor || { ...at, isDown: false };
    typing.focus({ preventScroll: true });
    this.moveTo(at.row, at.col, isSame ? !this.cursor.isDown : undefined);
    const square = `${at.row},${at.col}`, tile = this.state.isPlaying ? this.state.placement.at(square) : this.state.draft.squares[square];
    if (tile && event.pointerType === "mouse") this.drag(event, tile, { square });
  }

  // Let a tile be dragged from the palette (from = null), a rack {side} or a square {square}.
  drag(event, tile, from) {
    const start = [event.clientX, event.clientY];
    let ghost = null;
    const move = (now) => {
      if (!ghost && Math.hypot(now.clientX - start[0], now.clientY - start[1]) > FAR) {
        ghost = document.createElement("div");
        ghost.className = "ghost";
        ghost.textContent = tile.replace(/[[\]]/g, "");
        document.body.append(ghost);
      }
      if (!ghost) return;
      ghost.style.left = `${now.clientX - 16}px`;
      ghost.style.top = `${now.clientY - 16}px`;
    };
    const end = (now) => {
      for (const [name, call] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) removeEventListener(name, call);
      ghost?.remove();
      if (ghost && now.type === "pointerup") this.drop(now, tile, from);
    };
    for (const [name, call] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) addEventListener(name, call);
  }

  drop(event, tile, from) {
    const { draft, position } = this.state;
    const at = squareAt(position, event.clientX, event.clientY);
    const player = document.elementFromPoint(event.clientX, event.clientY)?.closest(".player");
    if (this.state.isPlaying) { this.dropToPlay(at, tile, from); return; }
    if (!at && !player && !from) return;
    if (from?.square) delete draft.squares[from.square];
    if (from && "side" in from) this.state.takeFromRack(from.side, tile);
    if (at && tile !== "?") draft.squares[`${at.row},${at.col}`] = tile;
    else if (player) {
      const isBlank = tile === tile.toLowerCase() && tile !== tile.toUpperCase();
      this.state.addToRack([...document.querySelectorAll(".player")].indexOf(player), isBlank ? "?" : tile);
    }
    this.changed();
  }
  // Drop a tile of the move on a square, or beside the board to take it back.
  dropToPlay(at, tile, from) {
    const { placement } = this.state, square = at && `${at.row},${at.col}`;
    if (square && placement.isFixed(square)) return;
    if (from?.square) placement.remove(from.square);
    if (!square) return;
    this.moveTo(at.row, at.col);
    if (tile !== "?") { placement.place(square, tile); return; }
    this.isBlank = true;  // its letter is typed
    this.show();
    typing.focus({ preventScroll: true });
  }
}
