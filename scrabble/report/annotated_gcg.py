"""The record of a game with a note on each turn of its endgame, and with tiles in the bag.

    >Beta: ILNOPRT E4 POI +28 435
    #note Endgame: B6 PRO was better by 1 (small); best play B6 PRO 26, B1 SEER 15; wins by 87
    #note Pre-endgame: K4 OXY wins more often, by 37.5 %; K4 OXY 3/8 (37.5 %), K4 OX 0 (0 %); proven

A note is one line of ASCII as far as the record allows: what follows it must not become part of it.  Notes
that are there stay, and stand before the new one; the same note is not written twice.
"""

from __future__ import annotations

import dataclasses

from scrabble.analysis.preendgame_turn import BagTurn
from scrabble.analysis.run import Analysis
from scrabble.analysis.turn import AnalysedTurn, AnyTurn, MoveAnalysis
from scrabble.records.record import Event, EventKind, GameRecord, Pragma
from scrabble.report.analysis_text import final_texts, to_play_text, verdict_text
from scrabble.report.preendgame_text import next_move_line, win_chance_text
from scrabble.report.preendgame_text import verdict_text as verdict_of_bag
from scrabble.solver.format import line_text

MARK = "Endgame:"
BAG_MARK = "Pre-endgame:"  # of a turn with tiles in the bag
BELONGS = (EventKind.TAKEN_BACK, EventKind.BONUS)  # events that go with the turn before them
REMARKS = (
    "note",
    "-",
    None,
)  # pragmas that speak of the event before them, and lines that nobody understands


def annotate_gcg(analysis: Analysis) -> GameRecord:
    """The game with a note on every turn that was judged; `gcg.dumps` writes it."""
    notes = {id(turn.turn.event): _note(turn) for turn in analysis}  # equal events are not the same turn
    notes |= {id(turn.on.turn.event): _bag_note(turn) for turn in analysis.bag_turns}
    items: list[Pragma | Event] = []
    waiting: str | None = None  # the note on the last turn
    for item in analysis.record.items:
        if waiting is not None and not _goes_with(item):
            _add(items, waiting)
            waiting = None
        items.append(item)
        if id(item) in notes:
            waiting = notes[id(item)]
    if waiting is not None:
        _add(items, waiting)
    if analysis.to_play is not None:
        _add(items, f"{MARK} to play {to_play_text(analysis.to_play)}{_line(analysis.to_play.choice)}")
    if analysis.bag_to_play is not None:
        told = next_move_line(analysis.bag_to_play)
        _add(items, f"{BAG_MARK} to play {told}" if analysis.bag_to_play.best else f"{BAG_MARK} {told}")
    return dataclasses.replace(analysis.record, items=tuple(items))


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


def _note(turn: AnyTurn) -> str:
    if not isinstance(turn, AnalysedTurn):
        return f"{MARK} {verdict_text(turn)}"
    result = final_texts(turn)[0].replace("≥", "at least").replace("≤", "at most")
    return f"{MARK} {verdict_text(turn)}{_line(turn.choice)}; {turn.player_name} {result} with best play"


def _bag_note(turn: BagTurn) -> str:
    """Return a note on the chance lost, and the chances of the best move and of the one made."""
    shown = [each for each in turn.moves if each.text == turn.best[0]]
    if turn.played is not None and turn.played.text not in turn.best:
        shown.append(turn.played)
    chances = [f"{each.text} {win_chance_text(each.chance)}" for each in shown]
    verdict = verdict_of_bag(turn).replace("≤", "at most")
    return f"{BAG_MARK} {verdict}; {', '.join(chances)}; {turn.status}"


def _line(choice: MoveAnalysis | None) -> str:
    """Best play."""
    return (
        f"; best play {line_text(choice.line).replace(' · ', ', ')}"
        if choice is not None and choice.line
        else ""
    )
