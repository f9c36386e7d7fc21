"""What stands beside a printed board or below it: racks, scores and the rest, as the end of a line of CGP.

on turn      470 points          as `solve` draws it, in any order, among lines of other things
  A A L N O R
other side   395 points
  no tiles
scoreless turns so far: 2 of 6
lexicon ENABLE                   also `tiles spanish`, `board SuperCrosswordGame`, and what rules differ
                                 from those of the language: `bonus 35`, `exchange limit 1`

AALNOR/EIU 470/395 0             or as people write it: as in CGP, what is missing being 0,
AALNOR 470                       or a line for each side, the player on turn first
EIU 395
lexicon ENABLE
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from scrabble.game.rules import Rules
from scrabble.game.tiles import Alphabet, quoted
from scrabble.printed.rows import RULE, PrintedBoardError

DEFAULT_ALPHABET = "english"
SIDES = ("on turn", "other side")
SIDE = re.compile(rf"({'|'.join(SIDES)})\s+(-?\d+) points?")
ZEROS = re.compile(r"scoreless turns so far: (\d+)(?: of (\d+))?")
NAMED = re.compile(r"(lexicon|tiles|board|bonus|exchange limit):? ([^\s;][^;]*);?")
OPERATIONS = {"lexicon": "lex", "tiles": "ld", "board": "bdn", "bonus": "bb", "exchange limit": "etl"}
TILE = r"(?:\[[^\[\]\s]+\]|[^\W\d_]|·|\?)"
RACKS = re.compile(rf"({TILE}*/{TILE}*)(?:\s+(-?\d+/-?\d+)(?:\s+(\d+)(?:\s+(\S.*))?)?)?")
RACK = re.compile(rf"({TILE}+|{TILE}(?: {TILE})+)(?:\s+(-?\d+)(?: points?)?)?")
DRAWN_RACK = re.compile(rf"{TILE}+(?: {TILE}+)*")
EXPECTED = "expected racks such as 'AEINRST/DGO' beside the board or below it"


def fields(remarks: Sequence[str]) -> str:
    """Racks, scores, scoreless turns and operations, as CGP has them.  Raises PrintedBoardError."""
    remarks = [remark for remark in remarks if not RULE.fullmatch(remark)]
    is_drawn = any(map(SIDE.fullmatch, remarks))
    named = [(match[1], match[2].strip()) for match in map(NAMED.fullmatch, remarks) if match]
    operations = [f"{OPERATIONS[what]} {name};" for what, name in named]
    found = _drawn(remarks) if is_drawn else _written([each for each in remarks if not NAMED.fullmatch(each)])
    if operations and len(found.split()) > 3 and not found.endswith(";"):
        found += ";"
    operations += [_limit(limit[2], dict(named)) for limit in map(ZEROS.fullmatch, remarks) if limit]
    return " ".join(filter(None, [found, *operations]))


def _limit(drawn: str | None, named: dict[str, str]) -> str:
    """The scoreless turns that end the game, if they are not those of the language."""
    tiles = named.get("tiles", DEFAULT_ALPHABET)
    usual = Rules.load(Alphabet.load(tiles).rules).zeros_limit if tiles in Alphabet.names() else None
    return f"mcnz {drawn};" if drawn and usual and drawn.lstrip("0") != str(usual) else ""


def _drawn(remarks: Sequence[str]) -> str:
    racks, scores, zeros = dict.fromkeys(SIDES, ""), dict.fromkeys(SIDES, "0"), "0"
    for at, remark in enumerate(remarks):
        if match := SIDE.fullmatch(remark):
            tiles = remarks[at + 1] if at + 1 < len(remarks) else ""
            racks[match[1]] = "" if tiles == "no tiles" else _rack(tiles)
            scores[match[1]] = match[2]
        elif match := ZEROS.fullmatch(remark):
            zeros = match[1]
    return f"{'/'.join(racks.values())} {'/'.join(scores.values())} {zeros}"


def _rack(text: str) -> str:
    """The tiles of a rack, drawn with a space between any two."""
    if not DRAWN_RACK.fullmatch(text):
        raise PrintedBoardError(f"expected the tiles of a rack, got {quoted(text)}")
    return "".join(f"[{tile}]" if len(tile.strip("[]")) > 1 else tile for tile in text.split())


def _written(remarks: Sequence[str]) -> str:
    if not remarks:
        raise PrintedBoardError(f"no racks: {EXPECTED}")
    if match := RACKS.fullmatch(remarks[0]):
        sides, others = [], remarks[1:]
        found = f"{match[1]} {match[2] or '0/0'} {match[3] or 0} {match[4] or ''}".rstrip()
    else:
        sides, others = [match for match in map(RACK.fullmatch, remarks[:2]) if match], remarks[2:]
        if len(sides) < len(remarks[:2]):
            others = remarks[len(sides) :]
        racks = "/".join([*(side[1].replace(" ", "") for side in sides), ""][:2])
        scores = "/".join([*(side[2] or "0" for side in sides), "0"][:2])
        found = f"{racks} {scores} 0"
    if others:
        raise PrintedBoardError(f"{EXPECTED}, got {quoted(others[0])}")
    return found
