"""Whole games: every turn legal, every score right, no tile lost, an end by the rules, a record to match."""

from __future__ import annotations

import dataclasses
from collections import Counter

import pytest

from scrabble.game.board import BoardLayout
from scrabble.game.move import canonical, move_text
from scrabble.game.rules import Rules
from scrabble.lexicon.build import from_words
from scrabble.records import gcg
from scrabble.records.replay import replay
from scrabble.selfplay.best_play import MoveFinder
from scrabble.selfplay.generate import new_finder, to_gcg
from scrabble.selfplay.play_game import MOST_EXCHANGES, play_game
from tests.doors.bridge import alphabet_of, enable, enable_game, rules_of
from tests.oracles import naive
from tests.worlds import mini


@pytest.fixture(scope="module")
def finder():
    """A finder for ENABLE."""
    return new_finder(enable())


@pytest.fixture(scope="module")
def games(finder):
    """A dozen real games."""
    return [play_game(finder, 5, number) for number in range(12)]


def mini_finder(words, counts, rules=None, size=7, **options):
    """A finder of a small world with these words and tiles, and the world for the oracle."""
    letters = [letter for letter in counts if letter != naive.BLANK]
    world = mini.game(
        *words,
        values={letter: 1 + ord(letter) % 5 for letter in letters},
        counts={naive.BLANK: 0, **counts},
        bingo_length=5,
        **mini.plain(size),
        **({"rack_size": 4} | options),
    )
    alphabet = alphabet_of(world)
    layout = BoardLayout.from_rows(list(world.premiums), "mini", world.start)
    lexicon = from_words(sorted(words), "mini", alphabet)
    return MoveFinder(lexicon, layout, rules or rules_of(world)), world


def board_of(position):
    """The board as the oracle has it."""
    decode = position.alphabet.decode
    return tuple(
        "".join(decode([code]) if code else "." for code in row) for row in position.squares.tolist()
    )


def check_by_oracle(game, world):
    """Every turn is a legal play with the right score; a greedy player passes only without a play."""
    for turn in game.turns:
        position = turn.position
        rack = position.racks[0]
        plays = naive.plays(world, board_of(position), rack)
        if turn.move.tiles:
            text = move_text(canonical(turn.move, position.squares), position)
            assert plays[text] == turn.score
            if game.players[turn.player] == "greedy":
                assert turn.score == max(plays.values())
        elif turn.move.is_pass or game.players[turn.player] == "greedy":
            assert not plays


def check_tiles(game):
    """No tile is created or lost, racks are full while the bag is not empty, and draws come from the bag."""
    alphabet, size = game.final.alphabet, game.final.rules.rack_size
    everything = Counter(dict(enumerate(alphabet.counts)))
    positions = [turn.position for turn in game.turns] + [game.final]
    for position in positions:
        assert not position.seen - everything
        assert sum(position.seen.values()) + len(position.bag) == alphabet.total
        assert not position.bag or all(len(rack) == size for rack in position.rack_codes)
    for turn, after in zip(game.turns, positions[1:], strict=True):
        gone = turn.move.exchanged or [code for *_, code in turn.move.placed]
        left = Counter(turn.position.rack_codes[0])
        left.subtract(0 if code >= 64 else code for code in gone)
        assert min(left.values(), default=0) >= 0
        drawn = Counter(after.rack_codes[1])
        drawn.subtract(left)
        assert min(drawn.values(), default=0) >= 0
        assert sum(drawn.values()) == min(len(gone), turn.bag)
        assert not drawn - Counter(turn.position.bag) - Counter(turn.move.exchanged)
        assert after.rack_codes[0] == turn.position.rack_codes[1]


def check_scores(game):
    """Scores add up, and the end is by the rules."""
    scored = [sum(turn.score for turn in game.turns if turn.player == player) for player in (0, 1)]
    assert game.final.is_over
    assert not any(turn.position.is_over for turn in game.turns)
    first, second = game.final.scores
    assert scored == ([second, first] if game.on_turn else [first, second])
    if game.final.is_out:
        winner = 1 - game.on_turn
        left = game.final.alphabet.value(game.final.rack_codes[0])
        assert game.totals[winner] == scored[winner] + 2 * left
        assert game.totals[1 - winner] == scored[1 - winner]


def check_record(game):
    """The record reads and replays to the same game, without a warning."""
    final = game.final
    read = gcg.loads(gcg.dumps(to_gcg(game)))
    again = replay(read, alphabet=final.alphabet, layout=final.layout, rules=final.rules)
    assert not read.warnings and not again.warnings
    assert again.is_over and again.totals == game.totals
    assert len(again.turns) == len(game.turns)
    for old, new in zip(game.turns, again.turns, strict=True):
        assert new.position.rack_codes[0] == old.position.rack_codes[0]
        assert (new.position.squares == old.position.squares).all()
        assert (new.position.scores, new.position.scoreless_turns) == (
            old.position.scores,
            old.position.scoreless_turns,
        )
        assert (new.player, new.score, new.bag) == (old.player, old.score, old.bag)
    if game.first_empty_bag is not None:
        assert again.endgame[0].position == game.first_empty_bag


def test_tiles(games):
    for game in games:
        check_tiles(game)


def test_scores(games):
    for game in games:
        check_scores(game)


def test_records(games):
    for game in games:
        check_record(game)


def test_real_turns_are_legal(games):
    without_blanks = [
        dataclasses.replace(
            game, turns=tuple(turn for turn in game.turns if 0 not in turn.position.rack_codes[0])
        )
        for game in games[:1]
    ]
    assert sum(len(game.turns) for game in without_blanks) > 10
    for game in without_blanks:
        check_by_oracle(game, enable_game())


@pytest.mark.parametrize("seed", range(12))
def test_games_of_small_worlds(seed):
    world = mini.mini_world(seed, size=7)
    letters = sorted(set("".join(world.game.words)))
    counts = dict.fromkeys(letters, 3) | {"Q": 1, naive.BLANK: seed % 2}
    finder, world = mini_finder(world.game.words, counts)
    for players in (("greedy", "greedy"), ("static", "greedy")):
        game = play_game(finder, seed, 0, players)
        check_by_oracle(game, world)
        check_tiles(game)
        check_scores(game)
        check_record(game)


def test_the_same_game_every_time(finder, games):
    again = play_game(new_finder(enable()), 5, 3)
    assert gcg.dumps(to_gcg(again)) == gcg.dumps(to_gcg(games[3]))
    play_game(finder, 9, 9)
    assert play_game(finder, 5, 3).final == games[3].final


def test_the_first_empty_bag(games):
    for game in games:
        position = game.first_empty_bag
        assert position is not None and not position.bag and not position.is_over
        [first] = [turn for turn in game.turns if turn.position is position]
        assert all(turn.bag for turn in game.turns[: game.turns.index(first)])
        assert len(position.rack_codes[0]) == 7 and 1 <= len(position.rack_codes[1]) <= 7


def test_nobody_can_play():
    english, _ = mini_finder(["CC"], {"A": 10, "B": 9, "C": 1})
    game = play_game(english, 1, 0)
    assert len(game.turns) == 6 and all(turn.move.exchanged for turn in game.turns)
    assert game.first_empty_bag is None and game.totals[0] < 0
    check_tiles(game)
    check_record(game)


def test_exchanges_do_not_go_on_for_ever():
    german, _ = mini_finder(["CC"], {"A": 15, "B": 14, "C": 1}, Rules.load("german"))
    game = play_game(german, 1, 0)
    moves = [turn.move for turn in game.turns]
    assert all(move.exchanged for move in moves[:MOST_EXCHANGES])
    assert len(moves) == MOST_EXCHANGES + 4 and all(move.is_pass for move in moves[MOST_EXCHANGES:])
    check_record(game)


def test_no_exchange_with_few_tiles_in_the_bag():
    finder, _ = mini_finder(["CC"], {"A": 7, "B": 6, "C": 1})
    game = play_game(finder, 1, 0)
    assert all(turn.move.is_pass for turn in game.turns) and len(game.turns) == 6


def test_out_with_nothing_left_on_the_other_rack():
    finder, _ = mini_finder(["AA"], {"A": 2, naive.BLANK: 2}, rack_size=2)
    for number in range(9):
        game = play_game(finder, 1, number)
        assert game.first_empty_bag == game.turns[0].position
        check_record(game)


def test_static_beats_greedy(finder):
    spread = 0
    for number in range(12):
        one, other = (
            play_game(finder, 3, number, pair) for pair in (("static", "greedy"), ("greedy", "static"))
        )
        spread += one.totals[0] - one.totals[1] + other.totals[1] - other.totals[0]
    assert spread / 24 > 10
