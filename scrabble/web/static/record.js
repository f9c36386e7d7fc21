// A saved game: its turns, what they lost as it becomes known, and the way to explore from one.
const section = document.getElementById("game"), body = section.querySelector("tbody");

export class Record {
  constructor(open) {
    this.turns = [];
    body.addEventListener("click", (event) => {
      const row = event.target.closest("tr");
      const turn = row && this.turns.find((each) => each.turn === Number(row.dataset.turn));
      if (turn) open(turn);
    });
  }

  show(game) {
    this.turns = game.turns;
    section.hidden = false;
    document.getElementById("game-title").textContent = game.title;
    body.replaceChildren(...game.turns.map((turn) => {
      const row = document.createElement("tr");
      row.dataset.turn = turn.turn;
      if (turn.can_explore) row.dataset.can = "yes";
      row.title = turn.reason;
      const cells = [0, 1, 2, 3, 4].map(() => document.createElement("td"));
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = turn.turn;
      button.setAttribute("aria-label", `turn ${turn.turn}, ${turn.name} ${turn.played}`);
      cells[0].append(button);
      cells[1].textContent = turn.name;
      cells[2].textContent = `${turn.played}${turn.phonies.length ? "*" : ""}${turn.is_taken_back ? " (taken back)" : ""}`;
      cells[3].textContent = turn.score;
      cells[3].className = "number";
      cells[4].className = "number lost";
      cells[4].textContent = turn.can_explore ? "…" : "";
      row.append(...cells);
      return row;
    }));
    body.querySelector(`[data-turn="${game.first}"]`)?.scrollIntoView({ block: "nearest" });
  }

  tell(told) {
    if (!told || section.hidden) return;
    document.getElementById("game-state").textContent = told.judged < told.of ? `${told.judged} of ${told.of} turns of the endgame judged …` : told.of ? `All ${told.of} turns of the endgame are judged.` : "No turn of this game has an empty bag and known racks.";
    for (const [turn, verdict] of Object.entries(told.verdicts)) {
      const row = body.querySelector(`[data-turn="${turn}"]`);
      if (!row) continue;
      row.className = `${verdict.grade}${row.classList.contains("on") ? " on" : ""}`;
      row.title = verdict.text;
      row.children[4].textContent = verdict.lost === "0" ? "best" : verdict.lost;
    }
  }

  mark(turn) {
    for (const row of body.children) row.classList.toggle("on", Number(row.dataset.turn) === turn);
  }
}
