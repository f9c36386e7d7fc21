"""B* over moves and draws on random small worlds, against brute force."""

from __future__ import annotations

import random

import pytest

from bstar.chance.interval_sum import BUDGET, DISPROVE_REST, CostEstimate, IntervalSum, Query, Term
from bstar.chance.search import ChanceSearch

FIRST, SECOND = 3, 40  # the greatest truth in each aim


class World:
    """Moves whose truth is known: by move and draw one value by aim, and a cost that a budget must reach."""

    def __init__(self, seed: int, aims: int = 2) -> None:
        self.rng = random.Random(f"draws {seed}")
        rng = self.rng
        draws, moves = rng.randint(1, 5), rng.randint(1, 8)
        self.weights = [rng.randint(1, 4) for _ in range(draws)]
        tops = (FIRST, SECOND)[:aims]
        self.truth = [
            [tuple(rng.randint(0, top) for top in tops) for _ in range(draws)] for _ in range(moves)
        ]
        self.cost = [[rng.choice((1, 1, 1, 5_000, 100_000)) for _ in range(draws)] for _ in range(moves)]
        self.mute = {(move, draw) for move in range(moves) for draw in range(draws) if rng.random() < 0.1}
        self.options = [
            IntervalSum(
                [
                    Term(weight, [0] * aims, list(tops), [rng.uniform(0, top) for top in tops])
                    for weight in self.weights
                ]
            )
            for _ in range(moves)
        ]

    def value(self, move: int) -> list[int]:
        """The truth of a move."""
        pairs = list(zip(self.weights, self.truth[move], strict=True))
        return [sum(weight * truth[aim] for weight, truth in pairs) for aim in range(len(self.truth[0][0]))]

    def answer(self, choice: ChanceSearch, question: Query, has_mute: bool = False) -> None:
        """Narrow one unknown as a null-window search does, with bounds that may go beyond the question."""
        truth = self.truth[question.option][question.part]
        part = choice.options[question.option].parts[question.part]
        lower, upper = list(part.lower), list(part.upper)
        assert lower[question.aim] < question.gamma <= upper[question.aim]
        is_done = question.budget >= self.cost[question.option][question.part]
        if is_done:
            found = truth[question.aim]
            if found < question.gamma:
                upper[question.aim] = self.rng.randint(found, question.gamma - 1)
            elif not (has_mute and (question.option, question.part) in self.mute):
                lower[question.aim] = self.rng.randint(question.gamma, found)
        choice.take(question, lower, upper, is_done)

    def check(self, choice: ChanceSearch) -> None:
        """All that the choice says must be true."""
        values = [self.value(move) for move in range(len(self.options))]
        for value, option in zip(values, choice.options, strict=True):
            assert all(
                least <= each <= most
                for least, each, most in zip(option.lower, value, option.upper, strict=True)
            )
        chosen = values[choice.best]
        assert max(value[0] for value in values) - chosen[0] <= choice.regret()
        if choice.is_proven:
            assert chosen == max(values)


@pytest.mark.parametrize("aims", [1, 2])
def test_the_best_move_is_proven_and_exact(aims):
    asked = unknowns = 0
    for seed in range(150):
        world = World(seed, aims)
        choice = ChanceSearch(world.options)
        while (question := choice.question()) is not None:
            world.answer(choice, question)
            assert choice.questions < 5_000
        world.check(choice)
        assert choice.is_proven and choice.options[choice.best].is_exact
        asked, unknowns = asked + choice.asked, unknowns + choice.unknowns
    assert asked < 0.95 * unknowns  # it does not ask everything


def test_stopped_early_all_it_says_is_true():
    for seed in range(150):
        world = World(seed)
        choice = ChanceSearch(world.options)
        for _ in range(seed % 23):
            question = choice.question()
            if question is None:
                break
            world.answer(choice, question)
            world.check(choice)


def test_what_cannot_be_proven_from_below_ends_the_search():
    proven = 0
    for seed in range(100):
        world = World(seed)
        choice = ChanceSearch(world.options)
        while (question := choice.question()) is not None:
            world.answer(choice, question, has_mute=True)
            assert choice.questions < 5_000
        world.check(choice)
        proven += choice.is_proven
    assert 0 < proven < 100


def test_the_second_aim_waits_for_the_first():
    """Nobody is asked in the second aim as long as a move but the leader may be better in the first."""
    asked = 0
    for seed in range(150):
        world = World(seed)
        choice = ChanceSearch(world.options)
        while (question := choice.question()) is not None:
            if question.aim == 1 and question.strategy == DISPROVE_REST:
                floor = max(option.lower[0] for option in choice.options)
                ahead = [at for at, option in enumerate(choice.options) if option.upper[0] > floor]
                assert len(ahead) <= 1
                asked += 1
            world.answer(choice, question)
    assert asked > 100


def test_the_draw_that_refutes_cheaply_is_asked_first():
    """With one draw of four every rival is refuted by an answer of ten nodes; the others cost too much."""
    rivals, cheap = 60, 2
    tops = [2, SECOND]
    efforts = [CostEstimate() for _ in range(4)]

    def unknown(draw, lower, upper):
        return Term(1, list(lower), list(upper), [1.9, 20.0], effort=efforts[draw])

    drawn = [1, SECOND]
    leader = IntervalSum(
        [unknown(at, drawn, drawn) if at == 3 else unknown(at, tops, tops) for at in range(4)]
    )
    choice = ChanceSearch(
        [leader, *(IntervalSum([unknown(at, [0, 0], tops) for at in range(4)]) for _ in range(rivals))]
    )
    in_vain = 0
    while (question := choice.question()) is not None:
        part = choice.options[question.option].parts[question.part]
        is_done = question.part == cheap
        in_vain += not is_done
        upper = [
            question.gamma - 1 if is_done and aim == question.aim else most
            for aim, most in enumerate(part.upper)
        ]
        choice.take(question, part.lower, upper, is_done, 10 if is_done else question.budget)
    assert choice.is_proven and choice.best == 0
    assert 0 < in_vain < rivals // 4
    assert efforts[cheap].price < min(effort.price for at, effort in enumerate(efforts) if at != cheap)


def test_ties_are_undone_before_the_next_aim_is_paid_for():
    sure = [Term(1, [2, 0], [2, 40], [2, 25]) for _ in range(2)]  # dear in the next aim
    tied = [Term(1, [0, 0], [2, 40], [0.2, 30]) for _ in range(2)]  # at most as good, believed worse
    choice = ChanceSearch([IntervalSum(sure), IntervalSum(tied)])
    asked: list[Query] = []
    while not choice.is_proven:
        question = choice.question()
        assert question is not None and question.budget == BUDGET
        asked.append(question)
        part = choice.options[question.option].parts[question.part]
        upper = list(part.upper)
        if question.aim == 0:
            upper[0] = question.gamma - 1
        choice.take(question, part.lower, upper, question.aim == 0)
    assert choice.best == 0
    assert [question.option for question in asked if question.aim == 0] == [1]


def test_several_questions_at_once_do_not_wait_for_one_another():
    for seed in range(60):
        world = World(seed)
        choice = ChanceSearch(world.options)
        while True:
            busy: set[tuple[int, int]] = set()
            questions = []
            while len(questions) < 3 and (question := choice.question(busy)) is not None:
                assert (question.option, question.part) not in busy
                busy.add((question.option, question.part))
                questions.append(question)
            if not questions:
                break
            for question in questions:
                part = choice.options[question.option].parts[question.part]
                if part.lower[question.aim] < question.gamma <= part.upper[question.aim]:
                    world.answer(choice, question)
        world.check(choice)
        assert choice.is_proven


def test_the_exact_value_of_one_option_can_be_asked_for():
    for seed in range(100):
        world = World(seed)
        choice = ChanceSearch(world.options)
        wanted = seed % len(world.options)
        while (question := choice.question_for(wanted, 2_000)) is not None:
            assert question.option == wanted and question.budget <= 2_000
            world.answer(choice, question)
        while (question := choice.question() or choice.question_for(wanted)) is not None:
            world.answer(choice, question)
            assert choice.questions < 5_000
        world.check(choice)
        assert choice.is_proven and choice.options[wanted].is_exact
        assert choice.options[wanted].lower == world.value(wanted)


def test_an_option_of_which_nothing_can_be_proven_from_below_is_left_alone():
    for seed in range(100):
        world = World(seed)
        choice = ChanceSearch(world.options)
        while (question := choice.question_for(0)) is not None:
            world.answer(choice, question, has_mute=True)
            assert choice.questions < 5_000
        world.check(choice)
