// Edits of the position: typed and chosen values go into the draft, and the draft to the server.
import { explore, reopenGame, visit } from "./navigation.js";
import { fillFields, presentDraft, setMode, showSteps } from "./board_view.js";
import { byId, one } from "./h.js";
import { EMPTY, side, state } from "./state.js";

const PAUSE = 40;  // ms from the last change to the request
const FIELDS = ["rack-0", "rack-1", "score-0", "score-1", "zeros", "board-name"];
let timer = 0;

// Take an edit of the draft; `field` names the field that it was typed in, which stays as it is.
export function edited(field = null) {
  if (!field) fillFields();
  state.undo.edited(presentDraft(), field);
  takeEdit();
}

function takeEdit() {
  const { tree } = state;
  state.chosen = null;
  state.editor.clear();
  state.match.end();
  showSteps();
  one("#line").hidden = true;
  state.editor.drawDraft();
  const current = tree.current;
  const canChange = current && !current.moves.length && !current.children.length && current.isEdited;
  const node = canChange ? current : tree.add("", [], null);
  Object.assign(node, { home: "", draft: structuredClone(state.draft), isEdited: true, isSecond: state.isSecond, summary: "" });
  tree.current = node;
  clearTimeout(timer);
  timer = setTimeout(() => explore(node).then(fillGaps), PAUSE);
}

// Fill fields that the server knows better, except those being typed in.
function fillGaps() {
  if (!state.position) return;
  if (!state.draft.lexicon && state.position.lexicon) byId("lexicon").value = state.position.lexicon;
}

// Undo the last edit or the last move played, or redo it; while a move is placed, its last tile is taken back.
export function goBack() {
  const { editor, match, tree, undo } = state;
  if (editor.takeBack()) return;
  if (undo.before.length) takeDraftBack(undo.undo());
  else if (match.isOn) match.takeBack();
  else if (tree.current.parent) visit(tree.current.parent);
}

export function goForward() {
  const { tree, undo } = state;
  if (undo.after.length) takeDraftBack(undo.redo()); else if (tree.current.next) visit(tree.current.next);
}

function takeDraftBack(found) {
  Object.assign(state, found);
  fillFields();
  takeEdit();
}

function fieldChanged(event) {
  const { draft } = state;
  const language = byId("language").value, board = byId("board-name").value;
  draft.racks = [0, 1].map((index) => rackTyped(byId(`rack-${side(index)}`).value));
  const typed = [0, 1].map((index) => byId(`score-${side(index)}`).value);
  draft.has_scores = typed.some((score) => score.trim());
  draft.scores = typed.map((score) => Math.trunc(Number(score)) || 0);
  draft.zeros = Math.max(0, Math.trunc(Number(byId("zeros").value)) || 0);
  draft.lexicon = byId("lexicon").value;
  if (draft.board !== board) draft.placed = [];
  [draft.language, draft.board] = [language, board];
  edited(event?.target.id ?? null);
}

// Explore with another lexicon: this position, or the open game if this is one of its turns.
export function useLexicon(name) {
  if (reopenGame(name)) return;
  state.draft.lexicon = name;
  edited();
}

const rackTyped = (text) => text.replace(/[\s,]/g, "").replace(/[._*]/g, "?").toUpperCase();

export function swapSides() {
  state.isSecond = !state.isSecond;
  state.draft.racks.reverse();
  state.draft.scores.reverse();
  edited();
}

// Clear the board, after a question if there is anything on it.
export function clearBoard() {
  const { placed, racks } = state.draft;
  if (!placed.length && !racks.join("")) return;
  byId("clearing").showModal();
}

export function clearNow() {
  byId("clearing").close();
  const { lexicon, language, board } = state.draft;
  state.draft = { ...structuredClone(EMPTY), lexicon, language, board };
  setMode(false);
  edited();
}

export function listenToFields() {
  for (const name of FIELDS) byId(name).addEventListener("input", fieldChanged);
  byId("lexicon").addEventListener("input", () => useLexicon(byId("lexicon").value));
  byId("language").addEventListener("input", () => {
    const fitting = [...byId("lexicon").options].find((option) => option.dataset.language === byId("language").value);
    byId("lexicon").value = fitting ? fitting.value : "";
    fieldChanged();
  });
}
