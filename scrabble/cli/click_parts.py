"""Extensions of click: arguments with help, numbers, and groups that import their commands on demand.

Arguments have a help text (click has them from version 8.5 on).  A group lists its commands in the given
order instead of by name, and imports a command such as `scrabble.cli.solve:solve` when it is called.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scrabble.cli.retired import now_instead

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

ENDLESS = 10**12  # an upper limit that nobody reaches
LONGEST_SUMMARY = 200  # characters
SURROGATE = re.compile("[\ud800-\udfff]")  # a byte that is not text


class Argument(click.Argument):
    """Argument with a help text, required by default."""

    def __init__(self, names: Sequence[str], help: str, required: bool = True, **settings: Any) -> None:
        super().__init__(names, required=required, **settings)
        self.help = help

    def get_usage_pieces(self, ctx: click.Context) -> list[str]:
        name = self.human_readable_name if self.required else f"[{self.human_readable_name}]"
        return [name + ("..." if self.nargs != 1 else "")]

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return completions for a shell: those of its type, else the names of files."""
        from click.shell_completion import CompletionItem

        return super().shell_complete(ctx, incomplete) or [CompletionItem(incomplete, type="file")]


class PathType(click.Path):
    """Name of a file or a folder; shells complete it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        try:
            return super().convert(value, param, ctx)
        except ValueError:
            self.fail("expected the name of a file, got a text with a NUL character.", param, ctx)


PATH: Any = PathType(path_type=Path, readable=False)


class WholeNumber(click.IntRange):
    """Whole number in a range, called so in messages."""

    name = "whole number"

    def _describe_range(self) -> str:
        """Return the range as help and messages give it, in place of click's 1<=x<=256."""
        if self.max is None or self.max >= ENDLESS:
            return f"{self.min:,} or more"
        return f"{self.min:,} to {self.max:,}"


class NumberOrAll(WholeNumber):
    """Whole number, or `all`, which is passed on as 0."""

    name = "whole number or all"

    def __init__(self, min: int = 0) -> None:
        super().__init__(min=min)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        return 0 if value == "all" else super().convert(value, param, ctx)


class Seconds(click.types.FloatParamType):
    """Number of seconds, more than 0."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; refuse zero, negative values and NaN."""
        seconds = super().convert(value, param, ctx)
        if not seconds > 0:
            self.fail(f"{seconds:g} is not more than 0.", param, ctx)
        return seconds


class Command(click.Command):
    """Command whose help has a section on its arguments, and whose arguments are text or paths.

    `sections` are further sections of the help, each with the names of its parameters.
    """

    def __init__(
        self, *arguments: Any, sections: Mapping[str, Sequence[str]] | None = None, **settings: Any
    ) -> None:
        super().__init__(*arguments, **settings)
        self._titles = {name: title for title, names in (sections or {}).items() for name in names}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse as click does, and check the texts."""
        rest = super().parse_args(ctx, args)
        for value in ctx.params.values():
            for text in value if isinstance(value, tuple) else [value]:
                require_text(text, ctx)
        return rest

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Do nothing: `format_options` writes the arguments, because click before 8.5 does not call this."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        arguments = [each for each in self.get_params(ctx) if isinstance(each, Argument)]
        if arguments:
            rows = [
                (" ".join(each.get_usage_pieces(ctx)), f"{each.help}{'  [required]' * each.required}")
                for each in arguments
            ]
            with formatter.section("Arguments"):
                formatter.write_dl(rows)
        sections: dict[str, list[tuple[str, str]]] = {
            title: [] for title in ("Options", *self._titles.values())
        }
        for each in self.get_params(ctx):
            record = each.get_help_record(ctx) if isinstance(each, click.Option) else None
            if record is not None:
                sections[self._titles.get(each.name or "", "Options")].append(record)
        for title, records in sections.items():
            with formatter.section(title):
                formatter.write_dl(records)


def require_text(value: object, ctx: click.Context) -> None:
    """Raise UsageError for bytes that are neither text here nor the name of a file."""
    if isinstance(value, str) and SURROGATE.search(value) and not os.path.lexists(value):
        here = f"this locale ({sys.getfilesystemencoding()})"
        raise click.UsageError(f"{value!r} is not text in {here}, expected UTF-8.", ctx)


class LazyGroup(click.Group):
    """Group with commands in the given order, under headings; those in `sections` are imported on demand."""

    command_class = Command

    def __init__(self, sections: Mapping[str, Mapping[str, str]] | None = None, **settings: Any) -> None:
        super().__init__(invoke_without_command=True, subcommand_metavar="COMMAND [ARGS]...", **settings)
        self._sections = sections or {}
        self._places = {name: place for places in self._sections.values() for name, place in places.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*(self._places or self.commands)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their summaries, which click would cut off at the end of a line."""
        width = max(map(len, self.list_commands(ctx)))  # one for all sections
        for title, names in (self._sections or {"Commands": dict.fromkeys(self.commands, "")}).items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:<{width}}", self._summary(ctx, name)) for name in names])

    def _summary(self, ctx: click.Context, name: str) -> str:
        command = self.get_command(ctx, name)
        assert command is not None
        return command.get_short_help_str(LONGEST_SUMMARY)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command as click does; name what to use now in place of one of the last release."""
        instead = now_instead(ctx, args[0])
        if instead and not ctx.resilient_parsing:
            raise click.ClickException(instead)
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Find a command; for an unknown name import all of them, so that click can suggest one."""
        for name in [cmd_name] if cmd_name in self._places else self._places:
            if name not in self.commands:
                module, _, attribute = self._places[name].partition(":")
                self.add_command(getattr(import_module(module), attribute), name)
        return super().get_command(ctx, cmd_name)
