// Positions with tiles in the bag: chances and mean spreads as text.
// Numbers come as exact fractions, a lower and an upper one: ["5/8", "7/8"].  Two different ones are an interval.
export const KIND = "preendgame";

export function numberOf(fraction) {
  const [above, below = "1"] = fraction.split("/");
  return Number(above) / Number(below);
}

const percent = (fraction) => `${oneDecimal(100 * numberOf(fraction)).replace(/\.0$/, "")} %`;
const whole = (fraction) => (/^[01]$/.test(fraction) ? percent(fraction) : `${fraction} (${percent(fraction)})`);
const points = (fraction) => `${numberOf(fraction) < 0 ? "−" : "+"}${oneDecimal(Math.abs(numberOf(fraction)))}`;

// Half-way between two decimals, a quarter, to the even one, as in the explanations: 1.25 is 1.2.
function oneDecimal(number) {
  const below = Math.floor(10 * number), isHalfWay = (4 * number) % 2 === 1;
  return isHalfWay ? ((below + (below % 2)) / 10).toFixed(1) : number.toFixed(1);
}

const MEANINGFUL = 300;  // points: wider bounds of a mean spread say nothing about real games

export function chanceText([lower, upper]) {
  if (lower === upper) return whole(lower);
  if (lower === "0" && upper === "1") return "open";
  if (lower === "0") return `at most ${whole(upper)}`;
  if (upper === "1") return `at least ${whole(lower)}`;
  return `${whole(lower)} to ${whole(upper)}`;
}

export function spreadText([lower, upper]) {
  if (lower === upper) return points(lower);
  const hasLower = numberOf(lower) >= -MEANINGFUL, hasUpper = numberOf(upper) <= MEANINGFUL;
  if (hasLower && hasUpper) return `${points(lower)} to ${points(upper)}`;
  return hasLower ? `at least ${points(lower)}` : hasUpper ? `at most ${points(upper)}` : "open";
}

// An estimate of an open value: [chance, spread] in decimals.
const aboutChance = ([chance]) => `about ${(100 * chance).toFixed(0)} %`;
const aboutSpread = ([, spread]) => `about ${spread < 0 ? "−" : "+"}${Math.abs(Math.round(spread))}`;
const isOpen = ([lower, upper]) => lower !== upper;

export const rangeOf = ({ lower, upper }) => [lower, upper];

// A row as the list of moves has it: bounds of the chance in per cent, and its own texts and order.
export function rowOf([score, chance, spread, status, estimate = null]) {
  const known = [chance, spread].map(([, upper]) => numberOf(upper)), order = estimate ?? known;
  const bag = {
    chance: estimate && isOpen(chance) ? aboutChance(estimate) : chanceText(chance),
    spread: estimate && isOpen(spread) ? aboutSpread(estimate) : spreadText(spread),
    isExact: !isOpen(chance) && !isOpen(spread),
    order: [status.startsWith("best") ? 1 : 0, Math.round(100 * order[0]), order[1], ...known],
  };
  return [score, 100 * numberOf(chance[0]), 100 * numberOf(chance[1]), status, null, [], bag];
}

export const rowsOf = (rows) => Object.fromEntries(Object.entries(rows).map(([move, row]) => [move, rowOf(row)]));

export function compared(a, b) {
  for (let at = 0; at < a.order.length; at += 1) if (a.order[at] !== b.order[at]) return b.order[at] - a.order[at];
  return 0;
}

export function bestText(answer) {
  const chance = rangeOf(answer.chance), spread = rangeOf(answer.spread);
  if (!answer.estimate) return `chance ${chanceText(chance)} · spread ${spreadText(spread)}`;
  const estimate = [answer.estimate.chance, answer.estimate.spread];
  const beside = (text) => (text === "open" ? "" : ` (proven: ${text})`);
  const wins = isOpen(chance) ? `${aboutChance(estimate)}${beside(chanceText(chance))}` : chanceText(chance);
  const mean = isOpen(spread) ? `${aboutSpread(estimate)}${beside(spreadText(spread))}` : spreadText(spread);
  return `chance ${wins} · spread ${mean}`;
}

export function claimOf(answer, state) {
  if (answer.status === "proven") return answer.best.length > 1 ? `Proven: ${answer.best.length} moves are best.` : "Proven: no move is better.";
  const more = state === "done" ? " Nothing more can be proven." : "";
  const why = answer.ignores_exchanges ? " Exchanges are not searched." : more;
  if (answer.regret === "0") return `Proven: no move wins more often. Best spread among ties not settled.${why}`;
  return answer.ignores_exchanges ? `Not proven.${why}` : `Not proven: estimates, with proven bounds beside them.${why}`;
}

export const effortText = (answer) => `${answer.disproved} of ${Math.max(0, answer.moves - 1)} other moves refuted · ${answer.exact} of ${answer.moves} exact · ${answer.questions.toLocaleString("en")} questions · ${answer.nodes.toLocaleString("en")} nodes · ${answer.seconds.toFixed(1)}\u00a0s`;
