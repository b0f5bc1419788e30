"""The page of the hash table of all hands: how full the table is, and the lookup of a hand, step by step.

The table is in the worker process. The page requests the statistics of the table, shows a progress bar while the
table is built, and then requests the probes for the chosen cards. If there are six or seven cards, every set of
five cards is highlighted in turn. At the end, the best set stays highlighted.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar

from game.features.odds import CountHandTable, LookUpHand, hand_table_panels
from game.features.odds.answer import HAND_TABLE_PAGE, odds_head
from game.features.odds.hand_table_panels import Fives
from game.rules.cards import DECK, Card, parse
from game.study.odds import CardLookup, HandTableStatistics, LookedUp
from game.texts import text
from game.window.dialogs.pickers import pick_cards
from game.window.frame.actions import action, control_keys
from game.window.frame.page import Page
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Breakpoint, Column, Grid, Row, Space, grow, natural, share
from game.window.ui.leaves import Control, Line, Panel
from game.window.ui.widgets import Button
from game.window.views.cards import CardSlots, cards_width

FIRST_SHOWN = "AsAhAdKsKh"
HAND, MAX_CARDS = 5, 7
SECONDS_A_FIVE = 0.14
GAP = 12.0
LOOKED_UP = 326.0
SLOT, FIVES, BUTTON, BUTTON_GAP = 66.0, 40.0, 36.0, 8.0
SLOTS_WIDTH = cards_width(MAX_CARDS, SLOT)


class HandTableScreen(Page):
    """The page of the hand table."""

    name: ClassVar[str] = "hand_table"
    keys: ClassVar[str] = "hand_table"

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self._head = odds_head(app, HAND_TABLE_PAGE, self.escape, self.page_switch(HAND_TABLE_PAGE))
        self._dice = random.Random(app.new_seed())
        self.filling = Asked[HandTableStatistics](app, self._take_filling)
        self._way = Asked[CardLookup](app, self._take_way)
        self.walked: float | None = (
            None  # seconds since the first set was highlighted, or None without animation
        )
        self._slots = CardSlots("cards", text("hand_table.slots"), MAX_CARDS, self._lay, self._pick)
        self._slots.tooltip = text("hand_table.slots_tip")
        self._slots.cards = parse(FIRST_SHOWN)
        self.fives = Fives(self._light)
        self._again = Button("try-again", text("table.try_again"), self.enter, kind="primary")
        self.controls.focus("cards")

    # ---- what is asked --------------------------------------------------------------------------------------
    @property
    def questions(self) -> Sequence[Asked[Any]]:
        return self.filling, self._way

    @property
    def _problem(self) -> str:
        return self.filling.problem or self._way.problem

    @property
    def lookup(self) -> CardLookup | None:
        return self._way.value

    def enter(self) -> None:
        """Request the statistics of the table. If they are known already, request the lookup of the cards."""
        if self.filling.value is None:
            self.filling.ask(CountHandTable())
        elif self.lookup is None:
            self._ask_for_cards()

    def _take_filling(self) -> None:
        if self.filling.state == "answered":
            self._ask_for_cards()
        self.show()

    def _ask_for_cards(self) -> None:
        if self._slots.cards and self.filling.value is not None:
            self._way.ask(LookUpHand(tuple(self._slots.cards)))

    def _take_way(self) -> None:
        if self._way.state == "answered" and (lookup := self.lookup) is not None:
            walks = len(lookup.sets) > 1 and not self.app.settings.reduced_motion
            self.fives.sets = lookup.sets
            self.walked = 0.0 if walks else None
            self.fives.best = None if walks else lookup.best
            self._show_set(0 if walks else lookup.best or 0)
        self.show()

    # ---- what is done ---------------------------------------------------------------------------------------
    def _lay(self, cards: Sequence[Card]) -> None:
        self._slots.cards, self._slots.veiled = tuple(cards), ()
        self._way.forget()
        self.walked = None
        self._ask_for_cards()
        self.show()

    def _deal(self, count: int) -> None:
        self._lay(self._dice.sample(DECK, count))

    def _pick(self) -> None:
        cards, lay = self._slots.cards, self._lay
        pick_cards(self.app, "hand_table.pick", "hand_table.pick_note", cards, lay, most=MAX_CARDS)

    def _light(self, index: int) -> None:
        """Highlight a set of five cards that the user has selected, and stop the animation."""
        self.walked = None
        if self.lookup is not None:
            self.fives.best = self.lookup.best
        self._show_set(index)

    def _show_set(self, index: int) -> None:
        if self.lookup is not None:
            self.fives.chosen = index
            playing = self.lookup.sets[index].indices
            self._slots.veiled = [at for at in range(len(self.lookup.cards)) if at not in playing]
        self.show()

    def update(self, dt: float) -> bool:
        """Highlight the next set of five cards. After the last set, highlight the best set."""
        if self.walked is None or self.lookup is None:
            return False
        self.walked += dt
        index = int(self.walked / SECONDS_A_FIVE)
        if index >= len(self.lookup.sets):
            self._light(self.lookup.best or 0)
        elif index != self.fives.chosen:
            self._show_set(index)
        return self.walked is not None

    # ---- the layout -----------------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """Compose two columns: the statistics of the table, and the cards with their lookup.

        If space is short, compose all of these in one column.
        """
        lookup = self.lookup
        one = lookup.sets[self.fives.chosen] if lookup is not None else None
        filling = hand_table_panels.make_filling_panel(self.filling, self._problem, self._again)
        cards = Panel(*self._look_up(one, window))
        numbers, way = hand_table_panels.numbers(lookup, one), hand_table_panels.way(one)
        if window.narrow:
            numbers, way = numbers.sized(grow(least=LOOKED_UP)), way.sized(grow(least=LOOKED_UP))
            return Column(cards, numbers, way, filling.sized(natural(least=440)).focused_last(), gap=GAP)
        looked_up = Row(numbers.sized(grow(53)), way.sized(grow(47)), gap=GAP)
        right = Column(cards, looked_up.sized(grow(least=LOOKED_UP)), gap=GAP)
        return Row(filling.sized(share(0.3, 290, 430)).focused_last(), right.sized(grow()), gap=GAP)

    def _look_up(self, one: LookedUp | None, window: Breakpoint) -> list[Box]:
        title = Line(text("hand_table.look_up"), "label_b", height=12)
        slots = Control(self._slots, SLOT, width=SLOTS_WIDTH, scales=True)
        fives = Control(self.fives, FIVES)
        self.fives.visible = self.lookup is not None and len(self.lookup.sets) > 1
        acts = (Control(one.button, BUTTON) for one in (self.five, self.seven, self.farthest, self.clear))
        buttons = Grid(*acts, columns=2 if window.narrow else 4, gap=BUTTON_GAP)
        answer = hand_table_panels.answer(self.lookup, one)
        if window.narrow:
            parts = slots, Space(GAP), *answer, Space(20), fives, Space(GAP), buttons
            return [title, Space(22), *parts]
        beside = Column(*answer, Space(), fives).sized(grow())
        return [Row(Column(title, Space(22), slots), beside, gap=28), Space(GAP), buttons]

    # ---- actions --------------------------------------------------------------------------------------------
    type_card = control_keys("A K … s h", hinted=False)
    undo = control_keys("backspace", hinted=False)

    @action("left", "right", cap="← →", repeats=True, hinted=False)
    def walk(self, index: int) -> bool:
        return self.fives.visible and self.fives.step((-1, 1)[index])

    @action("r", kind="outline", style="label", hinted=False)
    def five(self) -> None:
        self._deal(HAND)

    @action("v", kind="outline", style="label", hinted=False)
    def seven(self) -> None:
        self._deal(MAX_CARDS)

    @action("l", kind="outline", style="label", hinted=False)
    def farthest(self) -> None:
        if (filling := self.filling.value) is not None:
            self._lay(filling.farthest)

    @farthest.reason
    def _why_not_farthest(self) -> str:
        return "" if self.filling.value is not None else text("hand_table.not_yet")

    @action("x", kind="outline", style="label", hinted=False)
    def clear(self) -> None:
        self._lay(())
