"""Is the distribution `scrabble`, which has the same import name, installed in the same folder as this one?

Its files lie among ours then, and to uninstall it takes `scrabble/__init__.py` away.
"""

from __future__ import annotations

import warnings
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1]
REPAIR = "run `pip uninstall scrabble`, then install scrabble-endgame again"


class NameClashWarning(UserWarning):
    """Files of another distribution lie among those of this one."""


def name_clash() -> str:
    """What is wrong, in one line; "" if nothing is."""
    other = next(iter(sorted(FOLDER.glob("scrabble-*-info"))), None)
    if other is None:
        return ""
    return (
        f"{FOLDER} holds another distribution with the import name scrabble, {other.stem}, whose files lie "
        f"among those of scrabble-endgame: {REPAIR}"
    )


def warn_if_mixed_up() -> None:
    """Warn whoever imports `scrabble`."""
    reason = name_clash()
    if reason:
        warnings.warn(reason, NameClashWarning, stacklevel=3)
