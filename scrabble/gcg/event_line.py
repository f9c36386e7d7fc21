"""One line of a GCG file: an event taken apart.

    >nick:  RACK   8D WORD        +16  16   BE, ET     play; the rack may be missing
                   - | -- | -QO | -5                   pass, phony taken back, exchange
                   (challenge) | (time) | (RT)         bonus, time penalty, tiles left on a rack
                                  score
                                       total           may be missing, may be negative
                                            trailing   old files: the words formed

Columns are separated by white space.  What a move looks like decides where the rack ends: a rack is
anything before it.  (TIME) in capitals are four tiles.
"""

from __future__ import annotations

import re

from scrabble.game.tiles import quoted, shortened
from scrabble.gcg.record import GROUP, MARKS, SQUARE, Event, GcgError, Kind, Notices, Player

NICK = re.compile(r">\s*(\S*?):(?=\s|$)(.*)", re.DOTALL)
LOOSE_NICK = re.compile(r">\s*([^:]*?)\s*:(.*)", re.DOTALL)
NUMBER = re.compile(r"([+-]{0,2})([0-9]{1,9})")
POINTLESS = (Kind.BONUS, Kind.TIME)  # whose points no rule can tell


def nick_and_rest(text: str) -> tuple[str, str]:
    """The nick of an event line, without > and colon ('' if there is none), and what follows it."""
    match = NICK.match(text) or LOOSE_NICK.match(text)
    return (match[1], match[2]) if match else ("", text[1:])


def player_of(nick: str, players: tuple[Player, Player], line: int, notices: Notices) -> int:
    """Which player a nick means; full names and other cases are read with a warning.  Raises GcgError."""
    nicks = [player.nick for player in players]
    if nick in nicks:
        return nicks.index(nick)
    wanted = " ".join(nick.split()).casefold()
    for spellings in ([n.casefold() for n in nicks], [player.name.casefold() for player in players]):
        if wanted and spellings.count(wanted) == 1:
            number = spellings.index(wanted)
            notices.add(line, f"player {quoted(nick)} is taken for {nicks[number]}")
            return number
    expected = " or ".join(map(shortened, nicks))
    raise GcgError(f"unknown player {quoted(nick)}, expected {expected}", line)


def event(player: int, text: str, line: int, notices: Notices) -> Event:
    """Read what follows the nick.  Raises GcgError."""
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
        total = _number(tokens[0]) if tokens else None
        if total is None:
            notices.add(line, "no cumulative score")
        else:
            tokens.pop(0)
    return Event(player, rack, move, score, total, " ".join(tokens), line)


def _has_rack(tokens: list[str]) -> bool:
    """Is the first token a rack?  One that looks like a square is, before a move (1A: the tiles CH and A)."""
    if not tokens or not _is_move(tokens[0]):
        return bool(tokens)
    if len(tokens) == 1:
        return False
    is_play = SQUARE.fullmatch(tokens[1]) and not (len(tokens) > 2 and _is_signed(tokens[2]))
    return bool(SQUARE.fullmatch(tokens[0]) and (is_play or tokens[1] in ("-", "--")))


def _is_move(token: str) -> bool:
    is_exchange = token.startswith("-") and (token == "--" or not token.startswith("--"))
    return bool(is_exchange or SQUARE.fullmatch(token) or GROUP.fullmatch(token))


def _is_signed(token: str) -> bool:
    return token[0] in "+-" and _number(token) is not None


def _number(token: str) -> int | None:
    match = NUMBER.fullmatch(token)
    return None if match is None else int(match[2]) * (-1 if "-" in match[1] else 1)


def _score(tokens: list[str], line: int, notices: Notices) -> int | None:
    if not tokens:
        notices.add(line, "no score")
        return None
    token = tokens.pop(0)
    score = _number(token)
    if score is None:
        raise GcgError(f"expected a score such as +26, got {quoted(token)}", line)
    if token[0] not in "+-":
        notices.add(line, f"the score {token} has no sign")
    return score
