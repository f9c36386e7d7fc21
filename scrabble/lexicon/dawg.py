"""The dawgdic format: a word graph as one array of 32-bit units.

    file    number of units (uint32, a multiple of 256) | units (uint32), all little-endian
    unit    31 IS_LEAF | 30 ... 10 offset | 9 EXTENSION | 8 HAS_LEAF | 7 ... 0 label

              base = state ^ offset            a state is the index of a unit, the start is 0
    [state] --- c ---> [base ^ c]              there is an arc c when the label found there is c
       `--- end -----> [base]                  a word ends when HAS_LEAF is set; this unit IS_LEAF

Labels are tile codes (1 and up), one byte a tile.  The base names the node: states with one base have
the same continuations.  A base and its arcs lie in one block of 256 units.  After dawgdic (Yata, 2008);
EXTENSION, for more than 2^21 units, is refused.

Invariant: in units that `read` returns or `validate` accepts, no state leads out of the array and every
path ends after at most LONGEST tiles, so code that walks them needs no checks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import dawg_python
import numpy as np
from numpy.typing import NDArray

from scrabble import files
from scrabble.errors import ScrabbleError

Units: TypeAlias = NDArray[np.uint32]

BLOCK = 256
MOST_UNITS = 1 << 21
LONGEST = 64  # tiles in a word
MOST_WORDS = 1 << 40
MOST_PROVENANCE = 1 << 20  # bytes of the .toml beside a .dawg
LABEL = 0xFF
HAS_LEAF = 1 << 8
EXTENSION = 1 << 9
IS_LEAF = 1 << 31
OFFSET_SHIFT = 10


class LexiconError(ScrabbleError):
    """A lexicon that cannot be found, read or built."""


class GraphStats(NamedTuple):
    """Statistics of a whole graph."""

    words_by_length: tuple[int, ...]  # index = number of tiles
    largest_label: int
    nodes: int
    arcs: int

    @property
    def words(self) -> int:
        return sum(self.words_by_length)


class Arcs(NamedTuple):
    """All units that look like arcs, including those no word leads to."""

    label: NDArray[np.int64]
    parent: NDArray[np.int64]  # base of the node the arc leaves
    node: NDArray[np.int64]  # base of the node it enters; may be out of range in a bad file
    unit: Units


def read(path: Path) -> tuple[Units, GraphStats]:
    """Read and check a file.  Raises LexiconError with the path, the fault and what was expected."""
    units = load(path)
    return units, check(path, units)


def converted() -> Path:
    """Return the folder of the lexicons that were converted from files of other programs."""
    return files.cache_dir("lexicons")


def unfinished(path: Path) -> Path:
    """Return the path of the provenance while a lexicon is being written, beside its .dawg."""
    return path.with_name(f".{path.stem}.toml.new")


def load(path: Path) -> Units:
    """Read a file without checking its graph.  Raises LexiconError like `read`."""
    data = read_bytes(path, 4 * (1 + MOST_UNITS))
    try:
        return from_bytes(data)
    except LexiconError as error:
        raise _not_a_lexicon(path, error) from None


def read_bytes(path: Path, most: int) -> bytes:
    """Return the contents of a file of at most `most` bytes.  Raises LexiconError."""
    with files.file_errors(path, LexiconError):
        return files.read_file(path, most)


def check(path: Path, units: Units) -> GraphStats:
    """Check the graph in a file.  Raises LexiconError like `read`."""
    try:
        return validate(units)
    except LexiconError as error:
        raise _not_a_lexicon(path, error) from None


def from_bytes(data: bytes) -> Units:
    """Return the units in the bytes of a file; `validate` checks the graph itself."""
    if len(data) < 4:
        raise LexiconError(f"{len(data)} bytes, expected a count of units and the units")
    count = int.from_bytes(data[:4], "little")
    if count == 0 or count % BLOCK:
        raise LexiconError(f"its first four bytes say {count:,} units, expected a multiple of {BLOCK}")
    if len(data) != 4 * (1 + count):
        raise LexiconError(f"{len(data):,} bytes, expected {4 * (1 + count):,} for {count:,} units")
    if count > MOST_UNITS:
        raise LexiconError(f"{count:,} units, expected at most {MOST_UNITS:,}")
    return np.frombuffer(data, "<u4", offset=4).astype(np.uint32)  # astype copies: writable, native order


def to_bytes(units: Units) -> bytes:
    """Return the bytes of a file."""
    return len(units).to_bytes(4, "little") + units.astype("<u4").tobytes()


def validate(units: Units) -> GraphStats:
    """Walk every path of the graph at once, tile by tile, and count the words.

    Raises LexiconError when a path leaves the array, runs into a dead end or does not end.
    """
    if int(units[0]) & (IS_LEAF | EXTENSION | HAS_LEAF | LABEL):
        raise LexiconError(f"unit 0 is {int(units[0]):#010x}, expected a start state without a label")
    if root_of(units) >= len(units):
        raise LexiconError(f"unit 0 leads to {root_of(units)}, expected less than {len(units)}")
    arcs = arcs_of(units)
    ends = (arcs.unit & HAS_LEAF) != 0
    sound = _sound(units, arcs, ends)
    walked = np.zeros(len(arcs.label), np.bool_)
    paths: NDArray[Any] = np.zeros(len(units))  # by node: how many words lead to it; exact below 2^53
    paths[root_of(units)] = 1
    words = [0]
    while True:
        step = np.flatnonzero(paths[arcs.parent])
        if not len(step):
            break
        if not sound[step].all():
            raise LexiconError(_fault(units, arcs, int(step[~sound[step]][0])))
        ways = paths[arcs.parent[step]]
        if len(words) > LONGEST or ways.sum() > MOST_WORDS:
            raise LexiconError(f"the graph is cyclic or holds words of more than {LONGEST} tiles")
        walked[step] = True
        words.append(int(ways[ends[step]].sum()))
        paths = np.bincount(arcs.node[step], ways, minlength=len(units))
    if not sum(words):
        raise LexiconError("it holds no words")
    entered = np.zeros(len(units), np.bool_)
    entered[arcs.node[walked]] = True
    nodes = 1 + int(np.count_nonzero(entered))
    return GraphStats(tuple(words), int(arcs.label[walked].max()), nodes, int(walked.sum()))


def reader(units: Units) -> Any:
    """Return a `dawg_python.DAWG` that looks words up in `units`, shared, not copied."""
    # The only use of a private name of dawg-python, which can otherwise only load files.
    dictionary = dawg_python.wrapper.Dictionary()
    dictionary._units = units.data
    look_up = dawg_python.DAWG()
    look_up.dct = dictionary
    return look_up


def _not_a_lexicon(path: Path, error: LexiconError) -> LexiconError:
    return LexiconError(f"{path}: not a lexicon in dawgdic format: {error}")


def root_of(units: Units) -> int:
    """Return the base of the start state."""
    return int(units[0]) >> OFFSET_SHIFT


def arcs_of(units: Units) -> Arcs:
    """Return all arcs; the base of an arc's parent is its own place ^ label."""
    place = np.flatnonzero((units & LABEL != 0) & (units & IS_LEAF == 0))
    unit = units[place]
    label = (unit & LABEL).astype(np.int64)
    return Arcs(label, place ^ label, place ^ (unit >> OFFSET_SHIFT).astype(np.int64), unit)


def _sound(units: Units, arcs: Arcs, ends: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return by arc whether it enters a node of the array that has the promised leaf or an outgoing arc."""
    goes_on = np.zeros(len(units), np.bool_)
    goes_on[arcs.parent] = True
    inside = (arcs.node < len(units)) & (arcs.unit & EXTENSION == 0)
    node = np.where(inside, arcs.node, 0)
    return np.asarray(inside & np.where(ends, units[node] & IS_LEAF != 0, goes_on[node]))


def _fault(units: Units, arcs: Arcs, arc: int) -> str:
    node, place = int(arcs.node[arc]), int(arcs.parent[arc] ^ arcs.label[arc])
    if int(arcs.unit[arc]) & EXTENSION:
        return f"unit {place} has the EXTENSION bit of graphs with more than {MOST_UNITS:,} units"
    if node >= len(units):
        return f"unit {place} leads to {node}, expected less than {len(units)}"
    return f"unit {place} leads to {node}, where no word ends or goes on"
