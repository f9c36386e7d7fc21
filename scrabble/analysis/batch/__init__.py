"""Many saved games: in one process, a pool of them or on a cluster, resumable."""
