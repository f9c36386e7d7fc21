"""Players of many games, each under one name.

Players are identified by name (`canonical_names`):

    Emely Smith, emely smith, Emely_Smith     one name: case, spaces and _ are ignored
    #player1 emely Emely Smith                a record with the nick only, #player1 Emely, is the same player:
                                              the nick is a word of one full name, and of no other one

The spelling in most records is used, and among equally frequent ones the first in alphabetical order.

A file of names (`read_names`) goes before all that.  Each line is a player with the other names and nicks
that records use for it:

    Josh Castellano = jvc, Josh C.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from scrabble.analysis.batch.results import BatchError
from scrabble.answer.analysis import Analysis
from scrabble.files import file_errors, read_file
from scrabble.game.tiles import quoted
from scrabble.records.encoding import as_utf8

MOST_BYTES = 1 << 20
Names: TypeAlias = Mapping[str, str]  # the name of a player by each normalised name and nick


def read_names(path: Path) -> Names:
    """Return the names of a file.  Raises BatchError for one that cannot be read."""
    with file_errors(path, BatchError, "read"):
        data = read_file(path, MOST_BYTES)
    try:
        lines = as_utf8(data).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise BatchError(f"{path}: expected text in UTF-8 or UTF-16") from None
    found: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        player, equals, others = (part.strip() for part in text.partition("="))
        if not equals or not player or not others:
            raise BatchError(f"{path}, line {number}: expected 'Name = other name, nick', got {quoted(text)}")
        for name in (player, *(each.strip() for each in others.split(","))):
            if name and found.setdefault(_normalise(name), player) != player:
                other = found[_normalise(name)]
                raise BatchError(f"{path}, line {number}: {quoted(name)} is already a name of {other}")
    return found


def canonical_names(records: Iterable[Analysis], given: Names = MappingProxyType({})) -> dict[str, str]:
    """Map every name in the records to the name of its player; `given` are the names of a file."""
    spellings: Counter[str] = Counter()
    full_names: defaultdict[str, set[str]] = defaultdict(set)  # by nick
    declared: dict[str, str] = {}  # by the file of names
    for record in records:
        for name, nick in zip(record.players, record.nicks, strict=True):
            spellings[name] += 1
            if _normalise(name) != _normalise(nick) and _normalise(nick) in _normalise(name).split():
                full_names[_normalise(nick)].add(_normalise(name))
            if (known := given.get(_normalise(name), given.get(_normalise(nick)))) is not None:
                declared[name] = known
    ids = {
        name: _normalise(declared[name]) if name in declared else _person(_normalise(name), full_names)
        for name in spellings
    }
    called = {_normalise(name): name for name in declared.values()}
    for name in sorted(spellings, key=lambda name: (_normalise(name) != ids[name], -spellings[name], name)):
        called.setdefault(ids[name], name)
    return {name: called[ids[name]] for name in spellings}


def _person(name: str, full_names: dict[str, set[str]]) -> str:
    """Return the full name that belongs to a nick, if there is exactly one; else the name itself."""
    full = full_names.get(name, set())
    return next(iter(full)) if len(full) == 1 else name


def same_name(one: str, other: str) -> bool:
    """Return whether two names are the same but for case, underscores and spaces."""
    return _normalise(one) == _normalise(other)


def _normalise(name: str) -> str:
    """Normalise a name: ignore case, underscores and repeated spaces."""
    return " ".join(name.replace("_", " ").casefold().split())
