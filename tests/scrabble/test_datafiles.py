"""Where data files are looked for, and how they are written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scrabble import datafiles


def test_a_checkout_has_its_data_beside_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datafiles, "PACKAGE", tmp_path / "scrabble")
    (tmp_path / "lexicons").mkdir()
    assert datafiles.bundled("lexicons") == tmp_path / "lexicons"
    inside = tmp_path / "scrabble" / "_data" / "lexicons"
    inside.mkdir(parents=True)
    assert datafiles.bundled("lexicons") == inside
    with pytest.raises(FileNotFoundError, match="the bundled positions are missing"):
        datafiles.bundled("positions")


def test_the_users_folder_follows_the_platform(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_data_dir", lambda application: str(tmp_path / application))
    assert datafiles.user("lexicons") == tmp_path / "scrabble-endgame" / "lexicons"


def test_files_are_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file"
    datafiles.write_whole(path, b"old")
    datafiles.write_whole(path, b"new")
    assert path.read_bytes() == b"new" and list(path.parent.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path):
    link, file = tmp_path / "link", tmp_path / "file"
    file.write_bytes(b"old")
    link.symlink_to(file)
    datafiles.write_whole(link, b"new")
    assert link.is_symlink() and file.read_bytes() == b"new"


def test_a_pipe_stays_a_pipe(tmp_path):
    """No file is put in the place of a device, such as /dev/null."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        datafiles.write_whole(pipe, b"new")
        assert pipe.is_fifo() and os.read(reader, 10) == b"new"
    finally:
        os.close(reader)


def test_a_tilde_is_somebodys_folder_or_stays(monkeypatch):
    monkeypatch.setenv("HOME", "/home/ann")
    assert datafiles.at_home("~/x.cgp") == Path("/home/ann/x.cgp")
    assert datafiles.at_home("~nobody-is-called-so/x.cgp") == Path("~nobody-is-called-so/x.cgp")
