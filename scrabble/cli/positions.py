"""Common loop of the commands on positions: resolve each position, answer for it, report errors.

The only place where the exception of a single position becomes one line on standard error and exit status 2.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from scrabble.cli import terminal
from scrabble.errors import ScrabbleError
from scrabble.files import exists, expand_user, is_file
from scrabble.safe_text import one_line

if TYPE_CHECKING:
    from scrabble.answer.solution import Solution
    from scrabble.lexicon import Lexicon
    from scrabble.solver.running import RunningSearch
    from scrabble.sources import Entry, ResolvedPosition


class PositionSelection(NamedTuple):
    """Positions given on the command line."""

    positions: Sequence[str]  # as on the command line
    lexicon: str | None
    turn: int | None = None  # of recorded games; 0: all with an empty bag


def for_each_position(
    selection: PositionSelection,
    as_json: bool,
    answer: Callable[[Entry, ResolvedPosition], None],
    is_endgame: bool = True,
    bag_limit: int = 0,
    check: Callable[[ResolvedPosition], object] = bool,
) -> None:
    """Answer for each position; report unusable ones in one line each, with exit status 2 at the end.

    Positions with up to `bag_limit` tiles in the bag are accepted.  `check` raises an error for one that
    cannot be answered, before anything is written about it.
    """
    from scrabble import sources

    shown: set[str] = set()

    def resolve(number: int, entry: Entry, given: Lexicon | None) -> None:
        reading = sources.resolve(entry, given, is_endgame, bag_limit)
        for warning in reading.warnings:
            terminal.show_message("warning", f"{entry.where}: {warning}")
        if reading.note and reading.note not in shown:
            shown.add(reading.note)
            terminal.show_message("note", reading.note)
        check(reading)
        is_of_several = number or len(selection.positions) > 1 or ":" in entry.where
        if not as_json and (is_of_several or entry.id != entry.where):
            is_same = entry.where.endswith(entry.id)
            name = entry.where if is_same else f"{entry.id}  ({entry.where})"
            terminal.echo(("\n" if number else "") + one_line(name) + "\n")
        answer(entry, reading)

    for_each_entry(selection, as_json, resolve)


def for_each_entry(
    selection: PositionSelection, as_json: bool, do: Callable[[int, Entry, Lexicon | None], None]
) -> None:
    """Do something with each position, unresolved, its number and the lexicon; report errors likewise."""
    from scrabble.lexicon import Lexicon

    given = None if selection.lexicon is None else Lexicon(selection.lexicon)
    has_failed = False
    for number, entry in enumerate(entries(selection, given)):
        try:
            do(number, entry, given)
        except ScrabbleError as error:
            has_failed = True
            terminal.show_message("error", f"{entry.where}: {terminal.reason(error)}")
            if as_json:
                terminal.write_json({"id": entry.id, "error": str(error)})
    if has_failed:
        raise click.exceptions.Exit(terminal.BAD_INPUT)


def entries(selection: PositionSelection, lexicon: Lexicon | None = None) -> Iterator[Entry]:
    """Yield the selected positions, unresolved."""
    from scrabble import sources

    turns = sources.TurnSelection(selection.turn or None, is_every=selection.turn == 0)
    alphabet = lexicon.alphabet if lexicon else None
    return sources.entries(selection.positions, turns, alphabet, fetch, are_typed=True)


@functools.cache
def fetch(address: str) -> Path:
    """Return the file at an address, with a note on where it comes from.  Raises FetchError."""
    from scrabble import addresses

    found = addresses.fetch(address)
    if found.is_new:
        terminal.show_message("note", f"{address}: fetched, and kept in the cache")
    else:
        fetched = f"{address}: from the cache, fetched on {found.date.day} {found.date:%B %Y}"
        terminal.show_message("note", f"{fetched} (to fetch it again: endgame cache clear games)")
    return found.path


def file_of(source: str) -> str:
    """Return the name of a file of the cache for an address, any other source as it is."""
    from scrabble.addresses import is_address

    with terminal.about(source):
        return str(fetch(source)) if is_address(source) else source


def are_one(selection: PositionSelection) -> bool:
    """Return whether the selection is known to be one position.

    Standard input and pipes, such as <(...) of the shell, can be read only once, so this is False for them.
    """
    from scrabble import sources

    if (
        len(selection.positions) != 1
        or sources.STANDARD_INPUT in selection.positions
        or _is_pipe(*selection.positions)
    ):
        return False
    return len(list(itertools.islice(entries(selection), 2))) == 1


def _is_pipe(source: str) -> bool:
    path = expand_user(source)
    return exists(path) and not is_file(path)


def run_with_progress(search: RunningSearch) -> Solution:
    """Run a search with a line of progress on a terminal; the first Ctrl-C stops it."""
    with terminal.stopped_by_ctrl_c(search.stop):
        if not terminal.has_progress():
            return search.result()
        from scrabble.wording.claims import snapshot_text

        with terminal.progress() as show:
            for snapshot in search:
                show(snapshot_text(snapshot))
        return search.result()
