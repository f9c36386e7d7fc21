"""Explanation of an evaluated turn: sentences that follow from the proof, the lines and the lists of plays.

Nothing is guessed: each sentence is a Reason with the facts it rests on, and claims no more than a search or
a list of legal plays can confirm.  There are no opinions.  Each rule yields the reasons that hold, by kind.

From lists of legal plays and lines:

    goes_out         in the best line, which side plays the last tile, and in how many plays
    blocks           the opponent's best play is legal now and not after the best move
    sets_up          my next play of the best line is not legal now, and is after the best move alone
    sticks           a tile of the opponent has no play after the best move and is left in the best line
    avoids           a tile is left on my rack after another move (usually the one made), not in the best line
    allows           the opponent's reply to a mistake, which the best move would have taken away

From values and bounds:

    only_win         every other move is proven not to win (or, behind, not to draw)
    margin           how much less every other move is worth, at least
    equal            the number of other moves that are proven as good
    must_pass        there is no legal play
    pass             how much less every play is worth than a pass, at least
    highest_scoring  the cost of the highest-scoring play, and the line that shows it
    played           the same for the play that was made
    phony            a play with words that are not in the lexicon, and its consequence

Two plays are the same if they put the same tiles on the same squares.  So a play is blocked when its tiles
can no longer form words there, whichever words these are.

The position after the highest-scoring play is searched, too, so that its cost can be given with the line
that refutes it, unless the position itself was too hard for the limit.

`best_move_reasons` explains a position that was solved: why its best move is best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias

from msgspec.structs import replace as with_fields

from scrabble.analysis.evaluator import PositionEvaluator, tightened, turn_of_best, turn_of_solution
from scrabble.analysis.explain.draw_rules import reasons_of_turn
from scrabble.analysis.recorded_turn import turn_of_move
from scrabble.answer.interval import Interval, exactly
from scrabble.answer.moves import MoveResult, Step, played_out, replayed
from scrabble.answer.practical import PracticalChances
from scrabble.answer.reasons import (
    Allows,
    Avoids,
    Blocks,
    Cost,
    Equals,
    GoesOut,
    HighestIsBest,
    Margin,
    MustPass,
    OnlyBest,
    PassIsBest,
    Phony,
    Reason,
    RightReplies,
    SetsUp,
    Sticks,
)
from scrabble.answer.solution import Solution
from scrabble.answer.turns import Evaluation, Turn, with_reasons
from scrabble.english import capitalized, counted, join_words
from scrabble.game.move import PASS, Move, move_text
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.solver import SolveOptions
from scrabble.wording.lines import labelled_line
from scrabble.wording.points import points_phrase
from scrabble.wording.replies import sentences

Placed: TypeAlias = tuple[tuple[int, int, int], ...]
Rule: TypeAlias = Callable[["ExplanationContext"], Iterator[Reason]]

WORTH_SAYING = 4  # points of stuck tiles from which `avoids` mentions them


class ExplanationContext:
    """An evaluated position; the player to move is `me`, the opponent `them`."""

    def __init__(
        self,
        turn: Turn,
        evaluator: PositionEvaluator,
        names: Sequence[str],
        answers: Mapping[str, tuple[Step, ...]] = MappingProxyType({}),
        practical: Sequence[PracticalChances] = (),
    ) -> None:
        self.turn, self.evaluator = turn, evaluator
        self.answers, self.practical = answers, practical  # best play after moves; what was asked for
        self.choice: Evaluation = turn.found
        self.position: Position = turn.replayed.position
        me = turn.player - 1
        self.me, self.them = names[me], names[1 - me]

    @property
    def is_proven(self) -> bool:
        """Return whether the value is known, with a line of best play to the end of the game."""
        return self.turn.spread.is_exact and bool(self.choice.line) and self.end.is_over

    @property
    def best(self) -> MoveResult:
        """The best move, or the one estimated best."""
        return self.choice.moves[0]

    @property
    def others(self) -> list[MoveResult]:
        """All moves except those proven best."""
        return [each for each in self.choice.moves if each.text not in self.choice.best]

    @cached_property
    def moves(self) -> list[Move]:
        """The moves of the best line."""
        return [move for _, move in replayed(self.position, self.choice.line)]

    @cached_property
    def end(self) -> Position:
        """The end of the best line."""
        return played_out(self.position, self.choice.line)

    @cached_property
    def after_best(self) -> Position:
        """The position after the best move."""
        return self.position.play(self.best.text)

    @cached_property
    def threats(self) -> dict[Move, int]:
        """The opponent's plays with their scores, if the opponent were to move now."""
        return self.evaluator.plays(swap_sides(self.position))

    @cached_property
    def replies(self) -> dict[Move, int]:
        """The opponent's plays with their scores after the best move."""
        return {} if self.after_best.is_over else self.evaluator.plays(self.after_best)

    def rack_at(self, end: Position, plies: int, mine: bool) -> bytes:
        """Return the rack of one side at the end of a line of `plies` moves from here."""
        return end.rack_codes[(plies % 2 == 0) != mine]

    def text(self, codes: Iterable[int]) -> str:
        """Return tiles as text."""
        return self.position.alphabet.rack_text(codes)


def goes_out(context: ExplanationContext) -> Iterator[Reason]:
    """Yield which side goes out in the best line, and when."""
    line, end = context.choice.line, context.end
    if not context.is_proven or not end.is_out:
        return
    is_me = len(line) % 2 == 1
    count = (len(line) + 1) // 2 if is_me else len(line) // 2
    left = context.text(context.rack_at(end, len(line), mine=not is_me))
    facts = GoesOut("me" if is_me else "other", count, left, texts(line))
    if is_me and count == 1:
        gain = end.final_scores[1] - end.scores[1]
        text = f"Goes out, gaining {counted(gain, 'point')} for {left} on the opponent's rack."
        yield Reason("goes_out", text, facts)
        return
    who, other = (context.me, context.them) if is_me else (context.them, context.me)
    turns = "next turn" if count - is_me == 1 else f"in {count} turns"
    goes = "go" if who == "you" else "goes"
    yield Reason("goes_out", f"With best play {who} {goes} out {turns}, leaving {other} with {left}.", facts)


def blocks(context: ExplanationContext) -> Iterator[Reason]:
    """Yield the opponent's best threat, if the best move takes it away."""
    if context.best.is_pass or not context.threats or context.after_best.is_over:
        return
    threat, score = max(context.threats.items(), key=lambda play: play[1])
    left = max(context.replies.values(), default=None)
    if placed(threat) in set(map(placed, context.replies)) or (left is not None and left >= score):
        return
    text = move_text(threat, context.position)
    best_left = "they have no other play" if left is None else f"their best remaining play scores {left}"
    facts = Blocks(context.best.text, text, score, left)
    yield Reason("blocks", f"Blocks {context.them}'s best play, {text} for {score}; {best_left}.", facts)


def sets_up(context: ExplanationContext) -> Iterator[Reason]:
    """Yield my next play of the best line, if the best move makes it possible."""
    line = context.choice.line
    if len(line) < 3 or not line[0].is_play or not line[2].is_play or context.after_best.is_over:
        return
    wanted = placed(context.moves[2])
    now = context.evaluator.plays(context.position)
    then = context.evaluator.plays(swap_sides(context.after_best))
    scores = [score for move, score in then.items() if placed(move) == wanted]
    if scores and wanted not in set(map(placed, now)):
        facts = SetsUp(context.best.text, line[2].text, line[2].score, texts(line[:3]))
        yield Reason("sets_up", f"Sets up {line[2].text} for {line[2].score}.", facts)


def sticks_tiles(context: ExplanationContext) -> Iterator[Reason]:
    """Yield the tiles that the opponent can no longer play."""
    if not context.is_proven or context.after_best.is_over:
        return
    left = set(context.rack_at(context.end, len(context.choice.line), mine=False))
    playable = tiles_used(context.replies)
    before = tiles_used(context.threats)
    for was_playable in (True, False):
        tiles = [tile for tile in sorted(left - playable) if tile and (tile in before) == was_playable]
        if not tiles:
            continue
        named = join_words([f"the {context.text([tile])}" for tile in tiles])
        facts = Sticks(context.text(tiles), was_playable, texts(context.choice.line))
        it = "it" if len(tiles) == 1 else "they"
        if was_playable:
            text = f"Sticks {context.them} with {named}: {it} cannot be played now or later."
        else:
            text = f"{context.them} is stuck with {named}: {it} cannot be played now or later."
        yield Reason("sticks", text, facts)


def avoids(context: ExplanationContext) -> Iterator[Reason]:
    """Yield the tiles that I get rid of, but keep after another move."""
    if not context.is_proven:
        return
    kept = Counter(context.rack_at(context.end, len(context.choice.line), mine=True))
    made = context.turn.made
    for move, line in sorted(context.answers.items(), key=lambda reply: reply[0] != made):
        candidate = next((each for each in context.choice.moves if each.text == move), None)
        if candidate is None or move in context.choice.best:
            continue
        if not candidate.spread.is_exact:
            continue
        start = context.position.play(candidate.text)
        end = played_out(start, line)
        stuck = Counter(context.rack_at(end, len(line) + 1, mine=True)) - kept
        value = context.position.alphabet.value(stuck.elements())
        if not end.is_over or value < WORTH_SAYING or 0 in stuck:
            continue
        tiles = context.text(stuck.elements())
        facts = Avoids(tiles, move, texts(context.choice.line), [move, *texts(line)])
        text = f"Avoids being stuck with {tiles} ({counted(value, 'point')}), as happens after {move}."
        yield Reason("avoids", text, facts)
        return


def allows(context: ExplanationContext) -> Iterator[Reason]:
    """Yield the reply to a mistake that the best move would have taken away."""
    turn = context.turn
    line = context.answers.get(turn.played, ())
    if not turn.is_mistake or not turn.is_valid or not line or not line[0].is_play:
        return
    reply = placed(context.position.play(turn.replayed.effective_move).parse_move(line[0].text))
    if context.best.is_pass or reply in set(map(placed, context.replies)):
        return
    was_legal = reply in set(map(placed, context.threats))
    facts = Allows(turn.played, line[0].text, line[0].score, context.best.text, was_legal)
    name = "A pass" if turn.played == "pass" else turn.played
    text = f"{name} allows {line[0].text} for {line[0].score}, which {context.best.text} prevents."
    yield Reason("allows", text, facts)


def phony(context: ExplanationContext) -> Iterator[Reason]:
    """Yield the consequence of a phony, or of a valid play that was taken back."""
    turn, loss = context.turn, context.turn.loss
    facts = Phony(list(turn.phonies), turn.is_taken_back)
    lexicon = context.evaluator.lexicon.name
    words = f"{join_words(turn.phonies)} {'is' if len(turn.phonies) == 1 else 'are'} not in {lexicon}"
    if turn.is_taken_back:
        words = words if turn.phonies else f"The words of {turn.played} are in {lexicon}"
        yield Reason("phony", f"{words}; the play was challenged off, so the turn counts as a pass.", facts)
    elif turn.phonies:
        if loss.upper < 0:
            worth = f"gained {points_phrase(Interval(-loss.upper))} on the best valid move"
        elif loss.lower > 0:
            worth = f"still lost {points_phrase(Interval(loss.lower))} to the best valid move"
        else:
            worth = "is valued like a valid play"
        text = f"{words}; the play was not challenged and {worth}."
        yield Reason("phony", text, with_fields(facts, loss=loss))


def only_win(context: ExplanationContext) -> Iterator[Reason]:
    """Yield that a move is the only one that wins, or that does not lose."""
    uppers = [each.spread.upper for each in context.others]
    if not uppers:
        return
    best, most = context.best.spread.lower, max(uppers)
    names = context.choice.names
    which = f"{names[0]} is the only move that" if len(names) == 1 else "Only the best moves"
    result = "win" if best > 0 >= most else "draw" if best == 0 > most else ""
    if result:
        facts = OnlyBest(list(context.choice.best), context.turn.lead, result)
        yield Reason("only_win", f"{which} {result}{'s' * (len(names) == 1)}.", facts)


def margin(context: ExplanationContext) -> Iterator[Reason]:
    """Yield how much worse all other moves are, or how many are as good."""
    spread, best = context.turn.spread.exact, context.choice.names
    uppers = [each.spread.upper for each in context.others]
    if spread is None or not context.choice.best_is_complete:
        return
    if len(best) > 1:
        count = len(best) - 1
        text = f"{count} other move{'s are' if count > 1 else ' is'} as good."
        yield Reason("equal", text, Equals(list(context.choice.best)))
    elif uppers and context.best.is_play:
        least = spread - max(uppers)
        second = next((each for each in context.others if each.spread.lower == max(uppers)), None)
        text = f"Every other move is worth {points_phrase(Interval(least))} less."
        if second is not None:
            text = f"The second-best move, {second.text}, is worth {points_phrase(exactly(least))} less."
        facts = Margin(context.best.text, int(least), second.text if second else None)
        yield Reason("margin", text, facts)


def passes(context: ExplanationContext) -> Iterator[Reason]:
    """Yield why nothing is better than a pass."""
    if not context.best.is_pass:
        return
    plays = [each for each in context.choice.moves if each.is_play]
    if not plays:
        rack = context.text(context.position.rack_codes[0])
        yield Reason("must_pass", f"No legal play with {rack}: must pass.", MustPass(rack))
        return
    if not context.turn.spread.is_exact or not context.choice.best_is_complete:
        return
    best = max(plays, key=lambda play: (play.spread.upper, play.spread.lower, play.score))
    least = context.turn.spread.lower - best.spread.upper
    if least > 0:
        text = f"Passing is best: every play loses {points_phrase(Interval(least))}, even {best.text}."
        yield Reason("pass", text, PassIsBest(int(least), best.text))


def highest_scoring(context: ExplanationContext) -> Iterator[Reason]:
    """Yield that the highest-scoring play is best, or its cost."""
    play = context.choice.highest_scoring
    if play is None or (play.text == context.turn.played and context.turn.is_mistake):
        return
    if play.text in context.choice.best:
        if context.turn.spread.is_exact and len(context.choice.moves) > 2:
            text = "It is also the highest-scoring play."
            if play.text != context.best.text:
                text = f"The highest-scoring play, {play.text} for {play.score}, is just as good."
            yield Reason("highest_scoring_best", text, HighestIsBest(play.text, play.score))
        return
    cost = context.turn.spread.add(play.spread.negated)
    subject = f"The highest-scoring play, {play.text} for {play.score},"
    yield from _cost("highest_scoring", subject, play.text, cost, context)


def played_move_cost(context: ExplanationContext) -> Iterator[Reason]:
    """Yield the cost of the move that was made."""
    turn = context.turn
    if not turn.is_mistake or not turn.is_valid:
        return
    text, highest = turn.made, context.choice.highest_scoring
    is_highest = highest is not None and highest.text == text
    subject = f"{text}, the highest-scoring play," if is_highest else text
    subject = "a pass" if text == "pass" else subject
    yield from _cost("played", subject, text, turn.loss, context)


def replies(context: ExplanationContext) -> Iterator[Reason]:
    """Yield how hard the best move, and the one that was made, are to answer, if that was asked for."""
    for each in context.practical:
        if (each.replies or 0) > 1 and each.text in (context.best.text, context.turn.made):
            facts = RightReplies(each.text, each.replies or 0, each.keeping_value)
            text, move = " ".join(sentences(each)), "a pass" if each.text == "pass" else each.text
            yield Reason("replies", f"After {move}, {text[0].lower()}{text[1:]}", facts)


def _cost(
    kind: str, subject: str, move: str, cost: Interval, context: ExplanationContext
) -> Iterator[Reason]:
    if cost.lower <= 0:
        return
    line: Sequence[Step] = context.answers.get(move, ())
    text = f"{subject} costs {points_phrase(cost if cost.is_exact else Interval(cost.lower))}"
    facts = Cost(move, cost, [move, *texts(line)])
    text += f": {labelled_line(line, (context.them, context.me))}." if line else "."
    yield Reason(kind, capitalized(text), facts)


ABOUT_BEST = (only_win, passes, goes_out, blocks, sets_up, sticks_tiles, avoids, margin)
ABOUT_OTHERS = (highest_scoring, phony, played_move_cost, allows, replies)
ABOUT_MADE = (played_move_cost, phony, allows)
ABOUT_BETTER = (only_win, passes, goes_out, blocks, sets_up, sticks_tiles, avoids)


def add_reasons(
    turn: Turn,
    evaluator: PositionEvaluator,
    names: Sequence[str],
    practical: Sequence[PracticalChances] = (),
) -> Turn:
    """Return the turn with its reasons, and with lines for the moves they name."""
    found = _evaluate_highest_scoring(turn, evaluator)
    highest = found.highest_scoring
    answers = _answers(turn, found, evaluator, {turn.made} | ({highest.text} if highest else set()))
    moves = tuple(_with_answer(each, answers.get(each.text, ())) for each in found.moves)
    found = with_fields(found, moves=moves, reply=answers.get(turn.played, ()))
    context = ExplanationContext(with_fields(turn, evaluation=found), evaluator, names, answers, practical)
    return with_reasons(context.turn, _reasons(context, (*ABOUT_BEST, *ABOUT_OTHERS)))


def compared(turn: Turn, evaluator: PositionEvaluator, names: Sequence[str]) -> Turn:
    """Return the turn with reasons about the move that was made, then about the best one, and no other."""
    answers = _answers(turn, turn.found, evaluator, {turn.made})
    mine = {text: line for text, line in answers.items() if text == turn.played}
    context = ExplanationContext(turn, evaluator, names, mine)
    return with_reasons(turn, _reasons(context, (*ABOUT_MADE, *ABOUT_BETTER)))


def _reasons(context: ExplanationContext, rules: Iterable[Rule]) -> list[Reason]:
    return [reason for rule in rules for reason in rule(context)]


def _with_answer(move: MoveResult, answer: tuple[Step, ...]) -> MoveResult:
    """Return a move with best play after it, as far as it was searched."""
    return with_fields(move, line=(move.step, *answer) if answer else move.line[:1])


def _evaluate_highest_scoring(turn: Turn, evaluator: PositionEvaluator) -> Evaluation:
    found = turn.found
    play = found.highest_scoring
    if play is None or found.stopped_by or play.text in found.best:
        return found
    about, position = f"turn {turn.number}, {turn.player_name}: after {play.text}", turn.replayed.position
    value = evaluator.move_value(position, position.parse_move(play.text), about)
    better = tightened(play, value.plus(turn.lead))
    moves = tuple(better if each.text == play.text else each for each in found.moves)
    return with_fields(found, moves=moves)


def _answers(
    turn: Turn, found: Evaluation, evaluator: PositionEvaluator, named: Collection[str]
) -> dict[str, tuple[Step, ...]]:
    """Return best play after every move whose position has been searched, and after the `named` ones."""
    position = turn.replayed.position
    answers = {}
    for each in found.moves:
        if each.text == (found.line[0].text if found.line else None):
            answers[each.text] = found.line[1:]
        elif each.line:
            answers[each.text] = each.line[1:]
        elif each.text in named:
            answers[each.text] = _line(position, position.parse_move(each.text), evaluator)
    if turn.phonies and not turn.is_taken_back:
        answers[turn.played] = _line(position, turn.replayed.move or PASS, evaluator)
    return answers


def _line(position: Position, move: Move, evaluator: PositionEvaluator) -> tuple[Step, ...]:
    after = position.play(move)
    if after.is_over or not evaluator.is_solved(after):
        return ()
    return evaluator.solution(after).line


def swap_sides(position: Position) -> Position:
    """Return the same board with the opponent to move."""
    (mine, theirs), (first, second) = position.rack_codes, position.scores
    return replace(position, rack_codes=(theirs, mine), scores=(second, first), scoreless_turns=0)


def placed(move: Move) -> Placed:
    """Return the tiles that a play lays, with their squares, sorted."""
    return tuple(sorted(move.placed))


def tiles_used(moves: Iterable[Move]) -> set[int]:
    """Return the tiles that any of the plays lays, 0 for a blank."""
    return {code for move in moves for code in move.from_rack}


def texts(line: Iterable[Step]) -> list[str]:
    """Return the moves of a line."""
    return [step.text for step in line]


SECONDS, MEMORY = 2.0, 64 << 20  # for the reply to the highest-scoring play


def best_move_reasons(solution: Solution, lexicon: Lexicon, names: tuple[str, str]) -> list[str]:
    """Return why the best move is best, a sentence each; the solution has all moves.

    `names[0]` is the side to move.  Only the reply to the highest-scoring play is searched.
    """
    if solution.preendgame is None:
        evaluator = PositionEvaluator(lexicon, SolveOptions(seconds=SECONDS, memory=MEMORY))
        turn = turn_of_best(solution, lexicon, names)
        reasons = add_reasons(turn, evaluator, names, solution.practical or ()).reasons
    else:
        on = turn_of_move(solution.position, solution.move, solution.text, lexicon, names)
        reasons = reasons_of_turn(turn_of_solution(on, solution, lexicon.name))
    return [each.text for each in reasons]
