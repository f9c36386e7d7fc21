"""What replies of the other side prove of a move: theorems T4 and T10 as stated, on the boards of `naive`.

    listed(game, board, racks, zeros)             what each move is worth, if the other side goes out next
    reply_of(game, board, other, text)            what a reply comes to, or None if it proves nothing
    most_after(game, board, own, move, reply)     the most that the move can be worth, and why

Nothing is left out and nothing is quick: every play after the move and the reply is looked at on a board of
its own, every out-play on the board with the reply alone.
"""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from tests.oracles import definitions, naive
from tests.oracles.definitions import Square
from tests.oracles.naive import PASS, Board, Game


class OutPlay(NamedTuple):
    """A play of all tiles that a reply leaves, on the board with the reply."""

    score: int
    footprint: frozenset[Square]


class Reply(NamedTuple):
    """A reply on the board before the move."""

    score: int
    board: Board  # with it
    rest: str
    footprint: frozenset[Square]
    outs: tuple[OutPlay, ...]  # best first


class Proof(NamedTuple):
    """What a reply proves of a move: that it is worth no more than `most`; None: nothing."""

    most: int | None = None
    best: str = ""  # my play, or pass, that is worth the most
    is_new: bool = False  # whether it is none on the board without the move
    is_rescored: bool = False  # whether it scores another number there
    extends_reply: bool = False  # whether it makes a word with a tile of the reply
    touching: int = 0  # my plays that touch every out-play left; but for them the reply would prove something


def laid(before: Board, after: Board) -> frozenset[Square]:
    """The squares of the tiles that are new."""
    return frozenset(
        (row, col)
        for row, (old, new) in enumerate(zip(before, after, strict=True))
        for col, (one, other) in enumerate(zip(old, new, strict=True))
        if one != other
    )


def both(board: Board, one: Board, other: Board) -> Board:
    """The board with the tiles of two plays on it, given the board before and after each."""
    return tuple(
        "".join(new if new != old else third for old, new, third in zip(*rows, strict=True))
        for rows in zip(board, one, other, strict=True)
    )


class Listed(NamedTuple):
    """What a move is worth at least and at most."""

    least: float
    most: float


def out_points(game: Game) -> int:
    """What going out counts for each point of the other rack."""
    return game.out_gain + game.out_loss


def limit_of(game: Game) -> int:
    """How many scoreless turns in a row end a game."""
    return min(limit for limit in (game.scoreless_limit, game.pass_limit) if limit is not None)


def out_plays(game: Game, board: Board, rack: str) -> tuple[OutPlay, ...]:
    """Return the plays of all tiles of a rack, the best first."""
    outs = []
    for text, points in naive.plays(game, board, rack).items():
        end, left = naive.apply(board, rack, text)
        if not left:
            outs.append(OutPlay(points, frozenset(definitions.footprint(end, laid(board, end)))))
    return tuple(sorted(outs, key=lambda out: -out.score))


def listed(game: Game, board: Board, racks: Sequence[str], zeros: int) -> dict[str, Listed]:
    """Return what each move is worth at least and at most before anything is played after it.

    A move that ends the game is settled.  A play is bounded by the best out-play of the other side that it
    does not touch (T4), the pass by the best of all, and by a second pass if that ends the game (T2e).
    """
    own, other = racks
    outs, turns_left = out_plays(game, board, other), limit_of(game) - zeros
    at_end = game.scoreless_loss * (game.value(other) - game.value(own))
    most = -out_points(game) * game.value(own) - max((out.score for out in outs), default=-inf)
    of_pass = Listed(-inf, min(most, at_end) if turns_left == 2 else most)
    found = {PASS: Listed(at_end, at_end) if turns_left == 1 else of_pass}
    for text, score in naive.plays(game, board, own).items():
        after, rest = naive.apply(board, own, text)
        if not rest:
            worth = score + out_points(game) * game.value(other)
            found[text] = Listed(worth, worth)
        elif score == 0 and game.zero_play_is_scoreless and turns_left == 1:
            worth = game.scoreless_loss * (game.value(other) - game.value(rest))
            found[text] = Listed(worth, worth)
        else:
            answers = [out.score for out in outs if not laid(board, after) & out.footprint]
            most = score - out_points(game) * game.value(rest) - max(answers, default=-inf)
            found[text] = Listed(-inf, most)
    return found


def reply_of(game: Game, board: Board, other: str, text: str) -> Reply | None:
    """Return what a reply comes to, or None: it goes out, a pass would end the game, or it is scoreless."""
    score = naive.plays(game, board, other)[text]
    after, rest = naive.apply(board, other, text)
    if not rest or limit_of(game) == 1 or (game.zero_play_is_scoreless and score == 0):
        return None
    footprint = frozenset(definitions.footprint(after, laid(board, after)))
    return Reply(score, after, rest, footprint, out_plays(game, after, rest))


def most_after(game: Game, board: Board, own: str, move: str, reply: Reply) -> Proof:
    """Return what a reply proves of a move, or a pass, that does not end the game.

    My plays are those of the board with both, and, as tables give them, those of the board with the reply.
    """
    after, left = naive.apply(board, own, move)
    new = laid(board, after)
    outs = [out for out in reply.outs if not new & out.footprint]
    if new & reply.footprint or not outs:
        return Proof()
    gain = 0 if move == PASS else naive.plays(game, board, own)[move]
    before = naive.plays(game, reply.board, left)
    worths: list[tuple[int, str, frozenset[Square]]]
    worths = [(-outs[0].score - out_points(game) * game.value(left), PASS, frozenset())]
    touching = 0
    with_both = both(board, after, reply.board)
    for on in (with_both, reply.board):
        for text, score in naive.plays(game, on, left).items():
            end, rest = naive.apply(on, left, text)
            squares = laid(on, end)
            if not rest:
                worths.append((score + out_points(game) * game.value(reply.rest), text, squares))
                continue
            answers = [out.score for out in outs if not squares & out.footprint]
            if answers:
                worths.append((score - max(answers) - out_points(game) * game.value(rest), text, squares))
            else:
                touching += 1
    if touching:
        return Proof(touching=touching)
    most, best, squares = max(worths, key=lambda worth: worth[0])
    then = naive.plays(game, with_both, left)
    return Proof(
        gain - reply.score + most,
        best,
        is_new=best not in (PASS, *before),
        is_rescored=best in before and then.get(best) not in (None, before[best]),
        extends_reply=bool(squares & definitions.touched(reply.board, laid(board, reply.board))),
    )
