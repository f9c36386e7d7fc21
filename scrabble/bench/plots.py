"""Plots of a comparison, by matplotlib (the extra `plot`).

    solved        proven positions by CPU time, one curve a solver
    effort        nodes against nodes, one point a position; below the diagonal the second solver is ahead
    convergence   the intervals of the root of one position while B* searches
    rounds        how often Maven's choice is a best move, and its cost, by number of widenings

A panel draws into axes; `save` and `svg` render one or several.  The colours are those of Okabe and Ito,
which all kinds of colour vision separate.  The same figures give the same file.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from scrabble.errors import ScrabbleError

if TYPE_CHECKING:  # loaded when it is needed
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from scrabble.bench.compare_figures import WideningStats
    from scrabble.bench.convergence import Convergence
    from scrabble.bench.figures import Measurement

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1, 1.2)))
INK, SOFT, GRID = "#25231f", "#6d685d", "#e6e2d8"
SUFFIXES = (".svg", ".png")
LONG = 20  # expansions from which on their axis is logarithmic
FIRST_TIME = 0.001  # seconds, where the curves of proven positions start
MISSING = "plots need matplotlib: pip install 'matplotlib>=3.8', or scrabble-endgame with the extra plot"
STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "endgame",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.grid": True,
    "grid.color": GRID,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "text.color": INK,
    "legend.frameon": False,
    "legend.fontsize": 9,
    "figure.facecolor": "white",
}
THIN = 1.5  # a line, in points
IN_A_ROW = (1, 3)  # numbers of panels shown in one row; others in two columns
BELOW = (0.5, -0.16)  # the ticks and the label of an axis, as parts of its width and height


class PlotError(ScrabbleError):
    """A plot that cannot be drawn."""


class Panel(NamedTuple):
    """One plot."""

    name: str
    draw: Callable[[Axes], None]


def check(path: Path | None = None) -> None:
    """Raise PlotError if matplotlib is missing or `path` has an unknown suffix."""
    if path is not None and path.suffix.lower() not in SUFFIXES:
        raise PlotError(f"{path}: expected a file name ending in {' or '.join(SUFFIXES)}")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise PlotError(MISSING) from None


def save(path: Path, panels: Sequence[Panel]) -> None:
    """Write the panels, side by side, in the format of the file's suffix."""
    with _drawn(panels) as figure:
        figure.savefig(path, **_options(path.suffix.lower()))


def svg(panel: Panel) -> str:
    """Return one panel as an <svg> element for a page."""
    with _drawn([panel]) as figure:
        buffer = io.StringIO()
        figure.savefig(buffer, **_options(".svg"))
    text = buffer.getvalue()
    return text[text.index("<svg") :]


def _options(suffix: str) -> dict[str, Any]:
    if suffix == ".svg":
        return {"format": "svg", "metadata": {"Date": None, "Creator": None}}
    return {"format": "png", "dpi": 144}


@contextmanager
def _drawn(panels: Sequence[Panel]) -> Iterator[Figure]:
    import matplotlib
    from matplotlib.figure import Figure

    columns = len(panels) if len(panels) in IN_A_ROW else 2
    rows = math.ceil(len(panels) / columns)
    with matplotlib.rc_context(STYLE):
        figure = Figure((6.4 * columns, 4.2 * rows), layout="constrained")
        for at, panel in enumerate(panels):
            panel.draw(figure.add_subplot(rows, columns, at + 1))
        yield figure


def solved(outcomes: Sequence[Measurement], names: Sequence[str], limit: float) -> Panel:
    """Return the panel of proven positions by CPU time."""

    def draw(axes: Axes) -> None:
        for number, name in enumerate(names):
            own = [each for each in outcomes if each.setting == name]
            times = sorted(max(each.seconds, FIRST_TIME) for each in own if each.is_proven)
            shares = [100 * (at + 1) / len(own) for at in range(len(times))]
            [curve] = axes.step(
                [FIRST_TIME, *times, max([limit, *times])],
                [0, *shares, shares[-1] if shares else 0],
                where="post",
                label=f"{name} ({len(times)})",
                color=COLOURS[number % len(COLOURS)],
                linestyle=DASHES[number // len(COLOURS) % len(DASHES)],
            )
            curve.set_gid(f"curve-{name}")
        axes.set(xscale="log", xlabel="CPU seconds", ylabel="proven positions, %", ylim=(0, 103))
        axes.set(title="Proven by time", xlim=(FIRST_TIME, limit))
        axes.legend(loc="upper left", title="solver (proven)")

    return Panel("solved", draw)


def effort(outcomes: Sequence[Measurement], first: str, second: str) -> Panel:
    """Return the panel of nodes against nodes; a cross marks a position that one of the two did not prove."""
    ours = {each.number: each for each in outcomes if each.setting == first}
    theirs = {each.number: each for each in outcomes if each.setting == second}
    pairs = [(ours[number], theirs[number]) for number in ours if number in theirs]
    both = [pair for pair in pairs if pair[0].is_proven and pair[1].is_proven]
    one = [pair for pair in pairs if pair[0].is_proven != pair[1].is_proven]

    def draw(axes: Axes) -> None:
        kinds = ((both, "o", COLOURS[0], "both", "points"), (one, "x", COLOURS[1], "one stopped", "crosses"))
        for chosen, marker, colour, label, gid in kinds:
            if chosen:
                x, y = ([max(1, pair[at].nodes) for pair in chosen] for at in range(2))
                points = axes.scatter(x, y, s=16, marker=marker, color=colour, alpha=0.7, linewidths=1)
                points.set(gid=gid, label=f"{label} ({len(chosen)})")
        largest = max([10, *(max(pair[0].nodes, pair[1].nodes) for pair in [*both, *one])])
        axes.plot([1, largest], [1, largest], color=SOFT, linewidth=1, gid="diagonal")
        axes.set(xscale="log", yscale="log", xlabel=f"nodes of {first}", ylabel=f"nodes of {second}")
        axes.set(title=f"Nodes to the proof: {first} and {second}")
        if both or one:
            axes.legend(loc="upper left", title="proven by")

    return Panel(f"nodes-{first}-{second}".replace(":", "-"), draw)


def convergence(found: Convergence) -> Panel:
    """Return the panel of the best move's interval and the others' upper bound, over expansions."""

    def draw(axes: Axes) -> None:
        at = [stage.expansions for stage in found.stages]
        bounds = [bound for stage in found.stages for bound in stage[1:4] if bound is not None]
        top = max(bounds, default=0) + 5  # stands for: no bound yet
        series = (  # the first is wide: as long as there is no bound the second lies on it
            ("others", "every other move: at most", COLOURS[1], 5.0, top),
            ("upper", "best move: at most", COLOURS[0], THIN, top),
            ("lower", "best move: at least", COLOURS[2], THIN, math.nan),
        )
        for field, label, colour, width, missing in series:
            known = [getattr(stage, field) for stage in found.stages]
            values = [missing if bound is None else bound for bound in known]
            [line] = axes.step(at, values, where="post", color=colour, linewidth=width, label=label)
            line.set_alpha(0.5 if width > THIN else 1.0)
            line.set_gid(f"interval-{field}")
        is_long = at and at[-1] > LONG
        axes.set(xscale="symlog" if is_long else "linear", xlabel="expansions", ylabel="value, points")
        word = "proven" if found.solver == "bstar" else "believed"
        axes.set(title=f"{found.id}: {word} bounds at the root, {found.solver}")
        if any(bound is None for stage in found.stages for bound in stage[2:4]):
            axes.axhline(top, color=SOFT, linewidth=0.8)
            place = axes.get_yaxis_transform()  # x from 0 to 1
            axes.text(0.01, top, "no bound yet", transform=place, va="bottom", fontsize=9, color=SOFT)
            axes.set_ylim(None, top + 3)
        right = axes.twinx()
        [line] = right.step(
            at, [stage.open for stage in found.stages], where="post", color=SOFT, linestyle=DASHES[2]
        )
        line.set(gid="open", label="other moves that may be better")
        right.set(ylabel="other moves that may be better", ylim=(0, None))
        right.grid(False)
        right.spines["right"].set_visible(True)
        lines = [*axes.get_lines()[:3], line]
        texts = [str(each.get_label()) for each in lines]
        title = f"best move {found.move} ({found.status})"
        right.legend(lines, texts, loc="upper center", bbox_to_anchor=BELOW, ncols=2, title=title)

    return Panel("convergence", draw)


def rounds(found: Sequence[WideningStats]) -> Panel:
    """Return the panel of the rate of best moves by widenings, and the mean of expansions."""

    def draw(axes: Axes) -> None:
        at = [each.number for each in found]
        shares = [100 * each.best / each.judged for each in found]
        axes.plot(at, shares, "o-", color=COLOURS[0], gid="rate")
        axes.set(xlabel="widenings", ylabel="best moves, %", xticks=at)
        axes.set(title=f"Maven's choice on {found[0].judged} positions")
        axes.set_ylim(min(90, math.floor(min(shares)) - 1), 100.5)
        axes.yaxis.label.set_color(COLOURS[0])
        right = axes.twinx()
        right.plot(at, [each.expansions for each in found], "s--", color=COLOURS[1], gid="expansions")
        right.set(ylabel="expansions, mean", ylim=(0, None))
        right.yaxis.label.set_color(COLOURS[1])
        right.grid(False)
        right.spines["right"].set_visible(True)

    return Panel("rounds", draw)
