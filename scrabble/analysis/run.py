"""Analysis of a saved game: the turns with an empty bag, and those just before, evaluated by exact search.

    analysis = analyse(gcg.load("final.gcg"), "ENABLE")
    for turn in analysis:
        turn.played, turn.evaluation.best, turn.spread, turn.loss, turn.reasons

Turns are evaluated from the last one back: the position after a turn is the one before the next, so each is
searched once.  Racks are those of the record; the opponent's rack is the unseen tiles.  A turn whose racks
are unknown is left out, with the reason.

A wrong lexicon is noticed, too: another installed lexicon has the words on the board that it lacks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from os import PathLike
from pathlib import Path
from types import NoneType
from typing import IO, Any, NamedTuple, Unpack, overload

from msgspec.structs import replace as with_fields

from bstar.background import with_answer
from scrabble.analysis.analysis import analysis_of
from scrabble.analysis.evaluator import (
    PositionEvaluator,
    analyse_moves,
    evaluate_turn,
    evaluate_with_bag,
    tighten_values,
)
from scrabble.analysis.explain import draw_rules, explain
from scrabble.analysis.recorded_turn import actual_bag, describe_turn, position_to_play, unsearched_next_move
from scrabble.answer.analysis import Analysis
from scrabble.answer.names import Status
from scrabble.answer.turns import NextMove, Turn, searched_keys, with_reasons, with_shown_moves
from scrabble.files import is_dir
from scrabble.game.position import Position, PositionError, require_solvable
from scrabble.game.tiles import MOST_IN_BAG, shortened
from scrabble.lexicon import Lexicon, LexiconError, choice
from scrabble.lexicon.choice import ResolvedLexicon
from scrabble.records import gcg
from scrabble.records.record import GameRecord, GcgError
from scrabble.records.replay import Game, alphabet_of, replay
from scrabble.records.walk import missing_text
from scrabble.solver import SolveOptions
from scrabble.solver.options import AnalysisKeywords, OptionError, with_keywords

EXACT = 5  # moves of a position that get an exact value
MAX_BAG = 1  # default: turns with at most this many tiles in the bag are evaluated, too
MOST_MISSING = 0.2  # share of the words that a better lexicon may lack


class Other(NamedTuple):
    """A lexicon that fits better."""

    name: str
    text: str  # the reason, a sentence without a full stop


def lexicon_mismatch_hint(turns: Iterable[Turn], lexicon: Lexicon) -> str:
    """Return a hint that another installed lexicon fits a game better; "" if none does."""
    other = other_of_game(turns, lexicon)
    return "" if other is None else f"{other.text}; try --lexicon {other.name}"


def other_of_game(turns: Iterable[Turn], lexicon: Lexicon) -> Other | None:
    """Return the installed lexicon that fits a game better; None if none does."""
    odd = [turn.phonies for turn in turns if turn.phonies and not turn.is_taken_back]
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
    others = [each for each in choice.of_language(lexicon.alphabet.name) if each.sha256 != lexicon.sha256]
    missing = {other.name: choice.missing(other, words) for other in others}
    name = min(missing, key=lambda each: missing[each], default="")
    if not name or missing[name] > MOST_MISSING * len(words):
        return None
    has = f" but in {name}"
    if missing[name]:
        has = f"; {name} has {len(words) - missing[name]} of these {len(words)} words"
    return Other(name, f"{words_are} not in {lexicon.name}{has}")


@overload
def analyse(
    game: Game | GameRecord | str | PathLike[str] | IO[str] | IO[bytes],
    lexicon: Lexicon | str | Path | None = None,
    *,
    reasons: bool = True,
    strict: bool = False,
    max_bag: int = MAX_BAG,
    **given: Unpack[AnalysisKeywords],
) -> Analysis: ...


@overload
def analyse(
    game: str | PathLike[str] | Iterable[str | PathLike[str]],
    lexicon: Lexicon | str | Path | None = None,
    *,
    workers: int,
    reasons: bool = True,
    max_bag: int = MAX_BAG,
    **given: Unpack[AnalysisKeywords],
) -> Iterator[Analysis]: ...


def analyse(
    game: Any,
    lexicon: Lexicon | str | Path | None = None,
    *,
    workers: int | None = None,
    reasons: bool = True,
    strict: bool = False,
    max_bag: int = MAX_BAG,
    **given: Unpack[AnalysisKeywords],
) -> Analysis | Iterator[Analysis]:
    """Evaluate the endgame of a saved game, and the turns just before it; iterate over it for these turns.

    With `workers` it evaluates many games, and yields the analysis of each.

    Args:
        game: A Game, a GameRecord, a GCG file, an open file, the text of a game, or a bundled name; with
            `workers` a folder of GCG files, or a list of files and folders.
        lexicon: A Lexicon, its name or its path.  Default: the lexicon that the record names.
        workers: The number of processes that share the games.
        reasons: Explain each verdict.
        strict: Treat every warning about the record as an error.
        max_bag: Evaluate turns with at most this number of tiles in the bag, too.
        solver, seconds, nodes, memory, exact, practical: As of SolveOptions; `exact` is 5 unless given.

    Returns:
        The analysis: what each turn cost.  With `workers` an iterator over those of all games, in order.

    Raises:
        TypeError: An argument has a wrong type.
        GcgError: The game cannot be read, or cannot have happened.
        LexiconError: There is no such lexicon.
        OptionError: An option cannot be honoured.
        KeyboardInterrupt: After Ctrl-C, with the analysis to that moment as its attribute `analysis`.

    Example:
        >>> for turn in scrabble.analyse("g0010", "ENABLE"):
        ...     print(turn.played, turn.loss)
        >>> for analysis in scrabble.analyse("games", workers=2):
        ...     print(analysis.title, len(analysis.mistakes))
    """
    for name, value, kinds, expected in (
        ("lexicon", lexicon, (Lexicon, str, PathLike, NoneType), "a Lexicon, its name or its path"),
        ("max_bag", max_bag, (int,), "a number of tiles"),
    ):
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise TypeError(f"{name}: expected {expected}, got {shortened(repr(value))}")
    names = AnalysisKeywords.__annotations__
    options = with_keywords(
        SolveOptions(exact=EXACT), given, names, lambda name: f"expected one of {', '.join(names)}"
    )
    if not 0 <= max_bag <= MOST_IN_BAG:
        raise OptionError("max_bag", f"expected 0 to {MOST_IN_BAG}, got {max_bag}")
    if workers is not None:
        from scrabble.analysis.batch.jobs import BatchSettings
        from scrabble.analysis.batch.run import analyse_all

        if not isinstance(workers, int) or isinstance(workers, bool):
            raise TypeError(f"workers: expected a number of processes, got {shortened(repr(workers))}")
        if workers < 1:
            raise OptionError("workers", f"expected at least 1, got {workers}")
        if strict:
            raise OptionError("strict", "is for one game, without workers")
        settings = BatchSettings(_known_to_all(lexicon), options, reasons, max_bag)
        return analyse_all(_sources(game), settings, workers)
    if isinstance(game, str | PathLike) and is_dir(Path(game)):
        raise GcgError("a folder: analyse(folder, workers=1) takes it", source=str(game))
    if isinstance(game, list | tuple):
        raise TypeError("workers: expected a number of processes for several games, got none")
    if isinstance(game, Game):
        record = game.record
    else:
        record = game if isinstance(game, GameRecord) else gcg.read(game, strict=strict)
    words = lexicon if isinstance(lexicon, Lexicon) else choose_lexicon(record, lexicon).lexicon
    replayed = replay(record, alphabet=words.alphabet, strict=strict)
    return analyse_replay(replayed, PositionEvaluator(words, options), reasons, max_bag)


def _sources(games: Any) -> list[str]:
    """Return the files and folders of many games.  Raises TypeError."""
    is_one = isinstance(games, str | PathLike) or not isinstance(games, Iterable)
    sources = [games] if is_one else [*games]
    if not sources or not all(isinstance(each, str | PathLike) for each in sources):
        expected = "with workers a folder, or a list of files and folders"
        raise TypeError(f"game: expected {expected}, got {shortened(repr(games))}")
    return [str(each) for each in sources]


def _known_to_all(lexicon: Lexicon | str | Path | None) -> str | None:
    """Return the name or the path by which worker processes find a lexicon.  Raises OptionError."""
    if not isinstance(lexicon, Lexicon):
        return None if lexicon is None else str(lexicon)
    if lexicon.path is None:
        raise OptionError("lexicon", "with workers expected one that is a file, got one in memory")
    return str(lexicon.path)


def choose_lexicon(record: GameRecord, name: str | Path | None = None) -> ResolvedLexicon:
    """Return the lexicon of a game, by its board and with a note if none is named.  Raises LexiconError."""
    if name or names_lexicon(record):
        return choice.resolve(name, record.lexicon, None, "the game")
    language, words = words_of_game(record)
    return choice.resolve(None, record.lexicon, language, "the game", words)


def names_lexicon(record: GameRecord) -> bool:
    """Return whether a record names a lexicon, and not just a language."""
    return record.lexicon is not None and choice.language_of(record.lexicon) is None


def words_of_game(record: GameRecord) -> tuple[str, set[bytes]]:
    """Return the language of a game and the words on its last board.  Raises LexiconError."""
    try:
        alphabet = alphabet_of(record)
    except GcgError as error:
        raise LexiconError(f"the game names no lexicon, and {error.text}") from None
    try:
        return alphabet.name, {word for _, word in replay(record, alphabet=alphabet).final.words()}
    except GcgError:  # reported by the analysis
        return alphabet.name, set()


def analyse_replay(
    replayed: Game, evaluator: PositionEvaluator, reasons: bool = True, max_bag: int = MAX_BAG
) -> Analysis:
    """Evaluate a replayed game.  Raises GcgError.

    Ctrl-C during a search raises KeyboardInterrupt with the analysis so far as its attribute `analysis`.
    """
    try:
        turns = [describe_turn(turn, replayed, evaluator.lexicon) for turn in replayed.turns]
    except PositionError as error:
        raise GcgError(str(error), source=replayed.record.source) from None
    next_move = None if replayed.bag else find_next_move(replayed, evaluator)
    remark = lexicon_mismatch_hint(turns, evaluator.lexicon)
    known = tighten_values([evaluate_turn(turn, evaluator) for turn in reversed(turns)][::-1])
    if reasons and not evaluator.is_stopped:
        names = [*replayed.record.names]
        known = [_explained(turn, evaluator, names) for turn in known]
    for at, turn in enumerate(turns):
        if 0 < turn.bag <= max_bag and not turn.replayed.lost:
            held = actual_bag(turn, turns[at + 1] if at + 1 < len(turns) else None)
            known[at] = evaluate_with_bag(turn, evaluator, held)
            if reasons:
                known[at] = _explained(known[at], evaluator, [])
    known = [_shortened(turn) for turn in known]
    if 0 < replayed.bag <= max_bag and not evaluator.is_stopped:
        next_move = find_next_move(replayed, evaluator)
        if next_move is not None and reasons:
            next_move = draw_rules.with_reasons_of_next_move(next_move, replayed.shown)
    analysis = analysis_of(
        replayed, evaluator.lexicon.name, known, not evaluator.is_stopped, next_move, remark
    )
    if evaluator.interrupt is not None:
        with with_answer("analysis", lambda: analysis):
            raise evaluator.interrupt
    return analysis


def find_next_move(replayed: Game, evaluator: PositionEvaluator) -> NextMove | None:
    """Evaluate the position after the last turn; None if the game is over."""
    position = position_to_play(replayed)
    if position is None:
        return None
    lexicon, is_endgame = evaluator.lexicon.name, not replayed.bag
    unsearched = unsearched_next_move(replayed, position, lexicon)
    about = f"to play, {unsearched.player_name}"
    reason = missing_text(replayed.missing if is_endgame else (replayed.missing[0], 0))
    try:
        if is_endgame:
            require_solvable(position)
        if reason:
            return with_fields(unsearched, reason=reason)
        if is_endgame:
            solution = evaluator.solution(position, about=about)
        else:
            solution = evaluator.solution_with_bag(position, None, about)
    except PositionError as error:
        return with_fields(unsearched, reason=reason or str(error))
    found = with_shown_moves(analyse_moves(solution, lexicon))
    is_proven = found.spread.is_exact if is_endgame else solution.status == Status.PROVEN
    status = str(Status.PROVEN if is_proven else Status.BOUNDED)
    return with_fields(unsearched, **searched_keys(found), status=status)


def _explained(turn: Turn, evaluator: PositionEvaluator, names: list[str]) -> Turn:
    if turn.evaluation is None:
        return turn
    if not turn.is_endgame:
        return with_reasons(turn, draw_rules.reasons_of_turn(turn))
    if evaluator.is_stopped:
        return turn
    practical = evaluator.solution(turn.replayed.position).practical or ()
    return explain.add_reasons(turn, evaluator, names, practical)


def _shortened(turn: Turn) -> Turn:
    """Return an endgame turn with as many moves as are shown."""
    if turn.evaluation is None or not turn.is_endgame:
        return turn
    return with_fields(turn, evaluation=with_shown_moves(turn.evaluation, (turn.played, turn.made)))
