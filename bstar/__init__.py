"""Game-tree search that knows no game: B*, alpha-beta and its family, SSS*.

    import bstar

    game = bstar.games.new_nim(1, 2, 4)
    bstar.solve(game, "mtdf", seconds=10).value     1: the player on turn wins
    print(bstar.compare(game))                      the work of every solver
    bstar.check_game(game)                          random walks; for a game of one's own

Names are imported at their first use.  `__init__.pyi` lists them and their modules.
"""

import lazy_loader

INDEXES_FROM_START = True  # no index that a kernel of this package computes is negative
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
