"""Lines of a GCG: pragmas, notes with all their lines, and the texts of events.

    #...    pragma: a known one is checked, an unknown one kept with a warning
    >...    event
    other   continues the note before it; elsewhere kept with a warning

After a note a line that begins with > or # may belong to it, too.  It is text

    > 9A QUA is too risky            if no player has this nick,
    >ana: AENOOTT 8A NOTE +9 331     if the next total of the player does not count its points,
    #player1 is in trouble           if the other player is not named with it.

HTML entities are read as their characters, and > in front of every line, as in a quoted mail, is removed.
"""

from __future__ import annotations

import html
import re
import unicodedata
from typing import NamedTuple, TypeAlias

from scrabble.game.tiles import quoted
from scrabble.records.record import KNOWN, Pragma, WarningCollector

Line: TypeAlias = Pragma | tuple[int, str]  # an event: its number and text

LINE_END = re.compile(r"\r\n|\r|\n")
PLAYER = re.compile(r"player[0-9]+")
ENCODING = "character-encoding"
NICK = re.compile(r">\s*(\S*?):(?=\s|$)(.*)", re.DOTALL)
NUMBER = re.compile(r"([+-]{0,2})([0-9]{1,9})")
POINTS = re.compile(r"\s([+-]{1,2}[0-9]{1,9})\s+(-?[0-9]{1,9})(?=\s|$)")
ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});")
QUOTED_PLAYER = re.compile(r"^[ \t]*>[> \t]*#player[12]\s", re.IGNORECASE | re.MULTILINE)
MOST_QUOTED = 5  # mails, one in the other
PLAIN_PLAYER = re.compile(r"^[ \t]*#player[12]\s", re.IGNORECASE | re.MULTILINE)


def nick_and_rest(text: str) -> tuple[str, str]:
    """Return the nick of an event line, without > and colon ('' if there is none), and the rest."""
    if match := NICK.match(text):
        return match[1], match[2]
    nick, colon, rest = text[1:].partition(":")
    return (nick.strip(), rest) if colon else ("", text[1:])


def spelling(nick: str) -> str:
    """Return a nick in the form in which nicks are compared."""
    return unicodedata.normalize("NFC", " ".join(nick.split())).casefold()


def split(text: str, notices: WarningCollector) -> list[Line]:
    """Split into pragmas, notes with all their lines, and the number and text of each event."""
    plain = _without_mail_marks(_unescaped(text))
    numbered = list(enumerate(map(str.strip, LINE_END.split(plain)), 1))
    in_notes = _lines_in_notes(numbered)
    lines: list[Line] = []
    continued: dict[int, list[str]] = {}  # all lines of notes, by their places
    blank = 0
    for number, line in numbered:
        last = lines[-1] if lines else None
        is_text = number in in_notes
        if not line:
            blank += 1
        elif line.startswith(">") and not is_text:
            lines.append((number, line))
        elif line.startswith("#") and not is_text:
            lines.append(_pragma(line, number, notices))
        elif isinstance(last, Pragma) and last.name == "note":
            continued.setdefault(len(lines) - 1, [last.text]).append("\n" * blank + line)
            if is_text:
                notices.add(number, f"read as a line of the note: {quoted(line)}")
        else:
            notices.add(number, f"neither pragma nor event: {quoted(line)}")
            lines.append(Pragma(None, line, number))
        if line:
            blank = 0
    for at, texts in continued.items():
        note = lines[at]
        assert isinstance(note, Pragma)
        lines[at] = Pragma("note", "\n".join(texts), note.line)
    return lines


def _without_mail_marks(text: str) -> str:
    """Return a text without > in front of the lines, if the players are quoted like that."""
    for _ in range(MOST_QUOTED):
        if not QUOTED_PLAYER.search(text) or PLAIN_PLAYER.search(text):
            break
        text = re.sub(r"^[ \t]*> ?", "", text, flags=re.MULTILINE)
    return text


def _unescaped(text: str) -> str:
    """Return a text with HTML entities as their characters, also those that were escaped twice."""
    return ENTITY.sub(_character, ENTITY.sub(_character, text))


def _character(entity: re.Match[str]) -> str:
    found = html.unescape(entity[0]).replace("\xa0", " ")
    return found if found.isprintable() else entity[0]


def _pragma(line: str, number: int, notices: WarningCollector) -> Pragma:
    match = re.match(r"#(\S*)\s*(.*)", line, re.DOTALL)
    name, text = (match[1], match[2]) if match else ("", line)  # any line with a # matches
    lower = name.lower()
    if lower in KNOWN or lower == ENCODING or PLAYER.fullmatch(lower):
        return Pragma(lower, text, number)
    notices.add(number, f"unknown pragma {quoted('#' + name)}")
    return Pragma(name, text, number)


def whole_number(token: str) -> int | None:
    """Return a number with up to two signs, or None; one minus makes it negative."""
    match = NUMBER.fullmatch(token)
    return None if match is None else int(match[2]) * (-1 if "-" in match[1] else 1)


class _EventText(NamedTuple):
    """An event line: its player, as the nick is compared, and its points."""

    nick: str
    score: int | None
    total: int | None


def _event_text(line: str) -> _EventText:
    nick, rest = nick_and_rest(line)
    nick = spelling(nick or rest.strip().partition(" ")[0])  # a colon may be missing
    match = POINTS.search(rest)
    if match is None:
        return _EventText(nick, None, None)
    return _EventText(nick, whole_number(match[1]), int(match[2]))


def _lines_in_notes(numbered: list[tuple[int, str]]) -> set[int]:
    """Return the numbers of the lines that look like an event or a pragma, but are text of a note."""
    used = [(number, line) for number, line in numbered if line]
    following: dict[str, _EventText] = {}  # the next event of each nick
    next_events: dict[int, _EventText | None] = {}
    for number, line in reversed(used):
        if line.startswith(">"):
            event = _event_text(line)
            next_events[number] = following.get(event.nick)
            following[event.nick] = event
    found: set[int] = set()
    players: dict[str, str] = {}  # what each #player declares
    totals: dict[str, int] = {}
    has_events = is_note = False
    for at, (number, line) in enumerate(used):
        name = _name(line)
        if line.startswith(">"):
            event = _event_text(line)
            if is_note and _is_quoted(event, next_events[number], totals.get(event.nick, 0), players):
                found.add(number)
                continue
            has_events, is_note = True, False
            if event.total is not None:
                totals[event.nick] = event.total
        elif is_note and PLAYER.fullmatch(name) and len(players) == 2 and not _has_other(used, at):
            found.add(number)
        elif PLAYER.fullmatch(name):
            players[name] = spelling(line.partition(" ")[2])
        elif name:
            is_note = name == "note" and has_events
    return found


def _name(line: str) -> str:
    """Return the name of a pragma in lower case; "" for any other line."""
    return line[1:].split(None, 1)[0].lower() if line.startswith("#") and line[1:].strip() else ""


def _has_other(used: list[tuple[int, str]], at: int) -> bool:
    """Return whether the line before or after a #player declares a player, too."""
    return any(PLAYER.fullmatch(_name(line)) for _, line in (*used[at - 1 : at], *used[at + 1 : at + 2]))


def _is_quoted(event: _EventText, following: _EventText | None, before: int, players: dict[str, str]) -> bool:
    """Return whether an event line after a note belongs to the note; `before` is the player's total."""
    if len(players) == 2 and not any(_may_be(event.nick, player) for player in players.values()):
        return True
    if following is None or following.total is None or following.score is None:
        return False
    is_counted = event.total is not None and event.total + following.score == following.total
    adds_nothing = event.total == before and event.score != 0  # a turn that has been counted already
    return before + following.score == following.total and (adds_nothing or not is_counted)


def _may_be(nick: str, player: str) -> bool:
    """Return whether a nick is at the beginning or the end of what a #player declares."""
    return bool(nick) and (player == nick or player.startswith(f"{nick} ") or player.endswith(f" {nick}"))
