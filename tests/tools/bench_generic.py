"""What does it cost that the searches know no game?  Run by hand: python -m tests.tools.bench_generic

The generic alpha-beta of `bstar`, compiled for tic-tac-toe, against the same search with the game written
into it by hand: plain arrays, no questions, no records, one function.  Both use gains, static bounds, ranks
and the table, count the same nodes, and are repeated inside one compiled call, so that what a call from
Python costs is left out.
"""

import time

import numpy as np

from bstar.depth_first.alphabeta import bound
from bstar.depth_first.move_heap import heapify, pop
from bstar.depth_first.stack import new_stack
from bstar.depth_first.transposition_table import WAYS, new_table, probe, store
from bstar.game import INF, NO_MOVE
from bstar.games.tictactoe import LINES, new_tictactoe
from bstar.jit import compiled, kernel

RUNS, REPEATS = 15, 20
ALPHA, BETA, BEST, BEST_MOVE, FIRST, COUNT, LEFT, MOVE, HASH_MOVE, KEY, WORK, GAIN = range(12)


@kernel
def fused(taken, lines, table, rows, moves, gains, lowers, uppers, ranks, keys, control):
    """Alpha-beta with memory on tic-tac-toe; returns the value."""
    depth = 0
    rows[0, ALPHA], rows[0, BETA] = -INF, INF
    entering = True
    value = 0
    while True:
        leaving = False
        if entering:
            entering = False
            control[1] += 1
            if control[0] != 0 or (control[4] != 0 and control[1] > control[4]):
                return 0
            rows[depth, BEST_MOVE] = NO_MOVE
            won = False
            for line in lines:
                won |= taken[(depth + 1) % 2] & line == line
            if won or depth == 9:
                control[3] += 1
                value = -1 if won else 0
                leaving = True
            else:
                key = np.uint64(1 + (taken[0] | (taken[1] << 9)))
                lower, upper, hash_move = probe(table, key)
                if lower >= rows[depth, BETA] or lower == upper:
                    rows[depth, BEST_MOVE] = hash_move
                    value = lower
                    leaving = True
                elif upper <= rows[depth, ALPHA]:
                    value = upper
                    leaving = True
                else:
                    rows[depth, ALPHA] = max(rows[depth, ALPHA], lower)
                    rows[depth, BETA] = min(rows[depth, BETA], upper)
                    rows[depth, HASH_MOVE], rows[depth, KEY] = hash_move, np.int64(key)
                    rows[depth, WORK] = control[1]
                    first = rows[depth - 1, FIRST] + rows[depth - 1, COUNT] if depth > 0 else 0
                    control[2] += 1
                    count = 0
                    for square in range(9):
                        if ((taken[0] | taken[1]) >> square) & 1 == 0:
                            moves[first + count] = square
                            gains[first + count] = 0
                            lowers[first + count] = -INF
                            uppers[first + count] = INF
                            ranks[first + count] = np.int64(1) << np.int64(39) if square == hash_move else 0
                            count += 1
                    rows[depth, FIRST], rows[depth, COUNT], rows[depth, LEFT] = first, count, count
                    rows[depth, BEST] = -INF
                    heapify(keys, np.int64(first), np.int64(count), ranks)
        if not leaving:
            if rows[depth, BEST] < rows[depth, BETA] and rows[depth, LEFT] > 0:
                index = pop(keys, rows[depth, FIRST], rows[depth, LEFT])
                rows[depth, LEFT] -= 1
                floor = max(rows[depth, ALPHA], rows[depth, BEST])
                if uppers[index] <= floor and lowers[index] != uppers[index]:
                    rows[depth, BEST] = max(rows[depth, BEST], np.int64(uppers[index]))
                    continue
                if lowers[index] == uppers[index] or lowers[index] >= rows[depth, BETA]:
                    if lowers[index] > rows[depth, BEST] or rows[depth, BEST_MOVE] == NO_MOVE:
                        rows[depth, BEST_MOVE] = moves[index]
                    rows[depth, BEST] = max(rows[depth, BEST], np.int64(lowers[index]))
                    continue
                square = moves[index]
                rows[depth, MOVE] = square
                rows[depth, GAIN] = gains[index]
                rows[depth + 1, ALPHA] = gains[index] - rows[depth, BETA]
                rows[depth + 1, BETA] = gains[index] - floor
                taken[depth % 2] |= np.int64(1) << square
                depth += 1
                entering = True
                continue
            value = rows[depth, BEST]
            if value <= rows[depth, ALPHA] and rows[depth, HASH_MOVE] != NO_MOVE:
                rows[depth, BEST_MOVE] = rows[depth, HASH_MOVE]
            low = value if value > rows[depth, ALPHA] else np.int64(-INF)
            high = value if value < rows[depth, BETA] else np.int64(INF)
            work = control[1] - rows[depth, WORK]
            store(table, np.uint64(rows[depth, KEY]), low, high, rows[depth, BEST_MOVE], work)
        if depth == 0:
            return value
        depth -= 1
        move = rows[depth, MOVE]
        value = rows[depth, GAIN] - value
        taken[depth % 2] ^= np.int64(1) << move
        if value > rows[depth, BEST] or rows[depth, BEST_MOVE] == NO_MOVE:
            rows[depth, BEST_MOVE] = move
        rows[depth, BEST] = max(rows[depth, BEST], value)


def generic_often(game, table, stack, control, times):
    for _ in range(times):
        for bucket in range(table.entries.shape[0]):
            for way in range(WAYS):
                table.entries[bucket, way].key = 0
        bound(game, table, stack, control, np.int64(-INF), np.int64(INF))
    return 0


@kernel
def fused_often(taken, lines, table, rows, moves, gains, lowers, uppers, ranks, keys, control, times):
    """`fused` so many times."""
    for _ in range(times):
        for bucket in range(table.entries.shape[0]):
            for way in range(WAYS):
                table.entries[bucket, way].key = 0
        fused(taken, lines, table, rows, moves, gains, lowers, uppers, ranks, keys, control)


def main() -> None:
    """Print nanoseconds a node of both, the best of some runs, with and without memory."""
    for name, size in (("without memory", 0), ("with memory", 1 << 17)):
        generic = compiled(generic_often)
        game, stack, table = new_tictactoe(), new_stack(), new_table(size)
        work = [
            np.zeros((16, 12), np.int64),
            np.zeros(256, np.int64),
            *(np.zeros(256, np.int32) for _ in range(3)),
            *(np.zeros(256, np.int64) for _ in range(2)),
        ]
        times: dict[str, list[float]] = {"generic": [], "by hand": []}
        for _ in range(RUNS):
            counts = []
            for kind in times:
                control = np.zeros(8, np.int64)
                began = time.perf_counter()
                if kind == "generic":
                    generic(game, table, stack, control, REPEATS)
                else:
                    fused_often(np.zeros(2, np.int64), LINES, table, *work, control, REPEATS)
                times[kind].append((time.perf_counter() - began) / control[1])
                counts.append(control[1:4].tolist())
            assert counts[0] == counts[1]
        first, second = (1e9 * min(each) for each in times.values())
        print(f"{name}: generic {first:.1f} ns, by hand {second:.1f} ns a node, {first / second - 1:+.0%}")


if __name__ == "__main__":
    main()
