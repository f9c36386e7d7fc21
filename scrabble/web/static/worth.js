// What moves and positions are worth, as text and on the scales of the list of moves.
// An interval is [lower, upper]: a bound is a whole number, text such as "7/8", or null where there is none.  Equal bounds
// are a known number.  Moves and answers have the intervals `spread` (final spread) and `win` (win probability), and an
// `estimate` while one of them is open.
//
//   Values      of an endgame: future spread, the final one without the lead before the move
//   Chances     with tiles in the bag: the win probability, and the mean of the final spread

export const isExact = ([lower, upper]) => lower === upper && lower !== null;
export const isBest = ({ status }) => status === "best" || status === "best so far";

export function numberOf(bound) {
  if (typeof bound === "number") return bound;
  const [above, below = "1"] = bound.split("/");
  return Number(above) / Number(below);
}

const boundsOf = ([lower, upper]) => [lower === null ? -Infinity : numberOf(lower), upper === null ? Infinity : numberOf(upper)];

const TELLING = 300;  // points: a bound beyond says nothing about any real game

// A number of points by its bounds: +3, +3 to +7, at least +3; empty if neither bound says anything.
function pointsText([lower, upper], text) {
  const isLow = lower >= -TELLING, isHigh = upper <= TELLING;
  if (lower === upper || (isLow && isHigh)) return lower === upper ? text(lower) : `${text(lower)} to ${text(upper)}`;
  return isLow ? `at least ${text(lower)}` : isHigh ? `at most ${text(upper)}` : "";
}

const signed = (number) => (number < 0 ? String(number) : `+${number}`);
const signedMean = (number) => `${number < 0 ? "-" : "+"}${oneDecimal(Math.abs(number))}`;

// Half-way between two decimals, a quarter, to the even one, as in the explanations: 1.25 is 1.2.
function oneDecimal(number) {
  const below = Math.floor(10 * number), isHalfWay = (4 * number) % 2 === 1;
  return isHalfWay ? ((below + (below % 2)) / 10).toFixed(1) : number.toFixed(1);
}

const percent = (fraction) => `${oneDecimal(100 * numberOf(fraction)).replace(/\.0$/, "")} %`;
const chance = (fraction) => ([0, 1].includes(fraction) ? percent(fraction) : `${fraction} (${percent(fraction)})`);

export function chanceText([lower, upper]) {
  if (lower === upper) return chance(lower);
  if (lower === 0) return upper === 1 ? "open" : `at most ${chance(upper)}`;
  return upper === 1 ? `at least ${chance(lower)}` : `${chance(lower)} to ${chance(upper)}`;
}

export const meanText = (spread) => pointsText(boundsOf(spread), signedMean) || "open";

// What a move loses, in points or in win probability: exactly, or at least.
export function lossText(least, isByChance, isKnown) {
  if (!least) return isKnown ? "best" : "not known";
  return `${isKnown ? "" : "≥ "}${isByChance ? `${oneDecimal(100 * least).replace(/\.0$/, "")} %` : least}`;
}

const provenClaim = ({ best }) => (best.length > 1 ? `Proven: ${best.length} moves are best.` : "Proven best: no move is better.");
const counted = (number) => number.toLocaleString("en");
const effort = ({ refuted, move_count: moves, exact_count: exact }) => `${counted(refuted)} of ${counted(Math.max(0, moves - 1))} other moves refuted · ${counted(exact)} of ${counted(moves)} exact`;
const cost = ({ nodes, seconds }) => `${counted(nodes)} nodes · ${seconds.toFixed(1)}\u00a0s`;

class Values {
  constructor(lead, hasScores, practical) {
    this.lead = lead;
    this.practical = practical;
    this.hasScores = hasScores;
    this.headings = ["value", "loss"];
    this.isByChance = false;
  }

  bounds({ spread }) { return boundsOf(spread).map((bound) => bound - this.lead); }

  expected({ estimate }) { return estimate?.value ?? null; }

  isExact({ spread }) { return isExact(spread); }

  // The value, or its estimate while it is open.
  text(found) {
    const expected = this.expected(found);
    return expected === null || this.isExact(found) ? pointsText(this.bounds(found), signed) || "open" : `about ${signed(expected)}`;
  }

  // The bounds of an open value that say something.
  proven(found) { return this.isExact(found) ? "" : pointsText(this.bounds(found), signed); }

  title(found) {
    const proven = this.proven(found);
    return `${this.text(found)}${proven && `, proven: ${proven}`}`;
  }

  // The cells of a move; `best` is the best lower bound of all moves.
  cells(move, best) {
    const [, upper] = this.bounds(move), least = Math.max(0, best - upper);
    if (isBest(move)) return [this.text(move), move.status];
    if (this.isExact(move) && move.status !== "open") return [this.text(move), String(least)];
    return [this.text(move), least > 0 ? `≥ ${least}` : ""];
  }

  // How the game ends after a move: {text, kind}; the kind is what is proven of it: wins, draws, loses, or nothing.
  outcome(move) {
    const [lower, upper] = boundsOf(move.spread), expected = this.expected(move);
    const kind = lower > 0 ? "wins" : upper < 0 ? "loses" : lower === 0 && upper === 0 ? "draws" : "";
    if (lower === upper) return { text: kind === "draws" ? "draws" : `${kind} by ${Math.abs(lower)}`, kind };
    const about = expected === null ? null : expected + this.lead;
    if (kind) return { text: about !== null && Math.sign(about) === (kind === "wins" ? 1 : -1) ? `${kind} by about ${Math.abs(about)}` : kind, kind };
    return { text: about === null ? "open" : about === 0 ? "about a draw" : `about ${signed(about)}`, kind };
  }

  // What the bars of moves measure: values, and on the axis the final spread.
  measure() {
    const { lead, hasScores } = this;
    return {
      name: hasScores ? "final spread" : "value",
      bounds: (move) => this.bounds(move),
      expected: (move) => this.expected(move),
      drawn: hasScores ? -lead : NaN,
      axis: (value) => signed(value + (hasScores ? lead : 0)),
    };
  }

  barTitle(move) {
    const proven = this.proven(move);
    return this.isExact(move) ? `worth ${this.text(move)}, proven` : `${this.text(move)}${proven && `; proven: ${proven}`}`;
  }

  // The keys of a move in the order of their weight, the greater ones first.
  order(move) {
    const [lower, upper] = this.bounds(move);
    return [Number(isBest(move)), this.expected(move) ?? upper, upper, lower, move.score];
  }

  answer(answer) { return this.text(answer); }

  claim(answer) {
    if (answer.status === "proven") return provenClaim(answer);
    const proven = this.proven(answer);
    return proven ? `Not proven yet; proven bounds: ${proven}.` : "Nothing proven yet.";
  }

  effort(answer) { return `${effort(answer)} · ${cost(answer)}`; }
}

// Win probabilities in per cent, with the proven bounds only.
const BY_WINS = {
  name: "win probability",
  bounds: ({ win }) => boundsOf(win).map((bound) => 100 * bound),
  expected: () => null,
  drawn: 50,
  axis: (value) => `${Math.round(value)} %`,
  ends: [0, 100],
};

const BY_SPREAD = {
  name: "mean final spread",
  bounds: ({ spread }) => boundsOf(spread),
  expected: ({ estimate }) => estimate?.spread ?? null,
  drawn: 0,
  axis: (value) => signed(Math.round(value)),
};

// The win probability of a move, or its estimate, in whole per cent.
const percentOf = ({ win, estimate }) => Math.round(100 * (isExact(win) ? numberOf(win[0]) : estimate?.win ?? NaN));

const CHANCES = {
  headings: ["wins", "spread"],
  isByChance: true,
  hasScores: false,

  outcome: () => ({ text: "", kind: "" }),

  // Where all moves always win, or never, as far as is known, bars of win probabilities would tell nothing.
  measure: (moves) => ([0, 100].some((percents) => moves.every((move) => percentOf(move) === percents)) ? BY_SPREAD : BY_WINS),

  isExact: ({ win, spread }) => isExact(win) && isExact(spread),

  win: ({ win, estimate }) => (estimate && !isExact(win) ? `about ${(100 * estimate.win).toFixed(0)} %` : chanceText(win)),

  spread: ({ spread, estimate }) => (estimate && !isExact(spread) ? `about ${signed(Math.round(estimate.spread))}` : meanText(spread)),

  proven: ({ win }) => (isExact(win) || chanceText(win) === "open" ? "" : chanceText(win)),

  title(found) { return `wins ${this.win(found)}, spread ${this.spread(found)}`; },

  barTitle(move) {
    const proven = this.proven(move);
    return `${this.title(move)}${this.isExact(move) ? ", proven" : proven && `; proven: wins ${proven}`}`;
  },

  cells(move) { return [this.win(move), this.spread(move)]; },

  order(move) {
    const known = [move.win, move.spread].map((interval) => boundsOf(interval)[1]), expected = move.estimate;
    return [Number(isBest(move)), Math.round(100 * (expected?.win ?? known[0])), expected?.spread ?? known[1], ...known, move.score];
  },

  answer(answer) {
    const beside = (interval, text) => (!answer.estimate || isExact(interval) || text === "open" ? "" : ` (proven: ${text})`);
    const { win, spread } = answer;
    return `wins ${this.win(answer)}${beside(win, chanceText(win))} · spread ${this.spread(answer)}${beside(spread, meanText(spread))}`;
  },

  claim(answer, state) {
    if (answer.status === "proven") return provenClaim(answer);
    const why = state === "done" ? " Nothing more can be proven." : "";
    if (answer.bag.is_win_proven) return `No move wins more often: proven. Another that wins as often may have a better spread.${why}`;
    return `Not proven: estimates, with proven bounds beside them.${why}`;
  },

  effort(answer) { return `${effort(answer)} · ${counted(answer.bag.queries)} searches · ${cost(answer)}`; },
};

// What the numbers of an answer, and of its moves, show.
// Without scores nobody knows who wins.
export const viewOf = (answer, hasScores = true) => (answer?.kind === "preendgame" ? CHANCES : new Values(answer?.lead ?? 0, hasScores, answer?.practical ?? {}));

// Sort by the keys of `order`.
export function compared(a, b) {
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return b[at] - a[at];
  return 0;
}
