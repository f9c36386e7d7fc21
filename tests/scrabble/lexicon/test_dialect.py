"""Words in the lines of foreign word lists, and the encoding."""

from __future__ import annotations

import pytest

from scrabble.game.tiles import Alphabet
from scrabble.lexicon import LexiconError, formats, layout, word_list

DIALECTS = {
    "a word a line": "# words\naa\nab  # and a comment\n\nad\n",
    "CRLF": "aa\r\nab\r\nad\r\n",
    "definitions": "AA rough, cindery lava\nAB an abdominal muscle\nAD an advertisement\n",
    "definitions without commas": "AA lava\nAB muscle of the belly\nAD notice in papers\n",
    "tabs": "AA\trough lava [n AAS]\nAB\ta muscle\nAD\tan advertisement\n",
    "a comma and a definition": 'aa,"rough, cindery lava"\nab,a muscle\nad,"an ad, said ""short"""\n',
    "hooks around the word": "bfm,AA,s\n,AB,\n,AD,s\n",
    "numbers before the word": "1,4.5,AA\n2,4.5,AB\n3,7.1,AD\n",
    "an alphagram before it": "AA;AA;x\nAB;AB;x\nAB;BA;x\nAD;AD;x\n",
    "marks": "AA#\n·AB·\nAD+\n",
    "quotes": '"aa"\n"ab"\n"ad"\n',
    "many words a line": "aa ab\nad\n" * 1,
}


def words_of(text: str) -> list[str]:
    return [word.lower() for _, word in layout.words_of(text, layout.is_wordlike)]


@pytest.mark.parametrize("name", DIALECTS)
def test_dialects(name):
    if name == "an alphagram before it":
        assert words_of(DIALECTS[name]) == ["aa", "ab", "ba", "ad"]
    elif name == "many words a line":
        assert words_of("aa ab ad ae\nag ah ai al\n") == ["aa", "ab", "ad", "ae", "ag", "ah", "ai", "al"]
    else:
        assert words_of(DIALECTS[name]) == ["aa", "ab", "ad"]


def test_lines_are_numbered():
    assert list(layout.words_of("# x\n\naa\nab\n", str.isalpha)) == [(3, "aa"), (4, "ab")]


def test_phrases_among_words_stay_what_they_are():
    assert words_of("aa\nab\nno way\nad\n") == ["aa", "ab", "no way", "ad"]


def test_a_quote_that_is_not_closed_ends_with_its_line():
    assert words_of('aa,"x\nab,y\nad,z\n') == ["aa", "ab", "ad"]


def spells(language: str):
    return formats.spells(Alphabet.load(language))


@pytest.mark.parametrize(
    ("language", "text", "encodings"),
    [
        ("english", "aa\nab\n", ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]),
        ("german", "äpfel\nöl\nübel\n", ["utf-8", "cp1252", "utf-16", "cp850", "mac_roman"]),
        (
            "polish",
            "żółw\ngęś\nśćieżka\nłąka\nźrebię\nćma\nkoń\n",
            ["utf-8", "iso-8859-2", "cp1250", "utf-16"],
        ),
        ("norwegian", "blåbær\nøl\n", ["cp1252", "utf-8"]),
        ("slovene", "čas\nšola\nžaba\n", ["iso-8859-2", "cp1250", "utf-8"]),
        ("spanish", "caña\nañil\n", ["cp1252", "utf-8"]),
        ("catalan", "col·lega\ncaça\n", ["cp1252", "utf-8"]),
    ],
)
def test_encodings(language, text, encodings):
    for name in encodings:
        data = text.encode(name)
        assert word_list.decoded(data, spells(language))[0] == text, name
        found = formats.read(data, "mine", language)
        assert not found.refusal and len(found.words) == text.count("\n"), name


def test_the_encoding_of_a_table_is_detected_from_its_words():
    data = "1,4.5,żółw\n2,3.1,gęś\n3,2.0,łąka\n".encode("iso-8859-2")
    found = formats.read(data, "mine", "polish")
    assert len(found.words) == 3 and not found.refusal


def test_the_bom_is_no_letter():
    assert word_list.decoded(b"\xef\xbb\xbfaa\n", spells("english")) == ("aa\n", "utf-8")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"aa\0\0\0ab\0" * 9, "it is not text: it has zero bytes"),
        (b"aa\1\2\3\4", "it is not text: it has control characters"),
        (b"\xef\xbb\xbf\xff", "as text it is utf-8-sig, but byte"),
    ],
)
def test_bytes_that_are_not_text(data, message):
    with pytest.raises(LexiconError, match=message):
        word_list.decoded(data, str.isalpha)


def test_other_spellings_of_a_letter_are_one():
    found = formats.read("can\u0303a\n".encode(), "mine", "spanish")
    assert list(found.words) == [word_list.speller(Alphabet.load("spanish"))("caña")]


def test_a_row_of_thousands_of_cells_takes_no_longer():
    """Only columns that most rows have are searched."""
    checked = []

    def spells(text: str) -> bool:
        checked.append(text)
        return layout.is_wordlike(text)

    text = "AA\tlava\nAB\ta muscle\nAD\tan ad\n" + "AE\tone" + "\tmore" * 50_000 + "\n"
    assert [word for _, word in layout.words_of(text, spells)] == ["AA", "AB", "AD", "AE"]
    assert len(checked) < 100
