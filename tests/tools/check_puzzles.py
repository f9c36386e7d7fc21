"""Check puzzles: their lines by the plain rules, their claims by a solver not used to make them.

    python -m tests.tools.check_puzzles SET ...     a bundled set or a file; exit status 1 if a claim is wrong

Puzzles are made with B*; NegaScout, in a table of its own for each position, checks the value and the one
best move, the value of the second-best move, and what each plausible move loses.  With tiles in the bag
MTD(f) proves who wins the endgame after each draw: for the solution, each plausible move and the pass.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from scrabble import bundled
from scrabble.answer.moves import Step
from scrabble.answer.names import Objective
from scrabble.answer.solution import Solution
from scrabble.game import cgp
from scrabble.game.move import ScoredMove
from scrabble.game.position import Position
from scrabble.game.unseen import UnseenTiles, is_preendgame
from scrabble.lexicon import Lexicon, choice
from scrabble.puzzles.difficulty import Facts, difficulty, rank_by_score
from scrabble.puzzles.draws import bags_of, empties_the_bag, outcome_of, win_bound
from scrabble.puzzles.make import line_end, line_error
from scrabble.puzzles.puzzle import (
    MoveKind,
    Puzzle,
    PuzzleSolution,
    Question,
    Refutation,
    puzzle_id,
    read_puzzles,
)
from scrabble.solver import EndgameSearch, SolveOptions
from scrabble.solver.names import SolverName

CHECKER, OUTCOME_CHECKER = SolverName.NEGASCOUT, SolverName.MTDF
Claim = Callable[[Puzzle, Position, Lexicon, SolveOptions], Iterator[str]]


class OpenError(Exception):
    """The limit is too small to check a claim; the text says which one."""


def puzzle_error(puzzle: Puzzle, lexicon: Lexicon, options: SolveOptions | None = None) -> str | None:
    """Return the first claim of a puzzle that does not hold, or None.

    The limits of the options hold for each search.  Raises OpenError if a limit stops one.
    """
    position = cgp.loads(puzzle.cgp, alphabet=lexicon.alphabet)
    wanted = replace(options or SolveOptions(), solver=CHECKER)
    claims: tuple[Claim, ...] = (_wrong_facts, _wrong_lines, _wrong_best, _wrong_losses)
    if puzzle.has_bag:
        claims = (_wrong_facts, _wrong_draw_lines, _wrong_chances)
    for claim in claims:
        error = next(claim(puzzle, position, lexicon, wanted), None)
        if error is not None:
            return error
    return None


def _wrong_facts(
    puzzle: Puzzle, position: Position, lexicon: Lexicon, options: SolveOptions
) -> Iterator[str]:
    """Yield keys that do not follow from the position and the other keys."""
    plays = list(position.legal_moves(lexicon))
    solution, kinds = puzzle.solution, [each.kinds for each in puzzle.plausible if not each.loss]
    is_plausible = any(kind != MoveKind.PLAYED for kind in (kinds[0] if kinds else []))
    failing = [each for each in puzzle.plausible if each.loss]
    length = None if puzzle.has_bag else len(solution.line)
    facts = Facts(puzzle.rank, length, Fraction(puzzle.gap), len(failing), is_plausible)
    spread = 0 if solution.spread is None else solution.spread
    value = None if solution.spread is None else spread - position.spread
    second = spread - Fraction(puzzle.gap)
    questions = {
        Question.BEST_CHANCE: is_preendgame(position),
        Question.ONLY_WIN: spread > 0 >= second,
        Question.ONLY_DRAW: spread == 0 > second,
    }
    for name, said, found in (
        ("id", puzzle.id, puzzle_id(puzzle.cgp, puzzle.question, puzzle.lexicon)),
        ("moves", puzzle.moves, len(plays) + 1),
        ("rank", puzzle.rank, rank_by_score(solution.score, plays)),
        ("value", puzzle.value, value),
        ("difficulty", puzzle.difficulty, difficulty(facts)),
        (
            "question",
            puzzle.question,
            next((q for q, holds in questions.items() if holds), Question.BEST_MOVE),
        ),
    ):
        if said != found:
            yield f"{name} is {said}, found {found}"


def _wrong_lines(
    puzzle: Puzzle, position: Position, lexicon: Lexicon, options: SolveOptions
) -> Iterator[str]:
    """Yield lines that cannot be replayed, or end at another spread or result."""
    moves: list[PuzzleSolution | Refutation] = [puzzle.solution, *puzzle.refutations]
    for each in moves:
        if each.spread is None:
            yield f"{each.move} has no spread"
            continue
        error = line_error(position, each.line, each.spread, lexicon)
        if error is not None:
            yield f"the line of {each.move}: {error}"
        if Fraction(each.win) != outcome_of(each.spread):
            yield f"{each.move} ends at {each.spread}, but win is {each.win}"
        if each.line[:1] != [Step(each.move, each.score)]:
            yield f"the line of {each.move} begins with another move"


def _wrong_best(puzzle: Puzzle, position: Position, lexicon: Lexicon, options: SolveOptions) -> Iterator[str]:
    """Yield what another solver finds wrong with value, solution and gap."""
    found = _searched(position, lexicon, replace(options, exact=2, all_best=True), "the best move")
    if found.value != puzzle.value:
        yield f"{CHECKER} says value {found.value:+}, the puzzle {puzzle.value:+}"
    if found.best != [puzzle.solution.move]:
        yield f"{CHECKER} says best: {', '.join(found.best)}, the puzzle: {puzzle.solution.move}"
    gap = found.moves[0].spread.lower - max(each.spread.upper for each in found.moves[1:])
    if gap != Fraction(puzzle.gap):
        yield f"{CHECKER} says gap {gap}, the puzzle {puzzle.gap}"


def _wrong_losses(
    puzzle: Puzzle, position: Position, lexicon: Lexicon, options: SolveOptions
) -> Iterator[str]:
    """Yield plausible moves and refutations whose loss another solver finds different."""
    losses = {each.move: each.loss for each in puzzle.plausible}
    for each in puzzle.refutations:
        if losses.get(each.move) != each.loss:
            yield f"{each.move} has two losses"
        if (puzzle.solution.spread or 0) - (each.spread or 0) != Fraction(each.loss):
            yield f"{each.move} loses {each.loss}, but ends at {each.spread}"
    for text, loss in losses.items():
        move = position.parse_move(text)
        after = position.play(move)
        if after.is_over:
            theirs, mine = after.final_scores
            value = mine - theirs - position.spread
        else:
            value = position.score(move) - int(
                _searched(after, lexicon, options, f"the loss of {text}").bounds.lower
            )
        if puzzle.value is None or puzzle.value - value != Fraction(loss):
            yield f"{CHECKER} says {text} has value {value:+}, so it does not lose {loss}"


def _wrong_draw_lines(
    puzzle: Puzzle, position: Position, lexicon: Lexicon, options: SolveOptions
) -> Iterator[str]:
    """Yield lines with tiles in the bag that cannot be replayed, or win all the same."""
    unseen = UnseenTiles(position)
    for each in puzzle.refutations:
        bag = position.alphabet.encode(each.bag or "")
        if bytes(sorted(bag)) not in {draw.tiles for draw in unseen.draws}:
            yield f"the bag of {each.move} cannot hold {each.bag}"
        elif each.line[:1] != [Step(each.move, each.score)]:
            yield f"the line of {each.move} begins with another move"
        else:
            end = line_end(position, each.line, lexicon, bag)
            if isinstance(end, str) or end > 0:
                yield f"the line of {each.move}: {end if isinstance(end, str) else f'wins by {end}'}"


def _wrong_chances(
    puzzle: Puzzle, position: Position, lexicon: Lexicon, options: SolveOptions
) -> Iterator[str]:
    """Yield win probabilities and losses that do not follow from the endgames after each draw."""
    wanted = replace(options, solver=OUTCOME_CHECKER, objective=Objective.OUTCOME)

    def outcome(endgame: Position) -> Fraction:
        found = EndgameSearch(endgame, lexicon, wanted).result()
        if not found.win.is_exact:
            raise _open("an endgame after a draw", found)
        return Fraction(found.win.lower)

    def wins(text: str, least: Fraction = Fraction(0)) -> Fraction:
        """Return the win probability of a move; an upper bound as soon as one is no more than `least`."""
        move = position.parse_move(text)
        step = ScoredMove(move, text, position.score(move))
        return win_bound(step, position, bags_of(move, position), lexicon, outcome, least)[0]

    solution, gap = puzzle.solution, Fraction(puzzle.gap)
    best = Fraction(solution.win)
    if not empties_the_bag(position.parse_move(solution.move), position):
        yield f"{solution.move} leaves tiles in the bag"
    elif (found := wins(solution.move)) != best:
        yield f"{OUTCOME_CHECKER} says {solution.move} wins {found}, the puzzle {best}"
    if gap <= 0 or wins("pass", best - gap) > best - gap:
        yield f"{OUTCOME_CHECKER} does not find that a pass loses at least {gap}"
    losses = {
        each.move: (each.loss, each.is_bound) for each in puzzle.plausible if each.move != solution.move
    }
    for text, (loss, is_bound) in losses.items():
        said = best - Fraction(loss)
        found = wins(text, said if is_bound else Fraction(0))
        is_exact = empties_the_bag(position.parse_move(text), position)
        if not (found <= said if is_bound else is_exact and found == said):
            yield f"{OUTCOME_CHECKER} says {text} wins {found}, so it does not lose {loss}"
        if Fraction(loss) < gap:
            yield f"{text} loses {loss}, less than the gap {gap}"
    for each in puzzle.refutations:
        if losses.get(each.move) != (each.loss, each.is_bound) or Fraction(each.win) != best - Fraction(
            each.loss
        ):
            yield f"{each.move} wins {each.win}, which is not what it loses"


def _searched(position: Position, lexicon: Lexicon, options: SolveOptions, about: str) -> Solution:
    """Return the solution with a proven value.  Raises OpenError."""
    solution = EndgameSearch(position, lexicon, options).result()
    if solution.value is None or solution.stopped_by is not None:
        raise _open(about, solution)
    return solution


def _open(about: str, solution: Solution) -> OpenError:
    """Return the error for a search that a limit has stopped."""
    return OpenError(f"{about} is not proven: stopped by {solution.stopped_by}")


def main() -> None:
    names = sys.argv[1:] or ["puzzles"]
    wrong = 0
    for name in names:
        for number, puzzle in enumerate(read_puzzles(bundled.path_of(name)), 1):
            error = puzzle_error(puzzle, choice.load(puzzle.lexicon))
            wrong += error is not None
            print(f"{name}:{number} {puzzle.id} {error or 'holds'}", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
