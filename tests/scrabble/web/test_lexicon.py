"""Which list of words the explorer goes by: that of the record, until a click takes one that fits better."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from scrabble.game import cgp
from scrabble.lexicon import LexiconError, build
from scrabble.records import gcg
from scrabble.records.replay import replay
from scrabble.settings import set_value
from scrabble.web import position_view
from scrabble.web.game import GameAnalysisTask, lexicon_for
from scrabble.web.requests import ExplorerSettings, field_choices
from tests.conftest import POSITIONS
from tests.doors.bridge import enable
from tests.scrabble.web.browsing import paste, wait_for
from tests.scrabble.web.conftest import opening
from tests.scrabble.web.served import in_a_thread
from tests.worlds.bundled_positions import EASY

GAME = (POSITIONS / "games" / "g0030.gcg").read_text("utf-8")
MEMORY = 64 << 20
ODD = 4  # one word of so many is in the longer list only


def with_name(name: str) -> str:
    """The game, whose record names a lexicon."""
    return GAME.replace("#player1", f"#lexicon {name}\n#player1", 1)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A folder with two lists: LONG has the words of the game and of a position, SHORT most of them."""
    folder = tmp_path_factory.mktemp("data")
    english = enable().alphabet
    turns = replay(gcg.loads(GAME), alphabet=english).turns
    boards = [*(turn.position for turn in turns), cgp.loads(EASY)]
    words = sorted({english.decode(word) for board in boards for _, word in board.words()})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder))
        for name, some in (("LONG", words), ("SHORT", [word for at, word in enumerate(words) if at % ODD])):
            path = folder / f"{name}.txt"
            path.write_text("\n".join(some), "utf-8")
            build.import_lexicon(path, name, "english")
    return folder


@pytest.fixture
def lists(data, tmp_path, monkeypatch):
    """Two lists beside ENABLE, and settings of the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def loads(name: str):
    return position_view.choice.load(name)


def test_a_position_says_which_list_fits_better(lists):
    short = cgp.loads(EASY.replace("lex ENABLE", "lex SHORT"))
    told = position_view.position_json(short)
    odd = [word for _, word in short.words() if word not in loads("SHORT")]
    assert told["problems"] == [] and odd
    assert told["other_lexicon"]["name"] in ("LONG", "ENABLE")
    assert told["other_lexicon"]["text"].startswith(f"{len(set(odd))} words on the board are not in SHORT")
    [line] = [each for each in told["warnings"] if each.startswith("not in SHORT: ")]
    assert line.count(",") == len(odd) - 1  # one line for all
    for name in ("LONG", "ENABLE"):
        told = position_view.position_json(cgp.loads(EASY.replace("lex ENABLE", f"lex {name}")))
        assert told["other_lexicon"] is None and told["warnings"] == []


def test_while_a_position_is_typed_no_list_is_offered(lists):
    half = cgp.loads(
        EASY.replace("lex ENABLE", "lex SHORT").replace("/OBEY3DAUBRIeS", "/15").replace("/EIU ", "/ ")
    )
    told = position_view.position_json(half)
    assert told["to_do"] and told["other_lexicon"] is None


def test_a_list_that_is_not_there_can_be_replaced_by_that_of_the_page(lists):
    missing = cgp.loads(EASY.replace("lex ENABLE", "lex CSW21"))
    told = position_view.position_json(missing, otherwise="LONG")
    assert "no lexicon 'CSW21'" in told["problems"][0] and told["lexicon"] == "CSW21"
    assert told["other_lexicon"] == {"name": "LONG", "text": "The lexicon CSW21 is not installed"}
    for unfit in ("", "NOTHERE", "free-german", "../x"):
        assert position_view.position_json(missing, otherwise=unfit)["other_lexicon"] is None


def test_a_position_without_a_list_takes_that_of_the_page(lists):
    bare = cgp.loads(EASY.replace(" lex ENABLE;", ""))
    assert position_view.with_lexicon(bare, None, "LONG").lexicon_name == "LONG"
    chosen = position_view.with_lexicon(bare, "SHORT", "LONG")
    assert chosen.lexicon_name is None  # the default is taken later
    assert position_view.with_lexicon(bare, None, "free-german").lexicon_name is None
    named = cgp.loads(EASY)
    assert position_view.with_lexicon(named, None, "LONG") is named


@pytest.mark.parametrize(
    ("text", "wanted", "default", "otherwise", "name", "note"),
    [
        (GAME, "", None, "SHORT", "SHORT", "lexicon SHORT: the game names none"),
        (GAME, "LONG", None, "SHORT", "LONG", ""),
        (GAME, "", "LONG", "SHORT", "LONG", ""),
        (with_name("LONG"), "", None, "SHORT", "LONG", ""),  # not the one of the position before
        (with_name("LONG"), "SHORT", None, "ENABLE", "SHORT", ""),
        (
            with_name("CSW21"),
            "",
            None,
            "SHORT",
            "SHORT",
            "lexicon SHORT: the game names CSW21, which is not installed",
        ),
    ],
)
def test_the_list_of_a_game(lists, text, wanted, default, otherwise, name, note):
    lexicon, told = lexicon_for(gcg.loads(text), wanted, default, otherwise)
    assert (lexicon.name, told) == (name, note)


@pytest.mark.parametrize("wanted", ["NOTHERE", "/etc/passwd", "x/../y"])
def test_a_list_that_is_wanted_and_not_there_is_refused(lists, wanted):
    with pytest.raises(LexiconError):
        lexicon_for(gcg.loads(GAME), wanted, None, "LONG")


def test_a_game_says_which_list_fits_better(lists):
    game = gcg.loads(GAME)
    told = GameAnalysisTask(game, loads("SHORT"), MEMORY, "a note").game_json()
    assert told["lexicon_note"] == "a note" and told["other_lexicon"]["name"] in ("LONG", "ENABLE")
    assert "turns contain words that are not in SHORT" in told["other_lexicon"]["text"]
    assert GameAnalysisTask(game, loads("LONG"), MEMORY).game_json()["other_lexicon"] is None


@contextmanager
def exploring():
    """The explorer in this process, which sees the lists of a test."""
    from scrabble.web import server
    from scrabble.web.app import new_app
    from scrabble.web.guard import Guard

    prepared, settings = server.prepare(), ExplorerSettings()
    sessions = server.LazySessions(settings)
    app = Guard(new_app(sessions.get, settings), prepared.token, prepared.hosts)
    with in_a_thread(prepared, app):
        yield prepared.address
        sessions.end()


def test_one_click_changes_the_list_of_a_game_or_position(lists, browser):
    """On a telephone, where what is read is shown however far below it was pasted."""
    with exploring() as address, opening(browser, address, "telephone") as page:
        page.select_option("#lexicon", "LONG")
        paste(page, with_name("SHORT"))
        wait_for(page, "#game-lexicon", "Lexicon SHORT.")
        wait_for(page, "#other-lexicon", "turns contain words that are not in SHORT")
        assert page.locator("#lexicon").input_value() == "SHORT"
        turn = page.locator(".turns [aria-current]").inner_text().split()[0]
        offered = page.locator("#other-lexicon button").inner_text().removeprefix("Use ")
        page.locator("#other-lexicon button").click()
        wait_for(page, "#game-lexicon", f"Lexicon {offered}.")
        page.locator("#other-lexicon").wait_for(state="hidden")
        assert page.locator("#lexicon").input_value() == offered
        assert page.locator(".turns [aria-current]").inner_text().split()[0] == turn
        page.select_option("#lexicon", "SHORT")  # the list that is chosen is that of the game, too
        wait_for(page, "#game-lexicon", "Lexicon SHORT.")
        paste(page, EASY.replace("lex ENABLE", "lex SHORT"))
        wait_for(page, "#other-lexicon", "words on the board are not in SHORT")
        page.locator("#other-lexicon button").click()
        page.locator("#other-lexicon").wait_for(state="hidden")
        assert page.locator("#lexicon").input_value() in ("LONG", "ENABLE")
        page.select_option("#lexicon", "LONG")
        paste(page, EASY.replace("lex ENABLE", "lex <i>NO</i>"))
        wait_for(page, "#other-lexicon", "The lexicon <i>NO</i> is not installed.")
        shown = page.locator("#lexicon").evaluate("each => each.selectedOptions[0].text")
        assert shown == "<i>NO</i> (not installed)"
        page.locator("#other-lexicon button", has_text="Use LONG").click()
        page.locator("#other-lexicon").wait_for(state="hidden")
        assert page.locator("#lexicon").input_value() == "LONG"
        assert page.locator("#lexicon option", has_text="not installed").count() == 0
        paste(page, EASY)
        wait_for(page, "#best", "3F (L)LANO")
        page.wait_for_function("document.querySelector('.players').getBoundingClientRect().top >= -1")
        height = page.viewport_size["height"]
        assert page.locator("#board").bounding_box()["y"] < height / 2
        assert page.locator("#answer").bounding_box()["y"] < height
        paste(page, "nonsense")  # what cannot be read is said on the spot
        wait_for(page, "#said", "nonsense")
        assert page.locator("#said").bounding_box()["y"] < height
        page.expected_errors.append("400")


def test_a_position_that_is_put_together_takes_the_default(lists):
    def shown(**settings) -> str:
        return field_choices(ExplorerSettings(**settings))["lexicon"]

    assert shown() == "LONG"  # nothing determines it: the first one for English
    set_value("lexicon", "SHORT")
    assert shown() == "SHORT" and shown(lexicon="LONG") == "LONG"
    set_value("lexicon", "free-german")  # for other tiles
    assert shown() == "LONG"
