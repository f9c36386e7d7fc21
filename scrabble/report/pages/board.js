// The board with its tiles, the cursor on it, and the racks beside it.
// A tile on a board is [row, column, letter, points], one on a rack [letter, points].  A blank has null in place of points;
// on a board its letter is in lower case, on a rack it is "?".
import { all, byId, h, svg } from "./h.js";

const SIDE = 32, MARGIN = 20;  // as board_svg.py draws a board: of a square, and for the names of rows and columns
const FLIGHT = 280, APART = 35;  // ms: of a tile from the rack to its square, and from one tile to the next

// The name of a square, of a word across without `isDown`: 8D, D8.
export function squareName(row, col, isDown = true) {
  const column = String.fromCharCode(65 + col);
  return isDown ? `${column}${row + 1}` : `${row + 1}${column}`;
}

export class Board {
  constructor(box) { this.box = box; }  // where the picture of the empty board is

  get picture() { return this.box.querySelector("svg"); }

  get size() { return Math.floor((this.picture.viewBox.baseVal.width - MARGIN) / SIDE); }

  has(row, col) { return row >= 0 && col >= 0 && row < this.size && col < this.size; }

  // Show another board; its picture is that of the empty one.
  use(picture) {
    this.picture?.remove();
    this.box.prepend(picture);
    this.drawn = "";
  }

  // Draw tiles that lie on the board, and those of a move.
  draw(placed, added) {
    const wanted = JSON.stringify([placed, added]);
    if (!this.picture || wanted === this.drawn) return;  // tiles on their way are not stopped
    this.drawn = wanted;
    drawTiles(this.picture, placed, added);
  }

  drawCursor(cursor, isBlank = false) {
    if (!this.picture) return;
    this.picture.querySelector(".marks")?.remove();
    if (!cursor) return;
    const x = MARGIN + cursor.col * SIDE, y = MARGIN + cursor.row * SIDE, middle = SIDE / 2;
    const tip = cursor.isDown
      ? `${x + middle - 5},${y + SIDE - 8} ${x + middle + 5},${y + SIDE - 8} ${x + middle},${y + SIDE - 2}`
      : `${x + SIDE - 8},${y + middle - 5} ${x + SIDE - 8},${y + middle + 5} ${x + SIDE - 2},${y + middle}`;
    this.picture.append(svg("g", { class: "marks" },
      svg("rect", { class: "cursor", x: x + 1, y: y + 1, width: SIDE - 2, height: SIDE - 2, rx: 4 }),
      svg("polygon", { class: "arrow", points: tip }),
      ...(isBlank ? [svg("text", { class: "arrow", x: x + 6, y: y + 14, "font-size": 12 }, "?")] : [])));
  }

  // The square under a point of the window, or null.
  squareAt(x, y) {
    if (!this.picture) return null;
    const frame = this.picture.getBoundingClientRect(), scale = this.picture.viewBox.baseVal.width / frame.width;
    const [row, col] = [y - frame.top, x - frame.left].map((at) => Math.floor((at * scale - MARGIN) / SIDE));
    return this.has(row, col) ? { row, col } : null;
  }

  // Let the tiles of the move come from a rack, unless the system asks for less motion.
  moveIn(rack) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const scale = this.picture.viewBox.baseVal.width / this.picture.getBoundingClientRect().width;
    const { left, top } = rack.getBoundingClientRect();
    this.picture.querySelectorAll(".tile.new").forEach((tile, index) => {
      const to = tile.getBoundingClientRect(), by = [(left + 29 * index - to.left) * scale, (top - to.top) * scale];
      tile.animate([{ transform: `translate(${by[0]}px, ${by[1]}px)` }, { transform: "none" }],
        { duration: FLIGHT, delay: APART * index, easing: "ease-out", fill: "backwards" });
    });
  }
}

// A picture of a board with tiles; its squares are those of an empty board that the page has once, found by its id.
export function smallBoard(id, placed = [], added = []) {
  const picture = svg("svg", {
    class: "board", viewBox: byId(id).closest("svg").getAttribute("viewBox"), role: "img", "aria-label": "board",
    "font-family": "Helvetica, Arial, sans-serif", "text-anchor": "middle",
  }, svg("use", { href: `#${id}` }), svg("g", { class: "tiles" }));
  drawTiles(picture, placed, added);
  return picture;
}

// Draw the tiles of a picture of a board, those of a move as new.
function drawTiles(picture, placed, added) {
  picture.querySelector(".tiles").replaceChildren(
    ...placed.map((tile) => tileOnBoard(tile, "tile")), ...added.map((tile) => tileOnBoard(tile, "tile new")));
}

function tileOnBoard([row, col, letter, points], kind) {
  const x = MARGIN + col * SIDE, y = MARGIN + row * SIDE, size = { 1: 19, 2: 15 }[letter.length] || 11;
  return svg("g", { class: points === null ? `${kind} blank` : kind },
    svg("rect", { x: x + 1, y: y + 1, width: SIDE - 2, height: SIDE - 2, rx: 4 }),
    svg("text", { class: "letter", x: x + 14, y: y + 22, "font-size": size, "font-weight": "bold" }, letter),
    ...(points === null ? [] : [svg("text", { class: "value", x: x + 26, y: y + 28, "font-size": 9 }, points)]));
}

// Draw the tiles of a rack, those that a move lays marked; `none` stands for no tiles.
export function drawRack(rack, tiles, placed, none) {
  const used = placed.map(([, , letter, points]) => (points === null ? "?" : letter));
  rack.replaceChildren(...tiles.map(([letter, points]) => {
    const at = used.indexOf(letter);
    if (at >= 0) used.splice(at, 1);
    const kinds = [at >= 0 ? "used" : "", letter.length > 1 ? "two" : ""];
    return h("span", { class: kinds.filter(Boolean).join(" ") }, letter, h("sub", {}, points ?? ""));
  }), ...(tiles.length ? [] : [h("em", {}, none)]));
}

// Draw the boxes of the players: {name, score, tiles, none, isOn}; the one who is on lays `placed`.
export function drawPlayers(sides, placed, boxes = all(".player")) {
  boxes.forEach((box, index) => {
    const { name, score, tiles, none = "no tiles", isOn } = sides[index];
    box.classList.toggle("on", isOn);
    drawRack(box.querySelector(".rack"), tiles, isOn ? placed : [], none);
    if (name !== undefined) box.querySelector(".name").textContent = name;
    if (score !== undefined) box.querySelector("b").textContent = score;
  });
}
