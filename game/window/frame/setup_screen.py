"""Screens on which a table is set up, and the stations of an opponent's training."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from game.study.opponents import Opponent, gallery, stage_names
from game.study.table_choices import TableChoices, WatchChoices
from game.texts import text
from game.window.frame.page import Binding, Page
from game.window.frame.page_head import TableHead
from game.window.ui.input import ENTER
from game.window.ui.layout.box import Box, Row, Space
from game.window.ui.layout.size import Breakpoint, fixed, grow
from game.window.ui.leaves.control import Control
from game.window.ui.leaves.panels import Edged
from game.window.ui.leaves.words import Aside
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.choice import Choice, Option, Segmented
from game.window.ui.widgets.widget import Rect

if TYPE_CHECKING:
    from game.window.frame.screen import Services
    from game.window.ui.canvas.painter import Align, Painter


LINE_AT = 15.0
LABEL_AT = 42.0
UNIT_AT = 62.0
REST, CHOSEN = 7.0, 10.0
MARGIN = 12.0
GAP = 6.0  # between two names


class Stages(Choice):
    """Stations from left to right; arrows walk them. `unit` says below the chosen one what their numbers count."""

    role: ClassVar[str] = "stages"
    unit = ""

    def option_rect(self, place: int) -> Rect:
        """Return where a station can be hit."""
        x, y, width, height = self.rect
        each = width / len(self.options)
        return x + place * each, y, each, height

    def draw(self, painter: Painter) -> None:
        """Draw the line, the stations and their names."""
        _, y, _, _ = self.rect
        line, styles = y + LINE_AT, self._styles(painter)
        painter.line(self._station(0), line - 1, self._station(len(self.options) - 1), line - 1, "edge", lw=2)
        for place, option in enumerate(self.options):
            centre, chosen = self._station(place), option.value == self.chosen
            radius = CHOSEN if chosen else REST
            lit = chosen or place == self._under_mouse
            painter.disc(centre, line, radius, "brass_fill" if chosen and self.enabled else "panel")
            painter.ring(centre, line, radius, "brass" if lit and self.enabled else "edge", 2)
            self._draw_name(painter, place, styles[chosen], "text" if chosen else "dim")
            if chosen and self.focused:
                painter.focus_ring((centre - radius, line - radius, 2 * radius, 2 * radius), radius)

    @property
    def height(self) -> float:
        """How high the line and its words are."""
        return UNIT_AT + 14 if self.unit else LABEL_AT + 14

    def _draw_name(self, painter: Painter, place: int, style: str, ink: str) -> None:
        """Write a name below its station: the first and the last end where the line ends."""
        x, y, width, _ = self.rect
        ends: dict[int, tuple[float, Align]] = {0: (x, "l"), len(self.options) - 1: (x + width, "r")}
        at, al = ends.get(place, (self._station(place), "c"))
        room = self._room(painter, place, style)
        painter.text(self.options[place].label, at, y + LABEL_AT, style, ink, al=al, fit=room)
        if self.options[place].value == self.chosen:
            painter.text(self.unit, at, y + UNIT_AT, "small", "faint", al=al, fit=width)

    def _styles(self, painter: Painter) -> tuple[str, str]:
        """How the other names and the chosen one are written: smaller where one of them has no room."""
        rooms = [self._room(painter, place, "label_b") for place in range(len(self.options))]
        fits = all(
            painter.width(option.label, "label_b") <= room
            for option, room in zip(self.options, rooms, strict=True)
        )
        return ("label", "label_b") if fits else ("small", "small_b")

    def _room(self, painter: Painter, place: int, style: str) -> float:
        """How wide a name may be: the first and the last reach up to the name beside them."""
        last = len(self.options) - 1
        even = self.rect[2] / (last + 1) - GAP
        if 0 < place < last or last < 2:
            return even
        neighbour = self.options[1 if place == 0 else last - 1].label
        step = self._station(1) - self._station(0)
        return max(even, step + MARGIN - painter.width(neighbour, style) / 2 - GAP)

    def _station(self, place: int) -> float:
        x, _, width, _ = self.rect
        return x + MARGIN + place * (width - 2 * MARGIN) / max(1, len(self.options) - 1)


ChoicesT = TypeVar("ChoicesT", TableChoices, WatchChoices)

BEGIN_HEIGHT = 46.0
FOOT_BUTTON = 300.0
LEAST_SUMMARY, SUMMARY_STEP = 150.0, 20.0


class SetupScreen(Page, Generic[ChoicesT]):
    """A page of choices for the games of the menu; `begin` names the button that begins, and says its text."""

    opponents: Sequence[Opponent]

    def __init__(self, app: Services, table: str, title: str, begin: tuple[str, str]) -> None:
        super().__init__(app)
        self.table = table
        self.choices: ChoicesT = self.remembered()
        self._has_changed = True  # what is chosen is still to be brought into view
        self._head = TableHead(app, title, self.escape, self._choose_table, table)
        name, label = begin
        self.begin_button = Button(name, label, self.begin, kind="primary", keycap=text("keys.enter"))
        self.show()

    # ---- what a page adds -----------------------------------------------------------------------------------
    @abstractmethod
    def remembered(self) -> ChoicesT:
        """Return what was chosen last for this table."""

    @abstractmethod
    def build(self) -> None:
        """Make the widgets for the choices as they are."""

    @abstractmethod
    def begin(self) -> None:
        """Remember the choices and begin."""

    @abstractmethod
    def segment_label(self, name: str) -> str:
        """Name a row of segments."""

    @property
    @abstractmethod
    def summary(self) -> str:
        """Say in a few words what is chosen, beside the button in the foot; nothing where nobody is there."""

    # ---- what is chosen -------------------------------------------------------------------------------------
    @property
    def game(self) -> str:
        """The game that is being chosen for."""
        return self.choices.game(self.table)

    def choose(self, **words: str) -> None:
        """Change the choices."""
        self.choices = replace(self.choices, **words)
        self._has_changed = True
        self.show()

    def show(self) -> None:
        """Show the choices, and everything that depends on them."""
        self.opponents = gallery(self.app.agents, self.game, self.choices.blinds)
        self.build()
        self.begin_button.disabled = "" if self.summary else text("new_game.nobody")
        super().show()

    def opponent(self, agent: str) -> Opponent | None:
        """Return the opponent that an agent is, at one of its stages; None for a person."""
        named = ((one, entry.name) for one in self.opponents for entry in one.entries)
        return next((one for one, name in named if name == agent), None)

    def stages(self, name: str, choice: str) -> Stages | None:
        """Make the line of the stages of the agent that is one of the choices; None where it has not several."""
        agent = getattr(self.choices, choice)
        opponent = self.opponent(agent)
        if opponent is None or len(opponent.entries) < 2:
            return None
        names, unit = stage_names(opponent.entries)
        options = [Option(entry.name, stage) for entry, stage in zip(opponent.entries, names, strict=True)]
        stages = Stages(name, opponent.question, options, agent, self.chooser(choice))
        stages.unit = unit
        return stages

    def chooser(self, name: str) -> Callable[[str], None]:
        """Return what changes one of the choices."""
        return lambda value: self.choose(**{name: value})

    def segments(self, name: str, options: list[Option]) -> Segmented:
        """Make the row of one choice; one that is not offered gives way to the first."""
        chosen = getattr(self.choices, name)
        if chosen not in [option.value for option in options]:
            chosen = options[0].value
        return Segmented(name, self.segment_label(name), options, chosen, self.chooser(name))

    def _choose_table(self, table: str) -> None:
        self.table = table
        self.choices = self.remembered()
        self._has_changed = True
        self.show()

    # ---- where it lies --------------------------------------------------------------------------------------
    def footer(self, window: Breakpoint) -> Box:
        """The button, and beside it what is chosen where there is room for words."""
        margin = self.margin_at(window)
        wide = window.width - 2 * margin
        button = self.foot_buttons()
        row: tuple[Box, ...] = (button.sized(grow()),)
        if wide >= FOOT_BUTTON + LEAST_SUMMARY:
            summary = Aside(self.summary, "label", "text", height=BEGIN_HEIGHT, step=SUMMARY_STEP, cut=True)
            row = (summary.sized(grow()), Space(16), button.sized(fixed(FOOT_BUTTON)))
        return Edged(Space(8), Row(Space(margin), *row, Space(margin)), Space(12))

    def foot_buttons(self) -> Box:
        """Return what stands in the footer: the button that begins."""
        return Control(self.begin_button, BEGIN_HEIGHT)

    def layout(self, width: float, height: float) -> None:
        """Lay the page out; what has just been chosen is brought into view."""
        super().layout(width, height)
        if self._has_changed:
            self._has_changed = False
            page, focused = self.root.controls(), self.controls.focused
            if self.scroll.show((focused if focused in page else page[0]).focus_rect()):
                super().layout(width, height)

    # ---- what is done ---------------------------------------------------------------------------------------
    @property
    def bindings(self) -> Mapping[str, Binding]:
        """Enter begins from wherever it is not used."""
        return dict.fromkeys(ENTER, Binding(self._begin_where_possible))

    def _begin_where_possible(self) -> None:
        if self.begin_button.enabled:
            self.begin()

    def trace(self) -> dict[str, Any]:
        """Say what is chosen."""
        return {"table": self.table, **self.choices.to_words()}
