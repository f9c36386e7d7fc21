"""`python -m scrabble` is `endgame`."""

import sys

INTERRUPTED = 130  # exit status

if __name__ == "__main__":
    try:
        from scrabble.errors import is_interrupt

        try:
            from scrabble.cli.commands import run

            run()
        except Exception as error:
            if not is_interrupt(error):
                raise
            sys.exit(INTERRUPTED)
    except KeyboardInterrupt:  # so early, or so late, that nobody else notices
        sys.exit(INTERRUPTED)
