"""Event lines of GCG files: every form, and the errors of others."""

import pytest

from scrabble.records import gcg
from scrabble.records.gcg_lines import nick_and_rest
from scrabble.records.gcg_reader import parse_event, player_of
from scrabble.records.record import Event, EventKind, GcgError, Player, WarningCollector


@pytest.mark.parametrize(
    ("text", "expected", "kind"),
    [
        ("ADEEGIL 7C GALE +16 16", ("ADEEGIL", "7C GALE", 16, 16, ""), EventKind.PLAY),
        ("  DEE?  8b   N.NtAX   +26\t26  ", ("DEE?", "8B N.NtAX", 26, 26, ""), EventKind.PLAY),
        ("7C GALE +16 16", ("", "7C GALE", 16, 16, ""), EventKind.PLAY),
        ("AT e8 (AT)T(E) +6 66 BE, ET, DO", ("AT", "E8 (AT)T(E)", 6, 66, "BE, ET, DO"), EventKind.PLAY),
        ("AT 15O [CH]L·L +6 -66", ("AT", "15O [CH]L·L", 6, -66, ""), EventKind.PLAY),
        ("1A 8D C.SA +6 6", ("1A", "8D C.SA", 6, 6, ""), EventKind.PLAY),
        ("8D 1A +6 6", ("", "8D 1A", 6, 6, ""), EventKind.PLAY),
        ("1A - +0 6", ("1A", "-", 0, 6, ""), EventKind.PASS),
        ("U - +0 380", ("U", "-", 0, 380, ""), EventKind.PASS),
        ("- +0 -380", ("", "-", 0, -380, ""), EventKind.PASS),
        ("SEQSPO? -QO +0 268", ("SEQSPO?", "-QO", 0, 268, ""), EventKind.EXCHANGE),
        ("-5 +0 268", ("", "-5", 0, 268, ""), EventKind.EXCHANGE),
        ("SEQSPO? -5 +0 268", ("SEQSPO?", "-5", 0, 268, ""), EventKind.EXCHANGE),
        ("DEIILTZ -- -24 55", ("DEIILTZ", "--", -24, 55, ""), EventKind.TAKEN_BACK),
        ("--  -24 55", ("", "--", -24, 55, ""), EventKind.TAKEN_BACK),
        ("DROWNUG (challenge) +5 289", ("DROWNUG", "(challenge)", 5, 289, ""), EventKind.BONUS),
        ("  (Challenge) +5 289", ("", "(challenge)", 5, 289, ""), EventKind.BONUS),
        ("UNKNOWN (challenge) +5 289", ("UNKNOWN", "(challenge)", 5, 289, ""), EventKind.BONUS),
        ("(G) +4 539", ("", "(G)", 4, 539, ""), EventKind.END_RACK),
        ("FWLI (FWLI) -10 426", ("FWLI", "(FWLI)", -10, 426, ""), EventKind.END_RACK),
        ("(TIME) +12 426", ("", "(TIME)", 12, 426, ""), EventKind.END_RACK),
        ("() +0 426", ("", "()", 0, 426, ""), EventKind.END_RACK),
        ("ISBALI (time) -10 409", ("ISBALI", "(time)", -10, 409, ""), EventKind.TIME),
        ("(Time) +-10 409", ("", "(time)", -10, 409, ""), EventKind.TIME),
    ],
)
def test_events(text: str, expected: tuple[object, ...], kind: EventKind) -> None:
    notices = WarningCollector(strict=True)
    read = parse_event(1, text, 7, notices)
    assert (read.rack, read.move, read.score, read.total, read.trailing) == expected
    assert (read.player, read.line, read.kind) == (1, 7, kind)


@pytest.mark.parametrize(
    ("text", "expected", "warnings"),
    [
        ("A 8D GALE", Event(0, "A", "8D GALE"), ["no score"]),
        ("A -", Event(0, "A", "-"), ["no score"]),
        ("-", Event(0, "", "-"), ["no score"]),
        ("A 8D GALE +10", Event(0, "A", "8D GALE", 10), ["no cumulative score"]),
        ("A 8D GALE +10 AB, CD", Event(0, "A", "8D GALE", 10, None, "AB, CD"), ["no cumulative score"]),
        ("A 8D GALE 10 20", Event(0, "A", "8D GALE", 10, 20), ["the score 10 has no sign"]),
        ("A - 0", Event(0, "A", "-", 0), ["the score 0 has no sign", "no cumulative score"]),
    ],
)
def test_odd_events(text: str, expected: Event, warnings: list[str]) -> None:
    notices = WarningCollector()
    assert parse_event(0, text, 7, notices) == expected
    assert list(notices) == [(7, warning) for warning in warnings]
    with pytest.raises(GcgError, match=f"line 7: {warnings[0]}"):
        parse_event(0, text, 7, WarningCollector(strict=True))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a rack, a move and its score, got ''"),
        ("ADEEGIL", "expected a rack, a move and its score, got 'ADEEGIL'"),
        ("ADEEGIL GALE +10 10", "expected a rack, a move and its score, got 'ADEEGIL GALE +10 10'"),
        ("ADEEGIL --5 +0 0", "expected a rack, a move and its score, got 'ADEEGIL --5 +0 0'"),
        ("ADEEGIL +10 10", "expected a rack, a move and its score, got 'ADEEGIL +10 10'"),
        ("8D", "expected a word after the square 8D, got '8D'"),
        ("ADEEGIL 8D", "expected a word after the square 8D, got 'ADEEGIL 8D'"),
        ("ADEEGIL 8D +10 10", "expected a word after the square 8D, got 'ADEEGIL 8D +10 10'"),
        ("ADEEGIL 8D # +10 10", "expected a word after the square 8D, got 'ADEEGIL 8D # +10 10'"),
        ("ADEEGIL 8D GA LE +10 10", "expected a score such as +26, got 'LE'"),
        ("ADEEGIL 8D GALE +1O 10", "expected a score such as +26, got '+1O'"),
        ("ADEEGIL 8D GALE +9999999999 10", "expected a score such as +26, got '+9999999999'"),
        ("ADEEGIL - - +0 0", "expected a score such as +26, got '-'"),
        ("ADEEGIL (challenge)", "expected points after (challenge), got nothing"),
        ("(time)", "expected points after (time), got nothing"),
    ],
)
def test_no_events(text: str, message: str) -> None:
    with pytest.raises(GcgError) as caught:
        parse_event(0, text, 7, WarningCollector())
    assert str(caught.value) == f"line 7: {message}"


@pytest.mark.parametrize(
    ("text", "nick", "rest"),
    [
        (">ann: A - +0 0", "ann", " A - +0 0"),
        ("> ann:", "ann", ""),
        (">a:b: A", "a:b", " A"),
        (">ann:A 8D B", "ann", "A 8D B"),
        (">Ann Smith: A 8D B", "Ann Smith", " A 8D B"),
        (">Ann Smith : A 8D B", "Ann Smith", " A 8D B"),
        (">ann A 8D B", "", "ann A 8D B"),
    ],
)
def test_nicks(text: str, nick: str, rest: str) -> None:
    assert nick_and_rest(text) == (nick, rest)


def test_nicks_differ_only_in_case() -> None:
    players = Player("ann", "Bob"), Player("Ann", "Bob")
    assert [player_of(nick, players, 1, WarningCollector(strict=True)) for nick in ("ann", "Ann")] == [0, 1]
    for nick in ("ANN", "bob", ""):
        with pytest.raises(GcgError, match="unknown player"):
            player_of(nick, players, 1, WarningCollector())


def test_marks_after_a_word() -> None:
    game = gcg.loads("#player1 a\n#player2 b\n>a: A 8D GALE#* +10 10\n")
    assert (game.events[0].move, game.events[0].play) == ("8D GALE#*", "8D GALE")
    assert gcg.loads(gcg.dumps(game)) == game
