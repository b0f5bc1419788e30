"""The lab: two learners that chase each other, and why they end up in equilibrium.

A run of a member of the CFR family on Kuhn poker, live while it goes on and scrubbed afterwards. All panels show
one moment: the average strategies closing in on the equilibrium, how much they give away, the heat map of what
player 1 wins with the way of the run on it, the current strategies that never settle, and the tree of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from game.messages.lab_answers import LabPolicy, LabSettings
from game.request import Refusal
from game.rules import games
from game.screens.dialogs.export import FIELD, PICTURE, SERIES, Exported, ExportLab
from game.screens.frame.page import Binding, Page
from game.screens.frame.paged_head import PagedHead
from game.screens.frame.screen import Screen
from game.screens.pages.lab import body
from game.screens.pages.lab.compare.screen import CompareScreen
from game.screens.pages.lab.export import export_numbers
from game.screens.pages.lab.head import COMPARE, OVERVIEW, STRATEGIES, lab_head
from game.screens.pages.lab.model import LabModel
from game.screens.pages.lab.names import stamp
from game.screens.pages.lab.panels import Panels
from game.screens.pages.lab.parts import GAP, scrubbing
from game.screens.pages.lab.play import SitDown, play_at
from game.screens.pages.lab.run_bar import LabBar
from game.screens.pages.lab.setup import Setup
from game.screens.ui.layout.box import Box, Column, Space
from game.screens.ui.layout.breakpoint import Breakpoint
from game.screens.ui.leaves.words import Hints, Note
from game.screens.ui.texts import text

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

SHOWN_EVERY = 0.1  # seconds, while a run is going
CORNER_BLINDS = 0.5
FIRST = LabSettings(games.KUHN_HALF_STREET, variant="chance-sampled")

OpenGame = Callable[["Services", str], Screen]


class LabScreen(Page):
    """The page; `open_game` makes the page of another game of the lab."""

    name: ClassVar[str] = "lab"
    keys: ClassVar[str] = "lab"
    game: ClassVar[str] = games.KUHN_POKER
    above, foot = 6.0, 0.0
    _head: PagedHead

    def __init__(self, app: Services, open_game: OpenGame, settings: LabSettings = FIRST) -> None:
        super().__init__(app)
        self._page_of = open_game
        self.model = LabModel(app, settings, self._note)
        self._setup = Setup(self.model, self._open_game, self.show)
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
            play_at(self, settings.game, self._ask_file, settings.blinds)

    def _ask_file(self, received: SitDown) -> None:
        def take(policy: LabPolicy | Refusal) -> None:
            received(policy if isinstance(policy, Refusal) else policy.file)

        self.model.ask_policy(take)

    def show_page(self, page: str) -> None:
        """Turn to a page."""
        self._head.switch.choose(page)

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
        self.model.pause()
        model = self.model
        kinds = (PICTURE, SERIES, FIELD) if model.half_street else (PICTURE, SERIES)
        exported = Exported(
            self, stamp([model.settings], model.now), kinds, partial(export_numbers, model.settings)
        )
        self.app.overlay(ExportLab(self.app, exported))

    def _open_game(self, game: str) -> None:
        self.app.replace(self._page_of(self.app, game))

    def _run_or_pause(self) -> None:
        self.model.run_or_pause()
        self.show()

    def _toggle_nash(self) -> None:
        self.charts.nash = not self.charts.nash
        self.app.say(text("lab.nash_shown" if self.charts.nash else "lab.nash_hidden"))
        self.show()

    def _toggle_log(self) -> None:
        self.charts.log = not self.charts.log
        self.show()

    def escape(self) -> None:
        """Let all curves stand equal again, else go back."""
        if self.charts.give_back():
            self.dirty = True
        else:
            self.app.back()

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
        return self.charts.under

    @property
    def _problem(self) -> str:
        return self._setup.problem or self.model.problem

    @property
    def _remarks(self) -> str:
        """What is special about these blinds, and how small charts are read."""
        corner = self.model.half_street and self.model.settings.blinds < CORNER_BLINDS
        reading = self.page == STRATEGIES
        return " ".join([text("lab.corner")] * corner + [self.charts.reading_rule] * reading)

    # ---- what stands on it ----------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """The settings, the panels of this page, the bar of time."""
        wrong, charts, half_street = self._problem, self.charts, self.model.half_street
        if self.page == OVERVIEW:
            shown = body.overview(charts, window, half_street=half_street)
        elif self.page == STRATEGIES:
            shown = body.strategies(charts, window)
        else:
            shown = body.tree(charts, window, half_street=half_street)
        note = Note(wrong or self._remarks, wrong=bool(wrong))
        bar = self._bar.box(window).focused_last(3)
        return Column(self._setup.box(), Space(8), note, shown, Space(GAP), bar, Hints(self.hints))

    # ---- keys, tests ----------------------------------------------------------------------------------------
    @property
    def bindings(self) -> Mapping[str, Binding]:
        """Space runs, 1, 0 and H step, arrows scrub, N, P, I, L, E: see the page of keys."""
        hint, step = "lab.hints.{}".format, self.model.step
        return {
            "space": Binding(self._run_or_pause, cap="keys.space", hint=hint("run")),
            "1": Binding(partial(step, 1), cap="1 0 H", hint=hint("step")),
            "0": Binding(partial(step, 10)),
            "h": Binding(partial(step, 100)),
            **scrubbing(self._bar.scrubber, hint("scrub")),
            "n": Binding(self._toggle_nash, cap="N", hint=hint("nash")),
            "p": Binding(self.play, cap="P", hint=hint("play")),
            "i": Binding(self.charts.isolate_next, cap="I", hint=hint("isolate")),
            "l": Binding(self._toggle_log, cap="L", hint=hint("axes")),
            "e": Binding(self._export, cap="E", hint=hint("export")),
            "escape": Binding(self.escape, cap="keys.escape", hint=hint("leave")),
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
            "problem": self._problem,
        }
