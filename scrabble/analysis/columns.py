"""An analysis as a table: the rows of CSV, one a turn that was judged, from its data."""

from __future__ import annotations

from typing import Any

from scrabble.analysis.bag_data import bag_row
from scrabble.analysis.data import GameData, TurnData

COLUMNS = (
    *("game", "turn", "line", "player", "name", "played", "score", "spread", "bag", "status", "best"),
    *("value_lower", "value_upper", "worth_lower", "worth_upper", "loss_lower", "loss_upper"),
    *("final_before_lower", "final_before_upper", "final_after_lower", "final_after_upper"),
    *("grade", "turning", "phonies", "seconds"),
    *("chance_lower", "chance_upper", "lost_chance_lower", "lost_chance_upper"),
)


def rows(found: GameData) -> list[dict[str, Any]]:
    """One row a turn that was judged, its keys COLUMNS; empty where nothing is known."""
    judged = [each for each in found["turns"] if each["preendgame"] or each["status"] != "not analysed"]
    return [_row(found["id"], turn) for turn in judged]


def _row(game: str, turn: TurnData) -> dict[str, Any]:
    row: dict[str, Any] = dict.fromkeys(COLUMNS, "") | {"game": game}
    row |= {column: value for column, value in turn.items() if column in COLUMNS}
    row["phonies"] = " ".join(turn["phonies"])
    found = turn["endgame"]
    if found is not None:
        names = ("value", "worth", "loss", "final_before", "final_after")
        for name in names:  # a column of points lost can be summed up: a phony is not in it
            if name == "loss" and found["grade"] == "phony":
                continue
            lower, upper = found[name]  # type: ignore[literal-required]
            row[f"{name}_lower"], row[f"{name}_upper"] = lower, upper
        row |= {"grade": found["grade"], "turning": found["turning"], "seconds": found["seconds"]}
        row["best"] = " | ".join(found["best"])
    return row | (bag_row(turn["preendgame"]) if turn["preendgame"] else {})
