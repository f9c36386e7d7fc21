"""Objects on disk: damaged, foreign or missing ones are compiled anew, and nothing is ever half written."""

from __future__ import annotations

import ast
import copy
import hashlib
import marshal
import os
import pickle
import shutil
import subprocess
import sys
import textwrap
import types
from pathlib import Path

import numpy as np
import pytest

from bstar.compile import build, load, objects
from bstar.compile.arguments import describe
from bstar.compile.code_digest import key_of
from bstar.compile.objects import DIGEST, MachineCode, Wanted, key, read, write
from bstar.compile.registry import named
from bstar.jit import is_jit_off, kernel, linked
from tests.bstar.compile import linked_sums
from tests.bstar.compile.anew import anew
from tests.bstar.compile.linked_sums import KeptNumbers, KeptPair, Numbers, kinds, total, total_of_pair
from tests.conftest import REPOSITORY

pytestmark = pytest.mark.skipif(is_jit_off(), reason="nothing is compiled without numba")

SOLVE = """
import sys
from bstar.compile.build import progress
from tests.bstar.compile.linked_sums import Numbers, total

import numpy as np
print(total(Numbers(np.arange(5), 2), 3), progress()[1], "numba" in sys.modules)
"""
ANSWER = 3 * (2 * 10)


def solve_here(cache: Path, compilers: int = 0) -> tuple[list[str], list[str]]:
    """Return a kernel's answer, how many objects were compiled, and the warnings, as in a new process."""
    with anew(cache, compilers) as warned, pytest.MonkeyPatch.context() as patch:
        patch.setattr(linked_sums.total, "_loaded", {})
        answer = linked_sums.total(Numbers(np.arange(5), 2), 3)
        return [str(answer), str(build.progress()[1])], [str(each.message) for each in warned]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a kernel and the function that it calls."""
    folder = tmp_path_factory.mktemp("filled")
    assert solve_here(folder) == ([str(ANSWER), "2"], [])
    return folder


def test_what_is_compiled_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", "bstar"):
        assert solve_here(tmp_path / "kernels") == ([str(ANSWER), "2"], [])
    names = [f"tests.bstar.compile.linked_sums:{name}" for name in ("total", "scaled")]
    assert caplog.messages == [f"compiling {name}, number {at}" for at, name in enumerate(names, 1)]


@pytest.fixture
def kept(filled: Path, tmp_path: Path) -> Path:
    """Return a copy of `filled`, to be damaged."""
    return Path(shutil.copytree(filled, tmp_path / "kernels"))


def digested(rest: bytes) -> bytes:
    """Return the content of a file whose digest is right."""
    return hashlib.sha256(rest).digest() + rest


DAMAGES = {
    "nothing": lambda content: b"",
    "cut": lambda content: content[: len(content) // 2],
    "zeros": lambda content: content[:512] + bytes(512) + content[1024:],
    "bit": lambda content: content[:-9] + bytes([content[-9] ^ 1]) + content[-8:],
    "foreign": lambda content: b"machine code of something else",
    "cut before the digest was made": lambda content: digested(content[DIGEST:-9]),
    "something else with a digest": lambda content: digested(marshal.dumps(7)),
}


@pytest.mark.filterwarnings("ignore::bstar.compile.objects.KernelCacheWarning")
@pytest.mark.parametrize("which", ["total", "scaled"])
def test_a_damaged_file_is_not_read(which: str, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(kept))
    caller = Wanted(total.name, describe((Numbers(np.arange(5), 2), 3), [], []))
    code = read(caller)
    assert code is not None
    wanted = {"total": caller, "scaled": code.needs[0]}[which]
    [file] = kept.glob(f"*.{which}.*")
    whole = file.read_bytes()
    assert read(wanted) is not None
    for name, damaged in DAMAGES.items():
        assert damaged(whole) != whole
        file.write_bytes(damaged(whole))
        assert read(wanted) is None, name
    file.unlink()
    assert read(wanted) is None


@pytest.mark.parametrize("which", ["total", "scaled"])
@pytest.mark.parametrize("damage", ["bit", "missing"])
def test_a_damaged_file_is_compiled_and_written_again(damage: str, which: str, kept: Path) -> None:
    """Check two kinds of damage: nothing is read from the file whatever is damaged."""
    [file] = kept.glob(f"*.{which}.*")
    whole = file.read_bytes()
    if damage == "missing":
        file.unlink()
    else:
        file.write_bytes(DAMAGES[damage](whole))
    answer, said = solve_here(kept)
    assert answer == [str(ANSWER), "1"]
    assert said == [f"{file} is not used: it is damaged; it is compiled anew"] * (damage == "bit")
    assert len(file.read_bytes()) > len(whole) // 2
    assert not list(kept.glob("*.tmp"))
    assert solve_here(kept) == ([str(ANSWER), "0"], [])


def test_a_name_that_the_linker_does_not_find_is_never_called(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The object names a function of another build: it is compiled anew."""

    def changed(wanted: Wanted) -> MachineCode | None:
        code = read(wanted)
        return code and code._replace(externals=("no_such_function_anywhere",))

    monkeypatch.setattr(load, "read", changed)
    monkeypatch.setattr(build, "read", changed)
    assert solve_here(kept) == ([str(ANSWER), "2"], [])


def test_a_function_that_another_process_does_not_know_is_compiled_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was changed after it was imported: what its file says is not what is called."""
    for function in (linked_sums.scaled, linked_sums.total):  # as they were, in the end
        monkeypatch.setattr(linked_sums, function.__name__, function)
        monkeypatch.setitem(named, function.name, named[function.name])
    text = "@linked('int64')\ndef scaled(sum_of_them, factor): return sum_of_them * factor + 1"
    exec(text, vars(linked_sums))
    linked_sums.total = kernel(types.FunctionType(total.py_func.__code__, vars(linked_sums)))
    assert solve_here(tmp_path / "kernels", compilers=1)[0] == [str((10 * 2 + 1) * 3 + 1), "2"]


def test_an_object_under_the_name_of_another_one_is_not_called(kept: Path) -> None:
    [total_file], [scaled_file] = kept.glob("*.total.*"), kept.glob("*.scaled.*")
    total_file.write_bytes(scaled_file.read_bytes())
    answer, [said] = solve_here(kept)
    assert answer == [str(ANSWER), "1"] and f"{total_file} is not used: it is damaged" in said


def test_another_declared_result_is_another_key() -> None:
    results = {}
    for result in ("int64", "float64"):
        scope = {"linked": linked, "__name__": f"{__name__}.made"}
        exec(f"@linked('{result}')\ndef inner(x): return 2 * x\ndef outer(x): return inner(x)", scope)
        results[result] = key(Wanted(f"{__name__}.made:inner", ("int64",))), key_of("", scope["outer"], ())
    assert all(one != other for one, other in zip(*results.values(), strict=True))


OTHER_USER = 65534


def spoil(place: Path, how: str) -> None:
    if how == "belongs to another user":
        os.chown(place, OTHER_USER, OTHER_USER)
    else:
        place.chmod(place.stat().st_mode | {"by its group": 0o020, "by all": 0o002}[how])


HOWS = [
    "by its group",
    "by all",
    pytest.param(
        "belongs to another user",
        marks=pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can"),
    ),
]


@pytest.mark.skipif(os.name == "nt", reason="there the folders of a user are private")
@pytest.mark.parametrize("how", HOWS)
def test_a_folder_that_others_may_write_is_not_used(how: str, kept: Path) -> None:
    spoil(kept, how)
    before = sorted(kept.iterdir())
    answer, [said] = solve_here(kept)
    assert answer == [str(ANSWER), "2"] and sorted(kept.iterdir()) == before
    assert f"cannot be kept in {kept}: " in said and f"kept in {kept.parent}/scrabble-endgame" in said
    assert ("belongs to another user" if how.startswith("belongs") else "others may write there") in said


@pytest.mark.skipif(os.name == "nt", reason="there the folders of a user are private")
def test_a_file_that_others_may_write_is_compiled_and_written_again(kept: Path) -> None:
    for file, how in zip(kept.iterdir(), ("by its group", "by all"), strict=True):
        spoil(file, how)
    answer, [said] = solve_here(kept)  # of the first of the two
    assert answer == [str(ANSWER), "2"] and "is not used: others may write there" in said
    assert solve_here(kept) == ([str(ANSWER), "0"], [])


@pytest.mark.skipif(os.name == "nt", reason="there the folders of a user are private")
def test_what_is_made_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "kernels"
    before = os.umask(0)
    try:
        assert solve_here(folder) == ([str(ANSWER), "2"], [])
    finally:
        os.umask(before)
    assert [each.stat().st_mode & 0o777 for each in (folder, *folder.iterdir())] == [0o700, 0o600, 0o600]


@pytest.mark.skipif(os.name == "nt", reason="there the folders of a user are private")
def test_a_link_of_another_user_is_not_followed(kept: Path) -> None:
    link = kept.parent / "link"
    link.symlink_to(kept)
    assert solve_here(link) == ([str(ANSWER), "0"], [])
    if os.geteuid() == 0:
        os.lchown(link, OTHER_USER, OTHER_USER)
        assert "belongs to another user" in solve_here(link)[1][0]


def test_a_folder_that_cannot_be_written_is_named_once(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for expected in ("2", "0"):  # the second time from the folder for temporary files
        answer, [said] = solve_here(tmp_path / "file")
        assert answer == [str(ANSWER), expected]
        assert f"compiled kernels cannot be kept in {tmp_path / 'file'}: " in said
        assert f"they are kept in {tmp_path}/scrabble-endgame-kernels" in said


def test_where_nothing_can_be_written_every_start_compiles(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    user = f"-{os.geteuid()}" if hasattr(os, "geteuid") else ""
    (tmp_path / f"scrabble-endgame-kernels{user}").touch()
    for _ in range(2):
        answer, [said] = solve_here(tmp_path / "file")
        assert answer == [str(ANSWER), "2"] and "every start will compile" in said


@pytest.mark.parametrize("flags", [[], pytest.param(["-OO"], marks=pytest.mark.slow)], ids=["none", "-OO"])
def test_two_processes_at_once_have_others_compile_with_their_flags(flags: list[str], tmp_path: Path) -> None:
    """Check -OO at night only: Python first compiles all modules anew for it."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "BSTAR_COMPILERS": "1"}

    def start() -> subprocess.Popen[str]:
        command = [sys.executable, *flags, "-c", SOLVE]
        return subprocess.Popen(command, cwd=REPOSITORY, env=environment, stdout=subprocess.PIPE, text=True)

    processes = [start(), start()]
    for process in processes:
        answer, _, *numba = process.communicate()[0].split()
        assert [answer, *numba] == [str(ANSWER), "False"]
    files = {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    assert len(files) == 2
    assert start().communicate()[0].split() == [str(ANSWER), "0", "False"]
    assert files == {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()}


def test_only_the_last_versions_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    wanted = Wanted("bstar.engine:_rewind", ("int64",))
    code = MachineCode("entry", ("none",), False, (), (), b"code")
    for number in range(objects.KEPT_VERSIONS + 3):
        monkeypatch.setattr(objects, "key", lambda wanted, number=number: f"{number:032}")
        write(wanted, code)
        os.utime(tmp_path / objects._file_name(wanted), (number, number))
    names = sorted(each.name.split(".")[-2] for each in tmp_path.iterdir())
    assert names == [f"{number:032}" for number in range(3, objects.KEPT_VERSIONS + 3)]
    assert read(wanted) == code


def test_a_tuple_that_keeps_its_words_gives_the_same() -> None:
    numbers, kept = Numbers(np.arange(7), 5), KeptNumbers(np.arange(7), 5)
    for _ in range(2):
        assert total(numbers, 2) == total(kept, 2) == 2 * 5 * 21
    kept.values[0] = 100
    assert total(kept, 2) == 2 * 5 * 121


def test_copies_of_a_tuple_that_keeps_its_words_have_their_own() -> None:
    kept = KeptNumbers(np.arange(7), 5)
    assert total(kept, 2) == 2 * 5 * 21
    for other in (copy.deepcopy(kept), pickle.loads(pickle.dumps(kept)), kept._replace(values=np.arange(7))):
        other.values[0] = 100
        assert type(other) is KeptNumbers and total(other, 2) == 2 * 5 * 121 and total(kept, 2) == 2 * 5 * 21
    assert total(kept._replace(factor=3), 2) == total(copy.copy(kept)._replace(factor=3), 2) == 2 * 3 * 21


def test_the_words_of_a_tuple_within_one_that_is_replaced() -> None:
    one, two, three = (KeptNumbers(np.arange(7), factor) for factor in (1, 2, 3))
    pair = KeptPair(one, two)
    assert total_of_pair(pair) == 21 * 3 and total_of_pair(pair._replace(second=three)) == 21 * 4


def test_all_kinds_of_results_and_arguments() -> None:
    table = np.arange(12, dtype=np.int32).reshape(3, 4)
    assert kinds(table, np.uint32(7), True, 2.5) == (int(table[2, 3]), 8, False, 5.0)
    assert kinds(table[:, ::2], np.uint32(7), False, -1.0) == (10, 8, True, -2.0)
    with pytest.raises(TypeError, match="a kernel takes numbers, arrays and NamedTuples"):
        kinds(table, "seven", True, 2.5)


def test_an_object_for_each_kind_of_argument() -> None:
    one = Wanted("tests.bstar.compile.linked_sums:kinds", ("int64", "int64"))
    other = Wanted("tests.bstar.compile.linked_sums:kinds", ("int64", "uint32"))
    assert key(one) != key(other) and key(one) == key(Wanted(*one))


def test_functions_made_of_others_have_keys_however_many_there_are() -> None:
    def next_of(first, second):
        return lambda: (first(), second())

    made = [lambda: 1, lambda: 2]
    for _ in range(60):
        made.append(next_of(made[-1], made[-2]))
    assert len({key_of("", each, ()) for each in made}) == len(made)


def test_a_global_whose_edits_would_go_unnoticed_is_refused() -> None:
    scope: dict[str, object] = {"settings": {"a": 1}, "kernel": kernel, "__name__": __name__}
    exec(textwrap.dedent("def count(x):\n    return x + len(settings)\n"), scope)
    with pytest.raises(TypeError, match="expected a function, a class of tuples, a number or an array"):
        kernel(scope["count"])(1)  # type: ignore[operator, type-var]


def test_a_call_for_help_that_fails_is_answered_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv(build.COMPILERS, "1")
    monkeypatch.setattr(build.sys, "executable", "/bin/false")
    code = build._compile(Wanted("tests.bstar.compile.linked_sums:scaled", ("int64", "int64")))
    assert code.result == ("int64",)


def marks_of(function: ast.FunctionDef) -> set[str]:
    called = (mark.func if isinstance(mark, ast.Call) else mark for mark in function.decorator_list)
    return {mark.id for mark in called if isinstance(mark, ast.Name)}


def test_no_kernel_calls_a_kernel() -> None:
    files = [*(REPOSITORY / "bstar").rglob("*.py"), *(REPOSITORY / "scrabble").rglob("*.py")]
    marked = [text for text in (file.read_text(encoding="utf-8") for file in files) if "bstar.jit" in text]
    functions = [
        node for text in marked for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)
    ]
    kernels = {function.name for function in functions if "kernel" in marks_of(function)}
    assert len(kernels) > 10
    for function in functions:
        if not marks_of(function) & {"kernel", "inline", "noinline", "linked"}:
            continue
        called = {
            node.func.id
            for node in ast.walk(function)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not called & (kernels - {function.name}), function.name
