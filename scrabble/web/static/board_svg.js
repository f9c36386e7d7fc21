// Drawing of board and racks: the tiles of a position, a move, the cursor.
import { boardTile, drawRack, svgNode, usedBy } from "./board.js";
import { boardPicture } from "./api.js";

const box = document.getElementById("board");
const pictures = new Map();
let shown = null;  // name of the drawn board
let drawn = "";  // the tiles on it
const FLIGHT = 280, APART = 35;  // ms: of a tile from the rack to its square, and from one tile to the next

export async function useBoard(name) {
  if (shown === name) return;
  shown = name;
  if (!pictures.has(name)) pictures.set(name, boardPicture(name));
  const picture = (await pictures.get(name)).cloneNode(true);
  if (shown !== name) return;
  picture.append(svgNode("g", { class: "marks" }));
  box.querySelector("svg")?.remove();
  box.prepend(picture);
}

export function drawTiles(geometry, placed, added) {
  const tiles = box.querySelector(".tiles");
  if (!tiles) return;
  const wanted = JSON.stringify([placed, added]);
  if (wanted === drawn && tiles.childElementCount) return;  // tiles on their way are not stopped
  drawn = wanted;
  tiles.replaceChildren(...placed.map((each) => boardTile(geometry, each, false)),
    ...added.map((each) => boardTile(geometry, each, true)));
  const count = placed.length + added.length;
  box.querySelector("svg").setAttribute("aria-label", `board with ${count} tile${count === 1 ? "" : "s"}`);
}

// Let the tiles of the move come from a rack, unless the system asks for less motion.
export function moveIn(rack) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const picture = box.querySelector("svg"), scale = picture.viewBox.baseVal.width / picture.getBoundingClientRect().width;
  const { left, top } = rack.getBoundingClientRect();
  picture.querySelectorAll(".tile.new").forEach((tile, index) => {
    const to = tile.getBoundingClientRect(), by = [(left + 29 * index - to.left) * scale, (top - to.top) * scale];
    tile.animate([{ transform: `translate(${by[0]}px, ${by[1]}px)` }, { transform: "none" }],
      { duration: FLIGHT, delay: APART * index, easing: "ease-out", fill: "backwards" });
  });
}

export function drawCursor({ margin, side }, cursor, isBlank) {
  const marks = box.querySelector(".marks");
  if (!marks) return;
  marks.replaceChildren();
  if (!cursor) return;
  const x = margin + cursor.col * side, y = margin + cursor.row * side;
  marks.append(svgNode("rect", { class: "cursor", x: x + 1, y: y + 1, width: side - 2, height: side - 2, rx: 4 }));
  const tip = cursor.isDown
    ? `${x + side / 2 - 5},${y + side - 8} ${x + side / 2 + 5},${y + side - 8} ${x + side / 2},${y + side - 2}`
    : `${x + side - 8},${y + side / 2 - 5} ${x + side - 8},${y + side / 2 + 5} ${x + side - 2},${y + side / 2}`;
  marks.append(svgNode("polygon", { class: "arrow", points: tip }));
  if (isBlank) marks.append(svgNode("text", { class: "arrow", x: x + 6, y: y + 14, "font-size": 12 }, "?"));
}

export function squareAt({ margin, side, size }, clientX, clientY) {
  const picture = box.querySelector("svg");
  if (!picture) return null;
  const frame = picture.getBoundingClientRect(), scale = picture.viewBox.baseVal.width / frame.width;
  const col = Math.floor(((clientX - frame.left) * scale - margin) / side);
  const row = Math.floor(((clientY - frame.top) * scale - margin) / side);
  return row >= 0 && col >= 0 && row < size && col < size ? { row, col } : null;
}

// `sides`: for each player, the first one first, {tiles, score, isOn}; `placed` are the tiles of the side to move.
export function drawPlayers(sides, placed) {
  document.querySelectorAll(".player").forEach((player, at) => {
    const { tiles, isOn, none } = sides[at];
    player.classList.toggle("on", isOn);
    drawRack(player.querySelector(".rack"), tiles, isOn ? usedBy(placed) : [], none ?? "no tiles");
  });
}
