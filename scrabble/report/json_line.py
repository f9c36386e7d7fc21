"""JSON as all commands print and write it: one object, which says by which version of the keys it is made.

    {"version": 1, ...}

VERSION goes up when a key goes away or means something else; keys are added without that.  What is read again
may lack it: so did everything before version 1.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from scrabble.report.safe_text import visible_json

VERSION = 1  # of the keys


def json_line(found: Mapping[str, Any], is_ascii: bool = True) -> str:
    """The object in one line, without its end; `is_ascii` for terminals that lack characters."""
    return visible_json(json.dumps(versioned(found), ensure_ascii=is_ascii))


def json_file(found: Mapping[str, Any]) -> str:
    """The object as a file of its own, for people, too."""
    return json.dumps(versioned(found), ensure_ascii=False, indent=1) + "\n"


def versioned(found: Mapping[str, Any]) -> dict[str, Any]:
    """The object with its version in front."""
    return {"version": VERSION, **found}
