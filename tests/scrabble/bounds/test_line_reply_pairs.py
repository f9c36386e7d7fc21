"""Bounds of single moves by two replies: never less than the true value."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from scrabble.bounds import line_reply_pairs
from scrabble.bounds.line_packing import line_totals
from scrabble.bounds.line_replies import ScoredPlay, ends_game, good_replies, most_of_pass, upper_bounds
from scrabble.bounds.line_reply_pairs import ReplyPairs, closer_bounds, most_worth
from scrabble.bounds.line_words_after import Alone, WordsBefore
from scrabble.game import cgp
from scrabble.game.move import PASS, Move, parse_move
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.solver import SolveOptions, solve
from scrabble.solver.moves import scored_plays
from tests.conftest import POSITIONS
from tests.doors.bridge import enable, position_of
from tests.oracles import naive
from tests.static_bounds import first_empty_bag
from tests.worlds.mini import CAP_RULES, mini_world


def replies_of(position: Position, lexicon: Lexicon) -> list[ScoredPlay]:
    return scored_plays(replace(position, scoreless_turns=0).play(PASS), lexicon)


def pairs_of(position: Position, lexicon: Lexicon) -> ReplyPairs:
    totals, replies = line_totals(position, lexicon), replies_of(position, lexicon)
    assert totals is not None
    return ReplyPairs(position, lexicon, replies, good_replies(position, lexicon, replies), totals)


def always() -> bool:
    return True


class Counts:
    """How many bounds were compared, by one reply and by two, and how many are reached."""

    def __init__(self) -> None:
        self.by_one = self.by_two = self.reached = 0


def check(position: Position, lexicon: Lexicon, values: dict[ScoredPlay, int], counts: Counts) -> None:
    """Compare the bounds of every move by all its plans with its value, and the whole with the best."""
    pairs = pairs_of(position, lexicon)
    for play, value in values.items():
        for plan in pairs.plans(play) if not ends_game(position, play) else ():
            bound = pairs.bound(play, plan)
            assert bound is not None and value <= bound, (position.cgp(), play, plan)
            closer = pairs.bound(play, plan, True)
            assert closer is not None and value <= closer, (position.cgp(), play, plan)
            counts.by_one += not plan.seconds
            counts.by_two += bool(plan.seconds)
            counts.reached += bound == value
    most = most_worth(
        position, lexicon, scored_plays(position, lexicon), replies_of(position, lexicon), always
    )
    assert most is not None and max(values.values()) <= most, position.cgp()
    of_pass = most_of_pass(position, max(values.values()))
    assert of_pass is None or values[ScoredPlay(PASS, 0)] <= of_pass


SLOW = [pytest.param(part, marks=pytest.mark.slow) for part in range(1, 40)]


@pytest.mark.parametrize("part", [0, *SLOW])
def test_small_positions(part: int) -> None:
    """Up to three tiles a side against the oracle, all kinds of end rules."""
    counts = Counts()
    for seed in range(part * 60, (part + 1) * 60):
        rules = CAP_RULES[seed % len(CAP_RULES)]
        zeros = seed // len(CAP_RULES) % rules.get("scoreless_limit", 6)
        world = mini_world(seed, tiles=3, **rules)
        if sum(map(len, world.racks)) > 5:
            continue
        found = naive.value_of_moves(world.game, world.board, world.racks, zeros)
        position, lexicon = position_of(world, zeros)
        values = {}
        for text, value in found.items():
            move = PASS if text == naive.PASS else parse_move(text, position)
            values[ScoredPlay(move, position.score(move))] = value
        check(position, lexicon, values, counts)
    assert counts.by_one > 100 and (counts.reached > 2 or part > 0)


LARGER_SLOW = [pytest.param(part, marks=pytest.mark.slow) for part in range(1, 60)]


@pytest.mark.parametrize("part", [0, *LARGER_SLOW])
def test_larger_positions(part: int) -> None:
    """Up to five tiles a side, where there are two replies, against exact values of the solver."""
    counts = Counts()
    for seed in range(part * 40, (part + 1) * 40):
        world = mini_world(seed, size=9 + seed % 2 * 2, tiles=5, **CAP_RULES[seed % len(CAP_RULES)])
        position, lexicon = position_of(world._replace(game=replace(world.game, rack_size=7)))
        solution = solve(position, lexicon, SolveOptions(exact=10_000))
        values = {ScoredPlay(each.move, each.score): int(each.lower) for each in solution.moves}
        assert all(each.bounds.is_exact for each in solution.moves)
        check(position, lexicon, values, counts)
    assert counts.by_one > 100 and (counts.by_two > 100 or part > 0)


LATE_SLOW = [pytest.param(part, marks=pytest.mark.slow) for part in range(1, 16)]


@pytest.mark.parametrize("part", [0, *LATE_SLOW])
def test_known_values_of_real_positions(part: int) -> None:
    """Of the best moves of late positions."""
    counts = Counts()
    lines = (POSITIONS / "late.jsonl").read_text("utf-8").splitlines()
    for line in lines[part * 3 : (part + 1) * 3]:
        position = cgp.loads(json.loads(line)["cgp"])
        solution = solve(position, enable(), SolveOptions(exact=12))
        pairs = pairs_of(position, enable())
        for each in solution.moves:
            play = ScoredPlay(each.move, each.score)
            for plan in pairs.plans(play) if not ends_game(position, play) else ():
                bound = pairs.bound(play, plan)
                assert bound is not None and each.lower <= bound, (position.cgp(), each.text)
                counts.by_two += bool(plan.seconds)
    assert counts.by_two > 10 or part > 0


def test_two_replies_bound_more_closely_than_one() -> None:
    """Of two moves of one tile, by the replies that promise most."""
    position = first_empty_bag("g0066")
    pairs = pairs_of(position, enable())
    totals = line_totals(position, enable())
    assert totals is not None
    for text in ("M7 L(AX)", "12C (L)E(V)"):
        move = parse_move(text, position)
        play = ScoredPlay(move, position.score(move))
        one, two, *_ = pairs.plans(play)
        assert not one.seconds and len(two.seconds) == 2
        first, second = pairs.bound(play, one), pairs.bound(play, two)
        assert first is not None and second is not None
        assert second < first - 15 < totals.of(*play) - 30


def test_a_stopped_answer_has_a_smaller_regret() -> None:
    """Than by one reply before the move is on the board; and the pass is worth no more than the plays."""
    position = first_empty_bag("g0116")
    stopped = solve(position, enable(), SolveOptions(nodes=20_000))
    assert stopped.status == "bounded"
    plays = {at: ScoredPlay(each.move, each.score) for at, each in enumerate(stopped.moves) if at > 0}
    totals = line_totals(position, enable())
    assert totals is not None
    uppers = {at: min(stopped.moves[at].searched.upper, totals.of(*play)) for at, play in plays.items()}
    known = good_replies(position, enable(), replies_of(position, enable()))
    for at, upper in upper_bounds(position, plays, known).items():
        uppers[at] = min(upper, uppers[at])
    assert stopped.regret < max(uppers.values()) - stopped.moves[0].lower - 5
    of_pass = next(each.upper for each in stopped.moves if each.move.is_pass)
    assert of_pass == max(each.upper for each in stopped.moves if not each.move.is_pass)


def test_the_highest_bounds_are_lowered_first() -> None:
    position = first_empty_bag("g0116")
    pairs, totals = pairs_of(position, enable()), line_totals(position, enable())
    assert totals is not None
    plays = dict(enumerate(scored_plays(position, enable())))
    uppers = {number: totals.of(*play) for number, play in plays.items()}
    looks = iter([True] * 3)
    found = closer_bounds(pairs, position, plays, uppers, 0, lambda: next(looks, False))
    highest = max(uppers.values())
    assert len(found) == 3 and all(uppers[number] == highest for number in found)
    assert not closer_bounds(pairs, position, plays, uppers, highest, always)


def test_no_replies_where_the_second_scoreless_turn_ends_the_game() -> None:
    """My pass after a reply would end the game before the second one."""
    position = first_empty_bag("g0116")
    rules = replace(position.rules, scoreless_limit=1)
    assert not list(pairs_of(replace(position, rules=rules), enable()).plans(ScoredPlay(PASS, 0)))


def test_the_last_look_is_a_closer_one() -> None:
    """The tile that a move lays can be in no other word: of g0134, the only A."""
    position = first_empty_bag("g0134")
    pairs, move = pairs_of(position, enable()), parse_move("2C A(R)", position)
    play = ScoredPlay(move, position.score(move))
    bounds = {plan: pairs.bound(play, plan) for plan in pairs.plans(play)}
    closer = {plan: pairs.bound(play, plan, True) for plan in bounds}
    found = closer_bounds(pairs, position, {0: play}, {0: 1000}, -1000, always)
    assert found[0] in closer.values() and found[0] < min(filter(None, bounds.values()))


def test_few_boards_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bounds are the same when the words of a board are found again."""
    position = first_empty_bag("g0116")
    pairs, plays = pairs_of(position, enable()), scored_plays(position, enable())[:3]
    tried = [(play, plan) for play in plays for plan in pairs.plans(play)]
    bounds = [pairs.bound(play, plan) for play, plan in tried]
    monkeypatch.setattr(line_reply_pairs, "MOST_BOARDS", 1)
    again = pairs_of(position, enable())
    tried = [(play, plan) for play in plays for plan in again.plans(play)]
    assert [again.bound(play, plan) for play, plan in tried] == bounds


def test_a_line_with_too_many_words(monkeypatch: pytest.MonkeyPatch) -> None:
    position = first_empty_bag("g0116")
    pairs, play = pairs_of(position, enable()), scored_plays(position, enable())[-1]
    monkeypatch.setattr(WordsBefore, "most_alone", lambda *_: None)
    assert [pairs.bound(play, plan) for plan in pairs.plans(play)][:2] == [None, None]
    monkeypatch.setattr(line_reply_pairs, "line_totals", lambda *_: None)
    assert most_worth(position, enable(), [], [], always) is None


def test_going_out_before_the_second_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound without it would be too low where the last tiles go out at once: the points are counted."""
    position = first_empty_bag("g0116")
    pairs, play = pairs_of(position, enable()), scored_plays(position, enable())[0]
    plan = next(plan for plan in pairs.plans(play) if plan.seconds)
    alone = WordsBefore.most_alone
    bound = pairs.bound(play, plan)
    assert bound is not None

    def with_out(before: WordsBefore, move: Move) -> Alone | None:
        found = alone(before, move)
        return None if found is None else found._replace(out=300)

    monkeypatch.setattr(WordsBefore, "most_alone", with_out)
    higher = pairs.bound(play, plan)
    assert higher is not None and higher > bound + 100
