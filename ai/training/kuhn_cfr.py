"""The run `kuhn-cfr`: solve either variant of Kuhn poker by counterfactual regret minimisation (CFR).

The model contains the average strategy. It also contains the regret totals, the strategy sums, the current strategy
and the state of the random generator, so a resumed run gives the same bits as an uninterrupted run. Strength is the
exploitability in chips per hand (half of NashConv): the mean winnings of the best responses in both seats.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ai.agents import small_games
from ai.agents.small_games import TableAgent
from ai.algorithms.best_response import expected_returns
from ai.algorithms.game_tree import GameTree, SolverState, flatten
from ai.algorithms.variants import FAMILY
from ai.evaluation.strength import EXPLOITABILITY, measure_strength
from ai.storage import Array, Model
from ai.training.checkpoints import checkpoint_iterations
from ai.training.config import setting, settings_dict
from ai.training.run import SavedInOneFile, compile_with_reports, steady_reports
from game.core import BadInput, Progress
from game.files.manifest import Manifest
from game.rules import games
from game.rules.kuhn_poker import KuhnState, classic, half_street
from game.study.training import MetricEntry, RunSnapshot
from game.texts import text

if TYPE_CHECKING:
    from ai.algorithms.solver import Solver

NAME = "kuhn-cfr"
ITERATIONS_A_STEP = 5_000  # they take some 2 ms
DESCRIPTION = "Finds the equilibrium of Kuhn poker by minimising counterfactual regret."
METRICS = (
    MetricEntry(EXPLOITABILITY, "what a perfect opponent wins, chips a hand", EXPLOITABILITY, 0, log=True),
    MetricEntry("value", "what the first player wins, chips a hand", "value"),
)
"""Exact measures of the average strategy."""


@dataclass(frozen=True, slots=True)
class KuhnCFRConfig:
    """The game, and the variant of CFR that solves it.

    Raises:
        BadInput: If blinds are set for classic Kuhn poker.
    """

    game: str = setting(games.KUHN_POKER, "the game", choices=games.KUHN_GAMES)
    blinds: float = setting(
        1.0, "blind posted by both, in the half-street game", unit="chips", above=0, high=1_000_000
    )
    variant: str = setting("cfr+", "the CFR variant", choices=tuple(FAMILY))
    iterations: int = setting(10_000, "number of iterations", unit="iterations", low=1, high=1_000_000_000)
    seed: int = setting(0, "random seed, for sampled variants", low=0)

    def __post_init__(self) -> None:
        if self.game == games.KUHN_POKER and self.blinds != 1:
            raise BadInput(text("agent_errors.setting.classic_ante"))


class KuhnCFRRun(SavedInOneFile):
    """A CFR run with its checkpoints."""

    def __init__(self, config: KuhnCFRConfig) -> None:
        self.config = config
        self._root = _first_state(config)
        self._tree = flatten(self._root)
        self._solver = _solver(self._tree, config)

    @classmethod
    def from_checkpoint(cls, config: KuhnCFRConfig, model: Model) -> KuhnCFRRun:
        """Return the run as it was when `model` was saved.

        Raises:
            BadInput: If the model is not a checkpoint of this run.
        """
        run = cls(config)
        done = checkpoint_iterations(model, config.iterations)
        keys = [infoset.key for infoset in run._tree.infosets]
        stored = model.array("keys", (len(keys),), "U").tolist()
        if sorted(stored) != sorted(keys):
            file, game = model.file.name, config.game
            raise BadInput(text("agent_errors.checkpoint.infosets", file=file, game=game))
        order = [stored.index(key) for key in keys]
        regret, strategy, strategy_sum = (
            model.array(name, (len(keys), 2))[order].reshape(-1).astype(np.float64)
            for name in ("regret", "strategy", "strategy_sum")
        )
        if (strategy_sum < 0).any() or (strategy < 0).any():
            raise BadInput(text("agent_errors.checkpoint.negative_total", file=model.file.name))
        dice = model.array("dice", (1,), "u").astype(np.uint64)
        run._solver.resume(done, SolverState(regret, strategy, strategy_sum, dice))
        return run

    @property
    def iteration(self) -> int:
        return self._solver.iteration

    @property
    def total(self) -> int:
        return self.config.iterations

    def reports(self) -> Iterator[Progress]:
        """Yield a report after every chunk of iterations. The last report has `done` set.

        The kernels of the solver and of the measurement are compiled first.
        """
        yield from compile_with_reports(self._solver.compile_kernels, self, dict)
        yield from steady_reports(self, self._solver.iterate, ITERATIONS_A_STEP, self._metrics)

    def manifest(self) -> Manifest:
        """Return the manifest of the model, with its current strength."""
        half_street_only, blinds = self.config.game == games.KUHN_HALF_STREET, self.config.blinds
        return Manifest(
            game=self.config.game,
            agent="table",
            kind="learned",
            run=NAME,
            config=settings_dict(self.config),
            seed=self.config.seed,
            iterations=self.iteration,
            blinds=(int(blinds) if blinds == int(blinds) else blinds) if half_street_only else None,
            stage=f"{self.iteration:,} iterations",
            strength=measure_strength(self.agent(NAME), self._root),
        )

    def snapshot(self) -> RunSnapshot:
        return RunSnapshot(self.iteration, "strategy", self.agent(NAME).table)

    def agent(self, name: str) -> TableAgent:
        return TableAgent(name, self._tree.table(self._solver.average()))

    def _arrays(self) -> dict[str, Array]:
        totals = self._solver.totals()
        rows = {
            "average": self._solver.average(),
            "regret": totals.regret,
            "strategy": totals.strategy,
            "strategy_sum": totals.strategy_sum,
        }
        return {
            "keys": np.array([infoset.key for infoset in self._tree.infosets]),
            **{name: vector.reshape(-1, 2) for name, vector in rows.items()},
            "dice": totals.dice,
            "iteration": np.array(self.iteration, dtype=np.int64),
        }

    def _metrics(self) -> dict[str, float]:
        now = self._solver.exploitability()
        return {EXPLOITABILITY: now.exploitability, "value": now.value}


def _solver(tree: GameTree, config: KuhnCFRConfig) -> Solver:
    """Return a solver for the variant of CFR in `config`.

    The compiler is imported only here, because most uses of runs don't need it.
    """
    from ai.algorithms import solver  # noqa: PLC0415 - see above

    return solver.Solver(tree, FAMILY[config.variant], config.seed)


def fixed_settings(config: KuhnCFRConfig) -> tuple[str, ...]:
    return ("game",) if config.game == games.KUHN_HALF_STREET else ("game", "blinds")


def references(config: KuhnCFRConfig) -> dict[str, float]:
    """Return the value of the game to the first player in equilibrium, as the reference of a metric."""
    root = _first_state(config)
    equilibrium = small_games.by_name(small_games.EQUILIBRIUM, root.rules).strategy
    return {"value": expected_returns(root, (equilibrium, equilibrium))[0]}


def _first_state(config: KuhnCFRConfig) -> KuhnState:
    return classic() if config.game == games.KUHN_POKER else half_street(config.blinds)
