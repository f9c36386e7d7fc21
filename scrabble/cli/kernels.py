"""Everything that is compiled, in parts: what `endgame warmup` makes ready ahead of time.

    part         who asks for it first
    moves        every command: words pruned to a board, plays listed
    proofs       solve, analyse, bench; all solvers that are driven by null windows
    planner      plan, solve --solver maven, compare with bstar:2D and its like
    negascout    verify, compare
    plain        verify of few tiles, solve with the solvers that use no shortcut
    ladder       compare with bstar:ladder
    self-play    generate
    lexicons     lexicon import, build, make
    explorer     board

Each part has kernels of its own; two commands that ask for the same part find it compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from scrabble import sources
from scrabble.bench.measure import Task
from scrabble.compare.contenders import contenders
from scrabble.compare.run import Terms, get_ready
from scrabble.endgame import legal_moves
from scrabble.endgame.names import MAVEN, PLAIN, Solver
from scrabble.endgame.set_up import SMALLEST_MEMORY
from scrabble.endgame.warm_up import warm_up
from scrabble.lexicon import dawg_builder
from scrabble.planner.plan import plan_of
from scrabble.selfplay.generate import make, new_finder
from scrabble.selfplay.play_game import STATIC
from scrabble.sources import Reading
from scrabble.web.warm import warm_up_all

POSITION = "out-in-two"  # which one it is does not matter
SECONDS = 1.0  # for a search that only has to begin
WORDS = (b"\1\1", b"\1\2")


class Part(NamedTuple):
    """Some kernels that are asked for together."""

    name: str
    share: int  # of the work, in seconds on one core, roughly
    make_ready: Callable[[Reading], object]


def reading() -> Reading:
    """A position to compile for."""
    [entry] = sources.entries([POSITION])
    return sources.read(entry)


def _solvers(names: list[Solver], threads: int = 1) -> Callable[[Reading], None]:
    def make_ready(given: Reading) -> None:
        for name in names:
            warm_up(given.position, given.lexicon, name, threads)

    return make_ready


def _compared(names: str) -> Callable[[Reading], None]:
    def make_ready(given: Reading) -> None:
        task = Task(0, "", POSITION, given, None)
        get_ready(task, Terms(tuple(contenders(names)), SECONDS, SMALLEST_MEMORY))

    return make_ready


def _plan(given: Reading) -> None:
    plan_of(given.position, given.lexicon)
    warm_up(given.position, given.lexicon, MAVEN)


def _play(given: Reading) -> None:
    make(new_finder(given.lexicon), 1, 0, (STATIC, STATIC))


SHARING = [name for name in Solver if name not in PLAIN | {MAVEN, Solver.NEGASCOUT}]
PARTS = (
    Part("moves", 15, lambda given: legal_moves(given.position, given.lexicon)),
    Part("proofs", 90, _solvers(SHARING, threads=2)),
    Part("planner", 50, _plan),
    Part("negascout", 60, _solvers([Solver.NEGASCOUT])),
    Part("plain", 60, _solvers([name for name in Solver if name in PLAIN])),
    Part("ladder", 60, _compared("bstar:ladder")),
    Part("self-play", 4, _play),
    Part("lexicons", 10, lambda given: dawg_builder.build(WORDS)),
    Part("explorer", 2, lambda given: warm_up_all()),
)
