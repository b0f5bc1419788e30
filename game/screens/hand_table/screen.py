"""The hash table of all hands, for the curious: how it is filled, and a hand looked up step by step.

The table lies in the other process; the page asks for its statistics, waits with a bar while it is being built, and
then asks for the way of whatever cards lie in the slots. Of six or seven cards every five is lit in turn, and the
best one stays.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from game.core import Progress
from game.rules.cards import DECK, Card, names, parse
from game.screens.hand_table import panels
from game.screens.hand_table.figures import Filling, Lookup
from game.screens.hand_table.fives import Fives
from game.screens.hand_table.layout import SLOTS, Places, in_rows, places
from game.screens.input import Key
from game.screens.long_page import LongPage
from game.screens.odds.head import HAND_TABLE_PAGE, odds_head
from game.screens.odds.picker import CardPicker
from game.screens.paged_head import PagedHead
from game.screens.pen import Pen
from game.screens.tables.requests import Requests
from game.screens.texts import text
from game.screens.views.panel_head import content, write_title
from game.screens.widgets.button import Button
from game.screens.widgets.card_slots import CardSlots
from game.screens.widgets.widget import Rect

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.app import App

FIRST_SHOWN = "AsAhAdKsKh"
HAND = 5
SECONDS_A_FIVE = 0.14
ABOVE = 4.0


class HandTableScreen(LongPage):
    """The page; `turn` opens another page of the head in its place."""

    name: ClassVar[str] = "hand_table"
    _head: PagedHead

    def __init__(self, app: App, turn: Callable[[str], None]) -> None:
        super().__init__(app)
        self._turn = turn
        self._head = odds_head(app, HAND_TABLE_PAGE, self.escape, self._turn_page)
        self._requests = Requests(app)
        self._dice = random.Random(app.new_seed())
        self._places: Places | None = None
        self._filling: Filling | None = None
        self._report: Progress | None = None
        self._trouble = ""
        self._lookup: Lookup | None = None
        self._ticket: int | None = None
        self._walked: float | None = None  # seconds since the first five was lit; None while nothing walks
        self._slots = CardSlots("cards", text("hand_table.slots"), SLOTS, self._lay, self._pick)
        self._slots.tooltip = text("hand_table.slots_tip")
        self._slots.cards = parse(FIRST_SHOWN)
        self._fives = Fives(self._light)
        acts = (
            ("five", "R", lambda: self._deal(HAND)),
            ("seven", "V", lambda: self._deal(SLOTS)),
            ("farthest", "L", self._show_farthest),
            ("clear", "X", lambda: self._lay(())),
        )
        self._acts = {
            key.lower(): Button(
                name, text(f"hand_table.acts.{name}"), act, kind="outline", style="label", keycap=key
            )
            for name, key, act in acts
        }
        self._again = Button("try-again", text("table.try_again"), self._ask, kind="primary")
        self.controls.focus("cards")

    # ---- what is asked --------------------------------------------------------------------------------------
    @property
    def phase(self) -> str:
        """What the page shows: "waiting", "building", "trouble" or "figures"."""
        if self._trouble:
            return "trouble"
        if self._filling is not None:
            return "figures"
        return "waiting" if self._report is None else "building"

    def enter(self) -> None:
        """Ask for the figures, or for the cards again when they are known."""
        self._ask()

    def leave(self) -> None:
        """Take no more interest in what was asked."""
        self._requests.drop_all()

    def receive(self, answer: Answer) -> None:
        """Take figures and ways."""
        self._requests.take(answer)

    def _ask(self) -> None:
        self._trouble = ""
        if self._filling is None:
            self._requests.ask("hand_table", {}, self._take_filling, self._take_report)
        elif self._lookup is None or self._lookup.cards != self._slots.cards:
            self._ask_for_cards()
        self.relayout()

    def _take_report(self, report: Progress) -> None:
        self._report, self.dirty = report, True

    def _take_filling(self, found: Any, sentence: str) -> None:
        self._trouble, self._report = sentence, None
        if not sentence:
            self._filling = Filling.of(found)
            self._ask_for_cards()
        self.relayout()

    def _ask_for_cards(self) -> None:
        """Ask for the way of the cards that lie there now; an older question is dropped."""
        self._requests.drop(self._ticket)
        cards = tuple(self._slots.cards)
        if cards and self._filling is not None:
            self._ticket = self._requests.ask(
                "hand_lookup",
                {"cards": cards},
                lambda found, sentence: self._take_way(cards, found, sentence),
            )

    def _take_way(self, cards: tuple[Card, ...], found: Any, sentence: str) -> None:
        self._trouble = sentence
        if not sentence:
            self._lookup = lookup = Lookup.of(cards, found)
            self._fives.sets, self._fives.best = lookup.sets, None
            many = len(lookup.sets) > 1
            self._walked = 0.0 if many and not self.app.settings.reduced_motion else None
            self._show_set(0 if self._walked is not None else lookup.best or 0)
            if self._walked is None:
                self._fives.best = lookup.best
        self.relayout()

    # ---- what is done ---------------------------------------------------------------------------------------
    def _lay(self, cards: Sequence[Card]) -> None:
        self._slots.cards = tuple(cards)
        self._slots.veiled = ()
        self._lookup, self._walked = None, None
        self._ask_for_cards()
        self.relayout()

    def _deal(self, count: int) -> None:
        self._lay(self._dice.sample(DECK, count))

    def _show_farthest(self) -> None:
        if self._filling is not None:
            self._lay(self._filling.farthest)

    def _pick(self) -> None:
        title, note = text("hand_table.pick"), text("hand_table.pick_note")
        self.app.overlay(
            CardPicker(self.app, title, self._slots.cards, (), most=SLOTS, note=note, choose=self._lay)
        )

    def _turn_page(self, page: str) -> None:
        """Go back to the odds, which lie below, and from there to the page that was chosen."""
        if page != HAND_TABLE_PAGE:
            self.app.back()
            self._turn(page)

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
        self.dirty = True

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

    # ---- where it lies --------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Place the panels, and the controls in them."""
        top = self._head.place(width, 16.0)
        above = top + ABOVE
        start = self.fit_below(top, places(width, height - above, above).height + ABOVE) + ABOVE
        self._places = p = places(width, height - above, start)
        self._slots.rect, self._fives.rect = p.slots, p.fives
        self._fives.visible = self._lookup is not None and len(self._lookup.sets) > 1
        for button, rect in zip(self._acts.values(), in_rows(p.buttons, len(self._acts)), strict=True):
            button.rect = rect
        self._acts["l"].disabled = "" if self._filling is not None else text("hand_table.not_yet")
        x, y, _, _ = content(p.filling)
        self._again.rect = (x, y + 130, 200.0, 42.0)
        self._again.visible = self.phase == "trouble"
        self.place_below([self._slots, self._fives, *self._acts.values(), self._again])

    # ---- what is drawn --------------------------------------------------------------------------------------
    def panels(self) -> Sequence[Rect]:
        """The grounds of filling, cards, numbers and way."""
        return self._places.panels if self._places is not None else ()

    def draw_page(self, pen: Pen) -> None:
        """Draw the figures."""
        if (p := self._places) is not None:
            self._draw_filling(pen, p.filling)
            self._draw_cards(pen, p)

    def _draw_filling(self, pen: Pen, panel: Rect) -> None:
        if self._trouble:
            write_title(pen, panel, text("hand_table.filling.title"), text("hand_table.filling.note"))
            x, y, width, _ = content(panel)
            words = text("hand_table.trouble", sentence=self._trouble)
            pen.para(words, x, y + panels.TITLE + 12, width, "label", col="dim", limit=4)
        elif self._filling is None:
            panels.draw_waiting(pen, panel, self._report)
        else:
            panels.draw_filling(pen, panel, self._filling)

    def _draw_cards(self, pen: Pen, p: Places) -> None:
        write_title(pen, p.cards, text("hand_table.look_up"))
        if self._lookup is None:
            self._draw_nothing(pen, p)
            return
        one = self._lookup.sets[self._fives.chosen]
        panels.draw_answer(pen, p.answer, self._lookup, self._fives.chosen)
        panels.draw_numbers(pen, p.numbers, self._lookup, one)
        panels.draw_way(pen, p.way, one)

    def _draw_nothing(self, pen: Pen, p: Places) -> None:
        """Say what will stand here once there are cards."""
        for panel, name in ((p.numbers, "numbers"), (p.way, "way")):
            write_title(pen, panel, text(f"hand_table.{name}.title"))
            x, y, width, _ = content(panel)
            words = text(f"hand_table.{name}.empty")
            pen.para(words, x, y + panels.TITLE + 12, width, "label", col="dim", limit=6)

    # ---- keys and tests -------------------------------------------------------------------------------------
    @property
    def keys(self) -> str:
        """The group of keys that the help page tells of."""
        return "hand_table"

    def key(self, event: Key) -> bool:
        """Left and right walk along the fives; letters deal, show the longest way, and clear."""
        if event.repeat and event.name not in ("left", "right"):
            return False
        if event.ctrl:
            return self._head.open_page(event)
        if event.name in ("left", "right") and self._fives.visible:
            return self._fives.step(-1 if event.name == "left" else 1)
        button = self._acts.get(event.name)
        if button is None or not button.enabled:
            return False
        button.act()
        return True

    def trace(self) -> dict[str, Any]:
        """Return what a test may wait for."""
        lookup = self._lookup
        return {
            "phase": self.phase,
            "cards": names(self._slots.cards),
            "sets": len(lookup.sets) if lookup is not None else 0,
            "chosen": self._fives.chosen,
            "best": lookup.best if lookup is not None else None,
            "walking": self._walked is not None,
        }
