"""Generate endgame positions by self-play: each game of a seed gives its position with the first empty bag.

    for game in generate(GenerateTask(lexicon, seed=1), games=100, jobs=2):
        game.id, game.cgp, game.strata       s1g00012, the position, ("blank", "close")
        game.gcg                             the whole game

Game `number` of a seed is the same for any number of games and processes.  Games are given to the processes
in small batches and come back in order.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Generator
from dataclasses import dataclass, field

from scrabble.game import cgp
from scrabble.game.board import BoardLayout
from scrabble.game.cgp import DEFAULT_BOARD
from scrabble.game.rules import Rules
from scrabble.lexicon import Lexicon
from scrabble.records import gcg
from scrabble.selfplay.best_play import MoveFinder
from scrabble.selfplay.play_game import STATIC, play_game
from scrabble.selfplay.record import to_gcg
from scrabble.selfplay.strata import Category, categories
from scrabble.workers import WorkerPool

BATCH = 8  # games a process plays at a time


@dataclass(frozen=True)
class GenerateTask:
    """The games to play."""

    lexicon: Lexicon
    seed: int = 1
    players: tuple[str, str] = (STATIC, STATIC)
    bag: int = 0  # tiles in the bag of the positions


@dataclass(frozen=True, slots=True)
class GeneratedGame:
    """A generated game and its endgame."""

    id: str
    number: int  # of the game
    cgp: str | None  # None: the game ended before the bag was empty
    strata: tuple[Category, ...]
    tiles: tuple[int, int]  # on the racks, the player on turn first
    gcg: str = field(repr=False)


def new_finder(lexicon: Lexicon) -> MoveFinder:
    """Return the finder that plays games with a lexicon: its tiles and rules on the standard board."""
    return MoveFinder(lexicon, BoardLayout.load(DEFAULT_BOARD), Rules.load(lexicon.alphabet.rules))


def play_one(
    finder: MoveFinder, seed: int, number: int, players: tuple[str, str] = (STATIC, STATIC), bag: int = 0
) -> GeneratedGame:
    """Play one game; its position is the first one with `bag` tiles in the bag."""
    game = play_game(finder, seed, number, players)
    position = game.first_with(bag)
    name, text = f"s{seed}g{number:05}", gcg.dumps(to_gcg(game))
    if position is None:
        return GeneratedGame(name, number, None, (), (0, 0), text)
    named = dataclasses.replace(position, extra=(("id", name),))
    tiles = len(position.rack_codes[0]), len(position.rack_codes[1])
    return GeneratedGame(
        name, number, cgp.dumps(named), categories(position, finder) if not bag else (), tiles, text
    )


def generate(
    order: GenerateTask, games: int, jobs: int = 1, is_stopped: Callable[[], bool] = lambda: False
) -> Generator[GeneratedGame, None, None]:
    """Play games 0, 1 .. `games` - 1, in `jobs` processes; yield them in order until stopped.

    Raises WorkerError when a process dies.
    """
    finder = new_finder(order.lexicon)
    if jobs == 1:
        numbers = itertools.takewhile(lambda number: not is_stopped(), range(games))
        yield from (play_one(finder, order.seed, number, order.players, order.bag) for number in numbers)
        return
    play_one(finder, order.seed, 0, order.players)  # compiled here, loaded from disk there
    batches = [range(first, min(first + BATCH, games)) for first in range(0, games, BATCH)]
    with WorkerPool(min(jobs, len(batches)), _prepare_worker, (order,)) as workers:
        for batch in workers.in_order(_play_batch, batches, is_stopped):
            yield from batch


def _prepare_worker(order: GenerateTask) -> tuple[GenerateTask, MoveFinder]:
    return order, new_finder(order.lexicon)


def _play_batch(ready: tuple[GenerateTask, MoveFinder], numbers: range) -> list[GeneratedGame]:
    order, finder = ready
    return [play_one(finder, order.seed, number, order.players, order.bag) for number in numbers]
