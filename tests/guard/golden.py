"""What the commands print and write, as files to read in a diff: golden/*.txt.

A case is a file.  Its lines that begin with "$ endgame" are run one after the other, in a folder of their own
with the files that they name (`tests/data`) and with settings, lexicons and practice of their own; all that
follows is what they printed and wrote:

    $ endgame share late:17 --out share.html          the command
    ! 2                                               its status, unless that is 0
    note: ...                                         standard output, then standard error after "stderr"
    --- share.html                                    a file that it wrote

Counts of nodes and queries and times are masked, as they have a signature of their own (`signatures.py`), or
none.  Of a page the tags and texts are kept, and the data of its scripts, without code and style.  A new case
is a file with its commands; `python -m tests.guard` writes the rest.
"""

from __future__ import annotations

import contextlib
import hashlib
import html.parser
import io
import json
import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from rich.pretty import pretty_repr

from scrabble.cli import main
from tests.conftest import COMPILED, DATA

CASES = Path(__file__).parent / "golden"
PROMPT, STATUS, WRITTEN = "$ endgame ", "! ", "--- "
INPUTS = ("games", "gcg", "puzzles.jsonl", "puzzle-with-bag.jsonl", "words_small.txt")  # of tests/data
COUNTS = "[a-z_]*seconds|nodes|queries|scenario_pairs|expansions|evaluations|started|ended|date"
MACHINE = "program|commit|python|machine|processor|platform|numba|numpy"
MASKS = [  # in this order
    (re.compile(rf'("(?:{COUNTS})(?:_per_\w+)?": )[^,}}\n]+'), r"\1…"),
    (re.compile(rf'("(?:{MACHINE})": )("[^"]*"|null)'), r"\1…"),
    (re.compile(r"\b[\d,]+( nodes?| queries| expansions)\b"), r"…\1"),
    (re.compile(r"\b\d+\.\d+ ?(s|seconds|ms)\b"), r"… \1"),
    (re.compile(r"\b[0-9a-f]{40,64}\b"), "digest"),
    (re.compile(r"20\d\d-\d\d-\d\d([T ][\d:.+]+)?"), "date"),
]
WHOLE = 150  # lines of an output that are kept; of the others their digest


def commands(case: Path) -> list[str]:
    """The command lines of a case, without "endgame"."""
    lines = case.read_text("utf-8").splitlines()
    return [line.removeprefix(PROMPT) for line in lines if line.startswith(PROMPT)]


def outcome(case: Path) -> str:
    """The text of a case as it is now."""
    with _own_folder() as folder:
        parts = [part for command in commands(case) for part in _run(command, folder)]
    return "".join(part if part.endswith("\n") else f"{part}\n" for part in parts)


def _run(command: str, folder: Path) -> Iterator[str]:
    """Run one command; yield it with what it printed and wrote."""
    before = _content(folder)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(shlex.split(command))
    yield PROMPT + command
    if status:
        yield f"{STATUS}{status}"
    yield _shortened(_masked(_laid_out(out.getvalue()), folder))
    if said := COMPILED.sub("", err.getvalue()):
        yield "stderr"
        yield _masked(said, folder)
    for name, content in _content(folder).items():
        if before.get(name) != content:
            yield WRITTEN + name
            yield _shortened(_masked(_of_file(name, content), folder))


@contextlib.contextmanager
def _own_folder() -> Iterator[Path]:
    """Work in a folder with the inputs, with settings and data of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        work = folder / "work"
        work.mkdir()
        for each in INPUTS:
            source = DATA / each
            (shutil.copytree if source.is_dir() else shutil.copy)(source, work / each)
        homes = {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("DATA", "CONFIG", "STATE")}
        settings = {**homes, "COLUMNS": "100", "ENDGAME_THREADS": "1"}
        with mock.patch.dict(os.environ, settings), contextlib.chdir(work):
            yield work


def _content(folder: Path) -> dict[str, bytes]:
    """The content of each file of a folder, by its path there."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def _of_file(name: str, content: bytes) -> str:
    """The content of a file as text to compare."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return f"binary, {content[:4]!r}"
    if name.endswith(".html"):
        return _Page.outline(text)
    return text.replace("><", ">\n<") if name.endswith(".svg") else _laid_out(text)


def _laid_out(text: str) -> str:
    """A text in which each line that is JSON is laid out over several."""
    return "\n".join(_json_lines(line) for line in text.split("\n"))


def _json_lines(line: str) -> str:
    if not line.startswith(("{", "[")):
        return line
    try:
        return json.dumps(json.loads(line), ensure_ascii=False, indent=1)
    except ValueError:
        return line


def _masked(text: str, folder: Path) -> str:
    text = text.replace(str(folder), "FOLDER").replace(str(folder.parent), "HOME")
    for pattern, mask in MASKS:
        text = pattern.sub(mask, text)
    return text


def _shortened(text: str) -> str:
    """The first lines of a long text, and the number and the digest of the others."""
    lines = text.splitlines()
    if len(lines) <= WHOLE:
        return text
    rest = "\n".join(lines[WHOLE:])
    digest = hashlib.sha256(rest.encode()).hexdigest()[:16]
    return "\n".join([*lines[:WHOLE], f"... {len(lines) - WHOLE} more lines, {digest}"])


class _Page(html.parser.HTMLParser):
    """The tags and texts of a page, one a line."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self._inside = ""  # the tag of a script or a style

    @classmethod
    def outline(cls, text: str) -> str:
        """A page as lines: tags with their attributes, texts, data of scripts."""
        page = cls()
        page.feed(text)
        return "\n".join(page.lines)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style"):
            self._inside = tag if dict(attrs).get("type") != "application/json" else "data"
        named = "".join(f" {name}={value!r}" for name, value in sorted(attrs) if name != "content")
        self.lines.append(f"<{tag}{named}>")

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "data":
            self.lines.append(pretty_repr(json.loads(data), max_width=110))
        elif not self._inside and data.strip():
            self.lines.append(" ".join(data.split()))
