from .reader import boards as boards
from .reader import is_printed as is_printed
from .reader import read as read
from .rows import PrintedBoardError as PrintedBoardError

__all__ = [
    "PrintedBoardError",
    "boards",
    "is_printed",
    "read",
]
