// Undo and redo of edits: drafts of the position before and after the present one.
const KEPT = 200;
const TOGETHER = 800;  // ms: edits of one field that follow one another as fast are one edit

export class Undo {
  // Begin anew, with what is there now.
  begin(present) {
    this.present = structuredClone(present);
    this.before = [];
    this.after = [];
    this.field = null;
    this.at = 0;
  }

  // Take note of an edit; `field` names the field that is typed in, if any.
  edited(present, field = null) {
    const now = performance.now(), isSame = field !== null && field === this.field && now - this.at < TOGETHER;
    [this.field, this.at] = [field, now];
    if (!isSame || !this.before.length) this.before.push(this.present);
    if (this.before.length > KEPT) this.before.shift();
    this.after = [];
    this.present = structuredClone(present);
  }

  // What was there before the last edit, or what was there before it was undone.
  undo() { return this.exchange(this.before, this.after); }
  redo() { return this.exchange(this.after, this.before); }

  exchange(from, to) {
    this.field = null;
    to.push(this.present);
    this.present = from.pop();
    return structuredClone(this.present);
  }
}
