"""The plays there are, for people and programs: all of them, best score first.

moves = legal_moves(position, lexicon)
len(moves), moves[0].text, "8D CAT" in moves, Move(...) in moves
"""

from __future__ import annotations

from pathlib import Path

from bstar.engine import Engine
from scrabble import sources
from scrabble.game.move import move_text
from scrabble.game.position import Position
from scrabble.game.step import LegalMoves, Step
from scrabble.game.tiles import shortened
from scrabble.games.plain import new_plain_game
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile import new_state
from scrabble.movegen.packed_move import unpack


def legal_moves(position: Position, lexicon: Lexicon | str | Path) -> LegalMoves:
    """Every play of the player on turn with its score, best first; the pass is left out.

    The lexicon may be given by its name, too.  Raises LexiconError, and TypeError for anything else.
    """
    if isinstance(lexicon, str | Path):
        lexicon = sources.load_lexicon(lexicon)
    if not isinstance(lexicon, Lexicon):
        raise TypeError(f"lexicon: expected a Lexicon, its name or its path, got {shortened(repr(lexicon))}")
    if not position.racks[0]:
        return LegalMoves()
    engine = Engine(new_plain_game(new_state(position, lexicon)), "plain")
    plays = [(unpack(move, position), gain) for move, gain, _, _ in engine.moves()]
    steps = [Step(move, move_text(move, position), gain) for move, gain in plays if not move.is_pass]
    return LegalMoves(sorted(steps, key=lambda step: (-step.score, step.text)))
