// The list of all moves: sorted, filtered, updated without losing focus or scroll position.
import { placedBy, squareName, tilesOf } from "./notation.js";
import { compared, isBest, viewOf } from "./worth.js";

const heads = document.querySelectorAll("#moves th");
const body = document.querySelector("#moves tbody"), more = document.querySelector("[data-go='more']");
const filter = document.getElementById("filter"), atCursor = document.getElementById("at-cursor");
const PART = 25, MORE = 100, WIDEST = 80;  // rows; points that a bar can show

export class MoveList {
  constructor(choose) {
    this.rows = new Map();  // move -> what is known of it: {move, score, status, spread, win, estimate, line}
    this.view = viewOf(null);  // what its numbers show
    this.shown = new Map();  // move -> its row of the table
    this.limit = PART;
    this.selected = null;
    this.order = "value";  // or "points", "place"
    this.position = null;
    this.cursor = () => null;
    body.addEventListener("click", (event) => {
      const row = event.target.closest("tr");
      if (row) choose(row.dataset.move, true);
    });
    body.addEventListener("keydown", (event) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      const names = [...body.children].map((row) => row.dataset.move);
      const next = names[Math.min(Math.max(names.indexOf(this.selected) + by, 0), names.length - 1)];
      if (!next) return;
      choose(next);
      this.shown.get(next)?.querySelector("button").focus();
    });
    for (const each of [filter, atCursor]) each.addEventListener("input", () => { this.limit = PART; this.draw(); });
    document.querySelector("#moves thead").addEventListener("click", (event) => {
      const order = event.target.closest("[data-sort]")?.dataset.sort;
      if (order) this.sortBy(order);
    });
    more.addEventListener("click", () => { this.limit += MORE; this.draw(); });
  }

  clear() { this.rows.clear(); this.limit = PART; this.draw(); }

  take(rows, view) {
    this.rows = new Map(Object.entries(rows));
    this.view = view;
    this.draw();
  }

  // Sort by a column: the value (the best move first, also while it is not proven), the points or the place; the same
  // column again sorts by value.
  sortBy(wanted) {
    const order = wanted === this.order ? "value" : wanted;
    this.order = order;
    for (const button of document.querySelectorAll("#moves [data-sort]")) {
      const isOn = button.dataset.sort === order, head = button.closest("th");
      if (isOn) head.setAttribute("aria-sort", order === "place" ? "ascending" : "descending"); else head.removeAttribute("aria-sort");
    }
    this.draw();
  }

  // The moves in the chosen order; equal ones the best first.
  sorted() {
    const keys = new Map([...this.rows.values()].map((row) => [row, this.view.order(row)]));
    const found = [...keys].sort(([, a], [, b]) => compared(a, b)).map(([row]) => row);
    if (this.order === "points") found.sort((a, b) => b.score - a.score);
    if (this.order === "place") found.sort((a, b) => a.move.localeCompare(b.move, "en", { numeric: true }));
    return found;
  }

  matching(list) {
    const text = filter.value.replace(/[()]/g, "").trim().toUpperCase(), cursor = atCursor.checked ? this.cursor() : null;
    const square = cursor ? squareName(cursor.row, cursor.col) : (text.match(/^(?:([A-Z]\d{1,2})|(\d{1,2})([A-Z]))$/) ? text.replace(/^(\d+)([A-Z])$/, "$2$1") : "");
    if (!text && !square) return list;
    const tiles = tilesOf(this.position);
    return list.filter(({ move }) => {
      const isOn = square && placedBy(move, tiles).some(([row, col]) => squareName(row, col) === square);
      const isNamed = !text || move.replace(/[()]/g, "").toUpperCase().includes(text);
      return cursor ? isOn && isNamed : isOn || isNamed;
    });
  }

  draw() {
    const list = this.matching(this.sorted()), part = list.slice(0, this.limit);
    const focused = document.activeElement?.closest?.("#moves tr")?.dataset.move;
    const scale = this.scaleOf(part);
    body.parentElement.classList.toggle("with-bag", this.view.isByChance);
    body.parentElement.classList.toggle("no-scores", !this.view.hasScores);
    this.drawAxis(scale);
    this.view.headings.forEach((name, at) => { (heads[at + 2].querySelector("button") ?? heads[at + 2]).textContent = name; });
    const kept = new Map();
    for (const row of part) {
      const made = this.shown.get(row.move) || this.newRow(row.move);
      this.fill(made, row, scale);
      kept.set(row.move, made);
    }
    this.shown = kept;
    const wanted = [...kept.values()];
    if (wanted.length !== body.children.length || wanted.some((row, at) => body.children[at] !== row)) body.replaceChildren(...wanted);
    if (focused && document.activeElement?.closest?.("#moves tr")?.dataset.move !== focused) this.shown.get(focused)?.querySelector("button").focus({ preventScroll: true });
    more.hidden = list.length <= this.limit;
    const all = `${this.rows.size.toLocaleString("en")} move${this.rows.size === 1 ? "" : "s"}`;
    const count = list.length === this.rows.size ? all : `${list.length.toLocaleString("en")} of ${all}`;
    document.getElementById("count").textContent = this.rows.size ? count : "";
  }

  newRow(move) {
    const row = document.createElement("tr");
    row.dataset.move = move;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = move;
    const cells = [0, 1, 2, 3, 4, 5].map(() => document.createElement("td"));
    cells[0].append(button, document.createElement("small"));
    for (const at of [1, 2, 3]) cells[at].className = "number";
    cells[5].className = "bars";
    const bar = document.createElement("i"), estimate = document.createElement("i");
    estimate.className = "estimate";
    cells[5].append(bar, estimate);
    row.append(...cells);
    return row;
  }

  // The ends of the bars, and the best lower bound of all moves.
  scaleOf(part) {
    const { view } = this, bounds = part.map((row) => view.bounds(row));
    const best = Math.max(...[...this.rows.values()].map((row) => view.bounds(row)[0]));
    if (view.isByChance) return { best, bottom: 0, top: 100 };
    const middle = Math.max(best, ...part.map((row, at) => Math.max(bounds[at][0], view.expected(row) ?? -Infinity)));
    const high = Math.max(...bounds.map(([, upper]) => upper), middle), least = Math.min(...bounds.map(([lower]) => lower), middle);
    return { best, bottom: Math.max(least, middle - WIDEST) - 1, top: Math.min(high, middle + WIDEST) };
  }

  // The ends of the scale, and where the game is drawn if that is on it.
  drawAxis({ bottom, top }) {
    const { view } = this, table = body.parentElement, axis = heads[5], at = (100 * (-view.lead - bottom)) / Math.max(1, top - bottom);
    const hasZero = at > 0 && at < 100 && (view.hasScores || view.isByChance), isKnown = Number.isFinite(bottom) && Number.isFinite(top) && this.rows.size > 0;
    table.classList.toggle("with-zero", isKnown && hasZero);
    table.style.setProperty("--drawn", at);
    const texts = [at > 15 || !hasZero ? view.axis(bottom) : "", hasZero ? view.axis(-view.lead).replace("+0", "0") : "", at < 85 || !hasZero ? view.axis(top) : ""];
    axis.querySelectorAll("i").forEach((mark, index) => { mark.textContent = isKnown ? texts[index] : ""; });
    axis.title = view.isByChance ? "win probability" : view.hasScores ? "final spread" : "value";
  }

  fill(made, row, { best, bottom, top }) {
    const { view } = this, [, points, ...cells] = made.children, bars = cells.pop(), outcome = cells.pop();
    const { text, kind } = view.outcome(row);
    outcome.textContent = text;
    outcome.className = `outcome ${kind}`;
    made.className = `${isBest(row) ? "best " : ""}${row.move === this.selected ? "on" : ""}`;
    const button = made.querySelector("button");
    if (row.move === this.selected) button.setAttribute("aria-current", "true"); else button.removeAttribute("aria-current");
    const [note, more] = view.practical?.[row.move] ?? ["", ""], small = made.querySelector("small");
    small.textContent = note;
    small.title = more;
    points.textContent = row.score;
    const texts = view.cells(row, best);
    cells.forEach((cell, at) => { cell.textContent = texts[at]; });
    const span = Math.max(1, top - bottom), percent = (number) => Math.min(100, Math.max(0, (100 * (number - bottom)) / span));
    const [bar, tick] = bars.children, [lower, upper] = view.bounds(row), expected = view.expected(row);
    bar.className = `bar ${lower === upper ? "exact" : "between"}`;
    bar.style.setProperty("--from", percent(lower));
    bar.style.setProperty("--to", percent(upper));
    tick.hidden = expected === null || lower === upper;
    tick.style.setProperty("--from", percent(expected ?? lower));
    const proven = view.proven(row);
    bars.title = lower === upper ? `worth ${texts[0]}, proven` : [view.isByChance ? "" : texts[0], proven && `proven: ${proven}`].filter(Boolean).join("; ");
  }
}
