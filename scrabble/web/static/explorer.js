// Entry point of the explorer's page.
//   state.draft           the board as it is edited       state.position   as read by the server
//   state.tree.current    its node in the history         state.chosen     the selected move
import { ask, listen } from "./api.js";
import { choose, finishMove, listenToAll, showPlacement } from "./commands.js";
import { Draws } from "./draws.js";
import { edited } from "./editor_keys.js";
import { Editor } from "./editor.js";
import { ofAddress, openText, openTurn, play, visit } from "./navigation.js";
import { Match } from "./match.js";
import { merge } from "./events.js";
import { MoveList } from "./moves.js";
import { Record } from "./game_list.js";
import { showPosition, takeDraft, useBoard } from "./board_view.js";
import { byId } from "./h.js";
import { state } from "./state.js";
import { Tree } from "./tree.js";
import { Undo } from "./undo.js";

Object.assign(state, {
  tree: new Tree(visit),
  moves: new MoveList(choose),
  record: new Record(openTurn),
  draws: new Draws(play),
  undo: new Undo(),
  match: new Match(),
  editor: new Editor({ edited, placed: showPlacement, finished: finishMove }),
});
state.undo.begin({ draft: state.draft, isSecond: false });
listenToAll();

// Draw the position before the search is ready, so that it can be edited at once.
async function showAtOnce(text) {
  try {
    const { position } = await ask("read", { text, otherwise: state.lexicon });
    if (!position) return;
    state.position = position;
    await useBoard(position.board);
    showPosition();
    takeDraft();
  } catch { /* reported when it is opened */ }
}

function open(text) {
  const { tree } = state;
  if (tree.current) visit(tree.current);
  else if (text) openText(text);
  else {
    const node = tree.add(state.position.cgp, [], null);
    visit(node);
    node.isEdited = true;
  }
}

async function begin() {
  const start = await ask("start");
  state.draft.lexicon = state.lexicon = byId("lexicon").value;
  await showAtOnce(ofAddress() || start.text || start.empty);
  listen((name) => {
    state.page = name;
    byId("connection").textContent = "";
    open(ofAddress() || start.text);
  }, merge, () => { state.page = null; byId("connection").textContent = "Not connected: the program may have stopped."; });
}

begin().catch((error) => { byId("connection").textContent = error.message; });
