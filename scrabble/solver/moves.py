"""Legal moves, and finding a move by its text.

    moves = legal_moves(position, lexicon)          all plays, best score first
    len(moves), moves[0].text, "8D CAT" in moves, Move(...) in moves

    find_move(text, position, lexicon)              one legal move, or the reason why there is none

    8D C(A)T    as moves are written                8d cat, 8D CAT, CAT 8D    if only one move fits
    8D C.T      a dot is a tile on the board        CAT                       if only one move makes it

Lower case is a blank.  If no legal move matches that reading, case is ignored, and a move without a blank is
preferred to those with one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from os import PathLike
from typing import NamedTuple

from bstar.engine import Engine
from scrabble import sources
from scrabble.bounds.line_replies import ScoredPlay
from scrabble.game.board import LayoutError, parse_square, square_name
from scrabble.game.move import (
    IllegalMoveError,
    LegalMoves,
    Move,
    ScoredMove,
    canonical,
    move_text,
    parse_move,
    word_through,
)
from scrabble.game.position import Position
from scrabble.game.tiles import BLANK, quoted, shortened
from scrabble.lexicon import Lexicon, choice
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.packed_move import unpack
from scrabble.solver.games.reference import new_reference_game


def legal_moves(position: Position, lexicon: Lexicon | str | PathLike[str] | None = None) -> LegalMoves:
    """Return every play of the side to move with its score, best first, without the pass.

    The lexicon may be given by name or path; None is the one that the position names.  Raises LexiconError,
    or TypeError for anything else.
    """
    if lexicon is None:
        lexicon = sources.lexicon_of(position)
    if isinstance(lexicon, str | PathLike):
        lexicon = choice.load(lexicon)
    if not isinstance(lexicon, Lexicon):
        raise TypeError(f"lexicon: expected a Lexicon, its name or its path, got {shortened(repr(lexicon))}")
    plays = scored_plays(position, lexicon)
    steps = [ScoredMove(move, move_text(move, position), score) for move, score in plays]
    return LegalMoves(sorted(steps, key=lambda step: (-step.score, step.text)))


def scored_plays(position: Position, lexicon: Lexicon) -> list[ScoredPlay]:
    """Return every play of the side to move with its score, in no order, without the pass.

    With tiles in the bag an empty rack of the opponent is an unknown one.
    """
    rack, other = position.rack_codes
    if not rack:
        return []
    # a placeholder tile keeps the game from being over
    position = replace(position, rack_codes=(rack, other or position.unseen[-1:]))
    engine = Engine(new_reference_game(compile_position(position, lexicon)), "memoryless")
    plays = [ScoredPlay(unpack(move, position), score) for move, score, _, _ in engine.moves()]
    return [play for play in plays if not play.move.is_pass]


SHOWN = 8  # matching moves named in a message


class _MoveNotation(NamedTuple):
    """One notation of a move."""

    square: str
    word: str  # without parentheses and brackets
    is_placed: list[bool]  # of each character: whether it is played, not on the board

    def fits(self, square: str, word: str) -> bool:
        """Return whether a text matches but for case; a dot is any tile on the board."""
        return square in ("", self.square) and self.agrees(word.casefold(), self.word.casefold())

    def is_as_typed(self, word: str) -> bool:
        """Return whether the played tiles have the case of this word."""
        pairs = zip(word, self.word, self.is_placed, strict=True)
        return all(typed == character for typed, character, is_placed in pairs if is_placed)

    def agrees(self, word: str, own: str) -> bool:
        """Return whether a text is this word, in the same case; a dot is any tile on the board."""
        return len(word) == len(own) and all(
            typed == character or (typed == "." and not is_placed)
            for typed, character, is_placed in zip(word, own, self.is_placed, strict=True)
        )


def find_move(text: str, position: Position, lexicon: Lexicon) -> Move:
    """Return the legal move that `text` means.

    Raises IllegalMoveError with the reason why there is none, or with the moves that match.
    """
    square, word = _parts(text)
    objection = IllegalMoveError("")
    try:
        move = canonical(parse_move(text, position), position.squares)
        phonies = [each for each in position.new_words(move) if each not in lexicon]
        if phonies:
            objection = _not_valid(text, [position.alphabet.decode(each) for each in phonies], lexicon)
        elif move.is_pass or any(each.agrees(word, each.word) for each in _notations(move, position)):
            return move
    except IllegalMoveError as error:
        objection = error
    matching = _matching(square, word, position, lexicon)
    if len(matching) == 1:
        return matching[0]
    if matching:
        rest = f" and {len(matching) - SHOWN} more" if len(matching) > SHOWN else ""
        names = ", ".join(map(position.move_text, matching[:SHOWN]))
        raise IllegalMoveError(f"{quoted(text)} may be {names}{rest}: say which")
    if word and not square:
        why = "no play of this rack makes it" if word in lexicon else f"not valid in {lexicon.name}"
        raise IllegalMoveError(f"{quoted(text)}: {why}; expected a square and a word, or 'pass'")
    raise _without_blanks(square, word, position) or objection


def _matching(square: str, word: str, position: Position, lexicon: Lexicon) -> list[Move]:
    """Return the legal moves that may be meant; only one if it is the likely one."""
    found = [
        (step.move, each)
        for step in legal_moves(position, lexicon)
        for each in _notations(step.move, position)
        if each.fits(square, word)
    ]
    moves = list(dict.fromkeys(move for move, _ in found))
    typed = {move for move, each in found if each.is_as_typed(word)}
    plain = [move for move in moves if not any(code & BLANK for code in move.tiles)]
    return plain if len(plain) == 1 and typed <= set(plain) else moves


def _parts(text: str) -> tuple[str, str]:
    """Return square and word, given in either order, without parentheses; "" for a missing part."""
    parts = text.split()
    words = [re.sub(r"[()\[\]]", "", part) for part in parts]
    for at, part in enumerate(parts if len(parts) == 2 else ()):
        try:
            row, col, down = parse_square(part)
        except LayoutError:
            continue
        return square_name(row, col, down), words[1 - at]
    is_word = len(parts) == 1 and re.fullmatch(r"(?:[^\W\d_]|·)+", words[0])
    return "", words[0] if is_word else ""


def _notations(move: Move, position: Position) -> Iterator[_MoveNotation]:
    """Yield the notations of a move: two, across and down, of a play of one tile."""
    placed = {(row, col): code for row, col, code in move.placed}
    lines = [(move.row, move.col, len(move.tiles), move.down)]
    if len(placed) == 1:
        [(row, col)] = placed
        lines.append((*word_through(position.squares, row, col, not move.down), not move.down))
    for row, col, length, down in lines:
        word, is_placed = "", []
        for at in Move(row, col, down, bytes(length)).squares:
            tile = position.alphabet.letter_of(placed.get(at) or int(position.squares[at]))
            word += tile
            is_placed += [at in placed] * len(tile)
        yield _MoveNotation(square_name(row, col, down), word, is_placed)


def _not_valid(text: str, phonies: list[str], lexicon: Lexicon) -> IllegalMoveError:
    verb = "is" if len(phonies) == 1 else "are"
    return IllegalMoveError(
        f"cannot play {quoted(text)}: {' and '.join(phonies)} {verb} not valid in {lexicon.name}"
    )


def _without_blanks(square: str, word: str, position: Position) -> IllegalMoveError | None:
    """Return the error of a word in lower case read as capitals; None if there is no other reading."""
    if not square or word == word.upper():
        return None
    try:
        position.check(parse_move(f"{square} {word.upper()}", position))
    except IllegalMoveError as error:
        hint = " (lower case means a blank)" if error.lacks_tiles else ""
        return IllegalMoveError(f"{error}{hint}")
    return None
