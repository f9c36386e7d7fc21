"""The token that is remembered, so that addresses stay the same from one start to the next.

A bookmark holds the port and the token.  The token lies in the user's data folder, in a file that nobody else
may read; a file that others may read or write, that belongs to someone else, or that holds anything but a
token, is replaced by one with a new token.

The arguments of a program can be seen by every user of a machine.  So a browser is given a private file that
leads to the address, not the address.
"""

from __future__ import annotations

import html
import os
import re
import secrets
import stat
import time
from pathlib import Path

from scrabble.files import user_dir

BYTES = 16  # of randomness
DAY = 24 * 60 * 60  # seconds
PRIVATE = 0o600  # the mode of the file
PATTERN = re.compile(r"[A-Za-z0-9_-]{22}")  # BYTES in base 64

OPENING = (
    '<!DOCTYPE html><meta charset="utf-8"><meta name="referrer" content="no-referrer">'
    '<meta http-equiv="refresh" content="0; url={0}"><a href="{0}">Open the page</a>\n'
)


def new_token() -> str:
    """Return a random token."""
    return secrets.token_urlsafe(BYTES)


def token_file() -> Path:
    """Return the file of the remembered token; it may not exist yet."""
    return user_dir("explorer") / "token"


def remembered_token() -> str:
    """Return the remembered token, a new one at the first start.  Raises OSError if it cannot be kept."""
    path = token_file()
    known = _read(path)
    if known is not None:
        return known
    path.unlink(missing_ok=True)
    token = new_token()
    try:
        _write(path, token)
    except FileExistsError:  # another explorer has just started
        return _read(path) or token
    return token


def opening_file(address: str) -> Path:
    """Write a private file that leads a browser to an address; return its path.  Raises OSError.

    Those of programs that were killed are removed after a day.
    """
    path = user_dir("explorer") / f"open-{os.getpid()}.html"
    for old in path.parent.glob("open-*.html"):
        if old == path or old.stat().st_mtime < time.time() - DAY:
            old.unlink(missing_ok=True)
    _write(path, OPENING.format(html.escape(address)))
    return path


def _write(path: Path, text: str) -> None:
    """Write a new file that nobody else may read.  Raises FileExistsError, OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)


def _read(path: Path) -> str | None:
    """Return the token in a file, or None if there is none that can be trusted."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None
    with os.fdopen(descriptor, "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode) or not _is_private(found):
            return None
        text = file.read(BYTES * 4).decode("latin-1").strip()
    return text if PATTERN.fullmatch(text) else None


def _is_private(found: os.stat_result) -> bool:
    """Return whether a file belongs to this user alone; Windows keeps its data folders private itself."""
    return os.name == "nt" or (found.st_uid == os.getuid() and not found.st_mode & 0o077)
