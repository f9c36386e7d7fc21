// The page of the explorer: one position at a time, its search, its moves, and where one has been.
//   state.draft      the board as it is edited            state.position   as the server has read it
//   tree.current     where that is                        state.chosen     a move of it that is looked at
import { ask, listen } from "./api.js";
import { showAnswer } from "./answer.js";
import { Draws, KIND, rowsOf } from "./bag.js";
import { fillChoices } from "./choices.js";
import { Editor } from "./editor.js";
import { keepFile, takeFiles } from "./files.js";
import { MoveList } from "./moves.js";
import { cgpOf, ofLink } from "./notation.js";
import { Record } from "./record.js";
import { drawDraft, fillFields, item, overText, showBoard, showNames, showPosition, steps, takeDraft } from "./shown.js";
import { EMPTY, at, side, state } from "./state.js";
import { Tree } from "./tree.js";
import { useBoard } from "./view.js";

const one = (selector) => document.querySelector(selector);
const PAUSE = 40;  // ms from the last change to the question

let page = null, serial = -1, latest = null, heard = { serial: -1, rows: {} }, asked = 0, timer = 0;
const say = (text) => { at("said").textContent = text; };

state.onCursor = () => { if (at("at-cursor").checked) moves.draw(); };

const tree = new Tree((node) => visit(node));
const moves = new MoveList(choose);
const record = new Record((turn) => openTurn(turn));
const draws = new Draws(() => page, visitDraw);
const editor = new Editor(state, edited);
moves.cursor = () => editor.cursor;
Object.assign(state, { moves, editor });

// ---- Where one is

async function explore(node, isNew) {
  const number = (asked += 1);
  tree.current = node;
  if (!page) return;
  let answer;
  try {
    answer = await ask("explore", { page, cgp: node.home, moves: node.moves, ...limits() });
  } catch (error) {
    if (number === asked) refuse(error.message);
    return;
  }
  if (number !== asked) return;
  if (isNew) { moves.clear(); draws.clear(); state.chosen = null; }
  serial = answer.serial;
  state.position = answer.position;
  node.cgp = answer.position.cgp;
  await useBoard(answer.position.board);
  if (number !== asked) return;
  const address = `#${encodeURI(node.cgp)}`;
  if (history.state?.node === node.id || location.hash === address) history.replaceState({ node: node.id, isSecond: state.isSecond }, "", address);
  else if (history.state === null || node.isEdited) history.replaceState({ node: node.id, isSecond: state.isSecond }, "", address);
  else history.pushState({ node: node.id, isSecond: state.isSecond }, "", address);
  showPosition();
  tree.draw();
  if (latest?.serial === serial) hear(latest);
  else showAnswer({ answer: null, state: answer.position.problems.length || answer.position.is_over ? "idle" : "starting", message: overText() }, state.position);
}

const limits = () => ({ seconds: at("seconds").value === "" ? null : Number(at("seconds").value), threads: Number(at("threads").value) || 1 });

function visit(node) {
  state.isSecond = node.isSecond ?? state.isSecond;
  node.isEdited = false;
  explore(node, true).then(takeDraft);
}

// The endgame after a move with a draw, the other player on turn.
function visitDraw({ cgp, tiles }, move) {
  const from = tree.current, second = from.isSecond ?? state.isSecond, name = `${move}, draws ${tiles}`;
  const node = from.children.find((each) => each.name === name) || tree.add(cgp, [], from);
  visit(Object.assign(node, { name, isSecond: !second }));
}

async function openText(given) {
  const text = ofLink(given);
  let read;
  try {
    read = await ask("read", { text });
    if (read.kind === "game") { await openGame(text); return; }
  } catch (error) { refuse(error.message); return; }
  say("");
  state.isSecond = false;
  visit(Object.assign(tree.add(read.position.cgp, [], null), { isSecond: false }));
}

async function openGame(text) {
  const game = await ask("game", { page, text, lexicon: at("lexicon").value });
  state.names = game.players;
  record.show(game);
  showNames();
  const first = game.turns.find((turn) => turn.turn === game.first);
  say(first ? "" : "No turn of this game has an empty bag and known racks.");
  if (first) openTurn(first);
}

function openTurn(turn) {
  record.mark(turn.turn);
  const known = tree.roots.find((node) => node.home === turn.cgp);
  const node = known || tree.add(turn.cgp, [], null);
  node.isSecond = turn.player === 1;
  visit(node);
}

function refuse(text) {
  at("problems").replaceChildren(item(text));
  say(text);
}

// ---- Editing

function edited() {
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
  timer = setTimeout(() => explore(node, true).then(fillGaps), PAUSE);
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

const rackTyped = (text) => text.replace(/[\s,]/g, "").replace(/[._*]/g, "?").toUpperCase();

function choose(move, isClick = false) {
  state.chosen = { move, at: 0 };
  moves.selected = move;
  at("why").replaceChildren();
  if (isClick && matchMedia("(max-width: 860px)").matches) one(".players").scrollIntoView({ block: "start" });
  moves.draw();
  showBoard();
  const row = moves.rows.get(move);
  if (state.position.bag) draws.show(move);
  else if (row && row[1] === row[2] && !row[5].length) request("exact", { move, ...limits() });  // known: its line is cheap
}

function leave() {
  state.chosen = null;
  moves.selected = null;
  moves.draw();
  showBoard();
}

function play() {
  if (!state.chosen || !tree.current) return;
  const line = steps().slice(0, Math.max(1, state.chosen.at + 1));
  let node = tree.current;
  for (const [move] of line) {
    const second = node.isSecond ?? state.isSecond;
    node = tree.after(node, move);
    node.isSecond = !second;
  }
  visit(node);
}

// ---- What is heard

// News may be here before the answer to the question: what it says of the moves is kept until then.
function collect(news) {
  if (news.serial !== heard.serial || news.is_whole) heard = { serial: news.serial, rows: {} };
  Object.assign(heard.rows, news.changed);
  latest = news;
  record.tell(news.game);
  hear(news);
}

function hear(news) {
  if (news.serial !== serial) return;
  if (news.answer) moves.take(news.answer.kind === KIND ? rowsOf(heard.rows) : heard.rows);
  showAnswer({ ...news, message: news.message || overText() }, state.position);
  tree.tell(tree.current, news.answer);
  if (state.chosen) {
    showBoard();
    if (state.position.bag) draws.show(state.chosen.move);
    if (news.why?.move === state.chosen.move) at("why").replaceChildren(...(news.why.is_done ? news.why.sentences : ["Looking for reasons …"]).map(item));
  }
}

async function request(name, given = {}) {
  try {
    return await ask(name, { page, ...given });
  } catch (error) {
    say(error.message);
    return null;
  }
}

async function save(kind) {
  const saved = tree.current && (await request("save", { kind, cgp: tree.current.home, lines: tree.lines() }));
  if (saved) keepFile(saved.name, saved.text, kind === "page" ? "text/html" : "text/plain");
}

const doing = {
  back: () => history.back(),
  forward: () => history.forward(),
  swap: () => {
    state.isSecond = !state.isSecond;
    state.draft.racks.reverse();
    state.draft.scores.reverse();
    fillFields();
    edited();
  },
  clear: () => {
    state.draft = { ...structuredClone(EMPTY), lexicon: state.draft.lexicon, language: state.draft.language, board: state.draft.board, size: state.draft.size };
    fillFields();
    edited();
  },
  read: () => openText(at("paste").value),
  copy: async () => {
    const text = state.position?.cgp ?? "";
    try { await navigator.clipboard.writeText(text); say("Copied."); } catch { at("paste").value = text; at("paste").select(); say("Here it is: copy it."); }
  },
  stop: () => request("stop"),
  go: () => request("go", limits()),
  exact: () => state.chosen && request("exact", { move: state.chosen.move, ...limits() }),
  why: () => {
    if (!state.chosen) return;
    at("why").replaceChildren(item("Looking for reasons …"));
    const { home, moves: path } = tree.current;
    request("why", { cgp: home, moves: path, move: state.chosen.move, names: [state.names[side(0)], state.names[side(1)]] });
  },
  play, leave,
  "save-page": () => save("page"), "save-gcg": () => save("gcg"),
};

document.addEventListener("click", (event) => {
  const name = event.target.closest("[data-go]")?.dataset.go;
  if (doing[name]) doing[name]();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isField = event.target.matches("input:not([type='checkbox']), textarea, select");
  if (event.key === "Escape" && state.chosen) leave();
  else if (!isField && state.chosen && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
    const by = event.key === "ArrowRight" ? 1 : -1;
    state.chosen.at = Math.min(Math.max(state.chosen.at + by, -1), steps().length - 1);
    showBoard();
    event.preventDefault();
  }
});
addEventListener("popstate", (event) => {
  const node = event.state && tree.nodes[event.state.node];
  if (node) { state.isSecond = event.state.isSecond; visit(node); }
  else if (location.hash.length > 1) openText(decodeURI(location.hash.slice(1)));
});
for (const name of ["rack-0", "rack-1", "score-0", "score-1", "zeros", "lexicon", "board-name"]) at(name).addEventListener("input", fieldChanged);
at("language").addEventListener("input", () => {
  const fitting = [...at("lexicon").options].find((option) => option.dataset.language === at("language").value);
  at("lexicon").value = fitting ? fitting.value : "";
  fieldChanged();
});
at("threads").addEventListener("input", () => tree.current && visit(tree.current));
at("seconds").addEventListener("input", () => latest?.state === "time" && request("go", limits()));
at("paste").addEventListener("paste", () => setTimeout(() => openText(at("paste").value)));
takeFiles(openText);

// ---- The beginning

const given = (text) => (location.hash.length > 1 ? decodeURI(location.hash.slice(1)) : text);

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

async function begin() {
  const start = await ask("start");
  state.draft.lexicon = fillChoices(start);
  await showAtOnce(given(start.text) || cgpOf(state.draft));
  listen((name) => {
    page = name;
    at("connection").textContent = "";
    if (tree.current) { visit(tree.current); return; }
    const text = given(start.text);
    if (text) openText(text); else { tree.add(cgpOf(state.draft), [], null).isEdited = true; visit(tree.nodes[0]); tree.nodes[0].isEdited = true; }
  }, collect, () => { page = null; at("connection").textContent = "Not connected to the program: it may have been ended."; });
}

begin().catch((error) => { at("connection").textContent = error.message; });
