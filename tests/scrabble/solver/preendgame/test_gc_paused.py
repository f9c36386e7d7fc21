"""The pause of the cyclic garbage collector ends with the last search."""

from __future__ import annotations

import gc

import pytest

from scrabble.solver.preendgame.task import gc_paused


def test_one_within_the_other():
    assert gc.isenabled()
    with gc_paused():
        with gc_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_after_an_error():
    with pytest.raises(ValueError, match="x"), gc_paused():
        raise ValueError("x")
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off():
    gc.disable()
    try:
        with gc_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()
