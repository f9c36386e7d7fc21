"""A recorded game on a page: its turns as they were played, and the verdicts that come one by one.

Turns are judged from the last one back, each a step that can be stopped and done again; at the end all are
narrowed by each other and explained, as `endgame analyse` does it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from bstar.search import Limit
from scrabble import cgp, gcg
from scrabble.analysis.introduced import introduced
from scrabble.analysis.judge import Judge
from scrabble.analysis.text import verdict_text
from scrabble.analysis.turn import AnyTurn, Judged
from scrabble.analysis.verdict import narrowed, searched
from scrabble.game.position import Position
from scrabble.gcg.record import Game
from scrabble.lexicon import Lexicon
from scrabble.replay import Replay, replay
from scrabble.report.points import points_text

SECONDS = 20.0  # a position
TOP = 3


class JudgedGame:
    """A game and what is known of its turns."""

    def __init__(self, game: Game, lexicon: Lexicon, memory: int) -> None:
        self.replay: Replay = replay(game, alphabet=lexicon.alphabet)
        self.lexicon = lexicon
        self.turns: list[AnyTurn] = [introduced(turn, self.replay, lexicon) for turn in self.replay.turns]
        self._judge = Judge(lexicon, limit=Limit(SECONDS), memory=memory, top=TOP)
        self._left = [at for at, turn in enumerate(self.turns) if turn.is_endgame and not turn.reason]
        self.count = len(self._left)

    @property
    def is_done(self) -> bool:
        """Has every turn its verdict?"""
        return not self._left

    def stop(self) -> None:
        """Stop the search under way."""
        self._judge.stop()

    def judge_next(self, keeps_on: Callable[[], bool]) -> None:
        """Judge the last turn that has no verdict."""
        self._judge.resume()
        if not keeps_on():
            return
        at = self._left[-1]
        verdict = searched(self.turns[at], self._judge)  # type: ignore[arg-type]
        if self._judge.is_stopped:
            return
        self.turns[at] = verdict
        self._left.pop()
        if not self._left:
            self.turns = narrowed(self.turns)

    def described(self) -> dict[str, Any]:
        """The game as it was played."""
        players = [player.name or player.nick for player in self.replay.game.players]
        first = next((turn.number for turn in self.turns if turn.is_endgame and not turn.reason), None)
        return {
            "title": self.replay.game.title or " - ".join(players),
            "players": players,
            "lexicon": self.lexicon.name,
            "totals": list(self.replay.totals),
            "first": first,
            "warnings": [str(each) for each in sorted({*self.replay.game.warnings, *self.replay.warnings})],
            "turns": [self._turn(turn) for turn in self.turns],
        }

    def told(self) -> dict[str, Any]:
        """The verdicts so far."""
        return {
            "judged": self.count - len(self._left),
            "of": self.count,
            "verdicts": {str(turn.number): _verdict(turn) for turn in self.turns if isinstance(turn, Judged)},
        }

    def recorded(self) -> str:
        """The record as it was read."""
        return gcg.dumps(self.replay.game)

    def _turn(self, turn: AnyTurn) -> dict[str, Any]:
        position = turn.turn.position
        return {
            "turn": turn.number,
            "player": turn.turn.player,
            "name": turn.player_name,
            "played": turn.played,
            "score": turn.score,
            "total": turn.turn.total,
            "bag": turn.turn.bag,
            "cgp": self.text_of(position),
            "can_explore": turn.is_endgame and not turn.reason,
            "reason": turn.reason or ("" if turn.is_endgame else f"{turn.turn.bag} tiles in the bag"),
            "phonies": list(turn.phonies),
            "is_taken_back": turn.turn.is_taken_back,
        }

    def text_of(self, position: Position) -> str:
        """A position of the game in CGP."""
        return cgp.dumps(dataclasses.replace(position, lexicon_name=self.lexicon.name, extra=()))


def _verdict(turn: Judged) -> dict[str, Any]:
    lost = points_text(turn.loss) if turn.is_valid else "phony"
    return {
        "lost": lost,
        "grade": turn.grade,
        "is_proven": turn.status == "proven",
        "turning": turn.turning,
        "text": verdict_text(turn),
        "best": list(turn.choice.best),
        "value": points_text(turn.value, "+"),
    }
