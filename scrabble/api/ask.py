"""What programs use: one function for each thing that can be asked, with a position as object or as text.

    solve("15/.../15 AEINRST/DGO 310/297 0 lex ENABLE;")       a text in CGP names its lexicon
    solve("out-in-two"), solve("late:17")                      what comes along, by name
    solve(position, "NWL23")                                   or it is given, by name, path or as a Lexicon
    solve(Path("game.gcg").read_text(), "NWL23")               several lines: a game, where its bag is
                                                               first empty, or a printed board with its racks

Whatever is wrong with what is given is a ValueError of one line: CgpError, GcgError, LexiconError,
PositionError, IllegalMoveError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

import scrabble.compare.verify
import scrabble.endgame.plays
import scrabble.endgame.search
import scrabble.preendgame.judge
import scrabble.preendgame.search
import scrabble.selfplay.generate
from bstar.search import Limit
from scrabble import sources
from scrabble.analysis import analyse
from scrabble.api.given import Words, given
from scrabble.compare.verify import Verification
from scrabble.endgame.names import PROOF
from scrabble.endgame.search import Search
from scrabble.endgame.set_up import MEMORY
from scrabble.endgame.solution import Snapshot, Solution
from scrabble.endgame.wants import Wants
from scrabble.game.position import Position
from scrabble.game.step import LegalMoves
from scrabble.game.unseen import MOST_IN_BAG, is_before_the_end, refuse_unless_few
from scrabble.lexicon import Lexicon
from scrabble.planner.plan import Plan, plan_of
from scrabble.preendgame.solution import BagSolution
from scrabble.preendgame.worth import Aim
from scrabble.selfplay.generate import Made, Order
from scrabble.selfplay.play_game import STATIC

__all__ = ["Limit", "analyse", "generate", "judge", "legal_moves", "plan", "search", "solve", "verify"]


def solve(
    position: Position | str,
    lexicon: Words = None,
    solver: str = PROOF,
    limit: Limit | None = None,
    memory: int = MEMORY,
    top: int = 1,
    watch: Callable[[Snapshot], None] | None = None,
    wants: Wants | None = None,
    threads: int = 1,
) -> Solution:
    """Solve an endgame: the best move, its value, and bounds of all others; see `scrabble.endgame.solve`.

    With a few tiles in the bag it is what `judge` answers: chances and mean spreads in place of values.

    At a limit the solution holds the best answer so far, its status is "bounded" and its bounds are true.
    Ctrl-C raises KeyboardInterrupt with that solution as its attribute `solution`.  `watch` is shown a
    snapshot a few times a second.
    """
    place, words = given(position, lexicon, bag_limit=MOST_IN_BAG)
    if is_before_the_end(place):
        return cast(Solution, judge(place, words, limit=limit, memory=memory))
    return scrabble.endgame.search.solve(place, words, solver, limit, memory, top, watch, wants, threads)


def judge(
    position: Position | str,
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
    place, words = given(position, lexicon, bag_limit=MOST_IN_BAG)
    refuse_unless_few(place, MOST_IN_BAG)
    aims = (Aim.CHANCE, Aim.SPREAD) if Aim(by) is Aim.CHANCE else (Aim.SPREAD, Aim.CHANCE)
    order = scrabble.preendgame.judge.Order(place, words, memory, aims, peek)
    return scrabble.preendgame.search.solve(order, limit, jobs, settle_ties=settle_ties)


def search(
    position: Position | str,
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
    place, words = given(position, lexicon)
    return Search(place, words, solver, limit, memory, top, wants, threads)


def legal_moves(position: Position | str, lexicon: Words = None) -> LegalMoves:
    """Every play of the player on turn with its score, best first; the pass is left out."""
    return scrabble.endgame.plays.legal_moves(*given(position, lexicon, is_endgame=False))


def plan(position: Position | str, lexicon: Words = None) -> Plan:
    """The planner's view of an endgame: turns to play out, totals, stuck tiles, out-plays, blocks."""
    return plan_of(*given(position, lexicon))


def verify(
    position: Position | str, lexicon: Words = None, limit: Limit | None = None, memory: int = MEMORY
) -> Verification:
    """Let independent solvers solve an endgame and compare values and best moves; the limit is for each."""
    return scrabble.compare.verify.verify(*given(position, lexicon), limit, memory)


def generate(
    games: int,
    lexicon: Lexicon | str,
    seed: int = 1,
    players: tuple[str, str] = (STATIC, STATIC),
    jobs: int = 1,
) -> Iterator[Made]:
    """Play games against itself; yield each with its endgame (`cgp`, or None) and its record (`gcg`).

    The same seed gives the same games, whatever the number of processes, `jobs`.
    """
    words = lexicon if isinstance(lexicon, Lexicon) else sources.load_lexicon(lexicon)
    return scrabble.selfplay.generate.generate(Order(words, seed, players), games, jobs)
