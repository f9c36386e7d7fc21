"""The completion of commands and options by a shell, as click has it."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("endgame so", {"plain,solve"}),
        ("endgame solve --tim", {"plain,--time"}),
        ("endgame config lex", {"plain,lexicon"}),
        ("endgame cache clear ga", {"plain,games"}),
        ("endgame solve fin", {"file,fin"}),
        ("endgame analyse fin", {"file,fin"}),
        ("endgame analyse --html pag", {"file,pag"}),
        ("endgame solve --certificate pro", {"file,pro"}),
        ("endgame generate --out pos", {"file,pos"}),
        ("endgame lexicon import nwl", {"file,nwl"}),
    ],
)
def test_a_shell_is_answered(endgame, monkeypatch, words, expected):
    monkeypatch.setenv("_ENDGAME_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    status, out, err = endgame()
    assert (status, err, set(out.split())) == (0, "", expected)
