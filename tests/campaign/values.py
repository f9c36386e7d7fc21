"""Small positions, every solver, wish and limit, against the oracle in C.

A case is one position and some searches of it.  Compared are: plays and points, the value, every bound and
status of every move, what was asked for, lines replayed by the rules, each of their moves, final scores.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

from scrabble.answer.names import Objective
from scrabble.answer.solution import PlayTree, Solution
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.solver.moves import legal_moves
from scrabble.solver.names import BSTAR, MAVEN
from tests.campaign.case import Outcome
from tests.campaign.odd_positions import Odd, odd_position
from tests.campaign.oracle import Oracle, Worth
from tests.campaign.oracle import missing as missing
from tests.campaign.questions import SOLVERS, Question, answer, question
from tests.claims import check

SEARCHES = 4  # of a position
WORK = 3_000_000  # for the oracle
LEAST = 300_000  # work for a position after a move: less than this is left of it
BRANCHES = 40  # of a tree of all best play that is looked at move by move


def try_case(seed: int) -> Outcome:
    """One position, some searches."""
    return Case(odd_position(seed), SOLVERS).tried(random.Random(f"values {seed}"))


class Case:
    """A position with the truth about it, and what has been looked at."""

    def __init__(self, odd: Odd, solvers: tuple[str, ...]) -> None:
        self.odd, self.solvers = odd, solvers
        self.counts: Counter[str] = Counter()
        self._known: dict[Position, Mapping[str, Worth] | None] = {}

    def truth(self, position: Position, work: int = LEAST) -> Mapping[str, Worth] | None:
        """The oracle's word on a position, None if it would take too long."""
        if position not in self._known:
            oracle = Oracle.start()
            assert oracle is not None
            self._known[position] = oracle.judge(position, self.odd.words, work)
        return self._known[position]

    def tried(self, rng: random.Random, searches: int = SEARCHES) -> Outcome:
        """Ask, and compare."""
        truth = self.truth(self.odd.position, WORK)
        self.counts[f"road {self.odd.road}"] += 1
        if truth is None:
            return Outcome({"too much work": 1})
        self.counts["positions"] += 1
        self.counts["moves"] += len(truth)
        found = {step.text: step.score for step in legal_moves(self.odd.position, self.odd.lexicon)}
        if found | {"pass": 0} != {text: score for text, (score, _) in truth.items()}:
            return Outcome(self.counts, self._fault("plays", f"{found} and {truth}"))
        for _ in range(searches):
            asked = question(rng, self.odd, truth, self.solvers)
            try:
                self._search(asked, truth)
            except Exception as error:  # said with the position and the question
                return Outcome(self.counts, self._fault(str(asked), _where(error)))
        return Outcome(self.counts)

    def _fault(self, asked: str, what: str) -> str:
        return f"{cgp.dumps(self.odd.position)} [{self.odd.road}; {asked}] {what}"

    def _search(self, asked: Question, truth: Mapping[str, Worth]) -> None:
        worths = {text: worth for text, (_, worth) in truth.items()}
        solution = answer(self.odd, asked, max(worths.values()))
        self._count(solution, asked)
        check(solution, worths)
        check_asked(solution, asked, truth)
        self._check_lines(solution)
        if solution.tree is not None and solution.tree_is_complete and size_of(solution.tree) <= BRANCHES:
            self._check_tree(solution.tree, self.odd.position, truth)

    def _count(self, solution: Solution, asked: Question) -> None:
        self.counts["searches"] += 1
        self.counts["bounds"] += 2 * len(solution.moves)
        self.counts[f"solver {solution.solver}"] += 1
        self.counts[f"mode {asked.mode}"] += 1
        self.counts[f"status {solution.status}"] += 1
        self.counts[f"stopped by {solution.stopped_by}"] += 1
        self.counts[f"threads {asked.options.workers}"] += 1
        self.counts["value of a move"] += asked.options.value_of is not None
        self.counts["bounds known before"] += bool(asked.options.proven)
        for move in solution.moves:
            self.counts[f"a move {move.status}"] += 1

    def _check_lines(self, solution: Solution) -> None:
        """Every move of a line of best play is a best one, and the value goes down by its points."""
        if solution.value is not None and solution.solver != MAVEN:
            self._follow(solution.position, [step.text for step in solution.line])
        for move in solution.moves:
            if move.line and move.spread.is_exact:
                position = solution.position.play(move.text)
                self._follow(position, [step.text for step in move.line[1:]])

    def _follow(self, position: Position, line: list[str]) -> None:
        for text in line:
            truth = None if position.is_over else self.truth(position)
            if truth is None:
                return
            best = max(worth for _, worth in truth.values())
            assert truth[text].worth == best, (text, line)
            after = position.play(position.parse_move(text))
            then = None if after.is_over else self.truth(after)
            if then is not None:
                assert best == truth[text].score - max(worth for _, worth in then.values()), (text, line)
            self.counts["moves of lines"] += 1
            position = after

    def _check_tree(
        self, tree: tuple[PlayTree, ...], position: Position, truth: Mapping[str, Worth] | None
    ) -> None:
        """Each branch is a best move, and each best play is one; a pass may be left out below the root."""
        if truth is None:
            return
        best = max(worth for _, worth in truth.values())
        told = {each.text for each in tree}
        assert all(truth[text].worth == best for text in told), (told, truth)
        assert {text for text in truth if truth[text].worth == best} - told <= {"pass"}, (told, truth)
        self.counts["branches of trees"] += len(tree)
        for each in tree:
            assert each.score == truth[each.text].score
            after = position.play(position.parse_move(each.text))
            if each.replies and not after.is_over:
                self._check_tree(each.replies, after, self.truth(after))


def check_asked(solution: Solution, asked: Question, truth: Mapping[str, Worth]) -> None:
    """The points of each move, and what was asked for if nothing stopped the search."""
    exact = {move.text for move in solution.moves if move.spread.is_exact}
    assert all(move.score == truth[move.text].score for move in solution.moves)
    assert solution.moves[0].text == solution.text
    assert (solution.status == "estimated") <= (solution.solver == MAVEN)
    if solution.stopped_by is not None or solution.solver == MAVEN:
        return
    options, best = asked.options, max(worth for _, worth in truth.values())
    assert solution.status == "proven"
    if solution.objective == Objective.OUTCOME:
        assert solution.outcome is not None
        return
    if options.all_best:
        assert set(solution.best) == {text for text, (_, worth) in truth.items() if worth == best}
    if solution.objective == Objective.VALUE or options.solver != BSTAR:
        worths = sorted((worth for _, worth in truth.values()), reverse=True)
        number = options.exact or len(worths)
        assert sorted((truth[text].worth for text in exact), reverse=True)[:number] == worths[:number]
    if options.value_of is not None:
        assert solution.evaluated_move is not None
        assert solution.evaluated_move.value == truth[solution.evaluated_move.text].worth


def size_of(tree: tuple[PlayTree, ...]) -> int:
    """The number of its moves."""
    return sum(1 + size_of(each.replies) for each in tree)


def _where(error: BaseException) -> str:
    """What an error says, and the last lines of this code that it went through."""
    at, lines = error.__traceback__, []
    while at is not None:
        lines.append(f"{at.tb_frame.f_code.co_name}:{at.tb_lineno}")
        at = at.tb_next
    return f"{type(error).__name__} {error} at {' '.join(lines[-4:])}"
