// The position as it is edited: what is typed and chosen goes into the draft, and the draft to the server.
import { explore, reopenGame } from "./navigation.js";
import { cgpOf } from "./notation.js";
import { drawDraft, fillFields } from "./board_view.js";
import { EMPTY, at, one, side, state } from "./state.js";

const PAUSE = 40;  // ms from the last change to the question
const FIELDS = ["rack-0", "rack-1", "score-0", "score-1", "zeros", "board-name"];
let timer = 0;

export function edited() {
  const { tree } = state;
  state.chosen = null;
  one("#line").hidden = true;
  drawDraft();
  const current = tree.current;
  const canChange = current && !current.moves.length && !current.children.length && current.isEdited;
  const home = cgpOf(state.draft);
  const node = canChange ? current : tree.add(home, [], null);
  Object.assign(node, { home, isEdited: true, isSecond: state.isSecond, told: "" });
  tree.current = node;
  clearTimeout(timer);
  timer = setTimeout(() => explore(node).then(fillGaps), PAUSE);
}

// Fields that the server knows better, but not those that somebody is typing in.
function fillGaps() {
  if (!state.position) return;
  if (!state.draft.lexicon && state.position.lexicon) at("lexicon").value = state.position.lexicon;
}

function fieldChanged() {
  const { draft } = state;
  const language = at("language").value, board = at("board-name").value;
  draft.racks = [0, 1].map((index) => rackTyped(at(`rack-${side(index)}`).value));
  draft.scores = [0, 1].map((index) => Math.trunc(Number(at(`score-${side(index)}`).value)) || 0);
  draft.zeros = Math.max(0, Math.trunc(Number(at("zeros").value)) || 0);
  draft.lexicon = at("lexicon").value;
  draft.size = board === "CrosswordGame" ? 15 : 21;
  if (draft.board !== board) draft.squares = {};
  [draft.language, draft.board] = [language, board];
  edited();
}

// Explore with another lexicon: this position, or if it is a turn of the game that is open, the game.
export function useLexicon(name) {
  if (reopenGame(name)) return;
  state.draft.lexicon = name;
  fillFields();
  edited();
}

const rackTyped = (text) => text.replace(/[\s,]/g, "").replace(/[._*]/g, "?").toUpperCase();

export function swapSides() {
  state.isSecond = !state.isSecond;
  state.draft.racks.reverse();
  state.draft.scores.reverse();
  fillFields();
  edited();
}

export function clearBoard() {
  const { lexicon, language, board, size } = state.draft;
  state.draft = { ...structuredClone(EMPTY), lexicon, language, board, size };
  fillFields();
  edited();
}

export function listenToFields() {
  for (const name of FIELDS) at(name).addEventListener("input", fieldChanged);
  at("lexicon").addEventListener("input", () => useLexicon(at("lexicon").value));
  at("language").addEventListener("input", () => {
    const fitting = [...at("lexicon").options].find((option) => option.dataset.language === at("language").value);
    at("lexicon").value = fitting ? fitting.value : "";
    fieldChanged();
  });
}
