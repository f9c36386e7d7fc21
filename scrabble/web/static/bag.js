// Positions with tiles in the bag: chances and mean spreads as text.
// Numbers come as exact fractions, a lower and an upper one: ["5/8", "7/8"].  What is not equal is an interval.
export const KIND = "preendgame";

export function numberOf(fraction) {
  const [above, below = "1"] = fraction.split("/");
  return Number(above) / Number(below);
}

const percent = (fraction) => `${oneDecimal(100 * numberOf(fraction)).replace(/\.0$/, "")} %`;
const whole = (fraction) => (/^[01]$/.test(fraction) ? percent(fraction) : `${fraction} (${percent(fraction)})`);
const points = (fraction) => `${numberOf(fraction) < 0 ? "−" : "+"}${oneDecimal(Math.abs(numberOf(fraction)))}`;

// Half-way between two decimals, a quarter, to the even one, as the sentences about it have it: 1.25 is 1.2.
function oneDecimal(number) {
  const below = Math.floor(10 * number), isHalfWay = (4 * number) % 2 === 1;
  return isHalfWay ? ((below + (below % 2)) / 10).toFixed(1) : number.toFixed(1);
}

const TELLING = 100;  // points: a wider interval of a spread says nothing

export function chanceText([lower, upper]) {
  if (lower === upper) return whole(lower);
  if (lower === "0" && upper === "1") return "open";
  if (lower === "0") return `at most ${whole(upper)}`;
  if (upper === "1") return `at least ${whole(lower)}`;
  return `${whole(lower)} to ${whole(upper)}`;
}

export function spreadText([lower, upper]) {
  if (lower === upper) return points(lower);
  return numberOf(upper) - numberOf(lower) > TELLING ? "open" : `${points(lower)} to ${points(upper)}`;
}

export const rangeOf = ({ lower, upper }) => [lower, upper];

// A row as the list of moves has it: bounds of the chance in per cent, and its own texts and order.
export function rowOf([score, chance, spread, status]) {
  const bag = { chance: chanceText(chance), spread: spreadText(spread), isExact: chance[0] === chance[1] && spread[0] === spread[1], order: [...chance].reverse().concat([...spread].reverse()).map(numberOf) };
  return [score, 100 * numberOf(chance[0]), 100 * numberOf(chance[1]), status, null, [], bag];
}

export const rowsOf = (rows) => Object.fromEntries(Object.entries(rows).map(([move, row]) => [move, rowOf(row)]));

export function compared(a, b) {
  for (let at = 0; at < a.order.length; at += 1) if (a.order[at] !== b.order[at]) return b.order[at] - a.order[at];
  return 0;
}

export const bestText = (answer) => `chance ${chanceText(rangeOf(answer.chance))} · spread ${spreadText(rangeOf(answer.spread))}`;

export function claimOf(answer, state) {
  if (answer.status === "proven") return answer.best.length > 1 ? `Proven: ${answer.best.length} moves are best.` : "Proven: no move is better.";
  const more = state === "done" ? " No more can be shown." : "";
  if (answer.regret === "0") return `Proven: no move wins more often. Not proven: which of the equals has the best spread.${more}`;
  return `Not proven: chance and spread lie between these bounds.${more}`;
}

export const effortText = (answer) => `${answer.disproved} of ${Math.max(0, answer.moves - 1)} other moves disproved · ${answer.exact} of ${answer.moves} exact · ${answer.questions.toLocaleString("en")} questions · ${answer.nodes.toLocaleString("en")} nodes · ${answer.seconds.toFixed(1)}\u00a0s`;
