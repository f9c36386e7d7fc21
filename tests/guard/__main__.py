"""Write signatures and golden files anew: `python -m tests.guard [NAME ...]`; then read the diff."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.conftest import TESTS
from tests.guard.signatures import SIGNATURES
from tests.guard.test_guard import FROZEN, compact


def main(names: list[str]) -> int:
    frozen = json.loads(FROZEN.read_text("utf-8")) if FROZEN.exists() else {}
    for name, signature in SIGNATURES.items():
        if not names or name in names:
            frozen[name] = signature.all()
    FROZEN.write_text(compact(frozen), encoding="utf-8")
    files = [path for path in TESTS.rglob("golden/*.txt") if not names or path.stem in names]
    chosen = ["-k", " or ".join(f"[{path.stem}]" for path in files)]
    folders = sorted({str(path.parents[1]) for path in files})
    command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "--rewrite", *chosen, *folders]
    return subprocess.run(command).returncode if files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
