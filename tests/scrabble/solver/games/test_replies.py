"""The replies that the game chooses: one bounds a move of the position at hand, whatever was asked before."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest

from bstar.game import INF
from scrabble.game.move import parse_move
from scrabble.movegen.features import MOST_REPLIES
from scrabble.movegen.play_cache import PlayCache, new_cache
from scrabble.solver.games.replies import ReplyBounds, new_replies
from scrabble.solver.games.reply_frames import OUT_PLAYS
from tests.doors import bounds, kernels
from tests.oracles import naive
from tests.oracles.reply_definitions import Reply, most_after, reply_of
from tests.worlds.mini import World, mini_world, with_only
from tests.worlds.play_by_play import Case, case_of

ROOM = 1 << 20
ENOUGH = {"bounds": 40, "bounds after lists were cleared": 15}  # in 120 worlds


class Asked(NamedTuple):
    """What the kernels keep from one question to the next."""

    cache: PlayCache
    known: ReplyBounds
    most: int  # replies asked


def later(case: Case, text: str) -> Case | None:
    """Return the position after a play of a case, where the state is not yet; None if the game ends there."""
    board, rest = case.after(text)
    world = World(case.world.game, board, (case.world.racks[1], rest))
    position = case.position.play(parse_move(text, case.position))
    own = naive.plays(world.game, board, world.racks[0])
    return None if position.is_over else Case(world, position, case.state, own)


def replies_to(case: Case) -> list[Reply]:
    """Return the replies that can refute something; none if one has more out-plays than are kept."""
    game, board, (_, other) = case.world
    found = [reply_of(game, board, other, text) for text in naive.plays(game, board, other)]
    replies = [reply for reply in found if reply is not None]
    return [] if any(len(reply.outs) > OUT_PLAYS for reply in replies) else replies


@pytest.mark.parametrize("worlds", [80, pytest.param(600, marks=pytest.mark.slow)])
def test_a_bound_is_that_of_a_reply_to_the_move_in_the_position_at_hand(worlds: int) -> None:
    """Position after position at the same ply, with lists cleared and others made between the moves."""
    said: Counter[str] = Counter()
    for seed in range(worlds):
        rng, world = random.Random(seed), mini_world(seed, size=6, tiles=6)
        mine, other = world.racks[0][-4:], world.racks[1][-3:]
        if len(mine) < 4 or len(other) < 2:
            continue
        case = case_of(with_only(replace(world.game, rack_size=6), world.board, (mine, other)))
        asked = Asked(new_cache(ROOM, 6), new_replies(case.state), rng.choice((1, MOST_REPLIES)))
        for text in rng.sample(sorted(case.own), min(len(case.own), 5)):
            after = later(case, text)
            if after is None or len(after.world.racks[1]) < 2:
                continue
            kernels.play(case.state, np.int64(case.number(text)))
            check(after, asked, rng, said)
            kernels.undo(case.state)
    assert not {kind: said[kind] for kind, count in ENOUGH.items() if said[kind] < count * worlds / 120}, said


def check(case: Case, asked: Asked, rng: random.Random, said: Counter[str]) -> None:
    """Ask about some plays that do not go out."""
    game, board, (own, _) = case.world
    replies = replies_to(case)
    plays = [text for text in sorted(case.own) if case.after(text)[1]]
    is_cleared = False
    for text in rng.sample(plays, min(len(plays), 3)) if replies else ():
        numbers = map(np.int64, (case.number(text), case.own[text], INF, asked.most))
        found = int(bounds.bound_by_replies(case.state, asked.cache, asked.known, *numbers))
        if found < INF:
            proofs = [most_after(game, board, own, text, reply).most for reply in replies]
            assert found in proofs, (case.world, text, found, proofs)
            said["bounds"] += 1
            said["bounds after lists were cleared"] += is_cleared
        is_cleared = rng.random() < 0.7
        if is_cleared:
            kernels.forget(asked.cache)
            for side in range(2):
                assert kernels.lists(case.state, asked.cache, np.int64(side), case.state.hands.racks[side])
