"""`endgame cache`: what is kept to save time, and its end.  Arguments and printing only."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import click

from scrabble.cli.click_parts import Group

KINDS = {"kernels": "compiled kernels", "lexicons": "converted lexicons"}


@click.group(cls=Group)
@click.pass_context
def cache(context: click.Context) -> None:
    """Show, or clear, what is kept to save time."""
    if context.invoked_subcommand is None:
        for kind, what in KINDS.items():
            folder = _folder(kind)
            click.echo(f"{what:<19} {_size(folder):>16}  {folder}")


@cache.command(
    epilog="""\b
Example:
  endgame cache clear

The next search compiles again, and a file of another program is converted again.
Lexicons that were imported or built stay."""
)
def clear() -> None:
    """Remove compiled kernels and converted lexicons."""
    from scrabble.cli.terminal import refuse, say

    elsewhere = os.environ.get("NUMBA_CACHE_DIR")
    if elsewhere:
        say("note", f"kernels lie in NUMBA_CACHE_DIR, too, which is left as it is: {elsewhere}")
    for kind, what in KINDS.items():
        folder = _folder(kind)
        size = _size(folder)
        try:
            if folder.exists():
                shutil.rmtree(folder)
        except OSError as error:
            refuse(f"{folder}: {error.strerror or error}")
        click.echo(f"removed {what}: {size}, {folder}")


def _folder(kind: str) -> Path:
    from scrabble import datafiles

    return datafiles.cache(kind)


def _size(folder: Path) -> str:
    files = [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
    return (
        f"{len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.1f} MB"
        if files
        else "nothing"
    )
