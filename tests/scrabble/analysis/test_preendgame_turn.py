"""Turns with tiles in the bag: evaluated as their player sees them, written in all forms, read back."""

from __future__ import annotations

import dataclasses
import io
import json
import re
from fractions import Fraction

import pytest
from rich.console import Console

from bstar.options import Limit
from scrabble.analysis import analyse
from scrabble.analysis.batch.summary import summarize
from scrabble.analysis.preendgame_turn import evaluate_preendgame, unseen_position
from scrabble.analysis.restored import from_json
from scrabble.analysis.schema import COLUMNS, AnalysisFormatError, csv_rows, to_json, validate
from scrabble.analysis.turn import describe_turn, effective_move
from scrabble.records import gcg
from scrabble.records.replay import replay
from scrabble.report.analysis_text import analysis_text, legend, mistakes_text, players_table
from scrabble.report.annotated_gcg import BAG_MARK, annotate_gcg
from scrabble.report.pages.game import game_page
from scrabble.report.pages.graph import PANEL_HEIGHT
from scrabble.report.pages.index import index_page
from scrabble.report.preendgame_solution import chance_sum_text
from scrabble.report.preendgame_text import lost_text, verdict_text
from scrabble.solver.preendgame.search import PreendgameSearch, PreendgameTask, solve
from scrabble.solver.preendgame.solution import Estimate, Range
from tests.docs.pages import CODE, keys, section
from tests.docs.pages import rows as rows_of
from tests.doors.bridge import enable
from tests.worlds.bags import bag_world, position_of
from tests.worlds.scrabble_games import GAMES, breaking_off

MEMORY = 32 << 20


@pytest.fixture(scope="module")
def found():
    return analyse(GAMES / "g0040.gcg", enable(), limit=Limit(nodes=3_000))


def test_turns_are_judged_apart_from_the_endgame(found):
    [turn] = found.bag_turns
    assert turn.on.number == 21 and turn.count == 1 and turn.unseen == "IIMNRSSZ"
    assert [each.number for each in found] == [22, 23]
    plain = analyse(GAMES / "g0040.gcg", enable(), limit=Limit(nodes=3_000), bag=0)
    assert plain.bag_turns == ()
    assert [each.loss for each in plain] == [each.loss for each in found]
    assert [each.lost for each in plain.summaries] == [each.lost for each in found.summaries]


def test_what_the_bag_held_follows_from_the_next_rack(found):
    [turn] = found.bag_turns
    assert turn.held == "M"  # he who lays QAG of ADEEGQT has DEEMT then
    assert turn.position.rack_codes[1] == b""
    assert any(claim.kind == "held" and "held M" in claim.text for claim in turn.claims)


def test_the_data_make_the_same_analysis_again(found):
    data = json.loads(json.dumps(to_json(found)))
    validate(data)
    again = from_json(data, replay(gcg.load(GAMES / "g0040.gcg")), enable())
    assert to_json(again)["turns"] == to_json(found)["turns"]
    assert game_page(again) == game_page(found)
    for turn in data["turns"]:
        del turn["preendgame"]  # as an older version wrote them
    validate(data)
    assert from_json(data, replay(gcg.load(GAMES / "g0040.gcg")), enable()).bag_turns == ()


def test_the_keys_are_those_of_the_page_of_the_package(found):
    verdict = to_json(found)["turns"][20]["preendgame"]
    told = section("scrabble/analysis/schema.md", "JSON and CSV")
    assert keys(told, "key of a preendgame") == set(verdict)
    inner = {name: set(CODE.findall(what)) for name, what in rows_of(told, "key of a preendgame")}
    move = verdict["moves"][0]
    assert inner["`moves`, `move_count`"] == set(move) | set(move["draws"][0])


def test_a_row_of_the_table_has_the_chances(found):
    [first, *others] = csv_rows(to_json(found))
    assert set(first) == set(COLUMNS) and first["turn"] == 21
    assert 0 <= first["lost_chance_lower"] <= first["lost_chance_upper"] <= 1
    assert first["loss_lower"] == "" and all(row["lost_chance_lower"] == "" for row in others)


def test_the_page_has_a_section_with_a_table_of_draws(found):
    page = game_page(found)
    assert 'id="turn-21"' in page and "(held)" in page and 'class="draws"' in page


def test_what_is_lost_is_the_difference_to_the_best_move():
    on = describe_turn(
        replay(gcg.load(GAMES / "g0040.gcg")).turns[20], replay(gcg.load(GAMES / "g0040.gcg")), enable()
    )
    for seed in range(12):
        position, lexicon = position_of(bag_world(seed, 1))
        whole = solve(PreendgameTask(position, lexicon, MEMORY), settle_ties=True)
        assert whole.status == "proven"
        for move in {each.move for each in whole.moves[:: max(1, len(whole.moves) // 3)]}:
            turn = dataclasses.replace(on.turn, position=position, move=move, is_taken_back=False)
            solution = PreendgameSearch(PreendgameTask(position, lexicon, MEMORY), wanted=move).result()
            mine = next(each for each in solution.moves if each.move == move)
            verdict = evaluate_preendgame(
                dataclasses.replace(on, turn=turn, played=mine.text, phonies=()), solution
            )
            assert effective_move(turn) == move and solution.chance == whole.chance
            assert move.is_pass or mine.chance.is_exact
            lost = verdict.lost_chance
            if mine.chance.is_exact:
                assert lost.lower <= whole.chance.lower - mine.chance.lower <= lost.upper
                assert lost.lower == whole.chance.lower - mine.chance.lower
            assert verdict.played.text == mine.text
            assert mine.text not in whole.best or lost.lower == 0


def test_chances_lost_add_up_where_they_are_proven():
    half, part = Range(Fraction(1, 2), Fraction(1, 2)), Range(Fraction(0), Fraction(1, 8))
    assert chance_sum_text(Fraction(1), 0) == "100 %"
    assert chance_sum_text(Fraction(1, 2), 1) == "50 % + 1 open"
    assert [lost_text(each) for each in (half, part, None)] == ["50 %", "≤ 12.5 %", "?"]


def test_many_games_sum_up_chances_apart_from_points(found):
    data = to_json(found)
    data["turns"][20]["preendgame"]["lost_chance"] = {"lower": "1/8", "upper": "1/8"}
    record = {**data, "key": "0" * 64}
    figures = {each["name"]: each for each in summarize([record, record])["players"]}
    assert (figures["Alpha"]["bag_turns"], figures["Alpha"]["lost_chance"]) == (2, "1/4")
    assert figures["Alpha"]["lost_chance_open"] == figures["Beta"]["bag_turns"] == 0
    assert figures["Beta"]["lost"] == [2 * bound for bound in found.summaries[1].lost]
    told = [text.plain for text in legend(summarize([record]))]
    assert told[-2] == "win % lost: win probability lost in 1 turn with tiles in the bag"
    table = players_table(summarize([record]))
    assert table.columns[-1].header == "win % lost"
    assert list(table.columns[-1].cells) == ["12.5 %", "", "12.5 %"]
    assert mistakes_text(record).endswith("1 pre-endgame")
    index = index_page([record], summarize([record]), {record["id"]: "game.html"})
    assert "<th class=number>win % lost</th>" in index and "<td class=number>12.5 %</td>" in index
    assert "win % lost" not in index_page(
        [untold(record)], summarize([untold(record)]), {record["id"]: "game.html"}
    )


def untold(record):
    """Return the data without the turns with tiles in the bag."""
    return {**record, "turns": [{**turn, "preendgame": None} for turn in record["turns"]]}


def thrown(found, best: Fraction, played: Fraction):
    """The same analysis with these chances at its turn with tiles in the bag."""
    [turn] = found.bag_turns
    chances = {turn.best[0]: Range(best, best), turn.played.text: Range(played, played)}
    lost = best - played
    turn = dataclasses.replace(
        turn,
        chance=Range(best, best),
        moves=tuple(each._replace(chance=chances.get(each.text, each.chance)) for each in turn.moves),
        lost_chance=Range(lost, lost),
    )
    return dataclasses.replace(found, bag_turns=(turn,))


def test_what_a_player_lost_is_in_the_summary_the_sheet_and_the_tables(found):
    known = thrown(found, Fraction(3, 8), Fraction(1, 8))
    one, other = known.summaries
    assert (one.bag_turns, one.lost_chance, one.lost_chance_open) == (1, Fraction(1, 4), 0)
    assert (other.bag_turns, other.lost_chance, other.lost_chance_open) == (0, 0, 0)
    first = to_json(known)["summary"][0]
    assert (first["bag_turns"], first["lost_chance"], first["lost_chance_open"]) == (1, "1/4", 0)
    page = game_page(known)
    assert "<td class=number>25 % chance</td>" in page and "<td class=number>25 %</td>" in page
    assert "win % lost" in page and "win % lost" not in game_page(dataclasses.replace(found, bag_turns=()))


def test_a_record_has_a_note_on_the_turn(found):
    record = annotate_gcg(thrown(found, Fraction(3, 4), Fraction(1, 4)))
    again = gcg.loads(gcg.dumps(record))
    event = next(event for event in again.events if event.line == found.bag_turns[0].on.turn.event.line)
    note = again.items[again.items.index(event) + 1]
    assert note.name == "note" and note.text.isascii()
    [turn] = found.bag_turns
    chances = f"; {turn.best[0]} 3/4 (75 %), {turn.on.played} 1/4 (25 %); {turn.status}"
    assert note.text.startswith(f"{BAG_MARK} ") and note.text.endswith(chances) and "50 %" in note.text
    assert sum(getattr(item, "name", "") == "note" for item in again.items) == 3
    twice = dataclasses.replace(found, game=dataclasses.replace(found.game, record=annotate_gcg(found)))
    assert annotate_gcg(twice) == annotate_gcg(found)


def test_what_is_lost_is_said_of_the_best_move_only_where_that_is_proven(found):
    [turn] = thrown(found, Fraction(3, 4), Fraction(1, 4)).bag_turns
    lost = Range(Fraction(1, 2), Fraction(3, 4))
    for status, told in (
        ("best", f"{turn.best[0]} wins more often, by 50 % to 75 %"),
        ("best so far", f"costs 50 % to 75 % win probability; best so far {turn.best[0]}"),
    ):
        moves = tuple(
            each._replace(status=status if each.text in turn.best else "open") for each in turn.moves
        )
        known = dataclasses.replace(turn, moves=moves, lost_chance=lost, limit=None, status="bounded")
        assert verdict_text(known) == told
    known = dataclasses.replace(known, lost_chance=Range(Fraction(1, 2), Fraction(1, 2)))
    assert verdict_text(known) == f"{turn.best[0]} wins more often, by 50 %"  # its own chance is known
    unknown = dataclasses.replace(known, lost_chance=Range(Fraction(0), Fraction(1)))
    assert verdict_text(unknown) == f"open: costs about 50 % win probability; best so far {turn.best[0]}"
    guessed = [
        each._replace(chance=Range(Fraction(0), Fraction(1)), estimate=Estimate(0.6 if at else 0.72, 3.0))
        for at, each in enumerate(unknown.moves)
    ]
    unknown = dataclasses.replace(unknown, moves=tuple(guessed))
    assert verdict_text(unknown) == f"open: costs about 12 % win probability; best so far {turn.best[0]}"
    unknown = dataclasses.replace(unknown, moves=tuple(each._replace(estimate=None) for each in guessed))
    assert verdict_text(unknown) == f"open: best so far {turn.best[0]}"


@pytest.fixture(scope="module")
def unfinished():
    """The same game before the turn with a tile in the bag."""
    turn = replay(gcg.load(GAMES / "g0040.gcg")).turns[20]
    record = breaking_off("g0040", 20, f"rack1 {turn.event.rack}")
    return analyse(record, enable(), limit=Limit(nodes=3_000)), turn


def test_what_to_play_now_is_what_was_best_then(found, unfinished):
    analysis, turn = unfinished
    now, [then] = analysis.bag_to_play, found.bag_turns
    assert analysis.to_play is None and found.bag_to_play is None and analysis.bag_turns == ()
    assert (now.player_name, now.count, now.unseen) == ("Alpha", 1, then.unseen)
    assert now.position.rack_codes == (turn.position.rack_codes[0], b"") and now.move_count == then.move_count
    solved = {each.text: each.chance for each in now.moves}
    for each in then.moves:  # both are true, so that they meet
        if each.text in solved:
            assert max(each.chance.lower, solved[each.text].lower) <= min(
                each.chance.upper, solved[each.text].upper
            )
    assert analyse(analysis.record, enable(), limit=Limit(nodes=30), bag=0).bag_to_play is None


def test_what_to_play_now_is_told_in_all_forms(unfinished):
    analysis, _ = unfinished
    best = analysis.bag_to_play.best[0]
    console = Console(file=io.StringIO(), width=200)
    console.print(analysis_text(analysis))
    assert f"To play, Alpha  {best}" in console.file.getvalue()
    page = game_page(analysis)
    assert "<h2>To play: Alpha</h2>" in page and "draws of what to play" in page
    data = to_json(analysis)
    validate(json.loads(json.dumps(data)))
    assert data["to_play_preendgame"]["best"][0] == best
    again = from_json(data, analysis.game, enable())
    assert to_json(again) == data and game_page(again, "") == page
    note = annotate_gcg(analysis).items[-1]
    assert note.name == "note" and note.text.startswith(f"{BAG_MARK} to play {best}")


def test_without_a_rack_it_is_said_that_it_is_not_known():
    now = analyse(breaking_off("g0040", 20), enable(), limit=Limit(nodes=30)).bag_to_play
    assert now.status == "unknown" and "of the rack cannot be known" in now.reason and not now.best


def test_data_that_no_analysis_has_written_are_refused(found, unfinished):
    analysis, _ = unfinished
    now = to_json(analysis)["to_play_preendgame"]
    with pytest.raises(AnalysisFormatError, match="expected null, the game is over or the bag is empty"):
        from_json({**to_json(found), "to_play_preendgame": now}, found.game, enable())
    wrong = {**now, "chance": {"lower": "a half", "upper": "1"}}
    with pytest.raises(AnalysisFormatError, match=r"to_play_preendgame: .*a half"):
        from_json({**to_json(analysis), "to_play_preendgame": wrong}, analysis.game, enable())


def test_the_graph_shows_both_chances_and_says_them(found):
    page = game_page(thrown(found, Fraction(3, 4), Fraction(1, 4)))
    [at] = re.findall(r'<circle class="ring" cx="([\d.]+)" cy="([\d.]+)"', page)
    [played] = re.findall(r'<circle class="played" cx="([\d.]+)" cy="([\d.]+)"', page)
    [bar] = re.findall(r'<line class="thrown" x1="([\d.]+)" x2="\1" y1="([\d.]+)" y2="([\d.]+)"', page)
    assert at[0] == played[0] and bar == (at[0], at[1], played[1])
    assert float(played[1]) - float(at[1]) == pytest.approx(PANEL_HEIGHT / 2, abs=0.1)
    told = "turn 21, Alpha: best move wins 3/4 (75 %), the one played 1/4 (25 %)"
    [label] = re.findall('class="graph"[^>]*aria-label="([^"]*)"', page)
    assert told in label and "win probability of the best move" in page
    none = game_page(thrown(found, Fraction(1, 4), Fraction(1, 4)))
    assert 'class="ring"' in none and '<line class="thrown"' not in none
    plain = game_page(dataclasses.replace(found, bag_turns=()))
    assert "win probability of the best move" not in plain and 'circle class="ring"' not in plain


def test_the_graph_shows_where_an_open_chance_lies(found):
    known = thrown(found, Fraction(3, 4), Fraction(1, 4))
    [turn] = known.bag_turns
    chance = Range(Fraction(1, 2), Fraction(1))
    page = game_page(dataclasses.replace(known, bag_turns=(dataclasses.replace(turn, chance=chance),)))
    assert 'circle class="ring"' not in page
    [played] = re.findall(r'<circle class="played" cx="([\d.]+)"', page)
    bars = re.findall(rf'<line class="open" x1="{played}" x2="{played}" y1="([\d.]+)" y2="([\d.]+)"', page)
    assert any(float(low) - float(top) == pytest.approx(PANEL_HEIGHT / 2, abs=0.1) for top, low in bars)


def test_a_position_is_that_which_the_player_sees(found):
    on = found.bag_turns[0].on
    assert unseen_position(on).rack_codes == (on.turn.position.rack_codes[0], b"")
