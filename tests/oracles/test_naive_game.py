"""The values of the oracle: endings worked out by hand, theorem T1, composed positions."""

import itertools
import json
from dataclasses import replace

import pytest

from tests.conftest import DATA
from tests.oracles import naive
from tests.worlds import mini
from tests.worlds.mini import board_of, game, plain


def test_going_out_earns_twice_the_other_rack() -> None:
    this = game("AT", **plain())
    board = board_of(size=5)
    assert naive.minimax(this, board, ("AT", "QZ"))[0] == 2 + 2 * 20
    rules = {"out_gain": 1, "out_loss": 1}
    assert naive.minimax(replace(this, **rules), board, ("AT", "QZ"))[0] == 2 + 2 * 20
    assert naive.minimax(replace(this, out_gain=1), board, ("AT", "QZ"))[0] == 2 + 20


@pytest.mark.parametrize("limit", [2, 3, 4, 6])
def test_two_stuck_racks_are_deducted(limit: int) -> None:
    this = game("AT", **plain(), scoreless_limit=limit)
    for zeros in range(limit):
        assert naive.minimax(this, board_of(size=5), ("Q", "VV"), zeros) == (-10 + 8, {"pass"})
        assert naive.minimax(replace(this, scoreless_loss=0), board_of(size=5), ("Q", "VV"), zeros)[0] == 0


@pytest.mark.parametrize("limit", [2, 3, 4, 6])
def test_a_pass_that_ends_the_game_saves_the_stuck_side(limit: int) -> None:
    """The mover is stuck with Q, the other would go out with (A)T: 2 points and twice 10."""
    this = game("AT", **plain(), scoreless_limit=limit)
    board = board_of("3 ..A", size=5)
    for zeros in range(limit - 1):
        assert naive.minimax(this, board, ("Q", "T"), zeros) == (-22, {"pass"})
    assert naive.minimax(this, board, ("Q", "T"), limit - 1) == (-10 + 1, {"pass"})


def test_passes_that_end_the_game_are_counted_apart() -> None:
    this = game("AT", **plain(), scoreless_limit=None, pass_limit=4)
    board = board_of("3 ..A", size=5)
    assert [naive.minimax(this, board, ("Q", "T"), passes)[0] for passes in range(4)] == [-22, -22, -22, -9]
    with pytest.raises(ValueError, match="never ends"):
        naive.minimax(replace(this, pass_limit=None), board, ("Q", "T"))
    with pytest.raises(ValueError, match="over"):
        naive.minimax(this, board, ("Q", "T"), 4)
    with pytest.raises(ValueError, match="over"):
        naive.minimax(this, board, ("Q", ""))


def test_passing_may_be_as_good_as_playing_while_the_other_side_is_stuck() -> None:
    """T goes out for 2 + 20 now, or after two passes as long as they do not end the game."""
    this = game("AT", **plain(), scoreless_limit=3)
    board = board_of("3 ..A", size=5)
    assert naive.minimax(this, board, ("T", "Q")) == (22, {"pass", "3C (A)T", "C3 (A)T"})
    assert naive.value_of_moves(this, board, ("T", "Q"), 1)["pass"] == -1 + 10


def test_a_play_for_nothing_resets_the_count_or_ends_the_game() -> None:
    """The blank next to the blank on the board scores 0; T, elsewhere, scores 2 and goes out (+ 2 x 10)."""
    board = board_of("1 ....A", "3 b....", size=5)
    words, rules = ("BO", "AT"), {**plain(), "scoreless_limit": 3}
    values = naive.value_of_moves(game(*words, **rules), board, ("?T", "Q"), 2)
    assert values["3A (b)o"] == 0 + 2 + 20
    assert values["pass"] == -1 + 10
    values = naive.value_of_moves(game(*words, **rules, zero_play_is_scoreless=True), board, ("?T", "Q"), 2)
    assert values["3A (b)o"] == values["pass"] == -1 + 10
    assert values["E1 (A)T"] == 2 + 1 + 20  # then the blank out before that T
    values = naive.value_of_moves(game(*words, **rules, zero_play_is_scoreless=True), board, ("?", "Q"), 2)
    assert values["3A (b)o"] == 0 + 20  # out: the bonus, not the deduction


def test_out_in_two_and_a_race_for_the_last_spot() -> None:
    """X fits right of the O and below it: 9 + 9 and 2 x 10 while Q is stuck; Z fits there too."""
    this = game("OX", "OZ", **plain())
    board = board_of("3 ..O", size=5)
    spots = {"3C (O)X", "C3 (O)X"}
    value, best = naive.minimax(this, board, ("XX", "Q"))
    assert (value, best) == (9 + 9 + 20, spots | {"pass"})
    assert naive.minimax(this, board, ("XX", "Z")) == (9 - (11 + 2 * 8), spots)
    assert naive.value_of_moves(this, board, ("XX", "Z"))["pass"] == -(11 + 2 * 16)


def values_by_turns_to_go(world: mini.World, limit: int) -> list[int]:
    """The value with 1, 2, ... `limit` scoreless turns to go."""
    this = replace(world.game, scoreless_limit=limit)
    memo: dict[naive.State, int] = {}
    return [
        naive.minimax(this, world.board, world.racks, limit - to_go, memo)[0] for to_go in range(1, limit + 1)
    ]


def test_two_turns_to_go_or_more_are_all_the_same_when_plays_for_nothing_reset() -> None:
    """Theorem T1 (bounds/README.md): only the last scoreless turn is special (clamp(P, a, b) from two on)."""
    differing = 0
    for world in mini.mini_worlds(60, tiles=2):
        one, two, *others = values_by_turns_to_go(world, 6)
        assert set(others) == {two}
        for limit in (2, 3, 4):
            assert values_by_turns_to_go(world, limit) == [one, *[two] * (limit - 1)]
        differing += one != two
    assert differing >= 5


def test_clamp_of_the_pass_out_value() -> None:
    """One tile and one play each: v = clamp(P, a, b) if a <= b, else a, from two turns to go on.

    Going out costs three times the other rack here, so that nobody wants to.
    """
    board = board_of("3 ..A", size=5)
    for mine, his, cost in itertools.product("TWK", "TWK", (-4, -3, -2, 0, 2)):
        this = game("AT", "AW", "AK", **plain(), out_gain=cost)
        mine_value, his_value = this.value(mine), this.value(his)
        out, reply = 1 + mine_value + cost * his_value, -(1 + his_value + cost * mine_value)
        pass_out = his_value - mine_value
        expected = min(max(pass_out, out), reply) if out <= reply else out
        assert naive.minimax(this, board, (mine, his))[0] == expected
        assert naive.minimax(this, board, (mine, his), 5)[0] == max(out, pass_out)


def test_cgp_round_trip_and_completed_rack() -> None:
    this = game("AT", counts={"?": 1, "A": 2, "T": 2, "Q": 1}, **plain())
    text = "5/5/2At1/5/5 A/QT 12/-3 4 lex ENABLE; id x y;"
    record = naive.read_cgp(text, this)
    assert record == (
        board_of("3 ..At", size=5),
        ("A", "QT"),
        (12, -3),
        4,
        {"lex": "ENABLE", "id": "x y"},
    )
    assert naive.write_cgp(record) == text
    assert naive.read_cgp("5/5/2At1/5/5 A/ 0/0 0", this).racks == ("A", "QTT")
    for wrong in ("5/5/2At1/5 A/ 0/0 0", "5/5/2At2/5/5 A/ 0/0 0", "5/5/2At1/5/5 A 0/0 0"):
        with pytest.raises(ValueError, match=r"rows|CGP"):
            naive.read_cgp(wrong, this)
    with pytest.raises(ValueError, match="more tiles"):
        naive.read_cgp("5/5/2Att/5/5 A/ 0/0 0", this)


def test_random_worlds_are_the_same_for_the_same_seed() -> None:
    for seed in range(20):
        one, two = mini.mini_world(seed, phonies=True), mini.mini_world(seed, phonies=True)
        assert (one.board, one.racks, one.game.words) == (two.board, two.racks, two.game.words)
        assert naive.unseen(one.game, one.board, one.racks) == ""
        assert all(1 <= len(rack) <= 3 for rack in one.racks)


@pytest.fixture(scope="module")
def small() -> naive.Game:
    return game(*(DATA / "words_small.txt").read_text().split())


def test_random_real_positions_use_the_whole_set(small: naive.Game) -> None:
    for seed in range(3):
        this, board, racks = mini.real_world(seed, small, turns=8)
        assert len(racks[0]) == len(racks[1]) == 7
        assert naive.unseen(this, board, racks) == ""


def composed() -> list[dict]:
    return json.loads((DATA / "composed.json").read_text())


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(entry, id=entry["id"], marks=[pytest.mark.slow] if entry["states"] > 1000 else [])
        for entry in composed()
    ],
)
def test_composed_positions(entry: dict, small: naive.Game) -> None:
    record = naive.read_cgp(entry["cgp"], small)
    assert naive.unseen(small, record.board, record.racks) == ""
    value, best = naive.minimax(small, record.board, record.racks, record.zeros)
    assert (value, sorted(best)) == (entry["value"], entry["best"])
