"""`python -m scrabble` is `endgame`."""

from scrabble.cli.process import run

if __name__ == "__main__":
    run()
