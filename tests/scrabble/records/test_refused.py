"""Impossible and ambiguous games: one line of error each."""

import pytest

from scrabble.records import gcg
from scrabble.records.record import GcgError
from scrabble.records.replay import replay

PLAYERS = "#player1 ann Ann\n#player2 bob Bob\n"
STAR = ">ann: AEIRSTT 8E STAR +8 8\n"


def six_zeros(*ends: str) -> str:
    """A game that ends with six passes by players with seven tiles each."""
    passes = ">ann: AEIRSTT - +0 0\n>bob: QUEENIE - +0 0\n" * 3
    return PLAYERS + passes + "\n".join(ends)


BAD: dict[str, tuple[str | bytes, str]] = {
    "unsupported encoding": (
        f"#character-encoding EBCDIC\n{PLAYERS}".encode(),
        "line 1: unknown character encoding 'EBCDIC', expected UTF-8 or ISO-8859-1",
    ),
    "duplicate nick": (
        "#player1 ann Ann\n#player2 ann Bob\n",
        "line 2: both players have the nick 'ann'",
    ),
    "two games": (
        f"{PLAYERS}{STAR}#player1 bob Bob\n#player2 ann Ann\n{STAR}",
        "line 4: another game begins here: expected one game, got #player1 again",
    ),
    "two games of the same players": (
        f"{PLAYERS}{STAR}{PLAYERS}{STAR}",
        "line 4: another game begins here: expected one game, got #player1 again",
    ),
    "player does not exist": (
        f"{PLAYERS}>eve: - +0 0\n",
        "line 3: unknown player 'eve', expected ann or bob",
    ),
    "too many players": (
        f"{PLAYERS}#player3 eve Eve\n",
        "line 3: #player3: only games of two players can be read",
    ),
    "a pragma without end": (
        f"{PLAYERS}#player{'9' * 5000} eve\n",
        f"line 3: #player{'9' * 24} … {'9' * 20}: only games of two players can be read",
    ),
    "too many events": (
        PLAYERS + ">ann: - +0 0\n" * 1001,
        "line 1003: more than 1000 events: not a game record",
    ),
    "malformed play": (
        f"{PLAYERS}>ann: AEIRSTT 8E\n",
        "line 3: expected a word after the square 8E, got 'AEIRSTT 8E'",
    ),
    "malformed exchange": (
        f"{PLAYERS}>ann: AEIRSTT -A5 +0 0\n",
        "line 3: no tile '5' in the english set: 'A5'",
    ),
    "unrecognized game type": (
        f"{PLAYERS}#game-type clabbers\n",
        "line 3: game type 'clabbers': only classic games can be replayed",
    ),
    "phony withdrawn without a play": (
        f"{PLAYERS}>ann: AEIRSTT -- -8 0\n",
        "line 3: -- without a play of ann before it",
    ),
    "phony withdrawn after a pass": (
        f"{PLAYERS}>ann: - +0 0\n>ann: -- +0 0\n",
        "line 4: -- without a play of ann before it",
    ),
    "phony withdrawn by the wrong player": (
        f"{PLAYERS}{STAR}>bob: -- -8 0\n",
        "line 4: -- without a play of bob before it",
    ),
    "phony withdrawn twice": (
        f"{PLAYERS}{STAR}>ann: -- -8 0\n>ann: -- -8 0\n",
        "line 5: -- without a play of ann before it",
    ),
    "play off the board": (
        f"{PLAYERS}{STAR}>bob: ABCDEFG H13 CEDED +8 8\n",
        "line 4: turn 2, bob: cannot play 'H13 CEDED': it runs off the board",
    ),
    "square off the board": (
        f"{PLAYERS}>ann: AEIRSTT 8X STAR +8 8\n",
        "line 3: turn 1, ann: cannot play '8X STAR': it runs off the board",
    ),
    "play over a tile": (
        f"{PLAYERS}{STAR}>bob: ABCDEFG 8E DEAF +8 8\n",
        "line 4: turn 2, bob: 8E holds S already: '8E DEAF'",
    ),
    "play not connected": (
        f"{PLAYERS}{STAR}>bob: ABCDEFG 1A DEAF +8 8\n",
        "line 4: turn 2, bob: cannot play '1A DEAF': it touches no tile on the board",
    ),
    "first play beside the start": (
        f"{PLAYERS}>ann: AEIRSTT 8A STAR +8 8\n",
        "line 3: turn 1, ann: cannot play '8A STAR': the first play must cover 8H",
    ),
    "no tile to play through": (
        f"{PLAYERS}>ann: AEIRSTT 8E S.AR +8 8\n",
        "line 3: turn 1, ann: no tile on 8F to play through: '8E S.AR'",
    ),
    "word cut short": (
        f"{PLAYERS}{STAR}>bob: ABCDEFG 8D A.T +8 8\n",
        "line 4: turn 2, bob: cannot play '8D A(ST)': the word goes on at 8G",
    ),
    "no tile played": (
        f"{PLAYERS}{STAR}>bob: ABCDEFG 8E .... +8 8\n",
        "line 4: turn 2, bob: no tile is played: '8E ....'",
    ),
    "tiles not in the bag": (
        f"{PLAYERS}>ann: JAZZING 8F JAZZ +8 8\n",
        "line 3: turn 1, ann: 8F JAZZ needs more Z tiles than are left in the english set",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be(name: str) -> None:
    text, expected = BAD[name]
    for strict in (False, True):
        with pytest.raises(GcgError) as caught:
            replay(gcg.loads(text, strict=strict), strict=strict)
        assert str(caught.value) == expected


def test_names_without_end_are_not_repeated() -> None:
    with pytest.raises(GcgError, match="unknown player 'c', expected a or bbb") as found:
        gcg.loads(f"#player1 a A\n#player2 {'b' * 9999} B\n>c: AE 8H AE +4 4\n")
    assert len(str(found.value)) < 300
