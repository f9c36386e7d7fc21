"""Commands, their arguments and groups of them: click's, and the three things that it lacks.

An argument has a help text, as an option has (in click from version 8.5 on).  A group lists its commands in
the order they were given, not by name.  And it knows a command by the place where it is to be found, such as
`scrabble.cli.solve:solve`: what is not called is not imported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import click


class Argument(click.Argument):
    """An argument that must be given, unless it is said otherwise, with a help text."""

    def __init__(self, names: Sequence[str], help: str, required: bool = True, **settings: Any) -> None:
        super().__init__(names, required=required, **settings)
        self.help = help

    def get_usage_pieces(self, ctx: click.Context) -> list[str]:
        name = self.human_readable_name if self.required else f"[{self.human_readable_name}]"
        return [name + ("..." if self.nargs != 1 else "")]


class Command(click.Command):
    """A command whose help has a section on its arguments."""

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Leave it to `format_options`: click before 8.5 would not call this."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        arguments = [each for each in self.get_params(ctx) if isinstance(each, Argument)]
        if arguments:
            rows = [
                (" ".join(each.get_usage_pieces(ctx)), f"{each.help}{'  [required]' * each.required}")
                for each in arguments
            ]
            with formatter.section("Arguments"):
                formatter.write_dl(rows)
        super().format_options(ctx, formatter)


class LazyGroup(click.Group):
    """Commands in the order they were given; `places` are those that are imported when they are needed."""

    command_class = Command

    def __init__(self, places: Mapping[str, str] | None = None, **settings: Any) -> None:
        super().__init__(invoke_without_command=True, subcommand_metavar="COMMAND [ARGS]...", **settings)
        self._places = places or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*(self._places or self.commands)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Find a command; for a name that there is not, import all of them: click suggests one."""
        for name in [cmd_name] if cmd_name in self._places else self._places:
            if name not in self.commands:
                module, _, attribute = self._places[name].partition(":")
                self.add_command(getattr(import_module(module), attribute), name)
        return super().get_command(ctx, cmd_name)
