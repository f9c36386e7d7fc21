// The editor of the board: tiles are typed at the cursor, clicked or dragged.
// The editor changes squares and racks of the draft and calls `changed`; it knows no rules.
import { drawCursor, squareAt } from "./board_svg.js";
import { split, squareName, tilesOf } from "./notation.js";

const typing = document.getElementById("typing"), box = document.getElementById("board");
const FAR = 6;  // pixels before a press becomes a drag

export class Editor {
  constructor(state, changed) {
    this.state = state;  // {position, draft}
    this.changed = changed;
    this.cursor = null;
    this.isBlank = false;
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
    this.state.draft.squares[this.at] = tile;
    this.isBlank = false;
    this.step(1);
    this.show();
    this.changed();
  }

  erase(isBack) {
    const { squares } = this.state.draft;
    if (isBack && !squares[this.at]) this.step(-1);
    delete squares[this.at];
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

  key(event) {
    const ways = { ArrowLeft: [false, -1], ArrowRight: [false, 1], ArrowUp: [true, -1], ArrowDown: [true, 1] };
    if (event.ctrlKey || event.metaKey || event.altKey || !this.state.position) return;
    if (!this.cursor) this.moveTo(...this.state.start);
    if (ways[event.key]) {
      const [isDown, by] = ways[event.key];
      if (this.cursor.isDown === isDown) this.step(by);
      else this.moveTo(this.cursor.row, this.cursor.col, isDown);
    } else if (event.key === " ") { this.isBlank = !this.isBlank; this.show(); }
    else if (event.key === "Backspace") this.erase(true);
    else if (event.key === "Delete") this.erase(false);
    else if (event.key === "Escape" || event.key === "Enter") { this.cursor = null; this.show(); typing.blur(); }
    else {
      if (event.key.length === 1 && event.shiftKey && !event.getModifierState("CapsLock")) this.isBlank = true;
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
      if (text) this.type(text);
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
    document.querySelectorAll(".player .rack").forEach((rack, side) => rack.addEventListener("pointerdown", (event) => {
      const at = [...rack.querySelectorAll("span")].indexOf(event.target.closest("span"));
      if (at >= 0) this.drag(event, this.state.writtenAt(side, at), { side });
    }));
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
    const tile = this.state.draft.squares[`${at.row},${at.col}`];
    if (tile && event.pointerType === "mouse") this.drag(event, tile, { square: `${at.row},${at.col}` });
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
}
