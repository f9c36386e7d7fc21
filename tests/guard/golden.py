"""What the commands print and write, as files to read in a diff: golden/*.txt.

A case is a file.  Its lines that begin with "$" are run one after the other, in a folder of their own
with the files that they name (`tests/data`) and with settings, lexicons and practice of their own; all that
follows is what they printed and wrote:

    + words.txt                                       a file for the commands that follow
    | qi                                              its lines
    ~ words.txt qi => za                              a text in a file that is replaced
    $ ENDGAME_TIME=7 endgame share late:17            the command, with settings
    < 3f llano                                        a line that it reads, or a request (`served.py`)
    ! 2                                               its status, unless that is 0
    note: ...                                         standard output, then standard error after "stderr"
    --- share.html                                    a file that it wrote

Counts of nodes and queries and times are masked, as they have a signature of their own (`signatures.py`), or
none.  Of a page the tags and texts are kept, the data of its scripts without code and style, and a digest of
each picture.  A new case is a file with its commands; `python -m tests.guard` writes the rest.
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
from typing import NamedTuple
from unittest import mock

from rich.pretty import pretty_repr

from scrabble.bench import machine
from scrabble.cli import main
from scrabble.files import cache_dir
from tests.conftest import COMPILED, DATA, REPOSITORY
from tests.guard import served

CASES = Path(__file__).parent / "golden"
PROMPT, READ, STATUS, WRITTEN = "$ ", "< ", "! ", "--- "
FILE, LINE, CHANGE = "+ ", "| ", "~ "
INPUTS = ("games", "gcg", "puzzles.jsonl", "puzzle-with-bag.jsonl", "words_small.txt")  # of tests/data
COUNTS = "nodes|looks|queries|scenario_pairs|evaluated|expansions|evaluations"
TIMES = "[a-z_]*seconds|started|ended|date"
NAMES = "program|commit|version|python|machine|processor|platform|numba|numpy|showing"  # as texts
MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
MASKS = [  # in this order
    (re.compile(rf'("(?:{COUNTS}|{TIMES})(?:_per_\w+)?": )[^,}}\n]+'), r"\1…"),
    (re.compile(r"(<select [^>]*id='threads'>\n)(<option [^\n]*\n)+"), r"\1…\n"),  # one for each core
    (re.compile(rf'("(?:{NAMES})": )("[^"]*"|null)'), r"\1…"),
    (re.compile(r"\b[\d,]+ of [\d,]+ move-draw pairs searched \(\d+ %\)"), "… move-draw pairs searched"),
    (re.compile(r"\b[\d,]+( nodes?| queries| expansions)\b"), r"…\1"),
    (re.compile(r"\b\d+\.\d+[ \xa0]?(s|seconds|ms)\b"), r"… \1"),
    (re.compile(r"\b[0-9a-f]{40,64}\b"), "digest"),
    (re.compile(r"20\d\d-\d\d-\d\d([T ][\d:.+]+)?"), "date"),
    (re.compile(rf"\b\d\d? (?:{MONTHS})[a-z]*\b( 20\d\d)?(, \d\d:\d\d)?"), "date"),
    (re.compile(r"http://127\.0\.0\.1:\d+/[\w-]+/"), "ADDRESS/"),
    (re.compile(r"info time \S+ nodes \d+"), "info time … nodes …"),
    (re.compile(r"(scrabble-endgame )\d+\.\S+"), r"\1…"),
    (re.compile(r"(No such option):? '?([\w-]+)'?\.?"), r"\1 \2"),  # as each version of click says it
    (re.compile(r",\d+\.\d{5,}$", re.MULTILINE), ",…"),  # seconds in CSV
]
MEASURED = [  # of commands that measure
    (re.compile(r"[^\n·]*Python 3\.[^<]*? after|[^\n·]*Python 3\.[^\n]*"), "MACHINE"),
    (
        re.compile(r'("(?:set_up|median|p90|total|memory|cpu|cores|system|time_\w+|loop_\w+)": )[^,}\n]+'),
        r"\1…",
    ),
    (re.compile(r"(?:(?<= )[\d,]+ +)?(?<= )[\d,]+(?= +\d+\.\d+(?!\.? s\b))"), "…"),  # nodes, before seconds
    (re.compile(r"\b\d+\.\d+"), "…"),
    (re.compile(r"… +[\d,]+ +[\d,]+$", re.MULTILINE), "…"),  # nodes, at the end
    (re.compile(r"\d+ MB"), "… MB"),
    (re.compile(r"\d+ parts, \w+"), "picture"),
    (re.compile(r" +…(?! nodes)"), " …"),
]
PROGRESS = [(re.compile(r"^info time .*\n(?=info (?:time|move) )", re.MULTILINE), "")]  # of `ucgi`
BY_COMMAND = {"bench": MEASURED, "compare": MEASURED, "verify": MEASURED, "ucgi": PROGRESS}
WHOLE = 150  # lines of an output that are kept; of the others their digest


class Command(NamedTuple):
    """A command line, what is done to files before it, and the lines that it reads."""

    line: str
    before: list[str]
    reads: list[str]

    @property
    def settings(self) -> dict[str, str]:
        """The variables that are set for it."""
        return dict(each.split("=", 1) for each in self.line.partition("endgame")[0].split())

    @property
    def arguments(self) -> str:
        """What follows "endgame"."""
        return self.line.partition("endgame")[2].strip()


def commands(case: Path) -> list[Command]:
    """The commands of a case."""
    found: list[Command] = []
    before: list[str] = []
    for line in case.read_text("utf-8").splitlines():
        if line.startswith(PROMPT):
            found.append(Command(line.removeprefix(PROMPT), before, []))
            before = []
        elif line.startswith((FILE, LINE, CHANGE)):
            before.append(line)
        elif line.startswith(READ):
            found[-1].reads.append(line.removeprefix(READ))
    return found


def _change_files(lines: list[str]) -> None:
    """Write files, and replace texts in them."""
    path = Path()
    for line in lines:
        if line.startswith(FILE):
            path = Path(line.removeprefix(FILE))
            path.write_text("")
        elif line.startswith(LINE):
            path.write_text(f"{path.read_text('utf-8')}{line.removeprefix(LINE)}\n", "utf-8")
        else:
            name, change = line.removeprefix(CHANGE).split(" ", 1)
            old, new = change.split(" => ")
            text = Path(name).read_text("utf-8")
            assert old in text, line
            Path(name).write_text(text.replace(old, new), "utf-8")


def outcome(case: Path) -> str:
    """The text of a case as it is now."""
    with _own_folder() as folder:
        parts = [part for command in commands(case) for part in _run(command, folder)]
    return "".join(part if part.endswith("\n") else f"{part}\n" for part in parts)


def _run(command: Command, folder: Path) -> Iterator[str]:
    """Run one command; yield it with what it printed and wrote."""
    _change_files(command.before)
    before = _content(folder)
    out, err, answers = io.StringIO(), io.StringIO(), None
    typed = io.TextIOWrapper(io.BytesIO("".join(f"{line}\n" for line in command.reads).encode()), "utf-8")
    given = mock.patch.dict(os.environ, command.settings), mock.patch("sys.stdin", typed)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), given[0], given[1]:
        if served.is_request(command.reads):
            status, answers = served.answers(shlex.split(command.arguments), command.reads, out)
        else:
            status = main(shlex.split(command.arguments))

    def shown(text: str) -> str:
        return _shortened(_masked(text, folder, command.arguments))

    yield from command.before
    yield PROMPT + command.line
    if answers is None:
        yield from (READ + line for line in command.reads)
    if status:
        yield f"{STATUS}{status}"
    yield shown(_laid_out(out.getvalue()))
    for request, answer in zip(command.reads, answers or [], strict=answers is not None):
        yield READ + request
        yield shown(_of_answer(answer))
    if said := COMPILED.sub("", err.getvalue()):
        yield "stderr"
        yield shown(said)
    for name, content in _content(folder).items():
        if before.get(name) != content:
            yield WRITTEN + name
            yield shown(_of_file(name, content))


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
        is_short = mock.patch.object(
            machine, "LOOPS", 1000
        )  # the loop that stands for the speed of the machine
        with mock.patch.dict(os.environ, settings), contextlib.chdir(work), is_short:
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


def _of_answer(answer: served.Answer) -> str:
    """The status of an answer, its object without a page in it, and that page."""
    status, kind, text = answer
    page = ""
    if kind == "text/html":
        text, page = "", text
    elif kind == "application/json":
        found = json.loads(text)
        if str(found.get("text", "")).startswith("<!"):
            page = found.pop("text")
            text = json.dumps(found)
    text = text.replace("data: {", "data:\n{")  # of events
    parts = [f"{status} {kind}", _laid_out(text), _Page.outline(page)]
    return "\n".join(part for part in parts if part)


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


def _masked(text: str, folder: Path, command: str) -> str:
    """A text without what differs from run to run, or from machine to machine."""
    places = {folder: "FOLDER", folder.parent: "HOME", REPOSITORY: "REPOSITORY", cache_dir(""): "CACHE"}
    for place in sorted(map(str, places), key=len, reverse=True):  # one may lie in another
        text = text.replace(place, places[Path(place)])
    for pattern, mask in [*MASKS, *BY_COMMAND.get(command.partition(" ")[0], [])]:
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
    """The tags and texts of a page: a tag a line, with the text in it; a picture as its digest."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self._inside = ""  # the tag of a script or a style
        self._picture: list[str] | None = None  # the lines of the one that is read

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
        self._add(f"<{tag}{named}>")
        if tag == "svg" and self._picture is None:
            self._picture = []

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""
        if tag == "svg" and self._picture is not None:
            lines, self._picture = self._picture, None
            if lines:
                text = "\n".join(lines)
                for pattern, mask in MASKS:
                    text = pattern.sub(mask, text)
                self.lines[-1] += f" {len(lines)} parts, {hashlib.sha256(text.encode()).hexdigest()[:16]}"

    def handle_data(self, data: str) -> None:
        if self._inside == "data":
            self._add(pretty_repr(json.loads(data), max_width=110))
        elif not self._inside and data.strip():
            text = " ".join(data.split())
            if self._picture is None and self.lines and self.lines[-1].endswith(">"):
                self.lines[-1] += f" {text}"
            else:
                self._add(text)

    def _add(self, line: str) -> None:
        (self.lines if self._picture is None else self._picture).append(line)
