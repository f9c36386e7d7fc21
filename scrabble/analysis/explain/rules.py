"""Claims that rest on lists of legal plays and on lines: blocks, sets up, sticks, avoids, goes out.

goes_out     in the best line, who plays the last tile and in how many plays
blocks       the best play of the other side is legal now and not after the best move
sets_up      my next play of the best line is not legal now, and is after the best move alone
sticks       a tile of the other side has no play after the best move and is left in the best line
avoids       a tile is left on my rack after the natural play or the one made, and not in the best line

Claims that rest on values and bounds: what a move wins, and what another one costs.

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

from collections import Counter
from collections.abc import Iterator, Sequence

from scrabble.analysis.explain.scene import (
    ExplanationContext,
    join_words,
    placed,
    played_out,
    points,
    swap_sides,
    tiles_used,
)
from scrabble.analysis.turn import Reason
from scrabble.game.move import move_text
from scrabble.solver import ScoredMove
from scrabble.solver.format import Bounds, labelled_line

WORTH_SAYING = 4  # points of tiles kept


def goes_out(scene: ExplanationContext) -> Iterator[Reason]:
    """Who goes out in the best line, and when."""
    line, end = scene.choice.line, scene.end
    if not scene.is_proven or not end.is_out:
        return
    is_me = len(line) % 2 == 1
    count = (len(line) + 1) // 2 if is_me else len(line) // 2
    left = scene.text(scene.rack_at(end, len(line), mine=not is_me))
    facts = {"who": "me" if is_me else "other", "plays": count, "left": left, "line": [s.text for s in line]}
    if is_me and count == 1:
        gain = end.final_scores[1] - end.scores[1]
        text = f"Goes out, with {points(gain)} for {left} on the other rack."
        yield Reason("goes_out", text, facts)
    elif is_me:
        yield Reason(
            "goes_out",
            f"With best play {scene.me} goes out in {count}, and {scene.them} keeps {left}.",
            facts,
        )
    else:
        text = f"With best play {scene.them} goes out in {count}, and {scene.me} keeps {left}."
        yield Reason("goes_out", text, facts)


def blocks(scene: ExplanationContext) -> Iterator[Reason]:
    """The best threat of the other side that the best move takes away."""
    if scene.best.move.is_pass or not scene.threats or scene.after_best.is_over:
        return
    threat, score = max(scene.threats.items(), key=lambda play: play[1])
    left = max(scene.replies.values(), default=None)
    if placed(threat) in set(map(placed, scene.replies)) or (left is not None and left >= score):
        return
    text = move_text(threat, scene.position)
    best_left = "no play is left to them" if left is None else f"the best that is left scores {left}"
    facts = {"move": scene.best.text, "threat": text, "score": score, "left": left}
    yield Reason("blocks", f"Blocks {scene.them}'s best play, {text} for {score}; {best_left}.", facts)


def sets_up(scene: ExplanationContext) -> Iterator[Reason]:
    """My next play of the best line, if the best move makes it possible."""
    line = scene.choice.line
    if len(line) < 3 or not line[0].move.tiles or not line[2].move.tiles or scene.after_best.is_over:
        return
    wanted = placed(line[2].move)
    now = scene.judge.plays(scene.position)
    then = scene.judge.plays(swap_sides(scene.after_best))
    scores = [score for move, score in then.items() if placed(move) == wanted]
    if scores and wanted not in set(map(placed, now)):
        facts = {"move": scene.best.text, "next": line[2].text, "score": line[2].score}
        facts |= {"line": [step.text for step in line[:3]]}
        yield Reason("sets_up", f"Sets up {line[2].text} for {line[2].score}.", facts)


def sticks_tiles(scene: ExplanationContext) -> Iterator[Reason]:
    """Tiles that the other side has no place for any more."""
    if not scene.is_proven or scene.after_best.is_over:
        return
    left = set(scene.rack_at(scene.end, len(scene.choice.line), mine=False))
    playable = tiles_used(scene.replies)
    before = tiles_used(scene.threats)
    for was_playable in (True, False):
        tiles = [tile for tile in sorted(left - playable) if tile and (tile in before) == was_playable]
        if not tiles:
            continue
        texts = join_words([f"the {scene.text([tile])}" for tile in tiles])
        line = [step.text for step in scene.choice.line]
        facts = {"tiles": scene.text(tiles), "was_playable": was_playable, "line": line}
        if was_playable:
            text = f"Sticks {scene.them} with {texts}: it has no place now, and in best play gets none."
        else:
            text = f"{scene.them} has no place for {texts}, and in best play none comes up."
        yield Reason("sticks", text, facts)


def avoids(scene: ExplanationContext) -> Iterator[Reason]:
    """Tiles that I get rid of, but keep after another move."""
    if not scene.is_proven:
        return
    kept = Counter(scene.rack_at(scene.end, len(scene.choice.line), mine=True))
    for move, line in scene.choice.replies.items():
        candidate = next((each for each in scene.choice.candidates if each.text == move), None)
        if candidate is None or move in scene.choice.best:
            continue
        if candidate.lower is None or candidate.lower != candidate.upper:
            continue
        start = scene.position.play(candidate.move)
        end = played_out(start, line)
        stuck = Counter(scene.rack_at(end, len(line) + 1, mine=True)) - kept
        value = scene.position.alphabet.value(stuck.elements())
        if not end.is_over or value < WORTH_SAYING or 0 in stuck:
            continue
        tiles = scene.text(stuck.elements())
        facts = {"tiles": tiles, "other": move, "line": [s.text for s in scene.choice.line]}
        facts |= {"other_line": [move, *(step.text for step in line)]}
        text = f"Avoids being stuck with {tiles} ({points(value)}), as after {move}."
        yield Reason("avoids", text, facts)
        return


def allows(scene: ExplanationContext) -> Iterator[Reason]:
    """The reply to a mistake that the best move would have taken away."""
    judged = scene.judged
    line = scene.choice.replies.get(judged.played, ())
    if not judged.is_mistake or not judged.is_valid or not line or not line[0].move.tiles:
        return
    if scene.best.move.is_pass or placed(line[0].move) in set(map(placed, scene.replies)):
        return
    facts = {"played": judged.played, "reply": line[0].text, "score": line[0].score, "best": scene.best.text}
    name = "A pass" if judged.played == "pass" else judged.played
    text = f"{name} allows {line[0].text} for {line[0].score}, which {scene.best.text} takes away."
    yield Reason("allows", text, facts)


def phony(scene: ExplanationContext) -> Iterator[Reason]:
    """What became of a phony, or of a play that was taken back without being one."""
    judged, loss = scene.judged, scene.judged.loss
    facts = {"words": list(judged.phonies), "is_taken_back": judged.turn.is_taken_back}
    lexicon = scene.judge.lexicon.name
    words = f"{join_words(judged.phonies)} {'is' if len(judged.phonies) == 1 else 'are'} not in {lexicon}"
    if judged.turn.is_taken_back:
        words = words if judged.phonies else f"The words of {judged.played} are in {lexicon}"
        yield Reason("phony", f"{words}; the play was taken back, and the turn counts as a pass.", facts)
    elif judged.phonies:
        if loss.upper is not None and loss.upper < 0:
            worth = f"gained at least {points(-loss.upper)} over the best valid move"
        elif loss.lower is not None and loss.lower > 0:
            worth = f"still lost at least {points(loss.lower)} to the best valid move"
        else:
            worth = "is judged as if it were valid"
        text = f"{words}; the play stayed on the board and {worth}."
        yield Reason("phony", text, {**facts, "loss": list(loss)})


def only_win(scene: ExplanationContext) -> Iterator[Reason]:
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
        yield Reason("only_win", f"{which} win{'s' * (len(names) == 1)}.", facts | {"result": "win"})
    elif best + spread == 0 > most:
        yield Reason("only_win", f"{which} draw{'s' * (len(names) == 1)}.", facts | {"result": "draw"})


def margin(scene: ExplanationContext) -> Iterator[Reason]:
    """By how much all other moves are worse, or which are as good."""
    value, best = scene.judged.value.exact, scene.choice.names
    uppers = [each.upper for each in scene.others if each.upper is not None]
    if value is None or not scene.choice.has_all_best or len(uppers) < len(scene.others):
        return
    if len(best) > 1:
        count = len(best) - 1
        text = f"{count} other move{'s are' if count > 1 else ' is'} as good."
        yield Reason("equal", text, {"best": list(scene.choice.best)})
    elif uppers and scene.best.move.tiles:
        least = value - max(uppers)
        second = next((each for each in scene.others if each.lower == value - least), None)
        text = f"Every other move is worth at least {points(least)} less."
        if second is not None:
            text = f"The next best move, {second.text}, is worth {points(least)} less."
        facts = {"move": scene.best.text, "margin": least, "next": second.text if second else None}
        yield Reason("margin", text, facts)


def passes(scene: ExplanationContext) -> Iterator[Reason]:
    """Why there is nothing better than a pass."""
    if not scene.best.move.is_pass:
        return
    plays = [each for each in scene.choice.candidates if each.move.tiles]
    if not plays:
        rack = scene.text(scene.position.racks[0])
        yield Reason("must_pass", f"Must pass: {rack} makes no valid play.", {"rack": rack})
        return
    uppers = [each.upper for each in plays if each.upper is not None]
    if not scene.judged.value.is_exact or len(uppers) < len(plays) or not scene.choice.has_all_best:
        return
    best = max(plays, key=lambda play: (play.upper or 0, play.lower is not None, play.score))
    least = (scene.judged.value.lower or 0) - max(uppers)
    if least > 0:
        text = f"Passing is best: every play loses at least {points(least)}, {best.text} among them."
        yield Reason("pass", text, {"margin": least, "play": best.text})


def highest_scoring(scene: ExplanationContext) -> Iterator[Reason]:
    """The highest-scoring play: the best one, or what it costs."""
    play = scene.choice.natural
    if play is None or (play.text == scene.judged.played and scene.judged.is_mistake):
        return
    if play.text in scene.choice.best:
        if scene.judged.value.is_exact and len(scene.choice.candidates) > 2:
            highest = "the highest-scoring play" if play.text == scene.best.text else play.text
            text = "It is the highest-scoring play, too." if play.text == scene.best.text else ""
            text = text or f"The highest-scoring play, {highest} for {play.score}, is as good."
            yield Reason("natural_best", text, {"move": play.text, "score": play.score})
        return
    cost = scene.judged.value.add(Bounds(play.lower, play.upper).negated)
    subject = f"The highest-scoring play, {play.text} for {play.score},"
    yield from _cost("natural", subject, play.text, cost, scene)


def played_move_cost(scene: ExplanationContext) -> Iterator[Reason]:
    """What the move that was made costs."""
    judged = scene.judged
    if not judged.is_mistake or not judged.is_valid:
        return
    text = "pass" if judged.turn.is_taken_back else judged.played
    is_natural = scene.choice.natural is not None and scene.choice.natural.text == text
    subject = f"{text}, the highest-scoring play," if is_natural else text
    subject = "a pass" if text == "pass" else subject
    yield from _cost("played", subject, text, judged.loss, scene)


def _cost(kind: str, subject: str, move: str, cost: Bounds, scene: ExplanationContext) -> Iterator[Reason]:
    if cost.lower is None or cost.lower <= 0:
        return
    line: Sequence[ScoredMove] = scene.choice.replies.get(move, ())
    count = points(cost.lower) if cost.is_exact else f"at least {points(cost.lower)}"
    text = f"{subject} costs {count}"
    facts = {"move": move, "cost": list(cost), "line": [move, *(step.text for step in line)]}
    text += f": {labelled_line(line, (scene.them, scene.me))}." if line else "."
    yield Reason(kind, text[0].upper() + text[1:], facts)
