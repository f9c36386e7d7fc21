// Tiles are laid on a board: typed at the cursor, tapped or dragged.
//   cursor    {row, col, isDown}, or null
//   tiles     what is laid: those of a rack (`RackTiles`), or in the editor of the explorer any of the set, with
//     at(row, col), isFixed(row, col)          the tile there, and whether it has to stay
//     names(isBlank, given)                    the tiles that can be laid, "CH", also the one that lies at `given`
//     lay(row, col, name, isBlank, index)      lay a tile; false if that cannot be done
//     lift(row, col), carry(from, to, event)   take a tile back, or to another square (null: off the board)
import { squareName } from "./board.js";
import { h } from "./h.js";

const FAR = 6;  // pixels before a press becomes a drag
const ARROWS = { ArrowLeft: [false, -1], ArrowRight: [false, 1], ArrowUp: [true, -1], ArrowDown: [true, 1] };
const isLetter = (key) => key.toLowerCase() !== key.toUpperCase();
const isTyped = (key) => key.length === 1 && (isLetter(key) || "[]·. ".includes(key));

// The tiles of a rack on free squares of a board: a move that is being placed.
export class RackTiles {
  constructor(placed, rack, letters) {
    Object.assign(this, { placed, rack, letters });
    this.added = [];  // [row, col, letter, points, index on the rack]
  }

  get isEmpty() { return !this.added.length; }

  own(row, col) { return this.added.find((tile) => tile[0] === row && tile[1] === col); }

  fixed(row, col) { return this.placed.find((tile) => tile[0] === row && tile[1] === col); }

  at(row, col) { return this.fixed(row, col) ?? this.own(row, col); }

  isFixed(row, col) { return Boolean(this.fixed(row, col)); }

  // Whether a tile of the rack is on the board, but at the square `given`.
  isUsed(index, given = null) {
    return this.added.some(([row, col, , , used]) => used === index && !(row === given?.row && col === given?.col));
  }

  names(isBlank, given = null) {
    const free = this.rack.filter((_, index) => !this.isUsed(index, given)).map(([letter]) => letter);
    return isBlank ? (free.includes("?") ? this.letters : []) : free;
  }

  // Lay a tile of the rack, that of an index if there is one; a letter that is not on the rack is laid as a blank.
  lay(row, col, name, isBlank, wanted = null) {
    const find = (letter) => this.rack.findIndex(([own], index) => own === letter && !this.isUsed(index, { row, col }));
    const own = isBlank ? -1 : find(name), index = wanted ?? (own >= 0 ? own : find("?"));
    if (index < 0 || this.isFixed(row, col) || !this.letters.includes(name)) return false;
    this.lift(row, col);
    const [letter, points] = this.rack[index];
    this.added.push(letter === "?" ? [row, col, name.toLowerCase(), null, index] : [row, col, letter, points, index]);
    return true;
  }

  lift(row, col) { this.added = this.added.filter((tile) => tile !== this.own(row, col)); }

  carry(from, to) {
    const [, , letter, points, index] = this.own(from.row, from.col);
    if (to && this.isFixed(to.row, to.col)) return;
    this.lift(from.row, from.col);
    if (to) this.lay(to.row, to.col, letter.toUpperCase(), points === null, index);
  }

  clear() { this.added = []; }

  // The move as text, such as `8D C(A)T`; null if the tiles are not in one line without gaps.
  get text() {
    const rows = new Set(this.added.map(([row]) => row)), cols = new Set(this.added.map(([, col]) => col));
    if (this.isEmpty || (rows.size > 1 && cols.size > 1)) return null;
    const [[row, col]] = this.added;
    const isDown = this.added.length === 1 ? !this.at(row, col - 1) && !this.at(row, col + 1) : cols.size === 1;
    const at = isDown ? { row: Math.min(...rows), col } : { row, col: Math.min(...cols) };
    const by = (count) => (isDown ? this.at(at.row + count, at.col) : this.at(at.row, at.col + count));
    while (by(-1)) { if (isDown) at.row -= 1; else at.col -= 1; }
    const word = [];
    while (by(word.length)) word.push(by(word.length));
    if (this.added.some((tile) => !word.includes(tile))) return null;
    const texts = word.map((tile) => {
      const letter = tile[2].length > 1 ? `[${tile[2]}]` : tile[2];
      return this.added.includes(tile) ? letter : `(${letter})`;
    });
    return `${squareName(at.row, at.col, isDown)} ${texts.join("").replaceAll(")(", "")}`;
  }

  // Lay the tiles of a move that is written, `8D CAT` or `8D C(A)T`; false if they are not on the rack.
  layText(text) {
    this.clear();
    const parts = text.trim().match(/^(?:(\d{1,2})([A-Za-z])|([A-Za-z])(\d{1,2}))\s+(\S+)$/);
    if (!parts) return false;
    const isDown = Boolean(parts[3]), isCased = /[A-Z]/.test(parts[5]);  // in lower case throughout, blanks are not marked
    let row = Number(parts[1] ?? parts[4]) - 1, col = (parts[2] ?? parts[3]).toUpperCase().charCodeAt(0) - 65;
    for (const [written] of parts[5].replace(/[()]/g, "").matchAll(/\[[^\]]+\]|./g)) {
      const name = written.replace(/[[\]]/g, ""), there = this.fixed(row, col);
      const isSame = there && (name === "." || there[2].toUpperCase() === name.toUpperCase());
      const isBlank = isCased && name === name.toLowerCase();
      if (!isSame && !this.lay(row, col, name.toUpperCase(), isBlank)) return false;
      if (isDown) row += 1; else col += 1;
    }
    return !this.isEmpty;
  }
}

// Lays tiles as keys and pointers say.  `keys` is the element that has the keyboard: the board, or a field on it.
// The page has the tiles, hears of what is done, and does the rest:
//   tiles()                 what is laid
//   changed()               tiles were laid or taken back
//   moved()                 the cursor or the blank has changed, or the tile that waits for a square
//   enter(), escape()       these keys; false if there is nothing to do
//   refused(name, isBlank)  a tile that cannot be laid
//   chooseLetter(index)     a blank of the rack is laid at the cursor
//   isIdle(event)           whether a key, or a click, is not for the board
export class Placer {
  constructor(board, keys, page) {
    Object.assign(this, { board, keys, page });
    this.leave();
    keys.addEventListener("keydown", (event) => this.key(event));
    if (keys.matches("input")) keys.addEventListener("input", () => this.typeText(keys.value));
    board.box.addEventListener("click", (event) => this.click(event));
    board.box.addEventListener("pointerdown", (event) => this.press(event));
  }

  get tiles() { return this.page.tiles(); }

  // Without a cursor.
  leave() { Object.assign(this, { cursor: null, isBlank: false, selected: null, typed: null }); }

  moveTo(row, col, isDown = this.cursor?.isDown ?? false) {
    if (!this.board.has(row, col)) return;
    this.cursor = { row, col, isDown };
    this.page.moved();
  }

  // Put the cursor in the middle of the board if there is none.
  begin(isDown = false) {
    const middle = Math.floor(this.board.size / 2);
    if (!this.cursor) this.moveTo(middle, middle, isDown);
  }

  step(by) {
    const { row, col, isDown } = this.cursor;
    this.moveTo(isDown ? row + by : row, isDown ? col : col + by);
  }

  // Go past tiles that stay; back, and false, if they reach to the edge.
  skip(by) {
    for (const from = this.cursor; this.tiles.isFixed(this.cursor.row, this.cursor.col);) {
      const last = this.cursor;
      this.step(by);
      if (this.cursor === last) { this.cursor = from; return false; }
    }
    return true;
  }

  // Lay a tile on the first free square from the cursor on; the letter of a tile there is passed over.
  lay(name, isBlank, index = null) {
    const from = this.cursor, there = this.tiles.isFixed(from.row, from.col) && this.tiles.at(from.row, from.col);
    if (there && there[2].toUpperCase() === name && this.tiles.isEmpty) {
      this.isBlank = false;
      this.step(1);
      return null;
    }
    if (!this.skip(1) || !this.tiles.lay(this.cursor.row, this.cursor.col, name, isBlank, index)) {
      this.cursor = from;
      this.page.refused?.(name, isBlank);
      return null;
    }
    const laid = this.cursor;
    this.isBlank = false;
    this.step(1);
    if (!this.skip(1)) this.cursor = laid;
    this.page.changed();
    return laid;
  }

  erase(isBack) {
    const isTile = () => this.tiles.at(this.cursor.row, this.cursor.col) && !this.tiles.isFixed(this.cursor.row, this.cursor.col);
    this.typed = null;
    if (isBack && !isTile()) {
      this.step(-1);
      this.skip(-1);
    }
    if (!isTile()) return;
    this.tiles.lift(this.cursor.row, this.cursor.col);
    this.page.changed();
  }

  // Type a character.  C H lays [CH] if that can be meant, in brackets always; shift, or a space before it, makes a blank.
  type(key, hasShift) {
    const { typed } = this, isOld = typed?.cursor !== this.cursor || (typed.laid && !this.tiles.at(typed.laid.row, typed.laid.col));
    const before = isOld ? { text: "", laid: null, isBlank: false } : typed;  // the letters typed last, and the tile laid for them
    const letter = key.toUpperCase().replace(".", "·"), joined = before.text + letter;
    const isBlank = this.isBlank || (isLetter(key) ? hasShift : before.isBlank);  // a Catalan keyboard has the dot with shift
    const isJoined = isBlank || before.isBlank;  // whether a tile with the letters before is a blank
    const wait = (text, laid, isStill = isBlank) => { this.typed = { text, laid, isBlank: isStill, cursor: this.cursor }; };
    this.typed = null;
    if (joined.startsWith("[")) {
      if (letter === "]") this.lay(joined.slice(1, -1), isJoined); else wait(joined, null, isJoined);
      return;
    }
    const begins = (text, names) => names.some((name) => name !== text && name.startsWith(text));
    const names = this.tiles.names(isBlank), joinable = before.text ? this.tiles.names(isJoined, before.laid) : [];
    const isAlone = names.includes(letter) || (!isBlank && names.includes("?"));
    if (joinable.includes(joined)) {
      if (before.laid) {
        this.tiles.lift(before.laid.row, before.laid.col);
        this.cursor = before.laid;
      }
      this.lay(joined, isJoined);
    } else if (!isAlone && begins(joined, joinable)) wait(joined, before.laid, isJoined);
    else if (!isAlone && begins(letter, names)) wait(letter, null);
    else wait(letter, this.lay(letter, isBlank));
  }

  // Type what comes from a keyboard on the screen, or is pasted.
  typeText(text) {
    this.keys.value = "";
    this.begin();
    for (const key of text) {
      if (key === " ") this.toggleBlank(); else if (isTyped(key)) this.type(key, false);
    }
  }

  toggleBlank(isBlank = !this.isBlank) {
    this.isBlank = isBlank;
    this.page.moved();
  }

  key(event) {
    const { key } = event, isByAltGr = key.length === 1 && event.getModifierState("AltGraph");
    if (((event.ctrlKey || event.metaKey || event.altKey) && !isByAltGr) || this.page.isIdle(event)) return;
    const [isDown, by] = ARROWS[key] ?? [];
    if (by && !this.cursor) this.begin(isDown);
    else if (by && this.cursor.isDown === isDown) this.step(by);
    else if (by) this.moveTo(this.cursor.row, this.cursor.col, isDown);
    else if (key === "Enter") { if (this.page.enter() === false) return; }
    else if (key === "Escape") { if (this.page.escape() === false) return; }
    else if (key === "Backspace" || key === "Delete") { if (this.cursor) this.erase(key === "Backspace"); }
    else if (isTyped(key)) {
      this.begin();
      if (key === " ") this.toggleBlank(); else this.type(key, event.shiftKey && !event.getModifierState("CapsLock"));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // A click on a square: the tile that waits comes there, a tile of the move is taken back, the cursor comes, or turns.
  click(event) {
    const at = this.board.squareAt(event.clientX, event.clientY);
    if (!at || this.page.isIdle(event)) return;
    const { row, col } = at, isSame = this.cursor?.row === row && this.cursor?.col === col, { selected } = this;
    this.keys.focus({ preventScroll: true });
    if (this.tiles.own?.(row, col)) {
      this.tiles.lift(row, col);
      this.moveTo(row, col);
      this.page.changed();
      return;
    }
    this.selected = null;
    this.moveTo(row, col, isSame && selected === null ? !this.cursor.isDown : undefined);
    if (selected !== null && !this.tiles.isFixed(row, col)) this.choose(selected);
  }

  // A tile on the board is dragged by the mouse; a finger scrolls the page.
  press(event) {
    const from = this.board.squareAt(event.clientX, event.clientY);
    if (!from || event.pointerType !== "mouse" || this.page.isIdle(event) || this.tiles.isFixed(from.row, from.col)) return;
    const tile = this.tiles.at(from.row, from.col);
    if (!tile) return;
    this.drag(event, tile[2], (to, end) => {
      this.tiles.carry(from, to, end);
      if (to) this.moveTo(to.row, to.col);
      this.page.changed();
    });
  }

  // Tiles of a rack are dragged to a square, or with a click go to the cursor, or wait for a square.
  takeFrom(rack, indexOf) {
    rack.addEventListener("pointerdown", (event) => {
      const index = indexOf(event);
      if (index < 0 || event.button || this.tiles.isUsed(index)) return;
      this.drag(event, this.tiles.rack[index][0], (to) => {
        if (!to || this.tiles.at(to.row, to.col)) return;
        this.moveTo(to.row, to.col);
        this.choose(index);
      });
    });
    rack.addEventListener("click", (event) => {
      const index = indexOf(event);
      if (index >= 0 && !this.tiles.isUsed(index)) this.choose(index);
    });
  }

  choose(index) {
    const [letter] = this.tiles.rack[index], { cursor } = this;
    if (!cursor || this.tiles.own(cursor.row, cursor.col)) {
      this.selected = this.selected === index ? null : index;
      this.page.moved();
    } else if (letter === "?") this.page.chooseLetter(index);
    else this.lay(letter, false, index);
  }

  // Let a tile be dragged; `drop` gets the square, or null beside the board, and the event.
  drag(event, letter, drop) {
    const start = [event.clientX, event.clientY], names = ["pointermove", "pointerup", "pointercancel"];
    const ghost = h("div", { class: "ghost" }, letter);
    const follow = (now) => {
      if (now.type === "pointermove") {
        if (Math.hypot(now.clientX - start[0], now.clientY - start[1]) > FAR) document.body.append(ghost);
        ghost.style.translate = `${now.clientX}px ${now.clientY}px`;
        return;
      }
      for (const name of names) removeEventListener(name, follow);
      if (!ghost.isConnected) return;
      ghost.remove();
      refuseClick();
      if (now.type === "pointerup") drop(this.board.squareAt(now.clientX, now.clientY), now);
    };
    if (!event.button) for (const name of names) addEventListener(name, follow);
  }
}

// The click that ends a drag is none.
function refuseClick() {
  const refuse = (event) => event.stopPropagation();
  addEventListener("click", refuse, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", refuse, { capture: true }));
}
