// Makes the headings of every table into buttons that sort its rows; the row of all players stays last.
import { all, byId, h } from "./h.js";

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

// The names of players are links that leave only the rows of that player: index.html#player=NAME.
const bar = byId("filter");
const ALONE = ".standings, .kinds, .trends";  // tables with a player in the first cell of each row

for (const table of all(ALONE)) {
  for (const row of table.tBodies[0].rows) {
    const cell = row.cells[0], name = cell.textContent;
    if (table.matches(".standings") && !row.nextElementSibling) { row.classList.add("all"); continue; }
    cell.append(h("a", { href: `#player=${encodeURIComponent(name)}` }, ...cell.childNodes));
    row.dataset.players = JSON.stringify([name]);
  }
}

function show() {
  const player = location.hash.startsWith("#player=") ? decodeURIComponent(location.hash.slice(8)) : "";
  bar.hidden = !player;
  bar.querySelector("b").textContent = player;
  for (const row of all("tbody tr")) {
    const names = JSON.parse(row.dataset.players ?? "[]");
    row.hidden = player ? !names.includes(player) : row.classList.contains("beyond");
  }
  if (player) scrollTo(0, 0);
}

addEventListener("hashchange", show);
show();
