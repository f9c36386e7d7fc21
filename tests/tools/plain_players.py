"""Find out how often plain players fail at puzzles, by difficulty; run by hand.

    python -m tests.tools.plain_players SET ...     a bundled set or a file

The difficulty is a formula of facts; the players know none of it but the score:

    highest score   plays what scores most
    one reply       plays what scores most less the highest-scoring reply, and gains what a last play gains
    planner         plays the planner's first move, before any search
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Callable

from scrabble.game import cgp
from scrabble.game.move import ScoredMove
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon, choice
from scrabble.puzzles.puzzle import Puzzle
from scrabble.solver.planner.plan import plan_of
from scrabble.training.selection import load_set

Player = Callable[[Position, Lexicon], ScoredMove]


def highest_score(position: Position, lexicon: Lexicon) -> ScoredMove:
    """Return the play that scores most."""
    return max(position.legal_moves(lexicon), key=lambda play: play.score)


def one_reply(position: Position, lexicon: Lexicon) -> ScoredMove:
    """Return the play with the best spread after the highest-scoring reply."""

    def spread(play: ScoredMove) -> int:
        after = position.play(play.move)
        if after.is_over:
            first, second = after.final_scores
            return second - first  # the opponent is to move
        return -after.spread - max((reply.score for reply in after.legal_moves(lexicon)), default=0)

    return max(position.legal_moves(lexicon), key=spread)


def planned(position: Position, lexicon: Lexicon) -> ScoredMove:
    """Return the planner's first move."""
    return plan_of(position, lexicon).moves[0].play


PLAYERS: dict[str, Player] = {"highest score": highest_score, "one reply": one_reply, "planner": planned}


def is_missed(puzzle: Puzzle, position: Position, player: Player, lexicon: Lexicon) -> bool:
    """Return whether a player does not find the solution."""
    return player(position, lexicon).move != position.parse_move(puzzle.solution.move)


def main() -> None:
    failures: dict[int, Counter[str]] = defaultdict(Counter)
    for each in (named for name in sys.argv[1:] for named in load_set(name)):
        lexicon = choice.load_named(each.puzzle.lexicon)
        position = cgp.loads(each.puzzle.cgp, alphabet=lexicon.alphabet)
        if each.puzzle.has_bag:
            continue
        failures[each.puzzle.difficulty]["puzzles"] += 1
        for name, player in PLAYERS.items():
            failures[each.puzzle.difficulty][name] += is_missed(each.puzzle, position, player, lexicon)
    print("| difficulty | puzzles |", " | ".join(f"{name} fails" for name in PLAYERS), "|")
    print("|---|---|" + "---|" * len(PLAYERS))
    for difficulty, found in sorted(failures.items()):
        total = found["puzzles"]
        shares = " | ".join(f"{100 * found[name] / total:.0f} %" for name in PLAYERS)
        print(f"| {difficulty} | {total} | {shares} |")


if __name__ == "__main__":
    main()
