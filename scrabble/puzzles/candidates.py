"""Positions that may become puzzles: from saved games and sets of positions.

    from_sources(["games", "final.gcg", "late"])     folders of games, games, and sets of positions
    mistakes_of(analysis, lexicon, source, person)   turns of an analysed game in which a player lost points

Of a game every turn with an empty bag is taken, or with as many tiles in it as `in_bag` says, with the move
that was made.  Games that name no lexicon share one, chosen by the words of all of them.  Whatever cannot be
used is given to `report` in one line, and the rest goes on; `tell` is given what was chosen.

A puzzle of a mistake has the move that was made first among the refutations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from scrabble import bundled, sources
from scrabble.analysis.batch.jobs import BatchSettings, GameFile, Job, collect, prepare_all
from scrabble.analysis.batch.players import same_name
from scrabble.analysis.batch.results import BatchError, FailedGame
from scrabble.analysis.recorded_turn import describe_turn
from scrabble.answer.analysis import Analysis
from scrabble.answer.turns import Turn
from scrabble.errors import ScrabbleError
from scrabble.files import expand_user, is_dir, is_file, read_file
from scrabble.game import cgp
from scrabble.game.unseen import tiles_in_bag
from scrabble.lexicon import choice
from scrabble.records import gcg
from scrabble.records.replay import replay

Report = Callable[[str], None]
ENDGAMES = range(1)  # numbers of tiles in the bag
MOST_IN_BAG = 2  # tiles: with more, hardly anything is proven


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position that may become a puzzle."""

    cgp: str
    lexicon: str  # name or path
    source: str
    players: tuple[str, str] | None = None  # the side to move, the opponent
    played: str | None = None  # the move that was made


def from_sources(
    names: Sequence[str],
    lexicon: str | None,
    report: Report,
    in_bag: range = ENDGAMES,
    tell: Report | None = None,
) -> Iterator[Candidate]:
    """Yield the positions of files, folders and bundled names."""
    files = {name: _games(name, report) for name in names if _is_folder_or_game(name)}
    games = dict.fromkeys(file for found in files.values() for file in found)
    jobs = dict(zip(games, prepare_all(list(games), BatchSettings(lexicon)), strict=True))
    if tell is not None:
        prepared = [job for job in jobs.values() if isinstance(job, Job)]
        told = [*(job.note for job in prepared), *(job.doubt for job in prepared)]
        for text in filter(None, dict.fromkeys(told)):
            tell(text)
    for name in names:
        if name not in files:
            yield from _of_set(name, lexicon, report, in_bag)
        for file in files.get(name, ()):
            yield from _of_game(jobs[file], report, in_bag)


def of_turn(turn: Turn, names: Sequence[str], lexicon: str, source: str) -> Candidate:
    """Return a turn of a recorded game as a candidate; a phony that stayed is no move to refute."""
    position = replace(turn.replayed.position, previous=None, extra=())
    me = turn.player - 1
    return Candidate(
        cgp.dumps(replace(position, lexicon_name=None)),
        lexicon,
        f"{source}:{turn.number}",
        (names[me], names[1 - me]),
        turn.made if turn.is_valid else None,
    )


def _is_folder_or_game(name: str) -> bool:
    """Return whether a source is a folder, or a file with the record of a game."""
    if sources.is_text(name) or name == sources.STANDARD_INPUT:
        return False
    named = bundled.find(name)
    if named is not None:
        return named.is_game and not named.part
    path = expand_user(name)
    try:
        if is_dir(path):
            return True
        return is_file(path) and gcg.looks_like_gcg(read_file(path, gcg.MOST_BYTES))
    except (OSError, ValueError):
        return False


def _games(name: str, report: Report) -> list[GameFile]:
    """Return the files of a game or of a folder of games."""
    try:
        return collect([name])
    except BatchError as error:
        report(str(error))
        return []


def _of_game(job: Job | FailedGame, report: Report, in_bag: range) -> Iterator[Candidate]:
    """Yield the endgame turns of a recorded game."""
    if isinstance(job, FailedGame):
        report(f"{job.id}: {job.error}")
        return
    words = choice.load(job.lexicon)
    try:
        replayed = replay(gcg.loads(job.data), alphabet=words.alphabet)
        for turn in replayed.turns:
            if turn.bag not in in_bag:
                continue
            found = describe_turn(turn, replayed, words)
            if not found.reason:
                yield of_turn(found, replayed.record.names, job.lexicon, Path(job.id).stem)
    except ScrabbleError as error:
        report(f"{job.id}: {error}")


def _of_set(name: str, lexicon: str | None, report: Report, in_bag: range) -> Iterator[Candidate]:
    """Yield the positions of a set, a file or a text."""
    given = None if lexicon is None else choice.load(lexicon)
    limit = MOST_IN_BAG if in_bag[-1] else 0  # those with fewer or more than asked for are left out below
    for entry in sources.entries([name], sources.TurnSelection(), given.alphabet if given else None):
        try:
            found = sources.resolve(entry, given, bag_limit=limit)
        except ScrabbleError as error:
            report(f"{entry.where}: {error}")
            continue
        position = replace(found.position, lexicon_name=None)
        if max(0, tiles_in_bag(position)) not in in_bag:
            continue
        named = bundled.find(name)
        path = Path(name).stem if named is None else named.name
        source = entry.id if sources.is_text(name) else f"{path}:{entry.id.rpartition(':')[2]}"
        yield Candidate(cgp.dumps(position), lexicon or found.lexicon.name, source)


@dataclass(slots=True)
class Person:
    """The player whose mistakes are wanted; None for both players of every game."""

    name: str | None = None
    called: Mapping[str, str] = field(default_factory=dict)  # name in a record -> name of the player
    turns: int = 0  # endgame turns of the player that were seen
    others: set[str] = field(default_factory=set)  # names of the other players

    def plays_as(self, name: str, nick: str) -> bool:
        """Return whether a player of a record is the one; note the name if not."""
        known = (name, nick, self.called.get(name, name))
        if self.name is None or any(same_name(self.name, each) for each in known):
            return True
        self.others.add(known[2])
        return False


def mistakes_of(analysis: Analysis, lexicon: str, source: str, person: Person) -> Iterator[Candidate]:
    """Yield the endgame turns in which the player provably lost points."""
    for turn in analysis.endgame:
        who = turn.player - 1
        if not person.plays_as(analysis.players[who], analysis.nicks[who]):
            continue
        person.turns += 1
        if turn.is_mistake:
            yield of_turn(turn, analysis.players, lexicon, source)
