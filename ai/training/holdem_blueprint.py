"""The run `holdem-blueprint`: its settings and its metrics.

The run itself is in ai/training/holdem_blueprint_run.py, which loads the compiler. Listing runs does not import it.
"""

from __future__ import annotations

from dataclasses import dataclass

from ai.abstraction import bet_menu
from ai.training.config import MAX_ITERATIONS, setting
from ai.training.holdem_abstraction import ready_abstractions
from game.files.manifest import SHIPPED_ABSTRACTION
from game.rules import games
from game.study.training import MetricEntry

NAME = "holdem-blueprint"
GAME = games.HOLDEM
DESCRIPTION = "Learns a strategy near equilibrium for Hold'em, by playing itself over buckets of hands."
LINEAR, DISCOUNTED = "linear", "discounted"
METRICS = (
    MetricEntry(
        "gain", "mbb a hand · as it was at a quarter to half of the way", "gain", interval="gain_ci95"
    ),
    MetricEntry("response", "mbb a hand · only if positive", "response", low=0),
    MetricEntry("regret", "mbb a hand · no reply wins more in the small game", "regret", log=True),
)


@dataclass(frozen=True, slots=True)
class HoldemBlueprintConfig:
    """The stack and bets of the game, its abstraction, and the training."""

    stack: int = setting(100, "both stacks", unit="big blinds", low=2, high=500)
    menu: str = setting("half-pot", "bet sizes: a built-in menu or a .yaml file", free=True)
    abstraction: str = setting(SHIPPED_ABSTRACTION, "hand buckets: built in or an .npz file", free=True)
    iterations: int = setting(30_000_000, "deals of self-play", unit="deals", low=1, high=MAX_ITERATIONS)
    answers: int = setting(
        20_000_000, "last deals, in which also the all-ins that the menu bars are tried", unit="deals", low=0
    )
    weights: str = setting(LINEAR, "how later deals are weighted", choices=(LINEAR, DISCOUNTED))
    prune: float = setting(
        300.0, "skips most actions whose regret is below this; 0: none", unit="big blinds", low=0
    )
    threads: int = setting(0, "training threads; 0: one per core", low=0, high=64)
    memory: int = setting(4_000, "memory limit for the tables", unit="MB", low=1, high=1_000_000)
    seed: int = setting(0, "random seed", low=0)


def setting_choices() -> dict[str, list[tuple[str, str]]]:
    return {"menu": [(name, "") for name in bet_menu.menu_names()], "abstraction": ready_abstractions()}
