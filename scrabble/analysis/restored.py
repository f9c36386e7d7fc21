"""An analysis made again from its data: nothing is searched.

    restored(analysis_data(analysis), replay(game), lexicon)      as good as `analysis` for pages and records

What the data leave out is left out: of the candidates of a turn those that were not worth showing, of which
`Choice.unlisted` knows how many there are and what they can be worth.
"""

from __future__ import annotations

from collections.abc import Sequence

from scrabble.analysis.data import EndgameData, GameData, MoveData, ToPlayData, TurnData
from scrabble.analysis.introduced import introduced
from scrabble.analysis.run import Analysis
from scrabble.analysis.turn import AnyTurn, Choice, Claim, Judged, ToPlay, Unjudged, Unlisted
from scrabble.endgame import Candidate, Step
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.replay import Replay
from scrabble.report.points import Bounds


def restored(data: GameData, replayed: Replay, lexicon: Lexicon) -> Analysis:
    """The analysis that these data came from, of the same game with the same lexicon."""
    turns = [introduced(turn, replayed, lexicon) for turn in replayed.turns]
    notices = {str(notice) for notice in (*replayed.game.warnings, *replayed.warnings)}
    return Analysis(
        replay=replayed,
        lexicon=lexicon,
        turns=tuple(_turn(turn, found) for turn, found in zip(turns, data["turns"], strict=True)),
        is_complete=data["is_complete"],
        to_play=_to_play(data["to_play"], replayed) if data["to_play"] else None,
        remark=next((text for text in data["warnings"] if text not in notices), ""),
    )


def _turn(on: Unjudged, data: TurnData) -> AnyTurn:
    found = data["endgame"]
    if found is None:
        return on
    return Judged(
        on.turn,
        on.player_name,
        on.played,
        on.phonies,
        on.score,
        value=Bounds(*found["value"]),
        worth=Bounds(*found["worth"]),
        loss=Bounds(*found["loss"]),
        choice=_choice(found, on.turn.position, on.played),
        claims=tuple(Claim(each["kind"], each["text"], each["facts"]) for each in found["claims"]),
    )


def _choice(data: EndgameData, position: Position, played: str) -> Choice:
    candidates = tuple(_candidate(each, position) for each in data["moves"])
    plays = [each for each in candidates if not each.move.is_pass]
    most = max((each.score for each in plays), default=0)
    return Choice(
        best=tuple(data["best"]),
        has_all_best=data["has_all_best"],
        candidates=candidates,
        line=_line([each["move"] for each in data["line"]], position),
        natural=next((each for each in plays if each.score == most), None),
        replies=_replies(data, position, played),
        nodes=data["nodes"],
        seconds=data["seconds"],
        limit=data["limit"],
        unlisted=Unlisted(data["move_count"] - len(candidates), data["rest_upper"]),
    )


def _candidate(data: MoveData, position: Position) -> Candidate:
    lower, upper = data["bounds"]
    move = position.parse_move(data["move"])
    return Candidate(move, data["move"], data["score"], lower, upper, data["status"])


def _replies(data: EndgameData, position: Position, played: str) -> dict[str, tuple[Step, ...]]:
    """Best play after each move, as far as it was searched."""
    found = {each["move"]: each["reply"] for each in data["moves"]} | {played: data["reply"]}
    return {
        move: _line(reply, position.play(position.parse_move(move))) for move, reply in found.items() if reply
    }


def _line(moves: Sequence[str], position: Position) -> tuple[Step, ...]:
    steps = []
    for text in moves:
        move = position.parse_move(text)
        steps.append(Step(move, text, position.score(move)))
        position = position.play(move)
    return tuple(steps)


def _to_play(data: ToPlayData, replayed: Replay) -> ToPlay:
    position, player = replayed.final, replayed.on_turn
    value, choice = Bounds(*data["value"]), None
    if data["status"] != "unknown":
        line = _line([each["move"] for each in data["line"]], position)
        firsts = [_line([text], position)[0] for text in data["best"]]
        choice = Choice(
            best=tuple(data["best"]),
            has_all_best=data["has_all_best"],
            candidates=tuple(
                Candidate(each.move, each.text, each.score, *value, status="best") for each in firsts
            ),
            line=line,
            natural=None,
            replies={},
            nodes=data["nodes"],
            seconds=data["seconds"],
            limit=data["limit"],
        )
    return ToPlay(position, player, data["name"], value, choice, data["reason"])
