"""The compile backend: numba's internals where they are as expected, otherwise its public interface alone."""

from bstar.compile.numba_internals import is_supported

if is_supported():
    from bstar.compile.inlining import INLINE_OPTIONS, inline
    from bstar.compile.kernel_cache import is_cached, kernel
else:
    from bstar.compile.plain import INLINE_OPTIONS, inline, is_cached, kernel

__all__ = ["INLINE_OPTIONS", "inline", "is_cached", "kernel"]
