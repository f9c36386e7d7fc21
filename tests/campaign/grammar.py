"""Texts grown from a grammar: boards, lines of positions, records, JSON, each nearly as it should be.

Everything follows from the random.Random that is given.
"""

from __future__ import annotations

import json
import random
from typing import Any

LETTERS = "EEEEAAIIOONNRRTTLSUDGBCMPFHVWYKJXQZ"
STRANGE = "ÄÖÑŁÇĄ·[]().?*'_-0aé²"
OPERATIONS = (
    "lex ENABLE;", "lex free-french;", "lex NWL23;", "ld english;", "ld french;", "ld polish;", "ld x;",
    "id a b;", "bdn CrosswordGame;", "bdn SuperCrosswordGame;", "var classic;", "tmr 1/2;", "mcnt 3;",
    "cs 1;", "bb 35;", "lex", "unknown 1 2;", "id;", "zeros 5;",
)  # fmt: skip
NUMBERS = ("0", "1", "5", "6", "-1", "", "x", "00", "²", "310", "99999999999999999999", "1.5", "+3")


def board(chosen: random.Random) -> str:
    """Rows of squares, most of them as many as there should be."""
    size = chosen.choice((15, 15, 15, 15, 21, 15 + chosen.choice((-1, 1)), chosen.randrange(30)))
    return "/".join(row(chosen, size) for _ in range(size + (chosen.random() < 0.05)))


def row(chosen: random.Random, size: int) -> str:
    """A row of about `size` squares."""
    if chosen.random() < 0.4:
        return str(size)
    told, left = "", size
    while left > 0:
        if chosen.random() < 0.5:
            free = chosen.randint(1, left)
            told, left = told + str(free), left - free
        else:
            letter = chosen.choice(LETTERS if chosen.random() < 0.97 else STRANGE)
            told, left = told + (letter if chosen.random() < 0.9 else letter.lower()), left - 1
    return told


def rack(chosen: random.Random) -> str:
    """A few tiles."""
    letters = LETTERS + "?" if chosen.random() < 0.95 else LETTERS + STRANGE
    return "".join(chosen.choices(letters, k=chosen.choice((0, 1, 2, 3, 5, 7, 7, 7, 8))))


def position(chosen: random.Random) -> str:
    """A line of CGP."""
    number = chosen.choice(NUMBERS) if chosen.random() < 0.1 else str(chosen.randrange(6))
    scores = f"{chosen.randrange(500)}/{chosen.choice(NUMBERS) if chosen.random() < 0.1 else 300}"
    racks = "/".join(rack(chosen) for _ in range(2 if chosen.random() < 0.95 else chosen.randrange(4)))
    operations = chosen.choices(OPERATIONS, k=chosen.choice((0, 1, 1, 2, 4)))
    return chosen.choice((" ", " ", "  ")).join((board(chosen), racks, scores, number, *operations))


def lines(chosen: random.Random) -> str:
    """Lines of positions, in CGP and JSON, and comments."""
    kinds = ("# a comment", "", position(chosen), json_value(chosen), json.dumps({"cgp": position(chosen)}))
    return "\n".join(chosen.choices(kinds, k=chosen.randint(1, 4)))


def json_value(chosen: random.Random) -> str:
    """An object that may be a position."""
    thing: Any = {
        chosen.choice(("cgp", "id", "x", "CGP", "")): value(chosen, 0) for _ in range(chosen.randrange(4))
    }
    return json.dumps(thing, ensure_ascii=chosen.random() < 0.5)


def value(chosen: random.Random, depth: int) -> Any:
    """Any value of JSON."""
    match chosen.randrange(8 if depth < 4 else 6):
        case 0:
            return chosen.choice((None, True, False, 0, -1, 1e308, float("inf"), float("nan"), 10**30))
        case 1 | 2:
            return position(chosen)
        case 3:
            return chosen.choice(("", "3F LLANO", "pass", "\ud800", "\0", "x" * 3000, "late:17", "ENABLE"))
        case 4:
            return chosen.randrange(-5, 500)
        case 5:
            return chosen.random()
        case 6:
            return [value(chosen, depth + 1) for _ in range(chosen.randrange(4))]
        case _:
            return {
                chosen.choice(("a", "cgp", "")): value(chosen, depth + 1) for _ in range(chosen.randrange(3))
            }


def record(chosen: random.Random) -> str:
    """A saved game, of moves that hardly fit."""
    head = ["#character-encoding UTF-8", "#player1 ann Ann A", "#player2 bob Bob B", "#lexicon ENABLE"]
    told = [line for line in head if chosen.random() < 0.95]
    totals = [0, 0]
    for turn in range(chosen.randrange(25)):
        player = turn % 2 if chosen.random() < 0.97 else 1 - turn % 2
        told.append(event(chosen, player, totals))
        if chosen.random() < 0.1:
            told.append(chosen.choice(("#note x", "#rack1 AEI", "#rack2 ?", "#title t", "note", "", "#x y")))
    return "\n".join(told)


def event(chosen: random.Random, player: int, totals: list[int]) -> str:
    """A line of a record."""
    name, held = ("ann", "bob")[player], rack(chosen)
    points = chosen.choice((0, 8, 12, 30, -5))
    match chosen.randrange(8):
        case 0:
            move, points = "-", 0
        case 1:
            move, points = f"-{held[:3]}", 0
        case 2:
            move, points = "--", -points
        case 3:
            move = chosen.choice(("(time)", "(challenge)", f"({held})", "(", "()"))
        case _:
            col, row = chosen.choice("ABCDEFGHIJKLMNOPQ"), chosen.randint(0, 16)
            word = "".join(chosen.choices(LETTERS.lower() + LETTERS + "..", k=chosen.randint(1, 8)))
            move = f"{row}{col} {word}" if chosen.random() < 0.5 else f"{col}{row} {word}"
    totals[player] += points
    return f">{name}: {held} {move} {points:+d} {totals[player]}"


def words(chosen: random.Random) -> str:
    """A list of words."""
    letters = LETTERS if chosen.random() < 0.9 else LETTERS + STRANGE
    end = chosen.choice(("\n", "\r\n", " ", "\t1\n", ",x\n", " (n.) a thing\n"))
    return end.join(
        "".join(chosen.choices(letters, k=chosen.randint(0, 17))) for _ in range(chosen.randrange(60))
    )


def printed(chosen: random.Random) -> str:
    """A board as printed, a plain grid."""
    size = chosen.choice((15, 15, 15, 21, 14, chosen.randrange(25)))
    squares = "." * 6 + "'-\"= " + chosen.choice((LETTERS, LETTERS.lower(), STRANGE))
    gap = chosen.choice(("", " ", "  ", "|"))
    rows = [gap.join(chosen.choices(squares, k=size)) for _ in range(size)]
    if chosen.random() < 0.5:
        rows = [f"{number:2} {text}" for number, text in enumerate(rows, 1)]
    if chosen.random() < 0.5:
        rows.insert(0, "   " + gap.join("ABCDEFGHIJKLMNOPQRSTU"[:size]))
    return "\n".join([*rows, f"{rack(chosen)}/{rack(chosen)}"])
