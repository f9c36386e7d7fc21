"""Analysis of saved games by exact search.

Names are imported on first use, so that an analysis that was kept can be shown without a search.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
