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
    const texts = this.steps.map(({ text }) => text), { children } = this.list;
    if (texts.length !== children.length || texts.some((text, at) => children[at].textContent !== text)) {
      this.list.replaceChildren(...texts.map((text, at) => h("li", {}, h("button", { onclick: () => this.go(at) }, text))));
    }
    [...children].forEach(({ firstChild: button }, at) => setCurrent(button, at === this.at));
  }
}

// What is said of a step: who made it, and the scores after it, of the player at the left first.
export function captionOf(step, mover, isReversed = false) {
  if (!step) return "Before the move";
  const scores = step.score_texts?.[isReversed ? 1 : 0];
  return `${mover} ${step.made}${scores ? `, ${scores}` : ""}`;
}

// The board when the last of the moves `played` is made, from the position before them; racks and scores, of the side to
// move first, are those before that move.
export function madeFrom({ placed, racks, scores }, played) {
  const last = played.at(-1), earlier = played.slice(0, -1);
  return {
    mover: earlier.length % 2,
    placed: [...placed, ...earlier.flatMap((step) => step.placed)],
    added: last?.placed ?? [],
    racks: last?.racks ?? racks,
    scores: earlier.at(-1)?.scores ?? scores,
  };
}
