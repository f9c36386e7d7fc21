// The history: visited positions, and the steps (moves with their draws) between them.
// A node: {id, home: CGP where its line began, moves: steps from there, cgp, summary: best move and value, parent, children, title of a beginning, its names of the players}
import { counted, h } from "./h.js";
import { state } from "./state.js";

const SHOWN = 20;  // beginnings of lines, the last ones
const KEPT = 90;  // places that are saved, of this beginning and of all others
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
    const node = { id: this.nodes.length, home, moves, parent, children: [], cgp: "", summary: "" };
    if (!parent) node.names = state.names;
    this.nodes.push(node);
    (parent ? parent.children : this.roots).push(node);
    return node;
  }

  rootOf(node) { return node.parent ? this.rootOf(node.parent) : node; }

  // The node after a step, added if there is none.
  after(node, step) {
    return node.children.find((each) => each.moves.at(-1) === step) || this.add(node.home, [...node.moves, step], node);
  }

  update(node, answer) {
    if (!node || !answer) return;
    node.summary = answer.texts.summary;
    const button = list.querySelector(`[data-node="${node.id}"]`);
    if (button) button.textContent = this.title(node);
  }

  title(node) {
    const name = node.moves.length ? `${counted(node.moves.length)}. ${node.moves.at(-1)}` : node.title ?? `Position ${counted(this.beginnings.indexOf(node) + 1)}`;
    return node.summary ? `${name} → ${node.summary}` : name;
  }

  draw() {
    const drawn = (nodes) => nodes.map((node) => h("li", {},
      h("button", { "data-node": node.id, "aria-current": node === this.current ? "true" : null }, this.title(node)),
      ...(node.children.length ? [h("ul", {}, ...drawn(node.children))] : [])));
    list.replaceChildren(...drawn(this.beginnings.slice(-SHOWN)));
  }

  // The roots worth keeping: without positions typed on the way to another one.
  get beginnings() {
    return this.roots.filter((node) => node === this.current || node.summary || node.children.length);
  }

  // The lines from the same root as the current node, whose own line comes last.
  kept() {
    const { home } = this.current;
    const same = this.nodes.filter((each) => each.home === home && each !== this.current).slice(-KEPT);
    return { cgp: home, lines: [...same, this.current].map((each) => each.moves), names: this.namesAt(home) };
  }

  // The names of the players, the one to move in the first position of a line first.
  namesAt(home) {
    const { isSecond, names } = this.roots.find((node) => node.home === home) ?? state;
    return isSecond ? [...names].reverse() : names;
  }

  // The lines from the other roots, the latest ones.
  others() {
    const homes = [...new Set(this.beginnings.map(({ home }) => home))].filter((home) => home !== this.current.home);
    const all = homes.map((home) => ({ cgp: home, lines: this.nodes.filter((each) => each.home === home).map((each) => each.moves), names: this.namesAt(home) }));
    let count = 0;
    return all.reverse().filter(({ lines }) => (count += lines.length) <= KEPT).reverse();
  }
}
