"""The analysis of a game, and the summary of many games, for a terminal.

    turn  player  played     pts  best     value  lost  final
      20  Beta    L11 OURIE   15  O1 QUAY    +31     7    -12  medium, win→loss

`value` is the future spread before the turn for the side to move; `final` is the spread at the end of the
game under best play after the turn.

The summary has a row for each game and a row for each player.  A number is never cut: where the window is too
narrow for columns, each row is a block of lines.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from scrabble.analysis import Analysis
from scrabble.analysis.batch.summary import BatchData, TotalsData
from scrabble.analysis.schema import GameData, PlayerSummaryData
from scrabble.analysis.summary import PlayerSummary
from scrabble.analysis.turn import AnalysedTurn, AnyTurn, MoveAnalysis, NextMove
from scrabble.report.preendgame_solution import chance_sum_text
from scrabble.report.preendgame_text import now_blocks, preendgame_section
from scrabble.report.solution import LIMITS
from scrabble.report.tables import new_table, short_names
from scrabble.solver.format import (
    UNKNOWN,
    Bounds,
    cell_text,
    interval_phrase,
    line_text,
    open_text,
    result_text,
    telling,
)

LONGEST_NAME = 12  # characters of a player in the table
GRADE_STYLES = {
    "small": "yellow",
    "medium": "dark_orange",
    "large": "bold red",
    "open": "dim",
    "none": "green",
}


def analysis_text(analysis: Analysis, with_reasons: bool = True) -> RenderableType:
    """Return the whole report of a game."""
    bag = preendgame_section(analysis.bag_turns, with_reasons)
    blocks = (_heading(analysis), bag, _turns(analysis), _notes(analysis, with_reasons))
    now = _now(analysis.to_play), now_blocks(analysis.bag_to_play)
    return Group(*itertools.chain(*blocks, *now, _sum(analysis)))


def lexicon_text(analysis: Analysis) -> str:
    """Return the lexicon, and the one that the record names if that differs."""
    used, recorded = analysis.lexicon.name, analysis.record.lexicon
    is_other = recorded is not None and recorded.casefold() != used.casefold()
    return f"{used} (the game names {recorded})" if is_other else used


def turn_title(judged: AnyTurn) -> str:
    """Return turn number, player and play."""
    score = f" {judged.score:+}" if judged.played != "pass" else ""
    return f"Turn {judged.number}, {judged.player_name}: {judged.played}{score}"


def verdict_text(judged: AnyTurn) -> str:
    """Return the loss of a turn in one line."""
    if not isinstance(judged, AnalysedTurn):
        return judged.reason or "not analysed"
    loss, best = judged.loss, best_text(judged.choice)
    better = f"{best} {'was' if len(judged.choice.names) == 1 else 'were'} better by {_open_loss(judged)}"
    if not judged.is_valid:
        return f"unchallenged phony (not counted as a loss); {_gain_text(loss)} the best valid move, {best}"
    if judged.turn.is_taken_back:
        return f"challenged off, so a pass; {better} ({judged.grade})"
    if loss.exact == 0:
        return "best" if len(judged.choice.names) == 1 else "one of the best"
    if loss.lower:
        turning = f", {judged.turning}" if judged.turning else ""
        return f"{better}{turning} ({judged.grade})"
    if judged.made in judged.choice.best and judged.loss_estimate is not None:
        most = telling(None, loss.upper).upper
        return "open: best so far" + ("" if most is None else f" (proven: loses at most {most})")
    return f"open: loses {_open_loss(judged)}; best so far {best}"


def lost_text(judged: AnyTurn) -> str:
    """Return the points that a turn lost, for a table; the totals are the sums of these."""
    if not isinstance(judged, AnalysedTurn):
        return "?" if judged.is_endgame else ""
    return "phony" if judged.lost is None else cell_text(judged.lost, judged.loss_estimate)


def to_play_text(to_play: NextMove) -> str:
    """Return the next move and its value, in one line."""
    if to_play.choice is None:
        return to_play.reason
    score, estimate = to_play.choice.candidates[0].score, to_play.estimate
    about = None if estimate is None else to_play.spread + estimate
    result = f"{to_play.player_name} {result_text(to_play.final, about)} with best play"
    so_far = "" if to_play.status == "proven" else " so far"
    return f"{best_text(to_play.choice)} {score:+}{so_far}, {to_play.status}: {result}"


def final_texts(judged: AnalysedTurn) -> tuple[str, str]:
    """Return the result of the game with best play from before the turn, and from after it."""
    spread = judged.spread
    before, after = (
        None if each is None else spread + each for each in (judged.estimate, judged.worth_estimate)
    )
    return result_text(judged.final_before, before), result_text(judged.final_after, after)


def _open_loss(judged: AnalysedTurn) -> str:
    """Return the loss of a turn; while it is open, the estimate and the informative bounds."""
    if judged.loss_estimate is None:
        return interval_phrase(judged.loss)
    proven = telling(*judged.loss)._replace(lower=judged.loss.lower or None)
    beside = "" if proven == UNKNOWN else f" (proven: {interval_phrase(proven)})"
    return f"about {judged.loss_estimate}{beside}"


def _gain_text(loss: Bounds) -> str:
    """Return how a phony compares with the best valid move."""
    if loss.exact == 0:
        return "worth as much as"
    if loss.upper is not None and loss.upper < 0:
        return f"{interval_phrase(loss.negated)} better than"
    return f"{interval_phrase(loss)} worse than"


def totals_table(rows: Iterable[Mapping[str, str | int]]) -> Table:
    """Return the losses of players, a row for each; some columns are left out when they are empty.

    `open` follows the sum that it belongs to, as in 745 + 5 open.
    """
    found = list(rows)
    kept = [
        key
        for key in found[0]
        if key not in ("phony", "open", "win % lost") or any(row[key] for row in found)
    ]
    numbers = [key for key in kept if key not in ("player", "open")]
    table = new_table(["" if key == "open" else key for key in kept], right=numbers, whole=["", *numbers])
    for row in found:
        table.add_row(*(open_text(int(row[key])) if key == "open" else str(row[key]) for key in kept))
    return table


def footnotes_needed(summaries: Iterable[PlayerSummary]) -> tuple[int, int, int]:
    """Return the numbers of turns that need footnotes: unchallenged phonies, open losses, with a bag."""
    found = list(summaries)
    return (
        sum(each.stayed for each in found),
        sum(each.lost_open for each in found),
        sum(each.bag_turns for each in found),
    )


def footnotes(stayed: int, open_turns: int, bag_turns: int) -> Iterator[Text]:
    """Yield explanations of what is counted as lost."""
    if stayed:
        yield Text("phony: left on the board, so not graded", "dim")
    if open_turns:
        yield Text("open: turns whose loss is not proven; not in the sum", "dim")
    if bag_turns:
        turns = f"{bag_turns} turn{'s' * (bag_turns > 1)}"
        yield Text(f"win % lost: win probability lost in {turns} with tiles in the bag", "dim")


def best_text(choice: MoveAnalysis, shown: int = 2) -> str:
    """Return the best moves, the first `shown` of them by name."""
    best = choice.names
    rest = f" and {len(best) - shown} more" if len(best) > shown else ""
    return " or ".join(best[:shown]) + rest


def _heading(analysis: Analysis) -> Iterator[RenderableType]:
    (first, second), (one, two) = analysis.names, analysis.game.totals
    yield Text(f"{first} {one} - {two} {second}", "bold")
    title = f"{analysis.record.title}; " if analysis.record.title else ""
    over = "" if analysis.game.is_over else "; unfinished game"
    yield Text(f"{title}{len(analysis.turns)} turns, lexicon {lexicon_text(analysis)}{over}", "dim")
    yield Text()


def _turns(analysis: Analysis) -> Iterator[RenderableType]:
    endgame = list(analysis)
    if not endgame:
        if analysis.to_play is None and not analysis.bag_turns and analysis.bag_to_play is None:
            yield Text("The bag was never empty before a turn, so there is no endgame to analyse.")
        else:
            yield Text("No turn has been played with an empty bag yet.")
        yield Text()
        return
    headings = ("turn", "player", "played", "pts", "best", "value", "lost", "final", "")
    numbers = ("turn", "pts", "value", "lost", "final")
    table = new_table(headings, right=numbers, whole=numbers)
    for each in endgame:
        table.add_row(*_row(each))
    yield table
    yield Text()


def _row(judged: AnyTurn) -> list[Text | str]:
    name = judged.player_name
    short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
    facts: list[Text | str] = [str(judged.number), short, _played(judged), str(judged.score)]
    if not isinstance(judged, AnalysedTurn):
        return [*facts, Text(judged.reason, "dim"), "", "", "", ""]
    is_best = judged.is_valid and judged.loss.exact == 0
    others = len(judged.choice.names) - 1
    best = ("=" if is_best else judged.choice.names[0]) + (f" and {others} more" if others else "")
    value, lost = cell_text(judged.value, judged.estimate, "+"), lost_text(judged)
    worth = judged.worth_estimate
    final = cell_text(judged.final_after, None if worth is None else judged.spread + worth, "+")
    grade = "" if judged.grade in ("none", "phony") else judged.grade
    mark = Text(grade, GRADE_STYLES.get(judged.grade, ""))
    if judged.turning:
        turning = judged.turning.replace(" to ", "→")
        mark.append(f"{', ' * bool(grade)}{turning}", "bold red" if judged.is_thrown_win else "")
    return [*facts, best, value, lost, final, mark]


def _played(judged: AnyTurn) -> str:
    marks = ["phony"] * bool(judged.phonies) + ["challenged off"] * judged.turn.is_taken_back
    return f"{judged.played} ({', '.join(marks)})" if marks else judged.played


def _notes(analysis: Analysis, with_reasons: bool) -> Iterator[RenderableType]:
    for judged in analysis if with_reasons else []:
        claims: list[Text] = [Text.assemble(("- ", "dim"), each.text) for each in judged.claims]
        line = _line(judged)
        if not claims and not line:
            continue
        style = GRADE_STYLES.get(judged.grade, "")
        yield Text.assemble((turn_title(judged), "bold"), "  ", (verdict_text(judged), style))
        blocks = [*([line] if line else []), *claims]
        yield Padding(Group(*blocks), (0, 0, 1, 3))


def _line(judged: AnyTurn) -> Text | None:
    if not isinstance(judged, AnalysedTurn) or not judged.choice.line:
        return None
    return _best_play(judged.choice)


def _best_play(choice: MoveAnalysis) -> Text:
    limit = choice.limit
    why = f"  (stopped: {LIMITS.get(limit, limit)})" if limit else ""
    return Text.assemble(("Best play  ", "dim"), line_text(choice.line), (why, "dim"))


def _now(to_play: NextMove | None) -> Iterator[RenderableType]:
    if to_play is None:
        return
    yield Text.assemble((f"To play, {to_play.player_name}", "bold"), "  ", (to_play_text(to_play), "green"))
    lines = [_best_play(to_play.choice)] if to_play.choice is not None and to_play.choice.line else []
    yield Padding(Group(*lines), (0, 0, 1, 3))


def _sum(analysis: Analysis) -> Iterator[RenderableType]:
    yield totals_table(
        {"player": each.name}
        | {"turns": each.turns, "best": each.best, "small": each.small, "medium": each.medium}
        | {"large": each.large, "phony": each.stayed, "lost": each.lost_proven, "open": each.lost_open}
        | {"wins thrown away": each.thrown_wins}
        | {"win % lost": chance_sum_text(each.lost_chance, each.lost_chance_open) if each.bag_turns else ""}
        for each in analysis.summaries
    )
    yield from footnotes(*footnotes_needed(analysis.summaries))
    if not analysis.is_complete:
        yield Text("The analysis was interrupted; values that are not proven are bounds.", "bold")
    for judged in analysis.turns:
        if judged.phonies:
            fate = "challenged off" if judged.turn.is_taken_back else "not challenged"
            words = ", ".join(judged.phonies)
            yield Text(f"Phony: turn {judged.number}, {judged.player_name}: {words}, {fate}", "magenta")


GAME_HEADINGS = ("game", "first", "final", "lost", "second", "final", "lost", "mistakes")
NUMBERS = ("final", "lost")


def games_table(records: Sequence[GameData]) -> Table:
    """Return a table with a row for each game."""
    names = short_names([record["id"] for record in records])
    table = new_table(GAME_HEADINGS, right=NUMBERS, whole=NUMBERS)
    for name, record in zip(names, records, strict=True):
        table.add_row(name, *game_cells(record))
    return table


def game_cells(record: GameData) -> list[str]:
    """Return the cells of the row of a game after its name."""
    cells = []
    for summary, final in zip(record["summary"], record["final"], strict=True):
        cells += [summary["name"], str(final), str(summary["lost_proven"])]
    return [*cells, mistakes_text(record)]


def mistakes_text(record: GameData) -> str:
    """Return the number of mistakes of each grade, of both players, and other notable turns."""
    words = {"stayed": "phony", "lost_open": "open", "thrown_wins": "win thrown away"}
    return ", ".join(f"{count} {words.get(key, key)}" for key, count in _mistakes(record).items() if count)


def gravity(record: GameData) -> float:
    """Return a number that sorts games by their mistakes."""
    weights = {"thrown_wins": 1e6, "large": 1e4, "pre-endgame": 1e3, "medium": 1e2, "small": 1}
    return sum(weights.get(key, 0.01) * count for key, count in _mistakes(record).items())


def _mistakes(record: GameData) -> dict[str, int]:
    """Return the number of turns of each kind, of both players."""
    kinds = ("large", "medium", "small", "stayed", "lost_open", "thrown_wins")
    counts = {key: sum(_count(each, key) for each in record["summary"]) for key in kinds}
    return counts | {"pre-endgame": len(lost_chances(record))}


def lost_chances(record: GameData) -> list[tuple[Fraction, int]]:
    """Return the win probability proven lost with tiles in the bag, with the turn, for each such turn."""
    found = [(turn["preendgame"], turn["turn"]) for turn in record["turns"]]
    lost = [
        (Fraction(each["lost_chance"]["lower"]), at) for each, at in found if each and each["lost_chance"]
    ]
    return [(chance, at) for chance, at in lost if chance]


def players_table(summary: BatchData) -> Table:
    """Return a table with a row for each player, and one for all."""
    return totals_table(_totals_row(each) for each in [*summary["players"], summary["total"]])


def _count(summary: PlayerSummaryData, key: str) -> int:
    return int(summary[key])  # type: ignore[literal-required]


def legend(summary: BatchData) -> Iterator[Text]:
    """Yield explanations of the numbers, and the number of games."""
    total = summary["total"]
    yield from footnotes(total["stayed"], total["lost_open"], total["bag_turns"])
    counts = [f"{summary['games']} game{'s' if summary['games'] != 1 else ''} analysed"]
    counts += [f"{len(summary['failed'])} failed"] * bool(summary["failed"])
    counts += [f"{summary['left']} left"] * bool(summary["left"])
    yield Text(", ".join(counts))


def _totals_row(each: TotalsData) -> dict[str, str | int]:
    """Return the cells of the row of a player."""
    return {
        "player": each["name"] or "all",
        "games": each["games"],
        "turns": each["turns"],
        "best": each["best"],
        "small": each["small"],
        "medium": each["medium"],
        "large": each["large"],
        "phony": each["stayed"],
        "lost": each["lost_proven"],
        "open": each["lost_open"],
        "wins thrown away": each["thrown_wins"],
        "win % lost": chance_text(each),
    }


def chance_text(each: TotalsData) -> str:
    """Return the win probability lost with tiles in the bag; nothing without such turns."""
    return (
        chance_sum_text(Fraction(each["lost_chance"]), each["lost_chance_open"]) if each["bag_turns"] else ""
    )
