"""Claims that rest on values and bounds: what a move wins, and what another one costs.

only_win     every other move is proven not to win (or, behind, not to draw)
margin       every other move is worth at least so much less
equal        so many other moves are proven as good
must_pass    there is no play on the board
pass         every play is worth at least so much less than a pass
natural      what the highest-scoring play costs, and the line that shows it
played       the same for the play that was made
phony        a play with words that are not in the lexicon, and what became of it
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scrabble.analysis.explain.scene import Scene, listed, points
from scrabble.analysis.turn import Claim
from scrabble.endgame import Step
from scrabble.report.lines import with_names
from scrabble.report.points import Bounds


def phony(scene: Scene) -> Iterator[Claim]:
    """What became of a phony, or of a play that was taken back without being one."""
    judged, loss = scene.judged, scene.judged.loss
    facts = {"words": list(judged.phonies), "is_taken_back": judged.turn.is_taken_back}
    lexicon = scene.judge.lexicon.name
    words = f"{listed(judged.phonies)} {'is' if len(judged.phonies) == 1 else 'are'} not in {lexicon}"
    if judged.turn.is_taken_back:
        words = words if judged.phonies else f"The words of {judged.played} are in {lexicon}"
        yield Claim("phony", f"{words}; the play was taken back, and the turn counts as a pass.", facts)
    elif judged.phonies:
        if loss.upper is not None and loss.upper < 0:
            worth = f"gained at least {points(-loss.upper)} over the best valid move"
        elif loss.lower is not None and loss.lower > 0:
            worth = f"still lost at least {points(loss.lower)} to the best valid move"
        else:
            worth = "is judged as if it were valid"
        text = f"{words}; the play stayed on the board and {worth}."
        yield Claim("phony", text, {**facts, "loss": list(loss)})


def only_win(scene: Scene) -> Iterator[Claim]:
    """The only move that wins, or that does not lose."""
    uppers = [each.upper for each in scene.others]
    best, spread = scene.best.lower, scene.judged.spread
    if best is None or not uppers or None in uppers:
        return
    most = max(upper for upper in uppers if upper is not None) + spread
    names = scene.choice.names
    facts = {"best": list(scene.choice.best), "spread": spread}
    which = f"{names[0]} is the only move that" if len(names) == 1 else "Only the best moves"
    if best + spread > 0 >= most:
        yield Claim("only_win", f"{which} win{'s' * (len(names) == 1)}.", facts | {"result": "win"})
    elif best + spread == 0 > most:
        yield Claim("only_win", f"{which} draw{'s' * (len(names) == 1)}.", facts | {"result": "draw"})


def margin(scene: Scene) -> Iterator[Claim]:
    """By how much all other moves are worse, or which are as good."""
    value, best = scene.judged.value.exact, scene.choice.names
    uppers = [each.upper for each in scene.others if each.upper is not None]
    if value is None or not scene.choice.has_all_best or len(uppers) < len(scene.others):
        return
    if len(best) > 1:
        count = len(best) - 1
        text = f"{count} other move{'s are' if count > 1 else ' is'} as good."
        yield Claim("equal", text, {"best": list(scene.choice.best)})
    elif uppers and scene.best.move.tiles:
        least = value - max(uppers)
        second = next((each for each in scene.others if each.lower == value - least), None)
        text = f"Every other move is worth at least {points(least)} less."
        if second is not None:
            text = f"The next best move, {second.text}, is worth {points(least)} less."
        facts = {"move": scene.best.text, "margin": least, "next": second.text if second else None}
        yield Claim("margin", text, facts)


def passes(scene: Scene) -> Iterator[Claim]:
    """Why there is nothing better than a pass."""
    if not scene.best.move.is_pass:
        return
    plays = [each for each in scene.choice.candidates if each.move.tiles]
    if not plays:
        rack = scene.text(scene.position.racks[0])
        yield Claim("must_pass", f"Must pass: {rack} makes no valid play.", {"rack": rack})
        return
    uppers = [each.upper for each in plays if each.upper is not None]
    if not scene.judged.value.is_exact or len(uppers) < len(plays) or not scene.choice.has_all_best:
        return
    best = max(plays, key=lambda play: (play.upper or 0, play.lower is not None, play.score))
    least = (scene.judged.value.lower or 0) - max(uppers)
    if least > 0:
        text = f"Passing is best: every play loses at least {points(least)}, {best.text} among them."
        yield Claim("pass", text, {"margin": least, "play": best.text})


def natural(scene: Scene) -> Iterator[Claim]:
    """The highest-scoring play: the best one, or what it costs."""
    play = scene.choice.natural
    if play is None or (play.text == scene.judged.played and scene.judged.is_mistake):
        return
    if play.text in scene.choice.best:
        if scene.judged.value.is_exact and len(scene.choice.candidates) > 2:
            highest = "the highest-scoring play" if play.text == scene.best.text else play.text
            text = "It is the highest-scoring play, too." if play.text == scene.best.text else ""
            text = text or f"The highest-scoring play, {highest} for {play.score}, is as good."
            yield Claim("natural_best", text, {"move": play.text, "score": play.score})
        return
    cost = scene.judged.value.add(Bounds(play.lower, play.upper).negated)
    subject = f"The highest-scoring play, {play.text} for {play.score},"
    yield from _cost("natural", subject, play.text, cost, scene)


def played(scene: Scene) -> Iterator[Claim]:
    """What the move that was made costs."""
    judged = scene.judged
    if not judged.is_mistake or not judged.is_valid:
        return
    text = "pass" if judged.turn.is_taken_back else judged.played
    is_natural = scene.choice.natural is not None and scene.choice.natural.text == text
    subject = f"{text}, the highest-scoring play," if is_natural else text
    subject = "a pass" if text == "pass" else subject
    yield from _cost("played", subject, text, judged.loss, scene)


def _cost(kind: str, subject: str, move: str, cost: Bounds, scene: Scene) -> Iterator[Claim]:
    if cost.lower is None or cost.lower <= 0:
        return
    line: Sequence[Step] = scene.choice.replies.get(move, ())
    count = points(cost.lower) if cost.is_exact else f"at least {points(cost.lower)}"
    text = f"{subject} costs {count}"
    facts = {"move": move, "cost": list(cost), "line": [move, *(step.text for step in line)]}
    text += f": {with_names(line, (scene.them, scene.me))}." if line else "."
    yield Claim(kind, text[0].upper() + text[1:], facts)
