"""Puzzles held against a second solver and the plain rules: winning moves and themes.

`tests.tools.check_puzzles` checks neither: the number of winning moves takes the value of every move, themes
are read from the explanation.  Here the plain oracle finds both anew, from boards of strings and lists of
plays.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from scrabble.answer.moves import Step
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.lexicon import choice
from scrabble.puzzles.draws import bags_of, win_bound
from scrabble.puzzles.puzzle import Puzzle, Question, Theme, read_puzzles
from scrabble.solver import SolveOptions, solve
from tests.conftest import POSITIONS
from tests.doors.languages import board_of, game_for, racks_of
from tests.oracles import naive
from tests.oracles.naive_game import Game, read_cgp

PUZZLES = read_puzzles(POSITIONS / "puzzles.jsonl")
WITH_BAG = read_puzzles(POSITIONS / "puzzles-preendgame.jsonl")
GIVEN_UP, COSTLY, REFUTATIONS = 10, 4, 10
PLACED = frozenset[tuple[int, int, str]]


def tiles_of(puzzle: Puzzle) -> int:
    """The number of tiles on both racks, a tile of several letters being in brackets."""
    return len(re.sub(r"\[\w+\]", "x", puzzle.cgp.split()[1])) - len("/")


def sample(puzzles: list[Puzzle], count: int) -> list:
    """Some puzzles by default, one by one, without blanks, and all of them with `-m slow`."""
    plain = [each for each in puzzles if "?" not in each.cgp.split()[1]]
    some = [pytest.param([each], id=each.id) for each in plain[:: max(1, len(plain) // count)]]
    return [*some, pytest.param(puzzles, id="all", marks=pytest.mark.slow)]


TRIED = [each for each in WITH_BAG if each.moves < 200]  # with more moves it would take an hour
SMALL = [each for each in PUZZLES if tiles_of(each) <= 4]
COUNTED = [each for each in PUZZLES if each.winning_moves and tiles_of(each) <= 9]


def game_of(puzzle: Puzzle) -> Game:
    """The game as the oracle plays it, with the words that can still be played."""
    return game_for(cgp.loads(puzzle.cgp), choice.load(puzzle.lexicon))


@pytest.mark.parametrize("puzzles", sample(SMALL, 4))
def test_the_plain_oracle_agrees_about_every_move(puzzles):
    for puzzle in puzzles:
        game = game_of(puzzle)
        record = read_cgp(puzzle.cgp, game)
        lead = record.scores[0] - record.scores[1]
        values = naive.value_of_moves(game, record.board, record.racks, record.zeros)
        best, second = sorted(values.values(), reverse=True)[:2]
        assert puzzle.value == best and puzzle.gap == best - second
        assert puzzle.winning_moves in (None, sum(value + lead > 0 for value in values.values()))
        assert puzzle.question != Question.ONLY_WIN or puzzle.winning_moves == 1


@pytest.mark.parametrize("puzzles", sample(COUNTED, 3))
def test_negascout_finds_as_many_winning_moves(puzzles):
    for puzzle in puzzles:
        position, lexicon = cgp.loads(puzzle.cgp), choice.load(puzzle.lexicon)
        found = solve(position, lexicon, SolveOptions(solver="negascout", exact=0))
        assert puzzle.winning_moves == sum(move.spread.lower > 0 for move in found.moves)


@pytest.mark.parametrize("puzzles", sample(PUZZLES, 8))
def test_themes_are_facts_about_plays_and_lines(puzzles):
    for puzzle in puzzles:
        themes = set(facts(puzzle, game_of(puzzle)))
        has_all = len(puzzle.plausible) <= REFUTATIONS  # otherwise not all lines are kept
        open_ones = set() if has_all else {Theme.UNLOADS}
        assert set(puzzle.themes) - open_ones == themes - open_ones


def facts(puzzle: Puzzle, game: Game) -> Iterator[Theme]:
    """Yield the themes, from the README's table."""
    record = read_cgp(puzzle.cgp, game)
    board, (mine, theirs) = record.board, record.racks
    line = puzzle.solution.line
    move, score = line[0].text, line[0].score
    board_then, mine_then = naive.apply(board, mine, move)
    is_pass = move == naive.PASS
    is_over = not mine_then or (is_pass and record.zeros + 1 >= 6)
    now, threats = plays_of(game, board, mine), plays_of(game, board, theirs)
    replies = {} if is_over else plays_of(game, board_then, theirs)
    mine_left, theirs_left = left_of(board, (mine, theirs), line)
    if not mine_left:
        yield {1: Theme.OUT_IN_ONE, 3: Theme.OUT_IN_TWO}.get(len(line), Theme.OUT_IN_THREE)
    blocks_out = goes_out(threats, theirs) and not goes_out(replies, theirs)
    if blocks_out and not is_pass and not is_over:
        yield Theme.BLOCKS_OUT_PLAY
    elif threats and not is_pass and not is_over and best_is_gone(threats, replies):
        yield Theme.BLOCKS
    stuck = set(theirs_left) - {"?"} - used(replies)
    if not is_over and stuck & used(threats):
        yield Theme.STICKS
    if len(line) > 2 and not is_pass and not is_over and line[2].text != naive.PASS:
        board_later, _ = naive.apply(board_then, theirs, line[1].text)
        following = placed(board_later, mine_then, line[2].text)
        if following not in now and following in plays_of(game, board_then, mine_then):
            yield Theme.SETS_UP
        if line[2].score >= score and now.get(following, -1) >= score:
            yield Theme.SAVES_SPOT
    if is_pass:
        yield Theme.PASSES
    others = [left_of(board, (mine, theirs), each.line)[0] for each in puzzle.refutations]
    if any(game.value(tile) >= COSTLY for rack in others for tile in Counter(rack) - Counter(mine_left)):
        yield Theme.UNLOADS
    if any(tile.islower() for _, _, tile in placed(board, mine, move)):
        yield Theme.BLANK
    if max(now.values(), default=0) - score >= GIVEN_UP:
        yield Theme.LOW_SCORE


def placed(board: naive.Board, rack: str, move: str) -> PLACED:
    """The tiles that a move puts on the board."""
    then, _ = naive.apply(board, rack, move)
    return frozenset(
        (row, col, tile)
        for row, (old, new) in enumerate(zip(board, then, strict=True))
        for col, (was, tile) in enumerate(zip(old, new, strict=True))
        if was != tile
    )


def plays_of(game: Game, board: naive.Board, rack: str) -> dict[PLACED, int]:
    """The plays with a rack by the tiles they put on the board, with their scores."""
    return {placed(board, rack, move): score for move, score in naive.plays(game, board, rack).items()}


def left_of(board: naive.Board, racks: tuple[str, str], line: list[Step]) -> list[str]:
    """Both racks at the end of a line."""
    left = list(racks)
    for at, step in enumerate(line):
        board, left[at % 2] = naive.apply(board, left[at % 2], step.text)
    return left


def goes_out(plays: dict[PLACED, int], rack: str) -> bool:
    """Whether one of the plays lays the whole rack."""
    return any(len(play) == len(rack) for play in plays)


def used(plays: dict[PLACED, int]) -> set[str]:
    """The tiles that any of the plays lays; a blank is no letter."""
    return {tile for play in plays for _, _, tile in play if tile.isupper()}


def best_is_gone(threats: dict[PLACED, int], replies: dict[PLACED, int]) -> bool:
    """Whether the best play is gone, and what is left scores less."""
    most = max(threats.values())
    best = {play for play, score in threats.items() if score == most}
    return not best & set(replies) and max(replies.values(), default=-1) < most


@pytest.mark.parametrize("puzzles", sample(WITH_BAG, 5))
def test_themes_with_tiles_in_the_bag(puzzles):
    for puzzle in puzzles:
        game, position = game_of(puzzle), cgp.loads(puzzle.cgp)
        (mine, _), board = racks_of(position), board_of(position)
        now, solution = plays_of(game, board, mine), puzzle.solution
        laid = placed(board, mine, solution.move)
        assert now[laid] == solution.score and puzzle.moves == len(now) + 1
        assert puzzle.rank == 1 + sum(score > solution.score for score in now.values())
        holds = {
            Theme.BLANK: any(tile.islower() for _, _, tile in laid),
            Theme.LOW_SCORE: max(now.values()) - solution.score >= GIVEN_UP,
            Theme.DRAW_OF_TILES: 0 < Fraction(solution.win) < 1,
        }
        assert set(puzzle.themes) == {theme for theme, is_there in holds.items() if is_there}


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", TRIED, ids=lambda puzzle: puzzle.id)
def test_mtdf_finds_no_other_play_that_wins_as_often(puzzle):
    """Every play with every draw: what `tests.tools.check_puzzles` leaves out."""
    position, lexicon = cgp.loads(puzzle.cgp), choice.load(puzzle.lexicon)
    best = Fraction(puzzle.solution.win)

    def outcome(endgame: Position) -> Fraction:
        return Fraction(solve(endgame, lexicon, SolveOptions(solver="mtdf", objective="outcome")).win.lower)

    for play in position.legal_moves(lexicon):
        level = best if play.text == puzzle.solution.move else best - Fraction(puzzle.gap)
        win, _ = win_bound(play, position, bags_of(play.move, position), lexicon, outcome, level)
        assert (win == best) if play.text == puzzle.solution.move else (win <= level), play.text
