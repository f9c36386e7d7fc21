"""Kernels as objects: machine code in a file, loaded by LLVM's linker and called by its address.

    kernel(arguments) --types--> key --file--> object: machine code, its entry, the objects that it calls

To load and run what has been compiled takes llvmlite alone; numba is imported when something must be
compiled. An object that calls others names them by their keys: they are loaded first, and the linker finds
them by name.

Invariant: a file is complete or absent.  It gets its name once it is complete; one whose content differs from
its digest (a full disk, a power failure), that has another key, or that names anything the linker does not
find, is compiled anew; one warning says so of the first two.

A digest does not say who wrote a file.  Only files of this user that nobody else may write are loaded, from a
folder of the same kind.  If the folder is not, or cannot be written, kernels are kept in one for temporary
files, and if that is no better, nowhere; one warning says so.
"""

from __future__ import annotations

import ctypes
import errno
import functools
import hashlib
import marshal
import operator
import os
import stat
import tempfile
import threading
import uuid
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

from bstar.compile.arguments import SCALARS, Kind, c_types
from bstar.compile.code_digest import key_of
from bstar.compile.registry import answer, declared_result, find, is_question, python_function

DIGEST = 32  # bytes
SUFFIX = ".kernel"
KEPT_VERSIONS = 4  # of one kernel for the same types
WRITABLE_BY_OTHERS = 0o022  # mode
RESULTS = SCALARS | {"none": ctypes.c_void_p}  # types of results, as fields of a structure
FINE = 0, -2  # statuses of numba: a result, None


class KernelCacheWarning(UserWarning):
    """Compiled kernels cannot be kept where they should be, or one that was kept cannot be used."""


class Wanted(NamedTuple):
    """An object to compile: the name of a function or a question, and the types of its arguments."""

    name: str  # module:qualified name
    kinds: tuple[Kind, ...]


class MachineCode(NamedTuple):
    """A compiled function."""

    entry: str  # name of the symbol
    result: tuple[str, ...]  # type of the result: one name, or those of a tuple's fields
    is_tuple: bool
    needs: tuple[Wanted, ...]  # the objects that it calls
    externals: tuple[str, ...]  # names that the linker must find, those of these objects among them
    code: bytes


def function_of(wanted: Wanted) -> Any:
    """Return the Python function that is compiled."""
    found = find(wanted.name)
    if is_question(found):
        return answer(found.__name__, find(wanted.kinds[0][1]))
    return python_function(found)


def key(wanted: Wanted) -> str:
    """Return the key under which the code is kept."""
    return _key(wanted, function_of(wanted))


@functools.cache
def _key(wanted: Wanted, function: Any) -> str:
    return key_of(wanted.name, function, wanted.kinds, declared_result(find(wanted.name)))


def folder() -> Path:
    """Return the folder of all kernels: NUMBA_CACHE_DIR if it is set, else the user's cache."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("scrabble-endgame")) / "kernels"


def usable_folder() -> Path | None:
    """Return the folder in which kernels are kept; None, with a warning, if there is none."""
    return _usable_folder(folder())


@functools.cache
def _usable_folder(chosen: Path) -> Path | None:
    """Return the folder if it is private and can be written, else one for temporary files or None."""
    try:
        _make_private(chosen)
        return chosen
    except OSError as error:
        refused = error
    user = f"-{os.geteuid()}" if hasattr(os, "geteuid") else ""  # Windows has a folder for each user
    other = Path(tempfile.gettempdir()) / f"scrabble-endgame-kernels{user}"
    try:
        _make_private(other)
    except OSError:
        _warn_of_folder(chosen, refused, "every start will compile")
        return None
    _warn_of_folder(chosen, refused, f"they are kept in {other}")
    return other


def _make_private(place: Path) -> None:
    """Make a folder if need be.  Raises OSError if others may write there or this process may not."""
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    _check_folder(place)
    if not os.access(place, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _check_folder(place: Path) -> None:
    for found in (place.lstat(), place.stat()):  # a link, and where it leads
        _check_private(found)


def _check_private(found: os.stat_result) -> None:
    """Raise PermissionError if somebody else can change what is in a file or a folder."""
    if os.name == "nt":  # its folders of a user are private
        return
    if found.st_uid != os.geteuid():
        raise PermissionError(errno.EACCES, "it belongs to another user")
    if found.st_mode & WRITABLE_BY_OTHERS and not stat.S_ISLNK(found.st_mode):
        raise PermissionError(errno.EACCES, "others may write there (chmod go-w helps)")


def pack(wanted: Wanted, code: MachineCode) -> bytes:
    """Return an object as the content of a file: a digest of the rest, which is plain tuples by marshal."""
    entry, result, is_tuple, needs, externals, machine = code
    plain: Any = key(wanted), entry, result, is_tuple, tuple(map(tuple, needs)), externals, machine
    rest = marshal.dumps(plain)
    return hashlib.sha256(rest).digest() + rest


def unpack(wanted: Wanted, content: bytes) -> MachineCode | None:
    """Return the object in such content; None if it is damaged or another one."""
    rest = content[DIGEST:]
    if hashlib.sha256(rest).digest() != content[:DIGEST]:
        return None
    try:
        found, entry, result, is_tuple, needs, externals, machine = marshal.loads(rest)
        code = MachineCode(
            entry, result, is_tuple, tuple(Wanted(*each) for each in needs), externals, machine
        )
    except (EOFError, TypeError, ValueError):
        return None
    return code if found == key(wanted) else None


def _file_name(wanted: Wanted) -> str:
    kinds = hashlib.sha256(repr(wanted).encode()).hexdigest()[:12]
    return f"{wanted.name.replace(':', '.')}.{kinds}.{key(wanted)}{SUFFIX}"


def read(wanted: Wanted) -> MachineCode | None:
    """Return the code on disk; None if there is none, it is damaged, or others may have written it."""
    chosen = folder()
    found = _read_in(chosen, wanted)  # even where nothing can be written
    if found is not None:
        return found
    usable = _usable_folder(chosen)
    return None if usable in (None, chosen) else _read_in(usable, wanted)


def _read_in(place: Path, wanted: Wanted) -> MachineCode | None:
    path = place / _file_name(wanted)
    try:
        _check_folder(place)
    except OSError:
        return None
    try:
        with path.open("rb") as file:
            _check_private(os.fstat(file.fileno()))
            found = unpack(wanted, file.read())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        _warn_of_file(path, error.strerror or str(error))
        return None
    if found is None:
        _warn_of_file(path, "it is damaged")
    return found


def write(wanted: Wanted, code: MachineCode) -> None:
    """Keep the code on disk, and remove what older versions of the function have left there."""
    place = usable_folder()
    if place is None:
        return
    path = place / _file_name(wanted)
    unfinished = path.with_suffix(f".{uuid.uuid4().hex}.tmp")
    try:
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(pack(wanted, code))
        unfinished.replace(path)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink()
        _warn_of_folder(place, error, "every start will compile")
        return
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    with suppress(OSError):  # another process may do the same
        alike = list(path.parent.glob(f"{path.name.split('.' + key(wanted))[0]}.*{SUFFIX}"))
        alike.sort(key=lambda each: each.stat().st_mtime, reverse=True)
        for each in alike[KEPT_VERSIONS:]:
            each.unlink(missing_ok=True)


def _warn_of_folder(place: Path, error: OSError, consequence: str) -> None:
    text = f"compiled kernels cannot be kept in {place}: {error.strerror or error}; {consequence}"
    _warn_once("folder", f"{text} (NUMBA_CACHE_DIR names another folder)")


def _warn_of_file(path: Path, reason: str) -> None:
    _warn_once("file", f"{path} is not used: {reason}; it is compiled anew")


def _warn_once(about: str, text: str) -> None:
    if about not in _complaints:
        _complaints.add(about)
        warnings.warn(text, KernelCacheWarning, stacklevel=2)


_complaints: set[str] = set()  # what has been warned of


class LoadedKernel:
    """Machine code in memory."""

    def __init__(
        self, kinds: tuple[Kind, ...], result: tuple[str, ...], is_tuple: bool, address: int
    ) -> None:
        results = [(f"f{at}", RESULTS[each]) for at, each in enumerate(result)]
        self._result: Any = type("Result", (ctypes.Structure,), {"_fields_": results})
        self._read = _reader(result, is_tuple)
        pointer = ctypes.c_void_p
        call = ctypes.CFUNCTYPE(ctypes.c_int32, pointer, pointer, *c_types(kinds))  # without the GIL
        self._call = call(address)

    def __call__(self, words: list[Any]) -> Any:
        result, error = self._result(), ctypes.c_void_p()
        status = self._call(ctypes.addressof(result), ctypes.addressof(error), *words)
        if status not in FINE:
            raise RuntimeError(f"a kernel ended with status {status}")
        return self._read(result)


def _reader(kinds: tuple[str, ...], is_tuple: bool) -> Callable[[Any], Any]:
    """Return what reads the result of a function from a structure with fields of these types."""
    if kinds == ("none",):
        return lambda result: None
    read: Callable[[Any], Any] = operator.attrgetter(*(f"f{at}" for at in range(len(kinds))))
    return (lambda result: (read(result),)) if is_tuple and len(kinds) == 1 else read


_engines: dict[str, tuple[Any, int]] = {}  # by key: what keeps the code in memory, and its address
_lock = threading.RLock()


def symbol(wanted: Wanted) -> str:
    """Return the name by which other objects call this one."""
    return f"bstar.{key(wanted)}"


def link(wanted: Wanted, code: MachineCode, find_code: Callable[[Wanted], MachineCode | None]) -> int | None:
    """Load an object after those that it calls; return its address, None if something is missing."""
    from llvmlite import binding

    with _lock:
        found = _engines.get(key(wanted))
        if found is not None:
            return found[1]
        for each in code.needs:
            if key(each) not in _engines:
                inner = find_code(each)
                if inner is None or link(each, inner, find_code) is None:
                    return None
        if any(not binding.address_of_symbol(name) for name in code.externals):
            return None
        engine = binding.create_mcjit_compiler(binding.parse_assembly(""), _target_machine())
        engine.add_object_file(binding.ObjectFileRef.from_data(code.code))
        engine.finalize_object()
        address = engine.get_function_address(code.entry)
        if not address:
            return None
        binding.add_symbol(symbol(wanted), address)
        _engines[key(wanted)] = engine, address
        return int(address)


@functools.cache
def _target_machine() -> Any:
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding.Target.from_default_triple().create_target_machine(jit=True)
