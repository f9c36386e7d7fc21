// Steps through the positions of a page and the moves of their lines.
//   at      the position that is shown, from 1 on
//   name    the first move of the line that is shown, or null: the position, with the move that was made there
import { Board, drawPlayers } from "./board.js";
import { all, byId, copyText, one, setCurrent } from "./h.js";
import { Line, captionOf, madeFrom } from "./line.js";

const source = document.documentElement.outerHTML;
const { positions, stops, first } = JSON.parse(byId("data").textContent), last = positions.length;
const main = one("main"), board = new Board(byId("board")), line = new Line(one("#line ol"), draw);
const pictures = new Map([...byId("board").children].map((each) => [each.querySelector("use").getAttribute("href").slice(1), each]));
const asked = () => Number((location.hash.match(/^#(?:turn-)?(\d+)$/) || [])[1]);  // #turn-21, #21
let at = 0, name = null, isHidden = document.body.hasAttribute("data-question") || location.hash === "#hide";

const current = () => positions[at - 1];
const canShow = (number) => number >= 1 && number <= last && !(isHidden && positions[number - 1].is_reached);

function draw() {
  const { names, made = [], caption, is_second, is_over, has_bag } = current(), { step } = line, isGame = name === null;
  const shown = madeFrom(current(), isGame ? [{ placed: made }] : line.played);
  const sides = names.map((each, side) => ({
    name: each, score: shown.scores[side] ?? "", tiles: shown.racks[side],
    isOn: side === shown.mover && !(is_over && isGame), none: has_bag ? "not known" : "no tiles",
  }));
  board.draw(shown.placed, shown.added);
  drawPlayers(is_second ? sides.reverse() : sides, shown.added);
  byId("line").hidden = isGame;
  byId("line-title").textContent = isGame ? "" : `After ${name}${line.steps[0].breaks_off ? " (not searched)" : ""}`;
  byId("caption").textContent = isGame ? (isHidden && one(`#turn-${at} .question`)?.textContent) || caption
    : captionOf(step, names[shown.mover], is_second);
}

// Show a position, or a line from there, with its first move on the board.
function show(number, wanted = positions[number - 1].opens ?? null) {
  at = number;
  name = isHidden ? null : wanted;
  board.use(pictures.get(current().board));
  line.open(name === null ? [] : current().lines[name]);
  for (const each of all("[data-position]")) {
    const isOn = Number(each.dataset.position) === at;
    each.classList.toggle("on", isOn);
    if (each.matches("button")) setCurrent(each, isOn);
  }
  const none = byId("no-analysis");
  if (none) none.hidden = at === last || Boolean(byId(`turn-${at}`));
  if (last > 1 && !isHidden && !location.hash.startsWith("#find")) history.replaceState(null, "", `#${at}`);
}

const openLine = (wanted) => !isHidden && current().lines?.[wanted] && show(at, wanted);

function move(by) {
  if (name !== null) { line.by(by); return; }
  let next = at + by;
  while (next >= 1 && next <= last && !canShow(next)) next += by;
  if (canShow(next)) show(next);
}

function toStop(by) {
  const shown = stops.filter(canShow), beyond = shown.filter((number) => (number - at) * by > 0);
  const next = by > 0 ? beyond[0] ?? shown[0] : beyond.at(-1) ?? shown.at(-1);
  if (next) show(next);
}

// Hide or show the answers; a page that is saved while they are hidden opens with them hidden.
function hide(wanted) {
  isHidden = wanted;
  document.body.classList.toggle("hiding", isHidden);
  byId("hide").textContent = byId("hide").textContent.replace(/^\w+/, isHidden ? "Show" : "Hide");
  byId("question").hidden = !isHidden;
  show(canShow(at) ? at : 1);
}

const go = {
  first: () => (name === null ? show(1) : line.go(-1)), back: () => move(-1), on: () => move(1),
  last: () => (name === null ? show(positions.findLastIndex((_, index) => canShow(index + 1)) + 1) : line.go(line.steps.length)),
  next: () => toStop(1), leave: () => show(at, null),
};
const keys = {
  ArrowLeft: go.back, ArrowRight: go.on, Home: go.first, End: go.last, ArrowDown: () => toStop(1), ArrowUp: () => toStop(-1),
  Enter: () => openLine(one(`#turn-${at} [data-line]`)?.dataset.line), Escape: go.leave,
};

document.addEventListener("keydown", (event) => {
  const isOnButton = event.key === "Enter" && event.target.closest("a, button, summary");
  if (event.ctrlKey || event.metaKey || event.altKey || isOnButton || !keys[event.key] || !main.isConnected) return;
  if (event.key.match(/Up|Down/) && !stops.length) return;  // the page scrolls
  event.preventDefault();
  keys[event.key]();
});
document.addEventListener("click", (event) => {
  if (event.target.matches(".copy")) copyText(event.target.closest("details"));
  const button = event.target.closest("[data-go], [data-line], [data-position]:not(section)");
  if (!button) return;
  if (event.target.closest("a")) event.preventDefault();
  if (button.dataset.go) go[button.dataset.go]();
  else if (button.dataset.line) openLine(button.dataset.line);
  else show(Number(button.dataset.position));
  if (matchMedia("(max-width: 699px)").matches && !button.dataset.go) one(".players").scrollIntoView({ block: "start" });
});
addEventListener("hashchange", () => {
  if (!main.isConnected) return;
  if (canShow(asked())) show(asked());
  else if (byId("hide") && location.hash === "#hide") hide(true);
});

let touched = null;
byId("board").addEventListener("touchstart", (event) => { touched = event.changedTouches[0].clientX; }, { passive: true });
byId("board").addEventListener("touchend", (event) => {
  const by = event.changedTouches[0].clientX - touched;
  if (Math.abs(by) > 40) move(by < 0 ? 1 : -1);
}, { passive: true });

document.documentElement.classList.add("js");
show(canShow(asked()) ? asked() : first);
if (byId("hide")) {
  const question = source.replace("<body>", "<body data-question>");
  byId("question").href = URL.createObjectURL(new Blob([`<!DOCTYPE html>\n${question}\n`], { type: "text/html" }));
  byId("hide").addEventListener("click", () => hide(!isHidden));
  if (isHidden) hide(true);
}
