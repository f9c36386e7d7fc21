"""The table of words: those of the lexicon, laid out once."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

from scrabble.game import cgp
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.word_table import WordTable
from tests.worlds.play_by_play import Case, cases


def spelt(words: WordTable, case: Case) -> Iterator[str]:
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


def test_it_holds_the_words_of_the_lexicon() -> None:
    for case in cases(20):
        assert set(spelt(case.state.words, case)) == case.world.game.words


def test_the_lexicon_is_laid_out_once_and_the_table_goes_with_it() -> None:
    lexicon, empty = Lexicon("ENABLE"), "/".join(["15"] * 15)
    blank, plain = (cgp.loads(f"{empty} {racks} 0/0 0") for racks in ("?AB/CD", "EAB/CD"))
    states = [compile_position(blank, lexicon), compile_position(plain, lexicon)]
    assert states[0].words is states[1].words
    table = weakref.ref(states[0].words.child)
    states.clear()
    gc.collect()
    assert table() is not None
    del lexicon
    gc.collect()
    assert table() is None
