"""Certificates on the command line: written by `endgame solve`, checked by `endgame verify`."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from scrabble.cli import positions, terminal
from scrabble.cli.click_parts import PathType
from scrabble.errors import ScrabbleError
from scrabble.files import exists, expand_user, file_errors, is_file
from scrabble.safe_text import one_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrabble.answer.solution import Solution
    from scrabble.certificate.check import CheckReport
    from scrabble.certificate.file import Header
    from scrabble.game.position import Position
    from scrabble.lexicon import Lexicon
    from scrabble.solver import EndgameSearch
    from scrabble.sources import ResolvedPosition

NO_PROOF = 1  # exit status: no certificate written, or one refused
STOPPED = "it was stopped"
EVERY = 500  # nodes from one line of progress to the next
PATH: Any = PathType(dir_okay=False, path_type=Path)


class CertificateReport(NamedTuple):
    """Result of writing a certificate."""

    path: Path
    nodes: int | None = None
    size: int | None = None  # bytes
    reason: str | None = None  # why none was written
    is_stopped: bool = False  # by Ctrl-C

    @property
    def text(self) -> str:
        """The result in one line."""
        if self.reason is not None:
            return f"no certificate: {self.reason}"
        return f"Certificate  {self.path}: {self.nodes:,} nodes, {self.size:,} bytes"

    @property
    def as_json(self) -> dict[str, Any]:
        """The result as JSON."""
        found = {"path": str(self.path), "nodes": self.nodes, "bytes": self.size, "reason": self.reason}
        return {"certificate": found}


class CertificateWriter:
    """Writer of the certificate of the only position of a command."""

    def __init__(self, path: Path) -> None:
        self.path, self._is_used = path, False

    def register(self) -> None:
        """Register a position.  Raises CertificateError for the second one."""
        from scrabble.certificate.file import CertificateError

        if self._is_used:
            raise CertificateError(f"{self.path} is the certificate of one position, and that is another one")
        if exists(self.path) and not is_file(self.path):
            terminal.fail(f"{self.path}: expected a file to write, and that is none")
        self._is_used = True

    def write(
        self, search: EndgameSearch, solution: Solution, reading: ResolvedPosition
    ) -> CertificateReport:
        """Prove the result of a search and write the proof; the first Ctrl-C stops it."""
        from scrabble.certificate import file
        from scrabble.certificate.game import word_list
        from scrabble.solver.certify import ProofNotFoundError, certify

        words = word_list(reading.lexicon.name, reading.lexicon)
        with _watched("writing the proof", ProofNotFoundError(STOPPED)) as watch:
            try:
                header, nodes = certify(search.state, solution, words, watch=watch)
                with file_errors(self.path, click.ClickException, "written"):
                    size = file.new_certificate(header, nodes).save(self.path)
            except file.CertificateError as error:
                return CertificateReport(self.path, reason=str(error))
            except ProofNotFoundError as error:
                return CertificateReport(self.path, reason=str(error), is_stopped=str(error) == STOPPED)
        return CertificateReport(self.path, header.nodes, size)


class Claim(NamedTuple):
    """The claim of a certificate, and the lexicon it is checked with."""

    header: Header
    position: Position
    lexicon: Lexicon
    given: str | None  # the lexicon that the user names

    @property
    def best(self) -> str:
        """The claimed move in the notation of all commands; if it is not a move, the text of the header."""
        try:
            return self.position.move_text(self.position.parse_move(self.header.best))
        except ValueError:
            return self.header.best

    @property
    def known_as(self) -> str | None:
        """The name under which the lexicon of the check is installed."""
        from scrabble.lexicon import build

        return build.name_of(self.lexicon, self.header.text_sha256)

    @property
    def unusual_rules(self) -> dict[str, Any]:
        """The rules that differ from the standard rules of the language."""
        from scrabble.game.rules import Rules

        usual = dataclasses.asdict(Rules.load(self.position.alphabet.rules))
        own = dataclasses.asdict(self.position.rules)
        return {key: value for key, value in own.items() if value != usual[key]}


def is_certificate(source: str) -> bool:
    """Return whether a source is the file of a certificate: one in gzip is not a position."""
    from scrabble.certificate.file import START, SUFFIX

    with suppress(OSError, ValueError):
        path = expand_user(source)
        if is_file(path):
            with path.open("rb") as file:
                return path.suffix == SUFFIX or file.read(len(START)) == START
    return False


def verify(path: Path, selection: positions.PositionSelection, as_json: bool) -> None:
    """Check a certificate and print the result; with positions, check that it is about the given one."""
    from scrabble.certificate import file
    from scrabble.certificate.check import InvalidProofError, check
    from scrabble.certificate.game import word_list

    began = time.perf_counter()
    try:
        with file_errors(path, click.ClickException, "read"):
            certificate = file.read(path)
        claim = _claim(certificate.header, selection)
        try:
            _check_agreement(claim, selection)
            words = word_list(claim.lexicon.name, claim.lexicon)
            with _watched("checking the proof", KeyboardInterrupt()) as watch:
                checked = check(certificate, claim.position, words, watch)
        except InvalidProofError as error:
            _write_refusal(path, claim, error, as_json)
            raise click.exceptions.Exit(NO_PROOF) from None
    except ScrabbleError as error:
        terminal.fail(str(error) if str(path) in str(error) else f"{path}: {error}")
    seconds = time.perf_counter() - began
    if as_json:
        found = {key: getattr(checked, key) for key in COUNTS}
        known = {"verified": True, "known_as": claim.known_as}
        terminal.write_json(_json(path, claim) | known | found | {"seconds": round(seconds, 3)})
    else:
        _draw(claim.position)
        terminal.echo("\n".join(_lines(checked, claim, seconds)))


COUNTS = ("nodes", "moves", "endings", "listed", "replies", "passes")


def _claim(header: Header, selection: positions.PositionSelection) -> Claim:
    """Return the claim of a certificate with its lexicon, or the one given instead."""
    from scrabble.game import cgp
    from scrabble.lexicon import Lexicon, LexiconError, build, choice

    position = cgp.loads(header.cgp)
    if selection.lexicon:
        return Claim(header, position, Lexicon(selection.lexicon), selection.lexicon)
    try:
        return Claim(header, position, choice.load_named(header.lexicon, "the certificate"), None)
    except LexiconError as error:
        known = build.names_of(header.text_sha256)
        hint = f"; {known[0]} has the words of its checksum: --lexicon {known[0]}" if known else ""
        raise LexiconError(f"{error}{hint}") from None


def _check_agreement(claim: Claim, selection: positions.PositionSelection) -> None:
    """Raise an error unless the certificate matches the given tiles, position and lexicon."""
    from scrabble import sources
    from scrabble.certificate.check import InvalidProofError, require_tiles_of
    from scrabble.certificate.game import from_position

    position, lexicon = claim.position, claim.lexicon
    require_tiles_of(lexicon.alphabet, lexicon.name, position)
    for entry in positions.entries(selection, lexicon):
        wanted = sources.resolve(entry, lexicon).position
        if from_position(wanted, ()) != from_position(position, ()):
            raise InvalidProofError(f"it is of another position than {entry.where}")
        own, other = wanted.lexicon_name, claim.header.lexicon
        if claim.given is None and own is not None and own.casefold() != other.casefold():
            raise InvalidProofError(
                f"it is of the lexicon {other}, and {entry.where} of {own}; to check by one that you choose: "
                f"--lexicon NAME"
            )


def _draw(position: Position) -> None:
    from scrabble.report import board_text

    console = terminal.output()
    terminal.write(console, board_text.board_text(position, console), "")


def _lines(checked: CheckReport, claim: Claim, seconds: float) -> Iterator[str]:
    """Yield the report of a check as text."""
    header, known = checked.header, claim.known_as
    is_or_are = "is" if checked.passes == 1 else "are"
    yield f"Claim      {claim.best} is a best move, worth {header.value:+} from here on"
    if claim.unusual_rules:
        yield f"Rules      not the usual ones: {_rules_text(claim.unusual_rules)}"
    yield f"Words      {known or claim.lexicon.path}, {header.words:,} words"
    yield f"           sha256 {header.text_sha256}"
    if claim.given is not None:
        yield f"           given by --lexicon; the certificate names {header.lexicon}"
    yield f"Proof      {checked.nodes:,} nodes; {checked.moves:,} moves of the restricted side"
    yield f"           {checked.endings:,} end the game, {checked.listed:,} have a node of their own"
    yield f"           {checked.replies:,} are answered by a play that goes out"
    yield f"           {checked.passes:,} {is_or_are} bounded by passes"
    yield f"verified in {seconds:.1f} s: every step holds by the rules"


def _rules_text(rules: dict[str, Any]) -> str:
    return ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in rules.items())


def _write_refusal(path: Path, claim: Claim, error: Any, as_json: bool) -> None:
    place = "" if error.node is None else f"node {error.node:,}: "
    reason = one_line(f"{place}{error.reason}")
    if as_json:
        found = {"verified": False, "reason": error.reason, "node": error.node, "at": error.cgp}
        terminal.write_json(_json(path, claim) | found)
    else:
        terminal.echo(f"REFUSED    {reason}")
        if error.cgp is not None:
            terminal.echo(f"at         {error.cgp}")
        terminal.echo(f"claimed    {claim.best}, worth {claim.header.value:+}: not proven")
    terminal.show_message("error", f"{path}: REFUSED: {reason}")


def _json(path: Path, claim: Claim) -> dict[str, Any]:
    """Return a claim before any check."""
    header, position = claim.header, claim.position
    claimed = {
        "cgp": header.cgp,
        "racks": list(position.racks),
        "zeros": position.scoreless_turns,
        "tiles": position.alphabet.name,
        "board": position.layout.name,
        "rules": dataclasses.asdict(position.rules),
        "unusual_rules": claim.unusual_rules,
        "best": claim.best,
        "value": header.value,
        "lexicon": header.lexicon,
        "words": header.words,
        "text_sha256": header.text_sha256,
        "given": claim.given,
    }
    nothing = dict.fromkeys((*COUNTS, "known_as", "seconds", "reason", "node", "at"))
    return {"certificate": str(path), "verified": False, **claimed, **nothing}


@contextmanager
def _watched(what: str, stopped: BaseException) -> Iterator[Callable[[int], None]]:
    """Show the number of nodes on a terminal; after the first Ctrl-C raise the given error."""
    is_stopped = []

    with terminal.stopped_by_ctrl_c(lambda: is_stopped.append(True)), terminal.progress() as show:

        def watch(nodes: int) -> None:
            if is_stopped:
                raise stopped
            if nodes % EVERY == 0:
                show(f"{what}: {nodes:,} nodes")

        yield watch
