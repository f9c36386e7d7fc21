"""Boards as they are printed, read as positions.

Names are imported when they are used: whoever asks what a text is does not wait for the reader.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
