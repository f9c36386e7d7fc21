// A line of moves, step by step: `at` is the move that is shown, -1 the position before the first one.
import { h, setCurrent } from "./h.js";

export class Line {
  // `list` gets a button for each move; `show` is called when another one is chosen.
  constructor(list, show) {
    Object.assign(this, { list, show, steps: [], at: -1 });
  }

  // The moves that have been made, and the last of them.
  get played() { return this.steps.slice(0, this.at + 1); }
  get step() { return this.steps[this.at] ?? null; }
  get isFirst() { return this.at < 0; }
  get isLast() { return this.at >= this.steps.length - 1; }

  open(steps, at = 0) {
    this.steps = steps;
    this.go(at);
  }

  go(at) {
    this.at = Math.min(Math.max(at, -1), this.steps.length - 1);
    this.show();
    this.draw();
  }

  // The same line, as more of it becomes known.
  take(steps) {
    this.steps = steps;
    this.at = Math.min(this.at, steps.length - 1);
    this.draw();
  }

  by(count) { this.go(this.at + count); }

  // Keep the buttons while the line is the same, so that focus and clicks are not lost.
  draw() {
    const texts = this.steps.map(stepText), { children } = this.list;
    if (texts.length !== children.length || texts.some((text, at) => children[at].textContent !== text)) {
      this.list.replaceChildren(...texts.map((text, at) => h("li", {}, h("button", { onclick: () => this.go(at) }, text))));
    }
    [...children].forEach(({ firstChild: button }, at) => setCurrent(button, at === this.at));
  }
}

// A move with its points; a pass has none.
export const stepText = ({ move, score }) => (move === "pass" ? move : `${move} ${score}`);

// The board when the last of the moves `played` is made, each {move, score, placed}: from {placed, racks, scores} of the
// position before them, racks and scores of the side to move first.  The racks and `before` are those before the last move.
export function madeFrom({ placed, racks, scores }, played) {
  const mover = Math.max(0, played.length - 1) % 2, last = played.at(-1), earlier = played.slice(0, -1);
  const of = (side) => earlier.filter((_, index) => index % 2 === side);
  const points = (steps) => steps.reduce((sum, { score }) => sum + score, 0);
  const before = scores.map((score, side) => score + points(of(side)));
  return {
    mover, before,
    placed: [...placed, ...earlier.flatMap((step) => step.placed)],
    added: last?.placed ?? [],
    racks: racks.map((rack, side) => without(rack, of(side).flatMap((step) => step.placed))),
    scores: before.map((score, side) => score + (last && side === mover ? last.score : 0)),
  };
}

// The tiles of a rack that a move does not lay.
function without(rack, placed) {
  const left = [...rack];
  for (const [, , letter, points] of placed) left.splice(left.findIndex(([own]) => own === (points === null ? "?" : letter)), 1);
  return left;
}
