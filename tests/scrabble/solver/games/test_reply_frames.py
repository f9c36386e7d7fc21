"""What one reply proves of a move, to the point, against its definition (bounds/README.md, T10)."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from bstar.game import INF
from scrabble.movegen.play_cache import new_cache
from scrabble.solver.games.replies import new_replies
from scrabble.solver.games.reply_frames import OUT_PLAYS
from tests.doors import bounds
from tests.oracles import naive
from tests.oracles.naive import PASS
from tests.oracles.reply_definitions import Proof, most_after, reply_of
from tests.worlds.mini import END_RULES, World, mini_world, with_only
from tests.worlds.play_by_play import Case, case_of

ROOM = 1 << 20
SCORELESS = 188, 235, 488  # seeds of worlds with replies of 0 points, where these are scoreless
FAR = 1_000  # more than any move is worth
RULES = [*END_RULES, {"bingo_length": 2, "bingo_bonus": 40}]  # with a bonus for fewer tiles than are left
PREMIUMS = "\"'-"  # of letters, and one of words
ENOUGH = {  # how often each must have been met
    "proves": 800,
    "proves nothing: a play touches all out-plays": 200,
    "proves nothing: one play touches all out-plays": 8,
    "proves nothing: touched": 500,
    "no reply: it is scoreless, or a pass ends the game": 30,
    "no reply: it is scoreless": 4,
    "a play that was not there before": 20,
    "one that scores another number": 5,
    "one that extends the reply": 200,
    "of all tiles": 50,
    "a pass": 100,
    "a blank in my rack": 50,
    "a blank in the other": 100,
    "of the pass": 100,
}
AT_NIGHT = ENOUGH | {"proves": 2_000, "a pass": 200, "a blank in my rack": 100}  # eight times


class Frame:
    """One reply in a case, and what it proves by the kernels."""

    def __init__(self, case: Case, text: str) -> None:
        size = len(case.world.board)
        self._case, self._cache, self.known = case, new_cache(ROOM, size), new_replies(case.state)
        number = bounds.reply_number(case.state, self._cache, self.known, np.int64(case.number(text)))
        self.can_refute = number >= 0
        self.is_made = self.can_refute and bounds.make_frame(
            case.state, self._cache, self.known.frames, np.int64(3), np.int64(number)
        )

    def bound(self, text: str, limit: int = INF, is_closest: bool = False) -> int | None:
        """A bound of a move, or the closest; None if the reply does not prove that it is at most `limit`."""
        if not self.is_made:
            return None
        case = self._case
        move, gain = (0, 0) if text == PASS else (case.number(text), case.own[text])
        numbers = map(np.int64, (3, move, gain, limit))
        is_closest |= limit == INF
        most = int(bounds.bound_by_reply(case.state, self._cache, self.known.frames, *numbers, is_closest))
        return None if most == INF else most


def check(case: Case, said: Counter[str], rng: random.Random | None = None) -> None:
    """Compare all moves and replies of a case, or some."""

    def some(texts: list[str]) -> list[str]:
        return texts if rng is None else rng.sample(texts, min(len(texts), 12))

    rules, board, (own, other) = case.world.game, case.world.board, case.world.racks
    limit = min(each for each in (rules.scoreless_limit, rules.pass_limit) if each is not None)
    for text in some([*naive.plays(rules, board, other)]):
        reply = reply_of(rules, board, other, text)
        frame = Frame(case, text)
        if reply is None:
            assert not frame.can_refute, (case.world, text)
            said["no reply: it is scoreless, or a pass ends the game"] += len(other) > 1
            said["no reply: it is scoreless"] += limit > 1 and laid_by(text) < len(other)
            continue
        for move in some([*case.own, *([PASS] if limit > 1 else [])]):
            if move != PASS and not case.after(move)[1]:
                continue
            proof = most_after(rules, board, own, move, reply)
            _compare(frame, move, proof, len(reply.outs) <= OUT_PLAYS, (case.world, move, text, proof))
            _note(case, move, proof, said)


def _compare(frame: Frame, move: str, proof: Proof, is_whole: bool, what: object) -> None:
    """Without a limit, and with one on either side of the bound."""
    found = frame.bound(move)
    if not is_whole:
        assert found is None or (proof.most is not None and found >= proof.most), what
        return
    assert found == proof.most, (what, found)
    if proof.most is None:
        assert frame.bound(move, FAR) is None, what
    else:
        at_limit = frame.bound(move, proof.most)
        assert at_limit is not None and at_limit <= proof.most, what
        assert frame.bound(move, proof.most - 1) is None, what
        for limit, expected in ((-1, None), (0, proof.most), (7, proof.most)):
            assert frame.bound(move, proof.most + limit, is_closest=True) == expected, what
        above = frame.bound(move, proof.most + 7)
        assert above is not None and proof.most <= above <= proof.most + 7, what


def _note(case: Case, move: str, proof: Proof, said: Counter[str]) -> None:
    if proof.most is None:
        why = "a play touches all out-plays" if proof.touching else "touched"
        said[f"proves nothing: {why}"] += 1
        said["proves nothing: one play touches all out-plays"] += proof.touching == 1
        return
    said["proves"] += 1
    said["a play that was not there before"] += proof.is_new
    said["one that scores another number"] += proof.is_rescored
    said["one that extends the reply"] += proof.extends_reply
    said["a pass"] += proof.best == PASS
    said["of the pass"] += move == PASS
    laid = laid_by(move) + laid_by(proof.best)
    said["of all tiles"] += proof.best != PASS and laid == len(case.world.racks[0])
    said["a blank in my rack"] += naive.BLANK in case.world.racks[0]
    said["a blank in the other"] += naive.BLANK in case.world.racks[1]


def laid_by(text: str) -> int:
    """How many tiles a play lays."""
    return 0 if text == PASS else sum(map(str.isalpha, re.sub(r"\([^)]*\)", "", text.split()[1])))


def is_empty(board: naive.Board) -> bool:
    """Return whether no tile is on a board."""
    return set("".join(board)) == {naive.EMPTY}


def worlds(count: int, first: int = 0) -> list[World]:
    """Mini worlds with racks of two tiles and more, under all kinds of end rules."""
    found = []
    for seed in range(first, first + count):
        world = mini_world(seed, size=5 + seed % 3, tiles=4, **RULES[seed % len(RULES)])
        if len(world.racks[0]) > 1 and len(world.racks[1]) > 1 and not is_empty(world.board):
            found.append(world)
    return found


def long_racks(seeds: Iterable[int]) -> Iterator[World]:
    """Four tiles and more against two and more, on boards full of premiums, with a bonus for two tiles."""
    for seed in seeds:
        rng, world = random.Random(seed), mini_world(seed, size=5 + seed % 2, tiles=6)
        premiums = tuple("".join(rng.choices(PREMIUMS, k=len(row))) for row in world.board)
        mine, other = world.racks[0][-5:], world.racks[1][-3:]
        if len(mine) > 3 and len(other) > 1 and not is_empty(world.board):
            rules = replace(world.game, premiums=premiums, rack_size=6, bingo_length=2, bingo_bonus=20)
            yield with_only(rules, world.board, (mine, other))


def test_the_bound_is_that_of_the_definition() -> None:
    said: Counter[str] = Counter()
    scoreless = [world for seed in SCORELESS for world in worlds(1, first=seed)]
    for world in [*worlds(90), *worlds(5, first=500), *scoreless]:  # those from 500 on have many plays
        check(case_of(world), said)
    short = {kind: said[kind] for kind, count in ENOUGH.items() if said[kind] < count}
    assert not short, (short, said)


@pytest.mark.parametrize("seeds", [range(200), pytest.param(range(200, 3_000), marks=pytest.mark.slow)])
def test_some_moves_and_replies_with_more_tiles(seeds: range) -> None:
    said: Counter[str] = Counter()
    for number, world in enumerate(long_racks(seeds)):
        check(case_of(world), said, random.Random(number))
    assert said["a play that was not there before"] >= len(seeds) // 7, said


@pytest.mark.slow
def test_more_of_them() -> None:
    said: Counter[str] = Counter()
    for world in worlds(2_000, first=1_000):
        check(case_of(world), said)
    short = {kind: said[kind] for kind, count in AT_NIGHT.items() if said[kind] < 8 * count}
    assert not short, (short, said)
