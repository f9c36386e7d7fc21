"""Does the newest numba, tried or not, still have the inside that kernels lean on?  To be run every night.

python -m tests.campaign.newest_numba                 in a fresh environment of this very Python
python -m tests.campaign.newest_numba tests/bstar     other tests than those of kernels

The exit status is 1 if a test fails; 2 if there is no environment.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

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
        newest = ("--prerelease", "if-necessary-or-explicit", "numba>=0.62.0rc1", "llvmlite>=0.45.0rc1")
        reason = make(place, sys.executable, list(map(str, needed)), (), *newest)
        if reason is not None:
            print(f"no environment: {reason}")
            return 2
        found = versions(place, ("numba", "llvmlite", "numpy"))
        ran = tested(place, tests or TESTS)
    print(" ".join(f"{name} {version}" for name, version in found.items()))
    print(ran.said)
    return int(bool(ran.counts.get("failed") or not ran.counts.get("passed")))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
