"""Records of self-play games: full racks, cumulative scores, the tiles left at the end.

>first: AEEIRTU 8H URAEI +12 12
>second: EERS B1 REES +18 341
>second: (LNRT) +8 349
"""

from __future__ import annotations

from collections.abc import Iterator

from scrabble.game.board import square_name
from scrabble.game.move import Move
from scrabble.game.tiles import Alphabet
from scrabble.records.record import Event, GameRecord, Player, Pragma
from scrabble.records.replay import DEFAULT_ALPHABET, DEFAULT_BOARD
from scrabble.selfplay.play_game import PlayedGame, PlayedTurn

NICKS = ("first", "second")


def to_gcg(game: PlayedGame) -> GameRecord:
    """Return the game as a GCG record; `gcg.dumps` turns it into text."""
    first, second = (
        Player(nick, f"{nick.capitalize()} ({name})") for nick, name in zip(NICKS, game.players, strict=True)
    )
    pragmas = [Pragma("title", f"self-play, seed {game.seed}, game {game.number}")]
    alphabet, layout, lexicon = game.final.alphabet, game.final.layout, game.final.lexicon_name
    if lexicon is not None:
        pragmas.append(Pragma("lexicon", lexicon))
    if alphabet.name != DEFAULT_ALPHABET:
        pragmas.append(Pragma("tile-distribution", alphabet.name))
    if layout.name != DEFAULT_BOARD:
        pragmas.append(Pragma("board-layout", layout.name))
    return GameRecord((first, second), (*pragmas, *map(_event, game.turns), *_ending(game)))


def _event(turn: PlayedTurn) -> Event:
    alphabet = turn.position.alphabet
    if turn.move is None:
        text = f"-{alphabet.rack_text(turn.exchanged)}"
    else:
        text = "-" if turn.move.is_pass else _play_text(turn.move, alphabet)
    rack = turn.position.racks[0]
    return Event(turn.player, rack, text, turn.score, turn.position.scores[0] + turn.score)


def _play_text(move: Move, alphabet: Alphabet) -> str:
    """Return square and word of a play, with a dot for each tile played through."""
    word = "".join(alphabet.decode([code]) if code else "." for code in move.tiles)
    return f"{square_name(move.row, move.col, move.down)} {word}"


def _ending(game: PlayedGame) -> Iterator[Event]:
    """Yield the events for the tiles left on the racks."""
    final = game.final
    for at in (1, 0):  # the player who moved last comes first
        is_winner = final.is_out and not final.rack_codes[at]
        total = final.final_scores[at]
        points = total - final.scores[at]
        if final.is_out and not is_winner and not points:
            continue
        player = 1 - game.on_turn if at else game.on_turn
        left = final.racks[1 - at] if is_winner else final.racks[at]
        yield Event(player, "" if final.is_out else left, f"({left})", points, total)
