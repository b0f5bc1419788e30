"""The lab: two learners that chase each other, and why they end up in equilibrium.

A run of a member of the CFR family on Kuhn poker, live while it goes on and scrubbed afterwards. All panels show
one moment: the average strategies closing in on the equilibrium, how much they give away, the heat map of what
player 1 wins with the way of the run on it, the current strategies that never settle, and the tree of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from typing import Any, ClassVar

from game.features.lab.compare.screen import CompareScreen
from game.features.lab.model import LabModel
from game.features.lab.page import COMPARE, OVERVIEW, STRATEGIES, OpenGame, RunPage
from game.features.lab.panels import Panels, all_strategies, overview, tree_above
from game.features.lab.parts import BUTTON, scrubbing
from game.features.lab.pictures import export_numbers, figure, stamp
from game.features.lab.setup import Setup
from game.rules import games
from game.study.lab import LabSettings
from game.texts import text
from game.window.dialogs.export import FIELD, SERIES
from game.window.frame.page import Binding
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Breakpoint
from game.window.ui.leaves import Control
from game.window.ui.widgets import Button

CORNER_BLINDS = 0.5
STEP_WIDTH = {1: 48.0, 10: 54.0, 100: 62.0}
FIRST = LabSettings(games.KUHN_HALF_STREET, variant="chance-sampled")


class LabScreen(RunPage):
    """The page; `page_of` makes the page of another game of the lab."""

    name: ClassVar[str] = "lab"
    game: ClassVar[str] = games.KUHN_POKER
    charts: Panels
    model: LabModel

    def __init__(self, app: Services, page_of: OpenGame, settings: LabSettings = FIRST) -> None:
        super().__init__(app, page_of, LabModel(app, settings, self._note))
        self._setup = Setup(self.model, self.show)
        self._steps = {
            by: Button(f"step-{by}", f"+{by}", partial(self.model.step, by), style="label_b")
            for by in STEP_WIDTH
        }
        self.charts = Panels(self.model)
        self._head = self.head(OVERVIEW, self._open_page)
        self.page = OVERVIEW

    # ---- what is done ---------------------------------------------------------------------------------------
    def open_game(self, game: str) -> None:
        """Turn to the other game of Kuhn poker, or show the page of another game in the place of this one."""
        if game in games.KUHN_GAMES:
            self.model.turn_to(game)
            self._setup.blinds.problem = ""
        else:
            super().open_game(game)

    def _open_page(self, page: str) -> None:
        """Show another page; the stored runs have a screen of their own, above this one."""
        if page == COMPARE:
            self._head.switch.chosen = self.page
            game = self.model.settings.game
            self.app.go(CompareScreen(self.app, game, self._head.switch.choose, self.model.look_at))
            return
        self.turn_page(page)

    def _export(self) -> None:
        model = self.model
        model.pause()
        kinds = (SERIES, FIELD) if model.settings.half_street else (SERIES,)
        self.export(stamp([model.settings], model.now), kinds, partial(export_numbers, model.settings))

    def _toggle_nash(self) -> None:
        self.charts.nash = not self.charts.nash
        self.app.say(text("lab.nash_shown" if self.charts.nash else "lab.nash_hidden"))
        self.show()

    # ---- what comes back ------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Ask again what was dropped when the screen was covered or left."""
        self.model.ask()
        self.show()

    @property
    def table(self) -> tuple[str, float]:
        """The game that is looked at, and its blinds."""
        return self.model.settings.game, self.model.settings.blinds

    def leave(self) -> None:
        """Let time stand; the run is looked at again where it was left."""
        self.model.remember()
        super().leave()

    def update(self, dt: float) -> bool:
        """Let the time of the run pass: what is computed is shown ten times a second, what is known as it moves."""
        if self.model.running:
            self.show_soon()
        replays = self.model.update(dt)
        if replays:
            self.show()
        super().update(dt)
        self.resize(self.width, self.height)  # so that this frame shows it already
        return replays

    @property
    def waiting(self) -> bool:
        """Whether time must be looked at although nothing moves."""
        return super().waiting or self.model.waiting

    def _note(self) -> None:
        self.show_soon()
        if not self.model.running:
            self.show()

    @property
    def pointed(self) -> int | None:
        """The iteration under the mouse."""
        return self.charts.pointed

    # ---- what stands on it ----------------------------------------------------------------------------------
    @property
    def subtitle(self) -> str:
        """What the chosen member of the family does."""
        return self._setup.description

    def settings(self, window: Breakpoint) -> Box:
        """Which run is looked at."""
        self._game.chosen = self.model.wanted.game
        return self._setup.box(self.game_box())

    @property
    def problem(self) -> str:
        """What is wrong with what was typed, or with what was asked."""
        return self._setup.problem or self.model.problem

    @property
    def remark(self) -> str:
        """What is special about these blinds, and how small charts are read."""
        corner = self.model.settings.half_street and self.model.settings.blinds < CORNER_BLINDS
        reading = self.page == STRATEGIES
        return " ".join([text("lab.corner")] * corner + [self.charts.reading_rule] * reading)

    def body(self, window: Breakpoint) -> Box:
        """The panels of this page."""
        charts = self.charts
        charts.follow()
        if self.page == OVERVIEW:
            return overview(charts, window)
        return all_strategies(charts, window) if self.page == STRATEGIES else tree_above(charts, window)

    def bar(self, window: Breakpoint) -> Box:
        """What the average strategy of this moment gives away, in brass."""
        model, given = self.model, self.model.exploitability
        words, widest = figure(given) if given is not None else "–", ("0.00000", model.total)
        ended = model.now >= model.total
        for button in self._steps.values():
            why_not = text("lab.bar.at_end") if ended else ""
            button.disabled = why_not if model.place >= 0 else text("lab.waiting")
        steps = [Control(button, BUTTON, width=STEP_WIDTH[by]) for by, button in self._steps.items()]
        answer = self.reading(words, text("lab.bar.exploitable"), widest)
        return self.time(window, f"lab.bar.{'again' if ended else 'run'}", answer, *steps).focused_last(3)

    # ---- keys, tests ----------------------------------------------------------------------------------------
    @property
    def bindings(self) -> Mapping[str, Binding]:
        """Space runs, 1, 0 and H step, arrows scrub, N, P, I, L, E: see the page of keys."""
        step = self.model.step
        return {
            "space": Binding(self.run_or_pause, cap="keys.space", hint="run"),
            "1": Binding(partial(step, 1), cap="1 0 H", hint="step"),
            "0": Binding(partial(step, 10)),
            "h": Binding(partial(step, 100)),
            **scrubbing(self.scrubber),
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
        return super().trace() | {
            **asdict(model.settings),
            "iteration": model.now,
            "exploitability": round(given, 9) if given is not None else None,
            "nash": self.charts.nash,
            "probe": self.charts.probe,
            "compared": [name for name, _ in model.extras.family],
        }
