"""The record of a game with a note on each turn of its endgame, and with tiles in the bag.

    >Beta: ILNOPRT E4 POI +28 435
    #note Endgame: B6 PRO was better by 1 (small); best play B6 PRO 26, B1 SEER 15; wins by 87
    #note Pre-endgame: K4 OXY wins more often, by 37.5 %; K4 OXY 3/8 (37.5 %), K4 OX 0 (0 %); proven

The annotated record of a game goes into a file, those of many into a folder, each under the name of its page.

A note is one line of ASCII as far as the record allows: what follows it must not become part of it.  Notes
that are there stay, and stand before the new one; the same note is not written twice.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

from scrabble.analysis.batch.jobs import SUFFIX, GameFile
from scrabble.analysis.batch.results import BatchError, FailedGame
from scrabble.analysis.batch.run import BatchAnalysis
from scrabble.answer.analysis import Analysis
from scrabble.files import exists
from scrabble.records import gcg
from scrabble.records.record import Event, EventKind, GameRecord, Pragma
from scrabble.report.pages.index import page_names
from scrabble.wording.verdicts import annotation_text, best_play_text, next_move_text

MARK = "Endgame:"
PREENDGAME_MARK = "Pre-endgame:"  # of a turn with tiles in the bag
BELONGS = (EventKind.TAKEN_BACK, EventKind.BONUS)  # events that go with the turn before them
REMARKS = (
    "note",
    "-",
    None,
)  # pragmas that speak of the event before them, and lines that nobody understands


def annotate_gcg(analysis: Analysis) -> GameRecord:
    """Return the game with a note on every evaluated turn; `gcg.dumps` writes it."""
    notes = {  # equal events are not the same turn
        id(turn.replayed.event): f"{_mark(turn.is_endgame)} {annotation_text(turn)}" for turn in analysis
    }
    items: list[Pragma | Event] = []
    waiting: str | None = None  # the note on the last turn
    for item in analysis.game.record.items:
        if waiting is not None and not _goes_with(item):
            _add(items, waiting)
            waiting = None
        items.append(item)
        if id(item) in notes:
            waiting = notes[id(item)]
    if waiting is not None:
        _add(items, waiting)
    now = analysis.next_move
    if now is not None:
        begins = "to play " if now.is_endgame or now.is_searched else ""
        _add(items, f"{_mark(now.is_endgame)} {begins}{next_move_text(now)}{best_play_text(now)}")
    return dataclasses.replace(analysis.game.record, items=tuple(items))


def refuse_overwriting(files: Sequence[GameFile], place: Path) -> None:
    """Raise BatchError if annotated records in `place` would overwrite any of the games."""
    targets = annotated_files([file.id for file in files], place)
    for file in files:
        target = targets[file.id]
        if file.path is not None and exists(target) and exists(file.path) and target.samefile(file.path):
            raise BatchError(f"{place}: --annotated-gcg would overwrite {file.id}; choose another name")


def write_annotated(batch: BatchAnalysis, place: Path) -> int:
    """Write the annotated records of the games analysed; return their number.

    Those that cannot be written are in `batch.unwritten`.  Raises BatchError.
    """
    targets, count = annotated_files(batch.names, place), 0
    for job, _, analysis in batch.analyses:
        try:
            text = gcg.dumps(annotate_gcg(analysis))
        except gcg.GcgError as error:
            batch.unwritten.append(FailedGame(job.id, f"cannot be written as GCG: {error}"))
            continue
        count += batch.write(targets[job.id], text)
    return count


def annotated_files(games: Sequence[str], place: Path) -> dict[str, Path]:
    """Return the path of the annotated record of each game: a file, or below a folder."""
    if place.suffix.lower() == SUFFIX:
        return dict.fromkeys(games, place)
    return {name: place / Path(page).with_suffix(SUFFIX) for name, page in page_names(games).items()}


def _mark(is_endgame: bool) -> str:
    return MARK if is_endgame else PREENDGAME_MARK


def _goes_with(item: Pragma | Event) -> bool:
    """Return whether this line still belongs to the turn before it."""
    return item.kind in BELONGS if isinstance(item, Event) else item.name in REMARKS


def _add(items: list[Pragma | Event], text: str) -> None:
    """Add a note, unless it stands there already."""
    note = Pragma("note", " ".join(text.split()))
    for item in reversed(items):
        if item == note:
            return
        if isinstance(item, Event) and item.kind not in BELONGS:
            break
    items.append(note)
