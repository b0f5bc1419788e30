"""The panels of the hand table: its statistics, and the lookup of five cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from game.study.odds import COMPILING, CardLookup, HandRow, HandTableStatistics, LookedUp, Slot
from game.texts import current, number, plural, text
from game.window.frame.requests import Asked
from game.window.ui.canvas.painter import Painter
from game.window.ui.charts.spread import Stems
from game.window.ui.input import Key
from game.window.ui.layout import Box, Space, fixed, grow
from game.window.ui.leaves import Bar, Control, Figure, Line, Pair, Panel, Paragraph, Picture
from game.window.ui.widgets import Button, Rect, Widget
from game.window.views.cards import card_code

STEPS = {"left": -1, "right": 1, "up": -1, "down": 1}
MIN_SHARE = 0.1
WIDEST = 26.0
GAP = 3.0


class Fives(Widget):
    """A control that selects one of the five-card subsets of the chosen cards.

    Arrow keys move the selection. Home and End select the first and the last subset.
    """

    role: ClassVar[str] = "choice"

    def __init__(self, choose: Callable[[int], None]) -> None:
        super().__init__("fives", text("hand_table.fives"))
        self.sets: Sequence[LookedUp] = ()
        self.chosen = 0
        self.best: int | None = None
        self._choose = choose

    @property
    def value(self) -> str:
        return text("hand_table.five_of", number=self.chosen + 1, count=len(self.sets))

    def key(self, event: Key) -> bool:
        """Handle a key that moves the selection."""
        if event.name in STEPS:
            return self.step(STEPS[event.name])
        if event.name in ("home", "end"):
            self._choose(0 if event.name == "home" else len(self.sets) - 1)
            return True
        return False

    def step(self, by: int) -> bool:
        """Move the selection by `by` subsets. Do nothing if there is no subset at the new position."""
        wanted = self.chosen + by
        if 0 <= wanted < len(self.sets):
            self._choose(wanted)
        return True

    def press(self, x: float, y: float) -> bool:
        return self.drag(x, y)

    def drag(self, x: float, y: float) -> bool:
        """Select the set under the mouse while the user drags along the row."""
        place = int((x - self.rect[0]) / self._step())
        self._choose(max(0, min(len(self.sets) - 1, place)))
        return True

    def draw(self, painter: Painter) -> None:
        """Draw a bar for each set."""
        x, y, _, height = self.rect
        step = self._step()
        ranks = [one.row.rank for one in self.sets if one.row is not None]
        best, worst = min(ranks), max(ranks)
        for index, rank in enumerate(ranks):
            share = MIN_SHARE + (1 - MIN_SHARE) * (worst - rank) / max(1, worst - best)
            left, wide = x + index * step, step - GAP
            lit = index == self.chosen
            colour = "brass" if index == self.best else "text" if lit else "edge"
            painter.rect((left, y, wide, height - 5), "sunk", 2)
            high = (height - 5) * share
            painter.rect((left, y + height - 5 - high, wide, high), colour, 2)
            if lit:
                painter.rect((left, y + height - 3, wide, 3), "brass", 1)
        if self.focused:
            painter.focus_ring(self.rect)

    def _step(self) -> float:
        return min(WIDEST, (self.rect[2] + GAP) / max(1, len(self.sets)))


ADDRESS_BITS = 22
"""The number of low bits of the 32-bit XOR of the cards' numbers that give the index of the home slot."""
LINE, MIN_LINE = 28.0, 24.0
HEX_GROUP = 4
TOKEN = 46.0
WIDEST_GROUP = 50.0
SLOT_COLUMN = 84.0
LAST_LINES = 2
WIDEST_CODE = 16 * "d"
PARAGRAPH = 22.0
ROW_HEIGHT = 168.0
MIN_CHART = 174.0


# ---- how it is filled -----------------------------------------------------------------------------------------
def make_filling_panel(asked: Asked[HandTableStatistics], problem: str, again: Button) -> Panel:
    """Return the panel that shows how full the table is.

    The panel has statistics, and the numbers of hands by distance from the home slot.

    If the statistics are missing, the panel shows the reason.
    """
    if problem:
        said = Paragraph(text("hand_table.trouble", sentence=problem), limit=4)
        parts = [said.sized(fixed(96)), Control(again, 42, width=200)]
    elif asked.value is not None:
        parts = _figures(asked.value)
    elif asked.state == "partly":
        done = Line(text("hand_table.percent", share=number(asked.share * 100)), "label_b", height=24)
        compiling = asked.report is not None and asked.report.doing == COMPILING
        said = Paragraph(text("hand_table.compiling" if compiling else "hand_table.building"))
        leave = Paragraph(text("hand_table.leave"))
        parts = [said, Bar(asked.share), Space(4), done, leave]
    else:
        parts = [Paragraph(text("hand_table.waiting"))]
    return Panel(*parts, title=text("hand_table.filling.title"), note=text("hand_table.filling.note"))


def _figures(found: HandTableStatistics) -> list[Box]:
    home = 1 - found.displaced / found.hands
    facts = {
        "home": text("hand_table.percent", share=number(home * 100, 1)),
        "displaced": number(found.displaced),
        "mean": number(found.mean_probes, 2),
        "longest": number(found.longest_probe),
        "lost": "0",
    }
    share = text("hand_table.percent", share=number(found.load * 100, 1))
    return [
        Figure(share, text("hand_table.filling.rows", rows=number(found.rows))),
        Space(10),
        *(Pair(text(f"hand_table.filling.{name}"), value) for name, value in facts.items()),
        Space(14),
        Line(text("hand_table.filling.chart"), "small", "dim", height=20),
        Space(4),
        Stems(found.probes, height=MIN_CHART).sized(grow()),
    ]


# ---- the numbers ----------------------------------------------------------------------------------------------
def numbers(lookup: CardLookup | None, one: LookedUp | None) -> Panel:
    """Return the panel with the numbers of the five cards, one below the other, and their XOR."""
    if lookup is None or one is None:
        return _empty("numbers")
    picture = Picture(partial(_draw_numbers, lookup, one)).sized(grow())
    return Panel(picture, title=text("hand_table.numbers.title"), note=text("hand_table.numbers.note"))


def _empty(name: str) -> Panel:
    words = Paragraph(text(f"hand_table.{name}.empty"), limit=6)
    return Panel(words, title=text(f"hand_table.{name}.title"))


def _draw_numbers(lookup: CardLookup, one: LookedUp, painter: Painter, rect: Rect) -> None:
    x, y, width, height = rect
    group = min(WIDEST_GROUP, (width - TOKEN - 14) / 6)
    right = x + TOKEN + 4 * group + 14
    row = y + 8
    painter.text(text("hand_table.numbers.code"), x + TOKEN, row, "small", "dim", fit=4 * group)
    painter.text(text("hand_table.numbers.address"), right, row, "small", "dim", fit=x + width - right)
    step = max(MIN_LINE, min(LINE, (height - 150) / 5))
    for index in one.indices:
        row += step
        code, address = lookup.numbers[index]
        painter.inline_cards([card_code(lookup.cards[index])], x, row, 16)
        _draw_hex(painter, (x + TOKEN, row, group), f"{code:016x}", "text")
        _draw_hex(painter, (right, row, group), f"{address:08x}", "text")
    row += step * 0.6
    painter.line(x, row, x + width, row, "edge")
    row += step * 0.7
    painter.text(text("hand_table.numbers.joined"), x, row, "label_b", "brass", fit=TOKEN - 4)
    _draw_hex(painter, (x + TOKEN, row, group), f"{one.code:016x}", "brass")
    _draw_hex(painter, (right, row, group), f"{one.address:08x}", "brass")
    words = text("hand_table.numbers.home", bits=ADDRESS_BITS, home=number(one.home))
    below = painter.para(words, x, row + 34, width, "label", col="dim", limit=3)
    more = text("hand_table.numbers.independent")
    if below + PARAGRAPH * len(painter.wrap(more, width, "small")) < y + height:
        painter.para(more, x, below + 12, width, "small", col="faint")


def _draw_hex(painter: Painter, place: tuple[float, float, float], digits: str, colour: str) -> None:
    """Write hexadecimal digits, starting at a point, in groups of equal width so that numbers are aligned."""
    x, y, group = place
    for column in range(len(digits) // HEX_GROUP):
        part = digits[column * HEX_GROUP : (column + 1) * HEX_GROUP]
        painter.text(part, x + column * group, y, "label", colour)


# ---- the way --------------------------------------------------------------------------------------------------
def way(one: LookedUp | None) -> Panel:
    """Return the panel of the lookup: the probed slots (if many, the first and last slots), and the result."""
    if one is None:
        return _empty("way")
    picture = Picture(partial(_draw_way, one)).sized(grow())
    return Panel(
        picture,
        title=text("hand_table.way.title"),
        note=plural("hand_table.way.slots", len(one.slots)),
    )


def _draw_way(one: LookedUp, painter: Painter, rect: Rect) -> None:
    x, row, width, height = rect
    room = int((height - ROW_HEIGHT) / LINE)
    for slot in fit_slots(one.slots, room):
        row += LINE
        if slot is None:
            words = text("hand_table.way.between", count=number(len(one.slots) - room + 1))
            painter.text(words, x + SLOT_COLUMN, row, "small", "faint", fit=width - SLOT_COLUMN)
            continue
        painter.text(number(slot.number), x, row, "label", "brass" if slot is one.slots[0] else "text")
        _draw_slot(painter, (x + SLOT_COLUMN, row, width - SLOT_COLUMN), one, slot)
    row += LINE * 0.6
    painter.line(x, row, x + width, row, "edge")
    if one.row is None:
        words = text("hand_table.way.no_hand", cards=plural("hand_table.cards", len(one.indices)))
        painter.para(words, x, row + 22, width, "label", limit=4)
    else:
        _draw_row(painter, (x, row, width), one, one.row)


def _draw_row(painter: Painter, place: tuple[float, float, float], one: LookedUp, says: HandRow) -> None:
    """Write the fields of the row that the lookup found."""
    x, row, width = place
    row += 22
    painter.text(text("hand_table.row.title"), x, row, "label_b", fit=width)
    rank = text(
        "hand_table.row.place",
        rank=number(says.index),
        place=number(says.index + 1),
        places=number(says.size),
    )
    parts = (
        ("category", f"{says.category}, {category_name(says.category)}"),
        ("filled", "1"),
        ("rank", rank),
        ("code", f"{one.code:016x}"),
    )
    for name, value in parts:
        row += MIN_LINE
        painter.text(text(f"hand_table.row.{name}"), x, row, "label", "dim", fit=SLOT_COLUMN - 8)
        painter.text(value, x + SLOT_COLUMN, row, "label", fit=width - SLOT_COLUMN)


def _draw_slot(painter: Painter, place: tuple[float, float, float], one: LookedUp, slot: Slot) -> None:
    """Write the content of a slot: empty, another hand, or the hand that is looked up."""
    x, row, room = place
    if slot.code is None:
        painter.text(text("hand_table.way.empty_row"), x, row, "label_b", fit=room)
    elif slot.code == one.code:
        painter.text(text("hand_table.way.own"), x, row, "label_b", "brass", fit=room)
    else:
        used = painter.text(text("hand_table.way.foreign"), x, row, "label", "dim", fit=room)
        code = f"{slot.code:016x}"
        if used + 10 + painter.width(WIDEST_CODE, "small") <= room:
            painter.text(code, x + used + 10, row, "small", "faint")


def fit_slots(slots: Sequence[Slot], room: int) -> list[Slot | None]:
    """Return the slots that fit into `room` lines.

    If slots in the middle are left out, one None replaces them.

    >>> a, b, c, d, e = (Slot(number, None) for number in range(5))
    >>> [slot and slot.number for slot in fit_slots([a, b, c, d, e], 4)]
    [0, None, 3, 4]
    """
    if len(slots) <= room:
        return [*slots]
    return [*slots[: max(1, room - 1 - LAST_LINES)], None, *slots[-LAST_LINES:]]


# ---- the answer -----------------------------------------------------------------------------------------------
def answer(lookup: CardLookup | None, one: LookedUp | None) -> list[Box]:
    """Return the category and the rank of the highlighted five cards.

    If these cards are the best set, the text says so and the category is brass.
    """
    if lookup is None or one is None:
        return [Space(56)]
    name = text("hand_table.no_hand") if one.row is None else category_name(one.row.category)
    is_best = one.row is not None and one is lookup.sets[lookup.best or 0]
    return [
        Line(name, "strong", "brass" if is_best else "text", height=32, size=24),
        Line(_about(lookup, one), "label", "dim", height=24),
    ]


def _about(lookup: CardLookup, one: LookedUp) -> str:
    if one.row is None:
        return text("hand_table.too_few")
    rank = text("hand_table.rank", rank=number(one.row.rank))
    if len(lookup.sets) == 1:
        return rank
    index = lookup.sets.index(one)
    which = "hand_table.best_of" if index == lookup.best else "hand_table.five_of"
    return f"{text(which, number=index + 1, count=len(lookup.sets))}, {rank}"


def category_name(category: int) -> str:
    names = current().many("help.hands.names")
    return names[len(names) - 1 - category]
