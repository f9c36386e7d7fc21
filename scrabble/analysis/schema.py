"""JSON of an analysis: the types of its keys, with what each means; writing it, and checking what is read.

    analysis_data(analysis)     a GameData; `analysis_json` makes plain data of it
    read_data(found)            a GameData from plain data; AnalysisFormatError names the place of an error:
                                turns[25].evaluation.moves[0].score: expected int, got str

These types are the schema: docs/json.md is generated from them.  An interval is `[lower, upper]`
as in `endgame solve`; numbers of a turn are for the player of that turn.  Unknown keys are ignored; other
keys raise FORMAT of `analysis.batch`, and games are analysed again.  Reading an analysis back: `restored.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace as with_fields

from scrabble.analysis.analysis import Analysis
from scrabble.analysis.recorded_turn import knows_bag
from scrabble.analysis.summary import PlayerSummary
from scrabble.analysis.turn import (
    AnalysedTurn,
    AnyTurn,
    MoveAnalysis,
    NextMove,
    RemainingMoves,
    remaining_moves,
    shown_moves,
)
from scrabble.answer.interval import Interval, WireNumber, number_to_wire
from scrabble.answer.moves import Estimate, MoveResult, Step, as_written
from scrabble.answer.names import Status
from scrabble.answer.plain import as_plain, from_plain, means
from scrabble.answer.reasons import Reason
from scrabble.errors import ScrabbleError
from scrabble.files import VERSION
from scrabble.game import cgp

Data = TypeVar("Data", bound=Struct)


class AnalysisFormatError(ScrabbleError):
    """Data that are not those of an analysis; the message is one line with the place."""


def _for_both(text: str) -> Meta:
    """Return the meaning of a key with a list of one item for each player."""
    return Meta(description=text, min_length=2, max_length=2)


class SearchedData(Struct, kw_only=True):
    """A position that was searched: the keys that an evaluation and the next move have in common."""

    cgp: Annotated[str, means("the position; with tiles in the bag as its player sees it")]
    unseen: Annotated[
        str | None, means("with tiles in the bag: these and the tiles on the opponent's rack; else null")
    ]
    known: Annotated[
        str,
        means(
            "with tiles in the bag: tiles of the opponent's rack that the player knew, as a phony that was "
            "challenged off had shown them; with all of the rack the bag was known, too"
        ),
    ]
    best: Annotated[list[str], means("all equal best moves; while nothing is proven, the best found")]
    best_is_complete: Annotated[bool, means("whether every other move is proven worse")]
    value: Annotated[
        int | None, means("future spread with best play; null while open, or with tiles in the bag")
    ]
    spread: Annotated[Interval, means("final spread with best play")]
    win: Annotated[Interval, means("win probability; a draw is one half")]
    estimate: Annotated[Estimate | None, means("while one of these is open, or null")]
    line: Annotated[tuple[Step, ...], means("best play of both sides; empty with tiles in the bag")]
    moves: Annotated[
        tuple[MoveResult, ...],
        means("[moves](#keys-of-a-move): the best, the one made and others"),
    ]
    moves_total: Annotated[int, means("number of moves, with those that are not in `moves`")]
    remaining_upper: Annotated[
        WireNumber, means("upper bound of the value of the moves that are not in `moves`, or null")
    ]
    reasons: Annotated[tuple[Reason, ...], means("the explanation")]
    nodes: Annotated[int, means("nodes searched")]
    seconds: Annotated[float, means("time taken")]
    stopped_by: Annotated[str | None, means("what stopped the search, as in `solve`, or null")]


class EvaluationData(SearchedData, kw_only=True):
    """The evaluation of a turn."""

    actual_bag: Annotated[
        str | None, means("the content of the bag, if the record gives it; it changes no number")
    ]
    spread_after: Annotated[Interval, means("final spread with best play after the turn that was made")]
    win_after: Annotated[Interval, means("win probability after it")]
    estimate_after: Annotated[Estimate | None, means("while one of these two is open, or null")]
    loss: Annotated[
        Interval, means("`spread` minus `spread_after`; that of a phony that stayed is in no sum")
    ]
    win_loss: Annotated[Interval, means("win probability thrown away, counted in the same way")]
    grade: Annotated[
        str, means("`none`, `small`, `medium`, `large`, `open`; `phony` for one that stayed on the board")
    ]
    result_change: Annotated[str, means("such as `win to loss`, or empty")]
    reply: Annotated[
        tuple[Step, ...], means("best play after the turn as it was made, as far as it was searched")
    ]


class NextMoveData(SearchedData, kw_only=True):
    """The next move of an unfinished record; the other keys are those of an evaluation."""

    kind: Annotated[str, means("`endgame`, or `preendgame`: with tiles in the bag")]
    player: Annotated[int, means("1 or 2")]
    name: Annotated[str, means("of the player")]
    status: Annotated[str, means("`proven`, `bounded` or `unknown`")]
    reason: Annotated[str, means("why it is unknown")]


class TurnData(Struct):
    """A turn of the game."""

    turn: Annotated[int, means("its number")]
    line: Annotated[int, means("of the file")]
    player: Annotated[int, means("1 or 2")]
    name: Annotated[str, means("of the player")]
    played: Annotated[str, means("the move")]
    score: Annotated[int, means("its points, by the rules")]
    lead: Annotated[int, means("the player's spread before it, as recorded")]
    total: Annotated[int, means("the player's recorded score after it")]
    bag: Annotated[int, means("tiles in the bag before it")]
    phonies: Annotated[list[str], means("words that are not in the lexicon")]
    is_taken_back: Annotated[bool, means("whether it was challenged off")]
    status: Annotated[
        str,
        means("`proven`: best move and loss are known; `bounded`; `unknown`; `not analysed`: before that"),
    ]
    reason: Annotated[str, means("why it is unknown")]
    evaluation: Annotated[EvaluationData | None, means("null without one, see below")]


class FiguresData(Struct, kw_only=True):
    """Turns of a player in numbers."""

    name: Annotated[str, means("of the player")]
    turns: Annotated[int, means("with an empty bag")]
    best: Annotated[int, means("of these: proven to lose nothing")]
    small: Annotated[int, means("mistakes of less than 7 points")]
    medium: Annotated[int, means("of 7 points or more, less than 15")]
    large: Annotated[int, means("of 15 points or more, or a win thrown away")]
    open: Annotated[int, means("turns whose grade is not proven")]
    unknown: Annotated[int, means("turns that could not be analysed")]
    unchallenged_phonies: Annotated[
        int, means("phonies that stayed on the board: evaluated, but not graded, and no points counted")
    ]
    loss: Annotated[
        Interval,
        means("points lost, also with tiles in the bag where a mistake lost no win probability"),
    ]
    loss_proven: Annotated[WireNumber, means("the points that are proven to be lost")]
    loss_undecided: Annotated[int, means("turns that may have lost more")]
    thrown_wins: Annotated[int, means("turns after which a won game was no longer won")]
    phonies: Annotated[int, means("in the whole game")]
    preendgame_turns: Annotated[int, means("evaluated turns with tiles in the bag")]
    win_loss_proven: Annotated[
        WireNumber, means("win probability thrown away in them: the sum of what is proven")
    ]
    win_loss_undecided: Annotated[int, means("such turns that may have lost more")]


class PlayerSummaryData(FiguresData, kw_only=True):
    """One player's turns of a game in numbers."""

    player: Annotated[int, means("1 or 2")]


class GameData(Struct):
    """The whole analysis of a game."""

    version: Annotated[int, means("of the keys: 3")]
    id: Annotated[str, means("the file")]
    title: Annotated[str | None, means("of the game, as recorded, or null")]
    players: Annotated[list[str], _for_both("names")]
    nicks: Annotated[list[str], _for_both("nicks")]
    lexicon: Annotated[str, means("the one used")]
    lexicon_recorded: Annotated[str | None, means("the one that the record names, or null")]
    final: Annotated[list[int], _for_both("scores at the end, as recorded")]
    is_over: Annotated[bool, means("whether the game ended by the rules; else the record is unfinished")]
    is_complete: Annotated[bool, means("false: the analysis was interrupted")]
    turns: Annotated[list[TurnData], means("of the whole game, see below")]
    next_move: Annotated[
        NextMoveData | None,
        means("of an unfinished record with at most `--max-bag` tiles in the bag, see below; else null"),
    ]
    summary: Annotated[list[PlayerSummaryData], _for_both("in numbers, see below")]
    turning_points: Annotated[list[int], means("turns that changed the result")]
    mistakes: Annotated[
        list[int], means("turns that provably lost points, or win probability with tiles in the bag")
    ]
    warnings: Annotated[list[str], means("about the record")]
    date: Annotated[str | None, means("of the game, such as `2024-05-17`, if record or file name tell it")]
    round: Annotated[int | None, means("of a tournament, if record or file name tell it")]


def analysis_data(analysis: Analysis, name: str = "") -> GameData:
    """Return the whole analysis as data."""
    lexicon, now = analysis.lexicon.name, analysis.next_move
    return GameData(
        version=VERSION,
        id=name or analysis.record.source,
        title=analysis.record.title,
        players=list(analysis.names),
        nicks=[player.nick for player in analysis.record.players],
        lexicon=lexicon,
        lexicon_recorded=analysis.record.lexicon,
        final=list(analysis.game.totals),
        is_over=analysis.game.is_over,
        is_complete=analysis.is_complete,
        turns=[_turn(turn, lexicon) for turn in analysis.turns],
        next_move=None if now is None else _next_move(now, lexicon),
        summary=[summary_data(each) for each in analysis.summaries],
        turning_points=[turn.number for turn in analysis.turning_points],
        mistakes=[turn.number for turn in analysis.mistakes],
        warnings=list(map(str, analysis.warnings)),
        date=analysis.record.date,
        round=analysis.record.round,
    )


def analysis_json(analysis: Analysis, name: str = "") -> dict[str, Any]:
    """Return the whole analysis as plain data."""
    found: dict[str, Any] = as_plain(analysis_data(analysis, name))
    return found


def read_data(found: Any, kind: type[Data]) -> Data:
    """Return plain data as an object of their type.  Raises AnalysisFormatError."""
    try:
        return from_plain(found, kind)
    except msgspec.ValidationError as error:
        problem, _, place = str(error).replace("`", "").partition(" - at $")
        where = f"{place.lstrip('.')}: " if place else ""
        raise AnalysisFormatError(f"{where}{problem[:1].lower()}{problem[1:]}") from None


def summary_data(each: PlayerSummary) -> PlayerSummaryData:
    """Return the summary of a player as data."""
    wires: dict[str, Any] = {
        "loss_proven": number_to_wire(each.loss_proven),
        "win_loss_proven": number_to_wire(each.win_loss_proven),
    }
    names = (name for name in PlayerSummaryData.__struct_fields__ if name not in wires)
    return PlayerSummaryData(**{name: getattr(each, name) for name in names}, **wires)


def _turn(turn: AnyTurn, lexicon: str) -> TurnData:
    replayed = turn.turn
    return TurnData(
        turn=turn.number,
        line=replayed.event.line,
        player=1 + replayed.player,
        name=turn.player_name,
        played=turn.played,
        score=turn.score,
        lead=turn.lead,
        total=replayed.total,
        bag=replayed.bag,
        phonies=list(turn.phonies),
        is_taken_back=replayed.is_taken_back,
        status=turn.status,
        reason=turn.reason,
        evaluation=_evaluation(turn, lexicon) if isinstance(turn, AnalysedTurn) else None,
    )


def _evaluation(turn: AnalysedTurn, lexicon: str) -> EvaluationData:
    choice = turn.choice
    return EvaluationData(
        **_searched(choice, shown_moves(turn), remaining_moves(turn), turn.reasons, lexicon),
        estimate=_rounded(turn.estimate),
        actual_bag=turn.actual_bag,
        spread_after=turn.spread_after,
        win_after=turn.win_after,
        estimate_after=_rounded(turn.estimate_after),
        loss=turn.loss,
        win_loss=turn.win_loss,
        grade=turn.grade,
        result_change=turn.result_change,
        reply=choice.replies.get(turn.played, ()),
    )


def _next_move(found: NextMove, lexicon: str) -> NextMoveData:
    choice = found.choice or _nothing_known(found)
    return NextMoveData(
        **_searched(choice, choice.moves, choice.remaining, found.reasons, lexicon),
        estimate=_rounded(found.estimate),
        kind="preendgame" if found.bag_count else "endgame",
        player=1 + found.player,
        name=found.player_name,
        status=found.status,
        reason=found.reason,
    )


def _nothing_known(found: NextMove) -> MoveAnalysis:
    """Return the analysis of a position that could not be searched."""
    is_known = bool(found.bag_count) and knows_bag(found.position)
    return MoveAnalysis(
        found.position, Status.BOUNDED, found.spread, found.win, best=(), moves=(), bag_is_known=is_known
    )


def _searched(
    choice: MoveAnalysis,
    shown: Sequence[MoveResult],
    remaining: RemainingMoves,
    reasons: Sequence[Reason],
    lexicon: str,
) -> dict[str, Any]:
    """Return the keys that an evaluation and the next move have in common, but for the estimate."""
    position, bag_count = choice.position, choice.bag_count
    unseen = choice.unseen if bag_count else None
    value = None if bag_count else choice.bounds.exact
    return {
        "cgp": cgp.dumps(replace(position, lexicon_name=lexicon)),
        "unseen": position.alphabet.rack_text(unseen.tiles) if unseen else None,
        "known": position.alphabet.rack_text(unseen.known) if unseen else "",
        "best": list(choice.best),
        "best_is_complete": choice.best_is_complete,
        "value": value,
        "spread": choice.spread,
        "win": choice.win,
        "line": choice.line,
        "moves": tuple(_move(each, choice) for each in shown),
        "moves_total": choice.moves_total,
        "remaining_upper": None if remaining.upper is None else number_to_wire(remaining.upper),
        "reasons": tuple(reasons),
        "nodes": choice.nodes,
        "seconds": choice.seconds,
        "stopped_by": None if choice.stopped_by is None else str(choice.stopped_by),
    }


def _move(each: MoveResult, choice: MoveAnalysis) -> MoveResult:
    """Return a move, with best play from it on as far as it was searched."""
    reply = choice.replies.get(each.text, ())
    line = (each.step, *reply) if reply else each.line[:1]
    return as_written(with_fields(each, line=line))


def _rounded(found: Estimate | None) -> Estimate | None:
    return None if found is None else found.rounded
