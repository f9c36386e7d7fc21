// State shared by the modules: position, draft, selected move, parts of the page.
// A position as it is edited: placed tiles as on a board, racks as typed; scores that are not known are 0.
export const EMPTY = { placed: [], racks: ["", ""], scores: [0, 0], has_scores: true, zeros: 0, lexicon: "", language: "english", board: "CrosswordGame" };

export const USUAL_NAMES = ["Player 1", "Player 2"];

// page, serial: name of its session, serial number of the position's news
// lexicon: for positions that name none
// isPlaying: tiles are placed as a move, not as an edit of the position
// chosen: the selected move; names are those of the players, the first one first
export const state = { page: null, serial: -1, position: null, draft: structuredClone(EMPTY), isSecond: false, names: [...USUAL_NAMES], chosen: null, lexicon: "", isPlaying: false };

export const isNarrow = () => matchMedia("(max-width: 699px)").matches;  // everything is in one column

// A player's index in the position, which has the side to move first.
export const side = (index) => (state.isSecond ? 1 - index : index);
