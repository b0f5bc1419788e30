"""The lab's page about a run of CFR on Kuhn poker, and functions that open the other pages of the lab.

The page shows a run of a variant of CFR, live while it runs and at any iteration afterwards. All panels show the
same iteration. One panel shows the average strategies, which approach an equilibrium. Other panels show the
exploitability of the average strategies, the game tree, and the current strategies, which don't converge. A heat
map shows the winnings of player 1 with the path of the run.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import ClassVar

from game.core import BadInput
from game.features.lab.base import (
    BUTTON,
    CHOICE,
    COMPARE,
    OVERVIEW,
    RANGES,
    STRATEGIES,
    LabPage,
    RunControls,
    settings_row,
)
from game.features.lab.buckets_page import AbstractionScreen
from game.features.lab.compare_page import CompareScreen
from game.features.lab.model import LabModel
from game.features.lab.panels import Panels
from game.features.lab.pictures import export_numbers, figure, stamp
from game.features.lab.ranges_page import RangesScreen
from game.features.lab.values_page import ValueExplorerScreen
from game.files.manifest import SHIPPED_ABSTRACTION
from game.match.spot_texts import strip_grouping
from game.needs import Need
from game.rules import games
from game.study.lab import MAX_ITERATIONS, LabSettings
from game.texts import MINUS, number, text
from game.window.dialogs.stored_data import FIELD, SERIES
from game.window.frame.actions import action, control_keys
from game.window.frame.page import Page
from game.window.frame.pages import page
from game.window.frame.screen import Screen, Services
from game.window.ui.input import Key
from game.window.ui.layout import Box, Breakpoint, Row
from game.window.ui.leaves import Control, Line
from game.window.ui.widgets import Button, Cycle, Option, ReadEntry

LABEL_GAP = 7.0
VARIANT_WIDTH = 204.0
BLINDS_WIDTH, ITERATIONS_WIDTH, SEED_WIDTH = 62.0, 116.0, 84.0
WHOLE = {"iterations": (1, MAX_ITERATIONS), "seed": (0, 2**31 - 1)}
"""The settings that are integers, each with its minimum and maximum."""
MAX_BLINDS = 1_000_000
BLINDS_STEP = 0.25


class VariantCycle(Cycle):
    """The choice of the variant.

    Only Up and Down change the variant, because the page uses Left, Right, Home and End to move in time.
    """

    def key(self, event: Key) -> bool:
        return event.name not in ("left", "right", "home", "end") and super().key(event)


class Setup:
    """The row of controls above the panels: the game, S, the variant of CFR, the number of iterations and the seed.

    A typed value takes effect on Enter, or when the field loses the focus. If the value is not valid,
    `problem` is the reason, and the text stays in the field.
    """

    def __init__(self, model: LabModel, page: Page) -> None:
        self._model, self._page = model, page
        self.blinds = self._entry("blinds", read_blinds)
        self.blinds.turned, self.blinds.tooltip = self._turn_blinds, text("lab.blinds_tip")
        variant, change = model.settings.variant, lambda name: model.change(variant=name)
        only = [Option(variant, variant)]
        self._variant = VariantCycle("variant", text("lab.variant"), only, variant, change)
        self._iterations, self._seed = (self._entry(name, partial(read_whole, name)) for name in WHOLE)

    def _entry(self, name: str, read: Callable[[str], float]) -> ReadEntry:
        def take(typed: str) -> None:
            self._model.change(**{name: read(typed)})

        entry = ReadEntry(name, text(f"lab.{name}"), take, self._page.show, longest=16)
        entry.allowed = lambda letter: letter.isprintable() and letter != " "  # Space runs or pauses the run
        return entry

    @property
    def problem(self) -> str:
        return " ".join(one.problem for one in (self.blinds, self._iterations, self._seed) if one.problem)

    @property
    def description(self) -> str:
        variants = self._model.sets.variants if self._model.sets is not None else ()
        return next((one.description for one in variants if one.name == self._model.settings.variant), "")

    def _turn_blinds(self, steps: float) -> None:
        self._model.change_soon(blinds=step_blinds(self._model.wanted_settings.blinds, steps))
        self._page.show()

    def box(self, game: Box) -> Box:
        """Return the controls of the current game with the current settings, each beside its name."""
        settings, sets = self._model.wanted_settings, self._model.sets
        if sets is not None:
            self._variant.options = tuple(Option(one.name, one.name) for one in sets.variants)
        self._variant.chosen = settings.variant
        self._variant.tooltip = self.description
        self.blinds.follow(f"{settings.blinds:g}")
        self._iterations.follow(number(settings.iterations))
        self._seed.follow(str(settings.seed))
        return settings_row(
            game,
            _label_entry("S", self.blinds, BLINDS_WIDTH).when(self._model.settings.half_street),
            Control(self._variant, CHOICE, width=VARIANT_WIDTH),
            _label_entry(text("lab.iterations"), self._iterations, ITERATIONS_WIDTH),
            _label_entry(text("lab.seed_label"), self._seed, SEED_WIDTH),
        )


def _label_entry(name: str, entry: ReadEntry, width: float) -> Box:
    return Row(Line(name, "small", "dim", height=CHOICE), Control(entry, CHOICE, width=width), gap=LABEL_GAP)


# ---- what was typed -------------------------------------------------------------------------------------------
def read_blinds(typed: str) -> float:
    """Parse S, the ante of half-street Kuhn poker: a number above 0, or a fraction.

    Raises:
        BadInput: If the text is neither a positive number nor a fraction.

    >>> read_blinds("1/4"), read_blinds("2")
    (0.25, 2.0)
    """
    try:
        blinds = float(Fraction(_plain(typed)))
    except (ValueError, ZeroDivisionError, OverflowError):
        blinds = 0.0
    if not 0 < blinds <= MAX_BLINDS:
        raise BadInput(text("lab.wrong.blinds", typed=typed, most=number(MAX_BLINDS)))
    return blinds


def step_blinds(blinds: float, steps: float) -> float:
    """Return S changed by `steps` quarters, rounded to a multiple of a quarter, and at least a quarter.

    >>> step_blinds(1, 2), step_blinds(0.3, 1), step_blinds(0.25, -3)
    (1.5, 0.5, 0.25)
    """
    quarters = round(blinds / BLINDS_STEP) + round(math.copysign(math.ceil(abs(steps)), steps))
    return min(max(1, quarters) * BLINDS_STEP, float(MAX_BLINDS))


def read_whole(name: str, typed: str) -> int:
    """Parse an integer, with or without commas, or a power like 10^6.

    Raises:
        BadInput: If the text is not an integer within the limits of the setting.

    >>> read_whole("iterations", "25,000"), read_whole("iterations", "10^6")
    (25000, 1000000)
    """
    least, most = WHOLE[name]
    base, _, power = _plain(typed).partition("^")
    if base.isdecimal() and (not power or (power.isdecimal() and len(power) < 3)) and len(base) <= 12:
        value: int = pow(int(base), int(power or 1))
        if least <= value <= most:
            return value
    raise BadInput(text(f"lab.wrong.{name}", typed=typed, most=number(most)))


def _plain(typed: str) -> str:
    return strip_grouping(typed.replace(MINUS, "-").replace(" ", ""))


CORNER_BLINDS = 0.5
STEP_WIDTH = {1: 48.0, 10: 54.0, 100: 62.0}
FIRST = LabSettings(games.KUHN_HALF_STREET, variant="chance-sampled")


class LabScreen(LabPage):
    """The page about a tracked run of Kuhn poker."""

    name: ClassVar[str] = "lab"
    keys: ClassVar[str] = "lab"
    game: ClassVar[str] = games.KUHN_POKER
    charts: Panels

    def __init__(self, app: Services, settings: LabSettings = FIRST) -> None:
        super().__init__(app)
        self.model = LabModel(app, settings, self._note)
        self.run = RunControls(self, self.model)
        self._setup = Setup(self.model, self)
        self._steps = {
            by: Button(f"step-{by}", f"+{by}", partial(self.model.step, by), style="label_b")
            for by in STEP_WIDTH
        }
        self.charts = Panels(self.model)
        self._head = self.head(OVERVIEW, self._open_page)
        self.page = OVERVIEW

    # ---- what is done ---------------------------------------------------------------------------------------
    def open_game(self, game: str) -> None:
        """Show a game of Kuhn poker on this page. For any other game, replace this page by the page of the game."""
        if game in games.KUHN_GAMES:
            self.model.turn_to(game)
            self._setup.blinds.problem = ""
        else:
            super().open_game(game)

    def _open_page(self, page: str) -> None:
        """Show another page. The page of the stored runs is a separate screen above this screen."""
        if page == COMPARE:
            self._head.switch.chosen = self.page
            self.app.go(CompareScreen(self.app, self.model))
            return
        self.turn_page(page)

    # ---- actions --------------------------------------------------------------------------------------------
    ends = RunControls.ends
    curve = RunControls.curve
    run_or_pause = RunControls.run_or_pause.of("run")

    @action("1", "0", "h", cap="1 0 H")
    def step(self, index: int) -> None:
        self.model.step(tuple(STEP_WIDTH)[index])

    scrub = RunControls.scrub.of("run")

    @action("n")
    def nash(self) -> None:
        """Show or hide the equilibrium."""
        self.charts.nash = not self.charts.nash
        self.app.say(text("lab.nash_shown" if self.charts.nash else "lab.nash_hidden"))
        self.show()

    play = RunControls.play.of("run")

    @action("i")
    def isolate(self) -> None:
        self.charts.isolate_next()

    axes = RunControls.axes.of("run")

    @action("e")
    def _export(self) -> None:
        """Export a picture of the page, or the series of the run as CSV."""
        model = self.model
        model.pause()
        kinds = (SERIES, FIELD) if model.settings.half_street else (SERIES,)
        self.export(stamp([model.settings], model.now), kinds, partial(export_numbers, model.settings))

    other_page = control_keys("Ctrl+1 … 4", hinted=False)

    # ---- what comes back ------------------------------------------------------------------------------------
    def enter(self) -> None:
        self.model.ask()
        self.show()

    @property
    def table(self) -> tuple[str, float]:
        return self.model.settings.game, self.model.settings.blinds

    def leave(self) -> None:
        """Pause the run, drop its requests, and remember the iteration for the next visit."""
        self.model.remember()
        super().leave()
        self.model.pause()
        self.model.drop()

    def update(self, dt: float) -> bool:
        """Advance the time of the run.

        While points arrive, redraw ten times per second, otherwise in every frame.
        """
        if self.model.running:
            self.show_soon()
        replays = self.model.update(dt)
        if replays:
            self.show()
        super().update(dt)
        self.resize(self.width, self.height)  # so that this frame already shows the new state
        return replays

    @property
    def waiting(self) -> bool:
        return super().waiting or self.model.waiting

    def _note(self) -> None:
        self.show_soon()
        if not self.model.running:
            self.show()

    @property
    def hover_target(self) -> int | None:
        return self.charts.hover_target

    # ---- the layout -----------------------------------------------------------------------------------------
    @property
    def subtitle(self) -> str:
        return self._setup.description

    def settings(self, window: Breakpoint) -> Box:
        self._game.chosen = self.model.wanted_settings.game
        return self._setup.box(self.game_box())

    @property
    def problem(self) -> str:
        return self._setup.problem or self.model.problem

    @property
    def remark(self) -> str:
        """The note about a small S and, on the page of strategies, the legend of the charts."""
        corner = self.model.settings.half_street and self.model.settings.blinds < CORNER_BLINDS
        reading = self.page == STRATEGIES
        return " ".join([text("lab.corner")] * corner + [self.charts.reading_rule] * reading)

    def body(self, window: Breakpoint) -> Box:
        return self.charts.compose(self.page, window)

    def bar(self, window: Breakpoint) -> Box:
        """Return the time bar with the exploitability of the average strategy, written in brass."""
        model, given = self.model, self.model.exploitability
        words, widest = figure(given) if given is not None else "–", ("0.00000", model.total)
        ended = model.now >= model.total
        for button in self._steps.values():
            why_not = text("lab.bar.at_end") if ended else ""
            button.disabled = why_not if model.place >= 0 else text("lab.waiting")
        steps = [Control(button, BUTTON, width=STEP_WIDTH[by]) for by, button in self._steps.items()]
        answer = self.run.reading(words, text("lab.bar.exploitable"), widest)
        return self.run.bar(window, answer, *steps).focused_last(3)


@page("lab", key="l", icon="lab", position=60, need=Need.LAB)
def opened(app: Services) -> Screen:
    """Return the lab page that the user opened last in this session, or the first page."""
    game, page = app.models.lab.game or FIRST.game, app.models.lab.page
    if game == games.HOLDEM:
        return ranges(app) if page == RANGES else abstraction(app)
    screen = value_explorer(app) if game == games.TIC_TAC_TOE else _kuhn(app, game)
    if page:
        screen.show_page(page)
    return screen


@page("lab_game")
def open_lab(app: Services, game: str) -> Screen:
    """Return the first lab page of a game."""
    if game == games.TIC_TAC_TOE:
        return value_explorer(app)
    if game == games.HOLDEM:
        return ranges(app)
    return _kuhn(app, game)


def _kuhn(app: Services, game: str) -> LabScreen:
    """Return the lab page of a game of Kuhn poker, at the iteration that was shown last."""
    screen = LabScreen(app, replace(FIRST, game=game))
    if game in app.models.lab.moments:
        screen.model.begin_at(*app.models.lab.moments[game])
    return screen


@page("value_explorer")
def value_explorer(app: Services, key: str = "") -> ValueExplorerScreen:
    return ValueExplorerScreen(app, key)


def ranges(app: Services) -> RangesScreen:
    return RangesScreen(app)


@page("abstraction")
def abstraction(app: Services, chosen: str = SHIPPED_ABSTRACTION) -> AbstractionScreen:
    return AbstractionScreen(app, chosen)


@page("lab_holdem")
def turn_holdem(app: Services, page: str) -> None:
    """Show another page about Hold'em.

    The page about the earth mover's distance opens above the bucket explorer.
    """
    if page == RANGES:
        app.replace(ranges(app))
        return
    below = abstraction(app)
    app.replace(below)
    below.turn_page(page)
