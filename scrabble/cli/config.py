"""`endgame config`: what holds where nothing is said.  Arguments and printing only."""

from __future__ import annotations

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import Argument, Command
from scrabble.report.safe_text import one_line

EPILOG = """\b
Examples:
  endgame config
  endgame config lexicon NWL23
  endgame config lexicon --unset

The lexicon is the one to take where neither --lexicon nor the position or the
record names one. A variable of the environment, ENDGAME_LEXICON, comes before."""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("key", cls=Argument, metavar="SETTING", required=False, help="lexicon; default: all.")
@click.argument("value", cls=Argument, metavar="VALUE", required=False, help="What it is to be.")
@click.option("--unset", is_flag=True, help="Take the setting away.")
@options.as_json
def config(key: str | None, value: str | None, unset: bool, as_json: bool) -> None:
    """Show the settings and where they come from, or change one."""
    from scrabble.lexicon import config

    if key is not None and key not in config.SETTINGS:
        raise click.BadParameter(
            f"{key!r} is no setting: {', '.join(config.SETTINGS)}.", param_hint="SETTING"
        )
    if unset and (key is None or value is not None):
        raise click.BadParameter("give the name of a setting, and no value.", param_hint="--unset")
    if key is not None and (unset or value is not None):
        _put(key, value)
    for each in config.SETTINGS if key is None else [key]:
        if as_json:
            terminal.write_json(
                {"setting": each, "values": [found._asdict() for found in config.values(each)]}
            )
        else:
            _show(each)
    if key is None and not as_json:
        from scrabble import datafiles

        terminal.echo(f"\nsettings   {datafiles.config()}")


def _put(key: str, value: str | None) -> None:
    from scrabble.lexicon import config

    if key == "lexicon" and value is not None:
        from scrabble.lexicon import Lexicon
        from scrabble.lexicon.lexicon import is_path

        is_file = is_path(value)
        found = Lexicon.load(value)  # says what there is
        value = value if is_file else found.name
    config.put(key, value)


def _show(key: str) -> None:
    from scrabble.lexicon import config

    found = config.values(key)
    if not found:
        terminal.echo(f"{key:<10} not set: {config.SETTINGS[key]}")
    for at, each in enumerate(found):
        hidden = f" (but {found[0].origin} comes first)" if at else ""
        terminal.echo(one_line(f"{key:<10} {each.value}, from {each.origin}{hidden}"))
