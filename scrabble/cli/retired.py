"""Commands and options of the last release that are gone, each with what to use now."""

from __future__ import annotations

import click

RENAMED = {  # after `endgame`
    "cgp": "endgame positions",
    "moves": "endgame positions --moves",
    "plan": "endgame positions --plan",
    "lexicon build": "endgame lexicon import",
    "lexicon info": "endgame lexicon list",
    "solve --move-only": "--objective move",
    "solve --outcome": "--objective outcome",
    "solve --all-best": "--lines all",
    "solve --tree": "--lines all",
    "solve --draws": "--lines all",
    "solve --settle-ties": "--lines all",
    "solve --cgp": "endgame positions",
    "solve --jobs": "--threads N",
    "solve --all-turns": "--turn all",
    "verify --all-turns": "--turn all",
    "verify --certificate": "endgame verify FILE",
    "generate --games": "--positions N",
    "generate --json": "--out FILE.jsonl",
    "puzzles make --games": "endgame generate --games-out DIR",
    "puzzles make --seed": "endgame generate --seed",
    "puzzles make --json": "--out FILE.jsonl",
    "analyse --scheduler": "--cluster ADDRESS",
    "analyse --scheduler-file": "--cluster FILE",
}
GONE = {
    name: reason
    for reason, names in {
        "run python -m tests.tools.rebuild_lexicon in a clone": "lexicon rebuild, lexicon rebuild-enable",
        "run python positions/study/solvers.py in a clone": "study",
        "run python positions/study/preendgames.py in a clone": "compare --preendgames",
        "run python positions/study/plots.py in a clone": "compare --plot, compare --html, "
        "compare --position",
        "in Python it is generate(players=...)": "generate --players",
        "the lexicon is written to the folder of your lexicons": "lexicon make --folder",
        "run python -m tests.tools.select_puzzles in a clone": "puzzles select",
        "in Python it is SolveOptions(bag_is_known=True)": "solve --known-bag",
        "in Python it is SolveOptions(stable_rounds=N)": "solve --stable-rounds",
        "--time limits the search": "verify --nodes",
        "endgame config memory MB, or ENDGAME_MEMORY=MB for one run": "solve --memory, "
        "analyse --memory, board --memory, ucgi --memory, puzzles make --memory, verify --memory",
        "endgame config threads N, or ENDGAME_THREADS=N for one run": "board --threads, ucgi --threads",
        "--every takes a part of a set": "bench --first, bench --sample",
        "ENDGAME_LEXICON=NAME is for positions that name none": "bench --lexicon",
        "every search may use 512 MB": "bench --memory, compare --memory",
        "ten positions are shown, and --json has all of them": "compare --show",
        "--json has every search on a line of its own": "compare --csv",
        "all solvers prove the same values, which endgame verify compares": "analyse --solver",
        "the five best moves of each turn get an exact value": "analyse --exact",
        "every verdict is explained": "analyse --explain, analyse --no-explain",
        "a warning names what is odd; in Python it is analyse(strict=True)": "analyse --strict",
        "the explorer can be used on this machine only": "board --host, board --allow-remote",
        "the first line of the output is the address": "board --json",
        "in Python it is MakeOptions(min_moves=N)": "puzzles make --min-moves",
        "a move is judged within 4 s": "train --time",
        "the settings are printed as text": "config --json",
        "the sizes are printed as text": "cache --json",
        "what is removed is printed as text": "cache clear --json, lexicon remove --json",
        "lexicon list NAME --json has the details": "lexicon import --json, lexicon make --json",
        "what is written is printed as text": "lexicon export --json",
        "the time is printed as text": "warmup --json",
        "everything is compiled, in processes that run at the same time": "warmup --solver",
    }.items()
    for name in names.split(", ")
}


def now_instead(context: click.Context, name: str) -> str:
    """Return what to use now for a command or an option, unknown here, of the last release; else ""."""
    program, _, command = context.command_path.partition(" ")
    known = f"{command} {name}".strip()
    if known in RENAMED:
        return f"'{program} {known}' is now '{RENAMED[known]}'"
    return f"'{program} {known}' is gone: {GONE[known]}" if known in GONE else ""
