"""Say of which kind positions with tiles in the bag are, run by hand: a JSON object a line.

    python -m tests.tools.find_bag_kinds --ids b1s21g00080,b1s21g00131 > kinds.jsonl
    python -m tests.tools.find_bag_kinds --cgp passing='BOARD RACK/ 372/369 0 lex ENABLE;' >> kinds.jsonl

Every move with every draw is asked whether it is won, so that the kind is proven, too:

    pass          passing is best
    fewer points  the play that scores most wins less often than the best one
    fish          the same, and the best one lays one or two tiles
    one play      with a draw only one play wins, and it is the best one
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from positions.study.queries import WIN, Asking
from scrabble.answer.solution import Solution
from scrabble.game import cgp
from scrabble.lexicon import Lexicon
from scrabble.movegen.packed_move import PASS
from scrabble.solver import SolveOptions, solve
from scrabble.solver.preendgame.values import WON
from tests.tools.make_bag_corpus import FILE, LEXICON, MEMORY, record_of

FEW = 2  # tiles of a fish


def kinds(found: Solution, seconds: float) -> Iterator[tuple[str, str]]:
    """Every kind that is proven, and what it says."""
    asking = Asking(found.position, Lexicon(LEXICON), MEMORY)
    asking.run(lambda: asking.settle(WIN), seconds)
    alphabet, total = found.position.alphabet, 2 * asking.unseen.total
    moves, options, texts = asking.moves, asking.choice.moves, asking.texts
    best = texts.index(found.text)
    play = moves[best].play
    if options[best].lower[WIN] < options[best].upper[WIN]:
        return
    most = max(range(len(moves)), key=lambda at: moves[at].play.gain)
    chance = Fraction(options[best].lower[WIN], total)
    if play.number == PASS and len(found.best) == 1:
        yield "pass", f"{found.text} is best: it wins {chance}"
    elif options[most].upper[WIN] < options[best].lower[WIN]:
        other = f"{texts[most]} for {moves[most].play.gain}"
        least = Fraction(options[most].upper[WIN], total)
        kind = "fish" if len(play.laid) <= FEW else "fewer points"
        yield kind, f"{found.text} for {play.gain} wins {chance}, {other} {least} at most"
    for at, draw in enumerate(asking.unseen.draws):
        others = [option.terms[at].upper[WIN] for number, option in enumerate(options) if number != best]
        if options[best].terms[at].lower[WIN] == WON and max(others) < WON:
            yield "one play", f"with {alphabet.rack_text(draw.tiles)} in the bag only {found.text} wins"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--ids", default="")
    parser.add_argument("--cgp", action="append", default=[])
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    wanted = set(options.ids.split(","))
    entries: list[dict[str, Any]] = [
        {"id": each["id"], "cgp": each["cgp"], "bag": each["bag"]}
        for each in map(json.loads, FILE.read_text("utf-8").splitlines())
        if each["id"] in wanted
    ]
    for name, _, text in (each.partition("=") for each in options.cgp):
        entries.append({"id": name, "cgp": text, "bag": 1})
    for entry in entries:
        wanted_proof = SolveOptions(seconds=options.seconds, memory=MEMORY, settle_ties=True)
        found = solve(cgp.loads(entry["cgp"]), Lexicon(LEXICON), wanted_proof)
        told = list(kinds(found, options.seconds)) if found.status == "proven" else []
        record = record_of(entry, found) | {"kinds": [kind for kind, _ in told]}
        print(json.dumps(record | {"why": "; ".join(why for _, why in told)}), flush=True)


if __name__ == "__main__":
    main()
