"""From a `Game` to the text of a GCG file, in the form that every program reads.

The encoding comes first if one was declared or is needed, always UTF-8; then the players; then all
else in its order, with one space between columns (two where an empty rack leaves them).
"""

from __future__ import annotations

from scrabble.gcg.record import Event, Game, Kind, Pragma


def write(game: Game) -> str:
    """Write a game; lines end in LF."""
    lines = [f"#player{at} {player.nick} {player.name}".rstrip() for at, player in enumerate(game.players, 1)]
    lines += [
        _event_line(item, game) if isinstance(item, Event) else _pragma_line(item) for item in game.items
    ]
    text = "".join(f"{line}\n" for line in lines)
    if game.encoding is not None or not text.isascii():
        text = f"#character-encoding UTF-8\n{text}"
    return text


def _pragma_line(pragma: Pragma) -> str:
    return pragma.text if pragma.name is None else f"#{pragma.name} {pragma.text}".rstrip(" ")


def _event_line(event: Event, game: Game) -> str:
    columns = [f">{game.players[event.player].nick}:"]
    if event.rack or event.kind is not Kind.END_RACK:
        columns.append(event.rack)
    columns.append(event.move)
    if event.score is not None:
        columns.append(f"{event.score:+}")
    if event.total is not None:
        columns.append(str(event.total))
    if event.trailing:
        columns.append(event.trailing)
    return " ".join(columns)
