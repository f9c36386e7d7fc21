// State shared by the modules: position, draft, selected move, parts of the page.
export const EMPTY = { size: 15, squares: {}, racks: ["", ""], scores: [0, 0], hasScores: true, zeros: 0, lexicon: "", language: "english", board: "CrosswordGame" };

export const USUAL_NAMES = ["Player 1", "Player 2"];

// page, serial: name of its session, serial number of the position's news
// lexicon: for positions that name none
// isPlaying: tiles are placed as a move, not as an edit of the position
// chosen: {move, at}, at = -1 being the position before it; names are those of the players, the first one first
export const state = { page: null, serial: -1, position: null, draft: structuredClone(EMPTY), start: [7, 7], isSecond: false, names: [...USUAL_NAMES], chosen: null, lexicon: "", isPlaying: false };

export const byId = (id) => document.getElementById(id);
export const isNarrow = () => matchMedia("(max-width: 699px)").matches;  // everything is in one column
export const one = (selector) => document.querySelector(selector);

export function item(text) {
  const made = document.createElement("li");
  made.textContent = text;
  return made;
}

// A player's index in the position, which has the side to move first.
export const side = (index) => (state.isSecond ? 1 - index : index);

// Whether tiles of the rack of a player may be moved: to play, those of the side to move.
state.mayMove = (player) => !state.isPlaying || side(player) === 0;
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
