"""Files of Debian packages."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrabble.lexicon import LexiconError
from scrabble.lexicon.recipes import package
from tests.scrabble.lexicon.debs import write_deb

WORDS = "/usr/share/dict/danish"


@pytest.fixture
def deb(tmp_path: Path) -> Path:
    return write_deb(tmp_path / "wdanish_1_all.deb", {WORDS: b"abe\n", "/usr/share/doc/x": b"!"})


def test_files_of_a_package(deb: Path) -> None:
    assert package.from_deb(deb, [WORDS]) == [b"abe\n"]
    assert package.from_deb(deb, ["/usr/share/doc/x", WORDS]) == [b"!", b"abe\n"]


def test_installed_files(tmp_path: Path) -> None:
    assert package.installed([WORDS], tmp_path) is None
    (tmp_path / "usr/share/dict").mkdir(parents=True)
    (tmp_path / "usr/share/dict/danish").write_bytes(b"abe\n")
    assert package.installed([WORDS], tmp_path) == [b"abe\n"]
    assert package.installed([WORDS, "/usr/share/dict/other"], tmp_path) is None


def test_no_such_file_in_it(deb: Path) -> None:
    with pytest.raises(LexiconError, match=r"wdanish_1_all.deb: no file /usr/nowhere in it"):
        package.from_deb(deb, ["/usr/nowhere"])


@pytest.mark.parametrize(
    ("cut", "message"),
    [(0, "not a Debian package"), (9, "without data"), (150, "without data"), (-200, "without data")],
)
def test_damaged_packages(deb: Path, cut: int, message: str) -> None:
    deb.write_bytes(deb.read_bytes()[:cut])
    with pytest.raises(LexiconError, match=message):
        package.from_deb(deb, [WORDS])


def test_data_that_are_no_archive(tmp_path: Path) -> None:
    path = tmp_path / "odd.deb"
    header = f"{'data.tar.xz':<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{3:<10}`\n"
    path.write_bytes(b"!<arch>\n" + header.encode() + b"odd")
    with pytest.raises(LexiconError, match=r"odd.deb: not a Debian package"):
        package.from_deb(path, [WORDS])


def test_a_package_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(LexiconError, match="No such file"):
        package.from_deb(tmp_path / "none.deb", [WORDS])
