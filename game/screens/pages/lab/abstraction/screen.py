"""Which hands are played alike: a flop hand, the bucket that an abstraction puts it into, and why.

The histogram says what the hand can become, with the centre of its bucket over it; below stand the hands that lie
nearest, in its bucket and beyond. Any of them is looked at in its turn, and any two are compared by three measures.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from game.messages.abstraction_answers import BoardHand, Neighbour
from game.rules import games
from game.rules.cards import DECK, Card, names
from game.screens.dialogs.card_picker import CardPicker
from game.screens.frame.asked import Asked
from game.screens.frame.page import Binding
from game.screens.frame.screen import Services
from game.screens.pages.lab.abstraction.hand_panel import HandCards, hand_panel
from game.screens.pages.lab.abstraction.histogram_panel import HistogramPanel
from game.screens.pages.lab.abstraction.model import AbstractionModel
from game.screens.pages.lab.abstraction.near import NearPanels, height_of
from game.screens.pages.lab.abstraction.setup import AbstractionSetup
from game.screens.pages.lab.abstraction.spots import EXAMPLES, LEAST, MOST, HandExample, points, written
from game.screens.pages.lab.emd_demo.screen import EmdDemoScreen
from game.screens.pages.lab.page import ABSTRACTION, EMD, LabPage, OpenGame, lab_head
from game.screens.pages.lab.parts import GAP
from game.screens.ui.layout import Box, Breakpoint, Column, Row, fixed, grow, share
from game.screens.ui.leaves import Control, Panel
from game.screens.ui.texts import text
from game.screens.ui.widgets.examples import example_buttons

LEFT = share(0.3, least=316, most=420)
HAND_HEIGHT, EXAMPLES_HEIGHT, NARROW_CHART = 364.0, 196.0, 330.0
LEAST_ROWS, NARROW_ROWS, MOST_ROWS = 4, 6, 9
BUTTON, BUTTON_GAP, HEAD = 34.0, 4.0, 42.0


class AbstractionScreen(LabPage):
    """The page; `page_of` makes the page of another game, `turn` opens another page about Hold'em.

    `abstraction` is the name of the one whose buckets are looked at first.
    """

    name: ClassVar[str] = "abstraction"
    game: ClassVar[str] = games.HOLDEM
    page = ABSTRACTION
    words: ClassVar[str] = "lab.abstraction"

    def __init__(
        self, app: Services, page_of: OpenGame, turn: Callable[[str], None], abstraction: str
    ) -> None:
        super().__init__(app)
        self._page_of = page_of
        self._turn = turn
        self._dice = random.Random(app.new_seed())
        self._head = lab_head(app, ABSTRACTION, self.escape, self.turn_page)
        self.model = AbstractionModel(app, EXAMPLES[0].spot, abstraction, self.show)
        self._setup = AbstractionSetup(self.model, self.open_game, self._deal, self.show)
        self._cards = HandCards(self.model, self._pick)
        self._histogram = HistogramPanel(self.model, self.show)
        self._near = NearPanels(self.model)
        self._examples = example_buttons("lab.abstraction.examples.{}", EXAMPLES, self._start_from)
        self.controls.focus("pick")

    # ---- what is done ---------------------------------------------------------------------------------------
    def _start_from(self, example: HandExample) -> None:
        if self.model.compares:
            self.model.compare()
        self.model.look(example.spot, example.beside)

    def _deal(self) -> None:
        cards = self._dice.sample(DECK, LEAST)
        self.model.look(BoardHand(tuple(cards[:2]), tuple(cards[2:])))

    def _pick(self) -> None:
        title, note = text("lab.abstraction.pick"), text("lab.abstraction.pick_note")
        cards = self.model.spot.cards
        self.app.overlay(CardPicker(self.app, title, cards, (), most=MOST, note=note, choose=self._lay))

    def _lay(self, cards: Sequence[Card]) -> None:
        """Look at what was picked, once it is a hand and a flop."""
        if len(cards) >= LEAST:
            self.model.look(BoardHand(tuple(cards[:2]), tuple(cards[2:])))

    def turn_page(self, page: str) -> None:
        """Open the example of the distance above this page, where the hand stays, or another page in its place."""
        self._head.switch.chosen = ABSTRACTION
        if page == EMD:
            self.app.go(EmdDemoScreen(self.app, self.turn_page, self.open_game))
        elif page != ABSTRACTION:
            self._turn(page)

    # ---- what comes back ------------------------------------------------------------------------------------
    @property
    def questions(self) -> Sequence[Asked[Any]]:
        """The hand and what lies around it."""
        return self.model.questions

    def enter(self) -> None:
        """Ask again what was dropped when the screen was covered or left."""
        self.model.begin()

    @property
    def pointed(self) -> tuple[Neighbour | None, int | None]:
        """The neighbour that is told of, and the bar."""
        return self._near.pointed, self._histogram.chart.probe

    @property
    def problem(self) -> str:
        """What is wrong with what was typed, or with what was asked."""
        return self._setup.problem or self.model.problem

    # ---- what stands on it ----------------------------------------------------------------------------------
    def settings(self, window: Breakpoint) -> Box:
        """Which game, whose buckets, which cards."""
        return self._setup.box(self.app.painter, window.width - 2 * window.margin)

    def body(self, window: Breakpoint) -> Box:
        """Hand and examples beside the histogram above the neighbours; or all in one column."""
        hand, examples = hand_panel(self.model, self._cards), self._examples_panel()
        lists = self._near.boxes()
        chart = self._histogram.box(self._near.pointed).focused_last()
        if window.narrow:
            near = (rows.sized(fixed(height_of(NARROW_ROWS))).focused_last() for rows in lists)
            first = hand.sized(fixed(HAND_HEIGHT)), chart.sized(fixed(NARROW_CHART))
            return Column(*first, *near, examples, gap=GAP)
        near_size = grow(least=height_of(LEAST_ROWS), most=height_of(MOST_ROWS))
        beside = Row(*(rows.sized(grow()) for rows in lists), gap=GAP).focused_last()
        left = Column(hand.sized(grow(least=HAND_HEIGHT)), examples, gap=GAP)
        right = Column(chart.sized(grow()), beside.sized(near_size), gap=GAP)
        return Row(left.sized(LEFT), right.sized(grow()), gap=GAP).sized(grow())

    def _examples_panel(self) -> Panel:
        for button in self._examples:
            button.disabled = text("lab.waiting") if self.model.opens else ""
        buttons = (Control(button, BUTTON) for button in self._examples)
        title = text("lab.abstraction.examples.title")
        return Panel(*buttons, title=title, head=HEAD, gap=BUTTON_GAP).sized(fixed(EXAMPLES_HEIGHT))

    # ---- keys, tests ----------------------------------------------------------------------------------------
    @property
    def bindings(self) -> Mapping[str, Binding]:
        """Letters type, deal, turn the chart, compare and pick; digits start from examples; arrows choose a bar."""
        chart = self._histogram.chart
        first, *others = self._examples
        return {
            "a": Binding(partial(self.controls.focus, "cards"), cap="A", hint="type"),
            "r": Binding(self._setup.another, cap="R", hint="another"),
            "t": Binding(self._histogram.turn, cap="T", hint="turn"),
            "c": Binding(self._setup.compare, cap="C", hint="compare"),
            "left": Binding(chart, repeats=True, cap="← →", hint="bar"),
            **dict.fromkeys(("right", "home", "end"), Binding(chart, repeats=True)),
            "1": Binding(first, cap="1–4", hint="example"),
            **{button.keycap: Binding(button) for button in others},
            "h": Binding(self._pick, cap="H", hint="cards"),
            "backspace": Binding(self.model.go_back, cap="keys.backspace", hint="before"),
            "escape": Binding(self.escape, cap="keys.escape", hint="leave"),
            "b": Binding(partial(self._setup.abstraction.step, 1)),
        }

    def trace(self) -> dict[str, Any]:
        """Say what is looked at, and what is known of it."""
        model = self.model
        hand, beside, apart = model.hand.value, model.beside.value, model.apart.value
        return super().trace() | {
            "abstraction": model.abstraction,
            "hand": names(model.spot.hand),
            "board": names(model.spot.board),
            "stale": model.stale,
            "buckets": list(hand.buckets) if hand is not None else [],
            "inside": [written(one.spot) for one in self._near.inside.near],
            "beside": written(beside.spot) if beside is not None else "",
            "apart": points(apart.turns) if apart is not None else "",
            "when": self._histogram.switch.chosen,
            "probe": self._histogram.chart.probe,
        }
