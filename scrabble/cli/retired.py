"""Commands and options of the release before, each with what to use now; refused in one line."""

from __future__ import annotations

from typing import NoReturn

import click

RENAMED = {  # after `endgame`
    "cgp": "endgame positions",
    "moves": "endgame positions --moves",
    "plan": "endgame positions --plan",
    "completion": "_ENDGAME_COMPLETE=bash_source endgame",
    "lexicon build": "endgame lexicon import",
    "lexicon info": "endgame lexicon list",
    "solve --move-only": "--objective move",
    "solve --outcome": "--objective outcome",
    "solve --all-best": "--lines all",
    "solve --tree": "--lines all",
    "solve --draws": "--lines all",
    "solve --settle-ties": "--lines all",
    "solve --svg": "--picture FILE.svg",
    "solve --png": "--picture FILE.png",
    "solve --cgp": "endgame positions",
    "solve --all-turns": "--turn all",
    "serve --searches": "--threads N",
    "verify --all-turns": "--turn all",
    "verify --certificate": "endgame verify FILE",
    "generate --games": "--positions N",
    "generate --json": "--out FILE.jsonl",
    "puzzles make --games": "endgame generate --games-out DIR",
    "puzzles make --seed": "endgame generate --seed",
    "puzzles make --json": "--out FILE.jsonl",
    "puzzles make --min-bag": "--bag N-N",
    "puzzles make --max-bag": "--bag N-N",
    "analyse --png-turns": "endgame solve --turn N --picture FILE.png",
    "analyse --scheduler": "--cluster ADDRESS",
    "analyse --scheduler-file": "--cluster FILE",
}
GONE = {
    "lexicon rebuild": "run python -m tests.tools.rebuild_lexicon in a clone",
    "lexicon rebuild-enable": "run python -m tests.tools.rebuild_lexicon in a clone",
    "study": "run python positions/study/solvers.py in a clone",
    "compare --preendgames": "run python positions/study/preendgames.py in a clone",
    "compare --plot": "run python positions/study/plots.py in a clone",
    "compare --html": "run python positions/study/plots.py in a clone",
    "compare --position": "run python positions/study/plots.py in a clone",
    "generate --players": "in Python it is generate(players=...)",
    "lexicon make --folder": "the lexicon is written to the folder of your lexicons",
    "puzzles select": "run python -m tests.tools.select_puzzles in a clone",
    "solve --known-bag": "in Python it is SolveOptions(bag_is_known=True)",
    "solve --stable-rounds": "in Python it is SolveOptions(stable_rounds=N)",
    "solve --opponent": "the opponent answers as if the bag were known",
    "analyse --opponent": "the opponent answers as if the bag were known",
    "verify --nodes": "--time limits the search",
    "solve --memory": "endgame config memory MB, or ENDGAME_MEMORY=MB for one run",
    "analyse --memory": "endgame config memory MB, or ENDGAME_MEMORY=MB for one run",
    "board --memory": "endgame config memory MB, or ENDGAME_MEMORY=MB for one run",
    "share --memory": "endgame config memory MB, or ENDGAME_MEMORY=MB for one run",
    "serve --memory": "endgame config memory MB, or ENDGAME_MEMORY=MB for one run",
    "ucgi --memory": "endgame config memory MB, or ENDGAME_MEMORY=MB for one run",
    "puzzles make --memory": "endgame config memory MB, or ENDGAME_MEMORY=MB for one run",
    "board --threads": "endgame config threads N, or ENDGAME_THREADS=N for one run",
    "share --threads": "endgame config threads N, or ENDGAME_THREADS=N for one run",
    "ucgi --threads": "endgame config threads N, or ENDGAME_THREADS=N for one run",
    "verify --memory": "endgame config memory MB, or ENDGAME_MEMORY=MB for one run",
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
    "board --log": "a fault is printed with its traceback",
    "board --json": "the first line of the output is the address",
    "serve --json": "the first line of the output is the address",
    "share --exact": "the page has the bounds of every move",
    "train --log": "a fault is printed with its traceback",
    "puzzles make --min-moves": "in Python it is MakeOptions(min_moves=N)",
    "train --time": "a move is judged within 4 s",
    "config --json": "the settings are printed as text",
    "cache --json": "the sizes are printed as text",
    "cache clear --json": "what is removed is printed as text",
    "lexicon import --json": "lexicon list NAME --json has the details",
    "lexicon make --json": "lexicon list NAME --json has the details",
    "lexicon export --json": "what is written is printed as text",
    "lexicon remove --json": "what is removed is printed as text",
    "warmup --json": "the time is printed as text",
    "warmup --solver": "everything is compiled, in processes that run at the same time",
}


def refuse_retired(context: click.Context, name: str) -> None:
    """Raise ClickException if a command or an option, unknown here, was known to the release before."""
    program, _, command = context.command_path.partition(" ")
    known = f"{command} {name}".strip()
    if known in RENAMED:
        _refuse(f"'{program} {known}' is now '{RENAMED[known]}'")
    if known in GONE:
        _refuse(f"'{program} {known}' is gone: {GONE[known]}")


def _refuse(message: str) -> NoReturn:
    raise click.ClickException(message)
