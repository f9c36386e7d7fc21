"""Texts and bytes changed at random: bitten, spliced, repeated, with what readers stumble over put in.

Everything follows from the random.Random that is given.
"""

from __future__ import annotations

import random
import re

ODD = (  # what somebody's reader has once fallen over
    b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc3\x28", b"\xed\xa0\x80", b"\x85", b"\r", b"\r\n", b"\n\n",
    b"\t", "²".encode(), "٣".encode(), "İ".encode(), "ß".encode(), "ŀ".encode(), "\u2028".encode(),
    "\u202e".encode(), "e\u0301".encode(), "🂡".encode(), b"-0", b"+5", b"1e9", b"0x10", b"00", b"-1",
    b"NaN", b"Infinity", b"1_000", b"9" * 30, b"9" * 5000, b"?", b"??", b"[QU]", b"[", b"]", b"(", b")",
    b"{", b"}", b"/", b"//", b";", b";;", b" lex ENABLE;", b" lex ;", b" ld spanish;",
    b" bdn CrosswordGame;", b" bdn x;", b" id ;", b"../../x", b"%s", b"%n", b"${x}", b"'", b'"', b"\\",
    b"\\u0000", b"null", b"true", b"[]", b"{}", b"#", b">", b"#note ", b">a: ", b"#player1 a A\n",
    b"#player3 a A\n", b"#character-encoding x\n", b"#rack1 ", b"#lexicon ", b"--", b"(time)",
    b"(challenge)", b"*", b"=", b"'", b"~", b"20", b"21", b"15", b"#incomplete AEI\n", b"UNKNOWN",
    b"#tile-distribution german\n", b"#board-layout x\n", b"#game-type wordsmog\n", b">alpha: (time) -10 5\n",
)  # fmt: skip
PIECE = re.compile(rb"[0-9]+|[A-Za-z?]+|\s+|[^\sA-Za-z0-9]")
LONG = (64, 1000, 20_000)


def bitten(data: bytes, chosen: random.Random, others: tuple[bytes, ...] = ()) -> bytes:
    """The bytes with a few of them changed, left out, repeated, exchanged, or mixed with another's."""
    found = bytearray(data)
    for _ in range(chosen.choice((1, 1, 1, 2, 3, 8))):
        at = chosen.randrange(len(found) + 1)
        size = chosen.choice((1, 1, 2, 4, 16, 200))
        match chosen.randrange(12):
            case 0:
                found[at : at + size] = chosen.randbytes(size)
            case 1:
                del found[at : at + size]
            case 2:
                found[at:at] = found[chosen.randrange(len(found) + 1) :][:size]
            case 3 if at < len(found):
                found[at] ^= 1 << chosen.randrange(8)
            case 4 | 5:
                found[at:at] = chosen.choice(ODD)
            case 6 if others:
                other = chosen.choice(others)
                start = chosen.randrange(len(other) + 1)
                found[at:] = other[start:]
            case 7 if chosen.random() < 0.2:
                del found[at:]
            case 8 | 9 | 10:
                found = bytearray(with_another_piece(bytes(found), chosen, others))
            case 11 if chosen.random() < 0.2:
                found[at:at] = found[at : at + size] * (chosen.choice(LONG) // max(1, size))
    return bytes(found)


def with_another_piece(data: bytes, chosen: random.Random, others: tuple[bytes, ...]) -> bytes:
    """One number, word or sign is replaced by another one, its double, or nothing."""
    pieces = PIECE.findall(data)
    if not pieces:
        return data
    at = chosen.randrange(len(pieces))
    match chosen.randrange(5):
        case 0:
            pieces[at] = chosen.choice(ODD)
        case 1:
            pieces[at] = chosen.choice(pieces)
        case 2:
            pieces[at] *= chosen.choice((0, 2, 3, 30))
        case 3:
            other = PIECE.findall(chosen.choice(others)) if others else []
            pieces[at] = chosen.choice(other) if other else b""
        case 4:
            second = chosen.randrange(len(pieces))
            pieces[at], pieces[second] = pieces[second], pieces[at]
    return b"".join(pieces)
