"""The compile backend: numba's internals where they are as expected, otherwise its public interface alone."""

from bstar.compile.seams import is_supported

if is_supported():
    from bstar.compile.inlined import INSIDE, inline
    from bstar.compile.kernel_cache import is_cached, kernel
else:
    from bstar.compile.plain import INSIDE, inline, is_cached, kernel

__all__ = ["INSIDE", "inline", "is_cached", "kernel"]
