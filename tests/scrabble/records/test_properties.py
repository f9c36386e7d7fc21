"""GCG for any input: what is read is written so that it reads the same, and nothing ends in a traceback.

The default run edits sixty games at random; all 20,000:

    python -m pytest -m slow tests/scrabble/records/test_properties.py
"""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrabble.files import bundled
from scrabble.records import gcg
from scrabble.records.record import KNOWN, Event, GameRecord, GcgError, Player, Pragma
from scrabble.records.replay import replay
from tests.conftest import DATA

SEEDS = [
    path.read_bytes()
    for path in sorted((bundled("positions") / "games").glob("*.gcg")) + sorted((DATA / "gcg").glob("*"))
]
BLOCK = 250  # inputs of one test

# Games that can be written

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


# Real games, edited at random


def edit(generator: random.Random) -> bytes:
    """A game with a few edits, of bytes, lines or numbers."""
    data = bytearray(generator.choice(SEEDS))
    for _ in range(generator.choice([1, 1, 1, 2, 3, 6])):
        at = generator.randrange(len(data) + 1)
        match generator.randrange(8):
            case 0:
                data[at : at + generator.randrange(4)] = generator.randbytes(generator.randrange(4))
            case 1:
                data[at:at] = generator.choice(PIECES)
            case 2:
                del data[at : at + generator.randrange(1, 60)]
            case _:
                data[:] = _edit_lines(bytes(data), generator)
    return bytes(data)


PIECES = [b"\n", b"\r", b">", b"#", b"-", b"--", b" ", b"(", b")", b".", b"?", b"+", b"0", b"\xef\xbb\xbf"]
PIECES += [
    b"\n>alpha: -- -10 5\n",
    b"\n>beta: (time) -10 5\n",
    b"\n>beta: (challenge) +5 5\n",
    b"\xc5\x81",
    b"a",
]
PIECES += [b"\n#rack1 QU\n", b"\n#incomplete AEI\n", b"\n#lexicon FRA24\n", b"\n#tile-distribution german\n"]
PIECES += [
    b"\n>alpha: -3 +0 5\n",
    b"\n>beta:  - +0 5\n",
    b"\n>alpha: (QU) +22 5\n",
    b"\n#board-layout x\n",
    b"[CH]",
]
PIECES += [
    b"\n#character-encoding ISO-8859-1\n",
    b"UNKNOWN",
    b"\n#note a\n",
    b"9" * 12,
    b"\n#game-type wordsmog\n",
]


def _edit_lines(data: bytes, generator: random.Random) -> bytes:
    lines = data.split(b"\n")
    at, other = generator.randrange(len(lines)), generator.randrange(len(lines))
    match generator.randrange(6):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[other])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            words = lines[at].split(b" ")
            del words[generator.randrange(len(words))]
            lines[at] = b" ".join(words)
        case 4:
            words, others = lines[at].split(b" "), lines[other].split(b" ")
            words[generator.randrange(len(words))] = generator.choice(others)
            lines[at] = b" ".join(words)
        case _:
            del lines[at:]
    return b"\n".join(lines)


def check(data: bytes) -> bool:
    """Read, write, replay; allow only a GcgError of one line.  Return whether the game was replayed."""
    try:
        game = gcg.loads(data)
        again = gcg.loads(gcg.dumps(game))
        assert again == game
        replayed = replay(game)
    except GcgError as error:
        text = str(error)
        assert 0 < len(text) < 400, text
        assert len(text.splitlines()) == 1, text
        assert error.line is not None
        return False
    for notice in (*game.warnings, *replayed.warnings):
        assert notice.line > 0
        assert len(str(notice).splitlines()) == 1
    for turn in replayed.turns:
        assert turn.score >= 0
        assert not turn.bag or not turn.position.rack_codes[1]
    assert replay(again).totals == replayed.totals
    return True


def check_block(number: int, count: int = BLOCK) -> None:
    """A block of inputs, the same on every run."""
    generator = random.Random(number)
    replayed = 0
    for _ in range(count):
        data = edit(generator)
        try:
            replayed += check(data)
        except Exception as error:
            raise AssertionError(f"{data!r}") from error
    assert count // 20 < replayed < count


def test_random_edits() -> None:
    check_block(0, 60)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(1, 81))
def test_many_random_edits(number: int) -> None:
    check_block(number)


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    check(data)
