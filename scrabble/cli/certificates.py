"""Certificates on the command line: written by `endgame solve`, checked by `endgame verify`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from scrabble.cli import each_position, terminal

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrabble.certificate.check import Checked
    from scrabble.certificate.file import Header
    from scrabble.endgame import Search, Solution
    from scrabble.sources import Reading

NOT_AS_WISHED = 1  # exit status: none written, or refused
STOPPED = "it was stopped"
EVERY = 500  # nodes from one line of progress to the next
PATH: Any = click.Path(dir_okay=False, path_type=Path)


class Written(NamedTuple):
    """What came of a certificate that was asked for."""

    path: Path
    nodes: int | None = None
    size: int | None = None  # bytes
    reason: str | None = None  # why none was written
    is_stopped: bool = False  # by Ctrl-C

    @property
    def text(self) -> str:
        """One line about it."""
        if self.reason is not None:
            return f"no certificate: {self.reason}"
        return f"Certificate  {self.path}: {self.nodes:,} nodes, {self.size:,} bytes"

    @property
    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        found = {"path": str(self.path), "nodes": self.nodes, "bytes": self.size, "reason": self.reason}
        return {"certificate": found}


class Writer:
    """The certificate of the one position of a command."""

    def __init__(self, path: Path) -> None:
        self.path, self._is_used = path, False

    def take_up(self) -> None:
        """Note that a position is to be solved.  Raises CertificateError at the second one."""
        from scrabble.certificate.file import CertificateError

        if self._is_used:
            raise CertificateError(f"{self.path} is the certificate of one position, and that is another one")
        if self.path.exists() and not self.path.is_file():
            terminal.refuse(f"{self.path}: expected a file to write, and that is none")
        self._is_used = True

    def write(self, search: Search, solution: Solution, reading: Reading) -> Written:
        """Prove what a search has found and write it down; the first Ctrl-C ends that."""
        from scrabble.certificate import file
        from scrabble.certificate.words import word_list
        from scrabble.endgame.certify import certify
        from scrabble.endgame.prove import NotWrittenError

        words = word_list(reading.lexicon.name, reading.lexicon)
        with _watched("writing the proof", NotWrittenError(STOPPED)) as watch:
            try:
                header, nodes = certify(search.ground, solution, words, watch=watch)
                size = file.write(self.path, header, nodes)
            except NotWrittenError as error:
                return Written(self.path, reason=str(error), is_stopped=str(error) == STOPPED)
            except OSError as error:
                terminal.refuse(f"{self.path}: cannot be written: {error.strerror or error}")
        return Written(self.path, header.nodes, size)


def verify(path: Path, asked: each_position.Asked, as_json: bool) -> None:
    """Check a certificate and say what came of it; of the position that is asked for, if one is."""
    from scrabble.certificate import file
    from scrabble.certificate.check import WrongError

    began = time.perf_counter()
    try:
        certificate = file.read(path)
        header = certificate.header
        try:
            checked = _checked(certificate, asked)
        except WrongError as error:
            _say_wrong(path, header, error, as_json)
            raise click.exceptions.Exit(NOT_AS_WISHED) from None
    except each_position.bad_input() as error:
        terminal.refuse(str(error) if str(path) in str(error) else f"{path}: {error}")
    except OSError as error:
        terminal.refuse(f"{path}: cannot be read: {error.strerror or error}")
    seconds = time.perf_counter() - began
    if as_json:
        found = {key: getattr(checked, key) for key in COUNTS}
        terminal.write_json(_json(path, header) | {"verified": True, **found, "seconds": round(seconds, 3)})
    else:
        terminal.echo("\n".join(_lines(checked, seconds)))


COUNTS = ("nodes", "moves", "endings", "listed", "replies", "passes")


def _checked(certificate: Any, asked: each_position.Asked) -> Checked:
    from scrabble import cgp, sources
    from scrabble.certificate.check import WrongError, check
    from scrabble.certificate.start import start
    from scrabble.certificate.words import word_list
    from scrabble.lexicon import Lexicon

    header: Header = certificate.header
    lexicon = Lexicon.load(asked.lexicon or header.lexicon)
    position = cgp.loads(header.cgp)
    for entry in each_position.entries(asked, lexicon):
        wanted = sources.read(entry, lexicon).position
        if start(wanted, ()) != start(position, ()):
            raise WrongError(f"it is of another position than {entry.where}")
    with _watched("checking the proof", KeyboardInterrupt()) as watch:
        return check(certificate, position, word_list(lexicon.name, lexicon), watch)


def _lines(checked: Checked, seconds: float) -> Iterator[str]:
    """What was checked, for people."""
    header, position = checked.header, checked.position
    is_or_are = "is" if checked.passes == 1 else "are"
    best = position.move_text(position.parse_move(header.best))
    yield f"Claim      {best} is a best move, worth {header.value:+} from here on"
    yield f"Words      {header.lexicon}, {header.words:,} words, sha256 {header.text_sha256[:12]}"
    yield f"Proof      {checked.nodes:,} nodes; {checked.moves:,} moves of the side that is held down"
    yield f"           {checked.endings:,} end the game, {checked.listed:,} have a node of their own"
    yield f"           {checked.replies:,} are answered by a play that goes out"
    yield f"           {checked.passes:,} {is_or_are} bounded by passes"
    yield f"verified in {seconds:.1f} s: every step holds by the rules"


def _say_wrong(path: Path, header: Header, error: Any, as_json: bool) -> None:
    place = "" if error.node is None else f"node {error.node:,}: "
    if as_json:
        found = {"verified": False, "reason": error.reason, "node": error.node, "at": error.cgp}
        terminal.write_json(_json(path, header) | found)
    else:
        terminal.echo(f"Claim      {header.best} is a best move, worth {header.value:+} from here on")
        if error.cgp is not None:
            terminal.echo(f"At         {error.cgp}")
        terminal.echo(f"REFUSED    {place}{error.reason}")
    terminal.say("error", f"{path}: REFUSED: {place}{error.reason}")


def _json(path: Path, header: Header) -> dict[str, Any]:
    """What is claimed, and nothing found wrong yet."""
    claim = {"cgp": header.cgp, "lexicon": header.lexicon, "best": header.best, "value": header.value}
    nothing = dict.fromkeys((*COUNTS, "seconds", "reason", "node", "at"))
    return {"certificate": str(path), "verified": False, **claim, **nothing}


@contextmanager
def _watched(what: str, stopped: BaseException) -> Iterator[Callable[[int], None]]:
    """Show how many nodes there are, on a terminal; after the first Ctrl-C raise what is given."""
    is_stopped = []

    with terminal.stopped_by_ctrl_c(lambda: is_stopped.append(True)), terminal.progress() as show:

        def watch(nodes: int) -> None:
            if is_stopped:
                raise stopped
            if nodes % EVERY == 0:
                show(f"{what}: {nodes:,} nodes")

        yield watch
