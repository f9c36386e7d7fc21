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
their modules: positions and moves are in `scrabble.game`, searches in `scrabble.solver`.
"""

import lazy_loader

from scrabble import _name_clash

_name_clash.warn_of_name_clash()
INDEXES_FROM_START = True  # no index that a kernel of this package computes is negative
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
