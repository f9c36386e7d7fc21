"""Text of untrusted origin, made safe to show on a terminal.

    a name with an escape code      A\\x1b[2JB          shown like this instead of clearing the screen
    the same in JSON                "A\\u001b[2JB"

Names, titles, notes and headers come from files of other people.  Characters that control a terminal, change
the direction of text, or are invisible are escaped wherever text is shown: by `visible` in text of several
lines, by `one_line` in a single value.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # loaded on first use
    from collections.abc import Iterable

    from rich.console import Console

LINE_END = "\n"
SPACE = "Zs"  # the category of spaces, which `isprintable` rejects


def visible(text: str) -> str:
    """Return the text with its control characters escaped, all but the ends of lines."""
    if text.isprintable():
        return text
    return "".join(each if each == LINE_END or _is_shown(each) else _escaped(each) for each in text)


def one_line(text: str) -> str:
    """Return the text with its control characters escaped, including the ends of lines."""
    return visible(text).replace(LINE_END, r"\n")


def visible_json(text: str) -> str:
    """Return the text of the same JSON object with its control characters escaped."""
    if text.isprintable():
        return text
    return re.sub(
        r"[^\n -~]", lambda found: found[0] if _is_shown(found[0]) else _json_escaped(found[0]), text
    )


def new_console(**settings: Any) -> Console:
    """Return a console that shows text unchanged, except that control characters are escaped.

    A console of Windows that does not know ANSI codes gets no colours.
    """
    console = _safe_console()(highlight=False, markup=False, emoji=False, **settings)
    if not console.legacy_windows:
        return console
    return _safe_console()(highlight=False, markup=False, emoji=False, **settings | {"color_system": None})


@functools.cache
def _safe_console() -> type[Console]:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment
    from rich.text import Text

    class SafeConsole(Console):
        """A console that writes only its own control characters."""

        def render(
            self, renderable: RenderableType, options: ConsoleOptions | None = None
        ) -> Iterable[Segment]:
            if isinstance(renderable, Text) and visible(renderable.plain) != renderable.plain:
                renderable = Text(visible(renderable.plain), renderable.style)
            for segment in super().render(renderable, options):
                yield segment if segment.control else segment._replace(text=visible(segment.text))

        def render_str(self, text: str, **settings: Any) -> Text:
            return super().render_str(visible(text), **settings)

    return SafeConsole


def _is_shown(character: str) -> bool:
    return character.isprintable() or unicodedata.category(character) == SPACE


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def _json_escaped(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{high:02x}{low:02x}" for high, low in zip(units[::2], units[1::2], strict=True))
