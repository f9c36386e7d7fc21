"""How much each draw of a move has to tell so that the move is worth no more than a level.

What the move may still be worth above the level is shared out among its open draws, in proportion to what is
believed of them: if every draw is shown to be worth its share or less, the move is.
"""

from __future__ import annotations

from bstar.unknown import DISPROVE_REST, MARGINS, Option, Question, Unknown


def open_parts(option: Option, aim: int, patience: int) -> tuple[list[int], list[int]]:
    """The parts that can still be asked about in an aim: all of them, and those that are cheap enough."""
    waiting = [number for number, part in enumerate(option.parts) if part.is_open(aim)]
    return waiting, [number for number in waiting if option.parts[number].budget <= patience]


def share(option: Option, rival: int, aim: int, floor: int, patience: int) -> Question | None:
    """Where most can be lost for the cost, asked so that the upper value of a move may come down to `floor`;
    None if it cannot, or not without questions that cost more than `patience`."""
    parts = option.parts
    waiting, open_ones = open_parts(option, aim, patience)
    if not open_ones or option.lower[aim] > floor:
        return None  # it cannot come down so far
    weight = sum(parts[at].weight for at in open_ones)
    fixed = option.upper[aim] - sum(parts[at].weight * parts[at].upper[aim] for at in open_ones)
    least = sum(parts[at].weight * parts[at].expected(aim) for at in open_ones)
    if len(open_ones) < len(waiting) and fixed + least > floor:
        return None  # not without the costly ones

    def easy(part: Unknown) -> float:
        """What can be shown without much ado, as far as is believed."""
        return min(part.expected(aim) + MARGINS[part.put_off[aim]], part.upper[aim])

    slack = (floor - fixed - sum(parts[at].weight * easy(parts[at]) for at in open_ones)) / weight

    def goal(part: Unknown) -> int:
        """What the unknown should be at most."""
        least = max(part.lower[aim], part.reach[aim])
        return min(max(int((easy(part) + slack) // 1), least), part.upper[aim] - 1)

    def gain(number: int) -> float:
        part = parts[number]
        return part.weight * (part.upper[aim] - max(part.expected(aim), goal(part))) / part.price(aim)

    chosen = max(open_ones, key=lambda number: (gain(number), -number))
    part = parts[chosen]
    return Question(rival, chosen, aim, goal(part) + 1, part.budget, DISPROVE_REST)
