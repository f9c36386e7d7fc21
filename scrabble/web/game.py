"""Analysis of a recorded game for the page: its turns as played, and verdicts that arrive one by one.

    endgame             from the last turn back; in the end all verdicts tighten each other
    tiles in the bag    then the turns with few enough tiles to be explored, by win probability

Each turn is a step that can be stopped and repeated.  The verdicts are those of `endgame analyse`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from msgspec.structs import replace as with_fields

from scrabble.analysis.evaluator import PositionEvaluator, evaluate_turn, tighten_values, turn_of_solution
from scrabble.analysis.recorded_turn import describe_turn, knows_bag, unseen_position
from scrabble.analysis.run import choose_lexicon, other_of_game
from scrabble.answer.names import MoveStatus
from scrabble.answer.turns import Turn
from scrabble.english import counted
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon, LexiconError, choice
from scrabble.records.record import GameRecord
from scrabble.records.replay import Game, alphabet_of, replay
from scrabble.report.view import placed_by
from scrabble.solver import SolveOptions
from scrabble.web import position_view
from scrabble.web.exploration import Exploration
from scrabble.web.searches import PreendgameSearches
from scrabble.wording.verdicts import known_text, loss_text, turn_title, verdict_text

SECONDS = 20.0  # per endgame position
BEST_SECONDS, PLAYED_SECONDS = 8.0, 4.0  # with tiles in the bag: for the best move, for the move played
EXACT = 3  # moves with an exact value
NOTHING_TO_EXPLORE = "No turn of this game has known racks and at most two tiles in the bag."


class GameAnalysisTask:
    """A game and the verdicts on the turns analysed."""

    def __init__(self, record: GameRecord, lexicon: Lexicon, memory: int, note: str = "") -> None:
        self.replay: Game = replay(record, alphabet=lexicon.alphabet)
        self.lexicon, self._note = lexicon, note
        self.turns: list[Turn] = [describe_turn(turn, self.replay, lexicon) for turn in self.replay.turns]
        options = SolveOptions(seconds=SECONDS, memory=memory, exact=EXACT)
        self._evaluator = PositionEvaluator(lexicon, options)
        self._preendgame: Exploration | None = None  # of the next turn with tiles in the bag
        self._memory = memory // 2  # for `_preendgame`
        self._objections = [_objections(turn) for turn in self.turns]
        open_turns = [at for at, found in enumerate(self._objections) if not found]
        # turns without a verdict, by index; the last one is next
        self._endgames = [at for at in open_turns if self.turns[at].is_endgame]
        self._preendgames = [at for at in open_turns if not self.turns[at].is_endgame]
        self._counts = len(self._endgames), len(self._preendgames)
        self._other = other_of_game(self.turns, lexicon)

    @property
    def is_done(self) -> bool:
        """Return whether every turn has its verdict."""
        return not self._endgames and not self._preendgames

    @property
    def has_endgames(self) -> bool:
        """Return whether turns of the endgame are left without a verdict."""
        return bool(self._endgames)

    def stop(self) -> None:
        """Stop the search under way."""
        self._evaluator.stop()
        if self._preendgame is not None:
            self._preendgame.stop()

    def analyse_next(self, keeps_on: Callable[[], bool]) -> None:
        """Analyse the last turn that has no verdict."""
        self._evaluator.resume()
        if not keeps_on():
            return
        if self._endgames:
            self._analyse_endgame(self._endgames[-1])
        else:
            self._analyse_preendgame(self._preendgames[-1], keeps_on)

    def _analyse_endgame(self, at: int) -> None:
        verdict = evaluate_turn(self.turns[at], self._evaluator)
        if self._evaluator.is_stopped:
            return
        self.turns[at] = verdict
        self._endgames.pop()
        if not self._endgames:
            self.turns = tighten_values(self.turns)

    def _analyse_preendgame(self, at: int, keeps_on: Callable[[], bool]) -> None:
        """Search the best move, then the move played.  A stopped search continues the next time."""
        on = self.turns[at]
        if self._preendgame is None:
            position = before(on)
            searches = PreendgameSearches(position, self.lexicon, self._memory, knows_bag(position))
            self._preendgame = Exploration(searches, lambda: None)
            self._preendgame.left = BEST_SECONDS
        search = self._preendgame
        if not search.is_proven and not search.is_exhausted:
            search.step(lambda: not keeps_on())
        if not keeps_on():
            return
        played = search.position.move_text(on.replayed.effective_move)
        found = search.settle([played], PLAYED_SECONDS, lambda: not keeps_on())
        if keeps_on():
            self.turns[at] = turn_of_solution(on, with_fields(found, stopped_by=None), self.lexicon.name)
            self._preendgames.pop()
            self._preendgame = None

    def game_json(self) -> dict[str, Any]:
        """Return the game as it was played, as the page gets it."""
        players = [*self.replay.record.names]
        open_turns = [turn for turn, found in zip(self.turns, self._objections, strict=True) if not found]
        last = open_turns[-1].number if open_turns else len(self.turns)
        first = next((turn.number for turn in open_turns if turn.is_endgame), last)
        return {
            "title": self.replay.record.title or " - ".join(players),
            "players": players,
            "lexicon": self.lexicon.name,
            "lexicon_note": self._note,
            "other_lexicon": self._other._asdict() if self._other else None,
            "state": self._state(),
            "totals": list(self.replay.totals),
            "first": first,
            "warnings": [str(each) for each in sorted({*self.replay.record.warnings, *self.replay.warnings})],
            "turns": [self._turn(at) for at in range(len(self.turns))],
        }

    def to_json(self) -> dict[str, Any]:
        """Return the verdicts on the turns analysed."""
        return {
            "state": self._state(),
            "verdicts": {
                str(turn.number): _verdict(turn) for turn in self.turns if turn.evaluation is not None
            },
        }

    def _state(self) -> str:
        """Return how many of the turns have their verdict."""
        (endgames, others), left = self._counts, len(self._endgames)
        if not endgames and not others:
            return NOTHING_TO_EXPLORE
        found = []
        if left:
            found.append(f"{endgames - left} of {endgames} endgame turns analysed …")
        elif endgames:
            found.append(f"All {endgames} endgame turns analysed.")
        if others:
            done = "still to analyse …" if self._preendgames else "analysed by win probability."
            found.append(f"{counted(others, 'turn')} with tiles in the bag {done}")
        return " ".join(found)

    def _turn(self, at: int) -> dict[str, Any]:
        turn, objections = self.turns[at], self._objections[at]
        return {
            "turn": turn.number,
            "player": turn.player - 1,
            "label": f"Turn {turn.number}",
            "heading": f"{turn.number} {turn.player_name}",
            "placed": placed_by(turn.replayed.position, turn.replayed.move),
            "text": _turn_text(turn),
            "title": turn_title(turn),
            "cgp": self.text_of(before(turn)),
            "reason": f"Not searched: {'; '.join(objections)}." if objections else "",
        }

    def text_of(self, position: Position) -> str:
        """Return a position of the game in CGP."""
        return cgp.dumps(replace(position, lexicon_name=self.lexicon.name, extra=()))


def lexicon_for(record: GameRecord, wanted: str, default: str | None, otherwise: str) -> tuple[Lexicon, str]:
    """Return the lexicon of a game, and a note if the record does not name it.  Raises LexiconError.

    In this order: the wanted lexicon, the default of this explorer, the lexicon of the record, the one that
    `analyse` would take, the one chosen on the page (`otherwise`).
    """
    if wanted:
        return choice.load_named(wanted, "the page"), ""
    try:
        chosen = choose_lexicon(record, default)
        return chosen.lexicon, chosen.note
    except LexiconError:
        name = position_view.of_page(otherwise, alphabet_of(record).name)
        if not name:
            raise
        named = f"the game names {record.lexicon}, which is not installed" if record.lexicon else ""
        reason = named or "the game names none"
        return choice.load_named(name, "the page"), f"lexicon {name}: {reason}"


def before(turn: Turn) -> Position:
    """Return the position before a turn as its player sees it."""
    return turn.replayed.position if turn.is_endgame else unseen_position(turn)


def _objections(turn: Turn) -> Sequence[str]:
    """Return the reasons why the position before a turn cannot be explored."""
    if turn.is_endgame:
        return [turn.reason] if turn.reason and not turn.replayed.lost else []
    if turn.bag > position_view.MOST_IN_BAG:
        return [f"{turn.bag} tiles in the bag"]
    return position_view.why_not_explorable(before(turn))


def _turn_text(turn: Turn) -> str:
    """Return the move of a turn with its points, and what was wrong with it."""
    points = "(challenged off)" if turn.is_taken_back else turn.score
    return f"{turn.played}{'*' * bool(turn.phonies)} {points}"


def _verdict(turn: Turn) -> dict[str, Any]:
    """Return the verdict on a turn, as the page gets it; with tiles in the bag `lost` is win probability."""
    return {
        "lost": loss_text(turn) if turn.is_valid else "phony",
        "is_best": _is_best(turn),
        "grade": turn.grade,
        "text": _verdict_text(turn),
    }


def _verdict_text(turn: Turn) -> str:
    """Return the verdict, and what was known of the opponent's rack with tiles in the bag."""
    has_known = not turn.is_endgame and turn.found.known
    return f"{verdict_text(turn)}; {known_text(turn.found, 'was')}" if has_known else verdict_text(turn)


def _is_best(turn: Turn) -> bool:
    if turn.is_endgame:
        return turn.is_valid and turn.loss.exact == 0
    return turn.made_move is not None and turn.made_move.status == MoveStatus.BEST
