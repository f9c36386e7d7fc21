"""The lower part of the graph: the win chance at turns with tiles in the bag, of the player on turn.

a ring                  the chance of the best move
a dot                   that of the move that was made
a bar between them      what was thrown away, as far as it is proven
a faint bar             where a chance lies that is not proven
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from scrabble.analysis.bag import BagTurn
from scrabble.analysis.bag_text import best_chance_text
from scrabble.preendgame.solution import Range
from scrabble.report.bag_solution import chance_cell

HEAD, HEIGHT = 26, 84  # of the heading, and of the plot below it
MARKS = (0, 50, 100)  # per cent
LEGEND = (
    '<p class="legend"><i class="ring"></i> win chance of the best move <i class="dot"></i> of the move '
    'played <i class="thrown"></i> thrown away</p>'
)


def chance_panel(
    turns: Sequence[BagTurn], x: Callable[[int], float], top: float, ends: tuple[float, float]
) -> Iterator[str]:
    """The panel below `top`, between these `ends` on the left and on the right."""
    left, right = ends

    def y(chance: float) -> float:
        return top + HEAD + HEIGHT * (1 - chance)

    yield f'<text class="axis" x="{left}" y="{top + HEAD - 10}">win chance of the player on turn, in %</text>'
    for mark in MARKS:
        at = y(mark / 100)
        yield f'<line class="grid" x1="{left}" x2="{right}" y1="{at:.1f}" y2="{at:.1f}"/>'
        yield f'<text class="axis" x="{left - 6}" y="{at + 4:.1f}" text-anchor="end">{mark}</text>'
    for turn in turns:
        at, played = x(turn.on.number), turn.played
        yield from _where(turn.chance, at, y)
        if played is not None:
            yield from _where(played.chance, at, y)
            if turn.is_mistake:
                yield _bar("thrown", at, y(float(turn.chance.lower)), y(float(played.chance.upper)))
            if played.chance.is_exact:
                yield f'<circle class="played" cx="{at:.1f}" cy="{y(float(played.chance.lower)):.1f}" r="4"/>'
        if turn.chance.is_exact:
            yield f'<circle class="ring" cx="{at:.1f}" cy="{y(float(turn.chance.lower)):.1f}" r="7"/>'


def chances_told(turn: BagTurn) -> str:
    """Both chances in words."""
    told = f"best move wins {best_chance_text(turn)}"
    if turn.played is None:
        return told
    return f"{told}, the one played {chance_cell(turn.played.chance, turn.played.estimate)}"


def _where(chance: Range, at: float, y: Callable[[float], float]) -> Iterator[str]:
    """Where a chance lies that is not known."""
    if not chance.is_exact:
        yield _bar("open", at, y(float(chance.upper)), y(float(chance.lower)))


def _bar(kind: str, at: float, top: float, bottom: float) -> str:
    return f'<line class="{kind}" x1="{at:.1f}" x2="{at:.1f}" y1="{top:.1f}" y2="{bottom:.1f}"/>'
