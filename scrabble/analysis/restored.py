"""Reading an analysis back from its JSON, without any search.

    restored_analysis(data, replay(game), lexicon)      equivalent to the analysis for pages and records

The moves of a turn are those that were shown; `MoveAnalysis.remaining` has the number and the upper bound of
the others.  The types of the data were checked by `schema.read_data`; errors of play, such as a move that
cannot be made, are found here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from msgspec.structs import replace as with_fields

from scrabble.analysis.analysis import Analysis, unsearched_next_move
from scrabble.analysis.recorded_turn import describe_turn, knows_bag, with_known
from scrabble.analysis.schema import (
    AnalysisFormatError,
    EvaluationData,
    GameData,
    NextMoveData,
    SearchedData,
    TurnData,
)
from scrabble.analysis.turn import (
    AnalysedTurn,
    AnyTurn,
    MoveAnalysis,
    NextMove,
    RemainingMoves,
    UnanalysedTurn,
    recorded_fields,
)
from scrabble.answer.interval import number_from_wire
from scrabble.answer.moves import MoveResult, Step, replayed
from scrabble.answer.names import Status
from scrabble.game.move import PASS, IllegalMoveError
from scrabble.game.position import Position
from scrabble.game.tiles import quoted
from scrabble.game.unseen import holds
from scrabble.lexicon import Lexicon
from scrabble.records.replay import Game
from scrabble.records.walk import NOTHING_SHOWN


def restored_analysis(data: GameData, game: Game, lexicon: Lexicon) -> Analysis:
    """Return the analysis of these data, of the same game with the same lexicon.

    Raises AnalysisFormatError if they do not fit the game.
    """
    if len(data.turns) != len(game.turns):
        count = len(game.turns)
        raise AnalysisFormatError(f"turns: expected {count}, as the game has, got {len(data.turns)}")
    turns = [describe_turn(turn, game, lexicon) for turn in game.turns]
    notices = {str(notice) for notice in (*game.record.warnings, *game.warnings)}
    return Analysis(
        game=game,
        lexicon=lexicon,
        turns=tuple(_turn(turn, found) for turn, found in zip(turns, data.turns, strict=True)),
        is_complete=data.is_complete,
        next_move=None if data.next_move is None else _next_move(data.next_move, game),
        remark=next((text for text in data.warnings if text not in notices), ""),
    )


@contextmanager
def _at(place: str) -> Iterator[None]:
    """Add the place to the error of a move that cannot be made, or of data without a meaning."""
    try:
        yield
    except (IllegalMoveError, AnalysisFormatError, ValueError) as error:
        raise AnalysisFormatError(f"{place}: {error}") from None


def _turn(on: UnanalysedTurn, data: TurnData) -> AnyTurn:
    if data.evaluation is None:
        return on
    with _at(f"turn {data.turn}"):
        return _evaluated(on, data.evaluation, data.status)


def _evaluated(on: UnanalysedTurn, data: EvaluationData, status: str) -> AnalysedTurn:
    position = on.turn.position if on.is_endgame else _as_searched(on.turn.position, data)
    choice = _choice(data, position, status)
    if data.reply:
        after = position.play(PASS if on.turn.move is None else on.turn.move)
        choice.replies[on.played] = _line(data.reply, after)
    return AnalysedTurn(
        **recorded_fields(on),
        choice=choice,
        spread_after=data.spread_after,
        win_after=data.win_after,
        loss=data.loss,
        win_loss=data.win_loss,
        reasons=data.reasons,
        searched_after=data.estimate_after,
        actual_bag=data.actual_bag,
    )


def _next_move(data: NextMoveData, game: Game) -> NextMove:
    found = unsearched_next_move(game)
    with _at("next_move"):
        if found is None:
            raise AnalysisFormatError("expected null, the game is over")
        if found.bag_count:
            position = _as_searched(found.position, data)
            is_same = position.rack_codes == found.position.rack_codes
            found = replace(found, position=position, shown=found.shown if is_same else NOTHING_SHOWN)
        is_known = data.status != "unknown"
        choice = _choice(data, found.position, data.status) if is_known else None
    return replace(found, player_name=data.name, choice=choice, reason=data.reason, reasons=data.reasons)


def _as_searched(position: Position, data: SearchedData) -> Position:
    """Return a position with tiles in the bag as it was searched, with what was known of the other rack.

    Raises AnalysisFormatError.
    """
    known, plain = bytes(sorted(position.alphabet.encode(data.known))), with_known(position)
    if len(known) > position.rules.rack_size or not holds(plain.unseen, known):
        raise AnalysisFormatError(f"known: expected unseen tiles, got {quoted(data.known)}")
    return with_known(position, known)


def _choice(data: SearchedData, position: Position, status: str) -> MoveAnalysis:
    moves = tuple(_move(each, position) for each in data.moves)
    is_endgame = data.unseen is None
    plays = [each for each in moves if not each.is_pass and is_endgame]
    most = max((each.score for each in plays), default=0)
    upper = data.remaining_upper
    names = {each.text for each in moves}
    if not moves or not names.issuperset(data.best[:1]):
        raise AnalysisFormatError("moves: expected the best one among them")
    return MoveAnalysis(
        position=position,
        status=Status.PROVEN if status == Status.PROVEN else Status.BOUNDED,
        spread=data.spread,
        win=data.win,
        best=tuple(data.best),
        moves=moves,
        best_is_complete=data.best_is_complete,
        estimate=data.estimate,
        line=_line(data.line, position),
        highest_scoring=next((each for each in plays if each.score == most), None),
        replies={each.text: each.line[1:] for each in moves if len(each.line) > 1},
        nodes=data.nodes,
        seconds=data.seconds,
        stopped_by=data.stopped_by,
        bag_is_known=not is_endgame and knows_bag(position),
        remaining=RemainingMoves(
            data.moves_total - len(moves), None if upper is None else number_from_wire(upper)
        ),
    )


def _move(data: MoveResult, position: Position) -> MoveResult:
    """Return a move with what follows from its position."""
    _line((data.step,), position)
    _line(data.line, position)
    scenarios = (with_fields(each, codes=position.alphabet.encode(each.tiles)) for each in data.scenarios)
    return with_fields(data, lead=position.spread, scenarios=tuple(scenarios))


def _line(line: tuple[Step, ...], position: Position) -> tuple[Step, ...]:
    """Return a line that can be played.

    Raises AnalysisFormatError for other scores than the data have, and IllegalMoveError.
    """
    for step, (before, move) in zip(line, replayed(position, line), strict=True):
        score = before.score(move)
        if score != step.score:
            raise AnalysisFormatError(f"{step.text} scores {score}, not {step.score}")
    return line
