"""A recorded game replayed: the position before each turn, with scores and racks checked.

    game = Game.load("final.gcg")             or replay(record)
    for turn in game.endgame:                 from the first turn with an empty bag
        turn.position                         board, racks, scores; the player on turn first
        turn.play                             the move with its points by the rules
        turn.missing                          (0, 0): both racks are known in full

With tiles in the bag the opponent's rack is empty in a position, since the side to move does not see it.
Scores are those of the record, which the players relied on; if they contradict the rules, a warning gives the
correct ones.  An impossible game is the error GcgError.

The setting is chosen by the caller, else by the record:

    tiles   #tile-distribution, else the prefix of #lexicon, else English if the replay finds nothing odd,
            else the language with which it finds the least (with a warning); a lexicon chosen by the caller
            keeps the numbers of a #tile-distribution of its language
    board   #board-layout, else the one that a note names, else the standard one
    rules   those of the language

`positions` selects positions: before any turn, or after the last one of an unfinished game.

    turn   1 .. 25   26  27 ..                   26: the first with an empty bag, where the endgame begins
           bag > 0   bag = 0        28           28: the latest position of an unfinished record of 27 turns

No rack is guessed: with an empty bag, a position with incomplete racks has an objection; with tiles in the
bag, a position has a note if the rack of the side to move is incomplete.  The opponent's rack has the tiles
then that a phony has shown, and a note says so.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from typing import IO, NamedTuple

from scrabble.game.board import BoardLayout, LayoutError, empty_squares
from scrabble.game.cgp import DEFAULT_BOARD
from scrabble.game.position import Position
from scrabble.game.rules import Rules
from scrabble.game.tiles import DEFAULT_ALPHABET, Alphabet, TileError, quoted
from scrabble.records import gcg
from scrabble.records.racks import RackInference, find_racks, shown_tiles
from scrabble.records.record import GameRecord, GcgError, GcgWarning, Pragma, WarningCollector
from scrabble.records.walk import (
    NOTHING_SHOWN,
    ReplayedTurn,
    ShownTiles,
    check_ending,
    missing_text,
    unknown_tiles,
    walk_through,
)

__all__ = ["Game", "ReplayedTurn", "replay"]

BOARD_IN_NOTE = re.compile(r"\bboard[ -]?layout\s*[:=]\s*(\w+)", re.IGNORECASE)
EVENTS_PER_ODDITY = 4  # at least, of a game with the right tiles
FEWER = 2  # oddities at least that other tiles have to spare, to be assumed in place of English ones
IMPOSSIBLE = GcgWarning(0, "impossible")
NOT_READ = {
    "game-board": "the squares are those of #board-layout",
    "tile": "the tiles are those of a known set",
}


def initial_position(
    record: GameRecord,
    notices: WarningCollector,
    alphabet: Alphabet | None,
    layout: BoardLayout | None,
    rules: Rules | None,
) -> Position:
    """Return the position before the first event, both racks empty.  Raises GcgError."""
    kind = record.find("game-type")
    if kind and kind.text.lower() not in ("", "classic"):
        raise GcgError(f"game type {quoted(kind.text)}: only classic games can be replayed", kind.line)
    for name, instead in NOT_READ.items():
        if (pragma := record.find(name)) and not (name == "tile" and alphabet):
            notices.add(pragma.line, f"#{name} is ignored: {instead}")
    layout = layout or _layout(record, notices)
    explicit = _explicit_alphabet(record, WarningCollector()) if alphabet else None
    if alphabet is None:
        alphabet = _alphabet(record, layout, notices)
    elif explicit and explicit.has_words_of(alphabet):  # the tiles of a lexicon, with other numbers
        alphabet = explicit
    return Position(
        alphabet=alphabet,
        layout=layout,
        rules=rules or Rules.load(alphabet.rules),
        squares=empty_squares(layout),
        lexicon_name=record.lexicon,
    )


def alphabet_of(record: GameRecord) -> Alphabet:
    """Return the tiles of a game by its record.  Raises GcgError if several languages fit."""
    notices = WarningCollector()
    return _alphabet(record, _layout(record, notices), notices)


def _layout(record: GameRecord, notices: WarningCollector) -> BoardLayout:
    pragma = record.find("board-layout")
    if pragma is not None and pragma.text:
        try:
            # A name only: the user, not the record, decides which files are read.
            return BoardLayout.load(pragma.text.removesuffix(".toml"))
        except LayoutError as error:
            raise GcgError(f"#board-layout: {error}", pragma.line) from None
    notes = (item for item in record.items if isinstance(item, Pragma) and item.name == "note")
    for note in notes:
        if match := BOARD_IN_NOTE.search(note.text):
            try:
                found = BoardLayout.load(match[1])
            except LayoutError as error:
                notices.add(note.line, f"a note names the board: {error}, and expected it in #board-layout")
            else:
                notices.add(note.line, f"the board is {found.name}, as a note says")
                return found
    return BoardLayout.load(DEFAULT_BOARD)


def _alphabet(record: GameRecord, layout: BoardLayout, notices: WarningCollector) -> Alphabet:
    """Return the tiles that the record names, else those with which the replay has the fewest oddities."""
    if explicit := _explicit_alphabet(record, notices):
        return explicit
    english = Alphabet.load(DEFAULT_ALPHABET)
    named = Alphabet.of_lexicon(record.lexicon or "")
    if named and (named != english or layout.name == DEFAULT_BOARD):
        return named
    oddities = {english: _oddities(record, english, layout)}
    if _weight(oddities[english]) < FEWER:
        return english
    for alphabet in map(Alphabet.load, Alphabet.names()):
        is_usual = alphabet.name == alphabet.language
        is_likely = alphabet.has_words_of(named or alphabet) and (is_usual or layout.name != DEFAULT_BOARD)
        if is_likely and alphabet not in oddities:
            oddities[alphabet] = _oddities(record, alphabet, layout)
    fewest = min(map(_weight, oddities.values()))
    fitting = [alphabet for alphabet, found in oddities.items() if _weight(found) == fewest]
    line = oddities[english][0].line
    most = min(2 + len(record.events) // EVENTS_PER_ODDITY, _weight(oddities[english]) - FEWER)
    if len(fitting) == 1 and fewest <= most:
        notices.add(line, f"the tiles are assumed to be {fitting[0].name}, as no pragma names them")
        return fitting[0]
    if fewest or IMPOSSIBLE not in oddities[english]:
        return english  # the replay reports what is wrong
    names = ", ".join(alphabet.name for alphabet in fitting)
    raise GcgError(f"the tiles may be {names}; name them in #tile-distribution", line)


def _explicit_alphabet(record: GameRecord, notices: WarningCollector) -> Alphabet | None:
    """Return the tiles that #tile-distribution names."""
    pragma = record.find("tile-distribution")
    if not pragma or not pragma.text:
        return None
    try:
        return Alphabet.load(pragma.text.lower())
    except TileError as error:
        notices.add(pragma.line, f"#tile-distribution: {error}")
        return None


def _oddities(record: GameRecord, alphabet: Alphabet, layout: BoardLayout) -> list[GcgWarning]:
    """Return what is odd about a game with these tiles; `IMPOSSIBLE` if it cannot be played or spelt."""
    notices = WarningCollector()
    rules = Rules.load(alphabet.rules)
    try:
        walk = walk_through(record, Position(alphabet, layout, rules, empty_squares(layout)), notices)
        check_ending(walk)
        find_racks(walk)
    except GcgError as error:
        return [GcgWarning(error.line or 1, error.text), IMPOSSIBLE]
    return [*sorted(notices), *[IMPOSSIBLE] * walk.has_unknown_letters]


def _weight(oddities: list[GcgWarning]) -> float:
    return math.inf if IMPOSSIBLE in oddities else len(oddities)


@dataclass(frozen=True, slots=True)
class Game:
    """A replayed game; iterate over it for its turns.

        game = Game.load("final.gcg")
        for turn in game:
            print(turn.position.racks, game.players[turn.player], turn.play, turn.bag)
        scrabble.solve(game.first_empty_bag)

    A turn has the position before it, the number of the player (0 or 1), the play (a ScoredMove, None for an
    exchange) and the number of tiles in the bag.

    Attributes:
        record: The record of the game.
        turns: All turns.
        final: The position after the last event.
        on_turn: The player to move next: 0 or 1.
        totals: The final scores as recorded, of player 1 and player 2.
        bag: The number of tiles in the bag at the end.
        held: The numbers of tiles on the racks at the end, the side to move first.
        is_over: Whether the game ended by the rules; otherwise the record breaks off.
        warnings: Oddities of the record, with their lines.
        shown: At the end, with tiles in the bag: what is known of the other rack.
    """

    record: GameRecord
    turns: tuple[ReplayedTurn, ...]
    final: Position
    on_turn: int
    totals: tuple[int, int]
    bag: int
    held: tuple[int, int]
    is_over: bool
    warnings: tuple[GcgWarning, ...]
    shown: ShownTiles = NOTHING_SHOWN

    def __repr__(self) -> str:
        names = " - ".join(self.record.names)
        state = "over" if self.is_over else f"unfinished, {self.bag} in the bag"
        first, second = self.totals
        return f"<Game {names} {first}-{second}: {len(self.turns)} turns, {state}>"

    @staticmethod
    def load(
        source: str | PathLike[str] | IO[str] | IO[bytes],
        *,
        alphabet: Alphabet | None = None,
        layout: BoardLayout | None = None,
        rules: Rules | None = None,
        strict: bool = False,
    ) -> Game:
        """Read a game in GCG and replay it.

        Args:
            source: A file, an open file, the text of a game, or the name of a bundled game.
            alphabet: The tiles.  Default: those that the record names, else those that fit.
            layout: The premium squares.  Default: those that the record names, else the standard ones.
            rules: The rules.  Default: those of the language.
            strict: Treat every warning about the record as an error.

        Returns:
            The game.

        Raises:
            TypeError: The source is neither a file nor a text.
            GcgError: The record cannot be read, or the game cannot have happened.

        Example:
            >>> game = scrabble.Game.load("g0010")
            >>> len(game), game.players, game.first_empty_bag
            (27, ('Alpha', 'Beta'), <Position ILNOPRT/EERS 407-323>)
        """
        record = gcg.read(source, strict=strict)
        return replay(record, alphabet=alphabet, layout=layout, rules=rules, strict=strict)

    def __iter__(self) -> Iterator[ReplayedTurn]:
        return iter(self.turns)

    def __len__(self) -> int:
        return len(self.turns)

    def _repr_html_(self) -> str:
        """Return the turns as a table, for a notebook."""
        from scrabble.report import notebook

        return notebook.game_table(self)

    @property
    def players(self) -> tuple[str, str]:
        """The names of the players."""
        return self.record.names

    @property
    def first_empty_bag(self) -> Position | None:
        """The first position with an empty bag, None if the record has none before a turn."""
        return next((turn.position for turn in self.turns if not turn.bag), None)

    @property
    def endgame(self) -> tuple[ReplayedTurn, ...]:
        """The turns with an empty bag."""
        return tuple(turn for turn in self.turns if not turn.bag)

    @property
    def missing(self) -> tuple[int, int]:
        """The number of unknown tiles of each rack at the end, the side to move first."""
        return unknown_tiles(self.held, self.final)


def replay(
    record: GameRecord,
    *,
    alphabet: Alphabet | None = None,
    layout: BoardLayout | None = None,
    rules: Rules | None = None,
    strict: bool = False,
) -> Game:
    """Replay a game; `alphabet`, `layout` and `rules` override those of the record.

    Raises GcgError, with `strict` also instead of a warning.
    """
    notices = WarningCollector(strict)
    try:
        walk = walk_through(record, initial_position(record, notices, alphabet, layout, rules), notices)
        check_ending(walk)
        racks = find_racks(walk)
    except GcgError as error:
        raise GcgError(error.text, error.line, record.source) from None
    on_turn = walk.on_turn or 0
    *shown, shown_last = shown_tiles(racks, on_turn)
    turns = tuple(_with_racks(turn, racks, seen) for turn, seen in zip(walk.turns, shown, strict=True))
    final = dataclasses.replace(
        walk.board,
        rack_codes=racks.position_racks(len(turns), on_turn),
        scores=(walk.totals[on_turn], walk.totals[1 - on_turn]),
        scoreless_turns=walk.zeros,
    )
    return Game(
        record=record,
        turns=turns,
        final=final,
        on_turn=on_turn,
        totals=(walk.totals[0], walk.totals[1]),
        bag=walk.bag,
        held=(walk.held[on_turn], walk.held[1 - on_turn]),
        is_over=walk.is_over,
        warnings=tuple(sorted(notices)),
        shown=shown_last,
    )


def _with_racks(turn: ReplayedTurn, racks: RackInference, shown: ShownTiles) -> ReplayedTurn:
    at = turn.number - 1
    position = dataclasses.replace(turn.position, rack_codes=racks.position_racks(at, turn.player))
    return dataclasses.replace(turn, position=position, shown=shown, lost=racks.lost(turn))


class GamePosition(NamedTuple):
    """A position of the game."""

    number: int  # of the turn to be made here
    position: Position
    objection: str = ""  # the reason why it cannot be searched
    note: str = ""


def positions(replayed: Game, number: int | None = None, is_every: bool = False) -> list[GamePosition]:
    """Return the position before turn `number`, or every one with an empty bag and a move to find.

    The default is the latest position if the game is unfinished, else the first with an empty bag.
    Raises GcgError if there is none.
    """
    count, is_open = len(replayed.turns), not replayed.is_over
    last = count + is_open
    if number is not None:
        if not 1 <= number <= last:
            raise GcgError(f"no turn {number}: the game has {count} turns{' so far' * is_open}")
        return [_place(replayed, number)]
    numbers = [turn.number for turn in replayed.endgame if not turn.position.is_over]
    if is_open and (not replayed.bag or not is_every):
        numbers.append(last)
    if not numbers:
        raise GcgError(f"the bag was never empty before a turn: there is no endgame in these {count} turns")
    if is_every:
        return [_place(replayed, each) for each in numbers]
    return [_place(replayed, numbers[-1] if is_open else numbers[0])]


def _place(replayed: Game, number: int) -> GamePosition:
    if number > len(replayed.turns):
        position, bag, missing, shown = replayed.final, replayed.bag, replayed.missing, replayed.shown
    else:
        turn = replayed.turns[number - 1]
        position, bag, missing, shown = turn.position, turn.bag, turn.missing, turn.shown
    if not bag:
        return GamePosition(number, position, missing_text(missing))
    # of the other rack the player knew only what a phony had shown, and not what the record gives
    position = dataclasses.replace(position, rack_codes=(position.rack_codes[0], shown.tiles))
    notes = missing_text((missing[0], 0)), _shown_text(position)
    return GamePosition(number, position, note="; ".join(filter(None, notes)))


def _shown_text(position: Position) -> str:
    """Return that the tiles on the opponent's rack are known, with tiles in the bag; "" if there are none."""
    if not position.rack_codes[1]:
        return ""
    is_whole = len(position.rack_codes[1]) >= position.rules.rack_size
    bag = "; so is the bag (bag_is_known in Python)" if is_whole else ""
    return f"{position.racks[1]} on the opponent's rack are known from a phony that was challenged off{bag}"
