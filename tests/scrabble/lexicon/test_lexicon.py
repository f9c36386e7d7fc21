"""Finding, reading and querying lexicons."""

from __future__ import annotations

import hashlib
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from scrabble import files, lexicon
from scrabble.game.tiles import Alphabet
from scrabble.lexicon import Lexicon, LexiconError, LexiconInfo, build, dawg
from scrabble.lexicon import sibling_graph as graphs
from tests.tools.enable import canonical_text


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's lexicon folder of the test's own."""
    folder = tmp_path / "home" / "lexicons"
    monkeypatch.setattr(files, "user_dir", lambda kind: tmp_path / "home" / kind)
    return folder


@pytest.fixture
def mine(tmp_path: Path, home: Path) -> Path:
    """A lexicon MINE of the user: AA, AB, QI."""
    words = tmp_path / "words.txt"
    words.write_text("aa\nab\nqi\n")
    path = build.import_lexicon(words, "Mine", "english").path
    assert path == home / "mine.dawg"
    return path


@pytest.fixture(scope="module")
def enable() -> Lexicon:
    return Lexicon("enable")


def test_enable_is_bundled(enable: Lexicon) -> None:
    assert (enable.name, enable.words, len(enable)) == ("ENABLE", 168_551, 168_551)
    assert enable.sha256 == "8aecddaad5b6dd37cc7e90f408c44ce5659ba8540947174a42204b45470e60f4"
    text = canonical_text(enable)
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    assert sha256 == "9e26bdd69fd492b4f62ecd11ab179874f01db712493f49312e459f8f51ac6f81"
    assert enable.provenance["text_sha256"] == sha256


def test_a_bundled_lexicon_loads_unchecked_because_it_is_checked_here() -> None:
    for path in files.bundled("lexicons").glob("*.dawg"):
        lexicon = Lexicon(path.stem)
        _, survey = dawg.read(path)
        assert lexicon.path == path and lexicon.sha256 == lexicon.provenance["sha256"]
        assert (survey.words, survey.largest_label) == (lexicon.words, lexicon.alphabet.size)


def test_a_bundled_lexicon_that_was_changed_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enable = files.bundled("lexicons") / "enable.dawg"
    data = bytearray(enable.read_bytes())
    data[4 * 1000] ^= 1
    (tmp_path / "enable.dawg").write_bytes(data)
    (tmp_path / "enable.toml").write_bytes(enable.with_suffix(".toml").read_bytes())
    monkeypatch.setattr(files, "bundled", lambda kind: tmp_path)
    with pytest.raises(LexiconError, match=r"enable\.dawg: "):
        Lexicon("enable")


def test_every_word_is_found(enable: Lexicon) -> None:
    words = list(enable)
    assert len(set(words)) == 168_551
    assert all(word in enable for word in words[::7])
    assert all(word in enable for word in graphs.words(graphs.of_units(enable.units)).tolist())
    assert {len(word) for word in words} == set(range(2, 16))


@pytest.mark.parametrize(
    "word", ["quirky", "QUIRKY", "Quirky", "aa", "zyzzyvas", bytes([1, 1]), bytes([1, 65])]
)
def test_words(enable: Lexicon, word: str | bytes) -> None:
    assert word in enable


@pytest.mark.parametrize(
    "word", ["", "a", "qi", "quirk?", "café", "A B", "zzz", b"", b"\0", b"\1\0", b"\1\xff"]
)
def test_non_words(enable: Lexicon, word: str | bytes) -> None:
    assert word not in enable


@pytest.mark.parametrize("name", ["ENABLE", "enable", "Enable"])
def test_names_are_case_insensitive(name: str) -> None:
    assert Lexicon(name).name == "ENABLE"


def test_units_are_the_lexicons_own(enable: Lexicon) -> None:
    other = Lexicon("enable")
    assert other.units is not enable.units and other.units.flags.writeable and other.units.flags.c_contiguous
    assert other.units.dtype == np.uint32
    assert enable.path is not None and 4 * (1 + len(enable.units)) == enable.path.stat().st_size


def test_info(enable: Lexicon) -> None:
    info = enable.info()
    assert info["words_by_length"][2] == 96 and sum(info["words_by_length"].values()) == info["words"]
    assert (info["name"], info["alphabet"], info["origin"]) == ("ENABLE", "english", "bundled")
    assert info["bytes"] == 522_244 and info["provenance"]["licence"] == "public domain"


def test_the_licence_is_beside_it(enable: Lexicon) -> None:
    assert enable.path is not None
    licence = (enable.path.parent / enable.provenance["licence_file"]).read_text("utf-8")
    assert "formally released into" in licence and "Alan Beale" in licence


def test_a_lexicon_of_the_user(mine: Path) -> None:
    found = Lexicon("MINE")
    assert (found.name, found.path, list(found)) == ("Mine", mine, ["AA", "AB", "QI"])
    assert found.info()["origin"] == "user"
    assert Lexicon(mine).words == Lexicon(str(mine)).words == 3
    bundled = files.bundled("lexicons") / "enable.dawg"
    assert lexicon.available()[:2] == [
        LexiconInfo("Mine", mine, 3, "user"),
        LexiconInfo("ENABLE", bundled, 168_551, "bundled"),
    ]


def test_a_missing_lexicon_says_what_there_is_and_how_to_make_one(mine: Path) -> None:
    with pytest.raises(LexiconError) as caught:
        Lexicon("NWL23")
    message = str(caught.value)
    assert "no lexicon 'NWL23'; there are: Mine (user), ENABLE (bundled)" in message
    assert "the nearest is" not in message  # two of the language, none near
    assert caught.value.hint == "endgame lexicon import FILE --name NWL23 adds it"
    with pytest.raises(LexiconError, match=r"; the nearest is ENABLE$") as caught:
        Lexicon("enabel")
    assert caught.value.hint.startswith("--lexicon ENABLE takes the nearest; endgame lexicon import")


def test_a_file_without_a_path_is_pointed_out(
    mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "words.dat").write_text("CAT")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LexiconError, match=r"^no lexicon 'words\.dat'$") as caught:
        Lexicon("words.dat")
    assert caught.value.hint == "./words.dat takes the file of that name"


@pytest.mark.parametrize("name", ["nothing.dawg", "folder/enable", "folder\\enable", "./enable.DAWG"])
def test_paths_are_not_looked_up_as_names(name: str) -> None:
    with pytest.raises(LexiconError, match="No such file"):
        Lexicon(name)


def test_without_a_toml_it_is_english_and_counted(mine: Path) -> None:
    mine.with_suffix(".toml").unlink()
    found = Lexicon(mine)
    assert (found.name, found.alphabet.name, found.words, found.provenance) == ("mine", "english", 3, {})
    assert lexicon.available()[0] == LexiconInfo("mine", mine, 3, "user")


def test_a_checksum_that_is_no_number_is_said_in_one_line(mine: Path) -> None:
    text = mine.with_suffix(".toml").read_text("utf-8")
    sha256 = Lexicon(mine).sha256
    mine.with_suffix(".toml").write_text(text.replace(sha256, f"{sha256[:9]}\u2028{sha256[9:]}"), "utf-8")
    with pytest.raises(LexiconError, match=r"\\u2028") as found:
        Lexicon(mine)
    assert len(str(found.value).splitlines()) == 1


def test_a_name_without_end_is_said_in_part(mine: Path) -> None:
    with pytest.raises(LexiconError, match="no lexicon 'E9") as found:
        Lexicon("E" + "9" * 5000)
    assert len(str(found.value)) < 1000 and len(found.value.hint) < 1000


def test_a_changed_file_is_refused_and_listed_without_words(mine: Path) -> None:
    other = build.from_words(["zzz"], "other", Alphabet.load("english"))
    mine.write_bytes(dawg.to_bytes(other.units))
    with pytest.raises(
        LexiconError, match=r"mine.dawg: 1 words, sha256 .* expected 3 words, .* build it again"
    ):
        Lexicon("mine")
    mine.write_bytes(mine.read_bytes()[:300])
    with pytest.raises(
        LexiconError, match=r"mine.dawg: not a lexicon in dawgdic format: 300 bytes, expected"
    ):
        Lexicon("mine")
    mine.with_suffix(".toml").unlink()
    assert lexicon.available()[0] == LexiconInfo("mine", mine, None, "user")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = ", "not the provenance of a lexicon"),
        ('name = "x"', r"expected alphabet = \(str\), got 'None'"),
        ('name="x"\nalphabet="klingon"\ntiles="A"\nwords=3\nsha256=""', "unknown language 'klingon'"),
        (
            'name="x"\nalphabet="english"\ntiles="B A"\nwords=3\nsha256=""',
            "made for the tiles 'B A', expected A B",
        ),
        (
            'name="x"\nalphabet="english"\ntiles="A\\u2028B"\nwords=3\nsha256=""',
            r"made for the tiles 'A\\u2028B', expected A B",
        ),
        ('name="x"\nalphabet="english"\ntiles="A"\nwords="3"\nsha256=""', r"expected words = \(int\)"),
    ],
)
def test_a_bad_provenance_is_refused(mine: Path, text: str, message: str) -> None:
    mine.with_suffix(".toml").write_text(text)
    with pytest.raises(LexiconError, match=message):
        Lexicon("mine")


def test_text_keys_are_refused(tmp_path: Path) -> None:
    from scrabble.lexicon import dawg_builder

    path = tmp_path / "text.dawg"
    path.write_bytes(dawg.to_bytes(dawg_builder.build(graphs.array_of([b"aa", b"ab"]))))
    with pytest.raises(
        LexiconError, match="tile 98 in a word, expected at most 26: not made for the english tiles"
    ):
        Lexicon(path)


def test_digraphs_of_text_are_one_tile() -> None:
    spanish = build.from_words(["churro", "calle"], "es", Alphabet.load("spanish"))
    assert "Churro" in spanish and "[CH]U[RR]O" in spanish and "[ch]urro" in spanish
    assert spanish.alphabet.encode("CHURRO") not in spanish  # C and H, two tiles
    assert list(spanish) == ["CA[LL]E", "[CH]U[RR]O"]
    assert spanish.info()["origin"] == "memory"


def test_pickling(enable: Lexicon) -> None:
    assert "quirky" in enable
    assert "quirky" in pickle.loads(pickle.dumps(enable))


def test_looking_words_up_does_not_load_numba() -> None:
    code = (
        "import sys; from scrabble.lexicon import Lexicon\n"
        "assert 'quirky' in Lexicon('enable') and 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, cwd=files.PACKAGE.parent)
