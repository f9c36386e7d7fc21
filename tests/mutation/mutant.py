"""A mutant: one change of the source of one function, and the tests that should see it."""

from __future__ import annotations

import ast
import functools
import textwrap
from pathlib import Path
from typing import NamedTuple


class MutantError(Exception):
    """A change that cannot be made: its function or its text is gone, or is there twice."""


class Mutant(NamedTuple):
    """A change of meaning."""

    place: str  # module:function, module:Class.method, or module:NAME of a constant
    kind: str  # rule, sign, bound, cut, weight, column, header, key
    old: str  # a piece of the source of the function that is there once
    new: str
    tests: str = ""  # arguments of pytest, separated by blanks
    reason: str = ""  # why no test can see it

    @property
    def name(self) -> str:
        """What it is called in results."""
        return f"{self.place}: {self.old!r} -> {self.new!r}"

    def path(self, root: Path) -> Path:
        """The file of its module in a copy of the repository."""
        return root.joinpath(*self.place.partition(":")[0].split(".")).with_suffix(".py")

    def apply(self, source: str) -> str:
        """Return the source of its module with the change.  Raises MutantError."""
        qualified = self.place.partition(":")[2]
        lines = source.splitlines(keepends=True)
        node = _find(_parsed(source).body, qualified.split("."))
        if node is None or node.end_lineno is None:
            raise MutantError(f"{self.name}: there is no {qualified}")
        before, behind = lines[: node.lineno - 1], lines[node.end_lineno :]
        text = "".join(lines[node.lineno - 1 : node.end_lineno])
        if text.count(self.old) != 1:
            raise MutantError(f"{self.name}: the text is there {text.count(self.old)} times, expected once")
        changed = text.replace(self.old, self.new)
        try:
            ast.parse(textwrap.dedent(changed))
        except SyntaxError as error:
            raise MutantError(f"{self.name}: no Python after the change: {error.msg}") from None
        return "".join([*before, changed, *behind])


@functools.lru_cache(maxsize=4)  # the mutants of a module come one after the other
def _parsed(source: str) -> ast.Module:
    return ast.parse(source)


def _find(body: list[ast.stmt], names: list[str]) -> ast.stmt | None:
    """Return the definition with a qualified name, or the assignment of a constant."""
    for node in body:
        if names[0] in _names(node):
            inner = getattr(node, "body", [])
            return node if len(names) == 1 else _find(inner, names[1:])
    return None


def _names(node: ast.stmt) -> list[str]:
    """Return the names that a statement defines."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    targets = (
        node.targets
        if isinstance(node, ast.Assign)
        else [node.target]
        if isinstance(node, ast.AnnAssign)
        else []
    )
    return [target.id for target in targets if isinstance(target, ast.Name)]


def seen_by(tests: str, *mutants: Mutant) -> tuple[Mutant, ...]:
    """Return mutants with the tests that should see them, unless they name their own."""
    return tuple(each if each.tests else each._replace(tests=tests) for each in mutants)
