// The list of all moves: sorted, filtered, updated without losing focus or scroll position.
// Moves that differ only in which tile of the word is the blank are one row, that of the best of them, until it is opened.
import { placedBy, squareName, tilesOf } from "./notation.js";
import { compared, isBest, viewOf } from "./worth.js";

const heads = document.querySelectorAll("#moves th");
const body = document.querySelector("#moves tbody"), more = document.querySelector("[data-go='more']");
const filter = document.getElementById("filter"), atCursor = document.getElementById("at-cursor");
const PART = 25, MORE = 100, WIDEST = 80;  // rows; points that a bar can show
const wordOf = (move) => move.toUpperCase();  // the same for moves that differ only in which tile is the blank

export class MoveList {
  constructor(choose) {
    this.rows = new Map();  // move -> what is known of it: {move, score, status, spread, win, estimate, line}
    this.view = viewOf(null);  // what its numbers show
    this.shown = new Map();  // move -> its row of the table
    this.limit = PART;
    this.opened = new Set();  // words, without regard to blanks, whose variants are shown
    this.selected = null;
    this.order = "value";  // or "points", "place"
    this.position = null;
    this.cursor = () => null;
    body.addEventListener("click", (event) => {
      const row = event.target.closest("tr"), word = row && wordOf(row.dataset.move);
      if (event.target.closest("[aria-expanded='true']")) {
        this.opened.delete(word);
        if (this.selected && wordOf(this.selected) === word) choose(row.dataset.move); else this.draw();
      } else if (event.target.closest(".variants")) {
        this.opened.add(word);
        this.draw();
      } else if (row) choose(row.dataset.move, true);
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

  clear() { this.rows.clear(); this.opened.clear(); this.limit = PART; this.draw(); }

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

  // The moves that match, by value.
  sorted() {
    const keys = new Map(this.matching([...this.rows.values()]).map((row) => [row, this.view.order(row)]));
    return [...keys].sort(([, a], [, b]) => compared(a, b)).map(([row]) => row);
  }

  // Groups of blank variants in the chosen order, the best move of each first.
  grouped(moves) {
    const groups = new Map();
    for (const row of moves) {
      const word = wordOf(row.move), group = groups.get(word);
      if (group) group.push(row); else groups.set(word, [row]);
    }
    const found = [...groups.values()];
    if (this.order === "points") found.sort(([a], [b]) => b.score - a.score);
    if (this.order === "place") found.sort(([a], [b]) => a.move.localeCompare(b.move, "en", { numeric: true }));
    return found;
  }

  // Whether the variants of a group are shown: if they were opened, or one of them is chosen.
  isOpen([best, ...others]) {
    return this.opened.has(wordOf(best.move)) || others.some(({ move }) => move === this.selected);
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
    const list = this.sorted(), groups = this.grouped(list), part = groups.slice(0, this.limit).flatMap((group) => (this.isOpen(group) ? group : [group[0]]));
    const groupOf = new Map(groups.map((group) => [group[0].move, group]));
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
      this.showVariants(made, groupOf.get(row.move));
      kept.set(row.move, made);
    }
    this.shown = kept;
    const wanted = [...kept.values()];
    if (wanted.length !== body.children.length || wanted.some((row, at) => body.children[at] !== row)) body.replaceChildren(...wanted);
    if (focused && document.activeElement?.closest?.("#moves tr")?.dataset.move !== focused) this.shown.get(focused)?.querySelector("button").focus({ preventScroll: true });
    more.hidden = groups.length <= this.limit;
    const all = `${this.rows.size.toLocaleString("en")} move${this.rows.size === 1 ? "" : "s"}`;
    const count = list.length === this.rows.size ? all : `${list.length.toLocaleString("en")} of ${all}`;
    document.getElementById("count").textContent = this.rows.size ? count : "";
  }

  // The number of variants, and whether they are shown, beside the best of them; the others (without a group) stand below it.
  showVariants(made, group) {
    made.classList.toggle("variant", !group);
    let button = made.querySelector(".variants");
    if (!group || group.length === 1) { button?.remove(); return; }
    if (!button) {
      button = document.createElement("button");
      button.type = "button";
      button.className = "variants";
      button.title = "moves that differ only in which tile is the blank";
      made.querySelector("button").after(button);
    }
    button.textContent = `${group.length} variants`;
    button.setAttribute("aria-expanded", String(this.isOpen(group)));
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

  // What the bars measure, their ends, and the best lower bound of all moves.
  scaleOf(part) {
    const measure = this.view.measure(part), bounds = part.map((row) => measure.bounds(row));
    const best = Math.max(...[...this.rows.values()].map((row) => measure.bounds(row)[0]));
    if (measure.ends) return { measure, best, bottom: measure.ends[0], top: measure.ends[1] };
    const middle = Math.max(best, ...part.map((row, at) => Math.max(bounds[at][0], measure.expected(row) ?? -Infinity)));
    const high = Math.max(...bounds.map(([, upper]) => upper), middle), least = Math.min(...bounds.map(([lower]) => lower), middle);
    return { measure, best, bottom: Math.max(least, middle - WIDEST) - 1, top: Math.min(high, middle + WIDEST) };
  }

  // The ends of the scale, and where the game is drawn if that is on it.
  drawAxis({ measure, bottom, top }) {
    const table = body.parentElement, axis = heads[5], at = (100 * (measure.drawn - bottom)) / Math.max(1, top - bottom);
    const hasZero = at > 0 && at < 100, isKnown = Number.isFinite(bottom) && Number.isFinite(top) && this.rows.size > 0;
    table.classList.toggle("with-zero", isKnown && hasZero);
    table.style.setProperty("--drawn", at);
    const texts = [at > 15 || !hasZero ? measure.axis(bottom) : "", hasZero ? measure.axis(measure.drawn).replace("+0", "0") : "", at < 85 || !hasZero ? measure.axis(top) : ""];
    axis.querySelectorAll("i").forEach((mark, index) => { mark.textContent = isKnown ? texts[index] : ""; });
    axis.title = measure.name;
  }

  fill(made, row, { measure, best, bottom, top }) {
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
    const [bar, tick] = bars.children, [lower, upper] = measure.bounds(row), expected = measure.expected(row);
    bar.className = `bar ${lower === upper ? "exact" : "between"}`;
    bar.style.setProperty("--from", percent(lower));
    bar.style.setProperty("--to", percent(upper));
    tick.hidden = expected === null || lower === upper;
    tick.style.setProperty("--from", percent(expected ?? lower));
    bars.title = view.barTitle(row);
  }
}
