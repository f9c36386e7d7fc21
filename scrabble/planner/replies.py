"""What a move is worth by the planner: his replies one by one, my best answer to each, then the race.

    my move M        the plays whose footprint it touches are dropped, his and mine
    his reply q      every kept play of his that M leaves alone, and the pass
    my answer p      the best of my plays that neither M nor q touches, or the pass
    after that       the race of what is left (scrabble.planner.race)

So M may block his out-play, q may block mine, and a side with one spot for its last tile is seen to lose it.
What M, q and p open is not seen; how far that can be wrong depends on the course the game takes:

    HE_IS_OUT    his best reply goes out        I_WAIT     I have no better answer than to pass
    I_AM_OUT     my answer goes out             HE_WAITS   he has no better reply than to pass
    LONGER       neither
"""

from __future__ import annotations

import numpy as np

from bstar.jit import inner
from scrabble.movegen.packed_move import PASS, direction_of, line_of
from scrabble.movegen.scoring import LOSS, OUT
from scrabble.movegen.state import TURN, ZEROS_LEFT
from scrabble.planner.race import list_answers
from scrabble.planner.tables import KEPT, is_touched, need_of, squares_of

HE_IS_OUT, I_AM_OUT, LONGER, I_WAIT, HE_WAITS = range(5)  # courses
NOT_LISTED = 4  # points less than the last answer listed, for one that is not: a guess


@inner
def worth_of_move(state, cache, tables, race, move, gain):
    """What a move is believed to be worth and the course the game takes after it."""
    own = state.now[TURN]
    other = 1 - own
    direction, line = direction_of(move), line_of(move)
    squares = squares_of(state.board, move)
    x = tables.size[own] - 1 - need_of(state, tables, own, move)
    y = tables.size[other] - 1
    x_points = np.int64(tables.points[own, x])
    his_stop = state.rules[LOSS] * (x_points - np.int64(tables.points[other, y]))
    course = np.int64(HE_WAITS)
    if move == PASS and state.now[ZEROS_LEFT] % 2 == 0:
        best = his_stop
    else:
        answer, _ = answer_after(
            state, cache, tables, race, x, y, direction, line, squares, direction, line, np.uint32(0)
        )
        best = min(his_stop, -answer)
    for live in range(tables.lives[other]):
        need = np.int64(tables.live[other, live])
        rest = y - need
        for number in range(tables.kept[other, need]):
            score = np.int64(tables.score[other, need, number])
            rest_worth = state.rules[OUT] * x_points if rest == 0 else -np.int64(race.waits[x, rest])
            most = score + rest_worth  # whatever of mine it blocks
            if most <= best:
                break
            if is_touched(state, cache, tables, other, need, np.int64(number), direction, line, squares):
                continue
            if rest == 0:
                best = most
                course = np.int64(HE_IS_OUT)
                break
            reply = cache.plays[tables.play[other, need, number]]
            answer, answer_course = answer_after(
                state,
                cache,
                tables,
                race,
                x,
                rest,
                direction,
                line,
                squares,
                direction_of(reply.move),
                line_of(reply.move),
                reply.squares,
            )
            if score - answer > best:
                best = score - answer
                course = answer_course
    return gain - best, course


@inner
def answer_after(
    state, cache, tables, race, x, y, direction, line, squares, his_direction, his_line, his_squares
):
    """What I have with x against y after two plays, and the course of the game."""
    own = state.now[TURN]
    if not race.listed[x, y]:
        list_answers(state, tables, race, own, x, y)
    wait = np.int64(race.waits[x, y])
    count = np.int64(race.answers[x, y])
    for at in range(count):
        worth = np.int64(race.worth[x, y, at])
        if worth <= wait:
            return wait, np.int64(I_WAIT)
        slot = np.int64(race.slot[x, y, at])
        need, number = slot // KEPT, slot % KEPT
        if is_touched(state, cache, tables, own, need, number, direction, line, squares):
            continue
        if is_touched(state, cache, tables, own, need, number, his_direction, his_line, his_squares):
            continue
        return worth, np.int64(I_AM_OUT) if need == x else np.int64(LONGER)
    if race.are_more[x, y]:
        return max(wait, np.int64(race.worth[x, y, count - 1]) - NOT_LISTED), np.int64(I_WAIT)
    return wait, np.int64(I_WAIT)
