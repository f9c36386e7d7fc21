// What was looked at: positions, and the moves that led from one to the next.
// A node: {id, home: CGP where its line began, moves: from there, cgp, told: best move and value, parent, children}
import { KIND, bestText } from "./bag.js";
import { worthText } from "./notation.js";

const SHOWN = 20;  // beginnings of lines, the last ones
const list = document.querySelector("#tree ul");

export class Tree {
  constructor(go) {
    this.nodes = [];
    this.roots = [];
    this.current = null;
    list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) go(this.nodes[Number(button.dataset.node)]);
    });
  }

  add(home, moves, parent) {
    const node = { id: this.nodes.length, home, moves, parent, children: [], cgp: "", told: "" };
    this.nodes.push(node);
    (parent ? parent.children : this.roots).push(node);
    return node;
  }

  // The node after a move, made if there is none.
  after(node, move) {
    return node.children.find((each) => each.moves.at(-1) === move) || this.add(node.home, [...node.moves, move], node);
  }

  tell(node, answer) {
    if (!node || !answer) return;
    node.told = `${answer.best[0]} ${answer.kind === KIND ? bestText(answer) : worthText(answer.lower, answer.upper)}${answer.status === "proven" ? "" : " (open)"}`;
    const button = list.querySelector(`[data-node="${node.id}"]`);
    if (button) button.textContent = this.title(node);
  }

  title(node) {
    const name = node.name ?? (node.moves.length ? `${node.moves.length}. ${node.moves.at(-1)}` : `Position ${this.roots.indexOf(node) + 1}`);
    return node.told ? `${name} → ${node.told}` : name;
  }

  draw() {
    const drawn = (nodes) => nodes.map((node) => {
      const item = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.dataset.node = node.id;
      button.textContent = this.title(node);
      if (node === this.current) button.setAttribute("aria-current", "true");
      item.append(button);
      if (node.children.length) {
        const inner = document.createElement("ul");
        inner.append(...drawn(node.children));
        item.append(inner);
      }
      return item;
    });
    const worth = this.roots.filter((node) => node === this.current || node.told || node.children.length);
    list.replaceChildren(...drawn(worth.slice(-SHOWN)));
  }

  // The lines of all nodes with the same beginning, the current one last.
  lines() {
    const same = this.nodes.filter((each) => each.home === this.current.home && each !== this.current);
    return [...same, this.current].map((each) => each.moves);
  }
}
