"""Positions with tiles in the bag, and what is known of them."""

from __future__ import annotations

import json

from tests.conftest import POSITIONS

ALL = [json.loads(line) for line in (POSITIONS / "preendgame.jsonl").read_text("utf-8").splitlines()]
ONE = next(row for row in ALL if row["id"] == "b1s21g00043")  # won with five draws of eight
TWO = next(row for row in ALL if row["id"] == "b2s22g00020")  # far from proven in a minute
SINGLE = "9N (A)T"  # leaves a tile in the bag of TWO
ROWS = sorted((row for row in ALL if row["proven"]), key=lambda row: row["seconds"])[:3]  # the easiest
