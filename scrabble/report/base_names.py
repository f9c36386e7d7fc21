"""Names of files as people are shown them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import PurePath


def base_names(names: Sequence[str]) -> list[str]:
    """The names of files without their folders, but for those that tell two apart."""
    paths = [PurePath(name).parts for name in names]
    found = [parts[-1:] for parts in paths]
    while len(set(found)) < len(set(paths)):
        counts = Counter(found)
        found = [
            parts[-len(name) - 1 :] if counts[name] > 1 else name
            for parts, name in zip(paths, found, strict=True)
        ]
    return ["/".join(name) for name in found]
