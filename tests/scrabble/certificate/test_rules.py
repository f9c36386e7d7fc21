"""The rules that the checker has of its own, against the oracle: plays, points, turns, footprints, passes."""

from __future__ import annotations

import collections
import random
import re

import pytest

from scrabble.certificate.game import PASS, Play, board_after, footprint, rack_after, score_of
from scrabble.certificate.rulebook import Rulebook
from tests.doors.bridge import position_of
from tests.oracles import naive
from tests.worlds.mini import END_RULES, World, mini_world


def book_of(world: World, zeros: int = 0) -> Rulebook:
    position, lexicon = position_of(world, zeros)
    return Rulebook(position, lexicon)


def dotted(move: str) -> str:
    """A move of the oracle in the checker's words."""
    return re.sub(r"\((.+?)\)", lambda through: "." * len(through[1]), move)


def is_legal(book: Rulebook, board: bytes, play: Play) -> bool:
    return score_of(book.game, board, play) is not None


@pytest.mark.parametrize("seed", range(30))
def test_plays_and_points(seed):
    world = mini_world(seed, tiles=4, phonies=seed % 3 == 0)
    book = book_of(world)
    for rack, letters in zip((book.start.mine, book.start.other), world.racks, strict=True):
        expected = {dotted(move): points for move, points in naive.plays(*world[:2], letters).items()}
        found = book.plays.of(book.start.board, rack)
        texts = [book.notation.text(book.start.board, play) for play, _ in found]
        assert dict(zip(texts, (score for _, score in found), strict=True)) == expected
        assert len(texts) == len(expected)
        for text, (play, score) in zip(texts, found, strict=True):
            assert book.notation.play(text) == play
            assert score_of(book.game, book.start.board, play) == score


@pytest.mark.parametrize("seed", range(15))
def test_what_is_no_play_has_no_points(seed):
    world = mini_world(seed, tiles=4)
    book, rng = book_of(world), random.Random(seed)
    board, rack = book.start.board, book.start.mine
    legal = {play for play, _ in book.plays.of(board, rack)}
    squares = [square for square, tile in enumerate(board) if not tile]
    for _ in range(300):
        count = rng.randint(1, min(len(rack), len(squares)))
        tiles = [tile or 64 + rng.randint(1, 3) for tile in rng.sample(rack, count)]
        play = Play(tuple(sorted(rng.sample(squares, count))), bytes(tiles))
        assert is_legal(book, board, play) == (play in legal)


@pytest.mark.parametrize("seed", range(len(END_RULES) * 2))
def test_turns(seed):
    world = mini_world(seed, **END_RULES[seed % len(END_RULES)])
    book = book_of(world)
    state = naive.State(world.board, *world.racks, 0, 0)
    plays = {dotted(move): move for move in naive.plays(*world[:2], world.racks[0])} | {"pass": "pass"}
    for play, found in book.turns(book.start):
        move = plays.pop(book.notation.text(book.start.board, play))
        points = 0 if play.is_pass else naive.plays(*world[:2], world.racks[0])[move]
        reached, gain = naive.after(world.game, state, move, points)
        assert (found.gain, found.is_over) == (gain, naive.is_over(world.game, reached))
        assert found.state.zeros == reached.zeros
        assert book.turn(book.start, play) == found
    assert not plays


@pytest.mark.parametrize("seed", range(15))
def test_a_play_stays_what_it_is_while_its_footprint_does(seed):
    book = book_of(mini_world(seed, size=7, tiles=4))
    board, met = book.start.board, 0
    mine, others = (book.plays.of(board, rack) for rack in (book.start.mine, book.start.other))
    for theirs, score in others[:60]:
        squares = footprint(book.game, board, theirs)
        assert squares.issuperset(theirs.squares)
        for play, _ in mine[:60]:
            if squares.isdisjoint(play.squares):
                met += 1
                assert score_of(book.game, board_after(board, play), theirs) == score
    assert met or not (mine and others) or len(book.start.board) == 49


ENOUGH = {"untouched": 200, "touched": 30, "no longer legal": 30, "other points": 5, "on the last line": 50}


def test_a_reply_answers_a_play_if_it_still_goes_out_for_enough():
    """By the plays of the rules on the board after the play, whether its footprint is touched or not."""
    said = collections.Counter()
    for seed in range(90):
        world = mini_world(seed, size=5 + seed % 2, tiles=3, **END_RULES[seed % len(END_RULES)])
        game, board, (mine, others) = world
        book = book_of(world)
        outs = [move for move in naive.plays(game, board, others) if not naive.apply(board, others, move)[1]]
        replies = [(move, book.reply(book.start, book.notation.play(dotted(move)))) for move in sorted(outs)]
        for move in naive.plays(game, board, others).keys() - set(outs):
            assert book.reply(book.start, book.notation.play(dotted(move))) is None
        for text in sorted(naive.plays(game, board, mine)):
            later, rest = naive.apply(board, mine, text)
            play = book.notation.play(dotted(text))
            found = book.turn(book.start, play)
            after = {
                book.notation.play(dotted(each)): score
                for each, score in naive.plays(game, later, others).items()
            }
            for move, reply in replies:
                legal = [after[each] for each in after if each == reply.play]
                is_touched = not reply.footprint.isdisjoint(play.squares)
                said["touched" if is_touched else "untouched"] += 1
                said["on the last line"] += max(reply.play.squares) >= len(board) * (len(board) - 1)
                if not legal:
                    said["no longer legal"] += 1
                    assert not book.answers(reply, play, found.state, -(10**6)), (world, text, move)
                    continue
                gain = legal[0] + (game.out_gain + game.out_loss) * game.value(rest)
                said["other points"] += legal[0] != reply.gain
                assert book.answers(reply, play, found.state, gain), (world, text, move)
                assert not book.answers(reply, play, found.state, gain + 1), (world, text, move)
    assert not {what: said[what] for what, count in ENOUGH.items() if said[what] < count}, said


def most_against_passes(world: World, board: naive.Board, rack: str, others: int) -> int:
    """The best row of plays of one side, the end of the game included, by the oracle's rules."""
    game = world.game
    best = game.scoreless_loss * (others - game.value(rack))
    for move, score in naive.plays(game, board, rack).items():
        after, rest = naive.apply(board, rack, move)
        out = (game.out_gain + game.out_loss) * others
        best = max(best, score + (most_against_passes(world, after, rest, others) if rest else out))
    return best


@pytest.mark.parametrize("seed", range(20))
def test_what_a_side_makes_against_passes(seed):
    world = mini_world(seed, **END_RULES[seed % len(END_RULES)])
    book, value = book_of(world), naive.minimax(*world)[0]
    _, mine, other, _ = book.start
    for others in (book.game.value(other), 0, 7):  # the same board and rack again, against another one
        most = book.solitaire.most(book.start.board, mine, others)
        assert most == most_against_passes(world, world.board, world.racks[0], others)
    assert book.solitaire.most(book.start.board, mine, book.game.value(other)) >= value


def test_tiles_that_are_not_there():
    assert rack_after(bytes([1, 1, 2]), Play((0, 1), bytes([1, 2]))) == bytes([1])
    assert rack_after(bytes([0, 2]), Play((0,), bytes([65]))) == bytes([2])
    assert rack_after(bytes([1, 2]), Play((0,), bytes([65]))) is None
    assert rack_after(bytes([1, 2]), PASS) == bytes([1, 2])
