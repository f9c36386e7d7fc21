"""Mutants of tables and sentences, and of the analysis of many games."""

from __future__ import annotations

from tests.mutation.mutant import Mutant, seen_by

ANALYSIS = "tests/scrabble/analysis"
BATCH = "tests/scrabble/analysis/batch"
REPORT, WORDING = "tests/scrabble/report", "tests/scrabble/wording"
ANSWER, SOLVER = "tests/scrabble/answer", "tests/scrabble/solver"

REVIEW = (
    *seen_by(
        f"{REPORT}/test_columns.py {REPORT}/test_tables.py",
        Mutant("scrabble.report.columns:_value_cell", "sign", "spread - turn.lead", "spread + turn.lead"),
        Mutant(
            "scrabble.answer.turns:Turn.bounds",
            "sign",
            "plus(-self.lead)",
            "plus(self.lead)",
        ),
        Mutant(
            "scrabble.report.columns:_final_cell",
            "column",
            "points_of(turn.found.estimate_after)",
            "points_of(turn.found.estimate)",
        ),
        Mutant(
            "scrabble.report.columns:TURN_COLUMNS",
            "column",
            "_of_evaluated(lambda turn: turn.spread_after)",
            "_of_evaluated(lambda turn: turn.spread)",
        ),
        Mutant(
            "scrabble.report.columns:TURN_COLUMNS",
            "column",
            "_of_evaluated(lambda turn: turn.win_after)",
            "_of_evaluated(lambda turn: turn.win)",
        ),
        Mutant(
            "scrabble.report.columns:TURN_COLUMNS",
            "column",
            "turn.total - turn.replayed.bonus",
            "turn.total",
        ),
        Mutant(
            "scrabble.analysis.analysis:summary_of",
            "rule",
            "[*evaluated, *(turn for turn in with_bag if turn.is_in_points)]",
            "evaluated",
        ),
        Mutant("scrabble.report.columns:TURN_COLUMNS", "header", '"final",\n', '"value",\n'),
        Mutant(
            "scrabble.report.columns:_lost_points",
            "rule",
            "turn.evaluation is not None and turn.is_valid",
            "turn.evaluation is not None",
        ),
        Mutant(
            "scrabble.report.columns:_Column.csv_names",
            "header",
            '[f"{self.name}_lower", f"{self.name}_upper"]',
            '[f"{self.name}_upper", f"{self.name}_lower"]',
        ),
        Mutant(
            "scrabble.report.columns:PLAYER_COLUMNS",
            "column",
            'PlayerColumn("best", "best", _ALL)',
            'PlayerColumn("best", "best", _ALL, lambda row: row.figures.turns)',
        ),
        Mutant(
            "scrabble.report.columns:PLAYER_COLUMNS",
            "header",
            'PlayerColumn("small", "small", _ALL)',
            'PlayerColumn("small", "medium", _ALL)',
        ),
        Mutant(
            "scrabble.report.columns:_chance_cell",
            "column",
            "figures.win_loss_undecided",
            "figures.loss_undecided",
        ),
    ),
    *seen_by(
        f"{ANALYSIS}/test_mistakes.py {ANALYSIS}/test_summary.py {WORDING}/test_chances.py",
        Mutant(
            "scrabble.answer.turns:Turn.is_mistake",
            "bound",
            "self.graded_loss.lower",
            "self.graded_loss.upper",
        ),
        Mutant("scrabble.analysis.mistakes:kinds_of_turn", "rule", "line[1::2]", "line[::2]"),
        Mutant(
            "scrabble.answer.turns:Turn.is_in_points",
            "rule",
            "self.win_loss.upper == 0 < self.loss.lower",
            "0 < self.loss.lower",
        ),
        Mutant("scrabble.analysis.mistakes:kind_totals", "column", "not loss.is_exact", "loss.is_exact"),
        Mutant("scrabble.analysis.analysis:summary_of", "rule", " + [Interval(0)] * unknown", ""),
        Mutant("scrabble.answer.turns:grade_of", "bound", "loss >= least", "loss > least"),
    ),
    *seen_by(
        BATCH,
        Mutant(
            "scrabble.analysis.batch.summary:_dates", "column", "day.loss.add(summary.loss)", "summary.loss"
        ),
        Mutant(
            "scrabble.analysis.batch.summary:_figures",
            "column",
            "turn.player == summary.player and ",
            "",
        ),
        Mutant("scrabble.analysis.batch.jobs:Job.key", "key", "self.lexicon_sha256, ", ""),
        Mutant("scrabble.analysis.batch.jobs:Job.key", "key", "self.id, ", ""),
        Mutant(
            "scrabble.analysis.batch.jobs:find_copies",
            "bound",
            "range(SHORTEST, len(job.moves) + 1)",
            "range(SHORTEST, len(job.moves))",
        ),
        Mutant("scrabble.analysis.batch.jobs:find_copies", "sign", "-len(job.moves))", "len(job.moves))"),
        Mutant("scrabble.analysis.batch.players:_person", "rule", "len(full) == 1", "full"),
        Mutant("scrabble.line_file:LineFile.read", "cut", "truncate(whole)", "truncate(len(data))"),
    ),
    *seen_by(
        f"{WORDING}/test_chances.py {REPORT}/test_text.py {REPORT}/test_solution.py {REPORT}/test_tables.py",
        Mutant("scrabble.wording.chances:wins_text", "rule", "each.lower == 1)", "each.upper >= 0)"),
        Mutant("scrabble.wording.chances:_one_bound", "sign", "chance.upper == 1", "chance.upper < 1"),
        Mutant(
            "scrabble.wording.chances:spread_bounds",
            "sign",
            'f"at least {float(spread.lower):+.1f}"',
            'f"at least {float(spread.upper):+.1f}"',
        ),
        Mutant("scrabble.wording.chances:chance_sum_text", "sign", "'≥ ' if open_count else ''", "''"),
        Mutant("scrabble.wording.chances:about_spread", "bound", "whole <= spread.upper", "whole"),
        Mutant(
            "scrabble.wording.chances:proven_text",
            "cut",
            "chance.is_exact or chance == ANY_CHANCE",
            "chance.is_exact",
        ),
    ),
    *seen_by(
        f"{WORDING}/test_points.py {ANSWER}/test_interval.py {REPORT}/test_solution.py",
        Mutant("scrabble.wording.points:_margin", "sign", "'wins' if spread > 0", "'wins' if spread < 0"),
        Mutant("scrabble.wording.points:result_text", "bound", "lower if lower > 0 else upper", "upper"),
        Mutant("scrabble.wording.points:telling", "bound", "lower < -TELLING", "lower < 0"),
        Mutant("scrabble.wording.points:least_text", "rule", "Interval(least) if open_count else ", ""),
        Mutant(
            "scrabble.answer.interval:Interval.outcomes",
            "bound",
            "self.lower <= 0 <= self.upper",
            "self.lower < 0 < self.upper",
        ),
        Mutant(
            "scrabble.answer.interval:Interval.negated",
            "sign",
            "Interval(-self.upper, -self.lower)",
            "Interval(-self.lower, -self.upper)",
        ),
        Mutant(
            "scrabble.answer.interval:Interval.meet", "bound", "min(self.upper, other.upper)", "self.upper"
        ),
    ),
    *seen_by(
        "tests/scrabble/analysis/test_draw_rules.py",
        Mutant(
            "scrabble.analysis.explain.draw_rules:_when_sure",
            "bound",
            "chance.lower == 1",
            "chance.upper == 1",
        ),
        Mutant(
            "scrabble.analysis.explain.draw_rules:_forced_draw",
            "bound",
            "draws[tile].upper",
            "draws[tile].lower",
        ),
        Mutant(
            "scrabble.analysis.explain.draw_rules:_tile_of",
            "rule",
            "common.difference_update(*map(alphabet.encode, won))",
            "common.update()",
        ),
    ),
)
