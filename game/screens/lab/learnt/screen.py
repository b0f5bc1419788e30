"""What did it learn? The values of a learner of tic-tac-toe, at any moment of its training, from any position.

The board shows what it thinks of each square; the charts show how it came to that and where it was still wrong.
A run at work is followed live; the learners that ship are there from the beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from game.rules import games
from game.screens.input import Key
from game.screens.lab.export import PICTURE, VALUES_CSV, Exported, ExportLab
from game.screens.lab.layout import margin_of
from game.screens.lab.learnt.bar import LearntBar
from game.screens.lab.learnt.layout import AUDIT, VALUES, LearntPlaces, places
from game.screens.lab.learnt.panels import LearntPanels
from game.screens.lab.learnt.setup import LearntSetup
from game.screens.lab.learnt.study import LearntStudy
from game.screens.lab.note import Note
from game.screens.lab.play import play_at
from game.screens.long_page import LongPage
from game.screens.paged_head import PagedHead
from game.screens.pen import Pen
from game.screens.screen import Screen
from game.screens.texts import number, text
from game.screens.views.panel_head import write_hints
from game.screens.widgets.choice import Option, Segmented
from game.screens.widgets.widget import Act, Rect, acted

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.app import App

ABOVE, SETUP_GAP = 6.0, 8.0
SHOWN_EVERY = 1 / 30  # seconds, while the training passes by
HINTS = (
    ("keys.space", "replay"),
    ("1–9", "mark"),
    ("keys.backspace", "undo"),
    ("C", "clear"),
    ("← →", "scrub"),
    ("P", "play"),
    ("L", "log"),
    ("I", "isolate"),
    ("E", "export"),
    ("keys.escape", "leave"),
)

OpenGame = Callable[["App", str], Screen]


class LearntScreen(LongPage):
    """The page; `key` names whose training is looked at, `open_game` makes the page of another game."""

    name: ClassVar[str] = "learnt"
    _head: PagedHead

    def __init__(self, app: App, open_game: OpenGame, key: str = "") -> None:
        super().__init__(app)
        self._open_game = open_game
        self._places: LearntPlaces | None = None
        self._note = Note()
        self._since_shown = 0.0
        self._said = ("", 0)
        options = [Option(page, text(f"lab.learnt.pages.{page}")) for page in (VALUES, AUDIT)]
        switch = Segmented("page", text("lab.title"), options, VALUES, self._turn_page)
        self._head = PagedHead(app, text("lab.learnt.title"), self.escape, switch)
        self.study = LearntStudy(app, key, self._show)
        self._setup = LearntSetup(self.study, self._go_to_game)
        self._bar = LearntBar(self.study, self.play)
        self._panels = LearntPanels(self.study)
        if not app.training.listed:
            app.training.look()
        self._show()
        self.controls.focus("run")

    # ---- what is done ---------------------------------------------------------------------------------------
    def play(self) -> None:
        """Sit down against the learner as it was at this moment."""
        if self.study.place >= 0:
            self.study.pause()
            play_at(self, games.TIC_TAC_TOE, self.study.ask_agent)

    def _go_to_game(self, game: str) -> None:
        if game != games.TIC_TAC_TOE:
            self.app.replace(self._open_game(self.app, game))

    def show_page(self, page: str) -> None:
        """Turn to a page."""
        self._head.switch.choose(page)

    def _turn_page(self, page: str) -> None:
        self.scroll.offset = 0.0
        self.relayout()

    def _toggle_log(self) -> None:
        self._panels.log = not self._panels.log

    def _export(self) -> None:
        study = self.study
        study.pause()
        if study.source is None:
            return
        board = study.state.board
        about = {"settings": dict(study.source.settings), "board": board, "upto": study.done}
        stamp = text("lab.learnt.stamp", name=study.source.name, games=number(study.now))
        kinds = (PICTURE,) if study.state.is_terminal() else (PICTURE, VALUES_CSV)
        exported = Exported(self, stamp, about, kinds, "lab_values_export")
        self.app.overlay(ExportLab(self.app, exported))

    @property
    def page(self) -> str:
        """The page that is open."""
        return self._head.switch.chosen

    # ---- what comes back ------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Ask again what was dropped when the screen was covered or left."""
        self.study.look()
        self._show()

    def leave(self) -> None:
        """Let time stand, and take no more interest in what was asked."""
        self.app.lab.note(games.TIC_TAC_TOE, self.page)
        self.study.pause()
        self.study.drop()

    def receive(self, answer: Answer) -> None:
        """Take what the other process has found."""
        self.study.take(answer)

    def update(self, dt: float) -> bool:
        """Let the training pass by, and look how far a run at work has come."""
        self._since_shown += dt
        moves = self.study.update(dt)
        if moves and self._since_shown >= SHOWN_EVERY:
            self._show()
        return moves

    @property
    def waiting(self) -> bool:
        """Whether time must be looked at although nothing moves."""
        return super().waiting or self.study.running or self.study.is_live

    def _show(self) -> None:
        """Show what is known now."""
        self._since_shown = 0.0
        self._setup.follow()
        self._head.subtitle = self._setup.description
        self._bar.follow()
        self._panels.follow()
        said = (self._notice, len(self.study.sources))
        if said != self._said:
            self._said = said
            self.relayout()
        self.dirty = True

    @property
    def _notice(self) -> str:
        """What is wrong, or that there is nobody to be looked at."""
        return self.study.problem or ("" if self.study.sources else text("lab.learnt.nobody"))

    # ---- where it lies --------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Place head, row, panels, bar and keys; the page scrolls where the window is too low."""
        pen, margin = self.app.pen, margin_of(width)
        top, inner = self._head.place(width, margin), width - 2 * margin
        setup = self._setup.place(pen, (margin, 0.0, inner, 0.0))
        above = ABOVE + setup + SETUP_GAP + self._note.wrap(pen, self._notice, inner)
        lay_out = partial(places, self.page, width, height - top - above)
        start = self.fit_below(top, above + lay_out(0.0).height)
        self._setup.place(pen, (margin, start + ABOVE, inner, setup))
        self._note.place(margin, start + ABOVE + setup + SETUP_GAP)
        self._places = p = lay_out(start + above)
        self._bar.place(pen, p.bar, narrow=p.narrow)
        self.place_below([*self._setup.widgets, *self._panels.place(pen, p), *self._bar.widgets])

    # ---- what is drawn --------------------------------------------------------------------------------------
    def panels(self) -> Sequence[Rect]:
        """The board, the charts, and the bar."""
        return (*self._places.panels.values(), self._places.bar) if self._places is not None else ()

    def draw_page(self, pen: Pen) -> None:
        """Draw words and pictures."""
        if (p := self._places) is None:
            return
        self._setup.draw(pen)
        self._note.draw(pen, wrong=bool(self.study.problem))
        self._panels.draw(pen, p)
        self._bar.draw(pen)
        write_hints(pen, p.hints, [(key, text(f"lab.learnt.hints.{hint}")) for key, hint in HINTS])

    # ---- keys, mouse, tests ---------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Digits mark squares, Backspace takes back; Space, arrows, L, P, I, E as on the other pages."""
        if event.ctrl:
            return self._head.open_page(event)
        if event.name in ("left", "right", "home", "end"):
            return self._bar.scrubber.key(event)
        if event.repeat and event.name != "backspace":
            return False
        if event.name.isdecimal() and event.name != "0":
            self.study.mark(int(event.name) - 1)
            return True
        acts: dict[str, Act] = {
            "space": self.study.run_or_pause,
            "backspace": self.study.undo,
            "c": self.study.clear,
            "l": self._toggle_log,
            "i": self._panels.isolate_next,
            "p": self.play,
            "e": self._export,
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
        return "learnt"

    @property
    def game(self) -> str:
        """The game whose rules the help page opens on."""
        return games.TIC_TAC_TOE

    def trace(self) -> dict[str, Any]:
        """Say what is looked at, and at which moment."""
        study = self.study
        return {
            "page": self.page,
            "learner": study.source.key if study.source is not None else "",
            "learners": [source.key for source in study.sources],
            "board": list(study.state.board),
            "episode": study.now,
            "known": study.done,
            "total": study.total,
            "running": study.running,
            "live": study.is_live,
            "values": {cell: round(value, 4) for cell, value in study.squares.items()},
            "lost_lines": study.lost_lines,
            "probe": self._panels.probe,
            "isolated": self._panels.isolated,
            "problem": study.problem,
        }
