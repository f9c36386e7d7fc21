"""Identification of players by their names in many games."""

from __future__ import annotations

from types import SimpleNamespace

from scrabble.analysis.batch.jobs import canonical_names


def called(*seats: tuple[str, str]) -> dict[str, str]:
    """Return the names of players, from (nick, name) of both sides of each game."""
    pairs = zip(seats[::2], seats[1::2], strict=True)
    records = [
        SimpleNamespace(nicks=[nick for nick, _ in pair], players=[name for _, name in pair])
        for pair in pairs
    ]
    return canonical_names(records)


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
