"""Turns of a game on its page: verdict, reasons, the moves, and with tiles in the bag the draws."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scrabble.analysis.analysis import Analysis
from scrabble.analysis.explain.draw_rules import KNOWN, draws_of, known_text
from scrabble.analysis.turn import AnalysedTurn, AnyTurn, NextMove, remaining_moves, shown_moves
from scrabble.answer.format import TELLING, line_text
from scrabble.answer.interval import ANY_CHANCE
from scrabble.answer.moves import Step, played_out
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.report.chances import chance_text, wins_text
from scrabble.report.pages.diagram import diagram_of
from scrabble.report.pages.moves import bag_moves, endgame_moves
from scrabble.report.pages.positions import Section, ShownPosition
from scrabble.report.pages.templates import HtmlTable
from scrabble.report.verdicts import (
    best_text,
    draw_chances,
    final_texts,
    next_move_text,
    turn_title,
    verdict_text,
)
from scrabble.report.view import LineStep, line_steps, placed_by
from scrabble.wording import counted


def shown_turn(turn: AnyTurn, names: Sequence[str], turns: int) -> ShownPosition:
    """Return a turn, one of `turns`; `names` are those of players 1 and 2."""
    replayed = turn.turn
    position, player, bag = replayed.position, replayed.player, replayed.bag
    made = LineStep(turn.played, turn.score, placed_by(position, replayed.move))
    points, fate = f" +{turn.score}" * bool(made.placed), " (challenged off)" * replayed.is_taken_back
    return ShownPosition(
        position,
        [names[player], names[1 - player]],
        _section(turn, names),
        is_second=player == 1,
        has_bag=bool(bag),
        caption=f"Turn {turn.number} of {turns}: {names[player]} {turn.played}{points}{fate}",
        made=made,
        lines=_lines_of(turn),
    )


def _section(turn: AnyTurn, names: Sequence[str]) -> Section | None:
    """Return what is known of a turn of the endgame, of one that was analysed, or of one with notes."""
    player, notes = turn.turn.player, [note for note in turn.turn.notes if note]
    title = turn_title(turn)
    if not turn.is_endgame and not isinstance(turn, AnalysedTurn):
        return Section(title, notes=notes, is_analysed=False) if notes else None
    position = turn.turn.position if turn.choice is None else turn.choice.position
    section = Section(
        title,
        diagram_of(position, (names[player], names[1 - player])),
        verdict=capitalized(verdict_text(turn)),
        grade=turn.grade if turn.is_mistake or turn.grade in ("open", "phony") else "none",
        notes=notes,
    )
    if not isinstance(turn, AnalysedTurn):
        return section
    choice = turn.choice
    limit = f", stopped by {choice.stopped_by}" if choice.stopped_by else ""
    evaluation = _endgame(turn) if turn.is_endgame else _preendgame(turn, f"of turn {turn.number}")
    return section._replace(
        cgp=cgp.dumps(replace(position, extra=())),
        effort=f"{turn.status}, {choice.nodes:,} nodes, {choice.seconds:.2f} s{limit}",
        reasons=[each.text for each in turn.reasons],
        **evaluation,
    )


def shown_end(analysis: Analysis) -> ShownPosition:
    """Return the position after the last turn, with the move to play now if the record breaks off there."""
    position, player = analysis.game.final, analysis.game.on_turn
    names = [analysis.names[player], analysis.names[1 - player]]
    one, two = analysis.game.totals
    end = "end of the game" if analysis.game.is_over else "unfinished game"
    mine, theirs = (one, two) if player == 0 else (two, one)
    shown = ShownPosition(
        replace(position, scores=(mine, theirs)),
        names,
        is_second=player == 1,
        is_over=analysis.game.is_over,
        has_bag=bool(analysis.game.bag),
        caption=f"{end}: {one}-{two}",
    )
    found = analysis.next_move
    if found is None:
        return shown
    firsts = [] if found.choice is None else [each.step for each in found.choice.moves]
    return shown._replace(section=_to_play(found, names), lines=_lines(position, firsts, _replies(found)))


def _to_play(found: NextMove, names: Sequence[str]) -> Section:
    choice = found.choice
    section = Section(
        f"To play: {found.player_name}",
        diagram_of(found.position, (names[0], names[1])),
        cgp.dumps(found.position),
        verdict=capitalized(next_move_text(found)) if found.bag_count else next_move_text(found),
        grade="open",
    )
    if choice is None:
        return section
    if found.bag_count:
        reasons = [each.text for each in found.reasons]
        return section._replace(grade="none", reasons=reasons, **_preendgame(found, "of what to play"))
    return section._replace(line=line_text(choice.line), best=choice.line[0].text if choice.line else "")


def _replies(found: NextMove) -> Mapping[str, Sequence[Step]]:
    """Return what follows the best move."""
    line = () if found.choice is None else found.choice.line
    return {line[0].text: line[1:]} if line else {}


def capitalized(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def _lines_of(turn: AnyTurn) -> dict[str, list[LineStep]]:
    """Return the lines of the moves that are listed, and of the one that was played."""
    if not isinstance(turn, AnalysedTurn):
        return {}
    firsts = [each.step for each in shown_moves(turn)]
    if turn.turn.move is not None and turn.played not in {each.text for each in firsts}:
        firsts.append(Step(turn.played, turn.score))
    return _lines(turn.turn.position, firsts, turn.choice.replies)


def _lines(
    position: Position, firsts: Iterable[Step], replies: Mapping[str, Sequence[Step]]
) -> dict[str, list[LineStep]]:
    """Return the line of each move, which is alone where nothing was searched after it."""
    lines = {}
    for first in firsts:
        steps = line_steps(position, [first, *replies.get(first.text, ())])
        steps[0].breaks_off = len(steps) == 1 and not played_out(position, [first]).is_over
        lines[first.text] = steps
    return lines


def _endgame(turn: AnalysedTurn) -> dict[str, Any]:
    """Return the parts of the section of an endgame."""
    choice = turn.choice
    best = choice.moves[0].text
    has_line = turn.played != best and bool(choice.replies.get(turn.played))
    so_far = "" if turn.spread.is_exact else " so far"
    moves = endgame_moves(shown_moves(turn), choice.best, turn.played)
    return {
        "numbers": _finals(turn),
        "line": line_text(choice.line),
        "best": best,
        "played": turn.played if has_line else "",
        "moves": moves._replace(
            caption=f"Candidate moves; best{so_far}: {best_text(choice, 4)}", rest=_rest(turn)
        ),
    }


def _finals(turn: AnalysedTurn) -> str:
    """Return how the game ends with best play from before the turn, and from after it."""
    before, after = final_texts(turn)
    then = f"; after this turn {turn.player_name} {after}" if before != after else ""
    return f"With best play {turn.player_name} {before}{then}."


def _rest(turn: AnalysedTurn) -> str:
    """Return what is known about the moves that are not shown."""
    count, upper = remaining_moves(turn)
    if not count:
        return ""
    if upper is None or (upper > TELLING and not turn.spread.is_exact):
        known = ""
    elif upper <= turn.choice.moves[0].lower:
        known = ", none of them better"
    else:
        known = f", worth {upper:+} at most"
    return f"and {count:,} more{known}"


def _preendgame(found: AnalysedTurn | NextMove, whose: str) -> dict[str, Any]:
    """Return the parts of the section of a position with tiles in the bag; `whose` names it."""
    assert found.choice is not None
    return {
        "numbers": _in_bag(found),
        "moves": bag_moves(found.choice.moves, found.choice.best, found.made_move),
        "tables": ((f"draws {whose}", _draws(found)),),
    }


def _in_bag(found: AnalysedTurn | NextMove) -> str:
    """Return what is in the bag, and how often the best move wins."""
    choice = found.choice
    assert choice is not None
    tiles = counted(choice.bag_count, "tile")
    unseen = choice.position.alphabet.rack_text(choice.unseen.hidden)
    wins = wins_text(choice.win, draw_chances(choice), choice.moves[0].estimate)
    if found.status == "proven" or choice.win.is_exact:
        wins = f"the best move {wins}"
    elif choice.moves[0].estimate is not None or choice.win != ANY_CHANCE:
        wins = f"the best move so far {wins}"
    tense = "is" if isinstance(found, NextMove) else "was"
    is_told = any(reason.kind == KNOWN for reason in found.reasons)
    known = f"; {known_text(choice, tense)}" if choice.unseen.known and not is_told else ""
    return f"{tiles} of {unseen} in the bag{known}; {wins}."


def _draws(found: AnalysedTurn | NextMove) -> HtmlTable:
    """Return the win probability after each draw, of the best move and of the one that was played."""
    choice, mine = found.choice, found.made_move
    assert choice is not None
    best = choice.best_move
    moves = [best] if mine is None or mine is best else [best, mine]
    draws = [draws_of(each) for each in moves]
    rows = [
        [
            f"{tiles} (held)" if tiles == found.actual_bag else tiles,
            *(chance_text(each[tiles]) if tiles in each else "" for each in draws),
        ]
        for tiles in dict.fromkeys(tiles for each in draws for tiles in each)
    ]
    first = "in the bag" if any(each.is_pass for each in moves) else "draw"
    return HtmlTable("draws", [first, *(each.text for each in moves)], rows)
