"""The agents of the catalogue as everybody speaks of them: names, measured strength, depths."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import Literal

FIELD = "the field"
"""Against whom a strength was measured that comes from a league: everybody else in it."""
MOST_DIAMONDS = 5


@dataclass(frozen=True, slots=True)
class Strength:
    """A measured strength: what was measured, against whom, over how many hands, with the 95 % half-width.

    From a league come, too: `worst`, the mean of the agent's worst pair, with whom and its half-width; `lbr`, what
    a local best response wins from the agent, where that can be measured; and the 1 to 5 `diamonds` of its rank.
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


def diamonds_of(step: int, steps: int) -> int:
    """Return the diamonds of a step, the weakest being 0, where there are so many: 1 for the first, 5 for the last.

    >>> [diamonds_of(step, 4) for step in range(4)], diamonds_of(0, 1)
    ([1, 2, 4, 5], 1)
    """
    return 1 + round((MOST_DIAMONDS - 1) * step / max(1, steps - 1))


ARCHITECT = "blueprint"
"""The family of the Architect: as she was trained, and as she solves while she plays."""

AGENT_NAME = re.compile(r"[a-z0-9-]+")

AT = "@"
"""What stands between the id of a run and the iteration of its checkpoint, in no other agent's name."""


def checkpoint_name(run_id: str, iteration: int) -> str:
    """Return the name under which a checkpoint sits at a table.

    >>> checkpoint_name("kuhn-cfr-1", 300)
    'kuhn-cfr-1@300'
    """
    return f"{run_id}{AT}{iteration}"


Kind = Literal["learned", "solved", "search", "rules", "random"]


@dataclass(frozen=True, slots=True)
class AgentEntry:
    """An opponent of the catalogue; entries of one `family` are one character at stages of training.

    `version` is a digest of all that made it, so that a hand can say which model played it. `depth` is that of the
    stacks it was trained for, in big blinds: those of one family and stage play together, each at its depth.
    `iterations` is how long it was trained, 0 where nobody says.
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

    @property
    def together(self) -> tuple[str, str | None, str | None]:
        """Return what those have in common who play together, each at its depth."""
        return self.game, self.family, self.stage

    @property
    def solves(self) -> bool:
        """Return whether it solves subgames while it plays, and may be given more time or less."""
        return self.kind == "search" and self.family == ARCHITECT

    @property
    def is_checkpoint(self) -> bool:
        """Return whether it is a run as it was once, which was not kept as an agent of its own."""
        return AT in self.name


def one_a_stage(entries: Iterable[AgentEntry]) -> list[AgentEntry]:
    """Return the entries without those who play together with a deeper one of their stage: they are one player."""
    every = list(entries)
    deepest: dict[tuple[str, str | None, str | None], int] = {}
    for entry in every:
        if entry.family is not None and entry.depth is not None:
            deepest[entry.together] = max(deepest.get(entry.together, 0), entry.depth)
    return [
        entry for entry in every if entry.depth is None or deepest.get(entry.together) in (None, entry.depth)
    ]


def nearest_depth(depths: Iterable[int], stack_bb: float) -> int:
    """Return the depth nearest to these stacks by their ratio, the shallower one of two that are as near.

    >>> nearest_depth((200, 100, 50, 20), 33), nearest_depth((100, 25), 50)
    (50, 25)
    """
    return min(depths, key=lambda depth: (abs(log(depth / stack_bb)), depth))


def who_plays(entry: AgentEntry, entries: Iterable[AgentEntry], stack_bb: float) -> AgentEntry:
    """Return who sits down for an agent at these stacks: of those together with it that of the nearest depth."""
    together = {one.depth: one for one in entries if one.depth is not None and one.together == entry.together}
    if entry.depth is None or entry.family is None or not together:
        return entry
    return together[nearest_depth(together, stack_bb)]
