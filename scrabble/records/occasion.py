"""When a game was played: its date and its round, as far as the record tells.

    #date 2024-05-17                        the pragma, which some programs write
    #title Nationals 2024-05-17, round 3    the title or a description
    josh_nationals_round_20.gcg             the name of the file, 20240517_r3.gcg included

A date is year, month and day; one without separators counts only in the name of a file, where a number is not
a seed or a score.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from pathlib import PurePath

from scrabble.records.record import GameRecord

DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)([-_./])(\d\d?)\2(\d\d?)(?!\d)")
COMPACT = re.compile(r"(?<!\d)((?:19|20)\d\d)()(\d\d)(\d\d)(?!\d)")
ROUND = re.compile(r"(?<![a-z])(?:round|rd|r)[ ._#-]*(\d{1,3})(?!\d)", re.IGNORECASE)


def date_of(record: GameRecord) -> str | None:
    """Return the date of a game as 2024-05-17, None if the record does not tell."""
    stem = PurePath(record.source).stem
    for text in _texts(record):
        for pattern in (DATE, COMPACT) if text == stem else (DATE,):
            for found in pattern.finditer(text):
                year, month, day = int(found[1]), int(found[3]), int(found[4])
                try:
                    return datetime.date(year, month, day).isoformat()
                except ValueError:
                    continue
    return None


def round_of(record: GameRecord) -> int | None:
    """Return the round of a tournament, None if the record does not tell."""
    found = (ROUND.search(text) for text in _texts(record))
    return next((int(each[1]) for each in found if each), None)


def _texts(record: GameRecord) -> Iterator[str]:
    """Yield the texts that may tell, the most reliable first."""
    date = record.value("date")
    yield from filter(None, (date, record.title, *record.description.splitlines()))
    yield PurePath(record.source).stem
