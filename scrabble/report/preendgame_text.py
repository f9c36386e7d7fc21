"""Turns with tiles in the bag, for a terminal: the win probability that each lost, and the reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from scrabble.analysis.preendgame_turn import BagToPlay, BagTurn
from scrabble.game.unseen import UnseenTiles, may_exchange
from scrabble.report.preendgame_solution import EXCHANGES, chance_cell, chance_text, spread_text, wins_text
from scrabble.report.solution import LIMITS
from scrabble.report.tables import new_table
from scrabble.solver.format import variants, variants_text
from scrabble.solver.preendgame.solution import Range


def preendgame_section(turns: Sequence[BagTurn], with_reasons: bool) -> Iterator[RenderableType]:
    """Yield the table of these turns, and the reasons; nothing without turns."""
    if not turns:
        return
    yield Text("With tiles in the bag", "bold")
    numbers = ("turn", "pts", "bag")
    headings = ("turn", "player", "played", "pts", "bag", "best", "win %", "win % lost")
    table = new_table(headings, right=numbers, whole=numbers)
    for each in turns:
        best = "=" if each.on.played in each.best else each.best[0]
        row = str(each.on.number), each.on.player_name, each.on.played, str(each.on.score), str(each.count)
        table.add_row(*row, best, best_chance_text(each), lost_cell(each))
    yield table
    yield Text()
    for each in turns if with_reasons else []:
        yield Text.assemble((turn_title(each), "bold"), "  ", (verdict_text(each), _style(each)))
        yield Padding(
            Group(*(Text.assemble(("- ", "dim"), str(claim)) for claim in each.claims)), (0, 0, 1, 3)
        )


def turn_title(turn: BagTurn) -> str:
    """Return turn number, player and play."""
    score = f" {turn.on.score:+}" if turn.on.played != "pass" else ""
    return f"Turn {turn.on.number}, {turn.on.player_name}: {turn.on.played}{score}"


def verdict_text(turn: BagTurn) -> str:
    """Return the loss of a turn in one line."""
    lost, best, why = turn.lost_chance, _best_text(turn.best), _why(turn)
    if lost is None:
        return f"this move was not searched; best {best}{why}"
    if lost.upper == 0:
        spread = turn.lost_spread
        if spread is not None and spread.lower > 0:
            return f"wins as often as the best; {best} is {_points(spread)} better on average{why}"
        is_best = turn.played is not None and turn.played.status == "best"
        ties = "" if turn.status == "proven" else "; best spread among ties not settled"
        return "best" if is_best else f"no move wins more often{ties}{why}"
    if lost.lower > 0 and _is_of_best(turn, lost):
        return f"{best} wins more often, by {lost_text(lost)}{'' if lost.is_exact else why}"
    if lost.lower > 0:
        return f"costs {lost_text(lost)} win probability; best so far {best}{why}"
    about = turn.lost_estimate
    proven = "" if lost.upper == 1 else f" (proven: {lost_text(lost)})"
    loses = "" if about is None else f"costs about {100 * about:.0f} % win probability{proven}; "
    return f"open: {loses}best so far {best}{why}"


def _why(found: BagTurn | BagToPlay) -> str:
    """Return the reason why not more is proven."""
    if found.status == "proven":
        return ""
    if may_exchange(found.position):
        return f"; {EXCHANGES}"
    return f" ({LIMITS[found.limit]})" if found.limit in LIMITS else ""


def next_move_line(now: BagToPlay) -> str:
    """Return the next move and how often it wins, in one line."""
    if not now.best:
        return now.reason
    chance = wins_text(now.chance, draws_of(now), now.moves[0].estimate)
    so_far = "proven" if now.status == "proven" else "best so far"
    return f"{_best_text(now.best)}, {so_far}{_why(now)}: {chance}"


def draws_of(found: BagTurn | BagToPlay) -> list[tuple[Fraction, Range]]:
    """Return the share of each draw and the chance of the best move with it, if that move empties the bag."""
    best = next(each for each in found.moves if each.text == found.best[0])
    shares = {
        found.position.alphabet.rack_text(draw.tiles): Fraction(draw.weight, unseen.total)
        for unseen in [UnseenTiles(found.position)]
        for draw in unseen.draws
    }
    known = best.draws.keys() == shares.keys()
    return [(shares[tiles], chance) for tiles, chance in best.draws.items()] if known else []


def now_blocks(now: BagToPlay | None) -> Iterator[RenderableType]:
    """Yield the next move; nothing for a game that is over."""
    if now is None:
        return
    yield Text.assemble((f"To play, {now.player_name}", "bold"), "  ", (next_move_line(now), "green"))
    reasons = [Text.assemble(("- ", "dim"), str(claim)) for claim in now.claims]
    yield Padding(Group(*reasons), (0, 0, 1, 3))


def _best_text(best: Sequence[str]) -> str:
    """Return the first two best moves; those that differ only in the blank are one."""
    return " or ".join(variants_text(group) for group in variants(best)[:2])


def _is_of_best(turn: BagTurn, lost: Range) -> bool:
    """Return whether the loss is to the move named first, which need not be proven best."""
    first, mine = next(each for each in turn.moves if each.text == turn.best[0]), turn.played
    if first.status == "best" or mine is None:
        return first.status == "best"
    less = first.chance.lower - mine.chance.upper, first.chance.upper - mine.chance.lower
    return less == (lost.lower, lost.upper)


def win_chance_text(chance: Range) -> str:
    """Return a chance as a fraction and in per cent."""
    return chance_text(chance)


def best_chance_text(found: BagTurn | BagToPlay) -> str:
    """Return the win probability of the position; while it is open, the estimate of the leading move."""
    return chance_cell(found.chance, None if found.status == "proven" else found.moves[0].estimate)


def lost_cell(turn: BagTurn) -> str:
    """Return the win probability that a turn lost, for a table: exact, estimated, or its bounds."""
    lost, about = turn.lost_chance, turn.lost_estimate
    if about is None or (lost is not None and lost.lower > 0):
        return lost_text(lost)
    return f"about {100 * about:.0f} %"


def lost_text(lost: Range | None) -> str:
    """Return the win probability that a turn lost, in per cent."""
    if lost is None:
        return "?"
    if lost.lower == 0 and lost.upper == 1:
        return "open"
    if lost.is_exact:
        return _percent(lost.lower)
    return f"{_percent(lost.lower)} to {_percent(lost.upper)}" if lost.lower else f"≤ {_percent(lost.upper)}"


def _style(turn: BagTurn) -> str:
    lost = turn.lost_chance
    return (
        "dim" if lost is None or (lost.upper and not lost.lower) else "dark_orange" if lost.lower else "green"
    )


def _points(spread: Range) -> str:
    return f"{spread_text(spread).replace('+', '')} points"


def _percent(share: Fraction) -> str:
    return f"{float(100 * share):.1f} %".replace(".0 %", " %")
