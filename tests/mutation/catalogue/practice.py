"""Mutants of puzzles and practice, and of the guard of the pages."""

from __future__ import annotations

from tests.mutation.mutant import Mutant, seen_by

PUZZLES = "tests/scrabble/puzzles"
TRAINING = "tests/scrabble/training"
WEB = "tests/scrabble/web"

PRACTICE = (
    *seen_by(
        f"{PUZZLES}/test_difficulty.py {PUZZLES}/test_puzzle.py",
        Mutant("scrabble.puzzles.difficulty:points_of", "bound", "facts.tempting >= ", "facts.tempting > "),
        Mutant(
            "scrabble.puzzles.difficulty:points_of",
            "bound",
            "bisect_right(RANKS, facts.rank)",
            "bisect_right(RANKS, facts.rank - 1)",
        ),
        Mutant("scrabble.puzzles.difficulty:points_of", "sign", "- bisect_right(gaps", "+ bisect_right(gaps"),
        Mutant(
            "scrabble.puzzles.difficulty:rank_by_score", "bound", "play.score > score", "play.score >= score"
        ),
    ),
    *seen_by(
        f"{PUZZLES}/test_make.py {PUZZLES}/test_check.py {PUZZLES}/test_mistakes.py",
        Mutant(
            "scrabble.puzzles.make:question_of", "bound", "best > 0 >= best - gap", "best > 0 > best - gap"
        ),
        Mutant("scrabble.puzzles.make:EndgamePuzzle.make", "bound", "if gap <= 0:", "if gap < 0:"),
        Mutant("scrabble.puzzles.make:EndgamePuzzle._trivial", "bound", "lead >= gap", "lead > gap"),
        Mutant(
            "scrabble.puzzles.make:EndgamePuzzle._winning_moves",
            "rule",
            "each.win.lower == 1",
            "each.win.lower > 0",
        ),
    ),
    *seen_by(
        f"{PUZZLES}/test_made_again.py",
        Mutant(
            "scrabble.puzzles.themes:_of_moves",
            "bound",
            "line[0].score) >= GIVEN_UP",
            "line[0].score) > GIVEN_UP",
        ),
        Mutant("scrabble.puzzles.themes:_left", "sign", "end.rack_codes[len(line) % 2]", "end.rack_codes[0]"),
    ),
    *seen_by(
        f"{TRAINING}/test_order.py",
        Mutant("scrabble.training.selection:level", "bound", "difficulty >= found", "difficulty > found"),
        Mutant("scrabble.training.selection:level", "bound", "difficulty <= found", "difficulty < found"),
        Mutant(
            "scrabble.training.selection:PracticeQueue.take",
            "sign",
            "difficulty - wanted",
            "difficulty + wanted",
        ),
    ),
    *seen_by(
        f"{TRAINING}/test_schedule.py {TRAINING}/test_selection.py {TRAINING}/test_progress.py",
        Mutant("scrabble.training.schedule:is_due", "bound", "<= now.date()", "< now.date()"),
        Mutant("scrabble.training.schedule:is_due", "rule", "astimezone(now.tzinfo)", "astimezone(UTC)"),
        Mutant("scrabble.training.schedule:_rating", "rule", "Rating.Hard if", "Rating.Good if"),
        Mutant("scrabble.training.schedule:learned", "rule", "each.at <= now", "True"),
        Mutant(
            "scrabble.training.schedule:first_attempts",
            "key",
            "(each.puzzle, each.visit)",
            '(each.puzzle, "")',
        ),
        Mutant(
            "scrabble.training.selection:select",
            "rule",
            "[*due, *untried, *later]",
            "[*untried, *due, *later]",
        ),
        Mutant(
            "scrabble.training.progress:progress_of",
            "rule",
            "each.at.astimezone(now.tzinfo).date()",
            "each.at.date()",
        ),
    ),
    *seen_by(
        f"{TRAINING}/test_judging.py",
        Mutant(
            "scrabble.training.judging:Judge._searched",
            "bound",
            "len(variants([solution.move, text])) > 1",
            "True",
        ),
        Mutant(
            "scrabble.training.judging:Judge._after",
            "sign",
            "exactly(mine - theirs)",
            "exactly(theirs - mine)",
        ),
        Mutant(
            "scrabble.training.judging:_refuted", "bound", "Interval(loss, best) if", "Interval(0, best) if"
        ),
    ),
    *seen_by(
        f"{TRAINING}/test_database.py",
        Mutant(
            "scrabble.training.database:PracticeDatabase._keep_copy",
            "bound",
            "self._copied_attempts() > _count(self._connection)",
            "False",
        ),
        Mutant(
            "scrabble.training.database:PracticeDatabase._prepare",
            "bound",
            "version > SCHEMA_VERSION",
            "False",
        ),
    ),
)

SERVER = (
    *seen_by(
        f"{WEB}/test_guard.py",
        Mutant(
            "scrabble.web.guard:Guard._check_origin",
            "rule",
            '("same-origin", "none")',
            '("same-origin", "same-site", "none")',
        ),
        Mutant(
            "scrabble.web.guard:Guard._check_origin",
            "rule",
            '{f"http://{name}" for name in self._hosts}',
            '{"null", *(f"http://{name}" for name in self._hosts)}',
        ),
        Mutant(
            "scrabble.web.guard:Guard._check_origin", "rule", "host.lower() not in self._hosts", "not host"
        ),
        Mutant(
            "scrabble.web.guard:Guard._check_size_and_rate",
            "bound",
            "int(size) > MOST_BYTES",
            "int(size) > 2 * MOST_BYTES",
        ),
        Mutant(
            "scrabble.web.guard:_LimitedBody.receive",
            "bound",
            "self._size > MOST_BYTES",
            "self._size > 2 * MOST_BYTES",
        ),
        Mutant("scrabble.web.guard:Guard._check_limits", "bound", "self._left -= 1", "self._left -= 0.5"),
    ),
    *seen_by(
        f"{WEB}/test_tokens.py",
        Mutant("scrabble.web.tokens:_is_private", "rule", "0o077", "0o007"),
        Mutant("scrabble.web.tokens:_write", "rule", " | os.O_EXCL", " | os.O_TRUNC"),
        Mutant("scrabble.web.tokens:opening_file", "sign", "time.time() - DAY", "time.time() + DAY"),
    ),
    *seen_by(
        f"{WEB}/test_session.py {WEB}/test_searches.py {WEB}/test_lexicon.py",
        Mutant(
            "scrabble.web.session:ExplorationCache._place",
            "key",
            "began = (request.home, request.lexicon.sha256, request.threads)",
            "began = (request.home, *(self._begun_with or (None, None, None))[1:2], request.threads)",
        ),
        Mutant(
            "scrabble.web.session:ExplorationCache._of_preendgame",
            "bound",
            "del others[KEPT_EXPLORATIONS - 1 :]",
            "del others[KEPT_EXPLORATIONS:]",
        ),
    ),
)
