"""Replay of the events of a game on the board, one by one: moves, scores, the side to move.

    held, bag    the number of tiles on each rack and in the bag; draws follow from the plays alone, so both
                 are known even if no rack is recorded
    totals       the scores as recorded, even wrong ones, since the players relied on them
    shown        the cumulative scores as recorded; a wrong one is reported once, later ones build on it

Racks are empty here; `records.racks` infers them afterwards.  Turns are plays, passes and exchanges; a phony
that is taken back remains a turn.  The end of a game gives points for the tiles left, written in three ways:

    >Dave: (G) +4 539             Dave goes out and gains twice the value of the other rack
    >Paul: (T) +1 360             Paul goes out and gains its value once,
    >Ganesh: T (T) -1 452           and the other side loses the same
    >Pakorn: FWLI (FWLI) -10 426  too many scoreless turns: each side loses the value of its own rack

Points count as recorded, since the players agreed on that result; if the rules differ, there is a warning.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from scrabble.english import counted
from scrabble.game.move import PASS, IllegalMoveError, Move, ScoredMove, canonical, move_text, parse_move
from scrabble.game.position import Position
from scrabble.game.tiles import BLANK, TileError, shortened
from scrabble.records.record import TURNS, Event, EventKind, GameRecord, GcgError, Pragma, WarningCollector

EMPTY = b"", b""
BLANK_IN_PARENTHESES = re.compile(r"\(([^\W\d_])\)")


class ShownTiles(NamedTuple):
    """Tiles of the opponent's rack that the side to move has seen and that must still be there."""

    tiles: bytes = b""  # sorted; a blank is 0
    turns: tuple[int, ...] = ()  # with the phonies that showed them, challenged off


NOTHING_SHOWN = ShownTiles()


@dataclass(frozen=True, slots=True)
class ReplayedTurn:
    """One turn, a play, a pass or an exchange, with the position before it and its outcome."""

    number: int  # 1, 2, ...
    event: Event  # as recorded: rack, move, score, total, line
    position: Position  # before the turn; the player first, scores as recorded
    move: Move | None  # None = an exchange
    score: int  # by the rules, before a phony is taken back
    total: int  # the player's recorded scores up to here, with `bonus`, without what was taken back
    bag: int  # tiles in the bag before the turn
    held: tuple[int, int]  # tiles on each rack before the turn, the player first
    used: bytes | None  # tiles that leave the rack for good, sorted; None = unknown
    drawn: int  # the number of tiles drawn
    bonus: int = 0  # points for a challenge that failed
    is_taken_back: bool = False  # a phony, challenged off the board
    notes: tuple[str, ...] = ()
    shown: ShownTiles = NOTHING_SHOWN  # with tiles in the bag: what the player knew of the other rack
    lost: int = 0  # tiles that must be on the rack and are not on the recorded one, nor played

    def __repr__(self) -> str:
        return f"<Turn {self.number}: {self.event.move} {self.score:+}>"

    @property
    def player(self) -> int:
        """The player of this turn: 0 or 1."""
        return self.event.player

    @property
    def rack(self) -> str:
        """The rack of the player before this turn, as far as it is known."""
        return self.position.racks[0]

    @property
    def play(self) -> ScoredMove | None:
        """The play or the pass with its text and its points by the rules; None for an exchange."""
        if self.move is None:
            return None
        return ScoredMove(self.move, move_text(self.move, self.position), self.score)

    @property
    def text(self) -> str:
        """The move as text, such as 3F (L)LANO, "pass" or "exchange AE"."""
        return f"exchange {self.event.tiles}" if self.play is None else self.play.text

    @property
    def effective_move(self) -> Move:
        """The move that counts: a phony that is taken back is a pass.

        So is an exchange against the rules, or of tiles that are not recorded.
        """
        if self.is_taken_back or self.move is not None:
            return PASS if self.is_taken_back or self.move is None else self.move
        exchange = Move(exchanged=bytes(sorted(self.used or b"")))
        try:
            self.position.check(exchange)
        except IllegalMoveError:
            return PASS
        return exchange

    @property
    def missing(self) -> tuple[int, int]:
        """The number of unknown tiles of each rack, the player first."""
        return unknown_tiles(self.held, self.position)


class RecordedRack(NamedTuple):
    """A rack that is not recorded with a turn."""

    at: int  # turns before it
    player: int
    text: str
    line: int
    may_be_last: bool = False  # a pragma among the events, which belongs at the end


def unknown_tiles(held: tuple[int, int], position: Position) -> tuple[int, int]:
    """Return the number of unknown tiles of each rack of `held` tiles, the side to move first."""
    mine, theirs = (size - len(rack) for size, rack in zip(held, position.rack_codes, strict=True))
    return max(0, mine), max(0, theirs)


def missing_text(missing: tuple[int, int]) -> str:
    """Return why a position with unknown tiles cannot be searched; "" if there are none."""
    count = missing[0] or missing[1]
    return f"{counted(count, 'tile')} of the rack cannot be known" if count else ""


def walk_through(record: GameRecord, start: Position, notices: WarningCollector) -> GameWalker:
    """Replay all events of a game.  Raises GcgError for an impossible one."""
    walk = GameWalker(record, start, notices)
    last: Event | None = None
    for item in record.items:
        if isinstance(item, Event):
            walk.step(item, last)
            last = item
        elif item.name == "note":
            walk.note(item.text)
        else:
            walk.final_rack(item)
    return walk


class GameWalker:
    """The state of the game after the events replayed."""

    def __init__(self, record: GameRecord, start: Position, notices: WarningCollector) -> None:
        self.record, self.notices = record, notices
        self.board = start  # racks and scores empty, zeros 0
        self.rules, self.alphabet = start.rules, start.alphabet
        self.turns: list[ReplayedTurn] = []
        self.on_turn: int | None = None  # None = before the first move
        self.totals, self.shown, self.zeros = [0, 0], [0, 0], 0
        first = min(self.rules.rack_size, self.alphabet.total // 2)
        self.held, self.bag = [first, first], self.alphabet.total - 2 * first
        self.endings: list[Event] = []  # end-rack lines
        self._end_tiles: dict[Event, bytes] = {}
        self.clocks: set[int] = set()  # players with a time penalty
        self.racks: list[RecordedRack] = []  # besides those of turns
        self.has_unknown_letters = False  # in a rack or an end-rack line

    @property
    def is_out(self) -> bool:
        """Return whether a side has gone out."""
        return not self.bag and not all(self.held)

    @property
    def is_over(self) -> bool:
        """Return whether the game is over by the rules."""
        limit = self.rules.scoreless_turns_limit
        return self.is_out or (limit is not None and self.zeros >= limit)

    def name(self, player: int) -> str:
        """Return the nick of a player."""
        return self.record.players[player].nick

    # Events

    def step(self, event: Event, last: Event | None) -> None:
        """Replay the next event; `last` is the one before it."""
        if event.kind in TURNS:
            gain = self._turn(event)
        elif event.kind is EventKind.TAKEN_BACK:
            gain = self._take_back(event, last)
        else:
            gain = self._points(event, last)
        expected = self.shown[event.player] + gain
        if event.total not in (None, expected):
            self.notices.add(event.line, f"the cumulative score is {event.total}; expected {expected}")
        self.shown[event.player] = expected if event.total is None else event.total

    def _turn(self, event: Event) -> int:
        """Replay a play, a pass or an exchange; return its recorded points."""
        player = event.player
        self._check_turn(event)
        before = self._position(player)
        held, bag = (self.held[player], self.held[1 - player]), self.bag
        move, score, used, leaves = PASS, 0, b"", 0
        if event.kind is EventKind.PLAY:
            move, score = self._played(event)
            used = bytes(sorted(move.from_rack))
            leaves = len(used)
        exchanged = self._exchanged(event) if event.kind is EventKind.EXCHANGE else None
        gain = score if event.score is None else event.score
        if gain != score:
            what = event.play if event.kind is EventKind.PLAY else event.kind.value
            self.notices.add(event.line, f"{what} is recorded as {gain:+} points; expected {score:+}")
        drawn = min(leaves, self.bag)
        if leaves > self.held[player]:
            number = f"{leaves} tiles were played, but only {self.held[player]} were on the rack"
            self.notices.add(event.line, number)
        self.bag -= drawn
        self.held[player] = max(0, self.held[player] - leaves) + drawn
        is_scoreless = score == 0 and (event.kind is not EventKind.PLAY or self.rules.zero_play_is_scoreless)
        if event.kind is EventKind.EXCHANGE and self.rules.pass_limit is not None:
            is_scoreless = False  # it ends a run of passes
        self.zeros = self.zeros + 1 if is_scoreless else 0
        self.totals[player] += gain
        self.on_turn = 1 - player
        turn = ReplayedTurn(
            number=len(self.turns) + 1,
            event=event,
            position=before,
            move=None if event.kind is EventKind.EXCHANGE else move,
            score=score,
            total=self.totals[player],
            bag=bag,
            held=held,
            used=exchanged[0] if exchanged else used,
            drawn=exchanged[1] if exchanged else drawn,
        )
        self.turns.append(turn)
        return gain

    def _check_turn(self, event: Event) -> None:
        if self.on_turn is None and event.player == 1:
            self.notices.add(event.line, f"{self.name(1)}, player 2, moves first")
        elif self.on_turn not in (None, event.player):
            self.notices.add(event.line, f"{self.name(event.player)} moves out of turn")
        is_lost_challenge = (
            self.is_out and event.kind is EventKind.PASS and self.turns[-1].player != event.player
        )
        if self.endings or (self.is_over and not is_lost_challenge):
            self.notices.add(event.line, f"a {event.kind.value} after the end of the game")

    def _played(self, event: Event) -> tuple[Move, int]:
        """Place the tiles on the board; return the move and its score by the rules.  Raises GcgError."""
        if event.play != event.move:
            self.notices.add(event.line, f"{event.move}: the mark in the word is ignored")
        try:
            move = self._move(event)
            after = dataclasses.replace(self.board, rack_codes=(move.from_rack, b"")).play(move)
        except IllegalMoveError as error:
            raise self.error(event, str(error)) from None
        move, score = canonical(move, self.board.squares), after.scores[1]
        self.board = dataclasses.replace(after, rack_codes=EMPTY, scores=(0, 0), previous=None)
        counts = self.alphabet.counts
        if too_many := {code: n - counts[code] for code, n in self.board.seen.items() if n > counts[code]}:
            raise self.error(event, f"{event.play} needs {self.too_many(Counter(too_many))}")
        return move, score

    def _move(self, event: Event) -> Move:
        """Return the move of a play, whose blanks may stand in parentheses.  Raises IllegalMoveError."""
        try:
            return parse_move(event.play, self.board)
        except IllegalMoveError:
            plain = BLANK_IN_PARENTHESES.sub(lambda found: found[1].lower(), event.play)
            if plain == event.play:
                raise
            move = parse_move(plain, self.board)
            self.notices.add(event.line, f"{event.move}: the blank in parentheses is read as {plain}")
            return move

    def _exchanged(self, event: Event) -> tuple[bytes | None, int]:
        """Return the exchanged tiles, None if only their number is recorded, and their number."""
        if event.tiles.isdecimal() and event.tiles.isascii():
            tiles, number = None, int(event.tiles[:9])
        else:
            tiles = self._exchanged_tiles(event)
            number = len(tiles)
            if too_many := Counter(tiles) - Counter(self.board.unseen):
                wrong = f"{shortened(event.move)} has {self.too_many(too_many)}"
                self.notices.add(event.line, f"{wrong}: only their number is read")
                tiles = None
        if number > self.held[event.player]:
            self.notices.add(
                event.line,
                f"{number} tiles were exchanged, but only {self.held[event.player]} were on the rack",
            )
        elif self.bag < max(number, self.rules.exchange_limit):
            left = f"{counted(self.bag, 'tile')} left"
            self.notices.add(event.line, f"an exchange with only {left} in the bag")
        return tiles, number

    def _exchanged_tiles(self, event: Event) -> bytes:
        try:
            return self.rack_codes(event.tiles, event.line, f"the exchange {shortened(event.move)}")
        except TileError as error:
            raise GcgError(str(error), event.line) from None

    def _take_back(self, event: Event, last: Event | None) -> int:
        """Take a phony off the board; return the (negative) points for it."""
        if last is None or last.kind is not EventKind.PLAY or last.player != event.player:
            raise GcgError(f"-- without a play of {self.name(event.player)} before it", event.line)
        turn = self.turns[-1]
        gained = turn.score if last.score is None else last.score
        if event.score not in (None, -gained):
            text = f"withdrawn phony is recorded as {event.score:+} points; expected {-gained:+}"
            self.notices.add(event.line, text)
        if event.rack and last.rack and sorted(event.rack) != sorted(last.rack):
            self.notices.add(event.line, f"the rack is {event.rack}; it was {last.rack} before")
        self.board = dataclasses.replace(turn.position, scores=(0, 0), scoreless_turns=0)
        self.held[turn.player], self.held[1 - turn.player] = turn.held
        self.bag, self.zeros = turn.bag, turn.position.scoreless_turns + 1
        self.totals[turn.player] -= gained
        self._change_last(is_taken_back=True, used=b"", drawn=0, total=turn.total - gained)
        return -gained

    def _points(self, event: Event, last: Event | None) -> int:
        """Replay a challenge bonus, a time penalty or an end-rack line; return its points."""
        if event.rack:
            self.racks.append(RecordedRack(len(self.turns), event.player, event.rack, event.line))
        if event.kind is EventKind.END_RACK:
            self._end_tiles[event] = self._read_end_tiles(event)
            self.endings.append(event)
            gain = event.score if event.score is not None else self._end_value(event)
        else:
            gain = event.score or 0
        if event.kind is EventKind.BONUS:
            if last is not None and (last.kind, last.player) == (EventKind.BONUS, event.player):
                self.notices.add(event.line, f"a second challenge bonus of {self.name(event.player)}")
            elif last is None or last.kind is not EventKind.PLAY or last.player != event.player:
                self.notices.add(
                    event.line, f"(challenge) without a play of {self.name(event.player)} before it"
                )
            elif gain < 0:
                self.notices.add(event.line, f"a challenge bonus of {gain:+}")
            if self.turns and self.turns[-1].player == event.player:
                turn = self.turns[-1]
                self._change_last(bonus=turn.bonus + gain, total=turn.total + gain)
        elif event.kind is EventKind.TIME:
            if not self.is_over:
                self.notices.add(event.line, "a time penalty before the end of the game")
            if event.player in self.clocks:
                self.notices.add(event.line, f"a second time penalty of {self.name(event.player)}")
            if gain > 0:
                self.notices.add(event.line, f"a time penalty of {gain:+}")
            self.clocks.add(event.player)
        self.totals[event.player] += gain
        return gain

    def _end_value(self, event: Event) -> int:
        value = self.alphabet.value(self.end_tiles(event))
        if not self.is_out:
            return -self.rules.scoreless_loss * value
        return -self.rules.out_loss * value if self.held[event.player] else self.rules.out_gain * value

    def note(self, text: str) -> None:
        """Add a note to the last turn."""
        if self.turns:
            self._change_last(notes=(*self.turns[-1].notes, text))

    def final_rack(self, pragma: Pragma) -> None:
        """Record a rack of an unfinished game, or one of the racks before the next event."""
        on_turn, at = self.on_turn or 0, len(self.turns)
        if pragma.text and pragma.name in ("rack1", "rack2"):
            self.racks.append(RecordedRack(at, int(pragma.name[-1]) - 1, pragma.text, pragma.line, True))
        elif pragma.text and pragma.name == "incomplete":
            self.racks.append(RecordedRack(at, on_turn, pragma.text, pragma.line, True))

    # Shared by several events

    def _position(self, player: int) -> Position:
        scores = self.totals[player], self.totals[1 - player]
        return dataclasses.replace(self.board, scores=scores, scoreless_turns=self.zeros)

    def _change_last(self, **changes: object) -> None:
        self.turns[-1] = dataclasses.replace(self.turns[-1], **changes)  # type: ignore[arg-type]

    def rack_codes(self, text: str, line: int, name: str) -> bytes:
        """Read tiles that are not on the board; small letters with a warning on `name`.  Raises TileError."""
        codes = self.alphabet.encode(text)
        if not any(code & BLANK for code in codes):
            return codes
        if all(code & BLANK or not code for code in codes):
            self.notices.add(line, f"{name} in small letters is read as capitals")
            return bytes(code & ~BLANK for code in codes)
        self.notices.add(line, f"small letters in {name} are read as blanks")
        return bytes(0 if code & BLANK else code for code in codes)

    def end_tiles(self, event: Event) -> bytes:
        """Return the tiles of an end-rack line, without those that cannot be left."""
        return self._end_tiles[event]

    def _read_end_tiles(self, event: Event) -> bytes:
        try:
            tiles = self.rack_codes(event.tiles, event.line, shortened(event.move))
        except TileError as error:
            self.has_unknown_letters = True
            self.notices.add(event.line, f"{error}: left out")
            return b""
        if not self.is_out and (too_many := Counter(tiles) - Counter(self.board.unseen)):
            self.notices.add(event.line, f"{shortened(event.move)} has {self.too_many(too_many)}: left out")
            return b""
        return tiles

    def error(self, event: Event, text: str) -> GcgError:
        """Return an error with the number and the player of the current turn."""
        return GcgError(f"turn {len(self.turns) + 1}, {self.name(event.player)}: {text}", event.line)

    def too_many(self, tiles: Counter[int]) -> str:
        """Describe tiles in excess of the set."""
        texts = [self.alphabet.rack_text([code]) for code in tiles]
        return f"more {', '.join(texts)} tiles than are left in the {self.alphabet.name} set"


def check_ending(walk: GameWalker) -> None:
    """Warn of end-rack lines that are missing or wrong."""
    endings = walk.endings
    players = [event.player for event in endings]
    for at, event in enumerate(endings):
        if event.player in players[:at]:
            walk.notices.add(event.line, f"a second end-rack line of {walk.name(event.player)}")
        right = _after_going_out(walk, event) if walk.is_out else _after_scoreless_turns(walk, event)
        if event.score not in (None, right):
            walk.notices.add(event.line, f"{event.move} counts {right:+}, but is recorded as {event.score:+}")
    if not walk.is_over or set(players) == {0, 1} or (walk.is_out and players):
        return
    line = walk.record.events[-1].line
    if walk.is_out:
        left = walk.board.unseen
        gain = walk.rules.out_gain * walk.alphabet.value(left)
        winner = walk.name(walk.held.index(0))
        walk.notices.add(
            line, f"{winner} went out; expected ({walk.alphabet.rack_text(left)}) {gain:+} at the end"
        )
    else:
        missing = [walk.name(player) for player in (0, 1) if player not in players]
        names = f"the rack{'s' * (len(missing) > 1)} of {' and '.join(missing)}"
        walk.notices.add(line, f"the game is over; expected the tiles left on {names} at the end")


def _after_going_out(walk: GameWalker, event: Event) -> int:
    """Return the correct points of an end-rack line if a side has gone out."""
    left = walk.board.unseen
    if sorted(walk.end_tiles(event)) != sorted(left):
        walk.notices.add(
            event.line, f"{event.move} is recorded as left; expected ({walk.alphabet.rack_text(left)})"
        )
    value = walk.alphabet.value(left)
    if {other.player for other in walk.endings} == {0, 1}:
        return -value if walk.held[event.player] else value
    return -value if walk.held[event.player] else walk.rules.out_gain * value


def _after_scoreless_turns(walk: GameWalker, event: Event) -> int:
    """Return the correct points of an end-rack line if no side has gone out."""
    tiles = walk.end_tiles(event)
    if not walk.is_over:
        walk.notices.add(event.line, f"{event.move} before the end of the game")
    try:
        rack = sorted(walk.alphabet.encode(event.rack))
    except TileError:
        rack = []  # `racks` reports it
    if rack and rack != sorted(tiles):
        walk.notices.add(event.line, f"{event.move} is recorded as left, but the rack is {event.rack}")
    return -walk.rules.scoreless_loss * walk.alphabet.value(tiles)
