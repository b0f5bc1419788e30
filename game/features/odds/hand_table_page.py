"""The hash table of all hands, for the curious: how it is filled, and a hand looked up step by step.

The worker process has the table. The page asks for its statistics, shows a progress bar while the table is built,
and then asks for the search path of the chosen cards. Of six or seven cards, every five are highlighted in turn,
and the best five stay highlighted.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar

from game.features.odds import hand_table_panels
from game.features.odds.answer import HAND_TABLE_PAGE, odds_head
from game.features.odds.asks import CountHandTable, LookUpHand
from game.features.odds.hand_table_panels import Fives
from game.rules.cards import DECK, Card, names, parse
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
HAND, MOST = 5, 7
SECONDS_A_FIVE = 0.14
GAP = 12.0
LOOKED_UP = 326.0
SLOT, FIVES, BUTTON, BUTTON_GAP = 66.0, 40.0, 36.0, 8.0
SLOTS_WIDTH = cards_width(MOST, SLOT)


class HandTableScreen(Page):
    """The page of the hand table."""

    name: ClassVar[str] = "hand_table"
    keys: ClassVar[str] = "hand_table"

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self._head = odds_head(app, HAND_TABLE_PAGE, self.escape, self.page_switch(HAND_TABLE_PAGE))
        self._dice = random.Random(app.new_seed())
        self._filling = Asked[HandTableStatistics](app, self._take_filling)
        self._way = Asked[CardLookup](app, self._take_way)
        self._walked: float | None = None  # seconds since the first five was lit; None while nothing walks
        self._slots = CardSlots("cards", text("hand_table.slots"), MOST, self._lay, self._pick)
        self._slots.tooltip = text("hand_table.slots_tip")
        self._slots.cards = parse(FIRST_SHOWN)
        self._fives = Fives(self._light)
        self._again = Button("try-again", text("table.try_again"), self.enter, kind="primary")
        self.controls.focus("cards")

    # ---- what is asked --------------------------------------------------------------------------------------
    @property
    def questions(self) -> Sequence[Asked[Any]]:
        return self._filling, self._way

    @property
    def _problem(self) -> str:
        return self._filling.problem or self._way.problem

    @property
    def _lookup(self) -> CardLookup | None:
        return self._way.value

    def enter(self) -> None:
        """Ask for the figures, or for the cards again when they are known."""
        if self._filling.value is None:
            self._filling.ask(CountHandTable())
        elif self._lookup is None:
            self._ask_for_cards()

    def _take_filling(self) -> None:
        if self._filling.state == "answered":
            self._ask_for_cards()
        self.show()

    def _ask_for_cards(self) -> None:
        if self._slots.cards and self._filling.value is not None:
            self._way.ask(LookUpHand(tuple(self._slots.cards)))

    def _take_way(self) -> None:
        if self._way.state == "answered" and (lookup := self._lookup) is not None:
            walks = len(lookup.sets) > 1 and not self.app.settings.reduced_motion
            self._fives.sets = lookup.sets
            self._walked = 0.0 if walks else None
            self._fives.best = None if walks else lookup.best
            self._show_set(0 if walks else lookup.best or 0)
        self.show()

    # ---- what is done ---------------------------------------------------------------------------------------
    def _lay(self, cards: Sequence[Card]) -> None:
        self._slots.cards, self._slots.veiled = tuple(cards), ()
        self._way.forget()
        self._walked = None
        self._ask_for_cards()
        self.show()

    def _deal(self, count: int) -> None:
        self._lay(self._dice.sample(DECK, count))

    def _pick(self) -> None:
        cards, lay = self._slots.cards, self._lay
        pick_cards(self.app, "hand_table.pick", "hand_table.pick_note", cards, lay, most=MOST)

    def _light(self, place: int) -> None:
        """Light a five that the player has chosen; nothing walks on by itself."""
        self._walked = None
        if self._lookup is not None:
            self._fives.best = self._lookup.best
        self._show_set(place)

    def _show_set(self, place: int) -> None:
        if self._lookup is not None:
            self._fives.chosen = place
            playing = self._lookup.sets[place].places
            self._slots.veiled = [at for at in range(len(self._lookup.cards)) if at not in playing]
        self.show()

    def update(self, dt: float) -> bool:
        """Light the next five; after the last one the best."""
        if self._walked is None or self._lookup is None:
            return False
        self._walked += dt
        place = int(self._walked / SECONDS_A_FIVE)
        if place >= len(self._lookup.sets):
            self._light(self._lookup.best or 0)
        elif place != self._fives.chosen:
            self._show_set(place)
        return self._walked is not None

    # ---- what stands on it ----------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """The filling at the left, the cards above numbers and way; or one column."""
        lookup = self._lookup
        one = lookup.sets[self._fives.chosen] if lookup is not None else None
        filling = hand_table_panels.filling(self._filling, self._problem, self._again)
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
        fives = Control(self._fives, FIVES)
        self._fives.visible = self._lookup is not None and len(self._lookup.sets) > 1
        acts = (Control(one.button, BUTTON) for one in (self.five, self.seven, self.farthest, self.clear))
        buttons = Grid(*acts, columns=2 if window.narrow else 4, gap=BUTTON_GAP)
        answer = hand_table_panels.answer(self._lookup, one)
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
        """Light the five before or after."""
        return self._fives.visible and self._fives.step((-1, 1)[index])

    @action("r", kind="outline", style="label", hinted=False)
    def five(self) -> None:
        self._deal(HAND)

    @action("v", kind="outline", style="label", hinted=False)
    def seven(self) -> None:
        self._deal(MOST)

    @action("l", kind="outline", style="label", hinted=False)
    def farthest(self) -> None:
        """Show the cards whose search is the longest."""
        if (filling := self._filling.value) is not None:
            self._lay(filling.farthest)

    @farthest.reason
    def _why_not_farthest(self) -> str:
        return "" if self._filling.value is not None else text("hand_table.not_yet")

    @action("x", kind="outline", style="label", hinted=False)
    def clear(self) -> None:
        self._lay(())

    def trace(self) -> dict[str, Any]:
        """Return what a test may wait for."""
        lookup, asked = self._lookup, {"partly": "building", "answered": "figures"}
        return {
            "phase": "trouble" if self._problem else asked.get(self._filling.state, "waiting"),
            "cards": names(self._slots.cards),
            "sets": len(lookup.sets) if lookup is not None else 0,
            "chosen": self._fives.chosen,
            "best": lookup.best if lookup is not None else None,
            "walking": self._walked is not None,
        }
