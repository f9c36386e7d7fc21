"""Positions for the page: texts to positions, positions to plain data, and steps from one to the next.

    entries_of        the positions in a text: CGP, JSON, a printed board, a bundled name
    position_of       the first one
    draft_cgp         a position as it is edited, in CGP
    position_json     tiles, racks, scores, unseen tiles, and why it cannot be explored, if it cannot
    navigate          the position that steps lead to
    placement_json    tiles placed by hand, as a move with its points, or the reason why they make none

A step is a move as text; with tiles in the bag it also says what the bag held:

    3F (L)LANO                      an endgame: the move alone
    H1 CO(X)A draws U               the bag held U, and is empty now
    8D TEN draws E leaves S         it held both, and S stays there
    pass leaves S                   it holds S

The position after a step has the opponent's rack if the bag is empty.  While a tile stays in the bag, the
side to move does not know which one, nor the other rack.

Texts come from a browser: a name, of a position or of a lexicon, never means a file of this machine.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any, NamedTuple

import numpy as np
from msgspec import Meta, Struct

from scrabble import bundled, sources
from scrabble.english import counted
from scrabble.game import cgp
from scrabble.game.board import BoardLayout, Squares, square_name
from scrabble.game.move import IllegalMoveError, Move, canonical, is_on, word_through
from scrabble.game.position import NO_RACKS, Position, PositionError, errors, odd_scoreless_turns
from scrabble.game.rules import Rules
from scrabble.game.tiles import DEFAULT_ALPHABET, Alphabet, quoted
from scrabble.game.unseen import (
    UnseenTiles,
    choices,
    holds,
    is_preendgame,
    refuse_unless_few,
    tiles_in_bag,
    without,
)
from scrabble.lexicon import Lexicon, LexiconError, available, choice
from scrabble.records import gcg
from scrabble.report.board_svg import layout_svg
from scrabble.report.view import Tile, on_board, placed_by, racks, tile
from scrabble.wording.points import final_text

MOST_IN_BAG = 2  # tiles; more take too long to watch
MOST_PLACED = 21 * 21  # tiles: the squares of the largest board


def lexicon_of(position: Position, default: str | None = None) -> tuple[Lexicon, str]:
    """Return the lexicon of a position, or the default, and a note on it.  Raises LexiconError."""
    name = position.lexicon_name or default
    if name and name != default:
        check_name(name)
    words = {word for _, word in position.words()}
    chosen = choice.resolve(default, position.lexicon_name, position.alphabet.name, "the position", words)
    if position.lexicon_name:
        chosen = choice.resolve(None, position.lexicon_name, position.alphabet.name)
    return chosen.lexicon, chosen.note


def with_lexicon(position: Position, default: str | None, otherwise: str) -> Position:
    """Return a position with the lexicon chosen on the page if it names none and there is no default.

    The position stays as it is if that lexicon does not fit its language.
    """
    try:
        lexicon_of(position, default)
    except LexiconError:
        name = "" if position.lexicon_name else of_page(otherwise, position.alphabet.name)
        return dataclasses.replace(position, lexicon_name=name) if name else position
    return position


def of_page(name: str, language: str) -> str:
    """Return the name of a lexicon chosen on the page, or "" if it is not for this language."""
    there = {each.name for each in available() if each.language == language and each.words is not None}
    return name if name in there else ""


def check_name(name: str) -> None:
    """Refuse a lexicon given as the path of a file.  Raises LexiconError."""
    if re.search(r"[/\\~]|\.\w+$", name):
        raise LexiconError(f"expected the name of a lexicon, got a path: {quoted(name)}")


def position_of(text: str, default: str | None = None) -> tuple[Position, list[str]]:
    """Return the first position of a text that is not a game, and notes on it.  Raises ValueError."""
    try:
        return sources.read_position(
            next(entries_of(text, choice.load(default).alphabet if default else None))
        )
    except StopIteration:
        raise sources.SourceError("no position in it") from None


def entries_of(text: str, alphabet: Alphabet | None = None) -> Iterator[sources.Entry]:
    """Yield the positions of a text: CGP, JSON, printed boards, a game, or a bundled name."""
    given = text.strip()
    named = bundled.find(given) if "\n" not in given and "/" not in given else None
    lines = text.strip("\r\n")  # the first line of a printed board begins with spaces
    return sources.entries([given if named is not None else f"{lines}\n"], alphabet=alphabet)


class Draft(Struct):
    """A position as it is edited on the page."""

    placed: Annotated[list[tuple[int, int, str, int | None]], Meta(max_length=MOST_PLACED)] = []
    racks: tuple[str, str] = ("", "")  # as typed
    scores: tuple[int, int] = (0, 0)
    has_scores: bool = True
    zeros: int = 0
    lexicon: str = ""
    language: str = DEFAULT_ALPHABET
    board: str = cgp.DEFAULT_BOARD


def draft_cgp(draft: Draft) -> str:
    """Write a draft in CGP; its racks are only checked when that is read.  Raises ValueError."""
    named = Alphabet.of_lexicon(draft.lexicon) if draft.language == DEFAULT_ALPHABET else None
    alphabet, layout = named or Alphabet.load(draft.language), BoardLayout.load(draft.board)
    squares = np.zeros((layout.size, layout.size), dtype=np.uint8)
    for row, col, letter, _ in draft.placed:
        squares[row, col] = _code_of(letter, row, col, squares, alphabet)
    position = Position(
        alphabet=alphabet,
        layout=layout,
        rules=Rules.load(alphabet.rules),
        squares=squares,
        rack_codes=(b"", b""),
        scores=draft.scores,
        scoreless_turns=draft.zeros,
        lexicon_name=draft.lexicon or None,
        extra=() if draft.has_scores else (cgp.UNKNOWN_SCORES,),
    )
    board, _, others = cgp.dumps(position).split(" ", 2)
    return f"{board} {'/'.join(draft.racks)} {others}"


def is_game(text: str) -> bool:
    """Return whether this is the record of a game, or the name of a bundled one."""
    named = bundled.find(text.strip()) if "\n" not in text.strip() else None
    if named is not None:
        return named.is_game and not named.part
    return gcg.looks_like_gcg(text.encode(errors="replace"))


def position_json(
    position: Position, notes: Iterable[str] = (), default: str | None = None, otherwise: str = ""
) -> dict[str, Any]:
    """Return a position as plain data; `otherwise` is the lexicon to offer if its own is not installed."""
    has_scores = cgp.has_scores(position)
    to_do = left_to_do(position)
    problems = [each for each in why_not_explorable(position) if each not in to_do]
    warnings: list[str] = list(notes)
    name = position.lexicon_name or ""
    other: dict[str, str] | None = None
    try:
        lexicon, note = lexicon_of(position, default)
        name = lexicon.name
        warnings += [note] if note else []
        if not position.alphabet.has_words_of(lexicon.alphabet):
            problems.append(
                f"the position has {position.alphabet.name} tiles, "
                f"but the lexicon {lexicon.name} is {lexicon.alphabet.name}"
            )
        else:
            hard = set(errors(position))
            warnings += [each for each in position.problems() if each not in hard]
            odd = [(at, word) for at, word in position.words() if word not in lexicon]
            if odd:
                texts = ", ".join(f"{at} {position.alphabet.decode(word)}" for at, word in odd)
                warnings.append(f"not in {lexicon.name}: {texts}")
                other = None if problems or to_do else _other_lexicon(position, lexicon)
    except LexiconError as error:
        problems.append(str(error))
        if instead := of_page(otherwise, position.alphabet.name):
            other = {"name": instead, "text": f"The lexicon {name} is not installed"}
    named = dataclasses.replace(position, lexicon_name=name or None, extra=())
    if not has_scores:
        named = dataclasses.replace(named, scores=(0, 0), extra=(cgp.UNKNOWN_SCORES,))
    final = position.final_scores if has_scores and not position.bag and position.is_over else None
    return {
        "cgp": cgp.dumps(named),
        "board": position.layout.name,
        "language": position.alphabet.name,
        "lexicon": name,
        "placed": on_board(position),
        "racks": racks(position),
        "rack_texts": list(position.racks),
        "scores": list(named.scores),
        "has_scores": has_scores,
        "zeros": position.scoreless_turns,
        "tiles": _set(position),
        "bag": max(0, tiles_in_bag(position)) if position.bag else 0,
        "problems": problems,
        "to_do": to_do,
        "warnings": warnings,
        "other_lexicon": other,
        "is_over": not problems and not to_do and position.is_over,
        "final": list(final) if final else None,
        "results": [final_text(final), final_text((final[1], final[0]))] if final else None,
    }


def _other_lexicon(position: Position, lexicon: Lexicon) -> dict[str, str] | None:
    """Return a lexicon that fits the words on the board better, with the reason, or None."""
    from scrabble.analysis.run import other_of_board  # slow: loads the kernels

    other = other_of_board(position, lexicon)
    return None if other is None else other._asdict()


def why_not_explorable(position: Position) -> list[str]:
    """Return the reasons why a position cannot be explored; a few tiles in the bag are not one."""
    if has_bag(position):
        found = _preendgame_errors(position)
    else:
        hard = [each for each in errors(position, may_have_bag=True) if each != NO_RACKS]
        found = [*left_to_do(position), *hard]
    return [*found, *odd_scoreless_turns(position)]


def left_to_do(position: Position) -> list[str]:
    """Return what is missing in a position that is being put together; nothing of it is wrong."""
    found = []
    if not has_bag(position) and position.bag:
        count = len(position.bag)
        found.append(
            f"{counted(count, 'tile')} to place on the board and the racks; "
            f"up to {MOST_IN_BAG} may stay in the bag"
        )
    if not any(position.rack_codes):
        found.append("no rack yet: type at least that of the side to move")
    return found


def has_bag(position: Position) -> bool:
    """Return whether a position has tiles in the bag, few enough to be explored by win probability."""
    return is_preendgame(position) and tiles_in_bag(position) <= MOST_IN_BAG


def _preendgame_errors(position: Position) -> list[str]:
    try:
        refuse_unless_few(position, MOST_IN_BAG)
    except PositionError as error:
        return [str(error)]
    return (
        [f"{position.scoreless_turns} scoreless turns in a row: the game is over"] if position.is_over else []
    )


def refuse(position: Position) -> None:
    """Raise PositionError if a position cannot be explored."""
    found = why_not_explorable(position)
    if found:
        raise PositionError("; ".join(found))


def _set(position: Position) -> list[list[Any]]:
    """Return each tile of the set: letter, points, unseen count."""
    unseen = Counter(position.unseen)
    return [[*tile(position, code), unseen[code]] for code in [*range(1, position.alphabet.size + 1), 0]]


def empty_board_svg(name: str) -> str | None:
    """Return the empty board of this name as SVG, or None if there is none."""
    return layout_svg(name) if name in BoardLayout.names() else None


STEP = re.compile(r"(?P<move>.+?)(?: draws (?P<draws>\S+))?(?: leaves (?P<leaves>\S+))?")


class NavigationResult(NamedTuple):
    """The position that steps lead to."""

    home: Position  # after the last draw, or the first position
    moves: tuple[str, ...]  # from home
    position: Position
    placed: list[Tile]  # by the last of all steps


def navigate(home: Position, steps: Sequence[str]) -> NavigationResult:
    """Return the position that steps lead to.  Raises ValueError."""
    position, moves, placed = home, list[str](), list[Tile]()
    for text in steps:
        refuse(position)
        before = position
        if position.bag:
            home = position = _with_draw(position, text)
            moves = []
        else:
            position = position.play(position.parse_move(text))
            moves.append(text)
        placed = placed_by(before, move_of(before, text))
    return NavigationResult(home, tuple(moves), position, placed)


def move_of(position: Position, text: str) -> Move:
    """Return the move of a step.  Raises IllegalMoveError."""
    found = STEP.fullmatch(text)
    return position.parse_move(found["move"] if found else text)


def placement_json(
    position: Position, lexicon: Lexicon, tiles: Sequence[tuple[int, int, str]]
) -> dict[str, Any]:
    """Return the move of placed tiles (row, column, letter), its text with the points, and the problem or "".

    A move that the rules allow is not yet valid: every word that it makes must be in the lexicon.
    """
    try:
        move = _placed(position, tiles)
        score = position.score(move)
    except ValueError as error:
        return {"move": "", "text": "", "problem": str(error)}
    decode = position.alphabet.decode
    invalid = [decode(word) for word in position.new_words(move) if word not in lexicon]
    names = " and ".join(dict.fromkeys(invalid))
    problem = f"{names} {'is' if len(set(invalid)) == 1 else 'are'} not in {lexicon.name}" if invalid else ""
    text = position.move_text(move)
    return {"move": text, "text": f"{text}, {counted(score, 'point')}", "problem": problem}


def _code_of(letter: str, row: int, col: int, squares: Squares, alphabet: Alphabet) -> int:
    """Return the code of a tile that is laid on a free square, given its letter.  Raises IllegalMoveError."""
    if not is_on(squares, row, col):
        raise IllegalMoveError("a tile lies off the board")
    if squares[row, col]:
        raise IllegalMoveError(f"{square_name(row, col, True)} is taken")
    try:
        (code,) = alphabet.encode(f"[{letter}]")
    except ValueError:
        raise IllegalMoveError(
            f"expected one tile on {square_name(row, col, True)}, got {letter!r}"
        ) from None
    return code


def _placed(position: Position, tiles: Sequence[tuple[int, int, str]]) -> Move:
    """Return the move that places these tiles, in one line and with tiles of the board between them.

    Raises IllegalMoveError.
    """
    squares = position.squares.copy()
    for row, col, letter in tiles:
        squares[row, col] = _code_of(letter, row, col, squares, position.alphabet)
    if len({row for row, _, _ in tiles}) > 1 and len({col for _, col, _ in tiles}) > 1:
        raise IllegalMoveError("the tiles are not in one line")
    is_down = len({row for row, _, _ in tiles}) > 1
    row, col, _ = min(tiles)
    first_row, first_col, length = word_through(squares, row, col, is_down)
    line = Move(first_row, first_col, is_down, bytes(length)).squares
    placed = {(row, col) for row, col, _ in tiles}
    if not placed <= set(line):
        raise IllegalMoveError("there is a gap between the tiles")
    codes = bytes(int(squares[at]) if at in placed else 0 for at in line)
    return canonical(Move(first_row, first_col, is_down, codes), position.squares)


def left_after(unseen: UnseenTiles, draws: bytes) -> Iterator[bytes]:
    """Yield the possible contents of the bag after a draw."""
    count = unseen.count - len(draws)
    return (tiles for tiles, _ in choices(without(unseen.hidden, draws), count))


def _with_draw(position: Position, text: str) -> Position:
    """Return the position after a step: a move, what it draws from the bag, and what stays there."""
    unseen, encode = UnseenTiles(position), position.alphabet.encode
    found = STEP.fullmatch(text)
    if found is None:
        raise PositionError(f"expected a move, got {quoted(text)}")
    move = move_of(position, text)
    draws, leaves = (bytes(sorted(encode(found[name] or ""))) for name in ("draws", "leaves"))
    taken = min(move.tile_count, unseen.count)
    left = unseen.count - taken
    if (len(draws), len(leaves)) != (taken, left):
        wanted = f"{taken} after 'draws' and {left} after 'leaves'"
        raise PositionError(f"expected the tiles that the bag held, {wanted}, got {quoted(text)}")
    if not holds(unseen.hidden, draws + leaves):
        hidden = position.alphabet.rack_text(unseen.hidden)
        raise PositionError(f"the bag can only hold tiles of {hidden}, got {quoted(text)}")
    after = position.play(move)
    theirs = without(without(unseen.tiles, draws), leaves)
    mine = b"" if leaves or move.exchanged else bytes(sorted(after.rack_codes[1] + draws))
    return replace(after, rack_codes=(theirs, mine), previous=None)
