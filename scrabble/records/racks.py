"""Inference of the racks before each turn from the racks and plays of a record.

    known[t][player] <= rack of the player before turn t      (multisets; t = turns: after the last one)

A record may have full racks, only the tiles played, or none.  Known tiles are propagated:

    the rack of the side not on turn stays              known[t][other] = known[t + 1][other]
    tiles that are not played or exchanged stay         known[t][mover] - used <= known[t + 1][mover]
    when nothing was drawn, also backwards              known[t + 1][mover] + used = known[t][mover]
    with an empty bag, a full rack gives the other one       known[t][mover] + known[t][other] = unseen

The number of tiles on a rack follows from the plays, so a rack is known to be complete or not, and no tile is
added to a complete one.  A recorded rack that has tiles no longer left, or that contradicts the racks with an
empty bag, is left out, with a warning.  One without tiles that must be on it is completed, with a warning, by
those that stayed there from the turn before, or with an empty bag by those that nobody else has.  `lost` is
the number of them that were never played, so that the player may not have had them.  Nothing is guessed.

`shown_tiles` lists the tiles of the opponent's rack that the side to move has seen: those of phonies that
were challenged off.

    >b: AEINRTX 8D TAXERIN +76 376     a phony of seven tiles
    >b: AEINRTX -- -76 300             back on the rack; nothing was drawn       a knows  A E I N R T X
    >a: ...
    >b: AEINRTX 4A AX +10 310          an A and an X leave, two tiles are drawn  a knows  E I N R T

What is known of a rack is the least that the rack must hold:

    phony taken back    known | its tiles       both are on the rack at once: of each tile the greater number
    play                known - its tiles       a tile that is laid counts as one of those shown
    exchange            nothing                 any tile may have been returned
    pass                known

Tiles that contradict the racks or the board are forgotten.  A rack of the record that was not shown is not
known to the opponent, and is only used for this check.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TypeAlias

from scrabble.english import counted
from scrabble.game.tiles import TileError, shortened
from scrabble.records.record import UNKNOWN_RACK, EventKind
from scrabble.records.walk import NOTHING_SHOWN, GameWalker, RecordedRack, ReplayedTurn, ShownTiles

Tiles: TypeAlias = Counter[int]
UNKNOWN_TILES = re.compile(r"(?<!L)[-_.]|[-_.](?!L)")  # L-L may be a tile


def find_racks(walk: GameWalker) -> RackInference:
    """Read and propagate all racks; one that contradicts the plays is left out with a warning."""
    racks = RackInference(walk)
    racks.read()
    racks.carry()
    racks.check()
    return racks


class RackInference:
    """The known tiles of every rack of a game."""

    def __init__(self, walk: GameWalker) -> None:
        self.walk, self.turns, self.notices = walk, walk.turns, walk.notices
        self.unseen = [Counter(turn.position.unseen) for turn in self.turns] + [Counter(walk.board.unseen)]
        self.bags = [turn.bag for turn in self.turns] + [walk.bag]
        self.sizes = [turn.held[:: -1 if turn.player else 1] for turn in self.turns] + [tuple(walk.held)]
        self.known: list[list[Tiles]] = [[Counter(), Counter()] for _ in self.sizes]
        self.unclear: list[tuple[int, str]] = []  # racks with signs for unknown tiles: line, text
        self.short: set[int] = set()  # players whose rack lacks tiles
        self.recorded: dict[int, Tiles] = {}  # racks of turns (from 0) without signs for unknown tiles

    def position_racks(self, at: int, player: int) -> tuple[bytes, bytes]:
        """Return the racks before turn `at` (from 0), `player` first; the other is empty until the bag is."""
        mine, theirs = self.known[at][player], self.known[at][1 - player]
        if self.bags[at]:
            theirs = Counter()
        elif mine.total() >= self.sizes[at][player]:
            theirs = self.unseen[at] - mine
        return bytes(mine.elements()), bytes(theirs.elements())

    # Recorded racks

    def read(self) -> None:
        """Read what the plays say of each rack, then the recorded racks as far as they agree with that."""
        for turn in self.turns:
            self.known[turn.number - 1][turn.player] = Counter(_spent(turn))
        self.carry()
        for turn in self.turns:
            self._read_turn(turn)
        self._check_stayed()
        self.carry()
        for recorded in self.walk.racks:
            self._read_other(recorded)
        if not self.walk.is_out:
            for event in self.walk.endings:
                self._merge(-1, event.player, Counter(self.walk.end_tiles(event)))
        if self.unclear:
            line, text = self.unclear[0]
            others = f", and {len(self.unclear) - 1} more like it" if len(self.unclear) > 1 else ""
            self.notices.add(line, f"the rack {shortened(text)} has signs for unknown tiles{others}")

    def _read_turn(self, turn: ReplayedTurn) -> None:
        """Read the recorded rack of a turn; one that cannot be is left out with a warning."""
        event, at = turn.event, turn.number - 1
        spent, name = Counter(_spent(turn)), f"the rack {shortened(event.rack)}"
        rack = self._rack(event.rack, event.line)
        lacking = spent - rack
        if not rack or (lacking and event.rack == UNKNOWN_RACK):
            return
        if not self._is_possible(rack, at, event.rack, event.line):
            return
        if rack.total() > self.sizes[at][turn.player]:
            expected = f"expected at most {self.sizes[at][turn.player]}"
            self.notices.add(event.line, f"rack of {rack.total()} tiles, {expected}: {shortened(event.rack)}")
            return
        if lacking and (event.line, event.rack) not in self.unclear:
            texts = self.walk.alphabet.rack_text(lacking.elements())
            self.notices.add(event.line, f"{texts} leaves {name} without being on it")
        elif spent < rack:
            self._check_size(turn, rack.total())
        if (event.line, event.rack) not in self.unclear:
            self.recorded[at] = rack
        is_new = not rack <= self.known[at][turn.player]
        if not self._merge(at, turn.player, rack | spent) and is_new and not lacking:
            self._contradicts(turn.player, event.rack, event.line)

    def lost(self, turn: ReplayedTurn) -> int:
        """Return the number of tiles that must be on a rack and are not on the recorded one, nor played.

        A recorded rack that holds no more than what was played is not meant to be complete.
        """
        at = turn.number - 1
        rack = self.recorded.get(at)
        if rack is None or not Counter(_spent(turn)) < rack:
            return 0
        return max(0, self.known[at][turn.player].total() - (rack | self._played(turn)).total())

    def _played(self, turn: ReplayedTurn) -> Tiles:
        """Return the tiles of a player that were played then, or later without a draw before."""
        found = Counter(_spent(turn))
        used: Tiles = Counter()
        for each in self.turns[turn.number - 1 :]:
            if each.player == turn.player:
                found |= used + Counter(_spent(each))
                used += Counter(each.used)
                if each.drawn:
                    break
        return found

    def _check_size(self, turn: ReplayedTurn, count: int) -> None:
        """Warn once of each player whose rack lacks tiles, though all of them must be on it."""
        expected = turn.held[0]
        is_clear = (turn.event.line, turn.event.rack) not in self.unclear
        if not turn.bag and count < expected and is_clear and turn.player not in self.short:
            self.short.add(turn.player)
            tiles = counted(count, "tile")
            name = f"the rack {shortened(turn.event.rack)}"
            self.notices.add(turn.event.line, f"{name} has {tiles}, expected {expected} with an empty bag")

    def _check_stayed(self) -> None:
        """Warn once of each player whose rack lacks tiles that stayed on it after the turn before."""
        before: dict[int, ReplayedTurn] = {}
        warned = {line for line, _ in self.notices}
        for turn in self.turns:
            last, player, line = before.get(turn.player), turn.player, turn.event.line
            before[player] = turn
            rack = self.recorded.get(turn.number - 1)
            if last is None or rack is None or not last.bag or line in warned or player in self.short:
                continue
            was = self.recorded.get(last.number - 1)
            if was is None or last.used is None or not Counter(_spent(last)) <= was:
                continue
            stayed = was - Counter(last.used)
            is_whole = rack.total() == turn.held[0] or Counter(_spent(turn)) < rack
            if stayed <= rack or not (is_whole or (stayed | rack).total() > turn.held[0]):
                continue
            self.short.add(player)
            tiles, name = self.walk.alphabet.rack_text((stayed - rack).elements()), shortened(turn.event.rack)
            self.notices.add(line, f"the rack {name} lacks {tiles}, left there by the turn before")

    def _read_other(self, recorded: RecordedRack) -> None:
        """Read a rack that is recorded with a bonus, a time penalty, or a pragma."""
        at, player, text, line, _ = recorded
        if text == UNKNOWN_RACK:
            return
        rack = self._rack(text, line)
        if rack <= self.known[at][player]:
            return
        is_early = recorded.may_be_last and at < len(self.turns) and not self.walk.is_over
        places = [at, len(self.turns)] if is_early else [at]
        fitting = [place for place in places if self._fits(place, player, rack)]
        if len(fitting) == 1:
            self._merge(fitting[0], player, rack)
        elif fitting:
            self.notices.add(line, f"the rack {shortened(text)} may be of this turn or the last: left out")
        elif self._is_possible(rack, at, text, line):
            self._contradicts(player, text, line)

    def _is_possible(self, rack: Tiles, at: int, text: str, line: int) -> bool:
        """Return whether all tiles of a rack can be left before turn `at`; otherwise warn."""
        too_many = rack - self.unseen[at]
        if too_many:
            wrong = f"the rack {shortened(text)} has {self.walk.too_many(too_many)}"
            self.notices.add(line, f"{wrong}: left out")
        return not too_many

    def _contradicts(self, player: int, text: str, line: int) -> None:
        name = self.walk.name(player)
        self.notices.add(line, f"the rack {shortened(text)} of {name} contradicts the game")

    def _rack(self, text: str, line: int) -> Tiles:
        """Return the tiles of a recorded rack, without signs for unknown ones; none if it cannot be read."""
        known = UNKNOWN_TILES.sub("", text).replace("*", "?")
        if known.count("?") > self.walk.alphabet.counts[0]:
            known = known.replace("?", "")
        if len(known) < len(text):
            self.unclear.append((line, text))
        try:
            return Counter(self.walk.rack_codes(known, line, f"the rack {shortened(text)}"))
        except TileError as error:
            self.walk.has_unknown_letters = True
            self.notices.add(line, f"rack: {error}: left out")
            return Counter()

    # Propagation

    def carry(self) -> None:
        """Propagate known tiles in both directions, until none are added."""
        steps, has_more = range(len(self.turns)), True
        while has_more:
            forwards = [self._forwards(at) for at in steps]
            backwards = [self._backwards(at) for at in reversed(steps)]
            has_more = any([*forwards, *backwards])

    def _forwards(self, at: int) -> bool:
        turn, known = self.turns[at], self.known[at]
        news = [self._rest(at), self._merge(at + 1, 1 - turn.player, known[1 - turn.player])]
        if turn.used is not None:
            news.append(self._merge(at + 1, turn.player, known[turn.player] - Counter(turn.used)))
        return any(news)

    def _backwards(self, at: int) -> bool:
        turn, after = self.turns[at], self.known[at + 1]
        news = [self._rest(at + 1), self._merge(at, 1 - turn.player, after[1 - turn.player])]
        if turn.used is not None and not turn.drawn:
            news.append(self._merge(at, turn.player, after[turn.player] + Counter(turn.used)))
        return any(news)

    def _rest(self, at: int) -> bool:
        """With an empty bag, infer a rack from the other one if that is complete."""
        news = [
            self._merge(at, 1 - player, self.unseen[at] - self.known[at][player])
            for player in (0, 1)
            if not self.bags[at] and self.known[at][player].total() == self.sizes[at][player]
        ]
        return any(news)

    def _merge(self, at: int, player: int, tiles: Tiles) -> bool:
        """Add tiles to a rack unless they contradict the known ones; return whether any were new."""
        known = self.known[at][player]
        if _holds(known, tiles) or not self._fits(at, player, tiles):
            return False
        self.known[at][player] = known | tiles
        return True

    def _fits(self, at: int, player: int, tiles: Tiles) -> bool:
        """Return whether a rack may hold these tiles besides the known ones of both racks."""
        both = self.known[at][player] | tiles
        is_left = _holds(self.unseen[at], both + self.known[at][1 - player])
        return is_left and both.total() <= self.sizes[at][player]

    def check(self) -> None:
        """Warn of racks that are contradictory or incomplete once the bag is empty."""
        contradicted = False
        for turn in self.turns:
            at = turn.number - 1
            first, second = self.known[at]
            if turn.bag:
                continue
            lacking = self.sizes[at][turn.player] - self.known[at][turn.player].total()
            if lacking > 0:
                tiles = counted(lacking, "tile")
                text = (
                    f"turn {turn.number}: {tiles} of the rack cannot be determined, though the bag is empty"
                )
                self.notices.add(turn.event.line, text)
            elif first + second != self.unseen[at]:
                if not contradicted:
                    racks = " and ".join(
                        self.walk.alphabet.rack_text(rack.elements()) for rack in (first, second)
                    )
                    left = self.walk.alphabet.rack_text(self.unseen[at].elements())
                    text = f"turn {turn.number}: the racks {racks} are not the tiles that are left, {left}"
                    self.notices.add(turn.event.line, text)
                contradicted = True


def _holds(rack: Tiles, tiles: Tiles) -> bool:
    """Return whether a rack holds these tiles, as `tiles <= rack` does, which takes much longer."""
    return all(rack.get(tile, 0) >= number for tile, number in tiles.items())


def _spent(turn: ReplayedTurn) -> bytes:
    """Return the tiles that a turn takes from the rack, including those of a phony."""
    if turn.event.kind is EventKind.PLAY and turn.move is not None:
        return turn.move.from_rack
    return turn.used or b""


class RackMemory:
    """The tiles of a player that the opponent knows."""

    def __init__(self) -> None:
        self._tiles: Tiles = Counter()
        self._turns: tuple[int, ...] = ()

    def follow(self, turn: ReplayedTurn) -> None:
        """Bring the memory up to date after a turn of the player."""
        if turn.is_taken_back and turn.move is not None:
            self._tiles |= Counter(turn.move.from_rack)
            self._turns = (*self._turns, turn.number)
        elif turn.event.kind is EventKind.EXCHANGE:
            self.forget()
        else:
            self._tiles -= Counter(turn.used)
        if not self._tiles:
            self.forget()

    def forget(self) -> None:
        """Forget all tiles."""
        self._tiles, self._turns = Counter(), ()

    def check(self, racks: RackInference, at: int, player: int) -> None:
        """Forget the tiles if they contradict the racks or the board before turn `at` (from 0)."""
        rack, other = racks.known[at][player] | self._tiles, racks.known[at][1 - player]
        if rack.total() > racks.sizes[at][player] or not rack + other <= racks.unseen[at]:
            self.forget()

    @property
    def shown(self) -> ShownTiles:
        """The tiles, and the phonies that showed them."""
        return ShownTiles(bytes(sorted(self._tiles.elements())), self._turns)


def shown_tiles(racks: RackInference, on_turn: int) -> list[ShownTiles]:
    """Return what the side to move knows of the other rack before each turn, and after the last one.

    `on_turn` is the player who moves after the last turn.  With an empty bag nothing is listed: both racks
    are known.
    """
    memories, found = (RackMemory(), RackMemory()), []
    movers = [*(turn.player for turn in racks.turns), on_turn]
    for at, mover in enumerate(movers):
        for player, memory in enumerate(memories):
            memory.check(racks, at, player)
        found.append(memories[1 - mover].shown if racks.bags[at] else NOTHING_SHOWN)
        if at < len(racks.turns):
            memories[mover].follow(racks.turns[at])
    return found
