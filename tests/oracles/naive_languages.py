"""The tiles and the end rules of other languages, written out as rule books have them.

A tile of two letters is one sign here: Ĉ is CH, Ļ is LL, Ŕ is RR.  Nothing is imported from the project.
"""

from __future__ import annotations

from typing import Any

from tests.oracles.naive_game import BLANK, Game

SIGNS = {"CH": "Ĉ", "LL": "Ļ", "RR": "Ŕ"}
TILES = {  # points: letters, each with the number of its tiles; "?" first
    "english": """?2 1:E12 A9 I9 O8 N6 R6 T6 L4 S4 U4 2:D4 G3 3:B2 C2 M2 P2 4:F2 H2 V2 W2 Y2 5:K1 8:J1 X1
        10:Q1 Z1""",
    "french": """?2 1:E15 A9 I8 N6 O6 R6 S6 T6 U6 L5 2:D3 M3 G2 3:B2 C2 P2 4:F2 H2 V2 8:J1 Q1
        10:K1 W1 X1 Y1 Z1""",
    "german": """?2 1:E15 N9 S7 I6 R6 T6 U6 A5 D4 2:H4 G3 L3 O3 3:M4 B2 W1 Z1 4:C2 F2 K2 P1 6:Ä1 J1 Ü1 V1
        8:Ö1 X1 10:Q1 Y1""",
    "dutch": """?2 1:E18 N10 A6 O6 I4 2:D5 R5 S5 T5 3:G3 K3 L3 M3 B2 P2 4:U3 F2 H2 J2 V2 Z2 5:C2 W2 8:X1 Y1
        10:Q1""",
    "spanish": """?2 1:A12 E12 O9 I6 S6 N5 R5 U5 L4 T4 2:D5 G2 3:C4 B2 M2 P2 4:H2 F1 V1 Y1 5:Ĉ1 Q1
        8:J1 Ļ1 Ñ1 Ŕ1 X1 10:Z1""",
    "polish": """?2 1:A9 I8 E7 O6 N5 Z5 R4 S4 W4 2:Y4 C3 D3 K3 L3 M3 P3 T3 3:B2 G2 H2 J2 Ł2 U2
        5:Ą1 Ę1 F1 Ó1 Ś1 Ż1 6:Ć1 7:Ń1 9:Ź1""",
    "portuguese": """?3 1:A14 E11 I10 O10 S8 U7 M6 R6 T5 2:D5 L5 C4 P4 3:N4 B3 Ç2 4:F2 G2 H2 V2 5:J2 6:Q1
        8:X1 Z1""",
}
RULES: dict[str, dict[str, Any]] = {  # where they are not the English ones
    "german": {"scoreless_limit": None, "pass_limit": 4},
    "polish": {"scoreless_limit": 6, "pass_limit": 4},
    "spanish": {"scoreless_limit": 12, "pass_limit": 4},
}


def game_of(language: str, words: frozenset[str]) -> Game:
    """The game of a language on the standard board, with these words, each tile one sign."""
    values: dict[str, int] = {}
    counts: dict[str, int] = {}
    points = 0
    for part in TILES[language].split():
        head, _, tile = part.rpartition(":")
        points = int(head or points)
        counts[tile[0]] = int(tile[1:])
        if tile[0] != BLANK:
            values[tile[0]] = points
    return Game(words=words, values=values, counts=counts, **RULES.get(language, {}))
