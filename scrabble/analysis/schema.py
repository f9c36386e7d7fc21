"""JSON and CSV of an analysis: the types of its keys, writing, checking and the rows of the table.

    to_json(analysis)     the JSON object, a GameData
    csv_rows(data)        the rows of CSV, one per evaluated turn
    validate(data)        raises AnalysisFormatError with the place of the error:
                          turns[25].endgame.moves[0].score: expected a number, got '7'

The types are the schema; tests check every analysis against it.  An interval is [lower, upper], null where
there is no bound, both equal when the number is known.  Numbers of a turn are points for the player of that
turn.  Keys that an older version left out are completed before the check; unknown keys are ignored.
Reading an analysis back: `restored.py`.
"""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from typing import Any, TypedDict, cast

from scrabble.analysis.preendgame_schema import (
    BagData,
    BagToPlayData,
    ReasonData,
    bag_data,
    bag_row,
    claims_data,
    now_data,
)
from scrabble.analysis.preendgame_turn import BagTurn
from scrabble.analysis.run import Analysis
from scrabble.analysis.summary import PlayerSummary
from scrabble.analysis.turn import AnalysedTurn, AnyTurn, MoveAnalysis, NextMove, shown_moves, unlisted_moves
from scrabble.errors import ScrabbleError
from scrabble.files import VERSION
from scrabble.game import cgp
from scrabble.game.tiles import quoted
from scrabble.solver import MoveResult, ScoredMove
from scrabble.solver.solution import STATUSES

Interval = list[int | None]  # [lower, upper]
SIDES = frozenset({"players", "nicks", "final", "summary"})  # of the game: one for each player
NAMES = {int: "a number", float: "a number", str: "a text", bool: "true or false"}
COLUMNS = (
    *("game", "turn", "line", "player", "name", "played", "score", "spread", "bag", "status", "best"),
    *("value_lower", "value_upper", "worth_lower", "worth_upper", "loss_lower", "loss_upper"),
    *("final_before_lower", "final_before_upper", "final_after_lower", "final_after_upper"),
    *("grade", "turning", "phonies", "seconds"),
    *("chance_lower", "chance_upper", "lost_chance_lower", "lost_chance_upper"),
)


class AnalysisFormatError(ScrabbleError):
    """Data that are not those of an analysis; the message is one line with the place."""


class MoveData(TypedDict):
    """A move that was evaluated; without `reply` and `bounds` as in `endgame solve`."""

    move: str
    score: int
    lower: int | None  # lower <= worth <= upper; null only in data of before version 1
    upper: int | None
    estimate: int | None  # while the worth is open: lower <= estimate <= upper
    status: str  # one of scrabble.solver.solution.STATUSES
    bounds: Interval  # the old key: null where the search has proven nothing
    line: list[str]  # best play from this move on, as far as searched
    reply: list[str]  # the old key: the line without the move


class StepData(TypedDict):
    """A move of a line."""

    move: str
    score: int


class EndgameTurnData(TypedDict):
    """The evaluation of an endgame turn."""

    cgp: str  # the position before it
    best: list[str]  # all equal best moves
    has_all_best: bool  # every other move is proven worse
    lower: int | None  # lower <= value <= upper, as in `endgame solve`
    upper: int | None
    estimate: int | None  # while the value is open: lower <= estimate <= upper
    value: Interval  # the old key for both
    worth: Interval  # of the turn as it was made
    worth_estimate: int | None  # while the worth is open
    loss: Interval  # value - worth; the loss of a phony that stayed on the board is in no sum
    final_before: Interval  # final spread with best play from before the turn
    final_after: Interval  # and from after it
    grade: str  # none, small, medium, large, open; phony for one that stayed on the board
    turning: str  # such as "win to loss", or empty
    line: list[StepData]  # best play of both sides
    moves: list[MoveData]  # the best ones, the one made, the highest-scoring one
    move_count: int  # number of legal moves
    reply: list[str]  # best play after the turn as it was made, as far as searched
    rest_upper: int | None  # upper bound of the worth of the moves that are not in `moves`
    claims: list[ReasonData]
    nodes: int
    seconds: float
    limit: str | None


class TurnData(TypedDict):
    """A turn of the game."""

    turn: int
    line: int  # of the file
    player: int  # 1 or 2
    name: str
    played: str
    score: int  # by the rules
    spread: int  # before it, as recorded
    total: int  # the player's recorded score after it
    bag: int  # tiles in the bag before it
    phonies: list[str]
    is_taken_back: bool
    status: str  # proven, bounded, unknown; not analysed before the bag is empty
    reason: str  # why it is unknown
    endgame: EndgameTurnData | None
    preendgame: BagData | None  # the evaluation of a turn with a few tiles in the bag


class NextMoveData(TypedDict):
    """The next move of an unfinished record with an empty bag."""

    player: int  # 1 or 2
    name: str
    status: str  # proven, bounded, unknown
    reason: str  # why it is unknown
    cgp: str
    best: list[str]  # all equal best moves; none if it is unknown
    has_all_best: bool
    lower: int | None  # lower <= value <= upper, as in `endgame solve`
    upper: int | None
    estimate: int | None  # while the value is open: lower <= estimate <= upper
    value: Interval  # the old key for both
    final: Interval  # final spread with best play
    line: list[StepData]
    nodes: int
    seconds: float
    limit: str | None


class PlayerSummaryData(TypedDict):
    """One player's endgame in numbers."""

    player: int
    name: str
    turns: int
    best: int  # proven to lose nothing
    small: int
    medium: int
    large: int
    open: int  # bounded: no grade
    unknown: int
    stayed: int  # phonies that stayed on the board: evaluated, not graded, no points
    lost: Interval  # points; phonies that stayed on the board count for none
    lost_proven: int  # points: the sum over the turns whose loss is known
    lost_open: int  # turns whose loss is not proven
    thrown_wins: int
    phonies: int
    bag_turns: int  # evaluated turns with tiles in the bag; they are in none of the numbers before
    lost_chance: str  # win chance thrown away in them, an exact fraction: the sum of the proven losses
    lost_chance_open: int  # such turns whose loss is not proven


class GameData(TypedDict):
    """The whole analysis of a game."""

    version: int  # of the keys
    id: str
    title: str | None
    players: list[str]
    nicks: list[str]
    lexicon: str
    lexicon_recorded: str | None
    final: list[int]  # as recorded
    is_over: bool  # by the rules; otherwise the record is unfinished
    is_complete: bool  # False: the analysis was interrupted
    turns: list[TurnData]
    to_play: NextMoveData | None  # null: the game is over, or tiles are in the bag
    to_play_preendgame: BagToPlayData | None  # the next move with at most `--max-bag` tiles in the bag
    summary: list[PlayerSummaryData]
    turning_points: list[int]  # turns
    mistakes: list[int]
    warnings: list[str]


def to_json(analysis: Analysis, name: str = "") -> GameData:
    """Return the whole analysis as plain data."""
    bag_turns = {each.on.number: each for each in analysis.bag_turns}
    return {
        "version": VERSION,
        "id": name or analysis.record.source,
        "title": analysis.record.title,
        "players": list(analysis.names),
        "nicks": [player.nick for player in analysis.record.players],
        "lexicon": analysis.lexicon.name,
        "lexicon_recorded": analysis.record.lexicon,
        "final": list(analysis.game.totals),
        "is_over": analysis.game.is_over,
        "is_complete": analysis.is_complete,
        "turns": [_turn(turn, analysis.lexicon.name, bag_turns.get(turn.number)) for turn in analysis.turns],
        "to_play": _to_play(analysis.to_play, analysis.lexicon.name) if analysis.to_play else None,
        "to_play_preendgame": now_data(analysis.bag_to_play) if analysis.bag_to_play else None,
        "summary": [
            cast(PlayerSummaryData, dataclasses.asdict(each) | _sums(each)) for each in analysis.summaries
        ],
        "turning_points": [turn.number for turn in analysis.turning_points],
        "mistakes": [turn.number for turn in analysis.mistakes],
        "warnings": list(map(str, analysis.warnings)),
    }


def _sums(each: PlayerSummary) -> dict[str, Any]:
    return {"lost": list(each.lost), "lost_chance": str(each.lost_chance)}


def _turn(judged: AnyTurn, lexicon: str, with_bag: BagTurn | None) -> TurnData:
    turn = judged.turn
    return {
        "turn": judged.number,
        "line": turn.event.line,
        "player": 1 + turn.player,
        "name": judged.player_name,
        "played": judged.played,
        "score": judged.score,
        "spread": judged.spread,
        "total": turn.total,
        "bag": turn.bag,
        "phonies": list(judged.phonies),
        "is_taken_back": turn.is_taken_back,
        "status": str(judged.status),
        "reason": judged.reason,
        "endgame": _endgame(judged, lexicon) if isinstance(judged, AnalysedTurn) else None,
        "preendgame": bag_data(with_bag) if with_bag else None,
    }


def _endgame(judged: AnalysedTurn, lexicon: str) -> EndgameTurnData:
    choice, unlisted = judged.choice, unlisted_moves(judged)
    position = dataclasses.replace(judged.turn.position, lexicon_name=lexicon)
    return {
        "cgp": cgp.dumps(position),
        "best": list(choice.best),
        "has_all_best": choice.has_all_best,
        "lower": judged.value.lower,
        "upper": judged.value.upper,
        "estimate": judged.estimate,
        "value": list(judged.value),
        "worth": list(judged.worth),
        "worth_estimate": judged.worth_estimate,
        "loss": list(judged.loss),
        "final_before": list(judged.final_before),
        "final_after": list(judged.final_after),
        "grade": judged.grade,
        "turning": judged.turning,
        "line": [_step(step) for step in choice.line],
        "moves": [_move(each, choice) for each in shown_moves(judged)],
        "move_count": len(choice.candidates) + choice.unlisted.number,
        "reply": _reply(judged.played, choice),
        "rest_upper": unlisted.upper,
        "claims": claims_data(judged.claims),
        "nodes": choice.nodes,
        "seconds": choice.seconds,
        "limit": _text(choice.limit),
    }


def _to_play(to_play: NextMove, lexicon: str) -> NextMoveData:
    choice = to_play.choice
    return {
        "player": 1 + to_play.player,
        "name": to_play.player_name,
        "status": str(to_play.status),
        "reason": to_play.reason,
        "cgp": cgp.dumps(dataclasses.replace(to_play.position, lexicon_name=lexicon)),
        "best": list(choice.best) if choice else [],
        "has_all_best": choice is not None and choice.has_all_best,
        "lower": to_play.value.lower,
        "upper": to_play.value.upper,
        "estimate": to_play.estimate,
        "value": list(to_play.value),
        "final": list(to_play.final),
        "line": [_step(step) for step in choice.line] if choice else [],
        "nodes": choice.nodes if choice else 0,
        "seconds": choice.seconds if choice else 0.0,
        "limit": _text(choice.limit) if choice else None,
    }


def _step(step: ScoredMove) -> StepData:
    return {"move": step.text, "score": step.score}


def _move(each: MoveResult, choice: MoveAnalysis) -> MoveData:
    lower, upper = each.bounds
    reply = _reply(each.text, choice)
    return {
        "move": each.text,
        "score": each.score,
        "lower": lower,
        "upper": upper,
        "estimate": each.estimate,
        "status": str(each.status),
        "bounds": [each.lower, each.upper],
        "line": [each.text, *reply] if reply or each.line else [],
        "reply": reply,
    }


def _reply(move: str, choice: MoveAnalysis) -> list[str]:
    return [step.text for step in choice.replies.get(move, ())]


def validate(found: Any) -> None:
    """Complete the data of a game and check them against GameData.  Raises AnalysisFormatError."""
    _complete(found)
    _check(found, GameData, "")
    for name in SIDES:
        if len(found[name]) != 2:
            raise AnalysisFormatError(f"{name}: expected two, one for each player, got {len(found[name])}")
    for at, turn in enumerate(found["turns"]):
        for number, move in enumerate(turn["endgame"]["moves"] if turn["endgame"] else ()):
            if move["status"] not in STATUSES:
                where = f"turns[{at}].endgame.moves[{number}].status"
                raise AnalysisFormatError(
                    f"{where}: expected one of {', '.join(STATUSES)}, got {move['status']!r}"
                )


def _complete(found: Any) -> None:
    """Add the keys that data of before version 1 lack; errors are left to the check."""
    if isinstance(found, list):
        for each in found:
            _complete(each)
    elif isinstance(found, dict):
        for each in found.values():
            _complete(each)
        if "endgame" in found:  # a turn
            found.setdefault("preendgame", None)
        if "draws" in found and "chance" in found:  # a move of before there were estimates
            found.setdefault("estimate", None)
        if "to_play" in found:  # a game
            found.setdefault("to_play_preendgame", None)
        if "thrown_wins" in found:  # a summary of before turns with tiles in the bag were in it
            found.setdefault("bag_turns", 0)
            found.setdefault("lost_chance", "0")
            found.setdefault("lost_chance_open", 0)
        bounds = found.get("bounds" if "reply" in found and "status" in found else "value")
        if isinstance(bounds, list) and len(bounds) == 2:
            found.setdefault("lower", bounds[0])
            found.setdefault("upper", bounds[1])
        if "lower" in found:  # a position or a move of before there were estimates
            found.setdefault("estimate", None)
        if "worth" in found:
            found.setdefault("worth_estimate", None)
        if "status" in found and isinstance(reply := found.get("reply"), list):
            found.setdefault("line", [found.get("move"), *reply] if reply else [])


@functools.cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _check(found: Any, kind: Any, where: str) -> None:
    """Check a part of the data against its type."""
    if kind is Any:
        return
    if kind == Interval:
        if not (isinstance(found, list) and len(found) == 2 and all(map(_is_bound, found))):
            raise _wrong(where, "[lower, upper]", found)
    elif typing.is_typeddict(kind):
        if not isinstance(found, dict):
            raise _wrong(where, "an object", found)
        for key, hint in _hints(kind).items():
            inner = f"{where}.{key}".lstrip(".")
            if key not in found:
                raise AnalysisFormatError(f"{inner}: missing")
            _check(found[key], hint, inner)
    elif typing.get_origin(kind) is list:
        if not isinstance(found, list):
            raise _wrong(where, "a list", found)
        [each_kind] = typing.get_args(kind)
        for at, each in enumerate(found):
            _check(each, each_kind, f"{where}[{at}]")
    elif typing.get_origin(kind) is dict:
        if not isinstance(found, dict):
            raise _wrong(where, "an object", found)
    elif typing.get_origin(kind) in (types.UnionType, typing.Union):
        [only] = [each for each in typing.get_args(kind) if each is not types.NoneType]
        if found is not None:
            _check(found, only, where)
    elif type(found) is not kind and not (kind is float and type(found) is int):
        raise _wrong(where, NAMES[kind], found)


def _is_bound(found: Any) -> bool:
    return found is None or type(found) is int


def _wrong(where: str, expected: str, found: Any) -> AnalysisFormatError:
    return AnalysisFormatError(f"{where}: expected {expected}, got {quoted(repr(found))}")


def csv_rows(found: GameData) -> list[dict[str, Any]]:
    """Return one row per evaluated turn, its keys COLUMNS; empty where nothing is known."""
    judged = [each for each in found["turns"] if each["preendgame"] or each["status"] != "not analysed"]
    return [_row(found["id"], turn) for turn in judged]


def _row(game: str, turn: TurnData) -> dict[str, Any]:
    row: dict[str, Any] = dict.fromkeys(COLUMNS, "") | {"game": game}
    row |= {column: value for column, value in turn.items() if column in COLUMNS}
    row["phonies"] = " ".join(turn["phonies"])
    found = turn["endgame"]
    if found is not None:
        names = ("value", "worth", "loss", "final_before", "final_after")
        for name in names:  # the column of losses can be added up: a phony is not in it
            if name == "loss" and found["grade"] == "phony":
                continue
            lower, upper = found[name]  # type: ignore[literal-required]
            row[f"{name}_lower"], row[f"{name}_upper"] = lower, upper
        row |= {"grade": found["grade"], "turning": found["turning"], "seconds": found["seconds"]}
        row["best"] = " | ".join(found["best"])
    return row | (bag_row(turn["preendgame"]) if turn["preendgame"] else {})


def _text(reason: str | None) -> str | None:
    """Return a reason to stop, perhaps a member of an enumeration, as a plain string."""
    return None if reason is None else str(reason)
