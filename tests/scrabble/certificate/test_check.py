"""Certificates: what is proven passes the check, what is spoilt does not; held against the oracle.

python -m pytest -n0 -m slow tests/scrabble/certificate
"""

from __future__ import annotations

import collections
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scrabble import sources
from scrabble.certificate import file
from scrabble.certificate.check import CheckReport, InvalidProofError, check
from scrabble.certificate.file import CertificateError
from scrabble.game.position import Position
from tests.conftest import REPOSITORY
from tests.doors.bridge import position_of
from tests.oracles import naive
from tests.worlds.certificates import SPOILERS, Certified, bounds_needed, certified, spoilt, with_value
from tests.worlds.mini import END_RULES, World, mini_world

HARMLESS = {  # ways that may leave a proof: another reply answers, another move ends the game as well
    "a move",
    "a move left out",
    "a move left out with its proof",
    "a reply",
    "tiles bounded by passes",
    "the best move",  # another one that ends the game as well
}

REASONS = (  # of the checker, each of which some spoilt certificate is refused for
    "its header says",
    "is missing",
    "no node before it leads there",
    "it says at most",
    "it says at least",
    "expected the best move",
    r"pass' ends the game|[A-Z]' ends the game",
    "does not end the game",
    "' is not legal",
    '"passes" is',
    "listed twice",
    "no reply or bound answers it",
    "is listed and not legal",
    "expected a later one",
    "which is of another position",
    "or does not go out",
    "expected a play",
    "expected a node, got",
    'expected "node": ',
    "expected a line of JSON",
    "of another position: ",
    "by other rules",
    "another word list",
)


def checked(certificate: Certified) -> CheckReport:
    return check(file.read(certificate.path), certificate.position, certificate.words)


def refusal(certificate: Certified, text: str) -> str | None:
    """Why a text is refused in the place of a certificate, in one of the two ways there are; None if not."""
    certificate.path.write_text(text, "utf-8")
    try:
        checked(certificate)
    except InvalidProofError as error:
        assert str(error) and (error.node is None or 1 <= error.node <= certificate.nodes + 2)
        return str(error)
    except CertificateError as error:
        assert str(error).startswith(str(certificate.path))
        return str(error)
    return None


def is_true(header: file.Header, position: Position, world: World, zeros: int = 0) -> bool:
    """Does the oracle say so, too?"""
    value, best = naive.minimax(*world, zeros)
    return header.value == value and position.move_text(position.parse_move(header.best)) in best


@pytest.mark.parametrize("seed", range(len(END_RULES) * 2))
def test_what_is_proven_passes_and_is_the_oracles_value(seed, tmp_path):
    rules = END_RULES[seed % len(END_RULES)]
    zeros = seed % 2 if rules.get("scoreless_limit", 6) > 1 else 0
    world = mini_world(seed, **rules)
    found = certified(*position_of(world, zeros), tmp_path)
    assert is_true(checked(found).header, found.position, world, zeros)


def spoil(seeds: range, folder: Path) -> tuple[collections.Counter[str], list[str]]:
    """Spoil certificates of small worlds: how many of each way were refused, and why."""
    made = []
    for number, seed in enumerate((3, 16, 26, 18, 9)):
        world = mini_world(seed, tiles=4, **END_RULES[seed % len(END_RULES)])
        (folder / str(number)).mkdir()
        found = certified(*position_of(world), folder / str(number))
        assert checked(found).header.value == naive.minimax(*world)[0]
        made.append((world, found, found.path.read_text("utf-8")))
    refused: collections.Counter[str] = collections.Counter()
    reasons = []
    for seed in seeds:
        world, found, text = made[seed % len(made)]
        changed, way = spoilt(text, seed)
        reason = refusal(found, changed)
        if reason is not None:
            refused[way] += 1
            reasons.append(reason)
        else:
            assert way in HARMLESS, (seed, way)
            assert is_true(file.read(found.path).header, found.position, world), (seed, way)
    return refused, reasons


def test_what_is_spoilt_is_refused(tmp_path):
    """For every reason there is, so that no check is idle because another one comes first."""
    refused, reasons = spoil(range(260), tmp_path)
    assert refused.total() > 210
    assert not [reason for reason in REASONS if not any(re.search(reason, said) for said in reasons)]


@pytest.mark.slow
def test_a_thousand_that_are_spoilt_are_refused(tmp_path):
    refused, _ = spoil(range(1_500), tmp_path)
    assert refused.total() >= 1_000 and set(refused) == set(SPOILERS)
    for way, count in refused.most_common():
        print(f"{way}: {count}")


@pytest.mark.parametrize("seed", [3, 16])
def test_a_bound_that_one_of_two_parents_needs(seed, tmp_path):
    """A node that several parents lead to has to satisfy all of them."""
    found = certified(*position_of(mini_world(seed, tiles=4, **END_RULES[seed % len(END_RULES)])), tmp_path)
    checked(found)
    lines, shared = found.path.read_text("utf-8").splitlines(), 0
    for number, needed in bounds_needed(found).items():
        line = json.loads(lines[number])
        claim = "at_most" if "at_most" in line else "at_least"
        assert not needed or line[claim] == needed[-1], (number, needed)
        for weaker in set(needed) - {line[claim]}:
            shared += 1
            spoiled = [*lines[:number], json.dumps(line | {claim: weaker}), *lines[number + 1 :]]
            assert refusal(found, "\n".join(spoiled) + "\n") is not None, (number, needed)
    assert shared > 0


@pytest.mark.parametrize("seed", [3, 16])
def test_a_bound_against_passes_counts_for_as_many_tiles_as_the_node_says(seed, tmp_path):
    found = certified(*position_of(mini_world(seed, tiles=4, **END_RULES[seed % len(END_RULES)])), tmp_path)
    lines, refused = found.path.read_text("utf-8").splitlines(), 0
    for number, line in enumerate(map(json.loads, lines)):
        if line.get("passes", 0) > 1:
            fewer = json.dumps(line | {"passes": line["passes"] - 1})
            reason = refusal(found, "\n".join([*lines[:number], fewer, *lines[number + 1 :]]) + "\n")
            assert reason is None or "no reply or bound answers it" in reason
            refused += reason is not None
    assert refused > 0


AT_THE_END = ("brings -?[0-9]+, less than", "it ends the game for", "no reply or bound answers it")


@pytest.mark.parametrize("seeds", [range(40), pytest.param(range(40, 200), marks=pytest.mark.slow)])
def test_another_value_is_refused_where_the_proof_ends(seeds, tmp_path):
    """One point more or less, said by all nodes alike: only a last move, a reply or a bound can tell."""
    reasons = []
    for seed in seeds:
        world = mini_world(seed, tiles=3, **END_RULES[seed % len(END_RULES)])
        found = certified(*position_of(world), tmp_path)
        text = found.path.read_text("utf-8")
        for change in (-1, 1):
            reason = refusal(found, with_value(found, text, change))
            assert reason is not None, (seed, change)
            assert any(re.search(each, reason) for each in AT_THE_END), (seed, change, reason)
            reasons.append(reason)
    said = {each: sum(bool(re.search(each, reason)) for reason in reasons) for each in AT_THE_END}
    assert min(said.values()) > 3, said


@pytest.fixture
def some(tmp_path) -> Certified:
    """A certificate of some nodes."""
    return certified(*position_of(mini_world(56, tiles=4, **END_RULES[2])), tmp_path)


def test_the_place_is_named(some):
    lines = some.path.read_text("utf-8").splitlines()
    lines[3] = lines[3].replace('"at_', '"at_', 1)[:-1] + ',"odd":1}'
    some.path.write_text("\n".join(lines), "utf-8")
    with pytest.raises(InvalidProofError, match="expected a node, got") as refused:
        checked(some)
    assert refused.value.node == 3


def test_a_node_that_goes_on_to_itself_or_an_earlier_one_is_refused_there(some):
    lines = some.path.read_text("utf-8").splitlines()
    *_, (number, line) = ((at, line) for at, line in enumerate(map(json.loads, lines)) if line.get("to"))
    for earlier in (1, number - 1, number):
        changed = [*lines[:number], json.dumps(line | {"to": earlier}), *lines[number + 1 :]]
        assert refusal(some, "\n".join(changed)) == f"it goes on to node {earlier}, expected a later one"


def test_what_only_equals_a_number_is_refused(tmp_path):
    """True, or 7.0 in the place of 7, wherever a node has a number."""
    found = certified(*position_of(mini_world(52, tiles=3)), tmp_path)
    lines, said = found.path.read_text("utf-8").splitlines(), collections.Counter[str]()
    for number, line in enumerate(map(json.loads, lines[1:]), 1):
        changes = []
        for key in ("node", "at_least", "at_most", "to", "passes"):
            if line.get(key) is not None:
                changes += [line | {key: other} for other in (True, float(line[key]))]
                said[key] += 1
        for text, to in line.get("moves", {}).items():
            changes += [line | {"moves": line["moves"] | {text: other}} for other in (True, float(to))]
            said["moves"] += 1
        for changed in changes:
            text = "\n".join([*lines[:number], json.dumps(changed), *lines[number + 1 :]]) + "\n"
            reason = refusal(found, text)
            assert reason is not None and reason.startswith("expected "), changed
    assert len(said) == 6, said


def test_another_word_list_is_refused(some):
    fewer = some.words._replace(words=some.words.words[1:])
    with pytest.raises(InvalidProofError, match="another word list"):
        check(file.read(some.path), some.position, fewer)


def test_another_position_is_refused(some):
    other, _ = position_of(mini_world(56, tiles=4, **END_RULES[2]), zeros=1)
    with pytest.raises(InvalidProofError, match="another position"):
        check(file.read(some.path), other, some.words)


def test_the_check_runs_without_search_and_kernels(tmp_path):
    code = """
import sys
from pathlib import Path
from scrabble.game import cgp
from scrabble.certificate import file
from scrabble.certificate.check import check
from scrabble.certificate.game import word_list
certificate = file.read(Path(sys.argv[1]))
words = Path(sys.argv[2]).read_text("utf-8").split()
checked = check(certificate, cgp.loads(certificate.header.cgp), word_list("some", words))
assert not {"numba", "llvmlite", "bstar", "scrabble.movegen", "scrabble.solver"} & set(sys.modules)
print(checked.nodes)
"""
    position, lexicon, *_ = sources.resolve(next(sources.entries(["out-in-two"])))
    found = certified(position, lexicon, tmp_path)
    (tmp_path / "words.txt").write_text("\n".join(found.words.words), "utf-8")
    command = [sys.executable, "-c", code, str(found.path), str(tmp_path / "words.txt")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=REPOSITORY)
    assert (done.stdout, done.stderr) == (f"{found.nodes}\n", "")
