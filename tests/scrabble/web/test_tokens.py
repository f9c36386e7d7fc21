"""The token that is remembered: private, replaced if it is not, the same at the next start."""

from __future__ import annotations

import atexit
import html
import os
import socket
import urllib.parse
import webbrowser
from pathlib import Path

import pytest

from scrabble.cli import server
from scrabble.web import tokens


@pytest.fixture
def file(monkeypatch, tmp_path):
    """The file of the token, in a data folder of this test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tokens.token_file()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_it_is_the_same_at_each_start_and_private(file):
    first = tokens.remembered_token()
    assert tokens.remembered_token() == first and len(first) == 22
    if os.name != "nt":
        assert file.stat().st_mode & 0o777 == 0o600 and file.parent.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(os.name == "nt", reason="no modes of files")
@pytest.mark.parametrize("mode", [0o644, 0o660, 0o000])
def test_one_that_others_may_read_is_replaced(file, mode):
    first = tokens.remembered_token()
    file.chmod(mode)
    if mode == 0 and os.geteuid() == 0:
        pytest.skip("root may read everything")
    second = tokens.remembered_token()
    assert second != first and file.stat().st_mode & 0o777 == 0o600
    assert tokens.remembered_token() == second


@pytest.mark.parametrize("text", ["", "short", "/" * 22, "a" * 23, "a" * 1000, "ä" * 22])
def test_a_damaged_one_is_replaced(file, text):
    tokens.remembered_token()
    file.write_text(text, "utf-8")
    assert tokens.PATTERN.fullmatch(tokens.remembered_token())
    assert tokens.PATTERN.fullmatch(file.read_text("ascii"))


def test_a_link_is_not_followed(file, tmp_path):
    other = tmp_path / "other"
    other.write_text("a" * 22, "ascii")
    other.chmod(0o600)
    file.parent.mkdir(parents=True)
    file.symlink_to(other)
    assert tokens.remembered_token() != "a" * 22
    assert other.read_text("ascii") == "a" * 22 and not file.is_symlink()


def test_programs_that_start_at_once_have_the_same_token(file, monkeypatch):
    """The token of the one that writes first is that of both."""
    first, second = "a" * 22, "b" * 22

    def new_token() -> str:
        file.parent.mkdir(parents=True)
        file.write_text(first, "ascii")
        file.chmod(0o600)
        return second

    monkeypatch.setattr(tokens, "new_token", new_token)
    assert tokens.remembered_token() == first == file.read_text("ascii")


@pytest.mark.parametrize("command", ["board", "train"])
def test_an_address_with_a_port_has_the_remembered_token(file, command, monkeypatch):
    from scrabble.cli import main
    from scrabble.web import server

    def refuse(port, token=None):
        given.append(token)
        raise OSError("not in this test")

    given: list[str | None] = []
    monkeypatch.setattr(server, "prepare", refuse)
    assert main([command, "--no-open", "--port", "8000"]) == main([command, "--no-open"]) == 2
    assert given == [file.read_text("ascii"), None]


def test_a_data_folder_that_cannot_be_written_is_no_obstacle(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("", "ascii")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    prepared = server.bound_server(free_port())
    prepared.socket.close()
    assert tokens.PATTERN.fullmatch(prepared.token)
    assert capsys.readouterr().err.startswith("note: a bookmark will not open again: ")


@pytest.mark.skipif(os.name == "nt", reason="no modes of files")
def test_a_browser_is_given_a_private_file_not_the_token(file, monkeypatch, capsys):
    """Every user of the machine sees the arguments of its programs."""
    address, opened = "http://127.0.0.1:8000/aTokenOf22Characters__/train?a=1&b=2", []
    monkeypatch.setattr(webbrowser, "open", lambda url: opened.append(url) or True)
    monkeypatch.setattr(atexit, "register", lambda *given, **more: None)
    for _ in range(2):
        server.open_in_browser(address)
    for url in opened:
        assert url.startswith("file:///") and "aToken" not in url
        path = Path(urllib.parse.unquote(url.removeprefix("file://")))
        assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o077 == 0
        assert html.unescape(path.read_text("utf-8")).count(address) == 2
    note = "note: if the browser shows an error, open the address in it\n"  # it may not read such files
    assert len(opened) == 2 and capsys.readouterr().err == 2 * note


def test_files_that_lead_to_ended_programs_are_removed_after_a_day(file):
    old, young = (file.parent / f"open-{number}.html" for number in (1, 2))
    file.parent.mkdir(parents=True)
    for path in (old, young):
        path.write_text("x", "ascii")
    os.utime(old, (0, 0))
    opened = tokens.opening_file("http://127.0.0.1:8000/")
    assert not old.exists() and young.exists() and opened.exists()


def test_a_file_that_cannot_be_written_opens_nothing(file, monkeypatch, capsys):
    file.parent.parent.mkdir(parents=True, exist_ok=True)
    file.parent.write_text("no folder")
    monkeypatch.setattr(webbrowser, "open", lambda url: pytest.fail("it is opened"))
    server.open_in_browser("http://127.0.0.1:8000/token/")
    assert capsys.readouterr().err.startswith("note: no browser is opened, open the address yourself: ")
