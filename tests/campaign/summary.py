"""The table of the result files."""

from __future__ import annotations

from pathlib import Path

from tests.campaign import CAMPAIGNS
from tests.campaign.results import Total, path_of, total

HEAD = ("campaign", "cases", "seeds", "faults", "seconds a case", "version")


def summary(folder: Path, counts: bool) -> tuple[str, int]:
    """What was tried, as a table in Markdown, with all counts if asked for; then each fault, and how many."""
    totals = {name: found for name in CAMPAIGNS if (found := total(path_of(folder, name)))}
    if not totals:
        return f"no results in {folder}", 0
    rows = [HEAD, ("---",) * len(HEAD), *(_row(name, found) for name, found in totals.items())]
    text = ["| " + " | ".join(row) + " |" for row in rows]
    for name, found in totals.items() if counts else ():
        text += ["", f"{name}:", *(f"{count:>12,} {what}" for what, count in sorted(found.counts.items()))]
    for found in totals.values():
        text += [f"\n{fault.campaign} {fault.seed}: {fault.fault}" for fault in found.faults]
    return "\n".join(text), sum(len(found.faults) for found in totals.values())


def _row(name: str, found: Total) -> tuple[str, ...]:
    first, last = found.seeds
    each = found.seconds / found.cases
    return (
        name,
        f"{found.cases:,}",
        f"{first} to {last}",
        str(len(found.faults)),
        f"{each:.3f}",
        ", ".join(found.versions),
    )
