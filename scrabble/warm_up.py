"""Everything that is compiled, in parts: what `endgame warmup` and `scrabble.warmup` make ready.

    part         commands that need it first
    moves        every command: the lexicon laid out, plays listed
    proofs       solve, analyse, bench; all solvers that are driven by null windows
    preendgames  solve with tiles in the bag
    planner      positions --plan, solve --solver maven, compare with bstar:2D and its like
    reference    verify of few tiles, solve with the solvers that use no shortcut
    self-play    generate
    lexicons     lexicon import, make
    explorer     board

Each part has kernels of its own; two commands that need the same part find it compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from scrabble import sources
from scrabble.lexicon import dawg_builder
from scrabble.selfplay.generate import new_finder, play_one
from scrabble.selfplay.play_game import STATIC
from scrabble.solver import legal_moves
from scrabble.solver.names import MAVEN, ON_REFERENCE_GAME, SolverName
from scrabble.solver.planner.plan import plan_of
from scrabble.solver.setup import warm_up
from scrabble.sources import ResolvedPosition
from scrabble.web.searches import ENDGAME, warm_up_endgames, warm_up_preendgames

WORDS = np.array([b"\1\1", b"\1\2"])


class WarmUpTarget(NamedTuple):
    """Kernels that are needed together."""

    name: str
    make_ready: Callable[[ResolvedPosition], object]


def sample_position() -> ResolvedPosition:
    """A position to compile for."""
    [entry] = sources.entries([ENDGAME])
    return sources.resolve(entry)


def _solvers(names: list[SolverName], threads: int = 1) -> Callable[[ResolvedPosition], None]:
    def make_ready(given: ResolvedPosition) -> None:
        for name in names:
            warm_up(given.position, given.lexicon, name, threads)

    return make_ready


def _plan(given: ResolvedPosition) -> None:
    plan_of(given.position, given.lexicon)
    warm_up(given.position, given.lexicon, MAVEN)


def _play(given: ResolvedPosition) -> None:
    play_one(new_finder(given.lexicon), 1, 0, (STATIC, STATIC))


ON_FAST_GAME = [name for name in SolverName if name not in ON_REFERENCE_GAME | {MAVEN}]
PARTS = (
    WarmUpTarget("moves", lambda given: legal_moves(given.position, given.lexicon)),
    WarmUpTarget("proofs", _solvers(ON_FAST_GAME, threads=2)),
    WarmUpTarget("preendgames", lambda given: warm_up_preendgames()),
    WarmUpTarget("planner", _plan),
    WarmUpTarget("reference", _solvers([name for name in SolverName if name in ON_REFERENCE_GAME])),
    WarmUpTarget("self-play", _play),
    WarmUpTarget("lexicons", lambda given: dawg_builder.build(WORDS)),
    WarmUpTarget("explorer", lambda given: warm_up_endgames()),
)


def warmup() -> None:
    """Compile everything now that is not compiled yet, so that no later search has to.

    It takes about 20 seconds on two cores, 40 on one, once for a machine, and hardly any time afterwards.
    Wheels for the usual machines bring compiled code; then there is nothing to do.
    """
    given = sample_position()
    with ThreadPoolExecutor(len(PARTS)) as pool:  # at once, so that no compiler waits for another one
        for each in [pool.submit(part.make_ready, given) for part in PARTS]:
            each.result()
