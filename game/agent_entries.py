"""The agents of the catalogue: their names, measured strengths and stack depths."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import Literal

FIELD = "the field"
"""The opponent of a strength measured by a league: all other agents in it."""
MAX_DIAMONDS = 5


@dataclass(frozen=True, slots=True)
class Strength:
    """The measured strength of an agent. Only a league sets the attributes from `worst` on.

    Attributes:
        metric: The name of the metric.
        mean: The mean of the metric.
        ci95: The half-width of the 95% interval of `mean`. The other `ci95` attributes are half-widths, too.
        against: The opponent in the measurement, or None.
        hands: The number of hands, or None.
        worst: The agent's lowest mean result against a single opponent.
        worst_against: The opponent in `worst`.
        lbr: The winnings of a local best response against the agent, or None if it cannot be computed.
        diamonds: The agent's rank by rating, from 1 to 5.
        rating: The agent's rating in the game (game/archive/rating.py).
        ahead: The number of opponents against whom the agent has a positive mean result.
        met: The number of opponents in the league.
    """

    metric: str
    mean: float
    ci95: float | None
    against: str | None
    hands: int | None
    worst: float | None = None
    worst_ci95: float | None = None
    worst_against: str | None = None
    lbr: float | None = None
    lbr_ci95: float | None = None
    diamonds: int | None = None
    rating: float | None = None
    rating_ci95: float | None = None
    ahead: int | None = None
    met: int | None = None


def count_diamonds(step: int, steps: int) -> int:
    """Return the number of diamonds for a rank. The window shows the strength of an agent in diamonds.

    Rank 0, the weakest, has 1 diamond. Rank `steps` - 1, the strongest, has 5 diamonds.

    >>> [count_diamonds(step, 4) for step in range(4)], count_diamonds(0, 1)
    ([1, 2, 4, 5], 1)
    """
    return 1 + round((MAX_DIAMONDS - 1) * step / max(1, steps - 1))


ARCHITECT = "blueprint"
"""The family of the Architect: as she was trained, and as she solves while she plays."""

CONSENT_REQUIRED = "PARLOUR_CONSENT_REQUIRED"
"""The environment variable of processes that start no agent's command which the user has not allowed."""

AGENT_NAME = re.compile(r"[a-z0-9-]+")

AT = "@"
"""Separates the id of a run from the iteration in the name of a checkpoint. No other agent's name contains it."""


def checkpoint_name(run_id: str, iteration: int) -> str:
    """Return the name under which a checkpoint plays.

    >>> checkpoint_name("kuhn-cfr-1", 300)
    'kuhn-cfr-1@300'
    """
    return f"{run_id}{AT}{iteration}"


Kind = Literal["learned", "solved", "search", "rules", "random"]


@dataclass(frozen=True, slots=True)
class AgentEntry:
    """An agent of the catalogue. Entries with the same `family` are training stages of one character.

    `version` is a digest of the model files, so that a recorded hand can name the model that played it. `depth` is
    the stack depth in big blinds that the model was trained for. Entries with the same family and stage are one
    player at several depths. `iterations` is the length of the training, 0 if unknown. `command` starts an outside
    agent, which is a separate program.
    """

    name: str
    game: str
    kind: Kind
    description: str
    strength: Strength | None = None
    blinds: float | None = None
    family: str | None = None
    stage: str | None = None
    file: Path | None = None
    version: str = ""
    depth: int | None = None
    iterations: int = 0
    command: tuple[str, ...] = ()

    @property
    def together(self) -> tuple[str, str | None, str | None]:
        """A key that is the same for all entries of a player, whatever their stack depth."""
        return self.game, self.family, self.stage

    @property
    def solves(self) -> bool:
        """Whether the agent solves subgames while it plays.

        The user can change the thinking time of such an agent.
        """
        return self.kind == "search" and self.family == ARCHITECT

    @property
    def is_coached_against(self) -> bool:
        """Whether a coach may use the agent's strategy.

        A coach uses neither the strategy of an agent that searches nor the strategy of a perfect player, because
        such strategies are not known in practice.
        """
        return self.kind in ("rules", "random", "learned")

    @property
    def is_checkpoint(self) -> bool:
        return AT in self.name


def one_a_stage(entries: Iterable[AgentEntry]) -> list[AgentEntry]:
    """Return one entry per player: the entry for the deepest stacks."""
    every = list(entries)
    deepest: dict[tuple[str, str | None, str | None], int] = {}
    for entry in every:
        if entry.family is not None and entry.depth is not None:
            deepest[entry.together] = max(deepest.get(entry.together, 0), entry.depth)
    return [
        entry for entry in every if entry.depth is None or deepest.get(entry.together) in (None, entry.depth)
    ]


def nearest_depth(depths: Iterable[int], stack_bb: float) -> int:
    """Return the depth that differs from `stack_bb` by the smallest factor. On a tie, return the shallower depth.

    >>> nearest_depth((200, 100, 50, 20), 33), nearest_depth((100, 25), 50)
    (50, 25)
    """
    return min(depths, key=lambda depth: (abs(log(depth / stack_bb)), depth))


def who_plays(entry: AgentEntry, entries: Iterable[AgentEntry], stack_bb: float) -> AgentEntry:
    """Return the entry of the same player whose depth is nearest to `stack_bb`.

    Return `entry` itself if the player has no entries for other depths.
    """
    together = {one.depth: one for one in entries if one.depth is not None and one.together == entry.together}
    if entry.depth is None or entry.family is None or not together:
        return entry
    return together[nearest_depth(together, stack_bb)]
