"""Analysed games for the tests, each once, and records that are changed on purpose."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import json
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace as with_fields

from scrabble.analysis import analyse
from scrabble.analysis.analysis import analysis_of
from scrabble.analysis.batch.results import AnalysisRecord
from scrabble.answer.analysis import Analysis, analysis_json, read_data
from scrabble.answer.names import Status
from scrabble.answer.turns import Turn, with_evaluation
from scrabble.game.move import Move, canonical, move_text
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.records import gcg
from scrabble.records.record import Event, GameRecord, Pragma
from tests.conftest import POSITIONS

GAMES = POSITIONS / "games"
SAMPLE = ("g0004", "g0010", "g0020", "g0022", "g0026", "g0030", "g0034", "g0056")  # quick ones
ALL = tuple(sorted(path.stem for path in GAMES.glob("*.gcg")))


@functools.cache
def enable() -> Lexicon:
    """The bundled lexicon."""
    return Lexicon("ENABLE")


def game(name: str) -> GameRecord:
    """A game record."""
    return gcg.load(GAMES / f"{name}.gcg")


@functools.cache
def analysed(name: str, seconds: float = 60.0) -> Analysis:
    """The endgame of a game record, analysed; turns with tiles in the bag would cost seconds."""
    return analyse(game(name), enable(), seconds=seconds, max_bag=0)


def record_data(analysis: Analysis, name: str, key: object = "") -> Any:
    """What is kept of an analysis among those of many games."""
    more = {"key": f"{key:0<64}", "sha256": "", "lexicon_sha256": "", "settings": {}}
    return json.loads(json.dumps({**analysis_json(analysis, name), **more}))


def as_record(data: Any) -> AnalysisRecord:
    """What is kept, as an object."""
    return read_data(json.loads(json.dumps(data)), AnalysisRecord)


def with_turns(analysis: Analysis, turns: Iterable[Turn]) -> Analysis:
    """The analysis with other evaluations of its turns."""
    return analysis_of(analysis.game, analysis.lexicon, [*turns], analysis.is_complete, analysis.next_move)


def with_found(turn: Turn, is_proven: bool | None = None, **changes: object) -> Turn:
    """The turn with its evaluation changed, graded anew."""
    proven = turn.status == Status.PROVEN if is_proven is None else is_proven
    return with_evaluation(turn, with_fields(turn.found, **changes), proven)


def changed(record: GameRecord, line: int, **changes: object) -> GameRecord:
    """The record with the event of a line changed."""
    items = [
        dataclasses.replace(item, **changes) if isinstance(item, Event) and item.line == line else item
        for item in record.items
    ]
    return dataclasses.replace(record, items=tuple(items))


def ending(record: GameRecord, line: int, *events: Event | Pragma) -> GameRecord:
    """The record up to a line, with other events after it."""
    items = [item for item in record.items if item.line <= line]
    return dataclasses.replace(record, items=(*items, *events))


def without_racks(record: GameRecord) -> GameRecord:
    """The record without the racks of its turns."""
    items = [dataclasses.replace(item, rack="") if isinstance(item, Event) else item for item in record.items]
    return dataclasses.replace(record, items=tuple(items))


def phony_of(position: Position, move: Move) -> Move:
    """A move on the same squares that makes a word which is none."""
    for tiles in itertools.permutations(code for _, _, code in move.placed):
        left = list(tiles)
        codes = bytes(left.pop() if code else 0 for code in move.tiles)
        found = canonical(dataclasses.replace(move, tiles=codes), position.squares)
        if any(word not in enable() for word in position.new_words(found)):
            return found
    raise AssertionError("every order makes words")


def with_phony(name: str, number: int, is_taken_back: bool) -> tuple[GameRecord, int]:
    """The record up to a turn, where a phony is played, and the points of that."""
    record = game(name)
    turn = analysed(name).turns[number - 1].replayed
    phony = phony_of(turn.position, turn.move)
    score = turn.position.score(phony)
    text = move_text(phony, turn.position).replace("(", "").replace(")", "")
    before = turn.position.scores[0]
    event = Event(turn.player, turn.event.rack, text, score, before + score, line=turn.event.line)
    events = [event]
    if is_taken_back:
        back = dataclasses.replace(event, move="--", score=-score, total=before, line=event.line + 1)
        events.append(back)
    return ending(record, turn.event.line - 1, *events), score


def breaking_off(name: str, turns: int, *racks: str) -> GameRecord:
    """A record up to a turn, with racks at its end."""
    whole = game(name)
    items = whole.items[: whole.items.index(whole.events[turns])]
    pragmas = [Pragma(*rack.split()) for rack in racks]
    return dataclasses.replace(whole, items=(*items, *pragmas))
