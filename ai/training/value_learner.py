"""The run `value-learner` (TD(0) self-play at tic-tac-toe): its settings and its metrics.

The run itself is in ai/training/value_learner_run.py, which loads the compiler. Listing runs does not import it.
"""

from __future__ import annotations

from dataclasses import dataclass

from ai.training.config import setting
from game.study.training import MetricEntry

NAME = "value-learner"
GAME = "tic-tac-toe"
DESCRIPTION = "Learns tic-tac-toe from nothing, one value for every position."
ITSELF, EARLIER, RANDOM, PERFECT = "itself", "earlier", "random", "perfect"
OPPONENTS = (ITSELF, EARLIER, RANDOM, PERFECT)
APART, TOGETHER = "apart", "together"

METRICS = (
    *(
        MetricEntry(f"{opponent}_{result}", f"share of games {verb} against {whom}, both seats", chart, 0, 1)
        for opponent, whom, chart in (
            ("random", "random play", "against random play"),
            ("perfect", "perfect play", "against perfect play"),
        )
        for result, verb in (("win", "won"), ("draw", "drawn"), ("loss", "lost"))
    ),
    MetricEntry("lost_lines_x", "lines of play that beat it as X", "lost lines", 0),
    MetricEntry("lost_lines_o", "lines of play that beat it as O", "lost lines", 0),
    MetricEntry(
        "opening_value",
        "what the player to move expects, too much while the opponent makes moves at random",
        "value",
        0,
        1,
    ),
)
"""Exact measures of the greedy player."""


@dataclass(frozen=True, slots=True)
class ValueLearnerConfig:
    """The length, the step size, the exploration and the opponent."""

    iterations: int = setting(1_000_000, "number of games", unit="games", low=1, high=1_000_000_000)
    alpha: float = setting(0.1, "learning rate at the start", above=0, high=1)
    alpha_halves_after: int = setting(
        100_000, "games until the learning rate halves (0: never)", unit="games", low=0, high=1_000_000_000
    )
    epsilon: float = setting(0.1, "share of random moves at the start", low=0, high=1)
    epsilon_halves_after: int = setting(
        0, "games until exploration halves (0: never)", unit="games", low=0, high=1_000_000_000
    )
    draw_value: float = setting(0.5, "what a draw is worth between a loss (0) and a win (1)", low=0, high=1)
    opponent: str = setting(
        ITSELF, "training opponent (earlier: itself after 1, 10, 100, ... games)", choices=OPPONENTS
    )
    mirror_images: str = setting(APART, "whether mirror images share a value", choices=(APART, TOGETHER))
    seed: int = setting(0, "random seed", low=0)


def references(config: ValueLearnerConfig) -> dict[str, float]:
    return {"opening_value": config.draw_value}
