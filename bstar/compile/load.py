"""Loading a kernel: from the library of a wheel, from the cache, or else it is compiled first.

What compiles (`bstar.compile.build`) starts threads and processes.  It is imported when something is missing.
"""

from __future__ import annotations

from bstar.clock import search_clock
from bstar.compile.library import shipped
from bstar.compile.objects import LoadedKernel, Wanted, link, read

loaded: set[Wanted] = set()  # the kernels that this process has called
compiled: set[Wanted] = set()  # those of them that had to be compiled


def load(wanted: Wanted) -> LoadedKernel:
    """Return a kernel, compiled if need be; for several threads at once.  No time passes for a search."""
    loaded.add(wanted)
    with search_clock.stopped():
        return _shipped(wanted) or _kept(wanted) or _compiled(wanted)


def _shipped(wanted: Wanted) -> LoadedKernel | None:
    found = shipped(*wanted)
    return found and LoadedKernel(wanted.kinds, found.result, found.is_tuple, found.address)


def _kept(wanted: Wanted) -> LoadedKernel | None:
    """Return a kernel of the cache; None if it, or a function that it calls, must be compiled."""
    code = read(wanted)
    address = link(wanted, code, read) if code is not None else None
    if code is None or address is None:
        return None
    return LoadedKernel(wanted.kinds, code.result, code.is_tuple, address)


def _compiled(wanted: Wanted) -> LoadedKernel:
    """Compile a kernel and all that it calls, unless this process has; again if they do not fit together."""
    from bstar.compile import build

    compiled.add(wanted)
    for again in (False, True):
        build.compile_missing([wanted], again)
        code = build.found(wanted)
        address = link(wanted, code, build.found) if code is not None else None
        if code is not None and address is not None:
            return LoadedKernel(wanted.kinds, code.result, code.is_tuple, address)
    raise RuntimeError(f"{wanted.name} calls what the linker does not find")
