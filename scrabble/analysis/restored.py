"""Reading an analysis back from its JSON, without any search.

    from_json(to_json(analysis), replay(game), lexicon)      equivalent to `analysis` for pages and records

The candidates of a turn are those that were shown; `MoveAnalysis.unlisted` has the number and the upper bound
of the others.  Data from a file go through `schema.validate` first; errors of play, such as a move that
cannot be made, are found here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from scrabble.analysis.preendgame_schema import BagToPlayData, bag_turn, read_claims, restored_now
from scrabble.analysis.preendgame_turn import BagToPlay, BagTurn
from scrabble.analysis.run import Analysis
from scrabble.analysis.schema import (
    AnalysisFormatError,
    EndgameTurnData,
    GameData,
    MoveData,
    NextMoveData,
    TurnData,
)
from scrabble.analysis.turn import (
    AnalysedTurn,
    AnyTurn,
    MoveAnalysis,
    NextMove,
    RemainingMoves,
    UnanalysedTurn,
    describe_turn,
)
from scrabble.game.move import IllegalMoveError
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.records.replay import Game
from scrabble.solver import MoveResult, ScoredMove
from scrabble.solver.format import Bounds
from scrabble.solver.names import MoveStatus


def from_json(data: GameData, replayed: Game, lexicon: Lexicon) -> Analysis:
    """Return the analysis of these data, of the same game with the same lexicon.

    Raises AnalysisFormatError if they do not fit the game.
    """
    if len(data["turns"]) != len(replayed.turns):
        count = len(replayed.turns)
        raise AnalysisFormatError(f"turns: expected {count}, as the game has, got {len(data['turns'])}")
    if data["to_play"] and (replayed.is_over or replayed.bag or replayed.final.is_over):
        raise AnalysisFormatError("to_play: expected null, the game is over or has tiles in the bag")
    now = data["to_play_preendgame"]
    if now and (replayed.is_over or not replayed.bag or replayed.final.is_over):
        raise AnalysisFormatError("to_play_preendgame: expected null, the game is over or the bag is empty")
    turns = [describe_turn(turn, replayed, lexicon) for turn in replayed.turns]
    notices = {str(notice) for notice in (*replayed.record.warnings, *replayed.warnings)}
    return Analysis(
        game=replayed,
        lexicon=lexicon,
        turns=tuple(_turn(turn, found) for turn, found in zip(turns, data["turns"], strict=True)),
        is_complete=data["is_complete"],
        to_play=_to_play(data["to_play"], replayed) if data["to_play"] else None,
        remark=next((text for text in data["warnings"] if text not in notices), ""),
        bag_turns=tuple(_bag_turns(turns, data)),
        bag_to_play=_bag_to_play(now, replayed) if now else None,
    )


def _bag_turns(turns: Sequence[UnanalysedTurn], data: GameData) -> Iterator[BagTurn]:
    for turn, found in zip(turns, data["turns"], strict=True):
        if found["preendgame"] is not None:
            try:
                yield bag_turn(turn, found["preendgame"])
            except (ValueError, ZeroDivisionError) as error:
                raise AnalysisFormatError(f"turn {found['turn']}: preendgame: {error}") from None


def _bag_to_play(now: BagToPlayData, replayed: Game) -> BagToPlay:
    try:
        return restored_now(now, replayed)
    except (ValueError, ZeroDivisionError) as error:
        raise AnalysisFormatError(f"to_play_preendgame: {error}") from None


@contextmanager
def _placed(where: str) -> Iterator[None]:
    """Add the place to the error of a move that cannot be made."""
    try:
        yield
    except (IllegalMoveError, AnalysisFormatError) as error:
        raise AnalysisFormatError(f"{where}: {error}") from None


def _turn(on: UnanalysedTurn, data: TurnData) -> AnyTurn:
    found = data["endgame"]
    if found is None:
        return on
    with _placed(f"turn {data['turn']}"):
        return _judged(on, found)


def _judged(on: UnanalysedTurn, found: EndgameTurnData) -> AnalysedTurn:
    return AnalysedTurn(
        on.turn,
        on.player_name,
        on.played,
        on.phonies,
        on.score,
        value=Bounds(*found["value"]),
        worth=Bounds(*found["worth"]),
        loss=Bounds(*found["loss"]),
        choice=_choice(found, on.turn.position, on.played),
        claims=read_claims(found["claims"]),
        worth_guess=found["worth_estimate"],
    )


def _choice(data: EndgameTurnData, position: Position, played: str) -> MoveAnalysis:
    candidates = tuple(_candidate(each, position) for each in data["moves"])
    plays = [each for each in candidates if not each.move.is_pass]
    most = max((each.score for each in plays), default=0)
    return MoveAnalysis(
        best=tuple(data["best"]),
        has_all_best=data["has_all_best"],
        candidates=candidates,
        line=_line([each["move"] for each in data["line"]], position),
        natural=next((each for each in plays if each.score == most), None),
        replies=_replies(data, position, played),
        nodes=data["nodes"],
        seconds=data["seconds"],
        limit=data["limit"],
        unlisted=RemainingMoves(data["move_count"] - len(candidates), data["rest_upper"]),
        estimate=data["estimate"],
    )


def _candidate(data: MoveData, position: Position) -> MoveResult:
    [step] = _line([data["move"]], position)
    if step.score != data["score"]:
        raise AnalysisFormatError(f"{step.text} scores {step.score}, not {data['score']}")
    lower, upper = data["bounds"]
    least, most = data["lower"], data["upper"]
    caps = None if least is None or most is None else (least, most)
    line = _line(data["line"], position)
    status, estimate = MoveStatus(data["status"]), data["estimate"]
    return MoveResult(
        step.move, step.text, step.score, lower, upper, status, caps=caps, line=line, estimate=estimate
    )


def _replies(data: EndgameTurnData, position: Position, played: str) -> dict[str, tuple[ScoredMove, ...]]:
    """Return best play after each move, as far as searched."""
    found = {each["move"]: each["reply"] for each in data["moves"]} | {played: data["reply"]}
    return {
        move: _line(reply, position.play(position.parse_move(move))) for move, reply in found.items() if reply
    }


def _line(moves: Sequence[str], position: Position) -> tuple[ScoredMove, ...]:
    steps = []
    for text in moves:
        move = position.parse_move(text)
        steps.append(ScoredMove(move, text, position.score(move)))
        position = position.play(move)
    return tuple(steps)


def _to_play(data: NextMoveData, replayed: Game) -> NextMove:
    position, player = replayed.final, replayed.on_turn
    value, choice = Bounds(*data["value"]), None
    if data["status"] != "unknown":
        with _placed("to_play"):
            line = _line([each["move"] for each in data["line"]], position)
            firsts = [_line([text], position)[0] for text in data["best"]]
        status = MoveStatus.BEST if value.is_exact else MoveStatus.BEST_SO_FAR
        choice = MoveAnalysis(
            best=tuple(data["best"]),
            has_all_best=data["has_all_best"],
            candidates=tuple(MoveResult(each.move, each.text, each.score, *value, status) for each in firsts),
            line=line,
            natural=None,
            replies={},
            nodes=data["nodes"],
            seconds=data["seconds"],
            limit=data["limit"],
            estimate=data["estimate"],
        )
    return NextMove(position, player, data["name"], value, choice, data["reason"])
