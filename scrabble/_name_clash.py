"""Warning about the unrelated distribution `scrabble`, which has the same import name.

Installed in the same folder, its files overwrite ours, and uninstalling it removes `scrabble/__init__.py`.
"""

from __future__ import annotations

import warnings
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1]
REPAIR = "run `pip uninstall scrabble`, then install scrabble-endgame again"


class NameClashWarning(UserWarning):
    """Another distribution is installed over this one."""


def name_clash() -> str:
    """Describe the clash in one line; "" if there is none."""
    other = next(iter(sorted(FOLDER.glob("scrabble-*-info"))), None)
    if other is None:
        return ""
    return (
        f"{FOLDER} holds another distribution with the import name scrabble, {other.stem}, whose files lie "
        f"among those of scrabble-endgame: {REPAIR}"
    )


def warn_of_name_clash() -> None:
    """Warn the importing module if another distribution is installed over this one."""
    reason = name_clash()
    if reason:
        warnings.warn(reason, NameClashWarning, stacklevel=3)
