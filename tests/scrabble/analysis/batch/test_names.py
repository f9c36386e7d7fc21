"""Identification of players by their names in many games."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from scrabble.analysis.batch.players import canonical_names, read_names
from scrabble.analysis.batch.results import BatchError


def called(*seats: tuple[str, str], given: dict[str, str] | None = None) -> dict[str, str]:
    """Return the names of players, from (nick, name) of both sides of each game."""
    pairs = zip(seats[::2], seats[1::2], strict=True)
    records = [
        SimpleNamespace(nicks=[nick for nick, _ in pair], players=[name for _, name in pair])
        for pair in pairs
    ]
    return canonical_names(records, given or {})


def test_capitals_spaces_and_underscores_make_no_other_player():
    found = called(
        *(("es", "Emely Smith"), ("bob", "Bob")),
        *(("BOB", "BOB"), ("x", "emely  SMITH")),
        *(("Emely_Smith", "Emely_Smith"), ("bob", "Bob")),
        *(("es", "Emely Smith"), ("eve", "Eve")),
    )
    assert {found[name] for name in ("Emely Smith", "emely  SMITH", "Emely_Smith")} == {"Emely Smith"}
    assert found["BOB"] == found["Bob"] == "Bob" and found["Eve"] == "Eve"


def test_a_nick_is_its_full_name_if_it_can_only_be_one():
    alone = called(("emely", "Emely Smith"), ("bob", "Bob"), ("Emely", "Emely"), ("bob", "Bob"))
    assert alone["Emely"] == "Emely Smith"
    two = called(("emely", "Emely Smith"), ("emely", "Emely Jones"), ("Emely", "Emely"), ("bob", "Bob"))
    assert two["Emely"] == "Emely"


def test_a_nick_that_is_no_word_of_the_name_says_nothing():
    found = called(("beta", "Gamma"), ("bob", "Bob"), ("Beta", "Beta"), ("bob", "Bob"))
    assert found["Beta"] == "Beta" and found["Gamma"] == "Gamma"
    found = called(("jo", "Joan Miller"), ("bob", "Bob"), ("Jo", "Jo"), ("bob", "Bob"))
    assert found["Jo"] == "Jo"


NAMES = """\
# the club
Josh Castellano = jvc, Josh C.

Nick Ball = Nick BALLER, nick  baller!!!
"""


def test_a_file_of_names(tmp_path):
    path = tmp_path / "names.txt"
    path.write_text(NAMES, "utf-8")
    found = called(
        *(("jvc", "jvc"), ("x", "Nick BALLER!!!")),
        *(("j", "Josh C."), ("n", "Nick Baller")),
        *(("jvc", "J. Castellano"), ("eve", "Eve")),  # by the nick
        *(("josh", "Josh Castellano"), ("eve", "Eve")),
        given=read_names(path),
    )
    josh = ("jvc", "Josh C.", "J. Castellano", "Josh Castellano")
    assert {found[name] for name in josh} == {"Josh Castellano"}
    assert {found[name] for name in ("Nick BALLER!!!", "Nick Baller")} == {"Nick Ball"}
    assert found["Eve"] == "Eve"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Josh jvc", "line 1: expected 'Name = other name, nick', got 'Josh jvc'"),
        ("\nJosh =", "line 2: expected 'Name = other name, nick', got 'Josh ='"),
        ("A = x\nB = X", "line 2: 'X' is already a name of A"),
        ("\N{LATIN SMALL LETTER E WITH ACUTE}".encode("latin-1"), "expected text in UTF-8"),
        (None, "cannot be read: No such file or directory"),
    ],
)
def test_a_bad_file_of_names(tmp_path, text, message):
    path = tmp_path / "names.txt"
    if text is not None:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BatchError) as caught:
        read_names(path)
    assert message in str(caught.value) and "\n" not in str(caught.value)
