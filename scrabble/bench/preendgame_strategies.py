"""Strategies that find the best move of a pre-endgame, and the session they share.

    session.ask(query)                        one query, with a node budget
    session.settle(move, part, objective)     query until the value of a move with a draw is known

All strategies query the same evaluator (solver.preendgame.evaluator) and keep proven bounds in the same way:
they differ only in their queries.

* `best_first`: B* over moves and draws, as `endgame solve` runs it, in one process: to its end, or until it
  is proven that no move wins more often.
* `exhaustive`: every move with every draw, its spread or only whether it is won; naive, and certain.
* `successive_halving`: playouts of all moves, as other programs do it; it proves nothing unless its queries
  happen to suffice, as a dropped move is never evaluated again.

    all moves      1 draw        played out                 the better half stays
    half of them   2 draws       ...                        and so on, down to a few
    the rest       every draw    exact                      the best of these is chosen

`Playouts` estimates a move with a draw: from there on both sides make the highest-scoring play to the end of
the game.  After a move that leaves tiles in the bag the opponent's first play is the highest-scoring one that
empties it; if there is none, the game is taken to end there.  The draws come in a random order, the same for
all moves of a position.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from bstar.chance.interval_sum import PROVE_BEST, Query
from bstar.engine import SearchStopped
from scrabble.game.position import Position
from scrabble.game.unseen import BagContents, without
from scrabble.lexicon import Lexicon
from scrabble.solver.names import Objective
from scrabble.solver.preendgame.dealt_game import SideTiles
from scrabble.solver.preendgame.estimates import SpreadEstimates
from scrabble.solver.preendgame.evaluator import PreendgameTask, ScenarioEvaluator, gc_paused
from scrabble.solver.preendgame.scenarios import FirstMove, ScenarioSolver
from scrabble.solver.preendgame.values import outcome

WIN, SPREAD = 0, 1  # indices of the objectives
WITHOUT_END = 1 << 40  # nodes for a query that has to be answered


def new_session(position: Position, lexicon: Lexicon, memory: int) -> EvaluationSession:
    """Return a session with tables of its own, of this number of bytes."""
    with gc_paused():
        return EvaluationSession(ScenarioEvaluator(PreendgameTask(position, lexicon, memory)))


class EvaluationSession:
    """The queries about one position, and the bounds that they have proven."""

    def __init__(self, evaluator: ScenarioEvaluator) -> None:
        assert evaluator.objectives == (Objective.WIN, Objective.SPREAD)
        self.evaluator = evaluator
        self.estimates = SpreadEstimates(evaluator.moves, evaluator.objectives, evaluator.solver)
        self.choice = self.estimates.choice()
        self.playouts = 0
        self.chosen: int | None = None  # by a strategy that goes by estimates

    @property
    def best(self) -> int:
        """Return the move to choose now."""
        return self.choice.best if self.chosen is None else self.chosen

    def ask(self, query: Query) -> None:
        """Evaluate a query and keep the proven bounds.  Raises SearchStopped."""
        try:
            answer = self.evaluator.answer(query)
        except SearchStopped:
            answer = self.evaluator.known(query)
            self.choice.update(query, answer.lower, answer.upper, False)
            raise
        self.choice.update(query, answer.lower, answer.upper, answer.is_done, answer.nodes)

    def settle(self, move: int, part: int, objective: int) -> None:
        """Query a part of a move until its value in an objective is known.  Raises SearchStopped."""
        term = self.choice.moves[move].terms[part]
        while term.is_open(objective):
            self.ask(Query(move, part, objective, term.next_threshold(objective), WITHOUT_END, PROVE_BEST))

    def settle_move(self, move: int, objective: int) -> None:
        """Settle all parts of a move."""
        for part in range(len(self.choice.moves[move].terms)):
            self.settle(move, part, objective)


class Playouts:
    """Playouts from one position."""

    def __init__(self, solver: ScenarioSolver) -> None:
        self._solver = solver
        self._rack, self._unseen = solver.position.rack_codes[0], solver.unseen

    def spread(self, play: FirstMove, draw: BagContents) -> int:
        """Return the final spread for the side to move if the bag holds this draw."""
        laid, count = len(play.laid), self._unseen.count
        drawn, left = draw.tiles[:laid], draw.tiles[laid:]
        other = without(self._unseen.tiles, draw.tiles)
        own = bytes(sorted(without(self._rack, play.laid) + drawn))
        racks = SideTiles(own, bytes(sorted(self._rack + drawn))), SideTiles(other, other)
        ahead = self._solver.ahead + play.gain
        if laid >= count:
            return ahead - self._rest((play.number,), racks)
        replies = self._solver.plays((play.number,), racks)
        emptying = [each for each in replies if len(each.laid) >= len(left)]
        if not emptying:
            return ahead
        reply = max(emptying, key=lambda each: each.gain)
        rack = bytes(sorted(without(other, reply.laid) + left))
        racks = racks[0], SideTiles(rack, bytes(sorted(other + left)))
        return ahead - reply.gain + self._rest((play.number, reply.number), racks)

    def _rest(self, path: tuple[int, ...], racks: tuple[SideTiles, SideTiles]) -> int:
        """Return the spread that the side to move gains to the end of an endgame."""
        self._solver.plays(path, racks)  # deals the racks
        engine = self._solver.engine
        moves: list[int] = []
        gained, sign = 0, 1
        while (final := engine.final(moves)) is None:
            move, gain, _, _ = max(engine.moves(moves), key=lambda each: each[1])
            moves.append(move)
            gained += sign * gain
            sign = -sign
        return gained + sign * final


EVERY = 16  # queries between two checks whether the chance is proven


def best_first(session: EvaluationSession, is_chance_enough: bool = False) -> None:
    """Evaluate the queries that B* chooses.  Raises SearchStopped."""
    choice = session.choice
    for _ in session.estimates.look(choice):
        pass
    session.estimates.take_in(choice)
    while (query := choice.next_query()) is not None:
        session.ask(query)
        session.estimates.learn(choice, [query])
        if is_chance_enough and choice.queries % EVERY == 0 and choice.regret() == 0:
            return


def exhaustive(session: EvaluationSession, is_chance_enough: bool = False) -> None:
    """Settle all parts of all moves, one after the other.  Raises SearchStopped."""
    for move in range(len(session.choice.moves)):
        if not is_chance_enough:
            session.settle_move(move, SPREAD)
        session.settle_move(move, WIN)


SEED = 1
SURVIVORS = 8  # moves that are evaluated exactly, by default


def successive_halving(session: EvaluationSession, survivors: int = SURVIVORS) -> None:
    """Choose a move by successive halving.  Raises SearchStopped."""
    played = _PlayoutStats(session)
    field: Sequence[int] = range(len(session.choice.moves))
    draws = 1
    while len(field) > survivors:
        ranked = sorted(field, key=lambda move: played.mean(move, draws), reverse=True)
        session.chosen = ranked[0]
        field = ranked[: max(survivors, len(ranked) // 2)]
        draws *= 2
    options = session.choice.moves
    for move in field:
        session.settle_move(move, WIN)
    most = max(options[move].lower[WIN] for move in field)
    equals = [move for move in field if options[move].lower[WIN] == most]
    session.chosen = equals[0]
    for move in equals:
        session.settle_move(move, SPREAD)
    session.chosen = max(equals, key=lambda move: options[move].lower[SPREAD])


class _PlayoutStats:
    """Statistics of the playouts of each move."""

    def __init__(self, session: EvaluationSession) -> None:
        self._session = session
        self._playouts = Playouts(session.evaluator.solver)
        unseen = session.evaluator.unseen
        self._draws = list(unseen.draws)
        random.Random(SEED).shuffle(self._draws)
        self._spreads: dict[tuple[int, int], int] = {}

    def mean(self, move: int, draws: int) -> tuple[float, float]:
        """Return the chance and mean spread of a move over the first `draws` draws."""
        some = self._draws[:draws]
        spreads = [self._spread(move, at) for at in range(len(some))]
        weight = sum(draw.weight for draw in some)
        outcomes = (draw.weight * outcome(spread) for draw, spread in zip(some, spreads, strict=True))
        points = (draw.weight * spread for draw, spread in zip(some, spreads, strict=True))
        return sum(outcomes) / weight, sum(points) / weight

    def _spread(self, move: int, at: int) -> int:
        if (move, at) not in self._spreads:
            self._session.evaluator.solver.check_stopped()
            play = self._session.evaluator.moves[move].play
            self._spreads[move, at] = self._playouts.spread(play, self._draws[at])
            self._session.playouts += 1
        return self._spreads[move, at]
