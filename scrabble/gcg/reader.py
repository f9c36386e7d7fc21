"""From the text of a GCG file to a `Game`: lines, players and the order of things.

    #...    pragma: a known one is checked, an unknown one kept with a warning
    >...    event, always, also after a note
    other   goes on with the note before; elsewhere kept with a warning

Everything is read that leaves the game determined; what is odd is a warning with its line.
"""

from __future__ import annotations

import re

from scrabble.game.tiles import quoted, shortened
from scrabble.gcg import event_line
from scrabble.gcg.encoding import codec, unknown_encoding
from scrabble.gcg.record import KEPT_ONCE, KNOWN, Event, Game, GcgError, Notices, Player, Pragma

LINE_END = re.compile(r"\r\n|\r|\n")
MOST_EVENTS = 1000
PLAYER = re.compile(r"player[0-9]+")
PLAYERS = ("player1", "player2")
ENCODING = "character-encoding"
AFTER_EVENTS = ("note", "rack1", "rack2", "incomplete", "-", None)  # where other pragmas come too late


def read(text: str, notices: Notices) -> Game:
    """Read a game; what is odd is added to `notices`.  Raises GcgError."""
    lines = _lines(text.removeprefix("\ufeff"), notices)
    pragmas = [line for line in lines if isinstance(line, Pragma)]
    raw = [line for line in lines if not isinstance(line, Pragma)]
    if len(raw) > MOST_EVENTS:
        raise GcgError(f"more than {MOST_EVENTS} events: no game is so long", raw[MOST_EVENTS][0])
    _check_that_it_is_one(lines)
    encoding = _encoding(lines, notices)
    players = _players(pragmas, [event_line.nick_and_rest(text)[0] for _, text in raw], notices)
    items: list[Pragma | Event] = []
    for line in lines:
        if not isinstance(line, Pragma):
            number, written = line
            nick, rest = event_line.nick_and_rest(written)
            player = event_line.player_of(nick, players, number, notices)
            items.append(event_line.event(player, rest, number, notices))
        elif line.name is None and items and isinstance(last := items[-1], Pragma) and last.name == "note":
            items[-1] = Pragma("note", f"{last.text}\n{line.text}", last.line)  # what stood between is gone
        elif line.name != ENCODING and not PLAYER.fullmatch(line.name or ""):
            items.append(line)
    _check_order(lines, notices)
    return Game(players, tuple(items), encoding)


def _lines(text: str, notices: Notices) -> list[Pragma | tuple[int, str]]:
    """Pragmas, notes with all their lines, and the number and text of each event."""
    lines: list[Pragma | tuple[int, str]] = []
    blank = 0
    for number, line in enumerate(map(str.strip, LINE_END.split(text)), 1):
        last = lines[-1] if lines else None
        if not line:
            blank += 1
        elif line.startswith(">"):
            lines.append((number, line))
        elif line.startswith("#"):
            lines.append(_pragma(line, number, notices))
        elif isinstance(last, Pragma) and last.name == "note":
            lines[-1] = Pragma("note", last.text + "\n" * (blank + 1) + line, last.line)
        else:
            notices.add(number, f"neither pragma nor event: {quoted(line)}")
            lines.append(Pragma(None, line, number))
        if line:
            blank = 0
    return lines


def _pragma(line: str, number: int, notices: Notices) -> Pragma:
    match = re.match(r"#(\S*)\s*(.*)", line, re.DOTALL)
    name, text = (match[1], match[2]) if match else ("", line)  # any line with a # matches
    lower = name.lower()
    if lower in KNOWN or lower == ENCODING or PLAYER.fullmatch(lower):
        return Pragma(lower, text, number)
    notices.add(number, f"unknown pragma {quoted('#' + name)}")
    return Pragma(name, text, number)


def _encoding(lines: list[Pragma | tuple[int, str]], notices: Notices) -> str | None:
    declared = None
    for at, line in enumerate(lines):
        if not isinstance(line, Pragma) or line.name != ENCODING:
            continue
        if not codec(line.text):
            raise GcgError(unknown_encoding(line.text), line.line)
        if declared is not None:
            notices.add(line.line, f"#{ENCODING} is given twice")
        elif at:
            notices.add(line.line, f"#{ENCODING} belongs in the first line")
        declared = declared or line.text
    return declared


def _players(pragmas: list[Pragma], nicks: list[str], notices: Notices) -> tuple[Player, Player]:
    """The players that are declared; those that are not take the other nicks there are."""
    found = _declared(pragmas, notices)
    known = {player.nick for player in found.values()}
    others = [nick for nick in dict.fromkeys(nicks) if nick not in known]
    missing = [name for name in PLAYERS if name not in found]
    is_clear = len(others) == len(missing) and all(len(nick.split()) == 1 for nick in others)
    if missing and not is_clear:
        raise GcgError(f"no #{' and #'.join(missing)}: not a game of two players", 1)
    for name, nick in zip(missing, others, strict=False):
        notices.add(1, f"no #{name}, taken to be {nick}")
        found[name] = Player(nick)
    one, two = (found[name] for name in PLAYERS)
    return one, two


def _check_that_it_is_one(lines: list[Pragma | tuple[int, str]]) -> None:
    """Raise GcgError where the players are declared again after moves: another game begins there."""
    before: set[str | None] = set()
    has_events = False
    for line in lines:
        if not isinstance(line, Pragma):
            has_events = True
        elif PLAYER.fullmatch(line.name or ""):
            if has_events and line.name in before:
                raise GcgError(
                    f"another game begins here: expected one game, got #{line.name} again", line.line
                )
            before.add(line.name)


def _declared(pragmas: list[Pragma], notices: Notices) -> dict[str, Player]:
    """The players by their pragmas, player1 and player2."""
    found: dict[str, Player] = {}
    for pragma in pragmas:
        name, line = pragma.name or "", pragma.line
        if not PLAYER.fullmatch(name):
            continue
        if name not in PLAYERS:
            raise GcgError(f"#{shortened(name)}: only games of two players can be read", line)
        if not pragma.text:
            raise GcgError(f"expected a nick after #{name}, got nothing", line)
        player = Player(*pragma.text.split(None, 1))
        if name in found:
            if found[name] != player:
                raise GcgError(f"#{name} is given twice, for different players", line)
            notices.add(line, f"#{name} is given twice")
        for other in (found[other] for other in found if other != name):
            if other.nick == player.nick:
                raise GcgError(f"both players have the nick {quoted(player.nick)}", line)
            if other.name == player.name != "":
                notices.add(line, f"both players have the name {quoted(player.name)}")
        found[name] = player
    return found


def _check_order(lines: list[Pragma | tuple[int, str]], notices: Notices) -> None:
    """Warn of pragmas at places where they mean nothing, or that are given twice."""
    seen: set[str | None] = set()
    has_events = False
    rack: Pragma | None = None
    for line in lines:
        if not isinstance(line, Pragma):
            if not has_events and not any(PLAYER.fullmatch(name or "") for name in seen):
                notices.add(line[0], "an event before the players")
            has_events = True
            if rack:
                notices.add(line[0], f"an event after #{rack.name}, which belongs at the end")
                rack = None
            continue
        if line.name in seen and line.name in KEPT_ONCE:
            notices.add(line.line, f"#{line.name} is given twice: the last one counts")
        if line.name == "note" and not has_events:
            notices.add(line.line, "a note before any event")
        if line.name in ("rack1", "rack2"):
            rack = line
        if has_events and line.name not in AFTER_EVENTS and line.name != ENCODING:
            notices.add(line.line, f"#{line.name} after the first event")
        seen.add(line.name)
