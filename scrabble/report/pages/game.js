"use strict";
// Steps through the turns of a game and the moves of a line.  Shown: {turn, line, at};
// line = null is the game itself, at = -1 the position before the first move of a line.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  data.turns.push(data.final);
  const last = data.turns.length;
  const one = (selector, from = document) => from.querySelector(selector);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const asked = () => Number((location.hash.match(/^#(?:turn-)?(\d+)$/) || [])[1]);  // #turn-21, #21
  const isTurn = (turn) => turn >= 1 && turn <= last;
  let shown = { turn: isTurn(asked()) ? asked() : data.mistakes[0] || data.first, line: null, at: -1 };

  function showBoard(moves, isNew) {
    const tiles = one("#board .tiles");
    tiles.replaceChildren();
    moves.forEach((placed, at) => placed.forEach((each) => tiles.append(boardTile(data, each, isNew && at === moves.length - 1))));
  }

  function showPlayers(step, player, placed) {
    all(".player").forEach((box, side) => {
      box.classList.toggle("on", side === player);
      const name = document.createElement("p"), rack = document.createElement("div"), score = document.createElement("b");
      name.append(data.names[side], score);
      score.textContent = step.scores[side];
      drawRack(rack, step.racks[side], side === player ? usedBy(placed) : [], step.bag ? "not known" : "no tiles");
      box.replaceChildren(name, rack);
    });
  }

  const steps = () => data.turns[shown.turn - 1].lines[shown.line];
  const described = (step) => `${data.names[step.player]} ${step.text}${step.placed.length ? ` +${step.score}` : ""}`;

  function show(turn, line = null, at = -1) {
    shown = { turn: Math.min(Math.max(turn, 1), last), line, at };
    const current = data.turns[shown.turn - 1];
    if (!current) return;
    const before = data.turns.slice(0, shown.turn - 1).filter((each) => each.stays).map((each) => each.placed);
    if (line === null) {
      showBoard([...before, current.placed], true);
      showPlayers(current, current.player, current.placed);
      const text = `Turn ${shown.turn} of ${last - 1}: ${described(current)}${current.stays ? "" : " (challenged off)"}`;
      one("#caption").textContent = current === data.final ? current.text : text;
    } else {
      const moves = steps(), step = moves[Math.max(at, 0)];
      showBoard([...before, ...moves.slice(0, at + 1).map((each) => each.placed)], at >= 0);
      showPlayers(step, step.player, at < 0 ? [] : step.placed);
      one("#caption").textContent = at < 0 ? `Before turn ${shown.turn}` : `Move ${at + 1} of ${moves.length}: ${described(step)}`;
    }
    showLine();
    all("[data-turn]").forEach((each) => {
      const isOn = Number(each.dataset.turn) === shown.turn;
      each.classList.toggle("on", isOn);
      if (each.matches("button")) isOn ? each.setAttribute("aria-current", "true") : each.removeAttribute("aria-current");
    });
    one("#no-analysis").hidden = current === data.final || Boolean(one(`#turn-${shown.turn}`));
    history.replaceState(null, "", `#${shown.turn}`);
  }

  function showLine() {
    one("#line").hidden = shown.line === null;
    if (shown.line === null) return;
    const isOpen = steps()[0].breaks_off;
    one("#line-title").textContent = `After ${shown.line}${isOpen ? " (not searched)" : ""}`;
    one("#line ol").replaceChildren(...steps().map((step, at) => {
      const item = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.textContent = `${step.text}${step.placed.length ? ` ${step.score}` : ""}`;
      if (at === shown.at) button.setAttribute("aria-current", "true");
      button.addEventListener("click", () => show(shown.turn, shown.line, at));
      item.append(button);
      return item;
    }));
  }

  function move(by) {
    if (shown.line === null) return show(shown.turn + by);
    show(shown.turn, shown.line, Math.min(Math.max(shown.at + by, -1), steps().length - 1));
  }
  function mistake(by) {
    const later = data.mistakes.filter((turn) => (turn - shown.turn) * by > 0);
    const next = by > 0 ? later[0] ?? data.mistakes[0] : later[later.length - 1] ?? data.mistakes[data.mistakes.length - 1];
    if (next) show(next);
  }
  function openLine(name) {
    if (data.turns[shown.turn - 1].lines[name]) show(shown.turn, name, 0);
  }
  const bestLine = () => {
    const button = one(`#turn-${shown.turn} .open-line`);
    if (button) openLine(button.dataset.line);
  };
  const toEnd = (end) => shown.line === null
    ? show(end < 0 ? 1 : last) : show(shown.turn, shown.line, end < 0 ? -1 : steps().length - 1);
  const go = {
    first: () => toEnd(-1), back: () => move(-1), on: () => move(1), last: () => toEnd(1),
    mistake: () => mistake(1), leave: () => show(shown.turn),
  };
  const keys = {
    ArrowLeft: go.back, ArrowRight: go.on, Home: go.first, End: go.last,
    ArrowDown: () => mistake(1), ArrowUp: () => mistake(-1), Enter: bestLine, Escape: go.leave,
  };

  document.addEventListener("keydown", (event) => {
    const isOnButton = event.key === "Enter" && event.target.closest("button, summary");
    if (event.ctrlKey || event.metaKey || event.altKey || isOnButton || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go], [data-line], [data-turn]:not(section)");
    if (!button) return;
    if (event.target.closest("a")) event.preventDefault();
    if (button.dataset.go) go[button.dataset.go]();
    else if (button.dataset.line) openLine(button.dataset.line);
    else show(Number(button.dataset.turn));
    if (matchMedia("(max-width: 860px)").matches && !button.dataset.go) one(".players").scrollIntoView({ block: "start" });
  });
  addEventListener("hashchange", () => { if (isTurn(asked())) show(asked()); });
  let touched = null;
  one("#board").addEventListener("touchstart", (event) => { touched = event.changedTouches[0].clientX; }, { passive: true });
  one("#board").addEventListener("touchend", (event) => {
    const by = event.changedTouches[0].clientX - touched;
    if (Math.abs(by) > 40) move(by < 0 ? 1 : -1);
  }, { passive: true });

  document.documentElement.classList.add("js");
  show(shown.turn);
})();
