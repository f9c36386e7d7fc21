"""Find positions with one tile in the bag where passing is best, because of a stuck Q; run by hand.

    python -m tests.tools.find_passes --seed 900 --boards 60
    python -m tests.tools.find_bag_kinds --cgp pass1='BOARD RACK/ 402/400 0 lex ENABLE;'

The boards are those of self-play with one tile in the bag and the Q unseen.  The fifteen tiles are dealt
anew, so that the player on turn has no play of many points, and leads by little.  Kept is where passing, to
the end, wins with every tile in the bag, and every play is not won with some tile: with the Q, as a rule.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import replace

from bstar.chance.interval_sum import PROVE_BEST, Query
from positions.study.queries import WIN, WITHOUT_END, Asking
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.movegen.packed_move import PASS
from scrabble.selfplay.generate import GenerateTask, generate
from scrabble.solver.moves import legal_moves
from scrabble.solver.preendgame.values import WON
from tests.tools.make_bag_corpus import LEXICON, MEMORY

DEALS, LOOKED_AT = 60, 2  # of a board; those with the least score
MOST_SCORE, MOST_PLAYS = 20, 150
LEADS = (1, 5, 9, 13, 18, 24)  # points more than the racks are apart at the end
OTHER_SIDE = b"\1"  # any tile: only the plays of the player on turn are looked at
SECONDS = 20.0  # of CPU time for a position


def candidates(seed: int, boards: int) -> Iterator[Position]:
    """Positions with a lead that passing to the end may keep."""
    lexicon, rng = Lexicon(LEXICON), random.Random(seed)
    made = (cgp.loads(each.cgp) for each in generate(GenerateTask(lexicon, seed, bag=1), 100_000) if each.cgp)
    for _, board in zip(range(boards), made, strict=False):
        alphabet = board.alphabet
        stuck = alphabet.encode("Q")[0]
        tiles = [*board.rack_codes[0], *board.unseen]
        if stuck not in tiles or 0 in tiles:
            continue
        deals = []
        for _ in range(DEALS):
            rest = sorted(tiles)
            rest.remove(stuck)
            rng.shuffle(rest)
            own = bytes(sorted(rest[:7]))
            plays = legal_moves(replace(board, rack_codes=(own, OTHER_SIDE)), lexicon)
            deals.append((plays[0].score if plays else 0, len(plays), own, bytes(rest[7:])))
        for score, count, own, others in sorted(deals)[:LOOKED_AT]:
            if score > MOST_SCORE or count > MOST_PLAYS:
                break
            apart = alphabet.value(own) - alphabet.value(others)
            for lead in LEADS:
                scores = (400 + apart + lead, 400)
                yield replace(
                    board, rack_codes=(own, b""), scores=scores, scoreless_turns=0, extra=(), previous=None
                )


def passing_is_best(position: Position) -> bool:
    """Does passing win with every draw, and no play?  No, if that takes too long."""
    asking = Asking(position, Lexicon(LEXICON), MEMORY)
    moves, options = asking.moves, asking.search.moves
    is_best = False

    def is_won(move: int, part: int) -> bool:
        unknown = options[move].terms[part]
        if unknown.lower[WIN] < WON <= unknown.upper[WIN]:
            asking.ask(Query(move, part, WIN, WON, WITHOUT_END, PROVE_BEST))
        return unknown.lower[WIN] == WON

    def look() -> None:
        nonlocal is_best
        passing = next(at for at, each in enumerate(moves) if each.play.number == PASS)
        draws = list(range(len(moves[passing].draws)))
        if not all(is_won(passing, at) for at in draws):
            return
        for move in range(len(moves)):
            if move == passing:
                continue
            lost = next((at for at in draws if not is_won(move, at)), None)
            if lost is None:
                return
            draws.insert(0, draws.pop(draws.index(lost)))  # what refuted one move is asked first of the next
        is_best = True

    asking.run(look, SECONDS)
    return is_best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=900)
    parser.add_argument("--boards", type=int, default=60)
    options = parser.parse_args()
    for count, position in enumerate(candidates(options.seed, options.boards), 1):
        if passing_is_best(position):
            print(cgp.dumps(position), flush=True)
        elif sys.stderr.isatty():
            print(f"\r{count} positions", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
