"""Certificates of positions, and the same spoilt in some way, the same for the same seed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from scrabble.certificate import file
from scrabble.certificate.game import CheckedWordList, word_list
from scrabble.certificate.rulebook import Rulebook
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.solver import EndgameSearch, SolveOptions
from scrabble.solver.certify import certify

MEMORY = 16 << 20


class Certified(NamedTuple):
    """A certificate and what it is checked by."""

    position: Position
    words: CheckedWordList
    path: Path
    nodes: int


def certified(
    position: Position, lexicon: Lexicon, folder: Path, words: CheckedWordList | None = None
) -> Certified:
    """Search a position and write its certificate; by all words of the lexicon unless others are given."""
    words, path = words or word_list(lexicon.name, lexicon), folder / "proof.jsonl"
    search = EndgameSearch(position, lexicon, SolveOptions(memory=MEMORY))
    header, nodes = certify(search.state, search.result(), words)
    file.new_certificate(header, nodes).save(path)
    # the position without the name of its lexicon is the same one
    named = cgp.loads(header.cgp, alphabet=position.alphabet, layout=position.layout, rules=position.rules)
    return Certified(named, words, path, header.nodes)


def bounds_needed(certificate: Certified) -> dict[int, list[int]]:
    """Return what the parents of each node need from it, the strictest last; the root's claims have none."""
    lines = certificate.path.read_text("utf-8").splitlines()[1:]
    return _needed(certificate, [json.loads(line) for line in lines])


def with_value(certificate: Certified, text: str, change: int) -> str:
    """Return a certificate of another value, in which each node says what its parents then need from it."""
    header, *lines = map(json.loads, text.splitlines())
    header["value"] += change
    for line in lines[:2]:
        line["at_most" if "at_most" in line else "at_least"] += change
    _needed(certificate, lines, is_set=True)
    return "".join(json.dumps(line) + "\n" for line in (header, *lines))


def _needed(
    certificate: Certified, lines: list[dict[str, Any]], is_set: bool = False
) -> dict[int, list[int]]:
    book = Rulebook(certificate.position, certificate.words.words)
    states, needed = {1: book.start, 2: book.start}, dict[int, list[int]]()
    for number, line in enumerate(lines, 1):
        claim = "at_most" if "at_most" in line else "at_least"
        needed.setdefault(number, []).sort(reverse=claim == "at_most")
        if is_set and needed[number]:
            line[claim] = needed[number][-1]
        next_nodes = line.get("moves", {}) if claim == "at_most" else {line["move"]: line.get("to")}
        for text, to in next_nodes.items():
            found = book.turn(states[number], book.notation.play(text))
            assert found is not None
            if to is not None:
                states[to] = found.state
                needed.setdefault(to, []).append(found.gain - line[claim])
        states.pop(number)
    return needed


Line = dict[str, Any]
Spoiler = Callable[[random.Random, list[Line]], bool]  # False if there was nothing to spoil


def spoilt(text: str, seed: int) -> tuple[str, str]:
    """A certificate's text spoilt in a random way, and the name of that way."""
    rng = random.Random(f"spoilt {seed}")
    while True:
        name, spoil = rng.choice(list(SPOILERS.items()))
        lines = [json.loads(line) for line in text.splitlines()]
        if spoil(rng, lines):
            changed = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
            if name == "cut off":
                first = rng.choice((1, changed.rindex("\n", 0, -1) + 2))
                changed = changed[: rng.randrange(first, len(changed) - 1)]
            if changed != text:
                return changed, name


def _targets(line: Line) -> list[int]:
    """The nodes that a node goes on to."""
    found = [line.get("to"), *line.get("moves", {}).values()]
    return [number for number in found if number is not None]


def _tidy(lines: list[Line]) -> bool:
    """Drop the nodes that nothing leads to any more, and number the others anew: just the gap is wrong."""
    reached = {1, 2}
    for number, line in enumerate(lines[1:], 1):
        if number in reached:
            reached.update(_targets(line))
    kept = sorted(number for number in reached if number < len(lines))
    number_of = {old: new for new, old in enumerate(kept, 1)}
    lines[1:] = [lines[old] for old in kept]
    for number, line in enumerate(lines[1:], 1):
        line["node"] = number
        if line.get("to") is not None:
            line["to"] = number_of[line["to"]]
        if "moves" in line:
            line["moves"] = {text: number_of[to] for text, to in line["moves"].items()}
    lines[0]["nodes"] = len(kept)
    return True


def _leave_out_whole(rng: random.Random, lines: list[Line]) -> bool:
    return _leave_out(rng, lines) and _tidy(lines)


def _join(rng: random.Random, lines: list[Line]) -> bool:
    """Let two moves go on to one node, that of the one that has to prove more."""
    some = [line["moves"] for line in lines[1:] if len(line.get("moves", ())) > 1]
    if not some:
        return False
    moves = rng.choice(some)
    one, other = rng.sample(sorted(moves), 2)
    less, more = sorted((one, other), key=lambda text: lines[moves[text]]["at_least"])
    changed = moves[less] != moves[more]
    moves[less] = moves[more]
    return changed and _tidy(lines)


def _list_twice(rng: random.Random, lines: list[Line]) -> bool:
    """A move again, as seen from its second square."""
    some = [line["moves"] for line in lines[1:] if any(" ." in text for text in line.get("moves", ()))]
    if not some:
        return False
    moves = rng.choice(some)
    text = rng.choice([text for text in sorted(moves) if " ." in text])
    square, tiles = text.split()
    is_down = square[0].isalpha()
    number, letter = (square[1:], square[0]) if is_down else (square[:-1], square[-1])
    number, letter = (str(int(number) + 1), letter) if is_down else (number, chr(ord(letter) + 1))
    moves[(letter + number if is_down else number + letter) + " " + tiles[1:]] = moves[text]
    return True


def _cut_short(rng: random.Random, lines: list[Line]) -> bool:
    """Nodes at the end left out, and not counted: the last one, or all but the first one or none."""
    del lines[rng.choice((1, 2, len(lines) - 1)) :]
    lines[0]["nodes"] = len(lines) - 1
    return True


def _list_illegal(rng: random.Random, lines: list[Line]) -> bool:
    """A move of another position, with a node that is there."""
    texts = [text for line in lines[1:] for text in line.get("moves", ())]
    some = [line["moves"] for line in lines[1:] if line.get("moves")]
    if not some:
        return False
    moves = rng.choice(some)
    moves.setdefault(rng.choice(texts), rng.choice(list(moves.values())))
    return True


def _end(rng: random.Random, lines: list[Line]) -> bool:
    """A move that is said to end the game, or not to."""
    line = rng.choice([line for line in lines[1:] if "move" in line])
    if line.get("to") is None:
        line["to"] = rng.randrange(line["node"], len(lines) + 1)
        return True
    del line["to"]
    return _tidy(lines)


def _drop(rng: random.Random, lines: list[Line]) -> bool:
    del lines[rng.randrange(1, len(lines))]
    lines[0]["nodes"] -= rng.random() < 0.5
    return True


def _drop_and_number(rng: random.Random, lines: list[Line]) -> bool:
    del lines[rng.randrange(1, len(lines))]
    lines[0]["nodes"] -= 1
    for number, line in enumerate(lines[1:], 1):
        line["node"] = number
    return True


def _repeat(rng: random.Random, lines: list[Line]) -> bool:
    lines.append(dict(rng.choice(lines[1:]), node=len(lines)))
    lines[0]["nodes"] += 1
    return True


def _exchange(rng: random.Random, lines: list[Line]) -> bool:
    one, other = rng.randrange(1, len(lines)), rng.randrange(1, len(lines))
    lines[one], lines[other] = dict(lines[other], node=one), dict(lines[one], node=other)
    return one != other


def _bound(rng: random.Random, lines: list[Line]) -> bool:
    line = rng.choice(lines[1:])
    line["at_least" if "at_least" in line else "at_most"] += rng.choice((-3, -1, 1, 2))
    return True


def _turn_round(rng: random.Random, lines: list[Line]) -> bool:
    line = rng.choice(lines[1:])
    key, other = ("at_least", "at_most") if "at_least" in line else ("at_most", "at_least")
    line[other] = line.pop(key)
    return True


def _move(rng: random.Random, lines: list[Line]) -> bool:
    """Another move of the proof in place of one."""
    texts = [line["move"] for line in lines[1:] if "move" in line]
    texts += [text for line in lines[1:] for text in [*line.get("replies", ()), *line.get("moves", ())]]
    line = rng.choice([line for line in lines[1:] if "move" in line])
    before, line["move"] = line["move"], rng.choice([*texts, "pass", "1A A", "nonsense", ""])
    return bool(before != line["move"])


def _to(rng: random.Random, lines: list[Line]) -> bool:
    line = rng.choice(lines[1:])
    number = rng.randrange(-1, len(lines) + 2)
    if line.get("moves"):
        line["moves"][rng.choice(list(line["moves"]))] = number
        return True
    before = line.get("to")
    line["to"] = number
    return bool(before != number)


def _exchange_moves(rng: random.Random, lines: list[Line]) -> bool:
    some = [line["moves"] for line in lines[1:] if len(line.get("moves", ())) > 1]
    if not some:
        return False
    moves = rng.choice(some)
    one, other = rng.sample(sorted(moves), 2)
    moves[one], moves[other] = moves[other], moves[one]
    return bool(moves[one] != moves[other])


def _leave_out(rng: random.Random, lines: list[Line]) -> bool:
    some = [line for line in lines[1:] if line.get("moves")]
    if not some:
        return False
    moves = rng.choice(some)["moves"]
    del moves[rng.choice(list(moves))]
    return True


def _replies(rng: random.Random, lines: list[Line]) -> bool:
    some = [line["replies"] for line in lines[1:] if line.get("replies")]
    if not some:
        return False
    replies = rng.choice(some)
    index = rng.randrange(len(replies))
    if rng.random() < 0.5:
        del replies[index]
    else:
        replies[index] = rng.choice([*(each["move"] for each in lines[1:] if "move" in each), "pass"])
    return True


def _passes(rng: random.Random, lines: list[Line]) -> bool:
    some = [line for line in lines[1:] if line.get("passes")]
    if not some:
        return False
    rng.choice(some)["passes"] = rng.choice((-1, 0, 1, 5, 99, True, "2"))
    return True


def _value(rng: random.Random, lines: list[Line]) -> bool:
    """Another value, said by all that say it."""
    change = rng.choice((-2, -1, 1, 5))
    lines[0]["value"] += change
    if rng.random() < 0.7:
        lines[1]["at_least"] += change
        lines[2]["at_most"] += change
    return True


def _best(rng: random.Random, lines: list[Line]) -> bool:
    texts = [text for line in lines[1:] for text in line.get("moves", ())]
    lines[0]["best"] = rng.choice([*texts, "pass", "1A A"])
    if rng.random() < 0.5:
        lines[1]["move"] = lines[0]["best"]
    return True


def _words(rng: random.Random, lines: list[Line]) -> bool:
    sha256 = lines[0]["text_sha256"]
    lines[0]["text_sha256"] = sha256[1:] + sha256[0]
    return bool(sha256 != lines[0]["text_sha256"])


def _rules(rng: random.Random, lines: list[Line]) -> bool:
    key = rng.choice(["bingo_bonus", "out_gain", "scoreless_loss", "bingo_length"])
    lines[0]["rules"][key] += 1
    return True


def _cgp(rng: random.Random, lines: list[Line]) -> bool:
    text = lines[0]["cgp"]
    at = rng.randrange(len(text))
    lines[0]["cgp"] = text[:at] + rng.choice("AZ1?") + text[at + 1 :]
    return True


def _key(rng: random.Random, lines: list[Line]) -> bool:
    line = rng.choice(lines)
    del line[rng.choice([key for key in line if key not in ("replies", "passes")])]
    return True


def _kind(rng: random.Random, lines: list[Line]) -> bool:
    line = rng.choice(lines[1:])
    key = rng.choice(list(line))
    line[key] = rng.choice([None, "x", 1.5, [], {"a": "b"}, [1], True])
    return True


def _nothing(rng: random.Random, lines: list[Line]) -> bool:
    """Leave it to `spoilt` to cut the text off."""
    return True


SPOILERS: dict[str, Spoiler] = {
    "a node dropped": _drop,
    "a node dropped and the others numbered anew": _drop_and_number,
    "a node repeated": _repeat,
    "two nodes exchanged": _exchange,
    "a bound": _bound,
    "a bound turned round": _turn_round,
    "a move": _move,
    "where it goes on": _to,
    "the nodes of two moves exchanged": _exchange_moves,
    "a move left out": _leave_out,
    "a move left out with its proof": _leave_out_whole,
    "two moves with one node": _join,
    "a move listed twice": _list_twice,
    "a move of another position": _list_illegal,
    "where the game ends": _end,
    "the last nodes": _cut_short,
    "a reply": _replies,
    "tiles bounded by passes": _passes,
    "the value": _value,
    "the best move": _best,
    "the word list": _words,
    "the rules": _rules,
    "the position": _cgp,
    "a key left out": _key,
    "a value of another kind": _kind,
    "cut off": _nothing,
}
