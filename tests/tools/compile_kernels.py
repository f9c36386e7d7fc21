"""Compile the kernels that tests of many files run, before the workers of a whole run start.

    python -m tests.tools.compile_kernels null-windows    alpha-beta's, NegaScout's, the planner's glance,
                                                          those of the plain game
    python -m tests.tools.compile_kernels others          Maven's, doors.kernels, the oracle `restricted`

Workers that start on an empty cache compile the largest kernels at the same time, each for itself.  Here two
processes share them out, about equally (threads could not: numba compiles under a lock).  What only one file
needs is left to its tests.  tests/conftest.py calls `compile_kernels`; a stamp beside the kernels says that
it is done.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.conftest import REPOSITORY

STAMP = "compiled-for-the-tests"


def compile_kernels(say: Callable[[str], None]) -> None:
    """Compile all shares, unless that has been done for the sources as they are; say what is done."""
    stamp = _stamp()
    if stamp is None:
        return
    file, text = stamp
    if file.is_file() and file.read_text("utf-8") == text:
        return
    say("compiling the kernels that most tests run, which may take minutes ...")
    began = time.monotonic()
    command = [sys.executable, "-m", "tests.tools.compile_kernels"]
    processes = [
        subprocess.Popen([*command, share], cwd=REPOSITORY, stdout=-1, stderr=-2, text=True)
        for share in SHARES
    ]
    try:
        said = [process.communicate()[0] for process in processes]
    finally:
        for process in processes:
            process.kill()  # nothing happens to one that is over
            process.wait()
    for process, text_of in zip(processes, said, strict=True):
        if process.returncode != 0:
            say(f"... which failed, the tests will show why:\n{text_of}")
            return
    file.write_text(text, "utf-8")
    say(f"... ready after {time.monotonic() - began:.0f} seconds")


def _stamp() -> tuple[Path, str] | None:
    """Where the stamp is, beside Scrabble's kernels, and what it has to say; None if nothing is compiled."""
    import scrabble.game.rules  # noqa: F401  any module: it is the package that the sources are found by
    from bstar.jit import cache_folder, digest, is_jit_off

    if is_jit_off():
        return None
    return cache_folder("scrabble") / STAMP, digest("tests")


def _null_windows() -> None:
    """Alpha-beta's and NegaScout's kernels, the planner's glance at the root; those of the plain game."""
    from scrabble.game import cgp
    from scrabble.solver.setup import warm_up
    from tests.doors.bridge import enable, samples

    position = cgp.loads(samples()[0]["cgp"])
    for solver in ("mtdf", "bstar", "negascout", "alphabeta-plain", "minimax"):
        warm_up(position, enable(), solver)


def _others() -> None:
    """Those of the fast game's moves one by one, of Maven, of the oracle `restricted`."""
    import numpy as np

    from bstar.engine import Engine
    from bstar.game import INF, new_moves
    from scrabble.movegen.compile_position import compile_position
    from scrabble.solver import legal_moves
    from scrabble.solver.games.fast import new_fast_game
    from scrabble.solver.setup import warm_up
    from tests.doors import kernels
    from tests.doors.bridge import position_of
    from tests.oracles.restricted import Kept, new_restricted
    from tests.worlds.mini import mini_world

    position, lexicon = position_of(mini_world(3))
    legal_moves(position, lexicon)
    game, moves = new_fast_game(compile_position(position, lexicon), 1 << 20), new_moves(1 << 12)
    kernels.fast_moves(game, moves, -INF)
    kernels.fast_settle(game, moves, np.int64(0), INF)
    restricted = new_restricted(compile_position(position, lexicon), 1, Kept(0, False), 1 << 20)
    Engine(restricted, memory_bytes=1 << 16).bound((), -INF + 1, INF - 1)
    warm_up(position, lexicon, "maven")


SHARES = {"null-windows": _null_windows, "others": _others}


if __name__ == "__main__":
    SHARES[sys.argv[1]]()
