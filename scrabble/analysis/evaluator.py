"""Evaluation of positions and turns by search; each endgame position is solved once.

    evaluator = PositionEvaluator(lexicon, SolveOptions(seconds=30))
    evaluator.value(position)               bounds of its value, exact if it was solved within the limit
    evaluator.move_value(position, move)    score of the move - value of the position after it
    evaluator.solution(position)            the whole solution, with a line of best play
    evaluate_turn(turn, evaluator)          the turn with what it lost

For turn t of an endgame:  value[t] >= move_value[t] = score[t] - value[t + 1], with equality for a best move.

An endgame is evaluated from its last turn back, so the value of the move made is known before its position is
searched and is the first bound of that search.  Once the value and a line are known, null windows in the same
table test every other move for being as good; then as many moves get an exact value as the options say.
Values that a stopped search leaves open are tightened by the turns before and after (`tighten_values`).

A position with tiles in the bag is searched without the opponent's rack, which counts as unseen even where
the record gives it, together with the value of the move that was made.  Known are only the tiles that a phony
has shown (`scrabble.records.racks`); if these are the whole rack, so is the bag.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from msgspec.structs import replace as with_fields

from scrabble.analysis.recorded_turn import knows_bag, turn_of_move, unseen_position
from scrabble.answer.interval import ANY_CHANCE, UNKNOWN, Interval, exactly, outcome_interval
from scrabble.answer.moves import Estimate, MoveResult
from scrabble.answer.names import MoveStatus, Status, StopReason
from scrabble.answer.solution import Snapshot, Solution, known_outcome
from scrabble.answer.turns import (
    Evaluation,
    Searched,
    Turn,
    estimate_within,
    position_keys,
    searched_keys,
    with_evaluation,
    with_shown_moves,
)
from scrabble.game.move import Move
from scrabble.game.position import Position, PositionError
from scrabble.game.unseen import is_preendgame
from scrabble.lexicon import Lexicon
from scrabble.solver import EndgameSearch, SolveOptions
from scrabble.solver.preendgame.task import PreendgameSearch

OUTCOME_NODES = 2_000  # spent on the outcome (win, draw, loss) before the value

Key = tuple[bytes, tuple[bytes, bytes], int]
Watch = Callable[[str, Snapshot], None]


class PositionEvaluator:
    """Solver of the positions of one game, each endgame searched once; `stop` ends all searches.

    Of the options the solver and the number of exact moves are those of endgames.
    """

    def __init__(self, lexicon: Lexicon, options: SolveOptions | None = None) -> None:
        self.lexicon, self.options = lexicon, options or SolveOptions()
        self.watch: Watch | None = None  # called while a search runs, with what it is about
        self.is_stopped = False
        self.interrupt: KeyboardInterrupt | None = None  # which stopped it
        self._solutions: dict[Key, Solution] = {}
        self._plays: dict[Key, dict[Move, int]] = {}
        self._search: EndgameSearch | PreendgameSearch | None = None

    def stop(self) -> None:
        """Stop the running search and every later one; results found are kept."""
        self.is_stopped = True
        if self._search is not None:
            self._search.stop(StopReason.INTERRUPT)

    def resume(self) -> None:
        """Allow searches again after `stop`; interrupted positions are searched again."""
        self.is_stopped, self.interrupt = False, None
        self._solutions = {
            at: each for at, each in self._solutions.items() if each.stopped_by != StopReason.INTERRUPT
        }

    def value(self, position: Position, about: str = "") -> Interval:
        """Return the value of an endgame for the player to move."""
        if position.is_over:
            (mine, theirs), (first, second) = position.final_scores, position.scores
            return exactly(mine - first - (theirs - second))
        return self.solution(position, about=about).bounds

    def move_value(self, position: Position, move: Move, about: str = "") -> Interval:
        """Return the value of a move, which may be a phony as long as it fits on the board."""
        return self.value(position.play(move), about).negated.plus(position.score(move))

    def estimate_after(self, position: Position, move: Move) -> Estimate | None:
        """Return the estimate of spread and win probability after a move that was searched before.

        It is from the point of view of the side to move; None if the spread is known.
        """
        after = position.play(move)
        estimate = None if after.is_over else self.solution(after).estimate
        return None if estimate is None else _of_opponent(estimate, position.spread)

    def solution(
        self, position: Position, known: dict[Move, Interval] | None = None, about: str = ""
    ) -> Solution:
        """Return the solution of an endgame; `known` is the value of some of its moves."""
        at = key(position)
        if at not in self._solutions:
            self._solutions[at] = self._solve(position, known or {}, about)
        return self._solutions[at]

    def solution_with_bag(self, position: Position, move: Move | None, about: str = "") -> Solution:
        """Return the solution of a position with tiles in the bag, and the value of `move` if it is given.

        The opponent's rack has the tiles that are known to the side to move.
        Raises PositionError for a position that cannot be solved.
        """
        limits = self.options
        options = SolveOptions(
            seconds=limits.seconds,
            nodes=limits.nodes,
            memory=limits.memory,
            value_of=move,
            bag_is_known=knows_bag(position),
        )
        return self._watched(PreendgameSearch(position, self.lexicon, options), about)

    def is_solved(self, position: Position) -> bool:
        """Return whether the position has been searched, or is the end of the game."""
        return position.is_over or key(position) in self._solutions

    def plays(self, position: Position) -> dict[Move, int]:
        """Return every play of the player to move with its score, the highest first."""
        at = key(position)
        if at not in self._plays:
            self._plays[at] = {step.move: step.score for step in position.legal_moves(self.lexicon)}
        return self._plays[at]

    def _solve(self, position: Position, known: dict[Move, Interval], about: str) -> Solution:
        options = replace(
            self.options,
            all_best=True,
            outcome_nodes=OUTCOME_NODES,
            proven=known,
        )
        if options.practical:
            options = replace(options, value_of=next(iter(known), None))
        return self._watched(EndgameSearch(position, self.lexicon, options), about)

    def _watched(self, search: EndgameSearch | PreendgameSearch, about: str) -> Solution:
        """Run a search; Ctrl-C stops it and all later ones, and is kept for `analyse_replay` to raise."""
        self._search = search
        if self.is_stopped:
            search.stop(StopReason.INTERRUPT)
        try:
            if self.watch is not None:
                for snapshot in search:
                    self.watch(about, snapshot)
            solution = search.result()
        except KeyboardInterrupt as interrupt:
            self.interrupt = interrupt
            self.stop()
            solution = search.result()
        self._search = None
        self.is_stopped = self.is_stopped or solution.stopped_by == StopReason.INTERRUPT
        return solution


def _of_opponent(estimate: Estimate, lead: int) -> Estimate:
    """Return an estimate from the other point of view; `lead` is the spread before the move, from there."""
    return Estimate(value=int(-estimate.spread) - lead, spread=-estimate.spread, win=1 - estimate.win)


def key(position: Position) -> Key:
    """Return the key of a position: what its future depends on."""
    return position.squares.tobytes(), position.rack_codes, position.scoreless_turns


# Endgames


def evaluate_turn(turn: Turn, evaluator: PositionEvaluator) -> Turn:
    """Evaluate an endgame turn by search; return it unchanged if it cannot be searched."""
    if not turn.is_endgame or turn.reason:
        return turn
    position, move = turn.replayed.position, turn.replayed.effective_move
    about = f"turn {turn.number}, {turn.player_name}"
    value = evaluator.move_value(position, move, f"{about}: after {turn.played}")
    known = {move: value} if turn.is_valid else {}
    found = analyse_moves(evaluator.solution(position, known, about), evaluator.lexicon.name, known)
    if turn.is_valid:
        found = _with_first(found, move, evaluator, position)
    return _evaluated(turn, found, value.plus(turn.lead), evaluator.estimate_after(position, move))


def analyse_moves(solution: Solution, lexicon: str, known: dict[Move, Interval] | None = None) -> Searched:
    """Collect the moves of a solution, best first; `known` is the value of some of them."""
    bag, lead, moves = solution.preendgame, solution.lead, list(solution.moves)
    if bag is None:
        best = set(solution.best)
        values = {solution.position.move_text(move): value for move, value in (known or {}).items()}
        moves = [tightened(each, values.get(each.text, UNKNOWN).plus(lead)) for each in moves]
        moves.sort(key=lambda each: (each.text != solution.text, each.text not in best, *_rank(each)))
    is_settled = all(each.status in (MoveStatus.BEST, MoveStatus.WORSE) for each in solution.moves)
    return Searched(
        **position_keys(solution.position, lexicon, bag is not None and bag.bag_is_known),
        best=tuple(solution.best),
        best_is_complete=bag is None and solution.status == Status.PROVEN and is_settled,
        value=_known_value(solution.spread, lead) if bag is None else None,
        spread=solution.spread,
        win=solution.win,
        estimate=estimate_within(solution.estimate, solution.spread, solution.win),
        line=solution.line if bag is None else (),
        moves=tuple(moves),
        moves_total=len(moves),
        remaining_upper=None,
        reasons=(),
        nodes=solution.nodes,
        seconds=solution.seconds,
        stopped_by=solution.stopped_by,
    )


def _known_value(spread: Interval, lead: int) -> int | None:
    """Return the value of an endgame, if its spread is known."""
    return int(spread.lower) - lead if spread.is_exact else None


def tighten_values(turns: list[Turn]) -> list[Turn]:
    """Tighten open values by the turn before: value after = score - move value >= score - value before."""
    for at in range(1, len(turns)):
        before, this = turns[at - 1], turns[at]
        if before.evaluation is None or this.evaluation is None:
            continue
        if not before.is_endgame or not before.is_valid or this.spread.is_exact:
            continue
        position = this.replayed.position
        if key(before.replayed.position.play(before.replayed.effective_move)) != key(position):
            continue
        spread = this.spread.at_least(this.lead + before.score - before.bounds.upper)
        found = with_fields(this.evaluation, spread=spread, win=known_outcome(position, spread))
        turns[at] = _evaluated(this, found, this.spread_after, found.estimate_after)
        after = before.spread_after.meet(spread.plus(-this.lead).negated.plus(before.score + before.lead))
        turns[at - 1] = _evaluated(before, before.evaluation, after, before.evaluation.estimate_after)
    return turns


def tightened(move: MoveResult, spread: Interval) -> MoveResult:
    """Return a move of an endgame with its bounds tightened."""
    narrow = move.spread.meet(spread)
    win = move.win if narrow == move.spread else outcome_interval(narrow).meet(move.win)
    estimate = None if narrow.is_exact else estimate_within(move.estimate, narrow, win)
    return with_fields(move, value=_known_value(narrow, move.lead), spread=narrow, win=win, estimate=estimate)


def _rank(each: MoveResult) -> tuple[float, float, float, int]:
    """Return the sort key of a move that is not best; static lower bounds do not count."""
    estimate = each.value_estimate
    likely = each.upper if estimate is None else estimate
    lower = each.lower if each.spread.is_exact else each.searched.lower
    return -float(likely), -float(each.upper), -float(lower), -each.score


def _with_first(found: Searched, move: Move, evaluator: PositionEvaluator, position: Position) -> Searched:
    """Put the move that was made first if it is one of several best moves."""
    text = position.move_text(move)
    mine = next(each for each in found.moves if each.text == text)
    if mine.text not in found.best[1:]:
        return found
    after = position.play(move)
    line = () if after.is_over else evaluator.solution(after).line
    return with_fields(
        found,
        best=(mine.text, *(text for text in found.best if text != mine.text)),
        moves=(mine, *(each for each in found.moves if each is not mine)),
        line=(mine.step, *line),
    )


def _evaluated(on: Turn, found: Searched, spread_after: Interval, estimate_after: Estimate | None) -> Turn:
    """Return an endgame turn with its loss, the spread before it - the spread after it.

    `estimate_after` is from the position after the turn; that of the move in the list goes before it.
    """
    cap = Interval(upper=found.spread.upper)
    moves = tuple(tightened(each, cap) for each in found.moves)
    loss = found.spread.add(spread_after.negated)
    win_after = known_outcome(on.replayed.position, spread_after)
    win_loss = found.win.add(win_after.negated)
    if on.is_valid:
        # even if the value is open, the loss is at most what another move can be better by
        others = [each.spread.upper for each in moves if each.text != on.made]
        most = max(others, default=spread_after.lower)
        loss = loss.at_least(0).meet(Interval(upper=max(0, most - spread_after.lower)))
        win_loss = exactly(0) if loss.upper == 0 else win_loss.at_least(0)
        listed = [each.estimate for each in moves if each.text == on.made]
        estimate_after = next(filter(None, listed), estimate_after)
    known = {
        "value": _known_value(found.spread, on.lead),
        "estimate": estimate_within(found.estimate, found.spread, found.win),
        "moves": moves,
    }
    evaluation = Evaluation(
        **(searched_keys(found) | known),
        spread_after=spread_after,
        win_after=win_after,
        estimate_after=estimate_within(estimate_after, spread_after, win_after),
        loss=loss,
        win_loss=win_loss,
    )
    return with_evaluation(on, evaluation, found.spread.is_exact and spread_after.is_exact)


def turn_of_best(
    solution: Solution,
    lexicon: Lexicon,
    names: tuple[str, str],
    values: dict[Move, Interval] | None = None,
) -> Turn:
    """Return a solved endgame as a turn in which the best move is made; `values` are those of other moves."""
    found = analyse_moves(solution, lexicon.name, values)
    on = turn_of_move(solution.position, solution.move, solution.text, lexicon, names)
    evaluation = Evaluation(
        **searched_keys(found),
        spread_after=found.spread,
        win_after=found.win,
        estimate_after=None,
        loss=exactly(0),
        win_loss=exactly(0),
    )
    return with_evaluation(on, evaluation, found.spread.is_exact)


# With tiles in the bag


def evaluate_with_bag(turn: Turn, evaluator: PositionEvaluator, actual_bag: str | None = None) -> Turn:
    """Evaluate a turn with tiles in the bag by search; return it unchanged if it cannot be searched."""
    position = unseen_position(turn)
    if evaluator.is_stopped or position.is_over or not is_preendgame(position):
        return turn
    move = turn.replayed.effective_move if turn.is_valid else None
    try:
        solution = evaluator.solution_with_bag(position, move, f"turn {turn.number}, {turn.player_name}")
    except PositionError:
        return turn
    return turn_of_solution(turn, solution, evaluator.lexicon.name, actual_bag)


def turn_of_solution(on: Turn, solution: Solution, lexicon: str, actual_bag: str | None = None) -> Turn:
    """Evaluate a turn with tiles in the bag by the solution of its position."""
    replayed = on.replayed
    move = replayed.effective_move
    text = solution.position.move_text(move)
    is_known = on.is_valid and (replayed.move is not None or on.is_taken_back or not move.is_pass)
    mine = next((each for each in solution.moves if is_known and each.text == text), None)
    win_loss = ANY_CHANCE if mine is None else _win_loss(solution, mine)
    spread_after, win_after = (UNKNOWN, ANY_CHANCE) if mine is None else (mine.spread, mine.win)
    evaluation = Evaluation(
        **searched_keys(with_shown_moves(analyse_moves(solution, lexicon), {text} if is_known else ())),
        actual_bag=actual_bag,
        spread_after=spread_after,
        win_after=win_after,
        estimate_after=None if mine is None else estimate_within(mine.estimate, spread_after, win_after),
        loss=UNKNOWN if mine is None else _spread_loss(solution, mine, win_loss),
        win_loss=win_loss,
    )
    is_proven = solution.status == Status.PROVEN and (mine is None or win_loss.is_exact)
    return with_evaluation(on, evaluation, is_proven)


def _win_loss(solution: Solution, mine: MoveResult) -> Interval:
    """Return how much more often the best other move wins than the one made; at least 0."""
    others = [each.win for each in solution.moves if each is not mine] or [mine.win]
    least = max(each.lower for each in others) - mine.win.upper
    most = max(each.upper for each in others) - mine.win.lower
    return Interval(max(0, least), max(0, most))


def _spread_loss(solution: Solution, mine: MoveResult, win_loss: Interval) -> Interval:
    """Return how much greater the mean spread of the best move is; at least 0 where no chance is lost."""
    if mine.status == MoveStatus.BEST:
        return exactly(0)
    lower = solution.spread.lower - mine.spread.upper
    upper = solution.spread.upper - mine.spread.lower
    if win_loss.upper == 0:  # as the best one is best in spread as well then
        lower = max(0, lower)
    return Interval(min(lower, upper), upper)
