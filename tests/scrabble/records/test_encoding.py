"""GCG files as bytes: encodings with and without the pragma, byte order marks, binary data."""

import codecs

import pytest

from scrabble.records import gcg
from scrabble.records.record import GameRecord, GcgError

PLAYERS = "#player1 ann Ann A.\n#player2 bob Bob B.\n"


def read(text: str | bytes) -> tuple[GameRecord, list[str]]:
    """A game and its warnings; written and read again it is the same."""
    game = gcg.loads(text)
    assert gcg.loads(gcg.dumps(game)) == game
    return game, list(map(str, game.warnings))


def refused(text: str | bytes) -> str:
    """The error for a text."""
    with pytest.raises(GcgError) as caught:
        gcg.loads(text)
    return str(caught.value)


@pytest.mark.parametrize("name", ["UTF-8", "utf8", "utf-8", "ISO-8859-1", "iso 8859-1", "latin1", "cp1252"])
def test_encodings(name: str) -> None:
    text = f"#character-encoding {name}\n#player1 ann Ånn Peña\n#player2 bob\n"
    game, warnings = read(text.encode(name.replace(" ", "-")))
    assert (game.players[0].name, game.encoding, warnings) == ("Ånn Peña", name, [])
    assert gcg.dumps(game).startswith("#character-encoding UTF-8\n#player1 ann Ånn")


NAMES = "#player1 ann Ånn Peña\n#player2 bob\n"


def test_without_a_pragma() -> None:
    assert read(NAMES.encode("latin-1"))[0].players[0].name == "Ånn Peña"
    assert read(NAMES.encode("latin-1"))[1] == []
    game, warnings = read(NAMES.encode())
    assert game.players[0].name == "Ånn Peña"
    assert warnings == ["line 1: read as UTF-8, though there is no #character-encoding UTF-8"]


def test_byte_order_mark() -> None:
    for text in (NAMES, f"#character-encoding UTF-8\n{NAMES}"):
        game, warnings = read(text.encode("utf-8-sig"))
        assert (game.players[0].name, warnings) == ("Ånn Peña", [])
    assert read("\ufeff" + NAMES)[1] == []
    game, warnings = read(f"#character-encoding ISO-8859-1\n{NAMES}".encode("utf-8-sig"))
    assert game.players[0].name == "Ånn Peña"
    assert warnings == ["line 1: a byte order mark says UTF-8, not ISO-8859-1"]


def test_bytes_that_do_not_fit() -> None:
    game, warnings = read(f"\n#character-encoding UTF-8\n{NAMES}".encode("latin-1"))
    assert game.players[0].name == "Ånn Peña"
    assert warnings == ["line 3: byte 0xc5 is no UTF-8 character, read as Windows-1252"]
    game, warnings = read(b"#character-encoding UTF-8\n#player1 ann \x93Ann\x94\n#player2 bob\n")
    assert game.players[0].name == "“Ann”"
    assert warnings == ["line 2: byte 0x93 is no UTF-8 character, read as Windows-1252"]
    game, warnings = read(b"#character-encoding UTF-8\n#player1 ann \x81nn\n#player2 bob\n")
    assert warnings == ["line 2: byte 0x81 is no UTF-8 character, read as ISO-8859-1"]
    game, warnings = read(f"{PLAYERS}#title a “quoted” title\n".encode("cp1252"))
    assert game.title == "a “quoted” title"
    assert warnings == ["line 3: characters that ISO-8859-1 has not, read as Windows-1252"]
    assert read(f"{PLAYERS}#title a".encode() + b"\x81\n")[0].title == "a\x81"


@pytest.mark.parametrize("wide", ["utf-16", "utf-32"])
@pytest.mark.parametrize("declared", ["", "#character-encoding UTF-16LE\n", "#character-encoding utf-8\n"])
def test_wide_characters(wide: str, declared: str) -> None:
    data = f"{declared}{NAMES}".encode(wide)
    assert gcg.looks_like_gcg(data)
    game, warnings = read(data)
    assert (game.players[0].name, warnings) == ("Ånn Peña", [])
    big_endian = codecs.BOM_UTF16_BE + f"{declared}{NAMES}".encode("utf-16-be")
    assert read(big_endian)[0] == game


@pytest.mark.parametrize("wide", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("declared", ["", "#character-encoding UTF-16\n"])
def test_utf_16_without_a_mark(wide: str, declared: str) -> None:
    data = f"{declared}{NAMES}".encode(wide)
    assert gcg.looks_like_gcg(data)
    game, warnings = read(data)
    assert (game.players[0].name, warnings) == ("Ånn Peña", [])


@pytest.mark.parametrize("name", ["UTF-17", "UTF-16", "rot13", "hex", "idna", "\x01", "é", ""])
def test_unknown_encoding(name: str) -> None:
    text = f"#character-encoding {name}\n{PLAYERS}"
    expected = "unknown character encoding {!r}, expected UTF-8 or ISO-8859-1"
    assert refused(text) == f"line 1: {expected.format(name)}"
    assert refused(text.encode()).startswith("line 1: unknown character encoding '")


def test_encoding_at_the_wrong_place() -> None:
    _, warnings = read(f"{PLAYERS}#character-encoding UTF-8\n")
    assert warnings == ["line 3: #character-encoding belongs in the first line"]
    game, warnings = read((NAMES + "#character-encoding UTF-8\n" * 2).encode())
    assert game.players[0].name == "Ånn Peña"
    assert warnings[1:] == ["line 4: #character-encoding is given twice"]


def test_not_a_text_file() -> None:
    assert refused(b"a\nb\0") == "line 2: not a text file: it has NUL characters"
    assert refused(PLAYERS.encode("utf-32-le")) == "line 1: not a text file: it has NUL characters"
    assert refused(PLAYERS.encode("utf-16-le") + b"\0") == "line 1: not a text file: it has NUL characters"
