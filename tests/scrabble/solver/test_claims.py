"""Whatever a search says, however it was asked and wherever it was stopped, is true by the rules.

Every status, bound, line and final score of every solver is compared with the worth of each move that the
oracle written from the rules finds, on random small positions under all kinds of end rules.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pytest

from bstar.pv import GUARDED
from scrabble.answer.solution import PlayTree, Solution
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.solver import SMALLEST_MEMORY, EndgameSearch, SolveOptions
from scrabble.solver.names import BSTAR, MAVEN
from tests.claims import MODES, check, check_line, parsed
from tests.doors.bridge import enable, position_of
from tests.oracles import naive
from tests.worlds.mini import END_RULES, mini_world

BUDGETS = [*range(1, 13), 16, 20, 50, None]
OPEN = 12, 13, 16, 18, 33, 45, 47, 48, 81, 99, 114, 135  # seeds of positions that static bounds do not settle
SEEDS = [1, 2, 3, 5, 6, 7, 8, 9, 22, *OPEN]  # all end rules
ASKED = [(BSTAR, mode) for mode in MODES] + [
    ("mtdf", "outcome"),
    (MAVEN, "value"),
    (MAVEN, "outcome"),
    ("mtdf", "exact"),
    ("negascout", "value"),
]


class KnownPosition(NamedTuple):
    """A position with the worth of each move, by its text, and the same for the oracle."""

    position: Position
    lexicon: Lexicon
    worths: dict[str, int]
    game: naive.Game
    state: naive.State


@functools.lru_cache(maxsize=50)
def small_position(seed: int) -> KnownPosition:
    """A small position with up to three tiles on each rack."""
    rules = END_RULES[seed % len(END_RULES)]
    game, board, racks = world = mini_world(seed, tiles=3 if seed % 3 == 0 else 2, **rules)
    zeros = seed // len(END_RULES) % rules.get("scoreless_limit", 6)
    worths = naive.value_of_moves(game, board, racks, zeros)
    state = naive.State(board, *("".join(sorted(rack)) for rack in racks), zeros, zeros)
    return KnownPosition(*position_of(world, zeros), worths, game, state)


def check_tree(tree: tuple[PlayTree, ...], state: naive.State, game: naive.Game) -> None:
    """Each branch is a best move, and each best play is a branch.

    A pass that is as good as a play may not be: below the root a search counts scoreless turns only as far as
    the value depends on them (scrabble/bounds/README.md, T1).
    """
    worths = naive._values(game, state, naive.memo_of(game))
    value = max(worths.values())
    missing = {text for text, worth in worths.items() if worth == value} ^ {each.text for each in tree}
    assert missing <= {naive.PASS} and missing.isdisjoint(each.text for each in tree)
    scores = {**naive.plays(game, state.board, state.mine), naive.PASS: 0}
    for each in tree:
        assert each.score == scores[each.text]
        after, _ = naive.after(game, state, each.text, each.score)
        if each.replies:  # a search stops at two passes, whatever may follow
            check_tree(each.replies, after, game)


def check_steps(game: naive.Game, state: naive.State, solution: Solution) -> None:
    """Each move of the line of a proven value is a best one."""
    for step in solution.line:
        worths = naive._values(game, state, naive.memo_of(game))
        assert worths[step.text] == max(worths.values()), (step.text, solution.line)
        scores = {**naive.plays(game, state.board, state.mine), naive.PASS: 0}
        state, _ = naive.after(game, state, step.text, scores[step.text])
        if naive.is_over(game, state):
            break


def check_guard(game: naive.Game, state: naive.State, solution: Solution) -> int:
    """Each of my moves of the line keeps the lower bound, whatever the answers are; return how many do."""
    least, kept = solution.moves[0].searched.lower, 0
    if math.isinf(least):
        return 0
    for number, step in enumerate(solution.line):
        if number % 2 == 0:
            worths = naive._values(game, state, naive.memo_of(game))
            assert worths[step.text] >= least, (step.text, solution.line)
            kept += 1
        scores = {**naive.plays(game, state.board, state.mine), naive.PASS: 0}
        state, gain = naive.after(game, state, step.text, scores[step.text])
        least += gain if number % 2 else -gain
        if naive.is_over(game, state):
            break
    return kept


def search(found: KnownPosition, solver: str, mode: str, nodes: int | None) -> Solution:
    options = dataclasses.replace(MODES[mode], solver=solver, nodes=nodes, memory=SMALLEST_MEMORY)
    return EndgameSearch(found.position, found.lexicon, options).result()


def checked(found: KnownPosition, solver: str, mode: str, limits: Iterable[int | None]) -> Counter[str]:
    """Check what is said of a position at some limits, and count the statuses."""
    said: Counter[str] = Counter()
    for nodes in limits:
        solution = search(found, solver, mode, nodes)
        check(solution, found.worths)
        said[solution.status] += 1
        said.update(move.status for move in solution.moves)
    return said


@pytest.mark.parametrize(("solver", "mode"), ASKED)
def test_every_claim_at_every_limit(solver: str, mode: str) -> None:
    """A third of the positions, the next modes take the others, each at every fourth limit and at none."""
    said: Counter[str] = Counter()
    first = ASKED.index((solver, mode))
    for number, found in enumerate(map(small_position, SEEDS[first % 3 :: 3])):
        said += checked(found, solver, mode, {*BUDGETS[(number + first) % 4 :: 4], None})
    assert said["proven"] > 13 and said["best"] > 6 and said["open"] > 6, said


@pytest.mark.slow
@pytest.mark.parametrize(("solver", "mode"), ASKED)
def test_every_claim_on_many_positions(solver: str, mode: str) -> None:
    said: Counter[str] = Counter()
    for found in map(small_position, range(500)):
        said += checked(found, solver, mode, BUDGETS)
    assert said["proven"] > 5_000 and said["best"] > 4_000 and said["open"] > 1_500, said


@pytest.mark.parametrize(("seeds", "step"), [(SEEDS, 2), pytest.param(range(50), 1, marks=pytest.mark.slow)])
def test_lines_at_every_limit(seeds: Sequence[int], step: int) -> None:
    """Also where the search is stopped when the value is proven and the line is not."""
    stopped = kept = by_static_bounds = 0
    for number, found in enumerate(map(small_position, seeds)):
        for nodes in BUDGETS[number % step :: step]:
            solution = search(found, BSTAR, "value", nodes)
            check_line(solution, max(found.worths.values()))
            assert solution.value is None or solution.line_kind != GUARDED
            by_static_bounds += solution.value is None and solution.spread.is_exact
            if solution.line_kind == GUARDED:
                kept += check_guard(found.game, found.state, solution)
            if solution.value is not None:
                check_steps(found.game, found.state, solution)
                stopped += solution.final is None
    assert stopped > 5 and kept > 20 and by_static_bounds > 0


def test_all_best_play() -> None:
    """The tree holds every best move of both sides, to the end."""
    whole = 0
    for found in map(small_position, range(40)):
        solution = search(found, BSTAR, "tree", None)
        if solution.tree_is_complete:
            assert solution.tree
            check_tree(solution.tree, found.state, found.game)
            whole += 1
    assert whole > 20


def test_a_move_that_is_only_not_better_is_not_called_best() -> None:
    """J11 R(ED)O is worth exactly the lower bound of the best move, whose worth was not asked for."""
    rows = (
        "7B6R/7I1J4E/6ZONULAE1E/7T1B2RAS/2W4AWAY3T/1VAV1G2I1I3I/2G2L2L1PA2N/COEQUATED1EYING/H4N5S1E1/"
        "U4D7M1/f6I4KA1/FICO1R1N1E2AT1/E2FRONDED2TOO/SH3M1I5d1/TI3P1E2LUXES"
    )
    position = parsed(f"{rows} OOR/Z 0/0 0")
    every_move = EndgameSearch(position, enable(), SolveOptions(exact=500)).result().moves
    exact = {move.text: move.searched.upper for move in every_move}
    for options in (SolveOptions(solver=MAVEN), SolveOptions(objective="move")):
        solution = EndgameSearch(position, enable(), options).result()
        worths = {text: exact[text] for text in solution.best}
        assert set(worths.values()) == {max(exact.values())}, (options.solver, worths)


def test_a_line_that_is_cut_off_does_not_contradict_the_value() -> None:
    rows = (
        "14B/14L/12O1O/R10AVOW/E10WO2/F8PLAITS/L2SeNARII1ID1C/UNTO1AXE3T2O/E4BEEFY4R/N3H2A1A3HE/"
        "T1Q1O2R1U2YO1/1LUCK2N1T1GEM1/2A1E2I1I1APER/ZIG1DJIn1A1U1DE/7G3N2V"
    )
    position = parsed(f"{rows} V/UZ 0/0 0")
    for nodes in range(1, 40):
        solution = EndgameSearch(position, enable(), SolveOptions(nodes=nodes)).result()
        assert solution.value in (1, None)
        check_line(solution, 1)
