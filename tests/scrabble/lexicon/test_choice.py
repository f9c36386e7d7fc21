"""The choice of a lexicon, and the note about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrabble import files, settings
from scrabble.lexicon import Lexicon, LexiconError, available, build, choice
from scrabble.lexicon.lexicon import suggest, written


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders of the test's own, and the bundled ENABLE."""
    monkeypatch.setattr(files, "user_dir", lambda kind: tmp_path / "home" / kind)
    monkeypatch.setattr(files, "config_file", lambda: tmp_path / "settings" / "config.toml")
    bundled = tmp_path / "bundled"
    bundled.mkdir()
    for path in files.bundled("lexicons").glob("enable.*"):
        (bundled / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(files, "bundled", lambda kind: bundled)
    return tmp_path


def install(home: Path, name: str, language: str = "english") -> None:
    words = home / "words.txt"
    words.write_text("aa\nqi\n")
    build.import_lexicon(words, name, language)


def test_the_order(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("One", "Two", "Three", "Four"):
        install(home, name)
    monkeypatch.setenv("ENDGAME_LEXICON", "Three")
    settings.set_value("lexicon", "Four")

    def chosen(given: str | None, own: str | None) -> tuple[str, str]:
        found = choice.resolve(given, own, "english", "the position")
        return found.lexicon.name, found.note

    assert chosen("one", "two") == ("One", "")
    assert chosen(None, "two") == ("Two", "")
    assert chosen(None, None) == ("Three", "lexicon Three, as ENDGAME_LEXICON says")
    monkeypatch.delenv("ENDGAME_LEXICON")
    assert chosen(None, None) == ("Four", f"lexicon Four, as {files.config_file()} says")
    settings.set_value("lexicon", None)
    with pytest.raises(LexiconError) as caught:
        chosen(None, None)
    assert str(caught.value) == (
        "the position names no lexicon; choose one, there are: "
        "Four (user), One (user), Three (user), Two (user), ENABLE (bundled)"
    )


@pytest.mark.parametrize("name", ["GERMAN", "german", "Deutsch"])
def test_a_language_stands_for_the_lexicon_that_would_be_chosen(home: Path, name: str) -> None:
    with pytest.raises(LexiconError, match="the game names no lexicon"):
        choice.resolve(None, name, None, "the game")
    install(home, "Duden", "german")
    found = choice.resolve(None, name, None, "the game")
    assert found[1:] == (
        "Duden",
        f"'{name}' is a language and no lexicon: lexicon Duden, the only one for german tiles",
    )
    assert choice.resolve("ENABLE", name).name == "ENABLE"
    install(home, "Other", "german")
    settings.set_value("lexicon", "Other")
    assert choice.resolve(None, name, "german").name == "Other"
    install(home, name, "german")  # a lexicon of that name is meant
    assert choice.language_of(name) is None and choice.resolve(None, name).note == ""


@pytest.mark.parametrize("name", ["FRANÇAIS", "Franc\u0327ais", "French", "english_super", "ODS8", "", "RD"])
def test_names_of_languages(name: str) -> None:
    language = {"F": "french", "e": "english_super"}.get(name[:1])
    assert getattr(choice.language_of(name), "name", None) == language


@pytest.mark.parametrize(
    "name", ["/dev/zero", "./csw9.txt", "csw9.txt", "csw9.dawg", r"C:\csw9.kwg", "w\x1b.csv"]
)
def test_no_position_chooses_a_file(home: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    (home / "csw9.txt").write_text("aa\nqi\n")
    with pytest.raises(LexiconError) as refused:
        choice.resolve(None, name, "english", "the position")
    assert str(refused.value) == f"the position names its lexicon {name!r}, expected a name"
    assert refused.value.hint == "--lexicon PATH takes a file of yours"
    with pytest.raises(LexiconError, match="a device or a pipe, expected a file"):
        choice.resolve("/dev/zero", name)
    assert choice.resolve("csw9.txt", name).lexicon.words == 2  # the user's own choice


def test_the_only_one_of_the_language(home: Path) -> None:
    install(home, "Duden", "german")
    assert choice.resolve(None, None, "german").note == "lexicon Duden, the only one for german tiles"
    assert choice.resolve(None, None, "english").name == "ENABLE"
    install(home, "Wahrig", "german")
    with pytest.raises(LexiconError, match=r"; choose one, there are: Duden \(user\), Wahrig \(user\)$"):
        choice.resolve(None, None, "german", "the position")
    with pytest.raises(
        LexiconError, match=r"^the position names no lexicon; there is none for french"
    ) as caught:
        choice.resolve(None, None, "french", "the position")
    assert caught.value.hint == "endgame lexicon import FILE adds one"


def test_a_missing_one_lists_those_of_its_language(home: Path) -> None:
    install(home, "Duden", "german")
    for name, language, said in (
        ("Any", None, "there are: Duden (user), ENABLE (bundled)"),
        ("Any", "english", "there are: ENABLE (bundled)"),
        ("Any", "german", "there are: Duden (user)"),
        ("Any", "french", "there is none for french"),
        ("ODS9", None, "there is none for french"),
        ("Dude", "english", "there are: ENABLE (bundled); the nearest is Duden"),
    ):
        with pytest.raises(LexiconError) as caught:
            choice.resolve(None, name, language, "the position")
        assert str(caught.value) == f"no lexicon {name!r}; {said}"


def test_a_default_in_another_language_is_passed_over(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(home, "Duden", "german")
    monkeypatch.setenv("ENDGAME_LEXICON", "Duden")
    assert choice.resolve(None, None, "english").note == "lexicon ENABLE, the only one for english tiles"
    install(home, "Mine")
    with pytest.raises(LexiconError, match="; Duden, as ENDGAME_LEXICON says, is for german tiles"):
        choice.resolve(None, None, "english")


def test_a_default_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENDGAME_LEXICON", "NWL99")
    with pytest.raises(LexiconError, match="ENDGAME_LEXICON: no lexicon 'NWL99'"):
        choice.resolve(None, None, "english")


def make(home: Path, **lexicons: str) -> None:
    for name, words in lexicons.items():
        (home / "words.txt").write_text(words.replace(" ", "\n"))
        build.import_lexicon(home / "words.txt", name, "german" if name == "German" else "english")


def test_the_one_with_most_words_on_the_board(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(home, NWL23="aa qi", CSW24="aa qi ch ew", Both="aa zo ja", German="ch ew aa qi")
    spell = Lexicon("NWL23").alphabet.encode

    def chosen(*words: str, given: str | None = None, own: str | None = None) -> tuple[str, str]:
        found = choice.resolve(given, own, "english", "the game", {*map(spell, words)})
        return found.lexicon.name, found.note

    only = "lexicon CSW24, the only one here that has"
    assert chosen("CH", "AA") == ("CSW24", f"{only} all words on the board")
    assert chosen("CH", "EW", "XQZ") == ("CSW24", f"{only} most of the words on the board")
    for none_or_several in (("AA",), ("CH", "ZO"), ()):
        with pytest.raises(LexiconError, match="choose one"):
            chosen(*none_or_several)
    monkeypatch.setenv("ENDGAME_LEXICON", "nwl23")
    default = ("NWL23", "lexicon NWL23, as ENDGAME_LEXICON says")
    assert chosen("AA", "QI") == chosen("CH", "ZO") == chosen() == default
    assert chosen("CH") == chosen("CH", "AA", "XQZ") == default  # one word may be a phony
    better = "Lexicon CSW24: your default NWL23 lacks"
    assert chosen("CH", "EW", "AA") == ("CSW24", f"{better} 2 words on the board.")
    assert chosen("CH", "EW", "XQZ") == ("CSW24", f"{better} 3 words on the board.")
    assert chosen("CH", "EW", given="nwl23") == chosen("CH", "EW", own="NWL2023") == ("NWL23", "")
    (files.user_dir("lexicons") / "bad.dawg").write_bytes(b"bad")
    make(home, Copy="aa qi ch ew")  # the words of CSW24: still one lexicon
    assert chosen("CH", "EW")[0] in ("CSW24", "Copy")
    make(home, Another="aa ch ew")
    assert chosen("CH", "EW") == default


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("nwl23", "NWL23"),
        ("nwl2023", "NWL23"),
        ("NWL-18", "NWL18"),
        ("twl2006", "TWL06"),
        ("otcwl2014", "OTCWL2014"),
        ("csw_19", "CSW19"),
        ("ods9", "ODS9"),
        ("rd29", "RD29"),
        ("osps46", "OSPS46"),
        ("enable", "ENABLE"),
        ("free-french", "free-french"),
        ("Mine", "Mine"),
        ("file", "file"),
        ("nwl23-mine", "nwl23-mine"),
        ("", ""),
    ],
)
def test_known_names_are_written_in_one_way(name: str, expected: str) -> None:
    assert written(name) == expected == written(expected)


def test_a_known_name_is_written_so_wherever_it_comes_from(home: Path) -> None:
    words = home / "nwl2023.txt"
    words.write_text("aa\nqi\n")
    report = build.import_lexicon(words)
    assert (report.lexicon.name, report.path) == ("NWL23", files.user_dir("lexicons") / "nwl23.dawg")
    for name in ("nwl23", "NWL23", "nwl2023"):
        assert choice.load(name).name == "NWL23"
    toml = report.path.with_suffix(".toml")
    toml.write_text(toml.read_text().replace('"NWL23"', '"nwl23"'))  # as it was written before
    assert Lexicon("NWL23").name == "NWL23"
    assert [each.name for each in available()] == ["NWL23", "ENABLE"]
    settings.set_value("lexicon", "nwl23")
    assert choice.resolve(None).name == "NWL23"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("NWL18", "NWL23"),
        ("nwl2023", "NWL23"),
        ("CSW19", "CSW21"),
        ("CSW23", "CSW24"),
        ("ENABEL", "ENABLE"),
        ("OSPS49", None),
        ("FRA20", "ods"),
        ("TWL06", None),
        ("", None),
    ],
)
def test_the_nearest(name: str, expected: str | None) -> None:
    there = [(each, "english") for each in ("CSW21", "CSW24", "NWL23", "ENABLE")]
    assert suggest(name, [*there, ("ods", "french")]) == expected


def test_the_only_one_of_the_language_will_do() -> None:
    assert suggest("NWL18", [("ENABLE", "english"), ("Duden", "german")]) == "ENABLE"


def test_lists_of_other_languages_are_no_family() -> None:
    assert suggest("free-xyz", [("free-german", "german"), ("ENABLE", "english")]) != "ENABLE"
    assert suggest("NWL18", [("nwl-2023", "english"), ("NWL_06", "english")]) == "nwl-2023"


def test_a_lexicon_that_is_imported_again_is_loaded_again(home: Path) -> None:
    make(home, Mine="aa qi")
    first = choice.load("Mine")
    assert choice.load("Mine") is first
    make(home, Mine="aa qi za")
    again = choice.load("Mine")
    assert (first.words, again.words) == (2, 3) and first.sha256 != again.sha256
