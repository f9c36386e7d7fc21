"""`endgame`, as it is installed: the first thing to run, to find out whether `scrabble` is this program.

The distribution `scrabble` on PyPI, a game, has the same import name as this one, scrabble-endgame:

    installed after it    its scrabble/__init__.py lies in the place of ours
    uninstalled again     ours has gone with it
    found elsewhere       before ours on the path, as any file scrabble.py would be

So this module is installed outside the package, as `scrabble_endgame`, a name that nobody else has.
"""

from __future__ import annotations

import sys  # alone: Ctrl-C while others are imported is noticed in `run`

OURS = "_name_clash"  # a module of ours that `__init__` imports
REPAIR = "run `pip uninstall scrabble`, then install scrabble-endgame again"
BAD_INPUT, INTERRUPTED = 2, 130  # exit statuses


def run() -> None:
    """Run the command line, if it is there; else say in one line what is in its place."""
    try:
        _run()
    except KeyboardInterrupt:  # so early, or so late, that nobody else notices
        sys.exit(INTERRUPTED)
    except Exception as error:
        from scrabble.errors import is_interrupt

        if not is_interrupt(error):
            raise
        sys.exit(INTERRUPTED)


def _run() -> None:
    reason = import_conflict()
    if reason:
        _say("error", reason)
        sys.exit(BAD_INPUT)
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from scrabble import _name_clash
        from scrabble.cli import commands
    if _name_clash.name_clash():
        _say("warning", _name_clash.name_clash())
    commands.run()


def import_conflict() -> str:
    """Return the reason why the module `scrabble` is not this program, in one line; "" if it is."""
    import importlib.util
    from pathlib import Path

    try:
        found = importlib.util.find_spec("scrabble")
    except ValueError:  # it has been imported in some odd way
        found = None
    if found is None:
        return f"there is no module scrabble: {REPAIR}"
    if found.origin is None:
        folder = next(iter(found.submodule_search_locations or ()), "scrabble")
        return f"{folder}/__init__.py has gone, with another distribution called scrabble perhaps: {REPAIR}"
    place = Path(found.origin)
    if place.with_name(f"{OURS}.py").is_file() and OURS in place.read_text("utf-8", "replace"):
        return ""
    return f"{place} is not of scrabble-endgame but of something else called scrabble: {REPAIR}"


def _say(kind: str, text: str) -> None:
    sys.stderr.write(f"{kind}: {text}\n")
