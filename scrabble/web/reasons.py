"""Why a move is best, or what is wrong with it, of a position by itself: the sentences of an explanation."""

from __future__ import annotations

from collections.abc import Callable

from bstar.search import Limit
from scrabble.analysis.explain.explain import explained
from scrabble.analysis.judge import Judge
from scrabble.analysis.turn import Judged, Unjudged
from scrabble.analysis.verdict import searched
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.game.unseen import tiles_in_bag
from scrabble.gcg.record import Event
from scrabble.lexicon import Lexicon
from scrabble.replay.turn import Turn
from scrabble.web.why import Why

SECONDS = 10.0  # for each position that is searched
NAMES = ("Player 1", "Player 2")  # the one on turn first


class Reasons(Why):
    """The sentences about one move of an endgame."""

    def __init__(
        self, position: Position, text: str, lexicon: Lexicon, memory: int, names: tuple[str, str] = NAMES
    ) -> None:
        super().__init__(text)
        self._position, self._lexicon, self._memory = position, lexicon, memory
        self._names = names
        self._move: Move = position.parse_move(text)
        position.check(self._move)
        self._judge: Judge | None = None

    def stop(self) -> None:
        """Stop the search under way."""
        if self._judge is not None:
            self._judge.stop()

    def find(self, keeps_on: Callable[[], bool]) -> None:
        """Search, and put the reasons into words."""
        self._judge = Judge(self._lexicon, limit=Limit(SECONDS), memory=self._memory, top=2)
        if not keeps_on():
            return
        turn = turn_of(self._position, self._move, self.text, self._lexicon, self._names)
        verdict = searched(turn, self._judge)
        if isinstance(verdict, Judged) and not self._judge.is_stopped:
            verdict = explained(verdict, self._judge, self._names)
        if self._judge.is_stopped:
            return
        self.sentences = [claim.text for claim in verdict.claims]
        if not self.sentences:
            self.sentences = ["Nothing can be said for certain: the position is too hard for a short search."]
        self.is_done, self._judge = True, None


def turn_of(position: Position, move: Move, text: str, lexicon: Lexicon, names: tuple[str, str]) -> Unjudged:
    """A move as the turn of a game."""
    score = position.score(move)
    words = [] if move.is_pass else position.new_words(move)
    phonies = tuple(position.alphabet.decode(word) for word in words if word not in lexicon)
    turn = Turn(
        number=1,
        event=Event(0, position.alphabet.rack_text(position.racks[0]), text, score),
        position=position,
        move=move,
        score=score,
        total=position.scores[0] + score,
        bag=tiles_in_bag(position) if position.bag else 0,
        held=(len(position.racks[0]), len(position.racks[1])),
        used=None,
        drawn=0,
    )
    return Unjudged(turn, names[0], text, phonies, score)
