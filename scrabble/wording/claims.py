"""Claims about a position: its best move, value or win probability, result, line, and the search.

    Best move  J9 ME for 14: proven, every other move is worse
    Value      +18 from here on
    Result     wins by 32, 402-370
    Line       J9 ME 14 (out, +4)

The value is future spread: the points still to come for the side to move, minus those of the opponent.  The
result adds the present scores.  While a value is open its estimate is shown, with the proven bounds where
they are informative:

    Value        about +18 from here on (proven: +9 to +21)

With tiles in the bag there are a win probability and a mean spread in place of a value and a result:

    Best move  D11 (T)EPEE for 16: proven, no other move is better
    Win probability  wins with 5 of 8 draws (62.5 %)
    Spread     -1.5 on average
    Unseen     AEEINRST (1 in the bag)
"""

from __future__ import annotations

from collections.abc import Iterator

from scrabble.answer.decisions import Belief
from scrabble.answer.interval import ANY_CHANCE, UNKNOWN, exactly
from scrabble.answer.moves import MoveResult, played_out
from scrabble.answer.names import LineKind, MoveStatus, Objective, Status, StopReason
from scrabble.answer.solution import Snapshot, Solution
from scrabble.answer.variants import variants, variants_text
from scrabble.english import counted
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.wording.chances import BETTER_SPREAD, mean_text, percent, wins_and_spread, wins_text
from scrabble.wording.lines import line_text
from scrabble.wording.points import TELLING, final_text, lead_text, result_text, telling, value_text

NAMED = 3  # moves without an exact value that are named
LINES = {LineKind.GUARDED: "Line (open)"}
OUTCOMES = {
    "won": "proven to win",
    "drawn": "proven to draw; no move wins",
    "lost": "proven that every move loses",
}
NOTHING_MORE = "nothing more can be proven"
NO_MORE_OFTEN = "proven, no move wins more often"
TIES = "the search for that stopped early"
LIMITS: dict[str, str] = {
    StopReason.TIME: "time limit",
    StopReason.NODES: "node limit",
    StopReason.MEMORY: "memory limit",
    StopReason.INTERRUPT: "interrupted",
}


def answer_facts(solution: Solution) -> list[tuple[str, str]]:
    """Return what is known of a position, each fact with its name, the best move first."""
    is_best = solution.status != Status.BOUNDED or solution.regret == 0
    rows = _endgame_facts(solution) if solution.preendgame is None else _preendgame_facts(solution)
    points = f" for {solution.moves[0].score}" * bool(solution.move.tiles)
    best = f"{best_name(solution)}{points}: {claim_text(solution, _why(solution))}"
    return [("Best move" if is_best else "Best so far", best), *rows]


def _endgame_facts(solution: Solution) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of what is known of an endgame."""
    yield "Value", value_text(solution.value_estimate, solution.bounds, " from here on")
    belief = beliefs_of(solution).get(solution.text)
    if belief is not None and solution.value is None:
        yield "Believed", f"{believed_text(belief)}, most likely {belief.realistic:+}"
    yield "Result", _result(solution)
    if solution.line:
        yield LINES.get(solution.line_kind, "Line"), line_with_end(solution)
    if solution.status != Status.PROVEN and len(solution.moves) > 1:
        yield "Refuted", f"{solution.refuted:,} of {counted(len(solution.moves) - 1, 'other move')}"
    yield "Search", _effort(solution)


def _preendgame_facts(solution: Solution) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of what is known of a pre-endgame."""
    best, details = solution.moves[0], solution.preendgame
    assert details is not None
    draws = () if solution.move.is_pass else best.scenarios  # a pass draws nothing
    chances = [(scenario.probability, scenario.win) for scenario in draws]
    left = details.bag_count - len(solution.move.placed)  # tiles in the bag after the move
    guarantee = ", guaranteed whatever the opponent does" if left > 0 else ""
    proven = ", proven" if best.win.is_exact and solution.status != Status.PROVEN else ""
    yield (
        "Win probability",
        f"{wins_text(best.win, chances, best.estimate)}{proven}{guarantee if best.win.is_exact else ''}",
    )
    yield "Spread", mean_text(best.spread, best.estimate)
    known = ", known to the player to move" if details.bag_is_known else _held_text(solution.position)
    yield "Unseen", f"{details.unseen} ({details.bag_count} in the bag{known})"
    yield "Search", _effort(solution)


def _held_text(position: Position) -> str:
    """Return the tiles of the opponent's rack that are known, if only some of them are given."""
    other = position.rack_codes[1]
    if not 0 < len(other) < position.rules.rack_size:
        return ""
    return f", {position.racks[1]} on the opponent's rack"


def line_with_end(solution: Solution) -> str:
    """Return the line of play with the points that the end of the game brings."""
    position = played_out(solution.position, solution.line)
    ending = f" ({_ending(position, len(solution.line))})" if position.is_over else ""
    is_cut = solution.final is None if cgp.has_scores(solution.position) else not position.is_over
    if is_cut and solution.value is not None:
        ending = " · not searched further"
    return line_text(solution.line) + ending


def _ending(position: Position, plies: int) -> str:
    """Return the points at the end: of the side that is out, or of both, the side to move first."""
    changes = [after - before for after, before in zip(position.final_scores, position.scores, strict=True)]
    if position.is_out:
        return f"out, {max(changes) - min(changes):+}"
    mine, theirs = changes if plies % 2 == 0 else reversed(changes)
    return f"end of game, {mine:+} and {theirs:+}"


def to_move_text(position: Position, name: str) -> str:
    """Return who is to move, and the scores if they are known: "Ann to move, 12 ahead (402-390)"."""
    mine, theirs = position.scores
    score = f", {lead_text(position.spread)} ({mine}-{theirs})" if cgp.has_scores(position) else ""
    return f"{name} to move{score}"


def best_name(solution: Solution) -> str:
    """Return the best move, with those that are as good and differ only in the blank."""
    return variants_text(variants(solution.best)[0])


def claim_text(solution: Solution, why: str = "") -> str:
    """Return what is proven of the best move, and `why` not more is, in parentheses."""
    reason = f" ({why})" if why else ""
    if solution.objective == Objective.OUTCOME:
        if solution.outcome is not None:
            return OUTCOMES[solution.outcome]
        if solution.status == Status.PROVEN:
            return NO_MORE_OFTEN
    if solution.status == Status.PROVEN:
        equals = len(variants(solution.best)) - 1
        best = set(solution.best)
        others = [move for move in solution.moves if move.text not in best]
        if equals:
            return f"proven, {equals} other{'s are' if equals > 1 else ' is'} as good"
        if not others:
            return "proven, the only move"
        are_worse = solution.preendgame is None and all(move.status == MoveStatus.WORSE for move in others)
        return f"proven, {'every other move is worse' if are_worse else 'no other move is better'}"
    if solution.status == Status.ESTIMATED:
        return "an estimate, not proven"
    if solution.regret == 0:
        if solution.preendgame is None:
            return f"proven best, but its value is open{reason}"
        return f"{_first_claim(solution)}{reason}"
    proven = "nothing proven yet" if _is_unknown(solution) else "not proven"
    return f"{proven}{reason}{_worse(solution)}"


def _why(solution: Solution) -> str:
    """Return the reason why not more is proven."""
    if solution.stopped_by == StopReason.TIES and solution.regret == 0:
        return TIES
    limit = LIMITS.get(solution.stopped_by or "", "")
    if limit or solution.preendgame is None:
        return limit or "stopped early"
    return NOTHING_MORE if solution.regret else ""


def _first_claim(solution: Solution) -> str:
    """Return the claim where no move of a pre-endgame is better in the first objective, and ties are open."""
    if solution.objective == Objective.SPREAD:
        return "proven, no move scores more; another that scores as much may win more often"
    if solution.outcome is None:
        return f"{NO_MORE_OFTEN}; {BETTER_SPREAD}"
    better = "win by more" if solution.outcome == "won" else "lose by less"
    return f"{OUTCOMES[solution.outcome]}; another may {better} on average"


def _is_unknown(solution: Solution) -> bool:
    """Return whether nothing informative is proven."""
    if solution.preendgame is None:
        return solution.regret > TELLING and telling(solution.bounds) == UNKNOWN
    return all(move.win == ANY_CHANCE for move in solution.moves)


def _worse(solution: Solution) -> str:
    """Return by how much the move may be worse than another, if that is informative."""
    if solution.preendgame is not None and solution.objective != Objective.SPREAD:
        if solution.regret == 1:
            return ""
        return f"; another move may win more often, by up to {percent(solution.regret)}"
    if solution.regret > TELLING:
        return ""
    if solution.preendgame is not None:
        return f"; another move may be better by up to {float(solution.regret):.1f} points"
    return f"; at most {counted(int(solution.regret), 'point')} short of the best move"


def _result(solution: Solution) -> str:
    """Return the result of the game as far as it is known."""
    if not cgp.has_scores(solution.position):
        return "unknown: no scores are given"
    if solution.final is not None:
        return final_text(solution.final)
    lower, upper = solution.spread
    if solution.spread.is_exact or not lower <= 0 <= upper:
        return result_text(solution.spread)
    limits = f"{result_text(exactly(lower))} at worst, {result_text(exactly(upper))} at best"
    if solution.estimate is None:
        return f"open, {limits}"
    about = result_text(solution.spread, round(solution.estimate.spread))
    is_telling = telling(solution.bounds) == solution.bounds
    return f"open: {about} ({limits})" if is_telling else f"open: {about}"


def beliefs_of(solution: Solution) -> dict[str, Belief]:
    """Return what Maven believes of the moves, by their texts."""
    return {each.text: each for each in solution.believed or ()}


def believed_text(belief: Belief) -> str:
    """Return what Maven believes of a move."""
    return f"{belief.pessimistic:+} to {belief.optimistic:+}"


def _effort(solution: Solution) -> str:
    details = solution.preendgame
    if details is not None:
        share = 100 * details.evaluated / max(details.scenario_pairs, 1)
        pairs = (
            f"{details.evaluated:,} of {details.scenario_pairs:,} move-draw pairs searched ({share:.0f} %)"
        )
        return f"{pairs}, {effort_text(solution.nodes, solution.seconds)}"
    limit = f" ({LIMITS[solution.stopped_by]})" if solution.stopped_by in LIMITS else ""
    if solution.unresolved_moves:
        others = len(solution.unresolved_moves) - NAMED
        named = ", ".join(solution.unresolved_moves[:NAMED]) + (f" and {others} more" if others > 0 else "")
        limit += f"; no exact value for {named}"
    return f"{solution.solver}, {effort_text(solution.nodes, solution.seconds)}{limit}"


def effort_text(nodes: int, seconds: float) -> str:
    """Return what a search took."""
    return f"{counted(nodes, 'node')}, {seconds:.2f} s"


def refuted_text(refuted: int, moves: int) -> str:
    """Return how many of `moves` moves are proven no better than the best one; "" if there is no other."""
    return f"{refuted:,} of {counted(moves - 1, 'other move')} refuted" if moves > 1 else ""


def value_or_chances(solution: Solution) -> str:
    """Return the value of an endgame, or win probability and mean spread with tiles in the bag."""
    if solution.preendgame is None:
        return value_text(solution.value_estimate, solution.bounds)
    return wins_and_spread(solution.win, solution.spread, solution.estimate)


def snapshot_text(snapshot: Snapshot) -> str:
    """Return the state of a running search."""
    refuted = refuted_text(snapshot.refuted, snapshot.moves)
    effort = effort_text(snapshot.nodes, snapshot.seconds)
    if snapshot.queries is not None:
        known = wins_text(snapshot.win, (), snapshot.estimate)
        if snapshot.is_win_proven:
            known += f"; {NO_MORE_OFTEN}, best spread still open"
    else:
        known = f"value {value_text(snapshot.value_estimate, snapshot.bounds)}"
    return f"{snapshot.text} so far, {known}{', ' * bool(refuted)}{refuted}; {effort}"


def standing(each: MoveResult, solution: Solution) -> str:
    """Return the status of a move, with the points by which it is worse."""
    if solution.objective == Objective.OUTCOME and cgp.has_scores(solution.position):
        if each.win.lower == 1:
            return "proven: wins"
        if each.win.upper == 0:
            return "proven: loses"
    if each.status == MoveStatus.WORSE:
        margin = solution.moves[0].lower - each.upper
        return f"worse by {margin}" if each.searched.is_exact else f"worse by at least {margin}"
    return each.status
