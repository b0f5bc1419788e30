"""The rank of every agent in a league, 1 to 5 diamonds: no agent has fewer than one that it beats.

A beats B if the 95 % interval of their result lies above 0. Such wins may form a circle, and worst results may be
too close to tell apart, so the rank is found in three steps.

1. Agents that beat each other in a circle cannot be ranked: they are one group (a strongly connected component of
   "beats", by its transitive closure).
2. The groups are put in a line, the strongest first. Of the groups that no remaining group beats, the next one is
   that with the best worst result. The worst result of an agent is the pair with its lowest mean. Worst results are
   compared by the lower ends of their intervals, and a group has the best one of its agents. So no agent comes
   after one that it beats.
3. The line is cut into steps, from the strongest down. A group begins a new step if an agent on the current step
   beats one of the group, or if the interval of the group's worst result lies wholly below that of the first group
   on the step. Otherwise it joins the current step.

The steps are spread evenly over 1 to 5 diamonds; if there are more than five, neighbouring steps share a number.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from game.agent_entries import diamonds_of

Group = frozenset[str]


@dataclass(frozen=True, slots=True)
class Worst:
    """The worst result of an agent in the league, and the half width of its 95 % interval, in mbb/hand."""

    mean: float
    ci95: float

    @property
    def low(self) -> float:
        """Return the lower end of the interval."""
        return self.mean - self.ci95

    @property
    def high(self) -> float:
        """Return the upper end of the interval."""
        return self.mean + self.ci95


def diamonds(worst: Mapping[str, Worst], wins: Collection[tuple[str, str]]) -> dict[str, int]:
    """Return the diamonds of every agent in `worst`; `wins` has the (winner, loser) of every significant pair."""
    steps = _steps(_line(_groups(list(worst), wins), worst, wins), worst, wins)
    return {
        agent: diamonds_of(len(steps) - 1 - place, len(steps))
        for place, step in enumerate(steps)
        for agent in step
    }


def circles(agents: Sequence[str], wins: Collection[tuple[str, str]]) -> list[Group]:
    """Return the groups of agents that beat each other in a circle."""
    return [group for group in _groups(agents, wins) if len(group) > 1]


def _groups(agents: Sequence[str], wins: Collection[tuple[str, str]]) -> list[Group]:
    """Return the groups of agents that reach each other over chains of wins; most groups have one agent."""
    below: dict[str, set[str]] = {agent: {agent} for agent in agents}
    for winner, loser in wins:
        below[winner].add(loser)
    for middle in agents:  # Warshall (1962)
        for agent in agents:
            if middle in below[agent]:
                below[agent] |= below[middle]
    groups = (frozenset(other for other in below[agent] if agent in below[other]) for agent in agents)
    return list(dict.fromkeys(groups))


def _line(
    groups: Sequence[Group], worst: Mapping[str, Worst], wins: Collection[tuple[str, str]]
) -> list[Group]:
    """Return the groups, the strongest first."""
    line, left = [], list(groups)
    while left:
        free = [group for group in left if not any(_beats(other, group, wins) for other in left)]
        line.append(max(free, key=lambda group: _best(group, worst).low))
        left.remove(line[-1])
    return line


def _steps(
    line: Sequence[Group], worst: Mapping[str, Worst], wins: Collection[tuple[str, str]]
) -> list[list[str]]:
    """Return the agents of each step, the highest first."""
    steps: list[list[str]] = []
    lowest = 0.0  # the lower end of the worst result of the first on the step
    for group in line:
        if not steps or _best(group, worst).high < lowest or _beats(frozenset(steps[-1]), group, wins):
            steps.append([])
            lowest = _best(group, worst).low
        steps[-1] += sorted(group)
    return steps


def _best(group: Group, worst: Mapping[str, Worst]) -> Worst:
    """Return the worst result of the one of a group that has the best."""
    return max((worst[agent] for agent in sorted(group)), key=lambda one: one.low)


def _beats(group: Group, other: Group, wins: Collection[tuple[str, str]]) -> bool:
    return group is not other and any((a, b) in wins for a in group for b in other)
