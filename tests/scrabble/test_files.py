"""Locations of data files, bounded reading and atomic writing."""

from __future__ import annotations

import ast
import gzip
import io
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from scrabble import bundled, files, sources
from scrabble.errors import ScrabbleError
from scrabble.lexicon import lexicon
from scrabble.line_file import line_file
from tests.conftest import POSITIONS, REPOSITORY

LINE = (POSITIONS / "out-in-one.cgp").read_text("utf-8").splitlines()[-1]


def test_a_checkout_has_its_data_beside_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PACKAGE", tmp_path / "scrabble")
    (tmp_path / "lexicons").mkdir()
    assert files.bundled("lexicons") == tmp_path / "lexicons"
    inside = tmp_path / "scrabble" / "_data" / "lexicons"
    inside.mkdir(parents=True)
    assert files.bundled("lexicons") == inside
    with pytest.raises(FileNotFoundError, match="the bundled positions are missing"):
        files.bundled("positions")


def test_the_users_folder_follows_the_platform(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_data_dir", lambda application: str(tmp_path / application))
    assert files.user_dir("lexicons") == tmp_path / "scrabble-endgame" / "lexicons"


def test_files_are_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file"
    files.atomic_write(path, b"old")
    files.atomic_write(path, b"new")
    assert path.read_bytes() == b"new" and list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("parts", [("new", "x" * 300), ("new", "x" * 300, "file")])
def test_a_name_that_is_too_long_leaves_no_folder(tmp_path: Path, parts: tuple[str, ...]) -> None:
    path = tmp_path.joinpath(*parts)
    with pytest.raises(OSError, match="too long"):
        files.atomic_write(path, b"new")
    with pytest.raises(ScrabbleError, match="too long"), line_file(path, "lines", ScrabbleError):
        pass
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("failures", [1, len(files.HELD_OPEN), len(files.HELD_OPEN) + 1])
def test_windows_waits_for_a_file_that_is_open(tmp_path, monkeypatch, failures):
    """There a file that another program reads cannot be replaced; the old content stays if it never can."""
    refused, waited, replace = iter([True] * failures), [], Path.replace

    def replaced(part: Path, path: Path) -> Path:
        if next(refused, False):
            raise PermissionError(13, "The process cannot access the file", str(path))
        return replace(part, path)

    path = tmp_path / "file"
    path.write_bytes(b"old")
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr("time.sleep", waited.append)
    monkeypatch.setattr(Path, "replace", replaced)
    if failures > len(files.HELD_OPEN):
        with pytest.raises(PermissionError):
            files.atomic_write(path, b"new")
    else:
        files.atomic_write(path, b"new")
    assert path.read_bytes() == (b"old" if failures > len(files.HELD_OPEN) else b"new")
    assert len(waited) == min(failures, len(files.HELD_OPEN)) and list(tmp_path.iterdir()) == [path]


def test_elsewhere_nothing_waits(tmp_path, monkeypatch):
    """A refusal is final there, and an open file can be replaced: its reader keeps the old content."""
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with path.open("rb") as reader:
        files.atomic_write(path, b"new")
        if sys.platform != "win32":
            assert reader.read() == b"old"
    assert path.read_bytes() == b"new"


WINDOWS_NAMES = [r"C:\games\final.gcg", r"..\games\final.gcg", r"\\club\games\final.gcg", r"C:final.gcg"]


@pytest.mark.parametrize("name", WINDOWS_NAMES)
def test_paths_of_windows_are_paths(name):
    """Neither positions, nor names of what is bundled, nor, with a folder, names of lexicons."""
    assert not sources.is_text(name) and bundled.find(name) is None
    assert lexicon.is_path(name.replace("gcg", "dawg"))
    assert str(files.expand_user(name)) == name


def test_a_bundled_name_is_suggested_for_a_path_of_windows():
    assert bundled.did_you_mean(r"C:\games\g0010.gcg") == "; g0010 is bundled"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_may_end_as_on_any_system(end):
    text = end.join(["# a comment", LINE, "", f'{{"id": "second", "cgp": "{LINE}"}}', ""])
    entries = list(sources.lines_of(r"C:\games\two.cgp", text))
    assert [entry.text for entry in entries] == [LINE, LINE] and not any(entry.error for entry in entries)


def test_no_file_has_a_name_that_windows_refuses():
    names = subprocess.run(["git", "ls-files"], cwd=REPOSITORY, capture_output=True, text=True).stdout
    reserved = re.compile(
        r'[<>:"|?*\\]|(?:^|/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|/|$)|[. ](?:/|$)', re.IGNORECASE
    )
    assert not [name for name in names.splitlines() if reserved.search(name)]
    lowered = [name.lower() for name in names.splitlines()]
    assert len(lowered) == len(set(lowered))


@pytest.mark.skipif(sys.platform == "win32", reason="only some users may make links there")
def test_a_link_stays_a_link(tmp_path):
    link, file = tmp_path / "link", tmp_path / "file"
    file.write_bytes(b"old")
    link.symlink_to(file)
    files.atomic_write(link, b"new")
    assert link.is_symlink() and file.read_bytes() == b"new"


@pytest.mark.skipif(sys.platform == "win32", reason="no such files")
def test_a_pipe_stays_a_pipe(tmp_path):
    """No file is put in the place of a device, such as /dev/null."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        files.atomic_write(pipe, b"new")
        assert pipe.is_fifo() and os.read(reader, 10) == b"new"
    finally:
        os.close(reader)


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no such files")
def test_a_pipe_without_a_name_is_written_to():
    """The link /dev/stdout leads to one in `endgame share out-in-two --out /dev/stdout | less`."""
    reader, writer = os.pipe()
    try:
        files.atomic_write(Path(f"/dev/fd/{writer}"), b"new")
        assert os.read(reader, 10) == b"new"
    finally:
        os.close(reader)
        os.close(writer)


@pytest.mark.skipif(sys.platform == "win32", reason="the variable has another name")
def test_a_tilde_is_somebodys_folder_or_stays(monkeypatch):
    monkeypatch.setenv("HOME", "/home/ann")
    assert files.expand_user("~/x.cgp") == Path("/home/ann/x.cgp")
    assert files.expand_user("~nobody-is-called-so/x.cgp") == Path("~nobody-is-called-so/x.cgp")


def test_files_are_read_up_to_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert files.read_file(path, 5) == b"12345"
    with pytest.raises(OSError, match="5 bytes, expected at most 4"):
        files.read_file(path, 4)
    with pytest.raises(IsADirectoryError, match="expected a file"):
        files.read_file(tmp_path, 5)


@pytest.mark.skipif(sys.platform == "win32", reason="no such files")
def test_what_never_ends_or_never_begins_is_not_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (Path("/dev/zero"), pipe):
        with pytest.raises(OSError, match="a device or a pipe, expected a file"):
            files.read_file(path, 5)
    with pytest.raises(OSError, match="does not end after 5,000,000 bytes"):
        files.read_file(Path("/dev/zero"), 5_000_000, allow_pipe=True)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"12345",))
    writer.start()
    assert files.read_file(pipe, 5, allow_pipe=True) == b"12345"
    writer.join()


def sources_with(*words: str) -> list[Path]:
    """The modules of the game in which one of the words stands at all."""
    found = (REPOSITORY / "scrabble").rglob("*.py")
    return [each for each in found if any(word in each.read_text("utf-8") for word in words)]


READERS = {  # of files that come with the program, with the machine, or were just written
    "scrabble/bench/machine.py",
    "scrabble/report/pages/templates.py",
    "scrabble/cli/entrance.py",
    "scrabble/cli/options.py",
    "scrabble/game/board.py",
    "scrabble/game/rules.py",
    "scrabble/game/tiles.py",
    "scrabble/lexicon/recipes/recipe.py",
    "scrabble/bundled.py",
    "scrabble/_version.py",
    "scrabble/web/app.py",
    "scrabble/web/requests.py",
}


def test_no_other_file_is_read_without_a_limit() -> None:
    found = set()
    for source in sources_with("read_text", "read_bytes"):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in ("read_text", "read_bytes"):
                found.add(str(source.relative_to(REPOSITORY)))
    assert found == READERS


def test_what_is_unpacked_is_read_up_to_a_limit() -> None:
    bomb = gzip.compress(bytes(50_000_000))
    with gzip.open(io.BytesIO(bomb)) as file, pytest.raises(OSError, match="after 1,000,000 bytes"):
        files.read_bounded(file, 1_000_000)


@pytest.mark.parametrize("name", ["x" * 300, f"a/{'é' * 130}", "a\0b", "x" * 5000])
def test_what_can_be_no_name_is_the_name_of_nothing(name: str) -> None:
    assert not any(test(Path(name)) for test in (files.exists, files.is_file, files.is_dir))


QUESTIONS = {  # files that ask about names of the program's own files only
    "scrabble/addresses.py",
    "scrabble/bench/machine.py",
    "scrabble/cli/entrance.py",
    "scrabble/cli/setup.py",
    "scrabble/files.py",
    "scrabble/lexicon/build.py",
    "scrabble/lexicon/conversion.py",
    "scrabble/lexicon/lexicon.py",
    "scrabble/lexicon/recipes/package.py",
    "scrabble/report/pages/index.py",
    "scrabble/training/database.py",
    "scrabble/_version.py",
    "scrabble/analysis/batch/jobs.py",  # what a folder lists
}


def test_names_of_the_user_are_looked_up_where_a_text_is_no_error() -> None:
    found = set()
    for source in sources_with("exists", "is_file", "is_dir"):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if not isinstance(node, ast.Attribute) or node.attr not in ("exists", "is_file", "is_dir"):
                continue
            if not (isinstance(node.value, ast.Name) and node.value.id == "files"):
                found.add(str(source.relative_to(REPOSITORY)))
    assert found == QUESTIONS


def test_a_name_as_long_as_allowed_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("ก" * 83 + ".html")  # 254 bytes
    files.atomic_write(path, b"page")
    assert path.read_bytes() == b"page" and list(tmp_path.iterdir()) == [path]
