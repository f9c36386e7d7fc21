"""The file of a board: a position that the user types may name it, no text from elsewhere."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scrabble import Position, SolveOptions, bundled, sources
from scrabble.cli.ucgi import UcgiEngine
from scrabble.game import cgp
from scrabble.game.board import BoardLayout
from scrabble.puzzles.puzzle import read_puzzles
from scrabble.training.judging import Judge
from tests.conftest import DATA, Outcome

Run = Callable[..., Outcome]
BOARD = Path(str(sources.__file__)).parent / "game" / "boards"


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """The standard board as a file of the user's."""
    path = tmp_path / "own.toml"
    path.write_bytes(next(BOARD.glob("[Cc]ross*.toml")).read_bytes())
    return path


@pytest.fixture
def plain() -> str:
    return bundled.path_of("out-in-two").read_text("utf-8").strip().splitlines()[-1].rstrip(";")


def named(plain: str, board: object) -> str:
    """A position that names the file of its board."""
    return f"{plain}; bdn {board};"


@pytest.mark.parametrize(
    "command",
    [
        ("positions", "--moves", "--show", "1"),
        ("solve", "--no-board"),
        ("positions",),
        ("positions", "--plan"),
    ],
)
def test_a_typed_position_may_name_it(
    endgame: Run, plain: str, board: Path, command: tuple[str, ...]
) -> None:
    name, *options = command
    found, usual = endgame(name, named(plain, board), *options), endgame(name, plain, *options)
    assert found.status == usual.status == 0
    assert found.err == usual.err


def test_a_program_may_name_it(plain: str, board: Path) -> None:
    layout = BoardLayout.load(str(board))
    assert cgp.loads(named(plain, board), layout=layout).layout == layout
    assert cgp.loads(plain, layout=layout).layout == layout
    rows = ["." * 15] * 7 + ["......CAT......"] + ["." * 15] * 7
    assert Position.from_board(rows, ("S", "DOG"), lexicon="ENABLE", layout=str(board)).layout == layout


def refusals(text: str, endgame: Run, folder: Path) -> Iterator[str]:
    """What is said of a position in texts from elsewhere."""
    from scrabble.web.position_view import entries_of, position_of
    from scrabble.web.requests import ExplorerSettings, dispatch
    from scrabble.web.service import SolveRequest, new_search

    lines, objects = folder / "lines.cgp", folder / "lines.jsonl"
    lines.write_text(f"{text}\n")
    objects.write_text(json.dumps({"cgp": text}))
    for path in (lines, objects, "-"):
        for command in (["solve"], ["positions", "--moves"], ["positions"], ["compare"]):
            sys.stdin = io.TextIOWrapper(io.BytesIO(text.encode()))
            outcome = endgame(*command, path)
            assert (outcome.status, outcome.out) == (2, "")
            yield outcome.err
    said: list[str] = []
    UcgiEngine(said.append, "1").handle_lines([f"position cgp {text}\n"])
    yield "\n".join(said)
    puzzle = read_puzzles(DATA / "puzzles.jsonl")[0]
    puzzle.cgp = text
    settings = ExplorerSettings()
    asked = json.dumps({"text": text, "cgp": text, "tiles": [[0, 0, "A"]]}).encode()
    for read in (
        lambda: cgp.loads(text),
        lambda: cgp.load(lines),
        lambda: Judge(puzzle),
        lambda: position_of(text),
        lambda: list(map(sources.read_position, entries_of(text))),
        lambda: dispatch("read", lambda: None, settings, asked),  # type: ignore[arg-type,return-value]
        lambda: dispatch("placed", lambda: None, settings, asked),  # type: ignore[arg-type,return-value]
        lambda: new_search(SolveRequest(position=text), SolveOptions()),
    ):
        with pytest.raises(ValueError, match="operation bdn") as caught:
            read()
        yield str(caught.value)


def test_no_other_text_may_name_it(
    endgame: Run, plain: str, board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing tells whether the file is there."""
    monkeypatch.setattr(sys, "stdin", None)
    for path in (board, tmp_path / "none.toml", r"\\host\share\x.toml", "~/x.toml", "x.toml"):
        for message in refusals(named(plain, path), endgame, tmp_path):
            assert "operation bdn: expected the name of a board, got the file '" in message
            assert "which only a position on the command line may name" in message


def test_a_printed_board_may_not_name_it(endgame: Run, plain: str, board: Path, tmp_path: Path) -> None:
    drawn, _, _ = endgame("solve", plain).out.partition("Best move")
    text = drawn.replace(" . K\n", f" . K     board {board}\n")
    assert text != drawn
    path = tmp_path / "board.txt"
    path.write_text(text)
    for source in (text, path):
        outcome = endgame("positions", "--moves", source)
        assert outcome.status == 2 and "got the file" in outcome.err, outcome


def test_a_puzzle_names_no_file_of_a_lexicon() -> None:
    puzzle = read_puzzles(DATA / "puzzles.jsonl")[0]
    for name in ("/etc/passwd", "./mine.dawg", "../x", "words.txt"):
        puzzle.lexicon = name
        with pytest.raises(ValueError, match=f"the puzzle names its lexicon '{name}', expected a name"):
            Judge(puzzle)
