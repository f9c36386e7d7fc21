"""How kernels are compiled: inlined into their callers, kept on disk, their memory mapped when touched."""
