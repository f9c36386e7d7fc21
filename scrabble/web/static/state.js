// What the modules of the page share: the position, its draft, the move that is looked at, and the parts of the page.
export const EMPTY = { size: 15, squares: {}, racks: ["", ""], scores: [0, 0], zeros: 0, lexicon: "", language: "english", board: "CrosswordGame" };

// page, serial: its name at the server, the number of the news that speak of the position
// lexicon: the one to take where a position names none
// chosen: {move, at}, at = -1 being the position before it; names are those of the players, the first one first
export const state = { page: null, serial: -1, position: null, draft: structuredClone(EMPTY), start: [7, 7], isSecond: false, names: ["Player 1", "Player 2"], chosen: null, lexicon: "" };

export const at = (id) => document.getElementById(id);
export const isNarrow = () => matchMedia("(max-width: 860px)").matches;  // everything is in one column
export const one = (selector) => document.querySelector(selector);

export function item(text) {
  const made = document.createElement("li");
  made.textContent = text;
  return made;
}

// A player's place in the position, which has the one on turn first.
export const side = (index) => (state.isSecond ? 1 - index : index);

state.writtenAt = (player, index) => {
  const tiles = state.position.racks[side(player)];
  return tiles[index] ? tiles[index][2] : "";
};
state.takeFromRack = (player, tile) => {
  const written = state.position.racks[side(player)].map(([, , text]) => text);
  const found = written.indexOf(tile);
  if (found >= 0) written.splice(found, 1);
  state.draft.racks[side(player)] = written.join("");
};
state.addToRack = (player, tile) => { state.draft.racks[side(player)] += tile; };
