"""Analysis of a saved game: the turns with an empty bag, and those just before, evaluated by exact search.

    analysis = analyse(gcg.load("final.gcg"), "ENABLE")
    for turn in analysis:
        turn.played, turn.choice.best, turn.value, turn.loss, turn.claims

Turns are evaluated from the last one back: the position after a turn is the one before the next, so each is
searched once.  Racks are those of the record; the opponent's rack is the unseen tiles.  A turn whose racks
are unknown is left out, with the reason.

A wrong lexicon is noticed, too: another installed lexicon has the words on the board that it lacks.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from types import NoneType
from typing import IO, NamedTuple

from bstar.background import with_answer
from bstar.options import Limit
from scrabble.analysis.evaluator import PositionEvaluator, analyse_moves, evaluate_turn, tighten_values
from scrabble.analysis.explain import explain, preendgame_rules
from scrabble.analysis.preendgame_turn import (
    BagToPlay,
    BagTurn,
    actual_bag,
    bag_to_play,
    evaluate_preendgame,
    unseen_position,
)
from scrabble.analysis.summary import PlayerSummary, player_summaries
from scrabble.analysis.turn import (
    AnalysedTurn,
    AnyTurn,
    NextMove,
    RecordedTurn,
    UnanalysedTurn,
    describe_turn,
    effective_move,
)
from scrabble.game.position import Position, PositionError, require_solvable
from scrabble.game.providers import DRAWING, provider
from scrabble.game.tiles import shortened
from scrabble.lexicon import Lexicon, LexiconError, available, choice
from scrabble.lexicon.choice import ResolvedLexicon
from scrabble.records import gcg
from scrabble.records.record import GameRecord, GcgError, GcgWarning
from scrabble.records.replay import Game, alphabet_of, replay
from scrabble.records.walk import missing_text
from scrabble.solver import MEMORY
from scrabble.solver.format import Bounds
from scrabble.solver.names import PROOF

TOP = 5  # moves of a position that get an exact worth
BAG = 1  # default: turns with at most this many tiles in the bag are evaluated, too
MOST_MISSING = 0.2  # share of the words that a better lexicon may lack


class Other(NamedTuple):
    """A lexicon that fits better."""

    name: str
    text: str  # the reason, a sentence without a full stop


def lexicon_mismatch_hint(turns: Iterable[RecordedTurn], lexicon: Lexicon) -> str:
    """Return a hint that another installed lexicon fits a game better; "" if none does."""
    other = other_of_game(turns, lexicon)
    return "" if other is None else f"{other.text}; try --lexicon {other.name}"


def other_of_game(turns: Iterable[RecordedTurn], lexicon: Lexicon) -> Other | None:
    """Return the installed lexicon that fits a game better; None if none does."""
    odd = [turn.phonies for turn in turns if turn.phonies and not turn.turn.is_taken_back]
    turns_contain = "1 turn contains" if len(odd) == 1 else f"{len(odd)} turns contain"
    return _other({word for phonies in odd for word in phonies}, f"{turns_contain} words that are", lexicon)


def other_of_board(position: Position, lexicon: Lexicon) -> Other | None:
    """Return the installed lexicon that fits the words on a board better; None if none does."""
    words = {position.alphabet.decode(word) for _, word in position.words() if word not in lexicon}
    if len(words) == 1:
        return _other(words, "1 word on the board is", lexicon)
    return _other(words, f"{len(words)} words on the board are", lexicon)


def _other(words: Collection[str], words_are: str, lexicon: Lexicon) -> Other | None:
    if not words:
        return None
    missing = {other.name: sum(word not in other for word in words) for other in _others(lexicon)}
    name = min(missing, key=lambda each: missing[each], default="")
    if not name or missing[name] > MOST_MISSING * len(words):
        return None
    has = f" but in {name}"
    if missing[name]:
        has = f"; {name} has {len(words) - missing[name]} of these {len(words)} words"
    return Other(name, f"{words_are} not in {lexicon.name}{has}")


def _others(lexicon: Lexicon) -> Iterable[Lexicon]:
    """Yield the other installed lexicons of the same language."""
    for entry in available():
        if entry.language == lexicon.alphabet.name and entry.words is not None:
            try:
                other = choice.load(entry.name)
            except LexiconError:  # reported when that lexicon is chosen
                continue
            if other.sha256 != lexicon.sha256:
                yield other


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of a game; iterate over it for the turns of its endgame."""

    game: Game
    lexicon: Lexicon
    turns: tuple[AnyTurn, ...]  # of the whole game
    is_complete: bool  # False: it was interrupted
    to_play: NextMove | None = None  # of an unfinished record with an empty bag
    remark: str = ""  # hint that another lexicon fits better
    bag_turns: tuple[BagTurn, ...] = ()  # evaluated turns with a few tiles in the bag
    bag_to_play: BagToPlay | None = None  # of an unfinished record with a few tiles in the bag

    def __iter__(self) -> Iterator[AnyTurn]:
        return (turn for turn in self.turns if turn.is_endgame)

    @property
    def record(self) -> GameRecord:
        """The record."""
        return self.game.record

    @property
    def warnings(self) -> tuple[GcgWarning, ...]:
        """The warnings about the record."""
        remarks = (self.remark,) if self.remark else ()
        return (*sorted({*self.record.warnings, *self.game.warnings}), *remarks)

    @property
    def names(self) -> tuple[str, str]:
        """The names of the players."""
        return self.record.names

    @property
    def mistakes(self) -> list[AnalysedTurn]:
        """The turns that provably lost points or the game."""
        return [turn for turn in self if isinstance(turn, AnalysedTurn) and turn.is_mistake]

    @property
    def turning_points(self) -> list[AnalysedTurn]:
        """The turns that changed the result of the game."""
        return [turn for turn in self if isinstance(turn, AnalysedTurn) and turn.turning]

    @property
    def summaries(self) -> tuple[PlayerSummary, PlayerSummary]:
        """The summary of each player's endgame."""
        return player_summaries(self.names, self.turns, self.bag_turns)

    def __repr__(self) -> str:
        first, second = self.names
        state = "" if self.is_complete else ", interrupted"
        judged = sum(isinstance(turn, AnalysedTurn) for turn in self)
        return f"<Analysis {first} - {second}: turns {judged}, mistakes {len(self.mistakes)}{state}>"

    def _repr_html_(self) -> str:
        """Return a table of the endgame, for a notebook."""
        return str(provider(DRAWING).summary_table(self.summaries, self.game.totals))


def analyse(
    game: Game | GameRecord | str | PathLike[str] | IO[str] | IO[bytes],
    lexicon: Lexicon | str | Path | None = None,
    *,
    solver: str = PROOF,
    limit: Limit | None = None,
    memory: int = MEMORY,
    top: int = TOP,
    explains: bool = True,
    strict: bool = False,
    bag: int = BAG,
) -> Analysis:
    """Evaluate the endgame of a saved game; iterate over the analysis for its turns.

    Args:
        game: A Game, a GameRecord, a GCG file, an open file, the text of a game, or a bundled name.
        lexicon: A Lexicon, its name or its path.  Default: the lexicon that the record names.
        solver: The search algorithm.
        limit: Time or nodes for each position.
        memory: Bytes for the transposition table and the caches.
        top: The number of best moves of each position that get an exact value; 0 for all.
        explains: Whether to give reasons for each verdict.
        strict: Whether warnings about the record are errors.
        bag: Turns with up to this number of tiles in the bag are evaluated as well, as `bag_turns`.

    Returns:
        The analysis: what each turn cost.

    Raises:
        TypeError: An argument has a wrong type.
        GcgError: The game cannot be read, or cannot have happened.
        LexiconError: There is no such lexicon.
        KeyboardInterrupt: After Ctrl-C, with the analysis so far as its attribute `analysis`.

    Example:
        >>> for turn in scrabble.analyse("g0010", "ENABLE"):
        ...     print(turn.played, turn.loss)
    """
    for name, value, kinds, expected in (
        ("lexicon", lexicon, (Lexicon, str, PathLike, NoneType), "a Lexicon, its name or its path"),
        ("limit", limit, (Limit, NoneType), "a scrabble.Limit"),
        ("bag", bag, (int,), "a number of tiles"),
    ):
        if not isinstance(value, kinds):
            raise TypeError(f"{name}: expected {expected}, got {shortened(repr(value))}")
    if isinstance(game, Game):
        record = game.record
    else:
        record = game if isinstance(game, GameRecord) else gcg.read(game, strict=strict)
    words = lexicon if isinstance(lexicon, Lexicon) else find_lexicon(record, lexicon)
    replayed = replay(record, alphabet=words.alphabet, strict=strict)
    return analyse_replay(replayed, PositionEvaluator(words, solver, limit, memory, top), explains, bag)


def find_lexicon(game: GameRecord, name: str | Path | None = None) -> Lexicon:
    """Return the lexicon of this name, the one that the record names, or a default.  Raises LexiconError."""
    return choose_lexicon(game, name).lexicon


def choose_lexicon(game: GameRecord, name: str | Path | None = None) -> ResolvedLexicon:
    """Return the lexicon of a game, by its board and with a note if none is named.  Raises LexiconError."""
    if name or game.lexicon:
        return choice.resolve(name, game.lexicon, None, "the game")
    try:
        alphabet = alphabet_of(game)
    except GcgError as error:
        raise LexiconError(f"the game names no lexicon, and {error.text}") from None
    try:
        words = {word for _, word in replay(game, alphabet=alphabet).final.words()}
    except GcgError:  # reported by the analysis
        words = set()
    return choice.resolve(None, None, alphabet.name, "the game", words)


def analyse_replay(
    replayed: Game, evaluator: PositionEvaluator, explains: bool = True, bag: int = BAG
) -> Analysis:
    """Evaluate the endgame of a replayed game.  Raises GcgError.

    Ctrl-C during a search raises KeyboardInterrupt with the analysis so far as its attribute `analysis`.
    """
    try:
        turns = [describe_turn(turn, replayed, evaluator.lexicon) for turn in replayed.turns]
    except PositionError as error:
        raise GcgError(str(error), source=replayed.record.source) from None
    to_play = _to_play(replayed, evaluator)
    remark = lexicon_mismatch_hint(turns, evaluator.lexicon)
    known = list(reversed([evaluate_turn(turn, evaluator) for turn in reversed(turns)]))
    known = tighten_values(known)
    if explains and not evaluator.is_stopped:
        names = [*replayed.record.names]
        known = [_explained(turn, evaluator, names) for turn in known]
    pairs = itertools.pairwise([*turns, None])
    found = [
        _bag_turn(turn, after, evaluator, explains)
        for turn, after in pairs
        if turn and 0 < turn.turn.bag <= bag
    ]
    bag_turns = tuple(each for each in found if each is not None)
    now = bag_to_play(replayed, evaluator) if replayed.bag <= bag and not evaluator.is_stopped else None
    if now is not None and explains:
        now = replace(now, claims=preendgame_rules.claims_to_play(now))
    analysis = Analysis(
        replayed, evaluator.lexicon, tuple(known), not evaluator.is_stopped, to_play, remark, bag_turns, now
    )
    if evaluator.interrupt is not None:
        with with_answer("analysis", lambda: analysis):
            raise evaluator.interrupt
    return analysis


def _bag_turn(
    on: UnanalysedTurn, after: UnanalysedTurn | None, evaluator: PositionEvaluator, explains: bool
) -> BagTurn | None:
    """Evaluate a turn with tiles in the bag, `after` being the next one; None if it cannot be."""
    if evaluator.is_stopped or on.turn.position.is_over:
        return None
    try:
        solution = evaluator.bag_solution(
            unseen_position(on), effective_move(on.turn), f"turn {on.number}, {on.player_name}"
        )
    except PositionError:
        return None
    found = evaluate_preendgame(on, solution, actual_bag(on, after))
    return replace(found, claims=preendgame_rules.claims_of(found)) if explains else found


def _to_play(replayed: Game, evaluator: PositionEvaluator) -> NextMove | None:
    """Evaluate the position after the last turn if the game is unfinished and the bag empty."""
    if replayed.is_over or replayed.bag or replayed.final.is_over:
        return None
    name = replayed.record.names[replayed.on_turn]
    position, reason = replayed.final, missing_text(replayed.missing)
    try:
        require_solvable(position)
    except PositionError as error:
        reason = reason or str(error)
    if reason:
        return NextMove(position, replayed.on_turn, name, reason=reason)
    solution = evaluator.solution(position, about=f"to play, {name}")
    value = Bounds(solution.lower, solution.upper)
    return NextMove(position, replayed.on_turn, name, value, analyse_moves(solution, {}))


def _explained(turn: AnyTurn, evaluator: PositionEvaluator, names: list[str]) -> AnyTurn:
    if not isinstance(turn, AnalysedTurn) or evaluator.is_stopped:
        return turn
    return explain.add_reasons(turn, evaluator, names)
