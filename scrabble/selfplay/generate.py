"""Generate endgame positions by self-play: each game of a seed gives its position with the first empty bag.

    for game in generate(GenerateTask(lexicon, seed=1), games=100, jobs=2):
        game.id, game.cgp, game.strata       s1g00012, the position, ("blank", "close")
        game.gcg                             the whole game

Game `number` of a seed is the same for any number of games and processes.  Games are given to the processes
in small batches and come back in order.

Categories of endgames; a position may be in several:

    blank      a blank is on a rack
    stuck      a tile on some rack is in no play of its side on this board
    one-sided  one side has plays, the other has none at all
    close      the scores differ by 20 points at most
    full       both racks are full, seven tiles each

A record has full racks, cumulative scores, and the tiles left at the end:

    >first: AEEIRTU 8H URAEI +12 12
    >second: EERS B1 REES +18 341
    >second: (LNRT) +8 349
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from scrabble.game import cgp
from scrabble.game.board import BoardLayout
from scrabble.game.cgp import DEFAULT_BOARD
from scrabble.game.position import Position
from scrabble.game.rules import Rules
from scrabble.game.tiles import DEFAULT_ALPHABET
from scrabble.lexicon import Lexicon
from scrabble.records import gcg
from scrabble.records.record import Event, GameRecord, Player, Pragma, recorded_text
from scrabble.selfplay.best_play import MoveFinder
from scrabble.selfplay.play_game import STATIC, PlayedGame, PlayedTurn, play_game

BATCH = 8  # games a process plays at a time
CLOSE = 20  # points: about the value of an endgame to the player on turn
NICKS = ("first", "second")


class Category(StrEnum):
    """A category of endgames, by its name on the command line."""

    BLANK = "blank"
    STUCK = "stuck"
    ONE_SIDED = "one-sided"
    CLOSE = "close"
    FULL = "full"


@dataclass(frozen=True)
class GenerateTask:
    """The games to play."""

    lexicon: Lexicon
    seed: int = 1
    players: tuple[str, str] = (STATIC, STATIC)
    bag: int = 0  # tiles in the bag of the positions


@dataclass(frozen=True, slots=True)
class GeneratedGame:
    """A generated game and its endgame.

    Attributes:
        id: The name of the endgame, such as "s1g00000".
        number: The number of the game.
        cgp: The endgame as text; None if the game ended before the bag was empty.
        strata: The categories of the endgame, such as "blank".
        tiles: The numbers of tiles on the racks, the side to move first.
        gcg: The record of the game.
    """

    id: str
    number: int
    cgp: str | None
    strata: tuple[Category, ...]
    tiles: tuple[int, int]
    gcg: str = field(repr=False)

    def __repr__(self) -> str:
        tiles = "no endgame" if self.cgp is None else f"endgame of {' and '.join(map(str, self.tiles))} tiles"
        return f"<GeneratedGame {self.id}: {tiles}>"


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
    from scrabble.workers import WorkerPool  # here, as it imports multiprocessing

    with WorkerPool(min(jobs, len(batches)), _prepare_worker, (order,)) as workers:
        for batch in workers.in_order(_play_batch, batches, is_stopped):
            yield from batch


def _prepare_worker(order: GenerateTask) -> tuple[GenerateTask, MoveFinder]:
    return order, new_finder(order.lexicon)


def _play_batch(ready: tuple[GenerateTask, MoveFinder], numbers: range) -> list[GeneratedGame]:
    order, finder = ready
    return [play_one(finder, order.seed, number, order.players, order.bag) for number in numbers]


def categories(position: Position, finder: MoveFinder) -> tuple[Category, ...]:
    """Return the categories of an endgame, in the order of their definition."""
    best = [finder.find_best(position, side) for side in range(2)]
    first, second = position.scores
    found = {
        Category.BLANK: any(0 in rack for rack in position.rack_codes),
        Category.STUCK: any(
            set(rack) != set(each.playable) for rack, each in zip(position.rack_codes, best, strict=True)
        ),
        Category.ONE_SIDED: (best[0].plays > 0) != (best[1].plays > 0),
        Category.CLOSE: abs(first - second) <= CLOSE,
        Category.FULL: all(len(rack) == position.rules.rack_size for rack in position.rack_codes),
    }
    return tuple(category for category in Category if found[category])


def to_gcg(game: PlayedGame) -> GameRecord:
    """Return the game as a GCG record; `gcg.dumps` turns it into text."""
    first, second = (
        Player(nick, f"{nick.capitalize()} ({name})") for nick, name in zip(NICKS, game.players, strict=True)
    )
    pragmas = [Pragma("title", f"self-play, seed {game.seed}, game {game.number}")]
    alphabet, layout, lexicon = game.final.alphabet, game.final.layout, game.final.lexicon_name
    if lexicon is not None:
        pragmas.append(Pragma("lexicon", lexicon))
    if alphabet.name != DEFAULT_ALPHABET:
        pragmas.append(Pragma("tile-distribution", alphabet.name))
    if layout.name != DEFAULT_BOARD:
        pragmas.append(Pragma("board-layout", layout.name))
    return GameRecord((first, second), (*pragmas, *map(_event, game.turns), *_ending(game)))


def _event(turn: PlayedTurn) -> Event:
    position = turn.position
    text = recorded_text(turn.move, position)
    return Event(turn.player, position.racks[0], text, turn.score, position.scores[0] + turn.score)


def _ending(game: PlayedGame) -> Iterator[Event]:
    """Yield the events for the tiles left on the racks."""
    final = game.final
    for at in (1, 0):  # the player who moved last comes first
        is_winner = final.is_out and not final.rack_codes[at]
        total = final.final_scores[at]
        points = total - final.scores[at]
        if final.is_out and not is_winner and not points:
            continue
        player = 1 - game.on_turn if at else game.on_turn
        left = final.racks[1 - at] if is_winner else final.racks[at]
        yield Event(player, "" if final.is_out else left, f"({left})", points, total)
