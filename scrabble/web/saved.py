"""Exports of what was explored: a page that opens from disk, or the record of a game.

    page      a part for each visited position, a section for each place that steps lead to from it: board,
              racks, best move, bounds, line, the best of the other moves
    record    the opened game up to the explored turn, the line played from there, notes (GCG)

A record begins with the first turn of a game, so only an exploration that starts from a turn of a game has
one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from scrabble.analysis.evaluator import key
from scrabble.errors import ScrabbleError
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.records import gcg
from scrabble.records.record import Event, GameRecord, Pragma
from scrabble.report.pages.diagram import PositionFigure, board_id, diagram_of, empty_board
from scrabble.report.pages.templates import HtmlTable, render
from scrabble.report.preendgame_solution import chance_cell, spread_cell
from scrabble.solver.format import value_text
from scrabble.solver.preendgame.solution import Estimate, Range
from scrabble.web import position_view
from scrabble.web.exploration import PREENDGAME
from scrabble.web.game import GameAnalysisTask, before
from scrabble.web.preendgame_exploration import chance_and_spread_text

SIDES = ("Player 1", "Player 2")
NOT_SEARCHED = "It was not searched."


class VisitedPosition(NamedTuple):
    """A visited position, the places that steps lead to from it, and what was found there."""

    home: Position
    lines: Sequence[tuple[str, ...]]  # the steps to each place; () is home itself
    facts: Mapping[str, Mapping[str, Any]]  # by CGP; `solution_json`, and `rows`

    def places(self) -> Iterator[tuple[tuple[str, ...], Position]]:
        """Yield each place once, home first.  Raises ValueError."""
        for line in dict.fromkeys([(), *sorted(self.lines)]):
            yield line, position_view.navigate(self.home, line).position

    def found_at(self, position: Position) -> Mapping[str, Any] | None:
        """Return what was found at a place, or None if it was not searched."""
        return self.facts.get(cgp.dumps(position))


def found_text(found: Mapping[str, Any]) -> str:
    """Return the result of a position as a sentence."""
    best = ", ".join(found["best"][:3]) + (" ..." if len(found["best"]) > 3 else "")
    if found.get("kind") == PREENDGAME:
        worth = _preendgame_worth(found)
        return (
            f"best {best}, proven: {worth}"
            if found["status"] == "proven"
            else f"{best} (not proven): {worth}"
        )
    value = value_text(found["estimate"], found["lower"], found["upper"])
    line = ", ".join(
        f"{move} {score}" for move, score in zip(found["line"], found["line_scores"], strict=True)
    )
    if found["status"] == "proven":
        is_whole, is_one = found["line_kind"] == "whole", len(found["line"]) == 1
        named = "best play" if is_whole else "" if is_one else "best play starts"
        return f"best {best}, proven: worth {value}" + (f"; {named} {line}" if line and named else "")
    return f"{best} (not proven): value {value}"


class SavedSection(NamedTuple):
    """A place on the page."""

    title: str
    diagram: PositionFigure
    verdict: str
    moves: HtmlTable | None
    unlisted: int  # moves that are not in the table
    cgp: str


def export_html(parts: Sequence[VisitedPosition]) -> str:
    """Return the page; `parts` has at least one item."""
    homes = [each.home for each in parts]
    lexicons = sorted({home.lexicon_name for home in homes if home.lexicon_name})
    lexicon = f"lexicon {', '.join(lexicons)} · " if lexicons else ""
    boards = {board_id(home): empty_board(home) for home in homes}
    titles = ["Start position"] if len(parts) == 1 else [f"Position {at + 1}" for at in range(len(parts))]
    return render(
        "saved.html",
        title="Explored positions",
        boards=list(boards.values()),
        about=f"{lexicon}values are future spread for the player to move",
        sections=[
            _section(visited, line, position, title)
            for visited, title in zip(parts, titles, strict=True)
            for line, position in visited.places()
        ],
    )


def _section(visited: VisitedPosition, line: tuple[str, ...], position: Position, title: str) -> SavedSection:
    """Return a place; `title` is that of one without a line."""
    found = visited.found_at(position)
    return SavedSection(
        title=" · ".join(line) or title,
        diagram=diagram_of(position, SIDES if len(line) % 2 == 0 else SIDES[::-1]),
        verdict=found_text(found) if found else _over(position) or NOT_SEARCHED,
        moves=_moves(found) if found else None,
        unlisted=found["moves"] - len(found["rows"]) if found else 0,
        cgp=cgp.dumps(position),
    )


def _over(position: Position) -> str:
    return f"The game is over: {'-'.join(map(str, position.final_scores))}." if position.is_over else ""


def _moves(found: Mapping[str, Any]) -> HtmlTable:
    if found.get("kind") == PREENDGAME:
        headings = ["move", "points", "chance", "spread", ""]
        return HtmlTable("candidates", headings, _preendgame_rows(found), (1, 2, 3))
    rows = [
        [move, score, value_text(estimate, lower, upper), status]
        for move, (score, lower, upper, status, estimate) in found["rows"].items()
    ]
    return HtmlTable("candidates", ["move", "points", "value", ""], rows, (1, 2))


def _preendgame_worth(found: Mapping[str, Any]) -> str:
    """Return win probability and mean spread of a position in words."""
    chance, spread = (_range([found[name]["lower"], found[name]["upper"]]) for name in ("chance", "spread"))
    estimate = found.get("estimate")
    return chance_and_spread_text(chance, spread, Estimate(**estimate) if estimate else None)


def _preendgame_rows(found: Mapping[str, Any]) -> list[list[Any]]:
    """Return the rows of the moves that were kept: move, points, win probability, spread, status."""
    rows = []
    for move, (score, chance, spread, status, *more) in found["rows"].items():
        estimate = Estimate(*more[0]) if more and more[0] else None
        cells = chance_cell(_range(chance), estimate), spread_cell(_range(spread), estimate) or "open"
        rows.append([move, score, *cells, status])
    return rows


def _range(ends: Sequence[str]) -> Range:
    return Range(Fraction(ends[0]), Fraction(ends[1]))


class NoGameError(ScrabbleError):
    """There is no game to export."""


def export_gcg(visited: VisitedPosition, game: GameAnalysisTask | None) -> str:
    """Return the record; the last of the lines is the one that was played.  Raises NoGameError."""
    turn = None if game is None else _turn_of(game, visited.home)
    if game is None or turn is None:
        raise NoGameError(
            "a GCG must begin with the first turn of a game; open the game and explore from one of its turns"
        )
    record = game.replay.record
    items = list(_until(record, turn.turn.event))
    totals = list(_totals(game, turn.number))
    position, player = visited.home, turn.turn.player
    items += _notes(visited, position)
    for text in visited.lines[-1] if visited.lines else ():
        move = position_view.move_of(position, text)
        score = position.score(move)
        totals[player] += score
        rack = position.racks[0]
        written = "-" if move.is_pass else _with_dots(position.move_text(move))
        items.append(Event(player, rack, written, score, totals[player]))
        position, player = position_view.navigate(position, (text,)).position, 1 - player
        items += _notes(visited, position)
    return gcg.dumps(GameRecord(record.players, tuple(items), record.encoding))


def _turn_of(game: GameAnalysisTask, home: Position) -> Any:
    """Return the turn before which this position stands in a game, or None."""
    return next((each for each in game.turns if key(before(each)) == key(home)), None)


def _until(record: GameRecord, event: Event) -> Iterator[Pragma | Event]:
    """Yield the record up to an event."""
    for item in record.items:
        if item is event:
            return
        yield item


def _totals(game: GameAnalysisTask, number: int) -> tuple[int, int]:
    """Return the totals before a turn, the first player first."""
    turn = game.turns[number - 1].turn
    mine, theirs = turn.position.scores
    return (mine, theirs) if turn.player == 0 else (theirs, mine)


def _notes(visited: VisitedPosition, position: Position) -> list[Pragma]:
    found = visited.found_at(position)
    return [Pragma("note", f"Explored: {found_text(found)}")] if found else []


def _with_dots(text: str) -> str:
    """Return a move as records write it: tiles on the board are dots."""
    square, _, word = text.partition(" ")
    inside, written = False, ""
    for character in word:
        if character in "()":
            inside = character == "("
        else:
            written += "." if inside else character
    return f"{square} {written}".strip()
