"""The board and the racks, drawn for a terminal or as plain text.

         A B C D E F            =  word x 3     "  letter x 3     ~  word x 4     ^  letter x 4
      1  = . . ' . .            -  word x 2     '  letter x 2     .  a plain square
      2  . - C A T .            lower case: a blank

On a terminal the best move is drawn on the board, in colour or, with NO_COLOR, reversed; in a pipe the board
is that of the position.  `scrabble.game.board_diagram` reads it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scrabble.game.board import LETTER_SIGNS, WORD_SIGNS, BoardLayout
from scrabble.game.cgp import DEFAULT_BOARD, has_scores
from scrabble.game.move import Move
from scrabble.game.position import Position, empty_rack_text
from scrabble.game.rules import Rules
from scrabble.game.tiles import BLANK, DEFAULT_ALPHABET, in_order
from scrabble.report.blocks import Screen, Text

PREMIUM_STYLES = {
    "=": "bright_white on red",
    "-": "black on magenta",
    '"': "bright_white on blue",
    "'": "black on cyan",
    "~": "bright_white on dark_red",
    "^": "bright_white on navy_blue",
}
TILE = "bold black on wheat1"
BLANK_TILE = "bold red on wheat1"
PLAYED = "bold black on green"
PLAYED_WITHOUT_COLOURS = "bold reverse"
SIDE_GAP = 4


def has_colours(screen: Screen) -> bool:
    """Return whether colours are visible."""
    return screen.is_terminal and not screen.no_color


def has_styles(screen: Screen) -> bool:
    """Return whether bold and reversed text is visible."""
    return screen.is_terminal and not screen.is_dumb_terminal


def board_text(position: Position, screen: Screen, played: Move | None = None) -> Text:
    """Return the board, with racks, scores and unusual settings beside it."""
    board = list(_board(position, screen, played))
    beside = list(_side_info(position, has_colours(screen)))
    if screen.is_terminal:
        beside += [Text(), *_legend(position.layout)]
    width = max(line.cells for line in board) + SIDE_GAP
    if width + max(line.cells for line in beside) > screen.width:
        return _joined([*board, Text(), *beside])
    for at, remark in zip(range(1, len(board)), beside, strict=False):
        board[at] = board[at].aligned(width).append(remark)
    # with colours the last tile ends in a space of its colour
    return _joined(board if has_colours(screen) else [line.rstrip() for line in board])


def _joined(lines: Sequence[Text]) -> Text:
    first, *others = lines
    for line in others:
        first.append("\n").append(line)
    return first


def _board(position: Position, screen: Screen, played: Move | None) -> Iterator[Text]:
    size, letter_of = position.layout.size, position.alphabet.letter_of
    wide = 1 + max(len(letter_of(code)) for code in range(1, position.alphabet.size + 1))
    columns = "".join(chr(ord("A") + col).ljust(wide) for col in range(size))
    yield Text(f"     {columns}")
    colours = has_colours(screen)
    new = {(row, col): code for row, col, code in played.placed} if played and has_styles(screen) else {}
    style_of_new = PLAYED if colours else PLAYED_WITHOUT_COLOURS
    for row in range(size):
        line = Text(f"  {row + 1:2} ")
        for col in range(size):
            code = int(position.squares[row, col])
            sign, style = _square(position, row, col)
            if (row, col) in new:
                line.append(letter_of(new[row, col]).ljust(wide), style_of_new)
                continue
            if code:
                sign, style = letter_of(code), BLANK_TILE if code & BLANK else TILE
            line.append(sign.ljust(wide), style if colours else "")
        yield line


def _square(position: Position, row: int, col: int) -> tuple[str, str]:
    """Return sign and style of an empty square."""
    layout = position.layout
    for multipliers, signs in (
        (layout.word_multiplier, WORD_SIGNS),
        (layout.letter_multiplier, LETTER_SIGNS),
    ):
        for sign, multiplier in signs.items():
            if multipliers[row, col] == multiplier:
                return sign, PREMIUM_STYLES[sign]
    return ".", "dim"


def _legend(layout: BoardLayout) -> Iterator[Text]:
    """Yield the meanings of the signs of premium squares that the board has, words beside letters."""
    words, letters = layout.word_multiplier, layout.letter_multiplier
    for (of_word, times), of_letter in zip(WORD_SIGNS.items(), LETTER_SIGNS, strict=True):
        found = [f"{of_word} {times} x word"] * bool((words == times).any())
        found += [f"{of_letter} {times} x letter"] * bool((letters == times).any())
        if found:
            yield Text("   ".join(found), "dim")


def _side_info(position: Position, colours: bool) -> Iterator[Text]:
    for who, rack, score in zip(("to move", "opponent"), position.rack_codes, position.scores, strict=True):
        points = score if has_scores(position) else "?"
        yield Text(f"{who:<11} {points:>4} points", "bold" if who == "to move" else "")
        tiles = [position.alphabet.letter_of(code) for code in in_order(rack)]
        line = Text("  ")
        for tile in tiles:
            line.append(f"{tile} ", TILE if colours else "")
        yield line if tiles else Text(f"  {empty_rack_text(position)}")
        yield Text()
    rules, usual = position.rules, Rules.load(position.alphabet.rules)
    limit = rules.scoreless_turns_limit
    if position.scoreless_turns or limit != usual.scoreless_turns_limit:
        of = f" of {limit}" if limit else ""
        yield Text(f"scoreless turns: {position.scoreless_turns}{of}")
    if position.lexicon_name:
        yield Text(f"lexicon {position.lexicon_name}")
    if position.alphabet.name != DEFAULT_ALPHABET:
        yield Text(f"tiles {position.alphabet.name}")
    if position.layout.name != DEFAULT_BOARD:
        yield Text(f"board {position.layout.name}")
    if rules.bingo_bonus != usual.bingo_bonus:
        yield Text(f"bonus {rules.bingo_bonus}")
    if rules.exchange_limit != usual.exchange_limit:
        yield Text(f"exchange limit {rules.exchange_limit}")
