"""The examples of the pages: what they print is what the commands and Python print."""

from __future__ import annotations

import contextlib
import doctest
import re

import pytest

from tests.conftest import REPOSITORY
from tests.docs.pages import as_expected, examples, pages, printed, text_of


def without_effort(text: str) -> str:
    """The text without what a faster search or another order of moves changes."""
    text = re.sub(r"[\d,]+ nodes, [\d.]+ s", "N nodes, S s", text)
    text = re.sub(r"\d\.\d{3}$", "S.SSS", text, flags=re.MULTILINE)
    return re.sub(r"^ *([2-9]|\d\d)  .*\n", "", text, flags=re.MULTILINE)


ALL_EXAMPLES = [
    pytest.param(command, expected, id=f"{page}: {command[:60]}")
    for page in pages()
    for command, expected in examples(text_of(page))
]
WITH_PYTHON = [page for page in pages() if doctest.DocTestParser().get_examples(text_of(page))]


@pytest.mark.parametrize(("command", "expected"), ALL_EXAMPLES)
def test_console_examples(command, expected):
    assert without_effort(as_expected(printed(command), expected)) == without_effort(expected)


@pytest.mark.parametrize("page", WITH_PYTHON, ids=str)
def test_python_examples(page):
    flags = doctest.NORMALIZE_WHITESPACE
    with contextlib.chdir(REPOSITORY):
        failed, _ = doctest.testfile(str(page), module_relative=False, optionflags=flags, encoding="utf-8")
    assert not failed


def test_there_are_examples():
    assert len(ALL_EXAMPLES) >= 7
    assert sum(len(doctest.DocTestParser().get_examples(text_of(page))) for page in WITH_PYTHON) >= 14
