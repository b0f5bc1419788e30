"""The run `kuhn-cfr`: either Kuhn game towards its equilibrium by counterfactual regret minimisation.

The model is the average strategy; with the totals of regret and strategy (and the state of the dice, where deals
are sampled) it is also the checkpoint. Strength is the exploitability in chips a hand: what a player who knew
the strategy would win against it on average over both seats, in a game that is worth nothing otherwise.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ai.agents import kuhn_tables
from ai.agents.table_agent import TableAgent
from ai.algorithms.best_response import expected_returns
from ai.algorithms.cfr import CFR, constant, floored, linear
from ai.evaluation.strength import EXPLOITABILITY, exploitability_of, measured
from ai.storage import Array, Model, save_model
from ai.training.config import setting, settings_of
from ai.training.run import dice_from_array, dice_to_array, iterations_done, steady_reports
from game.core import BadInput, MetricEntry, Progress, RunSnapshot
from game.manifest import Manifest
from game.rules import games
from game.rules.kuhn_poker import KuhnState, classic, half_street

NAME = "kuhn-cfr"
VARIANTS = ("cfr+", "cfr", "chance-sampled")
ITERATIONS_A_STEP = 10
DESCRIPTION = "Finds the equilibrium of Kuhn poker by minimising counterfactual regret."
METRICS = (
    MetricEntry(
        EXPLOITABILITY, "what the best reply wins from it, chips a hand", EXPLOITABILITY, 0, log=True
    ),
    MetricEntry("value", "what the first player wins, chips a hand", "value"),
)
"""What is measured of the average strategy, exactly."""


@dataclass(frozen=True, slots=True)
class KuhnCFRConfig:
    """Which game, and which variant finds its equilibrium."""

    game: str = setting(games.KUHN_POKER, "the game", choices=games.KUHN_GAMES)
    blinds: float = setting(
        1.0, "chips that both post blind, in the half-street game", unit="chips", above=0, high=1_000_000
    )
    variant: str = setting("cfr+", "how regrets are kept and deals visited", choices=VARIANTS)
    iterations: int = setting(10_000, "iterations in all", unit="iterations", low=1, high=1_000_000_000)
    seed: int = setting(0, "seed of the dice, where deals are sampled", low=0)

    def __post_init__(self) -> None:
        if self.game == games.KUHN_POKER and self.blinds != 1:
            raise BadInput("The ante of classic Kuhn poker is 1: blinds are set for game=kuhn-half-street.")


class KuhnCFRRun:
    """A CFR run with its checkpoints."""

    def __init__(self, config: KuhnCFRConfig) -> None:
        self.config = config
        self._root = _first_state(config)
        self._dice = random.Random(config.seed)
        self._cfr = self._solver()

    @classmethod
    def resumed(cls, config: KuhnCFRConfig, model: Model) -> KuhnCFRRun:
        """Return the run as it was when `model` was saved; `BadInput` if it is no checkpoint of it."""
        run = cls(config)
        done = iterations_done(model, config.iterations)
        run._dice = dice_from_array(model.array("dice", (-1,), "u"), model.file.name)
        run._cfr = run._solver()
        infosets = run._cfr.infosets
        keys = [str(key) for key in model.array("keys", (len(infosets),), "U")]
        if set(keys) != set(infosets):
            raise BadInput(
                f"{model.file.name} is no checkpoint of {config.game}: its information sets differ."
            )
        regret, totals = (model.array(name, (len(keys), 2)) for name in ("regret", "strategy_sum"))
        if (totals < 0).any():
            raise BadInput(f"{model.file.name} is damaged: a total of its strategy is below 0.")
        for key, regrets, sums in zip(keys, regret.tolist(), totals.tolist(), strict=True):
            infosets[key].regret, infosets[key].strategy_sum = regrets, sums
        run._cfr.resume(done)
        return run

    @property
    def iteration(self) -> int:
        """Return how many iterations are done."""
        return self._cfr.iteration

    @property
    def total(self) -> int:
        """Return how many iterations are to be done."""
        return self.config.iterations

    def reports(self) -> Iterator[Progress]:
        """Return a report after every chunk of iterations; the last one is done."""
        return steady_reports(self, self._cfr.iterate, ITERATIONS_A_STEP, self._metrics)

    def save(self, file: Path) -> None:
        """Write the model, which is also the checkpoint, to `file` and its manifest beside it."""
        save_model(file, self.manifest(), self._arrays())

    def manifest(self) -> Manifest:
        """Return what this model is, its strength measured now."""
        half_street_only = self.config.game == games.KUHN_HALF_STREET
        return Manifest(
            game=self.config.game,
            agent="table",
            kind="learned",
            run=NAME,
            config=settings_of(self.config),
            seed=self.config.seed,
            iterations=self.iteration,
            blinds=_plain(self.config.blinds) if half_street_only else None,
            stage=f"{self.iteration:,} iterations",
            strength=measured(self.agent(NAME), self._root),
        )

    def snapshot(self) -> RunSnapshot:
        """Return the average strategy so far."""
        return RunSnapshot(self.iteration, "strategy", self.agent(NAME).table)

    def agent(self, name: str) -> TableAgent:
        """Return the agent that plays the average strategy so far."""
        infosets = self._cfr.infosets.items()
        table = {key: dict(zip(i.actions, i.average_strategy(), strict=True)) for key, i in infosets}
        return TableAgent(name, table)

    def _solver(self) -> CFR:
        match self.config.variant:
            case "cfr+":
                return CFR(self._root, regret=floored, weight=linear)
            case "cfr":
                return CFR(self._root)
            case _:
                return CFR(self._root, weight=constant, rng=self._dice)

    def _arrays(self) -> dict[str, Array]:
        infosets = self._cfr.infosets
        return {
            "keys": np.array(list(infosets)),
            "average": np.array([infoset.average_strategy() for infoset in infosets.values()]),
            "regret": np.array([infoset.regret for infoset in infosets.values()]),
            "strategy_sum": np.array([infoset.strategy_sum for infoset in infosets.values()]),
            "dice": dice_to_array(self._dice),
            "iteration": np.array(self.iteration, dtype=np.int64),
        }

    def _metrics(self) -> dict[str, float]:
        now = exploitability_of(self.agent(NAME), self._root)
        return {EXPLOITABILITY: now.exploitability, "value": now.value}


def decided(config: KuhnCFRConfig) -> tuple[str, ...]:
    """Return the settings that a preset decides: the game, and with the classic one its ante."""
    return ("game",) if config.game == games.KUHN_HALF_STREET else ("game", "blinds")


def references(config: KuhnCFRConfig) -> dict[str, float]:
    """Return what the game is worth to the first player if nobody errs."""
    root = _first_state(config)
    equilibrium = kuhn_tables.by_name(kuhn_tables.EQUILIBRIUM, root.rules).strategy
    return {"value": expected_returns(root, (equilibrium, equilibrium))[0]}


def _first_state(config: KuhnCFRConfig) -> KuhnState:
    return classic() if config.game == games.KUHN_POKER else half_street(config.blinds)


def _plain(blinds: float) -> float:
    """Return whole blinds as a whole number, as people write them."""
    return int(blinds) if blinds == int(blinds) else blinds
