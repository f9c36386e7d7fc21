"""An answer is shown without loading a search, and so is an analysis that is read back."""

import json
import subprocess
import sys

import pytest

from scrabble.answer.analysis import analysis_json
from scrabble.records import gcg
from tests.worlds.scrabble_games import analysed

SEARCH = ("bstar.", "numba.", "scrabble.solver.", "scrabble.bounds.", "scrabble.movegen.")
LOADED = f"import sys; print([name for name in sys.modules if f'{{name}}.'.startswith({SEARCH})])"
SHOW = """
import json
from pathlib import Path

from rich.console import Console

from scrabble.analysis.analysis import with_game
from scrabble.answer.analysis import Analysis, read_data
from scrabble.game.tiles import Alphabet
from scrabble.records import gcg
from scrabble.records.replay import replay
from scrabble.report.analysis_text import analysis_text
from scrabble.report.columns import csv_rows
from scrabble.report.pages.game import game_page

found = read_data(json.loads(Path("kept.json").read_text("utf-8")), Analysis)
record = gcg.load("kept.gcg")
Console().print(analysis_text(found))
analysis = with_game(found, replay(record, alphabet=Alphabet.load("english")))
print(csv_rows(found), game_page(analysis, "kept.gcg"))
"""


def printed(code: str, folder: object = None) -> str:
    run = [sys.executable, "-c", code]
    return subprocess.run(run, capture_output=True, text=True, check=True, cwd=folder).stdout


@pytest.mark.parametrize("module", ["answer.solution", "report.solution", "report.decisions"])
def test_an_answer_is_shown_without_a_search(module):
    assert printed(f"import scrabble.{module}\n{LOADED}") == "[]\n"


def test_an_analysis_is_read_back_and_shown_without_a_search(tmp_path):
    analysis = analysed("g0010")
    (tmp_path / "kept.json").write_text(json.dumps(analysis_json(analysis, "kept.gcg")), "utf-8")
    (tmp_path / "kept.gcg").write_text(gcg.dumps(analysis.game.record), "utf-8")
    text = printed(f"{SHOW}\n{LOADED}", tmp_path)
    assert "Best play" in text and "'game': 'kept.gcg', 'turn': 2" in text and "<html" in text
    assert text.endswith("[]\n")
