"""`endgame solve --certificate`, and `endgame verify` with what it wrote, as they are used."""

from __future__ import annotations

import functools
import gzip
import json
import os
import re
import threading
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from scrabble.certificate import file, game, rulebook
from scrabble.certificate.game import from_position
from scrabble.cli import terminal
from scrabble.game import cgp
from scrabble.game.position import PositionError
from scrabble.solver import certify
from tests.conftest import refused
from tests.docs.pages import as_expected, examples, keys, section, text_of
from tests.tools.enable import PLAYABLE_SHA256
from tests.worlds.bundled_positions import EASY

PAGE = "scrabble/certificate/README.md"
OUT = "positions/out-in-one.cgp"
WRITTEN: list[str] = []  # once
WORD_LIST, FROM_POSITION = functools.cache(game.word_list), functools.cache(from_position)


@pytest.fixture(autouse=True)
def words_are_looked_through_once(monkeypatch):
    """The words of ENABLE that a position needs take ten times as long as all else here."""
    monkeypatch.setattr(game, "word_list", WORD_LIST)
    monkeypatch.setattr(rulebook, "from_position", FROM_POSITION)


@pytest.fixture
def proof(endgame, tmp_path):
    """A certificate of a small position."""
    path = tmp_path / "proof.jsonl"
    if WRITTEN:
        path.write_text(WRITTEN[0], "utf-8")
    else:
        assert endgame("solve", "out-in-two", "--certificate", path).status == 0
        WRITTEN.append(path.read_text("utf-8"))
    return path


def without_effort(text):
    return re.sub(r"[\d,]+ bytes|[\d.]+ s\b", "N", text)


def test_what_the_page_shows(endgame, tmp_path, monkeypatch):
    [shown] = re.findall(r"^```text\n(.*?)^```$", text_of(PAGE), re.DOTALL | re.MULTILINE)
    told = examples(f"```console\n{shown}```")
    assert len(told) == 2
    for command, expected in told:
        arguments = command.replace("proof.jsonl.gz", str(tmp_path / "proof.jsonl.gz")).split()[1:]
        output = endgame(*arguments).out.replace(f"{tmp_path}/", "")
        if expected.startswith("...\n"):
            assert without_effort(output).endswith(without_effort(expected.removeprefix("...\n")))
        else:
            assert without_effort(as_expected(output, expected)) == without_effort(expected)


def test_the_keys_of_json(endgame, proof):
    found = json.loads(endgame("verify", proof, "--json").out)
    assert keys(section("scrabble/docs/json.md", "verify")) == set(found)
    header = json.loads(proof.read_text("utf-8").splitlines()[0])
    assert keys(section(PAGE, "The format"), "key of the header") == set(header)


def test_written_as_json(endgame, tmp_path):
    path = tmp_path / "proof.jsonl.gz"
    found = json.loads(endgame("solve", "out-in-two", "--certificate", path, "--json").out)["certificate"]
    lines = gzip.decompress(path.read_bytes()).splitlines()
    assert found == {"path": str(path), "nodes": len(lines) - 1, "bytes": path.stat().st_size, "reason": None}


def test_a_wrong_one_is_refused_with_the_place(endgame, proof):
    proof.write_text(proof.read_text("utf-8").replace('"at_most":22', '"at_most":21'), "utf-8")
    status, out, err = endgame("verify", proof)
    assert (status, err) == (1, f"error: {proof}: REFUSED: node 2: it says at most 21, expected at most 22\n")
    assert out.splitlines()[0] == "REFUSED    node 2: it says at most 21, expected at most 22"
    assert out.splitlines()[-1] == "claimed    3F (L)LANO, worth +22: not proven"
    [found] = map(json.loads, endgame("verify", proof, "--json").out.splitlines())
    assert (found["verified"], found["node"], found["nodes"]) == (False, 2, None)
    assert found["reason"] == "it says at most 21, expected at most 22"
    solved = json.loads(endgame("solve", found["at"], "--json").out)
    assert solved["value"] == 22


packed = functools.partial(gzip.compress, mtime=0)  # the bytes name the tests, in several processes alike


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (packed(b""), "nothing in it, expected a certificate"),
        (packed(b"\xff\xfe"), "expected a certificate, got bytes that are not text in UTF-8"),
        (packed(b"CGP"), "expected a certificate, got 'CGP'"),
        (packed(b"[1]"), "expected a certificate, got '[1]'"),
        (packed(b'{"certificate": 2}'), "a certificate of version '2', expected 1"),
        (packed(b'{"certificate": 1}'), "header: expected cgp (str), got 'null'"),
        (packed(b"[" * 100_000), "expected a certificate, got"),
        (b"{}", "expected a file in gzip"),
        (packed(b"{}" * 1000)[:-20], "expected a file in gzip"),
    ],
)
def test_what_is_no_certificate(endgame, tmp_path, content, said):
    path = tmp_path / "proof.jsonl.gz"
    path.write_bytes(content)
    assert refused(endgame("verify", path)).startswith(f"error: {path}: {said}")


def test_one_that_is_too_big(endgame, tmp_path, monkeypatch):
    monkeypatch.setattr(certify.certify, "__defaults__", (10, None))
    path = tmp_path / "proof.jsonl"
    status, out, err = endgame("solve", "out-in-two", "--certificate", path)
    assert status == 1 and "proven" in out and not path.exists()
    assert err == "error: out-in-two: no certificate: its proof has more than 10 nodes\n"
    found = json.loads(endgame("solve", "out-in-two", "--certificate", path, "--json").out)["certificate"]
    assert (found["nodes"], found["reason"]) == (None, "its proof has more than 10 nodes")


def test_where_nothing_can_be_written(endgame, tmp_path):
    (tmp_path / "file").touch()
    for path in (tmp_path, tmp_path / "file" / "proof.jsonl"):
        status, _, err = endgame("solve", OUT, "--certificate", path)
        assert status == terminal.BAD_INPUT and str(path) in err


def test_huge_files_are_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(file, "MOST_BYTES", 100)
    path = tmp_path / "proof.jsonl.gz"
    path.write_bytes(gzip.compress(b" " * 101))
    with pytest.raises(OSError, match="does not end after 100 bytes"):
        file.read(path)


def test_what_is_unpacked_takes_no_memory(endgame, tmp_path, monkeypatch):
    """Four times what may be read, of line ends or of one line, in little gzip."""
    monkeypatch.setattr(file, "MOST_BYTES", 1 << 24)
    for content in (b"\n", b"[", b"0,"):
        path = tmp_path / "bomb.gz"
        with gzip.open(path, "wb", compresslevel=1) as bomb:
            for _ in range(1 << 6):
                bomb.write(content * (1 << 20))
        tracemalloc.start()
        outcome = endgame("verify", path)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert "does not end after 16,777,216 bytes" in refused(outcome)
        assert peak < 3 * file.MOST_BYTES


def test_what_is_large_within_the_limits(tmp_path, monkeypatch):
    monkeypatch.setattr(file, "MOST_NODES", 10)
    monkeypatch.setattr(file, "MOST_LINE", 1000)
    path = tmp_path / "proof.jsonl"
    for content, said in ((b"{}\n" * 12, "more than 10 nodes"), (b"[" * 1001, "a header of 1,001 bytes")):
        path.write_bytes(content)
        with pytest.raises(file.CertificateError, match=said):
            file.read(path)
    with pytest.raises(file.NodeError, match="expected a node, got 1,001 bytes"):
        list(file.nodes_of([b"[" * 1001]))


def test_no_proof_is_written_that_is_too_large_to_be_read(endgame, tmp_path, monkeypatch):
    monkeypatch.setattr(file, "MOST_LINE", 500)
    path = tmp_path / "proof.jsonl"
    status, _, err = endgame("solve", "out-in-two", "--certificate", path)
    assert (status, path.exists()) == (1, False) and "too many for a certificate" in err


def test_pipes_are_read(proof, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(proof.read_bytes(),))
    writer.start()
    assert file.read(pipe) == file.read(proof)
    writer.join()
    with pytest.raises(OSError, match="does not end after"):
        file.read(Path("/dev/zero"))


def forged(proof, **changes):
    header, *nodes = proof.read_text("utf-8").splitlines()
    proof.write_text("\n".join([json.dumps(json.loads(header) | changes), *nodes]), "utf-8")


def header_of(proof):
    return json.loads(proof.read_text("utf-8").splitlines()[0])


def test_no_board_of_this_machine_is_certified(endgame, tmp_path):
    own = tmp_path / "own.toml"
    own.write_bytes(next(Path("scrabble/game/boards").glob("[cC]ross*.toml")).read_bytes())
    line = f"{EASY.rstrip(';')}; bdn {own};"
    status, out, err = endgame("solve", line, "--certificate", tmp_path / "proof.jsonl")
    assert status == 1 and "proven" in out and "its board is a file of this machine" in err


def test_the_lexicon_that_the_user_names(endgame, proof, two_lexicons):
    forged(proof, cgp=header_of(proof)["cgp"].replace("lex ENABLE", "lex NWL99"), lexicon="NWL99")
    said = refused(endgame("verify", proof))
    assert said.endswith("ENABLE has the words of its checksum: --lexicon ENABLE\n")
    status, out, _ = endgame("verify", proof, "--lexicon", "enable")
    assert status == 0
    assert "Words      ENABLE, 168,551 words\n" in out
    assert "           given by --lexicon; the certificate names NWL99\n" in out
    found = json.loads(endgame("verify", proof, "--lexicon", "enable", "--json").out)
    assert (found["lexicon"], found["known_as"], found["given"]) == ("NWL99", "ENABLE", "enable")
    status, _, err = endgame("verify", proof, "--lexicon", "Mine")
    assert status == 1 and "it is of another word list" in err


def test_a_lexicon_by_its_path(endgame, proof, tmp_path):
    for suffix in (".dawg", ".toml"):
        (tmp_path / f"other{suffix}").write_bytes(Path(f"lexicons/enable{suffix}").read_bytes())
    outcome = endgame("verify", proof, "--lexicon", tmp_path / "other.dawg")
    assert outcome.status == 0 and "Words      ENABLE, 168,551 words\n" in outcome.out


def test_the_position_that_is_asked_for_names_its_lexicon(endgame, proof, two_lexicons):
    line = header_of(proof)["cgp"].replace("lex ENABLE", "lex Mine")
    status, _, err = endgame("verify", line, proof)
    assert status == 1 and "it is of the lexicon ENABLE, and argument 1 of Mine" in err
    assert endgame("verify", line, proof, "--lexicon", "ENABLE").status == 0


def test_written_for_another_lexicon(endgame, tmp_path, two_lexicons):
    """The position names ENABLE, the user another list: header and position name that one."""
    path = tmp_path / "proof.jsonl"
    assert endgame("solve", "out-in-two", "--lexicon", "Mine", "--certificate", path).status == 0
    found = header_of(path)
    assert found["lexicon"] == "Mine" and found["cgp"].endswith(" lex Mine;") and found["words"] == 2
    outcome = endgame("verify", path)
    assert outcome.status == 0 and "Words      Mine, 2 words\n" in outcome.out
    status, _, err = endgame("verify", "out-in-two", path)
    assert status == 1 and "it is of the lexicon Mine, and out-in-two of ENABLE" in err


def test_words_that_the_tiles_do_not_spell(proof, monkeypatch):
    polish = f"{POLISH} AB/CD 0/0 0"
    position = cgp.loads(header_of(proof)["cgp"])
    for word in ("ŻABA", "QÿI", "Q?I", "A1", "\x01B", "a"):
        with pytest.raises(PositionError, match="the word list is not spelt by the english tiles"):
            from_position(position, ["AB", word])
    monkeypatch.setattr(
        "scrabble.certificate.game.require_solvable", lambda position: None
    )  # tiles are left over
    for other, word in (("catalan", "KI"), ("polish", "QUA")):
        with pytest.raises(PositionError, match=f"not spelt by the {other} tiles"):
            from_position(cgp.loads(f"{polish} ld {other};"), ["AB", word])


def test_what_is_proven_is_said(endgame, tmp_path):
    """Board, racks, scoreless turns and the rules where they are unusual, in the text and in JSON."""
    odd = " ".join([*EASY.split()[:3], "2", "lex ENABLE; mcnz 4; bb 35; etl 1;"])
    path = tmp_path / "proof.jsonl"
    assert endgame("solve", odd, "--threads", "2", "--certificate", path).status == 0
    out = endgame("verify", path).out
    for said in (
        "15 O B E Y . . . D A U B R I e S",
        "A A L N O R",
        "E I U",
        "scoreless turns: 2 of 4",
        "bonus 35",
        "Rules      not the usual ones: bingo bonus 35, scoreless limit 4, exchange limit 1\n",
        f"sha256 {PLAYABLE_SHA256}",
    ):
        assert said in out, said
    found = json.loads(endgame("verify", path, "--json").out)
    assert found["cgp"].split()[3] == "2" and (found["zeros"], found["racks"]) == (2, ["AALNOR", "EIU"])
    assert found["unusual_rules"] == {"bingo_bonus": 35, "scoreless_limit": 4, "exchange_limit": 1}
    assert found["rules"]["bingo_bonus"] == 35 and found["rules"]["out_gain"] == 2
    assert found["text_sha256"] == PLAYABLE_SHA256 and found["known_as"] == "ENABLE"
    assert f"Claim      {found['best']} is a best move, worth {found['value']:+} from here on\n" in out
    assert found["best"] in json.loads(endgame("solve", odd, "--json").out)["best"]


POLISH = "15/" * 7 + "7TO6/" + "15/" * 6 + "15"
ONE_LINE = "3F .LANO\nverified in 0.1 s: every step holds by the rules"


def words(name: str) -> Callable[[str], str]:
    """The position with another lexicon."""
    return lambda line: line.replace("lex ENABLE", f"lex {name}")


def more(text: str) -> Callable[[str], str]:
    """The position with another operation."""
    return lambda line: f"{line} {text}"


FORGED = {  # what of the header is changed, and what is said
    "no position": ({"cgp": "nonsense"}, "not a position: expected CGP"),
    "no lexicon": ({"lexicon": "NIX23"}, "no lexicon 'NIX23'"),
    "a key": ({"odd": 1}, "header: unknown key 'odd'"),
    "a text": ({"value": "22"}, "header: expected value (int)"),
    "a large number": ({"value": 10**100}, "expected a number below 2,147,483,648 as value"),
    "two names": ({"cgp": words("Mine")}, "its header names the lexicon 'ENABLE', its position 'Mine'"),
    "other words": ({"cgp": words("Mine"), "lexicon": "Mine"}, "it is of another word list: 168,551 words"),
    **{
        path: ({"cgp": words(path), "lexicon": path}, f"the certificate names its lexicon '{path}', expected")
        for path in ("/dev/zero", "./mine.dawg", "words.txt", "../lexicons/enable.dawg")
    },
    "a board": ({"cgp": more("bdn mine.toml;")}, "expected the name of a board, got the file 'mine.toml'"),
    "other tiles": (
        {"cgp": f"{POLISH} AB/CD 0/0 0 lex ENABLE; ld polish;"},
        "its position has polish tiles, but the lexicon ENABLE is english",
    ),
    "a foreign lexicon": (
        {"cgp": lambda line: words("free-dutch")(line) + " ld english;", "lexicon": "free-dutch"},
        "its position has english tiles, but the lexicon free-dutch is dutch",
    ),
    "a line": ({"best": ONE_LINE}, "expected best as a line"),
    "an escape": ({"best": "\x1b[8m3F .LANO"}, "expected best as a line of text, got '\\x1b[8m3F .LANO'"),
    "a long text": ({"cgp": "A" * 3_000_000}, "expected cgp as a line of text, got 'AAA"),
    "an id": ({"cgp": more("id verified;")}, "its position says more than a position: 'id verified'"),
    "a status": ({"cgp": more("status proven; spread 99;")}, "more than a position: 'status proven'"),
    "long rules": ({"rules": {"name": "x" * 3_000_000}}, "it is of a game by other rules: "),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_header_of_a_forger(endgame, proof, two_lexicons, name):
    changes, said = FORGED[name]
    line = header_of(proof)["cgp"]
    forged(proof, **{key: value(line) if callable(value) else value for key, value in changes.items()})
    for as_json in ((), ("--json",)):
        status, out, err = endgame("verify", proof, *as_json)
        assert status in (1, 2) and said in err and err.count("\n") == 1 and len(err) < 2_000
        assert err.startswith(f"error: {proof}: ") and "Traceback" not in err
        assert not re.search("(?m)^verified|^Claim", out)
