"""Ways to find the best move with tiles in the bag: which queries about a move and a draw do they need?

    python positions/study/preendgames.py --every 10 --seconds 20
    python positions/study/preendgames.py --set FILE --strategies bstar,all --out small.jsonl

    bstar          B* over moves and draws, as `endgame solve` runs it in one thread: proves best move, win
                   probability and mean spread
    bstar:chance   the same, until it is proven that no move wins more often
    all            the spread of every move with every draw
    all:won        of every move with every draw only whether it is won, drawn or lost
    halving        playouts of all moves with one draw, of the better half with two, and so on; the last 8
                   are then evaluated: an estimate, as a dropped move is never evaluated again

All ask the same values and count the same queries.  What is not in the file of results is searched; the
chosen moves are evaluated by a search of their own.  Then a table in Markdown is printed of all results.
A playout plays the highest-scoring play for both sides; after a move that leaves tiles in the bag, the reply
is the highest-scoring one that empties it, and without one the game is taken to end.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from positions.study.queries import SPREAD, WIN, Asking
from positions.study.records import FOLDER, Results, table, versions
from scrabble.bench.measure import BenchPosition, load_set
from scrabble.game.tiles import MOST_IN_BAG
from scrabble.game.unseen import BagContents, without
from scrabble.solver.preendgame.dealer import SideTiles
from scrabble.solver.preendgame.endgames import FirstMove
from scrabble.solver.preendgame.values import outcome

MEMORY = 512 << 20
EVERY = 16  # queries between two checks whether the chance is proven
SURVIVORS, SEED = 8, 1


def best_first(asking: Asking, is_chance_enough: bool = False) -> int:
    """Ask what B* chooses; return the best move."""
    choice = asking.search
    for _ in asking.estimates.look(choice):
        pass
    asking.estimates.take_in(choice)
    while (query := choice.next_query()) is not None:
        asking.ask(query)
        asking.estimates.learn(choice, [query])
        if is_chance_enough and choice.queries % EVERY == 0 and choice.regret() == 0:
            break
    return int(choice.best)


def exhaustive(asking: Asking, is_chance_enough: bool = False) -> int:
    """Ask everything; return the best move."""
    if not is_chance_enough:
        asking.settle(SPREAD)
    asking.settle(WIN)
    return int(asking.search.best)


def playout(asking: Asking, play: FirstMove, draw: BagContents) -> int:
    """Return the final spread for the side to move if the bag holds this draw."""
    solver, laid = asking.solver, len(play.laid)
    drawn, left = draw.tiles[:laid], draw.tiles[laid:]
    rack, other = solver.position.rack_codes[0], without(asking.unseen.tiles, draw.tiles)
    own = bytes(sorted(without(rack, play.laid) + drawn))
    racks = SideTiles(own, bytes(sorted(rack + drawn))), SideTiles(other, other)
    ahead = solver.ahead + play.gain
    if not left:
        return ahead - _rest(asking, (play.number,), racks)
    replies = solver.plays((play.number,), racks)
    emptying = [each for each in replies if len(each.laid) >= len(left)]
    if not emptying:
        return ahead
    reply = max(emptying, key=lambda each: each.gain)
    other_own = bytes(sorted(without(other, reply.laid) + left))
    racks = racks[0], SideTiles(other_own, bytes(sorted(other + left)))
    return ahead - reply.gain + _rest(asking, (play.number, reply.number), racks)


def _rest(asking: Asking, path: tuple[int, ...], racks: tuple[SideTiles, SideTiles]) -> int:
    """Return the spread that the side to move gains to the end of an endgame."""
    asking.solver.plays(path, racks)  # deals the racks
    engine = asking.solver.engine
    moves: list[int] = []
    gained, sign = 0, 1
    while (final := engine.final(moves)) is None:
        move, gain, *_ = max(engine.moves(moves), key=lambda each: each[1])
        moves.append(move)
        gained, sign = gained + sign * gain, -sign
    return int(gained + sign * final)


def halving(asking: Asking) -> int:
    """Return the best move of those that successive halving leaves."""
    draws = list(asking.unseen.draws)
    random.Random(SEED).shuffle(draws)
    field: Sequence[int] = range(len(asking.moves))
    count = 1
    while len(field) > SURVIVORS:
        some = draws[:count]

        def mean(move: int, some: Sequence[BagContents] = some) -> tuple[int, int]:
            asking.solver.check_stopped()
            spreads = [playout(asking, asking.moves[move].play, draw) for draw in some]
            pairs = [*zip(some, spreads, strict=True)]
            return (
                sum(draw.weight * outcome(spread) for draw, spread in pairs),
                sum(draw.weight * spread for draw, spread in pairs),
            )

        field = sorted(field, key=mean, reverse=True)[: max(SURVIVORS, len(field) // 2)]
        count *= 2
    options = asking.search.moves
    asking.settle(WIN, field)
    most = max(options[move].lower[WIN] for move in field)
    equals = [move for move in field if options[move].lower[WIN] == most]
    asking.settle(SPREAD, equals)
    return max(equals, key=lambda move: options[move].lower[SPREAD])


STRATEGIES: dict[str, Callable[[Asking], int]] = {
    "bstar": best_first,
    "bstar:chance": lambda asking: best_first(asking, is_chance_enough=True),
    "all": exhaustive,
    "all:won": lambda asking: exhaustive(asking, is_chance_enough=True),
    "halving": halving,
}


def searched(task: BenchPosition, strategy: str, seconds: float) -> dict[str, Any]:
    """Return the result of a strategy on a position."""
    began = time.process_time()
    asking = Asking(task.reading.position, task.reading.lexicon, MEMORY)
    chosen: list[int] = []
    stopped_by = asking.run(lambda: chosen.append(STRATEGIES[strategy](asking)), seconds)
    best = chosen[0] if chosen else int(asking.search.best)
    moves, choice = asking.search.moves, asking.search
    others = [at for at in range(len(moves)) if at != best]
    return {
        "strategy": strategy,
        "id": task.id,
        "move": asking.texts[best],
        "is_proven": not any(choice.may_beat(at, best) for at in others),
        "is_win_proven": all(moves[at].upper[WIN] <= moves[best].lower[WIN] for at in others),
        "stopped_by": stopped_by,
        "evaluated": choice.evaluated,
        "pairs": choice.term_count,
        "queries": choice.queries,
        "nodes": asking.solver.nodes,
        "seconds": round(time.process_time() - began, 4),
    }


def chances(task: BenchPosition, moves: Sequence[str], seconds: float) -> dict[str, Fraction]:
    """Return the exact win probability of moves, as far as it is found in time."""
    asking = Asking(task.reading.position, task.reading.lexicon, MEMORY)
    wanted = [at for at, text in enumerate(asking.texts) if text in moves]
    asking.run(lambda: asking.settle(WIN, wanted), seconds)
    options, total = asking.search.moves, 2 * asking.unseen.total
    return {
        asking.texts[at]: Fraction(options[at].lower[WIN], total)
        for at in wanted
        if options[at].lower[WIN] == options[at].upper[WIN]
    }


def search(results: Results, tasks: Sequence[BenchPosition], names: Sequence[str], seconds: float) -> None:
    """Search what is missing: all strategies on a position, as their moves are evaluated together."""
    for task in tasks:
        if all((name, task.id) in results for name in names):
            continue
        found = [searched(task, name, seconds) for name in names]
        known = chances(task, [each["move"] for each in found], seconds)
        for each in found:
            win = known.get(each["move"])
            is_known = win is not None and task.known_win is not None
            each["lost_win"] = round(float(task.known_win - win), 6) if is_known else None
        results.add(*found)


def rows(results: Results, names: Sequence[str]) -> Iterator[list[str]]:
    """Yield proofs, choices and costs of each strategy."""
    for name in names:
        own = results.select(strategy=name)
        lost = [each["lost_win"] for each in own if each["lost_win"] is not None]
        yield [
            f"`{name}`",
            *(f"{sum(each[key] for each in own)}/{len(own)}" for key in ("is_proven", "is_win_proven")),
            f"{lost.count(0)}/{len(lost)}",
            f"{100 * statistics.fmean(lost):.2f} %" if lost else "-",
            f"{sum(each['stopped_by'] is None for each in own)}",
            f"{100 * sum(each['evaluated'] for each in own) / sum(each['pairs'] for each in own):.1f} %",
            f"{sum(each['queries'] for each in own):,}",
            f"{statistics.median(each['seconds'] for each in own):.2f}",
            f"{sum(each['seconds'] for each in own):.1f}",
        ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Search and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--set", default="preendgame", help="a bundled set, or a file of positions")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each Nth position")
    parser.add_argument("--strategies", default=",".join(STRATEGIES), help="names, with commas")
    parser.add_argument("--seconds", type=float, default=10.0, help="CPU time of a search")
    parser.add_argument("--out", type=Path, default=FOLDER / "preendgames.jsonl", help="the file of results")
    given = parser.parse_args(arguments)
    names = given.strategies.split(",")
    if unknown := [name for name in names if name not in STRATEGIES]:
        parser.error(f"unknown strategy {unknown[0]!r}, expected one of {', '.join(STRATEGIES)}")
    results = Results(given.out, "strategy", "id")
    search(results, load_set(given.set, bag_limit=MOST_IN_BAG)[:: given.every], names, given.seconds)
    print(f"**preendgames**: {versions(results.select())}\n")
    head = ["strategy", "proven", "chance proven", "wins as often", "chance lost", "ended", "evaluated"]
    print(table([*head, "queries", "CPU s: median", "total"], rows(results, names)))


if __name__ == "__main__":
    main()
