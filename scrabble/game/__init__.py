"""The game in plain Python: tiles, boards, rules, moves, positions.  Languages are data."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(__name__, submodules={"cgp"})
