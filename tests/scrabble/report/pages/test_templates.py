"""The templates of pages: they escape what they are given, and nothing that they use may be missing."""

from __future__ import annotations

import re

import pytest
from jinja2 import Environment, UndefinedError, meta
from markupsafe import Markup

from scrabble.report.pages import templates
from scrabble.report.pages.templates import HtmlTable, fingerprint, load_asset, modules, render, render_table
from tests.conftest import REPOSITORY

PAGES = REPOSITORY / "scrabble" / "report" / "pages"
TEMPLATES = sorted(path.name for path in PAGES.glob("*.html"))
HOSTILE = "<b>\"a\" & 'b'</b>{{ title }}"
ESCAPED = "&lt;b&gt;&#34;a&#34; &amp; &#39;b&#39;&lt;/b&gt;{{ title }}"


def test_texts_are_escaped_and_markup_is_not():
    table = HtmlTable("kind", [HOSTILE], [[HOSTILE], [Markup("<i>7</i>")], [8]], (0,))
    shown = render_table(table)
    assert f"<th class=number>{ESCAPED}</th>" in shown and f"<td class=number>{ESCAPED}</td>" in shown
    assert "<td class=number><i>7</i></td>" in shown and "<td class=number>8</td>" in shown
    head = render("head.html", title=HOSTILE, links=[{"rel": HOSTILE, "address": HOSTILE}])
    assert head.count(ESCAPED) == 3 and "<b>" not in head


def test_a_table_without_rows_and_without_numbers():
    shown = re.sub(r"\s+", " ", render_table(HtmlTable("kind", ["one", "two"], [])))
    assert "<th>one</th><th>two</th>" in shown and "<td" not in shown


def test_a_name_without_a_value_is_an_error():
    with pytest.raises(UndefinedError, match="title"):
        render("head.html")
    with pytest.raises(UndefinedError, match="'shown' is undefined"):
        render("position.html")


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_template_can_be_read_and_finds_the_files_that_it_uses(name):
    text = (PAGES / name).read_text("utf-8")
    referenced = set(meta.find_referenced_templates(Environment().parse(text)))
    assert referenced <= set(TEMPLATES)
    for asset in re.findall(r'(?:asset|script)\("([^"]*)"\)', text):
        assert (PAGES / asset).is_file()


def test_a_script_has_all_that_it_imports_once_and_before_it():
    found = modules("puzzle_page.js", load_asset)
    assert found[-1] == "puzzle_page.js" and len(found) == len(set(found))
    for at, name in enumerate(found):
        assert set(re.findall(r'^import .* from "./(.*)";$', load_asset(name), re.MULTILINE)) <= set(
            found[:at]
        )


def test_scripts_format_no_numbers_but_counts_of_their_own_and_a_clock():
    """Texts with numbers come from Python; .github/CONTRIBUTING.md names the exceptions."""
    formatting = re.compile(r"toFixed|toPrecision|toLocaleString|Intl\.|padStart|\.(?:length|size)\}")
    scripts = [*PAGES.glob("*.js"), *(REPOSITORY / "scrabble" / "web" / "static").glob("*.js")]
    found = [(each.name, word) for each in scripts for word in formatting.findall(each.read_text("utf-8"))]
    assert sorted(found) == [("h.js", "toLocaleString"), ("train.js", "padStart")]


def test_the_fingerprint_follows_every_file(monkeypatch):
    found = {fingerprint()}
    load, names = templates.load_asset, [*TEMPLATES, "page.css", "board.js"]
    for changed in names:
        monkeypatch.setattr(templates, "load_asset", lambda name, it=changed: load(name) + "x" * (name == it))
        found.add(templates.fingerprint.__wrapped__())
    assert len(found) == 1 + len(names)
