"""Games and positions by address, fetched once and kept in the cache.

    https://host/game.gcg     any file that a command reads, up to 1 MiB, over http or https
    woogles:ID                a game of Woogles; also the address of its page, https://woogles.io/game/ID
    crosstables:NUMBER        an annotated game of cross-tables; also .../annotated.php?u=NUMBER

        fetch("woogles:4K9w")  -->  FetchedFile(path, date, is_new)     games/woogles-4K9w.gcg in the cache

A file in the cache is used as it is, with its date, and without a network; `endgame cache clear games`
removes all of them.  Only what can be read is kept: text, not a web page, and of the two sites a game.
`download` has the limits and the checks of the connection.
"""

from __future__ import annotations

import hashlib
import json
import re
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qs, urlsplit

from scrabble.errors import ScrabbleError
from scrabble.files import atomic_write, cache_dir, file_errors
from scrabble.game.tiles import quoted
from scrabble.records.encoding import as_utf8, looks_like_gcg

if TYPE_CHECKING:
    from scrabble.download import Download, Limits

KIND = "games"  # of the cache
ADDRESS = re.compile(r"(?:https?://|woogles:|crosstables:)\S*", re.IGNORECASE)
WOOGLES_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
CROSSTABLES_NUMBER = re.compile(r"[0-9]{1,9}")
PER_FOLDER = 100  # games of cross-tables
LONGEST_NAME = 40  # characters of each part of the name of a file


class FetchError(ScrabbleError):
    """An address that cannot be opened, or content that is refused."""


class Sites(NamedTuple):
    """The addresses of the sites."""

    woogles: str = "https://woogles.io"
    crosstables: str = "https://www.cross-tables.com"


SITES = Sites()


class RemoteFile(NamedTuple):
    """The request for an address, and the name of its file in the cache."""

    url: str
    file_name: str
    site: str = ""  # "woogles", "crosstables", or "" for any other
    body: bytes | None = None  # of a POST

    @property
    def host(self) -> str:
        """Return the host that is asked."""
        return urlsplit(self.url).netloc


class FetchedFile(NamedTuple):
    """A file of the cache."""

    path: Path
    date: datetime  # when it was fetched
    is_new: bool  # fetched just now


def is_address(text: str) -> bool:
    """Return whether this is the address of a file or a game on the web."""
    return ADDRESS.fullmatch(text) is not None


def fetch(address: str, limits: Limits | None = None, sites: Sites = SITES) -> FetchedFile:
    """Return the file at an address, from the cache if it is there.  Raises FetchError."""
    target = target_of(address, sites)
    path = cache_dir(KIND) / target.file_name
    if not path.is_file():
        from scrabble.download import LIMITS, DownloadError, download

        try:
            answer = download(target.url, target.body, limits or LIMITS)
        except DownloadError as error:
            raise FetchError(str(error)) from None
        data = _content(answer, target)
        with file_errors(path, FetchError, "written"):
            atomic_write(path, data)
        return FetchedFile(path, datetime.now().astimezone(), True)
    return FetchedFile(path, datetime.fromtimestamp(path.stat().st_mtime).astimezone(), False)


def target_of(address: str, sites: Sites = SITES) -> RemoteFile:
    """Return the request for an address.  Raises FetchError for one that is not complete."""
    scheme, _, rest = address.partition(":")
    if scheme.lower() == "woogles":
        return _woogles(rest, sites)
    if scheme.lower() == "crosstables":
        return _crosstables(rest, sites)
    try:
        parts = urlsplit(address)
        given = parts.netloc.lower().removeprefix("www.")
    except ValueError as error:
        raise FetchError(f"not an address: {error}") from None
    if given == urlsplit(sites.woogles).netloc and (page := re.fullmatch(r"/game/([^/]+)/?", parts.path)):
        return _woogles(page[1], sites)
    if given == urlsplit(sites.crosstables).netloc.removeprefix("www.") and parts.path == "/annotated.php":
        return _crosstables(parse_qs(parts.query).get("u", [""])[0], sites)
    url = parts._replace(fragment="").geturl()
    path = PurePosixPath(parts.path)
    readable = "-".join(
        re.sub(r"[^A-Za-z0-9.]+", "-", each).strip("-.")[:LONGEST_NAME] for each in (given, path.stem) if each
    )
    suffix = path.suffix.lower() if path.suffix.lower() in (".gcg", ".cgp", ".jsonl") else ".txt"
    return RemoteFile(
        url, f"{readable}-{hashlib.sha256(url.encode('utf-8', 'surrogatepass')).hexdigest()[:10]}{suffix}"
    )


def _woogles(game: str, sites: Sites) -> RemoteFile:
    if WOOGLES_ID.fullmatch(game) is None:
        raise FetchError(f"expected the ID of a game, as in woogles.io/game/ID, got {quoted(game)}")
    body = json.dumps({"game_id": game}).encode()
    url = f"{sites.woogles}/api/game_service.GameMetadataService/GetGCG"
    return RemoteFile(url, f"woogles-{game}.gcg", "woogles", body)


def _crosstables(number: str, sites: Sites) -> RemoteFile:
    if CROSSTABLES_NUMBER.fullmatch(number) is None:
        raise FetchError(f"expected the number of a game, as in annotated.php?u=NUMBER, got {quoted(number)}")
    game = int(number)
    url = f"{sites.crosstables}/annotated/selfgcg/{game // PER_FOLDER}/anno{game}.gcg"
    return RemoteFile(url, f"crosstables-{game}.gcg", "crosstables")


def _content(answer: Download, target: RemoteFile) -> bytes:
    """Return the text in an answer.  Raises FetchError for anything else."""
    data = answer.data
    if target.site == "woogles":
        try:
            found = json.loads(data)["gcg"]
            data = found.encode()
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise FetchError(f"{target.host}: expected a game in JSON, got something else") from None
    if answer.content_type == "text/html" or data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<":
        raise FetchError(
            f"{target.host}: a web page (HTML), expected a game or positions; give its file (GCG)"
        )
    if not data.strip():
        raise FetchError(f"{target.host}: the answer is empty")
    if b"\0" in as_utf8(data):
        raise FetchError(f"{target.host}: not a text file: it has NUL characters")
    if target.site and not looks_like_gcg(data):
        raise FetchError(f"{target.host}: expected the record of a game (GCG), got something else")
    return data
