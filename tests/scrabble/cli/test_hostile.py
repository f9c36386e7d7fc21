"""Files of a forger: no control character of a name, title, note, header or lexicon reaches a terminal."""

from __future__ import annotations

import functools
import gzip
import itertools
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from scrabble import bundled, files
from scrabble.certificate import game as game_of_proofs
from tests.conftest import Outcome
from tests.worlds.bundled_positions import EASY

Run = Callable[..., Outcome]
# clears the screen, names the window, hides text, goes back, turns text around; with and without an escape
HOSTILE = "x\x1b[2J\x1b]0;t\x07\x9b8m\u202e\u2066\x08\x7f\u200b\x85\u2028y"
MARKUP = "[/x] [link=https://example.org]click[/link]"  # as rich would read it
STYLES = re.compile(r"\x1b\[[0-9;]*[mKA]|\x1b\[\?25[hl]|\r")  # and what moves a bar of progress
RAW = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f]")
SHOWN = r"\x1b[2J"


def in_turn(cases: Iterable[object]) -> list[tuple[object, str]]:
    """Each case in a pipe, or in colours."""
    return list(zip(cases, itertools.cycle(("pipe", "colours")), strict=False))


@pytest.fixture(params=["pipe", "colours"])
def shown(request: pytest.FixtureRequest, endgame: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command; nothing that it writes holds control characters but styles of its own."""
    if request.param == "colours":
        monkeypatch.setenv("FORCE_COLOR", "1")

    def run(*arguments: str | Path) -> Outcome:
        outcome = endgame(*arguments)
        for text in (outcome.out, outcome.err):
            text = STYLES.sub("", text) if request.param == "colours" else text
            assert RAW.search(text) is None, (arguments, text)
        return outcome

    return run


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    """Positions with hostile names; of lexicons, too."""
    named = EASY.rstrip(";") + f"; id {HOSTILE};"
    unknown = re.sub("lex ENABLE", f"lex {HOSTILE}", EASY)
    others = [
        json.dumps({"id": f"{HOSTILE}\nverified\r", "cgp": EASY}),
        json.dumps({"id": HOSTILE, "cgp": HOSTILE}),
        json.dumps({"id": MARKUP, "cgp": EASY}),
        json.dumps({"id": [HOSTILE], "cgp": EASY}, ensure_ascii=False),
        f"{EASY.rstrip(';')}; {HOSTILE} {HOSTILE};",
        f"{EASY.rstrip(';')}; odd {HOSTILE};",
        re.sub("^[^/]*", HOSTILE, EASY),
    ]
    path = tmp_path / f"{HOSTILE}.txt"
    path.write_text("\n".join([named, unknown, *others]) + "\n", "utf-8")
    return path


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A saved game with hostile names, title, notes and pragmas."""
    text = bundled.path_of("g0010").read_text("utf-8")
    text = re.sub(r"(?m)^#player1 .*$", f"#player1 Alpha {HOSTILE}", text)
    text = re.sub(r"(?m)^#title .*$", "", text)
    head, _, rest = text.partition("\n>")
    head += f"\n#title {HOSTILE}\n#{HOSTILE} odd\n#odd {HOSTILE}\n#description {HOSTILE}"
    path = tmp_path / f"{HOSTILE}.gcg"
    path.write_text(f"#character-encoding UTF-8\n{head}\n>{rest}\n#note {HOSTILE}\n", "utf-8")
    return path


COMMANDS = [
    ("solve",),
    ("solve", "--json"),
    ("positions",),
    ("positions", "--json"),
    ("positions", "--plan"),
    ("positions", "--plan", "--json"),
    ("positions", "--moves", "--show", "3"),
    ("positions", "--moves", "--json"),
    ("verify", "--time", "5"),
    ("verify", "--time", "5", "--json"),
    ("bench", "--solvers", "mtdf", "--set"),
    ("compare", "--solvers", "mtdf,alphabeta"),
    ("compare", "--json", "--solvers", "mtdf,alphabeta"),
]


@pytest.mark.parametrize(("command", "shown"), in_turn(COMMANDS), indirect=["shown"])
def test_positions(command: tuple[str, ...], shown: Run, lines: Path) -> None:
    name, *options = command
    outcome = shown(name, *options, lines)
    assert SHOWN in outcome.out + outcome.err or r"\u001b[2J" in outcome.out, outcome
    assert "Traceback" not in outcome.err
    assert not re.search("(?m)^ *verified", outcome.out + outcome.err)  # no id begins a line


GAME_COMMANDS = [
    ("analyse",),
    ("analyse", "--json"),
    ("analyse", "--csv"),
    ("solve", "--show", "1"),
    ("positions",),
]


@pytest.mark.parametrize(("command", "shown"), in_turn(GAME_COMMANDS), indirect=["shown"])
def test_saved_games(command: tuple[str, ...], shown: Run, game: Path) -> None:
    name, *options = command
    lexicon = ("--lexicon", "ENABLE") if name != "positions" else ()
    outcome = shown(name, game, *lexicon, *options)
    assert outcome.status == 0, outcome
    assert SHOWN in outcome.out + outcome.err or r"\u001b[2J" in outcome.out, outcome


@pytest.mark.parametrize(("kind", "shown"), in_turn(["--csv", "--json", None]), indirect=["shown"])
def test_many_saved_games_and_their_results(kind: str | None, shown: Run, game: Path, tmp_path: Path) -> None:
    other = tmp_path / f"[b] {game.name}"
    other.write_bytes(game.read_bytes())
    options = [kind] if kind else []
    for _ in range(2):  # the second time from the results
        outcome = shown(
            "analyse", game, other, "--lexicon", "ENABLE", "--out", tmp_path / "results", *options
        )
        assert outcome.status == 0 and SHOWN.replace(r"\x1b", r"\u001b" if kind == "--json" else r"\x1b") in (
            outcome.out
        )
    results = tmp_path / "results" / "results.jsonl"
    results.write_text(f'{{"key": "{HOSTILE}"}}\n', "utf-8")
    refused = shown("analyse", game, other, "--out", tmp_path / "results")
    assert refused.status == 2 and SHOWN in refused.err


@pytest.mark.parametrize("shown", ["pipe"], indirect=True)
def test_certificates(shown: Run, endgame: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_of_proofs, "word_list", functools.cache(game_of_proofs.word_list))
    path = tmp_path / "proof.jsonl"
    assert endgame("solve", "out-in-two", "--certificate", path).status == 0
    head, *nodes = path.read_text("utf-8").splitlines()
    header = json.loads(head)
    forged = "3F .LANO\nverified in 0.1 s: every step holds by the rules\r" + HOSTILE
    as_json = itertools.cycle([(), ("--json",)])
    for key in ("best", "cgp", "lexicon", "text_sha256"):
        for value in (forged, HOSTILE, f"{header[key]}{HOSTILE}"):
            text = "\n".join([json.dumps(header | {key: value}), *nodes])
            path.write_text(text, "utf-8")
            refused = shown("verify", path, *next(as_json))
            assert refused.status in (1, 2) and refused.err.count("error: ") == 1
            assert not any(line.startswith("verified") for line in refused.out.splitlines())
    odd = [*nodes[:1], nodes[1][:-1] + f',"{HOSTILE}":1}}', *nodes[2:]]
    path.write_text("\n".join([head, *odd]), "utf-8")
    for options in ((), ("--json",)):
        assert r"\u2066" in shown("verify", path, *options).err
    path.write_bytes(gzip.compress(HOSTILE.encode()))
    assert SHOWN in shown("verify", path.rename(tmp_path / f"{HOSTILE}.gz"), "--json").err


def test_lexicons(shown: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "user_dir", lambda kind: tmp_path / "home" / kind)
    words = tmp_path / f"{HOSTILE}.txt"
    words.write_text("aa\nqi\nx\u202ey\n", "utf-8")
    for arguments in (
        ("import", words, "--language", "english"),
        ("import", words, "--name", HOSTILE),
        ("import", words, "--language", HOSTILE),
        ("list", HOSTILE),
        ("check", HOSTILE, "--lexicon", "ENABLE"),
        ("export", "ENABLE", tmp_path / "none" / HOSTILE),
        ("remove", HOSTILE),
        ("make", HOSTILE),
    ):
        outcome = shown("lexicon", *arguments)
        assert SHOWN in outcome.out + outcome.err, arguments
    assert shown("lexicon", "import", words, "--name", "Mine", "--language", "english", "--force").status == 0
    provenance = tmp_path / "home" / "lexicons" / "mine.toml"
    told = "\n".join(f"{key} = {json.dumps(HOSTILE)}" for key in ("title", "licence", "notes", "odd"))
    provenance.write_text(f"{told.replace(chr(0x7F), '')}\n{provenance.read_text('utf-8')}", "utf-8")
    for arguments in (
        ("list", "Mine"),
        ("list", "Mine", "--json"),
        ("list",),
        ("check", "AA", "--lexicon", "Mine"),
    ):
        assert shown("lexicon", *arguments).status == 0
    assert SHOWN in shown("lexicon", "list", "Mine").out
    provenance.write_text(provenance.read_text("utf-8").replace('"Mine"', json.dumps(HOSTILE)[:-1] + '"'))
    assert "expected" in shown("lexicon", "list", "Mine").err


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", HOSTILE),
        ("solve", "out-in-two", "--lexicon", HOSTILE),
        ("solve", "out-in-two", "--value-of", HOSTILE),
        ("solve", "out-in-two", f"--{HOSTILE}"),
        ("solve", "out-in-two", "--solver", HOSTILE),
        ("analyse", HOSTILE),
        ("analyse", "g0010", "--lexicon", HOSTILE),
        ("generate", "--lexicon", HOSTILE),
        ("bench", HOSTILE),
        ("compare", "out-in-two", HOSTILE),
        ("board", HOSTILE, "--no-open"),
        ("config", HOSTILE),
        ("config", "lexicon", HOSTILE),
        ("ucgi", "--lexicon", HOSTILE),
        ("warmup", HOSTILE),
        ("cache", HOSTILE),
        (HOSTILE,),
    ],
    ids=lambda arguments: " ".join(arguments[:2]).replace(HOSTILE, "?"),
)
def test_arguments(arguments: tuple[str, ...], shown: Run) -> None:
    outcome = shown(*arguments)
    assert outcome.status == 2 and outcome.err.count("error: ") == 1
    assert SHOWN in outcome.err or arguments[0] == "board", outcome.err
