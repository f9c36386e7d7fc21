"""A recorded game replayed, turn by turn, by the rules."""

from scrabble.replay.run import Replay, replay
from scrabble.replay.turn import Turn

__all__ = ["Replay", "Turn", "replay"]
