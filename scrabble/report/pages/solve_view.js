// The view of a puzzle that is being solved: question, verdict, lines step by step, hints, solution.
// Where answers come from is left to `source`: the page's own data, or the server of the trainer.
//   source.judge(text, added)   {is_right, is_open: it may be, text, line: its steps}, or throws with a message
//   source.hint()               a sentence, or null
//   source.solution()           {line, line_text, reasons, others: [{move, lost, text, line}]}
//   source.next()               shows another puzzle by `show`
//   source.onStep?.(step)       a move of a line is on the board, or none
import { Board, drawPlayers } from "./board.js";
import { byId, capitalised, h, item, one } from "./h.js";
import { Line, captionOf, madeFrom } from "./line.js";
import { Placer, RackTiles } from "./placing.js";

const KEYS = { h: "hint", s: "solution", n: "next" };  // while the cursor is not on the board
const SOLUTION = "Solution";  // the title of its line

export class SolveView {
  constructor(source) {
    this.source = source;
    this.puzzle = null;
    this.isStepping = false;  // a line is on the board
    this.waiting = null;  // the blank whose letter is asked for, by its index on the rack
    this.board = new Board(byId("board"));
    this.line = new Line(one("#line ol"), () => this.draw());
    this.placer = new Placer(this.board, byId("board"), {
      tiles: () => this.tiles,
      isIdle: () => this.isStepping,
      changed: () => this.askForLetter(null),
      moved: () => this.draw(),
      enter: () => this.play(),
      escape: () => (this.placer.cursor || !this.tiles.isEmpty ? this.recall() : false),
      chooseLetter: (index) => this.askForLetter(index),
    });
    this.placer.takeFrom(one(".mine"), ({ target }) => (this.isStepping ? -1 : [...one(".mine").children].indexOf(target.closest("button"))));
    const doing = {
      play: () => this.play(), recall: () => this.recall(), pass: () => this.judge("pass"),
      back: () => this.line.by(-1), on: () => this.line.by(1), leave: () => this.leave(),
      hint: () => this.hint(), solution: () => this.solution(), next: () => this.source.next(),
    };
    document.addEventListener("click", (event) => doing[event.target.closest("[data-do]")?.dataset.do]?.());
    document.addEventListener("keydown", (event) => this.key(event));
    one(".typed").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = byId("typed").value.trim();
      if (text) this.typed(text);
    });
  }

  show(puzzle, picture) {
    this.puzzle = puzzle;
    this.isBusy = this.isStepping = false;
    this.board.use(picture);
    this.tiles = new RackTiles(puzzle.placed, puzzle.racks[0], puzzle.letters);
    this.placer.leave();
    byId("question").textContent = puzzle.question;
    byId("about").textContent = puzzle.about;
    byId("typed").value = "";
    byId("answer").hidden = true;
    byId("hints").replaceChildren(...(puzzle.hints_shown ?? []).map(item));
    one("[data-do='hint']").disabled = one("[data-do='solution']").disabled = false;
    this.say("", "");
    this.askForLetter(null);
  }

  say(text, kind) {
    byId("verdict").textContent = capitalised(text);
    byId("verdict").className = `verdict ${kind}`;
  }

  // The board with the tiles that are being placed, or as it stands in the line that is shown.
  draw() {
    const { puzzle, placer, tiles, line, isStepping } = this, { step } = line;
    const shown = madeFrom(puzzle, isStepping ? line.played : []), added = isStepping ? shown.added : tiles.added, { racks } = shown;
    document.body.classList.toggle("stepping", isStepping);
    byId("line").hidden = !isStepping;
    this.board.draw(shown.placed, added);
    this.board.drawCursor(isStepping ? null : placer.cursor, placer.isBlank);
    this.drawRack();
    drawPlayers(puzzle.names.map((name, side) => {
      const isUnseen = side === 1 && puzzle.unseen.length > 0 && !racks[1].length;
      return { name: isUnseen ? `${name} + bag` : name, score: shown.scores[side], tiles: isUnseen ? puzzle.unseen : racks[side], isOn: side === shown.mover };
    }), shown.added);
    byId("caption").textContent = isStepping ? captionOf(step, puzzle.names[shown.mover])
      : tiles.isEmpty ? "" : tiles.text ?? "The tiles are not in one line.";
    one("[data-do='back']").disabled = line.isFirst;
    one("[data-do='on']").disabled = line.isLast;
    this.source.onStep?.(isStepping ? step : null);
  }

  drawRack() {
    const { tiles, placer: { selected } } = this, rack = one(".mine"), focused = [...rack.children].indexOf(document.activeElement);
    rack.replaceChildren(...tiles.rack.map(([letter, points], index) => {
      const button = h("button", {
        class: letter.length > 1 ? "two" : "",
        "aria-pressed": String(index === selected || index === this.waiting),
        "aria-label": this.puzzle.rack_names[index],
      }, letter, h("sub", {}, points ?? ""));
      button.disabled = this.isStepping || tiles.isUsed(index);
      return button;
    }));
    const again = rack.children[focused];
    if (again) (again.disabled ? byId("board") : again).focus({ preventScroll: true });
  }

  // Ask which letter a blank of the rack is to be; null: none.
  askForLetter(index) {
    this.waiting = index;
    const lay = (letter) => {
      this.askForLetter(null);
      this.placer.lay(letter, true, index);
    };
    one(".letters").hidden = index === null;
    one(".letters").replaceChildren(...(index === null ? [] : this.puzzle.letters.map((letter) => h("button", { onclick: () => lay(letter) }, letter))));
    this.draw();
    one(".letters").firstChild?.focus();
  }

  recall() {
    this.isStepping = false;
    this.tiles.clear();
    this.placer.leave();
    this.askForLetter(null);
  }

  play() {
    this.leave();
    const { tiles } = this;
    if (tiles.text) this.judge(tiles.text);
    else this.say(tiles.isEmpty ? "Put tiles on the board first." : "The tiles have to be in one line, without gaps.", "open");
  }

  typed(text) {
    this.leave();
    if (/^pass$/i.test(text)) { this.judge("pass"); return; }
    const { tiles } = this, isPlaced = tiles.layText(text);
    if (!isPlaced) tiles.clear();
    this.placer.leave();
    this.askForLetter(null);
    this.judge(isPlaced ? tiles.text ?? text : text);
  }

  async judge(text) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.say("Judging …", "open");
    try {
      const verdict = await this.source.judge(text, text === "pass" ? [] : this.tiles.added);
      this.say(verdict.text, verdict.is_right ? "none" : verdict.is_open ? "open" : "large");
      if (verdict.is_right) await this.showSolution();
      else if (verdict.line.length > 1) this.openLine(`After ${verdict.move}`, verdict.line);
    } catch (error) {
      this.say(error.message, "open");
    } finally { this.isBusy = false; }
    byId("verdict").scrollIntoView({ block: "nearest" });  // on a telephone it is above the field in which moves are typed
  }

  async hint() {
    const text = await this.source.hint();
    if (text) byId("hints").append(item(text));
    else one("[data-do='hint']").disabled = true;
  }

  solution() {
    this.say("", "");
    return this.showSolution();
  }

  async showSolution() {
    const { line, line_text: written, reasons, others } = await this.source.solution();
    one("[data-do='solution']").disabled = one("[data-do='hint']").disabled = true;
    byId("answer").hidden = false;
    byId("answer-line").textContent = written;
    byId("reasons").replaceChildren(...reasons.map(item));
    byId("others-title").hidden = !others.length;
    byId("others").replaceChildren(...others.map(({ move, lost, text, line: refutation }) => {
      const open = () => { this.say(text, "large"); this.openLine(`After ${move}`, refutation); };
      return h("li", {}, h("button", { title: text, onclick: open }, move, h("span", { class: "lost" }, lost)));
    }));
    this.openLine(SOLUTION, line);
    one("[data-do='next']").focus({ preventScroll: true });
  }

  openLine(title, line) {
    this.askForLetter(null);
    this.isStepping = true;
    byId("line-title").textContent = title;
    one("[data-do='leave']").textContent = title === SOLUTION ? "Back to the puzzle" : "Try again";
    this.line.open(line);
  }

  // From the line back to the tiles that are being placed.
  leave() {
    this.isStepping = false;
    this.draw();
  }

  key(event) {
    if (!this.board.box.isConnected) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    if (this.isStepping && event.key === "ArrowLeft") this.line.by(-1);
    else if (this.isStepping && event.key === "ArrowRight") this.line.by(1);
    else if (this.isStepping && event.key === "Escape") this.leave();
    else if (KEYS[event.key] && event.target.id !== "board") one(`.right [data-do='${KEYS[event.key]}']`).click();
    else return;
    event.preventDefault();
  }
}
