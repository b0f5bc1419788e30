"""The lab: two learners that chase each other, and why they end up in equilibrium.

A run of a member of the CFR family on Kuhn poker, live while it goes on and scrubbed afterwards. All panels show
one moment: the average strategies closing in on the equilibrium, how much they give away, the heat map of what
player 1 wins with the way of the run on it, the current strategies that never settle, and the tree of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from game.lab import LabPolicy, LabSettings
from game.rules import games
from game.screens.dialogs.export import FIELD, PICTURE, SERIES, Exported, ExportLab
from game.screens.frame.long_page import LongPage
from game.screens.frame.paged_head import PagedHead
from game.screens.frame.screen import Screen
from game.screens.pages.lab.compare.screen import CompareScreen
from game.screens.pages.lab.head import lab_head
from game.screens.pages.lab.layout import COMPARE, OVERVIEW, STRATEGIES, GameShape, Places, margin_of, places
from game.screens.pages.lab.names import stamp
from game.screens.pages.lab.note import Note
from game.screens.pages.lab.panels import Panels
from game.screens.pages.lab.play import SitDown, play_at
from game.screens.pages.lab.run_bar import STEPS, LabBar
from game.screens.pages.lab.setup import Setup
from game.screens.pages.lab.study import Study
from game.screens.ui.canvas.pen import Pen
from game.screens.ui.input import Key
from game.screens.ui.leaves.panel_head import write_hints
from game.screens.ui.texts import text
from game.screens.ui.widgets.widget import Act, Rect, acted

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.frame.screen import Services

SHOWN_EVERY = 0.1  # seconds, while a run is going
ABOVE = 6.0
SETUP_GAP = 8.0
CORNER_BLINDS = 0.5
FIRST = LabSettings(games.KUHN_HALF_STREET, variant="chance-sampled")
STEP_KEYS = {"1": STEPS[0], "0": STEPS[1], "h": STEPS[2]}
HINTS = (
    ("keys.space", "run"),
    ("1 0 H", "step"),
    ("← →", "scrub"),
    ("N", "nash"),
    ("P", "play"),
    ("I", "isolate"),
    ("L", "axes"),
    ("E", "export"),
    ("keys.escape", "leave"),
)


OpenGame = Callable[["Services", str], Screen]


class LabScreen(LongPage):
    """The page; `open_game` makes the page of another game of the lab."""

    name: ClassVar[str] = "lab"
    _head: PagedHead

    def __init__(self, app: Services, open_game: OpenGame, settings: LabSettings = FIRST) -> None:
        super().__init__(app)
        self._page_of = open_game
        self.study = Study(app, settings, self._note)
        self._setup = Setup(self.study, self._open_game)
        self._bar = LabBar(self.study, self.play)
        self._panels = Panels(self.study)
        self._head = lab_head(app, OVERVIEW, self.escape, self._turn_page)
        self.page = OVERVIEW
        self._places: Places | None = None
        self._note_below = Note()
        self._said: tuple[str, int] = ("", 0)
        self._news = False
        self._since_shown = SHOWN_EVERY
        self.controls.focus("run")

    # ---- what is done ---------------------------------------------------------------------------------------
    def play(self) -> None:
        """Sit down against the average strategy of this moment."""
        if self.study.place >= 0:
            self.study.pause()
            settings = self.study.settings
            play_at(self, settings.game, self._ask_file, settings.blinds)

    def _ask_file(self, received: SitDown) -> None:
        def take(policy: LabPolicy | None, sentence: str) -> None:
            received(None if policy is None else policy.file, sentence)

        self.study.ask_policy(take)

    def show_page(self, page: str) -> None:
        """Turn to a page."""
        self._head.switch.choose(page)

    def _turn_page(self, page: str) -> None:
        """Show another page; the stored runs have a screen of their own, above this one."""
        if page == COMPARE:
            self._head.switch.chosen = self.page
            game = self.study.settings.game
            self.app.go(CompareScreen(self.app, game, self._head.switch.choose, self.study.look_at))
            return
        self.page = page
        self.scroll.offset = 0.0
        self.relayout()

    def _export(self) -> None:
        self.study.pause()
        study = self.study
        kinds = (PICTURE, SERIES, FIELD) if study.half_street else (PICTURE, SERIES)
        about = {"settings": study.settings}
        exported = Exported(self, stamp([study.settings], study.now), about, kinds)
        self.app.overlay(ExportLab(self.app, exported))

    def _open_game(self, game: str) -> None:
        self.app.replace(self._page_of(self.app, game))

    def _toggle_nash(self) -> None:
        self._panels.nash = not self._panels.nash
        self.app.say(text("lab.nash_shown" if self._panels.nash else "lab.nash_hidden"))

    def _toggle_log(self) -> None:
        self._panels.log = not self._panels.log

    # ---- what comes back ------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Ask again what was dropped when the screen was covered or left."""
        self.study.ask()

    def leave(self) -> None:
        """Let time stand, and take no more interest in what was asked."""
        self.app.lab.note(self.study.settings.game, self.page)
        self.study.remember()
        self.study.pause()
        self.study.drop()

    def receive(self, answer: Answer) -> None:
        """Take what the other process has found."""
        self.study.take(answer)

    def update(self, dt: float) -> bool:
        """Let the time of the run pass: what is computed is shown ten times a second, what is known as it moves."""
        self._since_shown += dt
        self._news |= self.study.running
        replays = self.study.update(dt)
        if replays or (self._news and self._since_shown >= SHOWN_EVERY):
            self._show()
        return replays

    @property
    def waiting(self) -> bool:
        """Whether time must be looked at although nothing moves."""
        return super().waiting or self.study.waiting or self._news

    def _note(self) -> None:
        self._news = True
        if not self.study.running:
            self._show()

    def _show(self) -> None:
        """Show what is known now."""
        self._news, self._since_shown = False, 0.0
        self._setup.follow()
        self._head.subtitle = self._setup.description
        self._bar.follow()
        self._panels.follow()
        shape = (self._notice, len(self._panels.sets))
        if shape != self._said:
            self._said = shape
            self.relayout()
        self.dirty = True

    @property
    def _notice(self) -> str:
        """What is wrong, else what is special about these blinds, and how small charts are read."""
        corner = self.study.half_street and self.study.settings.blinds < CORNER_BLINDS
        said = [text("lab.corner")] * corner + [self._panels.reading_rule] * (self.page == STRATEGIES)
        return self._setup.problem or self.study.problem or " ".join(said)

    @property
    def _game_shape(self) -> GameShape:
        return GameShape(max(1, len(self._panels.sets)), self.study.half_street)

    # ---- where it lies --------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Place head, settings, panels, bar and keys; the page scrolls where the window is too low."""
        pen, margin = self.app.pen, margin_of(width)
        self._setup.follow()
        self._bar.follow()
        self._panels.follow()
        top = self._head.place(width, margin)
        inner = width - 2 * margin
        setup = self._setup.place(pen, (margin, 0.0, inner, 0.0))
        above = ABOVE + setup + SETUP_GAP + self._note_below.wrap(pen, self._notice, inner)
        free = height - top - above
        lay_out = partial(places, self.page, width, free, self._game_shape)
        whole = above + lay_out(0.0).height
        start = self.fit_below(top, whole)
        self._setup.place(pen, (margin, start + ABOVE, inner, setup))
        self._note_below.place(margin, start + ABOVE + setup + SETUP_GAP)
        self._places = p = lay_out(start + above)
        self._bar.place(pen, p.bar, narrow=p.narrow)
        self.place_below([*self._setup.widgets, *self._panels.place(p.panels), *self._bar.widgets])

    # ---- what is drawn --------------------------------------------------------------------------------------
    def panels(self) -> Sequence[Rect]:
        """The pictures of the run, and its bar."""
        return (*self._places.panels.values(), self._places.bar) if self._places is not None else ()

    def draw_page(self, pen: Pen) -> None:
        """Draw words and pictures."""
        if (p := self._places) is None:
            return
        self._setup.draw(pen)
        self._note_below.draw(pen, wrong=bool(self._setup.problem or self.study.problem))
        self._panels.draw(pen, p.panels)
        self._bar.draw(pen)
        write_hints(pen, p.hints, [(key, text(f"lab.hints.{hint}")) for key, hint in HINTS])

    # ---- keys, mouse, tests ---------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Space runs, 1, 0 and H step, arrows scrub, N, L, I, P, E: see the page of keys."""
        if event.ctrl:
            return self._head.open_page(event)
        if event.name in ("left", "right", "home", "end"):
            return self._bar.scrubber.key(event)
        if event.repeat:
            return False
        acts: dict[str, Act] = {
            "space": self.study.run_or_pause,
            "n": self._toggle_nash,
            "l": self._toggle_log,
            "i": self._panels.isolate_next,
            "p": self.play,
            "e": self._export,
            **{key: partial(self.study.step, by) for key, by in STEP_KEYS.items()},
        }
        if not acted(acts.get(event.name)):
            return False
        self._show()
        return True

    def escape(self) -> None:
        """Let all curves stand equal again, else go back."""
        if self._panels.give_back():
            self.dirty = True
        else:
            self.app.back()

    @property
    def keys(self) -> str:
        """The group of keys that the help page tells of."""
        return "lab"

    @property
    def game(self) -> str:
        """The game whose rules the help page opens on."""
        return games.KUHN_POKER

    def trace(self) -> dict[str, Any]:
        """Say what is looked at, and at which moment."""
        study, given = self.study, self.study.exploitability
        return {
            "page": self.page,
            "game": study.settings.game,
            "blinds": study.settings.blinds,
            "variant": study.settings.variant,
            "total": study.total,
            "seed": study.settings.seed,
            "running": study.running,
            "iteration": study.now,
            "known": study.done,
            "exploitability": round(given, 9) if given is not None else None,
            "nash": self._panels.nash,
            "log": self._panels.log,
            "probe": self._panels.probe,
            "isolated": self._panels.isolated,
            "compared": [name for name, _ in study.family.known],
            "problem": self._setup.problem or study.problem,
        }
