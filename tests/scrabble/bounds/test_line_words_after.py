"""What a side makes alone after a move, by the lines of the board before it: never less than by play."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bstar.engine import Engine
from bstar.game import INF
from scrabble.bounds import line_best_words, line_words_after
from scrabble.bounds.line_packing import line_totals
from scrabble.bounds.line_words_after import Spaces, WordsBefore
from scrabble.game.move import PASS, Move
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import compile_position
from scrabble.solver.moves import scored_plays
from tests.doors.bridge import enable, position_of
from tests.oracles.restricted import Kept, new_restricted
from tests.static_bounds import first_empty_bag
from tests.worlds.mini import CAP_RULES, mini_world

FAR = 1 << 20


def words_before(position: Position, lexicon: Lexicon) -> WordsBefore:
    words = compile_position(position, lexicon).words
    return WordsBefore(position, lexicon, words, Spaces(position))


def after(position: Position, move: Move) -> Position:
    """Return the position with the same side on turn again."""
    return replace(position, scoreless_turns=0).play(move).play(PASS)


def alone(position: Position, lexicon: Lexicon) -> int:
    """Return the points of the side to move if the opponent only passes."""
    game = new_restricted(compile_position(position, lexicon), 1, Kept(plays=0, outs=False), 8 << 20)
    return Engine(game, "alphabeta", 8 << 20).bound([], -INF + 1, INF - 1)


SLOW = [pytest.param(part, marks=pytest.mark.slow) for part in range(1, 60)]


@pytest.mark.parametrize("part", [0, *SLOW])
def test_nobody_makes_more_alone(part: int) -> None:
    """After every move of small boards: blanks, premiums on every fourth square, all kinds of end rules."""
    compared = equal = 0
    for seed in range(part * 30, (part + 1) * 30):
        world = mini_world(seed, size=6 + seed % 2, tiles=4, **CAP_RULES[seed % len(CAP_RULES)])
        position, lexicon = position_of(world._replace(game=replace(world.game, rack_size=7)))
        before = words_before(position, lexicon)
        for play in scored_plays(position, lexicon)[::3]:
            if len(play.squares) == len(position.rack_codes[0]):
                continue
            found, then = before.most_alone(play.move), after(position, play.move)
            fresh = line_totals(then, lexicon)
            assert found is not None and fresh is not None
            assert alone(then, lexicon) <= found.most, (position.cgp(), play)
            outs = [other.score for other in scored_plays(then, lexicon) if is_out(then, other.move)]
            assert max(outs, default=-FAR) <= (-FAR if found.out is None else found.out)
            compared += 1
            equal += fresh.most == found.most
    assert compared > 50 and equal > compared // 2


def is_out(position: Position, move: Move) -> bool:
    return sum(code != 0 for code in move.tiles) == len(position.rack_codes[0])


@pytest.mark.parametrize("name", ["g0028", "g0066"])
def test_close_to_the_bound_by_the_board_itself(name: str) -> None:
    """With and without a blank; the board before is as it was after each move, and so is the pass."""
    position, differences = first_empty_bag(name), []
    before = words_before(position, enable())
    plays = [play.move for play in scored_plays(position, enable())[::90]]
    for move in [*plays, PASS]:
        found, fresh = before.most_alone(move), line_totals(after(position, move), enable())
        assert found is not None and fresh is not None
        differences.append(found.most - fresh.most)
    assert differences[-1] == 0 and abs(np.mean(differences)) < 3
    again = before.most_alone(plays[0])
    assert again == words_before(position, enable()).most_alone(plays[0])


def test_what_lines_bring_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """For each set of tiles left; the bounds are the same without it."""
    position = first_empty_bag("g0116")
    moves = [play.move for play in scored_plays(position, enable()) if len(play.squares) == 1][:40]
    before = words_before(position, enable())
    bounds = [before.most_alone(move) for move in moves]
    assert 1 < len(before._spaces.kept) < len(moves)
    monkeypatch.setattr(line_words_after, "MOST_KEPT", 1)
    again = words_before(position, enable())
    assert [again.most_alone(move) for move in reversed(moves)] == bounds[::-1]
    assert len(again._spaces.kept) == 1


def test_words_of_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither on the board before nor on a line that the move changes."""
    position = first_empty_bag("g0116")
    move = scored_plays(position, enable())[0].move
    before = words_before(position, enable())
    monkeypatch.setattr(line_words_after, "_fill_after", lambda *_: False)
    assert before.most_alone(move) is None
    monkeypatch.setattr(line_best_words, "MOST_PLAYS", 1)
    assert words_before(position, enable()).most_alone(move) is None
