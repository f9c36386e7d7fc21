"""Analysis of many saved games: in one process, in several or on a cluster, resumable."""
