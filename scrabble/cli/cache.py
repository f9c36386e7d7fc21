"""`endgame cache`: what is kept to save time, and its end.  Arguments and printing only."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NamedTuple

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import Group

KINDS = {"kernels": "compiled kernels", "lexicons": "converted lexicons"}


class Kept(NamedTuple):
    """What lies in a folder."""

    files: int
    bytes: int

    def __str__(self) -> str:
        return f"{self.files} files, {self.bytes / 1e6:.1f} MB" if self.files else "nothing"


@click.group(cls=Group)
@options.as_json
@click.pass_context
def cache(context: click.Context, as_json: bool) -> None:
    """Show, or clear, what is kept to save time."""
    if context.invoked_subcommand is None:
        for kind, what in KINDS.items():
            folder = _folder(kind)
            if as_json:
                terminal.write_json({"kind": kind, **_kept(folder)._asdict(), "folder": str(folder)})
            else:
                terminal.echo(f"{what:<19} {_kept(folder)!s:>16}  {folder}")


@cache.command(
    epilog="""\b
Example:
  endgame cache clear

The next search compiles again, and a file of another program is converted again.
Lexicons that were imported or built stay."""
)
@options.as_json
def clear(as_json: bool) -> None:
    """Remove compiled kernels and converted lexicons."""
    elsewhere = os.environ.get("NUMBA_CACHE_DIR")
    if elsewhere:
        terminal.say("note", f"kernels lie in NUMBA_CACHE_DIR, too, which is left as it is: {elsewhere}")
    for kind, what in KINDS.items():
        folder = _folder(kind)
        kept = _kept(folder)
        try:
            if folder.exists():
                shutil.rmtree(folder)
        except OSError as error:
            terminal.refuse(f"{folder}: {error.strerror or error}")
        if as_json:
            terminal.write_json({"removed": kind, **kept._asdict(), "folder": str(folder)})
        else:
            terminal.echo(f"removed {what}: {kept}, {folder}")


def _folder(kind: str) -> Path:
    from scrabble import datafiles

    return datafiles.cache(kind)


def _kept(folder: Path) -> Kept:
    files = [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
    return Kept(len(files), sum(path.stat().st_size for path in files))
