"""The run `holdem-abstraction`: passes of k-means over turn and flop, and finally a bucket for every hand.

A checkpoint contains the centres of both streets, and the bucket table of each finished street. A resumed run gives
the same result as an uninterrupted run. The last checkpoint has all tables and is a complete abstraction
(ai/abstraction/card_abstraction.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from ai.abstraction import card_abstraction
from ai.abstraction.build import (
    AbstractionBuild,
    AbstractionKind,
    Before,
    BuildPlan,
    Passed,
    Placed,
    Search,
    compile_kernels,
)
from ai.abstraction.emd import are_shares
from ai.abstraction.isomorphism import cells
from ai.abstraction.kmeans_emd import Distance
from ai.abstraction.runouts import RUNOUTS
from ai.abstraction.strengths import VALUES
from ai.storage import Array, Model
from ai.training.checkpoints import checkpoint_iterations
from ai.training.config import settings_dict
from ai.training.holdem_settings import ABSTRACTION_RUN, HoldemAbstractionConfig
from ai.training.run import RunClock, SavedInOneFile, compile_with_reports
from game.core import BadInput, Progress
from game.files.manifest import ABSTRACTION, Manifest
from game.rules import games
from game.rules.betting import Street
from game.study.training import RunSnapshot
from game.texts import text

BEFORE, PLACING = {Before.DEALING: "dealing", Before.LOOKING: "looking"}, "placing"
"""The phases other than passes: the preparation, and the assignment of all hands in the last pass."""
METRIC_OF = {Street.TURN: "turn_error", Street.FLOP: "flop_error"}


class HoldemAbstractionRun(SavedInOneFile):
    """A run whose iterations are passes of k-means over the hands of a street."""

    def __init__(
        self, config: HoldemAbstractionConfig, searches: Mapping[Street, Search] | None = None
    ) -> None:
        self.config = config
        self._build = AbstractionBuild(_plan(config))
        self._build.searches.update(searches or {})
        self._errors: dict[str, float] = {}

    @classmethod
    def from_checkpoint(cls, config: HoldemAbstractionConfig, model: Model) -> HoldemAbstractionRun:
        """Return the run as it was when `model` was saved.

        Raises:
            BadInput: If the model is not a checkpoint of this run.
        """
        checkpoint_iterations(model, config.iterations)
        if model.manifest.config.get("iterations") != config.iterations:
            planned = str(model.manifest.config.get("iterations"))
            raise BadInput(text("agent_errors.checkpoint.planned", file=model.file.name, iterations=planned))
        run = cls(config, {street: _search(model, street, config) for street in METRIC_OF})
        if run.iteration != int(model.array("iteration", (), "i")):
            raise BadInput(text("agent_errors.checkpoint.streets", file=model.file.name))
        build = run._build
        for street, cards, buckets in ((Street.TURN, 4, config.turn), (Street.FLOP, 3, config.flop)):
            if build.searches[street].done == build.plan.pass_count(street):
                name = street.name.lower()
                build.tables[street] = card_abstraction.read_table(model, name, cells(cards), buckets)
        if run.iteration == run.total:
            build.river = card_abstraction.read_parts(model).river
        errors = model.manifest.data.items()
        run._errors = {key: value for key, value in errors if isinstance(value, float)}
        return run

    @property
    def iteration(self) -> int:
        return self._build.passes

    @property
    def total(self) -> int:
        return self.config.iterations

    def reports(self) -> Iterator[Progress]:
        """Yield a report after every block of hands. The last report has `done` set."""
        if self._build.is_done:
            yield Progress(self.iteration, self.total, 0.0, 0.0, dict(self._errors), done=True)
            return
        yield from compile_with_reports(compile_kernels, self, dict)
        pace = RunClock(self.iteration, self.total)
        to_go, left = _ToGo(pace, self.total - self.iteration), None
        for word in self._build.steps():
            metrics: dict[str, float] = {}
            doing = BEFORE.get(word, "") if isinstance(word, Before) else ""
            if isinstance(word, Passed):
                self._errors[METRIC_OF[word.street]] = word.error
                metrics, left = dict(self._errors), to_go.after_pass(self.iteration)
            elif isinstance(word, Placed):
                left, doing = to_go.while_placing(word.share), PLACING
            done = isinstance(word, Passed) and self.iteration == self.total
            yield Progress(self.iteration, self.total, pace.seconds, left, metrics, done=done, doing=doing)

    def manifest(self) -> Manifest:
        """Return the manifest of the model at the current iteration."""
        config = self.config
        return Manifest(
            game=games.HOLDEM,
            agent=ABSTRACTION,
            kind=ABSTRACTION,
            run=ABSTRACTION_RUN,
            config=settings_dict(config),
            seed=config.seed,
            iterations=self.iteration,
            stage=f"{self.iteration:,} passes",
            description=f"{config.flop}, {config.turn} and {config.river} buckets on flop, turn and river.",
            data=dict(self._errors),
        )

    def snapshot(self) -> RunSnapshot:
        """Return the errors of the buckets by street."""
        table = {
            f"E{street.value}": {1: self._errors[key]}
            for street, key in METRIC_OF.items()
            if key in self._errors
        }
        return RunSnapshot(self.iteration, "buckets", table)

    def _arrays(self) -> dict[str, Array]:
        build = self._build
        found: dict[str, Array] = {"iteration": np.array(self.iteration, np.int64)}
        for street, search in build.searches.items():
            error = search.error if search.done else 0.0
            found[f"{street.name.lower()}_search"] = np.array([search.done, error])
            for part in ("centres", "best"):
                centres = getattr(search, part)
                if centres is not None:
                    found[f"{street.name.lower()}_{part}"] = centres
            if street in build.tables:
                found[street.name.lower()] = build.tables[street]
        if build.is_done and build.river is not None:
            found["counts"] = np.array([self.config.flop, self.config.turn, self.config.river], np.int64)
            found["river"] = build.river
        return found


class _ToGo:
    """Estimates the remaining seconds. A pass that assigns all hands of a street takes longer than other passes."""

    def __init__(self, pace: RunClock, passes: int) -> None:
        self._pace = pace
        self._passes = passes
        self._left: float | None = None
        self._placed_before: tuple[float, float] | None = None

    def after_pass(self, iteration: int) -> float | None:
        """Record a pass, and return the remaining seconds. Return None if there are too few measurements."""
        self._left, self._placed_before = self._pace.seconds_left(iteration), None
        self._passes -= 1
        return self._left

    def while_placing(self, share: float) -> float | None:
        """Record the share of a street's boards whose hands are assigned, and return the remaining seconds.

        The result is None if there are too few measurements.
        """
        now = self._pace.seconds
        if self._placed_before is None:
            self._placed_before = share, now
        before, then = self._placed_before
        of_others = self._of_other_passes()
        if of_others is None or share <= before:
            return None
        return (now - then) / (share - before) * (1 - share) + of_others

    def _of_other_passes(self) -> float | None:
        """Return the seconds of the passes after the current pass."""
        if self._passes == 1:
            return 0.0
        return None if self._left is None else self._left * (self._passes - 1) / self._passes


def _plan(config: HoldemAbstractionConfig) -> BuildPlan:
    return BuildPlan(
        AbstractionKind(config.kind),
        config.flop,
        config.turn,
        config.river,
        config.flop_sample,
        config.turn_sample,
        config.restarts,
        config.iterations,
        Distance(config.distance),
        config.seed,
    )


def _search(model: Model, street: Street, config: HoldemAbstractionConfig) -> Search:
    """Read the state of k-means for a street from a checkpoint.

    Raises:
        BadInput: If the state is not possible.
    """
    name, plan = street.name.lower(), _plan(config)
    done, error = model.array(f"{name}_search", (2,))
    if done == 0:
        return Search()
    if not 0 < done <= plan.pass_count(street) or done != int(done):
        passes = f"{done:g}"
        raise BadInput(text(f"agent_errors.checkpoint.{name}.passes", file=model.file.name, done=passes))
    shape, kind, most = {
        (Street.TURN, AbstractionKind.POTENTIAL): ((config.turn, 50 - 4), "u", config.river),
        (Street.FLOP, AbstractionKind.POTENTIAL): ((config.flop, config.turn), "f", None),
        (Street.TURN, AbstractionKind.DISTRIBUTION): ((config.turn, 50 - 4), "u", config.river),
        (Street.FLOP, AbstractionKind.DISTRIBUTION): ((config.flop, RUNOUTS), "u", config.river),
        (Street.TURN, AbstractionKind.STRENGTH): ((VALUES,), "u", config.turn),
        (Street.FLOP, AbstractionKind.STRENGTH): ((VALUES,), "u", config.flop),
    }[street, plan.kind]
    centres, best = (model.array(f"{name}_{part}", shape, kind) for part in ("centres", "best"))
    if most is not None and max(centres.max(), best.max()) >= most:
        raise BadInput(text(f"agent_errors.checkpoint.{name}.bucket", file=model.file.name))
    if kind == "f" and not (are_shares(centres) and are_shares(best)):
        raise BadInput(text(f"agent_errors.checkpoint.{name}.histogram", file=model.file.name))
    return Search(int(done), centres, best, float(error))
