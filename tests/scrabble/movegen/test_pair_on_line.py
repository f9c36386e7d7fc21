"""The best total of two tiles on each line, both at once or one after the other in the same word."""

from __future__ import annotations

from collections import Counter

import numpy as np

from scrabble.movegen.packed_move import placement
from scrabble.movegen.packed_rack import packed_rack
from scrabble.movegen.pair_on_line import NO_PAIR
from scrabble.movegen.play_cache import new_cache
from tests.doors import kernels
from tests.oracles import naive
from tests.worlds.play_by_play import Case, cases, tiles_laid

ENOUGH = {"lines": 500, "with a pair": 100, "better one by one": 10}


def totals_of(case: Case, pair: str, said: Counter[str]) -> dict[tuple[int, int], int]:
    """By direction and line: the best total of a play of both tiles, or of its tiles one after the other."""
    game, board = case.world.game, case.world.board
    alone = {tuple(tiles_laid(text).items()): text for text in naive.plays(game, board, pair)}
    best: dict[tuple[int, int], int] = {}
    for text, score in naive.plays(game, board, pair).items():
        laid = list(tiles_laid(text).items())
        if len(laid) == 1:
            continue
        down, line, *_ = placement(case.number(text))
        totals = [score]
        for early, late in (laid, laid[::-1]):
            if (early,) in alone:
                first = alone[(early,)]
                later, rest = naive.apply(board, pair, first)
                seconds = naive.plays(game, later, rest).items()
                [more] = [points for second, points in seconds if list(tiles_laid(second).items()) == [late]]
                totals.append(naive.plays(game, board, pair)[first] + more)
        best[down, line] = max(best.get((down, line), NO_PAIR), *totals)
        said["better one by one"] += max(totals) > score
    return best


def test_every_line_of_every_pair_on_the_rack() -> None:
    said: Counter[str] = Counter()
    for case in cases(70, tiles=4):
        size, cache = len(case.world.board), new_cache(1 << 20, len(case.world.board))
        types = case.types(0)
        held = Counter(case.world.racks[0])
        for at, (kind, sign, _) in enumerate(types):
            for other_kind, other, _ in types[at:]:
                if sign == other and held[sign] < 2:
                    continue
                rack = packed_rack([(kind, other_kind).count(each) for each in range(7)])
                assert kernels.lists(case.state, cache, np.int64(0), np.uint32(rack))
                expected = totals_of(case, sign + other, said)
                for direction, line in np.ndindex(2, size):
                    found = int(cache.lists[cache.found[0, direction, line]]["pair"])
                    assert found == expected.get((direction, line), NO_PAIR), (case.world, sign + other, line)
                    said["lines"] += 1
                    said["with a pair"] += found > NO_PAIR
    assert not {what: said[what] for what, count in ENOUGH.items() if said[what] < count}, said
