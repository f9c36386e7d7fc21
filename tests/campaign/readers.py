"""Everything that reads text which others have written, each a function of a text, with what is real.

Refusals leave a reader as a ValueError or an OSError; what it returns is not looked at.
"""

from __future__ import annotations

import functools
import io
import json
import random
import tempfile
from collections.abc import Callable, Iterable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

from scrabble import bundled, files, settings, sources
from scrabble.addresses import target_of
from scrabble.analysis.batch.players import read_names
from scrabble.answer.analysis import Analysis, read_data
from scrabble.certificate import file as certificates
from scrabble.cli import terminal
from scrabble.cli.ucgi import UcgiEngine
from scrabble.game.move import parse_move
from scrabble.game.position import Position
from scrabble.lexicon.choice import load_named
from scrabble.puzzles.puzzle import read_puzzles
from scrabble.safe_text import one_line, visible_json
from scrabble.solver import SolveOptions
from scrabble.sources import read_position
from scrabble.web.requests import NAMES, ExplorerSettings, dispatch
from scrabble.web.service import ServiceLimits, SolveRequest, new_search, read_request
from tests.campaign import doors
from tests.campaign.doors import PARSERS
from tests.conftest import DATA

EASY = "out-in-two"


class Reader(NamedTuple):
    """A reader, and what it usually reads."""

    read: Callable[[str], object]
    real: Callable[[], tuple[str, ...]]


def _of_door(name: str) -> Reader:
    door = PARSERS[name]

    def read(text: str) -> None:
        door.accept(text.encode("utf-8", "surrogatepass"), random.Random(0))

    return Reader(read, functools.cache(lambda: _decoded(door.real())))


def _decoded(texts: Iterable[bytes]) -> tuple[str, ...]:
    return tuple(each.decode("utf-8", "replace") for each in texts)


@functools.cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="growth-"))


def _in_file(name: str, read: Callable[[Path], object]) -> Callable[[str], object]:
    def write_and_read(text: str) -> object:
        path = _folder() / name
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return read(path)

    return write_and_read


def _read_certificate(path: Path) -> None:
    for _ in certificates.nodes_of(certificates.read(path).lines):
        pass


def _read_settings(path: Path) -> object:
    before = files.config_file
    files.config_file = lambda: path
    try:
        return settings.values("lexicon")
    finally:
        files.config_file = before


def _read_results(text: str) -> object:
    return read_data(json.loads(text), Analysis)


def _talk(text: str) -> None:
    UcgiEngine(lambda line: None, "1").handle_lines([f"position {text}\n", f"setoption name {text}\n"])
    position = doors.real_positions()[0].decode()
    limited = f"go nodes 1 {text}".replace("infinite", "")
    UcgiEngine(lambda line: None, "1").handle_lines(
        [f"{text}\n", f"position cgp {position}\n", f"{limited}\n"]
    )


def _post(text: str) -> object:
    return new_search(SolveRequest(position=text), SolveOptions())


def _post_json(text: str) -> object:
    return read_request(text.encode("utf-8", "surrogatepass"), ServiceLimits())


def _ask(name: str, **others: object) -> Callable[[str], object]:
    """Return a reader of a request to the explorer that has the text as its position, text or move."""

    def ask(text: str) -> object:
        assert name in NAMES
        body = json.dumps(
            {"page": "x", **{key: text if value is None else value for key, value in others.items()}}
        )
        return dispatch(name, _no_sessions, ExplorerSettings(), body.encode())

    return ask


def _no_sessions() -> None:
    raise ValueError("no page is open")


@functools.cache
def _position() -> Position:
    return read_position(next(sources.entries([EASY])))[0]


def _message(text: str) -> None:
    with redirect_stderr(io.StringIO()):
        terminal.show_message("error", text)


def _shown(text: str) -> None:
    one_line(text)
    visible_json(text)
    with redirect_stdout(io.StringIO()):
        terminal.echo(text)
        terminal.write(terminal.output(), text)


def _texts(*texts: str) -> Callable[[], tuple[str, ...]]:
    return lambda: texts


@functools.cache
def _puzzles() -> tuple[str, ...]:
    return tuple((DATA / "puzzles.jsonl").read_text("utf-8").splitlines(keepends=True)[:4])


@functools.cache
def _results() -> tuple[str, ...]:
    return ((DATA / "result.json").read_text("utf-8"),)


@functools.cache
def _pasted() -> tuple[str, ...]:
    lines, records = doors.real_lines()[:10], doors.real_records()[:20]
    return _decoded((*doors.real_positions(), *lines, *records, *doors.real_boards()))


@functools.cache
def _lines() -> tuple[str, ...]:
    return _decoded(doors.real_positions())


CERTIFICATE = (
    '{"certificate": 1, "cgp": "15/15 A/B 0/0 0", "rules": {}, "lexicon": "ENABLE", "words": 1, '
    '"text_sha256": "0", "best": "8D A", "value": 22, "nodes": 2}\n'
    '{"node": 1, "at_least": 22, "move": "3F .LANO", "to": 2}\n'
    '{"node": 2, "at_most": 22, "replies": ["8A .X"], "passes": 2, "moves": {"8D W.RD": 4}}\n'
)
MOVES = ("8D (A)T", "D8 wOrD", "exchange AE", "3F LL[A]NO", "pass")
ADDRESSES = ("https://host.example/a/game.gcg?u=1#x", "woogles:4K9w", "crosstables:12", "http://[::1]/x")
PATHS = ("late:17", "./game.gcg", "~/x/y.cgp", "g0010:26", "nwl23")
READERS = {
    **{name: _of_door(name) for name in PARSERS if name != "dawg"},
    "pasted": Reader(lambda text: list(sources.entries([text + "\n"])), _pasted),
    "argument": Reader(lambda text: list(sources.entries([text])), _texts(*PATHS, *ADDRESSES)),
    "puzzles": Reader(_in_file("puzzles.jsonl", read_puzzles), _puzzles),
    "certificate": Reader(_in_file("proof.jsonl", _read_certificate), _texts(CERTIFICATE)),
    "settings": Reader(_in_file("config.toml", _read_settings), _texts('lexicon = "NWL23"\ntime = "10"\n')),
    "names": Reader(_in_file("names.txt", read_names), _texts("Ann A = ann, a\n# x\n")),
    "results": Reader(_read_results, _results),
    "engine": Reader(_talk, lambda: tuple(f"cgp {line} moves pass" for line in _lines())),
    "request": Reader(_post, _pasted),
    "request in JSON": Reader(_post_json, _texts('{"position": "out-in-two", "nodes": 5, "seconds": 1.5}')),
    "explorer: read": Reader(_ask("read", text=None), _pasted),
    "explorer: explore": Reader(_ask("explore", cgp=None), _lines),
    "explorer: move": Reader(_ask("placed", cgp=EASY, moves=["pass"], tiles=None), _texts("A")),
    "move": Reader(lambda text: parse_move(text, _position()), _texts(*MOVES)),
    "lexicon name": Reader(load_named, _texts("NWL23", "./x.dawg")),
    "address": Reader(target_of, _texts(*ADDRESSES)),
    "bundled": Reader(bundled.did_you_mean, _texts(*PATHS)),
    "message": Reader(_message, _texts("expected a position, got 'x'")),
    "answer": Reader(_shown, _texts("a line\nand another\n")),
}
