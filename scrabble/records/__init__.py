"""Game records: GCG read and written, games replayed by the rules."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(__name__, submodules={"gcg"})
