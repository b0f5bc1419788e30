"""Choosing what to watch: two agents of one game, the stakes, how many hands, and whether deals come twice.

The choices of each table are remembered in the settings, so Enter alone begins the series of last time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from game.core import AgentEntry
from game.rules import games
from game.screens.input import ENTER, Key
from game.screens.opponents import gallery, stage_names, strength_in_full
from game.screens.pen import Pen
from game.screens.screen import Screen
from game.screens.table_choices import STACKS_BB, VARIANTS
from game.screens.table_head import NARROW_WIDTH, TableHead
from game.screens.texts import number, text
from game.screens.watch import Watch
from game.screens.watch_choices import DEALS, LENGTHS, WatchChoices
from game.screens.widgets.button import Button
from game.screens.widgets.choice import Option, RadioList, Segmented
from game.screens.widgets.flow import Caps, Columns, Control, Flow, Part, Space, Words
from game.screens.widgets.scroll import Scroll
from game.screens.widgets.widget import Rect, Widget

if TYPE_CHECKING:
    from game.screens.app import App

KEPT_AS = "watch {}"  # the name in the settings of what was chosen for a table
SMALL_HEIGHT = 690.0
PADDING, LOW_PADDING = 28.0, 20.0
RADIO_ROW = 35.0
LEAST_COLUMN, COLUMN_GAP = 240.0, 56.0
WIDEST = 1240.0
ABOVE = 12.0


class WatchSetup(Screen):
    """The screen before a series."""

    name: ClassVar[str] = "watch_setup"
    scroll: Scroll

    def __init__(self, app: App, table: str = games.TIC_TAC_TOE) -> None:
        super().__init__(app)
        self.scroll = Scroll(self.relayout)
        self._table = table
        self._choices = self._remembered()
        self._panel: Rect = (0.0, 0.0, 0.0, 0.0)
        self._flow = Flow([])
        self._head = TableHead(app, text("watch.title"), self.escape, self._choose_table)
        self._head.switch.chosen = table
        self._build()
        self.controls.focus("first" if self._entries else "table")

    # ---- what is chosen -------------------------------------------------------------------------------------
    @property
    def game(self) -> str:
        """The game that is chosen."""
        return self._choices.game(self._table)

    @property
    def choices(self) -> WatchChoices:
        """What is chosen now."""
        return self._choices

    def begin(self) -> None:
        """Remember the choices and begin the series."""
        if not self._begin.enabled:
            return
        tables = {**self.app.settings.tables, KEPT_AS.format(self._table): self._choices.to_words()}
        self.app.change(tables=tables)
        spec = self._choices.spec(self._table, self.app.new_seed())
        self.app.replace(Watch(self.app, spec, self._choices.hands))

    def _remembered(self) -> WatchChoices:
        return WatchChoices.from_words(self.app.settings.tables.get(KEPT_AS.format(self._table), {}))

    def _choose(self, **words: str) -> None:
        self._choices = replace(self._choices, **words)
        self._build()
        self.relayout()

    def _choose_table(self, table: str) -> None:
        self._table = table
        self._choices = self._remembered()
        self._build()
        self.relayout()

    def _chooser(self, name: str) -> Callable[[str], None]:
        return lambda value: self._choose(**{name: value})

    # ---- the widgets ----------------------------------------------------------------------------------------
    def _build(self) -> None:
        """Make the widgets for the choices as they are."""
        opponents = gallery(self.app.agents, self.game, self._choices.blinds)
        self._entries: dict[str, AgentEntry] = {}
        options = []
        for opponent in opponents:
            stages, unit = stage_names(opponent.entries)
            for entry, stage in zip(opponent.entries, stages, strict=True):
                self._entries[entry.name] = entry
                at = " ".join(filter(None, (stage, unit)))
                alone = len(opponent.entries) == 1
                label = opponent.name if alone else text("watch.at_stage", name=opponent.name, stage=at)
                options.append(Option(entry.name, label))
        self._seat_two()
        self._lists = [
            RadioList(name, text(f"watch.{name}"), options, getattr(self._choices, name), self._chooser(name))
            for name in ("first", "second")
        ]
        self._rows = self._make_rows()
        label = text("watch.begin")
        self._begin = Button("begin", label, self.begin, kind="primary", keycap=text("keys.enter"))
        self._begin.disabled = "" if options else text("new_game.nobody")

    def _seat_two(self) -> None:
        """Keep the chosen agents where they are here; else the strongest against the one before."""
        names = list(self._entries) or [""]
        first = self._choices.first if self._choices.first in names else names[-1]
        second = self._choices.second if self._choices.second in names else names[len(names) // 2 - 1]
        self._choices = replace(self._choices, first=first, second=second)

    def _make_rows(self) -> list[Segmented]:
        rows = []
        if self._table == games.KUHN_POKER:
            variants = [Option(one, text(f"new_game.variants.{one}")) for one in VARIANTS]
            rows.append(self._segments("variant", variants))
        if self._table == games.HOLDEM:
            stacks = [Option(bb, text("new_game.stacks", bb=bb)) for bb in STACKS_BB]
            rows.append(self._segments("stack", stacks))
        rows.append(self._segments("length", [Option(one, number(int(one))) for one in LENGTHS]))
        if self._table != games.TIC_TAC_TOE:
            rows.append(self._segments("deals", [Option(one, text(f"watch.deals.{one}")) for one in DEALS]))
        return rows

    def _segments(self, name: str, options: list[Option]) -> Segmented:
        chosen = getattr(self._choices, name)
        return Segmented(name, text(f"watch.rows.{name}"), options, chosen, self._chooser(name))

    # ---- where it lies --------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """The head, and below it a panel with three columns that scrolls where it must."""
        pen = self.app.pen
        narrow, low = width < NARROW_WIDTH, height < SMALL_HEIGHT
        margin = 20.0 if narrow else 40.0 if low else max(40.0, (width - WIDEST) / 2)
        padding = LOW_PADDING if low or narrow else PADDING
        top = self._head.place(width, margin)
        self._flow = Flow([Columns(self._columns(), LEAST_COLUMN, COLUMN_GAP, ruled=True)])
        inner = width - 2 * margin - 2 * padding
        high = self._flow.height(pen, inner) + 2 * padding
        self.scroll.fit((0, top, width, height - top), ABOVE + high + margin / 2)
        y = top + ABOVE - self.scroll.offset
        self._panel = (margin, y, width - 2 * margin, high)
        self._flow.lay_out(pen, margin + padding, y + padding, inner)
        for widget in self._page():
            widget.clip = self.scroll.view
        self.place(self._head.around(self._page()))

    def _columns(self) -> list[Flow]:
        seats = [self._about_seat(choice, place) for place, choice in enumerate(self._lists)]
        return [*seats, Flow(self._about_series())]

    def _about_seat(self, choice: RadioList, seat: int) -> Flow:
        entry = self._entries.get(choice.chosen)
        parts: list[Part] = [Caps(text(f"watch.{choice.name}"), "brass" if not seat else "faint")]
        if entry is not None:
            parts.append(Control(choice, RADIO_ROW * len(choice.options), 14))
            parts.append(Words(strength_in_full(entry.strength), "small", "dim"))
        else:
            parts.append(Words(text("new_game.nobody"), "label", "dim"))
        return Flow(parts)

    def _about_series(self) -> list[Part]:
        parts: list[Part] = [Caps(text("watch.table_caps"))]
        for row in self._rows:
            parts += [Words(row.label, "label", "text", 4), Control(row, 40, 14)]
        for sentence in self._in_words():
            parts.append(Words(sentence, "small", "dim"))
        return [*parts, Space(8), Control(self._begin, 46, 4)]

    def _in_words(self) -> list[str]:
        """Say what is played for, and what the deals do."""
        if self._table == games.TIC_TAC_TOE:
            return [text("watch.stakes.tic-tac-toe")]
        kind = self._choices.variant if self._table == games.KUHN_POKER else "cash"
        chips = number(int(self._choices.stack) * 100)
        return [text(f"new_game.stakes.{kind}", chips=chips), text(f"watch.deals_note.{self._choices.deals}")]

    def _page(self) -> list[Widget]:
        return [*(self._lists if self._entries else []), *self._rows, self._begin]

    # ---- what is drawn --------------------------------------------------------------------------------------
    def draw(self, pen: Pen) -> None:
        """Draw room and panel from their layer, then words and controls."""
        pen.layer(("watch setup", self._panel, self.scroll.view), self._paint_still)
        self._head.draw(pen)
        with pen.clip(self.scroll.view):
            self._flow.draw(pen)
        self.draw_controls(pen)
        self.scroll.draw(pen)

    def _paint_still(self, pen: Pen) -> None:
        pen.room()
        with pen.clip(self.scroll.view):
            pen.panel(self._panel)

    # ---- what is done ---------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Enter begins from wherever it is not used."""
        if event.name in ENTER and not event.repeat:
            self.begin()
            return True
        return False

    def trace(self) -> dict[str, Any]:
        """Say what is chosen."""
        return {"table": self._table, **self._choices.to_words()}
