"""The plan of a position against brute force over racks, and its guesses against the truth."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bstar.engine import Engine
from bstar.game import INF
from scrabble.game import cgp
from scrabble.game.position import Position, PositionError
from scrabble.game.tiles import BLANK
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.packed_move import packed
from scrabble.solver import legal_moves
from scrabble.solver.games.fast import new_fast_game
from scrabble.solver.planner.plan import EndgamePlan, plan_of
from tests.conftest import POSITIONS
from tests.doors.bridge import DATA, enable, position_of
from tests.worlds.mini import mini_world

Rack = tuple[int, ...]


def rows(file: Path) -> list[dict[str, Any]]:
    """The lines of a file of positions."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


SAMPLES = [row["cgp"] for row in rows(DATA / "sample_positions.jsonl")]
SMALL = [text for text in SAMPLES if len(text.split()[1]) <= 9]
LATE = rows(POSITIONS / "late.jsonl")


def turned(position: Position) -> Position:
    """The same with the other side on turn."""
    (first, second), (score, other) = position.rack_codes, position.scores
    return replace(position, rack_codes=(second, first), scores=(other, score), previous=None)


def best_scores(position: Position, lexicon: Lexicon) -> dict[Rack, int]:
    """The best score of the side on turn for every set of tiles laid."""
    best: dict[Rack, int] = {}
    for step in legal_moves(position, lexicon):
        need = tuple(sorted(0 if code & BLANK else code for _, _, code in step.move.placed))
        best[need] = max(best.get(need, 0), step.score)
    return best


@cache
def without(rack: Rack, need: Rack) -> Rack | None:
    """What is left of a rack, or None if it does not hold these tiles."""
    left, taken = Counter(rack), Counter(need)
    return tuple(sorted((left - taken).elements())) if taken <= left else None


class Naive:
    """Totals, turns and the race of a position, straight from their definitions."""

    def __init__(self, position: Position, lexicon: Lexicon) -> None:
        self.alphabet, self.rules = position.alphabet, position.rules
        self.racks = position.rack_codes
        self.best = [best_scores(each, lexicon) for each in (position, turned(position))]
        self.race, self.choices = cache(self._race), cache(self._choices)

    def _choices(self, side: int, rack: Rack) -> list[tuple[int, Rack]]:
        """Scores and what they leave."""
        lefts = [(score, without(rack, need)) for need, score in self.best[side].items()]
        return [(score, left) for score, left in lefts if left is not None]

    def within(self, side: int, rack: Rack, turns: int) -> int:
        """The best total in at most so many turns."""
        stop = -(self.rules.out_gain + self.rules.out_loss) * self.alphabet.value(rack)
        if turns == 0:
            return stop
        totals = [score + self.within(side, left, turns - 1) for score, left in self.choices(side, rack)]
        return max([stop, *totals])

    def outs(self, side: int, rack: Rack, turns: int) -> int | None:
        """The best total when the rack is empty after exactly so many turns."""
        if turns == 0:
            return None if rack else 0
        lefts = [(score, self.outs(side, left, turns - 1)) for score, left in self.choices(side, rack)]
        return max((score + rest for score, rest in lefts if rest is not None), default=None)

    def _race(self, side: int, own: Rack, other: Rack, passed: bool) -> int:
        """Minimax of two racks that do not meet; two passes end it."""
        stop = self.rules.scoreless_loss * (self.alphabet.value(other) - self.alphabet.value(own))
        out = (self.rules.out_gain + self.rules.out_loss) * self.alphabet.value(other)
        values = [stop if passed else -self.race(1 - side, other, own, True)]
        for score, left in self.choices(side, own):
            values.append(score + (-self.race(1 - side, other, left, False) if left else out))
        return max(values)


def positions() -> list[tuple[Position, Lexicon]]:
    """Small worlds and small real endgames."""
    worlds = [position_of(mini_world(seed, size=5, tiles=3)) for seed in range(40)]
    worlds = [(position, lexicon) for position, lexicon in worlds if all(position.rack_codes)]
    return worlds + [(cgp.loads(text), enable()) for text in SMALL]


@pytest.fixture(scope="module")
def plans() -> list[tuple[EndgamePlan, Naive]]:
    """Plans beside brute force."""
    return [(plan_of(*each), Naive(*each)) for each in positions()]


def test_totals_and_turns_are_those_of_brute_force(plans: list[tuple[EndgamePlan, Naive]]) -> None:
    for plan, naive in plans:
        for number, side in enumerate(plan.sides):
            rack = tuple(naive.racks[number])
            within = [naive.within(number, rack, turns) for turns in range(5)]
            assert list(side.within[:5]) == within
            outs = [naive.outs(number, rack, turns) for turns in range(8)]
            assert list(side.outs) == outs
            possible = [turns for turns, total in enumerate(outs) if total is not None]
            assert side.turns == min(possible, default=None)


def test_the_table_holds_every_sub_rack(plans: list[tuple[EndgamePlan, Naive]]) -> None:
    for plan, naive in plans:
        for number, side in enumerate(plan.sides):
            racks = {without(tuple(naive.racks[number]), need) for need in sub_racks(naive.racks[number])}
            assert len(side.table) == len(racks)
            for rack in racks:
                assert rack is not None
                totals = side.table[naive.alphabet.rack_text(rack)]
                assert [naive.within(number, rack, turns) for turns in range(3)] == list(totals[:3])


def sub_racks(rack: bytes) -> set[Rack]:
    """All sub-racks, from nothing to the whole."""
    found: set[Rack] = {()}
    for code in rack:
        found |= {tuple(sorted((*each, code))) for each in found}
    return found


def test_the_race_is_the_minimax_of_two_racks_that_do_not_meet(
    plans: list[tuple[EndgamePlan, Naive]],
) -> None:
    for plan, naive in plans:
        first, second = (tuple(rack) for rack in naive.racks)
        assert plan.value == naive.race(0, first, second, False)


def test_a_stuck_tile_is_in_no_play(plans: list[tuple[EndgamePlan, Naive]]) -> None:
    seen = 0
    for plan, naive in plans:
        for number, side in enumerate(plan.sides):
            laid = {code for need in naive.best[number] for code in need}
            stuck = Counter(code for code in naive.racks[number] if code not in laid)
            assert {(each.tile, each.count) for each in side.stuck} == {
                (naive.alphabet.rack_text([code]), count) for code, count in stuck.items()
            }
            assert sum(each.cost for each in side.stuck) == 2 * naive.alphabet.value(stuck.elements())
            assert not stuck or side.turns is None
            seen += bool(stuck)
    assert seen > 5


def test_out_plays_lay_the_whole_rack(plans: list[tuple[EndgamePlan, Naive]]) -> None:
    seen = 0
    for plan, naive in plans:
        for number, side in enumerate(plan.sides):
            assert all(len(out.play.move.placed) == len(naive.racks[number]) for out in side.out_plays)
            assert bool(side.out_plays) == (side.turns == 1) == (side.outs[1] is not None)
            if side.out_plays:
                assert side.out_plays[0].play.score == side.outs[1]
                seen += 1
    assert seen > 10


def test_footprints_hold_new_squares_and_the_squares_beyond_them() -> None:
    plan = plan_of(cgp.loads((POSITIONS / "block-r.cgp").read_text("utf-8").splitlines()[-1]), enable())
    for side, other in (plan.sides, plan.sides[::-1]):
        for out in side.out_plays:
            own = {chr(65 + col) + str(row + 1) for row, col, _ in out.play.move.placed}
            assert own < set(out.footprint)
        if side.out_plays:
            common = set.intersection(*(set(out.footprint) for out in side.out_plays))
            assert set(side.block_squares) == common
        for block in side.blocked_by:
            laid = {chr(65 + col) + str(row + 1) for row, col, _ in block.move.placed}
            assert all(laid & set(out.footprint) for out in side.out_plays)
        assert not side.blocked_by or other.rack
    assert any(side.blocked_by for side in plan.sides)


def test_finishes_weigh_totals_of_both_sides(plans: list[tuple[EndgamePlan, Naive]]) -> None:
    for plan, _ in plans:
        mine, theirs = plan.sides
        for finish in plan.race:
            first, second = finish.turns
            if finish.out == 0:
                assert mine.outs[first] is not None and second == first - 1
                assert finish.spread == (mine.outs[first] or 0) - theirs.within[second]
            else:
                assert theirs.outs[second] is not None and second == first
                assert finish.spread == mine.within[first] - (theirs.outs[second] or 0)


@cache
def truth(text: str) -> dict[int, int]:
    """What every move is worth."""
    engine = Engine(
        new_fast_game(compile_position(cgp.loads(text), enable()), 16 << 20), memory_bytes=16 << 20
    )
    return {
        move: gain - engine.bound([move], -INF + 1, INF - 1) if lower != upper else lower
        for move, gain, lower, upper in engine.moves()
    }


def test_guesses_are_ordered_and_mostly_right() -> None:
    """On a fixed sample of real endgames at least 90 of 100 moves lie inside; the script has the figures."""
    inside = wide = total = 0
    quick = [row["cgp"] for row in LATE if row["nodes"] < 300 and sum(row["tiles"]) in (4, 5, 6, 7)]
    for text in quick[::4][:24]:
        plan, worths = plan_of(cgp.loads(text), enable()), truth(text)
        assert len(plan.moves) == len(worths)
        for each in plan.moves:
            assert each.pessimistic <= each.realistic <= each.optimistic
            worth = worths[packed(each.play.move)]
            inside += each.pessimistic <= worth <= each.optimistic
            wide += each.optimistic - each.pessimistic
            total += 1
    assert total > 1000
    assert inside >= 0.9 * total
    assert wide <= 12 * total


def test_what_cannot_be_planned_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    position = cgp.loads(SMALL[0])
    with pytest.raises(PositionError, match="the game is over"):
        plan_of(replace(position, scoreless_turns=position.rules.scoreless_turns_limit or 0), enable())
    monkeypatch.setattr("scrabble.solver.planner.game.MOST_MOVES", 4)
    with pytest.raises(PositionError, match="too many plays"):
        plan_of(position, enable())
