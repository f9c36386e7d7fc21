"""Each static bound alone, on odd positions, against the oracle in C.

A case is one position: the bounds of the fast game with all features but one off, caps, line totals, those
after a reply, and the other side's plays that a move does not touch.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from scrabble.bounds.line_packing import line_totals
from scrabble.bounds.line_replies import ScoredPlay, good_replies, most_of_pass, upper_bounds, value_bound
from scrabble.bounds.score_caps import score_caps
from scrabble.game import cgp
from scrabble.game.move import PASS, move_text
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.packed_move import number_of
from scrabble.solver.moves import scored_plays
from tests.campaign.case import Outcome
from tests.campaign.odd_positions import Odd, odd_position
from tests.campaign.oracle import Oracle
from tests.campaign.oracle import missing as missing
from tests.static_bounds import checked, untouched
from tests.worlds.small_positions import Small

WORK = 3_000_000
FIRST = 1_000_000  # other positions than those of the values
PLAYS = 12  # of each side, for the footprints


def try_case(seed: int) -> Outcome:
    """One position."""
    return tried(odd_position(FIRST + seed))


def tried(odd: Odd) -> Outcome:
    """Compare every bound with the truth."""
    oracle = Oracle.start()
    assert oracle is not None
    truth = oracle.judge(odd.position, odd.words, WORK)
    if truth is None:
        return Outcome({"too much work": 1})
    worths = {text: worth for text, (_, worth) in truth.items()}
    try:
        return Outcome(_alone(odd, worths) + _caps(odd, worths) + _replies(odd, worths) + _footprints(odd))
    except AssertionError as error:
        return Outcome({}, f"{cgp.dumps(odd.position)} [{odd.road}] {error}")


def _alone(odd: Odd, worths: dict[str, int]) -> Counter[str]:
    position = odd.position
    numbers = {number_of(position.parse_move(text), position): worth for text, worth in worths.items()}
    return checked([Small(compile_position(position, odd.lexicon), [], numbers, odd.road)])


def _caps(odd: Odd, worths: dict[str, int]) -> Counter[str]:
    position = odd.position
    caps, totals = score_caps(position), line_totals(position, odd.lexicon)
    said = Counter({"caps": len(worths)})
    for text, worth in worths.items():
        move = position.parse_move(text)
        score = position.score(move)
        least, most = caps.of(move, score)
        assert least <= worth <= most, (text, least, worth, most)
        if totals is not None:
            assert worth <= totals, (text, worth, totals)
            said["line totals"] += 1
            said["line totals, tight"] += worth == totals
    return said


def _replies(odd: Odd, worths: dict[str, int]) -> Counter[str]:
    position, lexicon, said = odd.position, odd.lexicon, Counter[str]()
    totals = line_totals(position, lexicon)
    if totals is None:
        return said
    moves = dict(enumerate(map(position.parse_move, worths)))
    plays = {number: ScoredPlay(move, position.score(move)) for number, move in moves.items()}
    truth = dict(enumerate(worths.values()))
    theirs = scored_plays(replace(position, scoreless_turns=0).play(PASS), lexicon)
    known = good_replies(position, lexicon, theirs)
    for number, upper in upper_bounds(position, plays, known).items():
        assert truth[number] <= upper, (plays[number], truth[number], upper)
        said["one reply"] += 1
    mine = scored_plays(position, lexicon)
    most = value_bound(position, lexicon, mine, theirs, totals)
    assert max(truth.values()) <= most, most
    of_plays = [worth for text, worth in worths.items() if text != move_text(PASS, position)]
    of_pass = most_of_pass(position, max(of_plays)) if of_plays else None
    said["pass by the plays"] += of_pass is not None
    assert of_pass is None or worths[move_text(PASS, position)] <= of_pass, of_pass
    return said


def _footprints(odd: Odd) -> Counter[str]:
    return Counter({"untouched plays": untouched(odd.position, odd.lexicon, PLAYS)})
