"""Files of a Debian package, installed or from a .deb.

!<arch>              a .deb is an archive in ar format
debian-binary
control.tar.xz
data.tar.xz          the files, by their paths from the root
"""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, cast

from scrabble import files
from scrabble.lexicon.dawg import LexiconError, read_bytes

MAGIC = b"!<arch>\n"
HEADER = 60  # bytes before each member: name 16, time 12, owner 6, group 6, mode 8, size 10, end 2
MOST_BYTES = 1 << 28  # of a package, and of a file in it


def installed(paths: Iterable[str], root: Path = Path("/")) -> list[bytes] | None:
    """Return the files of an installed package, or None if one is missing."""
    places = [root / path.lstrip("/") for path in paths]
    if not all(place.is_file() for place in places):
        return None
    return [read_bytes(place, MOST_BYTES) for place in places]


def from_deb(deb: Path, paths: Iterable[str]) -> list[bytes]:
    """Return files of a .deb without unpacking it to the disk.  Raises LexiconError."""
    try:
        with tarfile.open(fileobj=io.BytesIO(_data(deb, read_bytes(deb, MOST_BYTES))), mode="r:*") as archive:
            return [_member(deb, archive, path) for path in paths]
    except (tarfile.TarError, OSError) as error:
        raise LexiconError(f"{deb}: not a Debian package: {error}") from error


def install_hint(package: str) -> str:
    """Return the message for a package that is not installed."""
    return (
        f"the Debian package {package} is not installed: sudo apt-get install {package}, "
        f"or give its file: --package {package}_VERSION.deb"
    )


def _data(deb: Path, archive: bytes) -> bytes:
    """Return the member data.tar of a .deb."""
    if not archive.startswith(MAGIC):
        raise LexiconError(f"{deb}: not a Debian package (.deb)")
    at = len(MAGIC)
    while at + HEADER <= len(archive):
        name, size = archive[at : at + 16], archive[at + 48 : at + 58].strip()
        if not size.isdigit():
            break
        at += HEADER
        if name.startswith(b"data.tar") and at + int(size) <= len(archive):
            return archive[at : at + int(size)]
        at += int(size) + int(size) % 2
    raise LexiconError(f"{deb}: a Debian package without data: cut short?")


def _member(deb: Path, archive: tarfile.TarFile, path: str) -> bytes:
    try:
        member = archive.extractfile(f".{path}")
    except KeyError:
        member = None
    if member is None:
        raise LexiconError(f"{deb}: no file {path} in it: another package?")
    return files.read_bounded(cast(BinaryIO, member), MOST_BYTES)
