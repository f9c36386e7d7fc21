"""The plots, read back from their SVG."""

from __future__ import annotations

import builtins
import importlib.resources
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from scrabble.bench import plots
from scrabble.bench.compare_figures import WideningStats
from scrabble.bench.convergence import Convergence, ConvergencePoint
from scrabble.bench.figures import Measurement
from scrabble.solver.interval import UNKNOWN, exactly
from tests.browser import running_browser

OUTCOME = Measurement(0, "a", "x", "proven", "8D CAT", exactly(5), 0.01, 0.05, 100, 90, 5)
STOPPED = replace(OUTCOME, status="bounded", bounds=UNKNOWN, stopped_by="time", seconds=10.0)
SVG = "{http://www.w3.org/2000/svg}"


def outcomes(setting: str, *nodes: int | None) -> list[Measurement]:
    """Return positions proven with the given nodes, in a thousandth as many seconds, or stopped."""
    return [
        replace(STOPPED, number=number, setting=setting)
        if count is None
        else replace(OUTCOME, number=number, setting=setting, nodes=count, seconds=count / 1000)
        for number, count in enumerate(nodes)
    ]


def parsed(panel: plots.Panel) -> dict[str, ElementTree.Element]:
    """The groups of a picture by their id."""
    root = ElementTree.fromstring(plots.svg(panel))
    return {each.get("id", ""): each for each in root.iter(f"{SVG}g")}


def texts(panel: plots.Panel) -> list[str]:
    """Return all text of a plot."""
    root = ElementTree.fromstring(plots.svg(panel))
    return ["".join(each.itertext()).strip() for each in root.iter(f"{SVG}text")]


def corners(group: ElementTree.Element) -> list[tuple[float, float]]:
    """The points of the first path of a group."""
    [path, *_] = group.iter(f"{SVG}path")
    numbers = list(map(float, re.findall(r"-?\d+\.?\d*", path.get("d", ""))))
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_solved_has_a_step_for_each_proof() -> None:
    found = [*outcomes("mtdf", 100, 10, None, 1000), *outcomes("bstar:2D", None, 20, None, None)]
    panel = plots.solved(found, ["mtdf", "bstar:2D", "sss"], 10)
    groups = parsed(panel)
    assert {each for each in groups if each.startswith("curve-")} == {
        "curve-mtdf",
        "curve-bstar:2D",
        "curve-sss",
    }
    heights = sorted({y for _, y in corners(groups["curve-mtdf"])}, reverse=True)
    assert len(heights) == 4  # none, one, two and three proven
    steps = [one - other for one, other in pairwise(heights)]
    assert steps == pytest.approx([steps[0]] * 3, rel=1e-3)
    assert len({y for _, y in corners(groups["curve-sss"])}) == 1
    shown = texts(panel)
    assert {"mtdf (3)", "bstar:2D (1)", "sss (0)", "CPU seconds", "proven positions, %"} <= set(shown)


def test_effort_has_a_point_for_each_position() -> None:
    found = [*outcomes("a", 5, 50, 500, None, None), *outcomes("b", 10, 20, None, 30, None)]
    panel = plots.effort(found, "a", "b")
    groups = parsed(panel)
    assert len(list(groups["points"].iter(f"{SVG}use"))) == 2
    assert len(list(groups["crosses"].iter(f"{SVG}use"))) == 2
    assert "diagonal" in groups
    assert {"both (2)", "one stopped (2)", "nodes of a", "nodes of b"} <= set(texts(panel))


def test_effort_of_nothing() -> None:
    groups = parsed(plots.effort([], "a", "b"))
    assert "points" not in groups and "diagonal" in groups


def test_convergence_ends_where_the_bounds_meet() -> None:
    stages = [
        ConvergencePoint(0, None, 20, None, 2),
        ConvergencePoint(1, 5, 20, None, 2),
        ConvergencePoint(9, 12, 20, 15, 1),
    ]
    panel = plots.convergence(
        Convergence("g1", "bstar", "8D CAT", "proven", [*stages, ConvergencePoint(30, 15, 15, 15, 0)])
    )
    groups = parsed(panel)
    ends = [corners(groups[f"interval-{name}"])[-1] for name in ("lower", "upper", "others")]
    assert ends[0] == ends[1] == ends[2]
    assert len(corners(groups["interval-lower"])) < len(
        corners(groups["interval-others"])
    )  # no bound at first
    assert "open" in groups
    shown = texts(panel)
    assert "no bound yet" in shown and "g1: proven bounds at the root, bstar" in shown
    assert "best move 8D CAT (proven)" in shown


def test_convergence_of_what_is_believed() -> None:
    stages = [ConvergencePoint(1, 3, 9, 8, 4), ConvergencePoint(2, 5, 7, 5, 0)]
    shown = texts(plots.convergence(Convergence("g1", "maven", "8D CAT", "estimated", stages)))
    assert "g1: believed bounds at the root, maven" in shown and "no bound yet" not in shown


def test_rounds() -> None:
    found = [WideningStats(at, 50, 45 + at, 0.5, 10.0 * at, 3.0, 0.1) for at in range(4)]
    panel = plots.rounds(found)
    groups = parsed(panel)
    rates, costs = corners(groups["rate"]), corners(groups["expansions"])
    assert len(rates) == len(costs) == 4
    assert [y for _, y in rates] == sorted((y for _, y in rates), reverse=True)  # upwards
    assert "Maven's choice on 50 positions" in texts(panel)


def test_files(tmp_path: Path) -> None:
    panels = [plots.solved(outcomes("a", 5), ["a"], 1), plots.effort(outcomes("a", 5), "a", "a")]
    for name in ("one.svg", "two.svg", "one.png"):
        plots.save(tmp_path / name, panels)
    one, two = ((tmp_path / name).read_bytes() for name in ("one.svg", "two.svg"))
    assert one == two and ElementTree.fromstring(one).tag == f"{SVG}svg"
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")


def test_only_two_kinds_of_files() -> None:
    with pytest.raises(plots.PlotError, match=r"^plot\.pdf: expected a file name ending in \.svg or \.png$"):
        plots.check(Path("plot.pdf"))


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def missing(name, *arguments, **keywords):
        if name == "matplotlib":
            raise ImportError(name)
        return real(name, *arguments, **keywords)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(plots.PlotError, match=r"pip install 'matplotlib>=3\.8', or .* the extra plot"):
        plots.check()


def test_three_plots_stand_in_a_row(tmp_path: Path) -> None:
    panel = plots.solved(outcomes("a", 5), ["a"], 1)
    shapes = {}
    for count in (1, 2, 3, 4):
        plots.save(tmp_path / "plots.svg", [panel] * count)
        root = ElementTree.parse(tmp_path / "plots.svg").getroot()
        sides = (root.get(side, "").rstrip("pt") for side in ("width", "height"))
        shapes[count] = tuple(round(float(side) / 72, 1) for side in sides)
    assert shapes == {1: (6.4, 4.2), 2: (12.8, 4.2), 3: (19.2, 4.2), 4: (12.8, 8.4)}


def test_three_plots_fill_the_width_of_the_page() -> None:
    style = (importlib.resources.files("scrabble.report.pages") / "compare.css").read_text("utf-8")
    with running_browser() as browser:
        for width, rows in ((1280, 1), (900, 2), (390, 3)):
            page = browser.new_page(viewport={"width": width, "height": 900})
            figures = "<figure><svg viewBox='0 0 64 42'></svg></figure>" * 3
            page.set_content(f"<style>{style}</style><main><div class=plots>{figures}</div></main>")
            boxes = [box.bounding_box() for box in page.locator("figure").all()]
            assert len({box["y"] for box in boxes}) == rows
            right = [box["x"] + box["width"] for box in (boxes[-1], page.locator(".plots").bounding_box())]
            assert right[0] == pytest.approx(right[1])
