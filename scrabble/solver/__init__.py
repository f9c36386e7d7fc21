"""Endgames solved: the only package that joins the game and the searches of `bstar`.

    solution = solve(position, lexicon)              see `search`; each search is set up in `set_up`

Names are imported when they are used: `names` must not wait for numba.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
