"""Win probabilities and mean spreads as text.

    chance_text     5/8 (62.5 %), at most 1/2 (50 %), open
    wins_text       wins with 5 of 8 draws (62.5 %), always wins, wins about 62 %
    wins_and_spread wins 5/8 (62.5 %), spread -1.5 on average
    spread_text     -1.5, +3.0 to +7.5
    mean_text       -1.5 on average; while it is open about +12 on average (proven: at least +3.0)

Chances are exact fractions; a drawn game counts one half.  While a number is open its estimate is shown, with
the proven bounds where they are informative.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from scrabble.answer.interval import ANY_CHANCE, DRAWN, Interval, Number
from scrabble.answer.moves import Estimate
from scrabble.wording.points import TELLING, open_text

RESULTS: dict[Number, str] = {0: "loses", DRAWN: "draws", 1: "wins"}
BETTER_SPREAD = "another that wins as often may have a better spread"  # where no move wins more often


def chance_text(chance: Interval) -> str:
    """Return a chance as a fraction and in per cent, 5/8 (62.5 %), or its bounds; "open" without any."""
    if chance.is_exact:
        return _fraction(chance.lower)
    if chance == ANY_CHANCE:
        return "open"
    return _one_bound(chance, _fraction) or f"{chance.lower} to {chance.upper} ({percents(chance)})"


def wins_text(
    chance: Interval, draws: Iterable[tuple[Fraction, Interval]] = (), estimate: Estimate | None = None
) -> str:
    """Return how often a move wins: "wins with 5 of 8 draws (62.5 %)", "wins about 62 %".

    `draws` are the share of each draw and the chance with it; without them, or where some are drawn games, it
    is "wins 5/8 (62.5 %)".
    """
    if chance.is_exact and chance.lower in (0, 1):
        return "always wins" if chance.lower else "never wins"
    if not chance.is_exact and estimate is not None:
        bounds = chance_text(chance).replace(" (", ", ").removesuffix(")")  # in parentheses already
        proven = "" if chance == ANY_CHANCE else f" (proven: {bounds})"
        return f"wins {about_chance(estimate)}{proven}"
    if chance == ANY_CHANCE:
        return "win probability open"
    found = list(draws)
    are_known = found and all(each.is_exact and each.lower in (0, 1) for _, each in found)
    whole = max((share.denominator for share, _ in found), default=0)
    if chance.is_exact and are_known and all((share * whole).denominator == 1 for share, _ in found):
        won = sum((share for share, each in found if each.lower == 1), Fraction(0))
        if won == chance.lower:
            return f"wins with {whole * won} of {whole} draws ({percent(won)})"
    return f"wins {chance_text(chance)}"


def draw_result_text(chance: Interval) -> str:
    """Return how a move ends with one content of the bag: wins, draws or loses, or two of these, or open."""
    if chance == ANY_CHANCE:
        return "open"
    return " or ".join(RESULTS[bound] for bound in dict.fromkeys([chance.upper, chance.lower]))


def about_chance(estimate: Estimate) -> str:
    """Return an estimated chance: about 62 %."""
    return f"about {100 * estimate.win:.0f} %"


def about_spread(estimate: Estimate, spread: Interval) -> str:
    """Return an estimated mean spread: about +12; near its bounds with a decimal: about +2.5."""
    whole = round(estimate.spread)
    is_within = spread.lower <= whole <= spread.upper
    return f"about {whole:+}" if is_within else f"about {float(estimate.spread):+.1f}"


def mean_text(spread: Interval, estimate: Estimate | None) -> str:
    """Return a mean spread in words; while it is open its estimate and the proven bounds."""
    if spread.is_exact or estimate is None:
        return f"{spread_text(spread)} on average"
    bounds = spread_bounds(spread)
    return f"{about_spread(estimate, spread)} on average{f' (proven: {bounds})' if bounds else ''}"


def wins_and_spread(chance: Interval, spread: Interval, estimate: Estimate | None = None) -> str:
    """Return chance and mean spread in words, without a spread that is completely open."""
    if estimate:
        mean = mean_text(spread, estimate)
    else:
        mean = f"{cell} on average" if (cell := spread_cell(spread, None)) else ""
    return f"{wins_text(chance, (), estimate)}{f', spread {mean}' if mean else ''}"


def spread_bounds(spread: Interval) -> str:
    """Return the informative bounds of a mean spread; "" if there are none."""
    has_lower, has_upper = spread.lower >= -TELLING, spread.upper <= TELLING
    if has_lower and has_upper:
        return spread_text(spread)
    if has_lower:
        return f"at least {float(spread.lower):+.1f}"
    return f"at most {float(spread.upper):+.1f}" if has_upper else ""


def chance_cell(chance: Interval, estimate: Estimate | None) -> str:
    """Return a chance for a table: exact or estimated."""
    return chance_text(chance) if chance.is_exact or estimate is None else about_chance(estimate)


def spread_cell(spread: Interval, estimate: Estimate | None) -> str:
    """Return a mean spread for a table: exact, estimated, or its bounds."""
    if spread.is_exact:
        return spread_text(spread)
    return spread_bounds(spread) if estimate is None else about_spread(estimate, spread)


def proven_text(chance: Interval, spread: Interval) -> str:
    """Return the informative bounds of the open chance and spread of a move."""
    chances = "" if chance.is_exact or chance == ANY_CHANCE else percents(chance)
    return ", ".join(filter(None, (chances, "" if spread.is_exact else spread_bounds(spread))))


def percents(chance: Interval) -> str:
    """Return the bounds of an open chance in per cent."""
    return _one_bound(chance, percent) or f"{percent(chance.lower)} to {percent(chance.upper)}"


def _one_bound(chance: Interval, text: Callable[[Number], str]) -> str:
    """Return the bound of an open chance of which only one is proven, otherwise ""."""
    if not chance.lower:
        return f"at most {text(chance.upper)}"
    return f"at least {text(chance.lower)}" if chance.upper == 1 else ""


def chance_sum_text(least: Fraction, open_count: int) -> str:
    """Return the sum of what is proven of lost chances and, in parentheses, how many may be greater."""
    return f"{'≥ ' if open_count else ''}{percent(least)} {open_text(open_count)}".rstrip()


def spread_text(spread: Interval) -> str:
    """Return a mean spread with one decimal: -1.5."""
    if spread.is_exact:
        return f"{float(spread.lower):+.1f}"
    return f"{float(spread.lower):+.1f} to {float(spread.upper):+.1f}"


def _fraction(chance: Number) -> str:
    return percent(chance) if chance in (0, 1) else f"{chance} ({percent(chance)})"


def percent(share: Number) -> str:
    """Return a share in per cent, with one decimal where it has one."""
    return f"{float(100 * share):.1f} %".replace(".0 %", " %")
