// Commands of buttons and keys.
import { clearBoard, clearNow, goBack, goForward, listenToFields, swapSides, useLexicon } from "./editor_keys.js";
import { takeFiles } from "./files.js";
import { addressOf, ofAddress, openText, play, showStart, visit, walk } from "./navigation.js";
import { latestOf } from "./events.js";
import { limits, request, say } from "./requests.js";
import { copyPicture, copyPosition, save } from "./export.js";
import { line, otherLexicon, setMode, showBoard, showSteps } from "./board_view.js";
import { byId, item, one } from "./h.js";
import { USUAL_NAMES, isNarrow, side, state } from "./state.js";

// Select a move.
export function choose(move, isClick = false) {
  const { moves } = state;
  state.editor.clear();
  state.chosen = move;
  line.at = 0;
  byId("why").replaceChildren();
  if (isClick && isNarrow()) one(".players").scrollIntoView({ block: "start" });
  moves.draw();
  showBoard();
  const row = moves.rows.get(move);
  if (state.position.bag) state.draws.show(move);
  else if (row?.is_exact && !row.has_line) askExact();  // exact: its line is cheap
}

function leave() {
  state.chosen = null;
  state.moves.draw();
  showBoard();
}

// Show the move that is being placed; the move selected before it is left.
export function showPlacement() {
  if (state.chosen) leave(); else showBoard();
  showSteps();
}

// Enter: choose the placed move in the list, and play the chosen one.
export function finishMove() {
  const { reading } = state.editor;
  if (state.editor.isEmpty) { play(); return; }
  if (!reading || reading.problem) return;
  if (state.match.isOn) {
    if (state.match.isMine) state.match.make(reading.move).catch((error) => say(error.message));
    return;
  }
  const row = [...state.moves.rows.values()].find(({ move }) => move === reading.move);
  if (row) choose(row.move); else say("The moves are not listed yet.");
}

function askForSide() {
  if (!latestOf(state.serial)?.answer) { say("There is nothing to play out yet."); return; }
  document.querySelectorAll("[data-player]").forEach((button, index) => { button.textContent = `${state.names[index]}${side(index) === 0 ? " (to move)" : ""}`; });
  byId("sides").showModal();
}

function beginMatch(player) {
  byId("sides").close();
  if (state.chosen) leave();
  state.match.begin(player);
  byId("typing").focus({ preventScroll: true });
}

function toMode(isPlaying) {
  setMode(isPlaying);
  showPlacement();
  byId("typing").focus({ preventScroll: true });
}

function openStart() {
  const isShown = !document.body.classList.contains("opening");
  showStart(isShown);
  if (!isShown) return;
  byId("start").scrollIntoView({ block: "nearest" });
  byId("paste").focus({ preventScroll: true });
}

// A name that is typed, of one player; an empty one is the usual one.
function nameTyped(index) {
  state.names[index] = byId(`name-${index}`).value.trim() || USUAL_NAMES[index];
  showBoard();
}

function takeTilesBack() {
  state.editor.clear();
  showPlacement();
}

function askExact() {
  if (state.chosen) request("exact", { serial: state.serial, move: state.chosen, ...limits() });
}

function askWhy() {
  if (!state.chosen) return;
  byId("why").replaceChildren(item("Finding reasons …"));
  const { home, moves } = state.tree.current;
  request("why", { cgp: home, moves, move: state.chosen, names: [state.names[side(0)], state.names[side(1)]] });
}

// In a game against the solver, back takes back the player's move.
function step(by) {
  if (by < 0 && state.match.isOn) state.match.takeBack(); else walk(by);
}

const doing = {
  back: () => step(-1),
  forward: () => step(1),
  swap: swapSides,
  switch: () => useLexicon(otherLexicon().name),
  clear: clearBoard,
  dismiss: () => say(""),
  "clear-now": clearNow,
  close: () => one("dialog[open]").close(),
  open: openStart,
  keys: () => byId("keys").showModal(),
  undo: goBack,
  redo: goForward,
  "to-play": () => toMode(true),
  "to-edit": () => toMode(false),
  choose: finishMove,
  "play-out": askForSide,
  "match-pass": () => state.match.make("pass").catch((error) => say(error.message)),
  "match-back": () => state.match.takeBack(),
  "match-end": () => state.match.end(),
  peek: () => state.match.show(!document.body.classList.contains("peeking")),
  "take-back": takeTilesBack,
  read: () => openText(byId("paste").value),
  copy: copyPosition,
  stop: () => request("stop"),
  go: () => request("go", limits()),
  exact: askExact,
  why: askWhy,
  play: () => play(),
  leave,
  "save-page": () => save("page"),
  "save-gcg": () => save("gcg"),
  "save-picture": () => save("picture"),
  "copy-picture": copyPicture,
};

// Ctrl+Z and Ctrl+Shift+Z, or Ctrl+Y; fields that do not belong to the position keep theirs.
function undoByKey(event) {
  const isOwn = event.target.matches("#paste, #filter"), key = event.key.toLowerCase();
  if (isOwn || event.altKey || !["z", "y"].includes(key)) return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) goForward(); else goBack();
}

function stepAlong(event) {
  if (event.ctrlKey || event.metaKey) undoByKey(event);
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const isField = event.target.matches("input:not([type='checkbox']), textarea, select"), by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (event.key === "Escape" && !state.editor.isEmpty) takeTilesBack();
  else if (event.key === "Escape" && state.chosen) leave();
  else if (event.key === "?" && (!isField || event.target.id === "typing")) { byId("keys").showModal(); event.preventDefault(); }
  else if (by && (!isField || (event.target.id === "typing" && state.isPlaying && state.chosen))) {
    if (state.chosen) line.by(by); else step(by);
    event.preventDefault();
  }
}

// Read pasted text anywhere but in a field; a single word at the board's cursor is typed as tiles.
function takePasted(event) {
  const text = event.clipboardData.getData("text/plain"), isBoard = event.target.id === "typing";
  const isField = event.target.matches?.("input, textarea") && !isBoard;
  if (isField || !text.trim() || (isBoard && !/[\s/]/.test(text.trim()))) return;
  event.preventDefault();
  byId("paste").value = text.slice(0, 100000);
  openText(text);
}

function historyMoved(event) {
  const kept = event.state && state.tree.nodes[event.state.node];
  const node = kept && addressOf(kept) === location.hash ? kept : null;  // after a reload another node has its number
  if (node) { state.isSecond = event.state.isSecond; visit(node); }
  else if (location.hash.length > 1) openText(ofAddress());
}

export function listenToAll() {
  document.addEventListener("click", (event) => {
    const name = event.target.closest("[data-go]")?.dataset.go;
    const example = event.target.closest("[data-example]")?.dataset.example;
    if (doing[name]) doing[name]();
    if (example) openText(example);
    const player = event.target.closest("[data-player]")?.dataset.player;
    if (player) beginMatch(Number(player));
  });
  document.addEventListener("keydown", stepAlong);
  document.addEventListener("paste", takePasted);
  addEventListener("popstate", historyMoved);
  listenToFields();
  for (const index of [0, 1]) byId(`name-${index}`).addEventListener("input", () => nameTyped(index));
  byId("threads").addEventListener("input", () => state.tree.current && visit(state.tree.current));
  byId("seconds").addEventListener("input", () => latestOf(state.serial)?.state === "time" && request("go", limits()));
  byId("paste").addEventListener("paste", () => setTimeout(() => openText(byId("paste").value)));
  takeFiles(openText);
}
