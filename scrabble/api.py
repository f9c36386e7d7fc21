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

import itertools
import os
from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

import scrabble.selfplay.generate
import scrabble.solver.endgame
import scrabble.solver.moves
import scrabble.solver.preendgame.search
import scrabble.solver.verify
from bstar.options import Limit
from scrabble import bundled, sources
from scrabble.analysis import analyse
from scrabble.errors import ScrabbleError
from scrabble.files import expand_user
from scrabble.game.move import LegalMoves
from scrabble.game.position import Position, PositionError
from scrabble.game.tiles import quoted, shortened
from scrabble.game.unseen import MOST_IN_BAG, is_preendgame, refuse_unless_few
from scrabble.lexicon import Lexicon
from scrabble.selfplay.evaluation import EVALUATIONS
from scrabble.selfplay.generate import GeneratedGame, GenerateTask
from scrabble.selfplay.play_game import STATIC
from scrabble.solver.endgame import EndgameSearch
from scrabble.solver.names import PROOF
from scrabble.solver.options import SolveOptions
from scrabble.solver.planner.plan import EndgamePlan, plan_of
from scrabble.solver.preendgame.solution import BagSolution
from scrabble.solver.preendgame.values import Objective
from scrabble.solver.setup import MEMORY
from scrabble.solver.solution import Snapshot, Solution
from scrabble.solver.verify import Verification

__all__ = ["Limit", "analyse", "generate", "judge", "legal_moves", "plan", "search", "solve", "verify"]

Place: TypeAlias = Position | str | PathLike[str]  # an object, a text, a bundled name, a file
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
    expect("position", position, (str, PathLike), POSITION)
    reading = sources.resolve(_entry(position, words), words, is_endgame, bag_limit)
    return reading.position, reading.lexicon


def given_endgame(position: Place, lexicon: Words, what: str) -> tuple[Position, Lexicon]:
    """Return the same for an endgame.  Raises PositionError if there are tiles in the bag."""
    place, words = coerce_arguments(position, lexicon, bag_limit=MOST_IN_BAG)
    if is_preendgame(place):
        most = f"solve and judge take up to {MOST_IN_BAG} tiles in it"
        raise PositionError(f"{what} is for endgames, expected an empty bag; {most}")
    return place, words


def lexicon_of(lexicon: Lexicon | str | Path) -> Lexicon:
    """Return a lexicon given as an object, a name or a path."""
    expect("lexicon", lexicon, (Lexicon, str, Path), LEXICON)
    return lexicon if isinstance(lexicon, Lexicon) else sources.load_lexicon(lexicon)


def _entry(given: str | PathLike[str], lexicon: Lexicon | None) -> sources.Entry:
    """Return the position of a text, a name or a file; the first of a text with several."""
    text = os.fspath(given)
    is_file = not isinstance(given, str) or _is_file(text)
    named = None if is_file else bundled.find(text)
    if not is_file and named is None and "\n" not in text.strip():
        if not sources.is_text(text):
            raise sources.SourceError(f"{quoted(text)}: expected {POSITION}")
        return sources.Entry("", "", text)
    if is_file and not expand_user(text).exists():
        raise sources.SourceError(f"{shortened(text)}: no such file")
    found = list(itertools.islice(sources.entries([text], alphabet=lexicon.alphabet if lexicon else None), 2))
    if named is not None and len(found) > 1:
        raise sources.SourceError(f"{text} is a set, expected one position of it, such as {text}:1")
    if is_file and len(found) > 1:
        raise sources.SourceError(f"{shortened(text)} holds several positions, expected one")
    return found[0]


def _is_file(text: str) -> bool:
    """Return whether a text is only the name of an existing file."""
    if sources.is_text(text) or bundled.find(text) is not None:
        return False
    try:
        return expand_user(text).is_file()
    except (OSError, ValueError):  # too long for a file name, or with a NUL character
        return False


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


def expect_one_of(name: str, value: object, names: tuple[str, ...]) -> None:
    """Raise ValueError unless the value of an argument is one of `names`."""
    if not isinstance(value, str) or value not in names:
        shown = quoted(value) if isinstance(value, str) else shortened(repr(value))
        raise ScrabbleError(f"{name}: expected one of {', '.join(names)}, got {shown}")


def check_options(limit: object, **options: Any) -> None:
    """Check the options that several functions share; skip those not given."""
    if limit is not None:
        expect("limit", limit, Limit, "a scrabble.Limit, such as scrabble.Limit(seconds=10)")
    least = {"memory": 0, "top": 0, "threads": 1, "jobs": 1}
    for name, value in options.items():
        if name in least:
            expect_number(name, value, least[name])
    if options.get("wants") is not None:
        expect(
            "wants",
            options["wants"],
            SolveOptions,
            "a scrabble.SolveOptions, such as scrabble.SolveOptions(top=3)",
        )
        if options.get("top", 1) != 1:
            raise ScrabbleError("top: give it in wants, where the rest of it is: SolveOptions(top=...)")
    if options.get("watch") is not None and not callable(options["watch"]):
        raise TypeError(f"watch: expected a function, got {shortened(repr(options['watch']))}")


def solve(
    position: Place,
    lexicon: Words = None,
    solver: str = PROOF,
    limit: Limit | None = None,
    memory: int = MEMORY,
    top: int = 1,
    watch: Callable[[Snapshot], None] | None = None,
    wants: SolveOptions | None = None,
    threads: int = 1,
) -> Solution | BagSolution:
    """Solve an endgame or a pre-endgame: find the best move and prove it.

    With tiles in the bag (up to four) it returns the BagSolution of `judge`, with win probabilities and mean
    spreads in place of values; `solver`, `top`, `watch`, `wants` and `threads` are refused there.

    Args:
        position: A Position, CGP text, the name of a bundled position, or a file (CGP, printed board, GCG).
        lexicon: A Lexicon, its name or its path.  Default: the lexicon that the position or the game names.
        solver: The search algorithm, such as "bstar", "mtdf" or "maven" (see `endgame solve --help`).
        limit: Time or nodes after which the search stops, such as `scrabble.Limit(seconds=10)`.
        memory: Bytes for the transposition table and the caches.
        top: The number of best moves that get an exact value; 0 for all.
        watch: A function that is called with a Snapshot a few times a second.
        wants: More that is to be proven, as a `scrabble.SolveOptions`; it then holds `top`, too.
        threads: The number of threads that share the search.

    Returns:
        The solution.  At a limit it holds the best answer so far with status "bounded"; its bounds hold.

    Raises:
        TypeError: An argument has a wrong type.
        ValueError: The position, the lexicon or an option cannot be used.
        KeyboardInterrupt: After Ctrl-C, with the best answer so far as its attribute `solution`.

    Example:
        >>> solution = scrabble.solve("out-in-two", limit=scrabble.Limit(seconds=10))
        >>> solution.text, solution.value, solution.status
        ('3F (L)LANO', 22, 'proven')
    """
    check_options(limit, memory=memory, top=top, watch=watch, wants=wants, threads=threads)
    place, words = coerce_arguments(position, lexicon, bag_limit=MOST_IN_BAG)
    if is_preendgame(place):
        asked = {
            "solver": solver != PROOF,
            "top": top != 1,
            "watch": watch is not None,
            "wants": wants is not None,
            "threads": threads != 1,
        }
        for name, is_asked in asked.items():
            if is_asked:
                raise PositionError(f"{name} is for endgames only: there are tiles in the bag")
        return judge(place, words, limit=limit, memory=memory)
    return scrabble.solver.endgame.solve(place, words, solver, limit, memory, top, watch, wants, threads)


def judge(
    position: Place,
    lexicon: Words = None,
    by: str = Objective.CHANCE,
    peek: bool = False,
    limit: Limit | None = None,
    memory: int = MEMORY,
    jobs: int = 1,
    settle_ties: bool = False,
) -> BagSolution:
    """Find the best move with up to four tiles in the bag, by win probability and mean spread.

    Args:
        position: A Position, CGP text, the name of a bundled position, or a file (CGP, printed board, GCG).
        lexicon: A Lexicon, its name or its path.  Default: the lexicon that the position or the game names.
        by: What moves are ranked by first: "chance" (of winning) or "spread".
        peek: Assume that the side to move knows the tiles in the bag.
        limit: Time or nodes after which the search stops, such as `scrabble.Limit(seconds=10)`.
        memory: Bytes for the transposition table and the caches.
        jobs: The number of processes.
        settle_ties: Search until the best spread among the moves that win equally often is proven; without it
            that search takes at most as long as the one for the win probability.

    Returns:
        The solution, with exact fractions as bounds of win probability and mean spread.

    Raises:
        TypeError: An argument has a wrong type.
        ValueError: The position, the lexicon or an option cannot be used.
        KeyboardInterrupt: After Ctrl-C, with the best answer so far as its attribute `solution`.

    Example:
        >>> scrabble.judge("preendgame:1", limit=scrabble.Limit(seconds=60)).text
    """
    check_options(limit, memory=memory, jobs=jobs)
    expect_one_of("by", by, tuple(Objective))
    place, words = coerce_arguments(position, lexicon, bag_limit=MOST_IN_BAG)
    refuse_unless_few(place, MOST_IN_BAG)
    aims = (
        (Objective.CHANCE, Objective.SPREAD)
        if Objective(by) is Objective.CHANCE
        else (Objective.SPREAD, Objective.CHANCE)
    )
    order = scrabble.solver.preendgame.search.PreendgameTask(place, words, memory, aims, peek)
    return scrabble.solver.preendgame.search.solve(order, limit, jobs, settle_ties=settle_ties)


def search(
    position: Place,
    lexicon: Words = None,
    solver: str = PROOF,
    limit: Limit | None = None,
    memory: int = MEMORY,
    top: int = 1,
    wants: SolveOptions | None = None,
    threads: int = 1,
) -> EndgameSearch:
    """Prepare the search of an endgame: iterate over it for snapshots, and stop it at any time.

    Args:
        position: A Position, CGP text, the name of a bundled position, or a file (CGP, printed board, GCG).
        lexicon: A Lexicon, its name or its path.  Default: the lexicon that the position or the game names.
        solver: The search algorithm, such as "bstar", "mtdf" or "maven" (see `endgame solve --help`).
        limit: Time or nodes after which the search stops, such as `scrabble.Limit(seconds=10)`.
        memory: Bytes for the transposition table and the caches.
        top: The number of best moves that get an exact value; 0 for all.
        wants: More that is to be proven, as a `scrabble.SolveOptions`; it then holds `top`, too.
        threads: The number of threads that share the search.

    Returns:
        The search.  `result()` runs it to the end, if necessary, and returns the solution; `stop()` ends it.

    Raises:
        TypeError: An argument has a wrong type.
        ValueError: The position, the lexicon or an option cannot be used, or there are tiles in the bag.

    Example:
        >>> search = scrabble.search("out-in-two", limit=scrabble.Limit(seconds=10))
        >>> for snapshot in search:
        ...     print(snapshot.text, snapshot.lower, snapshot.upper)
        >>> search.result().text
        '3F (L)LANO'
    """
    check_options(limit, memory=memory, top=top, wants=wants, threads=threads)
    place, words = given_endgame(position, lexicon, "search")
    return EndgameSearch(place, words, solver, limit, memory, top, wants, threads)


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
    position: Place, lexicon: Words = None, limit: Limit | None = None, memory: int = MEMORY
) -> Verification:
    """Solve an endgame with independent solvers and compare their values and best moves.

    Args:
        position: A Position, CGP text, the name of a bundled position, or a file (CGP, printed board, GCG).
        lexicon: A Lexicon, its name or its path.  Default: the lexicon that the position or the game names.
        limit: Time or nodes after which each solver stops, such as `Limit(seconds=10)`.
        memory: Bytes for the table and the caches of each solver.

    Returns:
        The result of each solver; `disagreement` is None if they agree.

    Raises:
        TypeError: An argument has a wrong type.
        ValueError: The position or the lexicon cannot be used.

    Example:
        >>> scrabble.verify("out-in-two").disagreement is None
        True
    """
    check_options(limit, memory=memory)
    return scrabble.solver.verify.verify(*given_endgame(position, lexicon, "verify"), limit, memory)


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
    check_options(None, jobs=jobs)
    expect_number("games", games, 0)
    expect_number("seed", seed, 0)
    if not isinstance(players, tuple | list) or len(players) != 2:
        raise TypeError(f"players: expected two names, got {players!r}")
    for name in players:
        expect_one_of("players", name, tuple(EVALUATIONS))
    words = lexicon_of(lexicon)
    return scrabble.selfplay.generate.generate(
        GenerateTask(words, seed, (players[0], players[1])), games, jobs
    )
