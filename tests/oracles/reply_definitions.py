"""What a reply of the other side proves of a move: theorem T10 by its statement, on the boards of `naive`.

    reply_of(game, board, other, text)            what a reply comes to, or None if it proves nothing
    most_after(game, board, own, move, reply)     the most that the move can be worth, and why

Nothing is left out and nothing is quick: every play after the move and the reply is looked at on a board of
its own, every out-play on the board with the reply alone.
"""

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


def limit_of(game: Game) -> int:
    """How many scoreless turns in a row end a game."""
    return min(limit for limit in (game.scoreless_limit, game.pass_limit) if limit is not None)


def reply_of(game: Game, board: Board, other: str, text: str) -> Reply | None:
    """Return what a reply comes to, or None: it goes out, a pass would end the game, or it is scoreless."""
    score = naive.plays(game, board, other)[text]
    after, rest = naive.apply(board, other, text)
    if not rest or limit_of(game) == 1 or (game.zero_play_is_scoreless and score == 0):
        return None
    outs = []
    for out, points in naive.plays(game, after, rest).items():
        end, left = naive.apply(after, rest, out)
        if not left:
            outs.append(OutPlay(points, frozenset(definitions.footprint(end, laid(after, end)))))
    footprint = frozenset(definitions.footprint(after, laid(board, after)))
    return Reply(score, after, rest, footprint, tuple(sorted(outs, key=lambda out: -out.score)))


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
    out_points = game.out_gain + game.out_loss
    before = naive.plays(game, reply.board, left)
    worths: list[tuple[int, str, frozenset[Square]]]
    worths = [(-outs[0].score - out_points * game.value(left), PASS, frozenset())]
    touching = 0
    with_both = both(board, after, reply.board)
    for on in (with_both, reply.board):
        for text, score in naive.plays(game, on, left).items():
            end, rest = naive.apply(on, left, text)
            squares = laid(on, end)
            if not rest:
                worths.append((score + out_points * game.value(reply.rest), text, squares))
                continue
            answers = [out.score for out in outs if not squares & out.footprint]
            if answers:
                worths.append((score - max(answers) - out_points * game.value(rest), text, squares))
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
