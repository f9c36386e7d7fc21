"""What the planner believes of the root: it never leaves what is proven, the best move is mostly in it."""

from __future__ import annotations

from typing import Any

import pytest

from scrabble.game import cgp
from scrabble.game.move import PASS, parse_move
from scrabble.movegen.packed_move import number_of
from scrabble.solver import SMALLEST_MEMORY
from scrabble.solver.setup import CANDIDATES, candidates, new_tree_search
from tests.doors.bridge import enable, samples

KNOWN = [sample for sample in samples() if sample["proven"]]
MISSED = 1  # best moves that may be no candidates, of all


@pytest.mark.parametrize("sample", KNOWN, ids=lambda sample: sample["id"])
def test_candidates_lie_within_what_is_proven(sample: dict[str, Any]) -> None:
    engine, game, _ = new_tree_search(cgp.loads(sample["cgp"]), enable(), SMALLEST_MEMORY)
    proven = {move: (lower, upper) for move, _, lower, upper in engine.moves()}
    found = candidates(game, engine)
    assert len(found) == min(CANDIDATES, len(proven))
    assert len({each.move for each in found}) == len(found)
    for each in found:
        assert (each.lower, each.upper) == proven[each.move]
        assert each.lower <= each.realistic <= each.upper
    assert max(upper for _, upper in proven.values()) >= sample["value"]


def test_the_best_move_is_a_candidate() -> None:
    missed = []
    for sample in KNOWN:
        position = cgp.loads(sample["cgp"])
        best = sample["best"].rpartition(" ")[0]
        number = number_of(parse_move(best, position) if best else PASS, position)
        engine, game, _ = new_tree_search(position, enable(), SMALLEST_MEMORY)
        if number not in {each.move for each in candidates(game, engine)}:
            missed.append(sample["id"])
    assert len(missed) <= MISSED, missed
