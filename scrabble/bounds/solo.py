"""Solo bounds: the most that a side scores with one to six tiles left if the opponent only passes.

Of one and two tiles it is found at once (solo_two).  Of more it would be the best over all plays of some of
them, each with the bound of the rest; but nearly all of these have been looked at before.  A play adds to
what can be made only by sequences that start near it (reach):

    most after a play <= max(most before it, max over plays x near it: score of x + most after x)

`most before it` is that of the same tiles on the board before, found in the same way from the board before
the last play of the side; only there every play is looked at:

    side's last play    opponent's answer    the play asked about
    B0 -------------> B1 -------------> B2 --------------> B3

    from the latest board whose bound is known, B2, B0 or one before; if none is, from B0: take back plays,
    make them again, and after each one look near it, till the bound of B3 is there.

Tiles that profit from a square which a play has taken count it once more then: if that bound is too high it
is recomputed from B2, the current board.  On all of these boards the opponent has the tiles left on B2.

A play near it that covers none of its ends waits for a later one that does. Of four tiles or more, single
tiles that wait are laid with all those that the same play joins (reach); mostly there is no such play.

Of three tiles a table answers first: what they make joined to a play, and the others apart (solo_joined).
The plays near it are looked at if that is above the target.

With three tiles or more against a stuck one that is most of a search.  Once the `work` limit is reached,
bounds not known yet stay unknown (INF), which is always sound.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from bstar.game import FAR, INF
from bstar.jit import inline, linked
from scrabble.bounds.reach import OFF_BOARD, joins, lines_joining, mark_all, mark_reach
from scrabble.bounds.solo_game import (
    BOARD_COST,
    LIMIT,
    SPENT,
    SoloQuery,
    key_after,
    leave_after,
    out_value,
    points_against,
    query_after,
    stop_value,
    tiles_key,
)
from scrabble.bounds.solo_joined import KEY, TILES, find_joined, local_key, most_with_joined
from scrabble.bounds.solo_table import probe, store
from scrabble.bounds.solo_two import last_tiles_or_pair, last_two_or_fewer, note_rest
from scrabble.movegen.bits import lowest
from scrabble.movegen.generator import LineContext
from scrabble.movegen.packed_move import PASS, direction_of, line_of
from scrabble.movegen.packed_rack import TYPES, count_of, is_subrack, tile_count
from scrabble.movegen.play_cache import NO_LIST, find_lines, list_of
from scrabble.movegen.squares import PlacedSquares, column_of, line_bit, line_of_bit, row_of
from scrabble.movegen.state import (
    PLY,
    TURN,
    letters_of,
    play_pass,
    play_state,
    rack_codes,
    undo_pass,
    undo_state,
)

TOO_MANY = -1
NO_ROW = -1

Bound = Callable[..., Any]


class BaseState(NamedTuple):
    """The position at hand: what stays the same while plays are taken back and made again."""

    ply: int
    stop: int  # what the end by passes brings
    tiles: np.uint64  # their share in the key of what the side makes with these tiles on any board
    key: np.uint64  # of what it makes after the play asked about


@inline
def solo_bound(game, side, move, score, limit):
    """Bound the points of `side`, to move, by `move` and its last one to six tiles: (lower, upper).

    `game` is a SoloContext.  The lower bound is -INF unless the worth is known, when either side has one tile
    left.  An upper bound above `limit` says only that the true one is above it, too; one below it may be
    higher than need be.
    """
    leave = leave_after(game.state, side, move)
    target = min(max(limit - score, np.int64(-INF)), np.int64(INF - 1))  # INF is what is not known
    asked = SoloQuery(side, leave, points_against(game.state, side), target)
    if tile_count(leave) > 2:
        return np.int64(-INF), score + six_or_fewer(game, asked, move)
    is_last_pair = tile_count(leave) == 1 and tile_count(game.state.hands.racks[1 - side]) == 1
    best = last_tiles_or_pair(game, asked, move, is_last_pair)
    # a bound that is good enough may be above the worth
    is_exact = is_last_pair and (best > target or target >= FAR)
    return score + best if is_exact else np.int64(-INF), score + best


def _bound(tiles: int, fewer: Bound, name: str) -> Bound:
    """Return the bound of at most `tiles` tiles after a play not made yet, from that of fewer.

    `name` is its name here.
    """

    @inline
    def best_joining(game, asked, lines, count):
        """Return the most that a side makes if its next play, on one of `lines`, joins `count` singles.

        These are laid for it.
        """
        state, cache, reach, out = (
            game.state,
            game.cache,
            game.solo.reach[tiles],
            out_value(game.state, asked),
        )
        for number in range(count):
            play_state(state, np.int64(_single(game, tiles, number).move))
            play_pass(state)
        game.solo.work[SPENT] += BOARD_COST * count
        best = np.int64(-INF)
        while lines:
            direction, line = line_of_bit(lowest(lines))
            lines &= lines - np.uint64(1)
            found = list_of(state, cache, LineContext(direction, line, asked.side, asked.leave))
            if found == NO_LIST:
                best = np.int64(INF)
                break
            entry = cache.lists[found]
            for number in range(entry.first, entry.first + entry.count):
                play = cache.plays[number]
                is_near = _covers_any(reach[tiles - play.laid], play)
                if not is_near or not _joins_all(game.solo, tiles, count, play):
                    continue
                gain, left = np.int64(play.score), np.uint32(asked.leave - play.tiles)
                if left != 0:
                    rest = query_after(asked, left, gain)
                    best = max(best, gain + fewer(game, rest, np.int64(play.move)))
                elif _covers_any(reach[0], play):
                    best = max(best, gain + out)
        for _ in range(count):
            undo_pass(state)
            undo_state(state)
        return best

    @inline
    def best_after_singles(game, asked, chosen):
        """Return the most that a side makes if it begins with single tiles that wait, and a play joins all.

        The tiles are among the first `chosen` of the plays chosen.
        """
        laid, leave, gain, best = game.solo.laid[tiles], np.uint32(asked.leave), np.int64(0), np.int64(-INF)
        known, count, each = _list_waiting(game, asked, tiles, chosen), np.int64(0), np.int64(0)
        while True:
            if count > 0 and tile_count(leave) == 1:
                each = known  # the last tile is for the play
            while each < known and not _can_wait(game, tiles, leave, count, each):
                each += 1
            if each < known:
                laid[count] = each
                play = _single(game, tiles, count)
                gain, leave, count = gain + play.score, np.uint32(leave - play.tiles), count + 1
                lines = _lines_to_join(game.solo, tiles, count, leave)
                if lines != 0:
                    rest = query_after(asked, leave, gain)
                    best = max(best, gain + best_joining(game, rest, lines, count))
            elif count == 0:
                return best
            else:
                count -= 1
                play = _single(game, tiles, count)
                gain, leave, each = gain - play.score, np.uint32(leave + play.tiles), laid[count]
            each += 1

    @inline
    def best_first_play(game, asked):
        """Return the most that a side, to move, scores if it begins with a play within the marked reach.

        Above the target the first thing found.
        """
        out, chosen = out_value(game.state, asked), game.solo.chosen[tiles]
        count = _choose(game, asked, tiles)
        game.solo.work[SPENT] += BOARD_COST + count
        if count == TOO_MANY:
            return np.int64(INF)
        best = np.int64(-INF)
        for each in range(count):
            play = game.cache.plays[chosen[each]]
            gain, left = np.int64(play.score), np.uint32(asked.leave - play.tiles)
            if left == 0:
                best = max(best, gain + out)
            elif tiles == TILES or not _waits(game.solo, tiles, play):
                rest = query_after(asked, left, gain)
                best = max(best, gain + fewer(game, rest, np.int64(play.move)))
            if best > asked.target:
                return best
        return max(best, best_after_singles(game, asked, count)) if tiles > TILES else best

    @inline
    def climb(game, asked, home, ply, most):
        """Bound board after board, from that at `ply`, where it is `most`, to that after the play asked for.

        Stop above the target; return (ply of the next board, most).
        """
        state, redo = game.state, game.solo.redo[tiles]
        at = ply if most <= asked.target else ply - 1
        while at <= home.ply:
            if at < ply:  # look at every play on the board at `ply` itself
                mark_all(game.solo.reach[tiles], tiles)
                most = np.int64(-INF)
                has_rest = False
            else:
                may_be_rough = tiles == TILES and redo[at] != PASS and asked.target < FAR
                has_rest = may_be_rough and note_rest(game, asked)
                if not _make_again(game, asked, tiles, redo[at]):
                    at += 1
                    continue
            is_waiting = state.now[TURN] != asked.side
            if is_waiting:
                play_pass(state)
            joined = _most_with_joined(game, asked, redo[at]) if has_rest else np.int64(INF)
            most = max(most, home.stop, joined if joined <= asked.target else best_first_play(game, asked))
            if is_waiting:
                undo_pass(state)
            key = home.key if at == home.ply else state.board_key[0] ^ home.tiles
            lower = most if most > asked.target else np.int64(-INF)
            store(game.solo.table, key, tiles, lower, most, asked.target)
            at += 1
            if most > asked.target:
                break
        return at, most

    @linked("int64", name=name)
    def bound(game, asked, move):
        """Return a bound on a side's points after a play not made yet: not above the target, or INF."""
        if tile_count(asked.leave) < tiles:
            return fewer(game, asked, move)
        state, table, redo = game.state, game.solo.table, game.solo.redo[tiles]
        home = _home(state, asked, move)
        lower, upper = probe(table, home.key, tiles)
        if upper <= asked.target:
            return upper
        if max(home.stop, lower) > asked.target or game.solo.work[SPENT] > game.solo.work[LIMIT]:
            return np.int64(INF)
        start = _first_board(state, table, asked, home)
        redo[home.ply] = move
        for tries in range(2):
            ply = start if tries == 0 else home.ply
            lower, most = probe(table, _board_key(state, ply) ^ home.tiles, tiles)
            if lower <= asked.target:
                _rewind_to(state, redo, ply)
                at, most = climb(game, asked, home, ply, most)
                if at > home.ply:
                    undo_state(state)
                    return most if most <= asked.target else np.int64(INF)
                _replay_from(state, redo, max(at, ply), home.ply)
            if ply == home.ply:
                break
        return np.int64(INF)

    return bound


@inline
def _most_with_joined(game, asked, move):
    """The most that three tiles make if some are joined to the play just made; INF if that is not known.

    What the others make on the board before it is noted.
    """
    row = _joined_row(game, asked, move)
    return most_with_joined(game.solo.joined, row) if row != NO_ROW else np.int64(INF)


@inline
def _joined_row(game, asked, move):
    """The row of what three tiles make joined to the play just made, near which is marked; or NO_ROW."""
    joined = game.solo.joined
    key = local_key(game.state, joined, asked.side, game.solo.reach[TILES][TILES - 1], move)
    row = key & np.int64(joined.rows.shape[0] - 1)
    if joined.rows[row, KEY] != key:
        joined.rows[row, KEY] = 0
        count = _choose(game, asked, TILES)
        game.solo.work[SPENT] += BOARD_COST + count
        if count == TOO_MANY or not find_joined(game, asked, row, count):
            return np.int64(NO_ROW)
        joined.rows[row, KEY] = key
    return row


@inline
def _home(state, asked, move):
    """Return the invariant part of the current position."""
    return BaseState(
        state.now[PLY],
        stop_value(state, asked, asked.leave),
        tiles_key(asked, np.int64(3)),
        key_after(state, asked, move),
    )


@inline
def _first_board(state, table, asked, home):
    """The ply of the latest board that is bounded; if none is, of that before the last play."""
    for ply in range(home.ply, -1, -2):
        if ply == home.ply or state.log.move[ply] != PASS:
            _, most = probe(table, _board_key(state, ply) ^ home.tiles, tile_count(asked.leave))
            if most <= asked.target:
                return np.int64(ply)
    before = home.ply - 2
    return home.ply if before < 0 or state.log.move[before] == PASS else before


@inline
def _board_key(state, ply):
    """The key of the board at a ply of this side, at which it did not pass."""
    return state.board_key[0] if ply == state.now[PLY] else state.log.board_key[ply]


@inline
def _rewind_to(state, redo, ply):
    """Take moves back and keep them in `redo`."""
    for at in range(state.now[PLY] - 1, ply - 1, -1):
        redo[at] = state.log.move[at]
        undo_state(state)


@inline
def _replay_from(state, redo, first, last):
    """Make the moves taken back again, those of the plies `first` to `last` - 1."""
    for at in range(first, last):
        play_state(state, redo[at])


@linked("bool")
def _make_again(game, asked, tiles, move):
    """Make a play and mark what is near it; False for a pass, which adds nothing."""
    state = game.state
    play_state(state, move)
    if move == PASS:
        return False
    laid = PlacedSquares(direction_of(move), line_of(move), state.log.squares[state.now[PLY] - 1])
    letters = letters_of(rack_codes(state, asked.side, asked.leave))
    mark_reach(state.board, game.solo.reach[tiles], tiles, laid, letters)
    return True


@inline
def _choose(game, asked, tiles):
    """List the plays within the reach marked of the tiles asked about; return how many, or TOO_MANY."""
    state, cache, solo = game.state, game.cache, game.solo
    reach, numbers, chosen = solo.reach[tiles], solo.numbers[tiles], solo.chosen[tiles]
    if not find_lines(state, cache, asked.side, asked.leave, reach[tiles - 1], numbers):
        return np.int64(TOO_MANY)
    count = np.int64(0)
    for direction in range(2):
        for line in range(reach.shape[2]):
            if reach[tiles - 1, direction, line] == 0:
                continue
            entry = cache.lists[numbers[direction, line]]
            if count + entry.count > chosen.shape[0]:
                return np.int64(TOO_MANY)
            for number in range(entry.first, entry.first + entry.count):
                play = cache.plays[number]
                if play.squares & reach[tiles - play.laid, direction, line] != 0:
                    chosen[count] = number
                    count += 1
    return count


@inline
def _covers_any(marks, play):
    """Return whether a play covers a marked square."""
    return play.squares & marks[direction_of(play.move), line_of(play.move)] != 0


@inline
def _waits(solo, tiles, play):
    """Return whether a play lays one tile that covers no end of the play before."""
    return play.laid == 1 and not _covers_any(solo.reach[tiles, 0], play)


@linked("int64")
def _list_waiting(game, asked, tiles, chosen):
    """List the single tiles that wait among the first of the plays chosen; return how many."""
    state, solo, count = game.state, game.solo, np.int64(0)
    within = np.uint64(0)
    for direction in range(2):
        for line in range(solo.reach.shape[3]):
            if solo.reach[tiles, tiles - 1, direction, line] != 0:
                within |= line_bit(direction, line)
    for each in range(chosen):
        play = game.cache.plays[solo.chosen[tiles, each]]
        if not _waits(solo, tiles, play):
            continue
        left = np.uint32(asked.leave - play.tiles)
        squares, joining = solo.squares[tiles, count], solo.joining[tiles, count]
        near, runs = lines_joining(state, asked.side, left, np.int64(play.move), squares, joining)
        if near & within != 0:
            solo.waiting[tiles, count] = solo.chosen[tiles, each]
            solo.near[tiles, count], solo.runs[tiles, count] = near & within, runs
            count += 1
    return count


@inline
def _single(game, tiles, number):
    """Return the play of one of the single tiles laid."""
    return game.cache.plays[game.solo.waiting[tiles, game.solo.laid[tiles, number]]]


@inline
def _can_wait(game, tiles, leave, count, each):
    """Return whether a single tile can be laid, too, apart from those laid, and one play may join all."""
    solo = game.solo
    if _lines_near(solo, tiles, count) & solo.near[tiles, each] == 0:
        return False
    if not is_subrack(game.cache.plays[solo.waiting[tiles, each]].tiles, leave):
        return False
    for number in range(count):
        squares = solo.squares[tiles, solo.laid[tiles, number]]
        for place in range(squares.shape[0]):
            if squares[place] == solo.squares[tiles, each, 0]:
                return False
    return True


@inline
def _lines_near(solo, tiles, count):
    """Return the lines through ends of all single tiles laid."""
    lines = ~np.uint64(0)
    for number in range(count):
        lines &= solo.near[tiles, solo.laid[tiles, number]]
    return lines


@inline
def _lines_to_join(solo, tiles, count, leave):
    """Return the lines where a play of some of the tiles left may join all single tiles laid.

    What fits an end that two of them have depends on both: across their line, if they have one in common;
    else on the line of either one.
    """
    lines = _lines_near(solo, tiles, count)
    across, along = np.uint64(0), np.uint64(0)
    if lines >> np.uint64(32) != 0 and lines << np.uint64(32) != 0:  # both lines through such an end are near
        for number in range(count):
            for before in range(number):
                one, other = solo.laid[tiles, number], solo.laid[tiles, before]
                both = _through_shared(solo.squares[tiles, one], solo.squares[tiles, other])
                across, along = across | both[0], along | both[1]
    for number in range(count):
        each = solo.laid[tiles, number]
        joining = across | (along & solo.runs[tiles, each])
        for kind in range(TYPES):
            if count_of(leave, kind) > 0:
                joining |= solo.joining[tiles, each, kind]
        lines &= joining
    return lines


@inline
def _through_shared(squares, others):
    """Return lines through the ends that two single tiles have in common: (across their line, others)."""
    across, along = np.uint64(0), np.uint64(0)
    for place in range(1, squares.shape[0]):
        for other in range(1, squares.shape[0]):
            if squares[place] == others[other] and squares[place] != OFF_BOARD:
                row, column = line_bit(0, row_of(squares[place])), line_bit(1, column_of(squares[place]))
                if (place > 2) != (other > 2):
                    along |= row | column
                else:
                    across |= row if place > 2 else column
    return across, along


@inline
def _joins_all(solo, tiles, count, play):
    """Return whether a play joins all single tiles laid."""
    for number in range(count):
        each = solo.laid[tiles, number]
        if not joins(solo.squares[tiles, each], solo.runs[tiles, each], play):
            return False
    return True


_three_or_fewer = _bound(3, last_two_or_fewer, "_three_or_fewer")
_four_or_fewer = _bound(4, _three_or_fewer, "_four_or_fewer")
_five_or_fewer = _bound(5, _four_or_fewer, "_five_or_fewer")
six_or_fewer = _bound(6, _five_or_fewer, "six_or_fewer")
