"""The model of the page about learnt values: a training run, a position, an episode, and the worker's answers.

The worker replays the training in segments, so that the curves grow while the user watches. Once a training run has
been replayed, the worker answers requests for other positions at once.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from game.core import BadInput
from game.features.lab import AskLearntValues, FindLostLine, WriteLearner
from game.features.lab.model import point_towards
from game.files.manifest import Manifest, read_manifest
from game.request import Received, Refusal
from game.rules import games
from game.rules.tic_tac_toe import EMPTY_BOARD, TicTacToeState
from game.study.lab import LearntValues, LostLine
from game.study.opponents import Opponent, gallery
from game.study.training import get_run_title, tell_catalogue
from game.texts import text
from game.window.frame.requests import Requests
from game.window.frame.screen import Services
from game.window.ui.widgets import Act

READER = "values"
DRAW_VALUE = "draw_value"
HALF = 0.5


@dataclass(frozen=True, slots=True)
class TrainingSource:
    """A training run: its settings, its number of games, and the episodes of its checkpoints (`stages`)."""

    key: str
    name: str
    settings: Mapping[str, object]
    length: int
    stages: tuple[int, ...]
    is_own: bool = False

    @property
    def draw_value(self) -> float:
        value = self.settings.get(DRAW_VALUE)
        return float(value) if isinstance(value, int | float) else 0.0

    @property
    def other_draw_value(self) -> float:
        return HALF if self.draw_value < HALF else 0.0


def format_draw_value(worth: float) -> str:
    return text("lab.value_explorer.half") if worth == HALF else f"{worth:g}"


def sources(app: Services) -> list[TrainingSource]:
    """Return the training runs of the built-in learners, then the user's training runs, latest first."""
    families = [_of_family(opponent) for opponent in gallery(app.agents, games.TIC_TAC_TOE)]
    found = [source for source in families if source is not None]
    for run in app.models.training.stored_runs:
        if run.game == games.TIC_TAC_TOE:
            work = app.models.training.find_active(run.id)
            length = run.iteration if work is None else work.iteration
            stages = tuple(stage.iteration for stage in run.stages if stage.iteration <= length)
            name, settings = get_run_title(run), dict(run.settings)
            found.append(TrainingSource(run.id, name, settings, length, stages, is_own=True))
    return found


def _of_family(opponent: Opponent) -> TrainingSource | None:
    """Return the training run of an opponent.

    Return None if the opponent was not trained, or if the opponent's files lack the settings of the training.
    """
    found: list[Manifest] = []
    for entry in opponent.entries:
        if entry.kind != "learned" or entry.file is None:
            return None
        try:
            found.append(read_manifest(entry.file.with_suffix(".yaml")))
        except BadInput:
            return None
    last = max(found, key=lambda manifest: manifest.iterations or 0)
    if last.agent != READER or DRAW_VALUE not in last.config:
        return None
    stages = tuple(sorted(manifest.iterations or 0 for manifest in found))
    return TrainingSource(opponent.key, opponent.name, dict(last.config), stages[-1], stages)


FIRST_SEGMENT, SEGMENT = 10_000, 10  # games of the first request, and the factor for each later request
DECADES_A_SECOND = 0.9
LIVE_SECONDS = 0.5  # between two polls of an active run


class ValueExplorerModel:
    """The model of the page. The callback `changed` is called when there is something new to show."""

    def __init__(self, app: Services, key: str, changed: Act) -> None:
        self._app = app
        self._on_change = changed
        self._requests = Requests(app)
        self._ticket: int | None = None
        self._since_live = 0.0
        self._seen_version = -1
        self.sources: list[TrainingSource] = []
        self.source: TrainingSource | None = None
        self.cells: tuple[int, ...] = ()
        self.version = 0
        self._begin()
        self.look(key)

    def _begin(self) -> None:
        self.values: LearntValues | None = None
        self.contrast: LearntValues | None = None
        self.line: LostLine | None = None
        self.line_episode = -1
        self.problem = ""
        self.now, self.done = 0, 0
        self.running = False
        self._follows = True
        self._clock = 0.0
        self._asked_line = -1
        self._compared_upto = 0

    # ---- what is known --------------------------------------------------------------------------------------
    @property
    def value_help(self) -> str:
        metrics = (metric for entry in self._app.models.training.runs for metric in entry.metrics)
        return next((tell_catalogue(metric.help) for metric in metrics if metric.key == "opening_value"), "")

    @property
    def state(self) -> TicTacToeState:
        """The state of the game in the current position."""
        state = TicTacToeState()
        for cell in self.cells:
            state = state.child(cell)
        return state

    @property
    def total(self) -> int:
        return self.source.length if self.source is not None else 0

    @property
    def place(self) -> int:
        return -1 if self.values is None else self.values.place(self.now)

    @property
    def squares(self) -> dict[int, float]:
        return self.values.squares(self.now) if self.values is not None else {}

    @property
    def lost_lines(self) -> tuple[int, int] | None:
        return self.values.lost_lines[self.place] if self.values is not None and self.place >= 0 else None

    # ---- whose training -------------------------------------------------------------------------------------
    def look(self, key: str = "") -> None:
        """List the available training runs. Select the run `key`, or keep the selection if `key` is empty."""
        self._seen_version = self._app.models.training.version
        self.sources = sources(self._app)
        wanted = key or (self.source.key if self.source is not None else "")
        before, known = self.source, {source.key: source for source in self.sources}
        source = self.source = known.get(wanted, self.sources[0] if self.sources else None)
        if source is None or before is None or (source.key, source.settings) != (before.key, before.settings):
            self.drop()
            self._begin()
        self.ask()

    def choose(self, key: str) -> None:
        """Show another training run, at the same position."""
        self.problem = ""
        self.look(key)
        self._note()

    # ---- which position -------------------------------------------------------------------------------------
    def mark(self, cell: int) -> None:
        if cell in self.state.legal_actions():
            self._show_position((*self.cells, cell))

    def undo(self) -> None:
        if self.cells:
            self._show_position(self.cells[:-1])

    def clear(self) -> None:
        if self.cells:
            self._show_position(())

    def _show_position(self, cells: tuple[int, ...]) -> None:
        self.cells = cells
        self._requests.drop(self._ticket)
        self._ticket = None
        if self.values is not None:
            self.values = replace(self.values, values={}, exact={})
        self.ask()
        self._note()

    # ---- time -----------------------------------------------------------------------------------------------
    def run_or_pause(self) -> None:
        """Start or pause the replay of the training. At the end, start again from the beginning."""
        if self.problem:
            self.problem = ""
            self.ask()
        if self.values is None:
            return
        self.running = not self.running
        if self.running:
            self._follows = False
            self.now = 0 if self.now >= self.done else self.now
            self._clock = math.log10(max(1, self.now))
        self._settle()

    def seek(self, episode: int) -> None:
        """Show the first known episode at or beyond `episode`, as seen from the current episode."""
        if self.values is None:
            return
        known, self.running = self.values.episodes, False
        self.now = point_towards(known, self.now, episode)
        self._follows = self.now == known[-1]
        self._settle()

    def update(self, dt: float) -> bool:
        """Advance the time, and poll the progress of an active training run.

        Return whether the replay is running.

        The progress is polled at intervals, and once more after the run has stopped.
        """
        self._since_live += dt
        is_time = self._since_live >= LIVE_SECONDS or not self.is_live
        if is_time and self._seen_version != self._app.models.training.version:
            self._since_live = 0.0
            self.look()
            self._note()
        if not self.running:
            return False
        self._clock += dt * DECADES_A_SECOND
        clock = math.floor(self._clock) if self._app.settings.reduced_motion else self._clock
        self.now = min(self.done, int(10**clock)) if clock > 0 else min(1, self.done)
        if 10**self._clock >= self.done:
            self.now, self.running = self.done, False
            self._settle()
        return True

    @property
    def is_live(self) -> bool:
        return self.source is not None and self._app.models.training.find_active(self.source.key) is not None

    def pause(self) -> None:
        self.running = False

    # ---- asking ---------------------------------------------------------------------------------------------
    def ask(self) -> None:
        """Request the next missing answer: the values of this position, more of the training, or the comparison."""
        if self.source is None or self._ticket is not None or self.problem:
            return
        ended = self.state.is_terminal()
        board = EMPTY_BOARD if ended else self.state.board
        stale = self.values is None or (not self.values.values and not ended)
        if self.done < self.total or stale:
            more = max(FIRST_SEGMENT, SEGMENT * self.done)
            upto = self.done if stale and self.done else min(self.total, more)
            take = partial(self._take, upto, is_contrast=False)
            self._ticket = self._requests.ask(AskLearntValues(self.source.settings, board, upto), take)
        elif self._compared_upto < self.done:
            other = {**self.source.settings, DRAW_VALUE: self.source.other_draw_value}
            take = partial(self._take, self.done, is_contrast=True)
            self._ticket = self._requests.ask(AskLearntValues(other, EMPTY_BOARD, self.done), take)

    def _take(self, upto: int, values: LearntValues | Refusal, *, is_contrast: bool) -> None:
        """Store the answer about this learner, or if `is_contrast`, about the compared learner.

        Then request the next missing answer.
        """
        self._ticket, self.problem = None, ""
        if isinstance(values, Refusal):
            self.problem = values.sentence
        elif is_contrast:
            self.contrast, self._compared_upto = values, upto
        else:
            is_over = self.state.is_terminal()
            self.values, self.done = replace(values, values={}, exact={}) if is_over else values, upto
            self.now = self.done if self._follows else self.now
            self._settle()
        self.ask()
        self._note()

    def _settle(self) -> None:
        """Request a line that beats the learner of this episode, unless the replay is running."""
        if self.source is not None and not self.running and self._asked_line < 0 and self.place >= 0:
            assert self.values is not None
            episode = self.values.episodes[self.place]
            if episode != self.line_episode:
                self._asked_line = episode
                self._requests.ask(FindLostLine(self.source.settings, episode), self._take_line)
        self._on_change()

    def _take_line(self, line: LostLine | Refusal | None) -> None:
        self.line = None if isinstance(line, Refusal) else line
        self.line_episode, self._asked_line = self._asked_line, -1
        self._note()
        self._settle()

    # ---- the rest -------------------------------------------------------------------------------------------
    def ask_agent(self, received: Received[str]) -> None:
        if self.source is not None and self.values is not None and self.place >= 0:
            self._requests.ask(WriteLearner(self.source.settings, self.values.episodes[self.place]), received)

    def drop(self) -> None:
        self._requests.drop_all()
        self._ticket, self._asked_line = None, -1

    def _note(self) -> None:
        self.version += 1
        self._on_change()
