"""Word lists that are not one word a line: all words are read, or the text is refused."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from scrabble.game.tiles import Alphabet
from scrabble.lexicon import LexiconError, formats, json_words, layout
from tests.conftest import DATA

REPORTED = DATA / "reported"
UPPER = REPORTED.joinpath("c50b-commas.txt").read_text().strip().split(",")
SORTED = [word.lower() for word in UPPER]
SHUFFLED = random.Random(1).sample(SORTED, len(SORTED))
ORDERS = {
    "capitals": UPPER,
    "capitals, any order": [word.upper() for word in SHUFFLED],
    "in order": SORTED,
    "any order": SHUFFLED,
}
SEPARATORS = [",", ", ", ";", "|", " | ", "\t", " "]
MEANINGS = [
    "a",
    "small",
    "large",
    "thing",
    "of",
    "the",
    "some",
    "animal",
    "plant",
    "with",
    "who",
    "from",
    "part",
]
MEANINGS += ["having", "act"]


def words_of(text: str) -> list[str]:
    return sorted({word.lower() for _, word in layout.words_of(text, layout.is_wordlike)})


def rows(words: list[str], separator: str, width: int) -> str:
    return "\n".join(separator.join(words[at : at + width]) for at in range(0, len(words), width)) + "\n"


@pytest.mark.parametrize(
    ("separator", "width"),
    [
        (each, width)
        for at, each in enumerate(SEPARATORS)
        for width in (1, 2, (3, 5, 10, 20)[at % 4], 100_000)
    ],
)
@pytest.mark.parametrize("order", ORDERS)
def test_several_words_a_line(order, separator, width):
    text = rows(ORDERS[order], separator, width)
    if order == "any order" and separator == " " and width > 1:  # nothing says that they are not definitions
        with pytest.raises(LexiconError, match=r"^\d+ of 843 words would be left out, as lines have several"):
            words_of(text)
    else:
        assert words_of(text) == SORTED


def records(**fields) -> list[dict]:
    return [{"id": at, "word": word, **fields} for at, word in enumerate(SHUFFLED)]


JSON = {
    "array": SHUFFLED,
    "words": {"name": "mine", "count": 843, "words": SHUFFLED},
    "nested": {"meta": {"version": 1}, "data": {"entries": SHUFFLED}},
    "list of another name": {"version": 2, "list": SHUFFLED},
    "points": dict.fromkeys(SHUFFLED, 1),
    "nothing": dict.fromkeys(SHUFFLED),
    "definition": {word: "a thing called " + word for word in SHUFFLED},
    "definition of a word": dict.fromkeys(SHUFFLED, "thing"),
    "definitions": {word: ["a thing", "another thing"] for word in SHUFFLED},
    "record by word": {word: {"class": "noun", "meaning": "a thing"} for word in SHUFFLED},
    "records": records(meaning="a thing"),
    "records of other names": [{"text": word, "class": "noun"} for word in SHUFFLED],
    "pairs": [[word, 3] for word in SHUFFLED],
    "pairs with definitions": [[word, "a thing called " + word] for word in SHUFFLED],
    "chunks": [SHUFFLED[at : at + 7] for at in range(0, 843, 7)],
    "by letter": {
        letter: [word for word in SHUFFLED if word[0] == letter] for letter in "abcdefghijklmnopqrstuvwxyz"
    },
    "by length": {f"{n} letters": [word for word in SHUFFLED if len(word) == n] for n in range(2, 16)},
    "anagrams": {"".join(sorted(word)): [word] for word in SHUFFLED},
    "one text": {"words": " ".join(SHUFFLED)},
}


@pytest.mark.parametrize("name", JSON)
def test_json(name):
    for indent in (None, 2):
        assert words_of(json.dumps(JSON[name], indent=indent)) == SORTED


SCRIPTS = {
    "exported": "'use strict';\n// words\nmodule.exports = [{},];\n",
    "default": "export default [\n{}\n]\n",
    "set": "const words = new Set([{}]);\nmodule.exports = words;\n",
    "typed": "export const WORDS: string[] = [{}] as const;\n",
    "Python": "WORDS = {{{}}}\n",
    "tuple": "words = (\n{},\n)\n",
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts(name):
    for quote in ('"', "'"):
        words = ", ".join(f"{quote}{word}{quote}" for word in SHUFFLED)
        assert words_of(SCRIPTS[name].format(words)) == SORTED


def test_scripts_with_names_or_one_text():
    assert words_of("var points = {" + ", ".join(f"{word}: 1" for word in SHUFFLED) + "};") == SORTED
    assert words_of(f"var words = '{' '.join(SHUFFLED)}'.split(' ');") == SORTED


def test_json_lines():
    assert words_of("\n".join(map(json.dumps, records()))) == SORTED
    assert words_of("\n".join(map(json.dumps, SHUFFLED))) == SORTED


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252", "cp1250", "latin-1"])
def test_encodings_of_one_line(encoding):
    words = ["äpfel", "öl", "übel", "zäh", "baum"]
    texts = [separator.join(sorted(words)).upper() for separator in (",", " ", "\n")]
    for text in (*texts, json.dumps(words, ensure_ascii=False)):
        assert len(formats.read(text.encode(encoding), "mine", "german").words) == 5


def meanings(least: int, most: int) -> list[str]:
    chosen = random.Random(2)
    return [" ".join(chosen.choices(MEANINGS, k=chosen.randint(least, most))) for _ in SORTED]


@pytest.mark.parametrize("separator", [*SEPARATORS, " - ", ": "])
@pytest.mark.parametrize("order", ORDERS)
def test_definitions_are_no_words(order, separator):
    for most in (1, 5):
        lines = zip(ORDERS[order], meanings(1, most), strict=True)
        assert words_of("\n".join(map(separator.join, lines))) == SORTED


@pytest.mark.parametrize(
    "text",
    [
        "CAT a small animal\nDOG a barking pet\n",
        "CAT A SMALL ANIMAL\nDOG A BARKING PET\n",
        "cat a small animal\ndog a barking pet\n",
        "cat\ta small animal\ndog\ta barking pet\n",
        "cat,a small animal, furry\ndog,a barking pet, loyal\n",
        "CAT,feline\nDOG,canine\n",
        "cat;feline\ndog;canine\n",
        "word,points\ncat,5\ndog,5\n",
        "word;meaning\ncat;a small animal\ndog;a barking pet\n",
        "mot\tpoints\ncat\t5\ndog\t5\n",
        "Words\ncat\ndog\n",
        "1. cat\n2. dog\n",
        "- cat\n- dog\n",
        "ACT,CAT\nDGO,DOG\n",
    ],
)
def test_tables_and_titles(text):
    assert words_of(text) == ["cat", "dog"]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_four_words(separator):
    assert words_of(separator.join(["zebra", "apple", "cat", "dog"])) == ["apple", "cat", "dog", "zebra"]
    assert words_of(f"zebra{separator}apple\ncat{separator}dog\n") == ["apple", "cat", "dog", "zebra"]


def test_a_word_that_could_be_a_title_stays():
    assert words_of("woo\nword\nwork\n") == ["woo", "word", "work"]
    assert words_of("word\nwords\nzebra\n") == ["word", "words", "zebra"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("/".join(SORTED), r"words found: 1, in a text of 8,321 characters; expected a word a line, or"),
        (json.dumps(SORTED)[:-100], "JSON or JavaScript that ends in the middle of a list"),
        (json.dumps({"cat": ["feline"], "dog": ["canine"]}), "JSON with 2 names and 2 words in lists"),
        ("zebra apple cat dog", "3 of 4 words would be left out"),
        (",".join([*SORTED, *map(str, range(200))]), r"842 of 843 words would be left out|words found: 1,"),
    ],
)
def test_what_would_be_left_out_is_counted(text, message):
    with pytest.raises(LexiconError, match=message):
        words_of(text)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("c48-utf16.txt", 843),
        ("c49-long-words.txt", 843),
        ("c50-one-line.json", 843),
        ("c50b-commas.txt", 843),
        ("c51-header-row.csv", 843),
        ("c53-catalan-l-geminada.txt", 9),
    ],
)
def test_reported_lists(name, words):
    language = "catalan" if "catalan" in name else None
    found = formats.read(Path(REPORTED, name).read_bytes(), "mine", language)
    assert len(found.words) == words and not found.refusal


def test_the_l_geminada_is_one_tile_in_each_spelling():
    catalan = Alphabet.load("catalan")
    for text in ("COL·LEGI", "CO[L·L]EGI", "COĿLEGI", "COL\u00b7LEGI", "CO[Ŀ]EGI", "COĿEGI"):
        assert catalan.decode(catalan.encode(text)) == "COL·LEGI"
    assert catalan.decode(catalan.encode("coŀlegi")) == "col·legi"


def test_alphagrams_are_no_words():
    data = REPORTED.joinpath("c52-alphagrams.kad").read_bytes()
    with pytest.raises(LexiconError, match=r"alphagrams \(\.kad\)"):
        formats.read(data, "NWL23")
    with pytest.raises(LexiconError, match=r"alphagrams"):
        formats.read("\n".join("".join(sorted(word)) for word in SORTED).encode(), "mine", "english")


def test_a_map_takes_the_same_time_for_each_word():
    """The values of a map are looked at once, not once for each name."""
    looked_at = []

    class Number(int):
        def __str__(self) -> str:
            looked_at.append(self)
            return "1"

    list(json_words._rows({word: Number(1) for word in SORTED}))
    assert len(looked_at) <= 3 * len(SORTED)


def test_lists_in_lists():
    assert words_of("[" * 900 + '"aa"' + "]" * 900) == ["aa"]
    with pytest.raises(LexiconError, match="words found: 1, in a text of 200,004 characters"):
        words_of("[" * 100_000 + '"aa"' + "]" * 100_000)


WORDS = [f"{one}{two}{three}" for one in "bdg" for two in "aeiou" for three in "abcdefghijklmnopqrstuvwxyz"]


def test_words_whose_letters_are_in_order_are_told_from_their_definitions():
    definitions = ["lava", "muscle", "advertisement", "one", "farming", "air", "help", "sickness", "illness"]
    words = ["aa", "ab", "ad", "ae", "ag", "ai", "ails", "fly", "ill"]
    for separator in ("\t", ",", ";"):
        text = "\n".join(f"{word}{separator}{each}" for word, each in zip(words, definitions, strict=True))
        assert words_of(text) == sorted(words)


def test_remarks_behind_several_words_are_no_words():
    assert words_of("aa ab ad # two letters starting with a\nba be bi # same with b\nda de do\n") == sorted(
        ["aa", "ab", "ad", "ba", "be", "bi", "da", "de", "do"]
    )
    assert words_of("".join(f"{word},{word}s   # line {at}\n" for at, word in enumerate(WORDS))) == sorted(
        [*WORDS, *(f"{word}s" for word in WORDS)]
    )


def test_names_that_stand_for_texts_and_for_lists_are_not_lost():
    mixed = {word: ["pizza", "pie"] if at % 5 == 0 else "chi" for at, word in enumerate(WORDS)}
    with pytest.raises(LexiconError, match="names and 156 words in lists, expected a list of words"):
        words_of(json.dumps(mixed))
    assert words_of(json.dumps(dict.fromkeys(WORDS, ()))) == sorted(WORDS)
    assert words_of(json.dumps({"name": "mine", "version": 2, "list": WORDS})) == sorted(WORDS)


def test_words_with_quoted_definitions():
    text = "".join(f'{word} = "some definition"\n' for word in WORDS)
    assert words_of(text) == sorted(WORDS)


PROGRAMS = [("module.exports = [\n", "];\n"), ("words = [\n", "]\n"), ("\ufeff[\n", "]\n")]


@pytest.mark.parametrize(("start", "end"), PROGRAMS)
def test_a_long_list_in_a_program_is_read_to_its_end(start, end):
    """The language is found in a sample of the words, not of the lines."""
    words = [f"{word}{ending}" for word in UPPER for ending in ("", "ED", "ER")]
    text = start + ",\n".join(f'"{word}"' for word in words) + "\n" + end
    assert len(set(formats.read(text.encode(), "mine").words)) > 2.5 * len(UPPER)


@pytest.mark.parametrize("text", ["a =" + " " * 20_000 + "b", "[" + '\\"' * 100_000])
def test_long_runs_of_blanks_and_escapes(text):
    """By the square of their length, or worse, either would take minutes."""
    assert json_words.rows_of(text) == []


BY_LETTER = {
    letter: [word for word in SORTED if word[0] == letter] for letter in sorted({w[0] for w in SORTED})
}
BY_LENGTH = {
    size: [word for word in SORTED if len(word) == size] for size in sorted({len(w) for w in SORTED})
}


@pytest.mark.parametrize("mark", [": ", " - ", ". ", ") "])
@pytest.mark.parametrize("separator", [" ", ", ", "; "])
def test_the_heading_of_a_line_is_no_word(mark, separator):
    for groups in (BY_LETTER, BY_LENGTH):
        lines = [f"{heading}{mark}{separator.join(words)}\n" for heading, words in groups.items()]
        assert words_of("".join(lines)) == SORTED
        assert words_of("".join(lines).upper()) == SORTED
    lines = [f"{size} letters: {separator.join(words)}\n" for size, words in BY_LENGTH.items()]
    assert words_of("".join(lines)) == SORTED


def test_numbers_before_words_and_definitions():
    lines = [f"{number}. {word} the {MEANINGS[number % 15]} of it\n" for number, word in enumerate(SHUFFLED)]
    assert words_of("".join(lines)) == SORTED


@pytest.mark.parametrize("separator", [",", "\t", " "])
def test_columns_in_capitals_with_repeated_words(separator):
    upper = [word.upper() for word in SHUFFLED]
    repeated = random.Random(2).sample([*upper, *upper[: len(upper) // 5]], len(upper) + len(upper) // 5)
    assert words_of(rows(repeated, separator, 2)) == SORTED
