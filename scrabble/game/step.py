"""A move as it is shown to people: with its text and its score; and a list of them.

moves = position.legal_moves(lexicon)        all plays, best score first
print(moves[0], moves[0].score)              8D QUIRKY 76
"8D QUIRKY" in moves, move in moves          by text, by Move or by Step
"""

from __future__ import annotations

from dataclasses import dataclass

from scrabble.game.move import Move

SHOWN = 3  # plays of a list, in a line


@dataclass(frozen=True, slots=True)
class Step:
    """One move in a position."""

    move: Move
    text: str
    score: int  # points, without what the end of the game brings

    def __repr__(self) -> str:
        return f"<{self.text} {self.score}>"

    def __str__(self) -> str:
        return self.text


class LegalMoves(list[Step]):
    """The plays of a position; the pass, which is always legal, is not among them."""

    def __repr__(self) -> str:
        first = f": {', '.join(map(repr, self[:SHOWN]))}{', ...' * (len(self) > SHOWN)}" if self else ""
        return f"<LegalMoves {len(self)}{first}>"

    def __contains__(self, move: object) -> bool:
        """Is this one of the plays?  It may be a Step, a Move, or a text as `move_text` writes it."""
        return any(move in (each, each.move, each.text) for each in self)
