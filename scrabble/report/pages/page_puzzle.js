// Judges a move by the answer to a puzzle (PagePuzzle) that the page holds.
const tilesKey = (placed) => placed.map(([row, col, letter, points]) => `${row},${col},${letter},${points === null}`).sort().join(" ");

// The verdict on a move that is written, as the record writes it; tiles tell one-tile moves apart from nothing else.
export function judged(puzzle, text, added) {
  const mine = tilesKey(added), isPass = text === "pass";
  const isSame = (placed) => tilesKey(placed) === mine && isPass === !placed.length;
  if (!isPass && !added.length) throw new Error(`${text}: these tiles are not on your rack, or the squares are not free.`);
  if (puzzle.right.some(isSame)) return { is_right: true, move: text, text: puzzle.verdict, line: puzzle.line };
  const other = puzzle.others.find(({ line }) => isSame(line[0].placed));
  if (other) return { is_right: false, move: other.move, text: other.text, line: other.line };
  return { is_right: false, is_open: !puzzle.is_complete, move: text, text: `${text} ${puzzle.otherwise}`, line: [] };
}
