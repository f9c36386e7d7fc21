"""Positions with tiles in the bag, and what is known of them."""

from __future__ import annotations

from tests.worlds.bundled_positions import records

ALL = records("preendgame")
ONE = next(row for row in ALL if row["id"] == "b1s21g00043")  # won with five draws of eight
TWO = next(row for row in ALL if row["id"] == "b2s22g00020")  # far from proven in a minute
SINGLE = "9N (A)T"  # leaves a tile in the bag of TWO
ROWS = sorted((row for row in ALL if row["proven"]), key=lambda row: row["seconds"])[:3]  # the easiest
