"""The searches behind the explorer, without a server."""

from __future__ import annotations

from scrabble.game import cgp
from scrabble.solver.options import SolveOptions
from scrabble.web.searches import PreendgameSearches
from tests.doors.bridge import enable
from tests.scrabble.web.with_bag import ONE


def test_a_search_without_memory_stops_and_calls_no_move_settled():
    search = PreendgameSearches(cgp.loads(ONE["cgp"]), enable(), SolveOptions().memory)
    room, search._endgames._room = search._endgames._room, 0
    search.begin(None, [], False)
    found = search.result()
    assert found.stopped_by == "memory" and search.has_open(found)
    assert not any(search.is_settled(move) for move in found.moves)
    assert not any(option.is_built for option in search._search.moves)

    search._endgames._room = room
    search.begin(None, [found.moves[-1].text], False)
    assert search.result().stopped_by is None
    assert search.is_settled(found.moves[-1])
