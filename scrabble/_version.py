"""The version of the program, and the commit it was installed or is run from."""

from __future__ import annotations

import json
import subprocess
from contextlib import suppress
from importlib import metadata
from pathlib import Path

__version__ = "1.0.0"  # the only place: pyproject.toml reads it here
SECONDS = 5  # for git to answer


def version_text() -> str:
    """Return the version, with the commit if there is one: "1.0.0 (commit 19632dd)"."""
    commit = _checked_out() or _installed_commit()
    return f"{__version__} (commit {commit})" if commit else __version__


def _checked_out() -> str:
    """Return the commit of the clone this module lies in, marked if files have changed; "" elsewhere."""
    clone = Path(__file__).resolve().parents[1]
    if not (clone / ".git").exists():
        return ""
    command = ["git", "-C", str(clone), "describe", "--always", "--dirty", "--exclude=*"]
    with suppress(OSError, subprocess.SubprocessError):  # git may be missing, or refuse another user's clone
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)
        return done.stdout.strip()
    return ""


def _installed_commit() -> str:
    """Return the commit that pip or uv has noted if it installed from a repository, else ""."""
    with suppress(metadata.PackageNotFoundError, ValueError, KeyError):
        noted = metadata.distribution("scrabble-endgame").read_text("direct_url.json")
        return str(json.loads(noted or "{}")["vcs_info"]["commit_id"])[:7]
    return ""
