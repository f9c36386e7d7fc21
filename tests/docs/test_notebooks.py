"""The notebooks run, and show what is stored in them.

python -m tests.docs.test_notebooks       run them and store what they show
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
import pytest
from nbclient import NotebookClient

from tests.conftest import POSITIONS
from tests.docs.test_examples import without_effort

NOTEBOOKS = sorted((POSITIONS / "notebooks").glob("*.ipynb"))
LARGEST = 150_000  # bytes


def executed(paths: Sequence[Path], folder: Path) -> list[nbformat.NotebookNode]:
    """The notebooks with what their cells show when they run in the folder, in one process that forgets."""
    notebooks = [nbformat.read(path, nbformat.current_nbformat) for path in paths]
    first, *others = notebooks
    forget = nbformat.v4.new_code_cell("%reset -f")
    cells = [*first.cells, *(cell for notebook in others for cell in (forget, *notebook.cells))]
    joined = nbformat.NotebookNode(first, cells=cells)
    places = {"metadata": {"path": str(folder)}}
    NotebookClient(
        joined, timeout=300, record_timing=False, coalesce_streams=True, resources=places
    ).execute()
    return notebooks


def shown(notebook: nbformat.NotebookNode) -> Iterator[dict[str, str]]:
    """What each cell shows, by type, without the effort of searches and the pixels of plots."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            data = output.get("data") or {output.output_type: output.get("text", "")}
            yield {kind: "" if kind == "image/png" else without_effort(text) for kind, text in data.items()}


def test_there_are_two():
    assert len(NOTEBOOKS) == 2


@pytest.mark.filterwarnings("default")  # of Jupyter's event loop, on Windows
def test_they_show_what_is_stored_in_them(tmp_path):
    for path, found in zip(NOTEBOOKS, executed(NOTEBOOKS, tmp_path), strict=True):
        stored = nbformat.read(path, nbformat.current_nbformat)
        nbformat.validate(stored)
        assert path.stat().st_size < LARGEST
        assert [*shown(found)] == [*shown(stored)], path


if __name__ == "__main__":
    for notebook in NOTEBOOKS:
        with TemporaryDirectory() as place:
            nbformat.write(*executed([notebook], Path(place)), notebook)
        sys.stdout.write(f"{notebook}: {notebook.stat().st_size:,} bytes\n")
