"""Choosing somebody to play: a gallery of opponents, how far they had come, the table, and how to play.

The choices of each table are remembered in the settings, so Enter alone sits down where one sat last.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from game.core import AgentEntry
from game.rules import games
from game.screens.input import ENTER, Key
from game.screens.opponents import Opponent, gallery, stage_names, strength_in_full, strength_in_words
from game.screens.pen import Pen
from game.screens.records import record_in_words
from game.screens.screen import Screen
from game.screens.table_choices import BIG_BLIND, GUEST, RISES, STACKS_BB, VARIANTS, TableChoices
from game.screens.table_head import NARROW_WIDTH, TableHead
from game.screens.texts import number, text
from game.screens.widgets.button import Button
from game.screens.widgets.choice import Option, RadioList, Segmented
from game.screens.widgets.flow import Caps, Control, Flow, Part, Words
from game.screens.widgets.gallery import Gallery, GalleryCard
from game.screens.widgets.scroll import Scroll
from game.screens.widgets.stages import Stages
from game.screens.widgets.widget import Rect, Widget

if TYPE_CHECKING:
    from game.screens.app import App

ABOVE = 8.0
SMALL_HEIGHT = 690.0
PADDING = 24.0
RADIO_STEP = 31.0
TALL_SHAPE = 1.15
ROW, LOW_ROW = (40.0, 8.0), (38.0, 5.0)
MOST_LOW_ROWS = 3
SIT_HEIGHT = 46.0
LOWEST_PANEL = 178.0


class NewGame(Screen):
    """The screen before a table."""

    name: ClassVar[str] = "new_game"
    scroll: Scroll

    def __init__(self, app: App, table: str) -> None:
        super().__init__(app)
        self.scroll = Scroll(self.relayout)
        self._table = table
        self._choices = self._remembered()
        self._panel: Rect = (0.0, 0.0, 0.0, 0.0)
        self._rules: list[float] = []
        self._columns: list[Flow] = []
        self._heading_y = 0.0
        self._margin = 40.0
        self._low = False
        self._head = TableHead(app, text("new_game.title"), self.escape, self._choose_table)
        self._head.switch.chosen = table
        self._build()
        self.controls.focus("opponents")

    # ---- what is chosen -------------------------------------------------------------------------------------
    @property
    def game(self) -> str:
        """The game that is being chosen for."""
        return self._choices.game(self._table)

    @property
    def choices(self) -> TableChoices:
        """What is chosen now."""
        return self._choices

    def _remembered(self) -> TableChoices:
        kept = self.app.settings.tables.get(self._table, {})
        return TableChoices.from_words(kept, self.app.settings.coaching)

    def _choose(self, **words: str) -> None:
        """Change the choices, and everything that depends on them."""
        self._choices = replace(self._choices, **words)
        self._build()
        self.relayout()

    def _choose_table(self, table: str) -> None:
        self._table = table
        self._choices = self._remembered()
        self._build()
        self.relayout()

    def sit_down(self) -> None:
        """Remember the choices and open the table."""
        if not self._sit.enabled:
            return
        tables = {**self.app.settings.tables, self._table: self._choices.to_words()}
        self.app.change(tables=tables)
        self.app.sit_down(self._choices.spec(self._table, self.app.new_seed()))

    def resume(self) -> None:
        """Go on with the game that was left at this table."""
        unfinished = self.app.saves.unfinished(self.game)
        if unfinished is not None:
            self.app.back()
            self.app.resume(unfinished.session)

    # ---- the widgets ----------------------------------------------------------------------------------------
    def _build(self) -> None:
        """Make the widgets for the choices as they are."""
        self._opponents = gallery(self.app.agents, self.game, self._choices.blinds)
        self._choices = replace(self._choices, agent=self._present_agent())
        cards = [_card(opponent, self._entry_of(opponent)) for opponent in self._opponents]
        if self._table == games.TIC_TAC_TOE:
            cards.append(_guest_card())
        chosen = self._opponent.key if self._opponent is not None else GUEST
        self._gallery = Gallery("opponents", text("new_game.opponents"), cards, chosen, self._choose_opponent)
        self._gallery.empty = text("new_game.nobody")
        self._stages = self._make_stages()
        self._first = self._segments("first", _first_words(self._table))
        self._stakes = self._make_stakes()
        self._style = RadioList(
            "style", text("new_game.style"), self._styles(), self._choices.style, self._chooser("style")
        )
        label = text("new_game.sit_down")
        self._sit = Button("sit-down", label, self.sit_down, kind="primary", keycap=text("keys.enter"))
        self._resume = Button("resume", text("new_game.resume"), self.resume, keycap="R", style="label_b")
        self._resume.tooltip = text("new_game.ends_unfinished")
        if not self._choices.agent:
            self._sit.disabled = text("new_game.nobody")

    def _present_agent(self) -> str:
        """The chosen agent if it is here, else one of middling strength, a learner where there is one."""
        entries = [entry for opponent in self._opponents for entry in opponent.entries]
        guest = [GUEST] if self._table == games.TIC_TAC_TOE else []
        names = [*(entry.name for entry in entries), *guest]
        if self._choices.agent in names:
            return self._choices.agent
        fit = (
            [entry.name for entry in entries if entry.kind == "learned"]
            or [entry.name for entry in entries if entry.kind != "random"]
            or names
        )
        return fit[(len(fit) - 1) // 2] if fit else ""

    @property
    def _opponent(self) -> Opponent | None:
        agent = self._choices.agent
        for opponent in self._opponents:
            if any(entry.name == agent for entry in opponent.entries):
                return opponent
        return None

    def _entry_of(self, opponent: Opponent) -> AgentEntry:
        """The chosen stage of an opponent, or the last one."""
        chosen = [entry for entry in opponent.entries if entry.name == self._choices.agent]
        return chosen[0] if chosen else opponent.entries[-1]

    def _choose_opponent(self, key: str) -> None:
        last = {opponent.key: opponent.entries[-1].name for opponent in self._opponents}
        self._choose(agent=last.get(key, GUEST))

    def _chooser(self, name: str) -> Callable[[str], None]:
        return lambda value: self._choose(**{name: value})

    def _make_stages(self) -> Stages | None:
        opponent = self._opponent
        if opponent is None or len(opponent.entries) < 2:
            return None
        names, unit = stage_names(opponent.entries)
        options = [Option(entry.name, name) for entry, name in zip(opponent.entries, names, strict=True)]
        stages = Stages("stage", opponent.question, options, self._choices.agent, self._chooser("agent"))
        stages.unit = unit
        return stages

    def _segments(self, name: str, options: list[Option]) -> Segmented:
        chosen = getattr(self._choices, name)
        if chosen not in [option.value for option in options]:
            chosen = options[0].value
        return Segmented(name, text(f"new_game.{name}"), options, chosen, self._chooser(name))

    def _make_stakes(self) -> list[Segmented]:
        if self._table == games.KUHN_POKER:
            return [self._segments("variant", _options("variant", VARIANTS))]
        if self._table != games.HOLDEM:
            return []
        stakes = [
            self._segments("form", _options("form", ("cash", "match"))),
            self._segments("stack", [Option(bb, text("new_game.stacks", bb=bb)) for bb in STACKS_BB]),
        ]
        if self._choices.form == "match":
            stakes.append(self._segments("rise", _options("rise", RISES)))
        return stakes

    def _styles(self) -> list[Option]:
        styles = ["match", "teaching"]
        if self._table == games.HOLDEM:
            styles.append("duplicate")
        options = []
        for style in styles:
            barred = style == "duplicate" and self._choices.form == "match"
            reason = text("new_game.no_duplicate") if barred else ""
            options.append(Option(style, text(f"styles.{style}.name"), text(f"styles.{style}.note"), reason))
        return options

    # ---- the columns below the gallery ----------------------------------------------------------------------
    def _flows(self) -> list[Flow]:
        return [Flow(self._about_opponent()), Flow(self._about_table()), Flow(self._about_style())]

    def _about_opponent(self) -> list[Part]:
        opponent = self._opponent
        if opponent is None and self._choices.agent != GUEST:
            return [Caps(text("new_game.strength")), Words(text("new_game.nobody"), "label", "dim")]
        if opponent is None:
            return [
                Caps(text("new_game.two_people.caps")),
                Words(text("new_game.two_people.body"), "label", "dim"),
            ]
        strength = self._entry_of(opponent).strength
        parts: list[Part] = [Caps(opponent.question if self._stages else text("new_game.strength"))]
        if self._stages is not None:
            parts += [Control(self._stages, self._stages.height, 8.0)]
        parts.append(Words(strength_in_full(strength), "label", "text", 16))
        if self._low and self._stages is not None:
            return parts
        record = self.app.saves.record_against(self.game, self._choices.agent)
        parts += [
            Caps(text("new_game.record")),
            Words(record_in_words(self._table, record), "label", "dim", 0),
        ]
        return parts

    def _about_table(self) -> list[Part]:
        rows = [self._first, *self._stakes]
        size, after = LOW_ROW if self._low else ROW
        parts: list[Part] = [Caps(text("new_game.table_caps"))]
        parts += [Control(row, size, after) for row in rows]
        if not self._low or len(rows) <= MOST_LOW_ROWS:
            parts.append(Words(self._stakes_in_words(), "small", "dim", after=0))
        return parts

    def _about_style(self) -> list[Part]:
        size = RADIO_STEP * len(self._style.options)
        parts: list[Part] = [Caps(text("new_game.style_caps")), Control(self._style, size, 16.0)]
        if self.app.saves.unfinished(self.game) is not None:
            parts.append(Control(self._resume, 40.0, 12.0))
        return parts

    def _stakes_in_words(self) -> str:
        choices = self._choices
        if self._table == games.HOLDEM:
            chips = number(int(choices.stack) * BIG_BLIND)
            key = "cash" if choices.form == "cash" else choices.rise
            return text(f"new_game.stakes.{key}", chips=chips)
        return text(f"new_game.stakes.{choices.variant if self._table == games.KUHN_POKER else self._table}")

    # ---- where it lies --------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Header, gallery, and three columns in a panel, which stand below each other in a narrow window."""
        pen = self.app.pen
        narrow, low = width < NARROW_WIDTH, height < SMALL_HEIGHT
        self._low = low
        self._margin = 20.0 if narrow else 40.0 if low else max(24.0, min(96.0, 40 + (width - 1280) * 0.2))
        view_top = self._head.place(width, self._margin)
        inner = width - 2 * self._margin
        self._columns = self._flows()
        panel_high = self._panel_height(pen, inner, stacked=narrow)
        below = 18.0 if low else 28.0
        gap = 20.0 if low else 26.0
        heading = 0.0 if narrow else 46.0
        free = height - view_top - ABOVE - heading - gap - panel_high - below
        lines = 2 if width / height < TALL_SHAPE else 1
        gallery_high = self._gallery.fit(pen, inner, free, as_list=narrow, lines=lines)
        content = ABOVE + heading + gallery_high + gap + panel_high + below
        self.scroll.fit((0, view_top, width, height - view_top), content)
        y = view_top + ABOVE - self.scroll.offset
        self._heading_y = y + 16
        y += heading
        self._gallery.lay_out((self._margin, y, inner, gallery_high))
        self._panel = (self._margin, y + gallery_high + gap, inner, panel_high)
        self._place_columns(pen, stacked=narrow)
        self._clip_to(self.scroll.view)
        self.place(self._head.around(self._page_widgets()))

    def _column_widths(self, inner: float, *, stacked: bool) -> list[float]:
        usable = inner - 2 * PADDING
        if stacked:
            return [usable] * 3
        shares = (0.30, 0.35, 0.35) if inner < 1100 else (0.31, 0.31, 0.38)
        return [(usable - 4 * PADDING) * share for share in shares]

    def _panel_height(self, pen: Pen, inner: float, *, stacked: bool) -> float:
        widths = self._column_widths(inner, stacked=stacked)
        heights = [flow.height(pen, wide) for flow, wide in zip(self._columns, widths, strict=True)]
        heights[-1] += SIT_HEIGHT
        if stacked:
            return sum(heights) + 6 * PADDING
        return max(LOWEST_PANEL, *heights) + 2 * PADDING - 6

    def _place_columns(self, pen: Pen, *, stacked: bool) -> None:
        x, y, inner, high = self._panel
        widths = self._column_widths(inner, stacked=stacked)
        left, top = x + PADDING, y + PADDING
        self._rules = []
        for flow, wide in zip(self._columns, widths, strict=True):
            bottom = flow.lay_out(pen, left, top, wide)
            if flow is self._columns[-1]:
                sit_top = bottom if stacked else y + high - PADDING - SIT_HEIGHT
                self._sit.rect = (left, sit_top, wide, SIT_HEIGHT)
            elif stacked:
                self._rules.append(bottom + PADDING)
                top = bottom + 2 * PADDING
            else:
                self._rules.append(left + wide + PADDING)
                left += wide + 2 * PADDING

    def _clip_to(self, view: Rect) -> None:
        for widget in self._page_widgets():
            widget.clip = view

    def _page_widgets(self) -> list[Widget]:
        stages = [self._stages] if self._stages is not None else []
        left = [self._resume] if self.app.saves.unfinished(self.game) is not None else []
        return [self._gallery, *stages, self._first, *self._stakes, self._style, *left, self._sit]

    # ---- what is drawn --------------------------------------------------------------------------------------
    def draw(self, pen: Pen) -> None:
        """Draw what is still from its layer, then the words; the controls draw themselves."""
        pen.layer(("new game", self._panel, tuple(self._rules), self._gallery.still_key), self._paint_still)
        self._head.draw(pen)
        with pen.clip(self.scroll.view):
            self._draw_heading(pen)
            for flow in self._columns:
                flow.draw(pen)
        self.draw_controls(pen)
        self.scroll.draw(pen)

    def _paint_still(self, pen: Pen) -> None:
        pen.room()
        with pen.clip(self.scroll.view):
            self._gallery.draw_still(pen)
            pen.panel(self._panel)
            self._draw_rules(pen)

    def _draw_heading(self, pen: Pen) -> None:
        if self.width < NARROW_WIDTH:
            return
        wide = pen.text(text("new_game.heading"), self._margin, self._heading_y, "h1", size=27)
        note = text("new_game.measured")
        if wide + pen.width(note, "label") + 40 < self.width - 2 * self._margin:
            pen.text(note, self.width - self._margin, self._heading_y + 3, "label", "dim", al="r")

    def _draw_rules(self, pen: Pen) -> None:
        x, y, width, height = self._panel
        for rule in self._rules:
            if self.width < NARROW_WIDTH:
                pen.line(x + PADDING, rule, x + width - PADDING, rule)
            else:
                pen.line(rule, y + 22, rule, y + height - 22)

    # ---- what is done ---------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Enter sits down from wherever it is not used."""
        if event.name in ENTER and not event.repeat:
            self.sit_down()
            return True
        if event.name == "r" and not event.repeat:
            self.resume()
            return True
        return False

    def trace(self) -> dict[str, Any]:
        """Say what is chosen."""
        return {"table": self._table, **self._choices.to_words()}


def _options(name: str, values: tuple[str, ...]) -> list[Option]:
    return [Option(value, text(f"new_game.{name}s.{value}")) for value in values]


def _first_words(table: str) -> list[Option]:
    key = "deals" if table == games.HOLDEM else "begins"
    values = ("seat-0", "seat-1") if table == games.HOLDEM else ("seat-0", "seat-1", "alternate")
    return [Option(value, text(f"new_game.{key}.{value}")) for value in values]


def _card(opponent: Opponent, entry: AgentEntry) -> GalleryCard:
    return GalleryCard(
        value=opponent.key,
        label=opponent.name,
        kind=opponent.kind,
        line=opponent.line,
        device=opponent.device,
        lozenges=opponent.lozenges,
        figure=strength_in_words(entry.strength),
        hint=strength_in_full(entry.strength),
    )


def _guest_card() -> GalleryCard:
    words = {part: text(f"new_game.guest.{part}") for part in ("label", "kind", "line", "figure")}
    return GalleryCard(value=GUEST, device="mirror", lozenges=0, hint="", **words)
