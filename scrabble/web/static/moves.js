// The list of all moves: sorted, filtered, updated without losing focus or scroll position.
// Moves that differ only in which tile of the word is the blank are one row, that of the best of them, until it is opened.
import { byId, counted, h, setCurrent } from "./h.js";
import { squareName } from "./board.js";
import { state } from "./state.js";

const heads = document.querySelectorAll("#moves th");
const body = document.querySelector("#moves tbody"), more = document.querySelector("[data-go='more']");
const filter = byId("filter"), atCursor = byId("at-cursor");
const PART = 25, MORE = 100;  // rows
const wordOf = (move) => move.toUpperCase();  // the same for moves that differ only in which tile is the blank

export class MoveList {
  constructor(choose) {
    this.rows = new Map();  // move -> its row, as the server words it
    this.answer = null;
    this.shown = new Map();  // move -> its row of the table
    this.limit = PART;
    this.opened = new Set();  // words, without regard to blanks, whose variants are shown
    this.order = "value";  // or "points", "place"
    body.addEventListener("click", (event) => {
      const row = event.target.closest("tr"), word = row && wordOf(row.dataset.move);
      if (event.target.closest("[aria-expanded='true']")) {
        this.opened.delete(word);
        if (state.chosen && wordOf(state.chosen) === word) choose(row.dataset.move); else this.draw();
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
      const next = names[Math.min(Math.max(names.indexOf(state.chosen) + by, 0), names.length - 1)];
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

  take(rows, answer) {
    this.rows = new Map(Object.entries(rows));
    this.answer = answer;
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

  get isByChance() { return this.answer?.kind === "preendgame"; }

  // The moves that match, by value.
  sorted() {
    return this.matching([...this.rows.values()]).sort((a, b) => compared(a.order, b.order));
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
    return this.opened.has(wordOf(best.move)) || others.some(({ move }) => move === state.chosen);
  }

  matching(list) {
    const text = filter.value.replace(/[()]/g, "").trim().toUpperCase(), cursor = atCursor.checked ? state.editor.cursor : null;
    const square = cursor ? squareName(cursor.row, cursor.col) : (text.match(/^(?:([A-Z]\d{1,2})|(\d{1,2})([A-Z]))$/) ? text.replace(/^(\d+)([A-Z])$/, "$2$1") : "");
    if (!text && !square) return list;
    return list.filter(({ move, steps: [{ placed }] }) => {
      const isOn = square && placed.some(([row, col]) => squareName(row, col) === square);
      const isNamed = !text || move.replace(/[()]/g, "").toUpperCase().includes(text);
      return cursor ? isOn && isNamed : isOn || isNamed;
    });
  }

  draw() {
    const list = this.sorted(), groups = this.grouped(list), part = groups.slice(0, this.limit).flatMap((group) => (this.isOpen(group) ? group : [group[0]]));
    const groupOf = new Map(groups.map((group) => [group[0].move, group]));
    const focused = document.activeElement?.closest?.("#moves tr")?.dataset.move;
    body.parentElement.classList.toggle("with-bag", this.isByChance);
    body.parentElement.classList.toggle("no-scores", state.position?.has_scores === false);
    this.drawAxis();
    (this.isByChance ? ["wins", "spread"] : ["value", "loss"]).forEach((name, at) => { (heads[at + 2].querySelector("button") ?? heads[at + 2]).textContent = name; });
    const kept = new Map();
    for (const row of part) {
      const made = this.shown.get(row.move) || this.newRow(row.move);
      this.fill(made, row);
      this.showVariants(made, groupOf.get(row.move));
      kept.set(row.move, made);
    }
    this.shown = kept;
    const wanted = [...kept.values()];
    if (wanted.length !== body.children.length || wanted.some((row, at) => body.children[at] !== row)) body.replaceChildren(...wanted);
    if (focused && document.activeElement?.closest?.("#moves tr")?.dataset.move !== focused) this.shown.get(focused)?.querySelector("button").focus({ preventScroll: true });
    more.hidden = groups.length <= this.limit;
    const count = this.rows.size ? this.answer.texts.count : "";
    byId("count").textContent = list.length === this.rows.size ? count : `${counted(list.length)} of ${count}`;
  }

  // The number of variants, and whether they are shown, beside the best of them; the others (without a group) stand below it.
  showVariants(made, group) {
    made.classList.toggle("variant", !group);
    let button = made.querySelector(".variants");
    if (!group || group.length === 1) { button?.remove(); return; }
    if (!button) {
      button = h("button", { class: "variants", title: "moves that differ only in which tile is the blank" });
      made.querySelector("button").after(button);
    }
    button.textContent = `${counted(group.length)} variants`;
    button.setAttribute("aria-expanded", String(this.isOpen(group)));
  }

  newRow(move) {
    const number = { class: "number" };
    return h("tr", { "data-move": move },
      h("td", {}, h("button", {}, move), h("small", { class: "replies" })),
      h("td", number), h("td", number), h("td", number), h("td"),
      h("td", { class: "bars" }, h("i"), h("i", { class: "estimate" })));
  }

  // The ends of the scale of the bars, and where the game is drawn if that is on it.
  drawAxis() {
    const scale = this.answer?.scale, table = body.parentElement, axis = heads[5];
    table.classList.toggle("with-zero", Boolean(scale?.texts[1]));
    table.style.setProperty("--drawn", scale?.drawn ?? 0);
    axis.querySelectorAll("i").forEach((mark, index) => { mark.textContent = scale?.texts[index] ?? ""; });
    axis.title = scale?.name ?? "";
  }

  fill(made, row) {
    const [, points, value, other, outcome, bars] = made.children, isOn = row.move === state.chosen;
    made.className = `${row.is_best ? "best " : ""}${isOn ? "on" : ""}`;
    const button = made.querySelector("button"), note = made.querySelector("small");
    setCurrent(button, isOn);
    [note.textContent, note.title] = row.note;
    points.textContent = row.score;
    [value.textContent, other.textContent] = row.cells;
    outcome.textContent = row.outcome;
    outcome.className = `outcome ${row.kind}`;
    const { low, high, bar: measured } = this.answer.scale, [bar, tick] = bars.children, { lower, upper, expected } = row[measured];
    const percent = (number) => Math.min(100, Math.max(0, (100 * (number - low)) / (high - low)));
    bar.className = `bar ${lower !== null && lower === upper ? "exact" : "between"}`;
    bar.style.setProperty("--from", percent(lower ?? low));
    bar.style.setProperty("--to", percent(upper ?? high));
    tick.hidden = expected === null;
    tick.style.setProperty("--from", percent(expected ?? low));
    bars.title = row.bar_title;
  }
}

function compared(a, b) {
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return b[at] - a[at];
  return 0;
}
