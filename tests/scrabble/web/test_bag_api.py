"""The JSON of the explorer with tiles in the bag: chances, draws, and the endgames after them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.scrabble.web.listening import EASY, HARD, Page
from tests.scrabble.web.with_bag import ONE, ROWS, TWO

pytest.importorskip("starlette", reason="starlette is not installed: pip install starlette uvicorn")
pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install starlette uvicorn")
httpx = pytest.importorskip("httpx", reason="httpx is not installed: pip install httpx")


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


def test_chances_are_proven_and_those_of_the_corpus(page):
    news = page.explored(ONE["cgp"])
    answer = news["answer"]
    assert (answer["kind"], answer["status"], answer["bag"]) == ("preendgame", "proven", 1)
    assert (answer["chance"], answer["spread"]) == (ONE["chance"], ONE["spread"])
    assert ONE["best"] in answer["best"] and answer["moves"] == len(page.rows)
    assert answer["disproved"] <= answer["moves"] - len(answer["best"])
    best = Fraction(ONE["chance"]["lower"])
    for _, chance, spread, status in page.rows.values():
        assert Fraction(chance[0]) <= Fraction(chance[1]) and Fraction(spread[0]) <= Fraction(spread[1])
        assert Fraction(chance[0]) <= best
        assert status in ("best", "worse", "not better")


def test_draws_add_up_and_each_is_the_endgame_that_it_names(page):
    page.explored(ONE["cgp"])
    move = ONE["best"]
    told = page.ask("draws", move=move)
    draws = told["draws"]
    assert told["empties_bag"] and told["status"] == "best" and sum(map(share_of, draws)) == 1
    for name in ("chance", "spread"):
        for end in ("lower", "upper"):
            assert sum(share_of(draw) * Fraction(draw[name][end]) for draw in draws) == Fraction(
                told[name][end]
            )
    for draw in draws[:3]:
        position = page.ask("read", text=draw["cgp"])["position"]
        assert position["bag"] == 0 and not position["problems"]
        value = page.explored(draw["cgp"])["answer"]["value"]
        ahead = position["scores"][1] - position["scores"][0]
        assert Fraction(draw["spread"]["lower"]) <= ahead - value <= Fraction(draw["spread"]["upper"])
    nodes = page.explored(ONE["cgp"])["answer"]["nodes"]
    assert page.explored(ONE["cgp"])["answer"]["nodes"] == nodes  # nothing is searched again


def share_of(draw: dict) -> Fraction:
    return Fraction(draw["share"])


def test_what_there_is_not_with_tiles_in_the_bag_is_said(page):
    page.explored(ONE["cgp"])

    def refused(request: str, **given: object) -> str:
        answer = page.client.post(f"api/{request}", json={"page": page.name, **given})
        assert answer.status_code == 400
        return answer.json()["error"]

    move = ONE["best"]
    assert "all moves are searched together" in refused("exact", move=move)
    assert "reasons are found for endgames" in refused("why", cgp=ONE["cgp"], move=move)
    assert "with one of its draws" in refused("explore", cgp=ONE["cgp"], moves=[move])
    assert "no such move" in refused("draws", move="1A NONSENSE")
    page.explored(EASY)
    assert "no tiles in the bag" in refused("draws", move="3F (L)LANO")


def test_a_search_is_stopped_and_goes_on_from_what_it_knows(page):
    serial = page.ask("explore", cgp=TWO["cgp"], seconds=3)["serial"]
    seen: dict[str, tuple[Fraction, Fraction]] = {}
    while page.wait(lambda news: news["serial"] == serial)["state"] != "time":
        narrower(page, seen)
    before = page.news["answer"]
    assert before["status"] == "bounded" and before["limit"] == "time"
    page.ask("go", seconds=600)
    page.wait(lambda news: news["state"] == "searching")
    page.ask("stop")
    stopped = page.wait(lambda news: news["state"] == "stopped")["answer"]
    narrower(page, seen)
    assert stopped["questions"] >= before["questions"] and stopped["seconds"] >= before["seconds"]
    page.ask("explore", cgp=HARD, seconds=600)
    page.wait(lambda news: news["state"] == "searching")
    again = page.explored(TWO["cgp"], "time", seconds=0.5)["answer"]
    assert again["questions"] >= stopped["questions"]


def narrower(page: Page, seen: dict[str, tuple[Fraction, Fraction]]) -> None:
    """Bounds of chances only narrow."""
    for move, (_, (lower, upper), *_) in list(page.rows.items()):
        least, most = seen.get(move, (Fraction(0), Fraction(1)))
        assert least <= Fraction(lower) <= Fraction(upper) <= most, move
        seen[move] = Fraction(lower), Fraction(upper)


def test_what_was_found_is_saved(page):
    page.explored(ONE["cgp"])
    saved = page.ask("save", kind="page", cgp=ONE["cgp"], lines=[[]])["text"]
    assert f"best {ONE['best']}, proven: chance 5/8 (62.5 %), spread +8.0 on average" in saved
    assert saved.count("5/8 (62.5 %)") > 1 and "at most" in saved and "<em>not known</em>" in saved


def test_positions_of_the_corpus_one_after_another_are_all_right(page):
    """What is proven here is what was proven there, what is not contains it."""
    for row in ROWS:
        serial = page.ask("explore", cgp=row["cgp"], seconds=2)["serial"]
        news = page.wait(lambda news, at=serial: news["serial"] == at and news["state"] in ("done", "time"))
        for name in ("chance", "spread"):
            told, known = news["answer"][name], row[name]
            assert Fraction(told["lower"]) <= Fraction(known["upper"]), (row["id"], name)
            assert Fraction(known["lower"]) <= Fraction(told["upper"]), (row["id"], name)
        if news["answer"]["status"] == "proven" and row["proven"]:
            assert row["best"] in news["answer"]["best"], row["id"]
