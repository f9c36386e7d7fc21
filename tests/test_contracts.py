"""Style, types and layers: the checkers of the project, run as tests.

The layers of pyproject.toml hold the packages apart.  Inside a package no layers are written down, but what
lies side by side in one does not import each other in a circle.
"""

from __future__ import annotations

import functools
import subprocess
import sys
import tomllib
from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

from tests.conftest import REPOSITORY

# without its garbage collections, which it turns on again: a seventh of its time for next to nothing
MYPY = "import gc; gc.disable(); gc.enable = gc.disable; from mypy.__main__ import console_entry as m; m()"
LINT_IMPORTS = "from importlinter.cli import lint_imports_command as main; main()"
CHECKS = {
    "ruff check": ["-m", "ruff", "check"],
    "ruff format": ["-m", "ruff", "format", "--check"],
    "mypy": ["-c", MYPY],
    "lint-imports": ["-c", LINT_IMPORTS],
}


@pytest.mark.parametrize("name", CHECKS)
def test_contract(name):
    done = subprocess.run([sys.executable, *CHECKS[name]], capture_output=True, text=True, cwd=REPOSITORY)
    assert done.returncode == 0, f"{name}:\n{done.stdout}{done.stderr}"


@functools.cache
def imports() -> grimp.ImportGraph:
    """Who imports whom, but for what pyproject.toml excepts; imports inside functions and for types count."""
    graph = grimp.build_graph("bstar", "scrabble", cache_dir=None)
    settings = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    for expression in {each for contract in contracts for each in contract.get("ignore_imports", ())}:
        for found in graph.find_matching_direct_imports(import_expression=expression):
            graph.remove_import(**found)
    for reader in ("cgp", "board_diagram"):  # Position.from_cgp and from_board
        graph.remove_import(importer="scrabble.game.position", imported=f"scrabble.game.{reader}")
    return graph


def siblings(graph: grimp.ImportGraph, package: str) -> dict[str, set[str]]:
    """What lies in a package, each with the siblings that it, or something inside it, imports."""
    inside = graph.find_children(package)
    home = {module: child for child in inside for module in {child, *graph.find_descendants(child)}}
    return {
        child: {
            home[imported]
            for module in home
            if home[module] == child
            for imported in graph.find_modules_directly_imported_by(module)
            if home.get(imported, child) != child
        }
        for child in inside
    }


def test_no_package_holds_a_circle():
    graph = imports()
    packages = [module for module in graph.modules if graph.find_children(module)]
    assert {"bstar", "scrabble", "bstar.depth_first", "scrabble.analysis.explain"} <= set(packages)
    circles = []
    for package in sorted(packages):
        try:
            TopologicalSorter(siblings(graph, package)).prepare()
        except CycleError as error:
            circles.append(" -> ".join(error.args[1]))
    assert circles == []


def test_a_circle_is_seen():
    graph = grimp.ImportGraph()
    for module in ("p", "p.one", "p.one.deep", "p.two"):
        graph.add_module(module)
    graph.add_import(importer="p.one.deep", imported="p.two")
    assert siblings(graph, "p") == {"p.one": {"p.two"}, "p.two": set()}
    graph.add_import(importer="p.two", imported="p.one")
    with pytest.raises(CycleError):
        TopologicalSorter(siblings(graph, "p")).prepare()
