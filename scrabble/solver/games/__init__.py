"""Endgames as games of `bstar.game`: the fast implementation, and the plain one that checks it."""
