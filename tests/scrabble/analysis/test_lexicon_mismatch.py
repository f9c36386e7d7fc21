"""A record under the wrong lexicon: the right one is named, once."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from scrabble import files
from scrabble.analysis.run import lexicon_mismatch_hint, other_of_board
from scrabble.game import cgp
from scrabble.lexicon import Lexicon, build
from scrabble.records import gcg
from scrabble.records.replay import replay
from tests.worlds.scrabble_games import GAMES


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "user_dir", lambda kind: tmp_path / "home" / kind)
    return tmp_path


def install(home, name: str, words: str, language: str = "english") -> Lexicon:
    path = home / "words.txt"
    path.write_text(words.replace(" ", "\n"), "utf-8")
    return build.import_lexicon(path, name, language).lexicon


def turns(*phonies: str, taken_back: str = ""):
    """Turns with these words that are not in the lexicon."""
    return [
        SimpleNamespace(phonies=tuple(each.split()), is_taken_back=each == taken_back) for each in phonies
    ]


def test_the_lexicon_that_has_all_words_is_named(home):
    mine = install(home, "NWL23", "aa ab")
    install(home, "CSW24", "aa ab ch ew zo")
    install(home, "Duden", "ch ew zo", "german")
    assert lexicon_mismatch_hint(turns("CH EW", "", "ZO"), mine) == (
        "2 turns contain words that are not in NWL23 but in CSW24; try --lexicon CSW24"
    )
    assert lexicon_mismatch_hint(turns("CH"), mine).startswith("1 turn contains words")


def test_the_one_that_has_most_of_them_says_how_many(home):
    mine = install(home, "NWL23", "aa")
    install(home, "CSW24", "ch ew zo st ee")
    found = lexicon_mismatch_hint(turns("CH EW", "ZO ST EE XQ"), mine)
    assert found == (
        "2 turns contain words that are not in NWL23; CSW24 has 5 of these 6 words; try --lexicon CSW24"
    )


def test_nothing_is_said_without_need(home):
    mine = install(home, "NWL23", "aa")
    install(home, "CSW24", "ch zo")
    install(home, "Copy", "aa")
    assert lexicon_mismatch_hint(turns("", ""), mine) == ""
    assert lexicon_mismatch_hint(turns("XQ ZZ"), mine) == ""
    assert lexicon_mismatch_hint(turns("CH", taken_back="CH"), mine) == ""


def test_a_lexicon_that_cannot_be_read_is_passed_over(home):
    mine = install(home, "NWL23", "aa")
    (files.user_dir("lexicons") / "bad.dawg").write_bytes(b"bad")
    assert lexicon_mismatch_hint(turns("XQ"), mine) == ""


def test_in_an_analysis_it_is_a_warning(home, endgame):
    turns = replay(gcg.load(GAMES / "g0010.gcg")).turns
    played = {word for turn in turns if turn.move for word in turn.position.new_words(turn.move)}
    words = map(Lexicon("ENABLE").alphabet.decode, played)
    install(home, "Without", " ".join(word for word in words if word not in ("POI", "REES")))
    found = endgame("analyse", "positions/games/g0010.gcg", "--lexicon", "Without")
    assert found.err.count("2 turns contain words that are not in Without but in ENABLE") == 1


def test_the_words_on_a_board(home):
    """The same for a position by itself: each word counts once."""
    board = cgp.loads("15/15/15/15/15/15/15/7CH6/15/15/15/7ZO6/15/7CH6/15 AE/IO 0/0 0")
    mine = install(home, "NWL23", "aa ab")
    install(home, "CSW24", "aa ch zo")
    assert other_of_board(board, mine) == ("CSW24", "2 words on the board are not in NWL23 but in CSW24")
    nearly = install(home, "OWL", "aa zo")
    assert other_of_board(board, nearly) == ("CSW24", "1 word on the board is not in OWL but in CSW24")
    assert other_of_board(board, install(home, "SOWPODS", "ch zo")) is None
