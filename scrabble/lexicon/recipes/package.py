"""Files of packages: of a Debian package, installed or from a .deb, and packages that a program downloads.

!<arch>              a .deb is an archive in ar format
debian-binary
control.tar.xz
data.tar.xz          the files, by their paths from the root
"""

from __future__ import annotations

import io
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, cast

from scrabble import files
from scrabble.lexicon.dawg import LexiconError, read_bytes

MAGIC = b"!<arch>\n"
HEADER = 60  # bytes before each member: name 16, time 12, owner 6, group 6, mode 8, size 10, end 2
SECONDS = 600  # for a download
MOST_BYTES = 1 << 28  # of a package, and of a file in it


def installed(paths: Iterable[str], root: Path = Path("/")) -> list[bytes] | None:
    """Return the files of an installed package, or None if one is missing."""
    places = [root / path.lstrip("/") for path in paths]
    if not all(place.is_file() for place in places):
        return None
    return [read_bytes(place, MOST_BYTES) for place in places]


def from_deb(deb: Path, paths: Iterable[str]) -> list[bytes]:
    """Return files of a .deb without unpacking it to the disk.  Raises LexiconError."""
    return _members(deb, read_bytes(deb, MOST_BYTES), paths)


def _members(deb: Path, data: bytes, paths: Iterable[str]) -> list[bytes]:
    """Return files of a .deb that has been read; its name is for messages."""
    try:
        with tarfile.open(fileobj=io.BytesIO(_data(deb, data)), mode="r:*") as archive:
            return [_member(deb, archive, path) for path in paths]
    except (tarfile.TarError, OSError) as error:
        raise LexiconError(f"{deb}: not a Debian package: {error}") from error


def download(package: str, version: str, paths: Iterable[str]) -> list[bytes]:
    """Return files of a package that apt-get downloads without installing it.  Raises LexiconError."""
    apt = shutil.which("apt-get")
    wanted = f"{package}={version}" if version else package
    if apt is None:
        raise LexiconError(f"{install_hint(package)} (it cannot be downloaded without apt-get)")
    try:
        deb = fetched([apt, "download", wanted], ".deb")
    except LexiconError as error:
        raise LexiconError(f"{install_hint(package)} ({error})") from error
    return _members(Path(f"{wanted}.deb"), deb, paths)


def fetched(command: list[str], suffix: str) -> bytes:
    """Return the file with this suffix that a command downloads into its folder.  Raises LexiconError."""
    arguments = (each for each in command[1:] if not each.startswith("-"))
    name = " ".join([Path(command[0]).name, *arguments])
    with tempfile.TemporaryDirectory() as folder:
        try:
            subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.CalledProcessError as error:
            output = (error.stderr or error.stdout).strip().splitlines() or ["(no message)"]
            raise LexiconError(f"{name}: {output[-1]}") from error
        except subprocess.TimeoutExpired as error:
            raise LexiconError(f"{name}: did not finish within {SECONDS} seconds") from error
        found = list(Path(folder).glob(f"*{suffix}"))
        if len(found) != 1:
            raise LexiconError(f"{name}: expected one {suffix} file, got {len(found)}")
        return read_bytes(found[0], MOST_BYTES)


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
