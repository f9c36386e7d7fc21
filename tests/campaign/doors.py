"""Where input comes in, each a function from bytes to what was accepted.

A door raises ValueError of one line for what it refuses, as the program says it; anything else that leaves it
is a fault.  What it accepts must be worth something: written and read again it is the same.
"""

from __future__ import annotations

import functools
import hashlib
import io
import json
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from scrabble import sources
from scrabble.game import board_diagram, cgp
from scrabble.game.position import Position
from scrabble.game.tiles import Alphabet
from scrabble.lexicon import build, dawg, formats
from scrabble.lexicon.lexicon import Lexicon
from scrabble.records import gcg
from scrabble.records.replay import positions, replay
from scrabble.report.board_text import board_text
from scrabble.sources import decode, lines_of
from tests.campaign import grammar
from tests.campaign.watched import unwatched
from tests.conftest import DATA, POSITIONS
from tests.tools import lexicon_writers

ENGLISH = Alphabet.load("english")
LANGUAGES = (None, None, "english", "polish", "spanish", "catalan")
LONGEST = 2000  # characters of a refusal: what was wrong is quoted, not repeated as a whole


class Door(NamedTuple):
    """A way in, and what usually comes through it."""

    accept: Callable[[bytes, random.Random], None]  # raises ValueError for what it refuses
    real: Callable[[], tuple[bytes, ...]]
    grow: Callable[[random.Random], str] | None  # a text from a grammar
    begin: Callable[[], object] | None = None  # once, before anything is watched: compile, make folders


def accept_cgp(data: bytes, chosen: random.Random) -> None:
    """A line of CGP, and whatever is looked at of a position before a search."""
    position, _ = cgp.read(data.decode("utf-8", errors="surrogateescape"))
    _look_at(position)


def _look_at(position: Position) -> None:
    again = cgp.loads(cgp.dumps(position))
    assert (again.rack_codes, again.scores) == (position.rack_codes, position.scores)
    assert again.scoreless_turns == position.scoreless_turns
    assert (again.squares == position.squares).all() and again.rules == position.rules
    position.problems()
    assert drawn(position)


def drawn(position: Position) -> str:
    """A position as `solve` draws it."""
    return board_text(position, Console(file=io.StringIO(), width=200)).plain


def accept_lines(data: bytes, chosen: random.Random) -> None:
    """A file of positions, in CGP and JSON, a line each."""
    refused = None
    for entry in lines_of("file", decode(data)):
        try:
            sources.read_position(entry)
        except ValueError as error:
            refused = error
            assert_clear(error)
    if refused is not None:
        raise refused


def accept_source(data: bytes, chosen: random.Random) -> None:
    """An argument or a file that may be anything."""
    text = data.decode("utf-8", errors="replace") + "\n"
    for entry in sources.entries([text], sources.TurnSelection(is_every=chosen.random() < 0.3)):
        sources.read_position(entry)


def accept_gcg(data: bytes, chosen: random.Random) -> None:
    """The record of a game: written, it is read again as the same one."""
    try:
        game = gcg.loads(data)
        again = gcg.loads(gcg.dumps(game))
        assert again == game
        replayed = replay(game)
    except gcg.GcgError as error:
        assert error.line is not None
        raise
    for notice in (*game.warnings, *replayed.warnings):
        assert notice.line > 0 and len(str(notice).splitlines()) == 1
    for turn in replayed.turns:
        assert turn.score >= 0 and (not turn.bag or not turn.position.rack_codes[1])
    assert replay(again).totals == replayed.totals
    positions(replayed, None, is_every=True)


def accept_printed(data: bytes, chosen: random.Random) -> None:
    """A board as printed."""
    text = data.decode("utf-8", errors="replace")
    board_diagram.looks_like_diagram(text)
    for _, line in board_diagram.read(text):
        cgp.read(line)


def accept_lexicon(data: bytes, chosen: random.Random) -> None:
    """The file of another program, or a list of words."""
    found = formats.read(data, chosen.choice(("NWL23", "mine", "x", "ODS9")), chosen.choice(LANGUAGES))
    assert found.found.read >= len(found.words)
    assert "\n" not in found.refusal


def accept_dawg(data: bytes, chosen: random.Random) -> None:
    """A file of ours: units, with what its .toml says of them."""
    units, begins, toml = data.partition(TOML_BEGINS)
    path = dawg_path()
    with unwatched():
        path.write_bytes(units)
        path.with_suffix(".toml").unlink(missing_ok=True)
        if begins:
            path.with_suffix(".toml").write_bytes(begins + toml)
    lexicon = Lexicon(path)
    assert all(word in lexicon for word in lexicon)


@functools.cache
def dawg_path() -> Path:
    """Where a lexicon of ours is written before it is read."""
    return Path(tempfile.mkdtemp(prefix="inputs-")) / "mine.dawg"


TOML_BEGINS = b"name = "


def assert_clear(error: BaseException) -> None:
    """A refusal is one line that is not endless."""
    text = str(error)
    if not text.strip() or len(text.splitlines()) > 1 or len(text) > LONGEST:
        raise AssertionError(f"no clear line, {len(text)} characters: {text[:200]!r}") from error


@functools.cache
def real_positions() -> tuple[bytes, ...]:
    """Positions that come along, a line each."""
    files = sorted(POSITIONS.glob("*.cgp"))
    return tuple(file.read_bytes().strip().splitlines()[-1] for file in files)


@functools.cache
def real_lines() -> tuple[bytes, ...]:
    """Files of positions."""
    rows = (POSITIONS / "late.jsonl").read_bytes().splitlines(keepends=True)
    return (*(file.read_bytes() for file in sorted(POSITIONS.glob("*.cgp"))), *rows[:20])


@functools.cache
def real_records() -> tuple[bytes, ...]:
    """Saved games."""
    games = sorted((POSITIONS / "games").glob("*.gcg"))[:40]
    return tuple(file.read_bytes() for file in (*games, *sorted((DATA / "gcg").glob("*.gcg"))))


@functools.cache
def real_boards() -> tuple[bytes, ...]:
    """Positions as `solve` draws them."""
    return tuple(drawn(cgp.loads(line.decode())).encode() for line in real_positions())


@functools.cache
def real_lexicons() -> tuple[bytes, ...]:
    """A few words in each format."""
    words = sorted({tuple(random.Random(seed).choices("ABCDEFGH", k=2 + seed % 7)) for seed in range(150)})
    text = "\r\n".join(f"{''.join(word)}\twhat it means, é" for word in words)
    return (
        lexicon_writers.kwg(words, ENGLISH.letters),
        lexicon_writers.quackle(words, ENGLISH.letters),
        dawg.to_bytes(_ours().units),
        text.encode("utf-8"),
        text.encode("cp1252"),
        text.encode("utf-16"),
    )


@functools.cache
def real_dawgs() -> tuple[bytes, ...]:
    """A lexicon of ours, alone and with its .toml behind it."""
    units = dawg.to_bytes(_ours().units)
    says = {
        "alphabet": "english",
        "tiles": " ".join(ENGLISH.letters),
        "words": len(_ours()),
        "sha256": hashlib.sha256(units).hexdigest(),
    }
    toml = '"mine"\n' + "\n".join(f"{key} = {json.dumps(value)}" for key, value in says.items())
    return (units, units + TOML_BEGINS + toml.encode())


@functools.cache
def _ours() -> Lexicon:
    words = ["".join(random.Random(seed).choices("ABCDEFGH", k=2 + seed % 7)) for seed in range(150)]
    return build.from_words(sorted(set(words)), "x", ENGLISH)


PARSERS = {
    "cgp": Door(accept_cgp, real_positions, grammar.position),
    "lines": Door(accept_lines, real_lines, grammar.lines),
    "source": Door(accept_source, lambda: (*real_lines(), *real_records(), *real_boards()), grammar.lines),
    "gcg": Door(accept_gcg, real_records, grammar.record),
    "printed": Door(accept_printed, real_boards, grammar.printed),
    "lexicon": Door(accept_lexicon, real_lexicons, grammar.words),
    "dawg": Door(accept_dawg, real_dawgs, None, dawg_path),
}
