"""Make a puzzle of a position, if its answer is proven, unique and not trivial.

    made = make_puzzle(Candidate(cgp, "ENABLE", "g0222:31"), lexicon, MakeOptions(seconds=10))
    made                        a Puzzle, or the Rejection that says why there is none

An endgame becomes a puzzle if one move is proven to be

    the only winning move       every other move draws or loses
    the only drawing move       no move wins, every other move loses
    the best move               by at least `min_gap` points

A position with one or two tiles in the bag becomes one if one move is proven to have the best winning chance
(see `preendgame.py`).

A trivial one is left out: the solution goes out with the highest score, or it leads the next score by no less
than it leads the second-best move, or there are fewer than `min_moves` moves to choose from.

The first search proves the best move and the value of the second.  Further searches in the same table find
the value of each plausible move, with best play after it.  At last every line is replayed by the plain rules:
it must end the game at the spread that was proven.

Of many positions they are made in this process or in worker processes:

    for candidate, made in make_many(candidates, MakeOptions(seconds=5), jobs=2):
        ...                              a Puzzle, a Rejection, or the text of an error, in the order given

No position stops the others: an error becomes a text, and a worker that dies is replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scrabble.analysis.batch.run import prepare_worker
from scrabble.analysis.evaluator import PositionEvaluator
from scrabble.answer.interval import Number, exactly, number_to_wire, outcome_interval
from scrabble.answer.moves import Step
from scrabble.answer.names import Status
from scrabble.answer.solution import Solution
from scrabble.errors import ScrabbleError
from scrabble.game import cgp
from scrabble.game.cgp import has_scores
from scrabble.game.move import IllegalMoveError, ScoredMove
from scrabble.game.position import Position, require_solvable
from scrabble.game.unseen import is_preendgame, position_after, without
from scrabble.lexicon import Lexicon, choice
from scrabble.puzzles.candidates import Candidate
from scrabble.puzzles.difficulty import plausible_moves
from scrabble.puzzles.maker import MakeOptions, OutOfTimeError, PuzzleMaker, Rejection
from scrabble.puzzles.preendgame import PreendgamePuzzle
from scrabble.puzzles.puzzle import (
    REFUTATIONS,
    Exact,
    PlausibleMove,
    Puzzle,
    PuzzleSolution,
    Question,
    Refutation,
)
from scrabble.puzzles.themes import themes_and_reasons
from scrabble.settings import OUT_OF_MEMORY
from scrabble.solver import SolveOptions
from scrabble.solver.names import BSTAR
from scrabble.solver.planner.plan import plan_of
from scrabble.solver.session import AnalysisSession
from scrabble.workers import WorkerPool

TRIES = 2  # of a position whose worker dies
COUNTING = 0.2  # of the time limit: the share that counting the winning moves may take

Work = tuple[Candidate, MakeOptions]
Made = Puzzle | str


@dataclass(frozen=True, slots=True)
class MoveProof:
    """A move with its proven value and best play, the move first."""

    step: ScoredMove
    value: int
    line: tuple[Step, ...]


def make_puzzle(
    candidate: Candidate, lexicon: Lexicon, options: MakeOptions | None = None
) -> Puzzle | Rejection:
    """Return the puzzle of a position, or why it makes none.

    Raises PositionError for a position that cannot be solved.
    """
    wanted = options or MakeOptions()
    position = cgp.loads(candidate.cgp, alphabet=lexicon.alphabet)
    has_bag = is_preendgame(position)
    if not has_bag:
        require_solvable(position)
    if position.is_over:
        return Rejection.OVER
    if not has_scores(position):
        return Rejection.NO_SCORES
    if wanted.max_lead is not None and abs(position.spread) > wanted.max_lead:
        return Rejection.ONE_SIDED
    try:
        if has_bag:
            return PreendgamePuzzle(candidate, position, lexicon, wanted).make()
        return EndgamePuzzle(candidate, position, lexicon, wanted).make()
    except OutOfTimeError:
        return Rejection.TIME


class EndgamePuzzle(PuzzleMaker):
    """The puzzle of an endgame, while it is made."""

    def make(self) -> Puzzle | Rejection:
        """Return the puzzle, or why there is none.  Raises OutOfTimeError."""
        if self.has_few_moves:
            return Rejection.FEW_MOVES
        self.session = AnalysisSession(self.position, self.lexicon, self.options.memory)
        solution = self._solved()
        gap = solution.moves[0].spread.lower - max(each.spread.upper for each in solution.moves[1:])
        question = question_of(solution.spread.lower, gap)
        if gap <= 0:
            return Rejection.NOT_UNIQUE
        if question == Question.BEST_MOVE and gap < self.options.min_gap:
            return Rejection.SMALL_GAP
        if not self.options.keeps_trivial and (trivial := self._trivial(solution, gap)):
            return trivial
        return self._puzzle(solution, question, int(gap))

    def _solved(self) -> Solution:
        """Return the solution, with the exact value of the best move and the second."""
        search = self.session.search(self.session.home, self.deadline.options(exact=2, all_best=True))
        solution = search.result()
        if solution.status != Status.PROVEN or solution.value is None or solution.stopped_by is not None:
            raise OutOfTimeError
        return solution

    def _trivial(self, solution: Solution, gap: Number) -> Rejection | None:
        """Return why the answer is trivial, or None."""
        best = self.scored(solution.line[0])
        lead = self.lead(best)
        if best.move.is_pass or lead < 0:
            return None
        if len(best.move.placed) == len(self.position.rack_codes[0]):
            return Rejection.GOES_OUT
        return Rejection.HIGHEST if lead >= gap else None

    def _puzzle(self, solution: Solution, question: Question, gap: int) -> Puzzle:
        position, value = self.position, int(solution.bounds.lower)
        plausible = plausible_moves(
            self.plays,
            len(position.rack_codes[0]),
            self.played,
            plan_of(position, self.lexicon).moves[0].play,
        )
        wrong = {move: self._proof(step) for move, (step, _) in plausible.items() if move != solution.move}
        best = MoveProof(self.scored(solution.line[0]), value, solution.line)
        for proof in (best, *wrong.values()):
            self._replay(proof)
        evaluator = PositionEvaluator(self.lexicon, SolveOptions())
        themes, reasons = themes_and_reasons(
            solution,
            {move: proof.line for move, proof in wrong.items()},
            {move: proof.value for move, proof in wrong.items()},
            evaluator,
        )
        return self.record(
            question,
            best.step,
            len(best.line),
            gap,
            plausible,
            solution=PuzzleSolution(
                move=best.step.text,
                score=best.step.score,
                spread=value + position.spread,
                win=self._win(value),
                line=list(best.line),
            ),
            value=value,
            winning_moves=self._winning_moves(question, value),
            plausible=[
                PlausibleMove(
                    move=step.text, kinds=kinds, loss=value - wrong[move].value if move in wrong else 0
                )
                for move, (step, kinds) in plausible.items()
            ],
            themes=themes,
            reasons=reasons,
            refutations=[
                Refutation(
                    move=proof.step.text,
                    score=proof.step.score,
                    loss=value - proof.value,
                    spread=proof.value + position.spread,
                    win=self._win(proof.value),
                    line=list(proof.line),
                )
                for proof in list(wrong.values())[:REFUTATIONS]
            ],
        )

    def _proof(self, step: ScoredMove) -> MoveProof:
        """Return the exact value of a move, with best play after it.  Raises OutOfTimeError."""
        place = self.session.after(self.session.home, step.move)
        after, first = self.position.play(step.move), Step(step.text, step.score)
        if after.is_over:
            return MoveProof(step, after_value(self.position, after), (first,))
        assert place is not None
        solution = self.session.search(place, self.deadline.options()).result()
        if solution.value is None or solution.stopped_by is not None:
            raise OutOfTimeError
        return MoveProof(step, step.score - solution.value, (first, *solution.line))

    def _replay(self, proof: MoveProof) -> None:
        """Check that a line ends the game at its value.  Raises OutOfTimeError if it stops before."""
        error = line_error(self.position, proof.line, proof.value + self.position.spread, self.lexicon)
        if error:
            raise OutOfTimeError(error)

    def _win(self, value: int) -> int | str:
        spread = value + self.position.spread
        win = number_to_wire(outcome_interval(exactly(spread)).lower)
        assert win is not None
        return win

    def _winning_moves(self, question: Question, value: int) -> int | None:
        """Return the number of moves that win; None if that is not proven soon enough."""
        if question != Question.BEST_MOVE or value + self.position.spread <= 0:
            return int(question == Question.ONLY_WIN)
        options = SolveOptions(seconds=COUNTING * self.options.seconds)
        found = self.session.search(self.session.home, options, is_whole=True).result()
        if not all(each.win.is_exact for each in found.moves):
            return None
        return sum(each.win.lower == 1 for each in found.moves)


def after_value(position: Position, after: Position) -> int:
    """Return the value of a move that ends the game: its final spread without the spread before it."""
    theirs, mine = after.final_scores
    return mine - theirs - position.spread


def question_of(best: Number, gap: Number) -> Question:
    """Return the question of an endgame, by the final spread of the best move and the gap to the second."""
    if best > 0 >= best - gap:
        return Question.ONLY_WIN
    if best == 0 > best - gap:
        return Question.ONLY_DRAW
    return Question.BEST_MOVE


def make_many(
    candidates: Sequence[Candidate],
    options: MakeOptions,
    jobs: int = 1,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[Candidate, Made]]:
    """Yield each candidate with its puzzle, or the reason why there is none, in order, until stopped.

    Raises WorkerError if worker processes cannot start.
    """
    work = [(candidate, options) for candidate in candidates]
    if jobs == 1 or len(work) < 2:
        prepare_worker(BSTAR)
        for each in work:
            if is_stopped():
                return
            yield each[0], make_one(None, each)
        return
    with WorkerPool(min(jobs, len(work)), prepare_worker, (BSTAR,), TRIES) as workers:
        yield from zip(candidates, workers.in_order(make_one, work, is_stopped, _died), strict=False)


def make_one(ready: None, work: Work) -> Made:
    """Make a puzzle of one position; an error becomes its text."""
    candidate, options = work
    try:
        return make_puzzle(candidate, choice.load(candidate.lexicon), options)
    except ScrabbleError as error:
        return str(error)
    except MemoryError:
        return f"{OUT_OF_MEMORY}, or fewer --jobs"


def _died(work: Work, tries: int) -> Made:
    return f"the worker process died, {tries} times"


def line_error(position: Position, line: Sequence[Step], spread: Exact, lexicon: Lexicon) -> str | None:
    """Return what is wrong with a line of an endgame, or None; it must end with this final spread."""
    found = line_end(position, line, lexicon)
    if isinstance(found, str):
        return found
    return None if found == Fraction(spread) else f"the line ends at {found}, not {spread}"


def line_end(position: Position, line: Sequence[Step], lexicon: Lexicon, bag: bytes = b"") -> int | str:
    """Return the final spread of a line for the side to move, or what is wrong with the line.

    Each move must be legal, form words of the lexicon and score what is said; the last one must end the game.
    Both sides draw from `bag`, in its order.
    """
    now, left = position, bag
    if bag:
        now = replace(position, rack_codes=(position.rack_codes[0], without(position.unseen, bag)))
    for number, step in enumerate(line, 1):
        if now.is_over:
            return f"the game is over before move {number}, {step.text}"
        try:
            move = now.parse_move(step.text)
            now.check(move)
        except IllegalMoveError as error:
            return f"move {number}, {step.text}: {error}"
        words = [] if move.is_pass else now.new_words(move)
        odd = [word for word in words if word not in lexicon]
        if odd:
            return f"move {number}, {step.text}: {now.alphabet.decode(odd[0])} is not in {lexicon.name}"
        score = now.score(move)
        if score != step.score:
            return f"move {number}, {step.text}: scores {score}, not {step.score}"
        now = position_after(now, move, left) if left else now.play(move)
        left = left[len(move.placed) :]
    if not now.is_over:
        return "the line does not end the game"
    first, second = now.final_scores
    return first - second if len(line) % 2 == 0 else second - first
