"""The pruned lexicon: nothing in it but words, and every word that a play can make, now or later."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

from scrabble.game import cgp
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.features import SearchFeatures
from scrabble.movegen.word_pruning import PrunedWords
from tests.oracles import naive
from tests.worlds.play_by_play import Case, cases

ENOUGH = {"pruned": 10, "made": 200}


def spelt(words: PrunedWords, case: Case) -> Iterator[str]:
    """Every word of the table."""
    waiting = [(0, "")]
    while waiting:
        node, start = waiting.pop()
        for code in range(1, case.position.alphabet.size + 1):
            letter = case.position.alphabet.decode(bytes([code]))
            if int(words.ends[node]) >> code & 1:
                yield start + letter
            if int(words.accepts[node]) >> code & 1 and words.child[node, code]:
                waiting.append((int(words.child[node, code]), start + letter))


def words_made(board: naive.Board) -> set[str]:
    """All words on a board."""
    lines = [*board, *naive.turned(board)]
    return {word.upper() for line in lines for word in line.split(naive.EMPTY) if len(word) > 1}


def test_it_holds_words_only_and_all_that_can_be_made() -> None:
    said = dict.fromkeys(ENOUGH, 0)
    for case in cases(80, tiles=3):
        game, found = case.world.game, set(spelt(case.state.words, case))
        assert found <= game.words, case.world
        if naive.BLANK in "".join(case.world.racks):
            assert found == game.words, case.world
            continue
        said["pruned"] += len(found) < len(game.words)
        for first in sorted(case.own)[::5]:
            board, rest = case.after(first)
            boards = [board]
            for rack in (rest, case.world.racks[1]):
                boards += [naive.apply(board, rack, text)[0] for text in naive.plays(game, board, rack)]
            for each in boards:
                made = words_made(each) - words_made(case.world.board)
                said["made"] += len(made)
                assert made <= found, (case.world, first, made - found)
    assert all(said[what] >= count for what, count in ENOUGH.items()), said


def test_the_whole_lexicon_is_laid_out_once_and_goes_with_it() -> None:
    lexicon, empty = Lexicon("ENABLE"), "/".join(["15"] * 15)
    blank, plain = (cgp.loads(f"{empty} {racks} 0/0 0") for racks in ("?AB/CD", "EAB/CD"))
    unpruned = SearchFeatures().off("word_pruning")
    states = [compile_position(blank, lexicon), compile_position(plain, lexicon, unpruned)]
    assert states[0].words is states[1].words
    assert len(compile_position(plain, lexicon).words.child) < len(states[0].words.child)
    table = weakref.ref(states[0].words.child)
    states.clear()
    gc.collect()
    assert table() is not None
    del lexicon
    gc.collect()
    assert table() is None
