"""Recorded games replayed: real ones, challenges, other tiles and boards."""

import dataclasses
import json
from pathlib import Path

import pytest

from scrabble.files import bundled
from scrabble.game import cgp
from scrabble.game.board import BoardLayout
from scrabble.game.move import PASS, move_text
from scrabble.game.position import require_solvable
from scrabble.game.rules import Rules
from scrabble.game.tiles import Alphabet
from scrabble.records import gcg
from scrabble.records.record import GameRecord, GcgError
from scrabble.records.replay import Game, replay
from scrabble.records.walk import ReplayedTurn
from tests.conftest import DATA

POSITIONS = bundled("positions")
GAMES = sorted((POSITIONS / "games").glob("*.gcg"))
LONG = POSITIONS / "games" / "g0030.gcg"  # 15 turns with an empty bag, six passes at the end
OUT = POSITIONS / "games" / "g0052.gcg"  # 5 turns with an empty bag, then a side goes out
PLAYERS = "#player1 ann\n#player2 bob\n"


def racks(turn: ReplayedTurn) -> list[str]:
    """Both racks before a turn, the player's first."""
    return list(turn.position.racks)


def warnings(text: str | GameRecord) -> list[str]:
    """All warnings of reading and replaying a game."""
    game = gcg.loads(text) if isinstance(text, str) else text
    return [*map(str, game.warnings), *map(str, replay(game).warnings)]


# Real games


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_real_game(path: Path) -> None:
    game = gcg.load(path)
    replayed = replay(game, strict=True)
    last = {event.player: event.total for event in game.events}
    assert replayed.totals == (last[0], last[1])
    assert replayed.is_over
    assert replayed.bag == 0
    assert replayed.final.is_over
    both = replayed.totals[replayed.on_turn], replayed.totals[1 - replayed.on_turn]
    assert replayed.final.scores == both
    assert [turn.number for turn in replayed.turns] == list(range(1, len(replayed.turns) + 1))
    for turn, after in zip(replayed.turns, [*replayed.turns[1:], None], strict=True):
        position = turn.position
        assert (turn.score, turn.total) == (turn.event.score, turn.event.total)
        assert sorted(position.alphabet.encode(turn.event.rack)) == list(position.rack_codes[0])
        assert position.problems() == [] or turn.bag
        if turn.move is not None and after is not None:
            played = position.play(turn.move)
            assert (played.squares == after.position.squares).all()
            assert (played.scores, played.scoreless_turns) == (
                after.position.scores,
                after.position.scoreless_turns,
            )
            if not turn.bag:
                assert played == after.position
    for turn in replayed.endgame:
        require_solvable(turn.position)
        assert turn.missing == (0, 0)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_known_positions_of_a_real_game(path: Path) -> None:
    """The positions that were taken from the same games by another program."""
    replayed = replay(gcg.load(path))
    compared = 0
    for file in ("first-empty-bag.jsonl", "late.jsonl"):
        for line in (POSITIONS / file).read_text("utf-8").splitlines():
            known = json.loads(line)
            game, _, turn = known["id"].partition("t")
            if game == path.stem:
                number = int(turn) if turn else replayed.endgame[0].number - 1
                expected = cgp.loads(known["cgp"])
                plain = dataclasses.replace(expected, lexicon_name=None, extra=())
                assert replayed.turns[number].position == plain
                compared += 1
    assert compared


def test_a_turn() -> None:
    replayed = replay(gcg.load(OUT))
    first, *_, last = replayed.turns
    assert (first.number, first.player, first.bag, first.held, first.event.line) == (1, 0, 86, (7, 7), 5)
    assert first.position.rack_codes[1] == b""
    assert first.missing == (0, 7)
    assert (first.bonus, first.is_taken_back, first.notes) == (0, False, ())
    assert (last.bag, last.drawn, replayed.on_turn) == (0, 0, 1 - last.player)
    assert last.move is not None
    assert move_text(last.move, last.position).split()[0] == last.event.move.split()[0]
    assert len(replayed.endgame) == 5


# Challenges


def test_challenges() -> None:
    replayed = replay(gcg.load(DATA / "gcg" / "challenges.gcg"), strict=True)
    turns = replayed.turns
    assert replayed.totals == (334, 430)
    assert [turn.number for turn in turns if turn.is_taken_back] == [3, 29]
    phony, lost, real = turns[2:5]
    assert (phony.score, phony.total, phony.used, phony.drawn) == (16, 12, b"", 0)
    assert (lost.move, lost.position.scoreless_turns, lost.position.scores) == (PASS, 1, (20, 12))
    assert lost.notes == ("played too fast\nand missed ANOTHER ONE",)
    assert real.position.scoreless_turns == 2
    assert (real.position.squares == phony.position.squares).all()
    assert (real.bag, real.held, racks(real)) == (phony.bag, phony.held, racks(phony))
    assert [(turn.number, turn.bonus, turn.total) for turn in turns if turn.bonus] == [
        (15, 5, 205),
        (16, 5, 253),
    ]
    # An out-play that is challenged off opens the game again; a lost challenge is a pass.
    out, waiting, again, last = turns[28:]
    assert out.event.move == "B1 SEER"
    assert racks(waiting) == ["LNRT", "EERS"]
    assert (again.position.scoreless_turns, racks(again)) == (2, ["EERS", "LNRT"])
    assert again.position.play(again.move or PASS).is_over
    assert last.notes == ("#unsuccessful-challenge",)
    assert replayed.is_over


def test_two_bonuses_after_one_play_add_up() -> None:
    text = (
        f"{PLAYERS}>ann: AEIRSTT 8E STAR +8 8\n>ann: (challenge) +5 13\n>ann: (challenge) +4 17\n"
        ">bob: AAEEIRT 9E AA +6 6\n"
    )
    replayed = replay(gcg.loads(text))
    assert [(turn.score, turn.bonus, turn.total) for turn in replayed] == [(8, 9, 17), (6, 0, 6)]
    assert replayed.turns[1].position.scores == (0, 17)
    assert replayed.totals == (17, 6)
    assert warnings(text) == ["line 5: a second challenge bonus of ann"]


def test_old_style() -> None:
    replayed = replay(gcg.load(DATA / "gcg" / "old_style.gcg"), strict=True)
    known = replay(gcg.load(POSITIONS / "games" / "g0008.gcg"))
    assert [turn.position for turn in replayed.turns] == [turn.position for turn in known.turns]
    assert replayed.totals == (466 + 2, 408 - 2)
    assert replayed.record.events[4].trailing == "AX, TI"


# What a game is played with

POLISH = ">ann: ĆĘIKPST 8G STĘPIĆ +46 46\n>bob: AHIJOUY - +0 0\n"


def test_tiles() -> None:
    replayed = replay(gcg.loads(PLAYERS + POLISH))
    assert replayed.final.alphabet is Alphabet.load("polish")
    assert list(map(str, replayed.warnings)) == [
        "line 3: the tiles are assumed to be polish, as no pragma names them"
    ]
    for pragma in ("#lexicon OSPS49\n", "#tile-distribution Polish\n"):
        replayed = replay(gcg.loads(PLAYERS + pragma + POLISH), strict=True)
        assert replayed.final.rules == Rules.load("polish")
    assert replay(gcg.loads(PLAYERS + POLISH), alphabet=Alphabet.load("polish")).warnings == ()
    assert replay(gcg.loads(f"{PLAYERS}#lexicon FRA24\n")).final.lexicon_name == "FRA24"
    assert replay(gcg.loads(PLAYERS)).final.lexicon_name is None
    unknown = f"{PLAYERS}#tile-distribution klingon\n>ann: A - +0 0\n"
    assert warnings(unknown)[0].startswith("line 3: #tile-distribution: unknown language 'klingon', expected")
    for event in ("-Ł +0 0", "(AHŁ) -6 -6"):
        text = f"{PLAYERS}>ann: - +0 0\n>bob: {event}\n"
        assert "line 4: the tiles are assumed to be polish, as no pragma names them" in warnings(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            ">ann: AEÖ - +0 0\n",
            "line 3: the tiles may be german, swedish; name them in #tile-distribution",
        ),
        (">ann: A -Ω +0 0\n", "line 3: no tile 'Ω' in the english set: 'Ω'"),
        ("#game-type wordsmog\n", "line 3: game type 'wordsmog': only classic games can be replayed"),
        ("#board-layout round\n", "line 3: #board-layout: unknown board 'round', expected one of"),
        ("#board-layout /etc/x.toml\n", "line 3: #board-layout: unknown board '/etc/x', expected one of"),
    ],
)
def test_unknown_settings(text: str, message: str) -> None:
    with pytest.raises(GcgError) as caught:
        replay(gcg.loads(PLAYERS + text))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("pragma", ["#lexicon GERMAN\n", "#lexicon Deutsch\n", "#lexicon club list\n", ""])
def test_the_tiles_with_which_the_replay_finds_the_least_that_is_odd(pragma: str) -> None:
    """Check a German game: Ä, Ö and Ü are Swedish and Norwegian letters, too."""
    text = (DATA / "reported" / "c06-lexicon-GERMAN.gcg").read_text("utf-8")
    game = replay(gcg.loads(text.replace("#lexicon GERMAN\n", pragma)))
    is_named = pragma in ("#lexicon GERMAN\n", "#lexicon Deutsch\n")
    assert game.final.alphabet is Alphabet.load("german") and game.totals == (348, 560)
    assumed = "the tiles are assumed to be german, as no pragma names them"
    assert [text for _, text in game.warnings] == ([] if is_named else [assumed])


def test_a_super_board_with_an_english_lexicon() -> None:
    record = gcg.load(DATA / "reported" / "c31-super-board.gcg")
    game = replay(record, alphabet=Alphabet.load("english"))  # that of the lexicon
    assert game.final.alphabet is Alphabet.load("english_super") and game.totals == (999, 963)
    assert (game.warnings, game) == ((), replay(record))
    text = gcg.dumps(record).replace("#tile-distribution english_super\n", "")
    assert replay(gcg.loads(text)).final.alphabet is Alphabet.load("english_super")
    in_note = text.replace("#board-layout SuperCrosswordGame\n", "#note BoardLayout: SuperCrosswordGame\n")
    warned = "the board is SuperCrosswordGame, as a note says"
    assert warned in [text for _, text in replay(gcg.loads(in_note)).warnings]


def test_boards() -> None:
    start = replay(
        gcg.loads(f"{PLAYERS}#board-layout SuperCrosswordGame\n#tile-distribution english_super\n")
    )
    assert (start.final.layout.size, start.bag) == (21, 186)
    assert replay(gcg.loads(f"{PLAYERS}#board-layout standard15\n#board-layout\n")).final.layout.size == 15
    plain = BoardLayout.from_rows(["....."] * 5, "plain")
    assert replay(gcg.loads(f"{PLAYERS}>ann: AT C3 AT +2 2\n"), layout=plain, strict=True).totals == (2, 0)
    odd = f"{PLAYERS}#game-board x\n#tile CH ch\n"
    assert warnings(odd) == [
        "line 3: #game-board is ignored: the squares are those of #board-layout",
        "line 4: #tile is ignored: the tiles are those of a known set",
    ]


# Rules of scoreless turns and exchanges


@pytest.mark.parametrize(
    ("language", "turns", "is_over"),
    [
        ("english", ["-"] * 5, False),
        ("english", ["-"] * 6, True),
        ("english", ["-", "-7"] * 3, True),
        *((language, ["-"] * 4, True) for language in ("german", "polish", "spanish")),
        *((language, ["-", "-", "-", "-7", "-", "-"], False) for language in ("german", "polish", "spanish")),
    ],
)
def test_scoreless_turns_end_a_game(language: str, turns: list[str], is_over: bool) -> None:
    """In some languages only passes do, and an exchange ends a run of them; a play of two blanks is none."""
    moves = ["8G aa", *turns]
    events = (f">{('ann', 'bob')[at % 2]}: {move} +0 0\n" for at, move in enumerate(moves))
    game = replay(gcg.loads(f"{PLAYERS}#tile-distribution {language}\n{''.join(events)}"))
    assert game.is_over == game.final.is_over == is_over and game.totals == (0, 0)


@pytest.mark.parametrize(
    ("turns", "exchange", "rules", "warned"),
    [
        (23, ">beta: DMNOOOR -DM +0 383", "english", []),  # 7 tiles in the bag
        (24, ">alpha: AEEGRSU -AG +0 296", "english", ["an exchange with only 2 tiles left in the bag"]),
        (24, ">alpha: AEEGRSU -AG +0 296", "spanish", []),
        (24, ">alpha: AEEGRSU -AGR +0 296", "spanish", ["an exchange with only 2 tiles left in the bag"]),
    ],
)
def test_an_exchange_takes_tiles_in_the_bag(turns: int, exchange: str, rules: str, warned: list[str]) -> None:
    """Seven of them in English, as many as are exchanged in Spanish."""
    lines = (POSITIONS / "games" / "g0010.gcg").read_text("utf-8").splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith(">"))
    record = gcg.loads("\n".join([*lines[: first + turns], exchange]))
    game = replay(record, rules=Rules.load(rules))
    assert [text for _, text in game.warnings] == warned and game.turns[-1].move is None


def test_errors_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.gcg"
    path.write_text(f"{PLAYERS}>ann: A 1A CAT +5 5\n")
    with pytest.raises(GcgError, match=r"bad\.gcg, line 3: turn 1, ann: cannot play '1A CAT': "):
        replay(gcg.load(path))


def test_replay_is_empty_without_events() -> None:
    replayed = replay(gcg.loads(PLAYERS))
    assert isinstance(replayed, Game)
    assert (replayed.turns, replayed.endgame, replayed.totals, replayed.bag) == ((), (), (0, 0), 86)
