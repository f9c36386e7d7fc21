"""Manual pages of all commands, made from their help when a wheel is built: `man endgame-solve`.

    help of click          page
    Usage                  NAME, SYNOPSIS
    text                   DESCRIPTION
    Arguments, Options     sections of these names
    Examples               EXAMPLES, lines as they are

hatchling calls `CustomBuildHook`; an installer puts the pages into share/man/man1 of its environment.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LITERAL = "\b"  # click: the lines of this paragraph are shown as they are
EXAMPLES = "Examples:"
WIDTH = 1_000  # characters: the pages are broken into lines where they are read
SPELLED = str.maketrans(  # roff makes typographical characters of these
    {"\\": "\\e", "-": "\\-", "~": "\\(ti", "^": "\\(ha", "`": "\\(ga", "'": "\\(aq"}
)


class ManFormatter(click.HelpFormatter):
    """Formatter that writes the help of a command as roff."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        self.write(f".SH SYNOPSIS\n.B {roff(prog)}\n{roff(args)}\n.SH DESCRIPTION\n")

    def write_heading(self, heading: str) -> None:
        self.write(f".SH {roff(heading.upper())}\n")

    def write_paragraph(self) -> None:
        """Write nothing: `write_text` begins its paragraphs."""

    def write_text(self, text: str) -> None:
        for paragraph in text.strip("\n").split("\n\n"):
            lines = paragraph.splitlines()
            is_literal = lines[:1] == [LITERAL]
            lines = lines[is_literal:]
            if lines[:1] == [EXAMPLES]:
                self.write_heading(lines.pop(0).strip(":"))
            body = "\n".join(roff(line if is_literal else line.strip()) for line in lines)
            self.write(f".PP\n.nf\n{body}\n.fi\n" if is_literal else f".PP\n{body}\n")

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        for term, text in rows:
            self.write(f".TP\n.B {roff(term)}\n{roff(text)}\n")


def roff(text: str) -> str:
    """Return the text with the characters that mean something to roff spelled out."""
    spelled = text.translate(SPELLED)
    return f"\\&{spelled}" if text.startswith(".") else spelled


def man_page(context: click.Context, version: str) -> str:
    """Return the manual page of a command."""
    name = context.command_path.replace(" ", "-")
    formatter = ManFormatter(width=WIDTH)
    summary = context.command.get_short_help_str(WIDTH).rstrip(".")
    formatter.write(f'.TH {roff(name.upper())} 1 "" "endgame {version}" "User Commands"\n')
    formatter.write(f".SH NAME\n{roff(name)} \\- {roff(summary)}\n")
    context.command.format_help(context, formatter)
    return formatter.getvalue()


def contexts(
    command: click.Command, name: str, parent: click.Context | None = None
) -> Iterator[click.Context]:
    """Yield the context of a command and of all below it."""
    context = click.Context(command, parent, name, **command.context_settings)
    yield context
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            found = command.get_command(context, each)
            assert found is not None
            yield from contexts(found, each, context)


def write_man_pages(folder: Path, version: str) -> list[Path]:
    """Write a page for each command into the folder and return the files."""
    from scrabble.cli.commands import endgame

    pages = []
    for context in contexts(endgame, "endgame"):
        page = folder / f"{context.command_path.replace(' ', '-')}.1"
        page.write_text(man_page(context, version), "utf-8", newline="\n")
        pages.append(page)
    return pages


class CustomBuildHook(BuildHookInterface[Any]):
    """Hook of hatchling that adds the pages to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self._folder = tempfile.TemporaryDirectory()
        sys.path.insert(0, self.root)
        try:
            pages = write_man_pages(Path(self._folder.name), self.metadata.version)
        finally:
            sys.path.remove(self.root)
        build_data["shared_data"] |= {str(page): f"share/man/man1/{page.name}" for page in pages}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self._folder.cleanup()
