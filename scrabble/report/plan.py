"""The plan of an endgame as text and as JSON.

to move    EIORRTU   out in 2 turns
totals     -16 now, +19 within 1 turn, +31 within 2: most points, less twice the tiles left
opponent   EM        out in 1 turn ...
out-plays  J9 ME 14
blocked by a tile on J8 J9 ...
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scrabble.english import counted
from scrabble.game import cgp
from scrabble.game.move import ScoredMove
from scrabble.report.blocks import Block, Group, Text
from scrabble.report.tables import new_list, new_table, truncated_table
from scrabble.solver.planner.plan import EndgamePlan, Finish, SidePlan

SIDES = ("to move", "opponent")
OUT_PLAYS = 5  # shown for each side
SQUARES = 16
FINISHES = 6


def plan_text(plan: EndgamePlan, shown: int = 10) -> Block:
    """Return the plan as text: both sides, the race, and the `shown` best moves (0 = all)."""
    facts = new_list("dim")
    for name, side in zip(SIDES, plan.sides, strict=True):
        for head, text in _side(name, side):
            facts.add_row(head, text)
        facts.add_row("", "")
    facts.add_row("race", f"{plan.value:+} if neither side blocks")
    for finish in plan.race[:FINISHES]:
        facts.add_row("", _finish(finish))
    return Group(facts, Text(), *_moves(plan, shown))


def plan_json(plan: EndgamePlan) -> dict[str, Any]:
    """Return the plan as plain data."""
    return {
        "cgp": cgp.dumps(plan.position),
        "value": plan.value,
        "sides": [_side_json(side) for side in plan.sides],
        "race": [
            {"turns": list(finish.turns), "out": SIDES[finish.out], "spread": finish.spread}
            for finish in plan.race
        ],
        "moves": [
            {
                **_play_json(each.play),
                "pessimistic": each.pessimistic,
                "realistic": each.realistic,
                "optimistic": each.optimistic,
            }
            for each in plan.moves
        ],
    }


def _side(name: str, side: SidePlan) -> Iterator[tuple[str, str]]:
    pace = "cannot go out" if side.turns is None else f"out in {_turns(side.turns)}"
    yield name, f"{side.rack}   {pace}"
    now, *later = _changing(side.within)
    within = "".join(
        f", {total:+} within {turns}{' turn' * (turns == 1)}" for turns, total in enumerate(later, 1)
    )
    yield "totals", f"{now:+} now{within}: most points, less twice the tiles left"
    for stuck in side.stuck:
        tiles = stuck.tile if stuck.count == 1 else f"{stuck.count} x {stuck.tile}"
        yield "stuck", f"{tiles}: no spot, costs {stuck.cost} points if the other player goes out first"
    for number, out in enumerate(side.out_plays[:OUT_PLAYS]):
        yield "out-plays" if number == 0 else "", _named(out.play)
    if len(side.out_plays) > OUT_PLAYS:
        yield "", f"and {len(side.out_plays) - OUT_PLAYS} more"
    if side.block_squares:
        more = " ..." if len(side.block_squares) > SQUARES else ""
        yield "blocked by", "a tile on " + " ".join(side.block_squares[:SQUARES]) + more
    if side.blocked_by:
        yield "blocks", " · ".join(_named(play) for play in side.blocked_by)


def _changing(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the totals up to the turn after which nothing more is gained."""
    last = max(turns for turns in range(len(totals)) if turns == 0 or totals[turns] != totals[turns - 1])
    return totals[: last + 1]


def _finish(finish: Finish) -> str:
    return f"{SIDES[finish.out]} out in {_turns(finish.turns[finish.out])}: {finish.spread:+}"


def _moves(plan: EndgamePlan, shown: int) -> Iterator[Block]:
    numbers = ("", "points", "pessimistic", "realistic", "optimistic")
    table = new_table(("", "move", *numbers[1:]), right=numbers, whole=("", "move", "points"))
    for number, each in enumerate(plan.moves[: shown or None], 1):
        bounds = (each.pessimistic, each.realistic, each.optimistic)
        table.add_row(str(number), each.play.text, str(each.play.score), *(f"{bound:+}" for bound in bounds))
    return truncated_table(table, len(plan.moves), shown)


def _named(play: ScoredMove) -> str:
    return f"{play.text} {play.score}"


def _turns(count: int) -> str:
    return counted(count, "turn")


def _play_json(play: ScoredMove) -> dict[str, Any]:
    return {"move": play.text, "score": play.score}


def _side_json(side: SidePlan) -> dict[str, Any]:
    return {
        "rack": side.rack,
        "turns": side.turns,
        "within": list(side.within),
        "outs": list(side.outs),
        "table": {rack: list(totals) for rack, totals in side.table.items()},
        "stuck": [{"tile": each.tile, "count": each.count, "cost": each.cost} for each in side.stuck],
        "out_plays": [{**_play_json(out.play), "footprint": list(out.footprint)} for out in side.out_plays],
        "blocked_by": [_play_json(play) for play in side.blocked_by],
        "block_squares": list(side.block_squares),
    }
