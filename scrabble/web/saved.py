"""What was looked at on a page, to keep: as a page that opens from disk, or as a record with notes.

    page   a section for each position: board, racks, best move, bounds, line, the best of the moves
    gcg    the game that was opened, up to the turn explored, the line that was gone along, and notes

A record begins with the first turn of a game, so only what was explored from a game can be one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from scrabble import cgp, gcg
from scrabble.analysis.judge import key
from scrabble.analysis.page.diagram import diagram, empty_board
from scrabble.analysis.page.page import part
from scrabble.game.position import Position
from scrabble.gcg.record import Event, Game, Pragma
from scrabble.report.html import table
from scrabble.report.points import worth_text
from scrabble.web.bag_text import KIND, bag_rows, bag_worth
from scrabble.web.judging import JudgedGame

SIDES = ("Player 1", "Player 2")
NOT_SEARCHED = "It was not searched."
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Explored positions</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<style>
{style}
</style>
</head>
<body>
{board}
<header><h1>Explored positions</h1><p>{about}</p></header>
<main class="saved">
{sections}
</main>
</body>
</html>
"""
STYLE = """
main.saved { grid-template-columns: minmax(0, 1fr); max-width: 900px; }
.saved .diagram { float: right; width: 300px; margin: 0 0 8px 16px; }
.saved table { width: auto; min-width: 45%; }
.saved section::after { content: ""; display: block; clear: both; }
@media screen and (max-width: 600px) { .saved .diagram { float: none; width: 100%; margin: 0; } }
"""


class LookedAt(NamedTuple):
    """Where somebody has been, and what was found there."""

    home: Position
    lines: Sequence[tuple[str, ...]]  # the moves that lead to each place, home itself being ()
    facts: Mapping[str, Mapping[str, Any]]  # by CGP; `solution_json`, and `rows`

    def places(self) -> Iterator[tuple[tuple[str, ...], Position]]:
        """Each place once, home first.  Raises IllegalMoveError."""
        for line in dict.fromkeys([(), *sorted(self.lines)]):
            position = self.home
            for text in line:
                position = position.play(position.parse_move(text))
            yield line, position

    def found_at(self, position: Position) -> Mapping[str, Any] | None:
        """What was found at a place, None if nothing was searched."""
        return self.facts.get(cgp.dumps(position))


class NoRecordError(ValueError):
    """There is no game to write."""


def saved_page(looked_at: LookedAt) -> str:
    """The page."""
    home = looked_at.home
    lexicon = f"lexicon {home.lexicon_name} · " if home.lexicon_name else ""
    return PAGE.format(
        style=part("game.css") + STYLE,
        board=empty_board(home),
        about=escape(f"{lexicon}values are future spread for the player on turn"),
        sections="\n".join(_section(looked_at, *each) for each in looked_at.places()),
    )


def saved_record(looked_at: LookedAt, game: JudgedGame | None) -> str:
    """The record; the last of the lines is the one that was gone along.  Raises NoRecordError."""
    turn = None if game is None else _turn_of(game, looked_at.home)
    if game is None or turn is None:
        raise NoRecordError(
            "a GCG begins with the first turn of a game: open its record, and explore from one of its turns"
        )
    record = game.replay.game
    items = list(_until(record, turn.turn.event))
    totals = list(_totals(game, turn.number))
    position, player = looked_at.home, turn.turn.player
    items += _notes(looked_at, position)
    for text in looked_at.lines[-1] if looked_at.lines else ():
        move = position.parse_move(text)
        score = position.score(move)
        totals[player] += score
        rack = position.alphabet.rack_text(position.racks[0])
        written = "-" if move.is_pass else text
        items.append(Event(player, rack, _in_dots(written), score, totals[player]))
        position, player = position.play(move), 1 - player
        items += _notes(looked_at, position)
    return gcg.dumps(Game(record.players, tuple(items), record.encoding))


def _turn_of(game: JudgedGame, home: Position) -> Any:
    """The turn of a game that has this position before it."""
    return next((each for each in game.turns if key(each.turn.position) == key(home)), None)


def _until(record: Game, event: Event) -> Iterator[Pragma | Event]:
    """The record up to an event."""
    for item in record.items:
        if item is event:
            return
        yield item


def _totals(game: JudgedGame, number: int) -> tuple[int, int]:
    """What both players had before a turn, the first player first."""
    turn = game.turns[number - 1].turn
    mine, theirs = turn.position.scores
    return (mine, theirs) if turn.player == 0 else (theirs, mine)


def _notes(looked_at: LookedAt, position: Position) -> list[Pragma]:
    found = looked_at.found_at(position)
    return [Pragma("note", f"Explored: {_told(found)}")] if found else []


def _in_dots(text: str) -> str:
    """A move as records write it: tiles on the board are dots."""
    square, _, word = text.partition(" ")
    inside, written = False, ""
    for character in word:
        if character in "()":
            inside = character == "("
        else:
            written += "." if inside else character
    return f"{square} {written}".strip()


def _section(looked_at: LookedAt, line: tuple[str, ...], position: Position) -> str:
    found = looked_at.found_at(position)
    names = SIDES if len(line) % 2 == 0 else SIDES[::-1]
    title = " · ".join(line) if line else "Where it began"
    told = _told(found) if found else _over(position) or NOT_SEARCHED
    return (
        f"<section><h2>{escape(title)}</h2>{diagram(position, names)}"
        f'<p class="verdict">{escape(told)}</p>{_moves(found)}'
        f"<details><summary>Position as text</summary><code>{escape(cgp.dumps(position))}</code></details>"
        "</section>"
    )


def _over(position: Position) -> str:
    return f"The game is over: {'-'.join(map(str, position.final_scores))}." if position.is_over else ""


def _told(found: Mapping[str, Any]) -> str:
    """What was found at a place, in a sentence."""
    best = ", ".join(found["best"][:3]) + (" ..." if len(found["best"]) > 3 else "")
    if found.get("kind") == KIND:
        worth = bag_worth(found)
        return (
            f"best {best}, proven: {worth}"
            if found["status"] == "proven"
            else f"{best} so far, not proven: {worth}"
        )
    value = worth_text(found["lower"], found["upper"])
    line = ", ".join(
        f"{move} {score}" for move, score in zip(found["line"], found["line_scores"], strict=True)
    )
    if found["status"] == "proven":
        return f"best {best}, proven: worth {value}" + (f"; best play {line}" if line else "")
    return f"{best} so far, not proven: the value is {value}"


def _moves(found: Mapping[str, Any] | None) -> str:
    if not found:
        return ""
    if found.get("kind") == KIND:
        names, rows = ["move", "points", "chance", "spread", ""], bag_rows(found)
        return table(names, rows, "candidates", (1, 2, 3)) + _more(found, len(rows))
    rows = [
        [move, score, worth_text(lower, upper), status]
        for move, (score, lower, upper, status) in found["rows"].items()
    ]
    return table(["move", "points", "value", ""], rows, "candidates", (1, 2)) + _more(found, len(rows))


def _more(found: Mapping[str, Any], shown: int) -> str:
    left = found["moves"] - shown
    return f'<p class="rest">and {left} more</p>' if left else ""
