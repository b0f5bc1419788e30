"""Training without the real trainer: a small catalogue of runs, and a fake worker that a test controls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ai.training.config import setting_entries
from ai.training.holdem_settings import (
    ABSTRACTION_METRICS,
    ABSTRACTION_RUN,
    BLUEPRINT_METRICS,
    BLUEPRINT_RUN,
    NETWORK_METRICS,
    NETWORK_RUN,
    HoldemAbstractionConfig,
    HoldemBlueprintConfig,
    HoldemNetworkConfig,
)
from game import texts
from game.agent_entries import AgentEntry, Strength
from game.app.app import App
from game.app.start import find_pages
from game.core import Progress
from game.features.train.run_page import TrainRun
from game.features.train.setup_page import TrainSetup, ValueEntry
from game.request import Refusal, Request
from game.study.judgements import AskJudgement
from game.study.play import AskValues, Decide
from game.study.training import (
    CreateRun,
    ForgetRun,
    HoldCheckpoint,
    KeepCheckpoints,
    ListRuns,
    ListStoredRuns,
    MetricEntry,
    RunEntry,
    RunSnapshot,
    RunStage,
    SettingEntry,
    StoredRun,
    StoredRuns,
    TakeSnapshot,
    Train,
)
from game.window.ui.input import Key
from tests.window.driver import DEAD, SETTLED, Driver, FakeWorker, Kind, WordsOnlyPainter
from tests.window.samples import AGENTS
from tests.window.tables import decide_passively, judged

MILLIARD = 1_000_000_000
LEARNER_FORM = (
    SettingEntry("iterations", 400_000, "number of games", "games", 1, MILLIARD),
    SettingEntry("alpha", 0.1, "learning rate at the start", above=0, high=1),
    SettingEntry(
        "alpha_halves_after",
        100_000,
        "games until the learning rate halves (0: never)",
        "games",
        0,
        MILLIARD,
    ),
    SettingEntry("epsilon", 0.1, "share of random moves at the start", low=0, high=1),
    SettingEntry("draw_value", 0.5, "what a draw is worth between a loss (0) and a win (1)", low=0, high=1),
    SettingEntry(
        "opponent",
        "itself",
        "training opponent",
        choices=("itself", "earlier", "random", "perfect"),
    ),
    SettingEntry(
        "mirror_images",
        "apart",
        "whether mirror images share a value",
        choices=("apart", "together"),
    ),
    SettingEntry("seed", 0, "random seed", low=0),
)
VARIANTS = (
    *("cfr+", "cfr", "linear", "dcfr", "dcfr+", "pcfr+", "sapcfr+", "pdcfr+"),
    *("chance-sampled", "external-sampling", "outcome-sampling"),
)
KUHN_FORM = (
    SettingEntry("game", "kuhn-poker", "the game", choices=("kuhn-poker", "kuhn-half-street")),
    SettingEntry("variant", "cfr+", "how regrets are kept", choices=VARIANTS),
    SettingEntry("iterations", 10_000, "number of iterations", "iterations", 1, MILLIARD),
    SettingEntry("seed", 0, "random seed, where deals are sampled", low=0),
)
LEARNER_METRICS = (
    *(
        MetricEntry(f"{one}_{result}", "", f"against {one} play", 0, 1)
        for one in ("random", "perfect")
        for result in ("win", "draw", "loss")
    ),
    MetricEntry("lost_lines_x", "lines of play that beat it as X", "lost lines", 0),
    MetricEntry("lost_lines_o", "lines of play that beat it as O", "lost lines", 0),
    MetricEntry("opening_value", "what the empty board is worth to X", "value", 0, 1),
)
KUHN_METRICS = (
    MetricEntry("exploitability", "what the best reply wins, chips a hand", "exploitability", 0, log=True),
    MetricEntry("value", "what the first player wins, chips a hand", "value"),
)


def entry(
    name: str, kind: str, game: str, form: tuple[SettingEntry, ...], metrics: tuple[MetricEntry, ...] = ()
) -> RunEntry:
    settings = {one.key: one.default for one in form}
    known, key = texts.english(), f"catalogue.runs.{name}"
    description = known.template(key) if known.has(key) else f"What {name} does, in a sentence."
    return RunEntry(name, game, description, settings, form, kind, metrics)


LEARNER = entry("value-learner", "value-learner", "tic-tac-toe", LEARNER_FORM, LEARNER_METRICS)
IMITATOR_CONFIG = HoldemNetworkConfig()
IMITATOR = entry(NETWORK_RUN, NETWORK_RUN, "holdem", setting_entries(IMITATOR_CONFIG), NETWORK_METRICS)
OWN_BUCKETS = "/runs/holdem-abstraction-1/holdem-abstraction-8.npz"
READY = {
    "menu": (("half-pot", ""), ("wide", "")),
    "abstraction": (("shipped", ""), (OWN_BUCKETS, "runs/holdem-abstraction-1: 30/30/30")),
}
STRATEGIST_FORM = tuple(
    replace(one, choices=tuple(value for value, _ in ready), titles=tuple(title for _, title in ready))
    if (ready := READY.get(one.key))
    else one
    for one in setting_entries(HoldemBlueprintConfig())
)
BUCKETS = entry(
    ABSTRACTION_RUN,
    ABSTRACTION_RUN,
    "holdem",
    setting_entries(HoldemAbstractionConfig()),
    ABSTRACTION_METRICS,
)
STRATEGIST = entry(BLUEPRINT_RUN, BLUEPRINT_RUN, "holdem", STRATEGIST_FORM, BLUEPRINT_METRICS)
RUNS = [
    entry("kuhn-cfr", "kuhn-cfr", "kuhn-poker", KUHN_FORM, KUHN_METRICS),
    entry("kuhn-half-street-cfr", "kuhn-cfr", "kuhn-half-street", KUHN_FORM, KUHN_METRICS),
    LEARNER,
    entry("value-learner-plain", "value-learner", "tic-tac-toe", LEARNER_FORM, LEARNER_METRICS),
]
BOARD = {0: 0.53, 1: 0.48, 2: 0.53, 3: 0.48, 4: 0.58, 5: 0.49, 6: 0.52, 7: 0.47, 8: 0.53}
KUHN_TABLE = {
    card + after: {0: 1 - bold, 1: bold}
    for card, bolds in {
        "A": (0.61, 1.0, 1.0, 1.0),
        "K": (0.0, 0.0, 0.34, 0.54),
        "Q": (0.2, 0.33, 0.0, 0.0),
    }.items()
    for after, bold in zip(("", "p", "b", "pb"), bolds, strict=True)
}


OPENED = {
    f"{column}high{row}": {1: 1 - share, 2: share}
    for column, shares in {
        "P": (0.98, 0.97, 0.96, 0.95, 0.93, 0.82),
        "S": (0.9, 0.8, 0.6, 0.5, 0.4, 0.1),
        "O": (0.8, 0.7, 0.5, 0.4, 0.2, 0.0),
    }.items()
    for row, share in enumerate(shares)
}
FORETOLD = {
    who + street: {0: 1 - share, 1: share}
    for who, shares in {"N": (0.74, 0.75, 0.69, 0.73), "T": (0.57, 0.62, 0.58, 0.6)}.items()
    for street, share in zip("0123", shares, strict=True)
}


def run_metrics(iteration: int, game: str = "tic-tac-toe") -> dict[str, float]:
    """Return the metrics of a run. The metrics improve over time, with some spikes."""
    left = 1 / (1 + iteration) ** 0.4
    bump = 0.05 * (iteration % 7 == 3)
    if game == BLUEPRINT_RUN:
        figures = {"gain": 2_000 * left + 100 * bump, "gain_ci95": 14.0, "regret": 4e5 * left**2}
        return figures | ({"response": 900 * left} if iteration >= 1_000 else {})
    if game == ABSTRACTION_RUN:
        return {"turn_error": 0.0352 + 0.01 * left, "flop_error": 0.0348 + 0.01 * left}
    if game == "holdem":
        return {
            "log_loss": 0.616 + 0.5 * left,
            "log_loss_table": 0.804,
            "log_loss_learnt": 0.584 + 0.52 * left,
            "accuracy": 0.73 - 0.3 * left,
            "accuracy_table": 0.586,
            "accuracy_learnt": 0.74 - 0.3 * left,
            "calibration_error": 0.01 + 0.1 * left,
        }
    if game != "tic-tac-toe":
        return {"exploitability": 0.3 * left**2 + 1e-7, "value": -1 / 18 + 0.04 * left - bump / 9}
    random_loss, perfect_loss = min(1.0, 0.2 * left + bump / 4), min(1.0, left + bump)
    return {
        "random_win": 0.94 - 0.25 * left,
        "random_draw": 1 - (0.94 - 0.25 * left) - random_loss,
        "random_loss": random_loss,
        "perfect_win": 0.0,
        "perfect_draw": 1 - perfect_loss,
        "perfect_loss": perfect_loss,
        "lost_lines_x": round(40 * left + 100 * bump * left),
        "lost_lines_o": round(330 * left + 900 * bump * left),
        "opening_value": 0.58 - 0.08 * left,
    }


def stored(
    run: str = "value-learner", number: int = 1, iteration: int = 160_000, total: int = 400_000, **more: Any
) -> StoredRun:
    """Return a stored run at an iteration."""
    game = next(
        (one.game for one in (*RUNS, IMITATOR, STRATEGIST, BUCKETS) if one.name == run), "tic-tac-toe"
    )
    figures = run if run in (BLUEPRINT_RUN, ABSTRACTION_RUN) else game
    steps = sorted({int(10 ** (place / 8)) for place in range(8 * 7)} | {iteration})
    curve = tuple((at, run_metrics(at, figures)) for at in steps if 0 < at <= iteration)
    at_stages = [at for at in (100, 1_000, 10_000, 100_000) if at < iteration] + [iteration] * (iteration > 0)
    run_id = f"{run}-{number}"
    stages = tuple(stage(run_id, at, figures) for at in at_stages)
    settings = {"iterations": total, "seed": 0}
    references = {"value": -1 / 18} if game == "kuhn-poker" else {}
    proposed = at_stages[-1] if at_stages else 0
    known = StoredRun(run_id, run, game, iteration, total, settings, curve, stages, proposed, references)
    return replace(known, **more)


def stage(run_id: str, at: int, game: str = "tic-tac-toe") -> RunStage:
    if game == BLUEPRINT_RUN:
        return RunStage(at, Path(f"/runs/{run_id}/{run_id}-{at}.npz"), f"{run_id}@{at}")
    if game == ABSTRACTION_RUN:
        return RunStage(at, Path(f"/runs/{run_id}/{run_id.rpartition('-')[0]}-{at}.npz"), "")
    if game == "holdem":
        found = Strength("log-loss", run_metrics(at, game)["log_loss"], None, "decisions set aside", 6_000)
        return RunStage(at, Path(f"/runs/{run_id}/{run_id}-{at}.npz"), f"{run_id}@{at}", found)
    metric, mean = ("lost lines", round(3e5 / at) if at < 1e5 else 0)
    if game != "tic-tac-toe":
        metric, mean = "exploitability", run_metrics(at, game)["exploitability"]
    return RunStage(
        at,
        Path(f"/runs/{run_id}/{run_id}-{at}.npz"),
        f"{run_id}@{at}",
        Strength(metric, mean, None, "every line", None),
    )


class TrainingWorker(FakeWorker):
    """A fake worker that answers at the next poll. `train_to` continues the active run. `die` simulates a crash."""

    def __init__(
        self,
        runs: Sequence[RunEntry] = RUNS,
        stored: Sequence[StoredRun] = (),
        refuse: Mapping[Kind, str] | None = None,
        warnings: tuple[str, ...] = (),
    ) -> None:
        super().__init__()
        self.runs, self.stored = list(runs), list(stored)
        self.refuse = dict(refuse or {})
        self.warnings = warnings
        self.kept: list[KeepCheckpoints] = []
        self.training: tuple[int, str] | None = None
        self.slow = False
        self._answerers: Mapping[Kind, Callable[[Any], Any]] = {
            ListRuns: lambda request: tuple(self.runs),
            ListStoredRuns: lambda request: StoredRuns(tuple(self.stored), self.warnings),
            CreateRun: self._create,
            TakeSnapshot: lambda request: snapshot(self._stored(request.id)),
            KeepCheckpoints: self._keep,
            HoldCheckpoint: lambda request: f"{request.id}@{request.iteration}",
            ForgetRun: self._forget,
            Decide: decide_passively,
            AskValues: lambda request: BOARD,
            AskJudgement: lambda request: judged(BOARD, 0),
        }

    @property
    def waiting(self) -> bool:
        return super().waiting or self.training is not None

    def consider(self, ticket: int, request: Request[Any]) -> None:
        kind = type(request)
        if kind in self.refuse:
            self.hand_in(ticket, Refusal(self.refuse[kind]))
        elif isinstance(request, Train):
            self.training = ticket, request.id
        elif kind in self._answerers:
            self.hand_in(ticket, self._answerers[kind](request))

    def cancel(self, ticket: int) -> None:
        if self.training is not None and self.training[0] == ticket and not self.slow:
            self.training = None
            super().cancel(ticket)

    # ---- control by the test --------------------------------------------------------------------------------
    def train_to(self, iteration: int, seconds: float, **more: Any) -> None:
        """Report that the active run has reached `iteration` after `seconds` and has saved a checkpoint."""
        assert self.training is not None
        ticket, run_id = self.training
        run = next(one for one in self.stored if one.id == run_id)
        done = iteration >= run.total
        left = None if seconds < 1 else (run.total - iteration) * seconds / max(1, iteration)
        metrics = more.pop("metrics", run_metrics(iteration, run.game))
        doing = more.pop("doing", "")
        report = Progress(
            iteration,
            run.total,
            seconds,
            left,
            metrics,
            done,
            f"{run_id}-{iteration}.npz",
            doing,
            more.pop("next_measured", {}),
        )
        self._put(stored(run.run, int(run_id.rpartition("-")[2]), iteration, run.total))
        self.hand_in(ticket, report)
        if done:
            self.hand_in(ticket, None)
            self.training = None

    def die(self) -> None:
        """Simulate that the worker dies during the run."""
        assert self.training is not None
        self.hand_in(self.training[0], DEAD)
        self.training = None

    def _put(self, run: StoredRun) -> None:
        self.stored = [run, *(one for one in self.stored if one.id != run.id)]

    # ---- the requests ---------------------------------------------------------------------------------------
    def _stored(self, run_id: str) -> StoredRun:
        return next(one for one in self.stored if one.id == run_id)

    def _create(self, request: CreateRun) -> StoredRun:
        number = 1 + sum(one.run == request.run for one in self.stored)
        total: Any = request.settings.get("iterations", 100)
        self._put(stored(request.run, number, 0, total, settings=request.settings))
        return self.stored[0]

    def _forget(self, request: ForgetRun) -> None:
        self.stored = [run for run in self.stored if run.id != request.id]

    def _keep(self, request: KeepCheckpoints) -> tuple[str, ...]:
        self.kept.append(request)
        return f"{request.name}-100", request.name


class Training(Driver):
    """A window that shows the training page.

    When the gallery is opened again, it also has the agents in `joined`.
    """

    def __init__(self, folder: Path, worker: TrainingWorker | None = None, **more: Any) -> None:
        more.setdefault("painter", WordsOnlyPainter)
        self.joined: list[AgentEntry] = []
        super().__init__(folder, find_pages(), AGENTS, list_agents=lambda: [*AGENTS, *self.joined], **more)
        self.app.models.drills.pause()  # its requests before this have no ticket in the next worker
        self.trainer = worker or TrainingWorker()
        self.worker = self.trainer  # type: ignore[assignment]
        self.app.worker = self.trainer  # type: ignore[assignment]
        self.key("t")

    def settle(self) -> None:
        """Deliver every answer and end every animation. An active run advances only when the test tells it."""
        for _ in range(6):
            self.app.step([], SETTLED)
        self._look_for_crashes()

    def begin(self) -> Training:
        """Start the selected run."""
        self.click("begin")
        assert self.state["screen"] == "train_run"
        return self

    def train_to(self, iteration: int, seconds: float = 1.0, **more: Any) -> None:
        self.trainer.train_to(iteration, seconds, **more)
        self.settle()


def snapshot(run: StoredRun) -> RunSnapshot:
    """Return the snapshot of a run."""
    if run.game == "tic-tac-toe":
        return RunSnapshot(run.iteration, "values", {"0": BOARD})
    if run.run == BLUEPRINT_RUN:
        return RunSnapshot(run.iteration, "opening", OPENED)
    if run.run == ABSTRACTION_RUN:
        return RunSnapshot(run.iteration, "buckets", {"E1": {1: 0.0348}, "E2": {1: 0.0352}})
    if run.game == "holdem":
        return RunSnapshot(run.iteration, "accuracy", FORETOLD)
    return RunSnapshot(run.iteration, "strategy", KUHN_TABLE)


def show_setup(app: App, kind: str, *, wrong: bool = False) -> None:
    """Open the page that starts training runs. If `wrong` is True, one setting is out of range."""
    _list_runs(app, stored(number=3), stored("kuhn-cfr", 1, 10_000, 10_000))
    app.change(tables={"train": {"kind": kind}})
    screen = TrainSetup(app)
    app.go(screen)
    if wrong:
        app.step([], 0.0)
        alpha = screen.controls.find("setting.alpha")
        assert isinstance(alpha, ValueEntry)
        alpha.set_words("3.5")
        alpha.look()


def show_run(app: App, run: StoredRun, *, keeping: bool = False) -> None:
    """Open the page of a stored run without a worker. If `keeping` is True, press K to keep a checkpoint."""
    _list_runs(app, run)
    screen = TrainRun(app, run)
    screen.take_snapshot(snapshot(run))
    app.go(screen)
    if keeping:
        screen.key(Key("k"))


def _list_runs(app: App, *runs: StoredRun) -> None:
    app.models.training.runs, app.models.training.stored_runs, app.models.training.listed = (
        (*RUNS, IMITATOR, STRATEGIST, BUCKETS),
        runs,
        True,
    )
