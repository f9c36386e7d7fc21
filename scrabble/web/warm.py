"""Everything a page can ask for, compiled or loaded before it is asked for."""

from __future__ import annotations

from scrabble import sources
from scrabble.endgame.names import PROOF
from scrabble.endgame.set_up import SMALLEST_MEMORY
from scrabble.endgame.walk import Walk
from scrabble.endgame.warm_up import warm_up
from scrabble.game.move import PASS

POSITION = "out-in-two"  # which one it is does not matter


def warm_up_all() -> None:
    """Make ready what searches run, and what leads them from a position to the next."""
    position, lexicon, *_ = sources.read(next(sources.entries([POSITION])))
    warm_up(position, lexicon, PROOF, threads=2)
    walk = Walk(position, lexicon, SMALLEST_MEMORY)
    place = walk.after(walk.home, PASS)
    assert place is not None
    walk.ground.lead_to(place.path, place.position.zeros_left)
    walk.ground.lead_to((), position.zeros_left)
