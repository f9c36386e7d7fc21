"""Write and check the certificates of whole sets of positions; what is done already is not done again.

    python -m tests.tools.certificates late first-empty-bag --out FOLDER

FOLDER/results.jsonl has a line for each position: verified with its size and times (of the CPU), or why
not.  A certificate that is refused is kept in FOLDER, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import collections
import functools
import itertools
import json
import sys
import time
from pathlib import Path
from typing import Any

from scrabble import sources
from scrabble.certificate import file
from scrabble.certificate.check import InvalidProofError, check
from scrabble.certificate.game import CheckedWordList, word_list
from scrabble.game import cgp
from scrabble.lexicon import Lexicon
from scrabble.solver import EndgameSearch, SolveOptions
from scrabble.solver.certify import ProofNotFoundError, certify

KEPT = 3  # decimals of seconds


@functools.cache
def words(name: str) -> CheckedWordList:
    """The words of a lexicon, listed once."""
    return word_list(name, Lexicon(name))


def certified(entry: sources.Entry, seconds: float, most: int, folder: Path) -> dict[str, Any]:
    """Search a position, write its certificate and check what was written."""
    reading = sources.resolve(entry, None)
    found: dict[str, Any] = {"tiles": [len(rack) for rack in reading.position.rack_codes]}
    search = EndgameSearch(reading.position, reading.lexicon, SolveOptions(seconds=seconds))
    solution = search.result()
    found |= {"searched": solution.nodes, "search_seconds": round(solution.seconds, KEPT)}
    path, began = folder / f"{entry.id.replace(':', '-')}.jsonl.gz", time.process_time()
    deadline = began + 10 * seconds

    def watch(_: int) -> None:
        if time.process_time() > deadline:
            raise ProofNotFoundError(f"not written within {10 * seconds:g} seconds of the CPU")

    try:
        header, nodes = certify(search.state, solution, words(reading.lexicon.name), most, watch)
    except ProofNotFoundError as error:
        return found | {"status": "not written", "reason": str(error), **_since(began, "write")}
    found |= {"bytes": file.new_certificate(header, nodes).save(path), **_since(began, "write")}
    began = time.process_time()
    read = file.read(path)
    try:
        checked = check(read, cgp.loads(read.header.cgp), words(reading.lexicon.name))
    except InvalidProofError as error:
        return found | {"status": "refused", "reason": error.reason, "node": error.node}
    path.unlink()
    counts = {key: count for key, count in checked._asdict().items() if isinstance(count, int)}
    return found | {"status": "verified", **counts, **_since(began, "check")}


def _since(began: float, what: str) -> dict[str, float]:
    return {f"{what}_seconds": round(time.process_time() - began, KEPT)}


def summary(results: list[dict[str, Any]]) -> str:
    """The counts of some results."""
    lines = [f"{len(results)} positions"]
    for status, count in collections.Counter(each["status"] for each in results).items():
        lines.append(f"  {status}: {count}")
    reasons = collections.Counter(each["reason"] for each in results if each["status"] == "not written")
    lines += [f"    {count} x {reason}" for reason, count in reasons.items()]
    verified = [each for each in results if each["status"] == "verified"]
    for key in ("nodes", "moves", "bytes", "write_seconds", "check_seconds"):
        if numbers := sorted(each[key] for each in verified):
            parts = [numbers[int(share * (len(numbers) - 1))] for share in (0.5, 0.9, 1.0)]
            lines.append(f"  {key}: median {parts[0]:,}, 90 % {parts[1]:,}, most {parts[2]:,}")
    return "\n".join(lines)


def main() -> None:
    """Go through the sets and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--time", type=float, default=60.0, help="seconds for a search; ten times that to write"
    )
    parser.add_argument("--most", type=int, default=file.MOST_NODES, help="nodes of a certificate")
    parser.add_argument("--every", type=int, default=1, help="each so manieth position only")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    path = asked.out / "results.jsonl"
    known = [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []
    done = {(each["set"], each["id"]) for each in known}
    for name in asked.sets:
        for entry in itertools.islice(sources.entries([name]), 0, None, asked.every):
            if (name, entry.id) in done:
                continue
            found = {"set": name, "id": entry.id, **certified(entry, asked.time, asked.most, asked.out)}
            known.append(found)
            with path.open("a", encoding="utf-8") as results:
                results.write(json.dumps(found) + "\n")
        print(f"{name}: {summary([each for each in known if each['set'] == name])}", flush=True)
    sys.exit(any(each["status"] == "refused" for each in known))


if __name__ == "__main__":
    main()
