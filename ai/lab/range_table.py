"""The strategy at a public state as tables: CSV for spreadsheets, and grids of percentages to read.

Before the flop a row is a class of hands; on a board a row is a hand.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.core import BadInput
from game.match.betting_line import BettingLine, write_line
from game.rules.betting import BUTTON, acpc_word
from game.rules.cards import RANKS, class_at, names
from game.study.ranges import HANDS, RangeDecision, RangeNode

PLACES = range(len(RANKS))
CLASSES = tuple(class_at(row, column) for row in PLACES for column in PLACES)
"""All 169 classes in the order of the grid, AA first."""
HELD, NOT_HELD = 0.0005, "-"
"""A cell shows `NOT_HELD` if its mean reach is below this share of the likeliest class."""

LEGEND = (
    "In percent, suited hands at the upper right, offsuit ones at the lower left; "
    f'"{NOT_HELD}" is not in the range, or blocked by the board.'
)


def columns(line: BettingLine, node: RangeNode) -> list[str]:
    """Return the names of the columns; actions are written as in a line: `f`, `c`, `r300`."""
    return ["hand", "reach", *(acpc_word(action) for action in decision_of(line, node).actions)]


def rows(line: BettingLine, node: RangeNode) -> Iterator[list[str]]:
    """Yield a row for every hand or class: its name, its reach, and its probability of every action."""
    decision = decision_of(line, node)
    side = node.sides[decision.player]
    if not line.shown:
        for name in CLASSES:
            yield [name, *_digits(side.classes[name], *node.mixes[name])]
        return
    board = frozenset(line.shown)
    for place in reversed(range(len(HANDS))):
        if not board.intersection(HANDS[place]):
            yield [hand_name(place), *_digits(side.reach[place], *node.mix_of(place))]


def hand_name(place: int) -> str:
    """Write a hand, its higher card first.

    >>> hand_name(0)
    '3s2s'
    """
    return names(sorted(HANDS[place], key=lambda card: (card % len(RANKS), -card), reverse=True))


def row_count(line: BettingLine) -> int:
    """Return how many rows there are."""
    left = len(RANKS) * 4 - len(line.shown)
    return left * (left - 1) // 2 if line.shown else len(CLASSES)


def grids(line: BettingLine, node: RangeNode) -> list[str]:
    """Return a legend, and a grid of whole percentages for every action."""
    decision = decision_of(line, node)
    who = "button" if decision.player == BUTTON else "big blind"
    where = write_line(line) or "start"
    lines = [
        f"{where}: the {who} is to act, {_count(node.sides[decision.player].combos)} combos",
        LEGEND,
    ]
    for place, action in enumerate(decision.actions):
        lines += [
            "",
            f"{in_words(line, action)}: {decision.shares[place]:.1%}",
            *_grid(node, decision, place),
        ]
    return lines


def in_words(line: BettingLine, action: int) -> str:
    """Return the name of an action, and how it is typed.

    >>> in_words(Line(), 300), in_words(Line(), 1)
    ('raise to 300 (r300)', 'call (c)')
    """
    betting = line.betting
    name = betting.kind(action).name.lower()
    to = f" to {action - betting.round_start:,}" if action > 1 else ""
    return f"{'all-in' if to and betting.puts_all_in(action) else name}{to} ({acpc_word(action)})"


def decision_of(line: BettingLine, node: RangeNode) -> RangeDecision:
    """Return the decision at the end of a line; `BadInput` where there is none."""
    if line.missing:
        cards = "one card" if line.missing == 1 else f"{line.missing} cards"
        raise BadInput(f"The board lacks {cards} before anybody acts.")
    if line.player is None:
        raise BadInput("The hand is over at the end of this line, so nobody acts.")
    return node.decisions[-1]


def _grid(node: RangeNode, decision: RangeDecision, place: int) -> Iterator[str]:
    classes = node.sides[decision.player].classes
    least = HELD * max(classes.values())
    yield "    " + "".join(f"{rank:>4}" for rank in reversed(RANKS))
    for row in PLACES:
        cells = []
        for name in (class_at(row, column) for column in PLACES):
            held = classes.get(name, 0.0) > least
            cells.append(f"{100 * node.mixes[name][place]:.0f}" if held else NOT_HELD)
        yield f"{RANKS[-1 - row]:>4}" + "".join(f"{cell:>4}" for cell in cells)


def _digits(*values: float) -> list[str]:
    """Return values as text with the precision of float32."""
    return [f"{value:.7g}" for value in values]


def _count(combos: float) -> str:
    return f"{combos:,.1f}".removesuffix(".0")
