"""Where positions come from: files, standard input, a text on the command line.

    # a comment                                         comments and blank lines are skipped
    15/7CAT5/.../15 AEINRST/DGO 310/297 0 lex ENABLE;   a position in CGP; `id NAME;` names it
    {"id": "g12t20", "cgp": "15/7CAT5/... 0"}           the same as JSON, further keys are not looked at

    late:17                                             what comes along, by name (`scrabble.bundle.corpus`)

One position a line, in any mixture.  A line that cannot be read is an entry of its own with the reason, so
that the others go on.  Standard input that begins with such a line is read line by line: each is answered
before the next one is there.  What a text is shows in the text itself: it may also be

    a recorded game (GCG)     `Turns` says which of its positions are asked for; g10.gcg:26 is before turn 26
    boards as printed         the drawing of `solve`, or a grid of letters with racks (`scrabble.printed`)

Here is also where a position and its lexicon meet.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scrabble import cgp, gcg, printed
from scrabble.bundle import corpus
from scrabble.game.position import Position, PositionError, refuse
from scrabble.game.tiles import Alphabet
from scrabble.game.unseen import MOST_IN_BAG, is_before_the_end, refuse_unless_few, tiles_in_bag
from scrabble.lexicon import Lexicon, choice
from scrabble.lexicon.choice import Chosen
from scrabble.position_lines import Entry, SourceError, decoded, has_other_lines, is_text, lines_of, streamed

if TYPE_CHECKING:
    from scrabble.replay import Place

__all__ = ["Entry", "Reading", "SourceError", "Turns", "entries", "is_text", "read", "read_position"]
__all__ += ["STANDARD_INPUT", "lexicon_of", "load_lexicon", "with_both_racks"]

STANDARD_INPUT = "-"
IN_BAG = ("an empty rack", "the bag is not empty")  # how problems begin that are none with tiles in the bag


class Turns(NamedTuple):
    """Which positions of a recorded game are asked for."""

    number: int | None = None  # before this turn; None = the position now, else the first with an empty bag
    is_every: bool = False  # each one with an empty bag

    @property
    def are_asked_for(self) -> bool:
        """Is anything said, so that other sources are no answer?"""
        return self.number is not None or self.is_every


class Reading(NamedTuple):
    """A position to be answered."""

    position: Position
    lexicon: Lexicon
    warnings: list[str]
    note: str = ""  # which lexicon, and why, when nobody named one


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
                    raise SourceError("no record of a game, which --turn and --all are for")
                text = decoded(data)
                is_board = has_other_lines(text) and printed.is_printed(text)
                yield from (
                    _printed(name, text) if is_board else lines_of(name, text.strip() if is_given else text)
                )
        except (SourceError, printed.PrintedBoardError, gcg.GcgError) as error:
            yield Entry(name if is_given else source, name, error=SourceError(str(error)))


def read(
    entry: Entry, lexicon: Lexicon | None = None, is_endgame: bool = True, bag_limit: int = 0
) -> Reading:
    """Read an entry; the words and the tiles are those of `lexicon` if it is given.

    Endgames only, if `is_endgame`; with `bag_limit` there may be so many tiles in the bag as well.

    Raises SourceError, CgpError, LexiconError, and PositionError for what is not asked for: no endgame,
    a game that is over.
    """
    position, warnings = read_position(entry, lexicon.alphabet if lexicon else None)
    if is_endgame and bag_limit and is_before_the_end(position) and tiles_in_bag(position) <= MOST_IN_BAG:
        refuse_unless_few(position, bag_limit)
    elif is_endgame:
        refuse(position)
    if position.is_over:
        raise PositionError("the game is over: there is no move to find")
    words, _, note = Chosen(lexicon, "", "") if lexicon else _chosen(position)
    if position.alphabet != words.alphabet:
        raise PositionError(
            f"the position has {position.alphabet.name} tiles, "
            f"the lexicon {words.name} is made for {words.alphabet.name} ones"
        )
    odd = [each for each in position.problems(words) if not (bag_limit and each.startswith(IN_BAG))]
    return Reading(position, words, [*warnings, *odd], note)


def read_position(entry: Entry, alphabet: Alphabet | None = None) -> tuple[Position, list[str]]:
    """The position of an entry, whatever it is, and notes on it.  Raises SourceError, CgpError."""
    if entry.error is not None:
        raise entry.error
    position, notes = cgp.read(entry.text, alphabet=alphabet)
    return position, [*entry.notes, *notes]


def with_both_racks(position: Position, is_other_on_turn: bool = False) -> Position:
    """The position for listing plays, the other side on turn if asked for.

    With tiles in the bag the game goes on, and whoever has no tiles here has some that we do not know.
    """
    (rack, other), (score, other_score) = position.racks, position.scores
    if is_other_on_turn:
        rack, other, score, other_score = other, rack, other_score, score
    if not rack:
        raise PositionError("the rack to list the plays of is empty")
    racks = (rack, other or position.unseen[-1:])
    return dataclasses.replace(position, racks=racks, scores=(score, other_score))


def lexicon_of(position: Position) -> Lexicon:
    """The lexicon that a position names, or the default for its tiles.  Raises LexiconError."""
    return _chosen(position).lexicon


def load_lexicon(name: str | Path) -> Lexicon:
    """The lexicon of this name or path, loaded once.  Raises LexiconError."""
    return choice.load(name)


def _chosen(position: Position) -> Chosen:
    return choice.choose(None, position.lexicon_name, position.alphabet.name, "the position")


def _read(source: str) -> bytes:
    if source == STANDARD_INPUT and sys.stdin is None:
        raise SourceError("it is closed")
    try:
        return sys.stdin.buffer.read() if source == STANDARD_INPUT else Path(source).expanduser().read_bytes()
    except FileNotFoundError:
        suggestion = corpus.suggestion(source)
        raise SourceError(f"no such file, and no position in CGP either{suggestion}") from None
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
        raise SourceError("no record of a game, which --turn and --all are for")
    found = list(lines_of(name, path.read_text("utf-8")))
    numbered = [
        dataclasses.replace(each, where=f"{name}:{number}" if len(found) > 1 else name)
        for number, each in enumerate(found, 1)
    ]
    wanted = [each for at, each in enumerate(numbered, 1) if part in ("", str(at), each.id)]
    if not wanted:
        raise SourceError(f"no position {part!r} in {name}, which has {len(found)}, 1 to {found[-1].id}")
    yield from wanted


def _recorded(name: str, data: bytes, turns: Turns, alphabet: Alphabet | None) -> Iterator[Entry]:
    """The positions of a recorded game.  Raises GcgError."""
    from scrabble.replay import places, replay

    if len(data) > gcg.MOST_BYTES:
        raise SourceError(f"more than {gcg.MOST_BYTES} bytes: not a game record")
    game = gcg.loads(data)
    replayed = replay(game, alphabet=alphabet)
    warnings = sorted({*game.warnings, *replayed.warnings})
    for at, place in enumerate(places(replayed, turns.number, turns.is_every)):
        error = SourceError(place.objection) if place.objection else None
        notes = (*map(str, warnings if at == 0 else ()), *([place.note] if place.note else []))
        given, where = f"{Path(name).name}:{place.number}", f"{name}, turn {place.number}"
        yield Entry(given, where, "" if error else _cgp(place), error, notes)


def _cgp(place: Place) -> str:
    """A position of a game in CGP, whose operations cannot have a semicolon."""
    lexicon = (place.position.lexicon_name or "").partition(";")[0].strip()
    return cgp.dumps(dataclasses.replace(place.position, lexicon_name=lexicon or None))


def _printed(name: str, text: str) -> Iterator[Entry]:
    """The positions of printed boards.  Raises PrintedBoardError."""
    found = printed.read(text)
    for at, line in found:
        if len(found) == 1:
            yield Entry(Path(name).name, name, line)
        else:
            yield Entry(f"{Path(name).name}:{at}", f"{name}, line {at}", line)
