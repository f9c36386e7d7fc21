"""A move as somebody asks for it: found among the legal ones, or refused with the reason.

    8D C(A)T    as moves are written                8d cat, 8D CAT, CAT 8D    where only one move fits
    8D C.T      a dot is a tile on the board        CAT                       where only one move makes it

As it stands comes first: lower case is a blank.  Only if no legal move is written so are upper and lower case
the same, and a move without a blank goes before those with one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scrabble.endgame.plays import legal_moves
from scrabble.game.board import LayoutError, parse_square, square_name
from scrabble.game.move import IllegalMoveError, Move, canonical, parse_move, word_through
from scrabble.game.position import Position
from scrabble.game.step import Step
from scrabble.game.tiles import BLANK, quoted
from scrabble.lexicon import Lexicon

SHOWN = 8  # of several moves that fit


def asked_move(text: str, position: Position, lexicon: Lexicon) -> Move:
    """The legal move that `text` means.  Raises IllegalMoveError: why there is none, or which there are."""
    try:
        move = parse_move(text, position)
        position.check(move)
    except IllegalMoveError as error:
        objection = error
    else:
        phonies = [word for word in position.new_words(move) if word not in lexicon]
        if not phonies:
            return canonical(move, position.squares)
        objection = _not_valid(text, [position.alphabet.decode(word) for word in phonies], lexicon)
    square, word = _parts(text)
    fitting = [step for step in legal_moves(position, lexicon) if _fits(step, square, word, position)]
    plain = [step for step in fitting if not any(code & BLANK for code in step.move.tiles)]
    found = plain if len(plain) == 1 else fitting
    if len(found) == 1:
        return found[0].move
    if found:
        rest = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
        names = ", ".join(step.text for step in found[:SHOWN])
        raise IllegalMoveError(f"{quoted(text)} may be {names}{rest}: say which")
    if word and not square:
        is_word = _letters(word).upper() in lexicon
        why = "no play of this rack makes it" if is_word else f"it is not valid in {lexicon.name}"
        raise IllegalMoveError(f"{why}: {quoted(text)}; expected a square and a word, or 'pass'")
    raise _without_blanks(text, square, word, position) or objection


def _parts(text: str) -> tuple[str, str]:
    """Square, or "", and word, or "", in either order."""
    parts = text.split()
    for at, part in enumerate(parts[:2] if len(parts) == 2 else ()):
        try:
            row, col, down = parse_square(part)
        except LayoutError:
            continue
        return square_name(row, col, down), parts[1 - at]
    return ("", parts[0]) if len(parts) == 1 and _letters(parts[0]) else ("", "")


def _letters(word: str) -> str:
    return re.sub(r"[().\[\]]", "", word)


def _fits(step: Step, square: str, word: str, position: Position) -> bool:
    """Is this a way to write the move?  Parentheses, brackets and upper and lower case do not matter."""
    pattern = re.escape(re.sub(r"[()\[\]]", "", word).casefold()).replace(r"\.", ".")
    return any(
        square in ("", name) and re.fullmatch(pattern, text.casefold())
        for name, text in _names(step.move, position)
    )


def _names(move: Move, position: Position) -> Iterator[tuple[str, str]]:
    """Square and word of a move; of a single tile both its words."""
    placed = {(row, col): code for row, col, code in move.placed}
    lines = [(move.row, move.col, len(move.tiles), move.down)]
    if len(placed) == 1:
        [(row, col)] = placed
        lines.append((*word_through(position.squares, row, col, not move.down), not move.down))
    for row, col, length, down in lines:
        squares = Move(row, col, down, bytes(length)).squares
        codes = [placed.get(at) or int(position.squares[at]) for at in squares]
        yield square_name(row, col, down), position.alphabet.decode(codes).replace("[", "").replace("]", "")


def _not_valid(text: str, phonies: list[str], lexicon: Lexicon) -> IllegalMoveError:
    verb = "is" if len(phonies) == 1 else "are"
    return IllegalMoveError(
        f"cannot play {quoted(text)}: {' and '.join(phonies)} {verb} not valid in {lexicon.name}"
    )


def _without_blanks(text: str, square: str, word: str, position: Position) -> IllegalMoveError | None:
    """What is wrong with a word of small letters, read as capitals; None if there is no other reading."""
    if not square or word == word.upper() or text.strip().lower() == "pass":
        return None
    try:
        position.check(parse_move(f"{square} {word.upper()}", position))
    except IllegalMoveError as error:
        hint = " (lower case means a blank)" if "is not on the rack" in str(error) else ""
        return IllegalMoveError(f"{error}{hint}")
    return None
