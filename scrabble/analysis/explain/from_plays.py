"""Claims that rest on lists of legal plays and on lines: blocks, sets up, sticks, avoids, goes out.

goes_out     in the best line, who plays the last tile and in how many plays
blocks       the best play of the other side is legal now and not after the best move
sets_up      my next play of the best line is not legal now, and is after the best move alone
sticks       a tile of the other side has no play after the best move and is left in the best line
avoids       a tile is left on my rack after the natural play or the one made, and not in the best line
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scrabble.analysis.explain.scene import (
    Scene,
    listed,
    placed,
    played_out,
    points,
    tiles_used,
    with_other_on_turn,
)
from scrabble.analysis.turn import Claim
from scrabble.game.move import move_text

WORTH_SAYING = 4  # points of tiles kept


def goes_out(scene: Scene) -> Iterator[Claim]:
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
        yield Claim("goes_out", text, facts)
    elif is_me:
        yield Claim(
            "goes_out",
            f"With best play {scene.me} goes out in {count}, and {scene.them} keeps {left}.",
            facts,
        )
    else:
        text = f"With best play {scene.them} goes out in {count}, and {scene.me} keeps {left}."
        yield Claim("goes_out", text, facts)


def blocks(scene: Scene) -> Iterator[Claim]:
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
    yield Claim("blocks", f"Blocks {scene.them}'s best play, {text} for {score}; {best_left}.", facts)


def sets_up(scene: Scene) -> Iterator[Claim]:
    """My next play of the best line, if the best move makes it possible."""
    line = scene.choice.line
    if len(line) < 3 or not line[0].move.tiles or not line[2].move.tiles or scene.after_best.is_over:
        return
    wanted = placed(line[2].move)
    now = scene.judge.plays(scene.position)
    then = scene.judge.plays(with_other_on_turn(scene.after_best))
    scores = [score for move, score in then.items() if placed(move) == wanted]
    if scores and wanted not in set(map(placed, now)):
        facts = {"move": scene.best.text, "next": line[2].text, "score": line[2].score}
        facts |= {"line": [step.text for step in line[:3]]}
        yield Claim("sets_up", f"Sets up {line[2].text} for {line[2].score}.", facts)


def sticks(scene: Scene) -> Iterator[Claim]:
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
        texts = listed([f"the {scene.text([tile])}" for tile in tiles])
        line = [step.text for step in scene.choice.line]
        facts = {"tiles": scene.text(tiles), "was_playable": was_playable, "line": line}
        if was_playable:
            text = f"Sticks {scene.them} with {texts}: it has no place now, and in best play gets none."
        else:
            text = f"{scene.them} has no place for {texts}, and in best play none comes up."
        yield Claim("sticks", text, facts)


def avoids(scene: Scene) -> Iterator[Claim]:
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
        yield Claim("avoids", text, facts)
        return


def allows(scene: Scene) -> Iterator[Claim]:
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
    yield Claim("allows", text, facts)
