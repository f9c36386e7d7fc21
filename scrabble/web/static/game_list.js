// The turns of a game as a strip, with their losses as they become known; a click goes to one.
import { byId, capitalised, h, setCurrent } from "./h.js";

const section = byId("game"), strip = section.querySelector(".scroll"), list = section.querySelector(".turns");

export class Record {
  constructor(open) {
    this.turns = [];
    this.game = null;  // as it was opened, with its text
    list.addEventListener("click", (event) => {
      const chosen = event.target.closest("li");
      if (chosen) open(this.turns[[...list.children].indexOf(chosen)]);
    });
  }

  show(game) {
    this.game = game;
    this.turns = game.turns;
    section.hidden = false;
    byId("game-title").textContent = game.title;
    byId("game-lexicon").textContent = `${capitalised(game.lexicon_note || `lexicon ${game.lexicon}`)}.`;
    list.replaceChildren(...game.turns.map((turn) => h("li", { "data-turn": turn.turn },
      h("button", { title: turn.reason }, `${turn.heading} `, h("b", { class: "lost" }, turn.reason ? "" : "…"), h("br"), turn.text))));
  }

  update(progress) {
    if (!progress || section.hidden) return;
    byId("game-state").textContent = progress.state;
    for (const [turn, verdict] of Object.entries(progress.verdicts)) {
      const shown = list.querySelector(`[data-turn="${turn}"]`);
      if (!shown) continue;
      shown.className = verdict.grade;
      shown.querySelector("button").title = verdict.text;
      shown.querySelector(".lost").textContent = verdict.is_best ? "best" : verdict.lost;
    }
  }

  // The turn whose position this node is, if any.
  turnOf(node) { return this.turns.find(({ cgp }) => node && !node.moves.length && cgp === node.home); }

  // What is before or after a node: the next turn of the game, or the next node of a line that was played.
  beside(node, by) {
    const at = this.turns.indexOf(this.turnOf(node));
    if (at >= 0) return this.turns[at + by];
    return by < 0 ? node?.parent : node?.next;
  }

  // Mark the turn that is shown, if any.
  mark(turn) {
    byId("game-lexicon").hidden = !turn;
    for (const each of list.children) {
      const isOn = Number(each.dataset.turn) === turn;
      setCurrent(each.firstChild, isOn);
      if (isOn) strip.scrollLeft = each.offsetLeft - list.offsetLeft - (strip.clientWidth - each.offsetWidth) / 2;
    }
  }
}
