"""Game records: reading and writing GCG, and replaying games by the rules."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(__name__, submodules={"gcg"})
