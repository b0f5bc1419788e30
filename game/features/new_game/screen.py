"""Choosing somebody to play: a gallery of opponents, how far they had come, the table, and how to play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from game.features.new_game.choices import NewGameChoices
from game.features.new_game.labels import stakes_in_words
from game.study.ladder_model import place_in_words
from game.study.left_games import left_in_words
from game.study.records import record_in_words
from game.study.stack_depths import strength_at
from game.study.table_choices import GUEST
from game.texts import text
from game.window.frame.page import Binding
from game.window.frame.setup_screen import BEGIN_HEIGHT
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, fixed, grow, natural
from game.window.ui.leaves import Caps, Control, Divider, Fitted, Line, Panel, Rule, Words
from game.window.ui.leaves import Gallery as CardGallery

PADDING, LOW_FOOT = 24.0, 18.0
RADIO_STEP, BESIDE_STYLES = 31.0, 30.0
TALL_SHAPE = 1.15
ROW, LOW_ROW = (40.0, 8.0), (38.0, 5.0)
LOWEST_PANEL = 178.0
TIGHT_HEIGHT = 760.0
BUTTON_GAP, RESUME_SHARE = 10.0, 0.42
LADDER, GAP = 36.0, 18.0


class NewGame(NewGameChoices):
    """The page before a table."""

    name: ClassVar[str] = "new_game"
    keys: ClassVar[str] = "new_game"
    above, foot = 8.0, 0.0

    # ---- what stands on it ----------------------------------------------------------------------------------
    def margin_at(self, window: Breakpoint) -> float:
        """Return the margin, which grows with the window."""
        side = max(24.0, min(96.0, 40 + (window.width - 1280) * 0.2))
        return 20.0 if window.narrow else 40.0 if window.low else side

    def compose(self, window: Breakpoint) -> Box:
        """Gallery, and three columns in a panel, which stand below each other in a narrow window."""
        painter, inner = self.app.painter, window.width - 2 * self.margin_at(window)
        tight = window.height < TIGHT_HEIGHT
        panel = self._panel(window, inner)
        below = [Space(14.0 if tight else 26.0), panel, Space(12.0 if tight else 28.0)]
        heading = self._heading(inner).when(not window.narrow)
        others = self.above + Column(heading, *below).measure(painter, inner)
        lines = 2 if window.width / window.height < TALL_SHAPE else 1
        high = self._gallery.fit(painter, inner, self.room - others, as_list=window.narrow, lines=lines)
        return Column(heading, CardGallery(self._gallery, high), *below)

    def _heading(self, inner: float) -> Box:
        painter, heading = self.app.painter, text("new_game.heading")
        has_room = (
            painter.width(heading, "h1", 27)
            + painter.width(self._scale, "label")
            + 60
            + self._ladder.natural_width(painter)
            < inner
        )
        title = Column(Line(heading, "h1", height=28, size=27))
        scale = Column(Space(3), Line(self._scale, "label", "dim", height=28)).when(has_room)
        ladder = Column(Fitted(self._ladder, LADDER))
        return Row(title, Space(), scale, Space(GAP), ladder).sized(fixed(46))

    def _panel(self, window: Breakpoint, inner: float) -> Panel:
        about = Column(*self._about_opponent(window)), Column(*self._about_table(window))
        style = self._about_style(window)
        begin = self.foot_buttons().when(not self.footed)
        if window.narrow:
            rules = [Rule(height=2 * PADDING) for _ in about]
            columns = [part for pair in zip(about, rules, strict=True) for part in pair]
            return Panel(*columns, *style, begin, head=PADDING, foot=PADDING, side=PADDING)
        shares = (0.30, 0.35, 0.35) if inner < 1100 else (0.31, 0.31, 0.38)
        style_column = Column(*style, Space(), begin, Space(PADDING - LOW_FOOT).when(not self.footed))
        columns = [box.sized(grow(share)) for box, share in zip((*about, style_column), shares, strict=True)]
        first, second, third = columns
        row = Row(first, _divider(), second, _divider(), third)
        return Panel(row.sized(natural(LOWEST_PANEL)), head=PADDING, foot=LOW_FOOT, side=PADDING)

    def foot_buttons(self) -> Box:
        """The button that begins, and beside it that which goes on with the game that was left."""
        begin, left = Control(self.begin_button, BEGIN_HEIGHT), self.app.saves.unfinished(self.game)
        resume = Control(self._resume, BEGIN_HEIGHT).sized(grow(RESUME_SHARE)).when(left is not None)
        return Row(resume, begin.sized(grow(1 - RESUME_SHARE)), gap=BUTTON_GAP)

    def _about_opponent(self, window: Breakpoint) -> list[Box]:
        opponent, stages, ladder = self._opponent, self._stages, self.app.ladders.known(self.game)
        if opponent is None:
            guest = self.choices.agent == GUEST
            caps, body = "new_game.strength", "new_game.nobody"
            if guest:
                caps, body = "new_game.two_people.caps", "new_game.two_people.body"
            return [Caps(text(caps)), Words(text(body), "label", "dim")]
        strength = strength_at(self._entry_of(opponent), self.app.agents, int(self.choices.stack))
        even = place = ""
        if self._even is not None and self._even.agent == self.choices.agent and not window.low:
            even = self._even.words
        if ladder is not None and not window.low:
            place = place_in_words(ladder, self.app.agents)
        record = self.app.saves.record_against(self.game, *(entry.name for entry in opponent.entries))
        has_room = not window.low or stages is None
        return [
            Caps(opponent.question if stages is not None else text("new_game.strength")),
            Box() if stages is None else Control(stages, stages.height, after=8.0),
            Words(strength, "label", "text", 16),
            Words(even, "label", "brass", 16).when(even),
            Control(self._ladder, LADDER, after=16.0).when(window.narrow),
            Caps(text("new_game.record")).when(has_room),
            Words(record_in_words(self.table, record), "label", "dim", 0).when(has_room),
            Space(8).when(place),
            Words(place, "label", "dim", 0).when(place),
        ]

    def _about_table(self, window: Breakpoint) -> list[Box]:
        size, after = LOW_ROW if window.low else ROW
        return [
            Caps(text("new_game.table_caps")),
            *(Control(row, size, after=after) for row in self._rows),
            Words(stakes_in_words(self.table, self.choices), "small", "dim", after=0),
        ]

    def _has_room_for_notes(self, window: Breakpoint) -> bool:
        """Whether the styles stand below each other, with their notes: as high as the table beside them."""
        beside = len(self._rows) * sum(LOW_ROW) + BESIDE_STYLES
        return not window.low or RADIO_STEP * len(self._style.options) <= max(3 * RADIO_STEP, beside)

    def _about_style(self, window: Breakpoint) -> list[Box]:
        self._style.columns = 1 if self._has_room_for_notes(window) else 2
        size = RADIO_STEP * self._style.lines
        left = self.app.saves.unfinished(self.game)
        closer = 0.0 if self.footed or window.narrow else PADDING - LOW_FOOT  # what the buttons leave free
        after = 16.0 if left is not None else 16.0 - closer
        words = "" if left is None else left_in_words(self.app.agents, left.session, opening="game")
        return [
            Caps(text("new_game.style_caps")),
            Control(self._style, size, after=after),
            Words(words, "small", "dim", 10.0 - closer).when(words),
        ]

    # ---- keys -----------------------------------------------------------------------------------------------
    @property
    def bindings(self) -> Mapping[str, Binding]:
        """Enter sits down, R goes on with the game that was left, L opens the ladder."""
        return {**super().bindings, "r": Binding(self.resume), "l": Binding(self._open_ladder)}


def _divider() -> Row:
    line = Column(Divider(overhang=2).sized(grow()), Space(PADDING - LOW_FOOT))
    return Row(Space(PADDING), line, Space(PADDING))
