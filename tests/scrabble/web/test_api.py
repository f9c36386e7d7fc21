"""The JSON of the explorer without a browser: what is read, searched, judged and saved."""

from __future__ import annotations

import math
import re
import time

from scrabble.game import cgp
from tests.conftest import under_load
from tests.scrabble.web.listening import FEW_MOVES, GAME, ROWS, exact_moves, shown_bounds
from tests.scrabble.web.with_bag import ONE
from tests.worlds.bundled_positions import EASY, HARD, MANY

ENOUGH = 100


def test_a_position_is_read_and_drawn(client):
    told = client.post("api/read", json={"text": EASY}).json()["position"]
    assert told["rack_texts"] == ["AALNOR", "EIU"] and told["scores"] == [470, 395]
    assert told["problems"] == [] and told["lexicon"] == "ENABLE" and not told["is_over"]
    assert [11, 13, "n", None] in told["placed"]
    again = client.post("api/read", json={"text": told["cgp"]}).json()["position"]
    assert again == told


def test_scores_that_are_not_given_are_not_known(client, page):
    given = EASY.replace("470/395 0", "0/0 0 scores unknown;")
    told = client.post("api/read", json={"text": given}).json()["position"]
    assert not told["has_scores"] and told["scores"] == [0, 0]
    for text in (given, told["cgp"]):
        after = page.ask("explore", cgp=text, moves=["3F (L)LANO"])["position"]
        assert not after["has_scores"] and after["scores"] == [0, 0] and "scores unknown;" in after["cgp"]


def test_an_edited_position_is_written_in_cgp(client, page):
    def explored(**draft):
        return page.ask("explore", draft=draft)["position"]

    def refused(draft: dict) -> str:
        return client.post("api/explore", json={"page": page.name, "draft": draft}).json()["error"]

    tiles = [[7, 7, "CH", 5], [7, 8, "a", None], [8, 7, "O", 1]]
    told = explored(placed=tiles, racks=["[CH]?", ""], scores=[7, -3], zeros=1, language="spanish")
    assert told["cgp"].startswith("15/15/15/15/15/15/15/7[CH]a6/7O7/15/15/15/15/15/15 [CH]?/ 7/-3 1 ")
    assert told["placed"] == tiles and told["language"] == "spanish"
    unknown = explored(has_scores=False, lexicon="ENABLE", board="SuperCrosswordGame")
    rows = "/".join(["21"] * 21)
    assert unknown["cgp"] == f"{rows} / 0/0 0 lex ENABLE; bdn SuperCrosswordGame; scores unknown;"
    assert refused({"racks": ["A5", ""]}) == "racks: no tile '5' in the english set: 'A5'"
    assert refused({"placed": [[15, 0, "A", 1]]}) == "a tile lies off the board"
    assert refused({"placed": [[7, 7, "AB", 1]]}) == "expected one tile on H8, got 'AB'"


def test_unseen_tiles_fill_the_other_rack_with_a_note(client):
    told = client.post("api/read", json={"text": EASY.replace("/EIU ", "/ ")}).json()["position"]
    assert told["rack_texts"] == ["AALNOR", "EIU"] and told["problems"] == []
    assert any("completed with the unseen tiles EIU" in each for each in told["warnings"])


def test_what_is_impossible_says_why(client):
    def problems(text: str) -> list[str]:
        return client.post("api/read", json={"text": text}).json()["position"]["problems"]

    unfinished = "15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 {} 0/0 0"
    read = (client.post("api/read", json={"text": unfinished.format(racks)}) for racks in ("A/E", "/"))
    found = [each.json()["position"] for each in read]
    assert [each["problems"] for each in found] == [[], []]  # nothing is wrong yet
    assert found[0]["to_do"][0].startswith("95 tiles to place") and len(found[1]["to_do"]) == 2
    too_many = problems(EASY.replace("EIU", "QQQ"))
    assert any("an english set" in each or "english set has 1" in each for each in too_many)
    zeros = problems(EASY.replace(" 0 ", " 9 ", 1))
    assert zeros[-1].startswith("9 scoreless turns in a row, expected 0 to 6")
    [path] = problems(EASY.replace("lex ENABLE;", "lex /etc/passwd;"))
    assert path == "expected the name of a lexicon, got a path: '/etc/passwd'"
    [unknown] = problems(EASY.replace("lex ENABLE;", "lex NOTHERE99;"))
    assert "no lexicon 'NOTHERE99'" in unknown


def test_a_printed_board_a_name_and_a_game_are_read(client):
    told = client.post("api/read", json={"text": "out-in-two"}).json()["position"]
    assert told["rack_texts"] == ["AALNOR", "EIU"]
    assert client.post("api/read", json={"text": GAME}).json()["kind"] == "game"
    rows = "\n".join(["." * 15] * 7 + ["......." + "CAT....."] + ["." * 15] * 7)
    told = client.post("api/read", json={"text": f"{rows}\nAE/IO\nlexicon ENABLE"}).json()["position"]
    assert told["rack_texts"] == ["AE", "IO"]
    drawing = str(cgp.loads(EASY))
    told = client.post("api/read", json={"text": f"\n{drawing}\n"}).json()["position"]
    assert (told["rack_texts"], told["scores"]) == (["AALNOR", "EIU"], [470, 395])


def test_a_search_is_told_and_every_move_becomes_exact(page):
    news = page.explored(EASY)
    answer = news["answer"]
    assert (answer["kind"], answer["status"], answer["best"]) == ("endgame", "proven", ["3F (L)LANO"])
    assert answer["texts"]["worth"] == "+22" and answer["scale"]["name"] == "final spread"
    line = "3F (L)LANO 7 · G8 (GO)U(G)E 7 · 3B RA(J) 20"
    assert answer["texts"]["line"] == f"{line}; wins by 97, 499-402"
    assert exact_moves(answer) == (163, 163) and len(page.rows) == 163
    assert all(row["is_exact"] and row["bar"]["expected"] is None for row in page.rows.values())
    row = page.rows["3B RA(J)"]
    assert (row["move"], row["score"], shown_bounds(row["bar"]), row["lost"]) == ("3B RA(J)", 20, (6, 6), 16)
    assert row["is_loss_known"] and not row["is_best"]
    best = page.rows["3F (L)LANO"]
    assert best["is_best"] and best["has_line"]
    assert [step["text"] for step in best["steps"]] == line.split(" · ")


def test_what_is_told_agrees_with_solve(page):
    from scrabble.lexicon import Lexicon
    from scrabble.solver import SolveOptions, solve

    for row in FEW_MOVES[::2]:
        news = page.explored(row["cgp"])
        fresh = solve(cgp.loads(row["cgp"]), Lexicon("ENABLE"), SolveOptions(cheap_exact=20))
        assert int(news["answer"]["texts"]["worth"]) == fresh.value
        for each in fresh.moves:
            if each.text in page.rows:
                lower, upper = shown_bounds(page.rows[each.text]["bar"])
                least, most = each.bounds
                assert max(lower, least) <= min(upper, most), (row["id"], each.text)


def test_bounds_only_narrow_while_a_hard_position_is_searched(page):
    serial = page.ask("explore", cgp=HARD, seconds=0.5)["serial"]
    seen: dict[str, tuple[float, float]] = {}
    while page.wait(lambda news: news["serial"] == serial)["state"] != "time":
        for move, row in list(page.rows.items()):
            lower, upper = shown_bounds(row["bar"])
            before = seen.get(move, (-math.inf, math.inf))
            assert before[0] <= lower <= upper <= before[1], move
            seen[move] = lower, upper
        time.sleep(0.05)
    answer = page.news["answer"]
    assert answer["status"] == "bounded" and answer["texts"]["worth"].startswith("about ")
    page.ask("go", seconds=60)
    page.wait(lambda news: news["state"] == "searching")
    page.ask("stop")
    page.wait(lambda news: news["state"] == "stopped")


def test_a_new_position_stops_the_old_search(page):
    page.ask("explore", cgp=HARD, seconds=600)
    page.wait(lambda news: news["state"] == "searching")
    began = time.monotonic()
    news = page.explored(EASY)
    assert news["answer"]["texts"]["worth"] == "+22" and time.monotonic() - began < under_load(5)


def test_a_move_that_is_asked_for_comes_first_with_its_line(page):
    page.explored(MANY, "exact values", seconds=600)
    last = min(
        (move for move, row in page.rows.items() if not row["is_exact"]),
        key=lambda move: shown_bounds(page.rows[move]["bar"])[1],
    )
    page.ask("exact", move=last, seconds=600)
    news = page.wait(lambda news: page.rows[last]["is_exact"] and page.rows[last]["has_line"])
    exact, count = exact_moves(news["answer"])
    assert exact < count - ENOUGH
    refused = page.client.post("api/exact", json={"page": page.name, "move": "1A NONSENSE"})
    assert refused.status_code == 400 and "there is no such move" in refused.json()["error"]


def test_the_end_of_a_line_is_told(page):
    over = page.ask("explore", cgp=EASY, moves=["3F (L)LANO", "G8 (GO)U(G)E", "3B RA(J)"])["position"]
    assert over["is_over"] and over["final"] == [402, 499]


def test_reasons_are_found_with_the_names_of_players(page):
    page.explored(EASY)
    page.ask("why", cgp=EASY, move="3F (L)A", names=["Ann", "Bob"])
    news = page.wait(lambda news: bool(news["why"]) and news["why"]["is_done"])
    assert "With best play Ann goes out next turn, leaving Bob with I." in news["why"]["sentences"]


def test_the_move_hardest_to_answer(page):
    found = page.ask("hardest", cgp=EASY)["moves"]
    assert found == ["3F (L)LANO"]
    assert page.ask("hardest", cgp=ONE["cgp"])["moves"] == []


def test_a_game_is_judged_and_saved(page):
    told = page.ask("game", text=GAME)
    assert told["first"] == 26 and len(told["turns"]) == 27 and told["players"] == ["Alpha", "Beta"]
    news = page.wait(lambda news: bool(news["game"]) and len(news["game"]["verdicts"]) == 2)
    verdicts = news["game"]["verdicts"]
    lost = {turn: (each["lost"], each["is_best"]) for turn, each in verdicts.items()}
    assert lost == {"26": ("1", False), "27": ("0", True)}
    home = told["turns"][25]["cgp"]
    page.explored(home)
    saved = page.ask("save", kind="gcg", cgp=home, lines=[[], ["B6 PRO"]])["text"]
    played, note = saved.splitlines()[-2:]
    assert played == ">beta: ILNOPRT B6 PRO +26 433"
    claim = "B6 PRO: proven, every other move is worse; value +3"
    assert note.startswith(f"#note Explored: {claim}")  # it follows the turn it is about
    alone = page.ask("save", kind="gcg", cgp=home, lines=[])["text"]
    assert alone.splitlines()[-1].startswith(f"#note Explored: to play, {claim}")
    from scrabble.records import gcg
    from scrabble.records.replay import replay

    assert replay(gcg.loads(saved)).turns[-1].total == 433
    saved = page.ask("save", kind="page", cgp=home, lines=[[], ["B6 PRO"]])["text"]
    assert saved.count('<section class="position') == 2 and "B6 PRO for 26: proven" in saved
    page.ask("game", text="")


def test_a_position_by_itself_is_saved_as_a_page_if_that_will_do(page):
    page.explored(EASY)
    saved = page.ask("save", kind="gcg", or_page=True, cgp=EASY, lines=[[]])
    assert saved["name"] == "explored.html" and "explore from one of its turns" in saved["note"]
    assert saved["text"].count('<section class="position') == 1


def test_the_explored_position_is_saved_and_drawn(page):
    page.explored(EASY)
    given = {"cgp": EASY, "lines": [[]], "names": ["Ann", "Bob"]}
    saved, drawn = (page.ask("save", kind=kind, **given) for kind in ("page", "picture"))
    assert (saved["name"], drawn["name"]) == ("Ann-Bob.html", "Ann-Bob.png")
    assert "3F (L)LANO for 7: proven" in saved["text"] and len(saved["text"]) < 200_000
    assert "With best play Ann goes out next turn, leaving Bob with I." in saved["text"]
    assert drawn["text"].startswith("<svg") and ">Ann<" in drawn["text"]


def test_other_places_one_has_been_to_are_saved_too(page):
    other = ROWS[0]["cgp"]
    page.explored(other, "exact values", seconds=600)
    page.explored(EASY)
    given = {"cgp": EASY, "lines": [[], ["3F (L)LANO"]], "others": [{"cgp": other, "lines": [[]]}]}
    text = page.ask("save", kind="page", **given)["text"]
    sections = re.findall('<section class="position.*?</section>', text, re.DOTALL)
    titles = [re.findall("<h2>([^<]*)</h2>", each) for each in sections]
    assert titles == [["Position 1"], ["3F (L)LANO"], ["Position 2"]]
    assert [": proven, " in each for each in sections] == [True, False, True]
    assert ["It was not searched." in each for each in sections] == [False, True, False]
    for bad in ([[]], [{"lines": []}], [{"cgp": other, "lines": [3]}], [{"cgp": other, "lines": [[]] * 200}]):
        answer = page.client.post(
            "api/save", json={"page": page.name, "kind": "page", **given, "others": bad}
        )
        error = answer.json()["error"]
        assert answer.status_code == 400 and error.startswith(("expected ", "object missing "))


def test_texts_from_a_page_are_escaped_where_they_are_saved(page):
    text = EASY.replace("lex ENABLE;", "lex <b>&x;")
    saved = page.ask("save", kind="page", cgp=text, lines=[])["text"]
    assert "<b>" not in saved.partition("</header>")[0].partition("<header>")[2].replace("<header>", "")
    assert "&lt;b&gt;&amp;x" in saved


def test_in_a_lost_position_the_best_try_is_noted(page):
    page.explored("first-empty-bag:g0092")
    notes = {move: row["note"] for move, row in page.rows.items() if row["note"][0]}
    short, whole = notes["M2 FLI(T)ED"]
    assert short == "best try: the opponent must find B6 ROPY, 1 of 119, easy to miss: 3rd by score"
    assert whole.endswith(
        "The highest-scoring reply, L4 P(A)Y for 29, costs the opponent 13 points and the win."
    )
    several = "the opponent must find 1J ROPY or ..., 3 of 134, easy to miss: 4th by score"
    assert notes["3J FELID"][0] == several
    assert sum(text.startswith("best try") for text, _ in notes.values()) == 1 and len(notes) == 14
    saved = page.ask("save", kind="page", cgp="first-empty-bag:g0092", lines=[])["text"]
    assert f">{short}</small>" in saved and "Best try: M2 FLI(T)ED" in saved
    assert "below a move: what the opponent must find" in saved


def test_scores_that_are_unknown_stay_so_after_a_move(page):
    text = EASY.replace("470/395", "0/0") + " scores unknown;"
    serial = page.ask("explore", cgp=text, moves=["3F (L)LANO"])["serial"]
    answer = page.wait(lambda news: news["serial"] == serial and news["state"] == "done")["answer"]
    assert answer["texts"]["line"] == "G8 (GO)U(G)E 7 · 3B RA(J) 20" and answer["scale"]["name"] == "value"
    assert all(step["scores"] == [] for row in page.rows.values() for step in row["steps"])
    saved = page.ask("save", kind="page", cgp=text, lines=[["3F (L)LANO"]])["text"]
    assert "wins by" not in saved and "loses by" not in saved
