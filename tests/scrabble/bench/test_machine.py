"""The description of the machine that figures depend on."""

from importlib import metadata

import pytest

from scrabble.bench import machine


def test_what_compiles_kernels_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert machine.describe(0.1, 0.2).numba == metadata.version("numba")

    def refuse(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", refuse)
    assert machine.describe(0.1, 0.2).numba == "not installed"
