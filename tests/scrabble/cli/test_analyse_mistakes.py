"""`endgame analyse --puzzles FILE.jsonl --player NAME`."""

from __future__ import annotations

from scrabble.puzzles.puzzle import read_puzzles
from tests.worlds.many_games import copy_games


def test_the_mistakes_of_a_game(endgame, tmp_path):
    out = tmp_path / "mine.jsonl"
    done = endgame("analyse", "g0010", "--lexicon", "ENABLE", "--max-bag", "0", "--puzzles", out)
    assert done.status == 0 and "new puzzle" in done.err
    found = read_puzzles(out)
    assert found and all(each.played == each.refutations[0].move for each in found)
    again = endgame("analyse", "g0010", "--lexicon", "ENABLE", "--max-bag", "0", "--puzzles", out)
    assert "are already done" in again.err and read_puzzles(out) == found


def test_the_mistakes_of_one_player_in_a_folder(endgame, tmp_path):
    folder, out = copy_games(tmp_path / "games", "g0010", "g0018"), tmp_path / "mine.jsonl"
    arguments = ("analyse", folder, "--max-bag", "0", "--puzzles", out, "--player")
    done = endgame(*arguments, "beta")
    assert done.status == 0 and "new puzzle" in done.err
    assert {each.players[0] for each in read_puzzles(out)} == {"Beta"}
    said = "error: --player 'Nobody': no game of this player; the players are Alpha, Beta\n"
    assert endgame(*arguments, "Nobody") == (2, "", said)
