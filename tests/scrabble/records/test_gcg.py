"""GCG: whole files, pragmas and players; read and written again."""

from pathlib import Path

import pytest

from scrabble.files import bundled
from scrabble.records import gcg
from scrabble.records.record import Event, EventKind, GameRecord, GcgError, GcgWarning, Player, Pragma
from scrabble.records.replay import replay
from tests.conftest import DATA

GAMES = sorted((bundled("positions") / "games").glob("*.gcg"))
DIALECTS = sorted((DATA / "gcg").glob("*.gcg"))
PLAYERS = "#player1 ann Ann A.\n#player2 bob Bob B.\n"
PLAY = ">ann: ADEEGIL 8D GALE +10 10\n"


def read(text: str | bytes) -> tuple[GameRecord, list[str]]:
    """A game and its warnings."""
    game = gcg.loads(text)
    again = gcg.loads(gcg.dumps(game))
    assert again == game
    assert gcg.dumps(again) == gcg.dumps(game)
    return game, list(map(str, game.warnings))


def refused(text: str | bytes) -> str:
    """The error for a text."""
    with pytest.raises(GcgError) as caught:
        gcg.loads(text)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 300
    return message


# Whole files


def test_there_are_games() -> None:
    assert len(GAMES) == 30
    assert len(DIALECTS) == 2


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_real_games_are_written_as_they_were(path: Path) -> None:
    game = gcg.load(path, strict=True)
    assert gcg.dumps(game) == path.read_text("utf-8")
    assert (game.source, game.encoding) == (str(path), "UTF-8")
    assert [player.nick for player in game.players] == ["alpha", "beta"]


@pytest.mark.parametrize("path", DIALECTS, ids=lambda path: path.stem)
def test_dialects(path: Path) -> None:
    game = gcg.load(path, strict=True)
    assert gcg.loads(gcg.dumps(game), strict=True) == game


def test_what_is_read() -> None:
    text = "#player1 ann Ann A.\n#player2 bob\n>ann: ADEEGIL 8D GALE +10 10\n>bob: - +0 -5 W, X  Y\n#note\n"
    game, warnings = read(text)
    assert warnings == []
    assert game.players == (Player("ann", "Ann A."), Player("bob", ""))
    assert game.items == (
        Event(0, "ADEEGIL", "8D GALE", 10, 10),
        Event(1, "", "-", 0, -5, "W, X Y"),
        Pragma("note", ""),
    )
    assert [item.line for item in game.items] == [3, 4, 5]
    assert [event.kind for event in game.events] == [EventKind.PLAY, EventKind.PASS]


def test_a_game_of_ones_own_is_written() -> None:
    game = GameRecord(
        (Player("ann"), Player("zoë", "Zoë")), (Pragma("title", "Final"), Event(1, "", "-5", 0, 0))
    )
    text = "#character-encoding UTF-8\n#player1 ann\n#player2 zoë Zoë\n#title Final\n>zoë:  -5 +0 0\n"
    assert gcg.dumps(game) == text
    assert gcg.loads(text) == game


@pytest.mark.parametrize(
    "item",
    [
        Pragma("title", "two\nlines"),
        Pragma("note", "a\n>ann: - +0 0"),
        Pragma("note", "a\n#b"),
        Pragma(None, "#title"),
        Event(0, "A B", "-", 0, 0),
        Event(0, "", "-", None, 5),
        Event(0, "", "8D ##", 0, 0),
    ],
)
def test_what_cannot_be_read_again_is_not_written(item: Event | Pragma) -> None:
    with pytest.raises(GcgError):
        gcg.dumps(GameRecord((Player("ann"), Player("bob")), (item,)))


# Files and lines


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(GcgError, match=r"missing\.gcg: cannot be read: No such file"):
        gcg.load(tmp_path / "missing.gcg")
    with pytest.raises(GcgError, match=r"cannot be read: "):
        gcg.load(tmp_path)
    with pytest.raises(GcgError, match=r"not the name of a file: .*null"):
        gcg.load("a\0b")
    with pytest.raises(GcgError, match=r"cannot be read: No such file"):
        gcg.load("~no-such-user-here/game.gcg")


def test_errors_name_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.gcg"
    path.write_text(f"{PLAYERS}\n>eve: A 8D GALE +10 10\n")
    with pytest.raises(GcgError) as caught:
        gcg.load(path)
    assert str(caught.value) == f"{path}, line 4: unknown player 'eve', expected ann or bob"
    assert (caught.value.line, caught.value.source) == (4, str(path))
    path.write_bytes(PLAYERS.encode() + b"\n" * 1_000_000)
    with pytest.raises(GcgError, match=r"bad\.gcg: more than 1000000 bytes"):
        gcg.load(path)


def test_strict(tmp_path: Path) -> None:
    text = f"{PLAYERS}#colour blue\n{PLAY}"
    assert gcg.loads(text).warnings == (GcgWarning(3, "unknown pragma '#colour'"),)
    with pytest.raises(GcgError, match="line 3: unknown pragma '#colour'"):
        gcg.loads(text, strict=True)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\n\n", "\r\n\r\n", "\n \t\n"])
def test_line_ends(end: str) -> None:
    game, warnings = read((PLAYERS + PLAY + "#note a").replace("\n", end))
    assert (len(game.items), warnings) == (2, [])


# Pragmas


def test_pragmas() -> None:
    text = f"""{PLAYERS}#Title  Round 3: Ann  against Bob
#description one
#description two
#id io.woogles p6QRjJHG
#lexicon CSW21
#game-type classic
#board-layout CrosswordGame
#tile-distribution english
#tile-set english set
#tile CH ch
#game-board x
#- goes on
#style wsc2001
#incomplete
{PLAY}#note and a note
of several lines

  and paragraphs
>bob: - - +0 0
#rack1 A
#rack2 B
"""
    assert gcg.loads(text).events[-1].rack == "-"  # a sign for unknown tiles
    game, warnings = read(text.replace(">bob: - -", ">bob: -"))
    assert warnings == []
    assert (game.title, game.lexicon) == ("Round 3: Ann  against Bob", "CSW21")
    assert game.description == "one\ntwo"
    assert game.value("id") == "io.woogles p6QRjJHG"
    assert game.value("-") == "goes on"
    assert game.value("incomplete") is None
    assert game.value("colour") is None
    assert (game.value("rack1"), game.value("rack2")) == ("A", "B")
    assert game.value("note") == "and a note\nof several lines\n\nand paragraphs"


@pytest.mark.parametrize("title", ["#title", "#title ", "#TITLE\t"])
def test_empty_title(title: str) -> None:
    game, warnings = read(f"{PLAYERS}{title}\n{PLAY}")
    assert (game.title, warnings) == (None, [])


def test_what_nobody_understands_is_kept() -> None:
    game, warnings = read(f"{PLAYERS}#Colour dark blue\nhello\n#\n# a comment\n{PLAY}world\n")
    assert warnings == [
        "line 3: unknown pragma '#Colour'",
        "line 4: neither pragma nor event: 'hello'",
        "line 5: unknown pragma '#'",
        "line 6: unknown pragma '#'",
        "line 8: neither pragma nor event: 'world'",
    ]
    kept = [(item.name, item.text) for item in game.items if isinstance(item, Pragma)]
    expected = [("Colour", "dark blue"), (None, "hello"), ("", ""), ("", "a comment"), (None, "world")]
    assert kept == expected
    assert gcg.dumps(game).splitlines()[2:6] == ["#Colour dark blue", "hello", "#", "# a comment"]


def test_notes() -> None:
    game, warnings = read(f"{PLAYERS}#note too early\n{PLAY}#note\nfirst line empty\n>bob: - +0 0\n")
    assert warnings == ["line 3: a note before any event"]
    assert game.value("note") == "\nfirst line empty"
    assert len(game.events) == 2
    # A line after a note belongs to it, even when a pragma between them is written elsewhere.
    game, _ = read(f"#player1 ann\n{PLAY}#note a\n#player2 bob\nb\n")
    assert game.value("note") == "a\nb"


@pytest.mark.parametrize("path", GAMES + DIALECTS, ids=lambda path: path.stem)
def test_a_record_is_known_by_its_text(path: Path) -> None:
    data = path.read_bytes()
    assert gcg.looks_like_gcg(data) and gcg.looks_like_gcg(b"\xef\xbb\xbf" + data)
    assert gcg.looks_like_gcg(data.replace(b"\n", b"\r"))


@pytest.mark.parametrize(
    ("text", "is_record"),
    [
        ("#player1 a\n#player2 b\n", True),
        ("#title\n#Player1 a\n", True),
        (">a: ABC - +0 0", True),
        ("", False),
        ("# a comment\n#player1 a\n15/15 A/B 0/0 0\n", False),
        ('{"id": "a>b:", "cgp": ""}', False),
        ("> quoted\n", False),
    ],
)
def test_what_is_a_record(text: str, is_record: bool) -> None:
    assert gcg.looks_like_gcg(text.encode()) == is_record


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (PLAYERS + ">ann: - +0 0\n" * 1001, "line 1003: more than 1000 events: not a game record"),
        (f"{PLAYERS}#player{'9' * 5000} eve\n", "line 3: #player99"),
        (
            f"#player1 a A\n#player2 {'b' * 9999} B\n>c: AE 8H AE +4 4\n",
            "line 3: unknown player",
        ),
    ],
)
def test_what_has_no_end_is_refused_in_one_short_line(text: str, message: str) -> None:
    assert refused(text).startswith(message)


def test_a_rack_without_end_is_not_repeated() -> None:
    [found] = replay(gcg.loads(f"{PLAYERS}>ann: {'E' * 20_000} 8H EE +4 4\n")).warnings
    assert found.text.startswith("the rack EEE") and len(found.text) < 300
