"""`endgame config`, `cache` and `warmup`: settings and cached files."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from typing import Any, NamedTuple

import click

from scrabble import files, settings
from scrabble.cli import options, terminal
from scrabble.cli.click_parts import Argument, Command, LazyGroup
from scrabble.safe_text import one_line
from scrabble.settings import SETTINGS

EPILOG = """\b
Examples:
  endgame config
  endgame config lexicon NWL23
  endgame config time 10
  endgame config theme dark
  endgame config lexicon --unset

`lexicon` is the default lexicon, used when neither --lexicon, the position nor the
game names one; `time` and `threads` are the defaults of these options; `memory` is what
a search may use, in MB (without the setting 512); `theme` is auto, light or dark.
Environment variables such as ENDGAME_LEXICON and ENDGAME_TIME take precedence."""


@click.command(cls=Command, epilog=EPILOG)
@click.argument(
    "key",
    cls=Argument,
    metavar="SETTING",
    required=False,
    shell_complete=lambda context, argument, text: [each for each in SETTINGS if each.startswith(text)],
    help=f"{', '.join(SETTINGS)}; by default all are shown.",
)
@click.argument("value", cls=Argument, metavar="VALUE", required=False, help="The new value.")
@click.option("--unset", is_flag=True, help="Remove the setting.")
def config(key: str | None, value: str | None, unset: bool) -> None:
    """Show the settings, or change one."""
    if key is not None and key not in SETTINGS:
        raise click.BadParameter(
            f"{key!r} is not a setting; there are: {', '.join(SETTINGS)}.", param_hint="SETTING"
        )
    if unset and (key is None or value is not None):
        raise click.UsageError("--unset takes the name of a setting, without a value.")
    if key is not None and (unset or value is not None):
        settings.set_value(key, None if value is None else _checked(key, value))
    for each in SETTINGS if key is None else [key]:
        _show(each)
    if key is None:
        terminal.echo(f"\nsettings   {files.config_file()}")


VALUES: dict[str, click.ParamType[Any]] = {
    "theme": click.Choice(settings.THEMES),
    **options.SETTINGS,
}


def _checked(key: str, value: str) -> str:
    """Return a value as it is kept.  Raises LexiconError or BadParameter for one that cannot be used."""
    if key == "lexicon":
        from scrabble.lexicon import Lexicon
        from scrabble.lexicon.lexicon import is_path

        found = Lexicon(value)  # says what there is
        return value if is_path(value) else found.name
    try:
        return str(VALUES[key].convert(value, None, None))
    except click.BadParameter as error:
        raise click.BadParameter(error.message, param_hint=key) from None


def _show(key: str) -> None:
    found = settings.values(key)
    if not found:
        terminal.echo(f"{key:<10} not set: {SETTINGS[key]}")
    for at, each in enumerate(found):
        hidden = f" (but {found[0].origin} comes first)" if at else ""
        terminal.echo(one_line(f"{key:<10} {each.value}, from {each.origin}{hidden}"))


KINDS = {"kernels": "compiled kernels", "lexicons": "converted lexicons", "games": "fetched games"}


class CacheUsage(NamedTuple):
    """Number and size of the files in a folder."""

    files: int
    bytes: int

    def __str__(self) -> str:
        return f"{self.files} files, {self.bytes / 1e6:.1f} MB" if self.files else "nothing"


@click.group(cls=LazyGroup)
@click.pass_context
def cache(context: click.Context) -> None:
    """Show or clear what is kept on disk to save time."""
    if context.invoked_subcommand is None:
        for kind, what in KINDS.items():
            folder = files.cache_dir(kind)
            terminal.echo(f"{what:<19} {_kept(folder)!s:>16}  {folder}")


@cache.command(
    epilog="""\b
Examples:
  endgame cache clear
  endgame cache clear games

The next search compiles again, lexicon files of other programs are converted
again, and games given by address are fetched again. Imported and built lexicons
are kept."""
)
@click.argument(
    "kinds",
    cls=Argument,
    metavar="KIND",
    nargs=-1,
    required=False,
    type=click.Choice(list(KINDS)),
    help=f"Only these files: {', '.join(KINDS)}.",
)
def clear(kinds: tuple[str, ...]) -> None:
    """Remove what is kept; it is made or fetched again when needed."""
    elsewhere = os.environ.get("NUMBA_CACHE_DIR")
    wanted = {kind: what for kind, what in KINDS.items() if kind in (kinds or KINDS)}
    if elsewhere and "kernels" in wanted:
        terminal.show_message("note", f"the kernels in NUMBA_CACHE_DIR are not removed: {elsewhere}")
    for kind, what in wanted.items():
        folder = files.cache_dir(kind)
        kept = _kept(folder)
        with files.file_errors(folder, click.ClickException):
            if folder.exists():
                shutil.rmtree(folder)
        terminal.echo(f"removed {what}: {kept}, {folder}")


def _kept(folder: Path) -> CacheUsage:
    files = [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
    return CacheUsage(len(files), sum(path.stat().st_size for path in files))


WARMUP_EPILOG = """\b
Examples:
  endgame warmup

This serves a clone, and machines for which the package brings no compiled code. Without
warmup each command compiles what it needs at its first use. Anything already compiled is
skipped."""


@click.command(cls=Command, epilog=WARMUP_EPILOG)
def warmup() -> None:
    """Compile everything now, so that no later command has to."""
    began = time.monotonic()
    with terminal.status("compiling", "each kernel once for this machine"):
        from scrabble import warm_up

        warm_up.warmup()
    terminal.echo(f"everything is ready after {time.monotonic() - began:.1f} s")
