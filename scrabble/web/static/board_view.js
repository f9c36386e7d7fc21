// View of the position: board, racks, fields, and the line of the selected move.
import { draftOf, placedBy, tilesOf } from "./notation.js";
import { byId, item, one, side, state } from "./state.js";
import { drawPlayers, drawTiles, moveIn } from "./board_svg.js";

export function showPosition() {
  const { position } = state;
  state.moves.position = position;
  state.start = [Math.floor(position.size / 2), Math.floor(position.size / 2)];
  byId("problems").replaceChildren(...position.problems.map(item));
  byId("to-do").replaceChildren(...(isEmpty(position) ? [] : position.to_do.map((text) => item(`${text[0].toUpperCase()}${text.slice(1)}.`))));
  document.body.classList.toggle("starting", !canExplore(position) && !state.record?.game);
  byId("warnings").replaceChildren(...position.warnings.map(item));
  showOtherLexicon();
  one(".palette").replaceChildren(...position.tiles.filter(([, , , , unseen]) => unseen > 0).map(([written, letter, , , unseen]) => {
    const button = document.createElement("button"), count = document.createElement("sub");
    button.type = "button";
    button.dataset.tile = written;
    count.textContent = unseen;
    button.append(letter, count);
    return button;
  }));
  if (position.size !== state.draft.size || position.board !== state.draft.board) takeDraft();
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
const isEmpty = (position) => !position.placed.length && !position.racks.flat().length;

export function showNames() {
  [0, 1].forEach((index) => { byId(`name-${index}`).value = state.names[index]; });
}

export function fillFields() {
  const { draft } = state;
  [0, 1].forEach((index) => {
    byId(`rack-${index}`).value = draft.racks[side(index)];
    byId(`score-${index}`).value = draft.hasScores ? draft.scores[side(index)] : "";
  });
  byId("zeros").value = draft.zeros;
  byId("language").value = draft.language;
  byId("board-name").value = draft.board;
  chooseLexicon(draft.lexicon);
  showNames();
}

function options(select, values, chosenValue) {
  select.replaceChildren(...values.map(([value, text, language]) => {
    const option = document.createElement("option");
    option.value = value;
    option.textContent = text;
    if (language) option.dataset.language = language;
    option.selected = value === chosenValue;
    return option;
  }));
}

// Fill the choices of the fields: lexicons, languages, boards, threads, times.  Return the lexicon for positions that name none.
export function fillChoices(start) {
  const lexicon = start.lexicon || start.lexicons.find(([, language]) => language === "english")?.[0] || "";
  options(byId("lexicon"), start.lexicons.map(([name, language]) => [name, name, language]), lexicon);
  options(byId("language"), start.languages.map((name) => [name, name]), "english");
  options(byId("board-name"), start.boards.map((name) => [name, name]), "CrosswordGame");
  options(byId("threads"), Array.from({ length: start.most_threads }, (_, index) => [String(index + 1), String(index + 1)]), String(start.threads));
  if (start.seconds && ![...byId("seconds").options].some(({ value }) => Number(value) === start.seconds)) byId("seconds").prepend(new Option(`${start.seconds} s`, start.seconds));
  byId("seconds").value = start.seconds ?? "";
  return lexicon;
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

// The line of the selected move: that move alone if none is known.
export function steps() {
  const { move } = state.chosen, row = state.moves.rows.get(move);
  return row?.line.length ? row.line : [{ move, score: row?.score ?? 0 }];
}

export function showBoard() {
  const { position } = state;
  const tiles = tilesOf(position);
  let racks = position.racks.map((rack) => rack.map(([letter, points]) => [letter, points]));
  let scores = [...position.scores], placed = position.placed, added = [], mover = 0;
  if (!state.placement.isEmpty) added = state.placement.placed;
  else if (state.chosen) {
    steps().slice(0, state.chosen.at + 1).forEach(({ move, score }, index) => {
      if (index > 0) {
        racks[mover] = without(racks[mover], added);
        mover = 1 - mover;
      }
      placed = [...placed, ...added];
      added = placedBy(move, tiles);
      scores[mover] += score;
    });
  }
  const last = state.placement.isEmpty && !state.chosen ? state.match.lastMove : null;
  if (last) {
    added = placedBy(last, tiles);
    placed = placed.filter(([row, col]) => !added.some(([ownRow, ownCol]) => ownRow === row && ownCol === col));
  }
  drawTiles(position, placed, added);
  showMotion(added.length && (last || state.chosen), last ? 1 : mover);
  if (last) added = [];
  const sides = [0, 1].map((player) => ({ tiles: racks[side(player)], isOn: side(player) === mover, none: position.bag && side(player) === 1 ? "not known" : "no tiles" }));
  drawPlayers(sides, added);
  state.editor.show();
  state.placement.show();
  showLine(scores);
}

let moved = "";  // the move whose tiles came last

// Let the tiles of a move come from the rack of its player when it is shown for the first time.
function showMotion(isMove, mover) {
  const { chosen } = state, key = isMove ? [state.serial, chosen?.move, chosen?.at].join(" ") : "";
  if (key && key !== moved) moveIn(one(`.player:nth-child(${side(mover) + 1}) .rack`));
  moved = key;
}

// Place tiles as a move, or edit the position.
export function setMode(isPlaying) {
  state.isPlaying = isPlaying;
  state.placement.clear();
  document.body.classList.toggle("playing", isPlaying);
  for (const name of ["play", "edit"]) one(`[data-go='to-${name}']`).setAttribute("aria-pressed", String((name === "play") === isPlaying));
}

// What edits change, for undo.
export const presentDraft = () => ({ draft: state.draft, isSecond: state.isSecond });

export function showUndo() {
  one("[data-go='undo']").disabled = !state.undo.before.length && state.placement.isEmpty;
  one("[data-go='redo']").disabled = !state.undo.after.length;
}

function without(rack, placed) {
  const left = [...rack];
  for (const [, , letter, points] of placed) left.splice(left.findIndex(([own]) => own === (points === null ? "?" : letter)), 1);
  return left;
}

function showLine(scores) {
  one("#line").hidden = !state.chosen;
  const { position } = state;
  if (!state.chosen) {
    const hint = isEmpty(position) ? "Put tiles on the board and the racks, or open a position or a game." : "";
    byId("caption").textContent = position.is_over ? overText() : canExplore(position) ? `${state.names[side(0)]} to move` : hint;
    return;
  }
  const line = steps(), { rows, view } = state.moves, row = rows.get(state.chosen.move);
  byId("line-title").textContent = row ? `${row.move}: ${view.title(row)} (${row.status})` : state.chosen.move;
  showSteps(line);
  one("[data-go='exact']").disabled = Boolean(row && view.isExact(row) && (view.isByChance || row.line.length));
  const step = line[Math.max(0, state.chosen.at)];
  const who = state.names[side(Math.max(0, state.chosen.at) % 2)];
  byId("caption").textContent = state.chosen.at < 0 ? "Before the move" : `${who} ${step.move}${step.move === "pass" ? "" : ` +${step.score}`}${position.has_scores ? `, ${[0, 1].map((player) => scores[side(player)]).join("–")}` : ""}`;
}

// Keep the buttons while the line is the same, so that focus and clicks are not lost.
function showSteps(line) {
  const list = one("#line ol"), texts = line.map(({ move, score }) => `${move}${move === "pass" ? "" : ` ${score}`}`);
  const shown = [...list.querySelectorAll("button")].map((button) => button.textContent);
  if (texts.join("\n") !== shown.join("\n")) {
    list.replaceChildren(...texts.map((text, index) => {
      const entry = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.addEventListener("click", () => { state.chosen.at = index; showBoard(); });
      entry.append(button);
      return entry;
    }));
  }
  list.querySelectorAll("button").forEach((button, index) => {
    if (index === state.chosen.at) button.setAttribute("aria-current", "true"); else button.removeAttribute("aria-current");
  });
}

export const overText = () => {
  const { position } = state;
  if (!position?.final) return position?.is_over && !position.has_scores ? "The game is over." : "";
  return `The game is over: ${[0, 1].map((player) => `${state.names[player]} ${position.final[side(player)]}`).join(", ")}.`;
};
export function drawDraft() {
  const { position, draft } = state;
  if (!position) return;
  const tiles = tilesOf(position);
  const placed = Object.entries(draft.squares).map(([square, written]) => {
    const tile = tiles[written] || { letter: written.replace(/[[\]]/g, ""), points: 0 };
    return [...square.split(",").map(Number), tile.letter, tile.points];
  });
  drawTiles(position, placed, []);
  state.editor.show();
}

export function takeDraft() {
  if (!state.position) return;
  state.draft = draftOf(state.position);
  state.undo.begin(presentDraft());
  showUndo();
  fillFields();
}
