"""Compilation of kernels: inlining, the cache on disk, memory that is mapped when it is touched."""
