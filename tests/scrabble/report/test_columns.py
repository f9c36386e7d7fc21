"""Each cell of every table of turns and of players, compared with the JSON of the same turn or player."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace as with_fields

from scrabble.analysis import analyse
from scrabble.analysis.batch.results import AnalysisRecord
from scrabble.analysis.batch.summary import summarize
from scrabble.answer.analysis import Analysis, AnalysisFormatError, analysis_json, read_data
from scrabble.answer.plain import as_json, as_plain
from scrabble.records import gcg
from scrabble.report.analysis_text import analysis_text, games_table, kinds_table, players_table
from scrabble.report.blocks import Group
from scrabble.report.columns import TURN_COLUMNS, TableKind, csv_names, csv_rows, players_csv
from scrabble.report.pages.game import game_page
from scrabble.report.pages.index import index_page
from scrabble.report.tables import Table
from tests.conftest import DATA
from tests.worlds.mixed_turns import mixed_analyses
from tests.worlds.scrabble_games import as_record, enable, record_data

OPEN = ("open", "both open", "open chances")
NAMES = (*OPEN, "changed", "lost", "chances", "equal chances", "decided", "phony", "challenged off")
INTERVALS = ("spread", "win", "spread_after", "win_after")
of_every_sort = pytest.mark.parametrize("name", NAMES)


def found(name):
    return mixed_analyses()[name]


def data_of(name):
    """The JSON of an analysis, as a program reads it."""
    return json.loads(json.dumps(analysis_json(found(name), f"{name}.gcg")))


def number(wire):
    return None if wire is None else Fraction(wire)


def points(value) -> str:
    """A number of points, a mean with one decimal."""
    return str(int(value)) if value == int(value) else f"{float(value):.1f}"


def percent(share) -> str:
    return f"{points(Fraction(round(share * 1000), 10))} %"


def evaluated(data):
    return [turn for turn in data["turns"] if turn["evaluation"] is not None]


def is_phony(turn) -> bool:
    return bool(turn["phonies"]) and not turn["is_taken_back"]


def counts_points(turn) -> bool:
    """Whether the loss of a turn is in points."""
    verdict = turn["evaluation"]
    lost = number(verdict["loss"][0])
    return not turn["bag"] or (verdict["win_loss"] == [0, 0] and lost is not None and lost > 0)


def test_there_are_turns_of_every_sort():
    turns = [turn for name in NAMES for turn in evaluated(data_of(name))]
    verdicts = [turn["evaluation"] for turn in turns]
    assert {turn["player"] for turn in turns} == {1, 2}
    assert {0, 1} <= {turn["bag"] for turn in turns}
    assert {"none", "small", "large", "open", "phony"} <= {verdict["grade"] for verdict in verdicts}
    assert any(turn["is_taken_back"] for turn in turns) and any(map(is_phony, turns))
    assert any(verdict["spread"] != verdict["spread_after"] for verdict in verdicts)
    assert any(number(verdict["spread"][0]) < 0 for verdict in verdicts)
    assert any(verdict["result_change"] for verdict in verdicts)
    for player in (1, 2):
        mine = [turn["evaluation"] for turn in turns if turn["player"] == player and not turn["bag"]]
        assert any(verdict["estimate"] for verdict in mine) and any(verdict["loss"][0] for verdict in mine)


@of_every_sort
def test_the_data_are_what_their_types_say(name):
    data = analysis_json(found(name), f"{name}.gcg")
    assert json.loads(json.dumps(data)) == data
    assert as_plain(read_data(data, Analysis)) == data


@pytest.mark.parametrize("given", [None, "x", "\ud800", {}])  # half of a surrogate pair is no Unicode
def test_data_with_a_number_that_is_none_are_refused(given):
    data = data_of("lost")
    data["turns"][0]["turn"] = given
    with pytest.raises(AnalysisFormatError):
        read_data(data, Analysis)


@of_every_sort
def test_csv(name):
    data = data_of(name)
    written = io.StringIO()
    table = csv.DictWriter(written, csv_names())
    table.writeheader()
    table.writerows(csv_rows(with_fields(found(name), id=f"{name}.gcg")))
    rows = list(csv.DictReader(io.StringIO(written.getvalue())))
    turns = [turn for turn in data["turns"] if turn["status"] != "not analysed"]
    assert [row["turn"] for row in rows] == [str(turn["turn"]) for turn in turns] and rows
    for row, turn in zip(rows, turns, strict=True):
        verdict = turn["evaluation"]
        expected = {"game": f"{name}.gcg", "best": " | ".join(verdict["best"])}
        for key in ("turn", "line", "player", "name", "played", "score", "lead", "bag", "status"):
            expected[key] = str(turn[key])
        for key in ("grade", "result_change", "seconds"):
            expected[key] = str(verdict[key])
        expected["known"] = verdict["known"] or ""
        expected["phonies"] = " ".join(turn["phonies"])
        bounds = {key: verdict[key] for key in INTERVALS}
        bounds["value"] = [None, None]
        if not turn["bag"]:
            bounds["value"] = [None if end is None else end - turn["lead"] for end in verdict["spread"]]
        is_counted = not is_phony(turn)
        bounds["loss"] = verdict["loss"] if is_counted and counts_points(turn) else [None, None]
        bounds["win_loss"] = verdict["win_loss"] if is_counted and turn["bag"] else [None, None]
        for key, ends in bounds.items():
            for side, end in zip(("lower", "upper"), ends, strict=True):
                cell = row.pop(f"{key}_{side}")
                assert (number(end) if end is not None else None) == (Fraction(cell) if cell else None), (
                    turn["turn"],
                    key,
                    side,
                )
        assert row == expected


def likely(ends, estimate, key: str):
    """The number of an interval, or its estimate."""
    return number(ends[0]) if ends[0] == ends[1] else Fraction(estimate[key])


def points_cell(ends, about, sign: str = "") -> str:
    """Points as a table has them: known or estimated."""
    if ends[0] == ends[1]:
        return f"{ends[0]:{sign}}"
    return f"about {int(about):{sign}}"


def lost_cell(turn) -> str:
    """The loss of an endgame turn."""
    verdict = turn["evaluation"]
    if is_phony(turn):
        return "phony"
    before = likely(verdict["spread"], verdict["estimate"], "spread")
    after = likely(verdict["spread_after"], verdict["estimate_after"], "spread")
    lower, upper = map(number, verdict["loss"])
    return points_cell(verdict["loss"], min(max(before - after, lower), upper))


def played_marks(turn) -> str:
    marks = ["phony"] * bool(turn["phonies"]) + ["challenged off"] * turn["is_taken_back"]
    return f"{turn['played']} ({', '.join(marks)})" if marks else turn["played"]


def best_cell(turn) -> str:
    """The best move of an endgame; those that differ only in a blank count once."""
    verdict = turn["evaluation"]
    first = "=" if verdict["loss"] == [0, 0] and not is_phony(turn) else verdict["best"][0]
    others = len({re.sub("[a-z]", "?", move) for move in verdict["best"]}) - 1
    return first + f" and {others} more" * bool(others)


def endgame_row(turn) -> dict[str, str]:
    """The row of an endgame turn in the text, by its headings."""
    verdict, lead = turn["evaluation"], turn["lead"]
    final = verdict["spread_after"]
    about, after = verdict["estimate"], verdict["estimate_after"]
    change = verdict["result_change"].replace(" to ", "→")
    grade = "" if verdict["grade"] in ("none", "phony") else verdict["grade"]
    return {
        "turn": str(turn["turn"]),
        "player": turn["name"],
        "played": played_marks(turn),
        "pts": str(turn["score"]),
        "best": best_cell(turn),
        "value": points_cell([end - lead for end in verdict["spread"]], about and about["value"], "+"),
        "lost": lost_cell(turn),
        "final": points_cell(final, after and after["spread"], "+"),
        "": ", ".join(filter(None, (grade, change))),
    }


def chance_row(turn) -> dict[str, str]:
    """The row of a turn with tiles in the bag."""
    verdict = turn["evaluation"]
    chance = number(verdict["win"][0])
    shown = percent(chance) if chance in (0, 1) else f"{chance} ({percent(chance)})"
    if verdict["win"][0] != verdict["win"][1]:
        shown = f"about {100 * verdict['moves'][0]['estimate']['win']:.0f} %"
    return {
        "turn": str(turn["turn"]),
        "player": turn["name"] if len(turn["name"]) <= 12 else f"{turn['name'][:11]}…",
        "played": played_marks(turn),
        "pts": str(turn["score"]),
        "bag": str(turn["bag"]),
        "best": "=" if turn["played"] in verdict["best"] else verdict["best"][0],
        "win %": shown,
        "win % lost": chance_lost(turn),
    }


def chance_lost(turn) -> str:
    """What a turn with tiles in the bag lost."""
    verdict = turn["evaluation"]
    if counts_points(turn):
        return f"{points(number(verdict['loss'][0]))} points"
    if verdict["win_loss"][0] == verdict["win_loss"][1]:
        return percent(number(verdict["win_loss"][0]))
    before = verdict["moves"][0]["estimate"]["win"]
    return f"about {100 * (before - verdict['estimate_after']['win']):.0f} %"


def tables_of(group: Group) -> list[Table]:
    return [each for each in group.blocks if isinstance(each, Table)]


def rows_of(table: Table) -> list[dict[str, str]]:
    """The rows of a table in the terminal, by heading."""
    headings = [column.heading for column in table.columns]
    return [dict(zip(headings, map(str, cells), strict=True)) for cells in table.rows]


@of_every_sort
def test_the_text_of_a_game(name):
    data = data_of(name)
    tables = tables_of(analysis_text(found(name)))
    with_bag = [turn for turn in evaluated(data) if turn["bag"]]
    endgame = [turn for turn in evaluated(data) if not turn["bag"]]
    expected = [list(map(chance_row, with_bag))] * bool(with_bag) + [list(map(endgame_row, endgame))] * bool(
        endgame
    )
    for table, rows in zip(tables[:-1], expected, strict=True):
        made = rows_of(table)
        for row in made:
            row["best"] = re.sub(r" \(or [^)]*\)", "", row["best"])
        assert made == rows
    assert len(tables) == len(expected) + 1
    assert rows_of(tables[-1]) == in_use(list(map(player_row, data["summary"])))


@of_every_sort
def test_the_figures_of_a_player_are_those_of_the_turns(name):
    data = data_of(name)
    for player, figures in enumerate(data["summary"], 1):
        mine = [turn for turn in evaluated(data) if turn["player"] == player]
        endgame = [turn for turn in mine if not turn["bag"]]
        grades = Counter(turn["evaluation"]["grade"] for turn in mine if counts_points(turn))
        assert (figures["player"], figures["name"]) == (player, data["players"][player - 1])
        assert (figures["turns"], figures["preendgame_turns"]) == (len(endgame), len(mine) - len(endgame))
        for key in ("small", "medium", "large", "open"):
            assert figures[key] == grades[key], key
        assert (figures["best"], figures["unchallenged_phonies"]) == (grades["none"], grades["phony"])
        changes = [turn["evaluation"]["result_change"] for turn in endgame if not is_phony(turn)]
        assert figures["thrown_wins"] == sum(change.startswith("win") for change in changes)
        phonies = [turn for turn in data["turns"] if turn["player"] == player and turn["phonies"]]
        assert figures["phonies"] == len(phonies)
        losses = [turn["evaluation"]["loss"] for turn in mine if counts_points(turn) and not is_phony(turn)]
        chances = [turn["evaluation"]["win_loss"] for turn in mine if turn["bag"] and not is_phony(turn)]
        assert number(figures["loss"][0]) == sum(number(loss[0]) for loss in losses)
        assert figures["loss_proven"] == figures["loss"][0]
        assert figures["loss_undecided"] == sum(lower != upper for lower, upper in losses)
        assert number(figures["win_loss_proven"]) == sum(number(loss[0]) for loss in chances)
        assert figures["win_loss_undecided"] == sum(lower != upper for lower, upper in chances)


def player_row(figures) -> dict[str, str]:
    """The row of a player in the text; "" stands for what an open sum lacks."""
    least, undecided = number(figures["loss"][0]), figures["loss_undecided"]
    row = {"player": figures["name"]}
    if "games" in figures:
        row |= {"player": figures["name"] or "all", "games": str(figures["games"])}
    row |= {key: str(figures[key]) for key in ("turns", "best", "small", "medium", "large")}
    row["phony"] = str(figures["unchallenged_phonies"])
    row["lost"] = f"{'≥ ' * bool(undecided)}{points(least)}"
    row[""] = f"({undecided} open)" if undecided else ""
    row["wins thrown away"] = str(figures["thrown_wins"])
    open_chances = figures["win_loss_undecided"]
    chance = f"{'≥ ' * bool(open_chances)}{percent(number(figures['win_loss_proven']))}"
    chance += f" ({open_chances} open)" * bool(open_chances)
    row["win % lost"] = chance if figures["preendgame_turns"] else ""
    return row


def rate_cell(figures) -> str:
    """The points lost for each turn."""
    low, high = (bound and points(number(bound) / figures["turns"]) for bound in figures["loss"])
    return f"≥ {low}" if high is None else low if low == high else f"{low} to {high}"


def in_use(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """Rows without the columns that are left out where they say nothing."""
    nothing = {"phony": "0", "": "", "win % lost": ""}
    empty = {key for key, text in nothing.items() if all(row.get(key) == text for row in rows)}
    return [{key: text for key, text in row.items() if key not in empty} for row in rows]


def record_of(name) -> AnalysisRecord:
    return as_record(record_data(found(name), f"{name}.gcg", name))


def summary_of_all():
    return summarize([record_of(name) for name in NAMES])


def test_the_players_of_many_games():
    summary = summary_of_all()
    figures = json.loads(as_json(summary))
    everybody = [*figures["players"], figures["total"]]
    rows = in_use(list(map(player_row, everybody)))
    kinds = kinds_table(summary)
    assert kinds is not None
    rates = {each["name"]: rate_cell(each) for each in everybody}
    assert all(row["lost per turn"] == rates[row["player"]] for row in rows_of(kinds))
    assert rows_of(players_table(summary)) == rows and rows[-1][""] and rows[-1]["win % lost"]
    for each in everybody:
        mine = [
            turn
            for name in NAMES
            for turn in evaluated(data_of(name))
            if each["name"] in ("", turn["name"]) and not is_phony(turn)
        ]
        losses = [list(map(number, turn["evaluation"]["loss"])) for turn in mine if counts_points(turn)]
        chances = [list(map(number, turn["evaluation"]["win_loss"])) for turn in mine if turn["bag"]]
        assert number(each["loss"][0]) == number(each["loss_proven"]) == sum(least for least, _ in losses)
        assert number(each["loss"][1]) == sum(most for _, most in losses)
        assert each["loss_undecided"] == sum(least < most for least, most in losses)
        assert number(each["win_loss_proven"]) == sum(least for least, _ in chances)
        assert each["win_loss_undecided"] == sum(least < most for least, most in chances)
        assert each["preendgame_turns"] == len(chances)


def test_the_players_of_many_games_in_csv():
    summary = summary_of_all()
    for row, each in zip(
        csv.DictReader(io.StringIO(players_csv(summary))),
        json.loads(as_json(summary))["players"],
        strict=True,
    ):
        lower, upper = each.pop("loss")
        each |= {"loss_lower": lower, "loss_upper": upper}
        assert set(row) == set(each) - {"kinds", "dates"}
        assert row.pop("name") == each["name"]
        assert {key: Fraction(text) for key, text in row.items()} == {key: number(each[key]) for key in row}


def test_a_row_of_each_game():
    records = [record_of(name) for name in NAMES]
    for name, row in zip(NAMES, games_table(records).rows, strict=True):
        data = data_of(name)
        cells = [f"{name}.gcg"]
        for figures, final in zip(data["summary"], data["final"], strict=True):
            cells += [figures["name"], str(final), player_row(figures)["lost"]]
        assert list(map(str, row[:-1])) == cells


def cells_of(page: str, table: str) -> list[list[str]]:
    """The cells of a table of a page, without the marks."""
    body = re.search(rf'<table class="{table}".*?</table>', page, re.DOTALL)
    assert body is not None
    rows = re.findall(r"<tr.*?(?=<tr|</tbody|</table)", body[0], re.DOTALL)
    texts = [re.findall(r"<t[dh][^>]*>(.*?)(?=<t[dh]|</t[dh]|</tr|$)", row, re.DOTALL) for row in rows]
    return [[html.unescape(re.sub(r"<[^>]*>", "", text)).strip() for text in row] for row in texts]


def one_sum(row: dict[str, str]) -> str:
    """The points lost by a player, in a single cell."""
    return f"{row['lost']} {row['']}".strip()


@of_every_sort
def test_the_page_of_a_game(name):
    data, page = data_of(name), game_page(found(name))
    headings, *rows = cells_of(page, "summary")
    for cells, figures, final in zip(rows, data["summary"], data["final"], strict=True):
        row = dict(zip(headings, cells, strict=True))
        expected = player_row(figures)
        assert (row.pop("final"), row.pop("lost")) == (str(final), one_sum(expected))
        assert row == {key: expected[key] for key in row}
    headings, *rows = cells_of(page, "sheet")
    sheet = {row[0]: dict(zip(headings, row, strict=True)) for row in rows if row[0]}
    for turn in evaluated(data):
        row, verdict = sheet[str(turn["turn"])], turn["evaluation"]
        marks = "*" * bool(turn["phonies"]) + " (challenged off)" * turn["is_taken_back"]
        assert (row["player"], row["played"]) == (turn["name"], f"{turn['played']}{marks}")
        assert (row["pts"], row["total"]) == (str(turn["score"]), str(turn["total"]))
        if not turn["bag"]:
            lost = lost_cell(turn)
            assert row["lost"] == ("best" if verdict["loss"] == [0, 0] and not is_phony(turn) else lost)
        elif verdict["win_loss"] == [0, 0] and not counts_points(turn):
            assert row["lost"] == "best"
        else:
            assert row["lost"] == chance_lost(turn) + " win" * (not counts_points(turn))


def test_the_index():
    summary = summary_of_all()
    names = {f"{name}.gcg": f"{name}.html" for name in NAMES}
    page = index_page([record_of(name) for name in NAMES], summary, names)
    figures = json.loads(as_json(summary))
    headings, *rows = cells_of(page, "standings")
    for cells, each in zip(rows, [*figures["players"], figures["total"]], strict=True):
        row, expected = dict(zip(headings, cells, strict=True)), player_row(each)
        assert row.pop("lost") == one_sum(expected) and row.pop("per turn") == rate_cell(each)
        assert row == {key: expected[key] for key in row}
    _, *rows = cells_of(page, "games")
    for name, cells in zip(NAMES, rows, strict=True):
        assert cells[0].endswith(f"{name}.gcg")
        assert cells[1:3] == [one_sum(player_row(each)) for each in data_of(name)["summary"]]
    turns = [turn for name in NAMES for turn in evaluated(data_of(name)) if not is_phony(turn)]
    losses = [turn["evaluation"]["loss"] for turn in turns if counts_points(turn)]
    most = sorted((loss for loss in losses if number(loss[0]) > 0), key=lambda loss: -number(loss[0]))
    shown = [f"{'≥ ' * (lower != upper)}{points(number(lower))}" for lower, upper in most]
    _, *rows = cells_of(page, "costly")
    assert [row[0] for row in rows[:10]] == shown[:10] and any("≥" in text for text in shown[:10])


def test_the_total_of_the_sheet_is_that_of_the_record_before_a_bonus_for_a_challenge():
    text = (DATA / "gcg" / "challenges.gcg").read_text("utf-8")
    play = ">beta: ILNOPRT E4 POI +28 440\n"
    head, tail = text.split(play)
    tail = tail.replace("+0 440", "+0 445").replace("-10 430", "-10 435")
    analysis = analyse(gcg.loads(f"{head}{play}>beta: LNRT (challenge) +5 445\n{tail}"), enable())
    [column] = [each for each in TURN_COLUMNS if each.heading == "total" and TableKind.SHEET in each.tables]
    totals = {turn.made: column.cell(turn) for turn in analysis.turns if turn.evaluation is not None}
    assert (totals["E4 POI"], totals["B1 REES"]) == (440, 346)
    bonus = next(turn.replayed.bonus for turn in analysis.turns if turn.made == "E4 POI")
    assert bonus == 5
