"""Records as text, in golden/*.txt: what is read, what is odd, or why a record is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scrabble.files import bundled
from scrabble.game import cgp
from scrabble.records import gcg
from scrabble.records.gcg_reader import parse_event
from scrabble.records.record import GcgError, GcgWarning, WarningCollector
from scrabble.records.replay import Game, replay
from scrabble.records.walk import ReplayedTurn
from tests.cases import rewritten
from tests.conftest import DATA

CASES = sorted(Path(__file__).parent.joinpath("golden").glob("*.txt"))
CHANGED = re.compile(r"(g\d{4}) with other lines")
FEW = 8  # turns that are all shown


def record_of(text: str) -> str | bytes:
    """The record of a case: its text, a file, or a bundled game with lines changed, added or left out."""
    if text.endswith(".gcg"):
        return (DATA / "reported" / text).read_bytes()
    first, *changes = text.split("\n")
    changed = CHANGED.fullmatch(first)
    if changed is None:
        return f"{text}\n"
    lines = (bundled("positions") / "games" / f"{changed[1]}.gcg").read_text("utf-8").splitlines()
    numbered = {number: [line] for number, line in enumerate(lines, 1)}
    replaced = [(int(number), line) for number, _, line in (each.partition(" ") for each in changes)]
    for at, _ in replaced:
        numbered[at] = [line for number, line in replaced if number == at]
    return "".join(f"{line}\n" for _, lines in sorted(numbered.items()) for line in lines if line)


def told(case: str) -> Iterator[str]:
    """What is said of a record, and where it ends; written again it is the same."""
    data = record_of(case)
    try:
        record = gcg.loads(data)
        game = replay(record)
    except GcgError as error:
        with pytest.raises(GcgError) as caught:
            replay(gcg.loads(data, strict=True), strict=True)
        yield f"refused: {error}"
        if str(caught.value) != str(error):
            yield f"strict: {caught.value}"
        return
    again = gcg.loads(gcg.dumps(record))
    assert (again.events, gcg.dumps(again)) == (record.events, gcg.dumps(record))
    assert again.players == record.players
    warnings = (*record.warnings, *game.warnings)
    yield from map(str, warnings)
    check_strict(data, warnings)
    if len(game.turns) <= FEW:
        yield from (turn_text(game, turn) for turn in game.turns)
    elif game.endgame:
        first = game.endgame[0]
        yield f"the bag is empty before turn {first.number}: {cgp.dumps(first.position)}"
    yield end_text(game)


def told_event(text: str) -> Iterator[str]:
    """What is read from the line of an event, behind the nick."""
    warnings = WarningCollector()
    try:
        event = parse_event(1, text, 7, warnings)
    except GcgError as error:
        yield f"refused: {error}"
        return
    parts = event.rack, event.move, event.score, event.total, event.trailing
    yield f"{event.kind.name}: {', '.join(map(repr, parts))}"
    yield from (warning.text for warning in warnings)
    assert (event.player, event.line) == (1, 7) and {warning.line for warning in warnings} <= {7}
    if not [*warnings]:
        assert parse_event(1, text, 7, WarningCollector(strict=True)) == event
    else:
        with pytest.raises(GcgError, match=re.escape(next(iter(warnings)).text)):
            parse_event(1, text, 7, WarningCollector(strict=True))


TOLD = {"events": told_event}


def check_strict(text: str | bytes, warnings: tuple[GcgWarning, ...]) -> None:
    """A strict reader takes one of the warnings as an error."""
    try:
        replay(gcg.loads(text, strict=True), strict=True)
    except GcgError as error:
        assert str(error) in map(str, warnings)
    else:
        assert not warnings


def turn_text(game: Game, turn: ReplayedTurn) -> str:
    """A turn: the racks that are known and the number of the other tiles, the bag, and what is played."""
    racks = " and ".join(
        " + ".join(filter(None, (rack, f"{missing} unknown" if missing else "")))
        for rack, missing in zip(turn.position.racks, turn.missing, strict=True)
    )
    nick = game.record.players[turn.player].nick
    bonus = f" bonus {turn.bonus}" if turn.bonus else ""
    taken_back = " taken back" if turn.is_taken_back else ""
    played = f"{turn.event.move} {turn.score:+}{bonus} {turn.total}{taken_back}"
    return f"{turn.number} {nick}: {racks}; {turn.bag} in the bag; {played}"


def end_text(game: Game) -> str:
    """What is there at the end."""
    (first, second), position = game.totals, game.final
    nick = game.record.players[game.on_turn].nick
    parts = [f"{first}-{second}, {'over' if game.is_over else f'{nick} to move'}: {'/'.join(position.racks)}"]
    if position.scoreless_turns:
        parts.append(f"scoreless turns: {position.scoreless_turns}")
    if game.shown.tiles:
        parts.append(f"{position.alphabet.rack_text(game.shown.tiles)} shown in {list(game.shown.turns)}")
    if (position.alphabet.name, position.layout.size) != ("english", 15):
        parts.append(f"{position.alphabet.name} tiles, {position.layout.size} rows")
    return "; ".join(parts)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_records(path: Path, golden: Callable[[Path, str], None]) -> None:
    golden(path, rewritten(path, TOLD.get(path.stem, told)))
