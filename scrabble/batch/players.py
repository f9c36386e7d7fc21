"""Who is who among the players of many games.

Emely Smith, emely smith, Emely_Smith       one name: capitals, spaces and _ do not tell people apart
#player1 emely Emely Smith                  so a record without her full name, #player1 Emely, is hers, too:
                                            the nick is a word of her name, and of nobody else who has it

A player is called what most records call her, and of equally many spellings the first by the alphabet.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from scrabble.analysis.data import GameData


def persons_of(records: Iterable[GameData]) -> dict[str, str]:
    """From every name in the records to what its player is called."""
    spellings: Counter[str] = Counter()
    full_names: defaultdict[str, set[str]] = defaultdict(set)  # by nick
    for record in records:
        for name, nick in zip(record["players"], record["nicks"], strict=True):
            spellings[name] += 1
            if _plain(name) != _plain(nick) and _plain(nick) in _plain(name).split():
                full_names[_plain(nick)].add(_plain(name))
    ids = {name: _person(_plain(name), full_names) for name in spellings}
    called: dict[str, str] = {}
    for name in sorted(spellings, key=lambda name: (_plain(name) != ids[name], -spellings[name], name)):
        called.setdefault(ids[name], name)
    return {name: called[ids[name]] for name in spellings}


def _person(name: str, full_names: dict[str, set[str]]) -> str:
    """The full name of somebody who is known by a nick, if it can only be one."""
    full = full_names.get(name, set())
    return next(iter(full)) if len(full) == 1 else name


def _plain(name: str) -> str:
    """A name without what does not tell people apart."""
    return " ".join(name.replace("_", " ").casefold().split())
