"""Solve endgames: the only package that joins the game and the searches of `bstar`.

    solution = solve(position, lexicon)              see `solve`; `setup` sets up each search

Names are imported on first use, so that those of solvers and options come without the searches.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
