"""The texts of a word list in JSON or JavaScript, as rows of a table.

["aa", "ab"]                                one row
{"words": ["aa", "ab"]}                     what a name such as `words` stands for
{"a": ["aa"], "b": ["ba"]}                  a row a list
{"aa": 2, "ab": 4}    {"aa": "lava"}        a row for each name and what it stands for
[["aa", 2], ["ab", 4]]                      a row each
[{"word": "aa", "points": 2}, ...]          the same; only the words if they are called so
{"word": "aa"}  {"word": "ab"}              JSON Lines, as if they were a list
module.exports = ['aa', 'ab',];             JavaScript: what is assigned, exported or returned
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from scrabble.lexicon.dawg import LexiconError

Row = list[str]

TITLES_IN_USE = (
    "word words wordlist word_list entry entries lemma lemmas term terms wort wörter woerter mot mots "
    "palabra palabras palavra palavras paraula paraules woord woorden ord słowo słowa beseda besede "
    "parola parole"
)
TITLES = frozenset(TITLES_IN_USE.split())
ASSIGNED = re.compile(
    r"""(?:[^\[{(]|\[\]){0,500}?(?:=|\bdefault|\breturn)\s*(?:new\s+)?(?:\w+\s*)?(?:\(\s*)?(?=[\[{('"])"""
)
SPLIT = re.compile(r"""[^"'`]{0,500}=\s*(["'`])([^"'`]*)\1\s*\.split\(""")
BETWEEN = re.compile(r"[\s,;|]+")  # values, and words in one text
QUOTED = re.compile(r"""\\.|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`\\]*)`""")
LOOSE = (  # JavaScript's own spellings
    (re.compile(r"^[ \t]*//.*$", re.MULTILINE), ""),
    (re.compile(r"'([^'\\\"\n]*)'"), r'"\1"'),
    (re.compile(r"([{,]\s*)([^\W\d]\w*)(\s*:)"), r'\1"\2"\3'),
    (re.compile(r",(\s*[\]}])"), r"\1"),
)
ENOUGH = 10  # words in each list that has a name, or such lists: fewer stand beside other facts


def rows_of(text: str) -> list[Row]:
    """Return the rows; [] for any other text.  Raises LexiconError if names and lists may both be words."""
    if split := SPLIT.match(text):
        return [BETWEEN.split(split[2].strip())]
    start = ASSIGNED.match(text)
    body = (text[start.end() :] if start else text).strip()
    if not start and not body.startswith(("[", "{")):
        return []
    values = _values(body)
    if values is None:
        for pattern, replacement in LOOSE:
            body = pattern.sub(replacement, body)
        values = _values(body)
    if values is None and body.startswith(("'", '"')):  # aa = "a definition"
        return []
    if values is None:
        found = [one or two or three for one, two, three in QUOTED.findall(body)]
        if sum(map(len, found)) < 0.5 * len(body):
            return []
        if not re.search(r"[\])}]", body[max(map(body.rfind, "\"'`")) :]):
            raise LexiconError("JSON or JavaScript that ends in the middle of a list")
        values = [found]
    try:
        return [row for row in _rows(values[0] if len(values) == 1 else values) if any(row)]
    except RecursionError:  # so deep that it is no list
        return []


def _values(body: str) -> list[Any] | None:
    """Return the values that follow each other; None if anything else does."""
    decoder = json.JSONDecoder(strict=False)
    values, at, end = [], 0, len(body.rstrip("; \t\r\n\x1a)"))
    try:
        while at < end:
            value, at = decoder.raw_decode(body, at)
            values.append(value)
            between = BETWEEN.match(body, at)
            at = between.end() if between else at
    except (ValueError, RecursionError):
        return None
    return values


def _rows(value: Any) -> Iterator[Row]:
    if isinstance(value, dict):
        yield from _rows_of_names(value)
    elif isinstance(value, list) and any(map(_is_container, value)):
        records = [each for each in value if isinstance(each, dict)]
        if len(records) == len(value) and any(isinstance(each, str) for each in records[0].values()):
            names = [name for name in records[0] if name.casefold() in TITLES] or list(records[0])
            yield from ([_text(record.get(name)) for name in names] for record in records)
            return
        for each in value:
            yield from _rows(each)
    elif isinstance(value, list):
        yield [_text(each) for each in value]
    elif isinstance(value, str):
        yield BETWEEN.split(value.strip())


def _rows_of_names(value: dict[str, Any]) -> Iterator[Row]:
    half = sum(map(len, map(str, value.values()))) // 2
    for name, named in value.items():
        if name.casefold() in TITLES and (_is_container(named) or len(str(named)) > half):
            yield from _rows(named)
            return
    lists: list[Any] = [named for named in value.values() if isinstance(named, list)]
    inner = [named for named in value.values() if isinstance(named, dict)]
    lists = lists or [each for each in inner if any(map(_is_container, each.values()))] or inner
    if not lists or not _are_headings(value, lists):
        yield from ([name, _text(named)] for name, named in value.items())
        return
    for named in lists:
        yield from _rows(named)


def _are_headings(value: dict[str, Any], lists: list[Any]) -> bool:
    """Return whether the names of an object are no words, but those of lists of words."""
    if len(value) == 1 or len(lists) < min(len(value), ENOUGH):
        return True
    if any(isinstance(each, dict) and any(map(_is_container, each.values())) for each in lists):
        return True
    if any(not name.isalpha() or len(name) == 1 for name in value):
        return True
    named = [(name, each) for name, found in value.items() if _is_container(found) for each in found]
    anagrams = [(name, each) for name, each in named if isinstance(each, str)]
    if anagrams and all(sorted(name) == sorted(each) for name, each in anagrams):
        return True
    words = [each for named in lists if isinstance(named, list) for each in named if isinstance(each, str)]
    if len(words) >= ENOUGH * len(value):
        return True
    if words and all(each.isalpha() for each in words):
        raise LexiconError(
            f"JSON with {len(value):,} names and {len(words):,} words in lists, expected a list of words"
        )
    return False


def _is_container(value: Any) -> bool:
    return isinstance(value, list | dict)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
