"""Write the signatures and the golden files anew: `python -m tests.guard [NAME ...]`; then read the diff."""

from __future__ import annotations

import json
import sys

from tests.guard.golden import CASES, outcome
from tests.guard.signatures import SIGNATURES
from tests.guard.test_guard import FROZEN, compact


def main(names: list[str]) -> None:
    frozen = json.loads(FROZEN.read_text("utf-8")) if FROZEN.exists() else {}
    for name, signature in SIGNATURES.items():
        if not names or name in names:
            frozen[name] = signature.all()
    FROZEN.write_text(compact(frozen), encoding="utf-8")
    for case in sorted(CASES.glob("*.txt")):
        if not names or case.stem in names:
            case.write_text(outcome(case), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
