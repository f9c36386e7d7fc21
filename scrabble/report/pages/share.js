// Steps through the best line of a shared position; at = -1 is the position before it, as while the answer is hidden.
import { boardTile, drawRack, usedBy } from "./board.js";

const source = document.documentElement.outerHTML;
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (name) => document.getElementById(name);
const tiles = document.querySelector("#board .tiles");
const home = [...tiles.children].filter((tile) => !tile.classList.contains("new"));
let at = 0, isHidden = document.body.hasAttribute("data-question") || location.hash === "#hide";

function show() {
  const { steps, names } = data, step = steps[Math.max(at, 0)], played = steps.slice(0, at + 1);
  tiles.replaceChildren(...home, ...played.flatMap(({ placed }, index) => placed.map((tile) => boardTile(data, tile, index === at))));
  document.querySelectorAll(".player").forEach((box, side) => {
    const name = document.createElement("p"), rack = document.createElement("div"), score = document.createElement("b");
    box.classList.toggle("on", side === step.player);
    score.textContent = data.has_scores ? step.scores[side] : "";
    name.append(names[side], score);
    drawRack(rack, step.racks[side], at >= 0 && side === step.player ? usedBy(step.placed) : [], data.has_bag ? "not known" : "no tiles");
    box.replaceChildren(name, rack);
  });
  byId("caption").textContent = isHidden ? "" : at < 0 ? "Before the move" : `Move ${at + 1} of ${steps.length}: ${names[step.player]} ${step.text}${step.placed.length ? ` +${step.score}` : ""}`;
  byId("back").disabled = at < 0;
  byId("on").disabled = at >= steps.length - 1;
}

function move(by) {
  if (isHidden) return;
  at = Math.min(Math.max(at + by, -1), data.steps.length - 1);
  show();
}

// Hide or show the answer; a page that is saved while it is hidden opens with it hidden.
function hide(wanted) {
  isHidden = wanted;
  at = isHidden ? -1 : 0;
  document.body.classList.toggle("hiding", isHidden);
  byId("hide").textContent = isHidden ? "Show the answer" : "Hide the answer";
  byId("question").hidden = !isHidden;
  show();
}

const question = source.replace("<body>", "<body data-question>");
byId("question").href = URL.createObjectURL(new Blob([`<!DOCTYPE html>\n${question}\n`], { type: "text/html" }));
byId("hide").addEventListener("click", () => hide(!isHidden));
addEventListener("hashchange", () => { if (location.hash === "#hide") hide(true); });
byId("back").addEventListener("click", () => move(-1));
byId("on").addEventListener("click", () => move(1));
addEventListener("keydown", (event) => {
  if (event.target.id === "cgp" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "ArrowLeft") move(-1);
  if (event.key === "ArrowRight") move(1);
});
byId("copy").addEventListener("click", () => {  // a page from disk may have no other clipboard
  byId("cgp").select();
  byId("copied").textContent = document.execCommand("copy") ? "Copied." : "Copy it from the field above.";
});
hide(isHidden);
