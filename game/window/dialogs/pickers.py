"""Dialogs in which the user picks cards, or finds an option by a part of its name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from game.archive.hands import Stake
from game.rules.cards import DECK, SUITS, Card, name
from game.study.amounts import name_unit
from game.texts import number, plural, text
from game.window.dialogs.dialog import Dialog
from game.window.frame.actions import action
from game.window.ui.canvas.painter import SHAPE, Painter
from game.window.ui.input import ENTER, Key, Pointer, Wheel
from game.window.ui.layout.box import Box, Space, fixed
from game.window.ui.leaves.control import Control, Listed
from game.window.ui.leaves.words import Words
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.cells import Cells
from game.window.ui.widgets.choice import Choice, Option
from game.window.ui.widgets.rows import Rows
from game.window.ui.widgets.text_entry import TextEntry
from game.window.ui.widgets.widget import Rect, WidgetPart, holds
from game.window.views.cards import card_code
from game.window.views.range_grid import COLUMNS, card_at

if TYPE_CHECKING:
    from game.window.frame.screen import Services


GAP = 4.0
WIDTH = Dialog.widest - 2 * Dialog.padding
HEIGHT = ((WIDTH + GAP) / COLUMNS - GAP) / SHAPE * len(SUITS) + GAP * (len(SUITS) - 1)

Choose = Callable[[Sequence[Card]], None]


class CardGrid(Cells):
    """All 52 cards, in a row for each suit, with the ace first. Cards that are already in use cannot be chosen."""

    role: ClassVar[str] = "cards"
    rows, columns, spacing = len(SUITS), COLUMNS, GAP

    def __init__(self, chosen: Sequence[Card], taken: Collection[Card], most: int, choose: Choose) -> None:
        super().__init__("cards", text("odds.picker.label"))
        self.chosen = list(chosen)
        self.taken = taken
        self.most = most
        self._choose = choose

    @property
    def value(self) -> str:
        return name(card_at(*self._at))

    def parts(self) -> list[WidgetPart]:
        """Return the cards as parts, for a screen reader."""
        return [
            WidgetPart(name(card), name(card), self.card_rect(card), card in self.chosen, self._free(card))
            for card in DECK
        ]

    @property
    def area(self) -> Rect:
        x, y, width, height = self.rect
        return x, y, width + GAP, height + GAP

    def card_rect(self, card: Card) -> Rect:
        return self.cell_rect((card // COLUMNS, COLUMNS - 1 - card % COLUMNS))

    def key(self, event: Key) -> bool:
        """Handle a key: arrows move, Space and Enter toggle a card, Backspace removes the last choice."""
        if event.name in ("space", *ENTER) and not event.repeat:
            self._toggle(card_at(*self._at))
        elif event.name == "backspace" and self.chosen:
            self._toggle(self.chosen[-1])
        else:
            return self.walk(event)
        return True

    def release(self, x: float, y: float) -> bool:
        """Handle a click: choose the card under the mouse, or deselect this card if it is chosen."""
        cell = self.cell_at(x, y)
        if cell is not None and holds(self.cell_rect(cell), x, y):
            self._at = cell
            self._toggle(card_at(*cell))
        return True

    def clear(self) -> None:
        self.chosen = []
        self._choose(())

    def _free(self, card: Card) -> bool:
        return card not in self.taken

    def _toggle(self, card: Card) -> None:
        if card in self.chosen:
            self.chosen.remove(card)
        elif not self._free(card):
            return
        elif len(self.chosen) < self.most:
            self.chosen.append(card)
        else:
            self.chosen[-1] = card
        self._choose(tuple(self.chosen))

    def draw(self, painter: Painter) -> None:
        """Draw the cards. Chosen cards have a brass rim. Cards that are already in use are empty slots."""
        for card in DECK:
            x, y, wide, high = self.card_rect(card)
            tall = min(high, wide / SHAPE)
            left, top = x + (wide - tall * SHAPE) / 2, y + (high - tall) / 2
            if self._free(card):
                painter.card(card_code(card), left, top, tall, glow=card in self.chosen, shadow=False)
            else:
                painter.rect((left, top, tall * SHAPE, tall), "sunk", 4, "line")
        if self.focused:
            painter.focus_ring(self.cell_rect(self._at), 5)


def pick_cards(
    app: Services,
    title: str,
    note: str,
    chosen: Sequence[Card],
    choose: Choose,
    *,
    most: int,
    taken: Collection[Card] = (),
) -> None:
    app.overlay(CardPicker(app, text(title), text(note), CardGrid(chosen, taken, most, choose)))


class CardPicker(Dialog):
    """The dialog in which the user picks cards. A note says how many cards may be chosen."""

    name: ClassVar[str] = "card_picker"

    def __init__(self, app: Services, title: str, note: str, grid: CardGrid) -> None:
        super().__init__(app, title)
        self._note, self.grid = note, grid
        self._done = Button("done", text("odds.picker.done"), self.escape, kind="primary", style="label_b")
        self._clear = Button("clear", text("odds.picker.clear"), self.grid.clear, style="label_b")
        self.controls.focus("cards")

    def parts(self) -> Sequence[Box]:
        """Return the cards and the note."""
        return [
            Control(self.grid, HEIGHT, width=WIDTH, after=10, scales=True),
            Words(self._note, "small", "dim", 6),
        ]

    def buttons(self) -> list[Button]:
        return [self._clear, self._done]


LONGEST = 60
ROW, MAX_SEEN, MIN_SEEN = 40.0, 8, 2
ABOVE_AND_BELOW = 260.0
PADDING = 14.0


ALL = "all"
"""The option that matches all hands."""
_PART = "\n"


def stake_options(stakes: Mapping[Stake, int]) -> tuple[Option, ...]:
    """Return the options of a filter: all hands, hands played in this program, each room, each room's stakes."""
    offered = [Option(ALL, text("common.stakes.all")), Option("", text("common.stakes.here"))]
    for room in dict.fromkeys(stake.room for stake in stakes):
        own = [stake for stake in stakes if stake.room == room]
        hands = plural("common.hands", sum(stakes[stake] for stake in own))
        offered.append(Option(room, text(f"rooms.{room}"), hands))
        for stake in own if len(own) > 1 else ():
            value = _PART.join((room, stake.unit, stake.blinds))
            offered.append(Option(value, format_stake(stake), plural("common.hands", stakes[stake])))
    return tuple(offered)


def find_stake(chosen: str) -> Stake | None:
    """Return the stakes of an option of `stake_options`, or None for the option of all hands."""
    return None if chosen == ALL else Stake(*chosen.split(_PART))


def format_stake(stake: Stake) -> str:
    """Format the room and the stakes: "PokerStars, 0.50/1 USD"."""
    parts = [(float(one), len(one.partition(".")[2])) for one in stake.blinds.split("/")]
    blinds = "/".join(number(blind, max(2, digits) if digits else 0) for blind, digits in parts)
    return text(
        "common.stakes.room", room=text(f"rooms.{stake.room}"), blinds=blinds, unit=name_unit(stake.unit)
    )


class OptionSearch(Dialog):
    """The dialog that finds an option of a control by a part of the option's name.

    The names that contain the typed text are listed below the text field. Names that begin with the text are
    first. Enter or a click chooses a name.
    """

    name: ClassVar[str] = "option_search"
    arrows_walk: ClassVar[bool] = False

    def __init__(self, app: Services, choice: Choice) -> None:
        super().__init__(app, choice.label)
        self._choice = choice
        self._typed = ""
        self.found: tuple[Option, ...] = choice.options
        self._line = _Line(self._look)
        self._line.entered = self.submit
        self._rows = Rows(
            "names",
            choice.label,
            self._draw_row,
            lambda index: self.found[index].label if self.found else "",
            changed=self.relayout,
            opened=self.submit,
        )
        self._rows.opens_at_once = True
        self._rows.count = len(self.found)
        self._rows.chosen = next(
            (index for index, option in enumerate(self.found) if option.value == choice.chosen), 0
        )
        self._close = Button("close", text("common.close"), self.escape, style="label_b")
        self.controls.focus(self._line.name)

    # ---- actions --------------------------------------------------------------------------------------------
    def _look(self, typed: str) -> None:
        """List the names that contain the typed text."""
        if typed == self._typed:
            return
        self._typed = typed
        wanted = typed.strip().casefold()
        found = [option for option in self._choice.options if wanted in option.label.casefold()]
        self.found = tuple(sorted(found, key=lambda option: not option.label.casefold().startswith(wanted)))
        self._rows.count, self._rows.chosen = len(self.found), 0
        self._rows.scroll.offset = 0.0
        self.relayout()

    @Dialog.submit.override
    def submit(self) -> None:
        """Choose the selected name."""
        if self.found:
            found = self.found[self._rows.chosen].value
            self.app.back()
            self._choice.choose(found)

    # ---- content --------------------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """Return the text field and the names."""
        fit = max(MIN_SEEN, min(MAX_SEEN, int((self.height - ABOVE_AND_BELOW) / ROW)))
        high = ROW * min(fit, len(self._choice.options))
        line = Control(self._line, 44, after=12)
        if self.found:
            return [line, Listed(self._rows, ROW).sized(fixed(high)), Space(6)]
        return [
            line,
            Words(text("history.option_search.none"), "label", "dim", 0),
            Space(max(0.0, high - ROW / 2)),
        ]

    def buttons(self) -> list[Button]:
        return [self._close]

    def layout(self, width: float, height: float) -> None:
        """Lay out the dialog, and scroll to the selected name."""
        super().layout(width, height)
        if self._rows.chosen and not self._rows.scroll.offset:
            self._rows.show_chosen()

    def _draw_row(self, painter: Painter, rect: Rect, index: int) -> bool:
        x, y, width, height = rect
        option, middle = self.found[index], y + height / 2
        note = painter.width(option.note, "small") + PADDING if option.note else 0.0
        painter.text(option.label, x + PADDING, middle, "label_b", fit=width - 2 * PADDING - note)
        painter.text(option.note, x + width - PADDING, middle, "small", "dim", al="r")
        return True

    # ---- input ----------------------------------------------------------------------------------------------
    @action("up", "down", "page up", "page down", cap="↑ ↓", repeats=True)
    def choose_name(self) -> Rows:
        return self._rows

    def point(self, event: Pointer) -> bool:
        moved = [scroll.point(event) for scroll in (self._rows.scroll, self.scroll)]
        return any(moved)

    def turn(self, event: Wheel) -> bool:
        over = bool(self.found) and holds(self._rows.scroll.view, event.x, event.y)
        return (over and self._rows.scroll.turn(event)) or self.scroll.turn(event)


class _Line(TextEntry):
    """The text field for a part of a name. Every keystroke calls the argument `looked` with the text."""

    def __init__(self, looked: Callable[[str], None]) -> None:
        label = text("history.option_search.line")
        super().__init__(
            "find", label, "", looked, allowed=str.isprintable, longest=LONGEST, style="label", al="l"
        )
        self.placeholder = label

    def key(self, event: Key) -> bool:
        """Edit the text, and search for the new text."""
        before, used = self.value, super().key(event)
        if self.value != before:
            self.submit(self.value)
        return used
