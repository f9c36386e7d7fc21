"""`python -m scrabble` is `endgame`."""

import sys

INTERRUPTED = 130  # exit status

if __name__ == "__main__":
    try:
        from scrabble.cli.commands import run
    except KeyboardInterrupt:  # so early that nobody else would notice
        sys.exit(INTERRUPTED)
    run()
