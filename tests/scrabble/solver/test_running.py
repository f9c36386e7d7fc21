"""A running search of either kind: watched, awaited, stopped, left; and what its answers say of regret."""

from __future__ import annotations

import _thread
import asyncio
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator

import pytest

import scrabble
from bstar.algorithms import bound_after
from bstar.compile import build, load
from bstar.compile.build import compile_missing
from bstar.compile.objects import Wanted
from bstar.jit import compiled
from scrabble.answer.solution import Solution
from scrabble.solver import EndgameSearch, PreendgameSearch, SolveOptions, compile_kernels
from scrabble.solver.running import RunningSearch
from tests.doors.bridge import enable
from tests.scrabble.solver.preendgame.test_set_up import THREE_IN_BAG
from tests.worlds.bags import bag_world, position_of

HARD = {"endgame": "first-empty-bag:140", "preendgame": THREE_IN_BAG}  # no search ends within a test
KINDS = {"endgame": EndgameSearch, "preendgame": PreendgameSearch}
Start = Callable[[], EndgameSearch | PreendgameSearch]


@pytest.fixture(params=HARD)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def search(kind: str) -> Iterator[EndgameSearch | PreendgameSearch]:
    """A search that goes on until it is stopped."""
    found = scrabble.search(HARD[kind], enable())
    assert isinstance(found, KINDS[kind]) and isinstance(found, RunningSearch)
    before = _thread._count()
    yield found
    found.stop()
    deadline = time.monotonic() + 20
    while _thread._count() > before:
        assert time.monotonic() < deadline, "the search goes on"
        time.sleep(0.01)


def easy(kind: str, **limits: int) -> RunningSearch:
    """Return a search of a position that is soon solved."""
    if kind == "endgame":
        return scrabble.search("out-in-two", **limits)
    return scrabble.search(*position_of(bag_world(9, 2)), **limits)


def check(solution: Solution, reason: str = "interrupt") -> None:
    assert (solution.status, solution.stopped_by) == ("bounded", reason)
    assert solution.spread.lower < solution.spread.upper
    assert 0 <= solution.win.lower <= solution.win.upper <= 1


def test_leaving_the_block_stops_the_search(search: EndgameSearch) -> None:
    with search as entered:
        assert entered is search
        snapshots = iter(search)
        seen = next(snapshots)
        with pytest.raises(RuntimeError, match=r"has not ended: call result\(\)"):
            _ = search.solution
    check(search.solution)
    assert seen.text and search.result().text == search.solution.text


def test_an_error_in_the_block_stops_the_search(search: EndgameSearch) -> None:
    with pytest.raises(ZeroDivisionError), search:
        next(iter(search))
        _ = 1 / 0
    check(search.solution)


def test_a_block_without_a_search_starts_none(search: EndgameSearch) -> None:
    with search:
        pass
    with pytest.raises(RuntimeError, match="has not ended"):
        _ = search.solution


def test_a_search_that_was_not_started_has_no_solution(search: EndgameSearch, kind: str) -> None:
    with pytest.raises(RuntimeError, match="the search has not ended"):
        _ = search.solution
    assert repr(search) == f"<{KINDS[kind].__name__}: not ended>"


def test_breaking_off_the_loop_stops_the_search(search: EndgameSearch) -> None:
    for snapshot in search:
        assert snapshot.spread.lower <= snapshot.spread.upper and snapshot.moves > 1
        assert snapshot.estimate is not None and snapshot.lead == search.position.spread
        break
    check(search.result())
    assert repr(search) == f"<{type(search).__name__}: {search.solution!r}>"


def test_another_thread_stops_it(search: EndgameSearch) -> None:
    threading.Timer(0.1, search.stop).start()
    check(search.result())


def test_a_search_is_awaited(kind: str) -> None:
    async def solved() -> Solution:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.001)

        beside = asyncio.create_task(tick())
        found = await easy(kind, nodes=200)
        beside.cancel()
        assert ticks > 0
        return found

    found = asyncio.run(solved())
    assert isinstance(found, Solution) and (found.preendgame is None) == (kind == "endgame")


def test_snapshots_in_a_coroutine(search: EndgameSearch) -> None:
    async def watched() -> int:
        seen = 0
        async for snapshot in search:
            assert snapshot.nodes >= 0
            seen += 1
            search.stop()
        return seen

    assert asyncio.run(watched()) >= 1
    check(search.solution)


def test_leaving_the_coroutine_stops_the_search(search: EndgameSearch) -> None:
    async def left() -> None:
        snapshots = aiter(search)
        await anext(snapshots)
        await snapshots.aclose()

    asyncio.run(left())
    check(search.solution)


def test_awaiting_a_search_that_has_ended() -> None:
    search = scrabble.search("out-in-two")
    first = search.result()

    async def again() -> Solution:
        return await search

    assert asyncio.run(again()) is first


def test_the_answer_is_made_beside_the_event_loop(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    threads, answer = [], KINDS[kind].solution.fget
    noted = property(lambda search: threads.append(threading.current_thread()) or answer(search))
    monkeypatch.setattr(KINDS[kind], "solution", noted)

    async def awaited() -> Solution:
        return await easy(kind, nodes=200)

    assert isinstance(asyncio.run(awaited()), Solution)
    assert threads and threading.main_thread() not in threads


def test_iterating_over_a_search_that_has_ended(kind: str) -> None:
    search = easy(kind, nodes=200)
    first = search.result()
    assert list(search) == [] and search.result(lambda _: None).text == first.text

    async def watched() -> int:
        return len([each async for each in search])

    assert asyncio.run(watched()) == 0


def test_iterating_over_a_search_that_runs(search: EndgameSearch) -> None:
    """Check that both loops see the same search, and that leaving one stops it for the other, too."""
    first, second = iter(search), iter(search)
    assert next(first).text and next(second).text
    first.close()
    assert len(list(second)) <= 1
    check(search.solution)


def test_the_moves_without_an_exact_value_are_found_without_comparing_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Check that the time for the answer grows with the number of moves, not with its square."""
    compared = []
    monkeypatch.setattr(scrabble.MoveResult, "__eq__", lambda one, other: compared.append(0) or one is other)
    for exact in (0, 5):
        found = scrabble.search("out-in-two", exact=exact, nodes=3).result()
        assert found.stopped_by == "nodes" and len(found.unresolved_moves) >= (exact or 100)
    assert not compared


def test_limits_by_name(kind: str) -> None:
    found = easy(kind, nodes=1).result()
    assert found.stopped_by == "nodes" and found.status == "bounded"
    check(scrabble.solve(HARD[kind], enable(), seconds=0.05), "time")


def regret_of(solution: Solution) -> object:
    """The most that another move can be better, by the numbers of the moves."""
    by_win = solution.objective == "win"
    best, *others = [each.win if by_win else each.bounds for each in solution.moves]
    return max(0, max((each.upper for each in others), default=best.lower) - best.lower)


@pytest.mark.parametrize("nodes", [1, 20, 300, None])
def test_regret_of_an_endgame(nodes: int | None) -> None:
    found = scrabble.solve("out-in-two", nodes=nodes)
    assert found.regret == regret_of(found) and isinstance(found.regret, int)
    assert (found.regret == 0) == (found.status == "proven")


def test_regret_of_a_pre_endgame() -> None:
    compared = 0
    for seed in range(8):
        objective = ("win", "spread")[seed % 2]
        position, lexicon = position_of(bag_world(seed, 2))
        for nodes in (1, 50, None):
            found = scrabble.solve(position, lexicon, objective=objective, nodes=nodes)
            assert found.regret >= 0
            if (
                found.move.is_pass or found.status == "proven"
            ):  # no move can be better, whatever its bounds say
                continue
            others = [each for each in found.moves[1:] if not each.is_pass]  # a pass may lead to any move
            best = found.moves[0].win if objective == "win" else found.moves[0].spread
            uppers = [each.win.upper if objective == "win" else each.spread.upper for each in others]
            assert found.regret == max(0, max(uppers) - best.lower)
            compared += found.regret > 0
    assert compared > 5


@pytest.mark.parametrize("as_text", [True, False])
def test_the_value_of_a_move_of_a_pre_endgame(as_text: bool) -> None:
    position, lexicon = position_of(bag_world(4, 1))
    usual = scrabble.solve(position, lexicon, nodes=20)
    wanted = next(each for each in reversed(usual.moves) if not each.is_pass and not each.win.is_exact)
    options = SolveOptions(value_of=wanted.text if as_text else position.parse_move(wanted.text))
    found = scrabble.solve(position, lexicon, options=options)
    evaluated = found.evaluated_move
    assert evaluated in found.moves and evaluated.text == wanted.text and evaluated.win.is_exact
    assert sum(each.probability for each in evaluated.scenarios) == 1
    mean = sum(each.probability * each.win.lower for each in evaluated.scenarios)
    assert mean == evaluated.win.lower and usual.evaluated_move is None


def test_a_limit_of_time_does_not_count_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of a search, too."""
    scrabble.solve("out-in-two")  # loads the kernels of this process
    waited = []

    def compile_slowly(wanted: Iterable[Wanted], again: bool = False) -> None:
        waited.append(time.sleep(1.5))
        compile_missing(wanted, again)

    monkeypatch.setattr(load, "_kept", lambda wanted: None)
    monkeypatch.setattr(build, "compile_missing", compile_slowly)
    monkeypatch.setattr(compiled(bound_after), "_loaded", {})
    found = scrabble.solve("out-in-two", seconds=0.5)
    assert len(waited) == 1 and found.status == "proven" and found.seconds < 1.4


@pytest.mark.parametrize("kind", KINDS)
def test_all_kernels_are_compiled_at_once_where_one_is_missing(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    search = easy(kind)
    assert isinstance(search, (EndgameSearch, PreendgameSearch))
    solve = sys.modules["scrabble.solver.solve"]
    monkeypatch.setattr(solve, "warm_up", lambda *given: made.append("endgame"))
    monkeypatch.setattr(PreendgameSearch, "warm_up", lambda self: made.append("preendgame"))
    monkeypatch.setattr(solve, "compiled", set())
    compile_kernels(search, enable())
    assert not made
    monkeypatch.setattr(solve, "compiled", {Wanted("a kernel", ())})
    compile_kernels(search, enable())
    assert made == [kind]
