"""Does the newest numba, tried or not, still have the inside that kernels lean on?  To be run every night.

python -m tests.campaign.newest_numba                 in a fresh environment of this very Python
python -m tests.campaign.newest_numba tests/bstar     other tests than those of kernels

Its internals are used even if its version has not been tried (`bstar/compile/plain.py`); then once
more without them, as after an ordinary installation.  The exit status is 1 if a test fails; 2 if there is no
environment.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from bstar.compile.plain import ANY
from tests.campaign.environments import make, requirements, tested, versions

TESTS = (
    "tests/bstar/compile",
    "tests/bstar/test_jit.py",
    "tests/bstar/test_games.py",
    "tests/bstar/test_engine.py",
)


def main(tests: list[str]) -> int:
    """Run the tests with the newest numba."""
    needed = [each for each in requirements() if each.name != "numba"]
    with tempfile.TemporaryDirectory(prefix="numba-") as folder:
        place = Path(folder) / "env"
        reason = make(place, sys.executable, [*map(str, needed), "--pre", "numba"])
        if reason is not None:
            print(f"no environment: {reason}")
            return 2
        found = versions(place, ("numba", "llvmlite", "numpy"))
        leant = tested(place, tests or TESTS, {ANY: "1"})
        plain = tested(place, ["tests/bstar/test_games.py"])
    print(" ".join(f"{name} {version}" for name, version in found.items()))
    print(f"leant on:\n{leant.said}\nas it is installed:\n{plain.said}")
    return int(any(ran.counts.get("failed") or not ran.counts.get("passed") for ran in (leant, plain)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
