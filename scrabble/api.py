"""What programs use: one function for each thing that can be asked, with a position as object or as text.

    solve("15/.../15 AEINRST/DGO 310/297 0 lex ENABLE;")       a text in CGP names its lexicon
    solve("out-in-two"), solve("late:17")                      what comes along, by name
    solve(position, "NWL23")                                   or it is given, by name, path or as a Lexicon
    solve("game.gcg"), solve(Path("board.txt"))                a file of one position: CGP, a printed board,
                                                               a game where its bag is first empty
    solve("#player1 ...")                                      or its text, of several lines

Whatever is wrong with what is given is one line: a TypeError for an argument of a wrong type, else a
ValueError: CgpError, GcgError, LexiconError, PositionError, IllegalMoveError.

What the functions of this package are given: positions, lexicons and options, checked in one place.

A wrong type is a TypeError, a wrong value a ValueError, each one line that names the argument, says what was
expected and quotes what was given.
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
    """Return a position and its lexicon, whatever they were given as."""
    words = None if lexicon is None else lexicon_of(lexicon)
    if isinstance(position, Position):
        return position, words or sources.lexicon_of(position)
    expect("position", position, (str, PathLike), POSITION)
    reading = sources.resolve(_entry(position, words), words, is_endgame, bag_limit)
    return reading.position, reading.lexicon


def given_endgame(position: Place, lexicon: Words, what: str) -> tuple[Position, Lexicon]:
    """Return the same of an endgame.  Raises PositionError where there are tiles in the bag."""
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
    """Return the one position of a text, a name or a file; of a text of several, the first."""
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
    """Return whether a text is the name of a file that is there, and nothing else."""
    if sources.is_text(text) or bundled.find(text) is not None:
        return False
    try:
        return expand_user(text).is_file()
    except (OSError, ValueError):  # too long for a name, or with a NUL character
        return False


def expect(name: str, value: object, kinds: type | tuple[type, ...], expected: str) -> None:
    """Raise TypeError unless the value of an argument is of one of these types."""
    if not isinstance(value, kinds):
        raise TypeError(f"{name}: expected {expected}, got {shortened(repr(value))}")


def expect_number(name: str, value: object, least: int) -> None:
    """Raise TypeError, or ValueError, unless the value of an argument is a whole number, `least` or more."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name}: expected a whole number, got {shortened(repr(value))}")
    if value < least:
        raise ValueError(f"{name}: expected at least {least}, got {value}")


def expect_one_of(name: str, value: object, names: tuple[str, ...]) -> None:
    """Raise ValueError unless the value of an argument is one of these names."""
    if not isinstance(value, str) or value not in names:
        shown = quoted(value) if isinstance(value, str) else shortened(repr(value))
        raise ValueError(f"{name}: expected one of {', '.join(names)}, got {shown}")


def check_options(limit: object, **options: Any) -> None:
    """Check the options that several functions share, as far as they are given."""
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
            raise ValueError("top: give it in wants, where the rest of it is: SolveOptions(top=...)")
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
    """Solve an endgame: the best move, its value, and bounds of all others; see `scrabble.solver.solve`.

    With a few tiles in the bag it is a BagSolution, which `judge` answers, too: chances and mean spreads in
    place of values.  `solver`, `top`, `watch`, `wants` and `threads` are for endgames only.

    At a limit the solution holds the best answer so far, its status is "bounded" and its bounds are true.
    Ctrl-C raises KeyboardInterrupt with that solution as its attribute `solution`.  `watch` is shown a
    snapshot a few times a second.
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
    """Find the best move with a few tiles in the bag: its chance to win and its mean spread, exact fractions.

    `by` is what is compared first, "chance" or "spread"; with `peek` the player knows what is in the bag.
    Which of the moves that win equally often has the best spread is searched for as long as the chance has
    taken; with `settle_ties` until it is proven.
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
    """Prepare the search of an endgame: iterate over it for snapshots, `stop()` it whenever you like.

    Its `result()` is the solution; it runs the search to the end first if that has not been done.
    """
    check_options(limit, memory=memory, top=top, wants=wants, threads=threads)
    place, words = given_endgame(position, lexicon, "search")
    return EndgameSearch(place, words, solver, limit, memory, top, wants, threads)


def legal_moves(position: Place, lexicon: Words = None) -> LegalMoves:
    """Every play of the player on turn with its score, best first; the pass is left out."""
    return scrabble.solver.moves.legal_moves(*coerce_arguments(position, lexicon, is_endgame=False))


def plan(position: Place, lexicon: Words = None) -> EndgamePlan:
    """The planner's view of an endgame: turns to play out, totals, stuck tiles, out-plays, blocks."""
    return plan_of(*given_endgame(position, lexicon, "plan"))


def verify(
    position: Place, lexicon: Words = None, limit: Limit | None = None, memory: int = MEMORY
) -> Verification:
    """Let independent solvers solve an endgame and compare values and best moves; the limit is for each."""
    check_options(limit, memory=memory)
    return scrabble.solver.verify.verify(*given_endgame(position, lexicon, "verify"), limit, memory)


def generate(
    games: int,
    lexicon: Lexicon | str | Path,
    seed: int = 1,
    players: tuple[str, str] = (STATIC, STATIC),
    jobs: int = 1,
) -> Iterator[GeneratedGame]:
    """Play games against itself; yield each with its endgame (`cgp`, or None) and its record (`gcg`).

    The same seed gives the same games, whatever the number of processes, `jobs`.
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
