"""Turns of a game on its page: verdict, reasons, the moves, and with tiles in the bag the draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec.structs import replace as with_fields

from scrabble.analysis.explain.draw_rules import KNOWN, draws_of
from scrabble.answer.analysis import Analysis
from scrabble.answer.interval import ANY_CHANCE
from scrabble.answer.moves import MoveResult, Step, played_out
from scrabble.answer.names import Status
from scrabble.answer.turns import Evaluation, NextMove, Searched, Turn
from scrabble.english import capitalized, counted
from scrabble.game.position import Position
from scrabble.report.pages.diagram import diagram_of
from scrabble.report.pages.moves import bag_moves, endgame_moves
from scrabble.report.pages.positions import Section, ShownPosition, shown_position
from scrabble.report.pages.templates import HtmlTable
from scrabble.report.view import LineStep, line_steps, placed_by
from scrabble.wording.chances import chance_text, wins_text
from scrabble.wording.claims import LIMITS, effort_text
from scrabble.wording.lines import line_text
from scrabble.wording.points import TELLING
from scrabble.wording.verdicts import (
    best_text,
    draw_chances,
    final_texts,
    known_text,
    next_move_text,
    turn_title,
    verdict_text,
)


def shown_turn(turn: Turn, names: Sequence[str], turns: int, find: bool = False) -> ShownPosition:
    """Return a turn, one of `turns`; `names` are those of players 1 and 2, `find` asks for a better move."""
    position, player = turn.replayed.position, turn.player - 1
    made = placed_by(position, turn.replayed.move)
    points = " (challenged off)" if turn.is_taken_back else f" +{turn.score}" * bool(made)
    return shown_position(
        position,
        [names[player], names[1 - player]],
        _section(turn, names, find),
        is_second=player == 1,
        has_bag=bool(turn.bag),
        caption=f"Turn {turn.number} of {turns}: {names[player]} {turn.played}{points}",
        made=made,
        lines=_lines_of(turn),
    )


def _section(turn: Turn, names: Sequence[str], find: bool) -> Section | None:
    """Return what is known of a turn of the endgame, of one that was analysed, or of one with notes."""
    player, notes = turn.player - 1, [note for note in turn.replayed.notes if note]
    title, found = turn_title(turn), turn.evaluation
    if not turn.is_endgame and found is None:
        return Section(title, notes=notes, is_analysed=False) if notes else None
    position = turn.replayed.position if found is None else found.position
    section = Section(
        title,
        diagram_of(position, (names[player], names[1 - player])),
        verdict=capitalized(verdict_text(turn)),
        grade=turn.grade if turn.is_mistake or turn.grade in ("open", "phony") else "none",
        notes=notes,
        find=find,
    )
    if found is None:
        return section
    limit = f" ({LIMITS[found.stopped_by]})" if found.stopped_by in LIMITS else ""
    if turn.is_endgame:
        evaluation = _endgame(turn, found)
    else:
        evaluation = _preendgame(found, turn.status, f"of turn {turn.number}", turn.made_move)
    return section._replace(
        cgp=found.cgp,
        effort=f"{turn.status}, {effort_text(found.nodes, found.seconds)}{limit}",
        reasons=[each.text for each in found.reasons],
        **evaluation,
    )


def shown_end(analysis: Analysis) -> ShownPosition:
    """Return the position after the last turn, with the move to play now if the record breaks off there."""
    position, player = analysis.game.final, analysis.game.on_turn
    names = [analysis.players[player], analysis.players[1 - player]]
    one, two = analysis.final
    end = "end of the game" if analysis.is_over else "unfinished game"
    mine, theirs = (one, two) if player == 0 else (two, one)
    shown = shown_position(
        replace(position, scores=(mine, theirs)),
        names,
        is_second=player == 1,
        is_over=analysis.is_over,
        has_bag=bool(analysis.game.bag),
        caption=f"{end}: {one}-{two}",
    )
    found = analysis.next_move
    if found is None:
        return shown
    lines: dict[str, Sequence[Step]] = {each.text: (each.step,) for each in found.moves}
    if found.line:
        lines[found.line[0].text] = found.line
    return with_fields(shown, section=_to_play(found, names), lines=_steps(position, lines))


def _to_play(found: NextMove, names: Sequence[str]) -> Section:
    section = Section(
        f"To play: {found.player_name}",
        diagram_of(found.position, (names[0], names[1])),
        found.cgp,
        verdict=next_move_text(found) if found.is_endgame else capitalized(next_move_text(found)),
        grade="open",
    )
    if not found.is_searched:
        return section
    if not found.is_endgame:
        reasons = [each.text for each in found.reasons]
        evaluation = _preendgame(found, found.status, "of what to play")
        return section._replace(grade="none", reasons=reasons, **evaluation)
    return section._replace(line=line_text(found.line), best=found.line[0].text if found.line else "")


def _lines_of(turn: Turn) -> dict[str, list[LineStep]]:
    """Return the lines of the moves that are listed, and of the one that was played."""
    if turn.evaluation is None:
        return {}
    lines = {each.text: each.line or (each.step,) for each in turn.evaluation.moves}
    if turn.replayed.move is not None:
        lines.setdefault(turn.played, (Step(turn.played, turn.score), *turn.evaluation.reply))
    return _steps(turn.replayed.position, lines)


def _steps(position: Position, lines: Mapping[str, Sequence[Step]]) -> dict[str, list[LineStep]]:
    """Return the steps of each line; it breaks off where nothing was searched after its move."""
    steps = {move: line_steps(position, line) for move, line in lines.items()}
    for move, line in lines.items():
        steps[move][0].breaks_off = len(line) == 1 and not played_out(position, line).is_over
    return steps


def _endgame(turn: Turn, found: Evaluation) -> dict[str, Any]:
    """Return the parts of the section of an endgame."""
    best = found.moves[0].text
    so_far = "" if found.spread.is_exact else " so far"
    moves = endgame_moves(found.moves, found.best, turn.played)
    return {
        "numbers": _finals(turn),
        "line": line_text(found.line),
        "best": best,
        "played": turn.played if turn.played != best and found.reply else "",
        "moves": moves._replace(
            caption=f"Candidate moves; best{so_far}: {best_text(found, 4)}", rest=_rest(found)
        ),
    }


def _finals(turn: Turn) -> str:
    """Return how the game ends with best play from before the turn, and from after it."""
    before, after = final_texts(turn)
    then = f"; after this turn {turn.player_name} {after}" if before != after else ""
    return f"With best play {turn.player_name} {before}{then}."


def _rest(found: Evaluation) -> str:
    """Return what is known about the moves that are not shown."""
    count, upper = found.moves_total - len(found.moves), found.remaining_upper
    if not count:
        return ""
    if upper is None or (upper > TELLING and not found.spread.is_exact):
        known = ""
    elif upper <= found.moves[0].lower:
        known = ", none of them better"
    else:
        known = f", worth {upper:+} at most"
    return f"and {count:,} more{known}"


def _preendgame(found: Searched, status: str, whose: str, mine: MoveResult | None = None) -> dict[str, Any]:
    """Return the parts of the section of a position with tiles in the bag.

    `whose` names it, `mine` is the move that was made.
    """
    return {
        "numbers": _in_bag(found, status),
        "moves": bag_moves(found.moves, found.best, mine),
        "tables": ((f"draws {whose}", _draws(found, mine)),),
    }


def _in_bag(found: Searched, status: str) -> str:
    """Return what is in the bag, and how often the best move wins."""
    unseen = found.unseen_tiles
    tiles = counted(unseen.count, "tile")
    hidden = found.position.alphabet.rack_text(unseen.hidden)
    wins = wins_text(found.win, draw_chances(found), found.moves[0].estimate)
    if status == Status.PROVEN or found.win.is_exact:
        wins = f"the best move {wins}"
    elif found.moves[0].estimate is not None or found.win != ANY_CHANCE:
        wins = f"the best move so far {wins}"
    tense = "is" if isinstance(found, NextMove) else "was"
    is_told = any(reason.kind == KNOWN for reason in found.reasons)
    known = f"; {known_text(found, tense)}" if found.known and not is_told else ""
    return f"{tiles} of {hidden} in the bag{known}; {wins}."


def _draws(found: Searched, mine: MoveResult | None) -> HtmlTable:
    """Return the win probability after each draw, of the best move and of the one that was played."""
    best, held = found.best_move, found.actual_bag if isinstance(found, Evaluation) else None
    moves = [best] if mine is None or mine is best else [best, mine]
    draws = [draws_of(each) for each in moves]
    rows = [
        [
            f"{tiles} (held)" if tiles == held else tiles,
            *(chance_text(each[tiles]) if tiles in each else "" for each in draws),
        ]
        for tiles in dict.fromkeys(tiles for each in draws for tiles in each)
    ]
    first = "in the bag" if any(each.is_pass for each in moves) else "draw"
    return HtmlTable("draws", [first, *(each.text for each in moves)], rows)
