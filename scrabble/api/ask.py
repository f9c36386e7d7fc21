"""What programs use: one function for each thing that can be asked, with a position as object or as text.

    solve("15/.../15 AEINRST/DGO 310/297 0 lex ENABLE;")       a text in CGP names its lexicon
    solve("out-in-two"), solve("late:17")                      what comes along, by name
    solve(position, "NWL23")                                   or it is given, by name, path or as a Lexicon
    solve("game.gcg"), solve(Path("board.txt"))                a file of one position: CGP, a printed board,
                                                               a game where its bag is first empty
    solve("#player1 ...")                                      or its text, of several lines

Whatever is wrong with what is given is one line: a TypeError for an argument of a wrong type, else a
ValueError: CgpError, GcgError, LexiconError, PositionError, IllegalMoveError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import scrabble.compare.verify
import scrabble.endgame.plays
import scrabble.endgame.search
import scrabble.preendgame.judge
import scrabble.preendgame.search
import scrabble.selfplay.generate
from bstar.search import Limit
from scrabble.analysis import analyse
from scrabble.api.given import (
    Place,
    Words,
    check_options,
    expect_number,
    expect_one_of,
    given,
    given_endgame,
    lexicon_of,
)
from scrabble.compare.verify import Verification
from scrabble.endgame.names import PROOF
from scrabble.endgame.search import Search
from scrabble.endgame.set_up import MEMORY
from scrabble.endgame.solution import Snapshot, Solution
from scrabble.endgame.wants import Wants
from scrabble.game.position import PositionError
from scrabble.game.step import LegalMoves
from scrabble.game.unseen import MOST_IN_BAG, is_before_the_end, refuse_unless_few
from scrabble.lexicon import Lexicon
from scrabble.planner.plan import Plan, plan_of
from scrabble.preendgame.solution import BagSolution
from scrabble.preendgame.worth import Aim
from scrabble.selfplay.evaluation import EVALUATIONS
from scrabble.selfplay.generate import Made, Order
from scrabble.selfplay.play_game import STATIC

__all__ = ["Limit", "analyse", "generate", "judge", "legal_moves", "plan", "search", "solve", "verify"]


def solve(
    position: Place,
    lexicon: Words = None,
    solver: str = PROOF,
    limit: Limit | None = None,
    memory: int = MEMORY,
    top: int = 1,
    watch: Callable[[Snapshot], None] | None = None,
    wants: Wants | None = None,
    threads: int = 1,
) -> Solution | BagSolution:
    """Solve an endgame: the best move, its value, and bounds of all others; see `scrabble.endgame.solve`.

    With a few tiles in the bag it is a BagSolution, which `judge` answers, too: chances and mean spreads in
    place of values.  `solver`, `top`, `watch`, `wants` and `threads` are for endgames only.

    At a limit the solution holds the best answer so far, its status is "bounded" and its bounds are true.
    Ctrl-C raises KeyboardInterrupt with that solution as its attribute `solution`.  `watch` is shown a
    snapshot a few times a second.
    """
    check_options(limit, memory=memory, top=top, watch=watch, wants=wants, threads=threads)
    place, words = given(position, lexicon, bag_limit=MOST_IN_BAG)
    if is_before_the_end(place):
        asked = {
            "solver": solver != PROOF,
            "top": top != 1,
            "watch": watch is not None,
            "wants": wants is not None,
            "threads": threads != 1,
        }
        for name, is_asked in asked.items():
            if is_asked:
                raise PositionError(f"{name} is for endgames only: there are tiles in the bag")
        return judge(place, words, limit=limit, memory=memory)
    return scrabble.endgame.search.solve(place, words, solver, limit, memory, top, watch, wants, threads)


def judge(
    position: Place,
    lexicon: Words = None,
    by: str = Aim.CHANCE,
    peek: bool = False,
    limit: Limit | None = None,
    memory: int = MEMORY,
    jobs: int = 1,
    settle_ties: bool = False,
) -> BagSolution:
    """Find the best move with a few tiles in the bag: its chance to win and its mean spread, exact fractions.

    `by` is what is compared first, "chance" or "spread"; with `peek` the player knows what is in the bag.
    Which of the moves that win equally often has the best spread is searched for as long as the chance has
    taken; with `settle_ties` until it is proven.
    """
    check_options(limit, memory=memory, jobs=jobs)
    expect_one_of("by", by, tuple(Aim))
    place, words = given(position, lexicon, bag_limit=MOST_IN_BAG)
    refuse_unless_few(place, MOST_IN_BAG)
    aims = (Aim.CHANCE, Aim.SPREAD) if Aim(by) is Aim.CHANCE else (Aim.SPREAD, Aim.CHANCE)
    order = scrabble.preendgame.judge.Order(place, words, memory, aims, peek)
    return scrabble.preendgame.search.solve(order, limit, jobs, settle_ties=settle_ties)


def search(
    position: Place,
    lexicon: Words = None,
    solver: str = PROOF,
    limit: Limit | None = None,
    memory: int = MEMORY,
    top: int = 1,
    wants: Wants | None = None,
    threads: int = 1,
) -> Search:
    """Prepare the search of an endgame: iterate over it for snapshots, `stop()` it whenever you like.

    Its `result()` is the solution; it runs the search to the end first if that has not been done.
    """
    check_options(limit, memory=memory, top=top, wants=wants, threads=threads)
    place, words = given_endgame(position, lexicon, "search")
    return Search(place, words, solver, limit, memory, top, wants, threads)


def legal_moves(position: Place, lexicon: Words = None) -> LegalMoves:
    """Every play of the player on turn with its score, best first; the pass is left out."""
    return scrabble.endgame.plays.legal_moves(*given(position, lexicon, is_endgame=False))


def plan(position: Place, lexicon: Words = None) -> Plan:
    """The planner's view of an endgame: turns to play out, totals, stuck tiles, out-plays, blocks."""
    return plan_of(*given_endgame(position, lexicon, "plan"))


def verify(
    position: Place, lexicon: Words = None, limit: Limit | None = None, memory: int = MEMORY
) -> Verification:
    """Let independent solvers solve an endgame and compare values and best moves; the limit is for each."""
    check_options(limit, memory=memory)
    return scrabble.compare.verify.verify(*given_endgame(position, lexicon, "verify"), limit, memory)


def generate(
    games: int,
    lexicon: Lexicon | str | Path,
    seed: int = 1,
    players: tuple[str, str] = (STATIC, STATIC),
    jobs: int = 1,
) -> Iterator[Made]:
    """Play games against itself; yield each with its endgame (`cgp`, or None) and its record (`gcg`).

    The same seed gives the same games, whatever the number of processes, `jobs`.
    """
    check_options(None, jobs=jobs)
    expect_number("games", games, 0)
    expect_number("seed", seed, 0)
    if not isinstance(players, tuple | list) or len(players) != 2:
        raise TypeError(f"players: expected two names, got {players!r}")
    for name in players:
        expect_one_of("players", name, tuple(EVALUATIONS))
    words = lexicon_of(lexicon)
    return scrabble.selfplay.generate.generate(Order(words, seed, (players[0], players[1])), games, jobs)
