"""The analysis of a game: made of what was found about its turns, or read back and put beside its game.

    analysis_of(game, lexicon, turns)                          with a summary of each player's turns
    with_game(read_data(found, Analysis), replay(record))      an analysis that was kept; nothing is searched

The types of what is read were checked by `read_data`; errors of play, such as a move that cannot be made, are
found here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction

from msgspec.structs import replace

from scrabble.analysis.recorded_turn import position_to_play
from scrabble.answer.analysis import Analysis, AnalysisFormatError, PlayerSummary
from scrabble.answer.interval import Interval, total
from scrabble.answer.moves import Step, replayed, with_position
from scrabble.answer.turns import UNKNOWN_STATUS, Kind, NextMove, Turn
from scrabble.errors import ScrabbleError
from scrabble.game.position import Position
from scrabble.game.tiles import quoted
from scrabble.records.replay import Game
from scrabble.records.walk import ReplayedTurn


def analysis_of(
    game: Game,
    lexicon: str,
    turns: Sequence[Turn],
    is_complete: bool = True,
    next_move: NextMove | None = None,
    remark: str = "",
) -> Analysis:
    """Return the analysis of a game; `remark` is a hint that another lexicon fits better."""
    record = game.record
    return Analysis(
        id=record.source,
        title=record.title,
        players=record.names,
        nicks=tuple(player.nick for player in record.players),
        lexicon=lexicon,
        lexicon_recorded=record.lexicon,
        final=game.totals,
        is_over=game.is_over,
        is_complete=is_complete,
        turns=tuple(turns),
        next_move=next_move,
        summary=(summary_of(0, record.names[0], turns), summary_of(1, record.names[1], turns)),
        turning_numbers=tuple(turn.number for turn in turns if turn.result_change),
        mistake_numbers=tuple(turn.number for turn in turns if turn.is_mistake),
        warnings=(*map(str, sorted({*record.warnings, *game.warnings})), *filter(None, (remark,))),
        date=record.date,
        round=record.round,
        game=game,
    )


def summary_of(player: int, name: str, turns: Iterable[Turn]) -> PlayerSummary:
    """Return the summary of player 0 or 1: the endgame in points, turns with tiles in the bag in chances."""
    own = [turn for turn in turns if turn.player == 1 + player]
    evaluated = [turn for turn in own if turn.evaluation is not None and turn.is_endgame]
    with_bag = [turn for turn in own if turn.evaluation is not None and not turn.is_endgame]
    in_points = [*evaluated, *(turn for turn in with_bag if turn.is_in_points)]
    unknown = sum(turn.status == UNKNOWN_STATUS for turn in own)
    losses = [turn.loss for turn in in_points if turn.is_counted] + [Interval(0)] * unknown
    chances = [turn.win_loss for turn in with_bag if turn.is_counted]
    grades = Counter(turn.grade for turn in in_points)
    return PlayerSummary(
        player=1 + player,
        name=name,
        turns=sum(turn.is_endgame for turn in own),
        best=grades["none"],
        small=grades["small"],
        medium=grades["medium"],
        large=grades["large"],
        open=grades["open"],
        unknown=unknown,
        unchallenged_phonies=grades["phony"],
        loss=total(losses),
        loss_proven=total(losses).lower,
        loss_undecided=sum(not each.is_exact for each in losses),
        thrown_wins=sum(turn.is_thrown_win for turn in evaluated),
        phonies=sum(bool(turn.phonies) for turn in own),
        preendgame_turns=len(with_bag),
        win_loss_proven=sum((Fraction(each.lower) for each in chances), Fraction(0)),
        win_loss_undecided=sum(not each.is_exact for each in chances),
    )


def with_game(analysis: Analysis, game: Game) -> Analysis:
    """Return an analysis that was read with its game.  Raises AnalysisFormatError if it does not fit."""
    count = len(game.turns)
    if len(analysis.turns) != count:
        raise AnalysisFormatError(f"turns: expected {count}, as the game has, got {len(analysis.turns)}")
    now = analysis.next_move
    return replace(
        analysis,
        turns=tuple(_turn(found, turn) for turn, found in zip(game.turns, analysis.turns, strict=True)),
        next_move=None if now is None else _next_move(now, game),
        game=game,
    )


@contextmanager
def _at(place: str) -> Iterator[None]:
    """Add the place to the error of a move that cannot be made, or of data without a meaning."""
    try:
        yield
    except (ScrabbleError, ValueError) as error:
        raise AnalysisFormatError(f"{place}: {error}") from None


def _turn(data: Turn, turn: ReplayedTurn) -> Turn:
    """Return a turn with what the record says of it."""
    found = data.evaluation
    if found is not None:
        with _at(f"turn {data.number}"):
            found = _checked(found)
            if data.is_endgame and turn.move is not None:
                _check_line(found.reply, turn.position.play(turn.move))
    return replace(data, evaluation=found, replayed=turn)


def _next_move(data: NextMove, game: Game) -> NextMove:
    with _at("next_move"):
        if position_to_play(game) is None:
            raise AnalysisFormatError("expected null, the game is over")
        return _checked(data) if data.is_searched else data


def _checked(found: Kind) -> Kind:
    """Return a position that was searched, with what follows from it for its moves.

    Raises AnalysisFormatError for other scores than the data have, and IllegalMoveError.
    """
    position = found.position
    if not found.is_endgame and sorted(position.alphabet.encode(found.known)) != list(position.rack_codes[1]):
        held = position.racks[1]
        raise AnalysisFormatError(f"known: expected {quoted(held)}, as in cgp, got {quoted(found.known)}")
    _check_line(found.line, position)
    for each in found.moves:
        _check_line((each.step,), position)
        _check_line(each.line, position)
    if not any(each.text in found.best[:1] for each in found.moves):
        raise AnalysisFormatError("moves: expected the best one among them")
    return replace(found, moves=with_position(found.moves, position))


def _check_line(line: tuple[Step, ...], position: Position) -> None:
    for step, (before, move) in zip(line, replayed(position, line), strict=True):
        score = before.score(move)
        if score != step.score:
            raise AnalysisFormatError(f"{step.text} scores {score}, not {step.score}")
