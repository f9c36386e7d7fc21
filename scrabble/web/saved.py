"""Exports of what was explored: a page that opens from disk, or the record of a game.

    page      each visited position, and each place that steps lead to from it, with its answer
    record    the opened game up to the explored turn, the line played from there, notes (GCG)

A record begins with the first turn of a game, so only an exploration that starts from a turn of a game has
one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace as with_fields

from scrabble.analysis.evaluator import key
from scrabble.answer.names import LineKind, Status
from scrabble.answer.solution import Solution
from scrabble.errors import ScrabbleError
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.records import gcg
from scrabble.records.record import Event, GameRecord, Pragma, recorded_text
from scrabble.report.pages.positions import (
    SIDES,
    Section,
    ShownPosition,
    plain_position,
    positions_page,
    solved_position,
)
from scrabble.web import position_view
from scrabble.web.exploration import Found
from scrabble.web.game import GameAnalysisTask, before
from scrabble.wording.claims import claim_text, value_or_chances
from scrabble.wording.points import final_text
from scrabble.wording.replies import MEANING, practical_notes

NOT_SEARCHED = "It was not searched."
NO_REASONS: Mapping[str, Sequence[str]] = {}


def file_name(names: tuple[str, str], kind: str) -> str:
    """Return the name of an export: that of the players, unless they have none."""
    parts = [re.sub(r"\W+", "-", name).strip("-") for name in sorted(names)]
    known = [] if set(names) == set(SIDES) else [part for part in parts if part]
    return f"{'-'.join(known) or 'explored'}.{kind}"


class VisitedPosition(NamedTuple):
    """A visited position, the places that steps lead to from it, and what was found there."""

    home: Position
    lines: Sequence[tuple[str, ...]]  # the steps to each place; () is home itself
    answers: Mapping[str, Found]  # by CGP
    names: tuple[str, str] = SIDES  # of the players, the side to move at home first

    def places(self) -> Iterator[tuple[tuple[str, ...], Position]]:
        """Yield each place once, home first.  Raises ValueError."""
        for line in dict.fromkeys([(), *sorted(self.lines)]):
            yield line, position_view.navigate(self.home, line).position

    @property
    def last(self) -> tuple[Position, tuple[str, str]]:
        """The place of the last line, and the names of the players there.  Raises ValueError."""
        line = self.lines[-1] if self.lines else ()
        names = self.names if len(line) % 2 == 0 else self.names[::-1]
        return position_view.navigate(self.home, line).position, names

    def found_at(self, position: Position) -> Found | None:
        """Return what was found at a place, or None if it was not searched."""
        return self.answers.get(cgp.dumps(position))


def found_text(solution: Solution) -> str:
    """Return the answer of a position in a sentence."""
    best = solution.best
    named = ", ".join(best[:3]) + (" ..." if len(best) > 3 else "")
    worth = f"{'' if solution.preendgame else 'value '}{value_or_chances(solution)}"
    return f"{named}: {claim_text(solution)}; {worth}{_best_play(solution)}"


def _best_play(solution: Solution) -> str:
    """Return the line of a proven endgame; one that was cut off after the best move adds nothing."""
    if solution.status != Status.PROVEN:
        return ""
    line = ", ".join(f"{step.text} {step.score}" for step in solution.line)
    if not line or (solution.line_kind != LineKind.WHOLE and len(solution.line) == 1):
        return ""
    return f"; best play {'' if solution.line_kind == LineKind.WHOLE else 'starts '}{line}"


def export_html(parts: Sequence[VisitedPosition], reasons: Mapping[str, Sequence[str]] = NO_REASONS) -> str:
    """Return the page; `parts` has at least one item, and `reasons` those of answers, by CGP."""
    lexicons = sorted({each.home.lexicon_name for each in parts if each.home.lexicon_name})
    about = [f"lexicon {', '.join(lexicons)}"] if lexicons else []
    titles = ["Start position"] if len(parts) == 1 else [f"Position {at + 1}" for at in range(len(parts))]
    shown = [
        _shown(visited, line, position, title, reasons)
        for visited, title in zip(parts, titles, strict=True)
        for line, position in visited.places()
    ]
    return positions_page(shown, "Explored positions", " · ".join([*about, *_meanings(parts)]))


def _meanings(parts: Sequence[VisitedPosition]) -> Iterator[str]:
    """Yield what the numbers of the tables mean, all of them for the player to move."""
    solutions = [found.solution for visited in parts for found in visited.answers.values()]
    if any(each.preendgame is None for each in solutions):
        yield "value: the spread gained from here to the end of the game"
    if any(each.preendgame is not None for each in solutions):
        yield "wins: win probability; spread: the mean final spread"
    if any(practical_notes(each.practical or ()) for each in solutions):
        yield MEANING


def _shown(
    visited: VisitedPosition,
    line: tuple[str, ...],
    position: Position,
    title: str,
    reasons: Mapping[str, Sequence[str]],
) -> ShownPosition:
    """Return a place; `title` is that of one without a line."""
    found, is_second = visited.found_at(position), len(line) % 2 == 1
    names, title = visited.names[:: -1 if is_second else 1], " · ".join(line) or title
    if found is None:
        section = Section(title, verdict=_over(position, names[0]) or NOT_SEARCHED, grade="open")
        shown = plain_position(position, names, section)
    else:
        why = reasons.get(cgp.dumps(position), ())
        shown = solved_position(found.solution, names, title, found.move_count, why)
    return with_fields(shown, is_second=is_second, is_reached=bool(line))


def _over(position: Position, name: str) -> str:
    """Return how the game ended for the side to move; "" if it has not."""
    if not position.is_over:
        return ""
    result = f": {name} {final_text(position.final_scores)}" if cgp.has_scores(position) else ""
    return f"The game is over{result}."


class NoGameError(ScrabbleError):
    """There is no game to export."""


def export_gcg(visited: VisitedPosition, game: GameAnalysisTask | None) -> str:
    """Return the record; the last of the lines is the one that was played.  Raises NoGameError."""
    found = () if game is None else (each for each in game.turns if key(before(each)) == key(visited.home))
    turn = next(iter(found), None)
    if game is None or turn is None:
        raise NoGameError(
            "a GCG must begin with the first turn of a game; open the game and explore from one of its turns"
        )
    record = game.replay.record
    items = list(_until(record, turn.replayed.event))
    totals = list(_totals(game, turn.number))
    position, player = visited.home, turn.player - 1
    for text in visited.lines[-1] if visited.lines else ():
        move = position_view.move_of(position, text)
        score = position.score(move)
        totals[player] += score
        written = recorded_text(move, position)
        items.append(Event(player, position.racks[0], written, score, totals[player]))
        items += _notes(visited, position)  # a note is about the turn that it follows
        position, player = position_view.navigate(position, (text,)).position, 1 - player
    items += _notes(visited, position, "to play, ")
    return gcg.dumps(GameRecord(record.players, tuple(items), record.encoding))


def _until(record: GameRecord, event: Event) -> Iterator[Pragma | Event]:
    for item in record.items:
        if item is event:
            return
        yield item


def _totals(game: GameAnalysisTask, number: int) -> tuple[int, int]:
    """Return the totals before a turn, the first player first."""
    turn = game.turns[number - 1].replayed
    mine, theirs = turn.position.scores
    return (mine, theirs) if turn.player == 0 else (theirs, mine)


def _notes(visited: VisitedPosition, position: Position, begins: str = "") -> list[Pragma]:
    found = visited.found_at(position)
    return [Pragma("note", f"Explored: {begins}{found_text(found.solution)}")] if found else []
