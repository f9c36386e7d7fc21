"""The completion of commands and options by a shell, as click has it."""

from __future__ import annotations

import shutil
import subprocess

import pytest


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_one_of_its_shell(endgame, shell, monkeypatch):
    monkeypatch.setenv("_ENDGAME_COMPLETE", f"{shell}_source")
    status, out, err = endgame()
    assert (status, err) == (0, "") and f"_ENDGAME_COMPLETE={shell}_complete" in out
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=out, text=True, check=True)


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
