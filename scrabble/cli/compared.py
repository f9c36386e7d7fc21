"""What is compared, as it is called in titles."""

from __future__ import annotations

from collections.abc import Sequence


def title_of(positions: Sequence[str], count: int) -> str:
    """What is compared: files without their folders, a text cut short."""
    from scrabble.game.tiles import quoted
    from scrabble.report.base_names import base_names
    from scrabble.sources import STANDARD_INPUT, is_text

    shown = {STANDARD_INPUT: "standard input"}
    shown |= {each: quoted(each) for each in positions if is_text(each)}
    files = [each for each in positions if each not in shown]
    shown |= dict(zip(files, base_names(files), strict=True))
    return f"{', '.join(shown[each] for each in positions)}: {count} position{'s' if count != 1 else ''}"
