"""Certificates of real positions, in several languages, under limits: what is written and what is not."""

from __future__ import annotations

import pytest

from scrabble import sources
from scrabble.certificate import file
from scrabble.certificate.check import check
from scrabble.certificate.game import word_list
from scrabble.certificate.rulebook import Rulebook
from scrabble.solver import EndgameSearch, SolveOptions
from scrabble.solver.certify import ProofBuilder, ProofNotFoundError, certify, number_of_play, play_of
from tests.doors.bridge import position_of
from tests.worlds.certificates import MEMORY, certified
from tests.worlds.mini import mini_world

BY_HAND = [
    "must-pass",
    *(
        pytest.param(name, marks=pytest.mark.slow)
        for name in ("zero-play", "out-or-lose-twenty", "stuck-q-mover", "both-stuck", "zeros-5")
    ),
]


def searched(world, **limits):
    position, lexicon = position_of(world)
    search = EndgameSearch(position, lexicon, SolveOptions(memory=MEMORY, **limits))
    return search, search.result(), word_list(lexicon.name, lexicon)


@pytest.mark.parametrize("name", BY_HAND)
def test_positions_by_hand(name, tmp_path):
    [entry] = sources.entries([name])
    position, lexicon, *_ = sources.resolve(entry)
    found = certified(position, lexicon, tmp_path)
    checked = check(file.read(found.path), found.position, found.words)
    found = EndgameSearch(position, lexicon, SolveOptions(memory=MEMORY)).result()
    assert checked.header.value == found.value


def test_a_proof_goes_on_where_the_search_stands():
    search, solution, words = searched(mini_world(56, tiles=4))
    state = search.state
    before = state.engine.nodes
    first = certify(state, solution, words)
    asked = state.engine.nodes - before
    assert certify(state, solution, words) == first
    assert state.engine.nodes - before - asked < asked


@pytest.mark.parametrize("most", [2, 10])
def test_too_many_nodes(most):
    search, solution, words = searched(mini_world(56, tiles=4))
    with pytest.raises(ProofNotFoundError, match=f"more than {most} nodes"):
        certify(search.state, solution, words, most)
    header, nodes = certify(search.state, solution, words)
    assert header.nodes == len(nodes) > most


def test_what_is_not_proven():
    search, solution, words = searched(mini_world(56, tiles=4), nodes=1)
    assert solution.status == "bounded"
    with pytest.raises(ProofNotFoundError, match="not proven"):
        certify(search.state, solution, words)


def test_who_watches_can_end_it():
    search, solution, words = searched(mini_world(56, tiles=4))
    seen = []

    def watch(nodes):
        seen.append(nodes)
        if nodes == 5:
            raise ProofNotFoundError("it was stopped")

    with pytest.raises(ProofNotFoundError, match="it was stopped"):
        certify(search.state, solution, words, watch=watch)
    assert seen == [1, 2, 3, 4, 5]


def test_what_the_search_says_has_to_be_true():
    """A solution with another value, or another move, has no proof."""
    search, solution, words = searched(mini_world(56, tiles=4))
    book = Rulebook(solution.position, words.words)
    for bound in (solution.value + 1, solution.value + 10):
        with pytest.raises(ProofNotFoundError, match="the search and the plain rules differ"):
            ProofBuilder(search.state, book, 1000).at_least(book.start, (), bound)


@pytest.mark.parametrize("seed", range(10))
def test_plays_and_their_numbers(seed):
    position, lexicon = position_of(mini_world(seed, tiles=4))
    search = EndgameSearch(position, lexicon, SolveOptions(memory=MEMORY))
    book, engine = Rulebook(position, lexicon), search.state.engine
    board, size = book.start.board, position.layout.size
    numbers = {number for number, *_ in engine.moves()}
    assert {number_of_play(play, board, size) for play, _ in book.turns(book.start)} == numbers
    for number in numbers:
        assert number_of_play(play_of(number, board, size), board, size) == number
