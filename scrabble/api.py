"""The Python interface: one function for each question, about a position given as an object or as text.

    solve("15/.../15 AEINRST/DGO 310/297 0 lex ENABLE;")       a text in CGP names its lexicon
    solve("out-in-two"), solve("late:17")                      a bundled position, by name
    solve(position, "NWL23")                                   a lexicon, by name, path or as a Lexicon
    solve("game.gcg"), solve(Path("board.txt"))                a file of one position: CGP, a printed board,
                                                               or a game, where its bag is first empty
    solve("#player1 ...")                                      or its text, of several lines

Arguments are checked here, in one place.  A wrong type is a TypeError, a wrong value a ValueError
(CgpError, GcgError, LexiconError, PositionError, IllegalMoveError); each is one line that names the argument,
states what was expected and quotes what was given.
"""

from __future__ import annotations

import io
import itertools
import os
from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from typing import TextIO, TypeAlias, Unpack

import scrabble.selfplay.generate
import scrabble.solver.moves
import scrabble.solver.verify
from scrabble import bundled, sources
from scrabble.analysis import analyse
from scrabble.answer.solution import Snapshot, Solution
from scrabble.certificate.check import CheckReport, require_tiles_of
from scrabble.certificate.check import check as check_certificate
from scrabble.certificate.file import Certificate, CertificateError, new_certificate
from scrabble.certificate.file import read as read_certificate
from scrabble.certificate.game import word_list
from scrabble.errors import ScrabbleError
from scrabble.files import exists, expand_user, file_errors, is_file
from scrabble.game import cgp
from scrabble.game.move import LegalMoves
from scrabble.game.position import Position, PositionError
from scrabble.game.tiles import MOST_IN_BAG, quoted, shortened
from scrabble.game.unseen import is_preendgame
from scrabble.lexicon import Lexicon, choice
from scrabble.selfplay.evaluation import EVALUATIONS
from scrabble.selfplay.generate import GeneratedGame, GenerateTask
from scrabble.selfplay.play_game import STATIC
from scrabble.solver.certify import ProofNotFoundError, certify
from scrabble.solver.endgame import EndgameSearch
from scrabble.solver.options import OPTIONS, LimitKeywords, SearchKeywords, SolveOptions, with_keywords
from scrabble.solver.planner.plan import EndgamePlan, plan_of
from scrabble.solver.preendgame.task import PreendgameSearch
from scrabble.solver.solve import new_running_search
from scrabble.solver.solve import solve as solve_position
from scrabble.solver.verify import Verification

__all__ = ["analyse", "check", "generate", "legal_moves", "plan", "search", "solve", "verify"]

Place: TypeAlias = Position | str | PathLike[str] | TextIO  # an object, a text, a bundled name, a file
Words: TypeAlias = Lexicon | str | Path | None  # None: the lexicon that the position, or the game, names

POSITION = "a Position, its text (CGP), its name or a file"
LEXICON = "a Lexicon, its name or the path of its file"


def coerce_arguments(
    position: Place, lexicon: Words, is_endgame: bool = True, bag_limit: int = 0
) -> tuple[Position, Lexicon]:
    """Return a Position and its Lexicon from any accepted form."""
    words = None if lexicon is None else lexicon_of(lexicon)
    if isinstance(position, Position):
        return position, words or sources.lexicon_of(position)
    given = position.read() if isinstance(position, io.TextIOBase | TextIO) else position
    expect("position", given, (str, PathLike), POSITION)
    reading = sources.resolve(_entry(given, words), words, is_endgame, bag_limit)
    return reading.position, reading.lexicon


def given_endgame(position: Place, lexicon: Words, what: str) -> tuple[Position, Lexicon]:
    """Return the same for an endgame.  Raises PositionError if there are tiles in the bag."""
    place, words = coerce_arguments(position, lexicon, bag_limit=MOST_IN_BAG)
    if is_preendgame(place):
        most = f"solve takes up to {MOST_IN_BAG} tiles in it"
        raise PositionError(f"{what} is for endgames, expected an empty bag; {most}")
    return place, words


def lexicon_of(lexicon: Lexicon | str | Path) -> Lexicon:
    """Return a lexicon given as an object, a name or a path."""
    expect("lexicon", lexicon, (Lexicon, str, Path), LEXICON)
    return lexicon if isinstance(lexicon, Lexicon) else choice.load(lexicon)


def _entry(given: str | PathLike[str], lexicon: Lexicon | None) -> sources.Entry:
    """Return the position of a text, a name or a file; the first of a text with several."""
    text = os.fspath(given)
    named = bundled.find(text) if isinstance(given, str) else None
    is_name = named is None and not sources.is_text(text) and is_file(expand_user(text))
    is_path = is_name or not isinstance(given, str)
    if not is_path and named is None and "\n" not in text.strip():
        if not sources.is_text(text):
            raise sources.SourceError(f"{quoted(text)}: expected {POSITION}")
        return sources.Entry("", "", text)
    if is_path and not exists(expand_user(text)):
        raise sources.SourceError(f"{shortened(text)}: no such file")
    found = list(itertools.islice(sources.entries([text], alphabet=lexicon.alphabet if lexicon else None), 2))
    if named is not None and len(found) > 1:
        raise sources.SourceError(f"{text} is a set, expected one position of it, such as {text}:1")
    if is_path and len(found) > 1:
        raise sources.SourceError(f"{shortened(text)} holds several positions, expected one")
    return found[0]


def expect(name: str, value: object, kinds: type | tuple[type, ...], expected: str) -> None:
    """Raise TypeError unless the value of an argument has one of the types in `kinds`."""
    if not isinstance(value, kinds):
        raise TypeError(f"{name}: expected {expected}, got {shortened(repr(value))}")


def expect_number(name: str, value: object, least: int) -> None:
    """Raise TypeError, or ValueError, unless the value of an argument is a whole number, `least` or more."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name}: expected a whole number, got {shortened(repr(value))}")
    if value < least:
        raise ScrabbleError(f"{name}: expected at least {least}, got {value}")


def solve_options(options: SolveOptions | None, given: SearchKeywords | LimitKeywords) -> SolveOptions:
    """Return the options with those in `given` that are not None in place of their own."""
    if options is not None:
        expect("options", options, SolveOptions, "a scrabble.SolveOptions, such as SolveOptions(exact=3)")
    return with_keywords(options or SolveOptions(), given, SearchKeywords.__optional_keys__, _hint)


def _hint(name: str) -> str:
    return f"pass options=SolveOptions({name}=...)" if name in OPTIONS else "see SolveOptions for all options"


def solve(
    position: Place,
    lexicon: Words = None,
    options: SolveOptions | None = None,
    *,
    watch: Callable[[Snapshot], None] | None = None,
    **given: Unpack[SearchKeywords],
) -> Solution:
    """Solve an endgame or a pre-endgame (up to four tiles in the bag): find the best move and prove it.

    Args:
        position: A Position, CGP text, the name of a bundled position, or a file (CGP, printed board, GCG),
            as a path or open.
        lexicon: A Lexicon, its name or its path.  Default: the lexicon that the position or the game names.
        options: All options as one object, to be used again; those below take precedence.
        watch: A function that is called with a Snapshot a few times a second.
        seconds: Time limit; compiling, at the first search on a machine, does not count.
        nodes: Node limit.
        solver: The search algorithm, such as "bstar" (the default), "mtdf" or "maven"; of endgames.
        objective: In an endgame "value" (the default), "move" (only which move is best) or "outcome" (only
            who wins); with tiles in the bag "win" (the default: the win probability, then the mean spread),
            "spread" (the other way round) or "outcome" (only the win probability).
        exact: How many of the best moves get an exact value; 0 for all; of endgames.
        workers: Threads that share the search; of endgames.

    Returns:
        The solution.  Its `spread` and `win` are bounds of final spread and win probability for the side to
        move; its `value` is the future spread of an endgame, None until that is proven.  At a limit it holds
        the best answer found, with status "bounded"; its bounds hold.

    Raises:
        TypeError: An argument has a wrong type.
        ScrabbleError: The position, the lexicon or an option cannot be used.  It is a ValueError.
        KeyboardInterrupt: After Ctrl-C, with the best answer found as its attribute `solution`.

    Example:
        >>> solution = scrabble.solve("out-in-two", seconds=10)
        >>> solution.text, solution.value, solution.status
        ('3F (L)LANO', 22, 'proven')
        >>> scrabble.solve("preendgame:2", seconds=10).win.lower
        Fraction(1, 1)
    """
    if watch is not None and not callable(watch):
        raise TypeError(f"watch: expected a function, got {shortened(repr(watch))}")
    found = solve_options(options, given)
    place, words = coerce_arguments(position, lexicon, bag_limit=MOST_IN_BAG)
    return solve_position(place, words, found, watch)


def search(
    position: Place,
    lexicon: Words = None,
    options: SolveOptions | None = None,
    **given: Unpack[SearchKeywords],
) -> EndgameSearch | PreendgameSearch:
    """Prepare a search to watch and to stop: iterate over it, or await it.

    Args:
        position: A Position, CGP text, the name of a bundled position, or a file (CGP, printed board, GCG),
            as a path or open.
        lexicon: A Lexicon, its name or its path.  Default: the lexicon that the position or the game names.
        options: All options as one object, to be used again; those below take precedence.
        seconds, nodes, solver, objective, exact, workers: As of `solve`.

    Returns:
        The search, not started.  Iterating over it runs it and yields snapshots several times a second;
        `result()` runs it to the end, if necessary, and returns the solution; `stop()` ends it from another
        thread.  As a context manager it is stopped when the block is left; in a coroutine, `await` gives the
        solution and `async for` the snapshots.

    Raises:
        TypeError: An argument has a wrong type.
        ScrabbleError: The position, the lexicon or an option cannot be used.  It is a ValueError.

    Example:
        >>> with scrabble.search("out-in-two", seconds=10) as search:
        ...     for snapshot in search:
        ...         print(snapshot.text, snapshot.lower, snapshot.upper)
        >>> search.solution.text
        '3F (L)LANO'
    """
    found = solve_options(options, given)
    place, words = coerce_arguments(position, lexicon, bag_limit=MOST_IN_BAG)
    return new_running_search(place, words, found)


def certificate_of(solution: Solution, lexicon: Words = None) -> Certificate:
    """Return the certificate of a solution, from a search of its own: see `Solution.certificate`."""
    position, words = given_endgame(solution.position, lexicon, "a certificate")
    if solution.value is None:
        raise ProofNotFoundError("its value is not proven")
    search = EndgameSearch(position, words)
    found = search.result()
    if found.value not in (None, solution.value):
        other = f"but {found.value} with {words.name}; give the lexicon of its search"
        raise ProofNotFoundError(f"its value is {solution.value}, {other}")
    return new_certificate(*certify(search.state, found, word_list(words.name, words)))


def check(certificate: Certificate | str | PathLike[str], lexicon: Words = None) -> CheckReport:
    """Check the proof in a certificate by plain rules, which share nothing with the search.

    Args:
        certificate: A certificate, or the path of its file.
        lexicon: A Lexicon, its name or its path.  Default: the lexicon that the certificate names.

    Returns:
        What was checked: the position, the claim and the number of steps.

    Raises:
        TypeError: An argument has a wrong type.
        InvalidProofError: The proof is wrong, or of other words.  It is a ScrabbleError.
        ScrabbleError: The file is no certificate, or there is no such lexicon.

    Example:
        >>> report = scrabble.check(scrabble.solve("out-in-two").certificate())
        >>> report.header.best, report.header.value
        ('3F .LANO', 22)
    """
    if not isinstance(certificate, Certificate):
        expect("certificate", certificate, (str, PathLike), "a Certificate or the path of its file")
        path = expand_user(os.fspath(certificate))
        with file_errors(path, CertificateError, "read"):
            certificate = read_certificate(path)
    position, named = cgp.loads(certificate.header.cgp), certificate.header.lexicon
    words = choice.load_named(named, "the certificate") if lexicon is None else lexicon_of(lexicon)
    require_tiles_of(words.alphabet, words.name, position)
    return check_certificate(certificate, position, word_list(words.name, words))


def legal_moves(position: Place, lexicon: Words = None) -> LegalMoves:
    """Return the plays of the side to move with their scores, best first, without the pass.

    Args:
        position: A Position, CGP text, the name of a bundled position, or a file (CGP, printed board, GCG).
        lexicon: A Lexicon, its name or its path.  Default: the lexicon that the position or the game names.

    Returns:
        The plays, as a list that can also be asked whether it contains a move.

    Raises:
        TypeError: An argument has a wrong type.
        ValueError: The position or the lexicon cannot be used.

    Example:
        >>> for play in scrabble.legal_moves("out-in-two")[:3]:
        ...     print(play)
    """
    return scrabble.solver.moves.legal_moves(*coerce_arguments(position, lexicon, is_endgame=False))


def plan(position: Place, lexicon: Words = None) -> EndgamePlan:
    """Return the planner's view of an endgame: turns to go out, totals, stuck tiles, out-plays, blocks.

    Args:
        position: A Position, CGP text, the name of a bundled position, or a file (CGP, printed board, GCG).
        lexicon: A Lexicon, its name or its path.  Default: the lexicon that the position or the game names.

    Returns:
        The plan of each side.  A plan assumes that neither side blocks; nothing in it is proven.

    Raises:
        TypeError: An argument has a wrong type.
        ValueError: The position or the lexicon cannot be used.

    Example:
        >>> scrabble.plan("stuck-q-mover")
    """
    return plan_of(*given_endgame(position, lexicon, "plan"))


def verify(
    position: Place,
    lexicon: Words = None,
    options: SolveOptions | None = None,
    **given: Unpack[LimitKeywords],
) -> Verification:
    """Solve an endgame with independent solvers and compare their values and best moves.

    Args:
        position: A Position, CGP text, the name of a bundled position, or a file (CGP, printed board, GCG),
            as a path or open.
        lexicon: A Lexicon, its name or its path.  Default: the lexicon that the position or the game names.
        options: Options of every search, such as `SolveOptions(memory=1 << 30)`.
        seconds: Time limit of each solver.
        nodes: Node limit of each solver.

    Returns:
        The result of each solver; `disagreement` is None if they agree.

    Raises:
        TypeError: An argument has a wrong type.
        ScrabbleError: The position, the lexicon or an option cannot be used.  It is a ValueError.

    Example:
        >>> scrabble.verify("out-in-two").disagreement is None
        True
    """
    found = solve_options(options, given)
    return scrabble.solver.verify.verify(*given_endgame(position, lexicon, "verify"), found)


def generate(
    games: int,
    lexicon: Lexicon | str | Path,
    seed: int = 1,
    players: tuple[str, str] = (STATIC, STATIC),
    jobs: int = 1,
) -> Iterator[GeneratedGame]:
    """Play games by self-play; yield each with its endgame (`cgp`, or None) and its record (`gcg`).

    Args:
        games: The number of games.
        lexicon: A Lexicon, its name or its path.
        seed: The seed of the games: the same seed gives the same games for any number of processes.
        players: The evaluations of the two players: "static" (score and leave) or "greedy" (score).
        jobs: The number of processes.

    Yields:
        Each game, in order.

    Raises:
        TypeError: An argument has a wrong type.
        ValueError: An argument has a wrong value.

    Example:
        >>> for game in scrabble.generate(10, "ENABLE"):
        ...     print(game.cgp)
    """
    expect_number("jobs", jobs, 1)
    expect_number("games", games, 0)
    expect_number("seed", seed, 0)
    if not isinstance(players, tuple | list) or len(players) != 2:
        raise TypeError(f"players: expected two names, got {players!r}")
    for name in players:
        if not isinstance(name, str) or name not in EVALUATIONS:
            shown = quoted(name) if isinstance(name, str) else shortened(repr(name))
            raise ScrabbleError(f"players: expected one of {', '.join(EVALUATIONS)}, got {shown}")
    words = lexicon_of(lexicon)
    return scrabble.selfplay.generate.generate(
        GenerateTask(words, seed, (players[0], players[1])), games, jobs
    )
