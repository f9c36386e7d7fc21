"""Graph of the spread, as player 1 counts it, and of the win probabilities below it.  Drawn in SVG.

    a line from turn to turn    the spread after each turn, as recorded
    a dot                       the spread at the end with best play from this turn on
    a ring on a bar             its estimate while it is not proven, and the proven bounds

Below it, for turns with tiles in the bag, the win probability of the player to move:

    a ring                      the chance of the best move
    a dot                       the chance of the move that was played
    a bar between them          the chance that was thrown away, as far as it is proven
    a faint bar                 the bounds of a chance that is not proven
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from markupsafe import Markup, escape

from scrabble.answer.analysis import Analysis
from scrabble.answer.interval import Interval, Number
from scrabble.answer.turns import Turn
from scrabble.wording.chances import chance_cell
from scrabble.wording.verdicts import points_of, win_text

HEAD, PANEL_HEIGHT = 26, 84  # of the heading, and of the plot below it
MARKS = (0, 50, 100)  # per cent
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 220, 58, 12, 14, 26  # LEFT: four signs, on a telephone too
STEPS = (5, 10, 20, 25, 50, 100, 200, 500)


def graph_svg(analysis: Analysis) -> Markup:
    """Return the graph; its strips with data-position can be clicked."""
    turns = analysis.turns
    spreads = [0, *_after_turns(analysis)]
    best = _best(analysis)
    ends = [number for bounds, about in best.values() for number in _scale_numbers(bounds, about)]
    low, high = int(min([*spreads, *ends])) - 5, int(max([*spreads, *ends])) + 5
    across = (WIDTH - LEFT - RIGHT) / max(1, len(spreads) - 1)

    def x(turn: int) -> float:
        return LEFT + across * turn

    def y(spread: Number) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * float(high - spread) / (high - low)

    step = next((step for step in STEPS if (high - low) / step <= 6), STEPS[-1])
    chances = {turn.number: _chance_caption(turn) for turn in analysis.preendgame}
    below = HEAD + PANEL_HEIGHT + 8 if chances else 0
    parts = [
        f'<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT + below}" role="img" '
        f'aria-label="{escape(_label(analysis))}">'
    ]
    for at in range(-(-low // step) * step, high + 1, step):
        kind = "zero" if at == 0 else "grid"
        parts += _mark(kind, y(at), f"{at:+}" if at else "0")
    every = 5 if len(turns) > 12 else 1
    for turn in range(every, len(spreads), every):
        parts.append(
            f'<text class="axis" x="{x(turn):.1f}" y="{HEIGHT - 8}" text-anchor="middle">{turn}</text>'
        )
    points = " ".join(f"{x(at):.1f},{y(spread):.1f}" for at, spread in enumerate(spreads))
    parts.append(f'<polyline class="actual" points="{points}"/>')
    middles = [(at, _scale_numbers(bounds, about)) for at, (bounds, about) in best.items()]
    line = " ".join(f"{x(at):.1f},{y(sum(shown) / len(shown)):.1f}" for at, shown in middles if shown)
    parts.append(f'<polyline class="best" points="{line}"/>')
    for at, (bounds, about) in best.items():
        top = y(min(bounds.upper, high))
        bottom = y(max(bounds.lower, low))
        if bounds.is_exact:
            parts.append(f'<circle class="best" cx="{x(at):.1f}" cy="{top:.1f}" r="4"/>')
        else:
            parts.append(_bar("open", x(at), top, bottom))
        if about is not None:
            parts.append(f'<circle class="ring" cx="{x(at):.1f}" cy="{y(about):.1f}" r="4"/>')
    if chances:
        parts += _win_chance_panel(analysis.preendgame, x)
    for turn in range(1, len(turns) + 1):
        chance = f"; {chances[turn]}" if turn in chances else ""
        left = x(turn) - across / 2
        parts.append(
            f'<rect class="strip" data-position="{turn}" x="{left:.1f}" y="{TOP}" width="{across:.1f}" '
            f'height="{HEIGHT - TOP - BOTTOM + (BOTTOM + below) * bool(chances)}">'
            f"<title>after turn {turn}: {spreads[turn]:+}{escape(chance)}</title></rect>"
        )
    return Markup("".join([*parts, "</svg>"]))


def _win_chance_panel(turns: Sequence[Turn], x: Callable[[int], float]) -> Iterator[str]:
    """Yield the panel below the graph of the spread."""

    def y(chance: float) -> float:
        return HEIGHT + HEAD + PANEL_HEIGHT * (1 - chance)

    title = "win probability of the player to move, in %"
    yield f'<text class="axis" x="{LEFT}" y="{HEIGHT + HEAD - 10}">{title}</text>'
    for mark in MARKS:
        yield from _mark("grid", y(mark / 100), str(mark))
    for turn in turns:
        at, win, played = x(turn.number), turn.win, turn.win_after
        yield from _open_chance(win, at, y)
        if turn.is_counted:
            yield from _open_chance(played, at, y)
            if turn.win_loss.lower > 0:
                yield _bar("thrown", at, y(float(win.lower)), y(float(played.upper)))
            if played.is_exact:
                yield f'<circle class="played" cx="{at:.1f}" cy="{y(float(played.lower)):.1f}" r="4"/>'
        if win.is_exact:
            yield f'<circle class="ring" cx="{at:.1f}" cy="{y(float(win.lower)):.1f}" r="7"/>'


def _chance_caption(turn: Turn) -> str:
    """Return the chances of the best move and of the one played, in words."""
    best, mine = f"best move wins {win_text(turn.found, turn.status)}", turn.made_move
    return best if mine is None else f"{best}, the one played {chance_cell(mine.win, mine.estimate)}"


def _open_chance(chance: Interval, at: float, y: Callable[[float], float]) -> Iterator[str]:
    """Yield the bounds of a chance that is not known."""
    if not chance.is_exact:
        yield _bar("open", at, y(float(chance.upper)), y(float(chance.lower)))


def _bar(kind: str, at: float, top: float, bottom: float) -> str:
    return f'<line class="{kind}" x1="{at:.1f}" x2="{at:.1f}" y1="{top:.1f}" y2="{bottom:.1f}"/>'


def _mark(kind: str, at: float, text: str) -> Iterator[str]:
    """Yield a line across a panel with its number beside it."""
    yield f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>'
    yield f'<text class="axis" x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{text}</text>'


def _label(analysis: Analysis) -> str:
    """Return the graph in words, for screen readers, with all chances."""
    captions = [
        f"turn {turn.number}, {turn.player_name}: {_chance_caption(turn)}" for turn in analysis.preendgame
    ]
    chances = [f"win probabilities with tiles in the bag: {'; '.join(captions)}"] if captions else []
    return "; ".join([f"spread of {analysis.players[0]}", *chances])


def _after_turns(analysis: Analysis) -> list[int]:
    """Return the spread after each turn, after the last one with all that the record adds at the end."""
    totals, spreads = [0, 0], []
    for turn in analysis.turns:
        totals[turn.player - 1] = turn.total
        spreads.append(totals[0] - totals[1])
    if spreads:
        spreads[-1] = analysis.final[0] - analysis.final[1]
    return spreads


def _scale_numbers(bounds: Interval, about: int | None) -> list[Number]:
    """Return the numbers that the scale must include: an estimate, or else both bounds if both are known."""
    if about is not None:
        return [about]
    return [] if any(map(math.isinf, bounds)) else list(bounds)


def _best(analysis: Analysis) -> dict[int, tuple[Interval, int | None]]:
    """Return the bounds of the final spread with best play, and its estimate while open, by turns played."""
    found: dict[int, tuple[Interval, int | None]] = {}
    for turn in analysis.endgame:
        if turn.evaluation is None:
            continue
        for after, bounds, estimate in (
            (turn.number - 1, turn.spread, turn.found.estimate),
            (turn.number, turn.spread_after, turn.found.estimate_after),
        ):
            about, is_first = points_of(estimate), turn.player == 1
            found[after] = (
                bounds if is_first else bounds.negated,
                about if is_first or about is None else -about,
            )
    return found
