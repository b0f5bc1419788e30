"""The lab: two learners that chase each other, and why they end up in equilibrium.

A run of a member of the CFR family on Kuhn poker, live while it goes on and scrubbed afterwards. All panels show
one moment: the average strategies closing in on the equilibrium, how much they give away, the heat map of what
player 1 wins with the way of the run on it, the current strategies that never settle, and the tree of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from game.messages.lab_answers import LabPolicy, LabSettings
from game.request import Received, Refusal
from game.rules import games
from game.screens.dialogs.export import FIELD, SERIES
from game.screens.frame.page import Binding
from game.screens.frame.screen import Services
from game.screens.pages.lab import body
from game.screens.pages.lab.compare.screen import CompareScreen
from game.screens.pages.lab.model import LabModel
from game.screens.pages.lab.names import stamp
from game.screens.pages.lab.page import (
    COMPARE,
    OVERVIEW,
    STRATEGIES,
    LabPage,
    OpenGame,
    export_numbers,
    lab_head,
)
from game.screens.pages.lab.panels import Panels
from game.screens.pages.lab.parts import scrubbing
from game.screens.pages.lab.run_bar import LabBar
from game.screens.pages.lab.setup import Setup
from game.screens.ui.layout import Box, Breakpoint
from game.screens.ui.texts import text

SHOWN_EVERY = 0.1  # seconds, while a run is going
CORNER_BLINDS = 0.5
FIRST = LabSettings(games.KUHN_HALF_STREET, variant="chance-sampled")


class LabScreen(LabPage):
    """The page; `page_of` makes the page of another game of the lab."""

    name: ClassVar[str] = "lab"
    keys: ClassVar[str] = "lab"
    game: ClassVar[str] = games.KUHN_POKER
    charts: Panels

    def __init__(self, app: Services, page_of: OpenGame, settings: LabSettings = FIRST) -> None:
        super().__init__(app)
        self._page_of = page_of
        self.model = LabModel(app, settings, self._note)
        self._setup = Setup(self.model, self.open_game, self.show)
        self._bar = LabBar(self.model, self._run_or_pause, self.play)
        self.charts = Panels(self.model)
        self._head = lab_head(app, OVERVIEW, self.escape, self._turn_page)
        self.page = OVERVIEW
        self._news = False
        self._since_shown = SHOWN_EVERY
        self.show()
        self.controls.focus("run")

    # ---- what is done ---------------------------------------------------------------------------------------
    def play(self) -> None:
        """Sit down against the average strategy of this moment."""
        if self.model.place >= 0:
            self.model.pause()
            settings = self.model.settings
            self.play_at(settings.game, self._ask_file, settings.blinds)

    def _ask_file(self, received: Received[str]) -> None:
        def take(policy: LabPolicy | Refusal) -> None:
            received(policy if isinstance(policy, Refusal) else policy.file)

        self.model.ask_policy(take)

    def _turn_page(self, page: str) -> None:
        """Show another page; the stored runs have a screen of their own, above this one."""
        if page == COMPARE:
            self._head.switch.chosen = self.page
            game = self.model.settings.game
            self.app.go(CompareScreen(self.app, game, self._head.switch.choose, self.model.look_at))
            return
        self.page = page
        self.scroll.offset = 0.0
        self.relayout()

    def _export(self) -> None:
        model = self.model
        model.pause()
        kinds = (SERIES, FIELD) if model.half_street else (SERIES,)
        self.export(stamp([model.settings], model.now), kinds, partial(export_numbers, model.settings))

    def _run_or_pause(self) -> None:
        self.model.run_or_pause()
        self.show()

    def _toggle_nash(self) -> None:
        self.charts.nash = not self.charts.nash
        self.app.say(text("lab.nash_shown" if self.charts.nash else "lab.nash_hidden"))
        self.show()

    # ---- what comes back ------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Ask again what was dropped when the screen was covered or left."""
        self.model.ask()
        self.show()

    def leave(self) -> None:
        """Let time stand, and take no more interest in what was asked."""
        self.app.lab.note(self.model.settings.game, self.page)
        self.model.remember()
        self.model.pause()
        self.model.drop()

    def update(self, dt: float) -> bool:
        """Let the time of the run pass: what is computed is shown ten times a second, what is known as it moves."""
        self._since_shown += dt
        self._news |= self.model.running
        replays = self.model.update(dt)
        if replays or (self._news and self._since_shown >= SHOWN_EVERY):
            self.show()
            self.resize(self.width, self.height)  # so that this frame shows it already
        return replays

    @property
    def waiting(self) -> bool:
        """Whether time must be looked at although nothing moves."""
        return super().waiting or self.model.waiting or self._news

    def _note(self) -> None:
        self._news = True
        if not self.model.running:
            self.show()

    def show(self) -> None:
        """Show what is known now."""
        self._news, self._since_shown = False, 0.0
        self._setup.follow()
        self._head.subtitle = self._setup.description
        self._bar.follow()
        self.charts.follow()
        self.relayout()

    @property
    def pointed(self) -> int | None:
        """The iteration under the mouse."""
        return self.charts.pointed

    # ---- what stands on it ----------------------------------------------------------------------------------
    def settings(self, window: Breakpoint) -> Box:
        """Which run is looked at."""
        return self._setup.box()

    @property
    def problem(self) -> str:
        """What is wrong with what was typed, or with what was asked."""
        return self._setup.problem or self.model.problem

    @property
    def remark(self) -> str:
        """What is special about these blinds, and how small charts are read."""
        corner = self.model.half_street and self.model.settings.blinds < CORNER_BLINDS
        reading = self.page == STRATEGIES
        return " ".join([text("lab.corner")] * corner + [self.charts.reading_rule] * reading)

    def body(self, window: Breakpoint) -> Box:
        """The panels of this page."""
        charts, half_street = self.charts, self.model.half_street
        if self.page == OVERVIEW:
            return body.overview(charts, window, half_street=half_street)
        if self.page == STRATEGIES:
            return body.strategies(charts, window)
        return body.tree(charts, window, half_street=half_street)

    def bar(self, window: Breakpoint) -> Box:
        """The bar of time."""
        return self._bar.box(window).focused_last(3)

    # ---- keys, tests ----------------------------------------------------------------------------------------
    @property
    def bindings(self) -> Mapping[str, Binding]:
        """Space runs, 1, 0 and H step, arrows scrub, N, P, I, L, E: see the page of keys."""
        step = self.model.step
        return {
            "space": Binding(self._run_or_pause, cap="keys.space", hint="run"),
            "1": Binding(partial(step, 1), cap="1 0 H", hint="step"),
            "0": Binding(partial(step, 10)),
            "h": Binding(partial(step, 100)),
            **scrubbing(self._bar.scrubber),
            "n": Binding(self._toggle_nash, cap="N", hint="nash"),
            "p": Binding(self.play, cap="P", hint="play"),
            "i": Binding(self.charts.isolate_next, cap="I", hint="isolate"),
            "l": Binding(self.toggle_log, cap="L", hint="axes"),
            "e": Binding(self._export, cap="E", hint="export"),
            "escape": Binding(self.escape, cap="keys.escape", hint="leave"),
        }

    def trace(self) -> dict[str, Any]:
        """Say what is looked at, and at which moment."""
        model, given = self.model, self.model.exploitability
        return {
            "page": self.page,
            "game": model.settings.game,
            "blinds": model.settings.blinds,
            "variant": model.settings.variant,
            "total": model.total,
            "seed": model.settings.seed,
            "running": model.running,
            "iteration": model.now,
            "known": model.done,
            "exploitability": round(given, 9) if given is not None else None,
            "nash": self.charts.nash,
            "log": self.charts.log,
            "probe": self.charts.probe,
            "isolated": self.charts.isolated,
            "compared": [name for name, _ in model.family.known],
            "problem": self.problem,
        }
