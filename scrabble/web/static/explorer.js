// The page of the explorer: its parts, and how it begins.
//   state.draft           the board as it is edited       state.position   as the server has read it
//   state.tree.current    where that is                   state.chosen     a move of it that is looked at
import { ask, listen } from "./api.js";
import { fillChoices } from "./choices.js";
import { choose, listenToAll } from "./commands.js";
import { Draws } from "./draws.js";
import { edited } from "./editor_keys.js";
import { Editor } from "./editor.js";
import { openText, openTurn, play, visit } from "./navigation.js";
import { collect } from "./events.js";
import { MoveList } from "./moves.js";
import { cgpOf, ofAddress } from "./notation.js";
import { Record } from "./game_list.js";
import { showPosition, takeDraft } from "./board_view.js";
import { at, state } from "./state.js";
import { Tree } from "./tree.js";
import { useBoard } from "./board_svg.js";

Object.assign(state, {
  tree: new Tree(visit),
  moves: new MoveList(choose),
  record: new Record(openTurn),
  draws: new Draws(play),
  editor: new Editor(state, edited),
  onCursor: () => { if (at("at-cursor").checked) state.moves.draw(); },
});
state.moves.cursor = () => state.editor.cursor;
listenToAll();

// Draw the position before anything can be searched, so that one may begin to edit it.
async function showAtOnce(text) {
  try {
    const { position } = await ask("read", { text });
    if (!position) return;
    state.position = position;
    await useBoard(position.board);
    showPosition();
    takeDraft();
  } catch { /* said when it is opened */ }
}

function open(text) {
  const { tree } = state;
  if (tree.current) visit(tree.current);
  else if (text) openText(text);
  else {
    const node = tree.add(cgpOf(state.draft), [], null);
    visit(node);
    node.isEdited = true;
  }
}

async function begin() {
  const start = await ask("start");
  state.draft.lexicon = state.lexicon = fillChoices(start);
  await showAtOnce(ofAddress() || start.text || cgpOf(state.draft));
  listen((name) => {
    state.page = name;
    at("connection").textContent = "";
    open(ofAddress() || start.text);
  }, collect, () => { state.page = null; at("connection").textContent = "Not connected to the program: the program may have stopped."; });
}

begin().catch((error) => { at("connection").textContent = error.message; });
