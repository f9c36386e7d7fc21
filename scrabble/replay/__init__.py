"""A recorded game replayed, turn by turn, by the rules."""

from scrabble.replay.places import Place, places
from scrabble.replay.run import Replay, replay
from scrabble.replay.start import alphabet_of
from scrabble.replay.turn import Turn, missing_text

__all__ = ["Place", "Replay", "Turn", "alphabet_of", "missing_text", "places", "replay"]
