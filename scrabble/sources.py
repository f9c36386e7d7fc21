"""Positions from files, bundled names, standard input and texts, each as an `Entry`; their lexicons.

    file, name, "-", text  --entries-->  Entry(id, CGP or error)  --resolve-->  position, lexicon, warnings

The format is detected from the content: a recorded game (GCG), boards as printed (`game.board_diagram`), or
lines of positions.  Standard input is read line by line while it is still being written.

    # a comment                                         comments and blank lines are skipped
    15/7CAT5/.../15 AEINRST/DGO 310/297 0 lex ENABLE;   a position in CGP; `id NAME;` names it
    {"id": "g12t20", "cgp": "15/7CAT5/... 0"}           the same as JSON; further keys are ignored

A line that cannot be read is an entry with the reason; the following lines are read all the same.
"""

from __future__ import annotations

import dataclasses
import errno
import json
import re
import sys
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from msgspec import Struct
from msgspec.structs import replace as with_fields

from scrabble import bundled
from scrabble.addresses import FetchError, is_address
from scrabble.english import counted
from scrabble.errors import ScrabbleError
from scrabble.files import exists, expand_user, is_file, read_bounded, read_file
from scrabble.game import cgp
from scrabble.game.cgp import FEWEST_SLASHES
from scrabble.game.position import Position, PositionError, require_solvable
from scrabble.game.tiles import MOST_IN_BAG, Alphabet, quoted, shortened
from scrabble.game.unseen import is_preendgame, refuse_unless_few, tiles_in_bag
from scrabble.lexicon import Lexicon, choice
from scrabble.lexicon.choice import ResolvedLexicon
from scrabble.records.encoding import as_utf8, is_wide, looks_like_gcg

if TYPE_CHECKING:
    from scrabble.records.replay import GamePosition

MOST_BYTES = 1 << 27  # of a file, or of a line of standard input
STANDARD_INPUT = "-"
LINE_END = re.compile(r"\r\n|\r|\n")
ID = re.compile(r"[\s;]-?id\s+([^;\s][^;]*)")
SCORES = re.compile(r"[+-]?\d+/[+-]?\d+")


class SourceError(ScrabbleError):
    """A file that cannot be read, or a line without a position."""


class Entry(Struct, frozen=True):
    """The text of one position, or the reason why there is none."""

    id: str  # given with the position, or made of the name of its file and the number
    where: str  # its name as it can be typed, "games.jsonl:3", "final.gcg:26" or "late:17"
    text: str = ""  # CGP
    error: SourceError | None = None
    notes: tuple[str, ...] = ()  # warnings about its source
    words: frozenset[bytes] = frozenset()  # of a game: on its board at the end
    record: str = ""  # the line of JSON that it is from
    players: tuple[str, str] | None = None  # of a game: their names, the side to move first
    allow_board_file: bool = False  # the user has typed it: it may name the file of a board


def is_text(source: str) -> bool:
    """Return whether this is the text of positions, not the name of a file."""
    if "\n" in source:
        return True
    board, *others = cgp.without_command(source).split(None, 1) or [""]
    return _is_board(board) and (bool(others) or board.count("/") > 2 * FEWEST_SLASHES)


def _is_board(field: str) -> bool:
    """Return whether this may be a board in CGP, not a path."""
    return field.count("/") >= FEWEST_SLASHES and not re.search(r"[.~\\]|^/", field)


def stream_stdin(name: str) -> Generator[Entry, None, bytes | None]:
    """Yield the positions of standard input line by line, if it begins with a position.

    Otherwise return all of its bytes.  Raises SourceError.
    """
    if sys.stdin is None:
        raise SourceError("it is closed")
    stream, seen, at = sys.stdin.buffer, bytearray(), 0
    try:
        while line := _next(stream):
            seen += line
            if len(seen) > MOST_BYTES:
                raise OSError(errno.EINVAL, f"no position in the first {MOST_BYTES:,} bytes")
            text = line.decode("utf-8-sig", "replace")
            if is_wide(line) or (text.strip() and text.lstrip()[0] != "#"):
                break
            at += 1
        if not line or is_wide(line) or not _is_line(text) or LINE_END.search(text.rstrip()):
            return bytes(seen) + read_bounded(stream, MOST_BYTES - len(seen))
        if not line.endswith(b"\n") and at == 0:  # the only one
            return line
        while line:
            at += 1
            if line.strip() and line.lstrip()[:1] != b"#":
                yield _line(name, at, line)
            line = _next(stream)
    except OSError as error:
        raise SourceError(error.strerror or str(error)) from error
    return None


def _next(stream: BinaryIO) -> bytes:
    """Return the next line of standard input.  Raises OSError for one that is too long."""
    line = stream.readline(MOST_BYTES)
    if len(line) == MOST_BYTES:
        raise OSError(errno.EINVAL, f"a line of more than {MOST_BYTES:,} bytes")
    return line


def _line(name: str, at: int, line: bytes) -> Entry:
    """Read a line of standard input as an entry."""
    where = f"{name}:{at}"
    try:
        return _entry(where, where, decode(line).rstrip("\r\n"))
    except SourceError as error:
        return Entry(where, where, error=error)


def decode(data: bytes) -> str:
    """Decode UTF-8, UTF-16, or UTF-32 with a byte order mark.  Raises SourceError."""
    data = as_utf8(data)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = 1 + data.count(b"\n", 0, error.start)
        raise SourceError(
            f"not a text file: byte {data[error.start]:#04x} in line {at:,} is not UTF-8"
        ) from None
    if "\0" in text:
        raise SourceError("not a text file: it has NUL characters")
    return text


def has_other_lines(text: str) -> bool:
    """Return whether a line looks like neither CGP nor JSON nor a comment."""
    looks = (line.lstrip() for line in LINE_END.split(text))
    return any(line and line[0] != "#" and not _is_line(line) for line in looks)


def _is_line(text: str) -> bool:
    """Return whether this looks like a line of CGP or JSON."""
    return text.lstrip().startswith("{") or text.count("/") > 2 * FEWEST_SLASHES


def lines_of(name: str, text: str) -> Iterator[Entry]:
    """Yield an entry for each line; all lines that do not look like positions share one, at the first."""
    lines = LINE_END.split(text)
    numbered = [(at, line) for at, line in enumerate(lines, 1) if line.strip() and line.lstrip()[0] != "#"]
    if not numbered:
        yield Entry(name, name, error=SourceError("no position in it"))
    if len(text.split()) == 1 and _is_board(text.strip()):
        error = SourceError(f"only a board, put the whole position in quotes: {quoted(text)}")
        yield Entry(name, name, error=error)
        return
    odd = [at for at, line in numbered if not _is_meant(line)]
    others, file = set(odd[1:]), Path(name).name
    for at, line in numbered:
        if at in others:
            continue
        number = f":{at}" if len(numbered) > 1 else ""
        where = name if len(odd) == len(numbered) else f"{name}{number}"
        unnamed = f"{file}{number}"
        if odd and at == odd[0]:
            yield Entry(unnamed, where, error=_not_a_position(line, len(others)))
        else:
            yield _entry(unnamed, where, line)


def _is_meant(line: str) -> bool:
    """Return whether a line was meant as a position in CGP or JSON, correct or not."""
    plain = cgp.without_command(line)
    board, *others = plain.split()
    is_ending = len(others) > 1 and "/" in others[0] and SCORES.fullmatch(others[1]) is not None
    return plain != line or line.lstrip().startswith("{") or _is_board(board) or is_ending


def _not_a_position(line: str, others: int) -> SourceError:
    """Return the error for a line that is not a position, and for others like it."""
    more = f" ({counted(others, 'more line')} like this)" if others else ""
    expected = f"expected CGP such as {cgp.EXAMPLE}, a printed board or a GCG"
    return SourceError(f"not a position: {expected}, got {quoted(line.strip())}{more}")


def _entry(unnamed: str, where: str, line: str) -> Entry:
    if not line.lstrip().startswith("{"):
        return Entry(_id(line) or unnamed, where, line)
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Entry(unnamed, where, error=SourceError(f"not JSON: {error}"))
    given = found.get("id", unnamed)
    text = found.get("cgp")
    if not isinstance(given, str | int):
        return Entry(unnamed, where, error=SourceError(f"expected a text as id, got {quoted(repr(given))}"))
    if not isinstance(text, str):
        reason = f"expected a position under 'cgp', got {quoted(repr(text)) if text else 'nothing'}"
        return Entry(str(given), where, error=SourceError(reason))
    return Entry(str(given), where, text, record=line)


def _id(text: str) -> str | None:
    match = ID.search(text)
    return match[1].rstrip() if match else None


class TurnSelection(NamedTuple):
    """The selected positions of a recorded game."""

    number: int | None = (
        None  # before this turn; None = the latest if unfinished, else the first endgame turn
    )
    is_every: bool = False  # every position with an empty bag

    @property
    def are_asked_for(self) -> bool:
        """Return whether turns are selected, so that only a game is acceptable."""
        return self.number is not None or self.is_every


def entries(
    sources: Iterable[str],
    turns: TurnSelection | None = None,
    alphabet: Alphabet | None = None,
    fetch: Callable[[str], Path] | None = None,
    are_typed: bool = False,
) -> Iterator[Entry]:
    """Yield each position of each source: a file, a name, `-` for standard input, or the text of positions.

    Recorded games are read with the tiles of `alphabet`, if it is given.  Addresses (`scrabble.addresses`)
    are opened only with `fetch`, which returns the file at an address.  If the user has typed the sources
    (`are_typed`), a line of CGP among them may name its board by a path; one in a file never may.
    """
    wanted = turns or TurnSelection()
    for number, source in enumerate(sources, 1):
        is_given = is_text(source) and not is_address(source)
        name = "standard input" if source == STANDARD_INPUT else f"argument {number}" if is_given else source
        try:
            if is_given:
                yield from _entries_in(
                    name, source.encode(errors="replace"), wanted, alphabet, are_typed=are_typed
                )
            elif (named := bundled.find(source)) is not None:
                yield from _entries_in(named.name, _read(str(named.path), None), wanted, alphabet, named.part)
            elif source == STANDARD_INPUT and not wanted.are_asked_for:
                data = yield from stream_stdin(name)
                if data is not None:
                    yield from _entries_in(name, data, wanted, alphabet)
            else:
                file, part = _file_and_part(source)
                yield from _entries_in(file, _read(file, fetch), wanted, alphabet, part)
        except (SourceError, FetchError) as error:
            yield Entry(name if is_given else source, name or "''", error=SourceError(str(error)))


def _file_and_part(source: str) -> tuple[str, str]:
    """Return the name of a file or the address of a game, and the number or id after the colon, if any."""
    file, _, part = source.rpartition(":")
    is_turn = file.startswith(("woogles:", "crosstables:")) and part.isdecimal()
    is_part = is_turn or (file and not exists(expand_user(source)) and is_file(expand_user(file)))
    return (file, part) if is_part else (source, "")


def _entries_in(
    name: str,
    data: bytes,
    turns: TurnSelection,
    alphabet: Alphabet | None,
    part: str = "",
    are_typed: bool = False,
) -> Iterator[Entry]:
    """Yield the positions in a file or a text; of a `part` only the one with this number or id.

    Raises SourceError.
    """
    if looks_like_gcg(data) or (data and name.lower().endswith(".gcg")):
        if part and (turns.are_asked_for or not part.isdecimal()):
            expected = "one turn" if turns.are_asked_for else "the number of a turn"
            raise SourceError(f"expected {expected}, got {part!r} of the game {name}")
        number = int(part) if part else turns.number
        yield from _recorded(name, data, turns._replace(number=number), alphabet)
        return
    if turns.are_asked_for:
        raise SourceError("--turn needs a game (GCG), not a position")
    text = decode(data)
    if has_other_lines(text) and _is_printed(text):
        found = _printed(name, text)
    else:
        found = (with_fields(each, allow_board_file=are_typed) for each in lines_of(name, text))
    if not part:
        yield from found
        return
    every = list(found)
    wanted = [each for each in every if part in (each.id, each.where.removeprefix(f"{name}:"))]
    if not wanted:
        raise SourceError(f"{name} has {counted(len(every), 'position')}; there is no {shortened(part)}")
    yield from wanted


def _read(source: str, fetch: Callable[[str], Path] | None) -> bytes:
    if not source:
        raise SourceError("expected a file, a bundled position or a CGP, got an empty text")
    if source == STANDARD_INPUT and sys.stdin is None:
        raise SourceError("it is closed")
    if is_address(source):
        if fetch is None:
            raise SourceError("addresses are not fetched here: download the file, and name it")
        source = str(fetch(source))
    try:
        if source == STANDARD_INPUT:
            return read_bounded(sys.stdin.buffer, MOST_BYTES)
        return read_file(expand_user(source), MOST_BYTES, allow_pipe=True)
    except FileNotFoundError:
        suggestion = bundled.did_you_mean(source)
        raise SourceError(f"not a file, a bundled position or a CGP{suggestion}") from None
    except OSError as error:
        raise SourceError(error.strerror or str(error)) from error
    except ValueError as error:  # a name with a NUL character
        raise SourceError(f"not the name of a file: {error}") from None


def _recorded(name: str, data: bytes, turns: TurnSelection, alphabet: Alphabet | None) -> Iterator[Entry]:
    """Yield the positions of a recorded game.  Raises SourceError."""
    from scrabble.records import gcg  # here, as most sources are positions
    from scrabble.records.replay import positions, replay

    if len(data) > gcg.MOST_BYTES:
        raise SourceError(f"more than {gcg.MOST_BYTES} bytes: not a game record")
    try:
        record = gcg.loads(data)
        replayed = replay(record, alphabet=alphabet)
        places = positions(replayed, turns.number, turns.is_every)
    except gcg.GcgError as error:
        raise SourceError(str(error)) from None
    words = frozenset(word for _, word in replayed.final.words())
    warnings = sorted({*record.warnings, *replayed.warnings})
    for at, place in enumerate(places):
        objection = SourceError(place.objection) if place.objection else None
        notes = (*map(str, warnings if at == 0 else ()), *([place.note] if place.note else []))
        given, where = f"{Path(name).name}:{place.number}", f"{name}:{place.number}"
        is_next = place.number > len(replayed.turns)
        mover = replayed.on_turn if is_next else replayed.turns[place.number - 1].player
        players = (record.names[mover], record.names[1 - mover])
        yield Entry(given, where, "" if objection else _cgp(place), objection, notes, words, players=players)


def _cgp(place: GamePosition) -> str:
    """Write a position of a game as CGP, where a lexicon name cannot contain a semicolon."""
    lexicon = (place.position.lexicon_name or "").partition(";")[0].strip()
    return cgp.dumps(dataclasses.replace(place.position, lexicon_name=lexicon or None))


def _is_printed(text: str) -> bool:
    """Return whether a text shows printed boards."""
    from scrabble.game import board_diagram  # here, as most texts are positions in CGP

    return board_diagram.looks_like_diagram(text)


def _printed(name: str, text: str) -> Iterator[Entry]:
    """Yield the positions of printed boards.  Raises SourceError for a text without any."""
    from scrabble.game import board_diagram
    from scrabble.game.printed_sides import BoardDiagramError

    try:
        found = list(board_diagram.boards(text))
    except BoardDiagramError as error:
        raise SourceError(str(error)) from None
    for at, line in found:
        is_one = len(found) == 1
        given, where = Path(name).name, name
        if isinstance(line, str):
            yield Entry(given if is_one else f"{given}:{at}", where if is_one else f"{where}:{at}", line)
        else:  # it names its line
            yield Entry(given if is_one else f"{given}:{at}", where, error=SourceError(str(line)))


class ResolvedPosition(NamedTuple):
    """A position with its lexicon."""

    position: Position
    lexicon: Lexicon
    warnings: list[str]
    note: str = ""  # the lexicon and the reason for it, if none was named


def resolve(
    entry: Entry, lexicon: Lexicon | None = None, is_endgame: bool = True, bag_limit: int = 0
) -> ResolvedPosition:
    """Read an entry and find its lexicon: `lexicon` if given, else that of the position.

    With `is_endgame` the position must be an endgame, or have up to `bag_limit` tiles in the bag.

    Raises SourceError, CgpError, LexiconError, and PositionError for other positions
    and games that are over.
    """
    position, warnings = read_position(entry, lexicon.alphabet if lexicon else None)
    is_full = len(position.rack_codes[0]) == position.rules.rack_size
    if (
        is_endgame
        and bag_limit
        and is_preendgame(position)
        and (is_full or tiles_in_bag(position) <= MOST_IN_BAG)
    ):
        refuse_unless_few(position, bag_limit)
    elif is_endgame:
        require_solvable(position)
    if position.is_over:
        raise PositionError("the game is over: there is no move to find")
    words, _, note = ResolvedLexicon(lexicon, "", "") if lexicon else _chosen(position, entry.words)
    if not position.alphabet.has_words_of(words.alphabet):
        raise PositionError(
            f"the position has {position.alphabet.name} tiles, "
            f"but the lexicon {words.name} is {words.alphabet.name}"
        )
    odd = position.problems(words, may_have_bag=bag_limit > 0)
    return ResolvedPosition(position, words, [*warnings, *odd], note)


def read_position(entry: Entry, alphabet: Alphabet | None = None) -> tuple[Position, list[str]]:
    """Read the position of an entry, and notes on it.  Raises SourceError, CgpError."""
    if entry.error is not None:
        raise entry.error
    position, notes = cgp.read(entry.text, alphabet=alphabet, allow_board_file=entry.allow_board_file)
    return position, [*entry.notes, *notes]


def to_list_plays(position: Position, is_other_on_turn: bool = False) -> Position:
    """Return the position, with the opponent to move if wanted.

    Raises PositionError if the side to move has no tiles.
    """
    if is_other_on_turn:
        racks, scores = position.rack_codes[::-1], position.scores[::-1]
        position = dataclasses.replace(position, rack_codes=racks, scores=scores)
    if not position.rack_codes[0]:
        raise PositionError("the rack is empty; there are no plays to list")
    return position


def lexicon_of(position: Position) -> Lexicon:
    """Return the lexicon that a position names, or the default for its tiles.  Raises LexiconError."""
    return _chosen(position).lexicon


def _chosen(position: Position, others: Collection[bytes] = ()) -> ResolvedLexicon:
    """Choose the lexicon of a position by its name, the words on its board and `others` of its game."""
    words = {*others, *(word for _, word in position.words())}
    return choice.resolve(None, position.lexicon_name, position.alphabet.name, "the position", words)
