"""The plays there are, for people and programs: all of them, best score first.

moves = legal_moves(position, lexicon)
len(moves), moves[0].text, "8D CAT" in moves, Move(...) in moves
"""

from __future__ import annotations

from bstar.engine import Engine
from scrabble.game.move import move_text
from scrabble.game.position import Position
from scrabble.game.step import LegalMoves, Step
from scrabble.games.plain import new_plain_game
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile import new_state
from scrabble.movegen.packed_move import unpack


def legal_moves(position: Position, lexicon: Lexicon) -> LegalMoves:
    """Every play of the player on turn with its score, best first; the pass is left out."""
    if not position.racks[0]:
        return LegalMoves()
    engine = Engine(new_plain_game(new_state(position, lexicon)), "plain")
    plays = [(unpack(move, position), gain) for move, gain, _, _ in engine.moves()]
    steps = [Step(move, move_text(move, position), gain) for move, gain in plays if not move.is_pass]
    return LegalMoves(sorted(steps, key=lambda step: (-step.score, step.text)))
