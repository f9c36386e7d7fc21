// The list of all moves: sorted, filtered, updated without losing focus or scroll position.
import { compared } from "./bag.js";
import { aboutText, placedBy, provenText, squareName, tilesOf } from "./notation.js";

const heads = document.querySelectorAll("#moves th");
const body = document.querySelector("#moves tbody"), more = document.querySelector("[data-go='more']");
const filter = document.getElementById("filter"), atCursor = document.getElementById("at-cursor");
const PART = 60, WIDEST = 80;  // rows; points that a bar can show

const expected = ([, , upper, , estimate]) => estimate ?? upper;

export class MoveList {
  constructor(choose) {
    this.rows = new Map();  // move -> [score, lower, upper, status, estimate, line]
    this.shown = new Map();  // move -> its row
    this.limit = PART;
    this.selected = null;
    this.position = null;
    this.cursor = () => null;
    body.addEventListener("click", (event) => {
      const row = event.target.closest("tr");
      if (row) choose(row.dataset.move, true);
    });
    document.querySelector("#moves .scroll").addEventListener("keydown", (event) => {
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
    more.addEventListener("click", () => { this.limit += 5 * PART; this.draw(); });
  }

  clear() { this.rows.clear(); this.limit = PART; this.draw(); }

  take(rows) {
    this.rows = new Map(Object.entries(rows));
    this.draw();
  }

  get hasBag() { return Boolean(this.rows.values().next().value?.[6]); }

  sorted() {
    const isChosen = (row) => Number(row[3].startsWith("best"));  // also while it is not proven
    return [...this.rows].sort(([, a], [, b]) => isChosen(b) - isChosen(a) || (a[6] && b[6] ? compared(a[6], b[6]) : 0) || expected(b) - expected(a) || b[2] - a[2] || b[1] - a[1] || b[0] - a[0]);
  }

  matching(list) {
    const text = filter.value.replace(/[()]/g, "").trim().toUpperCase(), cursor = atCursor.checked ? this.cursor() : null;
    const square = cursor ? squareName(cursor.row, cursor.col) : (text.match(/^(?:([A-Z]\d{1,2})|(\d{1,2})([A-Z]))$/) ? text.replace(/^(\d+)([A-Z])$/, "$2$1") : "");
    if (!text && !square) return list;
    const tiles = tilesOf(this.position);
    return list.filter(([move]) => {
      const isOn = square && placedBy(move, tiles).some(([row, col]) => squareName(row, col) === square);
      const isNamed = !text || move.replace(/[()]/g, "").toUpperCase().includes(text);
      return cursor ? isOn && isNamed : isOn || isNamed;
    });
  }

  draw() {
    const list = this.matching(this.sorted()), part = list.slice(0, this.limit);
    const focused = document.activeElement?.closest?.("#moves tr")?.dataset.move;
    const best = Math.max(...[...this.rows.values()].map(([, lower]) => lower));
    const middle = Math.max(best, ...part.map(([, row]) => Math.max(row[1], row[4] ?? row[1])));
    const high = Math.max(...part.map(([, [, , upper]]) => upper), middle);
    const least = Math.min(...part.map(([, [, lower]]) => lower), middle);
    const { hasBag } = this;
    body.parentElement.classList.toggle("with-bag", hasBag);
    body.parentElement.classList.toggle("with-estimates", !hasBag && part.some(([, row]) => row[4] !== null));
    const top = hasBag ? 100 : Math.min(high, middle + WIDEST), bottom = hasBag ? 0 : Math.max(least, middle - WIDEST) - 1;
    ["value", "loss"].forEach((name, at) => { heads[at + 2].textContent = hasBag ? ["chance", "spread"][at] : name; });
    const kept = new Map();
    for (const [move, row] of part) {
      const made = this.shown.get(move) || this.newRow(move);
      this.fill(made, move, row, best, bottom, top);
      kept.set(move, made);
    }
    this.shown = kept;
    const wanted = [...kept.values()];
    if (wanted.length !== body.children.length || wanted.some((row, at) => body.children[at] !== row)) body.replaceChildren(...wanted);
    if (focused && document.activeElement?.closest?.("#moves tr")?.dataset.move !== focused) this.shown.get(focused)?.querySelector("button").focus({ preventScroll: true });
    more.hidden = list.length <= this.limit;
    const count = list.length === this.rows.size ? `${list.length} moves` : `${list.length} of ${this.rows.size} moves`;
    document.getElementById("count").textContent = this.rows.size ? count : "";
  }

  newRow(move) {
    const row = document.createElement("tr");
    row.dataset.move = move;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = move;
    const cells = [0, 1, 2, 3, 4].map(() => document.createElement("td"));
    cells[0].append(button);
    for (const at of [1, 2, 3]) cells[at].className = "number";
    cells[4].className = "bars";
    const bar = document.createElement("i"), estimate = document.createElement("i");
    estimate.className = "estimate";
    cells[4].append(bar, estimate);
    row.append(...cells);
    return row;
  }

  fill(row, move, [score, lower, upper, status, estimate, , bag], best, bottom, top) {
    const [, points, value, loss, bars] = row.children;
    row.className = `${status.startsWith("best") ? "best " : ""}${move === this.selected ? "on" : ""}`;
    const button = row.querySelector("button");
    if (move === this.selected) button.setAttribute("aria-current", "true"); else button.removeAttribute("aria-current");
    points.textContent = score;
    const worth = bag ? bag.chance : aboutText(estimate, lower, upper);
    value.textContent = worth;
    const least = Math.max(0, best - upper);
    if (bag) loss.textContent = bag.spread;
    else loss.textContent = status.startsWith("best") ? status : lower === upper && status !== "open" && status !== "best so far" ? String(least) : least > 0 ? `≥ ${least}` : "";
    const span = Math.max(1, top - bottom), percent = (points_) => Math.min(100, Math.max(0, (100 * (points_ - bottom)) / span));
    const [bar, tick] = bars.children;
    bar.className = `bar ${lower === upper ? "exact" : "between"}`;
    bar.style.setProperty("--from", percent(lower));
    bar.style.setProperty("--to", percent(upper));
    tick.hidden = estimate === null || lower === upper;
    tick.style.setProperty("--from", percent(estimate ?? lower));
    const proven = bag ? worth : provenText(lower, upper);
    bars.title = lower === upper ? `worth ${worth}, proven` : [bag ? "" : worth, proven && `proven: ${proven}`].filter(Boolean).join("; ");
  }
}
