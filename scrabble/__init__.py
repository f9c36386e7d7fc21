"""Scrabble endgames: solve, analyse, prove.

    import scrabble

    solution = scrabble.solve("15/.../15 AEINRST/DGO 310/297 0 lex ENABLE;")     a text in CGP, or a Position
    solution.text, solution.value, solution.status                               '3F (L)LANO', 22, 'proven'

    scrabble.solve(position, objective="outcome").outcome                        'won': only who wins

    with scrabble.search(position, lexicon, seconds=10) as search:
        for snapshot in search:
            print(snapshot.text, snapshot.lower, snapshot.upper)

    for turn in scrabble.analyse("game.gcg"):
        print(turn.played, turn.loss)

Names are imported at their first use, and numba with the first search.  `__init__.pyi` lists the names and
their modules.
"""

from types import ModuleType

import lazy_loader

from scrabble import _name_clash
from scrabble.game import providers

_name_clash.warn_of_name_clash()
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def _cgp() -> ModuleType:
    from scrabble.game import cgp

    return cgp


def _diagrams() -> ModuleType:
    from scrabble.game import board_diagram

    return board_diagram


def _drawing() -> ModuleType:
    from scrabble.report import notebook

    return notebook


def _moves() -> ModuleType:
    from scrabble.solver import moves

    return moves


providers.register(providers.CGP, _cgp)
providers.register(providers.DIAGRAMS, _diagrams)
providers.register(providers.DRAWING, _drawing)
providers.register(providers.MOVES, _moves)
