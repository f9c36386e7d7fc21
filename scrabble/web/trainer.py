"""The trainer: puzzles in the browser, judged and kept as in a terminal (`scrabble.training`).

    field_choices       of the page
    start               the puzzle with which a tab begins, if any, and what was chosen in it
    choose              the first of the puzzles chosen
    take                its next puzzle; it begins a showing, which the other requests name
    attempt, hint, solution

A page that is loaded again continues with the puzzle that it showed: hints seen before stay seen, and the
first attempt stays the one that counts.

One request is answered at a time: searches are short, and the practice database has one connection.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import PurePath
from typing import Any, NamedTuple

from msgspec import to_builtins

from scrabble.answer.moves import Step, replayed
from scrabble.english import capitalized
from scrabble.errors import ScrabbleError
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.puzzles.puzzle import Theme
from scrabble.report.pages.page_puzzle import position_data
from scrabble.report.pages.progress import progress_page
from scrabble.report.pages.puzzle_page import lost_text
from scrabble.report.view import line_steps
from scrabble.training.database import PracticeDatabase
from scrabble.training.judging import known_verdicts, verdict_sentence
from scrabble.training.progress import progress_of
from scrabble.training.schedule import learned
from scrabble.training.selection import (
    EASIEST,
    HARDEST,
    Filters,
    PracticeQueue,
    bundled_sets,
    level_now,
    load_set,
    next_due,
    select_playable,
    themes_named,
    tried_puzzles,
)
from scrabble.training.showing import Showing
from scrabble.wording.lines import line_text
from scrabble.wording.practice import again_text, level_text, none_text, solved_text

MOST_SHOWINGS = 64  # that can still be answered
MOST_TABS = 64  # that continue where they were
STYLE_SHEETS = ("static/page.css", "static/progress.css")
RANGES = (  # of difficulties
    (f"{EASIEST}-{HARDEST}", "any"),
    *((f"{level}-{level}", str(level)) for level in range(EASIEST, HARDEST + 1)),
)
TRIED = ""  # in place of the name of a set: all puzzles that were tried


class Choice(NamedTuple):
    """The contents of the fields of the page."""

    set_name: str
    theme: str
    difficulty: tuple[int, int]
    due_only: bool


class Tab:
    """A tab of the browser: what was chosen in it, if anything, and how far it is."""

    def __init__(self, queue: PracticeQueue) -> None:
        self.queue = queue
        self.chosen: Choice | None = None
        self.current: Showing | None = None


class Trainer:
    """The state of all tabs of a trainer."""

    def __init__(self, practice: PracticeDatabase, set_name: str, filters: Filters, seconds: float) -> None:
        self._practice, self._filters, self._seconds = practice, filters, seconds
        self._first_set = set_name
        self._sets = list(dict.fromkeys([*([set_name] if set_name else []), *bundled_sets()]))
        self._tabs: OrderedDict[str, Tab] = OrderedDict()
        self._showings: OrderedDict[str, Showing] = OrderedDict()
        themes = sorted(filters.themes)
        theme = themes[0] if len(themes) == 1 else ""
        self._chosen = Choice(set_name, theme, filters.difficulty, filters.due_only)  # in any tab
        self._tried: dict[str, bool] = {}  # whether the first attempt of a showing was right
        self._lock = threading.Lock()

    def field_choices(self) -> dict[str, Any]:
        """Return the choices of the fields, pairs of a value and its text, and those made last."""
        set_name, theme, difficulty, due_only = self._chosen
        easiest, hardest = self._filters.difficulty
        given = f"{easiest}-{hardest}"
        other = [] if given in dict(RANGES) else [(given, f"{easiest} to {hardest}")]
        return {
            "sets": [*((name, PurePath(name).name) for name in self._sets), (TRIED, "all that were tried")],
            "set": set_name,
            "themes": [("", "any"), *((name, name) for name in Theme)],
            "puzzle_theme": theme,
            "ranges": [*RANGES, *other],
            "difficulty": "-".join(map(str, difficulty)),
            "due_only": due_only,
        }

    def start(self, name: str) -> dict[str, Any]:
        """Return what a tab begins with."""
        with self._lock:
            tab = self._tab(name)
        return {
            "puzzle": None if tab.current is None else self._question(tab.current, tab.queue),
            "chosen": None if tab.chosen is None else tab.chosen._asdict(),
            "result": self._result(),
        }

    def _tab(self, name: str) -> Tab:
        """Return the state of a tab; it begins anew if `MOST_TABS` others were used since."""
        if name not in self._tabs:
            self._tabs[name] = Tab(PracticeQueue((), 0, self._practice))
        self._tabs.move_to_end(name)
        while len(self._tabs) > MOST_TABS:
            self._tabs.popitem(last=False)
        return self._tabs[name]

    def choose(
        self, name: str, set_name: str, theme: str, difficulty: tuple[int, int], due_only: bool
    ) -> dict[str, Any]:
        """Return the first of the puzzles chosen, and a message."""
        if set_name and set_name not in self._sets:
            raise ScrabbleError(f"expected one of the sets {', '.join(self._sets)}, got {set_name!r}")
        with self._lock:
            puzzles = load_set(set_name) if set_name else tried_puzzles(self._practice)
            now = datetime.now()
            known = learned(self._practice.attempts(), now)
        themes = themes_named(theme) if theme else frozenset()
        if not theme and set_name == self._first_set and len(self._filters.themes) > 1:
            themes = self._filters.themes
        filters = Filters(themes, difficulty, due_only, self._filters.limit)
        chosen, left_out = select_playable(puzzles, known, filters, now)
        with self._lock:
            tab = self._tab(name)
            tab.queue = PracticeQueue(chosen, filters.limit, self._practice)
            tab.chosen = self._chosen = Choice(set_name, theme, difficulty, due_only)
        message = left_out or ("" if chosen else none_text(due_only, next_due(puzzles, known)))
        return {**self.take(name), "message": f"{capitalized(message)}." if message else ""}

    def take(self, name: str) -> dict[str, Any]:
        """Begin a showing of the next puzzle, or continue the one that has not ended; return its question.

        It is None after the last one.
        """
        with self._lock:
            tab = self._tab(name)
            named = tab.queue.take()
            if named is None:
                tab.current = None
                return {"puzzle": None}
            showing = self._open_showing(named.puzzle.id) or Showing(named, self._practice, self._seconds)
            self._showings[showing.visit] = tab.current = showing
            self._showings.move_to_end(showing.visit)
            while len(self._showings) > MOST_SHOWINGS:
                self._showings.popitem(last=False)
            return {"puzzle": self._question(showing, tab.queue)}

    def _open_showing(self, name: str) -> Showing | None:
        """Return the showing of a puzzle that has neither ended nor, after an attempt, become due again."""
        for showing in reversed(self._showings.values()):
            if showing.puzzle.id == name and not showing.is_over:
                due = showing.due() if showing.attempts else None
                is_again = due is not None and due <= datetime.now().astimezone()
                return None if is_again else showing
        return None

    def _question(self, showing: Showing, queue: PracticeQueue) -> dict[str, Any]:
        """Return a puzzle as it is shown, with what has been seen of its answer."""
        puzzle, question = showing.puzzle, showing.question_json()
        return {
            **position_data(showing.judge.position),
            "showing": showing.visit,
            "puzzle": puzzle.id,
            "number": f"{queue.taken} of {queue.total}",
            "hints_shown": showing.hints[: showing.hints_seen],
            "is_tried": showing.attempts > 0,
            "is_over": showing.is_over,
            "seconds": showing.seconds,
            "cgp": puzzle.cgp,
            "names": puzzle.players or ["You", "Opponent"],
            "has_bag": puzzle.has_bag,
            "question": question["text"],
            "about": f"Difficulty {puzzle.difficulty} of 5 · {puzzle.lexicon} · {question['set']}",
        }

    def _result(self, showing: Showing | None = None) -> str:
        """Return what has been solved at the first attempt, after a showing, and the level; "" before any."""
        if showing is not None and showing.attempts:
            self._tried[showing.visit] = showing.is_solved_at_once
        if not self._tried:
            return ""
        solved = solved_text(sum(self._tried.values()), len(self._tried))
        return f"{solved} · {level_text(level_now(self._practice))}"

    def attempt(self, showing: str, text: str) -> dict[str, Any]:
        """Judge a move and keep the attempt."""
        with self._lock:
            mine = self._showing(showing)
            verdict = mine.attempt(text)
            return {
                **mine.verdict_json(verdict),
                "result": self._result(mine),
                "line": self._line(mine.judge.position, verdict.line, verdict.bag),
            }

    def hint(self, showing: str) -> dict[str, Any]:
        """Return the next hint, or null."""
        with self._lock:
            return {"hint": self._showing(showing).hint()}

    def solution(self, showing: str) -> dict[str, Any]:
        """Return the solution, the reasons, and what other moves lose."""
        with self._lock:
            mine = self._showing(showing)
            solution, puzzle, position = mine.give_up(), mine.puzzle, mine.judge.position
            alone = [Step(solution.move, solution.score)]
            return {
                "line": self._line(position, solution.line or alone),
                "line_text": line_text(solution.line or alone),
                "reasons": puzzle.reasons,
                "themes": list(puzzle.themes),
                "again": again_text(mine.due()),
                "result": self._result(mine),
                "others": [
                    {
                        "move": each.move,
                        "lost": lost_text(each, puzzle),
                        "text": verdict_sentence(each, puzzle),
                        "line": self._line(position, each.line or [Step(each.move, each.score)], each.bag),
                    }
                    for each in known_verdicts(puzzle)[1:]
                ],
            }

    def progress_page(self, theme: str) -> str:
        """Return the page of progress."""
        now = datetime.now()
        with self._lock:
            found = progress_of(self._practice.attempts(), tried_puzzles(self._practice), now)
        return progress_page(found, now, "train", theme=theme, style_sheets=STYLE_SHEETS)

    def _showing(self, name: str) -> Showing:
        found = self._showings.get(name)
        if found is None:
            raise ScrabbleError("this puzzle is no longer open: reload the page")
        return found

    @staticmethod
    def _line(position: Position, line: Sequence[Step], bag: str | None = None) -> list[dict[str, Any]]:
        """Return a line with the tiles of each move, and the position after it."""
        after = [*_positions_after(position, line, bag)]
        return [
            {**to_builtins(step), "cgp": text}
            for step, text in zip(line_steps(position, line, bag), after, strict=True)
        ]


def _positions_after(position: Position, line: Sequence[Step], bag: str | None) -> Iterable[str | None]:
    """Yield the position after each move; None before the bag is empty, where it depends on the draw."""
    found = [*replayed(position, line, bag)]
    for number, (now, move) in enumerate(found, 1):
        after = found[number][0] if number < len(found) else now.play(move)
        yield None if now.bag or after.bag else cgp.dumps(after)
