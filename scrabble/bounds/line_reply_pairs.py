"""Upper bounds of single moves, by two replies one after the other and what the lines can take after them.

    p    a move of the side to move ("I")
    r    a play of the opponent that p leaves alone
    q    my next turn; it is on one line
    s    one of two plays of the opponent that p and r leave alone, r and s, too, each other; no line meets
         the footprints of both, so q leaves one of them alone

    worth of p  <=  points of p - points of r + the greater one, for both s, of
                        what the lines can take after p, r and s (T7)  -  points of s
                        what going out with q brings

The tiles of p, r and s are on the board here, so a packing serves one move only: 0.1 ms with four tiles left,
0.5 ms with five, 2 ms with six.  The words of the board with r and s, 1 to 10 ms, serve all moves
(line_words_after).  r alone takes half of that and is tried first (bounds/README.md, T9).

The moves with the highest bounds are looked at first, each by the replies that promise most.  The greatest
bound of all moves bounds the value of a position.  Of the position after a move of mine, with the sides
exchanged, that is a lower bound of the move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heapreplace
from itertools import combinations

from bstar.game import INF
from scrabble.bounds.line_packing import LineBound, line_totals
from scrabble.bounds.line_replies import (
    Reply,
    ScoredPlay,
    Square,
    ends_game,
    footprint,
    good_replies,
    most_of_pass,
    upper_bounds,
)
from scrabble.bounds.line_words_after import Alone, Spaces, WordsBefore
from scrabble.game.move import PASS
from scrabble.game.position import Position
from scrabble.game.tiles import BLANK
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import compile_position

MOST_PLAYS = 40  # replies to choose from
MOST_ALIKE = 4  # of these that have a square in common with another one
MOST_BOARDS = 40  # with replies, that are kept: some 0.4 MB each
MOST_TRIES = 8  # first replies for one move


@dataclass(frozen=True, slots=True, eq=False)
class ReplyPlay:
    """A play of the opponent; sets of squares and of lines are numbers, a bit each."""

    play: ScoredPlay
    squares: int  # that it lays tiles on
    footprint: int
    lines: int  # rows and columns that meet the footprint
    tiles: Counter[int]
    effect: int  # by how much it lowers the bound by lines, as far as is known


@dataclass(frozen=True, slots=True, eq=False)
class ReplyPlan:
    """A first reply, and the two of which the opponent makes the second one; none: the first one alone."""

    first: ReplyPlay
    seconds: tuple[ReplyPlay, ...]
    effect: int
    footprint: int  # of all of them


class ReplyPairs:
    """The opponent's plans on one board, and the bounds that they give."""

    def __init__(
        self,
        position: Position,
        lexicon: Lexicon,
        plays: Iterable[ScoredPlay],
        known: Iterable[Reply],
        totals: LineBound,
    ) -> None:
        """Choose plans among `plays` of the opponent; `known` are replies that were looked at."""
        self._position, self._lexicon = position, lexicon
        self._words = compile_position(position, lexicon).words
        self._rack = Counter(position.rack_codes[1])
        self._spaces = Spaces(position)
        self._boards: dict[frozenset[int], WordsBefore] = {}  # by replies
        effects = {each.play: totals.most - each.totals.most + each.play.score for each in known}
        self._replies = self._chosen(plays, effects)
        self._alone = [ReplyPlan(each, (), each.effect, each.footprint) for each in self._replies]
        self._pairs = sorted(self._all_pairs(), key=lambda plan: -plan.effect)

    def _chosen(self, plays: Iterable[ScoredPlay], effects: Mapping[ScoredPlay, int]) -> list[ReplyPlay]:
        """Return the plays of the greatest effect that do not end the game, not too many in one place."""
        limit = self._position.rules.scoreless_turns_limit
        if limit is None or limit < 2:  # the turn after the first reply must not end the game, even if passed
            return []
        chosen: list[ReplyPlay] = []
        for play in sorted(plays, key=lambda each: -effects.get(each, each.score)):
            if play.score > 0 and len(play.squares) < self._rack.total():
                reply = self._reply(play, effects.get(play, play.score))
                if sum(other.squares & reply.squares != 0 for other in chosen) < MOST_ALIKE:
                    chosen.append(reply)
            if len(chosen) == MOST_PLAYS:
                break
        return chosen

    def _reply(self, play: ScoredPlay, effect: int) -> ReplyPlay:
        size, squares = len(self._position.squares), footprint(self._position, play.move)
        lines = {row for row, _ in squares} | {size + col for _, col in squares}
        tiles = Counter(_tile(code) for _, _, code in play.move.placed)
        return ReplyPlay(
            play,
            self._bits(play.squares),
            self._bits(squares),
            sum(1 << line for line in lines),
            tiles,
            effect,
        )

    def _bits(self, squares: Iterable[Square]) -> int:
        return sum(1 << (row * len(self._position.squares) + col) for row, col in squares)

    def _all_pairs(self) -> Iterator[ReplyPlan]:
        for first in self._replies:
            seconds = [each for each in self._replies if self._are_apart(first, each)]
            for one, other in combinations(seconds, 2):
                if not one.lines & other.lines:
                    effect = first.effect + min(one.effect, other.effect)
                    squares = first.footprint | one.footprint | other.footprint
                    yield ReplyPlan(first, (one, other), effect, squares)

    def _are_apart(self, one: ReplyPlay, other: ReplyPlay) -> bool:
        """Return whether two plays leave each other alone, and a tile besides."""
        if one.squares & other.footprint or other.squares & one.footprint:
            return False
        tiles = one.tiles + other.tiles
        return tiles < self._rack

    def plans(self, move: ScoredPlay) -> Iterator[ReplyPlan]:
        """Yield some plans that a move leaves alone: a single reply, then pairs with several first ones."""
        squares = self._bits(move.squares)
        singles = [plan for plan in self._alone if not plan.footprint & squares]
        yield from singles[:1]
        firsts: set[int] = set()
        for plan in self._pairs:
            if not plan.footprint & squares and id(plan.first) not in firsts:
                yield plan
                firsts.add(id(plan.first))
                if len(firsts) == MOST_TRIES:
                    return
        yield from singles[1 : MOST_TRIES - len(firsts)]

    def bound(self, move: ScoredPlay, plan: ReplyPlan, has_own_board: bool = False) -> int | None:
        """Return an upper bound of a move that leaves a plan alone and does not end the game.

        None if a line has too many words to look at.  With `has_own_board` the words are those of the board
        with the move, which is mostly closer and takes twice as long.
        """
        bounds = []
        for replies in [[plan.first, second] for second in plan.seconds] or [[plan.first]]:
            if has_own_board:
                alone = self._new_words(replies, move).most_alone(PASS)
            else:
                alone = self._words_after(replies).most_alone(move.move)
            if alone is None:
                return None
            bounds.append(self._bound_by(move, replies, alone))
        return max(bounds)

    def _bound_by(self, move: ScoredPlay, replies: Sequence[ReplyPlay], alone: Alone) -> int:
        """Return the bound by one or two replies, if the play in between leaves the second one alone."""
        bound = move.score + alone.most - sum(each.play.score for each in replies)
        if len(replies) > 1 and alone.out is not None:
            rules, alphabet, first = self._position.rules, self._position.alphabet, replies[0]
            others = alphabet.value((self._rack - first.tiles).elements())
            out = alone.out + (rules.out_gain + rules.out_loss) * others
            bound = max(bound, move.score - first.play.score + out)
        return bound

    def _words_after(self, replies: Sequence[ReplyPlay]) -> WordsBefore:
        """Return the words of the board with some replies, for the side to move before them."""
        key = frozenset(map(id, replies))
        if key not in self._boards:
            if len(self._boards) == MOST_BOARDS:
                self._boards.clear()
            self._boards[key] = self._new_words(replies)
        return self._boards[key]

    def _new_words(self, replies: Sequence[ReplyPlay], move: ScoredPlay | None = None) -> WordsBefore:
        """Return the words of the board with some replies, and with a move if it is given."""
        squares, (mine, theirs) = self._position.squares.copy(), map(Counter, self._position.rack_codes)
        laid = [(each.play, theirs) for each in replies]
        for play, rack in laid if move is None else [(move, mine), *laid]:
            for row, col, code in play.move.placed:
                squares[row, col] = code
                rack[_tile(code)] -= 1
        racks = bytes(mine.elements()), bytes(theirs.elements())
        after = replace(self._position, squares=squares, rack_codes=racks, scoreless_turns=0, previous=None)
        return WordsBefore(after, self._lexicon, self._words, self._spaces)


def closer_bounds(
    pairs: ReplyPairs,
    position: Position,
    moves: Mapping[int, ScoredPlay],
    uppers: Mapping[int, int],
    goal: int,
    may_go_on: Callable[[], bool],
) -> dict[int, int]:
    """Return closer upper bounds of moves, by number, from those with the highest ones on.

    It ends when all are at `goal` or lower, when the highest one cannot be lowered any more, or with
    `may_go_on`, which is called before each plan is looked at.  When a move has no plans left, the last one
    that has lowered it is looked at more closely.
    """
    waiting = [(-upper, 0, number) for number, upper in uppers.items() if upper > goal]
    heapify(waiting)
    plans: dict[int, Iterator[ReplyPlan]] = {}
    closest: dict[int, ReplyPlan] = {}
    found: dict[int, int] = {}
    while waiting and may_go_on():
        upper, tries, number = waiting[0]
        move = moves[number]
        if number not in plans:
            plans[number] = iter(()) if ends_game(position, move) else pairs.plans(move)
        plan = next(plans[number], None)
        has_own_board = plan is None
        plan = plan or closest.pop(number, None)
        if plan is None:
            return found
        bound = pairs.bound(move, plan, has_own_board)
        if bound is not None and bound < -upper:
            upper, found[number] = -bound, bound
            if not has_own_board:
                closest[number] = plan
        if -upper > goal:
            heapreplace(waiting, (upper, tries + 1, number))
        else:
            heappop(waiting)
    return found


def most_worth(
    position: Position,
    lexicon: Lexicon,
    plays: Sequence[ScoredPlay],
    replies: Sequence[ScoredPlay],
    may_go_on: Callable[[], bool],
    totals: LineBound | None = None,
) -> int | None:
    """Return an upper bound of the value of a position; None if it has too many words to look at.

    `plays` are all plays of the side to move, `replies` plays of the opponent on the same board, `totals` the
    line totals, if they are at hand.
    """
    totals = totals or line_totals(position, lexicon)
    if totals is None:
        return None
    moves = dict(enumerate(plays))
    if position.rules.zero_play_is_scoreless or not moves:
        moves[len(moves)] = ScoredPlay(PASS, 0)
    known = good_replies(position, lexicon, replies)
    uppers = {number: totals.of(*play) for number, play in moves.items()}
    for number, upper in upper_bounds(position, moves, known).items():
        uppers[number] = min(upper, uppers[number])
    pairs = ReplyPairs(position, lexicon, replies, known, totals)
    uppers |= closer_bounds(pairs, position, moves, uppers, -INF, may_go_on)
    most = max(uppers.values())
    of_pass = most_of_pass(position, most)
    return most if of_pass is None else of_pass  # no less than the plays


def _tile(code: int) -> int:
    """Return the tile on the rack that a tile on the board was."""
    return 0 if code & BLANK else code
