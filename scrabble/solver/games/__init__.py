"""Endgames as games of `bstar.game`: the fast game, and the reference game that checks it."""
