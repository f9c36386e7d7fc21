"""What the searches did, in numbers: the signature that a change of form may not alter.

endgames        nodes and looks of four solvers on thirty positions
preendgames     status, queries, nodes and bounds of ten positions with a tile in the bag, in one thread
certificates    steps, bytes and digest of ten proofs
stopped         the choice, its bounds and the regret of eight hard endgames after 8,000 nodes

Each is a list of names, those that are searched by default first, and what is found for one of them.
"""

from __future__ import annotations

import functools
import hashlib
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from scrabble import sources
from scrabble.answer.solution import Solution
from scrabble.certificate import file
from scrabble.certificate.game import word_list
from scrabble.game import cgp
from scrabble.solver import EndgameSearch, SolveOptions, solve
from scrabble.solver.certify import certify
from tests.conftest import POSITIONS
from tests.doors.bridge import enable

MEMORY = 16 << 20
SOLVERS = ("bstar", "mtdf", "alphabeta", "maven")
ENDGAMES = (
    *("s1g00116", "s1g00083", "s1g00059", "g0030", "s1g00251", "s1g00281", "s1g00068", "s1g00234"),
    *("s1g00033", "s1g00127", "s1g00292", "s1g00662", "s1g00782", "s1g00442", "s1g00021", "s1g00038"),
    *("s1g00037", "s1g00008", "s1g00671", "s1g00373", "s1g00090", "s1g00022", "s1g00103", "s1g00028"),
    *("s1g00297", "s1g00448", "s1g00096", "s1g00120", "s1g00367", "g0000"),
)
PREENDGAMES = tuple(f"preendgame:{line}" for line in (26, 29, 14, 3, 6, 7, 10, 21, 27, 31))
CERTIFIED = ("late:24", "late:26", "late:27", "late:42", "zeros-4-pass-ties", "late:2", "late:9", "late:41")
CERTIFIED += ("late:45", "late:101")
HARD = ("g0036", "g0066", "g0116", "g0222", "g0028", "g0062", "g0134", "g0356")


def endgame(name: str) -> dict[str, list[Any]]:
    """Status, nodes and looks of each of SOLVERS."""
    answers = {solver: solved(name, SolveOptions(solver=solver, memory=MEMORY)) for solver in SOLVERS}
    return {solver: [str(answer.status), answer.nodes, answer.looks] for solver, answer in answers.items()}


def preendgame(name: str) -> list[Any]:
    """Status, queries, nodes and best move of a position with one tile in the bag.

    The bounds may be closer on a faster machine, as lines are looked at for a part of a second at the end.
    """
    lines = (POSITIONS / "preendgame.jsonl").read_text("utf-8").splitlines()
    record = json.loads(lines[int(name.partition(":")[2]) - 1])
    options = SolveOptions(nodes=4_000, memory=MEMORY, workers=1)
    answer = solve(cgp.loads(record["cgp"]), enable(), options)
    assert answer.preendgame is not None
    return [str(answer.status), answer.preendgame.queries, answer.nodes, answer.text]


def certificate(name: str) -> list[Any]:
    """Steps, bytes and digest of the content of a certificate."""
    reading = sources.resolve(next(iter(sources.entries([name]))), None)
    search = EndgameSearch(reading.position, reading.lexicon, SolveOptions(memory=MEMORY))
    header, nodes = certify(search.state, search.result(), _words())
    steps = list(nodes)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "proof.jsonl"
        file.new_certificate(header, steps).save(path)
        content = path.read_bytes().partition(b"\n")[2]  # the first line names the version of the program
    return [len(steps), len(content), hashlib.sha256(content).hexdigest()[:16]]


def stopped(name: str) -> list[Any]:
    """The move chosen, its bounds and its regret, of a search stopped after 8,000 nodes."""
    answer = solved(name, SolveOptions(nodes=8_000, memory=MEMORY))
    [chosen] = [move for move in answer.moves if move.text == answer.text]
    return [answer.text, str(chosen.lower), str(chosen.upper), str(answer.regret)]


def solved(name: str, options: SolveOptions) -> Solution:
    """The answer to a bundled endgame."""
    return solve(cgp.loads(_endgame(name)), enable(), options)


@functools.cache
def _words() -> list[str]:
    return word_list("ENABLE", enable())


def _endgame(name: str) -> str:
    """The CGP of an endgame, by the name that its set gives it."""
    bundled = "selfplay" if name.startswith("s1") else "first-empty-bag"
    lines = (POSITIONS / f"{bundled}.jsonl").read_text("utf-8").splitlines()
    return next(str(record["cgp"]) for record in map(json.loads, lines) if record["id"] == name)


class Signature(NamedTuple):
    """The positions of a signature, and what is found for each."""

    names: tuple[str, ...]
    by_default: int  # how many of the names
    found: Callable[[str], Any]

    def all(self) -> dict[str, Any]:
        """What is found, by position."""
        return {name: self.found(name) for name in self.names}


SIGNATURES = {
    "endgames": Signature(ENDGAMES, 12, endgame),
    "preendgames": Signature(PREENDGAMES, 4, preendgame),
    "certificates": Signature(CERTIFIED, 5, certificate),
    "stopped": Signature(HARD, 4, stopped),
}
