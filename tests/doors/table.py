"""The transposition table as a search sees it: what is begun, and the keys under their seals."""

from __future__ import annotations

import numpy as np

from bstar.depth_first.transposition_table import (
    _key_of,
    is_being_searched,
    mark_searching,
    probe,
    store,
    unmark_searching,
)
from bstar.game import NO_MOVE
from bstar.jit import kernel


@kernel
def begin(table, depth, key):
    """Let other threads know what is being searched."""
    mark_searching(table, depth, key)


@kernel
def end(table, depth, key):
    """And that it is no longer."""
    unmark_searching(table, depth, key)


@kernel
def is_begun(table, depth, key):
    """Is it?"""
    return is_being_searched(table, depth, key)


@kernel
def put(table, key, value, move):
    """Store the value of a position with a move, as a thread does that has searched it."""
    store(table, key, value, value, move, np.int64(1))


@kernel
def put_bounds(table, key, lower, upper, work):
    """Store bounds of a position that took some work, without a move."""
    store(table, key, lower, upper, NO_MOVE, work)


@kernel
def look_up(table, key):
    """What is known of a position: (lower, upper, move)."""
    return probe(table, key)


@kernel
def unseal(entries):
    """Give the keys of entries, each one in use, as they are."""
    for at in range(entries.shape[0]):
        entries[at].key = _key_of(entries[at])


def unsealed(table):
    """The entries in use with their keys as they are."""
    entries = table.entries[table.entries["key"] != np.uint64(0)]
    unseal(entries)
    return entries
