"""How kernels are compiled: with numba's inside where it is known, else by what numba promises."""

from bstar.compile.seams import is_known

if is_known():
    from bstar.compile.inlined import INSIDE, inside
    from bstar.compile.kernel_cache import is_kept, kernel
else:
    from bstar.compile.plain import INSIDE, inside, is_kept, kernel

__all__ = ["INSIDE", "inside", "is_kept", "kernel"]
