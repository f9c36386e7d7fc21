// The view of a puzzle that is being solved: question, verdict, lines step by step, hints, solution.
// Where answers come from is left to `source`: the page's own data, or the server of the trainer.
//   source.judge(text, added)   {is_right, text, line: [{move, score, placed, racks}]}, or throws with a message
//   source.hint()               a sentence, or null
//   source.solution()           {line, reasons, others: [{move, lost, text, line}]}
//   source.next()               shows another puzzle by `show`
//   source.onStep?.(step)       a move of a line is on the board, or none
import { drawSide, usedBy } from "./board.js";
import { TilePlacement } from "./place_tiles.js";

const KEYS = { h: "hint", s: "solution", n: "next" };  // while the cursor is not on the board
const SOLUTION = "Solution";  // the title of its line
const one = (selector) => document.querySelector(selector);
const byName = (name) => document.getElementById(name);

function listItem(text) {
  const made = document.createElement("li");
  made.textContent = text;
  return made;
}

export class SolveView {
  constructor(source) {
    this.source = source;
    this.puzzle = this.shown = null;  // shown: {title, line, at}, a line on the board
    this.placement = new TilePlacement({
      board: byName("board"), rack: one(".mine"), letters: one(".letters"),
      changed: () => this.showCaption(), play: () => this.play(),
    });
    const doing = {
      play: () => this.play(), recall: () => { this.leave(); this.placement.recall(); }, pass: () => this.judge("pass"),
      back: () => this.step(-1), on: () => this.step(1), leave: () => this.leave(),
      hint: () => this.hint(), solution: () => this.solution(), next: () => this.source.next(),
    };
    document.addEventListener("click", (event) => doing[event.target.closest("[data-do]")?.dataset.do]?.());
    document.addEventListener("keydown", (event) => this.key(event));
    one(".typed").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = byName("typed").value.trim();
      if (text) this.typed(text);
    });
  }

  show(puzzle, picture) {
    this.puzzle = puzzle;
    this.shown = null;
    this.isBusy = false;
    document.body.classList.remove("stepping");
    byName("board").replaceChildren(picture);
    byName("question").textContent = puzzle.question;
    byName("about").textContent = puzzle.about;
    byName("typed").value = "";
    byName("answer").hidden = byName("line").hidden = true;
    byName("hints").replaceChildren(...(puzzle.hints_shown ?? []).map(listItem));
    one("[data-do='hint']").disabled = one("[data-do='solution']").disabled = false;
    this.say("", "");
    this.placement.show({ ...puzzle, rack: puzzle.racks[0] });
    this.showPlayers(0, puzzle.racks, puzzle.scores, []);
    this.showCaption();
  }

  say(text, kind) {
    byName("verdict").textContent = text && `${text[0].toUpperCase()}${text.slice(1)}`;
    byName("verdict").className = `verdict ${kind}`;
  }

  showCaption() {
    if (this.shown) return;
    byName("caption").textContent = this.placement.added.length ? this.placement.moveText() ?? "The tiles are not in one line." : "";
  }

  showPlayers(mover, racks, scores, placed, isDrawn = false) {
    document.querySelectorAll(".player").forEach((player, side) => {
      player.classList.toggle("on", side === mover);
      drawSide(player.querySelector(".name"), player.querySelector(".rack"), this.puzzle, side, racks[side], side === mover ? usedBy(placed) : [], isDrawn);
      player.querySelector("b").textContent = scores[side];
    });
  }

  play() {
    this.leave();
    const text = this.placement.moveText();
    if (text) this.judge(text);
    else this.say(this.placement.added.length ? "The tiles have to be in one line, without gaps." : "Put tiles on the board first.", "notice");
  }

  typed(text) {
    this.leave();
    if (/^pass$/i.test(text)) { this.judge("pass"); return; }
    const isPlaced = this.placement.placeText(text);
    if (!isPlaced) this.placement.recall();
    this.placement.draw();
    this.judge(isPlaced ? this.placement.moveText() ?? text : text);
  }

  async judge(text) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.say("Judging …", "notice");
    try {
      const verdict = await this.source.judge(text, text === "pass" ? [] : this.placement.added);
      this.say(verdict.text, verdict.is_right ? "right" : "wrong");
      if (verdict.is_right) await this.showSolution();
      else if (verdict.line.length > 1) this.openLine(`After ${verdict.move}`, verdict.line, 0);
    } catch (error) {
      this.say(error.message, "notice");
    } finally { this.isBusy = false; }
    byName("verdict").scrollIntoView({ block: "nearest" });  // on a telephone it is above the field in which moves are typed
  }

  async hint() {
    const text = await this.source.hint();
    if (text) byName("hints").append(listItem(text));
    else one("[data-do='hint']").disabled = true;
  }

  solution() {
    this.say("", "");
    return this.showSolution();
  }

  async showSolution() {
    const { line, reasons, others } = await this.source.solution();
    one("[data-do='solution']").disabled = one("[data-do='hint']").disabled = true;
    byName("answer").hidden = false;
    byName("answer-line").textContent = line.map(({ move, score }) => `${move}${move === "pass" ? "" : ` ${score}`}`).join(" · ");
    byName("reasons").replaceChildren(...reasons.map(listItem));
    byName("others-title").hidden = !others.length;
    byName("others").replaceChildren(...others.map(({ move, lost, text, line: refutation }) => {
      const made = document.createElement("li"), button = document.createElement("button"), amount = document.createElement("span");
      button.type = "button";
      amount.className = "lost";
      amount.textContent = lost;
      button.append(move, amount);
      button.title = text;
      button.addEventListener("click", () => { this.say(text, "wrong"); this.openLine(`After ${move}`, refutation, 0); });
      made.append(button);
      return made;
    }));
    this.openLine(SOLUTION, line, 0);
    one("[data-do='next']").focus({ preventScroll: true });
  }

  openLine(title, line, at) {
    this.shown = { title, line, at };
    one("[data-do='leave']").textContent = title === SOLUTION ? "Back to the puzzle" : "Try again";
    this.drawLine();
  }

  step(by) {
    if (!this.shown) return;
    this.shown.at = Math.min(Math.max(this.shown.at + by, -1), this.shown.line.length - 1);
    this.drawLine();
  }

  // The board as it stands after the shown moves; `leave` brings one's own tiles back.
  drawLine() {
    const { title, line, at } = this.shown, { puzzle } = this;
    let racks = puzzle.racks.map((rack) => [...rack]);
    const scores = [...puzzle.scores];
    const played = line.slice(0, at + 1), last = played.at(-1);
    played.forEach(({ placed, score }, index) => {
      scores[index % 2] += score;
      if (index < played.length - 1) racks[index % 2] = without(racks[index % 2], placed);
    });
    if (last?.racks) racks = last.racks;  // with the tiles drawn
    const mover = Math.max(0, at) % 2;
    this.placement.isLocked = true;
    document.body.classList.add("stepping");
    this.placement.drawBoard([...puzzle.placed, ...played.slice(0, -1).flatMap(({ placed }) => placed)], last?.placed ?? []);
    this.placement.drawCursor();
    this.showPlayers(mover, racks, scores, last?.placed ?? [], !!last?.racks);
    byName("caption").textContent = last ? `${puzzle.names[mover]} ${last.move}${last.move === "pass" ? "" : ` +${last.score}`}, ${scores.join("–")}` : "Before the move";
    byName("line").hidden = false;
    byName("line-title").textContent = title;
    one("#line ol").replaceChildren(...line.map(({ move, score }, index) => {
      const entry = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.textContent = `${move}${move === "pass" ? "" : ` ${score}`}`;
      if (index === at) button.setAttribute("aria-current", "true");
      button.addEventListener("click", () => { this.shown.at = index; this.drawLine(); });
      entry.append(button);
      return entry;
    }));
    this.source.onStep?.(last ?? null);
    one("[data-do='back']").disabled = at < 0;
    one("[data-do='on']").disabled = at >= line.length - 1;
  }

  leave() {
    if (!this.shown) return;
    this.shown = null;
    byName("line").hidden = true;
    this.placement.isLocked = false;
    document.body.classList.remove("stepping");
    this.placement.draw();
    this.showPlayers(0, this.puzzle.racks, this.puzzle.scores, []);
    this.source.onStep?.(null);
    this.showCaption();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    if (this.shown && event.key === "ArrowLeft") this.step(-1);
    else if (this.shown && event.key === "ArrowRight") this.step(1);
    else if (this.shown && event.key === "Escape") this.leave();
    else if (KEYS[event.key] && event.target.id !== "board") one(`.right [data-do='${KEYS[event.key]}']`).click();
    else return;
    event.preventDefault();
  }
}

function without(rack, placed) {
  const left = [...rack];
  for (const [, , letter, points] of placed) left.splice(left.findIndex(([own]) => own === (points === null ? "?" : letter)), 1);
  return left;
}
