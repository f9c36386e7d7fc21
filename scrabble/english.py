"""Words that messages, tables and pages of every part share: numbers with their nouns, lists, sentences."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def counted(number: float | Fraction, noun: str) -> str:
    """Return a number with its noun: "1 tile", "2 tiles", "1,000 games"."""
    count = f"{number:,}" if isinstance(number, int) else f"{number}"
    return f"{count} {noun}{'' if abs(number) == 1 else 's'}"


def join_words(texts: Sequence[str], word: str = "and") -> str:
    """Return texts as a list in a sentence: A, B and C."""
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}" if len(texts) > 1 else "".join(texts)


def ordinal(number: int) -> str:
    """Return a place in an order: 1st, 2nd, 3rd, 4th, 11th, 21st."""
    ends = {1: "st", 2: "nd", 3: "rd"}
    is_teen = 10 < number % 100 < 14
    return f"{number:,}{'th' if is_teen else ends.get(number % 10, 'th')}"


def capitalized(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]
