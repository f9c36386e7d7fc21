"""Practice over months: clocks that change, other time zones, and thousands of attempts."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from scrabble.report.progress import progress_text
from scrabble.training.database import Attempt, PracticeDatabase, StoredPuzzle
from scrabble.training.progress import progress_of
from scrabble.training.schedule import Learned, is_due, learned
from scrabble.training.selection import Filters, NamedPuzzle, load_set, select, tried_puzzles
from tests.conftest import REPOSITORY, Outcome

NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)
PUZZLES = load_set("puzzles")
FEW, MANY = 1_500, 20_000


@pytest.fixture
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Local time of another zone."""
    if not hasattr(time, "tzset"):
        pytest.skip("Windows has one time zone for all programs")
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


# clocks change on 29 March and on 25 October 2026
in_warsaw = pytest.mark.parametrize("zone", ["CET-1CEST,M3.5.0,M10.5.0/3"], indirect=True)


@in_warsaw
@pytest.mark.usefixtures("zone")
@pytest.mark.parametrize(
    ("now", "last"),
    [
        (datetime(2026, 3, 28, 23, 59), datetime(2026, 3, 28, 22, 59, tzinfo=UTC)),
        (datetime(2026, 3, 29, 0, 1), datetime(2026, 3, 29, 21, 59, tzinfo=UTC)),  # a day of 23 hours
        (datetime(2026, 10, 24, 23, 59), datetime(2026, 10, 24, 21, 59, tzinfo=UTC)),
        (datetime(2026, 10, 25, 0, 1), datetime(2026, 10, 25, 22, 59, tzinfo=UTC)),  # a day of 25 hours
    ],
)
def test_today_ends_at_midnight_by_the_clocks_of_that_night(now: datetime, last: datetime) -> None:
    assert is_due(Learned(last, 1, 0), now)
    assert not is_due(Learned(last + timedelta(minutes=1), 1, 0), now)


def attempt(named: NamedPuzzle, number: int, at: datetime) -> Attempt:
    return Attempt(named.puzzle.id, str(number), "pass", number % 3 == 0, number % 2, 20.0, at)


@in_warsaw
@pytest.mark.usefixtures("zone")
def test_a_day_of_winter_is_the_same_day_in_summer() -> None:
    late = attempt(PUZZLES[0], 1, datetime(2026, 1, 10, 22, 30, tzinfo=UTC))  # half past eleven
    for now in (datetime(2026, 1, 20), datetime(2026, 7, 1)):
        [(day, _)] = progress_of([late], PUZZLES, now).by_day
        assert day == date(2026, 1, 10)


def stored(named: NamedPuzzle) -> StoredPuzzle:
    record = {"cgp": named.puzzle.cgp, "question": named.puzzle.question, "lexicon": named.puzzle.lexicon}
    return StoredPuzzle(named.puzzle.id, named.set_name, json.dumps(record))


@pytest.mark.parametrize(
    ("zone", "day"),
    [("<+14>-14", "2026-05-05"), ("<-11>11", "2026-05-04"), ("no such zone", "2026-05-05")],
    indirect=["zone"],
)
@pytest.mark.usefixtures("zone")
def test_days_are_those_of_the_time_zone(
    tmp_path: Path, day: str, endgame: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    line = (REPOSITORY / "positions" / "puzzles.jsonl").read_text("utf-8").splitlines()
    record = next(each for each in line if PUZZLES[0].puzzle.id in each)
    with PracticeDatabase() as practice:
        made = attempt(PUZZLES[0], 1, datetime(2026, 5, 5, 0, 30, tzinfo=UTC))
        practice.add(made, StoredPuzzle(PUZZLES[0].puzzle.id, "puzzles", record))
    done = endgame("train", "--progress", "--json")
    assert (done.status, done.err) == (0, "")
    assert day in done.out and "2026-05-0" not in done.out.replace(day, "")


@pytest.fixture(scope="module", params=[FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def months(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A practice database with the attempts of two years, and how many there are."""
    count = request.param
    path = tmp_path_factory.mktemp("months") / "practice.sqlite"
    lines = (REPOSITORY / "positions" / "puzzles.jsonl").read_text("utf-8").splitlines()
    records = {json.loads(line)["id"]: line for line in lines if line.startswith("{")}
    with PracticeDatabase(path) as practice, closing(practice._connection.cursor()) as cursor:
        cursor.execute("BEGIN")
        cursor.executemany(
            "INSERT INTO puzzles VALUES (?, ?, ?)",
            [(each.puzzle.id, each.set_name, records[each.puzzle.id]) for each in PUZZLES],
        )
        made = (
            attempt(PUZZLES[number % len(PUZZLES)], number, NOW - timedelta(days=730 * (1 - number / count)))
            for number in range(count)
        )
        cursor.executemany(
            "INSERT INTO attempts (puzzle, visit, move, is_right, hints, seconds, at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(*each[:-1], each.at.isoformat()) for each in made],
        )
        cursor.execute("COMMIT")
    return path, count


def test_months_of_practice_are_read_at_once(months: tuple[Path, int]) -> None:
    """However many attempts there are: a few queries, and seconds of a slow machine."""
    (path, count), asked = months, list[str]()
    with PracticeDatabase(path) as practice:
        practice._connection.set_trace_callback(asked.append)
        started = time.process_time()
        attempts = practice.attempts()
        progress = progress_of(attempts, tried_puzzles(practice), NOW)
        known = learned(attempts, NOW)
        due = select(PUZZLES, known, Filters(due_only=True), NOW)
        used = time.process_time() - started
    assert len(asked) == 3 and used < 20
    assert progress.total.shown == count and progress.puzzles == len(PUZZLES) == len(known)
    assert len(due) == progress.due == sum(is_due(each, NOW) for each in known.values())
    assert sum(tally.shown for _, tally in progress.by_day) == count and len(progress.by_day) > 700
    assert len(list(progress_text(progress))) < 100
