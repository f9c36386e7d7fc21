"""The positions that a file, a name or a text holds, each as an entry of its own.

What a text is shows in the text itself: lines of positions, a recorded game, boards as printed.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scrabble import cgp, gcg, printed
from scrabble.bundle import corpus
from scrabble.datafiles import at_home, read_bounded, read_file
from scrabble.game.tiles import Alphabet, shortened
from scrabble.sources.position_lines import (
    MOST_BYTES,
    Entry,
    SourceError,
    decoded,
    has_other_lines,
    is_text,
    lines_of,
    streamed,
)

if TYPE_CHECKING:
    from scrabble.replay import Place

STANDARD_INPUT = "-"


class Turns(NamedTuple):
    """Which positions of a recorded game are asked for."""

    number: int | None = None  # before this turn; None = the position now, else the first with an empty bag
    is_every: bool = False  # each one with an empty bag

    @property
    def are_asked_for(self) -> bool:
        """Is anything said, so that other sources are no answer?"""
        return self.number is not None or self.is_every


def entries(
    sources: Iterable[str], turns: Turns | None = None, alphabet: Alphabet | None = None
) -> Iterator[Entry]:
    """Each position of each source: a file, a name, `-` for standard input, or the text of positions.

    The tiles of recorded games are those of `alphabet`, if it is given.
    """
    wanted = turns or Turns()
    for number, source in enumerate(sources, 1):
        is_given = is_text(source)
        name = "standard input" if source == STANDARD_INPUT else f"argument {number}" if is_given else source
        named = None if is_given else corpus.find(source)
        try:
            if named is not None:
                yield from _named(named, wanted, alphabet)
                continue
            if source == STANDARD_INPUT and not wanted.are_asked_for:
                data = yield from streamed(name)
                if data is None:
                    continue
            else:
                data = source.encode(errors="replace") if is_given else _read(source)
            if gcg.is_record(data) or (data and not is_given and source.lower().endswith(".gcg")):
                yield from _recorded(name, data, wanted, alphabet)
            else:
                if wanted.are_asked_for:
                    raise SourceError("--turn and --all need a game (GCG), not a position")
                text = decoded(data)
                is_board = has_other_lines(text) and printed.is_printed(text)
                yield from (
                    _printed(name, text) if is_board else lines_of(name, text.strip() if is_given else text)
                )
        except (SourceError, printed.PrintedBoardError, gcg.GcgError) as error:
            yield Entry(name if is_given else source, name, error=SourceError(str(error)))


def _read(source: str) -> bytes:
    if source == STANDARD_INPUT and sys.stdin is None:
        raise SourceError("it is closed")
    try:
        if source == STANDARD_INPUT:
            return read_bounded(sys.stdin.buffer, MOST_BYTES)
        return read_file(at_home(source), MOST_BYTES, allow_pipe=True)
    except FileNotFoundError:
        suggestion = corpus.suggestion(source)
        raise SourceError(f"not a file, a bundled position or a CGP{suggestion}") from None
    except OSError as error:
        raise SourceError(error.strerror or str(error)) from error
    except ValueError as error:  # a name with a NUL character
        raise SourceError(f"no name of a file: {error}") from None


def _named(named: corpus.Named, turns: Turns, alphabet: Alphabet | None) -> Iterator[Entry]:
    """The positions of what comes along under a name.  Raises SourceError."""
    name, path, part = named
    if named.is_game:
        if part and (turns.are_asked_for or not part.isdecimal()):
            expected = "one turn" if turns.are_asked_for else "the number of a turn"
            raise SourceError(f"expected {expected}, got {part!r} of the game {name}")
        number = int(part) if part else turns.number
        yield from _recorded(name, path.read_bytes(), turns._replace(number=number), alphabet)
        return
    if turns.are_asked_for:
        raise SourceError("--turn and --all need a game (GCG), not a position")
    found = list(lines_of(name, path.read_text("utf-8")))
    numbered = [
        dataclasses.replace(each, where=f"{name}:{number}" if len(found) > 1 else name)
        for number, each in enumerate(found, 1)
    ]
    wanted = [each for at, each in enumerate(numbered, 1) if part in ("", str(at), each.id)]
    if not wanted:
        count = f"positions 1 to {len(found)}" if len(found) > 1 else "one position"
        raise SourceError(f"{name} has {count}; there is no {shortened(part)}")
    yield from wanted


def _recorded(name: str, data: bytes, turns: Turns, alphabet: Alphabet | None) -> Iterator[Entry]:
    """The positions of a recorded game.  Raises GcgError."""
    from scrabble.replay import places, replay

    if len(data) > gcg.MOST_BYTES:
        raise SourceError(f"more than {gcg.MOST_BYTES} bytes: not a game record")
    game = gcg.loads(data)
    replayed = replay(game, alphabet=alphabet)
    words = frozenset(word for _, word in replayed.final.words())
    warnings = sorted({*game.warnings, *replayed.warnings})
    for at, place in enumerate(places(replayed, turns.number, turns.is_every)):
        error = SourceError(place.objection) if place.objection else None
        notes = (*map(str, warnings if at == 0 else ()), *([place.note] if place.note else []))
        given, where = f"{Path(name).name}:{place.number}", f"{name}, turn {place.number}"
        yield Entry(given, where, "" if error else _cgp(place), error, notes, words)


def _cgp(place: Place) -> str:
    """A position of a game in CGP, whose operations cannot have a semicolon."""
    lexicon = (place.position.lexicon_name or "").partition(";")[0].strip()
    return cgp.dumps(dataclasses.replace(place.position, lexicon_name=lexicon or None))


def _printed(name: str, text: str) -> Iterator[Entry]:
    """The positions of printed boards.  Raises PrintedBoardError for a text without any."""
    found = list(printed.boards(text))
    for at, line in found:
        is_one = len(found) == 1
        given, where = Path(name).name, name
        if isinstance(line, str):
            yield Entry(
                given if is_one else f"{given}:{at}", where if is_one else f"{where}, line {at}", line
            )
        else:  # it names its line
            yield Entry(given if is_one else f"{given}:{at}", where, error=SourceError(str(line)))
