"""The controls of who looks on: pause, steps forwards and back, the speed, cards open or closed, pages to ask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from game.core import Seat
from game.match.session import Session
from game.rules import games
from game.tables.decision_pages import AHEAD, RULES, ask_experts, has_look_ahead, look_ahead, solve_decision
from game.tables.looking_on import PACES, LookingOn
from game.texts import text
from game.window.frame.screen import Services
from game.window.ui.input import Key
from game.window.ui.layout import Box, Column, Row, grow, share
from game.window.ui.leaves import Filled, across
from game.window.ui.widgets import Act, Button, Option, Segmented, Widget
from game.window.ui.widgets.widget import acted
from game.window.views import regions

GAP = 8.0
FIRST_ROW = (1.8, 1.0, 1.0, 3.2)
TIGHT_FIRST_ROW = (1.4, 0.9, 0.9, 3.8)
WIDEST_ROW = 920.0
ROOM_FOR_KEYS = 640.0
PADDING, LOW_PADDING, LOW_ACTION_BAR = 12.0, 10.0, 100.0


class Spectator(LookingOn):
    """A table with a spectator: the playback of `LookingOn` with its controls.

    Subclasses define the side panel and the source of the actions.

    The lower row of the action bar has the choice of cards and the buttons of `more`, with their keys; `shares` is
    how much of the row each of them takes.
    """

    shares: ClassVar[Sequence[float]]
    more: Mapping[Button, str]
    sizes: ClassVar[regions.Sizes] = regions.Sizes(112, 88, (268, 320, 380), band=(236, 260))

    def __init__(self, app: Services, session: Session, below: Seat = 0) -> None:
        super().__init__(app, session, below)
        self.run_button = Button("run", "", self.toggle, kind="primary")
        self.back_button = Button("step-back", text("watch.back"), self.step_back, style="label_b")
        self.step_button = Button("step", text("watch.step"), self.step, style="label_b")
        speeds = [Option(speed, text(f"watch.speeds.{speed}")) for speed in PACES]
        self.speeds = Segmented("speed", text("watch.speed"), speeds, self.speed, self.set_speed)
        sights = [Option("open", text("watch.open")), Option("closed", text("watch.closed"))]
        self.sight = Segmented("sight", text("watch.cards"), sights, "open", self.set_sight)
        self.sight.disabled = text("watch.no_cards") if self.game == games.TIC_TAC_TOE else ""
        self.controls.focus("run")

    def run_label(self) -> str:
        """Name what the main button does now: a key of the texts of watching."""
        return "pause" if self.running else "run"

    # ---- what the spectator does ----------------------------------------------------------------------------
    def toggle(self) -> None:
        """Pause or go on."""
        self.set_running(running=not self.running)

    def step(self) -> None:
        """Pause, and show one action more; what moves comes to its end first."""
        self.set_running(running=False)
        if self.timeline.animation_step is not None:
            self.timeline.finish()
        elif self.phase != "done":
            self._granted = True
        self.relayout()

    def step_back(self) -> None:
        """Pause, and go back to the last decision."""
        self.set_running(running=False)
        if self.session.can_step_back:
            self.session.step_back()
            self.timeline.finish()
            self.after_change()

    def set_speed(self, speed: str) -> None:
        """Go on at another speed."""
        self.speed = self.speeds.chosen = speed
        self.interrupted()
        self.relayout()

    def toggle_cards(self) -> None:
        """Open or close the cards."""
        self.set_sight("closed" if self.open_cards else "open")

    def set_sight(self, sight: str) -> None:
        """Show all cards, or none before the showdown."""
        self.sight.chosen = sight
        self.open_cards = sight == "open"
        self.timeline.finish()
        self.relayout()

    def go_on_like(self, before: Spectator) -> None:
        """Look on at the pace of another table, with its cards open or closed."""
        self.speed = self.speeds.chosen = before.speed
        self.set_sight(before.sight.chosen)

    def look_ahead(self) -> None:
        """Open the search of the current decision or its solve, if the cards are shown."""
        if self.game != games.HOLDEM:
            return
        self.come_to_rest()
        if self.open_cards:
            look_ahead(self)
        else:
            self.app.say(text("search.closed"))

    def ask_experts(self) -> None:
        """Ask the experts about the current decision."""
        self.come_to_rest()
        ask_experts(self, open_cards=self.open_cards)

    def solve_decision(self) -> None:
        """Open the solver on the current decision."""
        self.come_to_rest()
        solve_decision(self)

    @property
    def icons(self) -> tuple[str, ...]:
        """The search, where somebody searches at this game, and the experts of Hold'em."""
        ahead = (AHEAD,) if has_look_ahead(self) else ()
        return (*ahead, RULES) if self.game == games.HOLDEM else ahead

    def _header_acts(self) -> dict[str, Act]:
        return super()._header_acts() | {AHEAD: self.look_ahead, RULES: self.ask_experts}

    # ---- layout and drawing ---------------------------------------------------------------------------------
    def first_focus(self) -> str:
        """The button that runs and pauses."""
        return "run"

    def compose_action_bar(self) -> Box:
        """Return two rows of buttons."""
        _, _, width, height = self.regions.action_bar
        roomy, pad = width > ROOM_FOR_KEYS, LOW_PADDING if height < LOW_ACTION_BAR else PADDING
        self.label_buttons()
        pace = {self.run_button: text("keys.space"), self.back_button: "←", self.step_button: "→"}
        for button, key in {**pace, **self.more}.items():
            button.keycap = key if roomy else ""
        first = zip((*pace, self.speeds), FIRST_ROW if roomy else TIGHT_FIRST_ROW, strict=True)
        second = zip((self.sight, *self.more), self.shares, strict=True)
        rows = Column(_shared(first), _shared(second), gap=GAP, padding=pad)
        return across(rows.sized(share(1.0, most=WIDEST_ROW + 2 * pad)))

    def label_buttons(self) -> None:
        """Name the main button, and say which buttons do nothing now."""
        self.run_button.label = text(f"watch.{self.run_label()}")
        self.back_button.disabled = "" if self.session.can_step_back else text("watch.at_the_start")
        self.step_button.disabled = text("watch.at_the_end") if self.phase == "done" else ""

    # ---- keys -----------------------------------------------------------------------------------------------
    def acts(self) -> dict[str, Act]:
        """Return what keys do that act once however long they are held."""
        acts: dict[str, Act] = {"space": self.toggle, "o": self.toggle_cards, "l": self.show_log}
        acts |= {str(place): partial(self.set_speed, speed) for place, speed in enumerate(PACES, 1)}
        if self.game == games.HOLDEM:
            acts |= {"a": self.look_ahead, "e": self.ask_experts, "v": self.solve_decision}
        return acts

    def key(self, event: Key) -> bool:
        """Take the keys of looking on; a held arrow goes on stepping, and Ctrl+C is as good as C."""
        steps: dict[str, Act] = {"left": self.step_back, "right": self.step, "s": self.step}
        acts = self.acts()
        act = steps.get(event.name) or (
            None if event.repeat else acts.get(event.name) or acts.get(event.text)
        )
        return (not event.ctrl or event.name == "c") and acted(act)

    def trace(self) -> dict[str, Any]:
        """Add the pace, and whether the cards lie open."""
        return super().trace() | {"running": self.running, "speed": self.speed, "open": self.open_cards}


def _shared(widgets: Iterable[tuple[Widget, float]]) -> Row:
    """Return a row that widgets share by weight."""
    boxes = (Filled(widget).sized(grow(weight)) for widget, weight in widgets)
    return Row(*boxes, gap=GAP).sized(grow())
