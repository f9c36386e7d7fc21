"""The analysis of a game, and the summary of many games, for a terminal.

    turn  player  played     pts  best     value  lost  final
      20  Beta    L11 OURIE   15  O1 QUAY    +31     7    -12  medium, win→loss

`value` is the future spread before the turn for the side to move; `final` is the spread at the end of the
game under best play after the turn.  Turns with tiles in the bag have a table with win probabilities.

The summary has a row for each game and a row for each player.  A number is never cut: where the window is too
narrow for columns, each row is a block of lines.  The columns are declared in columns.py.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from scrabble.analysis.batch.summary import BatchData
from scrabble.analysis.mistakes import MistakeKindData, kinds_of_turn, kinds_text
from scrabble.answer.analysis import Analysis, Figures
from scrabble.answer.reasons import Reason
from scrabble.answer.turns import NextMove, Searched, Turn
from scrabble.english import counted
from scrabble.report.blocks import Block, Group, Text
from scrabble.report.columns import (
    ENDGAME,
    GAME,
    GAMES,
    PREENDGAME,
    PlayerRow,
    TableKind,
    batch_rows,
    player_table,
    rate_text,
    turn_columns,
)
from scrabble.report.tables import Table, new_list, new_table, short_names
from scrabble.wording.claims import LIMITS
from scrabble.wording.lines import line_text
from scrabble.wording.points import least_text
from scrabble.wording.verdicts import (
    INTERRUPTED,
    TERMS,
    next_move_text,
    phony_text,
    turn_title,
    verdict_text,
    win_lost_meaning,
)

INDENT = 3  # of what is said about a turn
GRADE_STYLES = {
    "small": "yellow",
    "medium": "dark_orange",
    "large": "bold red",
    "open": "dim",
    "none": "green",
}


def analysis_text(analysis: Analysis) -> Block:
    """Return the whole report of a game."""
    blocks = (
        _heading(analysis),
        _preendgame(analysis),
        _endgame(analysis),
        _next_move(analysis.next_move),
        _sum(analysis),
    )
    return Group(*itertools.chain(*blocks))


def lexicon_text(analysis: Analysis) -> str:
    """Return the lexicon, and the one that the record names if that differs."""
    used, recorded = analysis.lexicon, analysis.lexicon_recorded
    is_other = recorded is not None and recorded.casefold() != used.casefold()
    return f"{used} (the game names {recorded})" if is_other else used


def _heading(analysis: Analysis) -> Iterator[Block]:
    (first, second), (one, two) = analysis.players, analysis.final
    yield Text(f"{first} {one} - {two} {second}", "bold")
    title = f"{analysis.title}; " if analysis.title else ""
    over = "" if analysis.is_over else "; unfinished game"
    count = len(analysis.turns)
    yield Text(f"{title}{counted(count, 'turn')}, lexicon {lexicon_text(analysis)}{over}", "dim")
    yield Text()


def _preendgame(analysis: Analysis) -> Iterator[Block]:
    turns = analysis.preendgame
    if turns:
        yield Text("With tiles in the bag", "bold")
        yield _turn_table(PREENDGAME, turns)
        yield Text()
        yield from _notes(turns)


def _endgame(analysis: Analysis) -> Iterator[Block]:
    turns = analysis.endgame
    if not turns:
        if analysis.next_move is None and not analysis.preendgame:
            yield Text("The bag was never empty before a turn, so there is no endgame to analyse.")
        else:
            yield Text("No turn has been played with an empty bag yet.")
        yield Text()
        return
    yield _turn_table(ENDGAME, turns)
    yield Text()
    yield from _notes(turns)


def _turn_table(kind: TableKind, turns: Sequence[Turn]) -> Table:
    columns = turn_columns(kind)
    numbers = [each.heading for each in columns if each.is_number]
    table = new_table([each.heading for each in columns], right=numbers, whole=numbers)
    for turn in turns:
        table.add_row(*(Text(str(each.cell(turn)), _style(turn, each.name)) for each in columns))
    return table


def _style(turn: Turn, column: str) -> str:
    if column == "best" and turn.evaluation is None:
        return "dim"
    if column != "grade":
        return ""
    return "bold red" if turn.is_thrown_win else GRADE_STYLES.get(turn.grade, "")


def _notes(turns: Iterable[Turn]) -> Iterator[Block]:
    """Yield the verdicts on turns, with kinds of mistakes, best play and reasons."""
    for turn in turns:
        if turn.evaluation is None:
            continue
        kinds = kinds_text(kinds_of_turn(turn))
        mistake = [Text.assemble(("Mistake    ", "dim"), kinds)] if kinds else []
        blocks: list[Block] = [*mistake, *_best_play(turn.evaluation), *_reasons(turn.reasons)]
        if not blocks and turn.is_endgame:
            continue
        style = GRADE_STYLES.get(turn.grade, "")
        yield Text.assemble((turn_title(turn), "bold"), "  ", (verdict_text(turn), style))
        yield from (Group(*blocks, indent=INDENT), Text())


def _reasons(reasons: Iterable[Reason]) -> list[Block]:
    table = new_list(gap=1)
    for each in reasons:
        table.add_row(Text("-", "dim"), each.text)
    return [table] if table.rows else []


def _best_play(found: Searched) -> Iterator[Text]:
    if not found.line:
        return
    why = f"  ({LIMITS[found.stopped_by]})" if found.stopped_by in LIMITS else ""
    yield Text.assemble(("Best play  ", "dim"), line_text(found.line), (why, "dim"))


def _next_move(found: NextMove | None) -> Iterator[Block]:
    if found is None:
        return
    yield Text.assemble((f"To play, {found.player_name}", "bold"), "  ", (next_move_text(found), "green"))
    yield from (Group(*_best_play(found), *_reasons(found.reasons), indent=INDENT), Text())


def _sum(analysis: Analysis) -> Iterator[Block]:
    yield _player_table(GAME, [PlayerRow(each) for each in analysis.summary])
    yield from footnotes(analysis.summary)
    if not analysis.is_complete:
        yield Text(INTERRUPTED, "bold")
    for turn in analysis.turns:
        if turn.phonies:
            yield Text(phony_text(turn), "magenta")


def _player_table(kind: TableKind, rows: Sequence[PlayerRow]) -> Table:
    """Return the losses of players; `open` follows the sum that it belongs to, as in ≥ 745 (5 open)."""
    headings, cells = player_table(kind, rows)
    numbers = [each for each in headings if each not in ("player", "")]
    table = new_table(headings, right=numbers, whole=["", *numbers])
    for row in cells:
        table.add_row(*map(str, row))
    return table


def footnotes(figures: Iterable[Figures]) -> Iterator[Text]:
    """Yield explanations of what is counted as lost, as far as there is something to explain."""
    found = list(figures)
    turns = sum(each.preendgame_turns for each in found)
    if any(each.unchallenged_phonies for each in found):
        yield Text(f"phony: {TERMS['phony']}", "dim")
    if any(each.loss_undecided for each in found):
        yield Text(f"open: {TERMS['open']}", "dim")
    if turns:
        yield Text(f"win % lost: {win_lost_meaning(turns)}", "dim")


GAME_HEADINGS = ("game", "first", "final", "lost", "second", "final", "lost", "mistakes")
NUMBERS = ("final", "lost")
WIN_LOST = "win_lost"  # turns with tiles in the bag that lost win probability
MISTAKES = {  # key of a summary, word
    "large": "large",
    "medium": "medium",
    "small": "small",
    "unchallenged_phonies": "phony",
    "loss_undecided": "open",
    "thrown_wins": "win thrown away",
    WIN_LOST: "pre-endgame",
}
WEIGHTS = {"thrown_wins": 1e6, "large": 1e4, WIN_LOST: 1e3, "medium": 1e2, "small": 1}


def games_table(records: Sequence[Analysis]) -> Table:
    """Return a table with a row for each game."""
    names = short_names([record.id for record in records])
    table = new_table(GAME_HEADINGS, right=NUMBERS, whole=NUMBERS)
    for name, record in zip(names, records, strict=True):
        cells = [name]
        for summary, final in zip(record.summary, record.final, strict=True):
            cells += [summary.name, str(final), least_text(summary.loss.lower, summary.loss_undecided)]
        table.add_row(*cells, mistakes_text(record))
    return table


def mistakes_text(record: Analysis) -> str:
    """Return the number of mistakes of each grade, of both players, and other notable turns."""
    return ", ".join(text for text, _ in mistake_counts(record))


def mistake_counts(record: Analysis) -> list[tuple[str, str]]:
    """Return the same as texts, each with its grade or the kind of turn."""
    counts = _mistakes(record).items()
    return [
        (f"{count} {MISTAKES[key]}", "large" if key == "thrown_wins" else key)
        for key, count in counts
        if count
    ]


def gravity(record: Analysis) -> float:
    """Return a number that sorts games by their mistakes."""
    return sum(WEIGHTS.get(key, 0.01) * count for key, count in _mistakes(record).items())


def _mistakes(record: Analysis) -> dict[str, int]:
    """Return the number of turns of each kind, of both players."""
    counts = {key: sum(getattr(each, key, 0) for each in record.summary) for key in MISTAKES}
    return counts | {WIN_LOST: len(win_losses(record))}


def win_losses(record: Analysis) -> list[tuple[Fraction, int]]:
    """Return the win probability proven lost with tiles in the bag, with the turn, for each such turn."""
    found = [
        (Fraction(turn.win_loss.lower), turn.number)
        for turn in record.turns
        if turn.evaluation is not None and turn.bag
    ]
    return [(chance, turn) for chance, turn in found if chance > 0]


def players_table(summary: BatchData) -> Table:
    """Return a table with a row for each player, and one for all."""
    return _player_table(GAMES, batch_rows(summary))


def kinds_table(summary: BatchData) -> Table | None:
    """Return the mistakes of each player by kind, most points first, beside a rate; None without any."""
    rate = "lost per turn"
    table = new_table(("player", rate, "mistakes by kind (points lost)"), right=[rate], whole=[rate])
    for each in summary.players:
        made = sorted((kind for kind in each.kinds if kind.turns), key=lambda kind: -kind.loss)
        if made:
            table.add_row(
                each.name,
                rate_text(each),
                ", ".join(f"{kind.kind} {kind.turns} ({kind_loss(kind)})" for kind in made),
            )
    return table if table.rows else None


def kind_loss(kind: MistakeKindData) -> str:
    """Return the points lost by mistakes of a kind."""
    return least_text(kind.loss, kind.undecided)


def legend(summary: BatchData) -> Iterator[Text]:
    """Yield explanations of the numbers, and the number of games."""
    yield from footnotes([summary.total])
    counts = [f"{counted(summary.games, 'game')} analysed"]
    counts += [f"{len(summary.failed):,} failed"] * bool(summary.failed)
    counts += [f"{summary.left:,} left"] * bool(summary.left)
    yield Text(", ".join(counts))
