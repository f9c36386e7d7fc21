// Positions and moves as text: CGP from a draft of a board, the tiles that a written move lays.
// A draft: {size, squares: {"row,col": tile as written}, racks, scores, hasScores, zeros, lexicon, language, board};
// scores that are not known are 0.

export function cgpOf(draft) {
  const rows = [];
  for (let row = 0; row < draft.size; row += 1) {
    let text = "", empty = 0;
    for (let col = 0; col < draft.size; col += 1) {
      const tile = draft.squares[`${row},${col}`];
      if (!tile) { empty += 1; continue; }
      text += `${empty || ""}${tile}`;
      empty = 0;
    }
    rows.push(`${text}${empty || ""}`);
  }
  const racks = draft.racks.map((rack) => rack.replace(/\s/g, ""));
  const operations = [["scores", draft.hasScores ? "" : "unknown"], ["lex", draft.lexicon], ["ld", draft.language === "english" ? "" : draft.language],
    ["bdn", draft.board === "CrosswordGame" ? "" : draft.board]];
  const told = operations.filter(([, value]) => value).map(([name, value]) => ` ${name} ${value};`).join("");
  return `${rows.join("/")} ${racks.join("/")} ${draft.scores.join("/")} ${draft.zeros}${told}`;
}

export function draftOf(position) {
  return {
    size: position.size, board: position.board, language: position.language, lexicon: position.lexicon,
    squares: Object.fromEntries(position.placed.map(([row, col, letter]) => [`${row},${col}`, tilesOf(position)[`[${letter}]`].written])),
    racks: [...position.rack_texts], scores: [...position.scores], hasScores: position.has_scores, zeros: position.zeros,
  };
}

// How each tile of a set is written, as {letter, points}: a blank in lower case has none.
export function tilesOf(position) {
  const found = {};
  for (const [written, letter, points, , , lower] of position.tiles) {
    if (written === "?") continue;
    for (const text of [written, `[${letter}]`]) found[text] = { letter, points, written };
    for (const text of [lower, `[${lower}]`]) found[text] = { letter: lower, points: null, written: written.startsWith("[") ? `[${lower}]` : lower };
  }
  return found;
}

export function split(text, tiles) {
  const found = [];
  const longest = Math.max(...Object.keys(tiles).map((each) => each.length));
  for (let at = 0; at < text.length;) {
    let length = Math.min(longest, text.length - at);
    while (length > 0 && !tiles[text.slice(at, at + length)]) length -= 1;
    if (!length) return null;
    found.push(tiles[text.slice(at, at + length)]);
    at += length;
  }
  return found;
}

// The tiles that a move such as `8D (C)ATs` lays: [[row, col, letter, points]].
export function placedBy(move, tiles) {
  const [square, word = ""] = move.split(" ");
  const parts = square.match(/^(\d+)([A-Z])$/) || square.match(/^([A-Z])(\d+)$/);
  if (!parts) return [];
  const isDown = /^[A-Z]/.test(square);
  let row = Number(isDown ? parts[2] : parts[1]) - 1, col = (isDown ? parts[1] : parts[2]).charCodeAt(0) - 65;
  const placed = [];
  for (const piece of word.match(/\([^)]*\)|[^(]+/g) || []) {
    const isThere = piece.startsWith("(");
    for (const tile of split(isThere ? piece.slice(1, -1) : piece, tiles) || []) {
      if (!isThere) placed.push([row, col, tile.letter, tile.points]);
      if (isDown) row += 1; else col += 1;
    }
  }
  return placed;
}

export const squareName = (row, col) => `${String.fromCharCode(65 + col)}${row + 1}`;

// The position of a link to some explorer, as it stands after the #; any other text as it is.
export function ofLink(text) {
  const link = text.trim().match(/^(?:https?:\/\/[^\s#]*#)?((?!https?:)\S+%20\S+)$/);
  if (!link) return text;
  try { return decodeURI(link[1]); } catch { return text; }
}

// The position that the address of the page holds; nothing if it holds none.
export function ofAddress() {
  const text = location.hash.slice(1);
  try { return decodeURI(text); } catch { return text; }
}
