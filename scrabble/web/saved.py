"""What was looked at, to keep as a page that opens from disk: a part for each position one has been to.

A part has a section for each place: board, racks, best move, bounds, line, the best of the moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from scrabble import cgp
from scrabble.analysis.page.diagram import board_id, diagram, empty_board
from scrabble.analysis.page.page import part
from scrabble.game.position import Position
from scrabble.report.html import table
from scrabble.report.points import value_text
from scrabble.web.bag_text import KIND, bag_rows
from scrabble.web.looked_at import LookedAt, found_text

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
.saved section { overflow-x: auto; }
.saved table { width: auto; min-width: 45%; }
.saved section::after { content: ""; display: block; clear: both; }
@media screen and (max-width: 600px) { .saved .diagram { float: none; width: 100%; margin: 0; } }
"""


def saved_page(parts: Sequence[LookedAt]) -> str:
    """The page; there is at least one part."""
    homes = [each.home for each in parts]
    lexicons = sorted({home.lexicon_name for home in homes if home.lexicon_name})
    lexicon = f"lexicon {', '.join(lexicons)} · " if lexicons else ""
    boards = {board_id(home): empty_board(home) for home in homes}
    begins = ["Start position"] if len(parts) == 1 else [f"Position {at + 1}" for at in range(len(parts))]
    sections = [
        _section(looked_at, line, position, begin)
        for looked_at, begin in zip(parts, begins, strict=True)
        for line, position in looked_at.places()
    ]
    return PAGE.format(
        style=part("game.css") + STYLE,
        board="\n".join(boards.values()),
        about=escape(f"{lexicon}values are future spread for the player on turn"),
        sections="\n".join(sections),
    )


def _section(looked_at: LookedAt, line: tuple[str, ...], position: Position, begin: str) -> str:
    found = looked_at.found_at(position)
    names = SIDES if len(line) % 2 == 0 else SIDES[::-1]
    told = found_text(found) if found else _over(position) or NOT_SEARCHED
    return (
        f"<section><h2>{escape(' · '.join(line) or begin)}</h2>{diagram(position, names)}"
        f'<p class="verdict">{escape(told)}</p>{_moves(found)}'
        f"<details><summary>Position as text</summary><code>{escape(cgp.dumps(position))}</code></details>"
        "</section>"
    )


def _over(position: Position) -> str:
    return f"The game is over: {'-'.join(map(str, position.final_scores))}." if position.is_over else ""


def _moves(found: Mapping[str, Any] | None) -> str:
    if not found:
        return ""
    if found.get("kind") == KIND:
        names, rows = ["move", "points", "chance", "spread", ""], bag_rows(found)
        return table(names, rows, "candidates", (1, 2, 3)) + _more(found, len(rows))
    rows = [
        [move, score, value_text(estimate, lower, upper), status]
        for move, (score, lower, upper, status, estimate) in found["rows"].items()
    ]
    return table(["move", "points", "value", ""], rows, "candidates", (1, 2)) + _more(found, len(rows))


def _more(found: Mapping[str, Any], shown: int) -> str:
    left = found["moves"] - shown
    return f'<p class="rest">and {left} more</p>' if left else ""
