"""An option that can have no effect is refused in one line, before any work is done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import POSITIONS, refused

A_FOLDER = "is a folder, expected the name of a file to write"
MIXED = f"{(POSITIONS / 'out-in-one.cgp').read_text('utf-8').splitlines()[-1]}\n"


def test_a_limit_of_the_bag_may_be_meant_for_other_positions(endgame: Any, tmp_path: Path) -> None:
    file = tmp_path / "two.cgp"
    file.write_text(MIXED * 2)
    assert endgame("solve", file, "--max-bag", "3", "--no-board").status == 0
    outcome = endgame("solve", file, "--objective", "spread", "--no-board")
    assert outcome.err.count("is for positions with tiles") == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("analyse", "g0010", "--html", "FOLDER/pages.html"), A_FOLDER),
        (("analyse", "g0010", "--puzzles", "FOLDER"), A_FOLDER),
        (("analyse", "g0010", "--annotated-gcg", "FILE"), "is a file, expected a folder"),
        (("analyse", "g0010", "g0012", "--html", "FILE"), "is a file, expected a folder"),
        (("analyse", "g0010", "--out", "FILE"), "is a file, expected a folder"),
        (("analyse", "g0010", "g0012", "--out", "FILE"), "is a file, expected a folder"),
        (("analyse", "g0010", "g0012", "--html", "FOLDER", "--puzzles", "FOLDER/pages.html"), A_FOLDER),
        (("generate", "--out", "FOLDER"), A_FOLDER),
        (("analyse", "g0010", "--html", "FOLDER/no/page.html"), "there is no folder"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_written_is_refused_before_the_work(
    endgame: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    def work(*_: object, **__: object) -> None:
        raise AssertionError("work has begun")

    monkeypatch.setattr("scrabble.analysis.batch.run.analyse", work)
    (tmp_path / "file").touch()
    (tmp_path / "pages.html").mkdir()
    names = {"FOLDER": str(tmp_path), "FILE": str(tmp_path / "file")}
    given = [names.get(each, each.replace("FOLDER", str(tmp_path))) for each in arguments]
    assert said in refused(endgame(*given))
    assert {each.name for each in tmp_path.iterdir()} == {"file", "pages.html"}
