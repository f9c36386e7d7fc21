"""Claims of a search that does not look at everything, and of exchanges."""

from __future__ import annotations

import dataclasses
import io
import json
from fractions import Fraction

import pytest
from rich.console import Console

from bstar.chance.choose import ChanceSearch
from scrabble.analysis.evaluator import turn_of_solution
from scrabble.analysis.recorded_turn import describe_turn
from scrabble.answer.interval import ANY_CHANCE, Interval, exactly
from scrabble.answer.solution import solution_json
from scrabble.cli.solve import go_on_note
from scrabble.game import cgp
from scrabble.game.unseen import may_exchange
from scrabble.records import gcg
from scrabble.records.replay import replay
from scrabble.report.solution import solution_text
from scrabble.solver import PreendgameSearch, SolveOptions, solve
from scrabble.solver.preendgame import task
from scrabble.wording.chances import chance_text, wins_text
from scrabble.wording.verdicts import verdict_text
from tests.conftest import POSITIONS
from tests.doors.bridge import enable
from tests.worlds.bags import bag_world, position_of
from tests.worlds.scrabble_games import GAMES

MEMORY = 64 << 20
NODES = 10**9


def corpus(name):
    lines = (POSITIONS / "preendgame.jsonl").read_text("utf-8").splitlines()
    [found] = [each for each in map(json.loads, lines) if each["id"] == name]
    return cgp.loads(found["cgp"])


TIED = 36, 44  # worlds in which two moves win as often as each other, and more than any other


def tied(seed):
    """Return a small world with a tie, and its lexicon."""
    return position_of(bag_world(seed, 1))


def text_of(solution):
    console = Console(file=io.StringIO(), width=200)
    console.print(solution_text(solution, 3))
    return console.file.getvalue()


def test_ties_take_no_longer_than_the_chance(monkeypatch):
    """Check that a move that always wins does not wait for the best spread of all such moves."""
    monkeypatch.setattr(task, "TIES_NODES", 0)
    run = PreendgameSearch(corpus("b1s21g00020"), enable(), SolveOptions(nodes=NODES, memory=MEMORY))
    found = run.result()
    assert (found.status, found.stopped_by, found.regret) == ("bounded", "ties", 0)
    assert found.win == exactly(1)
    first, second = run._spent
    assert second <= first and first + second == found.nodes
    assert found.preendgame.is_win_proven and solution_json(found)["bag"]["is_win_proven"]
    why = "proven to win; another may win by more on average (the search for that stopped early)"
    assert why in text_of(found)
    assert "always wins" in text_of(found)
    assert "--lines 1" in go_on_note(found)


def test_the_second_objective_takes_no_longer_where_the_chance_stays_open(monkeypatch):
    """Check a search whose queries cannot settle the chance, with three tiles in the bag."""
    monkeypatch.setattr(task, "TIES_NODES", 0)
    found = solve(*position_of(bag_world(34, 3)), SolveOptions(nodes=NODES, memory=MEMORY))
    assert (found.status, found.stopped_by, found.regret) == ("bounded", "ties", Fraction(2, 15))
    claim = "not proven (nothing more can be proven); another move may win more often, by up to 13.3 %"
    assert claim in text_of(found)
    assert go_on_note(found) == ""


def test_no_time_for_ties(monkeypatch):
    """Check that only chances are queried."""
    monkeypatch.setattr(PreendgameSearch, "_may_cost", lambda self, query: query.objective == 0)
    found = solve(*tied(TIED[0]), SolveOptions(memory=MEMORY))
    assert (found.status, found.stopped_by, found.regret) == ("bounded", "ties", 0)


def test_the_proof_of_the_chance_is_said_while_the_search_goes_on():
    run = PreendgameSearch(*tied(36), SolveOptions(memory=MEMORY, settle_ties=True))
    found = [run._snapshot()]
    while (query := run._next_query()) is not None:
        run._take(run._answers([query]))
        found.append(run._snapshot())
    said = [each.is_win_proven for each in found]
    assert said == sorted(said) and 0 < sum(said) < len(said)
    [win] = {each.win for each in found if each.is_win_proven}
    assert win == exactly(1)


@pytest.mark.parametrize("bag", [1, 2])
def test_no_time_is_spent_on_the_spread_where_only_the_outcome_is_asked_for(bag):
    name = {1: "b1s21g00080", 2: "b2s22g00011"}[bag]
    run = PreendgameSearch(corpus(name), enable(), SolveOptions(memory=MEMORY, objective="outcome"))
    found = run.result()
    assert (found.status, found.objective, found.outcome, run._spent[1]) == ("proven", "outcome", "won", 0)
    assert not found.spread.is_exact and found.moves[0].status == "best"
    assert {each.status for each in found.moves} <= {"best", "not better", "worse"}


def test_the_answer_compares_all_moves_only_a_few_times(monkeypatch):
    """Check that the time for the answer grows with the number of moves, not with its square."""
    run = PreendgameSearch(*tied(36), SolveOptions(memory=MEMORY, settle_ties=True))
    run.run()
    comparisons, best = [], ChanceSearch.best
    monkeypatch.setattr(
        ChanceSearch, "best", property(lambda choice: comparisons.append(0) or best.fget(choice))
    )
    found = run.solution
    assert found.status == "proven" and len(comparisons) < 20 < len(found.moves)


@pytest.mark.parametrize("seed", TIED)
def test_ties_are_settled_if_that_is_wanted(monkeypatch, seed):
    monkeypatch.setattr(task, "TIES_NODES", 0)
    options = SolveOptions(nodes=NODES, memory=MEMORY)
    assert solve(*tied(seed), options).stopped_by == "ties"
    found = solve(*tied(seed), dataclasses.replace(options, settle_ties=True))
    assert (found.status, found.stopped_by) == ("proven", None)


@pytest.mark.parametrize("seed", TIED)
def test_the_chance_of_the_move_made_is_found_before_the_search_ends(monkeypatch, seed):
    """Check that the loss of the move made is searched even when the time for ties is over."""
    monkeypatch.setattr(task, "TIES_NODES", 0)
    options = SolveOptions(nodes=NODES, memory=MEMORY)
    moves = solve(*tied(seed), options).moves
    wanted = next(each for each in moves if not each.win.is_exact and not each.is_pass)
    for value_of in (tied(seed)[0].parse_move(wanted.text), wanted.text):
        found = solve(*tied(seed), dataclasses.replace(options, value_of=value_of))
        assert found.stopped_by == "ties"
        assert next(each for each in found.moves if each.text == wanted.text).win.is_exact
        assert found.evaluated_move in found.moves and found.evaluated_move.text == wanted.text


@pytest.mark.parametrize("seed", range(6))
def test_exchanges_are_moves_like_others(seed):
    position, lexicon = position_of(bag_world(seed, 1))
    allowed = with_exchanges(position)
    assert may_exchange(allowed) and not may_exchange(position)
    options = SolveOptions(objective=("win", "spread")[seed % 2], memory=MEMORY, settle_ties=True)
    usual, found = (solve(each, lexicon, options) for each in (position, allowed))
    assert usual.status == found.status == "proven"
    exchanges = [each for each in found.moves if each.text.startswith("exchange")]
    assert len(exchanges) == len(set(position.rack_codes[0]))
    assert len(found.moves) == len(usual.moves) + len(exchanges)
    plays = {each.text: each for each in usual.moves if each.is_play}
    for each in found.moves:  # a play with one tile in the bag leaves nothing to exchange
        if each.is_play and each.win.is_exact and plays[each.text].win.is_exact:
            assert each.win == plays[each.text].win


def with_exchanges(position):
    return dataclasses.replace(position, rules=dataclasses.replace(position.rules, exchange_limit=1))


def test_a_recorded_exchange_has_a_loss():
    """Check an exchange with one tile in the bag: against the rules it has none."""
    replayed = replay(gcg.load(GAMES / "g0040.gcg"), alphabet=enable().alphabet)
    [turn] = [each for each in replayed.turns if each.bag == 1]
    tile = turn.position.rack_codes[0][-1:]
    name = f"exchange {turn.position.alphabet.rack_text(tile)}"
    event = dataclasses.replace(turn.event, move=f"-{turn.position.alphabet.decode(tile)}", score=0)
    turn = dataclasses.replace(turn, event=event, move=None, used=tile, score=0)
    position = dataclasses.replace(
        turn.position, rack_codes=(turn.position.rack_codes[0], b""), previous=None
    )
    usual = solve(position, enable(), SolveOptions(nodes=300, memory=MEMORY))
    described = describe_turn(turn, replayed, enable())
    assert turn_of_solution(described, usual, "ENABLE").made_move is None and described.played == event.move
    turn = dataclasses.replace(turn, position=with_exchanges(turn.position))
    described = describe_turn(turn, replayed, enable())
    options = SolveOptions(nodes=300, memory=MEMORY, value_of=turn.effective_move)
    found = solve(with_exchanges(position), enable(), options)
    evaluated = turn_of_solution(described, found, "ENABLE")
    assert evaluated.status == "bounded" and "exchange" not in verdict_text(evaluated).partition(";")[2]
    assert evaluated.made_move.text == name and evaluated.is_counted
    others = [each.win.upper for each in found.moves if each.text != name]
    assert evaluated.win_loss.upper == max(0, max(others) - evaluated.made_move.win.lower)


EIGHTHS = [Fraction(1, 8)] * 8
WON, LOST, DRAWN = (exactly(Fraction(each)) for each in (1, 0, Fraction(1, 2)))


@pytest.mark.parametrize(
    ("chance", "draws", "said"),
    [
        (WON, [], "always wins"),
        (LOST, [], "never wins"),
        (ANY_CHANCE, [], "win probability open"),
        (Interval(Fraction(1, 4), Fraction(1)), [], "wins at least 1/4 (25 %)"),
        (exactly(Fraction(5, 8)), [WON] * 5 + [LOST] * 3, "wins with 5 of 8 draws (62.5 %)"),
        (exactly(Fraction(5, 8)), [WON] * 4 + [DRAWN] * 2 + [LOST] * 2, "wins 5/8 (62.5 %)"),
        (exactly(Fraction(5, 8)), [], "wins 5/8 (62.5 %)"),
    ],
)
def test_chances_in_plain_words(chance, draws, said):
    assert wins_text(chance, zip(EIGHTHS, draws, strict=False)) == said


def test_chances_in_a_table():
    assert [chance_text(each) for each in (WON, LOST, DRAWN)] == ["100 %", "0 %", "1/2 (50 %)"]
    assert chance_text(Interval(Fraction(0), Fraction(1))) == chance_text(ANY_CHANCE) == "open"
