"""The answer of a search, and lists of plays, as text.

Best move  J9 ME for 14: proven, every other move is worse     the facts (scrabble.wording.claims)
...

   move   points  value
1  J9 ME      14    +18  best

Practical chances                                              of moves that lose (scrabble.answer.practical)
  14F LOAN  To win, the opponent must find 3B RA(J) for 20 or 8A OX for 18, ...
Best try: 14F LOAN

Evaluated  2E I(C)E for 7: +19, 3 less than the best           what else was asked for: a move, and how the
                                                               search of B* went: rounds, decisions
round  wider by  move        believed    expansions
0      0         3F (L)LANO  +18 to +25          12
1      3         2E I(C)E    +14 to +28          31  another choice
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from itertools import accumulate
from typing import Any

from scrabble.answer.decisions import Decision, MoveInterval
from scrabble.answer.interval import Interval, Number
from scrabble.answer.moves import MoveResult, Scenario
from scrabble.answer.names import MoveStatus
from scrabble.answer.practical import PracticalChances, hardest
from scrabble.answer.solution import PlayTree, Solution
from scrabble.answer.variants import joined, variants_text
from scrabble.english import counted
from scrabble.game import cgp
from scrabble.game.move import ScoredMove
from scrabble.game.position import Position
from scrabble.game.unseen import without
from scrabble.report.blocks import Block, Group, Text, TextTree
from scrabble.report.tables import Table, new_list, new_table, truncated_table
from scrabble.wording.chances import (
    chance_cell,
    draw_result_text,
    mean_text,
    proven_text,
    spread_cell,
    wins_text,
)
from scrabble.wording.claims import answer_facts, beliefs_of, believed_text, best_name, standing
from scrabble.wording.lines import line_text
from scrabble.wording.points import about_text, telling, telling_text, worth_text
from scrabble.wording.replies import HARDEST_NAMED, can_be_missed, hardest_text, sentences


def other_lines(solution: Solution, shown: int) -> list[Block]:
    """Return the known replies to the moves shown, but for the best one, whose line is part of the answer."""
    moves = solution.moves[1 : shown or None]
    lines = [Text(line_text(each.line)) for each in moves if len(each.line) > 1]
    return [Text(), Text("Best replies to the other moves", "dim"), *lines] if lines else []


def play_tree_text(solution: Solution, shown: int) -> Iterator[Block]:
    """Yield the first `shown` (0: all) lines of best play as a tree."""
    cut = "" if solution.tree_is_complete else " (cut off)"
    root = TextTree(f"All lines of best play{cut}")
    count = 0

    def grow(above: TextTree, branches: Sequence[PlayTree]) -> None:
        nonlocal count
        for each in branches:
            is_shown = not shown or count < shown
            count += not each.replies
            grow(above.add(f"{each.text} {each.score}") if is_shown else above, each.replies)

    grow(root, solution.tree or ())
    yield root
    if shown and count > shown:
        yield Text(f"and {count - shown:,} more ({ALL_LINES} shows all)", "dim")


ALL_LINES = "--lines all"


def solution_text(
    solution: Solution,
    shown: int,
    has_lines: bool = False,
    draws: Sequence[Scenario] = (),
    lines: int = 0,
    is_brief: bool = False,
) -> Block:
    """Return the answer: best move, value or chance, and the `shown` best moves (0 = all).

    With `has_lines` it has the lines of the other moves, too; `draws` are the results of each draw.  Of the
    tree of best play, and of the draws, the first `lines` are shown (0 = all).  With `is_brief` the
    practical chances are those of the best try, if there is one.
    """
    facts = new_list("dim")
    (name, text), *rows = answer_facts(solution)
    best = best_name(solution)
    facts.add_row(name, Text.assemble((best, "bold green"), text.removeprefix(best)))
    for name, text in rows:
        facts.add_row(name, text)
    ranking = _ranking(solution, shown) if solution.preendgame is None else _chances(solution, shown)
    blocks: list[Block] = [facts, Text(), *ranking]
    if has_lines:
        blocks += other_lines(solution, shown)
    if solution.tree is not None:
        blocks += [Text(), *play_tree_text(solution, lines)]
    if solution.practical is not None:
        blocks += practical_text(solution.practical, shown, is_brief)
    if draws:
        blocks += [Text(), *draws_text(draws, lines)]
    return Group(*blocks)


def draws_text(draws: Sequence[Scenario], shown: int) -> Iterator[Block]:
    """Yield the result of the best move for each draw."""
    table = new_table(("draw", "share", "spread", "", "best play"), ("share", "spread"), ("draw", "spread"))
    for each in draws[: shown or None]:
        spread = f"{int(each.spread.lower):+}" if each.spread.is_exact else ""
        result = draw_result_text(each.win)
        line = line_text(each.line)
        table.add_row(each.tiles, str(each.probability), spread, result, line)
    yield from truncated_table(table, len(draws), shown, ALL_LINES)


def moves_text(steps: Sequence[ScoredMove], position: Position, shown: int) -> Block:
    """Return a list of plays with their scores and leaves."""
    table = _table("play", "points", "leaves")
    for number, step in enumerate(steps[: shown or None], 1):
        left = without(position.rack_codes[0], step.move.from_rack)
        table.add_row(str(number), step.text, str(step.score), position.alphabet.rack_text(left))
    return Group(
        Text(counted(len(steps), "play")),
        *truncated_table(table, len(steps), shown),
    )


def moves_json(steps: Sequence[ScoredMove], position: Position, name: str, side: str) -> dict[str, Any]:
    """Return a list of plays as plain data."""
    moves = [{"move": step.text, "score": step.score} for step in steps]
    return {"id": name, "cgp": cgp.dumps(position), "side": side, "moves": moves}


def _chances(solution: Solution, shown: int) -> Iterator[Block]:
    groups = joined(solution.moves, lambda move: (move.score, *_chance_cells(move)))
    rows = [
        (variants_text([move.text for move in group]), str(group[0].score), *_chance_cells(group[0]))
        for group in groups[: shown or None]
    ]
    has_bounds = any(row[-1] for row in rows)
    headings = ("move", "points", "wins", "spread", "", *["proven"] * has_bounds)
    table = new_table(headings, ("points", "wins", "spread"), ("move",), is_numbered=True)
    for number, row in enumerate(rows, 1):
        table.add_row(str(number), *(row if has_bounds else row[:-1]))
    yield from truncated_table(table, len(groups), shown)


def _chance_cells(move: MoveResult) -> tuple[str, str, str, str]:
    """Return chance and spread, known or estimated, the status, and the informative proven bounds."""
    cells = chance_cell(move.win, move.estimate), spread_cell(move.spread, move.estimate)
    return *cells, move.status, proven_text(move.win, move.spread)


def _ranking(solution: Solution, shown: int) -> Iterator[Block]:
    beliefs = beliefs_of(solution)

    def worth(each: MoveResult) -> Hashable:
        belief = beliefs.get(each.text)
        interval = belief and (belief.pessimistic, belief.realistic, belief.optimistic)
        return each.score, each.bounds, each.estimate, each.status, interval

    groups = joined(solution.moves, worth)
    shown_groups, firsts = groups[: shown or None], [group[0] for group in groups]
    is_mavens = firsts[0].text in beliefs
    is_estimated = not is_mavens and any(group[0].estimate is not None for group in shown_groups)
    headings = ["believed"] * is_mavens + ["value"] + ["proven"] * is_estimated
    table = _table("move", "points", *headings, "")
    is_ranked = _are_ranked(firsts)
    for number, group in enumerate(shown_groups, 1):
        each, name = group[0], variants_text([move.text for move in group])
        cells = [_estimated(each), _proven(each)] if is_estimated else [bounds_cell(each)]
        if each.text in beliefs:
            cells.insert(0, believed_text(beliefs[each.text]))
        number_text = str(number) if is_ranked[number - 1] else ""
        table.add_row(number_text, name, str(each.score), *cells, standing(each, solution))
    yield from truncated_table(table, len(groups), shown)


def _are_ranked(moves: Sequence[MoveResult]) -> list[bool]:
    """Return whether the place of each move is proven: none before it is worth less, none after it more."""
    lowers: list[Number] = [math.inf, *(each.lower for each in moves)]
    uppers: list[Number] = [-math.inf, *(each.upper for each in reversed(moves))]
    before, after = accumulate(lowers, min), [*accumulate(uppers, max)][-2::-1]
    return [
        least >= each.upper and most <= each.lower
        for each, least, most in zip(moves, before, after, strict=False)
    ]


def bounds_cell(each: MoveResult) -> str:
    """Return the bounds of a move; of one that is not better, without its static lower bound."""
    if each.status.is_refuted:
        return worth_text(Interval(each.searched.lower, each.upper))
    return worth_text(each.bounds if each.spread.is_exact else telling(each.bounds))


def _estimated(each: MoveResult) -> str:
    """Return the value of a move, or its estimate while it is open."""
    estimate = each.value_estimate
    return worth_text(each.bounds) if estimate is None else about_text(estimate)


def _proven(each: MoveResult) -> str:
    """Return the informative bounds of a move: both, or else those that the search has proven."""
    if each.estimate is None:
        return ""
    bounds = telling(each.bounds)
    if bounds != each.bounds or each.status.is_refuted:
        bounds = each.searched
    return telling_text(bounds)


def _table(*headings: str) -> Table:
    return new_table(headings, ("points", "believed", "value", "proven"), headings, is_numbered=True)


def practical_text(
    chances: Sequence[PracticalChances], shown: int, is_brief: bool = False
) -> Iterator[Block]:
    """Yield the practical chances of moves: of the first `shown` (0: all) and of those hardest to answer.

    In brief there are only the first move to which a reply can be wrong beside those hardest to answer, and
    nothing if there is none.
    """
    replied = [each for each in chances if each.replies != 0]
    tries = [each for each in replied if can_be_missed(each)]
    if is_brief and not tries:
        return
    yield Text()
    yield Text("Practical chances", "dim")
    table = new_list()
    first = tries[:1] if is_brief else replied[: shown or None]
    rows = [*first, *(each for each in hardest(replied)[:HARDEST_NAMED] if each not in first)]
    for each in rows:
        table.add_row(each.text, " ".join(sentences(each)))
    if rows:
        yield table
    if not chances:
        yield Text("Replies not searched.")
    if len(replied) > len(rows):
        option = "--practical --show 0" if is_brief else "--show 0"
        yield Text(f"and {len(replied) - len(rows):,} more ({option} shows all)", "dim")
    if not is_brief and (ends := len(chances) - len(replied)):
        yield Text(f"{counted(ends, 'move')} {'ends' if ends == 1 else 'end'} the game", "dim")
    if verdict := hardest_text(chances):
        yield Text(verdict)


MOST_CHANGES = 2  # shown for each decision


def diagnostics_text(solution: Solution) -> Iterator[Block]:
    """Yield what belongs to an answer besides the answer itself."""
    evaluated = solution.evaluated_move
    if evaluated is not None:
        yield Text()
        yield Text(f"Evaluated  {_evaluated(solution, evaluated)}")
        if evaluated.line:
            yield Text(f"           {line_text(evaluated.line)}")
    if solution.rounds is not None:
        yield Text()
        yield _rounds(solution)
    if solution.trace is not None:
        yield Text()
        yield _trace(solution.trace)


def _evaluated(solution: Solution, move: MoveResult) -> str:
    """Return what is proven of the move whose value was asked for."""
    played = f"{move.text} for {move.score}" if move.is_play else move.text
    if solution.preendgame is not None:
        chances = [(each.probability, each.win) for each in move.scenarios]
        wins = wins_text(move.win, chances, move.estimate)
        return f"{played}: {wins}, {mean_text(move.spread, move.estimate)}"
    text = f"{played}: {worth_text(move.bounds)}"
    if move.status == MoveStatus.BEST:
        return f"{text}, a best move"
    if solution.value is not None and move.value is not None:
        return f"{text}, {solution.value - move.value} less than the best"
    return text


def _rounds(solution: Solution) -> Table:
    headings = ("round", "wider by", "move", "believed", "expansions", "")
    table = new_table(headings, right=("round", "wider by", "believed", "expansions"), whole=headings)
    for each in solution.rounds or []:
        believed = f"{each.pessimistic:+} to {each.optimistic:+}"
        changed = "another choice" if each.is_new else ""
        effort = f"{each.expansions:,}"
        table.add_row(str(each.number), str(each.widened), each.text, believed, effort, changed)
    return table


def _trace(decisions: Sequence[Decision]) -> Table:
    headings = ("expansions", "strategy", "move", "why, and what came of it")
    table = new_table(headings, right=("expansions",))
    for each in decisions:
        table.add_row(f"{each.expansions:,}", each.strategy, each.text, decision_text(each))
    return table


def decision_text(decision: Decision) -> str:
    """Return the reason of a decision and its result."""
    why, separator = decision.reason.partition(":")[0], ": "
    if decision.goal is not None:
        why = f"{why}; worth {decision.goal:+}?"
        separator = " "
    return f"{why}{separator}{_outcome(decision)}"


def _outcome(decision: Decision) -> str:
    """Return the intervals that changed, that of the decision's move first."""
    changes = sorted(decision.changes, key=lambda change: change.text != decision.text)
    texts = [_change(change, decision.text) for change in changes[:MOST_CHANGES]]
    if len(changes) > MOST_CHANGES:
        texts.append(f"{len(changes) - MOST_CHANGES} more")
    return "; ".join(texts) or "nothing new"


def _change(change: MoveInterval, about: str) -> str:
    bounds = worth_text(change.bounds)
    return bounds if change.text == about else f"{change.text} {bounds}"
