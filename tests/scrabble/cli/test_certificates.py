"""`endgame solve --certificate` and `endgame verify --certificate`, as they are used."""

from __future__ import annotations

import gzip
import json
import re

import pytest

from scrabble.certificate import file
from scrabble.cli import terminal
from scrabble.endgame import certify
from tests.docs.pages import as_expected, examples, keys, section, text_of

PAGE = "scrabble/certificate/README.md"
OUT = "positions/out-in-one.cgp"
WRITTEN: list[str] = []  # once


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
    found = json.loads(endgame("verify", "--certificate", proof, "--json").out)
    assert keys(section(PAGE, "JSON")) == set(found)
    header = json.loads(proof.read_text("utf-8").splitlines()[0])
    assert keys(section(PAGE, "The format"), "key of the header") == set(header)


def test_written_as_json(endgame, tmp_path):
    path = tmp_path / "proof.jsonl.gz"
    found = json.loads(endgame("solve", "out-in-two", "--certificate", path, "--json").out)["certificate"]
    lines = gzip.decompress(path.read_bytes()).splitlines()
    assert found == {
        "path": str(path),
        "nodes": len(lines) - 1,
        "bytes": path.stat().st_size,
        "reason": None,
    }


def test_of_the_position_that_is_asked_for(endgame, proof):
    assert endgame("verify", "out-in-two", "--certificate", proof).status == 0
    status, out, err = endgame("verify", OUT, "--certificate", proof)
    assert status == 1 and "verified" not in out
    assert err == f"error: {proof}: REFUSED: it is of another position than {OUT}, line 2\n"


def test_a_wrong_one_is_refused_with_the_place(endgame, proof):
    proof.write_text(proof.read_text("utf-8").replace('"at_most":22', '"at_most":21'), "utf-8")
    status, out, err = endgame("verify", "--certificate", proof)
    assert (status, err) == (
        1,
        f"error: {proof}: REFUSED: node 2: it says at most 21, expected at most 22\n",
    )
    assert out.splitlines()[-1] == "REFUSED    node 2: it says at most 21, expected at most 22"
    [found] = map(json.loads, endgame("verify", "--certificate", proof, "--json").out.splitlines())
    assert (found["verified"], found["node"], found["nodes"]) == (False, 2, None)
    assert found["reason"] == "it says at most 21, expected at most 22"
    solved = json.loads(endgame("solve", found["at"], "--json").out)
    assert solved["value"] == 22


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "nothing in it, expected a certificate"),
        (b"\xff\xfe", "expected text in UTF-8"),
        (b"CGP", "expected a certificate, got 'CGP'"),
        (b"[1]", "expected a certificate, got '[1]'"),
        (b'{"certificate": 2}', "a certificate of version '2', expected 1"),
        (b'{"certificate": 1}', "header: expected cgp (str), got 'null'"),
        (b"[" * 100_000, "expected a certificate, got"),
    ],
)
def test_what_is_no_certificate(endgame, tmp_path, content, said):
    path = tmp_path / "proof.jsonl"
    path.write_bytes(content)
    status, out, err = endgame("verify", "--certificate", path)
    assert (status, out) == (2, "")
    assert err.startswith(f"error: {path}: {said}") and err.count("\n") == 1


def test_what_is_no_gzip(endgame, tmp_path):
    path = tmp_path / "proof.jsonl.gz"
    for content in (b"{}", gzip.compress(b"{}" * 1000)[:-20]):
        path.write_bytes(content)
        status, out, err = endgame("verify", "--certificate", path)
        assert (status, out) == (2, "")
        assert err.startswith(f"error: {path}: expected a file in gzip") and err.count("\n") == 1


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("cgp", "nonsense", "not a position: expected CGP"),
        ("lexicon", "NIX23", "no lexicon 'NIX23'"),
        ("odd", 1, "header: unknown key 'odd'"),
        ("value", "22", "header: expected value (int)"),
    ],
)
def test_a_header_that_cannot_be_used(endgame, proof, key, value, said):
    header, *nodes = proof.read_text("utf-8").splitlines()
    proof.write_text("\n".join([json.dumps(json.loads(header) | {key: value}), *nodes]), "utf-8")
    status, out, err = endgame("verify", "--certificate", proof)
    assert (status, out) == (2, "")
    assert err.startswith(f"error: {proof}: ") and said in err and err.count("\n") == 1


def test_a_file_that_is_not_there(endgame, tmp_path):
    path = tmp_path / "nix.jsonl"
    assert endgame("verify", "--certificate", path).err == (
        f"error: {path}: cannot be read: No such file or directory\n"
    )


def test_one_that_is_too_big(endgame, tmp_path, monkeypatch):
    monkeypatch.setattr(certify.certify, "__defaults__", (10, None))
    path = tmp_path / "proof.jsonl"
    status, out, err = endgame("solve", "out-in-two", "--certificate", path)
    assert status == 1 and "proven" in out and not path.exists()
    assert err == "error: out-in-two: no certificate: its proof has more than 10 nodes\n"
    found = json.loads(endgame("solve", "out-in-two", "--certificate", path, "--json").out)["certificate"]
    assert (found["nodes"], found["reason"]) == (None, "its proof has more than 10 nodes")


def test_one_that_is_not_proven(endgame, tmp_path):
    path = tmp_path / "proof.jsonl"
    status, _, err = endgame("solve", "out-in-two", "--certificate", path, "--nodes", "10")
    assert (status, path.exists()) == (1, False)
    assert err == "error: out-in-two: no certificate: its value is not proven\n"


def test_one_position_only(endgame, tmp_path):
    path = tmp_path / "proof.jsonl"
    status, _, err = endgame("solve", OUT, "out-in-two", "--certificate", path)
    assert status == 2 and "is the certificate of one position" in err
    assert endgame("verify", OUT, "--certificate", path).status == 0


@pytest.mark.parametrize(
    "options", [("--win",), ("--move-only",), ("--solver", "mtdf"), ("--solver", "maven")]
)
def test_what_does_not_go_together(endgame, tmp_path, options):
    path = tmp_path / "proof.jsonl"
    status, _, err = endgame("solve", OUT, "--certificate", path, *options)
    assert status == 2 and "--certificate" in err and not path.exists()


def test_nothing_is_searched(endgame, proof):
    for option in ("--time", "--nodes"):
        status, _, err = endgame("verify", "--certificate", proof, option, "5")
        assert status == 2 and "nothing is searched" in err


def test_verify_needs_a_position_or_a_certificate(endgame):
    status, _, err = endgame("verify")
    assert status == 2 and "Missing argument 'POSITION'" in err


def test_where_nothing_can_be_written(endgame, tmp_path):
    (tmp_path / "file").touch()
    for path in (tmp_path, tmp_path / "file" / "proof.jsonl"):
        status, _, err = endgame("solve", OUT, "--certificate", path)
        assert status == terminal.BAD_INPUT and str(path) in err


def test_with_threads(endgame, tmp_path):
    path = tmp_path / "proof.jsonl"
    assert endgame("solve", "out-in-two", "--threads", "2", "--certificate", path).status == 0
    assert endgame("verify", "--certificate", path).status == 0


def test_huge_files_are_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(file, "MOST_BYTES", 100)
    path = tmp_path / "proof.jsonl.gz"
    path.write_bytes(gzip.compress(b" " * 101))
    with pytest.raises(file.CertificateError, match="more than 100 bytes"):
        file.read(path)
