"""`endgame lexicon ...`: the commands on lexicons.  Arguments and printing only."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import PATH, Argument, LazyGroup
from scrabble.files import expand_user

if TYPE_CHECKING:
    from scrabble.lexicon import Lexicon

NOT_A_WORD = 1  # exit status
COMPILING = ("building", "the first build on a machine compiles the builder, a few seconds")


@click.group(cls=LazyGroup)
@click.pass_context
def lexicon(context: click.Context) -> None:
    """Import, list and check lexicons (word lists)."""
    if context.invoked_subcommand is None:
        terminal.echo(context.get_help())


@lexicon.command(
    name="list",
    epilog="""\b
Examples:
  endgame lexicon list
  endgame lexicon list ENABLE
  endgame lexicon list my-words.dawg --json""",
)
@click.argument(
    "name", cls=Argument, metavar="NAME|PATH", required=False, help="The lexicon whose details are wanted."
)
@options.as_json
def list_lexicons(name: str | None, as_json: bool) -> None:
    """List the lexicons that can be used by name, or show the details of one: words by length, licence."""
    if name is not None:
        _show_details(name, as_json)
        return
    from scrabble import files
    from scrabble.lexicon import available
    from scrabble.report.tables import new_table

    found = available()
    if as_json:
        for each in found:
            terminal.write_json(each._asdict() | {"path": str(each.path)})
        return
    headings = ("lexicon", "words", "origin", "tiles", "file")
    table = new_table(headings, right=("words",), whole=headings)
    for each in found:
        words = "unreadable" if each.words is None else f"{each.words:,}"
        table.add_row(each.name, words, each.origin, each.language, str(each.path))
    if found:
        terminal.write(terminal.output(is_wide=True), table)
    else:
        terminal.echo("no lexicons yet; import one: endgame lexicon import FILE")
    terminal.echo(f"\nyours      {files.user_dir('lexicons')}\nconverted  {files.cache_dir('lexicons')}")


def _show_details(name: str, as_json: bool) -> None:
    from scrabble.lexicon import Lexicon

    found = Lexicon(name).info()
    if as_json:
        terminal.write_json(found)
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
    name="import",
    epilog="""\b
Examples:
  endgame lexicon import nwl23.dawg
  endgame lexicon import CSW24.kwg
  endgame lexicon import ods.txt --name ODS9

Quackle's .dawg, a .kwg (Woogles, MAGPIE, Macondo), dawgdic, or a word list as
text in any encoding: words, words with definitions, tables. The format is detected
from the content, not from the file name. Positions then find the lexicon by name:
`lex NWL23;`. Or use a file directly: --lexicon FILE.""",
)
@click.argument("file", cls=Argument, metavar="FILE", type=PATH, help="A lexicon of another program.")
@click.option("--name", metavar="NAME", help="The name of the lexicon. Default: the name of the file.")
@click.option(
    "--language",
    metavar="NAME",
    help="Whose tiles the words are for, such as german. Default: detected from the name or the words.",
)
@click.option("--force", is_flag=True, help="Import even if the tiles cannot spell many of the words.")
def import_file(file: Path, name: str | None, language: str | None, force: bool) -> None:
    """Import a lexicon of another program, or a list of words."""
    from scrabble.lexicon.build import import_lexicon

    with terminal.status(*COMPILING):
        report = import_lexicon(file, name, language, force)
    terminal.echo(str(report))


@lexicon.command(
    epilog="""\b
Examples:
  endgame lexicon export ENABLE enable.kwg
  endgame lexicon export ENABLE enable.txt

The end of its name decides the format: .kwg, with words and GADDAG (where it has
room for both: not for Polish); .dawg, the format of this program; otherwise text,
one word per line."""
)
@click.argument("lexicon", cls=Argument, metavar="NAME|PATH", help="The lexicon.")
@click.argument("file", cls=Argument, metavar="FILE", type=PATH, help="The file to write.")
def export(lexicon: str, file: Path) -> None:
    """Export a lexicon for other programs."""
    from scrabble.lexicon import Lexicon
    from scrabble.lexicon.build import export as export_lexicon

    terminal.refuse_unwritable(file)
    found = Lexicon(lexicon)
    with terminal.status(*COMPILING):
        exported = export_lexicon(found, expand_user(file))
    terminal.echo(f"{file}: {found.words:,} words, {exported.size:,} bytes")
    terminal.message_once([exported.remark])


@lexicon.command(
    epilog="""\b
Example:
  endgame lexicon remove NWL18"""
)
@click.argument("name", cls=Argument, metavar="NAME", help="A lexicon of yours.")
def remove(name: str) -> None:
    """Remove a lexicon that you have imported or built."""
    from scrabble.lexicon.build import remove as remove_lexicon

    for path in remove_lexicon(name):
        terminal.echo(f"removed: {path}")


@lexicon.command(
    epilog="""\b
Examples:
  endgame lexicon check qi za --lexicon ENABLE
  endgame lexicon check quirky --lexicon NWL23 && echo good

Exit status 1 if a word is not valid."""
)
@click.argument("words", cls=Argument, metavar="WORD", nargs=-1, help="The words to look up.")
@options.lexicon_option("yours (`endgame config`), else the only one for English")
@options.as_json
def check(words: tuple[str, ...], lexicon: str | None, as_json: bool) -> None:
    """Check whether words are valid."""
    if not all(word.strip() for word in words):
        raise click.BadParameter("expected a word, got an empty text.", param_hint="WORD")
    chosen = _chosen(lexicon)
    is_valid = [word in chosen for word in words]
    for word, is_good in zip(words, is_valid, strict=True):
        if as_json:
            terminal.write_json({"word": word, "is_valid": is_good, "lexicon": chosen.name})
        else:
            terminal.echo(f"{word:<15} {'valid' if is_good else 'NOT valid'} in {chosen.name}")
    if not all(is_valid):
        raise click.exceptions.Exit(NOT_A_WORD)


@lexicon.command(
    epilog="""\b
Examples:
  endgame lexicon make norwegian
  endgame lexicon make slovene --package hunspell-sl_7.5.0-1_all.deb

For languages whose free lists may not be bundled. The source is a Debian package:
the one installed, or the file given with --package."""
)
@click.argument(
    "language",
    cls=Argument,
    metavar="LANGUAGE",
    help="The language: catalan, danish, norwegian, slovene or swedish.",
)
@click.option(
    "--package",
    metavar="FILE",
    type=PATH,
    help="A package (.deb) with the word list. Default: the one installed.",
)
def make(language: str, package: Path | None) -> None:
    """Build the lexicon of a language from a word list on this machine."""
    from scrabble.lexicon.recipes import recipe

    with terminal.status(*COMPILING):
        report = recipe.make(language, package)
    terminal.echo(str(report))


def _chosen(name: str | None) -> Lexicon:
    """Return the lexicon of this name, or the default lexicon."""
    from scrabble.lexicon import choice

    lexicon, _, note = choice.resolve(name)
    terminal.message_once([note])
    return lexicon


def _write_fact(key: str, value: Any) -> None:
    heading = key.replace("_", " ")
    for item in value if isinstance(value, list) else [value]:
        text = f"{item:,}" if isinstance(item, int) else str(item)
        for line in textwrap.wrap(text, 64, break_long_words=False, break_on_hyphens=False):
            terminal.echo(f"{heading:<15} {line}")
            heading = ""
