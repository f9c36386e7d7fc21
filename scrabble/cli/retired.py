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
MEMORY = "endgame config memory MB, or ENDGAME_MEMORY=MB for one run"
THREADS = "endgame config threads N, or ENDGAME_THREADS=N for one run"
PLOTS = "run python positions/study/plots.py in a clone"
GONE = {  # after `endgame`, with what to do instead, or why it is not needed
    "lexicon rebuild": "run python -m tests.tools.rebuild_lexicon in a clone",
    "lexicon rebuild-enable": "run python -m tests.tools.rebuild_lexicon in a clone",
    "study": "run python positions/study/solvers.py in a clone",
    "compare --preendgames": "run python positions/study/preendgames.py in a clone",
    "compare --plot": PLOTS,
    "compare --html": PLOTS,
    "compare --position": PLOTS,
    "generate --players": "in Python it is generate(players=...)",
    "lexicon make --folder": "the lexicon is written to the folder of your lexicons",
    "puzzles select": "run python -m tests.tools.select_puzzles in a clone",
    "solve --known-bag": "in Python it is SolveOptions(bag_is_known=True)",
    "solve --stable-rounds": "in Python it is SolveOptions(stable_rounds=N)",
    "verify --nodes": "--time limits the search",
    "solve --memory": MEMORY,
    "analyse --memory": MEMORY,
    "board --memory": MEMORY,
    "ucgi --memory": MEMORY,
    "puzzles make --memory": MEMORY,
    "verify --memory": MEMORY,
    "board --threads": THREADS,
    "ucgi --threads": THREADS,
    "bench --first": "--every takes a part of a set",
    "bench --sample": "--every takes a part of a set",
    "bench --lexicon": "ENDGAME_LEXICON=NAME is for positions that name none",
    "bench --memory": "every search may use 512 MB",
    "compare --memory": "every search may use 512 MB",
    "compare --show": "ten positions are shown, and --json has all of them",
    "compare --csv": "--json has every search on a line of its own",
    "analyse --solver": "all solvers prove the same values, which endgame verify compares",
    "analyse --exact": "the five best moves of each turn get an exact value",
    "analyse --explain": "every verdict is explained",
    "analyse --no-explain": "every verdict is explained",
    "analyse --strict": "a warning names what is odd; in Python it is analyse(strict=True)",
    "board --host": "the explorer can be used on this machine only",
    "board --allow-remote": "the explorer can be used on this machine only",
    "board --json": "the first line of the output is the address",
    "puzzles make --min-moves": "in Python it is MakeOptions(min_moves=N)",
    "train --time": "a move is judged within 4 s",
    "config --json": "the settings are printed as text",
    "cache --json": "the sizes are printed as text",
    "cache clear --json": "what is removed is printed as text",
    "lexicon remove --json": "what is removed is printed as text",
    "lexicon import --json": "lexicon list NAME --json has the details",
    "lexicon make --json": "lexicon list NAME --json has the details",
    "lexicon export --json": "what is written is printed as text",
    "warmup --json": "the time is printed as text",
    "warmup --solver": "everything is compiled, in processes that run at the same time",
}


def now_instead(context: click.Context, name: str) -> str:
    """Return what to use now for a command or an option, unknown here, of the last release; else ""."""
    program, _, command = context.command_path.partition(" ")
    known = f"{command} {name}".strip()
    if known in RENAMED:
        return f"'{program} {known}' is now '{RENAMED[known]}'"
    return f"'{program} {known}' is gone: {GONE[known]}" if known in GONE else ""
