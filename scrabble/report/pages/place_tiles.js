// Tiles of the rack on the board: tapped, dragged or typed.  Used by pages of puzzles and by the trainer.
//   geometry   {size, margin, side, placed: [[row, col, letter, points]], rack: [[letter, points]], letters}
//   added      the tiles placed so far, as in `placed`; a blank has its letter in lower case and no points
import { boardTile, svgNode } from "./board.js";

const DRAG = 6;  // pixels before a press becomes a drag

export class TilePlacement {
  constructor({ board, rack, letters, changed, play }) {
    Object.assign(this, { board, rack, letters, changed, play, geometry: null, isLocked: false });
    this.reset();
    board.addEventListener("keydown", (event) => this.key(event));
    board.addEventListener("click", (event) => {
      const at = this.squareAt(event.clientX, event.clientY);
      if (at && !this.isLocked) this.tap(at);
    });
    rack.addEventListener("pointerdown", (event) => this.press(event));
    rack.addEventListener("click", (event) => {
      const at = this.indexOf(event.target);
      if (at >= 0) this.choose(at);
    });
  }

  reset() { Object.assign(this, { added: [], used: [], cursor: null, selected: null, waiting: null, typed: null }); }

  show(geometry) {
    this.geometry = geometry;
    this.isLocked = false;
    this.reset();
    this.draw();
  }

  recall() { this.reset(); this.draw(); this.changed(); }

  indexOf(target) { return [...this.rack.children].indexOf(target.closest("button")); }

  squareAt(x, y) {
    const picture = this.board.querySelector("svg"), { size, margin, side } = this.geometry;
    const frame = picture.getBoundingClientRect(), scale = picture.viewBox.baseVal.width / frame.width;
    const row = Math.floor(((y - frame.top) * scale - margin) / side), col = Math.floor(((x - frame.left) * scale - margin) / side);
    return row >= 0 && col >= 0 && row < size && col < size ? { row, col } : null;
  }

  tileAt(row, col) {
    return [...this.geometry.placed, ...this.added].find((tile) => tile[0] === row && tile[1] === col);
  }

  tap({ row, col }) {
    const mine = this.added.findIndex((tile) => tile[0] === row && tile[1] === col);
    if (mine >= 0) this.take(mine);
    else if (this.selected !== null && !this.tileAt(row, col)) {
      this.cursor = { row, col, isDown: this.cursor?.isDown ?? false };
      this.put(this.selected);
    } else {
      const isSame = this.cursor?.row === row && this.cursor?.col === col;
      this.cursor = { row, col, isDown: isSame ? !this.cursor.isDown : this.cursor?.isDown ?? false };
    }
    this.draw();
  }

  // A tile of the rack goes to the cursor, or waits for a square.
  choose(index) {
    if (this.isLocked || this.used.includes(index)) return;
    if (this.cursor && !this.tileAt(this.cursor.row, this.cursor.col)) this.put(index);
    else this.selected = this.selected === index ? null : index;
    this.draw();
  }

  put(index, letter = null) {
    const [own, points] = this.geometry.rack[index];
    this.selected = null;
    if (own === "?" && !letter) { this.waiting = index; return; }
    const { row, col } = this.cursor;
    this.added.push(own === "?" ? [row, col, letter.toLowerCase(), null] : [row, col, own, points]);
    this.used.push(index);
    this.waiting = null;
    this.step(1);
    this.changed();
  }

  take(at) {
    const [[row, col]] = this.added.splice(at, 1);
    this.used.splice(at, 1);
    this.cursor = { row, col, isDown: this.cursor?.isDown ?? false };
    this.changed();
  }

  // The next free square in the direction of the cursor; the last one if there is none.
  step(by) {
    const { size } = this.geometry;
    let { row, col, isDown } = this.cursor;
    do { if (isDown) row += by; else col += by; } while (row >= 0 && col >= 0 && row < size && col < size && this.tileAt(row, col));
    if (row >= 0 && col >= 0 && row < size && col < size) this.cursor = { row, col, isDown };
  }

  // Place a letter that was typed: the tile itself, or a blank.
  type(text, isBlank) {
    const upper = text.toUpperCase(), free = this.geometry.rack.map((_, at) => at).filter((at) => !this.used.includes(at));
    const tile = isBlank ? undefined : free.find((at) => this.geometry.rack[at][0].toUpperCase() === upper);
    const blank = free.find((at) => this.geometry.rack[at][0] === "?");
    const index = tile ?? (this.geometry.letters.includes(upper) ? blank : undefined);
    if (index === undefined || this.tileAt(this.cursor.row, this.cursor.col)) return;
    this.put(index, upper);
  }

  // Type one character: C H places [CH] if it is on the rack, in brackets always; shift makes a blank of letters.
  typeKey(key, hasShift) {
    const now = () => JSON.stringify([this.cursor, this.added]);
    const before = this.typed?.at === now() ? this.typed : { text: "", isPlaced: false, isBlank: false };
    const letter = key.toUpperCase().replace(".", "·"), joined = before.text + letter;
    const isBlank = letter === key.toLowerCase() ? before.isBlank : hasShift;
    const wait = (text, isPlaced) => { this.typed = { text, isPlaced, isBlank, at: now() }; };
    this.typed = null;
    if (joined.startsWith("[")) {
      if (letter === "]") this.type(joined.slice(1, -1), isBlank); else wait(joined, false);
      return;
    }
    const { rack, letters } = this.geometry, last = before.isPlaced ? this.used.at(-1) : -1;
    const free = rack.filter((_, at) => at === last || !this.used.includes(at)).map(([own]) => own.toUpperCase());
    const names = isBlank ? (free.includes("?") ? letters : []) : free;
    if (before.text && names.includes(joined)) {
      if (before.isPlaced) this.take(this.added.length - 1);
      this.type(joined, isBlank);
    } else {
      const isBeginning = before.text && names.some((name) => name.startsWith(joined)), count = this.added.length;
      this.type(letter, isBlank);
      if (this.added.length > count) wait(letter, true);
      else wait(isBeginning ? joined : letter, isBeginning && before.isPlaced);
    }
  }

  key(event) {
    const isTyped = event.key.length === 1 && event.getModifierState("AltGraph");
    if (((event.ctrlKey || event.metaKey || event.altKey) && !isTyped) || this.isLocked) return;
    const ways = { ArrowLeft: [false, 0, -1], ArrowRight: [false, 0, 1], ArrowUp: [true, -1, 0], ArrowDown: [true, 1, 0] };
    const middle = Math.floor(this.geometry.size / 2);
    if (event.key === "Enter") this.play();
    else if (event.key === "Escape" && (this.added.length || this.cursor)) this.recall();
    else if (ways[event.key]) {
      const [isDown, down, right] = ways[event.key], { size } = this.geometry;
      if (!this.cursor) this.cursor = { row: middle, col: middle, isDown };
      else if (this.cursor.isDown !== isDown) this.cursor.isDown = isDown;
      else {
        const row = this.cursor.row + down, col = this.cursor.col + right;
        if (row >= 0 && col >= 0 && row < size && col < size) Object.assign(this.cursor, { row, col });
      }
    } else if (event.key === "Backspace") { if (this.added.length) this.take(this.added.length - 1); }
    else if (event.key.length === 1 && event.key !== " ") {
      if (!this.cursor) this.cursor = { row: middle, col: middle, isDown: false };
      this.typeKey(event.key, event.shiftKey && !event.getModifierState("CapsLock"));
    } else return;
    event.preventDefault();
    event.stopPropagation();
    this.draw();
  }

  press(event) {
    const index = this.indexOf(event.target);
    if (index < 0 || this.isLocked || this.used.includes(index) || event.button) return;
    const start = [event.clientX, event.clientY], names = ["pointermove", "pointerup", "pointercancel"];
    let ghost = null;
    const follow = (now) => {
      if (now.type === "pointermove") {
        if (!ghost && Math.hypot(now.clientX - start[0], now.clientY - start[1]) > DRAG) {
          ghost = document.createElement("div");
          ghost.className = "ghost";
          ghost.textContent = this.geometry.rack[index][0];
          document.body.append(ghost);
        }
        if (ghost) Object.assign(ghost.style, { left: `${now.clientX - 18}px`, top: `${now.clientY - 18}px` });
        return;
      }
      for (const name of names) removeEventListener(name, follow);
      ghost?.remove();
      const at = ghost && now.type === "pointerup" ? this.squareAt(now.clientX, now.clientY) : null;
      if (!at || this.tileAt(at.row, at.col)) return;
      this.cursor = { ...at, isDown: this.cursor?.isDown ?? false };
      this.put(index);
      this.draw();
    };
    for (const name of names) addEventListener(name, follow);
  }

  draw() {
    const { placed, rack } = this.geometry;
    this.drawBoard(placed, this.added);
    this.drawCursor();
    const focused = [...this.rack.children].indexOf(document.activeElement);
    this.rack.replaceChildren(...rack.map(([letter, points], at) => {
      const button = document.createElement("button"), value = document.createElement("sub");
      button.type = "button";
      button.disabled = this.isLocked || this.used.includes(at);
      button.className = letter.length > 1 ? "two" : "";
      button.setAttribute("aria-pressed", String(at === this.selected || at === this.waiting));
      button.setAttribute("aria-label", letter === "?" ? "blank" : `${letter}, ${points} point${points === 1 ? "" : "s"}`);
      value.textContent = points ?? "";
      button.append(letter, value);
      return button;
    }));
    if (focused >= 0) (this.rack.children[focused].disabled ? this.board : this.rack.children[focused]).focus({ preventScroll: true });
    this.letters.hidden = this.waiting === null;
    if (this.waiting === null) { this.letters.replaceChildren(); return; }
    this.letters.replaceChildren(...this.geometry.letters.map((letter) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = letter;
      button.addEventListener("click", () => { this.put(this.waiting, letter); this.draw(); });
      return button;
    }));
    this.letters.firstChild.focus();
  }

  drawBoard(placed, added) {
    const tiles = this.board.querySelector(".tiles");
    tiles.replaceChildren(...placed.map((tile) => boardTile(this.geometry, tile, false)), ...added.map((tile) => boardTile(this.geometry, tile, true)));
  }

  drawCursor() {
    const picture = this.board.querySelector("svg"), { margin, side } = this.geometry;
    let marks = picture.querySelector(".marks");
    if (!marks) picture.append(marks = svgNode("g", { class: "marks" }));
    marks.replaceChildren();
    if (!this.cursor || this.isLocked) return;
    const { row, col, isDown } = this.cursor, x = margin + col * side, y = margin + row * side;
    const tip = isDown ? `${x + side / 2 - 5},${y + side - 8} ${x + side / 2 + 5},${y + side - 8} ${x + side / 2},${y + side - 2}`
      : `${x + side - 8},${y + side / 2 - 5} ${x + side - 8},${y + side / 2 + 5} ${x + side - 2},${y + side / 2}`;
    marks.append(svgNode("rect", { class: "cursor", x: x + 1, y: y + 1, width: side - 2, height: side - 2, rx: 4 }), svgNode("polygon", { class: "arrow", points: tip }));
  }

  // The move as text, such as `8D C(A)T`; null if the tiles are not in one line without gaps.
  moveText() {
    const rows = new Set(this.added.map(([row]) => row)), cols = new Set(this.added.map(([, col]) => col));
    if (!this.added.length || (rows.size > 1 && cols.size > 1)) return null;
    const [[row, col]] = this.added;
    const isAlone = this.added.length === 1, hasRow = this.tileAt(row, col - 1) || this.tileAt(row, col + 1);
    const isDown = isAlone ? !hasRow : cols.size === 1;
    const at = isDown ? { row: Math.min(...rows), col } : { row, col: Math.min(...cols) };
    const before = () => (isDown ? this.tileAt(at.row - 1, at.col) : this.tileAt(at.row, at.col - 1));
    while (before()) { if (isDown) at.row -= 1; else at.col -= 1; }
    const start = { ...at }, texts = [];
    let seen = 0;
    for (let tile = this.tileAt(at.row, at.col); tile; tile = this.tileAt(at.row, at.col)) {
      const isMine = this.added.includes(tile), letter = tile[2].length > 1 ? `[${tile[2]}]` : tile[2];
      seen += isMine;
      texts.push(isMine ? letter : `(${letter})`);
      if (isDown) at.row += 1; else at.col += 1;
    }
    if (seen < this.added.length) return null;
    const column = String.fromCharCode(65 + start.col);
    return `${isDown ? `${column}${start.row + 1}` : `${start.row + 1}${column}`} ${texts.join("").replaceAll(")(", "")}`;
  }

  // Place a move that is written, `8D CAT` or `8D C(A)T`; false if its tiles are not on the rack.
  placeText(text) {
    const parts = text.trim().match(/^(?:(\d{1,2})([A-Za-z])|([A-Za-z])(\d{1,2}))\s+(\S+)$/);
    this.reset();
    if (!parts) return false;
    const isDown = Boolean(parts[3]);
    this.cursor = { row: Number(parts[1] ?? parts[4]) - 1, col: (parts[2] ?? parts[3]).toUpperCase().charCodeAt(0) - 65, isDown };
    const isCased = /[A-Z]/.test(parts[5]);  // in lower case throughout, blanks are not marked
    for (const [letter] of parts[5].replace(/[()]/g, "").matchAll(/\[[^\]]+\]|./g)) {
      const name = letter.replace(/[[\]]/g, ""), { row, col } = this.cursor, there = this.tileAt(row, col);
      if (there) {
        if (there[2].toUpperCase() !== name.toUpperCase() && name !== ".") return false;
        if (isDown) this.cursor.row += 1; else this.cursor.col += 1;
        continue;
      }
      const count = this.added.length;
      this.type(name, isCased && name === name.toLowerCase());
      if (this.added.length === count) return false;
      this.cursor = isDown ? { row: row + 1, col, isDown } : { row, col: col + 1, isDown };
    }
    this.changed();
    return this.added.length > 0;
  }
}
