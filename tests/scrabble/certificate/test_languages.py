"""The rules that the checker has of its own in every language that words come along for."""

from __future__ import annotations

import random
from itertools import islice
from typing import NamedTuple

import pytest

from scrabble.certificate import file
from scrabble.certificate.check import check
from scrabble.certificate.game import BETWEEN, BEYOND, CheckedWordList, _spelt, word_list
from scrabble.certificate.rulebook import Rulebook
from scrabble.game.position import PositionError
from scrabble.game.tiles import Alphabet
from scrabble.lexicon import Lexicon
from scrabble.solver.moves import legal_moves
from tests.scrabble.selfplay.test_languages import LANGUAGES, name_of
from tests.scrabble.solver.test_languages import GAMES, small_positions
from tests.worlds.certificates import certified

FEW, TILES = 1, 7  # positions, and tiles on both racks together


class Listed(NamedTuple):
    """A lexicon, and its words as a certificate has them."""

    lexicon: Lexicon
    words: CheckedWordList


SOON = ("spanish",)  # with tiles of two letters; to list the words of others takes longer


@pytest.fixture(
    scope="module",
    params=[
        language if language in SOON else pytest.param(language, marks=pytest.mark.slow)
        for language in LANGUAGES
    ],
)
def listed(request):
    lexicon = Lexicon(name_of(request.param))
    return Listed(lexicon, word_list(lexicon.name, lexicon))


@pytest.mark.parametrize(
    "are_all_written", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["kept", "all"]
)
def test_a_few_small_endgames(listed, are_all_written, tmp_path):
    """All words are known to the rulebook; the certificate goes by those that it keeps, if not by all."""
    lexicon, words = listed
    positions = list(islice(small_positions(lexicon, GAMES, TILES), FEW))
    assert len(positions) == FEW
    for position in positions:
        book = Rulebook(position, words.words)
        board = book.start.board
        found = {
            position.move_text(position.parse_move(book.notation.text(board, play))): score
            for play, score in book.plays.of(board, book.start.mine)
        }
        assert found == {step.text: step.score for step in legal_moves(position, lexicon)}
        kept = word_list(lexicon.name, map(lexicon.alphabet.decode, sorted(book.game.lexicon)))
        proof = certified(position, lexicon, tmp_path, words if are_all_written else kept)
        assert check(file.read(proof.path), proof.position, proof.words).nodes == proof.nodes


def test_the_checksum_is_that_of_the_lexicon(listed):
    assert listed.words.text_sha256 == listed.lexicon.provenance["text_sha256"]


@pytest.mark.parametrize("name", Alphabet.names())
def test_words_are_spelt_in_tiles(name):
    """Check tiles of one letter and of several; nothing else is taken for a tile."""
    alphabet, chosen = Alphabet.load(name), random.Random(name)
    words = [bytes(chosen.choices(range(1, 1 + alphabet.size), k=chosen.randint(1, 9))) for _ in range(500)]
    assert list(_spelt(map(alphabet.decode, words), alphabet)) == words
    for foreign in (chr(BEYOND + 1), chr(BEYOND), BETWEEN, "?", "\x01"):
        with pytest.raises(PositionError, match=f"is not spelt by the {name} tiles"):
            _spelt([alphabet.decode(words[0]), alphabet.decode(words[1]) + foreign], alphabet)
