"""Machine code in files: one for each kernel and kinds of arguments, with a digest of its content.

What was written is whole or it is not there: a file gets its name when it is complete, and one whose content
is not what was written (a disk that was full, a machine that lost its power) is passed over and written anew.
No file is shared by two kinds of arguments, so two processes that compile at once can only write the same.
"""

from __future__ import annotations

import hashlib
import pickle
import uuid
from pathlib import Path
from typing import Any

from numba.core.serialize import dumps

DIGEST = 32  # bytes


class KernelFiles:
    """The files of one function; a key says for which arguments and which processor."""

    def __init__(self, folder: str, name: str) -> None:
        self._folder, self._name = Path(folder), name

    def is_filled(self) -> bool:
        """Is machine code of the function there, for whichever arguments?"""
        return any(self._folder.glob(f"{self._name}.*.nbc"))

    def load(self, key: Any) -> Any:
        """What was saved under `key`; None if there is nothing, or it is not what was written."""
        try:
            content = self._path(key).read_bytes()
        except OSError:
            return None
        if hashlib.sha256(content[DIGEST:]).digest() != content[:DIGEST]:
            return None
        found, data = pickle.loads(content[DIGEST:])
        return data if found == key else None

    def save(self, key: Any, data: Any) -> None:
        """Write `data` under `key`; an OSError leaves nothing behind."""
        content: bytes = dumps((key, data))
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._path(key)
        unfinished = path.with_suffix(f".{uuid.uuid4().hex}.tmp")
        try:
            unfinished.write_bytes(hashlib.sha256(content).digest() + content)
            unfinished.replace(path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise

    def _path(self, key: Any) -> Path:
        kinds, processor, codes = key
        told = hashlib.sha256(repr((str(kinds), processor, codes)).encode()).hexdigest()
        return self._folder / f"{self._name}.{told[:16]}.nbc"
