"""`python -m scrabble` is `endgame`."""

import sys

from scrabble.cli import main

if __name__ == "__main__":
    sys.exit(main())
