"""Games whose endgames are played at random, analysed: verdicts and sentences against the oracle in C.

A case is a game of self-play in any language; from the first empty bag on each move is the one that was
played, or any other.  Of the turns that the oracle can judge: the value, what the turn was worth and lost,
the best moves, the bounds of all others; and of each sentence its numbers and moves.
"""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Mapping

from scrabble.analysis import analyse
from scrabble.answer.reasons import Reason
from scrabble.answer.turns import Turn
from scrabble.game import cgp
from scrabble.game.move import PASS
from scrabble.game.position import Position
from scrabble.records import gcg
from scrabble.selfplay.generate import to_gcg
from scrabble.selfplay.play_game import PlayedGame, PlayedTurn, play_game
from scrabble.solver.moves import legal_moves
from scrabble.solver.options import SMALLEST_MEMORY
from tests.campaign.case import Outcome
from tests.campaign.odd_positions import finder
from tests.campaign.oracle import Oracle, Worth
from tests.campaign.oracle import missing as missing
from tests.campaign.some_words import PART_OF, part_of_lexicon, playable

SEED = 31  # of the games
WORK = 1_000_000
TILES = 7  # on both racks, at most, for the oracle to look
Truth = Mapping[str, Worth]


def try_case(seed: int) -> Outcome:
    """One game."""
    rng = random.Random(f"sentences {seed}")
    name = PART_OF[seed % len(PART_OF)]
    lexicon = part_of_lexicon(name)
    game = with_other_end(play_game(finder(name), SEED, seed), name, rng)
    text = gcg.dumps(to_gcg(game))
    nodes = rng.choice((20, 200, 2000))
    exact = rng.choice((1, 5, 0))
    analysis = analyse(text, lexicon, nodes=nodes, memory=SMALLEST_MEMORY, exact=exact, max_bag=0)
    counts: Counter[str] = Counter({"games": 1})
    for turn in analysis:
        if not turn.evaluation is not None or sum(map(len, turn.replayed.position.rack_codes)) > TILES:
            continue
        oracle = Oracle.start()
        assert oracle is not None
        position = turn.replayed.position
        truth = oracle.judge(position, playable(position, lexicon), WORK)
        if truth is None:
            counts["too much work"] += 1
            continue
        try:
            check_turn(turn, truth, counts)
        except AssertionError as error:
            claims = [claim.text for claim in turn.reasons]
            return Outcome(counts, f"{cgp.dumps(position)} [{name}, turn {turn.number}] {error} {claims}")
    return Outcome(counts)


def with_other_end(game: PlayedGame, name: str, rng: random.Random) -> PlayedGame:
    """The game with an end that is played at random."""
    turns = [turn for turn in game.turns if turn.bag]
    if len(turns) == len(game.turns):
        return game
    position = game.turns[len(turns)].position
    while not position.is_over:
        plays = list(legal_moves(position, part_of_lexicon(name)))
        move, score = PASS, 0
        if plays and rng.random() < 0.9:
            step = plays[0] if rng.random() < 0.5 else rng.choice(plays)
            move, score = step.move, step.score
        turns.append(PlayedTurn(len(turns) % 2, position, move, score=score))
        position = position.play(move)
    return dataclasses.replace(game, turns=tuple(turns), final=position)


def check_turn(turn: Turn, truth: Truth, counts: Counter[str]) -> None:
    """The verdict of a turn, then its sentences."""
    value = max(worth for _, worth in truth.values())
    worth = truth[turn.played].worth
    for name, bounds, true in (
        ("value", turn.bounds, value),
        ("worth", turn.spread_after.plus(-turn.lead), worth),
        ("loss", turn.loss, value - worth),
    ):
        assert bounds.lower <= true <= bounds.upper, (name, bounds, true)
        counts[f"{name} known"] += bounds.is_exact
    choice = turn.found
    best = {text for text, (_, each) in truth.items() if each == value}
    if turn.spread.is_exact:
        assert set(choice.best) <= best, (choice.best, best)
    if choice.best_is_complete:
        assert set(choice.best) == best, (choice.best, best)
    for each in choice.moves:
        assert each.lower <= truth[each.text].worth <= each.upper, each
    counts["turns"] += 1
    counts["moves"] += len(choice.moves)
    for claim in turn.reasons:
        CHECKS.get(claim.kind, lambda *_: None)(claim, turn, truth)
        counts[f"sentence {claim.kind}"] += 1
        counts["sentences checked"] += claim.kind in CHECKS


def _cost(claim: Reason, turn: Turn, truth: Truth) -> None:
    value = max(worth for _, worth in truth.values())
    lower, upper = claim.facts.cost
    true = value - truth[claim.facts.move].worth
    assert 0 < lower <= true <= upper, (claim, true)
    assert f"costs {lower} point" in claim.text or f"costs at least {lower} point" in claim.text, claim
    assert "at least" not in claim.text if lower == upper else f"at least {lower}" in claim.text, claim
    if claim.kind == "highest_scoring":
        assert truth[claim.facts.move].score == max(score for score, _ in truth.values()), claim
    position = turn.replayed.position
    for text in claim.facts.line:
        move = position.parse_move(text)
        assert text == claim.facts.move or f"{text.removesuffix(' ')}" in claim.text, (text, claim)
        position = position.play(move)


def _margin(claim: Reason, turn: Turn, truth: Truth) -> None:
    ordered = sorted((worth for _, worth in truth.values()), reverse=True)
    least, following = claim.facts.margin, claim.facts.next
    assert truth[claim.facts.move].worth == ordered[0] and 0 < least <= ordered[0] - ordered[1], claim
    assert following is None or truth[following].worth == ordered[1] == ordered[0] - least, claim
    assert f"{least} point" in claim.text or f"{least} less" in claim.text, claim


def _equal(claim: Reason, turn: Turn, truth: Truth) -> None:
    value = max(worth for _, worth in truth.values())
    others = sum(worth == value for _, worth in truth.values()) - 1
    assert claim.text.startswith(f"{others} other move"), (claim, others)


def _only_win(claim: Reason, turn: Turn, truth: Truth) -> None:
    level = {"win": 1, "draw": 0}[claim.facts.result]
    best = {text for text, (_, worth) in truth.items() if turn.lead + worth >= level}
    assert best and best <= set(claim.facts.best), (claim, best)


def _pass(claim: Reason, turn: Turn, truth: Truth) -> None:
    plays = [worth for text, (_, worth) in truth.items() if text != "pass"]
    least = truth["pass"].worth - max(plays)
    assert 0 < claim.facts.margin <= least and f"at least {claim.facts.margin} " in claim.text, claim


def _must_pass(claim: Reason, turn: Turn, truth: Truth) -> None:
    assert set(truth) == {"pass"}, claim


def _highest_scoring_best(claim: Reason, turn: Turn, truth: Truth) -> None:
    score, worth = truth[claim.facts.move]
    assert score == claim.facts.score == max(each for each, _ in truth.values()), claim
    assert worth == max(each for _, each in truth.values()), claim


def _goes_out(claim: Reason, turn: Turn, truth: Truth) -> None:
    position: Position = turn.replayed.position
    for text in claim.facts.line:
        position = position.play(position.parse_move(text))
    turns = len(claim.facts.line)
    assert position.is_out and claim.facts.plays == (turns + 1) // 2, claim
    assert (claim.facts.who == "me") == (turns % 2 == 1), claim
    assert position.racks[0] == claim.facts.left, claim
    assert claim.facts.left in claim.text, claim


def _blocks(claim: Reason, turn: Turn, truth: Truth) -> None:
    assert claim.facts.left is None or claim.facts.left < claim.facts.score, claim
    assert f"for {claim.facts.score};" in claim.text, claim


def _allows(claim: Reason, turn: Turn, truth: Truth) -> None:
    after = turn.replayed.position.play(turn.replayed.position.parse_move(claim.facts.played))
    assert after.score(after.parse_move(claim.facts.reply)) == claim.facts.score, claim
    best = claim.facts.best  # of what was searched, while the value is open
    value = max(worth for _, worth in truth.values())
    assert truth[best].worth == value or not turn.spread.is_exact, (claim, truth[best])


CHECKS = {
    "highest_scoring": _cost,
    "played": _cost,
    "margin": _margin,
    "equal": _equal,
    "only_win": _only_win,
    "pass": _pass,
    "must_pass": _must_pass,
    "highest_scoring_best": _highest_scoring_best,
    "goes_out": _goes_out,
    "blocks": _blocks,
    "allows": _allows,
}
