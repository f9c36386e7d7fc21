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
from scrabble.records.record import GcgError
from scrabble.records.replay import Game, replay
from scrabble.records.walk import ReplayedTurn
from tests.conftest import DATA

POSITIONS = bundled("positions")
GAMES = sorted((POSITIONS / "games").glob("*.gcg"))
SOME_GAMES = [pytest.param(path, marks=[pytest.mark.slow] * (at % 2)) for at, path in enumerate(GAMES)]
LONG = POSITIONS / "games" / "g0030.gcg"  # 15 turns with an empty bag, six passes at the end
OUT = POSITIONS / "games" / "g0052.gcg"  # 5 turns with an empty bag, then a side goes out
PLAYERS = "#player1 ann\n#player2 bob\n"


def racks(turn: ReplayedTurn) -> list[str]:
    """Both racks before a turn, the player's first."""
    return list(turn.position.racks)


# Real games


@pytest.mark.parametrize("path", SOME_GAMES, ids=lambda path: path.stem)
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


@pytest.mark.parametrize("path", SOME_GAMES, ids=lambda path: path.stem)
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


def test_old_style() -> None:
    replayed = replay(gcg.load(DATA / "gcg" / "old_style.gcg"), strict=True)
    known = replay(gcg.load(POSITIONS / "games" / "g0008.gcg"))
    assert [turn.position for turn in replayed.turns] == [turn.position for turn in known.turns]
    assert replayed.totals == (466 + 2, 408 - 2)
    assert replayed.record.events[4].trailing == "AX, TI"


# What a game is played with

POLISH = ">ann: ĆĘIKPST 8G STĘPIĆ +46 46\n>bob: AHIJOUY - +0 0\n"


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


# Rules of scoreless turns and exchanges


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


def test_what_a_game_is_played_with() -> None:
    named = replay(gcg.loads(f"{PLAYERS}#lexicon OSPS49\n{POLISH}"), strict=True).final
    assert (named.alphabet, named.rules) == (Alphabet.load("polish"), Rules.load("polish"))
    assert replay(gcg.loads(PLAYERS + POLISH), alphabet=Alphabet.load("polish")).warnings == ()
    assert replay(gcg.loads(f"{PLAYERS}#lexicon FRA24\n")).final.lexicon_name == "FRA24"
    assert replay(gcg.loads(PLAYERS)).final.lexicon_name is None
    plain = BoardLayout.from_rows(["....."] * 5, "plain")
    assert replay(gcg.loads(f"{PLAYERS}>ann: AT C3 AT +2 2\n"), layout=plain, strict=True).totals == (2, 0)
