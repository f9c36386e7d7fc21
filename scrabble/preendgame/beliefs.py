"""What is believed of moves and draws while little is proven: a spread each, learned from the answers.

    believed spread of move m with draw b  =  strength of m + luck of b + what all are off

The strength begins as what the score of the move tells; each answer, a bound of a spread, moves it, and the
luck of the draw, towards what was found.  Nothing is proven by it: it decides what is asked first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from bstar.draws import Choice
from bstar.unknown import BUDGET, Effort, Option, Question, Unknown
from scrabble.preendgame.moves import Candidate
from scrabble.preendgame.worth import Aim, believed

SHARE = 0.5  # of what an answer is off that goes to the move, and to the draw
SLOWER = 4  # answers about a draw after which it is trusted twice as much
LATER = 64  # times what another question costs: one about a play that leaves a tile in the bag
OFTEN = 20  # moves for each answer between two times that all moves hear of it
SHIFT = 3.0  # points that the luck of a draw has to change by before all moves hear of it


class Beliefs:
    """What is believed of every part of every move."""

    def __init__(self, candidates: Sequence[Candidate], aims: Sequence[Aim]) -> None:
        self._candidates, self._aims = candidates, tuple(aims)
        self._strength = [candidate.guess for candidate in candidates]
        self._answers: dict[bytes, int] = defaultdict(int)
        self._luck: dict[bytes, float] = defaultdict(float)
        self._told: dict[bytes, float] = defaultdict(float)
        self._efforts: dict[tuple[bool, bool, bytes], Effort] = defaultdict(Effort)  # by kind and draw
        self._places = [_places(candidate) for candidate in candidates]
        self._general = 0.0  # what all moves with all draws are off
        self._count, self._told_at, self._told_general = 0, 0, 0.0

    def option(self, number: int) -> Option:
        """A move as B* sees it at the beginning: what is proven of its parts, and what is believed."""
        candidate = self._candidates[number]
        parts = []
        for at, (part, weight) in enumerate(zip(candidate.parts, candidate.weights, strict=True)):
            lower, upper = part.bounds(self._aims)
            draw, scale = self._places[number][at]
            hopes = believed(self._aims, self._spread(number, draw), scale)
            budget = BUDGET * (LATER if candidate.is_sum(at) else 1)
            effort = self._efforts[candidate.is_sum(at), not candidate.play.laid, draw]
            parts.append(Unknown(weight, list(lower), list(upper), hopes, budget, effort))
        return Option(parts)

    def learn(self, choice: Choice, question: Question) -> None:
        """Take what an answer says of the spread, and tell the parts of which nothing was asked."""
        number, candidate = question.option, self._candidates[question.option]
        if candidate.is_sum(question.part):
            return
        draw = candidate.draws[question.part].tiles
        spread = choice.options[number].parts[question.part].expected(self._aims.index(Aim.SPREAD))
        off = spread - self._spread(number, draw)
        self._general += off / (2 + self._count / SLOWER)
        off = spread - self._spread(number, draw)
        self._strength[number] += SHARE * off
        self._luck[draw] += SHARE * off / (1 + self._answers[draw] / SLOWER)
        self._answers[draw] += 1
        self._count += 1
        news = max(abs(self._luck[draw] - self._told[draw]), abs(self._general - self._told_general))
        is_time = self._count >= min(2 * self._told_at, self._told_at + len(choice.options) // OFTEN)
        if news > SHIFT and is_time:
            self._told_at, self._told_general = self._count, self._general
            self._told.update(self._luck)
            for each in range(len(choice.options)):
                if choice.may_be_best(each):
                    self._tell(choice, each)
        else:
            self._tell(choice, number)

    def _tell(self, choice: Choice, number: int) -> None:
        spread = self._strength[number] + self._general
        for part, (draw, scale) in zip(choice.options[number].parts, self._places[number], strict=True):
            if not part.asked:
                part.believed = believed(self._aims, spread + self._luck[draw], scale)
        choice.heard(number)

    def _spread(self, number: int, draw: bytes) -> float:
        return self._strength[number] + self._luck[draw] + self._general


def _places(candidate: Candidate) -> list[tuple[bytes, int]]:
    """The draw of each part, and how often a spread counts in it."""
    draws = enumerate(candidate.draws)
    return [(draw.tiles, draw.weight if candidate.is_sum(at) else 1) for at, draw in draws]
