"""Positions: whole games replayed, moves that cannot be made, the ends of a game."""

import dataclasses
import pickle
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrabble.game import cgp
from scrabble.game.board import BoardLayout, empty_squares
from scrabble.game.move import PASS, IllegalMoveError, Move, canonical, move_text, parse_move
from scrabble.game.position import Position, PositionError, require_solvable
from scrabble.game.rules import Rules
from tests.conftest import DATA
from tests.doors.bridge import samples
from tests.worlds.small_boards import CAT, ENGLISH, small

SAMPLES = samples()


# Whole games


@pytest.mark.parametrize("path", sorted((DATA / "games").glob("*.gcg")), ids=lambda path: path.stem)
def test_replay_a_game(path: Path) -> None:
    """Every score and both totals of a saved game; the racks are those that the game gives."""
    events = [line[1:].split() for line in path.read_text("utf-8").splitlines() if line.startswith(">")]
    turns = [event for event in events if event[-3][0] != "("]
    ends = events[len(turns) :]
    layout = BoardLayout.load("CrosswordGame")
    position = Position(ENGLISH, layout, Rules.load("english"), empty_squares(layout))
    totals = {"alpha:": 0, "beta:": 0}
    for number, (player, rack, *written, score, total) in enumerate(turns):
        # With an empty bag the other rack is the one of its next turn, or what is left on it at the end.
        others = [turn[1] for turn in turns[number:] if turn[0] != player] + [ends[0][-3].strip("()")]
        racks = ENGLISH.encode(rack), b""
        position = dataclasses.replace(position, rack_codes=racks)
        if len(position.unseen) <= position.rules.rack_size:
            position = dataclasses.replace(position, rack_codes=(racks[0], ENGLISH.encode(others[0])))
            assert position.bag == b""
        move = PASS if written[0].startswith("-") else parse_move(" ".join(written), position)
        assert position.score(move) == int(score), written
        before, position = position, position.play(move)
        assert position.undo() is before
        totals[player] += int(score)
        assert position.scores[1] == totals[player] == int(total)
    for player, *_, score, total in ends:
        totals[player] += int(score)
        assert totals[player] == int(total)
    assert position.is_over
    assert sorted(position.final_scores) == sorted(totals.values())
    assert position.is_out == (len(ends) == 1)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["id"])
def test_real_positions(sample: dict[str, str]) -> None:
    position = cgp.loads(sample["cgp"])
    require_solvable(position)
    assert position.problems() == []
    assert position.bag == b""
    text, score = (sample["best"], 0) if sample["best"] == "pass" else sample["best"].rsplit(" ", 1)
    move = parse_move(text, position)
    assert move_text(move, position) == text
    assert canonical(move, position.squares) == move
    assert position.score(move) == int(score)
    after = position.play(move)
    assert after.undo() is position
    assert Counter(position.seen) == Counter(after.seen)
    assert pickle.loads(pickle.dumps(after)) == after
    words = {word for _, word in after.words()}
    assert set(position.new_words(move)) <= words


# Playing


def test_racks_are_text_for_people_and_codes_for_programs() -> None:
    position = cgp.loads(f"{CAT} SRNIEA?/QZ 10/20 3")
    assert position.racks == ("AEINRS?", "QZ")
    assert position.rack_codes == (bytes([0, 1, 5, 9, 14, 18, 19]), bytes([17, 26]))
    assert (position.spread, position.play(PASS).spread) == (-10, 10)


def test_play_changes_sides() -> None:
    position = cgp.loads(f"{CAT} AEINRS?/QZ 10/20 3 lex ENABLE; id seven;")
    after = position.play(parse_move("8G (CaT)Es", position))
    assert after.rack_codes == (ENGLISH.encode("QZ"), bytes(sorted(ENGLISH.encode("AINRS"))))
    assert after.scores == (20, 10 + 5)  # C3 a0 T1 E1 s0, the blank on a letter x 2
    assert (after.scoreless_turns, after.lexicon_name, after.extra) == (0, "ENABLE", ())
    assert after.squares[7, 10] == 64 + 19
    assert position.squares[7, 10] == 0
    passed = after.play(PASS)
    assert (passed.rack_codes, passed.scores, passed.scoreless_turns) == (
        after.rack_codes[::-1],
        after.scores[::-1],
        1,
    )
    assert passed.undo().undo() == position


def test_new_words() -> None:
    position = cgp.loads(f"{CAT} AEINRS?/QZ 0/0 0")
    move = parse_move("9H A(S)", position)
    assert [ENGLISH.decode(word) for word in position.new_words(move)] == ["AS", "AA"]
    assert position.new_words(PASS) == ()
    bingo = parse_move("10C RAINiES", position)
    assert [ENGLISH.decode(word) for word in position.new_words(bingo)] == ["RAINIES", "TSS"]


def test_either_direction_of_one_tile_scores_the_same() -> None:
    position = cgp.loads(f"{CAT} AEINRS?/QZ 0/0 0")
    forms = [Move(8, 7, False, bytes([1, 0])), Move(7, 7, True, bytes([0, 1]))]
    assert len({position.score(form) for form in forms}) == 1
    assert len({position.play(form) for form in forms}) == 1
    short = Move(6, 8, False, bytes([1]))  # a word of one tile across, ATS down
    assert (
        position.score(short) == position.score(canonical(short, position.squares)) == 4
    )  # A on a letter x 2


def test_bonus_is_a_field_of_the_rule_set() -> None:
    racks = "AEINRS?/QZ"
    by_bonus = [
        position.score(parse_move("10C RAINiES", position))
        for position in (cgp.loads(f"{CAT} {racks} 0/0 0 bb {bonus};") for bonus in (0, 50, 35))
    ]
    assert [points - by_bonus[0] for points in by_bonus] == [0, 50, 35]


def test_first_play_doubles_on_the_start_square() -> None:
    position = cgp.loads("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 QUIZ/ 0/0 0")
    assert position.score(parse_move("8G QUIZ", position)) == 2 * 22
    assert position.score(parse_move("H5 QUIZ", position)) == 2 * 22


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (Move(7, 13, False, bytes([1, 5, 9])), "cannot play '8N AEI': it runs off the board"),
        (Move(-1, 6, True, bytes([1, 0])), "it runs off the board"),
        (Move(7, 6, False, bytes([1, 0, 0])), "8G is taken"),
        (Move(7, 6, False, bytes([0, 0, 0, 5, 0, 19])), "there is no tile on 8K to play through"),
        (Move(7, 6, False, bytes([0, 0, 0])), "no tile is played"),
        (Move(7, 7, False, bytes([0, 0, 19])), "the word goes on at 8G"),
        (Move(6, 8, True, bytes([1, 0])), "the word goes on at 9I"),
        (Move(7, 6, False, bytes([0, 0, 0, 17])), "'Q' is not on the rack 'AEINRS?'"),
        (Move(7, 6, False, bytes([0, 0, 0, 5, 64 + 5, 64 + 5])), "'?' is not on the rack 'AEINRS?'"),
        (Move(7, 6, False, bytes([0, 0, 0, 5, 5])), "'E' is not on the rack"),
        (Move(0, 0, False, bytes([1, 5])), "cannot play '1A AE': it touches no tile on the board"),
        (Move(0, 0, False, bytes([1])), "it touches no tile on the board"),
        (Move(0, 0, False, bytes([27])), "no such tile in the english set"),
        (Move(0, 0, False, bytes([64])), "no such tile in the english set"),
    ],
)
def test_moves_that_cannot_be_made(move: Move, message: str) -> None:
    position = cgp.loads(f"{CAT} AEINRS?/QZ 0/0 0")
    for question in (position.check, position.score, position.play, position.new_words):
        with pytest.raises(IllegalMoveError) as caught:
            question(move)
        assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [("8D QUIZ", "the first play must cover 8H"), ("8H Q", "it forms no word")],
)
def test_first_plays_that_cannot_be_made(text: str, message: str) -> None:
    position = cgp.loads("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 QUIZ/ 0/0 0")
    with pytest.raises(IllegalMoveError, match=message):
        position.play(parse_move(text, position))


def test_nothing_to_undo() -> None:
    with pytest.raises(IllegalMoveError, match="no move to undo"):
        small("S/QZ").undo()


# The end of the game


def test_going_out() -> None:
    position = small("S/QZ")
    assert not position.is_over
    assert position.final_scores == (0, 0)
    after = position.play(parse_move("3B (CAT)S", position))
    assert after.is_over
    assert after.is_out
    assert after.scores == (0, 6)
    assert after.final_scores == (0, 6 + 2 * 20)
    with pytest.raises(IllegalMoveError, match="cannot play 'pass': the game is over"):
        after.play(PASS)


def test_going_out_by_other_conventions() -> None:
    position = small("S/QZ", out_gain=1, out_loss=1)
    assert position.play(parse_move("3B (CAT)S", position)).final_scores == (-20, 6 + 20)


def test_nobody_goes_out_while_there_is_a_bag() -> None:
    position = cgp.loads(f"{CAT} S/ 0/0 0").play(Move(7, 6, False, bytes([0, 0, 0, 19])))
    assert position.bag
    assert position.rack_codes == (b"", b"")
    assert not position.is_over


def test_scoreless_end() -> None:
    position = small("S/QZ", zeros=4)
    assert position.scoreless_turns_left == 2
    passed = position.play(PASS)
    assert (passed.scoreless_turns, passed.scoreless_turns_left, passed.is_over) == (5, 1, False)
    over = passed.play(PASS)
    assert (over.scoreless_turns_left, over.is_over, over.is_out) == (0, True, False)
    assert over.final_scores == (-1, -20)
    played = passed.play(parse_move("D3 (T)Z", passed))
    assert (played.scoreless_turns, played.is_over) == (0, False)


def test_without_a_limit_passes_never_end_the_game() -> None:
    position = small("S/QZ", zeros=99, scoreless_limit=None)
    assert position.scoreless_turns_left is None
    assert not position.play(PASS).is_over


@pytest.mark.parametrize(("counts_as_scoreless", "zeros"), [(False, 0), (True, 4)])
def test_plays_of_no_points(counts_as_scoreless: bool, zeros: int) -> None:
    position = small("?S/QZ", "5/5/1cat1/5/5", zeros=3, zero_play_is_scoreless=counts_as_scoreless)
    after = position.play(parse_move("3B (cat)s", position))
    assert (after.scores, after.scoreless_turns) == ((0, 0), zeros)


# One position and another


def test_equality_leaves_the_past_out() -> None:
    position = small("S/QZ")
    assert position == dataclasses.replace(position, previous=position)
    assert hash(position) == hash(dataclasses.replace(position, previous=position))
    assert position != dataclasses.replace(position, scoreless_turns=1)
    assert position != "position"
    assert "previous" not in repr(position)


def test_a_position_cannot_be_changed() -> None:
    position = small("S/QZ")
    with pytest.raises(ValueError, match="read-only"):
        position.squares[0, 0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        position.scoreless_turns = 1  # type: ignore[misc]


def test_arrays_that_are_no_board() -> None:
    position = small("S/QZ")
    with pytest.raises(PositionError, match="does not fit plain"):
        dataclasses.replace(position, squares=np.zeros((4, 5), np.uint8))
    with pytest.raises(PositionError, match="a tile on the board is not in the english set"):
        dataclasses.replace(position, squares=np.full((5, 5), 27, np.uint8))
    with pytest.raises(PositionError, match="a tile on the board is not in the english set"):
        dataclasses.replace(position, squares=np.full((5, 5), 64, np.uint8))
    with pytest.raises(PositionError, match="a tile on a rack is not in the english set"):
        dataclasses.replace(position, rack_codes=(b"", bytes([27])))


@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_random_moves_are_made_or_refused(data: st.DataObject) -> None:
    """Any move at all is either refused with one line, or made and taken back."""
    position = cgp.loads(data.draw(st.sampled_from(SAMPLES))["cgp"])
    code = st.just(0) | st.sampled_from(list(position.rack_codes[0])) | st.integers(0, 127)
    move = Move(
        data.draw(st.integers(-1, 15)),
        data.draw(st.integers(-1, 15)),
        data.draw(st.booleans()),
        bytes(data.draw(st.lists(code, max_size=4))),
    )
    try:
        after = position.play(move)
    except IllegalMoveError as error:
        assert "\n" not in str(error)
    else:
        assert after.undo() == position
        assert sum(map(len, after.rack_codes)) == sum(map(len, position.rack_codes)) - len(move.placed)
        assert sum(after.seen.values()) == sum(position.seen.values())
        read = parse_move(move_text(move, position), position)
        assert canonical(read, position.squares) == canonical(move, position.squares)
