"""The compiled position: undo restores, increments agree with fresh ones, keys tell positions apart."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from scrabble.game import cgp
from scrabble.game.move import PASS
from scrabble.game.position import Position, PositionError
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.features import SearchFeatures
from scrabble.movegen.packed_move import number_of, packed, unpack
from scrabble.movegen.packed_rack import counts_of, packed_rack
from scrabble.movegen.scoring import ZEROS_AFTER_PLAY
from scrabble.movegen.state import ZEROS_LEFT, GameState
from scrabble.solver import legal_moves
from tests.doors import kernels
from tests.doors.bridge import enable, position_of, samples
from tests.oracles import naive
from tests.worlds.mini import END_RULES, STUCK_LETTERS, mini_world


def arrays(state: GameState) -> dict[str, np.ndarray]:
    """A copy of everything that `undo` has to restore (the log itself may differ)."""
    board, hands = state.board, state.hands
    return {
        "letters": board.letters.copy(),
        # cross information of filled squares is never read
        "cross_sets": np.where(board.letters == 0, board.cross_sets, 0),
        "cross_scores": np.where(board.letters == 0, board.cross_scores, 0),
        "line_keys": board.line_keys.copy(),
        "racks": hands.racks.copy(),
        "now": state.now.copy(),
        "key": np.array([kernels.key(state)]),
    }


def assert_equal(
    first: dict[str, np.ndarray], second: dict[str, np.ndarray], but: tuple[str, ...] = ()
) -> None:
    """All arrays equal, but for the ones named."""
    for name in first:
        if name not in but:
            np.testing.assert_array_equal(first[name], second[name], err_msg=name)


def positions() -> Iterator[tuple[Position, Lexicon]]:
    """Real and random positions."""
    for sample in samples()[:6]:
        yield cgp.loads(sample["cgp"]), enable()
    for seed in range(25):
        yield position_of(mini_world(seed, size=5 + 2 * (seed % 2), tiles=4))


def random_line(position: Position, lexicon: Lexicon, rng: random.Random) -> Iterator[tuple[Position, int]]:
    """Play to the end at random, passes included: each position and the move made there."""
    while not position.is_over:
        choice = [step.move for step in legal_moves(position, lexicon)] + [PASS]
        move = rng.choice(choice)
        yield position, number_of(move, position)
        position = position.play(move)


def test_play_then_undo_is_identity_and_increments_agree() -> None:
    """Along random lines: fresh computation gives the same board, undo restores everything."""
    rng = random.Random(1)
    for position, lexicon in positions():
        state = compile_position(position, lexicon)
        before = []
        for reached, move in random_line(position, lexicon, rng):
            before.append(arrays(state))
            if reached.squares.any():
                fresh = state._replace(board=state.board._replace(**_copies(state.board)))
                kernels.refill(fresh)
                assert_equal(arrays(state), arrays(fresh))
            assert kernels.value(
                state, state.now[0], state.hands.racks[state.now[0]]
            ) == position.alphabet.value(reached.rack_codes[0])
            if move:
                assert kernels.score(state, move) == reached.score(unpack(move, reached))
            kernels.play(state, move)
        for saved in reversed(before):
            kernels.undo(state)
            assert_equal(arrays(state), saved)


def _copies(board: Any) -> dict[str, np.ndarray]:
    return {
        name: getattr(board, name).copy() for name in ("letters", "cross_sets", "cross_scores", "line_keys")
    }


def test_cross_information_computed_everywhere_is_the_same() -> None:
    """Along random lines, and back."""
    rng = random.Random(3)
    for position, lexicon in positions():
        state = compile_position(position, lexicon)
        afresh = compile_position(position, lexicon, SearchFeatures().off("incremental_cross_sets"))
        before = arrays(state)
        made = [move for _, move in random_line(position, lexicon, rng)]
        for move in made:
            kernels.play(state, move)
            kernels.play(afresh, move)
            assert_equal(arrays(state), arrays(afresh))
        for _ in made:
            kernels.undo(afresh)
        assert_equal(before, arrays(afresh))


@pytest.mark.parametrize("refreshes_all", [False, True])
def test_cross_information_far_away_is_computed_only_when_asked_for(refreshes_all: bool) -> None:
    """Something wrong on a square that no play concerns stays, or is mended after the first one."""
    position = cgp.loads(samples()[0]["cgp"])
    features = SearchFeatures().off("incremental_cross_sets") if refreshes_all else SearchFeatures()
    state = compile_position(position, enable(), features)
    move = next(number_of(step.move, position) for step in legal_moves(position, enable()) if step.move.tiles)
    kernels.play(state, move)
    right = state.board.cross_sets.copy()
    kernels.undo(state)
    concerned = (right != state.board.cross_sets) | (state.board.letters != 0)
    direction, line, square = np.argwhere(~concerned & (state.board.cross_scores == -1))[0]
    state.board.cross_sets[direction, line, square] = 0
    kernels.play(state, move)
    mended = state.board.cross_sets[direction, line, square] == right[direction, line, square]
    assert mended == refreshes_all


def test_keys_tell_positions_apart() -> None:
    """Every play, and the pass, leads to a key of its own."""
    position = cgp.loads(samples()[0]["cgp"])
    state = compile_position(position, enable())
    steps = legal_moves(position, enable())
    keys: dict[int, str] = {}
    for step in steps:
        kernels.play(state, number_of(step.move, position))
        keys[int(kernels.key(state))] = step.text
        kernels.undo(state)
    assert len(keys) == len(steps)
    kernels.play(state, 0)
    assert int(kernels.key(state)) not in keys


def test_moves_survive_packing() -> None:
    """A move is the same after packing and unpacking."""
    for position, lexicon in positions():
        for step in legal_moves(position, lexicon):
            assert unpack(number_of(step.move, position), position) == step.move
    assert packed(PASS) == 0


@pytest.mark.parametrize(("limit", "fresh"), [(1, 1), (2, 2), (3, 3), (4, 2), (5, 3), (6, 2)])
def test_scoreless_turns_are_counted_in_classes(limit: int, fresh: int) -> None:
    """2, 4, 6 turns to go are worth the same, so are 3 and 5 (bounds/README.md, T1); the root keeps them."""
    for zeros in range(limit):
        state = compile_position(*position_of(mini_world(3, scoreless_limit=limit), zeros))
        assert (state.now[ZEROS_LEFT], state.rules[ZEROS_AFTER_PLAY]) == (limit - zeros, fresh)
        kernels.play(state, 0)
        left = limit - zeros - 1
        assert state.now[ZEROS_LEFT] == (left if left <= 3 else 2 + left % 2)


def test_turns_and_ends_are_those_of_the_rules() -> None:
    """Of each play and the pass: scoreless turns to go, the end of the game, and what it brings."""
    said: Counter[str] = Counter()
    for seed, rules in enumerate(END_RULES * 8):
        world = mini_world(seed, **rules)
        if seed < 4 * len(END_RULES):  # only stuck tiles have points
            values = {each: world.game.values[each] * (each in STUCK_LETTERS) for each in world.game.values}
            world = world._replace(game=replace(world.game, values=values))
        game, limit = world.game, world.game.scoreless_limit
        assert limit is not None
        zeros = limit - 1 if seed % 2 else 0
        position, lexicon = position_of(world, zeros)
        state = compile_position(position, lexicon)
        before = naive.State(world.board, *world.racks, zeros, zeros)
        for text, score in {**naive.plays(game, world.board, world.racks[0]), naive.PASS: 0}.items():
            reached, gain = naive.after(game, before, text, score)
            kernels.play(state, number_of(position.parse_move(text), position))
            left, (is_over, value) = limit - reached.zeros, kernels.end(state)
            is_kept = left <= 3 or game.zero_play_is_scoreless  # otherwise its class (bounds/README.md, T1)
            assert state.now[ZEROS_LEFT] == (left if is_kept else 2 + left % 2), (world, text)
            assert is_over == naive.is_over(game, reached), (world, text)
            assert not is_over or score - value == gain, (world, text)
            if text != naive.PASS and game.zero_play_is_scoreless:
                said["a play of points" if score else "a play of no points"] += 1
            if is_over and value:
                said["scoreless turns" if reached.his else "out"] += 1
            kernels.undo(state)
    assert len(said) == 4 and min(said.values()) > 15, said


def test_rules_without_an_end_are_refused() -> None:
    """Without an end by scoreless turns an endgame could go on for ever."""
    position, lexicon = position_of(mini_world(3, scoreless_limit=None))
    with pytest.raises(PositionError, match="no end by scoreless turns"):
        compile_position(position, lexicon)


def test_bits() -> None:
    """The lowest and the highest bit, containment and count of packed racks, against plain Python."""
    rng = random.Random(2)
    assert kernels.bits(0)[:2] == (64, -1)
    for _ in range(200):
        word = rng.getrandbits(rng.randint(1, 64)) or 1
        lowest, highest, _ = kernels.bits(np.uint64(word))
        assert (lowest, highest) == ((word & -word).bit_length() - 1, word.bit_length() - 1)
        need, rack = ([rng.randint(0, 3) for _ in range(7)] for _ in range(2))
        tiles, whole = np.uint32(packed_rack(need)), np.uint32(packed_rack(rack))
        assert kernels.contained(tiles, whole) == all(n <= r for n, r in zip(need, rack, strict=True))
        assert kernels.count(whole) == sum(rack)
        assert counts_of(int(whole)) == rack == [kernels.count_of(whole, kind) for kind in range(7)]
