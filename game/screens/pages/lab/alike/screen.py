"""Which hands are played alike: a flop hand, the bucket that an abstraction puts it into, and why.

The histogram says what the hand can become, with the centre of its bucket over it; below stand the hands that lie
nearest, in its bucket and beyond. Any of them is looked at in its turn, and any two are compared by three measures.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from game.alike import Neighbour, Spot
from game.core import BadInput
from game.rules import games
from game.rules.cards import DECK, Card, names
from game.screens.dialogs.card_picker import CardPicker
from game.screens.frame.long_page import LongPage
from game.screens.frame.paged_head import PagedHead
from game.screens.frame.screen import Screen
from game.screens.pages.lab.alike import panels
from game.screens.pages.lab.alike.examples import EXAMPLES, Example
from game.screens.pages.lab.alike.histogram_panel import HistogramPanel
from game.screens.pages.lab.alike.layout import CHART, HAND, INSIDE, OUTSIDE, Places, margin_of, places
from game.screens.pages.lab.alike.layout import EXAMPLES as EXAMPLES_PANEL
from game.screens.pages.lab.alike.near_list import NearList
from game.screens.pages.lab.alike.setup import AlikeSetup
from game.screens.pages.lab.alike.study import AlikeStudy
from game.screens.pages.lab.alike.words import LEAST, MOST, points, read, written
from game.screens.pages.lab.earth.screen import EarthScreen
from game.screens.pages.lab.head import ABSTRACTION, EARTH, lab_head
from game.screens.pages.lab.note import Note
from game.screens.ui.canvas.pen import Pen
from game.screens.ui.input import Key
from game.screens.ui.leaves.panel_head import content, write_hints, write_title
from game.screens.ui.texts import text
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.widget import Act, Rect, acted

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.frame.screen import Services

ABOVE, SETUP_GAP = 6.0, 8.0
BUTTON, BUTTON_GAP = 34.0, 4.0
OPENED_KEYS = ("r", "t", "c", "1", "2", "3", "4")
"""Keys that do nothing until the first hand is known."""
HINTS = (
    ("A", "type"),
    ("R", "another"),
    ("T", "turn"),
    ("C", "compare"),
    ("← →", "bar"),
    ("1–4", "example"),
    ("H", "cards"),
    ("keys.backspace", "before"),
    ("keys.escape", "leave"),
)

OpenGame = Callable[["Services", str], Screen]


class AlikeScreen(LongPage):
    """The page; `open_game` makes the page of another game, `turn` opens another page about Hold'em.

    `abstraction` is the name of the one whose buckets are looked at first.
    """

    name: ClassVar[str] = "alike"
    _head: PagedHead

    def __init__(
        self,
        app: Services,
        open_game: OpenGame,
        turn: Callable[[str], None],
        abstraction: str,
    ) -> None:
        super().__init__(app)
        self._open_game = open_game
        self._turn = turn
        self._dice = random.Random(app.new_seed())
        self._places: Places | None = None
        self._note = Note()
        self._row: tuple[str, int] = "", 0
        self._head = lab_head(app, ABSTRACTION, self.escape, self.turn_page)
        self.study = AlikeStudy(app, EXAMPLES[0].spot, abstraction, self._show)
        self._setup = AlikeSetup(self.study, self._go_to_game, self._read, self._deal)
        self._cards = panels.HandCards(self.study, self._pick)
        self._histogram = HistogramPanel(self.study, self._show)
        self._inside = NearList(
            "inside", text("lab.alike.near.label_in"), self.study.look, tells_bucket=False
        )
        self._outside = NearList(
            "outside", text("lab.alike.near.label_out"), self.study.look, tells_bucket=True
        )
        self._examples = [
            Button(
                f"example-{one.name}",
                text(f"lab.alike.examples.{one.name}"),
                partial(self._start_from, one),
                kind="outline",
                style="label",
                keycap=str(place),
            )
            for place, one in enumerate(EXAMPLES, 1)
        ]
        self.controls.focus("pick")

    # ---- what is done ---------------------------------------------------------------------------------------
    def _read(self, typed: str) -> str:
        """Look at what was typed; return what is wrong with it."""
        try:
            spot = read(typed)
        except BadInput as wrong:
            return str(wrong)
        self.study.look(spot)
        return ""

    def _start_from(self, example: Example) -> None:
        if self.study.compares:
            self.study.compare()
        self.study.look(example.spot, example.beside)

    def _deal(self) -> None:
        cards = self._dice.sample(DECK, LEAST)
        self.study.look(Spot(tuple(cards[:2]), tuple(cards[2:])))

    def _pick(self) -> None:
        title, note = text("lab.alike.pick"), text("lab.alike.pick_note")
        cards = self.study.spot.cards
        self.app.overlay(CardPicker(self.app, title, cards, (), most=MOST, note=note, choose=self._lay))

    def _lay(self, cards: Sequence[Card]) -> None:
        """Look at what was picked, once it is a hand and a flop."""
        if len(cards) >= LEAST:
            self.study.look(Spot(tuple(cards[:2]), tuple(cards[2:])))

    def _go_to_game(self, game: str) -> None:
        if game != games.HOLDEM:
            self.app.replace(self._open_game(self.app, game))

    def turn_page(self, page: str) -> None:
        """Open the example of the distance above this page, where the hand stays, or another page in its place."""
        self._head.switch.chosen = ABSTRACTION
        if page == EARTH:
            self.app.go(EarthScreen(self.app, self.turn_page, self._go_to_game))
        elif page != ABSTRACTION:
            self._turn(page)

    # ---- what comes back ------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Ask again what was dropped when the screen was covered or left."""
        self.study.begin()

    def leave(self) -> None:
        """Take no more interest in what was asked."""
        self.app.lab.note(games.HOLDEM, ABSTRACTION)
        self.study.drop()

    def receive(self, answer: Answer) -> None:
        """Take what the other process has found."""
        self.study.take(answer)

    def _show(self) -> None:
        """Show what is known now."""
        study = self.study
        self._setup.follow()
        for button in self._examples:
            button.disabled = text("lab.waiting") if study.opens else ""
        near = study.near
        for one, found in ((self._inside, near and near.inside), (self._outside, near and near.outside)):
            one.near = found or ()
            one.pale = study.stale
        self._inside.farthest = near.farthest if near is not None else None
        self._histogram.follow(self._told)
        row = self._problem, len(self._setup.widgets)
        if row != self._row:
            self._row = row
            self.relayout()
        self.dirty = True

    @property
    def _problem(self) -> str:
        """What is wrong with what was typed, or with what was asked."""
        return self._setup.problem or self.study.problem

    @property
    def _told(self) -> Neighbour | None:
        """The neighbour under the mouse, or the one that has the focus."""
        return self._inside.told or self._outside.told

    # ---- where it lies --------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Place head, row, panels and keys; the page scrolls where the window is too low."""
        pen, margin = self.app.pen, margin_of(width)
        top, inner = self._head.place(width, margin), width - 2 * margin
        setup = self._setup.place(pen, (margin, 0.0, inner, 0.0))
        above = ABOVE + setup + SETUP_GAP + self._note.wrap(pen, self._problem, inner)
        lay_out = partial(places, width, height - top - above)
        start = self.fit_below(top, above + lay_out(0.0).height)
        self._setup.place(pen, (margin, start + ABOVE, inner, setup))
        self._note.place(margin, start + ABOVE + setup + SETUP_GAP)
        self._places = p = lay_out(start + above)
        self._place_panels(p)
        self.place_below(
            [
                *self._setup.widgets,
                self._cards,
                *self._examples,
                *self._histogram.widgets,
                self._inside,
                self._outside,
            ]
        )

    def _place_panels(self, p: Places) -> None:
        self._cards.rect = panels.cards_rect(p.panels[HAND])
        self._histogram.place(p.panels[CHART])
        for one, name in ((self._inside, INSIDE), (self._outside, OUTSIDE)):
            x, y, width, height = content(p.panels[name])
            one.rect = (x - 6, y + panels.TITLE, width + 12, height - panels.TITLE + 4)
        x, y, width, _ = content(p.panels[EXAMPLES_PANEL])
        for place, button in enumerate(self._examples):
            button.rect = (x, y + panels.TITLE + place * (BUTTON + BUTTON_GAP), width, BUTTON)

    # ---- what is drawn --------------------------------------------------------------------------------------
    def panels(self) -> Sequence[Rect]:
        """The grounds."""
        return tuple(self._places.panels.values()) if self._places is not None else ()

    def draw_page(self, pen: Pen) -> None:
        """Draw words and pictures; the histogram follows the list under the mouse."""
        if (p := self._places) is None:
            return
        self._histogram.follow(self._told)  # the mouse may have come to another one
        self._note.draw(pen, wrong=True)
        panels.draw_hand(pen, p.panels[HAND], self.study)
        write_title(pen, p.panels[EXAMPLES_PANEL], text("lab.alike.examples.title"))
        self._histogram.draw(pen, p.panels[CHART])
        self._draw_lists(pen, p)
        write_hints(pen, p.hints, [(key, text(f"lab.alike.hints.{hint}")) for key, hint in HINTS])

    def _draw_lists(self, pen: Pen, p: Places) -> None:
        bucket = self.study.found.buckets[0] + 1 if self.study.found is not None else 0
        title = text("lab.alike.near.inside", bucket=bucket) if bucket else text("lab.alike.near.inside_any")
        heads = ((INSIDE, title), (OUTSIDE, text("lab.alike.near.outside")))
        for name, words in heads:
            write_title(
                pen, p.panels[name], words, text("lab.alike.near.note"), text("lab.alike.near.corner")
            )
        study = self.study
        if study.found is not None and study.near is None and not study.problem:
            x, y, width, height = content(p.panels[INSIDE])
            panels.draw_waiting(pen, (x, y + panels.TITLE + 6, width, height), study)
            x, y, width, _ = content(p.panels[OUTSIDE])
            words = text("lab.alike.waiting.outside")
            pen.para(words, x, y + panels.TITLE + 12, width, "label", col="dim", limit=4)

    # ---- keys, mouse, tests ---------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Letters type, deal, turn the chart, compare and pick; digits start from examples; arrows choose a bar."""
        if event.ctrl:
            return self._head.open_page(event)
        if self.study.opens and event.name in OPENED_KEYS:
            return True
        if self._histogram.chart.step(event.name):
            return True
        if event.repeat:
            return False
        acts: dict[str, Act] = {
            "a": partial(self.controls.focus, "cards"),
            "r": self._deal,
            "t": self._histogram.turn,
            "c": self.study.compare,
            "h": self._pick,
            "b": self._setup.next_abstraction,
            **{str(place): button.act for place, button in enumerate(self._examples, 1)},
        }
        if event.name == "backspace":
            return self.study.go_back()
        return acted(acts.get(event.name))

    @property
    def keys(self) -> str:
        """The group of keys that the help page tells of."""
        return "alike"

    @property
    def game(self) -> str:
        """The game whose rules the help page opens on."""
        return games.HOLDEM

    def trace(self) -> dict[str, Any]:
        """Say what is looked at, and what is known of it."""
        study = self.study
        return {
            "abstraction": study.abstraction,
            "hand": names(study.spot.hand),
            "board": names(study.spot.board),
            "stale": study.stale,
            "buckets": list(study.found.buckets) if study.found is not None else [],
            "inside": [written(one.spot) for one in self._inside.near],
            "outside": [written(one.spot) for one in self._outside.near],
            "beside": written(study.beside.spot) if study.beside is not None else "",
            "apart": points(study.apart.turns) if study.apart is not None else "",
            "when": self._histogram.switch.chosen,
            "probe": self._histogram.chart.probe,
            "problem": self._problem,
        }
