"""Solve a position: an endgame, or a pre-endgame with a few tiles in the bag.

solution = solve(position, lexicon, SolveOptions(seconds=10))
search = new_running_search(position, lexicon)          a search to watch and to stop
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bstar.compile.load import compiled
from scrabble.answer.solution import Snapshot, Solution
from scrabble.game.position import Position
from scrabble.game.unseen import is_preendgame
from scrabble.lexicon import Lexicon
from scrabble.solver.endgame import EndgameSearch
from scrabble.solver.options import SolveOptions
from scrabble.solver.setup import warm_up

if TYPE_CHECKING:
    from scrabble.solver.preendgame.task import PreendgameSearch


def new_running_search(
    position: Position, lexicon: Lexicon, options: SolveOptions | None = None
) -> EndgameSearch | PreendgameSearch:
    """Set up the search of a position; its clock starts with the search.

    Raises PositionError for a position that cannot be solved, OptionError for an option that cannot be
    honoured.
    """
    if is_preendgame(position):
        from scrabble.solver.preendgame.task import PreendgameSearch  # endgames start without it

        return PreendgameSearch(position, lexicon, options)
    return EndgameSearch(position, lexicon, options)


def compile_kernels(search: EndgameSearch | PreendgameSearch, lexicon: Lexicon) -> None:
    """Compile all kernels of a search at once, if some had to be compiled to set it up."""
    if not compiled:
        return
    if isinstance(search, EndgameSearch):
        warm_up(search.position, lexicon, search.solver, search.options.workers)
    else:
        search.warm_up()


def solve(
    position: Position,
    lexicon: Lexicon,
    options: SolveOptions | None = None,
    watch: Callable[[Snapshot], None] | None = None,
) -> Solution:
    """Solve a position; `watch` is called with a snapshot a few times a second.

    At a limit the solution holds the best answer found; its status is "bounded", and its bounds hold.
    A limit of time is for the search: compiling does not count.  Ctrl-C raises KeyboardInterrupt
    with the solution as its attribute `solution`.
    """
    return new_running_search(position, lexicon, options).result(watch)
