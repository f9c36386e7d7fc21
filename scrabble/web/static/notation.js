// Positions as text: CGP from a draft of a board, how tiles are written, names of squares, addresses.
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
