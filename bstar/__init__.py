"""Game-tree search that knows no game: B*, alpha-beta and its family, SSS*."""
