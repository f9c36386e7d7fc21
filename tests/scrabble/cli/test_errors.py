"""Bad input: one clear line on standard error and exit status 2, never a traceback."""

from __future__ import annotations

import errno
import shutil

import pytest

from tests.conftest import POSITIONS, refused

ENABLE = POSITIONS.parent / "lexicons" / "enable.dawg"
LINE = (POSITIONS / "out-in-one.cgp").read_text().splitlines()[-1].partition(" id ")[0]
BOARD = LINE.split()[0]
ROWS = BOARD.split("/")


def line(board: str = BOARD, racks: str = "EM/RT", zeros: str = "0", operations: str = "lex ENABLE;") -> str:
    """The position out-in-one with parts of it changed."""
    return f"{board} {racks} 384/370 {zeros} {operations}"


@pytest.fixture(autouse=True)
def no_lexicons_of_the_user(tmp_path, monkeypatch):
    from scrabble import files

    monkeypatch.setattr(files, "user_dir", lambda kind: tmp_path / "home" / kind)


def test_two_lexicons_and_none_is_named(endgame, two_fitting_lexicons):
    message = "the position names no lexicon; choose one, there are: Mine (user), ENABLE"
    said = refused(endgame("solve", line(operations="")))
    assert message in said and said.endswith(" (--lexicon NAME)\n")


@pytest.mark.parametrize("data", [b"\x7fELF\xd0\x00", b"abc\0def"])
def test_binary_file(endgame, tmp_path, data):
    path = tmp_path / "binary.cgp"
    path.write_bytes(data)
    assert "not a text file" in refused(endgame("solve", path))


def test_names_that_are_no_names(endgame):
    assert "not the name of a file" in refused(endgame("solve", "a\0b"))
    assert "name too long" in refused(endgame("solve", "x" * 5000))


def test_closed_standard_input(endgame, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert refused(endgame("solve", "-")) == "error: standard input: it is closed\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("bench --solvers foo", "unknown solver 'foo', expected one of alphabeta, "),
        ("analyse game.gcg --annotated-gcg game.gcg", "game.gcg: --annotated-gcg would overwrite game.gcg"),
        ("analyse game.gcg --lexicon NOPE", "no lexicon 'NOPE'; there are: ENABLE"),
        ("analyse game.gcg game.gcg --lexicon NOPE", "no lexicon 'NOPE'; there are: ENABLE"),
    ],
)
def test_bad_arguments_are_refused_before_a_search_is_prepared(
    endgame, tmp_path, monkeypatch, arguments, message
):
    monkeypatch.setattr("scrabble.cli.terminal.status", None)
    monkeypatch.chdir(tmp_path)
    shutil.copy(POSITIONS / "games" / "g0000.gcg", "game.gcg")
    assert message in refused(endgame(*arguments.split()))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "0 bytes, expected a count of units and the units"),
        (b"\x01" * 100, "expected a multiple of 256"),
        (ENABLE.read_bytes()[:5000], "5,000 bytes, expected 522,244"),
    ],
)
def test_truncated_and_foreign_lexicons(endgame, tmp_path, data, message):
    path = tmp_path / "words.dawg"
    path.write_bytes(data)
    for command in (["lexicon", "list", path], ["lexicon", "check", "aa", "--lexicon", path]):
        assert message in refused(endgame(*command))
    assert message in refused(endgame("solve", LINE, "--lexicon", path))


@pytest.mark.parametrize(
    "option",
    [("--nodes", "9" * 30), ("--nodes", "9" * 5000), ("--threads", "9" * 30)],
    ids=lambda option: option[0] + str(len(option[1])),
)
def test_numbers_beyond_all_measure_are_refused(endgame, option):
    line = refused(endgame("solve", "out-in-two", *option))
    assert len(line) < 1200
    assert "Invalid value" in line or "not a valid integer" in line


def test_memory_that_the_machine_has_not_got_is_refused(endgame, monkeypatch):
    def none(*given, **named):
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr("mmap.mmap", none)
    assert "try less with `endgame config memory`" in refused(endgame("solve", "out-in-two"))


@pytest.mark.parametrize("command", [("solve",), ("compare",), ("bench", "--set")])
def test_json_that_is_nested_too_deeply(endgame, tmp_path, command):
    file = tmp_path / "deep.jsonl"
    file.write_text('{"cgp": ' + "[" * 100_000 + "]" * 100_000 + "}\n")
    assert "maximum recursion depth" in refused(endgame(*command, file))


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (RecursionError("maximum recursion depth exceeded"), "the input is nested too deeply to be read"),
        (
            RuntimeError("can't start new thread"),
            "no thread can be started: out of memory, or too many processes",
        ),
        (
            MemoryError("no 9 TB"),
            "out of memory, try less with `endgame config memory` or ENDGAME_MEMORY: no 9 TB",
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_the_machine_cannot_do_is_one_line(endgame, monkeypatch, error, said):
    def read(*_: object) -> None:
        raise error

    monkeypatch.setattr("scrabble.sources.resolve", read)
    assert refused(endgame("solve", LINE)) == f"error: {said}\n"
