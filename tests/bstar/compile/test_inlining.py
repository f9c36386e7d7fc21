"""Functions compiled into kernels only: no machine code of their own, and the same results as Python."""

import numba
import numpy as np
import pytest

from bstar.compile.inlining import _DeferredLibrary
from bstar.jit import inline, is_jit_off, kernel, noinline

LONG = 40


@noinline
def _collatz(number):
    steps = 0
    while number != 1:
        number = 3 * number + 1 if number % 2 else number // 2
        steps += 1
    return steps


@inline
def _sum_of_steps(numbers):
    total = np.int64(0)
    for number in numbers:
        total += _collatz(number)
    return total


@inline
def _twice(numbers):
    return _sum_of_steps(numbers) + _sum_of_steps(numbers)


@kernel
def steps(numbers):
    """Twice the number of Collatz steps of all numbers."""
    return _twice(numbers)


def by_hand(number):
    return 0 if number == 1 else 1 + by_hand(3 * number + 1 if number % 2 else number // 2)


def test_a_kernel_with_functions_inside():
    numbers = np.arange(1, LONG)
    assert steps(numbers) == 2 * sum(map(by_hand, range(1, LONG)))


@pytest.mark.skipif(is_jit_off(), reason="everything is plain Python without numba")
def test_what_lives_inside_kernels_cannot_be_called_by_accident():
    with pytest.raises(TypeError, match="not callable"):
        _twice(np.arange(1, LONG))


@pytest.mark.skipif(is_jit_off(), reason="nothing is compiled without numba")
def test_nothing_but_the_kernel_has_machine_code():
    compiled = numba.njit(nogil=True, _nrt=False)(steps.py_func)
    assert compiled(np.arange(1, LONG)) == steps(np.arange(1, LONG))
    for function in (_twice, _sum_of_steps, _collatz):
        [found] = function.dispatcher.overloads.values()
        assert isinstance(found.library, _DeferredLibrary)
        assert found.library.get_pointer_to_function(found.fndesc.llvm_func_name) == 0
    [kernel] = compiled.overloads.values()
    names = [function.name for function in kernel.library.get_defined_functions()]
    assert any("steps" in name for name in names)
    assert not any("_twice" in name or "_sum_of_steps" in name for name in names)
