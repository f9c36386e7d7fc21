"""Registry of what is compiled: kernels and linked functions by name, and the answers of games.

A question is a Python function that every kind of game answers with a function of its own; kernels that ask
it are compiled for one kind of game, with its answer.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

Function = Callable[..., Any]
F = TypeVar("F", bound=Function)


class GameQuestion(NamedTuple):
    """A function that is compiled as the answer of the game in its first argument."""

    function: Function
    result: Any  # type of the result: a name, or ("results", name, ...) for a tuple of numbers


questions: dict[str, GameQuestion] = {}  # by the name of the function
answers: dict[tuple[str, type], Function] = {}  # by question and type of the game
linked_answers: set[tuple[str, type]] = set()  # those that are objects of their own
named: dict[str, Any] = {}  # kernels and linked functions by `module:qualified name`, the latest of each name
# Python functions that have other code in kernels, each with a function that imports numba and returns the
# one by which numba chooses this code (numba.extending.overload)
compiled_as: dict[Function, Callable[[], Function]] = {}


def declared(*result: str) -> Any:
    """Return the type of a result: that of a number, or of a tuple of several."""
    return result[0] if len(result) == 1 else ("results", *result)


def question(*result: str) -> Callable[[F], F]:
    """Make a function a question; `result` is the type of its result, or those of a tuple."""

    def register(function: F) -> F:
        questions[function.__name__] = GameQuestion(function, declared(*result))
        return function

    return register


def is_question(function: Any) -> bool:
    """Return whether each kind of game answers this function for itself."""
    asked = questions.get(getattr(function, "__name__", ""))
    return asked is not None and asked.function is function


def declared_result(function: Any) -> Any:
    """Return the type of the result that callers of a linked function or a question count on; else None."""
    if is_question(function):
        return questions[function.__name__].result
    return getattr(function, "result", None)


def answer(name: str, kind: type) -> Any:
    """Return the Python function that answers a question about games of a type; None if it is no game."""
    return python_function(answers.get((name, kind)))


def python_function(function: Any) -> Any:
    """Return the Python function of one that is compiled."""
    return getattr(function, "py_func", function)


def indexes_from_start(function: Function) -> bool:
    """Return whether the package of a function says that its kernels compute no negative index."""
    package = sys.modules.get(function.__module__.partition(".")[0])
    return bool(getattr(package, "INDEXES_FROM_START", False))


def find(name: str) -> Any:
    """Return what is called `module:qualified name`; ImportError or AttributeError if there is none."""
    if name in named:
        return named[name]
    module, _, inside = name.partition(":")
    found: Any = sys.modules.get(module) or importlib.import_module(module)
    for part in inside.split("."):
        found = getattr(found, part)
    return found
