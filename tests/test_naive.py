"""The oracle itself against rules worked out by hand, and against a still simpler way to find plays."""

import itertools
import json
from dataclasses import replace
from pathlib import Path

import mini
import naive
import pytest

DATA = Path(__file__).parent / "data"


def game(*words: str, **rules: object) -> naive.Game:
    return naive.Game(words=frozenset(words), **rules)


def board_of(*rows: str, size: int = 15) -> naive.Board:
    """A board with these rows, each "5 ..AT." at its number, the others empty."""
    board = ["." * size] * size
    for row in rows:
        number, cells = row.split()
        board[int(number) - 1] = cells.ljust(size, ".")
    return tuple(board)


def plain(size: int = 5, *premiums: str) -> dict[str, object]:
    """The rules of a small board: no premium squares but these."""
    return {"premiums": board_of(*premiums, size=size), "start": (size // 2, size // 2)}


# Plays and scores


def test_first_play_covers_the_start_and_is_doubled() -> None:
    found = naive.plays(game("CAB"), board_of(), "BAC")
    assert found == dict.fromkeys(("8F CAB", "8G CAB", "8H CAB", "H6 CAB", "H7 CAB", "H8 CAB"), 14)


def test_letter_premium_counts_before_word_premium() -> None:
    found = naive.plays(game("HOVEL"), board_of(), "HOVEL")
    assert found["8D HOVEL"] == (4 * 2 + 1 + 4 + 1 + 1) * 2
    assert found["8E HOVEL"] == (4 + 1 + 4 + 1 + 1) * 2
    assert found["8H HOVEL"] == (4 + 1 + 4 + 1 + 1 * 2) * 2


def test_seven_tiles_earn_the_bonus_after_the_premiums() -> None:
    found = naive.plays(game("RETINAS"), board_of(), "AEINRST")
    assert found["8E RETINAS"] == 7 * 2 + 50
    assert found["8B RETINAS"] == (7 + 1) * 2 + 50


def test_blank_is_worth_nothing_and_may_be_any_letter() -> None:
    found = naive.plays(game("CAB", "CUB"), board_of(), "B?C")
    assert {text for text in found if text.startswith("8G")} == {"8G CaB", "8G CuB"}
    assert found["8G CaB"] == (3 + 3) * 2
    assert naive.plays(game("CAB"), board_of(), "AC?")["8G CAb"] == (3 + 1) * 2


def test_blank_on_a_word_premium_still_doubles_the_word() -> None:
    assert naive.plays(game("CAB"), board_of(), "AC?")["8F CAb"] == 8


def test_hooks_score_the_words_across() -> None:
    board = board_of("8 ......CAB")
    found = naive.plays(game("CAB", "CABS", "SO", "OS"), board, "OS")
    assert found == {"8G (CAB)S": 8, "J8 SO": 2 + 8, "J7 OS": 2 + 8}


def test_one_tile_that_makes_words_both_ways_is_one_play_across() -> None:
    board = ("..A..", "..T..", "NO...", ".....", ".....")
    assert naive.plays(game("NOS", "ATS", **plain()), board, "S") == {"3A (NO)S": 6}
    assert naive.plays(game("NOS", "ATS", **plain(5, "3 ..-..")), board, "S") == {"3A (NO)S": 12}
    assert naive.plays(game("NOS", **plain()), board, "S") == {}


def test_one_tile_that_makes_a_word_downwards_only() -> None:
    board = ("..A..", "..T..", ".....", ".....", ".....")
    assert naive.plays(game("ATS", "SAT", **plain()), board, "S") == {"C1 (AT)S": 3}


def test_playthrough_tiles_are_in_parentheses() -> None:
    assert naive.plays(game("QUIZ"), board_of("8 ...QU"), "IZX") == {"8D (QU)IZ": 22}
    board = board_of("2 .B.De", size=6)
    rules = plain(6) | {"bingo_length": 3}
    assert naive.plays(game("ABCDEF", **rules), board, "ACF") == {"2A A(B)C(De)F": 13 + 50}
    assert naive.plays(game("ABCDEF", **rules), naive.turned(board), "ACF") == {"B1 A(B)C(De)F": 13 + 50}


def test_premium_counts_in_both_words_and_only_for_new_tiles() -> None:
    board = ("..H..", "..A..", ".....", ".....", ".....")
    found = naive.plays(game("JO", "HAJ", **plain(5, '3 .."..')), board, "JO")
    assert found == {"3C JO": (24 + 1) + (4 + 1 + 24), "C1 (HA)J": 4 + 1 + 24}
    found = naive.plays(game("JO", "HAJ", **plain(5, "3 ..-..")), board, "JO")
    assert found == {"3C JO": 9 * 2 + 13 * 2, "C1 (HA)J": 13 * 2}
    found = naive.plays(game("JO", "HAJ", **plain(5, "1 ..=..", "2 ..^..")), board, "JO")
    assert found == {"3C JO": 9 + 13, "C1 (HA)J": 13}


def test_phonies_on_the_board_stay_but_new_words_must_be_valid() -> None:
    board = ("XQ...", ".....", ".....", ".....", ".....")
    assert naive.plays(game("XQS", **plain()), board, "S") == {"1A (XQ)S": 19}
    assert naive.plays(game("SO", **plain()), board, "OS") == {}


def test_corners_do_not_connect_and_words_end_at_the_edge() -> None:
    board = ("AT...", ".....", ".....", ".....", ".....")
    assert naive.plays(game("SO", **plain()), board, "OS") == {}
    board = ("...AT", ".....", ".....", ".....", ".....")
    assert naive.plays(game("TA", "ATA", **plain()), board, "A") == {"E1 (T)A": 2}


def test_cross_sets_and_scores() -> None:
    this = game("QUAKE", "QUALE", "QUA")
    board = board_of("7 ..QUA.E")
    assert naive.cross_set(this, board, 6, 5, down=True) == {"K", "L"}
    assert naive.cross_set(this, board, 6, 5, down=False) == set(this.values)
    assert naive.cross_score(this, board, 6, 5, down=True) == 13
    assert naive.cross_score(this, board, 6, 5, down=False) is None
    assert naive.cross_set(this, board, 6, 1, down=True) == set()
    assert naive.cross_set(this, naive.turned(board), 5, 6, down=False) == {"K", "L"}
    assert naive.cross_score(this, naive.turned(board), 5, 6, down=False) == 13


def test_apply_takes_the_tiles_from_the_rack() -> None:
    board, rest = naive.apply(board_of("8 ...QU"), "I?X", "8D (QU)Iz")
    assert (board[7], rest) == ("...QUIz........", "X")
    assert naive.apply(board, rest, naive.PASS) == (board, rest)
    with pytest.raises(AssertionError):
        naive.apply(board, rest, "D8 (Q)I")


def brute_force(this: naive.Game, board: naive.Board, rack: str) -> dict[str, int]:
    """Lay the tiles in every way on every line, then look at all the words that are new."""
    size = range(len(board))
    found = {}
    for down, line, count in itertools.product((False, True), size, range(1, len(rack) + 1)):
        spots = [(square, line) if down else (line, square) for square in size]
        free = [(row, col) for row, col in spots if board[row][col] == naive.EMPTY]
        for squares in itertools.combinations(free, count):
            for tiles in set(itertools.permutations(rack, count)):
                choices = (
                    [c.lower() for c in this.values] if tile == naive.BLANK else tile for tile in tiles
                )
                for signs in itertools.product(*choices):
                    new = dict(zip(squares, signs, strict=True))
                    result = judge(this, board, new, down)
                    if result:
                        found[result[0]] = result[1]
    return found


def judge(this: naive.Game, board: naive.Board, new: dict, down: bool) -> tuple[str, int] | None:
    """The text and the score of new tiles on these squares, or None when they are no legal play."""
    size = range(len(board))
    old = {(row, col): board[row][col] for row in size for col in size if board[row][col] != naive.EMPTY}
    cells = old | new
    if old and not any((r + a, c + b) in old for r, c in new for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))):
        return None
    if not old and this.start not in new:
        return None
    words = set()
    for row, col in new:
        for step, is_down in (((0, 1), False), ((1, 0), True)):
            r, c = row, col
            while (r - step[0], c - step[1]) in cells:
                r, c = r - step[0], c - step[1]
            squares = []
            while (r, c) in cells:
                squares.append((r, c))
                r, c = r + step[0], c + step[1]
            if len(squares) > 1:
                words.add((is_down, tuple(squares)))
    if not words or any("".join(cells[s] for s in squares).upper() not in this.words for _, squares in words):
        return None
    main = [word for word in sorted(words) if len(new) == 1 or (word[0] == down and set(new) <= set(word[1]))]
    if not main:
        return None  # a gap between the tiles
    score = this.bingo_bonus if len(new) >= this.bingo_length else 0
    for _, squares in words:
        letters, factor = 0, 1
        for row, col in squares:
            by_letter, by_word = naive.MULTIPLIERS[this.premiums[row][col]] if (row, col) in new else (1, 1)
            letters += this.values.get(cells[row, col], 0) * by_letter
            factor *= by_word
        score += letters * factor
    is_down, squares = main[0]
    (row, col), column = squares[0], "ABCDEFGHIJKLMNO"
    text = "".join(cells[s] if s in new else f"({cells[s]})" for s in squares).replace(")(", "")
    place = f"{column[col]}{row + 1}" if is_down else f"{row + 1}{column[col]}"
    return f"{place} {text}", score


@pytest.mark.parametrize("seed", range(40))
def test_plays_are_those_of_brute_force(seed: int) -> None:
    this, board, racks = mini.mini_world(seed, phonies=seed % 2 == 1)
    for rack in racks:
        assert naive.plays(this, board, rack) == brute_force(this, board, rack)


# Values


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
    """Theorem T1, and its odd half: only the last scoreless turn is special (clamp(P, a, b) from two on)."""
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


# Notation, random worlds, composed positions


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


@pytest.mark.parametrize("entry", composed(), ids=lambda entry: entry["id"])
def test_composed_positions(entry: dict, small: naive.Game) -> None:
    record = naive.read_cgp(entry["cgp"], small)
    assert naive.unseen(small, record.board, record.racks) == ""
    if entry["seconds"] < 1:
        value, best = naive.minimax(small, record.board, record.racks, record.zeros)
        assert (value, sorted(best)) == (entry["value"], entry["best"])
