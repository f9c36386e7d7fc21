// Positions with tiles in the bag: chances and mean spreads as text, and what each draw brings after a move.
// Numbers come as exact fractions, a lower and an upper one: ["5/8", "7/8"].  What is not equal is an interval.
import { ask } from "./api.js";

const box = document.getElementById("draws"), note = document.getElementById("draws-note");

export const KIND = "preendgame";

export function numberOf(fraction) {
  const [above, below = "1"] = fraction.split("/");
  return Number(above) / Number(below);
}

const percent = (fraction) => `${(100 * numberOf(fraction)).toFixed(1).replace(/\.0$/, "")} %`;
const whole = (fraction) => (/^[01]$/.test(fraction) ? percent(fraction) : `${fraction} (${percent(fraction)})`);
const points = (fraction) => `${numberOf(fraction) < 0 ? "−" : "+"}${Math.abs(numberOf(fraction)).toFixed(1)}`;
const TELLING = 100;  // points: a wider interval of a spread says nothing

export function chanceText([lower, upper]) {
  if (lower === upper) return whole(lower);
  if (lower === "0" && upper === "1") return "open";
  if (lower === "0") return `at most ${whole(upper)}`;
  if (upper === "1") return `at least ${whole(lower)}`;
  return `${whole(lower)} to ${whole(upper)}`;
}

export function spreadText([lower, upper]) {
  if (lower === upper) return points(lower);
  return numberOf(upper) - numberOf(lower) > TELLING ? "open" : `${points(lower)} to ${points(upper)}`;
}

const rangeOf = ({ lower, upper }) => [lower, upper];

// A row as the list of moves has it: bounds of the chance in per cent, and its own texts and order.
export function rowOf([score, chance, spread, status]) {
  const bag = { chance: chanceText(chance), spread: spreadText(spread), isExact: chance[0] === chance[1], order: [...chance].reverse().concat([...spread].reverse()).map(numberOf) };
  return [score, 100 * numberOf(chance[0]), 100 * numberOf(chance[1]), status, null, [], bag];
}

export const rowsOf = (rows) => Object.fromEntries(Object.entries(rows).map(([move, row]) => [move, rowOf(row)]));

export function compared(a, b) {
  for (let at = 0; at < a.order.length; at += 1) if (a.order[at] !== b.order[at]) return b.order[at] - a.order[at];
  return 0;
}

export const bestText = (answer) => `chance ${chanceText(rangeOf(answer.chance))} · spread ${spreadText(rangeOf(answer.spread))}`;

export function claimOf(answer, state) {
  if (answer.status === "proven") return answer.best.length > 1 ? `Proven: ${answer.best.length} moves are best.` : "Proven: no move is better.";
  const more = state === "done" ? " No more can be shown." : "";
  if (answer.regret === "0") return `Proven: no move wins more often. Not proven: which of the equals has the best spread.${more}`;
  return `Not proven: chance and spread lie between these bounds.${more}`;
}

export const effortText = (answer) => `${answer.disproved} of ${Math.max(0, answer.moves - 1)} other moves disproved · ${answer.questions.toLocaleString("en")} questions · ${answer.nodes.toLocaleString("en")} nodes · ${answer.seconds.toFixed(1)} s`;

// Won, drawn or lost: with a draw that leaves one game, whose chance is 0, a half or 1.
function resultOf({ chance, is_one_game: isOneGame }) {
  const range = rangeOf(chance);
  if (!isOneGame) return chanceText(range);
  const [low, high] = range.map((each) => ["0", "1/2", "1"].indexOf(each));
  const names = ["lost", "drawn", "won"];
  return low === high ? names[low] : high - low === 2 ? "open" : `${names[high]} or ${names[low]}`;
}

export class Draws {
  constructor(page, visit) {
    this.page = page;
    this.visit = visit;
    this.move = null;
    this.isAsking = false;
    this.isStale = false;
    box.addEventListener("click", (event) => {
      const found = event.target.closest("button");
      if (found) this.visit(this.told.draws[Number(found.dataset.draw)], this.move);
    });
  }

  clear() {
    this.move = null;
    box.replaceChildren();
    note.textContent = "";
  }

  // Ask for what is known of a move now; one question at a time, the last one counts.
  async show(move) {
    if (move !== this.move) this.clear();
    this.move = move;
    this.isStale = true;
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      while (this.isStale && this.move) {
        this.isStale = false;
        const wanted = this.move;
        const told = await ask("draws", { page: this.page(), move: wanted });
        if (wanted === this.move) this.draw(told);
      }
    } catch (error) {
      if (this.move) note.textContent = error.message;
    } finally { this.isAsking = false; }
  }

  draw(told) {
    const before = document.activeElement?.closest?.("#draws button")?.dataset.draw;
    this.told = told;
    const table = document.createElement("table"), head = document.createElement("tr");
    head.append(...["draw", "share", "result", "spread"].map((text, at) => cell("th", text, at === 1 || at === 3)));
    table.createTHead().append(head);
    const body = table.createTBody();
    told.draws.forEach((draw, at) => {
      const row = document.createElement("tr"), tiles = cell("td", draw.cgp ? "" : draw.tiles);
      if (draw.cgp) {
        const button = document.createElement("button");
        button.type = "button";
        button.dataset.draw = at;
        button.textContent = draw.tiles;
        button.title = "the endgame after the move with this draw";
        tiles.append(button);
      }
      row.append(tiles, cell("td", draw.share, true), cell("td", resultOf(draw)), cell("td", spreadText(rangeOf(draw.spread)), true));
      body.append(row);
    });
    box.replaceChildren(table);
    if (before) box.querySelector(`[data-draw="${before}"]`)?.focus({ preventScroll: true });
    note.textContent = noteOf(told);
  }
}

function noteOf(told) {
  if (told.empties_bag) return "With tiles in the bag there is no one line and no reason: press a draw for the endgame after it.";
  if (told.move === "pass") return "What passing on to the end guarantees. With tiles in the bag there is no one line and no endgame yet.";
  return "Tiles stay in the bag after this move: this is what it guarantees with each draw, and there is no endgame yet.";
}

function cell(kind, text, isNumber = false) {
  const made = document.createElement(kind);
  made.textContent = text;
  if (isNumber) made.className = "number";
  return made;
}
