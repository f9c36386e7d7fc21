"""Cases as text: what is read, and what is made of it, as last looked at.

    --- wrong score                                                   the name of a case
    #player1 ann                                                      what is read
    >ann: AEIRSTT 8E STAR +18 18
    => line 2: 8E STAR is recorded as +18 points; expected +8         what is made of it

A new case is a name and what is read, or one line that is both; `python -m tests.guard` writes the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

NAME, MADE = "--- ", "=> "


class Case(NamedTuple):
    """What is read, without its last line end."""

    name: str
    lines: str

    @property
    def text(self) -> str:
        """The lines, or the name if there are none."""
        return self.lines or self.name


def cases(path: Path) -> Iterator[Case]:
    """Yield the cases of a file."""
    for part in f"\n{path.read_text('utf-8')}".split(f"\n{NAME}")[1:]:
        name, *lines = part.removesuffix("\n").split("\n")
        yield Case(name, "\n".join(line for line in lines if not line.startswith(MADE)))


def rewritten(path: Path, made: Callable[[str], Iterable[str]]) -> str:
    """Return the text of a file with what is made of each case now."""
    return "".join(
        "".join(f"{line}\n" for line in (NAME + case.name, *case.lines.splitlines(), *_made(case, made)))
        for case in cases(path)
    )


def _made(case: Case, made: Callable[[str], Iterable[str]]) -> Iterator[str]:
    return (MADE + line for line in made(case.text))
