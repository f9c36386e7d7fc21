"""The folder of compiled kernels: private files, complete or absent.

A digest in a file does not say who wrote it.  Only files of this user that nobody else may write are read,
from a folder of the same kind.  If the folder is not, or cannot be written, kernels are kept in one for
temporary files, and if that is no better, nowhere; one warning says so.
"""

from __future__ import annotations

import errno
import functools
import os
import stat
import tempfile
import uuid
import warnings
from contextlib import suppress
from pathlib import Path

import platformdirs

WRITABLE_BY_OTHERS = 0o022  # mode


class KernelCacheWarning(UserWarning):
    """Compiled kernels cannot be kept where they should be."""


def folder() -> Path:
    """Return the folder of all kernels: NUMBA_CACHE_DIR if it is set, else the user's cache."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("scrabble-endgame")) / "kernels"


def usable_folder() -> Path | None:
    """Return the folder in which kernels are kept; None, with a warning, if there is none."""
    return _usable_folder(folder())


@functools.cache
def _usable_folder(chosen: Path) -> Path | None:
    """Return the folder if it is private and can be written, else one for temporary files or None."""
    try:
        _make_private(chosen)
        return chosen
    except OSError as error:
        refused = error
    user = f"-{os.geteuid()}" if hasattr(os, "geteuid") else ""  # Windows has a folder for each user
    other = Path(tempfile.gettempdir()) / f"scrabble-endgame-kernels{user}"
    try:
        _make_private(other)
    except OSError:
        _warn_once(chosen, refused, "every start will compile")
        return None
    _warn_once(chosen, refused, f"they are kept in {other}")
    return other


def _make_private(place: Path) -> None:
    """Make a folder if need be.  Raises OSError if others may write there or this process may not."""
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    _check_folder(place)
    if not os.access(place, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _check_folder(place: Path) -> None:
    for found in (place.lstat(), place.stat()):  # a link, and where it leads
        _check_private(found)


def _check_private(found: os.stat_result) -> None:
    """Raise PermissionError if somebody else can change what is in a file or a folder."""
    if os.name == "nt":  # its folders of a user are private
        return
    if found.st_uid != os.geteuid():
        raise PermissionError(errno.EACCES, "it belongs to another user")
    if found.st_mode & WRITABLE_BY_OTHERS and not stat.S_ISLNK(found.st_mode):
        raise PermissionError(errno.EACCES, "others may write there (chmod go-w helps)")


def read(name: str) -> bytes | None:
    """Return the content of a file; None if there is none, or others may have written it."""
    chosen = folder()
    found = _read_in(chosen, name)  # even where nothing can be written
    if found is not None:
        return found
    usable = _usable_folder(chosen)
    return None if usable in (None, chosen) else _read_in(usable, name)


def _read_in(place: Path, name: str) -> bytes | None:
    try:
        _check_folder(place)
        with (place / name).open("rb") as file:
            _check_private(os.fstat(file.fileno()))
            return file.read()
    except OSError:
        return None


def write(name: str, content: bytes) -> Path | None:
    """Write a file that gets its name once it is complete; return where it is, None after a warning."""
    place = usable_folder()
    if place is None:
        return None
    path = place / name
    unfinished = path.with_suffix(f".{uuid.uuid4().hex}.tmp")
    try:
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
        unfinished.replace(path)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink()
        _warn_once(place, error, "every start will compile")
        return None
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    return path


def _warn_once(place: Path, error: OSError, consequence: str) -> None:
    if _complaints:
        return
    _complaints.append(place)
    text = f"compiled kernels cannot be kept in {place}: {error.strerror or error}; {consequence}"
    warnings.warn(f"{text} (NUMBA_CACHE_DIR names another folder)", KernelCacheWarning, stacklevel=2)


_complaints: list[Path] = []  # folders
