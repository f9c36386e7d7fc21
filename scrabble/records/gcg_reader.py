"""Parser of GCG: bytes to text, lines (`gcg_lines`) to a `GameRecord`.

    >nick:  RACK   8D WORD        +16  16   BE, ET     play; the rack may be missing
                   - | -- | -QO | -5                   pass, phony taken back, exchange
                   (challenge) | (time) | (RT)         bonus, time penalty, tiles left on a rack
                                  score
                                       total           may be missing, may be negative
                                            trailing   old files: the words formed

Columns are separated by white space.  The rack is everything before the first token that looks like a move.
(TIME) in capitals is four tiles.  Any text that determines the game is read; oddities are warnings.

    a byte order mark             UTF-8, UTF-16 or UTF-32
    #character-encoding NAME      that one, on whichever line it stands
    neither, valid UTF-8          UTF-8, with a warning
    neither                       ISO-8859-1, as the specification says

Bytes that do not fit the declared encoding are read as Windows-1252, or as ISO-8859-1 if only that has a
character for them.  The game is never lost by this: a move is ASCII, or its text is rejected later.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from typing import TypeAlias

from scrabble.game.cgp import FEWEST_SLASHES
from scrabble.game.tiles import quoted, shortened
from scrabble.records.encoding import as_utf8, is_wide
from scrabble.records.gcg_lines import ENCODING, PLAYER, Line, nick_and_rest, spelling, split, whole_number
from scrabble.records.record import (
    GROUP,
    KEPT_ONCE,
    MARKS,
    SQUARE,
    Event,
    EventKind,
    GameRecord,
    GcgError,
    Player,
    Pragma,
    WarningCollector,
)

POINTLESS = (EventKind.BONUS, EventKind.TIME)  # their points cannot be computed by the rules


def player_of(nick: str, players: tuple[Player, Player], line: int, notices: WarningCollector) -> int:
    """Return the player of a nick; other spellings and names are read with a warning.  Raises GcgError."""
    nicks = [player.nick for player in players]
    if nick in nicks:
        return nicks.index(nick)
    wanted = spelling(nick)
    with_blanks = [each.replace("_", " ") for each in nicks]
    for texts in (nicks, with_blanks, [player.name for player in players]):
        found = [*map(spelling, texts)]
        if wanted and found.count(wanted) == 1:
            number = found.index(wanted)
            notices.add(line, f"player {quoted(nick)} is read as {nicks[number]}")
            return number
    expected = " or ".join(map(shortened, nicks))
    raise GcgError(f"unknown player {quoted(nick)}, expected {expected}", line)


def parse_event(player: int, text: str, line: int, notices: WarningCollector) -> Event:
    """Read an event line after its nick.  Raises GcgError."""
    tokens = text.split()
    rack = tokens.pop(0) if _has_rack(tokens) else ""
    if not tokens or not _is_move(tokens[0]):
        raise GcgError(f"expected a rack, a move and its score, got {quoted(text.strip())}", line)
    move = tokens.pop(0)
    if SQUARE.fullmatch(move):
        if not tokens or _is_signed(tokens[0]) or not tokens[0].strip(MARKS):
            raise GcgError(f"expected a word after the square {move}, got {quoted(text.strip())}", line)
        move = f"{move.upper()} {tokens.pop(0)}"
    elif move.lower() == "(challenge)" or (move.lower() == "(time)" and move != "(TIME)"):
        move = move.lower()
    score, total = _score(tokens, line, notices), None
    if score is None and Event(player, rack, move).kind in POINTLESS:
        raise GcgError(f"expected points after {move}, got nothing", line)
    if score is not None:
        total = whole_number(tokens[0]) if tokens else None
        if total is None:
            notices.add(line, "no cumulative score")
        else:
            tokens.pop(0)
    return Event(player, rack, move, score, total, " ".join(tokens), line)


def _has_rack(tokens: list[str]) -> bool:
    """Return whether the first token is a rack; it may look like a square (1A: the tiles CH and A)."""
    if not tokens or not _is_move(tokens[0]):
        return bool(tokens)
    if len(tokens) == 1:
        return False
    is_play = SQUARE.fullmatch(tokens[1]) and not (len(tokens) > 2 and _is_signed(tokens[2]))
    if tokens[0] in ("-", "--"):  # signs for unknown tiles, if a move follows
        is_other = GROUP.fullmatch(tokens[1]) or tokens[1] in ("-", "--")
        return bool(is_play or (is_other and len(tokens) > 2))
    return bool(SQUARE.fullmatch(tokens[0]) and (is_play or tokens[1] in ("-", "--")))


def _is_move(token: str) -> bool:
    is_exchange = token.startswith("-") and (token == "--" or not token.startswith("--"))
    return bool(is_exchange or SQUARE.fullmatch(token) or GROUP.fullmatch(token))


def _is_signed(token: str) -> bool:
    return token[0] in "+-" and whole_number(token) is not None


def _score(tokens: list[str], line: int, notices: WarningCollector) -> int | None:
    if not tokens:
        notices.add(line, "no score")
        return None
    token = tokens.pop(0)
    score = whole_number(token)
    if score is None:
        raise GcgError(f"expected a score such as +26, got {quoted(token)}", line)
    if token[0] not in "+-":
        notices.add(line, f"the score {token} has no sign")
    return score


DECLARED = re.compile(rb"(?:^|(?<=[\r\n]))[ \t]*#character-encoding[ \t]+([^\r\n]*)", re.I)
WIDE_DECLARED = re.compile(rb"(#character-encoding[ \t]+)(?:utf|ucs)-?(?:16|32|2|4)[-a-z]*", re.I)
FAMILIES = ("utf-8", "ascii", "iso8859", "cp125", "koi8")  # of codecs that keep ASCII and line ends
LATIN, WINDOWS = "iso8859-1", "cp1252"


def codec(name: str) -> str | None:
    """Return the codec of an encoding name, None if it is unknown or not supported."""
    try:
        found = codecs.lookup(name.strip().replace(" ", "-")).name
    except (LookupError, ValueError):  # ValueError: a NUL character
        return None
    return found if found.startswith(FAMILIES) else None


def decode(data: bytes, notices: WarningCollector) -> str:
    """Decode the bytes of a file; oddities are added to `notices`.  Raises GcgError."""
    was_wide, data = is_wide(data), as_utf8(data)
    if b"\0" in data:
        raise GcgError("not a text file: it has NUL characters", line_of(data, data.index(b"\0")))
    if was_wide:
        data = WIDE_DECLARED.sub(rb"\1UTF-8", data)  # what it is now
    declared = DECLARED.search(data.removeprefix(codecs.BOM_UTF8))
    name = declared[1].strip().decode("ascii", "replace") if declared else ""
    line = line_of(data, declared.start(1)) if declared else 1
    found = codec(name) if declared else None
    if declared and not found:
        raise GcgError(unknown_encoding(name), line)
    if data.startswith(codecs.BOM_UTF8):
        if found not in (None, "utf-8"):
            notices.add(line, f"a byte order mark says UTF-8, not {name}")
        found, data = "utf-8", data.removeprefix(codecs.BOM_UTF8)
    elif not declared and not data.isascii():
        found = _guess(data, notices)
    if found == LATIN and re.search(rb"[\x80-\x9f]", data) and _reads(data, WINDOWS):
        at = line_of(data, re.search(rb"[\x80-\x9f]", data).start())  # type: ignore[union-attr]
        notices.add(at, "characters that ISO-8859-1 has not, read as Windows-1252")
        found = WINDOWS
    try:
        return data.decode(found or "ascii")
    except UnicodeDecodeError as error:
        at, other = line_of(data, error.start), WINDOWS if _reads(data, WINDOWS) else LATIN
        read_as = "Windows-1252" if other == WINDOWS else "ISO-8859-1"
        notices.add(at, f"byte {data[error.start]:#04x} is no {name or found} character, read as {read_as}")
        return data.decode(other)


def unknown_encoding(name: str) -> str:
    """Return the message for an unknown encoding name."""
    return f"unknown character encoding {quoted(name)}, expected UTF-8 or ISO-8859-1"


def line_of(data: bytes, at: int) -> int:
    """Return the number of the line of byte `at`."""
    return 1 + len(re.findall(rb"\r\n|\r|\n", data[:at]))


def _guess(data: bytes, notices: WarningCollector) -> str:
    if not _reads(data, "utf-8"):
        return LATIN
    first = next(at for at, byte in enumerate(data) if byte > 127)
    notices.add(line_of(data, first), "read as UTF-8, though there is no #character-encoding UTF-8")
    return "utf-8"


def _reads(data: bytes, name: str) -> bool:
    try:
        data.decode(name)
    except UnicodeDecodeError:
        return False
    return True


MOST_EVENTS = 1000
PLAYERS = ("player1", "player2")
Continued: TypeAlias = dict[int, tuple[Pragma, list[str]]]  # notes by their places, and all their lines
AFTER_EVENTS = ("note", "rack1", "rack2", "incomplete", "-", None)  # pragmas allowed after events


def parse(text: str, notices: WarningCollector) -> GameRecord:
    """Parse a game; oddities are added to `notices`.  Raises GcgError."""
    lines = split(text.removeprefix("\ufeff"), notices)
    pragmas = [line for line in lines if isinstance(line, Pragma)]
    raw = [line for line in lines if not isinstance(line, Pragma)]
    if len(raw) > MOST_EVENTS:
        raise GcgError(f"more than {MOST_EVENTS} events: not a game record", raw[MOST_EVENTS][0])
    if not raw and not any(PLAYER.fullmatch(each.name or "") for each in pragmas):
        raise _no_record(text)
    _check_single_game(lines)
    encoding = _encoding(lines, notices)
    players = _players(pragmas, [nick_and_rest(text)[0] for _, text in raw], notices)
    items: list[Pragma | Event] = []
    continued: Continued = {}
    known: dict[str, int] = {}  # nicks, as they are written
    for line in lines:
        if not isinstance(line, Pragma):
            number, written = line
            nick, rest = nick_and_rest(written)
            if nick not in known:
                known[nick] = player_of(nick, players, number, notices)
            items.append(parse_event(known[nick], rest, number, notices))
        elif line.name is None and items and isinstance(last := items[-1], Pragma) and last.name == "note":
            # the lines between have been removed
            continued.setdefault(len(items) - 1, (last, [last.text]))[1].append(line.text)
        elif line.name != ENCODING and not PLAYER.fullmatch(line.name or ""):
            items.append(line)
    for at, (note, texts) in continued.items():
        items[at] = Pragma("note", "\n".join(texts), note.line)
    _check_order(lines, notices)
    return GameRecord(players, tuple(items), encoding)


def _no_record(text: str) -> GcgError:
    """Return what was expected of a text without players and events, and what it is."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    number, first = next((each for each in lines if each[1][0] != "#"), lines[0] if lines else (1, ""))
    if first.count("/") >= FEWEST_SLASHES or (first.startswith("{") and '"cgp"' in first):
        return GcgError("a position, expected the record of a game (GCG): solve takes positions", number)
    expected = "expected the record of a game (GCG), with #player1 and #player2"
    return GcgError(f"{expected}, got {quoted(first)}", number)


def _encoding(lines: list[Line], notices: WarningCollector) -> str | None:
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


def _players(pragmas: list[Pragma], nicks: list[str], notices: WarningCollector) -> tuple[Player, Player]:
    """Return the declared players; a missing one gets the remaining nick of the events."""
    found = _declared(pragmas, nicks, notices)
    known = {spelling(name) for player in found.values() for name in player}
    others = [nick for nick in dict.fromkeys(nicks) if spelling(nick) not in known]
    missing = [name for name in PLAYERS if name not in found]
    is_clear = len(others) == len(missing) and all(
        len(nick.split()) == 1 or (nick and nicks.count(nick) > 1) for nick in others
    )
    if missing and not is_clear:
        raise GcgError(f"no #{' and #'.join(missing)}: not a game of two players", 1)
    for name, nick in zip(missing, others, strict=False):
        notices.add(1, f"no #{name}, assumed to be {nick}")
        found[name] = _player("", nick)
    one, two = (found[name] for name in PLAYERS)
    return one, two


def _check_single_game(lines: list[Line]) -> None:
    """Raise GcgError if players are declared again after events, where another game begins."""
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


def _player(text: str, nick: str) -> Player:
    """Return a player by nick and name; blanks of the nick become _, so that every program reads it."""
    written = "_".join(nick.split())
    return Player(written, text or (" ".join(nick.split()) if written != nick else ""))


def _declared(pragmas: list[Pragma], nicks: Sequence[str], notices: WarningCollector) -> dict[str, Player]:
    """Return the players by their pragmas, player1 and player2; `nicks` are those of the events.

    A nick with blanks is known by the events.
    """
    found: dict[str, Player] = {}
    spelled = sorted({spelling(nick) for nick in nicks if len(nick.split()) > 1}, key=len, reverse=True)
    for pragma in pragmas:
        name, line = pragma.name or "", pragma.line
        if not PLAYER.fullmatch(name):
            continue
        if name not in PLAYERS:
            raise GcgError(f"#{shortened(name)}: only games of two players can be read", line)
        if not pragma.text:
            raise GcgError(f"expected a nick after #{name}, got nothing", line)
        player = Player(*pragma.text.split(None, 1))
        for nick in spelled:
            if f"{spelling(pragma.text)} ".startswith(f"{nick} ") and nick != spelling(player.name):
                words = pragma.text.split()
                count = len(nick.split())
                player = _player(" ".join(words[count:]), " ".join(words[:count]))
                break
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


def _check_order(lines: list[Line], notices: WarningCollector) -> None:
    """Warn of pragmas that are misplaced or given twice."""
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
