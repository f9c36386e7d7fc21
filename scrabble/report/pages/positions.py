"""Positions on a page: one board, the lines of the position that is shown, and what is known of each.

    share_page(solution)         one position
    positions_page(positions)    several: those that were explored
    game_page(analysis)          the turns of a game (game.py)

Everything to read is in the HTML itself, so that it prints and shows without scripts.  positions.js steps
through the positions and their lines, and gets the tiles as JSON (`ShownPosition`).

The answers can be hidden: by a button, by `#hide` at the end of the address, or in a copy that the page
saves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace as with_fields

from scrabble.answer.moves import NOT_IN_JSON
from scrabble.answer.solution import Solution
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.report.board_svg import board_svg
from scrabble.report.pages.diagram import PositionFigure, board_id, diagram_of, empty_board
from scrabble.report.pages.moves import MoveList, bag_moves, endgame_moves
from scrabble.report.pages.templates import HtmlTable, embedded, render
from scrabble.report.view import LineStep, Tile, line_steps, on_board, racks
from scrabble.wording.claims import answer_facts, standing, to_move_text
from scrabble.wording.replies import hardest_text, practical_notes

SIDES = ("Player 1", "Player 2")  # the side to move first
MOST_MOVES = 400  # listed, the best ones: a page has less than 200 KB
MOST_LINES = 25  # of them with their lines


class Section(NamedTuple):
    """The section of a page about one position, as texts; empty ones are left out."""

    title: str
    before: PositionFigure | None = None  # the position, to print
    cgp: str = ""
    effort: str = ""  # of the search
    verdict: str = ""
    grade: str = "none"
    question: str = ""  # while the answer is hidden
    numbers: str = ""  # the result before and after a turn, or what is in the bag
    facts: Sequence[tuple[str, str]] = ()
    line: str = ""
    best: str = ""  # its line has a button
    played: str = ""  # so has that of the move that was played
    reasons: Sequence[str] = ()  # why the best move is best
    moves: MoveList | None = None
    hardest: str = ""  # which moves are hardest to answer
    tables: Sequence[tuple[str, HtmlTable]] = ()  # with a label
    notes: Sequence[str] = ()  # of a record
    find: bool = False  # a better move can be looked for
    is_analysed: bool = True


class ShownPosition(Struct, omit_defaults=True, kw_only=True):
    """A position on a page, as the script draws it, and its section, which the script does not get.

    It is reached by the keys, even without a section.  Racks, scores and names are those of the side to move
    first.
    """

    board: str  # the empty one, by its id
    names: list[str]
    placed: list[Tile]
    racks: list[list[Tile]]
    scores: list[int]  # none where they are not known
    lines: Mapping[str, list[LineStep]] = {}
    opens: str | None = None  # the line that is shown at first
    made: Sequence[Tile] = ()  # the tiles of the move that was made there, shown while no line is
    caption: str = ""
    is_second: bool = False  # the side to move is the player at the right
    is_reached: bool = False  # by moves that its title names: hidden with the answers
    is_over: bool = False
    has_bag: bool = False
    position: Position = NOT_IN_JSON
    section: Section | None = None


class ListedPosition(NamedTuple):
    """An entry of the list of positions: a turning point or mistake of a game, or one that was explored."""

    number: int  # of the position, from 1 on
    title: str
    verdict: str = ""
    grade: str = ""
    lost: str = ""
    kinds: str = ""  # of the mistake
    is_reached: bool = False


class ScriptData(Struct):
    """All that the script gets."""

    positions: list[ShownPosition]
    stops: list[int]  # the positions that are listed, by their numbers
    first: int


def share_page(
    solution: Solution,
    names: Sequence[str] = SIDES,
    title: str = "",
    lexicon: str | None = None,
    reasons: Sequence[str] = (),
) -> str:
    """Return the page of one position; `lexicon` is the one used if the position does not name it."""
    name = lexicon or solution.position.lexicon_name
    shown = solved_position(solution, names, reasons=reasons)
    return positions_page([shown], title or "A Scrabble endgame", f"lexicon {name}" if name else "")


def positions_page(positions: Sequence[ShownPosition], title: str, about: str = "") -> str:
    """Return the page of positions; `about` stands below its title."""
    listed = [
        ListedPosition(
            number,
            each.section.title,
            each.section.facts[0][1] if each.section.facts else each.section.verdict,
            is_reached=each.is_reached,
        )
        for number, each in enumerate(positions, 1)
        if each.section is not None and len(positions) > 1
    ]
    return render(
        "positions.html",
        title=title,
        about=about,
        listed_title="Positions",
        listed=listed,
        none_listed="",
        stop="position",
        **page_values(positions, [each.number for each in listed]),
    )


def page_values(positions: Sequence[ShownPosition], stops: list[int], first: int = 1) -> dict[str, object]:
    """Return what the template needs of the positions; `first` is the number of the one shown first."""
    boards = {each.board: each for each in [*positions[::-1], positions[first - 1]]}
    of_script = [with_fields(each, position=NOT_IN_JSON, section=None) for each in positions]
    return {
        "boards": [empty_board(each.position.layout) for each in boards.values()],
        "pictures": [
            board_svg(each.position, shared=name) for name, each in boards.items()
        ],  # without scripts
        "positions": positions,
        "data": embedded(ScriptData(of_script, stops, first)),
    }


def solved_position(
    solution: Solution,
    names: Sequence[str] = SIDES,
    title: str = "",
    move_count: int = 0,
    reasons: Sequence[str] = (),
) -> ShownPosition:
    """Return a position with its answer; `move_count` is the number of moves if that has not all of them."""
    position, moves = solution.position, solution.moves[:MOST_MOVES]
    notes = practical_notes(solution.practical or ())
    if solution.preendgame is None:
        listed = endgame_moves(
            moves,
            solution.best,
            standing=lambda each: standing(each, solution),
            notes={move: note for move, (note, _) in notes.items()},
            has_scores=cgp.has_scores(position),
        )
    else:
        listed = bag_moves(moves, solution.best)
    unlisted = max(move_count, len(solution.moves)) - len(moves)
    best = solution.moves[0]
    found = {best.text: solution.line or (best.step,)}
    found |= {each.text: each.line for each in moves[1:MOST_LINES] if each.line}
    section = Section(
        title or f"{names[0]} to move",
        question=f"{to_move_text(position, names[0])}. What is the best move?",
        facts=answer_facts(solution),
        reasons=reasons,
        moves=listed._replace(rest=f"and {unlisted:,} more" if unlisted else ""),
        hardest=hardest_text(solution.practical or ()),
    )
    lines = {move: line_steps(position, line) for move, line in found.items()}
    return with_fields(plain_position(position, names, section), lines=lines, opens=best.text)


def plain_position(position: Position, names: Sequence[str], section: Section) -> ShownPosition:
    """Return a position as it stands, with a section that has its diagram and its text."""
    drawn = diagram_of(position, (names[0], names[1]))
    return shown_position(
        position,
        names,
        section._replace(before=drawn, cgp=_bare_cgp(position)),
        has_bag=bool(position.bag),
        is_over=position.is_over,
        caption="" if position.is_over else to_move_text(position, names[0]),
    )


def shown_position(
    position: Position, names: Sequence[str], section: Section | None = None, **others: Any
) -> ShownPosition:
    """Return a position with its section, if it has one, and whatever else is known of it."""
    return ShownPosition(
        board=board_id(position.layout),
        names=list(names),
        placed=on_board(position),
        racks=racks(position),
        scores=list(position.scores) if cgp.has_scores(position) else [],
        position=position,
        section=section,
        **others,
    )


def _bare_cgp(position: Position) -> str:
    """Return a position without the operations that tell more of it: its best move, for example."""
    kept = tuple(each for each in position.extra if each == cgp.UNKNOWN_SCORES)
    return cgp.dumps(replace(position, extra=kept))
