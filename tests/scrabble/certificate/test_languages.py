"""The rules that the checker has of its own in every language that words come along for."""

from __future__ import annotations

from itertools import islice

import pytest

from scrabble.certificate import file
from scrabble.certificate.check import check
from scrabble.certificate.rulebook import Rulebook
from scrabble.certificate.words import word_list
from scrabble.endgame.plays import legal_moves
from scrabble.lexicon import Lexicon
from tests.scrabble.endgame.test_languages import GAMES, small_positions
from tests.scrabble.selfplay.test_languages import LANGUAGES, name_of
from tests.worlds.certificates import certified

FEW, TILES = 1, 7  # positions, and tiles on both racks together


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_few_small_endgames(language, tmp_path):
    lexicon = Lexicon.load(name_of(language))
    positions = list(islice(small_positions(lexicon, GAMES, TILES), FEW))
    assert len(positions) == FEW
    for position in positions:
        book = Rulebook(position, lexicon)
        board = book.start.board
        found = {
            position.move_text(position.parse_move(book.notation.text(board, play))): score
            for play, score in book.plays.of(board, book.start.mine)
        }
        assert found == {step.text: step.score for step in legal_moves(position, lexicon)}
        proof = certified(position, lexicon, tmp_path)
        assert check(file.read(proof.path), proof.position, proof.words).nodes == proof.nodes


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_checksum_is_that_of_the_lexicon(language):
    lexicon = Lexicon.load(name_of(language))
    assert word_list("some", lexicon).text_sha256 == lexicon.provenance["text_sha256"]
