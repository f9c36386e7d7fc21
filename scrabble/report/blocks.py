"""Blocks of text as commands print them: lines with styles, indented blocks, trees.

    Group(Text("Best move", "dim"), table)      --lines(80)-->      a Text for each line

Where it is not a terminal that shows them, the lines are all there is to it.  A terminal gets them from rich,
which knows its colours and is loaded for that: loading it takes a tenth of the time of an easy answer.
"""

from __future__ import annotations

import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from scrabble.safe_text import visible

if TYPE_CHECKING:  # loaded for terminals
    from rich.console import Console, ConsoleOptions, RenderResult

WORD = re.compile(r"\s*\S+\s*")
MOVE = r"(?:[A-U]\d\d?|\d\d?[A-U]|exchange) [^\s,]+(?: \d+\b)?"  # such as 14D PAIR 19
UNBROKEN = re.compile(rf"\s*(?:[^\s\w]*{MOVE}\S*|\S+)\s*")  # where there is room
NARROW = "\u0300"  # the first character that may take no cell, or two
GUIDES = ("├── ", "└── ", "│   ", "    ")
ASCII_GUIDES = ("+-- ", "`-- ", "|   ", "    ")


class Screen(Protocol):
    """A place to show text on; a console of rich is one, too."""

    @property
    def width(self) -> int:
        """The columns of a line."""

    @property
    def is_terminal(self) -> bool:
        """Return whether it shows styles."""

    @property
    def no_color(self) -> bool:
        """Return whether it shows no colours."""

    @property
    def is_dumb_terminal(self) -> bool:
        """Return whether it shows neither bold nor reversed text."""


class Paper(NamedTuple):
    """A file, or a pipe, which shows no styles."""

    width: int
    is_terminal: bool = False
    no_color: bool = True
    is_dumb_terminal: bool = False


class Block(ABC):
    """A part of what is printed."""

    @abstractmethod
    def lines(self, width: int) -> Iterator[Text]:
        """Yield the lines, none of more than `width` cells."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.text import Text as Styled

        for line in self.lines(options.max_width):
            shown = Styled(line.plain)
            for start, end, style in line.spans:
                shown.stylize(style, start, end)
            yield shown


class Text(Block):
    """Text of one or more lines, with the styles of its parts: (start, end, style), the last one on top.

    Control characters are escaped.
    """

    def __init__(self, plain: str = "", style: str = "") -> None:
        self.plain = ""
        self.spans: list[tuple[int, int, str]] = []
        self.append(plain, style)

    @classmethod
    def assemble(cls, *parts: str | tuple[str, str]) -> Text:
        """Return the parts one after the other, each with its style if it has one."""
        found = cls()
        for each in parts:
            found.append(*((each,) if isinstance(each, str) else each))
        return found

    def append(self, text: Text | str, style: str = "") -> Text:
        """Add text at the end; return this text."""
        at, plain = len(self.plain), visible(str(text))
        if style and plain:
            self.spans.append((at, at + len(plain), style))
        if isinstance(text, Text):
            self.spans += [(at + start, at + end, its) for start, end, its in text.spans]
        self.plain += plain
        return self

    def __str__(self) -> str:
        return self.plain

    @property
    def cells(self) -> int:
        """The number of columns that it takes."""
        return cell_len(self.plain)

    def part(self, start: int, end: int) -> Text:
        """Return a part of the text."""
        found = Text(self.plain[start:end])
        found.spans = [
            (max(first, start) - start, min(last, end) - start, style)
            for first, last, style in self.spans
            if first < end and last > start
        ]
        return found

    def rstrip(self) -> Text:
        """Return the text without the spaces at its end."""
        return self.part(0, len(self.plain.rstrip()))

    def aligned(self, width: int, is_right: bool = False) -> Text:
        """Return the text with spaces up to a width, on its left if `is_right`."""
        gap = " " * (width - self.cells)
        return Text(gap).append(self) if is_right else self.part(0, len(self.plain)).append(gap)

    def lines(self, width: int) -> Iterator[Text]:
        start = 0
        for line in self.plain.split("\n"):
            yield from self.part(start, start + len(line))._wrapped(width)
            start += len(line) + 1

    def _wrapped(self, width: int) -> Iterator[Text]:
        if self.cells <= width:
            yield self
        else:
            starts = [0, *_breaks(self.plain, width), len(self.plain)]
            for start, end in pairwise(starts):
                line = self.part(start, end)
                yield line.rstrip() if line.cells > width else line


def cell_len(text: str) -> int:
    """Return the number of columns that a text takes."""
    if max(text, default="") < NARROW:
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _breaks(text: str, width: int) -> Iterator[int]:
    """Yield where new lines begin: between words, and within what is too long for a line.

    A move is a word if it is not too long.
    """
    used = 0
    for at, word in _words(text, width):
        cells = cell_len(word.rstrip())
        if used + cells <= width:
            used += cell_len(word)
            continue
        for piece in _chopped(word, width) if cells > width else [word]:
            if at:
                yield at
            at, used = at + len(piece), cell_len(piece)


def _words(text: str, width: int) -> Iterator[tuple[int, str]]:
    """Yield the words, with the spaces around them, and where they begin."""
    for found in UNBROKEN.finditer(text):
        is_long = cell_len(found[0].rstrip()) > width
        for word in WORD.finditer(text, *found.span()) if is_long else [found]:
            yield word.start(), word[0]


def _chopped(text: str, width: int) -> Iterator[str]:
    """Yield pieces of a text that take no more than a width."""
    piece = ""
    for each in text:
        if piece and cell_len(piece + each) > width:
            yield piece
            piece = ""
        piece += each
    yield piece


class Group(Block):
    """Blocks below each other, each the indentation to the right."""

    def __init__(self, *blocks: Block | str, indent: int = 0) -> None:
        self.blocks, self.indent = blocks, indent

    def lines(self, width: int) -> Iterator[Text]:
        for line in lines_of(self.blocks, width - self.indent):
            yield Text(" " * self.indent).append(line) if self.indent else line


class TextTree(Block):
    """A text with branches below it."""

    def __init__(self, label: str) -> None:
        self.label, self.branches = label, list[TextTree]()

    def add(self, label: str) -> TextTree:
        """Add a branch; return it."""
        self.branches.append(TextTree(label))
        return self.branches[-1]

    def lines(self, width: int) -> Iterator[Text]:
        yield from Text(self.label).lines(width)
        is_known = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")
        each, last, around, below = GUIDES if is_known else ASCII_GUIDES
        for branch in self.branches:
            is_last = branch is self.branches[-1]
            guide = last if is_last else each
            for line in branch.lines(width - len(guide)):
                yield Text(guide, "dim").append(line)
                guide = below if is_last else around


def lines_of(blocks: Iterable[Block | str], width: int) -> Iterator[Text]:
    """Yield the lines of all blocks."""
    for each in blocks:
        yield from (Text(each) if isinstance(each, str) else each).lines(width)


def plain_text(screen: Screen, blocks: Iterable[Block | str]) -> str:
    """Return the lines of all blocks without styles; none ends in spaces."""
    return "".join(f"{line.plain.rstrip()}\n" for line in lines_of(blocks, screen.width))


def styled_text(console: Any, blocks: Iterable[Block | str]) -> str:
    """Return the lines of all blocks as the terminal of a console of rich shows them."""
    with console.capture() as capture:
        console.print(Group(*blocks), crop=False)
    return str(capture.get())
