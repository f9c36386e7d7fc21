// Draws tiles on the boards and racks of pages: of a game that was judged, and of the explorer.
// A tile on a board is [row, column, letter, points or null for a blank], one on a rack [letter, points].
const SVG = "http://www.w3.org/2000/svg";

export function svgNode(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

export function boardTile({ margin, side }, [row, col, letter, points], isNew) {
  const x = margin + col * side, y = margin + row * side;
  const group = svgNode("g", { class: `tile${isNew ? " new" : ""}${points === null ? " blank" : ""}` });
  const size = { 1: 19, 2: 15 }[letter.length] || 11;
  group.append(
    svgNode("rect", { x: x + 1, y: y + 1, width: side - 2, height: side - 2, rx: 4 }),
    svgNode("text", { class: "letter", x: x + 14, y: y + 22, "font-size": size, "font-weight": "bold" }, letter));
  if (points !== null) group.append(svgNode("text", { class: "value", x: x + 26, y: y + 28, "font-size": 9 }, points));
  return group;
}

// The tiles of a rack, those in `used` (letters, ? for a blank) marked; `none` stands for no tiles.
export function drawRack(rack, tiles, used, none) {
  const left = [...used];
  rack.className = "rack";
  rack.replaceChildren(...tiles.map(([letter, points]) => {
    const span = document.createElement("span"), sub = document.createElement("sub");
    const at = left.indexOf(letter);
    if (at >= 0) { left.splice(at, 1); span.className = "used"; }
    span.classList.toggle("two", letter.length > 1);
    sub.textContent = points ?? "";
    span.append(letter, sub);
    return span;
  }));
  if (tiles.length) return;
  const empty = document.createElement("em");
  empty.textContent = none;
  rack.append(empty);
}

// Name and rack of a side of a puzzle; before a draw is shown, the opponent's rack is one with the bag.
export function drawSide(label, rack, puzzle, side, tiles, used, isDrawn = false) {
  const isUnseen = side === 1 && !isDrawn && puzzle.unseen.length > 0;
  label.textContent = isUnseen ? `${puzzle.names[side]} + bag` : puzzle.names[side];
  drawRack(rack, isUnseen ? puzzle.unseen : tiles, used, "no tiles");
}

// The tiles that a play takes from the rack, as `drawRack` has them.
export const usedBy = (placed) => placed.map(([, , letter, points]) => (points === null ? "?" : letter));
