"""First positions with an empty bag, racks of up to seven tiles: searches that share little must agree.

A case is one game of self-play, in any language: `bstar`, `mtdf`, and a search without any static bound, each
with a limit of nodes.  Proven values are the same, the bounds of every move have room for one truth, and
along the best line the value before a move is its points less the value after it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from bstar.task import Limit, SearchTask
from scrabble.answer.interval import Interval
from scrabble.game import cgp
from scrabble.game.move import move_text
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.movegen.packed_move import unpack
from scrabble.selfplay.generate import play_one
from scrabble.solver import EndgameSearch, SolveOptions
from scrabble.solver.move_bounds import interval_of
from scrabble.solver.setup import new_search
from tests.campaign.case import Outcome
from tests.campaign.odd_positions import finder
from tests.campaign.some_words import PART_OF, part_of_lexicon
from tests.doors.bridge import enable
from tests.static_bounds import NO_BOUNDS

SEED = 29  # of the games
MEMORY = 128 << 20
NODES = 6_000  # for each of the first two searches, half a second or so
NODES_WITHOUT = 20_000
NODES_AFTER = 5_000  # for each position of the line


class Found(NamedTuple):
    """What a search says: the bounds of every move by its text, and of the value."""

    bounds: dict[str, Interval]
    value: Interval
    line: list[str]


def try_case(seed: int) -> Outcome:
    """One game's position."""
    whole = random.Random(f"big {seed}").random() < 0.5
    name = PART_OF[seed % len(PART_OF)]
    lexicon = enable() if name == "ENABLE" and whole else part_of_lexicon(name)
    made = play_one(finder(name), SEED, seed)
    if made.cgp is None:
        return Outcome({"ended before the bag was empty": 1})
    position = cgp.loads(made.cgp, alphabet=lexicon.alphabet)
    counts: Counter[str] = Counter({"positions": 1})
    fault = disagreement(position, lexicon, counts)
    return Outcome(counts, fault and f"{made.cgp} [{name}, {lexicon.words} words] {fault}")


def disagreement(position: Position, lexicon: Lexicon, counts: Counter[str]) -> str | None:
    """Search in all ways and compare; None if nothing contradicts anything."""
    found = {name: search(position, lexicon, name, NODES) for name in ("bstar", "mtdf")}
    found["without bounds"] = without_bounds(position, lexicon)
    for name, each in found.items():
        counts[f"proven by {name}"] += each.value.is_exact
    moves = set(found["bstar"].bounds)
    if any(set(each.bounds) != moves for each in found.values()):
        return "not the same moves"
    wrong = [text for text in moves if exclude([each.bounds[text] for each in found.values()])]
    counts["moves"] += len(moves)
    if wrong or exclude([each.value for each in found.values()]):
        told = {name: (each.value, [each.bounds[text] for text in wrong[:3]]) for name, each in found.items()}
        return f"{wrong[:3]}: {told}"
    proven = next((each for each in found.values() if each.value.is_exact and each.line), None)
    return None if proven is None else along_line(position, lexicon, proven, counts)


def exclude(intervals: Sequence[Interval]) -> bool:
    """Return whether no number lies in all intervals."""
    return max(each.lower for each in intervals) > min(each.upper for each in intervals)


def search(position: Position, lexicon: Lexicon, solver: str, nodes: int) -> Found:
    """A search as `solve` makes it; the line only where it is best play, not where it keeps a bound.

    Looks after the node limit may close the bounds of a value, and leave the line of the stopped search.
    """
    options = SolveOptions(solver=solver, nodes=nodes, memory=MEMORY)
    solution = EndgameSearch(position, lexicon, options).result()
    bounds = {move.text: move.bounds for move in solution.moves}
    line = [] if solution.value is None else [step.text for step in solution.line]
    return Found(bounds, solution.bounds, line)


def without_bounds(position: Position, lexicon: Lexicon) -> Found:
    """Null windows on the moves themselves: nothing is known before it was played."""
    set_up = new_search(position, lexicon, "mtdf", MEMORY, features=NO_BOUNDS)
    result = SearchTask(set_up.engine, set_up.driver, Limit(nodes=NODES_WITHOUT)).result()
    bounds = {
        move_text(unpack(each.move, position), position): interval_of(each.lower, each.upper)
        for each in result.moves
    }
    return Found(bounds, interval_of(result.lower, result.upper), [])


def along_line(position: Position, lexicon: Lexicon, proven: Found, counts: Counter[str]) -> str | None:
    """The value before each move of the line is its points less the value after it."""
    value = int(proven.value.lower)
    for text in proven.line:
        move = position.parse_move(text)
        value = position.score(move) - value  # of the other side, on turn now
        position = position.play(move)
        if position.is_over:
            first, second = position.final_scores
            brought = first - second - position.spread
            return None if brought == value else f"{text} ends with {brought}, expected {value}"
        after = search(position, lexicon, "mtdf", NODES_AFTER).value
        counts["moves of lines"] += after.is_exact
        if not after.lower <= value <= after.upper:
            return f"after {text}: {after.lower} to {after.upper}, expected {value}"
    return None
