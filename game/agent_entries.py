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
    """A measured strength: the metric, its mean and 95% half-width, the opponent, and the number of hands.

    A league adds `worst`, the agent's lowest mean against any opponent. `worst_against` is this opponent, and
    `worst_ci95` is the half-width of this mean. If a local best response can be computed, a league also adds `lbr`,
    the winnings of the local best response against the agent. `rating` is the agent's rating in the game
    (game/archive/rating.py). `diamonds` is the agent's rank by rating, from 1 to 5. In a league, the agent met
    `met` opponents, and had a positive mean result against `ahead` of these opponents.
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
    """Return the number of diamonds, the strength shown for an agent, at a step of a ranking.

    Step 0, the weakest, has 1 diamond. Step `steps` - 1, the strongest, has 5 diamonds.

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
    """Return the name of a checkpoint as a player.

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
        """Return a key that the entries of one player at several stack depths share."""
        return self.game, self.family, self.stage

    @property
    def solves(self) -> bool:
        """Return whether the agent solves subgames while it plays.

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
    """Return the entry with the depth nearest to `stack_bb`, among the entries of the same player as `entry`."""
    together = {one.depth: one for one in entries if one.depth is not None and one.together == entry.together}
    if entry.depth is None or entry.family is None or not together:
        return entry
    return together[nearest_depth(together, stack_bb)]
