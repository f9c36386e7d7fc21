"""The study: its text from results made by hand, its page, and a small sample from scratch."""

from __future__ import annotations

import errno
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scrabble.bench import compare
from scrabble.bench.convergence import Convergence, ConvergencePoint
from scrabble.bench.figures import Measurement
from scrabble.bench.machine import Machine
from scrabble.bench.measure import BenchError
from scrabble.bench.study.run import (
    ALPHA_BETA,
    MAVEN,
    PARTS,
    PROOF,
    PROOF_OF_MOVE,
    SOLVERS,
    TREES,
    WIDENINGS,
    StudyResults,
    load,
    save,
)
from scrabble.bench.study.text import (
    BEGIN,
    END,
    best_of_family,
    bootstrap_interval,
    geometric,
    insert_section,
    study_text,
    wilson,
    wrapped,
)
from scrabble.bench.trial import MavenChoice, Trial
from scrabble.cli import study
from scrabble.solver.interval import UNKNOWN, exactly
from tests.conftest import POSITIONS, REPOSITORY

RESULTS = POSITIONS / "study" / "results.jsonl"
OUTCOME = Measurement(0, "p0", "x", "proven", "8D CAT", exactly(5), 0, 0.05, 100, 90, 5, memory=0)
MACHINE = Machine("an abacus", 2, "wood", "3.11", "0.6", 0.1, 0.1)


def made(number: int, solver: str, expansions: int, lost: int = 0, **changes: Any) -> Trial:
    """A trial by hand."""
    outcome = replace(
        OUTCOME, number=number, id=f"p{number}", setting=solver, expansions=expansions, **changes
    )
    return Trial(outcome, lost)


def results(factor: float = 0.5, count: int = 8) -> StudyResults:
    """A study of a few positions in which B* takes `factor` times the expansions of the others."""
    sizes = [20 * (number + 1) for number in range(count)]
    solvers, trees, grown = [], [], []
    for number, size in enumerate(sizes):
        solvers += [made(number, name, size + (name != "mtdf")) for name in ALPHA_BETA]
        solvers += [made(number, name, round(size * factor)) for name in (PROOF, PROOF_OF_MOVE)]
        stopped = {"status": "bounded", "bounds": UNKNOWN, "stopped_by": "expansions"} if number else {}
        trees += [made(number, name, size, **stopped) for name in PARTS[1].contenders[1:]]
        trees.append(made(number, PROOF_OF_MOVE, size))
        choices = (MavenChoice(0, "8D DOG", 3, 3, 0.01, number), MavenChoice(1, "8D CAT", 30, 30, 0.1, 0))
        grown.append(replace(made(number, MAVEN, 30, status="estimated"), rounds=choices))
    return StudyResults(
        set_name="toy",
        parts=PARTS,
        trials={SOLVERS: solvers, TREES: trees, WIDENINGS: grown},
        tiles={f"p{number}": 14 for number in range(count)},
        convergence=Convergence(
            "p1",
            PROOF,
            "8D CAT",
            "proven",
            [ConvergencePoint(0, None, 9, 8, 1), ConvergencePoint(4, 5, 5, 5, 0)],
        ),
        machine=MACHINE,
        jobs=2,
        minutes=12.0,
    )


def flat(text: str) -> str:
    return " ".join(text.split())


def test_numbers() -> None:
    assert geometric([0.5, 2]) == pytest.approx(1) and str(geometric([])) == "nan"
    low, high = bootstrap_interval([0.5, 0.6, 0.7, 0.8] * 5)
    assert 0.5 < low < geometric([0.5, 0.6, 0.7, 0.8]) < high < 0.8
    assert (low, high) == bootstrap_interval([0.5, 0.6, 0.7, 0.8] * 5)
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(8, 8)[1] == 1 and wilson(0, 8)[0] == 0
    assert max(map(len, wrapped("word " * 100).splitlines())) <= 115


def test_the_best_of_the_family() -> None:
    found = results().trials[SOLVERS]
    assert best_of_family(found) == "mtdf"
    lost = [
        replace(each, outcome=replace(each.outcome, status="bounded"))
        if each.outcome.setting == "mtdf" and each.outcome.number == 0
        else each
        for each in found
    ]
    assert best_of_family(lost) == "alphabeta"


@pytest.mark.parametrize(
    ("factor", "answer"),
    [
        (0.5, "**Answer.** Yes, on the typical position, and in sum."),
        (2, "**Answer.** No, not on the typical position, nor in sum."),
        (1, "**Answer.** There is no difference on the typical position that these could show"),
    ],
)
def test_the_answer_follows_from_the_figures(factor: float, answer: str) -> None:
    text = flat(study_text(results(factor), "x"))
    assert answer in text
    assert f"the ratio is {factor:.2f} (95 % between {factor:.2f} and {factor:.2f})" in text
    assert f"{int(720 * factor):,} instead of 720 in all" in text
    assert "B* proves 8 positions within the limit, `mtdf` 8." in text


def test_hard_positions_may_turn_the_sum() -> None:
    one = results()
    hard = [
        replace(each, outcome=replace(each.outcome, expansions=100_000))
        if each.outcome.setting == PROOF and each.outcome.number == 7
        else each
        for each in one.trials[SOLVERS]
    ]
    text = flat(study_text(replace(one, trials=one.trials | {SOLVERS: hard}), "x"))
    assert "in sum B* needs more" in text or "but not in sum: the hardest cost it more" in text
    assert "it wastes most on `p7` (14 tiles, 100,000 instead of 160)." in text


def test_tables() -> None:
    text = study_text(results(), "x")
    assert "| `bstar` | 8/8 | 8 | 8 | 0.050 | 0.050 | 360 | 0.50 | 1.00 | 8/8 |" in text
    assert "| 10 to 99 | 4 | 4 | 0 | 0 | 0.50 |" in text
    assert "| `bstar:2D` | 1/8 | 20 | 1.00 | 1.00 to 1.00 | 8/8 | 0.00 |" in text
    assert "| 0 | 1/8 (12.5 %) | 2.2 to 47.1 % | 3.50 | 3 | 3 | 0.010 s |" in text
    assert "| 10 | 8/8 (100.0 %) |" in text
    assert "a best move on 12.5 % of the positions, 100.0 % after 1," in flat(text)
    assert "Under every strategy 1 of 8 positions are proven; by the null-window proof 8." in flat(text)
    assert text.count("](x/") == 5


def test_disagreements_are_in_the_text() -> None:
    one = results()
    bad = [*one.trials[SOLVERS][1:], made(0, "alphabeta", 20, bounds=exactly(6))]
    bad[1] = replace(bad[1], lost=3)
    text = study_text(replace(one, trials=one.trials | {SOLVERS: bad}), "x")
    assert "* **Disagreement** on `p0`: known +5, " in text
    assert "alphabeta +6" in text
    assert "* **Disagreement** on `p0`: mtdf 8D CAT loses 3" in text


def test_results_survive_being_written(tmp_path: Path) -> None:
    save(results(), tmp_path / "r.jsonl")
    assert load(tmp_path / "r.jsonl") == results()


@pytest.mark.parametrize("text", ["", "nonsense\n", "{}\n", '{"parts": [{"name": 1}]}\n'])
def test_a_file_that_holds_no_results(tmp_path: Path, text: str) -> None:
    (tmp_path / "r.jsonl").write_text(text)
    with pytest.raises(BenchError, match="no results of a study"):
        load(tmp_path / "r.jsonl")
    with pytest.raises(BenchError, match="No such file"):
        load(tmp_path / "missing")


def test_the_section_is_put_between_the_markers() -> None:
    assert insert_section(f"before\n{BEGIN}\nold\n{END}\nafter\n", "new") == "before\nnew\nafter\n"
    for text in ("", BEGIN, f"{END} {BEGIN}"):
        with pytest.raises(ValueError, match="expected the lines"):
            insert_section(text, "new")


def test_the_page_says_what_the_results_say() -> None:
    page = (POSITIONS / "study" / "README.md").read_text("utf-8")
    section = study_text(load(RESULTS), "")
    assert section in page, "run endgame study --from positions/study/results.jsonl --out positions/study"
    names = re.findall(r"!\[[^]]*\]\((.*?)\)", section)
    assert len(names) == 5
    for name in names:
        assert (POSITIONS / "study" / name).read_text("utf-8").lstrip().startswith("<?xml")


def test_the_benchmark_page_gives_figures_of_the_study() -> None:
    """Every number of its paragraph on the study stands in the study's own text."""
    readme = (REPOSITORY / "scrabble" / "bench" / "README.md").read_text("utf-8")
    [told] = re.findall(r"^The study: (.*?)\n\n", readme, re.DOTALL | re.MULTILINE)
    numbers = re.findall(r"\d[\d,.]*\d|\d", told)
    section = flat(study_text(load(RESULTS), ""))
    assert len(numbers) >= 8
    assert [number for number in numbers if not re.search(rf"(?<![\d.,]){number}(?![\d,])", section)] == []


# the command


@pytest.fixture
def easy(tmp_path: Path) -> Path:
    """A few positions that are solved at once."""
    lines = (POSITIONS / "late.jsonl").read_text("utf-8").splitlines()[:5]
    path = tmp_path / "easy.jsonl"
    path.write_text("\n".join(lines))
    return path


def test_a_small_sample_from_scratch(endgame: Any, easy: Path, tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"# a\n\n{BEGIN}\n{END}\n\nend\n")
    out = tmp_path / "study"
    result = endgame("study", "--set", easy, "--sample", "2", "--out", out, "--readme", readme)
    assert result.status == 0, result.err
    assert {path.name for path in out.iterdir()} >= {"results.jsonl", "README.md", "solved.svg", "maven.svg"}
    found = load(out / "results.jsonl")
    positions = len(easy.read_text("utf-8").splitlines())
    taken = [len(part.contenders) * min(2, len(range(0, positions, part.every))) for part in PARTS]
    assert [len(found.trials[part.name]) for part in PARTS] == taken
    page = (out / "README.md").read_text("utf-8")
    assert page == f"{study.TITLE}\n\n{study_text(found, '')}\n"
    assert result.out.rstrip("\n") in page and "2 positions of `easy`" in result.out
    assert readme.read_text("utf-8") == f"# a\n\n{study_text(found, 'study')}\n\nend\n"
    (out / "README.md").write_text(f"# Mine\n\n{BEGIN}\n{END}\n\nSo it ends.\n")
    again = endgame("study", "--from", out / "results.jsonl", "--out", out)
    assert again.status == 0 and again.out == result.out
    assert (out / "README.md").read_text("utf-8") == f"# Mine\n\n{study_text(found, '')}\n\nSo it ends.\n"


def test_a_page_that_is_something_else_is_not_touched(endgame: Any, tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text("# Another project\n")
    result = endgame("study", "--from", RESULTS, "--out", tmp_path)
    assert result.status == 2 and f"{page}: expected the lines " in result.err
    assert page.read_text("utf-8") == "# Another project\n" and [*tmp_path.iterdir()] == [page]


def test_ctrl_c_writes_nothing(
    endgame: Any, easy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import signal

    def stopped(*arguments: object) -> list[Trial]:
        signal.raise_signal(signal.SIGINT)
        return []

    monkeypatch.setattr(compare, "trials_of", stopped)
    monkeypatch.setattr("scrabble.bench.study.run.prepare_position", lambda *arguments: None)
    result = endgame("study", "--set", easy, "--out", tmp_path / "study")
    assert result.status == 130 and "interrupted; nothing was written" in result.err
    assert not (tmp_path / "study").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--set", "nix"], "no set 'nix': neither a file nor one of "),
        (["--from", "README.md"], "README.md: no results of a study"),
        (["--from", "nix"], "nix: No such file"),
        (["--readme", "nix"], "nix: No such file"),
        (["--readme", "LICENSE"], "LICENSE: expected the lines "),
    ],
)
def test_bad_arguments(endgame: Any, tmp_path: Path, arguments: list[str], said: str) -> None:
    result = endgame("study", "--out", tmp_path / "study", *arguments)
    assert (result.status, result.out) == (2, "") and said in result.err


def test_a_file_that_cannot_be_read_leaves_no_folder(endgame: Any, tmp_path: Path) -> None:
    outcome = endgame("study", "--from", tmp_path / "nix", "--out", tmp_path / "new")
    assert outcome.status == 2 and outcome.err.count("error: ") == 1
    assert not (tmp_path / "new").exists()


def test_results_are_a_named_file() -> None:
    assert RESULTS.name == study.RESULTS
    assert json.loads(RESULTS.read_text("utf-8").splitlines()[0])["set"]


def test_a_full_disk_leaves_the_old_results_and_a_line(endgame, tmp_path, monkeypatch):
    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "results.jsonl").write_text("old")
    monkeypatch.setattr("scrabble.bench.study.run.atomic_write", full)
    outcome = endgame("study", "--out", tmp_path, "--from", RESULTS)
    assert outcome.status == 2
    assert outcome.err == f"error: {tmp_path}: cannot be written: No space left on device\n"
    assert (tmp_path / "results.jsonl").read_text() == "old"
