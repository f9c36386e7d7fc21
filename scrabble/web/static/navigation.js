// Navigation: to a text, a turn of a game, the position after a move, back and forward.
import { ask } from "./api.js";
import { handleNews, latestOf, showAnswer } from "./events.js";
import { limits, otherwise, refuse, say } from "./requests.js";
import { canExplore, line, setMode, showNames, showPosition, showSteps, takeDraft, useBoard } from "./board_view.js";
import { byId, item, one } from "./h.js";
import { USUAL_NAMES, isNarrow, state } from "./state.js";

let asked = 0, last = Promise.resolve();  // the server must hear of positions in their order

export async function explore(node) {
  const number = (asked += 1);
  const { tree, moves, draws } = state;
  tree.current = node;
  if (!state.page) return;
  const { draft, home: cgp } = node;
  const wanted = { page: state.page, ...(draft ? { draft } : { cgp }), moves: node.moves, otherwise: otherwise(), ...limits() };
  const answered = last.then(() => number === asked && ask("explore", wanted));
  last = answered.catch(() => {});
  let answer;
  try {
    answer = await answered;
  } catch (error) {
    if (number === asked) byId("problems").replaceChildren(item(error.message));
    return;
  }
  if (number !== asked) return;
  moves.clear();
  draws.clear();
  state.chosen = null;
  state.serial = answer.serial;
  state.position = answer.position;
  state.editor.clear();
  node.cgp = answer.position.cgp;
  if (draft && node.draft === draft) Object.assign(node, { home: node.cgp, draft: null });  // not edited since
  await useBoard(answer.position.board);
  if (number !== asked) return;
  keepAddress(node);
  showPosition();
  showSteps();
  tree.draw();
  const news = latestOf(state.serial);
  if (news) handleNews(news); else showAnswer({ state: answer.state, message: answer.message });
}

export const addressOf = (node) => `#${encodeURI(node.cgp)}`;

// The position that the address of the page holds; nothing if it holds none.
export function ofAddress() {
  const text = location.hash.slice(1);
  try { return decodeURI(text); } catch { return text; }
}

// The position of a link to some explorer, as it stands after the #; any other text as it is.
function ofLink(text) {
  const link = text.trim().match(/^(?:https?:\/\/[^\s#]*#)?((?!https?:)\S+%20\S+)$/);
  if (!link) return text;
  try { return decodeURI(link[1]); } catch { return text; }
}

// The address holds the position; edits make one step of the browser's history, not one per tile.
function keepAddress(node) {
  const address = addressOf(node), kept = { node: node.id, isSecond: state.isSecond };
  const isSame = history.state === null || history.state.node === node.id || location.hash === address;
  if (isSame || node.isEdited) history.replaceState(kept, "", address); else history.pushState(kept, "", address);
}

export function visit(node) {
  const root = state.tree.rootOf(node);
  state.isSecond = node.isSecond ?? state.isSecond;
  state.names = root.names;
  state.record.mark(state.record.turnOf(root)?.turn);
  showNames();
  node.isEdited = false;
  if (node.parent) node.parent.next = node;
  explore(node).then(() => {
    if (state.tree.current !== node || node.draft) return;  // it was left, or edited since
    takeDraft();
    setMode(Boolean(state.position) && (canExplore(state.position) || Boolean(state.record.turnOf(node))));
    state.match.arrive();
  });
}

export async function openText(given) {
  const text = ofLink(given);
  let read;
  try {
    read = await ask("read", { text, otherwise: otherwise() });
    if (read.kind === "address") {
      if (!confirm(`Fetch this from ${read.host}?\n\n${text.trim()}`)) return;
      say(`Fetching from ${read.host} …`);
      read = await ask("read", { text, otherwise: otherwise(), fetch: true });
    }
    if (read.kind === "game") { await openGame(read.text); return; }
  } catch (error) { refuse(error.message); return; }
  say("");
  closeStart();
  state.isSecond = false;
  if (state.names === state.record.game?.players) state.names = [...USUAL_NAMES];
  scrollToBoard();
  visit(Object.assign(state.tree.add(read.position.cgp, [], null), { isSecond: false }));
}

// `lexicon` is set only if the user chose one; otherwise that of the record counts.
async function openGame(text, lexicon = "", number = null) {
  const game = { text, ...await ask("game", { page: state.page, text, lexicon, otherwise: otherwise() }) };
  closeStart();
  state.names = game.players;
  state.record.show(game);
  showNames();
  const first = game.turns.find((turn) => turn.turn === (number ?? game.first));
  say(first?.reason ? game.state : "");
  if (first && number === null) scrollToBoard();
  if (first) openTurn(first);
}

// Analyse the game with another lexicon and return to the same turn; false if no turn of a game is shown.
export function reopenGame(lexicon) {
  const { game } = state.record, turn = state.record.turnOf(state.tree.current);
  if (!turn) return false;
  openGame(game.text, lexicon, turn.turn).catch((error) => refuse(error.message));
  return true;
}

// Show or hide what a position or a game is opened with.
export function showStart(isShown) {
  document.body.classList.toggle("opening", isShown);
  one("[data-go='open']").setAttribute("aria-expanded", String(isShown));
}

const closeStart = () => showStart(false);

// The board may be above: on a telephone, two screens above.
function scrollToBoard() {
  const players = one(".players");
  if (players.getBoundingClientRect().top >= 0) return;
  document.activeElement?.blur?.();  // closes the keyboard, which covers the board
  players.scrollIntoView({ block: "start" });
}

export function openTurn(turn) {
  if (isNarrow()) scrollToBoard();
  const known = state.tree.roots.find((node) => node.home === turn.cgp);
  const node = known || state.tree.add(turn.cgp, [], null);
  Object.assign(node, { isSecond: turn.player === 1, title: turn.label, names: state.record.game.players });
  visit(node);
}

// Go to a node, or to the position after a step.
export function goTo(step, node = null) {
  const { current } = state.tree, next = node ?? state.tree.after(current, step);
  if (!node) next.isSecond = !(current.isSecond ?? state.isSecond);
  visit(next);
}

// Go a turn of the game, or a move of a line that was played, back or on.
export function walk(by) {
  const next = state.record.beside(state.tree.current, by);
  if (next?.turn) openTurn(next); else if (next) visit(next);
}

// Play the selected moves of the line, or with tiles in the bag the move with the chosen draw.
export function play(withDraw = null) {
  if (!state.chosen || !state.tree.current) return;
  if (state.position.bag && !withDraw) { state.draws.askForOne(); return; }
  const played = withDraw ? [withDraw] : line.steps.slice(0, Math.max(1, line.at + 1)).map(({ move }) => move);
  let node = state.tree.current;
  for (const step of played) {
    const second = node.isSecond ?? state.isSecond;
    node = state.tree.after(node, step);
    node.isSecond = !second;
  }
  visit(node);
}
