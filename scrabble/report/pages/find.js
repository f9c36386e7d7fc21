// Find better: the mistakes of a game as puzzles, in place of the page and its values: #find, or #find-21 for one turn.
import { smallBoard } from "./board.js";
import { byId, one } from "./h.js";
import { judged } from "./page_puzzle.js";
import "./positions.js";
import { SolveView } from "./solve_view.js";

class Finder {
  constructor() {
    this.page = one("main");
    this.main = byId("find").content.firstElementChild;
    this.mistakes = JSON.parse(byId("find-data").textContent);
    addEventListener("hashchange", () => this.follow());
    this.follow();
  }

  follow() {
    const [isAsked, turn] = location.hash.match(/^#find(?:-(\d+))?$/) ?? [];
    if (isAsked) this.show(Math.max(0, this.mistakes.findIndex((each) => each.turn === Number(turn))));
    else if (this.main.isConnected) {
      this.swap(this.main, this.page);
      dispatchEvent(new Event("hashchange"));  // the page did not listen
    }
  }

  swap(from, to) {
    from.replaceWith(to);
    document.body.classList.toggle("solving", to === this.main);
    scrollTo(0, 0);
  }

  show(at) {
    if (!this.main.isConnected) this.swap(this.page, this.main);
    this.view ??= new SolveView(this);
    const { turn, number, puzzle } = this.mistakes[at];
    Object.assign(this, { at, puzzle, hinted: 0 });
    byId("find-number").textContent = number;
    byId("find-back").href = `#${turn}`;
    this.view.show(puzzle, smallBoard(puzzle.board));
    if (matchMedia("(min-width: 861px)").matches) byId("board").focus({ preventScroll: true });
  }

  // What SolveView asks for.
  judge(text, added) { return judged(this.puzzle, text, added); }

  hint() { return this.puzzle.hints[this.hinted++] ?? null; }

  solution() { return this.puzzle; }

  next() { location.hash = `#find-${this.mistakes[(this.at + 1) % this.mistakes.length].turn}`; }
}

if (byId("find")) new Finder();
