"""The record of a puzzle: writing, reading, and files that are none."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product

import pytest

from scrabble.answer.moves import Step
from scrabble.puzzles.puzzle import (
    MoveKind,
    PlausibleMove,
    Puzzle,
    PuzzleError,
    PuzzleSolution,
    Question,
    Refutation,
    Theme,
    puzzle_id,
    puzzle_line,
    read_puzzle,
    read_puzzles,
)

CGP = "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15 S/E 300/310 0 lex ENABLE;"
LINE = [Step("8G (CAT)S", 6)]


def a_puzzle(question: Question = Question.BEST_MOVE, **changes) -> Puzzle:
    """Return a record with every key; its numbers are invented."""
    keys = {
        "version": 1,
        "id": puzzle_id(CGP, question, "ENABLE"),
        "cgp": CGP,
        "lexicon": "ENABLE",
        "question": question,
        "source": "tests:1",
        "players": ["Ann", "Ben"],
        "played": "pass",
        "solution": PuzzleSolution(move="8G (CAT)S", score=6, spread=-2, win=0, line=LINE),
        "value": 8,
        "gap": 9,
        "rank": 1,
        "moves": 12,
        "winning_moves": 0,
        "plausible": [PlausibleMove(move="pass", kinds=[MoveKind.PLAYED], loss=9)],
        "themes": [Theme.OUT_IN_ONE],
        "reasons": ["Goes out, gaining 2 points for E on the opponent's rack."],
        "refutations": [
            Refutation(move="pass", score=0, loss=9, spread=-11, win="1/3", line=[Step("pass", 0)])
        ],
        "difficulty": 2,
    }
    return Puzzle(**keys | changes)


def broken(**changes) -> str:
    """Return the line of a puzzle with keys changed, or left out where the new value is ..."""
    keys = json.loads(puzzle_line(a_puzzle())) | changes
    return json.dumps({key: value for key, value in keys.items() if value is not ...})


@pytest.mark.parametrize("question", Question)
def test_a_puzzle_is_read_as_it_was_written(tmp_path, question):
    puzzle = a_puzzle(question)
    path = tmp_path / "some.jsonl"
    path.write_text(f"{puzzle_line(puzzle)}\n{puzzle_line(a_puzzle(difficulty=5))}\n", "utf-8")
    assert read_puzzles(path) == [puzzle, a_puzzle(difficulty=5)]
    assert puzzle.has_bag == (question == "best winning chance")


def test_empty_lines_comments_and_unknown_keys_are_skipped(tmp_path):
    path = tmp_path / "some.jsonl"
    path.write_text(f"# made by hand\n\n{broken(colour='blue')}\n")
    assert read_puzzles(path) == [a_puzzle()]


def test_keys_that_may_be_missing():
    found = read_puzzle(broken(players=..., played=..., winning_moves=..., reasons=...), "here")
    assert (found.players, found.played, found.winning_moves, found.reasons) == (None, None, None, [])


def test_the_id_depends_on_board_racks_question_and_lexicon_alone():
    texts = (CGP, CGP.replace("300/310", "400/100"), CGP.replace("S/E", "E/S"))
    lexicons = ("ENABLE", "enable", "CSW24")
    ids = {puzzle_id(*each) for each in product(texts, Question, lexicons)}
    assert len(ids) == 2 * len(Question) * 2
    assert puzzle_id(CGP, Question.ONLY_WIN, "X") == puzzle_id(texts[1], "only winning move", "x")


def test_an_id_without_the_lexicon_is_replaced():
    """Files of earlier versions have such ids; any other id stays, right or wrong."""
    without_lexicon = "b5c8d92b6b"
    for name in ("ENABLE", "CSW24"):
        found = read_puzzle(broken(id=without_lexicon, lexicon=name), "here")
        assert found.id == puzzle_id(CGP, Question.BEST_MOVE, name)
    assert read_puzzle(broken(id="0123456789"), "here").id == "0123456789"
    assert read_puzzle(broken(id="0123456789", cgp=""), "here").cgp == ""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_files_in_every_unicode_encoding(tmp_path, encoding, line_end):
    puzzles = [a_puzzle(), a_puzzle(Question.ONLY_WIN, players=["Zoë", "Łukasz"])]
    text = line_end.join(["# mine", "", *map(puzzle_line, puzzles), ""])
    path = tmp_path / "mine.jsonl"
    path.write_bytes(text.encode(encoding))
    assert read_puzzles(path) == puzzles


def test_files_joined_to_one_may_have_several_byte_order_marks(tmp_path):
    path = tmp_path / "mine.jsonl"
    path.write_bytes(f"{puzzle_line(a_puzzle())}\n".encode("utf-8-sig") * 2)
    assert read_puzzles(path) == [a_puzzle()] * 2


def test_fractions():
    found = read_puzzle(puzzle_line(a_puzzle()), "here")
    assert Fraction(found.refutations[0].win) == Fraction(1, 3)
    assert Fraction(found.gap) == 9


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "x.jsonl, line 3: expected a puzzle in JSON, got Input data was truncated"),
        ("[1]", "x.jsonl, line 3: the line: expected object, got array"),
        (broken(version=2), "x.jsonl, line 3: expected puzzles of version 1, got version 2"),
        (broken(version="1"), 'x.jsonl, line 3: expected puzzles of version 1, got version "1"'),
        (broken(version=...), "x.jsonl, line 3: the line: object missing required field version"),
        (broken(gap=1.5), "x.jsonl, line 3: gap: expected int | str, got float"),
        (broken(gap="much"), "x.jsonl, line 3: gap: expected a fraction such as 5/8"),
        (broken(id="xyz"), "x.jsonl, line 3: id: expected 10 hexadecimal digits"),
        (
            '{"id": "g0000", "cgp": "..."}',
            "x.jsonl, line 3: expected a puzzle, got an object without the key question",
        ),
        (broken(question="why"), "x.jsonl, line 3: question: invalid enum value 'why'"),
        (broken(themes=["love"]), "x.jsonl, line 3: themes[0]: invalid enum value 'love'"),
        (broken(players=["Ann"]), "x.jsonl, line 3: players: expected array of length >= 2"),
        (broken(difficulty=6), "x.jsonl, line 3: difficulty: expected int <= 5"),
        (broken(solution={"move": "pass"}), "x.jsonl, line 3: solution: object missing required field score"),
    ],
)
def test_a_line_that_is_no_puzzle_is_named_with_its_file(tmp_path, monkeypatch, line, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.jsonl").write_text(f"{broken()}\n\n{line}\n")
    with pytest.raises(PuzzleError) as error:
        read_puzzles("x.jsonl")
    assert str(error.value) == message


def test_a_line_that_is_not_utf8():
    with pytest.raises(PuzzleError, match=r"^x, line 1: expected a puzzle in JSON, got "):
        read_puzzle(b'{"version": "\xff"}', "x, line 1")


def test_files_that_cannot_be_read(tmp_path):
    for path, reason in ((tmp_path / "none", "No such file or directory"), (tmp_path, "a folder")):
        with pytest.raises(PuzzleError, match=reason) as error:
            read_puzzles(path)
        assert str(error.value).startswith(f"{path}: ")
    with pytest.raises(PuzzleError, match="null"):
        read_puzzles("nul\0name")
