"""Verdicts on turns and next moves, in one line each; for text, pages and annotated records.

    B6 PRO was better by 1 (small)                    an endgame, in points
    K4 OXY wins more often, by 37.5 %                 with tiles in the bag, in win probability

While a number is open its estimate is given, with the proven bounds where they are informative.
"""

from __future__ import annotations

from fractions import Fraction

from scrabble.answer.interval import ANY_CHANCE, UNKNOWN, Interval
from scrabble.answer.moves import Estimate
from scrabble.answer.names import MoveStatus, Status
from scrabble.answer.turns import NextMove, Searched, Turn
from scrabble.answer.variants import variants, variants_text
from scrabble.english import counted, join_words
from scrabble.wording.chances import (
    BETTER_SPREAD,
    chance_cell,
    chance_text,
    percent,
    percents,
    spread_text,
    wins_text,
)
from scrabble.wording.claims import LIMITS
from scrabble.wording.lines import line_text
from scrabble.wording.points import interval_phrase, points_text, result_text, telling

INTERRUPTED = "The analysis was interrupted; values that are not proven are bounds."
TERMS = {
    "open": "turns that may have lost more than is proven",
    "phony": "left on the board though not in the lexicon, so not graded",
}


def win_lost_meaning(turns: int) -> str:
    """Return what `win % lost` is, of this number of turns."""
    return f"win probability lost in {counted(turns, 'turn')} with tiles in the bag"


def phony_text(turn: Turn) -> str:
    """Return the words of a turn that are not in the lexicon, and what came of it."""
    fate = "challenged off" if turn.is_taken_back else "not challenged"
    return f"Turn {turn.number}, {turn.player_name}: {join_words(turn.phonies)} not valid, {fate}."


def cost_sentence(move: str, cost: str, own: str, best: str) -> str:
    """Return what a move costs: `own` is how it ends, if that is known, `best` how the solution does."""
    return f"{move} costs {cost}{': it ' * bool(own)}{own}; the solution {best}."


def turn_title(turn: Turn) -> str:
    """Return turn number, player and play."""
    score = f" {turn.score:+}" if turn.played != "pass" and not turn.is_taken_back else ""
    return f"Turn {turn.number}, {turn.player_name}: {turn.played}{score}"


def verdict_text(turn: Turn) -> str:
    """Return the loss of a turn in one line."""
    if turn.evaluation is None:
        return turn.reason or "not analysed"
    return _endgame_verdict(turn) if turn.is_endgame else _chance_verdict(turn)


def _endgame_verdict(turn: Turn) -> str:
    loss, best = turn.loss, best_text(turn.found)
    better = f"{best} {'was' if len(turn.found.names) == 1 else 'were'} better by {_open_loss(turn)}"
    if not turn.is_valid:
        return f"unchallenged phony (not counted as a loss); {_gain_text(loss)} the best valid move, {best}"
    if turn.is_taken_back:
        return f"challenged off, so a pass; {better} ({turn.grade})"
    if loss.exact == 0:
        return "best" if len(turn.found.names) == 1 else "one of the best"
    if loss.lower > 0:
        change = f", {turn.result_change}" if turn.result_change else ""
        return f"{better}{change} ({turn.grade})"
    if turn.made in turn.found.best and turn.loss_estimate is not None:
        most = telling(Interval(upper=loss.upper))
        return "open: best so far" + ("" if most == UNKNOWN else f" (proven: loses at most {most.upper})")
    return f"open: loses {_open_loss(turn)}; best so far {best}"


def _chance_verdict(turn: Turn) -> str:
    lost, best, why = turn.win_loss, _best_variants(turn.found), _why(turn.found, turn.status)
    if not turn.is_counted:
        return f"this move was not searched; best {best}{why}"
    if lost.upper == 0:
        if turn.loss.lower > 0:
            points = spread_text(turn.loss).replace("+", "")
            return f"wins as often as the best; {best} is {points} points better on average{why}"
        mine = turn.made_move
        ties = "" if turn.status == "proven" else f"; {BETTER_SPREAD}"
        is_best = mine is not None and mine.status == MoveStatus.BEST
        return "best" if is_best else f"no move wins more often{ties}{why}"
    if lost.lower > 0 and _is_of_best(turn):
        return f"{best} wins more often, by {chance_lost_text(lost)}{'' if lost.is_exact else why}"
    if lost.lower > 0:
        return f"costs {chance_lost_text(lost)} win probability; best so far {best}{why}"
    about = turn.loss_estimate
    proven = "" if lost.upper == 1 else f" (proven: {chance_lost_text(lost)})"
    loses = "" if about is None else f"costs about {100 * about.win:.0f} % win probability{proven}; "
    mine = turn.made_move
    is_beaten = mine is not None and mine.status == MoveStatus.NOT_BETTER
    return f"open: {loses}{'proven to be no better than' if is_beaten else 'best so far'} {best}{why}"


def loss_text(turn: Turn) -> str:
    """Return the loss of a turn for a table, in the unit in which it is graded."""
    if turn.evaluation is None:
        return "?" if turn.is_endgame else ""
    about = turn.loss_estimate
    if turn.is_endgame:
        if not turn.is_counted:
            return "phony"
        return points_text(turn.loss) if about is None else f"about {int(about.spread)}"
    if not turn.is_counted:
        return "?"
    if turn.is_in_points:
        return f"{points_text(turn.loss)} points"
    if about is None or turn.win_loss.lower > 0:
        return chance_lost_text(turn.win_loss)
    return f"about {100 * about.win:.0f} %"


def mistake_text(turn: Turn) -> str:
    """Return what a mistake lost, or its estimate, with a minus sign; ? where that is a range."""
    if not turn.is_in_points:
        return f"-{chance_lost_text(turn.win_loss)}" if turn.win_loss.is_exact else "?"
    about = turn.loss_estimate
    return f"-{points_text(turn.loss)}" if about is None else f"about -{int(about.spread)}"


def chance_lost_text(lost: Interval) -> str:
    """Return the win probability that a turn lost, in per cent."""
    if lost == ANY_CHANCE:
        return "open"
    return percent(lost.lower) if lost.is_exact else percents(lost)


def next_move_text(found: NextMove) -> str:
    """Return the next move and its value, or how often it wins, in one line."""
    if not found.is_searched:
        return found.reason
    is_proven = found.status == Status.PROVEN
    if not found.is_endgame:
        so_far = "proven" if is_proven else "best so far"
        wins = wins_text(found.win, draw_chances(found), found.moves[0].estimate)
        return f"{_best_variants(found)}, {so_far}{_why(found, found.status)}: {wins}"
    so_far = "" if is_proven else " so far"
    result = f"{found.player_name} {result_text(found.spread, points_of(found.estimate))} with best play"
    return f"{best_text(found)} {found.moves[0].score:+}{so_far}, {found.status}: {result}"


def final_texts(turn: Turn) -> tuple[str, str]:
    """Return the result of an endgame with best play from before the turn, and from after it."""
    before, after = points_of(turn.found.estimate), points_of(turn.found.estimate_after)
    return result_text(turn.spread, before), result_text(turn.spread_after, after)


def annotation_text(turn: Turn) -> str:
    """Return the verdict with best play or with chances, for a note in a record."""
    if turn.evaluation is None:
        return verdict_text(turn)
    if turn.is_endgame:
        result = f"{turn.player_name} {final_texts(turn)[0]} with best play"
        return f"{verdict_text(turn)}{best_play_text(turn.found)}; {result}"
    shown, mine = [turn.found.best_move], turn.made_move
    if mine is not None and mine.text not in turn.found.best:
        shown.append(mine)
    chances = ", ".join(f"{each.text} {chance_text(each.win)}" for each in shown)
    known = f"; {known_text(turn.found, 'was')}" if turn.found.known else ""
    return f"{verdict_text(turn)}; {chances}; {turn.status}{known}"


def known_text(found: Searched, tense: str) -> str:
    """Return what is known of the opponent's rack: "the opponent was known to hold Q and U"."""
    alphabet, unseen = found.position.alphabet, found.unseen_tiles
    letters = [alphabet.decode([code]) for code in unseen.known if code]
    tiles = join_words([*letters, *["a blank"] * unseen.known.count(0)])
    held = "holds" if tense == "is" else "held"
    bag = f", so that the bag {held} {alphabet.rack_text(unseen.hidden)}" if unseen.bag_is_known else ""
    return f"the opponent {tense} known to hold {tiles}{bag}"


def best_play_text(found: Searched) -> str:
    """Return best play, for a note in a record."""
    return f"; best play {line_text(found.line).replace(' · ', ', ')}" if found.line else ""


def best_text(found: Searched, shown: int = 2) -> str:
    """Return the best moves, the first `shown` of them by name."""
    best = found.names
    rest = f" and {len(best) - shown} more" if len(best) > shown else ""
    return " or ".join(best[:shown]) + rest


def win_text(found: Searched, status: str) -> str:
    """Return the chance of a position; while it is open, the estimate of the chosen move."""
    return chance_cell(found.win, None if status == Status.PROVEN else found.moves[0].estimate)


def draw_chances(found: Searched) -> list[tuple[Fraction, Interval]]:
    """Return the probability of each draw and the chance of the best move with it, if it empties the bag."""
    best = found.best_move
    bags = {draw.tiles for draw in found.unseen_tiles.draws}
    if best.is_pass or {each.codes for each in best.scenarios} != bags:
        return []
    return [(each.probability, each.win) for each in best.scenarios]


def points_of(estimate: Estimate | None) -> int | None:
    """Return the estimate of the final spread of an endgame."""
    return None if estimate is None else int(estimate.spread)


def _open_loss(turn: Turn) -> str:
    """Return the points that a turn lost; while that is open, the estimate and the informative bounds."""
    about = turn.loss_estimate
    if about is None:
        return interval_phrase(turn.loss)
    proven = telling(turn.loss)
    if not turn.loss.lower:
        proven = Interval(upper=proven.upper)
    beside = "" if proven == UNKNOWN else f" (proven: {interval_phrase(proven)})"
    return f"about {int(about.spread)}{beside}"


def _gain_text(loss: Interval) -> str:
    """Return how a phony compares with the best valid move."""
    if loss.exact == 0:
        return "worth as much as"
    if loss.upper < 0:
        return f"{interval_phrase(loss.negated)} better than"
    return f"{interval_phrase(loss)} worse than"


def _why(found: Searched, status: str) -> str:
    """Return the reason why not more is proven with tiles in the bag."""
    limit = None if status == Status.PROVEN else found.stopped_by
    return f" ({LIMITS[limit]})" if limit in LIMITS else ""


def _best_variants(found: Searched) -> str:
    """Return the first two best moves; those that differ only in the blank are one."""
    return " or ".join(variants_text(group) for group in variants(found.best)[:2])


def _is_of_best(turn: Turn) -> bool:
    """Return whether the loss is to the move named first, which need not be proven best."""
    first, mine = turn.found.best_move, turn.made_move
    if first.status == MoveStatus.BEST or mine is None:
        return first.status == MoveStatus.BEST
    return first.win.add(mine.win.negated) == turn.win_loss
