"""A script of the documented names of Python, which mypy checks (`pyproject.toml`), and nobody runs.

What is wrong at its end has to be refused: mypy refuses a `type: ignore` that it does not need.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import assert_type

import bstar
import scrabble
from scrabble import (
    Analysis,
    BoardDiagramError,
    Certificate,
    CertificateError,
    CgpError,
    CheckReport,
    EndgamePlan,
    Estimate,
    Game,
    GameRecord,
    GcgError,
    GeneratedGame,
    IllegalMoveError,
    Interval,
    InvalidProofError,
    LegalMoves,
    Lexicon,
    LexiconError,
    Move,
    MoveResult,
    MoveStatus,
    Objective,
    OptionError,
    Position,
    PositionError,
    ProofNotFoundError,
    Scenario,
    ScoredMove,
    ScrabbleError,
    Snapshot,
    Solution,
    SourceError,
    Status,
    Step,
    StopReason,
    Verification,
    cgp,
    gcg,
)

lexicon = scrabble.Lexicon("ENABLE")
game = scrabble.Game.load("g0010")
assert_type(game, Game)
assert_type(scrabble.__version__, str)
assert_type(game.first_empty_bag, Position | None)
for turn in game:
    assert_type(turn.play, ScoredMove | None)
    assert_type(turn.position, Position)
assert_type(lexicon, Lexicon)
assert_type("aa" in lexicon, bool)
position = scrabble.cgp.loads(Path("position.cgp").read_text())
assert_type(position, Position)
assert_type(cgp.dumps(position), str)
move = position.parse_move("3F (L)LANO")
assert_type(move, Move)
assert_type(position.play(move).undo(), Position)
assert_type(Position.from_cgp("text").cgp(), str)
assert_type(position.legal_moves("ENABLE")[0].word, str)
assert_type(position.racks, tuple[str, str])
assert_type(position.rack_codes, tuple[bytes, bytes])
assert_type(str(position), str)

solution = scrabble.solve(position, lexicon, seconds=1.5, exact=3, workers=1)
assert_type(solution, Solution)
assert_type(solution.value, int | None)
assert_type(solution.spread, Interval)
assert_type(solution.status, Status)
assert_type(solution.stopped_by, StopReason | None)
assert_type(solution.objective, Objective)
assert_type(solution.estimate, Estimate | None)
assert_type(solution.text, str)
assert_type(solution.final, tuple[int, int] | None)
assert_type(solution.best, list[str])
for step in solution.line:
    assert_type(step.text, str)
    assert_type(step.score, int)
for candidate in solution.moves:
    assert_type(candidate, MoveResult)
    assert_type(candidate.status, MoveStatus)
    assert_type(candidate.bounds, Interval)
    assert_type(candidate.lower, int | Fraction | float)

with scrabble.search("late:17", nodes=100) as search:
    for snapshot in search:
        assert_type(snapshot, Snapshot)
        assert_type(snapshot.text, str)
        assert_type(snapshot.win, Interval)
        assert_type(snapshot.upper, int | Fraction | float)
search.stop()
assert_type(search.result(), Solution)
assert_type(search.solution, Solution)


async def awaited() -> None:
    async for snapshot in scrabble.search("late:17"):
        assert_type(snapshot, Snapshot)
    assert_type(await scrabble.search("preendgame:2"), Solution)


plays = scrabble.legal_moves("out-in-two")
assert_type(plays, LegalMoves)
assert_type(len(plays), int)
assert_type(plays[0].text, str)
view = scrabble.plan(position)
assert_type(view, EndgamePlan)
assert_type(view.value, int)
assert_type(view.sides[0].turns, int | None)
assert_type(position.play("3F (L)LANO"), Position)
won = scrabble.search(position, options=scrabble.SolveOptions(objective="outcome", cheap_exact=3)).result()
assert_type(won.outcome, str | None)
assert_type(won.moves[0].line, tuple[Step, ...])
verification = scrabble.verify(position, seconds=1)
assert_type(verification, Verification)
assert_type(verification.disagreement, str | None)

with_bag = scrabble.solve(position, lexicon, objective="spread", seconds=1, workers=1)
assert_type(with_bag.text, str)
assert_type(with_bag.win.lower, int | Fraction | float)
assert_type(with_bag.moves[0].scenarios[0], Scenario)
assert_type(with_bag.moves[0].scenarios[0].tiles, str)

record = gcg.load("g0010")
assert_type(record, GameRecord)
analysis = scrabble.analyse(record, lexicon, seconds=2, reasons=False)
assert_type(analysis, Analysis)
for judged in analysis:
    assert_type(judged.played, str)
    assert_type(judged.score, int)
    assert_type(judged.loss.lower, int | Fraction | float)
for made in scrabble.generate(2, lexicon, seed=3):
    assert_type(made, GeneratedGame)
    assert_type(made.cgp, str | None)
    assert_type(made.gcg, str)


def first_line(error: ScrabbleError) -> str:
    return str(error)


certificate = solution.certificate()
assert_type(certificate, Certificate)
assert_type(certificate.save("proof.jsonl.gz"), int)
report = scrabble.check(certificate)
assert_type(report, CheckReport)
assert_type(report.header.value, int)
assert_type(scrabble.Lexicon(["CAT", "DOG"], "english"), Lexicon)
for each in scrabble.analyse("games", workers=2, solver="mtdf"):
    assert_type(each, Analysis)
scrabble.warmup()
scrabble.SolveOptions(solver="mtdf", objective="value")

game_of_nim = bstar.games.new_nim(1, 2, 3)
assert_type(bstar.solve(game_of_nim, "mtdf", seconds=1), bstar.Result)
assert_type(bstar.solve(game_of_nim, nodes=100).value, int | None)
for solver, result in bstar.compare(game_of_nim, ["mtdf", "bstar"]).items():
    assert_type(solver, str)
    assert_type(result.moves[0].lower, int)
assert_type(bstar.check_game(game_of_nim).positions, int)

refusals: list[ScrabbleError] = [
    *(BoardDiagramError("a"), CgpError("b"), GcgError("c"), IllegalMoveError("d"), LexiconError("e")),
    *(OptionError("f", "g"), PositionError("h"), SourceError("i"), InvalidProofError("j")),
    *(CertificateError("k"), ProofNotFoundError("l")),
]


scrabble.solve(3)  # type: ignore[arg-type]
scrabble.solve("late:17", solver="bfs")  # type: ignore[arg-type]
scrabble.solve("late:17", objective="valu")  # type: ignore[arg-type]
print(scrabble.analyse("games", workers=2).turns)  # type: ignore[attr-defined]
print(scrabble.analyse("g0010").turns.nothing)  # type: ignore[attr-defined]
print(scrabble.search("late:17").result().value + 1)  # type: ignore[operator]
print(scrabble.no_such_name)  # type: ignore[attr-defined]
