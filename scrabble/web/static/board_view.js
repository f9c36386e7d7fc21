// View of the position: board, racks, fields, and the line of the selected move.
import { boardPicture } from "./api.js";
import { drawPlayers } from "./board.js";
import { board } from "./editor.js";
import { byId, capitalised, h, item, one } from "./h.js";
import { Line, captionOf, madeFrom } from "./line.js";
import { side, state } from "./state.js";

export async function useBoard(name) {
  if (board.name === name) return;
  board.name = name;
  const picture = await boardPicture(name);
  if (board.name === name) board.use(picture);
}

export function showPosition() {
  const { position } = state;
  byId("problems").replaceChildren(...position.problems.map(item));
  byId("to-do").replaceChildren(...(isEmpty(position) || turnShown() ? [] : position.to_do.map((text) => item(`${capitalised(text)}.`))));
  document.body.classList.toggle("starting", !canExplore(position) && !state.record?.game);
  document.body.classList.toggle("unsearched", !canExplore(position));
  byId("warnings").replaceChildren(...position.warnings.map(item));
  showOtherLexicon();
  one(".palette").replaceChildren(...position.tiles.filter(([, , unseen]) => unseen > 0).map(
    ([letter, , unseen]) => h("button", { "data-tile": letter }, letter, h("sub", {}, unseen))));
  if (position.board !== state.draft.board) takeDraft();
  showBoard();
}

// A lexicon that fits the words of the whole game, or of this board, better.
export function otherLexicon() {
  const { game } = state.record, { position } = state;
  const isOfGame = game?.lexicon === position.lexicon && state.record.turnOf(state.tree.current);
  return (isOfGame && game.other_lexicon) || position.other_lexicon;
}

function showOtherLexicon() {
  const other = otherLexicon(), line = byId("other-lexicon");
  line.hidden = !other;
  line.querySelector("span").textContent = other ? `${other.text}.` : "";
  line.querySelector("button").textContent = other ? `Use ${other.name}` : "";
}

// Whether a position can be searched, or is the end of a game.
export const canExplore = (position) => !position.problems.length && !position.to_do.length;
// A turn of the game with too many tiles in the bag: its move is shown.
const turnShown = () => (canExplore(state.position) ? null : state.record?.turnOf(state.tree.current));
const isEmpty = (position) => !position.placed.length && !position.racks.flat().length;

export function showNames() {
  [0, 1].forEach((index) => { byId(`name-${index}`).value = state.names[index]; });
}

export function fillFields() {
  const { draft } = state;
  [0, 1].forEach((index) => {
    byId(`rack-${index}`).value = draft.racks[side(index)];
    byId(`score-${index}`).value = draft.has_scores ? draft.scores[side(index)] : "";
  });
  byId("zeros").value = draft.zeros;
  byId("language").value = draft.language;
  byId("board-name").value = draft.board;
  chooseLexicon(draft.lexicon);
  showNames();
}

// Select the lexicon of the position, even if it is not installed.
function chooseLexicon(name) {
  const select = byId("lexicon");
  select.querySelectorAll("[data-missing]").forEach((option) => option.remove());
  if (name && ![...select.options].some(({ value }) => value === name)) {
    const option = new Option(`${name} (not installed)`, name);
    option.dataset.missing = "yes";
    select.append(option);
  }
  if (name) select.value = name;
}

// The line of the selected move, step by step; the move alone while no more is known.
export const line = new Line(one("#line ol"), showBoard);

export function showBoard() {
  const { position, chosen, editor } = state, last = editor.isEmpty && !chosen && state.match.hasMoved ? position.last : null;
  line.take(state.moves.rows.get(chosen)?.steps ?? []);
  const shown = madeFrom(position, line.played);
  let { placed, added } = shown;
  if (last) {
    added = last;
    placed = placed.filter(([row, col]) => !added.some(([ownRow, ownCol]) => ownRow === row && ownCol === col));
  } else if (!editor.isEmpty) ({ added } = editor.move);
  else if (turnShown()) added = turnShown().placed;
  board.draw(placed, added);
  showMotion(added.length && (last || chosen), last ? 1 : shown.mover);
  const none = (player) => (position.bag && side(player) === 1 ? "not known" : "no tiles");
  drawPlayers([0, 1].map((player) => ({ tiles: shown.racks[side(player)], isOn: side(player) === shown.mover, none: none(player) })), last ? [] : added);
  editor.show();
  editor.showMove();
  showLine(shown);
}

let moved = "";  // the move whose tiles came last

// Let the tiles of a move come from the rack of its player when it is shown for the first time.
function showMotion(isMove, mover) {
  const { chosen } = state, key = isMove ? [state.serial, chosen, line.at].join(" ") : "";
  if (key && key !== moved) board.moveIn(one(`.player:nth-child(${side(mover) + 1}) .rack`));
  moved = key;
}

// Place tiles as a move, or edit the position.
export function setMode(isPlaying) {
  state.isPlaying = isPlaying;
  state.editor.clear();
  document.body.classList.toggle("playing", isPlaying);
  for (const name of ["play", "edit"]) one(`[data-go='to-${name}']`).setAttribute("aria-pressed", String((name === "play") === isPlaying));
}

// What edits change, for undo.
export const presentDraft = () => ({ draft: state.draft, isSecond: state.isSecond });

// Which steps there are: back and on, undo and redo.
export function showSteps() {
  const { editor, record, tree: { current }, undo } = state;
  one("[data-go='back']").disabled = !record.beside(current, -1);
  one("[data-go='forward']").disabled = !record.beside(current, 1);
  one("[data-go='undo']").disabled = !undo.before.length && editor.isEmpty && !current?.parent;
  one("[data-go='redo']").disabled = !undo.after.length && !current?.next;
}

function showLine({ mover }) {
  const { position, chosen, moves: { rows } } = state, { step } = line, row = rows.get(chosen);
  one("#line").hidden = !chosen;
  if (!chosen) {
    const hint = isEmpty(position) ? "Put tiles on the board, or open a position." : "";
    byId("caption").textContent = position.is_over ? idleText() : canExplore(position) ? `${state.names[side(0)]} to move` : turnShown()?.title ?? hint;
    return;
  }
  byId("line-title").textContent = row?.title ?? chosen;
  one("[data-go='exact']").disabled = Boolean(row?.is_exact && (position.bag || row.has_line));
  byId("caption").textContent = captionOf(step, state.names[side(mover)], state.isSecond);
}

// Why nothing is searched.
export const idleText = () => (state.position && turnShown()?.reason) || overText();

// How the game ended, for one of the players.
export const overText = (player = 0) => {
  const { position } = state;
  if (!position?.final) return position?.is_over && !position.has_scores ? "The game is over." : "";
  return `The game is over: ${state.names[player]} ${position.results[side(player)]}.`;
};

export function takeDraft() {
  if (!state.position) return;
  const { placed, rack_texts: racks, scores, has_scores, zeros, lexicon, language, board: name } = state.position;
  state.draft = structuredClone({ placed, racks, scores, has_scores, zeros, lexicon, language, board: name });
  state.undo.begin(presentDraft());
  showSteps();
  fillFields();
}
