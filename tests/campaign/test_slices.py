"""A slice of each campaign, with the solvers whose kernels other tests need too."""

from __future__ import annotations

import json
import random
from collections import Counter
from types import ModuleType

import pytest

from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.solver import SMALLEST_MEMORY, SolveOptions
from scrabble.solver.names import MAVEN
from tests.campaign import big, bounds, sentences, values
from tests.campaign.odd_positions import odd_position
from tests.campaign.oracle import Oracle, Worth
from tests.campaign.questions import Question, answer
from tests.campaign.sentences import Truth
from tests.claims import check
from tests.conftest import POSITIONS
from tests.doors.bridge import enable

SOLVERS = ("bstar", "bstar", "maven", "mtdf", "negascout")
SEEDS = [seed for seed in range(24) if seed % 12 in (0, 1, 2, 9, 10, 11)]  # late ... and invented words
FEW_NODES, TILES = 500, 7
GAMES = (7, 0)  # of English words


@pytest.fixture(autouse=True)
def _oracle() -> None:
    if Oracle.start() is None:
        pytest.skip("there is no C compiler")


def test_values() -> None:
    counts: Counter[str] = Counter()
    for seed in SEEDS:
        case = values.Case(odd_position(seed), SOLVERS)
        outcome = case.tried(random.Random(f"slice {seed}"), searches=3)
        assert outcome.fault is None, outcome.fault
        counts.update(outcome.counts)
    assert counts["searches"] > 20 and counts["status bounded"] and counts["moves of lines"] > 10, counts


@pytest.mark.parametrize("seed", [2036, pytest.param(4556, marks=pytest.mark.slow)])
def test_who_wins_is_shown_by_a_move_that_wins(seed: int) -> None:
    """Stopped early, while a static bound knows of some move that it wins: found by `values`."""
    decided = Counter[str]()
    case = values.Case(odd := odd_position(seed), SOLVERS)
    truth = case.truth(odd.position, values.WORK)
    assert truth is not None
    worths = {text: worth for text, (_, worth) in truth.items()}
    for solver, limits in (("bstar", (1, 3, 8, 21, 55)), ("maven", (2, 5, 13, 34))):
        for nodes in limits:
            options = SolveOptions(objective="outcome", solver=solver, nodes=nodes, memory=SMALLEST_MEMORY)
            found = answer(odd, Question("", options), max(worths.values()))
            check(found, worths)
            decided[str(found.outcome)] += 1
    assert decided["won"] > 4, decided


def test_a_bonus_for_two_tiles() -> None:
    """Two tiles in one play earn it, which a bound without the lexicon did not know; found by `values`."""
    case = values.Case(odd := odd_position(7998), SOLVERS)
    truth = case.truth(odd.position, values.WORK)
    assert truth is not None and odd.position.rules.bingo_length == 2
    worths = {text: worth for text, (_, worth) in truth.items()}
    for solver in SOLVERS:
        exact = 1 if solver == MAVEN else 0
        options = SolveOptions(solver=solver, exact=exact, memory=SMALLEST_MEMORY)
        check(answer(odd, Question("", options), max(worths.values())), worths)


def test_bounds() -> None:
    counts: Counter[str] = Counter()
    for seed in SEEDS:
        outcome = bounds.tried(odd_position(seed))
        assert outcome.fault is None, outcome.fault
        counts.update(outcome.counts)
    assert counts["caps"] > 100 and counts["untouched plays"] > 50 and counts["line totals"] > 100, counts


def test_big() -> None:
    """Real positions that are soon solved, in place of those of self-play."""
    counts: Counter[str] = Counter()
    lines = (POSITIONS / "late.jsonl").read_text("utf-8").splitlines()
    easy = [record for record in map(json.loads, lines) if record["proven"] and record["nodes"] < FEW_NODES]
    for record in [record for record in easy if sum(record["tiles"]) >= TILES][:3]:
        position = cgp.loads(record["cgp"])
        assert big.disagreement(position, enable(), counts) is None
    assert counts["proven by bstar"] == counts["proven by mtdf"] == 3, counts
    assert counts["moves of lines"] > 2, counts


def test_sentences() -> None:
    counts: Counter[str] = Counter()
    for seed in GAMES:
        outcome = sentences.try_case(seed)
        assert outcome.fault is None, outcome.fault
        counts.update(outcome.counts)
    assert counts["turns"] > 3 and counts["sentences checked"] > 8, counts


@pytest.mark.parametrize("module", [values, bounds, sentences])
def test_a_wrong_answer_is_a_fault(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault planted in the truth, where plays bring a point more, is noticed within a few cases."""
    judge = Oracle.judge

    def wrong(oracle: Oracle, position: Position, words: list[bytes], work: int) -> Truth | None:
        told = judge(oracle, position, words, work)
        off = {text: Worth(score, worth + (text != "pass")) for text, (score, worth) in (told or {}).items()}
        return off if told is not None else None

    monkeypatch.setattr(Oracle, "judge", wrong)
    soon = GAMES if module is sentences else SEEDS[2:4]  # without a long list, such as that of Polish words
    assert any(module.try_case(seed).fault for seed in soon)
