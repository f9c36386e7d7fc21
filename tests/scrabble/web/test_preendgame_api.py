"""The JSON of the explorer with tiles in the bag: chances, draws, and the endgames after them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

import pytest

from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.web.position_view import navigate
from tests.scrabble.web.listening import Page, exact_moves, listening, shown_bounds
from tests.scrabble.web.with_bag import ONE, SINGLE, TWO
from tests.worlds.bundled_positions import EASY, HARD

SOME = 2_000  # questions that a search asks before it hears that it should stop


@pytest.fixture(scope="module")
def open_page(running) -> Iterator[Page]:
    with listening(running.address) as page:
        yield page


@pytest.fixture
def shared(open_page) -> Iterator[Page]:
    """The page of the tests that need no more of ONE than its proof, which is found once."""
    yield open_page
    open_page.ask("stop")


def test_a_position_with_tiles_in_the_bag_is_read(client):
    def read(text: str) -> dict:
        return client.post("api/read", json={"text": text}).json()["position"]

    told = read(ONE["cgp"])
    assert (told["bag"], told["problems"], told["is_over"]) == (1, [], False) and told["rack_texts"][1] == ""
    assert read(TWO["cgp"])["bag"] == 2 and read(EASY)["bag"] == 0
    rack = told["rack_texts"][0]
    assert "a rack of 6 tiles" in read(ONE["cgp"].replace(f" {rack}/", f" {rack[1:]}/"))["problems"][0]
    [over] = read(ONE["cgp"].replace(" 0 lex", " 6 lex"))["problems"]
    assert over == "6 scoreless turns in a row: the game is over"


def test_chances_are_proven_and_those_of_the_corpus(shared):
    answer = proven(shared, ONE["cgp"])
    assert (answer["kind"], answer["status"]) == ("preendgame", "proven") and ONE["best"] in answer["best"]
    worth = f"wins {ONE['win'][0]} (62.5 %), spread {ONE['spread'][0]:+.1f} on average"
    assert answer["texts"]["worth"] == worth and exact_moves(answer)[1] == len(shared.rows)
    others = len(shared.rows) - 1
    assert answer["texts"]["effort"].startswith(f"{others} of {others} other moves refuted")
    best = Fraction(ONE["win"][0])
    for row in shared.rows.values():
        lower, upper = shown_bounds(row["win_bar"])
        assert lower <= upper and lower <= 100 * best
        least, most = shown_bounds(row["bar"])
        assert least <= most and row["is_exact"] == ((lower, least) == (upper, most))
        assert row["is_best"] == (row["move"] in answer["best"])


def test_draws_add_up_and_each_is_the_endgame_that_it_names(shared):
    proven(shared, ONE["cgp"])
    move = ONE["best"]
    told = shared.ask("draws", move=move)
    draws = told["draws"]
    assert told["texts"]["note"].startswith("Click a draw to explore the endgame")
    assert sum(map(share_of, draws)) == 1
    assert [win_of(draws), spread_of(draws)] == [Fraction(ONE["win"][0]), ONE["spread"][0]]
    for draw in draws[:3]:
        after = position_after(draw)
        position = shared.ask("read", text=cgp.dumps(after))["position"]
        assert position["bag"] == 0 and not position["problems"]
        value = int(proven(shared, cgp.dumps(after))["texts"]["worth"])
        assert int(draw["texts"][1]) == -(after.spread + value)
    questions = queries(proven(shared, ONE["cgp"]))
    shared.explored(EASY)
    again = proven(shared, ONE["cgp"], seconds=0.01)
    assert questions <= queries(again) < 2 * questions + SOME  # goes on from what is known


def proven(page: Page, text: str, **given: object) -> dict:
    """The answer as soon as the best move of a position is known; the others are not searched any further."""
    serial = page.ask("explore", cgp=text, **given)["serial"]

    def is_there(news: dict) -> bool:
        return news["serial"] == serial and (news["answer"] or {}).get("status") == "proven"

    found = page.wait(is_there)["answer"]
    page.ask("stop")
    return found


def share_of(draw: dict) -> Fraction:
    return Fraction(draw["probability"])


def win_of(draws: list[dict]) -> Fraction:
    """The win probability with draws whose results are known."""
    results = {"wins": Fraction(1), "draws": Fraction(1, 2), "loses": Fraction(0)}
    return sum((share_of(draw) * results[draw["texts"][0]] for draw in draws), Fraction())


def spread_of(draws: list[dict]) -> Fraction:
    """The mean spread with draws whose spreads are known."""
    return sum((share_of(draw) * int(draw["texts"][1]) for draw in draws), Fraction())


def position_after(draw: dict) -> Position:
    """The endgame after a move of ONE with a draw."""
    [after] = draw["after"]
    return navigate(cgp.loads(ONE["cgp"]), [after["step"]]).position


def test_a_move_that_is_asked_for_comes_first(shared):
    """Chance and spread are exact; its draws add up to them, each of them worth what its endgame is."""
    from scrabble.lexicon import Lexicon
    from scrabble.solver import solve

    proven(shared, ONE["cgp"])
    wanted = next(
        move
        for move, row in shared.rows.items()
        if row["lost"] and not row["is_loss_known"] and move != "pass"
    )
    shared.ask("exact", move=wanted)
    shared.wait(lambda news: shared.rows[wanted]["is_exact"])
    draws, row = shared.ask("draws", move=wanted)["draws"], shared.rows[wanted]
    assert row["title"].endswith("(worse)")
    for name, total in (("win_bar", 100 * win_of(draws)), ("bar", spread_of(draws))):
        assert shown_bounds(row[name]) == (float(total), float(total))
    for draw in draws:
        found = solve(position_after(draw), Lexicon("ENABLE"))
        assert int(draw["texts"][1]) == -found.spread.lower
    shared.wait(lambda news: news["state"] == "exact values" and exact_moves(news["answer"])[0] > 2)


def test_reasons_follow_from_the_draws(shared):
    page = shared
    proven(page, ONE["cgp"])
    assert reasons(page, ONE["best"]) == [
        f"{ONE['best']}: wins 5/8 (62.5 %), spread +8.0 on average; best.",
        f"{ONE['best']} wins unless the bag holds I, O or U.",
    ]
    other = next(move for move, row in page.rows.items() if row["lost"] and move != "pass")
    told = reasons(page, other)
    assert f"{ONE['best']} wins more often, by " in told[0]
    assert told[-1].startswith(f"{ONE['best']} ends better ")
    results = {draw["tiles"]: draw["texts"][0] for draw in page.ask("draws", move=other)["draws"]}
    named = told[-1].partition("the bag holds ")[2].rstrip(".").split(", ")
    assert named and all(results[tiles] != "wins" for tiles in named)
    *_, about_best = passed = reasons(page, "pass")
    assert f"proven to be no better than {ONE['best']}" in passed[0]
    assert about_best.startswith(f"{ONE['best']} wins")  # what draws say of a pass is what passing on brings


def reasons(page: Page, move: str) -> list[str]:
    page.ask("why", cgp=ONE["cgp"], move=move)
    news = page.wait(lambda news: (news["why"] or {}).get("move") == move and news["why"]["is_done"])
    return news["why"]["sentences"]


def test_a_step_says_what_is_drawn_and_what_is_left(shared):
    """After a pass, or a play of one tile of two, the other player is on turn and does not see the bag."""
    proven(shared, ONE["cgp"])
    draws = shared.ask("draws", move="pass")["draws"]
    assert [draw["after"][0]["step"] for draw in draws] == [f"pass leaves {draw['tiles']}" for draw in draws]
    answer = shared.ask("explore", cgp=ONE["cgp"], moves=["pass leaves U"], seconds=0.1)
    position = answer["position"]
    assert position["bag"] == 1 and position["zeros"] == 1 and not position["problems"]
    unseen = {row[0]: row[2] for row in shared.ask("read", text=ONE["cgp"])["position"]["tiles"] if row[2]}
    held = {letter: position["rack_texts"][0].count(letter) for letter in unseen}
    assert held | {"U": held["U"] + 1} == unseen and position["rack_texts"][1] == ""
    serial = shared.ask("explore", cgp=TWO["cgp"], seconds=0.1)["serial"]
    shared.wait(lambda news: news["answer"] is not None and news["serial"] == serial)
    told = shared.ask("draws", move=SINGLE)
    assert told["texts"]["note"].startswith("Guaranteed with each draw")
    assert all(len(draw["after"]) > 1 for draw in told["draws"])
    step = told["draws"][0]["after"][-1]
    position = shared.ask("explore", cgp=TWO["cgp"], moves=[step["step"]], seconds=0.1)["position"]
    assert step["step"].endswith(f" leaves {step['leaves']}")
    assert position["bag"] == 1 and not position["problems"]


def test_a_step_that_cannot_be_is_refused(shared):
    proven(shared, ONE["cgp"])

    def refused(request: str, **given: object) -> str:
        answer = shared.client.post(f"api/{request}", json={"page": shared.name, **given})
        assert answer.status_code == 400
        return answer.json()["error"]

    def after(step: str) -> str:
        return refused("explore", cgp=ONE["cgp"], moves=[step])

    move = ONE["best"]
    expected = "expected the tiles that the bag held, 1 after 'draws' and 0 after 'leaves', got"
    assert after(move) == f"{expected} {move!r}"
    assert after(f"{move} draws U leaves T") == f"{expected} '{move} draws U leaves T'"
    assert "1 after 'leaves'" in after("pass")
    assert "the bag can only hold tiles of" in after(f"{move} draws Z")
    assert "no tile '5'" in after(f"{move} draws 5")
    nonsense = "1A NONSENSE"
    for request in ("exact", "draws"):
        assert refused(request, move=nonsense) == "there is no such move in the explored position"
    assert refused("why", cgp=ONE["cgp"], move=nonsense)
    assert "no such move" in refused("why", cgp=TWO["cgp"], move="pass")  # another position is explored
    before = shared.news["serial"]
    shared.explored(EASY)
    assert "the bag of this position is empty" in refused("draws", move="3F (L)LANO")
    assert shared.ask("draws", move=move, serial=before)["draws"] is None  # of the position before
    shared.ask("exact", move=move, serial=before)


def test_a_search_is_stopped_and_goes_on_from_what_it_knows(page):
    serial = page.ask("explore", cgp=TWO["cgp"], seconds=0.3)["serial"]
    seen: dict[str, tuple[float, float]] = {}
    while page.wait(lambda news: news["serial"] == serial)["state"] != "time":
        narrower(page, seen)
    before = page.news["answer"]
    assert before["status"] == "bounded"
    page.ask("go", seconds=600)
    page.wait(lambda news: news["state"] == "searching")
    page.ask("stop")
    stopped = page.wait(lambda news: news["state"] == "stopped")["answer"]
    narrower(page, seen)
    assert queries(stopped) >= queries(before)
    page.ask("explore", cgp=HARD, seconds=600)
    page.wait(lambda news: news["state"] == "searching")
    again = page.explored(TWO["cgp"], "time", seconds=0.3)["answer"]
    assert queries(again) >= queries(stopped)


def queries(answer: dict) -> int:
    return int(re.search(r"([\d,]+) searches", answer["texts"]["effort"])[1].replace(",", ""))


def narrower(page: Page, seen: dict[str, tuple[float, float]]) -> None:
    """Bounds of chances only narrow."""
    for move, row in list(page.rows.items()):
        lower, upper = shown_bounds(row["win_bar"])
        least, most = seen.get(move, (0, 100))
        assert least <= lower <= upper <= most, move
        seen[move] = lower, upper


def test_what_was_found_is_saved_with_the_endgames_after_it(shared):
    proven(shared, ONE["cgp"])
    step = f"{ONE['best']} draws U"
    serial = shared.ask("explore", cgp=ONE["cgp"], moves=[step])["serial"]
    shared.wait(lambda news: news["serial"] == serial and news["state"] == "done")
    saved = shared.ask("save", kind="page", cgp=ONE["cgp"], lines=[[], [step]])["text"]
    assert saved.count('<section class="position') == 2 and f">{step}</h2>" in saved
    assert f"{ONE['best']} for 42: proven" in saved and "5/8 (62.5 %)" in saved
    assert "wins: win probability; spread: the mean final spread" in saved
    assert saved.count("5/8 (62.5 %)") > 1 and "about " in saved and '"has_bag":true' in saved
