"""Games with something odd in them that stay determined: the warnings, which are errors when strict.

The cases here and in test_gcg_refused are those that other readers of GCG are tested with, and more.
"""

import pytest

from scrabble.files import bundled
from scrabble.records import gcg
from scrabble.records.record import GcgError
from scrabble.records.replay import Game, replay

PLAYERS = "#player1 ann Ann\n#player2 bob Bob\n"
STAR = ">ann: AEIRSTT 8E STAR +8 8\n"
OUT = "g0052"  # alpha goes out in line 29, gains (QR) in line 30
ZEROS = "g0030"  # six passes; alpha's rack is line 39, beta's is line 40
LAST = {OUT: 30, ZEROS: 40}


def edited(name: str, changes: dict[int, str | None]) -> str:
    """The text of a game with some lines changed, taken out (None), or more added."""
    lines = (bundled("positions") / "games" / f"{name}.gcg").read_text("utf-8").splitlines()
    assert len(lines) == LAST[name]
    numbered: dict[int, str | None] = dict(enumerate(lines, 1))
    return "\n".join(line for _, line in sorted((numbered | changes).items()) if line is not None)


def run(text: str | bytes, strict: bool = False) -> tuple[Game, list[str]]:
    """The replay of a text, and all warnings of reading and replaying it."""
    game = gcg.loads(text, strict=strict)
    replayed = replay(game, strict=strict)
    return replayed, [*map(str, game.warnings), *map(str, replayed.warnings)]


def six_zeros(*ends: str) -> str:
    """A game that ends with six passes by players with seven tiles each."""
    passes = ">ann: AEIRSTT - +0 0\n>bob: QUEENIE - +0 0\n" * 3
    return PLAYERS + passes + "\n".join(ends)


FINE = {
    "Latin-1 names": "#player1 ann Ann\n#player2 bob Björn\n".encode("latin-1"),
    "CRLF": (PLAYERS + STAR).replace("\n", "\r\n"),
    "missing lexicon": PLAYERS + STAR,
    "missing rack": f"{PLAYERS}>ann: 8E STAR +8 8\n",
    "UNKNOWN": f"{PLAYERS}{STAR}>ann: UNKNOWN (challenge) +5 13\n",
    "empty title": f"{PLAYERS}#title\n{STAR}",
    "trailing words": f"{PLAYERS}>ann: AEIRSTT 8e STAR +8 8 STAR, 8 tiles\n",
    "negative cumulative score": six_zeros(">ann: AEIRSTT (AEIRSTT) -7 -7", ">bob: (QUEENIE) -16 -16"),
    "unfinished, one turn": f"{PLAYERS}{STAR}#rack2 AAA\n#rack1 EEE\n",
    "lost turn": f"{PLAYERS}{STAR}>bob: - +0 0\n#note #unsuccessful-challenge\n>ann: EIT - +0 8\n",
    "exchange by number": f"{PLAYERS}>ann: -7 +0 0\n>bob: AAEEIO? -5 +0 0\n",
    "double challenge, then the end": edited(OUT, {29: ">alpha: ET J13 .ET +7 380\n>beta: QR - +0 383"}),
    "out-play that is a phony": edited(
        OUT,
        {28: ">beta: LQR 9J .L. +8 383\n>alpha: ET J13 .ET +7 380\n>alpha: ET -- -7 373\n>beta: QR - +0 383"},
    ),
    "racks settled by both": edited(OUT, {30: ">alpha: (RQ) +11 391\n>beta: QR (QR) -11 372"}),
    "time penalties": edited(
        OUT, {30: ">alpha: (QR) +22 402\n>alpha: (time) -10 392\n>beta: QR (time) +-20 363"}
    ),
    "only a time penalty": edited(ZEROS, {40: ">beta: QR (QR) -11 440\n>beta:  (time) -10 430"}),
    "six zeros": six_zeros(">ann: (AEIRSTT) -7 -7", ">bob: QUEENIE (QUEENIE) -16 -16"),
}


@pytest.mark.parametrize("name", FINE)
def test_what_is_fine(name: str) -> None:
    assert run(FINE[name], strict=True)[1] == []


ODD: dict[str, tuple[str | bytes, list[str]]] = {
    "UTF-8 without a pragma": (
        "#player1 ann Ann\n#player2 bob Björn\n".encode(),
        ["line 2: read as UTF-8, though there is no #character-encoding UTF-8"],
    ),
    "encoding in the wrong place": (
        f"{PLAYERS}#character-encoding UTF-8\n",
        ["line 3: #character-encoding belongs in the first line"],
    ),
    "duplicate name": (
        "#player1 ann Ann\n#player2 bob Ann\n",
        ["line 2: both players have the name 'Ann'"],
    ),
    "duplicate pragma": (
        f"{PLAYERS}#lexicon A\n#lexicon B\n",
        ["line 4: #lexicon is given twice: the last one counts"],
    ),
    "pragma after events": (
        f"{PLAYERS}{STAR}#description late\n",
        ["line 4: #description after the first event"],
    ),
    "note before events": (f"{PLAYERS}#note early\n", ["line 3: a note before any event"]),
    "move before players": (
        f"{STAR}{PLAYERS}",
        [
            "line 1: an event before the players",
            "line 2: #player1 after the first event",
            "line 3: #player2 after the first event",
        ],
    ),
    "unknown pragma": (f"{PLAYERS}#clock 25\n", ["line 3: unknown pragma '#clock'"]),
    "no matching line": (f"{PLAYERS}hello\n", ["line 3: neither pragma nor event: 'hello'"]),
    "rack line not last": (
        f"{PLAYERS}#rack1 AEIRSTT\n{STAR}",
        ["line 4: an event after #rack1, which belongs at the end"],
    ),
    "game started by player 2": (f"{PLAYERS}>bob: - +0 0\n", ["line 3: bob, player 2, moves first"]),
    "event off turn": (f"{PLAYERS}{STAR}>ann: - +0 8\n", ["line 4: ann moves out of turn"]),
    "wrong score": (
        f"{PLAYERS}>ann: AEIRSTT 8E STAR +18 18\n",
        ["line 3: 8E STAR is recorded as +18 points; expected +8"],
    ),
    "score for a pass": (
        f"{PLAYERS}>ann: - +5 5\n",
        ["line 3: pass is recorded as +5 points; expected +0"],
    ),
    "score for an exchange": (
        f"{PLAYERS}>ann: A -A +5 5\n",
        ["line 3: exchange is recorded as +5 points; expected +0"],
    ),
    "cumulative error": (
        f"{PLAYERS}>ann: AEIRSTT 8E STAR +8 9\n>bob: - +0 0\n>ann: - +0 9\n",
        ["line 3: the cumulative score is 9; expected 8"],
    ),
    "cumulative error after six passes": (
        edited(ZEROS, {39: ">alpha: U (U) -1 411"}),
        ["line 39: the cumulative score is 411; expected 410"],
    ),
    "missing cumulative score": (
        f"{PLAYERS}>ann: AEIRSTT 8E STAR +8\n>bob: - +0 0\n",
        ["line 3: no cumulative score"],
    ),
    "missing score": (f"{PLAYERS}>ann: AEIRSTT 8E STAR\n>bob: - +0 0\n", ["line 3: no score"]),
    "phony withdrawn, wrong points": (
        f"{PLAYERS}{STAR}>ann: AEIRSTT -- -9 0\n",
        ["line 4: withdrawn phony is recorded as -9 points; expected -8"],
    ),
    "phony withdrawn, other rack": (
        f"{PLAYERS}{STAR}>ann: AEIRSTV -- -8 0\n",
        ["line 4: the rack is AEIRSTV; it was AEIRSTT before"],
    ),
    "challenge bonus without a play": (
        f"{PLAYERS}>ann: - +0 0\n>ann: (challenge) +5 5\n",
        ["line 4: (challenge) without a play of ann before it"],
    ),
    "challenge bonus before any event": (
        f"{PLAYERS}>ann: (challenge) +5 5\n",
        ["line 3: (challenge) without a play of ann before it"],
    ),
    "challenge bonus of the wrong player": (
        f"{PLAYERS}{STAR}>bob: (challenge) +5 5\n",
        ["line 4: (challenge) without a play of bob before it"],
    ),
    "negative challenge bonus": (
        f"{PLAYERS}{STAR}>ann: (challenge) -5 3\n",
        ["line 4: a challenge bonus of -5"],
    ),
    "tiles not on the rack": (
        f"{PLAYERS}>ann: AEIRTTU 8E STAR +8 8\n",
        ["line 3: S leaves the rack AEIRTTU without being on it"],
    ),
    "exchange of tiles not on the rack": (
        f"{PLAYERS}>ann: AEIRTTU -S +0 0\n",
        ["line 3: S leaves the rack AEIRTTU without being on it"],
    ),
    "rack of eight tiles": (
        f"{PLAYERS}>ann: AEIRSTTU 8E STAR +8 8\n",
        ["line 3: rack of 8 tiles, expected at most 7: AEIRSTTU"],
    ),
    "malformed rack": (
        f"{PLAYERS}>ann: AEIR5TT 8E STAR +8 8\n",
        ["line 3: rack: no tile '5' in the english set: 'AEIR5TT': left out"],
    ),
    "malformed rack of an end-rack line": (
        six_zeros(">ann: A5X (AEIRSTT) -7 -7", ">bob: (QUEENIE) -16 -16"),
        ["line 9: rack: no tile '5' in the english set: 'A5X': left out"],
    ),
    "malformed end rack": (
        six_zeros(">ann: (A5) -7 -7", ">bob: (QUEENIE) -16 -16"),
        [
            "line 9: (A5) counts +0, but is recorded as -7",
            "line 9: no tile '5' in the english set: 'A5': left out",
        ],
    ),
    "first rack not in the bag": (
        f"{PLAYERS}>ann: QQIRSTA 8E STAR +8 8\n",
        ["line 3: the rack QQIRSTA has more Q tiles than are left in the english set: left out"],
    ),
    "later rack not in the bag": (
        f"{PLAYERS}{STAR}>bob: JJQ - +0 0\n",
        ["line 4: the rack JJQ has more J tiles than are left in the english set: left out"],
    ),
    "last rack not in the bag": (
        f"{PLAYERS}{STAR}#rack1 QQ\n",
        ["line 4: the rack QQ has more Q tiles than are left in the english set: left out"],
    ),
    "end rack not in the bag": (
        six_zeros(">ann: (QQ) -20 -20", ">bob: (QUEENIE) -16 -16"),
        [
            "line 9: (QQ) counts +0, but is recorded as -20",
            "line 9: (QQ) has more Q tiles than are left in the english set: left out",
        ],
    ),
    "first racks in the header": (
        f"#rack1 AEIRSTT\n#rack2 QUEENIE\n{PLAYERS}{STAR}>bob: QUEENIE - +0 0\n",
        ["line 5: an event after #rack2, which belongs at the end"],
    ),
    "a rack that was not brought up to date": (
        f"{PLAYERS}{STAR}>bob: - +0 0\n>ann: - +0 8\n#rack1 AEIRSAV\n",
        ["line 6: the rack AEIRSAV of ann contradicts the game"],
    ),
    "signs for unknown tiles": (
        f"{PLAYERS}>ann: ------- 8E STAR +8 8\n>bob: QU_____ - +0 0\n>ann: - - +0 8\n>bob: ??????? -2 +0 0\n",
        ["line 3: the rack ------- has signs for unknown tiles, and 3 more like it"],
    ),
    "exchange in small letters": (
        f"{PLAYERS}>ann: AEIRSTT -ae +0 0\n",
        ["line 3: the exchange -ae in small letters is read as capitals"],
    ),
    "exchange with a small letter": (
        f"{PLAYERS}>ann: AEIRST? -Ae +0 0\n",
        ["line 3: small letters in the exchange -Ae are read as blanks"],
    ),
    "exchange of unknown tiles": (
        f"{PLAYERS}>ann: AEIRSTT -??? +0 0\n",
        ["line 3: -??? has more ? tiles than are left in the english set: only their number is read"],
    ),
    "play of eight tiles": (
        f"{PLAYERS}>ann: AEIRSTTU 8E STAREIUT +68 68\n",
        [
            "line 3: 8 tiles were played, but only 7 were on the rack",
            "line 3: rack of 8 tiles, expected at most 7: AEIRSTTU",
        ],
    ),
    "exchange of eight tiles": (
        f"{PLAYERS}>ann: -8 +0 0\n",
        ["line 3: 8 tiles were exchanged, but only 7 were on the rack"],
    ),
    "exchange with few tiles in the bag": (
        edited(OUT, {27: ">alpha: EEINT -E +0 359", 28: None, 29: None, 30: None}),
        ["line 27: an exchange with only 0 tiles left in the bag"],
    ),
    "marked word": (
        f"{PLAYERS}>ann: AEIRSTT 8E STAR# +8 8\n",
        ["line 3: 8E STAR#: the mark in the word is ignored"],
    ),
    "time penalty before the end": (
        f"{PLAYERS}{STAR}>ann: EIT (time) -10 -2\n",
        ["line 4: a time penalty before the end of the game"],
    ),
    "time penalty twice": (
        edited(OUT, {30: ">alpha: (QR) +22 402\n>alpha: (time) -10 392\n>alpha: (time) -10 382"}),
        ["line 32: a second time penalty of alpha"],
    ),
    "time bonus": (
        edited(OUT, {30: ">alpha: (QR) +22 402\n>alpha: (time) +10 412"}),
        ["line 31: a time penalty of +10"],
    ),
    "wrong end-rack points": (
        edited(OUT, {30: ">alpha: (QR) +11 391"}),
        ["line 30: (QR) counts +22, but is recorded as +11"],
    ),
    "end-rack points of the wrong player": (
        edited(OUT, {30: ">beta: (QR) +22 405"}),
        ["line 30: (QR) counts -11, but is recorded as +22"],
    ),
    "wrong end-rack tiles": (
        edited(OUT, {30: ">alpha: (QS) +22 402"}),
        ["line 30: (QS) is recorded as left; expected (QR)"],
    ),
    "end-rack line twice": (
        edited(OUT, {30: ">alpha: (QR) +22 402\n>alpha: (QR) +22 424"}),
        ["line 31: a second end-rack line of alpha"],
    ),
    "end-rack line missing": (
        edited(OUT, {30: None}),
        ["line 29: alpha went out; expected (QR) +22 at the end"],
    ),
    "end-rack line without points": (
        edited(OUT, {30: ">alpha: (QR)\n>beta: (time) -10 373"}),
        ["line 30: no score"],
    ),
    "wrong end-rack penalty": (
        edited(ZEROS, {40: ">beta: QR (QR) -22 429"}),
        ["line 40: (QR) counts -11, but is recorded as -22"],
    ),
    "end-rack penalty without points": (edited(ZEROS, {40: ">beta: QR (QR)"}), ["line 40: no score"]),
    "end-rack penalty of another rack": (
        edited(ZEROS, {39: ">alpha: U (R) -1 410"}),
        ["line 39: (R) is recorded as left, but the rack is U"],
    ),
    "end-rack penalty missing": (
        edited(ZEROS, {40: None}),
        ["line 39: the game is over; expected the tiles left on the rack of beta at the end"],
    ),
    "both end-rack penalties missing": (
        six_zeros(),
        ["line 8: the game is over; expected the tiles left on the racks of ann and bob at the end"],
    ),
    "end-rack line before the end": (
        f"{PLAYERS}{STAR}>bob: QU (QU) -11 -11\n",
        ["line 4: (QU) before the end of the game"],
    ),
    "move after the end": (
        edited(OUT, {30: ">alpha: (QR) +22 402\n>beta: QR - +0 383"}),
        ["line 31: a pass after the end of the game"],
    ),
    "move after six passes": (
        six_zeros(">ann: AEIRSTT 8E STAR +8 8"),
        ["line 9: a play after the end of the game"],
    ),
    "unfinished, a rack of the wrong size": (
        edited(OUT, {29: "#rack1 E\n#rack2 QRT", 30: None}),
        ["line 30: the rack QRT of beta contradicts the game"],
    ),
}


@pytest.mark.parametrize("name", ODD)
def test_what_is_odd(name: str) -> None:
    text, expected = ODD[name]
    replayed, warnings = run(text)
    assert warnings == expected
    again = gcg.loads(gcg.dumps(replayed.record))
    assert (again.events, gcg.dumps(again)) == (replayed.record.events, gcg.dumps(replayed.record))
    with pytest.raises(GcgError) as caught:
        run(text, strict=True)
    assert str(caught.value) in expected


@pytest.mark.parametrize(
    ("name", "ends"),
    [
        (OUT, {30: ">alpha: (QR)"}),
        (OUT, {30: ">alpha: (QR)\n>beta: (QR)"}),
        (ZEROS, {39: ">alpha: U (U)", 40: ">beta: QR (QR)"}),
    ],
)
def test_tiles_left_count_by_the_rules_if_no_points_are_recorded(
    name: str, ends: dict[int, str | None]
) -> None:
    assert run(edited(name, ends))[0].totals == run(edited(name, {}))[0].totals
