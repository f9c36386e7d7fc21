"""A slice of the campaign of inputs, and inputs of sizes that nobody sends by accident."""

from __future__ import annotations

import random

import pytest

from tests.campaign import inputs
from tests.campaign.doors import PARSERS
from tests.campaign.inputs import TURNS, tried
from tests.campaign.watched import TooSlow, Written, watched

pytestmark = pytest.mark.skipif(inputs.missing() is not None, reason=str(inputs.missing()))

CHEAP = [seed for seed, name in enumerate(TURNS) if name in PARSERS][:7]
RACKS = b" AEIRSTL/EE 100/200 0 lex ENABLE;"
ROWS = b"/".join([b"15"] * 15)
HEADING = b"    A B C D E F G H I J K L M N O\n"
BOARD = HEADING + b"".join(b"%2d %s\n" % (row, b" ".join([b"."] * 15)) for row in range(1, 16))
PLAYERS = b"#player1 a A\n#player2 b B\n"
MB = 1_000_000
HUGE = {
    "cgp": {
        "10,000 rows": b"/".join([b"15"] * 10_000) + RACKS,
        "an endless row": b"A" * 5_000_000 + RACKS,
        "racks of thousands": ROWS + b" " + b"AE" * 50_000 + b"/" + b"?" * 50_000 + b" 0/0 0",
        "scores without end": ROWS + b" AE/IO " + b"9" * 100_000 + b"/0 0",
        "a row of a number without end": b"9" * 100_000 + b"/" + ROWS + RACKS,
        "operations without end": ROWS + RACKS + b" lex X;" * 200_000,
        "a name of blanks": ROWS + RACKS + b" id" + b" " * MB + b";",
    },
    "lines": {
        "lists in lists": b'{"cgp": ' + b"[" * 200_000,
        "objects in objects": b'{"a": ' * 100_000,
        "numbers without end": b'{"cgp": ' + b"9" * 1_000_000 + b"}",
        "a million lines": b"#\n" * 1_000_000,
        "a name of blanks": ROWS + RACKS + b" id" + b" " * MB + b";",
        "slashes": b"x " + b"/" * MB + b" y",
        "a log": b"2026-11-27 12:00 INFO request took 12 ms (ok)\n" * 50_000,
    },
    "gcg": {
        "100,000 turns": b"#player1 a A\n#player2 b B\n" + b">a: AE - +0 0\n>b: EE - +0 0\n" * 50_000,
        "a note without end": b"#player1 a A\n#player2 b B\n#note " + b"x" * 5_000_000,
        "a rack of thousands": b"#player1 a A\n#player2 b B\n>a: " + b"E" * 100_000 + b" 8H AE +4 4\n",
        "a note of many lines": PLAYERS + b"#note x\n" + b"x\n" * 100_000,
        "a note between players": PLAYERS + b"#note x\n" + b"#player1 a\ny\n" * 50_000,
        "a player of blanks": PLAYERS + b">" + b" " * (MB // 2) + b"x",
        "an encoding of blanks": b"#character-encoding x" + b" " * (MB // 2) + b"x\n" + PLAYERS,
        "a score without end": b"#player1 a A\n#player2 b B\n>a: AE 8H AE +" + b"9" * 100_000 + b" 4\n",
    },
    "printed": {
        "10,000 rows": (b". " * 15 + b"\n") * 10_000,
        "a thousand rules": HEADING + b"-----\n" * 100_000 + BOARD,
        "blanks below": BOARD + b"x" + b" " * MB + b"!\n",
        "a player of blanks": HEADING + b"-> a" + b" " * MB + b"!\n" + BOARD,
        "racks and numbers": BOARD + b"9 A  " * (MB // 5),
        "an endless row": b"   A B C D E F G H I J K L M N O\n" + b" 1 " + b". " * 1_000_000,
    },
    "lexicon": {
        "a word without end": b"A" * 5_000_000,
        "a line without end": b"word " * 100_000,
        "a count beyond the file": b"\xff\xff\xff\x7f" + b"\0" * 1000,
    },
}


@pytest.mark.parametrize("seed", CHEAP, ids=[TURNS[seed] for seed in CHEAP])
def test_a_slice(seed):
    outcome = inputs.try_case(seed)
    assert outcome.fault is None, outcome.fault
    assert outcome.counts[f"inputs: {TURNS[seed]}"] == inputs.FEWER.get(TURNS[seed], inputs.AT_ONCE)


@pytest.mark.parametrize(("door", "what"), [(door, what) for door in HUGE for what in HUGE[door]])
def test_huge(door, what):
    verdict = tried(PARSERS[door], HUGE[door][what], random.Random(0))
    assert verdict in ("accepted", "refused"), verdict


def test_what_is_watched(tmp_path, monkeypatch):
    with pytest.raises(Written), watched():
        (tmp_path / "file").write_text("x")
    with pytest.raises(MemoryError), watched():
        bytearray(3 << 30)
    monkeypatch.setattr("tests.campaign.watched.SECONDS", 0.2)
    with pytest.raises(TooSlow), watched():
        while True:
            pass
