"""GCG for any game: what is written is read again as the same."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from scrabble.records import gcg
from scrabble.records.record import KNOWN, Event, GameRecord, Player, Pragma

LINE = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"])
    | st.sampled_from("  \t.>#-(+:"),
    max_size=20,
).map(str.strip)
WORD = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1, max_size=8)
TILES = st.text("AEINRST?ÄŁ·[]", max_size=8)
SQUARE = st.from_regex(r"[0-9]{1,2}[A-O]|[A-O][0-9]{1,2}", fullmatch=True).map(
    lambda text: "".join(character for character in text if character.isascii())
)
MOVE = (
    st.sampled_from(["-", "--", "(challenge)", "(time)", "-5", "-QO", "-?", "()"])
    | st.text("AEINRST?", min_size=1, max_size=7).map("({})".format)
    | st.tuples(SQUARE, st.text("AEInrst.()", min_size=1, max_size=9)).map(" ".join)
)
NUMBER = st.integers(-999, 999)
FOLLOWING = WORD.filter(lambda text: not re.fullmatch(r"[+-]{0,2}[0-9]+", text))


@st.composite
def events(draw: st.DrawFn) -> Event:
    """An event; the score may be missing if the rules determine it."""
    move = draw(MOVE)
    has_score = move in ("(challenge)", "(time)") or draw(st.booleans())
    has_total = has_score and draw(st.booleans())
    return Event(
        player=draw(st.integers(0, 1)),
        rack=draw(TILES),
        move=move,
        score=draw(NUMBER) if has_score else None,
        total=draw(NUMBER) if has_total else None,
        trailing=" ".join(draw(st.lists(FOLLOWING, max_size=3))) if has_score else "",
    )


PRAGMAS = st.builds(Pragma, st.sampled_from(sorted(KNOWN - {"note"})) | st.just("colour"), LINE)
NOTES = st.builds(
    lambda lines: Pragma("note", "\n".join(lines)),
    st.lists(LINE.filter(lambda line: line and line[0] not in ">#"), max_size=3),
)
NICK = st.text("abcABC_0:ß", min_size=1, max_size=6)
NAMES = LINE.map(lambda text: text.strip())


@st.composite
def games(draw: st.DrawFn) -> GameRecord:
    """Any game that a file can hold."""
    nicks = draw(st.lists(NICK, min_size=2, max_size=2, unique=True))
    one, two = (Player(nick, draw(NAMES)) for nick in nicks)
    return GameRecord((one, two), tuple(draw(st.lists(events() | PRAGMAS | NOTES, max_size=8))))


@settings(deadline=None)
@given(games())
def test_write_then_read(record: GameRecord) -> None:
    text = gcg.dumps(record)
    again = gcg.loads(text)
    assert again == record
    assert gcg.dumps(again) == text
    assert gcg.loads(text.encode()) == record
    assert gcg.loads(text.replace("\n", "\r\n").encode("utf-8-sig")) == record
