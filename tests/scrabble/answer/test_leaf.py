"""An answer is read and shown without a search: no module of one is loaded."""

import subprocess
import sys

import pytest

SEARCH = ("bstar.", "numba.", "scrabble.solver.", "scrabble.bounds.", "scrabble.movegen.")
MODULES = """
import sys
{code}
print([name for name in sys.modules if f"{{name}}.".startswith({search})])
"""


@pytest.mark.parametrize(
    "code",
    [
        "import scrabble.answer.schema",
        "import scrabble.report.solution",
        "import scrabble.report.decisions",
    ],
)
def test_no_search_is_loaded(code):
    script = MODULES.format(code=code, search=SEARCH)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
