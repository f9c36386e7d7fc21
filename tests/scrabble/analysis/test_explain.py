"""Every sentence of an explanation is checked: by another solver, or from the list of legal plays."""

from __future__ import annotations

import dataclasses
import functools

import pytest
from msgspec.structs import replace as with_fields

from scrabble.analysis import analyse
from scrabble.analysis.evaluator import PositionEvaluator
from scrabble.analysis.explain.explain import ExplanationContext, margin, only_win, passes, swap_sides
from scrabble.answer.interval import Interval, exactly
from scrabble.answer.names import MoveStatus
from scrabble.answer.reasons import Reason
from scrabble.answer.turns import Turn
from scrabble.game.move import parse_move
from scrabble.game.position import Position
from scrabble.game.tiles import BLANK
from scrabble.solver import SolveOptions, legal_moves, solve
from scrabble.wording.verdicts import best_text, verdict_text
from tests.worlds.scrabble_games import ALL, SAMPLE, analysed, enable, game, with_found


@functools.cache
def value_of(position: Position) -> int:
    """The value of a position, by a solver that the analysis does not use."""
    if position.is_over:
        (mine, theirs), (first, second) = position.final_scores, position.scores
        return mine - first - theirs + second
    found = solve(position, enable(), SolveOptions(solver="negascout"))
    assert found.status == "proven"
    return found.value


def worth(position: Position, text: str) -> int:
    """Return the worth of a move."""
    move = parse_move(text, position)
    return position.score(move) - value_of(position.play(move))


def walk(position: Position, line: list[str]) -> list[Position]:
    """The positions along a line, each move of which is best except the first one."""
    positions = [position]
    for at, text in enumerate(line):
        if at:
            assert worth(positions[-1], text) == value_of(positions[-1]), f"{text} is not best in {line}"
        positions.append(positions[-1].play(parse_move(text, positions[-1])))
    return positions


def squares(position: Position, plays) -> set[tuple]:
    """Return the tiles and squares of plays."""
    return {tuple(sorted(step.move.placed)) for step in plays}


def plays(position: Position):
    return [] if position.is_over else legal_moves(position, enable())


def rack_text(position: Position, side: int) -> str:
    return position.racks[side]


def check_goes_out(turn, position, facts):
    positions = walk(position, facts.line)
    assert worth(position, facts.line[0]) == value_of(position)
    assert positions[-1].is_out
    plies = len(facts.line)
    # the side that made the last move is the other side of the last position
    assert not positions[-1].rack_codes[1] and facts.left == rack_text(positions[-1], 0)
    assert (plies % 2 == 1) == (facts.who == "me") and facts.plays == (plies + 1) // 2


def check_blocks(turn, position, facts):
    threats = plays(swap_sides(position))
    after = position.play(parse_move(facts.move, position))
    replies = plays(after)
    threat = next(step for step in threats if step.text == facts.threat)
    assert threat.score == facts.score == max(step.score for step in threats)
    assert tuple(sorted(threat.move.placed)) not in squares(after, replies)
    assert max((step.score for step in replies), default=None) == facts.left
    assert worth(position, facts.move) == value_of(position)


def check_sets_up(turn, position, facts):
    _, after, before, _ = walk(position, facts.line)
    wanted = parse_move(facts.next, before)
    assert before.score(wanted) == facts.score
    placed = tuple(sorted(wanted.placed))
    assert placed not in squares(position, plays(position))
    assert placed in squares(after, plays(swap_sides(after)))


def check_sticks(turn, position, facts):
    positions = walk(position, facts.line)
    after, end = positions[1], positions[-1]
    tiles = set(position.alphabet.encode(facts.tiles))

    def used(steps):
        return {0 if code & BLANK else code for step in steps for _, _, code in step.move.placed}

    assert not tiles & used(plays(after))
    assert (tiles <= used(plays(swap_sides(position)))) == facts.was_playable
    mine = len(facts.line) % 2  # where my rack is at the end
    assert end.is_over and tiles <= set(end.rack_codes[1 - mine])


def check_avoids(turn, position, facts):
    ends = []
    for line in (facts.line, facts.other_line):
        end = walk(position, line)[-1]
        assert end.is_over
        ends.append(rack_text(end, len(line) % 2))
    kept, stuck = ends
    left = list(stuck)
    for tile in kept:
        if tile in left:
            left.remove(tile)
    assert "".join(left) == facts.tiles
    assert worth(position, facts.other) < value_of(position)


def check_margin(turn, position, facts):
    others = {each.text: each for each in turn.found.moves if each.text != facts.move}
    value = value_of(position)
    assert worth(position, facts.move) == value
    found = solve(position, enable(), SolveOptions(solver="negascout", exact=2))
    exact = [each.lower for each in found.moves if each.spread.is_exact and each.text in others]
    assert exact and max(exact) <= value - facts.margin
    if facts.next:
        assert worth(position, facts.next) == value - facts.margin


def check_equal(turn, position, facts):
    assert {worth(position, text) for text in facts.best} == {value_of(position)}


def check_must_pass(turn, position, facts):
    assert plays(position) == [] and facts.rack == rack_text(position, 0)


def check_pass(turn, position, facts):
    assert worth(position, "pass") == value_of(position)
    assert all(worth(position, step.text) <= value_of(position) - facts.margin for step in plays(position))


def check_only_win(turn, position, facts):
    spread = position.spread
    assert spread == facts.lead
    least = 1 if facts.result == "win" else 0
    assert all(worth(position, text) + spread >= least for text in facts.best)
    others = [each.text for each in turn.found.moves if each.text not in facts.best]
    assert all(worth(position, text) + spread < least for text in others)


def check_highest_scoring_best(turn, position, facts):
    assert facts.score == max(step.score for step in plays(position))
    assert worth(position, facts.move) == value_of(position)


def check_cost(turn, position, facts):
    cost = value_of(position) - worth(position, facts.move)
    lower, upper = facts.cost
    assert lower <= cost <= upper
    walk(position, facts.line)


def check_highest_scoring(turn, position, facts):
    check_cost(turn, position, facts)
    [score] = [step.score for step in plays(position) if step.text == facts.move]
    assert score == max(step.score for step in plays(position))


def check_allows(turn, position, facts):
    after = position.play(parse_move(facts.played, position))
    reply = parse_move(facts.reply, after)
    assert after.score(reply) == facts.score and worth(after, facts.reply) == value_of(after)
    best = position.play(parse_move(facts.best, position))
    assert tuple(sorted(reply.placed)) not in squares(best, plays(best))
    before = swap_sides(position)
    assert facts.was_legal == (tuple(sorted(reply.placed)) in squares(before, plays(before)))


def check_phony(turn, position, facts):
    assert facts.words and all(word not in enable() for word in facts.words)
    assert facts.is_taken_back == turn.replayed.is_taken_back


CHECKS = {name.removeprefix("check_"): check for name, check in list(globals().items()) if "check_" in name}
CHECKS |= {"played": check_cost}
CHEAP = sorted(set(CHECKS) - {"cost", "pass", "only_win", "phony"})


def claims(name: str, seconds: float = 60.0) -> list[tuple[Turn, Reason]]:
    return [(turn, claim) for turn in analysed(name, seconds) for claim in turn.reasons]


@pytest.mark.parametrize("name", SAMPLE)
def test_every_claim_holds(name):
    found = claims(name)
    assert found
    for turn, claim in found:
        assert claim.text.endswith(".") and (claim.text[0].isupper() or claim.text[0].isdigit())
        CHECKS[claim.kind](turn, turn.replayed.position, claim.facts)


def test_the_sample_has_all_kinds():
    kinds = {claim.kind for name in SAMPLE for _, claim in claims(name)}
    assert kinds >= set(CHEAP)


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_every_claim_holds_in_all_games(name):
    for turn, claim in claims(name, 5.0):
        if turn.status == "proven" and len(turn.found.moves) < 1000:
            CHECKS[claim.kind](turn, turn.replayed.position, claim.facts)


def ahead_by(turn: Turn, lead: int) -> Turn:
    """The turn as if its player led by so many points."""
    by, found, replayed = lead - turn.lead, turn.found, turn.replayed
    position = dataclasses.replace(replayed.position, scores=(400 + lead, 400))
    moves = [with_fields(each, spread=each.spread.plus(by), lead=lead, estimate=None) for each in found.moves]
    ahead = with_fields(turn, lead=lead, replayed=dataclasses.replace(replayed, position=position))
    return with_found(
        ahead,
        live=position,
        spread=found.spread.plus(by),
        moves=tuple(moves),
        spread_after=turn.spread_after.plus(by),
    )


def test_the_only_winning_move_is_named():
    turn = next(turn for turn in analysed("g0022") if turn.number == 21)
    close = ahead_by(turn, -turn.bounds.exact + 1)  # the best move wins by 1, the next one draws
    scene = ExplanationContext(close, PositionEvaluator(enable()), ("Alpha", "Beta"))
    [claim] = only_win(scene)
    assert claim.text == f"{turn.found.best[0]} is the only move that wins."
    assert max(each.spread.upper for each in close.found.moves[1:]) <= 0


def test_a_pass_that_is_best_is_explained_by_what_every_play_loses():
    turn = next(turn for turn in analysed("g0030") if turn.number == 25)
    by_text = {each.text: each for each in turn.found.moves}
    assert set(by_text) == {"pass", "B13 U(S)"}  # as good as each other; here the play is made 3 points worse
    worse = with_fields(
        by_text["B13 U(S)"], spread=Interval(upper=turn.spread.exact - 3), status=MoveStatus.WORSE
    )
    changed = with_found(turn, best=("pass",), moves=(by_text["pass"], worse))
    scene = ExplanationContext(changed, PositionEvaluator(enable()), ("Alpha", "Beta"))
    [claim] = passes(scene)
    assert claim.text == "Passing is best: every play loses at least 3 points, even B13 U(S)."
    with pytest.raises(AssertionError):  # the check is not fooled
        check_pass(turn, turn.replayed.position, claim.facts)


@pytest.mark.parametrize(
    "kind", ["margin", "played", "highest_scoring", "blocks", "equal", "must_pass", "goes_out"]
)
def test_a_wrong_claim_would_be_found(kind):
    turn, claim = next(each for name in SAMPLE for each in claims(name) if each[1].kind == kind)
    wrong = {
        "margin": lambda facts: {"margin": facts.margin + 1},
        "played": lambda facts: {"cost": exactly(facts.cost.lower + 1)},
        "highest_scoring": lambda facts: {"cost": exactly(facts.cost.lower + 1)},
        "blocks": lambda facts: {"left": -1},
        "equal": lambda facts: {"best": [turn.found.moves[-1].text, *facts.best]},
        "must_pass": lambda facts: {"rack": "Z"},
        "goes_out": lambda facts: {"plays": facts.plays + 1},
    }[kind]
    with pytest.raises(AssertionError):
        CHECKS[kind](turn, turn.replayed.position, with_fields(claim.facts, **wrong(claim.facts)))


def test_bounds_are_explained_as_bounds():
    found = analyse(game("g0022"), enable(), nodes=30)
    for turn, right in zip(found, analysed("g0022"), strict=True):
        for claim in turn.reasons:
            if claim.kind in ("played", "highest_scoring"):
                lower, _ = claim.facts.cost
                assert "at least" in claim.text or turn.status == "proven"
                assert claim.kind != "played" or lower <= right.loss.exact


def test_claims_are_sentences():
    assert str(analysed("g0030").turns[26].reasons[0]) == "No legal play with U: must pass."


def with_twin(turn: Turn, *others: str) -> Turn:
    """The turn as if its best move had a blank for its last tile, equal with other letters and moves."""
    best = turn.found.moves[0]
    texts = [f"{best.text[:-1]}{letter}" for letter in "ab"] + list(others)
    found = [with_fields(best, text=text) for text in texts]
    return with_found(turn, best=tuple(texts), moves=(*found, *turn.found.moves[1:]))


def test_a_blank_with_two_letters_is_one_move():
    [turn] = [turn for turn in analysed("g0030") if turn.number == 21]
    names = analysed("g0030").players
    alone, two = with_twin(turn), with_twin(turn, "pass", "1A NEW")
    assert alone.found.names == ["I1 (TO)La (or (TO)Lb)"]
    assert two.found.names == ["I1 (TO)La (or (TO)Lb)", "1A NEW", "pass"]  # a play is named before a pass
    assert best_text(two.found) == "I1 (TO)La (or (TO)Lb) or 1A NEW and 1 more"
    assert verdict_text(alone) == "I1 (TO)La (or (TO)Lb) was better by 17, win to loss (large)"
    [claim] = margin(ExplanationContext(alone, None, names))
    assert claim.kind == "margin" and claim.text == "The second-best move, A6 (HAIK)U, is worth 1 point less."
    [claim] = margin(ExplanationContext(two, None, names))
    assert claim.kind == "equal" and claim.text == "2 other moves are as good."
    assert len(claim.facts.best) == 4


def test_the_only_move_that_wins_may_have_two_letters():
    [turn] = [turn for turn in analysed("g0030") if turn.number == 21]
    twin = with_twin(turn)
    kept = [each for each in twin.found.moves if each.spread.upper <= 0]
    changed = with_found(twin, moves=(*twin.found.moves[:2], *kept))
    [claim] = only_win(ExplanationContext(changed, None, analysed("g0030").players))
    assert claim.text == "I1 (TO)La (or (TO)Lb) is the only move that wins."


def test_how_many_replies_are_right_is_counted_by_another_solver():
    found = analyse(game("g0010"), enable(), max_bag=0, practical=True)
    counted = 0
    for turn in found.endgame:
        for claim in turn.reasons:
            if claim.kind != "replies":
                continue
            position = turn.replayed.position
            after = position.play(parse_move(claim.facts.move, position))
            replies = solve(after, enable(), SolveOptions(solver="negascout", exact=0)).moves
            most = max(reply.spread.lower for reply in replies)
            assert claim.facts.replies == len(replies)
            best = sum(reply.spread.lower == most for reply in replies)
            assert claim.facts.keeping_value == exactly(best)
            assert claim.facts.move in (turn.found.best_move.text, turn.made)
            assert claim.text.startswith(f"After {claim.facts.move.replace('pass', 'a pass')}, ")
            counted += 1
    assert counted
    assert not any(claim.kind == "replies" for turn in analysed("g0010").endgame for claim in turn.reasons)
