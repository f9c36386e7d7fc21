"""`endgame verify` of puzzles."""

from __future__ import annotations

import json

import msgspec

from scrabble.puzzles.puzzle import puzzle_line, read_puzzles
from tests.conftest import POSITIONS

FIRST = read_puzzles(POSITIONS / "puzzles-german.jsonl")[0]


def test_a_bundled_puzzle_by_its_name(endgame):
    done = endgame("verify", "puzzles-german:1")
    assert done.status == 0
    assert "all solvers agree" in done.out
    assert "the puzzle holds: answer, gap, refutations and lines" in done.out
    [found] = map(json.loads, endgame("verify", f"puzzles-german:{FIRST.id}", "--json").out.splitlines())
    assert (found["agree"], found["puzzle"], found["disagreement"]) == (True, True, None)
    [other] = map(json.loads, endgame("verify", "out-in-one", "--json").out.splitlines())
    assert "puzzle" not in other


def test_a_puzzle_with_a_false_claim(endgame, tmp_path):
    path = tmp_path / "false.jsonl"
    path.write_text(puzzle_line(msgspec.structs.replace(FIRST, rank=99)))
    done = endgame("verify", path)
    assert done.status == 1
    assert f"THE PUZZLE IS WRONG: rank is 99, found {FIRST.rank}" in done.out
    assert "DISAGREEMENT: the puzzle is wrong: rank is 99" in done.err
    [found] = map(json.loads, endgame("verify", path, "--json").out.splitlines())
    assert found["puzzle"] is False and "rank is 99" in found["disagreement"]


def test_a_puzzle_that_cannot_be_read(endgame, tmp_path):
    path = tmp_path / "broken.jsonl"
    path.write_text(json.dumps(msgspec.to_builtins(FIRST) | {"gap": "much"}) + "\n")
    done = endgame("verify", path)
    assert done.status == 2 and "gap: expected str matching regex" in done.err
