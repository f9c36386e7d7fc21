"""What a page has going on, without a server: one search at a time, nothing told of the wrong position."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Iterable, Iterator

import pytest
from msgspec.structs import replace as with_fields

from scrabble.game import cgp
from scrabble.lexicon import build
from scrabble.solver import SolveOptions, solve
from scrabble.solver.session import AnalysisSession
from scrabble.web import exploration
from scrabble.web.exploration import Exploration
from scrabble.web.reasons import Explanation
from scrabble.web.saved import found_text
from scrabble.web.searches import EndgameSearches, warm_up_endgames
from scrabble.web.session import (
    MOST_PAGES,
    NOTHING_SEEN,
    ExplorationCache,
    ExplorationRequest,
    Session,
    SessionRegistry,
    TooManyPagesError,
)
from scrabble.web.shown import MoveRow
from tests.doors.bridge import enable
from tests.scrabble.web import with_bag
from tests.worlds.bundled_positions import EASY, HARD, MANY, endgame

MEMORY = 64 << 20
PATIENCE = 600


def wish(text: str, *moves: str, seconds: float | None = 60.0) -> ExplorationRequest:
    home = position = cgp.loads(text)
    for move in moves:
        position = position.play(position.parse_move(move))
    return ExplorationRequest(home, moves, position, enable(), seconds, 1)


def wait(session: Session, *states: str) -> dict:
    """The news as soon as a session has come to one of these states."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        _, news = session.news(NOTHING_SEEN)
        if news["state"] in states:
            return news
        time.sleep(0.005)
    raise AssertionError(session.state)


@pytest.fixture
def session():
    session = Session(MEMORY, lambda: None, warm_up_endgames)
    yield session
    session.close()
    session.join()
    assert not [each for each in threading.enumerate() if each.name == "explorer"]


def test_another_lexicon_of_the_same_name_begins_anew():
    """As after an import under the name that the page goes by; the same for another number of threads."""
    position = cgp.loads(EASY)
    all_words = {word for _, word in position.words()}
    one, other = (build.from_words({*all_words, more}, "Mine", enable().alphabet) for more in ("AA", "QI"))
    known = ExplorationCache(MEMORY, lambda: None)

    def analysis(lexicon, threads=1):
        known.of(ExplorationRequest(position, (), position, lexicon, 60.0, threads))
        return known.analysis

    first = analysis(one)
    assert analysis(one) is first and first.lexicon is one
    second = analysis(other)
    assert second is not first and second.lexicon is other
    assert analysis(other, threads=2) is not second


def test_the_last_two_positions_with_tiles_in_the_bag_are_kept():
    """Each takes half of the memory."""
    known = ExplorationCache(MEMORY, lambda: None)
    one, two, three = (wish(row["cgp"]) for row in with_bag.ROWS)
    first, second = known.of(one), known.of(two)
    assert known.of(one) is first and known.of(two) is second
    known.of(three)
    assert known.of(two) is second and known.of(one) is not first


def highest(rows: Iterable[MoveRow]) -> Iterator[float]:
    """The highest bounds of values that the bars of some moves show: a lower and an upper one."""
    for end in ("lower", "upper"):
        yield max(getattr(row.bar, end) for row in rows)


def test_nothing_known_of_one_position_is_told_of_another(session):
    """From one position to the next as fast as one can: what is told has the moves of its own position."""
    wishes = [wish(EASY), wish(EASY, "3F (L)LANO"), wish(endgame("g0000")), wish(HARD)]
    plays = {}
    for number in range(20):
        wanted = wishes[number % len(wishes)]
        plays[session.explore(wanted)] = {each.text for each in wanted.position.legal_moves(enable())} | {
            "pass"
        }
        for _ in range(number % 5):
            _, news = session.news(NOTHING_SEEN)
            assert set(news["rows"]) <= plays[news["serial"]]
            time.sleep(0.004)


def test_what_is_told_is_of_one_moment(session, monkeypatch):
    """Whenever a page asks: an answer has its best move and as many moves as rows, or there is none yet."""
    heard = []

    def hear(exploration, name, value):
        heard.append(session.news(NOTHING_SEEN)[1])
        object.__setattr__(exploration, name, value)

    monkeypatch.setattr(Exploration, "__setattr__", hear)
    session.explore(wish(EASY))
    wait(session, "done")
    answers = [(news["answer"], news["rows"]) for news in heard if news["answer"] is not None]
    assert len(answers) < len(heard) and answers
    assert all(
        answer["best"] and answer["texts"]["count"] == f"{len(rows)} moves" for answer, rows in answers
    )


@pytest.mark.parametrize(("text", "state"), [(HARD, "stopped"), (EASY, "done")])
def test_the_answer_is_what_the_list_says(text, state, monkeypatch):
    """Best move and bounds are those of the rows that are told with them, at any moment."""
    monkeypatch.setattr(exploration, "SHOWN_EVERY", 0.0)
    monkeypatch.setattr(exploration, "LOOKS", 0)
    answers, enough = [], threading.Event()

    def hear() -> None:
        known = told.exploration and told.exploration.known
        if known and known.solution is not None:
            answers.append(known)
            if len(answers) > 5:
                enough.set()

    told = Session(MEMORY, hear, warm_up_endgames)
    told.explore(wish(text))
    assert enough.wait(PATIENCE)
    if state == "stopped":
        told.stop()
    wait(told, state)
    told.close()
    told.join()
    for solution, rows, _ in answers:
        assert all(rows[move].is_best for move in solution.best)
        assert [*solution.spread] == [solution.lead + end for end in highest(rows.values())]
        if solution.line:
            assert solution.line[0].text == solution.best[0]


def test_a_search_goes_on_while_it_is_looked_at():
    """The bounds that are told are those of the rows, not of the moment before them."""
    position = cgp.loads(HARD)
    walk = AnalysisSession(position, enable(), MEMORY)
    known = Exploration(EndgameSearches(walk, walk.home), lambda: None)
    search = walk.search(walk.home, SolveOptions(seconds=60.0))
    snapshots = []
    for snapshot in search:
        snapshots.append(snapshot)
        if snapshot.spread != snapshots[0].spread:
            search.stop()
    early, late = snapshots[0], snapshots[-1]
    assert early.spread != late.spread
    known._update(search, early)
    solution, rows, _ = known.known
    assert list(solution.best) == [move for move, row in rows.items() if row.is_best]
    assert [*solution.spread] == [position.spread + end for end in highest(rows.values())]


def test_a_line_that_is_known_to_its_end_stays(session):
    """A search of all other moves that is stopped shows less of best play; what was known of it is kept."""
    session.explore(wish(MANY))
    wait(session, "exact values")
    before = session.exploration.known.solution
    assert before.line_kind == "whole" and len(before.line) > 1
    session.stop()
    assert wait(session, "stopped")["answer"]["status"] == "proven"
    stopped = session.exploration.known.solution
    for name in ("value", "line", "line_kind", "final"):
        assert getattr(stopped, name) == getattr(before, name) is not None
    kept = session.found[cgp.dumps(cgp.loads(MANY))]
    steps = ", ".join(f"{step.text} {step.score}" for step in before.line)
    assert found_text(kept.solution).endswith(f"; best play {steps}")


@pytest.mark.parametrize(
    ("length", "kind", "told"),
    [
        (3, "whole", "; best play 3F (L)LANO 7, G8 (GO)U(G)E 7, 3B RA(J) 20"),
        (2, "part", "; best play starts 3F (L)LANO 7, G8 (GO)U(G)E 7"),
        (1, "whole", "; best play 3F (L)LANO 7"),
        (1, "part", ""),
        (0, "part", ""),
    ],
)
def test_a_line_that_is_cut_is_not_called_best_play(length, kind, told):
    found = solve(cgp.loads(EASY), enable())
    found = with_fields(found, line=found.line[:length], line_kind=kind)
    assert found_text(found) == f"3F (L)LANO: proven, every other move is worse; value +22{told}"


def test_only_what_is_new_is_told(session):
    session.explore(wish(EASY))
    wait(session, "done")
    seen, first = session.news(NOTHING_SEEN)
    assert first["is_whole"] and len(first["rows"]) == 163
    _, second = session.news(seen)
    assert second["rows"] == {} and not second["is_whole"]


def test_back_and_forth_everything_is_still_known(session):
    session.explore(wish(EASY))
    wait(session, "done")
    nodes = session.exploration.known.solution.nodes
    session.explore(wish(EASY, "3F (L)LANO"))
    assert wait(session, "done")["answer"]["texts"]["worth"] == "-15"
    session.explore(wish(EASY))
    assert wait(session, "done")["answer"]["texts"]["worth"] == "+22"
    assert session.exploration.known.solution.nodes == nodes


def test_reasons_come_between_and_the_search_goes_on(session):
    session.explore(wish(HARD, seconds=60.0))
    wait(session, "searching")
    easy = cgp.loads(EASY)
    session.why(Explanation(easy, "3F (L)LANO", enable(), MEMORY))
    until = time.monotonic() + PATIENCE
    while not session.reasons.is_done and time.monotonic() < until:
        time.sleep(0.02)
    assert session.reasons.to_json()["sentences"]


def test_a_fault_is_told_and_the_page_goes_on():
    def fail() -> None:
        raise RuntimeError("no kernels")

    session = Session(MEMORY, lambda: None, fail)
    session.explore(wish(EASY))
    assert wait(session, "failed")["message"] == "RuntimeError: no kernels"
    session.close()
    session.join()


def test_a_walk_goes_when_another_begins(session):
    session.explore(wish(EASY))
    wait(session, "done")
    gone = weakref.ref(session._explorations.analysis.state)
    session.explore(wish(endgame("g0000")))
    gc.disable()
    try:
        wait(session, "done")
        assert gone() is None
    finally:
        gc.enable()


def test_sessions_have_a_bound_and_end():
    sessions = SessionRegistry(MEMORY, lambda: None)
    names = [sessions.begin(lambda: None)[0] for _ in range(MOST_PAGES)]
    with pytest.raises(TooManyPagesError, match="pages are open"):
        sessions.begin(lambda: None)
    found = [sessions.find(name) for name in names]
    sessions.end_all()
    assert len(sessions) == 0 and sessions.find(names[0]) is None
    for session in found:
        session.join()
    assert not [each for each in threading.enumerate() if each.name == "explorer"]
