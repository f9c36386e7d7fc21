"""The opponent's own choice with one tile in the bag: the best moves for what the opponent sees.

    opponent's rack    known to the opponent
    unseen             the player's rack and the bag: each tile of them is as likely to be in the bag

`OpponentsSolver` is the solver of the endgames that the opponent considers.  They are dealt to the game that
is compiled for the player's search, one move after its root, so tables and play lists are shared.
`OpponentsChoice` is the search of `search.py` on it, for the moves that guarantee the opponent most:

    sure        moves that are proven to be best           sure <= best moves <= possible
    possible    moves that may still be best

The player's spread after a play of the opponent is that of the endgame with the tile that is in the bag
(`reply`).  A pass may be as good as a play because the same play can follow it: it is among the best moves if
none of the player's replies in between does harm, whatever is in the bag.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from bstar.chance.disproof import best_disproof_query, open_terms
from bstar.chance.interval_sum import BUDGET, BUDGET_GROWTH, IntervalSum, Query, Term
from scrabble.game.unseen import UnseenTiles, may_exchange, without
from scrabble.movegen.packed_move import PASS, unpack
from scrabble.solver.names import Objective
from scrabble.solver.preendgame.dealt_game import SideTiles
from scrabble.solver.preendgame.estimates import SpreadEstimates
from scrabble.solver.preendgame.moves import CandidateMove, MoveEnumerator, Parts
from scrabble.solver.preendgame.replies import Replies, ScorelessLeft, StateAfter, sorted_side
from scrabble.solver.preendgame.scenarios import FirstMove, ScenarioSolver
from scrabble.solver.preendgame.values import OpponentMin, outcome

MOVE_BYTES = 2000  # of Python objects for each move of the opponent
CALL = 20  # nodes that a query counts for at least
CHECKED = 8  # queries between two looks at whether they are enough
FEW = 200  # possible moves from which their values with the tile in the bag are asked for at once
PASSING = 16  # times the nodes of a first query, to prove that a pass is worse than a play


class OpponentsSolver(ScenarioSolver):
    """The endgames after a move that leaves one tile in the bag, for the opponent, who is to move.

    Sides, signs and paths are those of the opponent; all work is done by the player's solver.
    """

    def __init__(self, solver: ScenarioSolver, after: StateAfter, bag: bytes) -> None:
        self._whole, self._before = solver, after.path
        self._laid = without(after.own.pool, after.own.rack)  # by the player since the root
        root, rack = solver.position, after.other_rack(bag).rack
        [number] = after.path
        squares = root.squares if number == PASS else root.play(unpack(number, root)).squares
        scores = root.scores[1], root.scores[0] + after.gained
        self.position = replace(root, squares=squares, rack_codes=(rack, b""), scores=scores, previous=None)
        self.unseen = UnseenTiles(self.position)
        self.ahead = -solver.ahead - after.gained
        self._exchanges = may_exchange(self.position)
        self._bytes = 0  # of Python objects, as counted

    @property
    def nodes(self) -> int:
        """The number of positions searched."""
        return self._whole.nodes

    @property
    def room(self) -> int:
        """The bytes that are left for Python objects."""
        return self._whole.room

    def count_bytes(self, size: int) -> None:
        """Count new Python objects before they are built.  Raises SearchStopped if the memory is full."""
        self._whole.count_bytes(size)
        self._bytes += size

    def reserve(self, size: int) -> None:
        """Count new Python objects before they are built.  Raises SearchStopped."""
        self._whole.reserve(size)
        self._bytes += size

    def release(self) -> None:
        """Give back the memory of all objects that were counted, which are no longer used."""
        self._whole.count_bytes(-self._bytes)
        self._bytes = 0

    def check_stopped(self) -> None:
        """Raise SearchStopped if the search was stopped."""
        self._whole.check_stopped()

    @property
    def has_fast_game(self) -> bool:
        """Return whether `glance` is available."""
        return self._whole.has_fast_game

    def plays(self, path: tuple[int, ...], racks: tuple[SideTiles, SideTiles]) -> list[FirstMove]:
        """Return the moves after a path, with the pass; [] if the game is over.  Raises SearchStopped."""
        return self._whole.plays((*self._before, *path), self._swapped(racks))

    def glance(self, path: tuple[int, ...], racks: tuple[SideTiles, SideTiles]) -> int:
        """Return the planner's estimate of the value after a path.  Raises SearchStopped."""
        return self._whole.glance((*self._before, *path), self._swapped(racks))

    def value(self, path: tuple[int, ...], racks: tuple[SideTiles, SideTiles], alpha: int, beta: int) -> int:
        """Return the fail-soft value after a path for the side to move.  Raises SearchStopped."""
        return self._whole.value((*self._before, *path), self._swapped(racks), alpha, beta)

    def afford(self, search: Callable[[], object], nodes: int) -> bool:
        """Search with a node budget and return whether it was enough.  Raises SearchStopped."""
        return self._whole.afford(search, nodes)

    def _swapped(self, racks: tuple[SideTiles, SideTiles]) -> tuple[SideTiles, SideTiles]:
        """Return the tiles of both sides as the player's solver takes them."""
        theirs, mine = racks
        return sorted_side(SideTiles(mine.rack, mine.pool + self._laid)), sorted_side(theirs)


class ReplySpread:
    """The player's final spread after a reply of the opponent with one tile in the bag."""

    __slots__ = ("_at", "_candidate", "_objectives", "_spread")

    def __init__(self, candidate: CandidateMove, at: int, objectives: Sequence[Objective]) -> None:
        self._candidate, self._at, self._objectives = candidate, at, objectives
        self._spread = objectives.index(Objective.SPREAD)

    @property
    def lower(self) -> int:
        """The proven lower bound."""
        return -self._candidate.parts.bounds(self._at, self._objectives).upper[self._spread]

    @property
    def upper(self) -> int:
        """The proven upper bound."""
        return -self._candidate.parts.bounds(self._at, self._objectives).lower[self._spread]

    def ask_spread(self, least: int, nodes: int) -> bool:
        """Test whether the spread is at least `least`; return whether `nodes` were enough."""
        return self._candidate.parts[self._at].ask(Objective.SPREAD, 1 - least, nodes)


class OpponentsChoice:
    """The search for the opponent's best moves when the bag holds a tile that the opponent does not see.

    `left` are the scoreless turns left.  A choice at another turn, with the same racks and board, may be
    given as `like`: the values of plays are shared with it.
    """

    def __init__(
        self,
        solver: OpponentsSolver,
        bag: bytes,
        objectives: Sequence[Objective],
        left: ScorelessLeft,
        like: OpponentsChoice | None = None,
    ) -> None:
        self._solver, self._objectives, self._left = solver, tuple(objectives), left
        candidates = MoveEnumerator(solver, objectives, left).candidates()
        if like is not None:
            known = {each.play.number: each.parts for each in like.candidates.values() if each.play.laid}
            candidates = [
                self._sharing(each, known[each.play.number]) if each.play.laid else each
                for each in candidates
            ]
        solver.reserve(MOVE_BYTES * len(candidates))
        # by number; only the best ones when the search is over
        self.candidates: dict[int, CandidateMove] = dict(enumerate(candidates))
        self.pass_number = next(at for at, each in enumerate(candidates) if each.play.is_pass)
        self._bag_at = next(at for at, draw in enumerate(solver.unseen.draws) if draw.tiles == bag)
        self._estimates = SpreadEstimates(candidates, objectives, solver)
        self._search = self._estimates.choice()
        self._has_looked, self._budget = False, BUDGET
        self._swept = len(candidates)  # possible moves when their values with the bag were last asked for
        self._is_pass_worse = False  # whatever follows it
        self._is_pass_as_good: bool | None = None  # as a play that may follow it; None: not known
        self._answers: list[OpponentMin] = []  # the player's plays after a pass, by draw
        self.is_done = False
        self._found: tuple[list[int], list[int]] = [], []  # possible and sure moves when it is

    def _sharing(self, candidate: CandidateMove, known: Parts) -> CandidateMove:
        """Return a move that takes its values from another search, when they are asked for."""
        bounds = partial(candidate.parts.bounds, objectives=self._objectives)
        return candidate._replace(parts=Parts(len(known), known.__getitem__, bounds))

    @property
    def possible(self) -> list[int]:
        """The moves that may be best."""
        if self.is_done:
            return self._found[0]
        moves, level = self._search.moves, self._level
        found = [at for at, move in enumerate(moves) if move.upper >= level and at != self.pass_number]
        return [*found, self.pass_number] if self._is_pass_possible else found

    @property
    def sure(self) -> list[int]:
        """The moves that are proven to be best."""
        if self.is_done:
            return self._found[1]
        moves = self._search.moves
        first, second = (*sorted((move.upper for move in moves), reverse=True), moves[0].lower)[:2]
        found = [
            at for at, move in enumerate(moves) if move.lower >= (second if move.upper == first else first)
        ]
        if self._is_pass_as_good and self.pass_number not in found:
            found.append(self.pass_number)
        return found

    def reply(self, number: int) -> ReplySpread:
        """Return the player's spread after a play of the opponent with the tile that is in the bag."""
        return ReplySpread(self.candidates[number], self._bag_at, self._objectives)

    @property
    def _level(self) -> list[int]:
        """The bound that the opponent's best move reaches at least."""
        return self._search.moves[self._search.incumbent].lower

    @property
    def _may_play_later(self) -> bool:
        """Return whether the opponent may play after passes by both sides."""
        return not self._left.after_pass().after_pass().is_over

    @property
    def _is_pass_possible(self) -> bool:
        """Return whether a pass may be a best move."""
        if self._is_pass_worse:
            return False
        is_alone = self._search.moves[self.pass_number].upper >= self._level
        return is_alone or (self._may_play_later and self._is_pass_as_good is not False)

    # The search

    def advance(self, nodes: int, is_enough: Callable[[], bool]) -> int:
        """Search on for about `nodes` nodes, or until it is enough; return the number spent.

        Raises SearchStopped.
        """
        if not self._has_looked:
            for _ in self._estimates.look(self._search):
                self._solver.check_stopped()
            self._estimates.take_in(self._search)
            self._has_looked = True
        spent = asked = 0
        while spent < nodes and not self.is_done:
            query = self._search.next_query() or self._query_tie()
            if query is None:
                spent += CALL + self._look_at_pass(nodes - spent)
                continue
            spent += CALL + self._answer(query)
            asked += 1
            if asked % CHECKED == 0:
                if self._search.is_settled(1):
                    spent += self._look_at_replies()
                if is_enough():
                    break
        return spent

    def _answer(self, query: Query) -> int:
        """Answer a query and return the nodes that it took."""
        before, part = self._solver.nodes, self.candidates[query.move].parts[query.term]
        is_done = part.ask(self._objectives[query.objective], query.gamma, query.budget)
        nodes = self._solver.nodes - before
        self._search.update(query, *part.bounds(self._objectives), is_done, nodes)
        self._estimates.learn(self._search, [query])
        return nodes

    def _query_tie(self) -> Query | None:
        """Return a query whether a move that is not better than the best one is worse."""
        search, level = self._search, self._level
        while True:
            is_costly = False
            for number, move in enumerate(search.moves):
                if move.upper < level or number == search.incumbent:
                    continue
                for objective in reversed(range(len(level))):
                    query = best_disproof_query(move, number, objective, level[objective] - 1, self._budget)
                    if query is not None:
                        return query
                    open_, affordable = open_terms(move, objective, self._budget)
                    is_costly |= len(affordable) < len(open_)
            if not is_costly:
                return None
            self._budget *= BUDGET_GROWTH

    def _look_at_replies(self) -> int:
        """Ask who wins after the moves that may be best, once they are few; return the nodes it took."""
        possible, before = self.possible, self._solver.nodes
        if len(possible) > min(FEW, self._swept // 2):
            return 0
        self._swept = len(possible)
        if self._is_pass_possible and self._may_play_later:
            self._refute_pass(PASSING * BUDGET)
        if not self._is_pass_possible:
            seen: set[tuple[int, int]] = set()
            for number in possible:
                if self.candidates[number].play.laid and len(seen) < 2:  # two results: the choice matters
                    reply = self.reply(number)
                    for least in (0, 1):
                        reply.ask_spread(least, BUDGET)
                    seen.add((outcome(reply.lower), outcome(reply.upper)))
        return self._solver.nodes - before

    # A pass

    def _look_at_pass(self, nodes: int) -> int:
        """Find out whether a pass is as good as a play, when nothing else is open; return the nodes."""
        before = self._solver.nodes
        is_known = self._is_pass_as_good is not None or self.pass_number in self.sure
        is_known = is_known or not self._may_play_later or self._refute_pass(nodes)
        if is_known or self._compare_pass(nodes):
            self._found = self.possible, self.sure
            self.is_done = True
            if self.pass_number not in self._found[0]:
                self._release()
        return self._solver.nodes - before

    def _release(self) -> None:
        """Forget all but the best moves, unless the opponent may choose among the same plays again."""
        self.candidates = {number: self.candidates[number] for number in self._found[0]}
        self._answers = []
        del self._search, self._estimates
        self._solver.release()

    def _after_pass(self) -> list[OpponentMin]:
        """Return what the player's plays after a pass leave the opponent, for each tile in the bag."""
        if not self._answers:
            rack, solver = self._solver.position.rack_codes[0], self._solver
            after = StateAfter(
                (PASS,), 0, SideTiles(rack, rack), solver.unseen.tiles, 1, self._left.after_pass()
            )
            replies = Replies(solver, after)
            self._answers = [replies.answers(draw.tiles, True) for draw in solver.unseen.draws]
        return self._answers

    def _refute_pass(self, nodes: int) -> bool:
        """Test whether the player's plays after a pass leave the opponent less than the best move.

        That bounds whatever follows the pass, even if the opponent knew the bag by then.
        """
        answers, level, spent = self._after_pass(), self._level, 0
        terms = []
        for answer, draw in zip(answers, self._solver.unseen.draws, strict=True):
            lower, upper = answer.bounds(self._objectives)
            terms.append(Term(draw.weight, list(lower), list(upper), [float(low) for low in lower]))
        whole, first = IntervalSum(terms), level[0]
        for objective, goal in ((0, first - 1), (0, first), (1, level[1] - 1)):
            budget = BUDGET
            while whole.upper >= level and whole.upper[objective] > goal and spent < nodes:
                query = best_disproof_query(whole, 0, objective, goal, budget)
                if query is None:
                    open_, affordable = open_terms(whole, objective, budget)
                    if len(affordable) == len(open_) or whole.lower[objective] > goal:
                        break
                    budget *= BUDGET_GROWTH
                    continue
                answer, before = answers[query.term], self._solver.nodes
                is_done = answer.ask(self._objectives[objective], query.gamma, query.budget)
                terms[query.term].update(query, *answer.bounds(self._objectives), is_done, query.budget)
                whole.add_up()
                spent += CALL + self._solver.nodes - before
        self._is_pass_worse = self._is_pass_worse or whole.upper < level
        return self._is_pass_worse

    def _compare_pass(self, nodes: int) -> bool:
        """Find out whether a best play is as good after passes by both sides.

        Return whether `nodes` for each of the player's plays were enough.
        """
        answers, sure, spread = self._after_pass(), self.sure, self._objectives.index(Objective.SPREAD)
        is_done, is_open = True, False
        for number in self.possible:
            parts = self.candidates[number].parts
            if not self.candidates[number].play.laid:
                continue
            each = [parts.bounds(at, self._objectives) for at in range(len(parts))]
            lowers, uppers = ([bounds[side][spread] for bounds in each] for side in range(2))
            for least, answer in zip(lowers, answers, strict=True):
                is_done = answer.ask_spread(least, nodes) and is_done
                if answer.upper < least:
                    break
            else:
                is_open = True
                is_as_good = all(answer.lower >= most for answer, most in zip(answers, uppers, strict=True))
                if is_as_good and number in sure and not may_exchange(self._solver.position):
                    self._is_pass_as_good = True
                    return True
        if not is_open:
            self._is_pass_as_good = False
        return is_done
