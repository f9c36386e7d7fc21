"""The file format of certificates: JSON lines, a header and the nodes of the proof, plain or in gzip.

    {"certificate": 1, "cgp": ..., "best": "3F .LANO", "value": 22, "nodes": 7, ...}
    {"node": 1, "at_least": 22, "move": "3F .LANO", "to": 3}
    {"node": 2, "at_most": 22, "replies": ["8A .X"], "passes": 2, "moves": {"8D W.RD": 4}}

README.md explains the meaning of each key.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from scrabble.errors import ScrabbleError
from scrabble.files import atomic_write, read_bounded
from scrabble.game.tiles import quoted, shortened

VERSION = 1
MOST_BYTES = 1 << 27  # of a file, unpacked
MOST_LINE = 1 << 22  # bytes of a line
MOST_TEXT = 2_000  # characters of a text in the header
MOST_NUMBER = 1 << 31
MOST_NODES = 100_000
SUFFIX = ".gz"
START = b'{"certificate":'  # of a file
HEADER: dict[str, type] = {
    "certificate": int,
    "cgp": str,
    "rules": dict,
    "lexicon": str,
    "words": int,
    "text_sha256": str,
    "best": str,
    "value": int,
    "nodes": int,
}


class CertificateError(ScrabbleError):
    """A file that is not a certificate, or cannot be read."""


class NodeError(ScrabbleError):
    """A line that is not a node."""


class Header(NamedTuple):
    """The claim of a certificate, and the position it is about."""

    cgp: str
    rules: dict[str, Any]  # of the position, by name
    lexicon: str
    words: int
    text_sha256: str  # of the word list
    best: str
    value: int  # of the position, for the side on turn; exact
    nodes: int


class Node(NamedTuple):
    """A step of the proof: a bound on the value of one position for the side to move."""

    is_most: bool  # at most `bound`: every move of the side on turn is answered; else a move makes `bound`
    bound: int
    move: str = ""  # of a node "at least"
    to: int | None = None  # the node after it; None if it ends the game
    replies: tuple[str, ...] = ()  # of a node "at most": plays that go out, for the other side
    passes: int = 0  # with this many tiles left or fewer, the side on turn is bounded against passes
    moves: tuple[tuple[str, int], ...] = ()  # each other move with the node after it


class Certificate(NamedTuple):
    """A proof of the value of an endgame, not checked.

    Attributes:
        header: The claim, and the position it is about.
        lines: The nodes of the proof, as in a file.
    """

    header: Header
    lines: list[bytes]

    def __repr__(self) -> str:
        header = self.header
        return f"<Certificate {header.best} {header.value:+}, {header.nodes:,} nodes, {header.lexicon}>"

    def save(self, path: str | PathLike[str]) -> int:
        """Write a file, in gzip if its name ends in .gz, whole or not at all; return the number of bytes.

        Raises OSError, or TypeError for a path that is none.
        """
        if not isinstance(path, str | PathLike):
            raise TypeError(f"path: expected the path of a file to write, got {shortened(repr(path))}")
        data = b"".join(line + b"\n" for line in [_written(_head(self.header)), *self.lines])
        if Path(path).suffix == SUFFIX:
            data = gzip.compress(data, mtime=0)
        atomic_write(Path(path), data)
        return len(data)


def new_certificate(header: Header, nodes: Iterable[Node]) -> Certificate:
    """Return a certificate.  Raises CertificateError for one that is so large that `read` would refuse it."""
    lines = [_written(_as_data(number, node)) for number, node in enumerate(nodes, 1)]
    sizes = [1 + len(line) for line in [_written(_head(header)), *lines]]
    if sum(sizes) > MOST_BYTES or max(sizes) > MOST_LINE:
        raise CertificateError(f"its proof has {sum(sizes):,} bytes, too many for a certificate")
    return Certificate(header, lines)


def _head(header: Header) -> dict[str, Any]:
    return {"certificate": VERSION, **header._asdict()}


def _written(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()


def read(path: Path) -> Certificate:
    """Read a certificate, its nodes unread.  Raises CertificateError; OSError, also for one without end."""
    try:
        with gzip.open(path) if path.suffix == SUFFIX else path.open("rb") as file:
            data = read_bounded(cast(BinaryIO, file), MOST_BYTES)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise CertificateError(f"{path}: expected a file in gzip: {error}") from None
    except ValueError as error:  # a name with a NUL character
        raise CertificateError(f"{str(path)!r}: not the name of a file: {error}") from None
    lines = data.split(b"\n", MOST_NODES + 2)
    if lines[-1] == b"":
        lines.pop()
    if not lines:
        raise CertificateError(f"{path}: nothing in it, expected a certificate")
    if len(lines) > MOST_NODES + 1:
        raise CertificateError(f"{path}: more than {MOST_NODES:,} nodes")
    if len(lines[0]) > MOST_LINE:
        raise CertificateError(f"{path}: a header of {len(lines[0]):,} bytes, expected a certificate")
    try:
        return Certificate(_header(path, lines[0].decode()), lines[1:])
    except UnicodeDecodeError:
        raise CertificateError(
            f"{path}: expected a certificate, got bytes that are not text in UTF-8"
        ) from None


def _header(path: Path, line: str) -> Header:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or "certificate" not in found:
        raise CertificateError(f"{path}: expected a certificate, got {quoted(line)}")
    if found["certificate"] != VERSION:
        raise CertificateError(
            f"{path}: a certificate of version {quoted(str(found['certificate']))}, expected {VERSION}"
        )
    for key, kind in HEADER.items():
        if type(found.get(key)) is not kind:
            got = quoted(json.dumps(found.get(key)))
            raise CertificateError(f"{path}: header: expected {key} ({kind.__name__}), got {got}")
    if set(found) != set(HEADER):
        raise CertificateError(f"{path}: header: unknown key {quoted(min(set(found) - set(HEADER)))}")
    for key, value in found.items():
        if isinstance(value, str) and not (value.isprintable() and len(value) <= MOST_TEXT):
            raise CertificateError(f"{path}: header: expected {key} as a line of text, got {quoted(value)}")
        if isinstance(value, int) and not -MOST_NUMBER < value < MOST_NUMBER:
            raise CertificateError(f"{path}: header: expected a number below {MOST_NUMBER:,} as {key}")
    return Header(**{key: value for key, value in found.items() if key != "certificate"})


def _as_data(number: int, node: Node) -> dict[str, Any]:
    if not node.is_most:
        to = {} if node.to is None else {"to": node.to}
        return {"node": number, "at_least": node.bound, "move": node.move, **to}
    parts = {"replies": node.replies, "passes": node.passes, "moves": dict(node.moves)}
    return {"node": number, "at_most": node.bound} | {key: part for key, part in parts.items() if part}


def nodes_of(lines: Iterable[bytes]) -> Iterator[tuple[int, Node]]:
    """Yield the nodes with their numbers, from 1.  Raises NodeError."""
    for number, data in enumerate(lines, 1):
        if len(data) > MOST_LINE:
            raise NodeError(f"expected a node, got {len(data):,} bytes")
        line = data.decode("utf-8", "replace")
        try:
            found = json.loads(data.decode())
        except (ValueError, RecursionError):
            raise NodeError(f"expected a line of JSON, got {quoted(line)}") from None
        if not isinstance(found, dict) or found.get("node") != number or type(found["node"]) is not int:
            raise NodeError(f'expected "node": {number}, got {quoted(line)}')
        yield number, _node(found, line)


def _node(found: dict[str, Any], line: str) -> Node:
    """Read a node strictly: no conversions, no unknown keys."""
    if "at_most" in found:
        expected = {"node", "at_most", "replies", "passes", "moves"}
        replies, moves = found.get("replies", []), found.get("moves", {})
        node = Node(True, found["at_most"], replies=replies, passes=found.get("passes", 0), moves=moves)
        is_sound = _is_number(node.passes) and isinstance(replies, list) and isinstance(moves, dict)
        is_sound = is_sound and all(isinstance(reply, str) for reply in replies)
        is_sound = is_sound and all(map(_is_number, moves.values()))
        node = node._replace(replies=tuple(replies), moves=tuple(moves.items())) if is_sound else node
    else:
        expected = {"node", "at_least", "move", "to"}
        node = Node(False, found.get("at_least", ""), found.get("move", ""), found.get("to"))
        is_sound = isinstance(node.move, str) and (node.to is None or _is_number(node.to))
    if not is_sound or not _is_number(node.bound) or not set(found) <= expected:
        raise NodeError(f"expected a node, got {quoted(line)}")
    return node


def _is_number(value: object) -> bool:
    return type(value) is int and -MOST_NUMBER < value < MOST_NUMBER
