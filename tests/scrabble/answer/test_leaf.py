"""An answer is shown without loading a search, and so are an answer and an analysis that are read back."""

import io
import json
import re
import subprocess
import sys

import pytest
from rich.console import Console

import scrabble
from scrabble.answer.analysis import analysis_json
from scrabble.answer.plain import from_plain
from scrabble.answer.solution import Solution, solution_json
from scrabble.game.move import PASS
from scrabble.records import gcg
from scrabble.report.solution import solution_text
from scrabble.solver import SolveOptions
from tests.worlds.scrabble_games import analysed

SEARCH = ("bstar.", "numba.", "scrabble.solver.", "scrabble.bounds.", "scrabble.movegen.")
LOADED = f"import sys; print([name for name in sys.modules if f'{{name}}.'.startswith({SEARCH})])"
SHOW = """
import json
from pathlib import Path

from rich.console import Console

import scrabble.report.solution
from scrabble.analysis.analysis import with_game
from scrabble.answer.analysis import Analysis, read_data
from scrabble.answer.plain import from_plain
from scrabble.answer.solution import Solution
from scrabble.game.tiles import Alphabet
from scrabble.records import gcg
from scrabble.records.replay import replay
from scrabble.report.analysis_text import analysis_text
from scrabble.report.columns import csv_rows
from scrabble.report.pages.game import game_page

print(from_plain(json.loads(Path("solution.json").read_text("utf-8")), Solution))
found = read_data(json.loads(Path("kept.json").read_text("utf-8")), Analysis)
record = gcg.load("kept.gcg")
Console().print(analysis_text(found))
analysis = with_game(found, replay(record, alphabet=Alphabet.load("english")))
print(csv_rows(found), game_page(analysis, "kept.gcg"))
"""
SOLUTIONS = {
    "proven": ("out-in-two", SolveOptions()),
    "stopped": ("late:17", SolveOptions(nodes=300)),
    "estimated": ("late:17", SolveOptions(solver="maven", nodes=200)),
    "outcome": ("late:17", SolveOptions(objective="outcome")),
    "one move": ("late:17", SolveOptions(nodes=300, value_of=PASS, exact=3)),
    "bag": ("preendgame:2", SolveOptions(nodes=2_000)),
    "without scores": (
        "15/5C7R1/1RAJ1L7E1/3UPO4FRITZ/3TAV4I2I1/3ERE4C1TAW/4L5O1IRE/3PANGED3TYE/4N1OXEN1F2K/4T3NAVAIDS/"
        "2THE1GLEG1W1O1/2OM7N1n1/1HUM5QAIDS1/1OS8E1I1/OBEY3DAUBRIeS EIU/ALNO 0/0 0 scores unknown;",
        SolveOptions(),
    ),
    "replies": ("out-in-two", SolveOptions(practical=True)),
}


def test_an_answer_and_an_analysis_are_read_back_and_shown_without_a_search(tmp_path):
    answer = scrabble.solve("late:17", "ENABLE", SolveOptions(nodes=300))
    (tmp_path / "solution.json").write_text(json.dumps(solution_json(answer)), "utf-8")
    analysis = analysed("g0010")
    (tmp_path / "kept.json").write_text(json.dumps(analysis_json(analysis, "kept.gcg")), "utf-8")
    (tmp_path / "kept.gcg").write_text(gcg.dumps(analysis.game.record), "utf-8")
    run = [sys.executable, "-c", f"{SHOW}\n{LOADED}"]
    text = subprocess.run(run, capture_output=True, text=True, check=True, cwd=tmp_path).stdout
    assert text.startswith(f"{answer}\n") and text.endswith("[]\n")
    assert "Best play" in text and "'game': 'kept.gcg', 'turn': 2" in text and "<html" in text


@pytest.mark.parametrize("name", SOLUTIONS)
def test_an_answer_that_was_kept_is_printed_as_it_was(name):
    source, options = SOLUTIONS[name]
    found = scrabble.solve(source, "ENABLE", options)
    kept = from_plain(json.loads(json.dumps(solution_json(found))), Solution)
    assert shown(kept) == shown(found)
    assert solution_json(kept) == solution_json(found)


def shown(solution):
    """All that is printed of an answer, without the time that it took."""
    console = Console(file=io.StringIO(), width=120)
    console.print(solution_text(solution, 0, has_lines=True))
    return re.sub(r"[0-9.]+ s\b", "", f"{solution}{console.file.getvalue()}")
