"""The graph of the spread, as player 1 counts it: as it was, and as it ends under best play.

a line from turn to turn                 the spread after each turn, as recorded
a dot                                    the spread at the end under best play from this turn on
a ring on a bar                          its estimate while it is not proven, and what is proven of it

Below it, where turns with tiles in the bag were judged, their win chances; see `chances.py`.
"""

from __future__ import annotations

from html import escape

from scrabble.analysis import Analysis
from scrabble.analysis.page.chances import HEAD, chance_panel, chances_told
from scrabble.analysis.page.chances import HEIGHT as CHANCES
from scrabble.analysis.turn import Judged
from scrabble.report.points import Bounds

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 220, 44, 12, 14, 26
STEPS = (5, 10, 20, 25, 50, 100, 200, 500)


def graph_svg(analysis: Analysis) -> str:
    """The graph; strips with data-turn can be clicked."""
    turns = analysis.turns
    spreads = [0, *_after_turns(analysis)]
    best = _best(analysis)
    ends = [number for bounds, about in best.values() for number in _shown(bounds, about)]
    low, high = min([*spreads, *ends]) - 5, max([*spreads, *ends]) + 5
    across = (WIDTH - LEFT - RIGHT) / max(1, len(spreads) - 1)

    def x(turn: int) -> float:
        return LEFT + across * turn

    def y(spread: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - spread) / (high - low)

    step = next((step for step in STEPS if (high - low) / step <= 6), STEPS[-1])
    chances = {turn.on.number: chances_told(turn) for turn in analysis.bag_turns}
    below = HEAD + CHANCES + 8 if chances else 0
    parts = [
        f'<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT + below}" role="img" '
        f'aria-label="{escape(_label(analysis))}">'
    ]
    for at in range(-(-low // step) * step, high + 1, step):
        kind = "zero" if at == 0 else "grid"
        parts.append(
            f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(at):.1f}" y2="{y(at):.1f}"/>'
        )
        parts.append(f'<text class="axis" x="{LEFT - 6}" y="{y(at) + 4:.1f}" text-anchor="end">{at:+}</text>')
    every = 5 if len(turns) > 12 else 1
    for turn in range(every, len(spreads), every):
        parts.append(
            f'<text class="axis" x="{x(turn):.1f}" y="{HEIGHT - 8}" text-anchor="middle">{turn}</text>'
        )
    points = " ".join(f"{x(at):.1f},{y(spread):.1f}" for at, spread in enumerate(spreads))
    parts.append(f'<polyline class="actual" points="{points}"/>')
    middles = [(at, _shown(bounds, about)) for at, (bounds, about) in best.items()]
    line = " ".join(f"{x(at):.1f},{y(sum(shown) / len(shown)):.1f}" for at, shown in middles if shown)
    parts.append(f'<polyline class="best" points="{line}"/>')
    for at, (bounds, about) in best.items():
        top = y(min(bounds.upper, high) if bounds.upper is not None else high)
        bottom = y(max(bounds.lower, low) if bounds.lower is not None else low)
        if bounds.is_exact:
            parts.append(f'<circle class="best" cx="{x(at):.1f}" cy="{top:.1f}" r="4"/>')
        else:
            parts.append(
                f'<line class="open" x1="{x(at):.1f}" x2="{x(at):.1f}" y1="{top:.1f}" y2="{bottom:.1f}"/>'
            )
        if about is not None:
            parts.append(f'<circle class="ring" cx="{x(at):.1f}" cy="{y(about):.1f}" r="4"/>')
    if chances:
        parts += chance_panel(analysis.bag_turns, x, HEIGHT, (LEFT, WIDTH - RIGHT))
    for turn in range(1, len(turns) + 1):
        told = f"; {chances[turn]}" if turn in chances else ""
        left = x(turn) - across / 2
        parts.append(
            f'<rect class="strip" data-turn="{turn}" x="{left:.1f}" y="{TOP}" width="{across:.1f}" '
            f'height="{HEIGHT - TOP - BOTTOM + (BOTTOM + below) * bool(chances)}">'
            f"<title>after turn {turn}: {spreads[turn]:+}{told}</title></rect>"
        )
    return "".join([*parts, "</svg>"])


def _label(analysis: Analysis) -> str:
    """What the picture shows, for those who do not see it: of the chances all that it shows."""
    told = [
        f"turn {turn.on.number}, {turn.on.player_name}: {chances_told(turn)}" for turn in analysis.bag_turns
    ]
    chances = [f"win chances with tiles in the bag: {'; '.join(told)}"] if told else []
    return "; ".join([f"spread of {analysis.names[0]}", *chances])


def _after_turns(analysis: Analysis) -> list[int]:
    """The spread after each turn; after the last one with all that the record adds at the end."""
    totals, spreads = [0, 0], []
    for turn in analysis.turns:
        totals[turn.turn.player] = turn.turn.total
        spreads.append(totals[0] - totals[1])
    if spreads:
        spreads[-1] = analysis.replay.totals[0] - analysis.replay.totals[1]
    return spreads


def _shown(bounds: Bounds, about: int | None) -> list[int]:
    """The numbers that the scale must hold: an estimate, or the bounds, both or none."""
    if about is not None:
        return [about]
    return [bound for bound in bounds if bound is not None] if None not in bounds else []


def _best(analysis: Analysis) -> dict[int, tuple[Bounds, int | None]]:
    """After how many turns which final spread was to be had under best play, and its estimate while open."""
    found: dict[int, tuple[Bounds, int | None]] = {}
    for turn in analysis:
        if not isinstance(turn, Judged):
            continue
        for after, bounds, estimate in (
            (turn.number - 1, turn.final_before, turn.estimate),
            (turn.number, turn.final_after, turn.worth_estimate),
        ):
            about = None if estimate is None else estimate + turn.spread
            is_first = turn.turn.player == 0
            found[after] = (
                bounds if is_first else bounds.negated,
                about if is_first or about is None else -about,
            )
    return found
