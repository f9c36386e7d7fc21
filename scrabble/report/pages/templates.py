"""The pages and the files they are made of: Jinja templates, style sheets and scripts.

    base.html          the frame of every page, with head.html at its beginning
    index.html         a page for the browser, which extends base.html, as positions.html and others do
    position.html      a part of a page, included by it
    parts.html         tables, diagrams and other small parts, as macros
    page.css           goes into a page as it is: {{ asset("page.css") }}
    index.js           goes into a page after the modules that it imports, as one: {{ script("index.js") }}

Python collects texts and numbers, and a template puts them into HTML.  The template escapes every text; what
is HTML or SVG already has the type `Markup`.  A name in a template that has no value is an error.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.resources
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from markupsafe import Markup

if TYPE_CHECKING:  # loaded for the first page: most commands make none
    from jinja2 import Environment

SOURCES = (".html", ".css", ".js")
IMPORT = re.compile(r"^import .*\"\./(.*)\";\n", re.MULTILINE)


class HtmlTable(NamedTuple):
    """A table of texts and numbers, which the macro `html_table` draws."""

    kind: str  # its class in the style sheet
    headings: Sequence[str]
    rows: Iterable[Sequence[object]]
    numeric: Iterable[int] = ()  # the columns that are set to the right


def render(template: str, **values: object) -> str:
    """Return a page, or a part of one, made from a template."""
    return _environment().get_template(template).render(values)


def render_text(source: str, **values: object) -> str:
    """Return a page made from the text of a template."""
    return _environment().from_string(source).render(values)


def embedded(data: object) -> Markup:
    """Return data as JSON for the script of a page."""
    return Markup(msgspec.json.encode(data).decode().replace("<", "\\u003c"))


def render_table(table: HtmlTable) -> str:
    """Return a table alone, made by the macro `html_table` of parts.html."""
    parts: Any = _environment().get_template("parts.html").module  # its macros are attributes
    return str(parts.html_table(table))


@functools.cache
def load_asset(name: str) -> str:
    """Return the text of a file of which pages are made."""
    return (importlib.resources.files(__package__) / name).read_text("utf-8")


def modules(name: str, load: Callable[[str], str]) -> list[str]:
    """Return the names of a module of JavaScript and of all that it imports; `load` returns their texts."""
    found: list[str] = []

    def add(each: str) -> None:
        if each not in seen:
            seen.add(each)
            for imported in IMPORT.findall(load(each)):
                add(imported)
            found.append(each)

    seen = set[str]()
    add(name)
    return found


@functools.cache
def fingerprint() -> str:
    """Return a short text that changes whenever a file of which pages are made does."""
    folder = importlib.resources.files(__package__)
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(SOURCES))
    return hashlib.sha256("".join(map(load_asset, names)).encode()).hexdigest()[:8]


@functools.cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader(__package__, ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals["asset"] = lambda name: Markup(load_asset(name))
    environment.globals["script"] = _script
    return environment


def _script(name: str) -> Markup:
    """Return a module of JavaScript after all modules that it imports, without the imports."""
    return Markup("".join(IMPORT.sub("", load_asset(each)) for each in modules(name, load_asset)))
