"""The oracle in C: compiled with the compiler there is, and asked about positions.

Oracle.start()                          None where there is no C compiler
oracle.judge(position, words)           the worth of every move by its text, or None: too much work
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np

from scrabble.game.move import Move, move_text
from scrabble.game.position import Position

SOURCE = Path(__file__).with_name("oracle.c")
SOURCES = (SOURCE, SOURCE.with_name("oracle_plays.h"))
WORK = 20_000_000  # tiles it may try, a second or two
NONE = -1  # a limit that there is not
AS_BEFORE = -1  # the words


def missing() -> str | None:
    """What a campaign that asks this oracle lacks on this machine."""
    return "there is no C compiler (cc, gcc, clang)" if Oracle.start() is None else None


class Worth(NamedTuple):
    """What a move scores, and what it is worth in all."""

    score: int
    worth: int


def compiler() -> str | None:
    """The C compiler of this machine."""
    return next((path for name in ("cc", "gcc", "clang") if (path := shutil.which(name))), None)


@functools.cache
def compiled() -> Path:
    """The program, compiled once for each version of its source."""
    cc = compiler()
    assert cc is not None
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in SOURCES)).hexdigest()[:16]
    program = Path(tempfile.gettempdir()) / f"endgame-oracle-{os.getuid()}-{digest}"
    if not program.exists():
        made = program.with_suffix(f".{os.getpid()}")
        subprocess.run([cc, "-O2", "-std=c11", "-o", made, SOURCE], check=True)
        made.replace(program)
    return program


class Oracle:
    """A process that answers one position after the other."""

    def __init__(self, program: Path) -> None:
        self._process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="ascii"
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._said: IO[str] = self._process.stdout
        self._asked: IO[str] = self._process.stdin
        self._words: Sequence[bytes] | None = None  # those it knows

    @staticmethod
    @functools.cache
    def start() -> Oracle | None:
        """The oracle of this process; None where there is no C compiler."""
        return None if compiler() is None else Oracle(compiled())

    def judge(self, position: Position, words: Sequence[bytes], work: int = WORK) -> dict[str, Worth] | None:
        """The score and the worth of each legal move, by its text; None if that is too much work.

        Words that are the very object of the call before are not told again.
        """
        self._asked.write(question(position, None if words is self._words else words, work))
        self._asked.flush()
        self._words = words
        head = self._said.readline().split()
        if not head:
            raise RuntimeError(f"the oracle ended with {self._process.wait()}")
        if head[0] == "work":
            return None
        moves = [self._said.readline().split() for _ in range(int(head[3]))]
        told = {}
        for row, col, down, score, worth, *tiles in (map(int, move) for move in moves):
            text = move_text(Move(row, col, bool(down), bytes(tiles)), position)
            assert text not in told, text
            told[text] = Worth(score, worth)
        assert max(worth for _, worth in told.values()) == int(head[1])
        return told


def question(position: Position, words: Sequence[bytes] | None, work: int) -> str:
    """A position and its words (None: as before) as numbers, in the order in which the oracle reads them."""
    layout, rules, alphabet = position.layout, position.rules, position.alphabet
    limits = (NONE if limit is None else limit for limit in (rules.scoreless_limit, rules.pass_limit))
    ends = (int(rules.zero_play_is_scoreless), rules.out_gain, rules.out_loss, rules.scoreless_loss)
    told = (bytes((len(word), *word)) for word in words or ())
    rows: list[Iterable[int]] = [
        (work,),
        (layout.size, *layout.start),
        np.ravel(layout.letter_multiplier).tolist(),
        np.ravel(layout.word_multiplier).tolist(),
        np.ravel(position.squares).tolist(),
        (alphabet.size, *alphabet.values[1:]),
        (rules.bingo_length, rules.bingo_bonus, *limits, *ends),
        (position.scoreless_turns,),
        *((len(rack), *rack) for rack in position.rack_codes),
        (AS_BEFORE if words is None else len(words),),
        *told,
    ]
    return "\n".join(" ".join(map(str, row)) for row in rows) + "\n"
