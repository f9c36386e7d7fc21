"""Pages of many games in a folder: one for each game, and index.html with a row for each game and player.

    games/g0010.gcg  ->  g0010.html       named after the record, whatever the options

A page is made from the record of an analysis: nothing is searched.  Like the page of a single game they open
from disk and ask for nothing from a network.
"""

from __future__ import annotations

import itertools
import os
import re
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePath
from typing import NamedTuple
from urllib.parse import quote

from msgspec import Struct

from scrabble.analysis.batch.players import canonical_names
from scrabble.analysis.batch.results import AnalysisRecord, FailedGame
from scrabble.analysis.batch.run import BatchAnalysis
from scrabble.analysis.batch.summary import BatchData, TotalsData, by_error
from scrabble.analysis.mistakes import KINDS, MEANINGS, kinds_of_turn, kinds_text
from scrabble.answer.turns import Turn
from scrabble.english import counted
from scrabble.game import cgp
from scrabble.game.board import BoardLayout
from scrabble.report.analysis_text import gravity, kind_loss, mistake_counts, win_losses
from scrabble.report.columns import INDEX as INDEX_TABLE
from scrabble.report.columns import batch_rows
from scrabble.report.pages.diagram import board_id, empty_board
from scrabble.report.pages.game import PageLinks, game_page, page_head, page_title
from scrabble.report.pages.page_puzzle import AskedPuzzle, is_puzzle, puzzles_of
from scrabble.report.pages.summary import html_player_table, term_meanings
from scrabble.report.pages.templates import HtmlTable, embedded, render
from scrabble.report.pages.trend import trends
from scrabble.report.tables import short_names
from scrabble.report.view import Tile, on_board, placed_by
from scrabble.wording.points import least_text, open_text, sum_text

INDEX = "index.html"
OCCASIONS = ("date", "round")  # keys of a record
GENERATOR = b'<meta name="generator" content="scrabble-endgame, page '
IN_INDEX = b'<link rel="up" href="index.html">'
LONGEST_STEM = 255 - len(".html")  # bytes
BEGINNING = 1 << 14  # bytes of a page that hold both
SHOWN = 10  # turns of all players, and of each


class GameRow(NamedTuple):
    """A game in the index."""

    address: str  # of its page
    title: str  # its players
    final: str  # its result
    name: str
    lost: list[str]  # by each player
    mistakes: list[tuple[str, str]]  # texts, each with a grade or a kind of turn
    gravity: float  # of the mistakes, to sort by
    worst: int | None  # the turn to which the mistakes lead
    players: list[str]  # under the names that they have in all games
    occasion: list[str]  # date and round, if any game has them


class Practice(NamedTuple):
    """The page and the command with which a player can practise the mistakes."""

    page: str = ""  # the address of a page with the puzzles of all players
    command: Sequence[str] = ()  # that analyses the games, to make puzzles by


class PractisedMistakes(NamedTuple):
    """The mistakes of a player that can be practised."""

    player: str
    text: str
    address: str  # of puzzles, or empty
    commands: str  # that make them otherwise, a line each


NO_PRACTICE = Practice()


def page_names(games: Sequence[str]) -> dict[str, str]:
    """Return the names of the pages of some games, by game: each is the name of the file.

    Files of the same name have their folders before it.  The options of the analysis are not in the name, so
    that an address stays that of the game.  A name that is too long for a page loses its end.
    """
    names: dict[str, str] = {}
    used = {PurePath(INDEX).stem}
    for game, base in zip(
        games, short_names([str(PurePath(game).with_suffix("")) for game in games]), strict=True
    ):
        name = base.replace("/", "-").replace("\\", "-")
        endings = itertools.chain([""], (f"-{number}" for number in itertools.count(2)))
        numbered = (_beginning(name, LONGEST_STEM - len(each)) + each for each in endings)
        name = next(each for each in numbered if each.casefold() not in used)
        used.add(name.casefold())  # some file systems do not distinguish A from a
        names[game] = f"{name}.html"
    return names


def _beginning(name: str, size: int) -> str:
    """Return as much of a name as takes `size` bytes in a file system."""
    while len(os.fsencode(name)) > size:
        name = name[:-1]
    return name


def links_of(pages: Sequence[str], at: int) -> PageLinks:
    """Return the links of the page `pages[at]`."""
    before, after = pages[at - 1 : at] if at else [], pages[at + 1 : at + 2]
    return PageLinks(INDEX, *("".join(map(address, each)) for each in (before, after)))


def index_page(
    records: Sequence[AnalysisRecord],
    summary: BatchData,
    pages: Mapping[str, str],
    persons: Mapping[str, str] | None = None,
    practice: Practice = NO_PRACTICE,
) -> str:
    """Return the page that leads to the others, whose names by game are `pages`.

    `persons` are the players by the names in the records.
    """
    count = summary.games
    if persons is None:
        persons = canonical_names(records)
    addresses = {record.id: address(pages[record.id]) for record in records}
    titles = _titles(records)
    occasions = [name for name in OCCASIONS if any(getattr(each, name) is not None for each in records)]
    costly = costly_turns(records, persons, titles, addresses)
    drawn = [_board(turn) for _, turn in costly]
    failed = short_names([each.id for each in summary.failed])
    copied = short_names([name for copy in summary.copies for name in (copy.id, copy.of)])
    return render(
        "index.html",
        title=counted(count, "game"),
        facts=_facts(records, summary),
        costly=[row for row, _ in costly],
        boards=[empty_board(layout) for layout in {layout.name: layout for layout, _ in drawn}.values()],
        data=embedded([board for _, board in drawn]),
        practised=list(_practised(records, persons, practice)),
        occasions=occasions,
        games=list(_game_rows(records, addresses, persons, occasions)),
        players=html_player_table("standings", INDEX_TABLE, batch_rows(summary)),
        meanings=term_meanings(summary.total.preendgame_turns, has_thrown=True),
        kinds=kinds_table(summary),
        kind_meanings=MEANINGS.items(),
        trends=list(trends(summary)),
        copies=list(zip(copied[::2], copied[1::2], strict=True)),
        failed=list(by_error(zip(failed, (each.error for each in summary.failed), strict=True))),
    )


def write_pages(batch: BatchAnalysis, folder: Path, practice: Practice = NO_PRACTICE) -> tuple[Path, int]:
    """Write the pages of the games that are not there yet, and the index.

    Pages of an earlier run to which no index leads any more are removed, once every game has been tried.
    Return the path of the index, and the number of pages removed.  What cannot be written or removed is in
    `batch.unwritten`.  Raises BatchError.
    """
    names, done = page_names(batch.names), batch.done
    pages = [names[job.id] for job, _ in done]
    for at, (job, record) in enumerate(done):
        path, links = folder / pages[at], links_of(pages, at)
        head = page_head(page_title(record.title, record.players), links, record.key)
        if not _begins_with(path, head):
            batch.write(path, game_page(batch.analysis(job), PurePath(job.id).name, links, job.key))
    batch.write(folder / INDEX, index_page(batch.records, batch.summary, names, batch.persons, practice))
    return folder / INDEX, 0 if batch.left else _remove_others(batch, folder, pages)


def batch_puzzles(batch: BatchAnalysis) -> Iterator[AskedPuzzle]:
    """Yield the positions that make puzzles, of the games analysed already."""
    persons = batch.persons
    for job, _, analysis in batch.analyses:
        for each in puzzles_of(analysis, job.id):
            yield each._replace(player=persons[each.player])


def address(page: str) -> str:
    """Return the address of a page in the same folder."""
    return quote(os.fsencode(page))


def _titles(records: Sequence[AnalysisRecord]) -> dict[str, str]:
    """Return a title of each game by its date and players, with the file where several have the same."""
    found = [", ".join(filter(None, (record.date, " - ".join(record.players)))) for record in records]
    counts, names = Counter(found), short_names([record.id for record in records])
    return {
        record.id: f"{title}, {name}" if counts[title] > 1 else title
        for record, title, name in zip(records, found, names, strict=True)
    }


def _facts(records: Sequence[AnalysisRecord], summary: BatchData) -> str:
    """Return dates, players, lexicons and the points lost."""
    dates = sorted(record.date for record in records if record.date is not None)
    span = " to ".join(sorted({dates[0], dates[-1]})) if dates else ""
    players = counted(len(summary.players), "player")
    lexicons = ", ".join(sorted({record.lexicon for record in records}))
    total = summary.total
    least = "at least " if total.loss_undecided else ""
    lost = f"{least}{float(total.loss.lower):,.1f}".removesuffix(".0")
    turns = f"{lost} points lost"
    turns += f" {open_text(total.loss_undecided)}" if total.loss_undecided else ""
    turns += f", {total.turns:,} endgame turns"
    return " · ".join(filter(None, (span, players, lexicons, turns)))


def _game_rows(
    records: Sequence[AnalysisRecord],
    addresses: Mapping[str, str],
    persons: Mapping[str, str],
    occasions: Sequence[str],
) -> Iterator[GameRow]:
    named = list(zip(short_names([record.id for record in records]), records, strict=True))
    for name, record in sorted(named, key=lambda game: (game[1].date or "", game[1].round or 0)):
        lost = [sum_text(each.loss.lower, each.loss_undecided) for each in record.summary]
        yield GameRow(
            address=addresses[record.id],
            title=" - ".join(record.players),
            final="-".join(map(str, record.final)),
            name=name,
            lost=lost,
            mistakes=mistake_counts(record),
            gravity=gravity(record),
            worst=_worst(record),
            players=[persons[player] for player in record.players],
            occasion=[str(found) if (found := getattr(record, key)) is not None else "" for key in occasions],
        )


def _worst(record: AnalysisRecord) -> int | None:
    """Return the turn that lost most points, or else most win %, or else the first phony or open turn.

    None if every turn is best.
    """
    found = [
        (turn.is_mistake, turn.loss.lower, -turn.number)
        for turn in record.turns
        if turn.evaluation is not None
        and turn.grade != "none"
        and (turn.is_endgame or turn.counted_loss.lower > 0)
    ]
    chances = win_losses(record)
    if chances and not any(is_mistake for is_mistake, _, _ in found):
        return min((-chance, turn) for chance, turn in chances)[1]
    return -max(found)[2] if found else None


def _remove_others(batch: BatchAnalysis, folder: Path, pages: Sequence[str]) -> int:
    """Remove the other pages of games in a folder, and return their number."""
    removed = 0
    for path in sorted(folder.glob("*.html")):
        if path.name in (INDEX, *pages) or path.is_symlink() or not path.is_file():
            continue
        try:
            with path.open("rb") as file:
                data = file.read(BEGINNING)
            if GENERATOR not in data or IN_INDEX not in data:  # no page of a game, written for an index
                continue
            path.unlink()
        except OSError as error:
            batch.unwritten.append(FailedGame(str(path), f"cannot be removed: {error.strerror or error}"))
        else:
            removed += 1
    return removed


def _begins_with(path: Path, text: str) -> bool:
    """Return whether there is a file that begins with this text."""
    data = text.encode("utf-8", "surrogatepass")
    try:
        with path.open("rb") as file:
            return file.read(len(data)) == data
    except OSError:
        return False


class CostlyBoard(Struct):
    """The board of a costly turn, with the best move, as board.js draws it."""

    board: str  # the empty one, by its id
    placed: list[Tile]
    added: list[Tile]
    racks: str


class CostlyTurn(NamedTuple):
    """A turn that lost many points."""

    player: str
    played: str
    best: str
    lost: str
    grade: str
    result: str  # the change of the result, or empty
    kinds: str
    where: str
    address: str
    is_beyond: bool  # not among the most costly turns of all players, only of this one


def costly_turns(
    records: Sequence[AnalysisRecord],
    persons: Mapping[str, str],
    titles: Mapping[str, str],
    addresses: Mapping[str, str],
) -> list[tuple[CostlyTurn, Turn]]:
    """Return the most costly turns of all players and of each of them, the most costly first.

    `titles` and `addresses` are those of the games by name.
    """
    found = [(record, turn) for record in records for turn in record.turns if turn.counted_loss.lower > 0]
    found.sort(key=lambda each: -each[1].counted_loss.lower)
    counts: Counter[str] = Counter()
    rows = []
    for at, (record, turn) in enumerate(found):
        player = persons[record.players[turn.player - 1]]
        counts[player] += 1
        if at < SHOWN or counts[player] <= SHOWN:
            where = f"{titles[record.id]}, turn {turn.number}"
            address = f"{addresses[record.id]}#turn-{turn.number}"
            rows.append((_costly_turn(turn, player, where, address, at >= SHOWN), turn))
    return rows


def _costly_turn(turn: Turn, player: str, where: str, address: str, is_beyond: bool) -> CostlyTurn:
    challenged_off = " (challenged off)" if turn.is_taken_back else ""
    return CostlyTurn(
        player=player,
        played=f"{turn.played}{challenged_off}" + f" +{turn.score}" * bool(turn.score),
        best=turn.found.best[0],
        lost=least_text(turn.counted_loss.lower, not turn.counted_loss.is_exact),
        grade=turn.grade,
        result=turn.result_change,
        kinds=kinds_text(kinds_of_turn(turn)),
        where=where,
        address=address,
        is_beyond=is_beyond,
    )


def _board(turn: Turn) -> tuple[BoardLayout, CostlyBoard]:
    """Return the board of a turn with its best move."""
    position = cgp.loads(turn.found.cgp)
    best = placed_by(position, position.parse_move(turn.found.best[0]))
    mine, theirs = position.racks
    racks = f"{mine} against {theirs or counted(len(position.unseen), 'unseen tile')}"
    return position.layout, CostlyBoard(board_id(position.layout), on_board(position), best, racks)


def _practised(
    records: Sequence[AnalysisRecord], persons: Mapping[str, str], practice: Practice
) -> Iterator[PractisedMistakes]:
    """Yield the players whose mistakes make puzzles; those of a command have no tiles in the bag."""
    counts = Counter(
        persons[record.players[turn.player - 1]]
        for record in records
        for turn in record.turns
        if turn.is_mistake and (turn.is_endgame or practice.page) and is_puzzle(turn)
    )
    for player, count in sorted(counts.items()) if any(practice) else ():
        file = f"{re.sub(r'[^a-z0-9]+', '-', player.casefold()).strip('-') or 'mine'}.jsonl"
        yield PractisedMistakes(
            player,
            f"Practise {counted(count, 'mistake') if practice.page else 'the mistakes'} of {player}",
            f"{practice.page}#player={quote(player, safe='')}" if practice.page else "",
            f"{shlex.join([*practice.command, '--puzzles', file, '--player', player])}\nendgame train {file}",
        )


def kinds_table(summary: BatchData) -> HtmlTable:
    """Return the mistakes of each player by kind; without rows if nobody made any that was explained."""
    rows = [_kind_cells(each) for each in summary.players if any(kind.turns for kind in each.kinds)]
    return HtmlTable("kinds", ["player", *KINDS], rows, range(1, 1 + len(KINDS)))


def _kind_cells(each: TotalsData) -> list[object]:
    return [each.name, *(f"{kind.turns} ({kind_loss(kind)})" if kind.turns else "" for kind in each.kinds)]
