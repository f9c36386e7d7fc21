// Makes the headings of every table into buttons that sort its rows; the row of all players stays last.
import { smallBoard } from "./board.js";
import { all, byId, copyText, h, one } from "./h.js";

const isNumber = (heading) => heading.classList.contains("number") || heading.dataset.sort === "number";
const value = (row, at, heading) => {
  const text = row.cells[at].dataset.order ?? row.cells[at].textContent.trim();
  return isNumber(heading) ? parseFloat(text.replace("≥", "")) || 0 : text.toLowerCase();
};
const compare = (one, other) => (typeof one === "number" ? one - other : one.localeCompare(other, undefined, { numeric: true }));

function sort(table, at) {
  const headings = [...table.tHead.rows[0].cells], body = table.tBodies[0], heading = headings[at];
  const before = heading.getAttribute("aria-sort");
  const isUp = before === "none" ? !isNumber(heading) : before === "descending";  // of numbers the largest come first
  headings.forEach((each) => each.setAttribute("aria-sort", "none"));
  heading.setAttribute("aria-sort", isUp ? "ascending" : "descending");
  const rows = [...body.rows], fixed = table.classList.contains("standings") ? rows.splice(-1) : [];
  rows.sort((one, other) => compare(value(one, at, heading), value(other, at, heading)) * (isUp ? 1 : -1));
  body.append(...rows, ...fixed);
}

for (const table of all("table")) {
  [...table.tHead.rows[0].cells].forEach((heading, at) => {
    heading.setAttribute("aria-sort", "none");
    heading.append(h("button", { onclick: () => sort(table, at) }, ...heading.childNodes));
  });
}

// The names of players are links that leave only the rows of that player, or of two: index.html#player=NAME&player=OTHER.
const bar = byId("filter"), main = one("main"), select = bar.querySelector("select"), boards = JSON.parse(byId("data").textContent);
const ALONE = ".standings, .kinds, .trends";  // tables with a player in the first cell of each row
const sections = [...main.children], isPersonal = (section) => Boolean(section.querySelector(ALONE));
const names = [], title = document.title, narrow = matchMedia("(max-width: 699px)");
const addressOf = (...players) => `#${players.map((name) => `player=${encodeURIComponent(name)}`).join("&")}`;
const asked = () => new URLSearchParams(location.hash.slice(1)).getAll("player");
const chosen = () => [...new Set(asked())].filter((name) => names.includes(name)).slice(0, 2);

for (const table of all(ALONE)) {
  for (const row of table.tBodies[0].rows) {
    const cell = row.cells[0], name = cell.textContent;
    if (table.matches(".standings") && !row.nextElementSibling) { row.classList.add("all"); continue; }
    if (table.matches(".standings")) names.push(name);
    cell.append(h("a", { href: addressOf(name) }, ...cell.childNodes));
    row.dataset.players = JSON.stringify([name]);
  }
}

// Turns are cards where there is little room, and with their boards if they are those of a player.
function showTurns(players) {
  const table = one(".costly");
  if (!table) return;
  table.classList.toggle("cards", players.length > 0 || narrow.matches);
  table.classList.toggle("two", players.length > 1);
  for (const row of table.tBodies[0].rows) {
    row.classList.toggle("second", JSON.parse(row.dataset.players).includes(players[1]));
    row.querySelector("figure")?.remove();
    if (!players.length || row.hidden) continue;
    const { board, placed, added, racks } = boards[row.dataset.board];
    row.cells[1].append(h("figure", {}, smallBoard(board, placed, added), h("figcaption", {}, racks)));
  }
}

function show() {
  const players = chosen(), isFocused = main.contains(document.activeElement);
  bar.hidden = !players.length;
  main.classList.toggle("personal", players.length > 0);
  bar.querySelector("b").textContent = players.join(" and ");
  document.title = [...players, title].join(" · ");
  select.replaceChildren(h("option", { value: "" }, "nobody"), ...names.filter((name) => name !== players[0]).map((name) => h("option", {}, name)));
  select.value = players[1] ?? "";
  for (const row of all("tbody tr, [data-players]")) {
    const own = JSON.parse(row.dataset.players ?? "[]"), isUsual = row.matches("tr:not(.beyond)");
    row.hidden = players.length ? !players.some((name) => own.includes(name)) : !isUsual;
  }
  showTurns(players);
  const first = players.length ? sections.filter(isPersonal) : [];
  main.append(...first, ...sections.filter((section) => !first.includes(section)));
  if (isFocused) bar.focus();
  if (players.length) scrollTo(0, 0);
}

select.addEventListener("change", () => { location.hash = addressOf(...[chosen()[0], select.value].filter(Boolean)); });
document.addEventListener("click", ({ target }) => { if (target.matches(".copy")) copyText(target.closest("details")); });
narrow.addEventListener("change", show);
addEventListener("hashchange", show);
show();
