"""Sets of puzzles: each idea once, files that survive a kill, candidates, and the choice of a few."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec.structs import replace as with_fields

from scrabble.analysis.recorded_turn import describe_turn
from scrabble.answer.moves import Step
from scrabble.game import cgp
from scrabble.lexicon import choice
from scrabble.puzzles.candidates import Candidate, from_sources, of_turn
from scrabble.puzzles.collection import PuzzleCollection, candidate_key, puzzles_in
from scrabble.puzzles.make import make_many, make_one
from scrabble.puzzles.maker import MakeOptions, Rejection
from scrabble.puzzles.puzzle import (
    Puzzle,
    PuzzleError,
    PuzzleSolution,
    Question,
    puzzle_id,
    puzzle_line,
)
from scrabble.records import gcg
from scrabble.records.replay import replay
from tests.conftest import DATA, POSITIONS
from tests.worlds.many_games import copy_games

FIRST = "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15 SO/EN 300/310 0 lex ENABLE;"
LATER = "15/15/15/15/15/15/15/6CATS5/10O4/15/15/15/15/15/15 N/E 310/306 0 lex ENABLE;"
ELSEWHERE = "15/15/15/15/15/15/15/6DOG6/15/15/15/15/15/15/15 SO/EN 300/310 0 lex ENABLE;"
OPTIONS = MakeOptions()


def a_puzzle(
    text: str, *line: str, question: Question = Question.BEST_MOVE, lexicon: str = "ENABLE", **changes
) -> Puzzle:
    """Return a puzzle of a position with this line; its numbers are invented."""
    steps = [Step(move, 5) for move in line]
    keys = {
        "version": 1,
        "id": puzzle_id(text, question, lexicon),
        "cgp": text,
        "lexicon": lexicon,
        "question": question,
        "source": "tests:1",
        "solution": PuzzleSolution(move=line[0], score=5, spread=1, win=1, line=steps),
        "value": 1,
        "gap": 3,
        "rank": 1,
        "moves": 12,
        "plausible": [],
        "themes": [],
        "refutations": [],
        "difficulty": 1,
    }
    return Puzzle(**keys | changes)


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        (a_puzzle(FIRST, "8G (CAT)S"), a_puzzle(FIRST, "8G (CAT)S"), True),
        (a_puzzle(FIRST, "8G (CAT)S"), a_puzzle(FIRST, "K8 SO", question=Question.ONLY_WIN), True),
        (a_puzzle(FIRST, "8G (CAT)S"), a_puzzle(FIRST.replace("SO/EN", "SE/ON"), "K8 SO"), False),
        (a_puzzle(FIRST, "8G (CAT)S", "pass", "K8 (SO)N"), a_puzzle(LATER, "K8 (S)O(N)"), True),
        (a_puzzle(FIRST, "8G (CAT)S", "pass", "M8 NO"), a_puzzle(LATER, "K8 (SO)N"), False),
        (a_puzzle(FIRST, "pass"), a_puzzle(LATER, "pass"), False),
        (a_puzzle(FIRST, "8G (CAT)S"), a_puzzle(ELSEWHERE, "8G CATS"), False),
        (a_puzzle(FIRST, "8G (CAT)S"), a_puzzle(LATER, "8G CATS", lexicon="other"), False),
    ],
)
def test_an_idea_is_kept_once(one, other, is_same):
    for first, second in ((one, other), (other, one)):
        collection = PuzzleCollection()
        assert collection.add(first)
        assert collection.add(second) is not is_same
        assert len(collection.puzzles) == 2 - is_same


def test_a_file_goes_on_where_it_stopped(tmp_path):
    path = tmp_path / "new" / "some.jsonl"
    first, second = Candidate(FIRST, "ENABLE", "a:1"), Candidate(LATER, "ENABLE", "a:2")
    puzzle = a_puzzle(FIRST, "8G (CAT)S")
    with puzzles_in(path) as file:
        assert file.is_due(first, OPTIONS)
        assert file.add(first, OPTIONS, puzzle) == puzzle
        assert file.add(second, OPTIONS, puzzle) == Rejection.DUPLICATE
    with puzzles_in(path) as file:
        assert file.collection.puzzles == [puzzle]
        assert not file.is_due(first, OPTIONS) and not file.is_due(second, OPTIONS)
        assert file.is_due(first, MakeOptions(min_gap=7))
        assert file.is_due(replace(first, played="pass"), OPTIONS)
    assert path.read_text() == f"{puzzle_line(puzzle)}\n"


@pytest.mark.parametrize("is_emptied", [False, True])
def test_puzzles_that_were_deleted_are_made_again(tmp_path, is_emptied):
    path, candidate = tmp_path / "some.jsonl", Candidate(FIRST, "ENABLE", "a:1")
    puzzle = a_puzzle(FIRST, "8G (CAT)S")
    with puzzles_in(path) as file:
        file.add(candidate, OPTIONS, puzzle)
    path.write_text("") if is_emptied else path.unlink()
    with puzzles_in(path) as file:
        assert file.is_due(candidate, OPTIONS)
        file.add(candidate, OPTIONS, puzzle)
    assert path.read_text() == f"{puzzle_line(puzzle)}\n"
    assert path.with_name("some.jsonl.tried").read_text().count("\n") == 1


def test_where_nothing_made_a_puzzle_nothing_is_tried_again(tmp_path):
    path, candidate = tmp_path / "some.jsonl", Candidate(FIRST, "ENABLE", "a:1")
    with puzzles_in(path) as file:
        file.add(candidate, OPTIONS, Rejection.NOT_UNIQUE)
    with puzzles_in(path) as file:
        assert not file.is_due(candidate, OPTIONS)


def test_a_line_cut_by_a_kill_is_dropped(tmp_path):
    path, candidate = tmp_path / "some.jsonl", Candidate(FIRST, "ENABLE", "a:1")
    puzzle = a_puzzle(FIRST, "8G (CAT)S")
    with puzzles_in(path) as file:
        file.add(candidate, OPTIONS, puzzle)
    tried = path.with_name("some.jsonl.tried")
    whole = path.read_text(), tried.read_text()
    path.write_text(whole[0] + puzzle_line(puzzle)[:40])
    tried.write_text(whole[1] + candidate_key(candidate, MakeOptions(min_gap=7))[:9])
    with puzzles_in(path) as file:
        assert file.collection.puzzles == [puzzle]
        assert file.is_due(candidate, MakeOptions(min_gap=7))
    assert (path.read_text(), tried.read_text()) == whole


def test_files_of_somebody_else_are_left_alone(tmp_path):
    path = tmp_path / "notes.jsonl"
    path.write_text("my notes")
    with pytest.raises(PuzzleError, match=r"line 1: expected a puzzle in JSON"), puzzles_in(path):
        pass
    assert path.read_text() == "my notes"
    with pytest.raises(PuzzleError, match="expected a file of puzzles"), puzzles_in(tmp_path):
        pass
    with pytest.raises(PuzzleError, match="cannot be written"), puzzles_in(path / "below.jsonl"):
        pass


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le"])
def test_nothing_is_appended_to_another_encoding(tmp_path, encoding):
    path = tmp_path / "wide.jsonl"
    before = f"{puzzle_line(a_puzzle(FIRST, '8G (CAT)SO'))}\n".encode(encoding)
    path.write_bytes(before)
    with pytest.raises(PuzzleError, match="expected UTF-8 to append to"), puzzles_in(path):
        pass
    assert path.read_bytes() == before


def test_puzzles_of_two_lexicons_are_not_the_same():
    both = PuzzleCollection()
    ours, theirs = (a_puzzle(FIRST, "8G (CAT)SO", lexicon=name) for name in ("ENABLE", "CSW24"))
    assert both.add(ours) and both.add(theirs) and not both.add(ours)


def test_one_process_at_a_time_has_the_file(tmp_path):
    path = tmp_path / "some.jsonl"
    with (
        puzzles_in(path),
        pytest.raises(PuzzleError, match="another process is writing its puzzles there"),
        puzzles_in(path),
    ):
        pass


def test_candidates_of_games_have_players_and_the_moves_made(tmp_path):
    folder = copy_games(tmp_path / "games", "g0010", "g0002")
    errors: list[str] = []
    (tmp_path / "games" / "bad.gcg").write_text("#player1 a A\n>a: X 99Z X +1 1\n")
    found = list(from_sources([str(folder)], "ENABLE", errors.append))
    assert {each.source.partition(":")[0] for each in found} == {"00-g0010", "01-g0002"}
    assert len(errors) == 1 and "bad.gcg" in errors[0]
    for each in found:
        position = cgp.loads(each.cgp)
        assert each.players is not None and len(set(each.players)) == 2
        assert each.played is not None
        position.check(position.parse_move(each.played))
        assert not position.bag
    assert found == list(from_sources([str(folder)], "ENABLE", lambda text: None))


def test_the_side_to_move_is_named_first_and_a_phony_that_stayed_is_no_move_made():
    game = replay(gcg.load(DATA / "reported" / "c00-base.gcg"))
    words = choice.load("ENABLE")
    [last] = [turn for turn in game.turns if turn.number == 22]
    described = describe_turn(last, game, words)
    found = of_turn(described, game.players, "ENABLE", "c00")
    assert found.players == ("Bruno Diaz", "Ana Alvarez") and found.played == "2E (F)IE"
    assert found.source == "c00:22" and cgp.loads(found.cgp).rack_codes == last.position.rack_codes
    phony = of_turn(with_fields(described, phonies=("FIE",)), game.players, "ENABLE", "c00")
    assert phony.played is None and phony == replace(found, played=None)


def test_of_a_game_the_turns_with_as_many_tiles_in_the_bag_are_taken():
    path = str(DATA / "reported" / "c00-base.gcg")
    bags = {f"c00-base:{turn.number}": turn.bag for turn in replay(gcg.load(path)).turns}
    for in_bag in (range(1), range(1, 4), range(3)):
        found = list(from_sources([path], "ENABLE", print, in_bag))
        assert [each.source for each in found] == [name for name, bag in bags.items() if bag in in_bag]


def test_candidates_of_sets_names_and_texts():
    errors: list[str] = []
    named = list(from_sources(["late:17", "out-in-two", FIRST, "g0010"], None, errors.append))
    assert [each.source.partition(":")[0] for each in named][:2] == ["late", "out-in-two"]
    assert named[0].lexicon == "ENABLE"
    assert errors and "bag" in errors[0]  # FIRST has most of its tiles in the bag
    assert {each.source.partition(":")[0] for each in named[2:]} == {"g0010"}
    assert list(from_sources(["no-such-file", "/nowhere"], None, errors.append)) == []
    assert len(errors) == 3


def test_of_a_set_the_positions_with_as_many_tiles_in_the_bag_are_taken():
    reports: list[str] = []
    counts = [
        len(list(from_sources(["preendgame"], "ENABLE", reports.append, in_bag)))
        for in_bag in (range(1, 2), range(1, 3))
    ]
    assert counts == [102, 152] and reports == []
    assert list(from_sources(["preendgame:101"], "ENABLE", reports.append)) == [] and len(reports) == 1


def test_an_error_of_one_position_does_not_stop_the_others():
    good = Candidate(cgp.dumps(cgp.load(POSITIONS / "out-in-two.cgp")[0]), "ENABLE", "b:1")
    work = [Candidate("nonsense", "ENABLE", "a:1"), replace(good, lexicon="no-such-lexicon"), good]
    found = [made for _, made in make_many(work, MakeOptions(seconds=30))]
    assert "no-such-lexicon" in str(found[1]) and not isinstance(found[0], Puzzle)
    assert isinstance(found[2], Puzzle)
    assert list(make_many(work, OPTIONS, is_stopped=lambda: True)) == []
    assert isinstance(make_one(None, (replace(good, played="nonsense"), OPTIONS)), str)
