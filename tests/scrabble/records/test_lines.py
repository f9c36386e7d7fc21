"""Lines that can be read in two ways: text of notes, nicks with blanks, quoted mails, HTML entities."""

import unicodedata

import pytest

from scrabble.files import bundled
from scrabble.records import gcg
from scrabble.records.record import Event, GameRecord, Player

GAME = (bundled("positions") / "games" / "g0052.gcg").read_text("utf-8")
LINES = GAME.splitlines()
MIDDLE = next(at for at, line in enumerate(LINES) if line.startswith(">beta") and at > 12)
PLAYERS = "#player1 ann Ann\n#player2 bob Bob\n"
STAR = ">ann: AEIRSTT 8E STAR +8 8\n"


def read(text: str) -> tuple[GameRecord, list[str]]:
    """A record that can be written and read again, and its warnings."""
    record = gcg.loads(text)
    assert gcg.loads(gcg.dumps(record)) == record
    return record, [str(warning) for warning in record.warnings]


def with_note(*lines: str) -> str:
    """The game with a note of several lines in its middle."""
    return "\n".join([*LINES[:MIDDLE], "#note I looked at", *lines, "and gave up", *LINES[MIDDLE:], ""])


@pytest.mark.parametrize(
    "line",
    [
        "> 9A QUA is too risky",
        ">> what now?",
        "> alphabet: soup",
        LINES[MIDDLE - 2],  # an event that was replayed before
        LINES[MIDDLE],  # the event that follows
        ">alpha: AEINRST 1A RETAINS +99 412",  # what might have been
        ">beta: AEINRST 1A RETAINS +99 412",
        ">alpha: RETAINS is a word",
        "#player1 is in trouble",
        "#player2 too",
    ],
)
def test_text_of_a_note_that_looks_like_an_event_or_a_pragma(line):
    record, warnings = read(with_note(line))
    number = MIDDLE + 2
    assert warnings == [f"line {number}: read as a line of the note: {line!r}"]
    note = next(item.text for item in record.items if not isinstance(item, Event) and item.name == "note")
    assert note == f"I looked at\n{line}\nand gave up"
    assert record.events == gcg.loads(GAME).events


def test_events_after_a_note_are_events():
    passes = ">ann: - +0 8\n#note why\n>bob: - +0 0\n#note a\n>ann: - +0 8\n#note b\n>bob: - +0 0\n"
    record, warnings = read(PLAYERS + STAR + ">bob: - +0 0\n" + passes)
    assert (len(record.events), warnings) == (6, [])


@pytest.mark.parametrize(
    ("one", "two", "players"),
    [
        ("Ana Alvarez Ana Alvarez", "Bruno Diaz Bruno Diaz", ("Ana Alvarez", "Bruno Diaz")),
        ("Player 1", "Player 2", ("Player 1", "Player 2")),
        ("Player 1 Ana Alvarez", "Player 2 Bruno", ("Ana Alvarez", "Bruno")),
        ("Ana Alvarez", "Bruno Diaz", ("Ana Alvarez", "Bruno Diaz")),
        ("ana Ana Alvarez", "bruno Bruno Diaz", ("Ana Alvarez", "Bruno Diaz")),
        ("José José", "Øyvind Øyvind", ("José", "Øyvind")),
    ],
)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_nicks_with_blanks_and_in_other_forms(one, two, players, form):
    nicks = [
        " ".join(text.split()[:2]) if "Player" in text else name
        for text, name in zip((one, two), players, strict=True)
    ]
    events = "".join(f">{nicks[at % 2]}: - +0 0\n" for at in range(4))
    record, warnings = read(f"#player1 {one}\n#player2 {two}\n{unicodedata.normalize(form, events)}")
    assert record.names == players
    assert [event.player for event in record.events] == [0, 1, 0, 1]
    assert not any(" " in player.nick for player in record.players)
    assert len(warnings) <= 3  # one for each nick, not for each line


def test_nicks_with_blanks_that_are_not_declared():
    record, _ = read(">Ana Alvarez: - +0 0\n>Bruno Diaz: - +0 0\n" * 2)
    assert record.players == (Player("Ana_Alvarez", "Ana Alvarez"), Player("Bruno_Diaz", "Bruno Diaz"))


@pytest.mark.parametrize("mark", ["> ", ">", ">> ", "&gt; ", "> > "])
def test_a_quoted_mail(mark):
    quoted = "".join(f"{mark}{line}\n" for line in LINES)
    assert gcg.loads(quoted) == gcg.loads(GAME)
    assert gcg.looks_like_gcg(quoted.replace("&gt;", ">").encode())


def test_html_entities():
    players = "#player1 ann Ann O&#39;Neil\n#player2 bob Bob &amp; Co\n"
    record, _ = read(f"{players}{STAR}#note didn&#x27;t see &quot;CO&amp;lt;\n")
    assert record.names == ("Ann O'Neil", "Bob & Co")
    assert record.items[-1].text == "didn't see \"CO<"
    assert (
        read(PLAYERS + STAR + "#note Q&A; AT&T; &#10;&nosuch;\n")[0].items[-1].text
        == "Q&A; AT&T; &#10;&nosuch;"
    )
