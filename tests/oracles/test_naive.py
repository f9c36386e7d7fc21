"""The plays and scores of the oracle: worked out by hand, and found in a still simpler way."""

import itertools

import pytest

from tests.oracles import naive
from tests.worlds import mini
from tests.worlds.mini import board_of, game, plain


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
