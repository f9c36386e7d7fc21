"""An endgame's answers to the questions of `bstar.game`: the fast ones and the plain ones."""
