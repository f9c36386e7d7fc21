"""Analyse a saved game: every turn from the first empty bag on, judged by exact search.

    analysis = analyse(gcg.load("final.gcg"), "ENABLE")
    for turn in analysis:
        turn.played, turn.choice.best, turn.value, turn.loss, turn.claims

The turns are judged from the last one back: the position after a turn is the one before the next, so that
each is searched once, and the worth of the move played is the first bound of the search before it.  A
search that stops early leaves intervals; what follows from the turns around it narrows them.

    value[t] >= worth[t] = score[t] - value[t + 1]

Racks are those of the record, the opponent's being the unseen tiles.  A turn whose racks are not known is
left out, with the reason.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass

from bstar.search import Limit
from scrabble.analysis.explain import explain
from scrabble.analysis.judge import Judge, key
from scrabble.analysis.other_lexicon import better_lexicon
from scrabble.analysis.summary import PlayerSummary, summaries_of, summary_table
from scrabble.analysis.turn import AnyTurn, Choice, Introduced, Judged, ToPlay, Unjudged
from scrabble.endgame import MEMORY, Candidate, Solution, Step
from scrabble.game.move import PASS, IllegalMoveError, Move, move_text
from scrabble.game.position import Position, PositionError, refuse
from scrabble.game.tiles import BLANK
from scrabble.gcg.record import Game, GcgError, Notice
from scrabble.lexicon import Lexicon, LexiconError, choice
from scrabble.lexicon.choice import Chosen
from scrabble.replay import Replay, alphabet_of, missing_text, replay
from scrabble.replay.turn import Turn
from scrabble.report.points import Bounds

TOP = 5  # moves of a position that get an exact worth


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game with a verdict on each turn of its endgame; iterate over it for those."""

    replay: Replay
    lexicon: Lexicon
    turns: tuple[AnyTurn, ...]  # of the whole game
    is_complete: bool  # False: it was interrupted
    to_play: ToPlay | None = None  # of a record that breaks off with an empty bag
    remark: str = ""  # another lexicon fits better

    def __iter__(self) -> Iterator[AnyTurn]:
        return (turn for turn in self.turns if turn.is_endgame)

    @property
    def game(self) -> Game:
        """The record."""
        return self.replay.game

    @property
    def warnings(self) -> tuple[Notice, ...]:
        """What is odd about the record."""
        remarks = (self.remark,) if self.remark else ()
        return (*sorted({*self.game.warnings, *self.replay.warnings}), *remarks)

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called."""
        first, second = (player.name or player.nick for player in self.game.players)
        return first, second

    @property
    def mistakes(self) -> list[Judged]:
        """The turns that are proven to lose points or the game."""
        return [turn for turn in self if isinstance(turn, Judged) and turn.is_mistake]

    @property
    def turning_points(self) -> list[Judged]:
        """The turns that changed who wins."""
        return [turn for turn in self if isinstance(turn, Judged) and turn.turning]

    @property
    def summaries(self) -> tuple[PlayerSummary, PlayerSummary]:
        """The endgame of each player in numbers."""
        return summaries_of(self.names, self.turns)

    def _repr_html_(self) -> str:
        """A table of the endgame, for a notebook."""
        return summary_table(self.summaries, self.replay.totals)


def analyse(
    game: Game,
    lexicon: Lexicon | str | None = None,
    *,
    solver: str = "mtdf",
    limit: Limit | None = None,
    memory: int = MEMORY,
    top: int = TOP,
    explains: bool = True,
    strict: bool = False,
) -> Analysis:
    """Replay a game and judge its endgame; iterate over what is returned for the turns.

    `limit` is for each position.  Without a lexicon it is the one that the record names.  Raises GcgError
    for a game that cannot have happened, LexiconError when there is no lexicon.
    """
    words = lexicon if isinstance(lexicon, Lexicon) else find_lexicon(game, lexicon)
    replayed = replay(game, alphabet=words.alphabet, strict=strict)
    return study(replayed, Judge(words, solver, limit, memory, top), explains)


def find_lexicon(game: Game, name: str | None = None) -> Lexicon:
    """The lexicon of this name, or the one that the record names, or a default.  Raises LexiconError."""
    return choose_lexicon(game, name).lexicon


def choose_lexicon(game: Game, name: str | None = None) -> Chosen:
    """The lexicon of a game, and a note if it is a default.  Raises LexiconError."""
    if name or game.lexicon:
        return choice.choose(name, game.lexicon, None, "the game")
    try:
        language = alphabet_of(game).name
    except GcgError as error:
        raise LexiconError(f"the game names no lexicon, and {error.text}") from None
    return choice.choose(None, None, language, "the game")


def study(replayed: Replay, judge: Judge, explains: bool = True) -> Analysis:
    """Judge the endgame of a game that has been replayed.  Raises GcgError."""
    try:
        turns = [_introduced(turn, replayed, judge.lexicon) for turn in replayed.turns]
    except PositionError as error:
        raise GcgError(str(error), source=replayed.game.source) from None
    to_play = _to_play(replayed, judge)
    remark = better_lexicon(turns, judge.lexicon)
    known = list(reversed([_searched(turn, judge) for turn in reversed(turns)]))
    known = _narrowed(known)
    if explains and not judge.is_stopped:
        names = [player.name or player.nick for player in replayed.game.players]
        known = [_explained(turn, judge, names) for turn in known]
    return Analysis(replayed, judge.lexicon, tuple(known), not judge.is_stopped, to_play, remark)


def _to_play(replayed: Replay, judge: Judge) -> ToPlay | None:
    """The verdict on the position after the last turn, if the game goes on from there with an empty bag."""
    if replayed.is_over or replayed.bag or replayed.final.is_over:
        return None
    player = replayed.game.players[replayed.on_turn]
    name = player.name or player.nick
    position, reason = replayed.final, missing_text(replayed.missing)
    try:
        refuse(position)
    except PositionError as error:
        reason = reason or str(error)
    if reason:
        return ToPlay(position, replayed.on_turn, name, reason=reason)
    solution = judge.solution(position, about=f"to play, {name}")
    value = Bounds(solution.lower, solution.upper)
    return ToPlay(position, replayed.on_turn, name, value, _choice(solution, {}))


def made(turn: Turn) -> Move:
    """What a turn came to: a phony that is taken back is a pass."""
    return PASS if turn.is_taken_back or turn.move is None else turn.move


def _introduced(turn: Turn, replayed: Replay, lexicon: Lexicon) -> Unjudged:
    """A turn without a verdict; in an endgame with the reason why there will be none, if so."""
    position, move = turn.position, turn.move
    name = replayed.game.players[turn.player]
    phonies: tuple[str, ...] = ()
    if move is not None and not move.is_pass:
        fitting = dataclasses.replace(
            position, racks=(bytes(0 if code & BLANK else code for _, _, code in move.placed), b"")
        )
        words = fitting.new_words(move)
        phonies = tuple(position.alphabet.decode(word) for word in words if word not in lexicon)
    return Unjudged(
        turn=turn,
        player_name=name.name or name.nick,
        played=turn.event.move if move is None else move_text(move, position),
        phonies=phonies,
        score=0 if turn.is_taken_back else turn.score,
        reason="" if turn.bag else _objection(turn, replayed.game.source),
    )


def _objection(turn: Turn, source: str) -> str:
    """Why the endgame position before a turn cannot be searched.  Raises GcgError for impossible racks."""
    if any(turn.missing):
        return missing_text(turn.missing)
    if turn.position.is_over:
        return "the game was over"
    if turn.move is None:
        return "an exchange, though the bag is empty"
    try:
        refuse(turn.position)
        turn.position.check(made(turn))
    except (PositionError, IllegalMoveError) as error:
        raise GcgError(f"turn {turn.number}: {error}", turn.event.line, source) from None
    return ""


def _searched(introduced: Unjudged, judge: Judge) -> AnyTurn:
    """The turn with the verdict of a search, if there can be one."""
    if not introduced.is_endgame or introduced.reason:
        return introduced
    turn, about = introduced.turn, f"turn {introduced.number}, {introduced.player_name}"
    position = turn.position
    move = made(turn)
    worth = judge.worth(position, move, f"{about}: after {introduced.played}")
    known = {move: worth} if introduced.is_valid else {}
    solution = judge.solution(position, known, about)
    choice = _choice(solution, known)
    if introduced.is_valid:
        choice = _with_first(choice, move, judge, position)
    return _verdict(introduced, Bounds(solution.lower, solution.upper), worth, choice)


def _choice(solution: Solution, known: dict[Move, Bounds]) -> Choice:
    candidates = [_within(each, known.get(each.move, Bounds())) for each in solution.moves]
    best = solution.best
    candidates.sort(key=lambda each: (each.move != solution.move, each.text not in best, *_rank(each)))
    has_all = solution.status == "proven" and all(each.status in ("best", "worse") for each in solution.moves)
    plays = [each for each in candidates if not each.move.is_pass]
    most = max((each.score for each in plays), default=0)
    return Choice(
        best=tuple(best),
        has_all_best=has_all,
        candidates=tuple(candidates),
        line=tuple(solution.line),
        natural=next((each for each in plays if each.score == most), None),
        replies={},
        nodes=solution.nodes,
        seconds=solution.seconds,
        limit=solution.limit,
    )


def _within(candidate: Candidate, bounds: Bounds) -> Candidate:
    """A move of which one knows more."""
    lower, upper = Bounds(candidate.lower, candidate.upper).meet(bounds)
    return dataclasses.replace(candidate, lower=lower, upper=upper)


def _rank(each: Candidate) -> tuple[float, float, int]:
    upper = float("inf") if each.upper is None else each.upper
    lower = -float("inf") if each.lower is None else each.lower
    return -upper, -lower, -each.score


def _with_first(choice: Choice, move: Move, judge: Judge, position: Position) -> Choice:
    """Of several best moves, take the one that was made as the first."""
    mine = next(each for each in choice.candidates if each.move == move)
    if mine.text not in choice.best[1:]:
        return choice
    after = position.play(move)
    line = () if after.is_over else judge.solution(after).line
    return dataclasses.replace(
        choice,
        best=(mine.text, *(text for text in choice.best if text != mine.text)),
        candidates=(mine, *(each for each in choice.candidates if each is not mine)),
        natural=mine if choice.natural and choice.natural.score == mine.score else choice.natural,
        line=(Step(move, mine.text, mine.score), *line),
    )


def _verdict(on: Introduced, value: Bounds, worth: Bounds, choice: Choice) -> Judged:
    """Work out what the turn lost: the value before it less what it was worth."""
    cap = Bounds(None, value.upper)
    candidates = tuple(_within(each, cap) for each in choice.candidates)
    loss = value.add(worth.negated)
    if on.is_valid:
        loss = loss.at_least(0)
        # whatever the value is: by how much another move can be better than this one
        others = [each.upper for each in candidates if each.move != made(on.turn)]
        if worth.lower is not None and None not in others:
            most = max((upper for upper in others if upper is not None), default=worth.lower)
            loss = loss.meet(Bounds(None, max(0, most - worth.lower)))
    choice = dataclasses.replace(choice, candidates=candidates)
    return Judged(on.turn, on.player_name, on.played, on.phonies, on.score, value, worth, loss, choice)


def _narrowed(turns: list[AnyTurn]) -> list[AnyTurn]:
    """Narrow values by those of the turns before: value after = score - worth >= score - value before."""
    for at in range(1, len(turns)):
        before, this = turns[at - 1], turns[at]
        if not isinstance(before, Judged) or not isinstance(this, Judged):
            continue
        if not before.is_valid or this.value.is_exact:
            continue
        if key(before.turn.position.play(made(before.turn))) != key(this.turn.position):
            continue
        value = this.value
        if before.value.upper is not None:
            value = value.at_least(before.score - before.value.upper)
        turns[at] = _verdict(this, value, this.worth, this.choice)
        worth = before.worth.meet(value.negated.plus(before.score))
        turns[at - 1] = _verdict(before, before.value, worth, before.choice)
    return turns


def _explained(turn: AnyTurn, judge: Judge, names: list[str]) -> AnyTurn:
    if not isinstance(turn, Judged) or judge.is_stopped:
        return turn
    return explain.explained(turn, judge, names)
