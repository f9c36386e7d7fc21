"""Corrupted files: a LexiconError of one line or a list of words, and never a hang.

pytest -m slow tests/scrabble/lexicon/test_fuzz.py       100,000 files, about five minutes
"""

from __future__ import annotations

import random
import time

import pytest

from scrabble.game.tiles import Alphabet
from scrabble.lexicon import LexiconError, build, dawg, formats
from tests.tools import lexicon_writers as writers

ENGLISH = Alphabet.load("english")
WORDS = sorted({tuple(random.Random(seed).choices("ABCDEFGH", k=2 + seed % 7)) for seed in range(150)})
SECONDS = 2.0  # for a file of a few hundred bytes; the time it takes is a few milliseconds


def originals() -> list[bytes]:
    text = "\r\n".join(f"{''.join(word)}\twhat it means, é" for word in WORDS)
    ours = build.from_words(["".join(word) for word in WORDS], "x", ENGLISH)
    return [
        writers.kwg(WORDS, ENGLISH.letters),
        writers.quackle(WORDS, ENGLISH.letters),
        dawg.to_bytes(ours.units),
        text.encode("utf-8"),
        text.encode("cp1252"),
        text.encode("utf-16"),
    ]


def mutated(data: bytes, chosen: random.Random) -> bytes:
    """The bytes with a few of them changed, left out, repeated or put elsewhere."""
    found = bytearray(data)
    for _ in range(chosen.choice((1, 1, 2, 5, 30))):
        at = chosen.randrange(len(found) + 1)
        size = chosen.choice((1, 1, 4, 7, 64))
        match chosen.randrange(7):
            case 0:
                found[at : at + size] = chosen.randbytes(size)
            case 1:
                del found[at : at + size]
            case 2:
                found[at:at] = found[chosen.randrange(len(found) + 1) :][:size]
            case 3:
                found[at : at + 1] = (
                    bytes([found[at] ^ 1 << chosen.randrange(8)]) if at < len(found) else b"\0"
                )
            case 4:
                found[at:at] = bytes(size)
            case 5:
                found[at : at + 4] = chosen.randrange(400).to_bytes(4, "little")
            case 6 if chosen.random() < 0.1:
                del found[at:]
        if not found:
            break
    return bytes(found)


def check(files: int, seed: int) -> None:
    chosen, whole = random.Random(seed), originals()
    for number in range(files):
        data = mutated(chosen.choice(whole), chosen)
        name, language = chosen.choice(
            (("NWL23", None), ("mine", None), ("mine", "polish"), ("x", "catalan"))
        )
        began = time.thread_time()
        try:
            found = formats.read(data, name, language)
        except LexiconError as error:
            assert str(error) and "\n" not in str(error), (seed, number)
        else:
            assert found.found.read >= len(found.words), (seed, number)
        assert time.thread_time() - began < SECONDS, (seed, number)


def test_some_bitten_files():
    check(400, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_bitten_files(seed):
    check(10_000, seed)
