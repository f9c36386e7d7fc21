// The turns of a game, with their losses as they become known; a click explores from one.
import { byId, capitalised, h } from "./h.js";

const section = byId("game"), body = section.querySelector("tbody");

export class Record {
  constructor(open) {
    this.turns = [];
    this.game = null;  // as it was opened, with its text
    body.addEventListener("click", (event) => {
      const row = event.target.closest("tr");
      const turn = row && this.turns.find((each) => each.turn === Number(row.dataset.turn));
      if (turn) open(turn);
    });
  }

  show(game) {
    this.game = game;
    this.turns = game.turns;
    section.hidden = false;
    byId("game-title").textContent = game.title;
    byId("game-lexicon").textContent = `${capitalised(game.lexicon_note || `lexicon ${game.lexicon}`)}.`;
    body.replaceChildren(...game.turns.map((turn) => h("tr", { "data-turn": turn.turn, "data-can": turn.can_explore ? "yes" : null, title: turn.reason },
      h("td", {}, h("button", { "aria-label": `turn ${turn.turn}, ${turn.name} ${turn.played}` }, turn.turn)),
      h("td", {}, turn.name),
      h("td", {}, `${turn.played}${turn.phonies.length ? "*" : ""}${turn.is_taken_back ? " (challenged off)" : ""}`),
      h("td", { class: "number" }, turn.score),
      h("td", { class: "number lost" }, turn.can_explore ? "…" : ""))));
    body.querySelector(`[data-turn="${game.first}"]`)?.scrollIntoView({ block: "nearest" });
  }

  update(progress) {
    if (!progress || section.hidden) return;
    byId("game-state").textContent = progress.state;
    for (const [turn, verdict] of Object.entries(progress.verdicts)) {
      const row = body.querySelector(`[data-turn="${turn}"]`);
      if (!row) continue;
      row.className = `${verdict.grade}${row.classList.contains("on") ? " on" : ""}`;
      row.title = verdict.text;
      row.children[4].textContent = verdict.is_best ? "best" : verdict.lost;
    }
  }

  // The turn whose position this node is, if any.
  turnOf(node) { return this.turns.find(({ cgp }) => node && !node.moves.length && cgp === node.home); }

  mark(turn) {
    for (const row of body.children) row.classList.toggle("on", Number(row.dataset.turn) === turn);
  }
}
