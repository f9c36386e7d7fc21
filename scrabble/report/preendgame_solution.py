"""The answer for a position with tiles in the bag, as text and as JSON.

    Best move  D11 (T)EPEE for 16: proven, no other move is better
    Chance     wins with 5 of 8 draws (62.5 %)
    Spread     -1.5 on average
    Unseen     AEEINRST (1 in the bag)

Chances are exact fractions; a drawn game counts one half.  While something is open its estimate is shown,
with the proven bounds where they are informative:

    Chance       wins about 92 %
    Spread       about +37 on average
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from scrabble.game import cgp
from scrabble.report.solution import LIMITS
from scrabble.report.tables import new_table, truncated_table
from scrabble.solver.format import joined, open_text, variants, variants_text

if TYPE_CHECKING:  # these load numba
    from scrabble.solver.preendgame.solution import (
        BagSnapshot,
        BagSolution,
        Estimate,
        Judged,
        Range,
        ScenarioLine,
    )

ANY = (Fraction(0), Fraction(1))  # a chance that is entirely open
EXCHANGES = "exchanges are not searched"
TELLING = 300  # points: wider bounds of a mean spread say nothing about any real game


def preendgame_text(solution: BagSolution, shown: int, draws: Sequence[ScenarioLine] = ()) -> RenderableType:
    """Return the answer: best move, chance, spread, the `shown` best moves (0 = all), and the draws."""
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    is_best, best = solution.status == "proven" or solution.regret == 0, solution.moves[0]
    claim = Text.assemble((_name(solution), "bold green"), _claim(solution))
    facts.add_row("Best move" if is_best else "Best so far", claim)
    chances = [(draw.share, draw.chance) for draw in best.draws]
    wins = wins_text(best.chance, chances, best.estimate)
    facts.add_row("Chance", f"{wins}{_guarantee(solution)}")
    facts.add_row("Spread", mean_text(best.spread, best.estimate, " on average"))
    unseen = solution.position.alphabet.rack_text(solution.unseen)
    seen = ", known to the player to move" if solution.is_seen else ""
    facts.add_row("Unseen", f"{unseen} ({solution.count} in the bag{seen})")
    facts.add_row("Search", effort_text(solution))
    groups = joined(solution.moves, lambda move: (move.score, *_cells(move)))
    rows = [
        (variants_text([move.text for move in group]), str(group[0].score), *_cells(group[0]))
        for group in groups[: shown or None]
    ]
    has_bounds = any(row[-1] for row in rows)
    table = new_table(
        ("move", "points", "chance", "spread", "", *["proven"] * has_bounds),
        ("points", "chance", "spread"),
        ("move",),
        is_numbered=True,
    )
    for number, row in enumerate(rows, 1):
        table.add_row(str(number), *(row if has_bounds else row[:-1]))
    blocks: list[RenderableType] = [facts, Text(), *truncated_table(table, len(groups), shown)]
    if draws:
        blocks += [Text(), draws_text(solution, draws)]
    return Group(*blocks)


def _cells(move: Judged) -> tuple[str, str, str, str]:
    """Return chance and spread, known or estimated, the status, and the informative proven bounds."""
    cells = chance_cell(move.chance, move.estimate), spread_cell(move.spread, move.estimate)
    return *cells, move.status, proven_text(move.chance, move.spread)


def draws_text(solution: BagSolution, draws: Sequence[ScenarioLine]) -> RenderableType:
    """Return the result of each draw after the best move."""
    alphabet = solution.position.alphabet
    table = new_table(("draw", "share", "spread", "", "best play"), ("share", "spread"), ("draw", "spread"))
    for each in draws:
        result = "open" if each.spread is None else result_text(each.spread)
        spread = "" if each.spread is None else f"{each.spread:+}"
        line = " · ".join(f"{step.text} {step.score}" for step in each.line)
        table.add_row(alphabet.rack_text(each.tiles), str(each.share), spread, result, line)
    return table


def result_text(spread: int) -> str:
    """Return won, drawn or lost."""
    return "won" if spread > 0 else "drawn" if spread == 0 else "lost"


def chance_text(chance: Range) -> str:
    """Return a chance as a fraction and in per cent, 5/8 (62.5 %), or its bounds; "open" without any."""
    if chance.is_exact:
        return _fraction(chance.lower)
    if chance == ANY:
        return "open"
    if not chance.lower:
        return f"at most {_fraction(chance.upper)}"
    if chance.upper == 1:
        return f"at least {_fraction(chance.lower)}"
    return f"{chance.lower} to {chance.upper} ({_percent(chance.lower)} to {_percent(chance.upper)})"


def wins_text(
    chance: Range, draws: Iterable[tuple[Fraction, Range]] = (), estimate: Estimate | None = None
) -> str:
    """Return how often a move wins: "wins with 5 of 8 draws (62.5 %)", "wins about 62 %".

    `draws` are the share of each draw and the chance with it; without them, or where some are drawn games, it
    is "wins 5/8 (62.5 %)".
    """
    if chance.is_exact and chance.lower in (0, 1):
        return "always wins" if chance.lower else "never wins"
    if not chance.is_exact and estimate is not None:
        proven = "" if chance == ANY else f" (proven: {chance_text(chance)})"
        return f"wins {about_chance(estimate)}{proven}"
    if chance == ANY:
        return "win probability open"
    found = list(draws)
    are_known = found and all(each.is_exact and each.lower in (0, 1) for _, each in found)
    whole = max((share.denominator for share, _ in found), default=0)
    if chance.is_exact and are_known and all((share * whole).denominator == 1 for share, _ in found):
        won = sum((share for share, each in found if each.lower == 1), Fraction(0))
        if won == chance.lower:
            return f"wins with {whole * won} of {whole} draws ({_percent(won)})"
    return f"wins {chance_text(chance)}"


def about_chance(estimate: Estimate) -> str:
    """Return an estimated chance: about 62 %."""
    return f"about {100 * estimate.chance:.0f} %"


def about_spread(estimate: Estimate) -> str:
    """Return an estimated mean spread: about +12."""
    return f"about {round(estimate.spread):+}"


def mean_text(spread: Range, estimate: Estimate | None, what: str = "") -> str:
    """Return a mean spread; while it is open its estimate, the text `what`, and the proven bounds."""
    if spread.is_exact or estimate is None:
        return f"{spread_text(spread)}{what}"
    bounds = spread_bounds(spread)
    return f"{about_spread(estimate)}{what}{f' (proven: {bounds})' if bounds else ''}"


def spread_bounds(spread: Range) -> str:
    """Return the informative bounds of a mean spread; "" if there are none."""
    has_lower, has_upper = spread.lower >= -TELLING, spread.upper <= TELLING
    if has_lower and has_upper:
        return spread_text(spread)
    if has_lower:
        return f"at least {float(spread.lower):+.1f}"
    return f"at most {float(spread.upper):+.1f}" if has_upper else ""


def chance_cell(chance: Range, estimate: Estimate | None) -> str:
    """Return a chance for a table: exact or estimated."""
    return chance_text(chance) if chance.is_exact or estimate is None else about_chance(estimate)


def spread_cell(spread: Range, estimate: Estimate | None) -> str:
    """Return a mean spread for a table: exact, estimated, or its bounds."""
    if spread.is_exact:
        return spread_text(spread)
    return spread_bounds(spread) if estimate is None else about_spread(estimate)


def proven_text(chance: Range, spread: Range) -> str:
    """Return the informative bounds of the open chance and spread of a move."""
    chances = "" if chance.is_exact or chance == ANY else _percents(chance)
    return ", ".join(filter(None, (chances, "" if spread.is_exact else spread_bounds(spread))))


def _percents(chance: Range) -> str:
    if not chance.lower:
        return f"at most {_percent(chance.upper)}"
    if chance.upper == 1:
        return f"at least {_percent(chance.lower)}"
    return f"{_percent(chance.lower)} to {_percent(chance.upper)}"


def chance_sum_text(known: Fraction, open_count: int) -> str:
    """Return the sum of the known lost chances and, separately, how many are open."""
    return f"{_percent(known)} {open_text(open_count)}".rstrip()


def spread_text(spread: Range) -> str:
    """Return a mean spread with one decimal: -1.5."""
    if spread.is_exact:
        return f"{float(spread.lower):+.1f}"
    return f"{float(spread.lower):+.1f} to {float(spread.upper):+.1f}"


def effort_text(solution: BagSolution) -> str:
    """Return the effort of a search."""
    share = 100 * solution.asked / max(solution.pairs, 1)
    asked = f"{solution.asked:,} of {solution.pairs:,} move-draw pairs searched ({share:.0f} %)"
    return f"{asked}, {solution.nodes:,} nodes, {solution.seconds:.2f} s"


def snapshot_text(snapshot: BagSnapshot) -> str:
    """Return the state of a running search."""
    others = f"{snapshot.disproved:,} of {snapshot.moves - 1:,} moves refuted"
    effort = f"{snapshot.seconds:.1f} s, {snapshot.nodes:,} nodes"
    wins = wins_text(snapshot.chance, (), snapshot.estimate)
    return f"{effort}: {snapshot.text} so far, {wins}, {others}"


def preendgame_json(
    solution: BagSolution, name: str, warnings: Sequence[str], draws: Sequence[ScenarioLine] = ()
) -> dict[str, Any]:
    """Return the answer as plain data; fractions are strings such as "7/8"."""
    rack_text = solution.position.alphabet.rack_text
    return {
        "id": name,
        "cgp": cgp.dumps(solution.position),
        "kind": "preendgame",
        "solver": "bstar",
        "status": solution.status,
        "bag": solution.count,
        "unseen": rack_text(solution.unseen),
        "by": solution.by.value,
        "peek": solution.is_seen,
        "chance": interval_json(solution.chance),
        "spread": interval_json(solution.spread),
        "regret": str(solution.regret),
        "estimate": estimate_json(solution.estimate),
        "best": solution.best,
        "moves": [_move_json(move, rack_text) for move in solution.moves],
        "draws": [
            {
                "tiles": rack_text(each.tiles),
                "share": str(each.share),
                "spread": each.spread,
                "result": None if each.spread is None else result_text(each.spread),
                "line": [step.text for step in each.line],
                "line_scores": [step.score for step in each.line],
            }
            for each in draws
        ],
        "asked": solution.asked,
        "pairs": solution.pairs,
        "questions": solution.questions,
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 4),
        "limit": solution.limit,
        "ignores_exchanges": solution.exchange is not None,
        "warnings": list(warnings),
    }


def interval_json(found: Range) -> dict[str, str]:
    """Return an interval of two fractions as strings."""
    return {"lower": str(found.lower), "upper": str(found.upper)}


def estimate_json(found: Estimate | None) -> dict[str, float] | None:
    """Return an estimate as decimal fractions; None if the numbers are known."""
    return None if found is None else {"chance": round(found.chance, 4), "spread": round(found.spread, 2)}


def _move_json(move: Judged, rack_text: Any) -> dict[str, Any]:
    return {
        "move": move.text,
        "score": move.score,
        "chance": interval_json(move.chance),
        "spread": interval_json(move.spread),
        "estimate": estimate_json(move.estimate),
        "status": move.status,
        "draws": [
            {
                "tiles": rack_text(draw.tiles),
                "share": str(draw.share),
                "chance": interval_json(draw.chance),
                "spread": interval_json(draw.spread),
            }
            for draw in move.draws
        ],
    }


def _name(solution: BagSolution) -> str:
    """Return the best move, with those that are as good and differ only in the blank."""
    return variants_text(variants(solution.best)[0])


def _claim(solution: BagSolution) -> str:
    """Return what is proven of the best move."""
    points = f" for {solution.moves[0].score}: " if solution.move.tiles else ": "
    if solution.status == "proven":
        equals = len(variants(solution.best)) - 1
        if equals:
            return f"{points}proven, {equals} other{'s are' if equals > 1 else ' is'} as good"
        return f"{points}proven, no other move is better"
    limit = LIMITS.get(solution.limit or "", "nothing more can be proven")
    why = f"; {EXCHANGES}" if solution.exchange else f" ({limit})"
    if solution.regret == 0:
        return f"{points}{ties_text(solution.by, solution.limit)}"
    is_open = all(move.chance == ANY for move in solution.moves)
    proven = "nothing proven yet" if is_open and not solution.exchange else "not proven"
    return f"{points}{proven}{why}{_worse(solution)}"


def ties_text(by: str, limit: str | None) -> str:
    """Return the claim where only ties are open; `limit` is what stopped the search."""
    more, open_one = ("wins more often", "spread") if by == "chance" else ("scores more", "chance")
    why = f" ({LIMITS[limit]})" if limit in LIMITS else ""
    return f"proven, no move {more}; best {open_one} among ties not settled{why}"


def _worse(solution: BagSolution) -> str:
    """Return by how much the move may be worse than another, if that is informative."""
    if solution.exchange:
        return ""
    if solution.by == "chance":
        return "" if solution.regret == 1 else f"; at most {_percent(solution.regret)} short of the best move"
    return "" if solution.regret > TELLING else f"; at most {float(solution.regret):.1f} points short"


def _guarantee(solution: BagSolution) -> str:
    """Return the guarantee of a move that leaves tiles in the bag, even against an opponent who sees all."""
    is_left = len(solution.move.placed) < solution.count and solution.moves[0].chance.is_exact
    return ", guaranteed whatever the opponent does" if is_left else ""


def _fraction(chance: Fraction) -> str:
    return _percent(chance) if chance in (0, 1) else f"{chance} ({_percent(chance)})"


def _percent(share: Fraction) -> str:
    return f"{float(100 * share):.1f} %".replace(".0 %", " %")
