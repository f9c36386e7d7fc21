"""The common base of all refusals.

    ScrabbleError(ValueError)
        PositionError, CgpError, BoardDiagramError, IllegalMoveError      positions and moves
        TileError, LayoutError, RulesError, LexiconError, ConfigError     what a game is played with
        OptionError                                                       what is asked of a search
        GcgError, SourceError, AnalysisFormatError, CertificateError      files
        BatchError, BenchError, WorkerError                               work on many games or positions

A wrong type is a TypeError.  Each message is one line: what was expected, and what was given.
"""

from __future__ import annotations


class ScrabbleError(ValueError):
    """A value, a text, a file or a process that cannot be used."""

    def __init__(self, text: str = "", hint: str = "") -> None:
        super().__init__(text)
        self.hint = hint  # an option or command that helps, for the command line


def is_interrupt(error: BaseException | None) -> bool:
    """Return whether Ctrl-C is behind an exception: Python wraps it in the body of a class, for one."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None
