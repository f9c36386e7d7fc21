"""Points lost: a sum is that of the numbers shown above it; a phony and an open turn are none of them."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest
from rich.console import Console

from scrabble.analysis import analyse, analyse_replay
from scrabble.analysis.evaluator import PositionEvaluator
from scrabble.answer.analysis import Analysis, analysis_json, read_data
from scrabble.answer.interval import exactly
from scrabble.records.replay import replay
from scrabble.report.analysis_text import analysis_text
from scrabble.report.columns import csv_names, csv_rows
from scrabble.report.pages.game import game_page
from scrabble.solver import SolveOptions
from tests.worlds.mixed_turns import mixed_analyses
from tests.worlds.scrabble_games import analysed, breaking_off, enable, game, with_phony, without_racks


@pytest.fixture(scope="module")
def phony():
    """A game in which a player, after a mistake, plays a phony that stays."""
    record, _ = with_phony("g0034", 25, is_taken_back=False)
    return analyse(record, enable(), max_bag=0)


@pytest.fixture(scope="module")
def stopped():
    """A game of which not everything is proven."""
    found = analyse_replay(
        replay(game("g0022")), PositionEvaluator(enable(), SolveOptions(nodes=30)), max_bag=0
    )
    assert any(not turn.loss.is_exact for turn in found) and any(turn.loss.exact for turn in found)
    return found


def text_of(analysis) -> str:
    console = Console(file=io.StringIO(), width=200)
    console.print(analysis_text(analysis))
    return console.file.getvalue()


def shown(analysis) -> dict[str, list[str]]:
    """Return the losses of each player in the table of turns."""
    lines = text_of(analysis).splitlines()
    head = next(line for line in lines if line.startswith("turn  player"))
    end = head.index("lost") + len("lost")
    found: dict[str, list[str]] = {name: [] for name in analysis.players}
    for line in lines[lines.index(head) + 1 :]:
        if not line.strip():
            break
        found[line.split()[1]].append(line[:end].split("  ")[-1].strip())
    return found


def sums(analysis) -> dict[str, str]:
    """The sums of the players, from the table below."""
    lines = text_of(analysis).splitlines()
    head = next(line for line in lines if line.startswith("player"))
    start, end = head.index("lost") - 2, head.index("thrown")
    return {
        line.split()[0]: line[start:end].strip()
        for line in lines[lines.index(head) + 1 :]
        if line.split()[0] in analysis.players
    }


@pytest.mark.parametrize("name", ["g0022", "g0030", "g0034"])
def test_a_sum_is_that_of_the_numbers_above_it(name):
    found = analysed(name)
    assert {name: str(sum(map(int, lost))) for name, lost in shown(found).items()} == sums(found)


def test_a_phony_that_stayed_has_neither_points_nor_grade(phony):
    turn = list(phony)[-1]
    assert turn.phonies and not turn.replayed.is_taken_back and turn.loss.exact is not None
    assert (turn.grade, turn.is_counted, turn.is_mistake) == ("phony", False, False)
    assert turn not in phony.mistakes
    summary = phony.summary[turn.player - 1]
    graded = summary.best + summary.small + summary.medium + summary.large
    assert (summary.unchallenged_phonies, summary.turns) == (1, graded + 1)


def test_the_sheet_and_the_sum_agree_about_a_phony(phony):
    turn = list(phony)[-1]
    own = shown(phony)[turn.player_name]
    assert own[-1] == "phony"
    assert sums(phony)[turn.player_name] == str(sum(int(lost) for lost in own[:-1])) != "0"
    page = game_page(phony)
    sheet = page[page.index('<table class="sheet">') :]
    assert sheet.count("<td class=number>phony</td>") == 1
    assert "phony: left on the board, so not graded" in text_of(phony)
    assert "<dt>phony</dt><dd>not in the lexicon, but left on the board, so not graded" in page
    assert "phony: stayed" not in text_of(analysed("g0030"))


def test_a_phony_adds_nothing_to_a_column_of_numbers(phony):
    data = phony
    table = io.StringIO()
    writer = csv.DictWriter(table, csv_names())
    writer.writerows(csv_rows(data))
    found = list(csv.DictReader(io.StringIO(table.getvalue()), csv_names()))
    assert (found[-1]["grade"], found[-1]["loss_lower"], found[-1]["loss_upper"]) == ("phony", "", "")
    assert found[-1]["spread_after_lower"]
    for summary in data.summary:
        own = [
            int(row["loss_lower"])
            for row in found
            if row["player"] == str(summary.player) and row["loss_lower"]
        ]
        assert summary.loss == exactly(sum(own)) and summary.loss_proven == sum(own)


def test_one_open_turn_does_not_spoil_the_sum(stopped):
    for summary in stopped.summary:
        losses = [turn.loss for turn in stopped if turn.player - 1 == summary.player - 1]
        assert summary.loss_proven == summary.loss.lower == sum(loss.lower for loss in losses)
        open_count = sum(not loss.is_exact for loss in losses)
        assert summary.loss_undecided == open_count
        expected = f"≥ {summary.loss_proven}  ({open_count} open)" if open_count else f"{summary.loss_proven}"
        assert sums(stopped)[summary.name] == expected
    assert "open: turns that may have lost more than is proven" in text_of(stopped)
    assert "open:" not in text_of(analysed("g0022"))


def test_turns_whose_racks_cannot_be_known_may_have_lost_points():
    found = analyse(without_racks(breaking_off("g0004", 23)), enable())
    assert [turn.status for turn in found] == ["unknown", "unknown"]
    for summary in found.summary:
        assert (summary.unknown, summary.loss_proven, summary.loss_undecided) == (1, 0, 1)
        assert sums(found)[summary.name] == "≥ 0  (1 open)"


@pytest.mark.parametrize("name", ["decided", "equal chances", "lost", "open", "phony", "challenged off"])
def test_what_a_player_lost_is_the_sum_of_the_turns(name):
    """With the turns that have tiles in the bag and lost points only, and those that were not evaluated."""
    record = read_data(analysis_json(mixed_analyses()[name]), Analysis)
    for summary in record.summary:
        own = [turn for turn in record.turns if turn.player == summary.player]
        losses = [turn.counted_loss for turn in own]
        unknown = sum(turn.status == "unknown" for turn in own)
        assert Fraction(summary.loss_proven) == sum(each.lower for each in losses)
        assert summary.loss_undecided == unknown + sum(not each.is_exact for each in losses)
