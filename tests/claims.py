"""What an answer says, compared with the truth: the worth of every move, known from elsewhere.

check(solution, worths)     value, best moves, every bound and status, outcome, line and final scores, and
                            that estimates lie within the bounds, are where they should be, and in order
MODES                       what a search may be asked for
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scrabble.answer.interval import DRAWN, outcome_interval
from scrabble.answer.moves import MoveResult, Step, played_out
from scrabble.answer.names import Objective
from scrabble.answer.solution import Solution
from scrabble.game import cgp
from scrabble.game.move import move_text
from scrabble.game.position import Position
from scrabble.game.tiles import BLANK
from scrabble.solver import SolveOptions
from scrabble.solver.names import MAVEN

MODES = {
    "value": SolveOptions(),
    "move": SolveOptions(objective="move"),
    "all best": SolveOptions(all_best=True),
    "exact": SolveOptions(exact=3),
    "outcome": SolveOptions(objective="outcome"),
    "outcome first": SolveOptions(outcome_nodes=20, exact=0),
    "cheap exact": SolveOptions(cheap_exact=4),
    "tree": SolveOptions(tree=300),
}


def check(solution: Solution, worths: Mapping[str, int]) -> None:
    """Compare everything that an answer says with the truth."""
    value = max(worths.values())
    assert solution.lower <= value <= solution.upper
    assert solution.value in (value, None)
    assert solution.value is None or solution.spread.is_exact
    assert value - worths[solution.text] <= solution.regret
    assert {move.text for move in solution.moves} == set(worths)
    is_best = solution.status == "proven" and solution.objective != Objective.OUTCOME
    for move in solution.moves:
        worth = worths[move.text]
        assert -math.inf < move.lower <= worth <= move.upper < math.inf, move
        check_units(solution, move, worth)
        assert move.status != "best so far" or (move is solution.moves[0] and not is_best), move
    check_statuses(solution, worths)
    check_estimates(solution)
    check_outcome(solution, value)
    is_value = solution.objective == Objective.VALUE
    if solution.stopped_by is None and is_value and solution.solver != MAVEN:
        assert solution.value == value and not solution.unresolved_moves
    if is_best:
        assert worths[solution.text] == value
        assert all(worths[text] == value for text in solution.best)
    check_line(solution, value)
    for move in solution.moves:
        if move.line:
            check_end(solution.position, move.line, worths[move.text])


def check_statuses(solution: Solution, worths: Mapping[str, Any]) -> None:
    """Compare the status of each move with its worth and that of the chosen one, where both are known."""
    chosen, best = worths.get(solution.text), max(worths.values(), default=None)
    for move in solution.moves:
        worth = None if chosen is None else worths.get(move.text)
        if worth is not None:
            is_true = {"best": worth == best, "worse": worth < chosen, "not better": worth <= chosen}
            assert is_true.get(move.status, True), (move, worth, chosen)


def check_units(solution: Solution, move: MoveResult, worth: int) -> None:
    """Final spread, win probability and value of a move are one statement in three units."""
    spread = worth + solution.position.spread
    assert move.spread == move.bounds.plus(solution.position.spread) and move.lead == solution.lead
    assert move.spread.lower <= spread <= move.spread.upper and move.scenarios == ()
    win = 1 if spread > 0 else DRAWN if spread == 0 else 0
    assert 0 <= move.win.lower <= win <= move.win.upper <= 1
    if cgp.has_scores(solution.position):
        assert move.win == outcome_interval(move.spread)
    if move.estimate is not None:
        assert move.spread.lower <= move.estimate.spread <= move.spread.upper
        assert move.win.lower <= move.estimate.win <= move.win.upper


def check_estimates(solution: Solution) -> None:
    """While the value is open, every open move has an estimate within its bounds, and is in that order."""
    assert solution.text == solution.moves[0].text
    assert not solution.line or solution.line[0].text == solution.text
    estimate = solution.value_estimate
    assert (estimate is None) == solution.spread.is_exact
    if estimate is None:
        assert solution.value is None or all(move.estimate is None for move in solution.moves)
        return
    assert solution.lower <= estimate <= solution.upper
    expected = []
    for move in solution.moves:
        assert (move.estimate is None) == move.spread.is_exact
        expected.append(move.lower if move.value_estimate is None else move.value_estimate)
        assert move.lower <= expected[-1] <= move.upper
    if solution.solver != MAVEN:
        assert expected[1:] == sorted(expected[1:], reverse=True)
        assert solution.objective == Objective.OUTCOME or estimate == max(expected[0], solution.lower)


def check_outcome(solution: Solution, value: int) -> None:
    """Who wins is true where it is said, and said where it is proven."""
    ahead = solution.position.spread + value
    truth = "won" if ahead > 0 else "lost" if ahead < 0 else "drawn"
    assert solution.outcome in (truth, None)
    if solution.objective == Objective.OUTCOME:
        is_said = solution.outcome is not None  # Maven may know who wins, and believe in a move that does not
        assert (solution.status == "proven") == is_said or (solution.solver == MAVEN and is_said)
        if solution.outcome == "won":
            first = solution.moves[0]
            assert first.spread.lower > 0 and first.win.exact == 1
            assert first.text == solution.text


def check_end(position: Position, line: Sequence[Step], value: int) -> None:
    """Best play after a move ends with what it is worth."""
    before = position.spread
    position = played_out(position, line)
    assert position.is_over
    first, second = position.final_scores
    assert (first - second if len(line) % 2 == 0 else second - first) == before + value


def check_line(solution: Solution, value: int) -> None:
    """A line is legal; what the end of the game brings is what the value says."""
    position = solution.position
    for step in solution.line:
        move = position.parse_move(step.text)
        assert step.text == move_text(move, position)
        position = position.play(move)
    if solution.final is not None:
        assert position.is_over
        first, second = position.final_scores
        mine = (first, second) if len(solution.line) % 2 == 0 else (second, first)
        assert solution.final == mine
        assert mine[0] - mine[1] == solution.position.spread + value
    elif solution.value is not None and solution.solver != MAVEN:
        assert not position.is_over  # it ends earlier


def parsed(text: str) -> Position:
    """A position of tiles that no set holds: one that does is put in its place."""
    return closed(cgp.loads(text))


def closed(position: Position) -> Position:
    """A position whose tile set is just what is seen, so that the bag is empty."""
    tiles = Counter(0 if code & BLANK else code for code in position.squares.ravel().tolist() if code)
    tiles.update(code for rack in position.rack_codes for code in rack)
    counts = tuple(tiles[code] for code in range(position.alphabet.size + 1))
    return replace(position, alphabet=replace(position.alphabet, counts=counts))
