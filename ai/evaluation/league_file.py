"""The shipped league of agents as a file: the result of every pair, and the rank (1 to 5 diamonds) of each agent.

The file holds the measured results. `strengths` computes the figures and diamonds for the manifests of the
agents, which the window and the commands read.

A beats B if the 95 % interval of their result is above 0. Such wins may form a circle, and worst results may
be too close to tell apart, so the ranks follow in three steps.

1. Agents that beat each other in a circle cannot be ranked. They form one group (a strongly connected
component of "beats", by its transitive closure). 2. The groups are ordered from the strongest down. Of the
groups that no remaining group beats, the next one is that with the best worst result. The worst result of an
agent is the pair with its lowest mean. Worst results are compared by the lower ends of their intervals, and a
group has the best one of its agents. So no agent comes after one that it beats. 3. The order is cut into
steps, from the strongest down. A group begins a new step if an agent on the current step beats one of the
group, or if the interval of the group's worst result is wholly below that of the first group on the step.
Otherwise it joins the current step.

The steps are spread evenly over 1 to 5 diamonds. If there are more than five, neighbouring steps share a
number.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from game.agent_entries import FIELD, Strength, count_diamonds
from game.core import BadInput
from game.files import damage, user_files
from game.match.series import MIN_CERTAIN_SAMPLES, UNITS
from game.quoting import quoted
from game.rules import games
from game.study.league import League

Group = frozenset[str]


@dataclass(frozen=True, slots=True)
class WorstResult:
    """The worst result of an agent in the league, and the half width of its 95 % interval, in mbb/hand."""

    mean: float
    ci95: float

    @property
    def low(self) -> float:
        return self.mean - self.ci95

    @property
    def high(self) -> float:
        return self.mean + self.ci95


def diamonds_by_agent(worst: Mapping[str, WorstResult], wins: Collection[tuple[str, str]]) -> dict[str, int]:
    """Return the diamonds of every agent in `worst`.

    `wins` has the (winner, loser) of every significant pair.
    """
    steps = _steps(_line(_groups(list(worst), wins), worst, wins), worst, wins)
    return {
        agent: count_diamonds(len(steps) - 1 - index, len(steps))
        for index, step in enumerate(steps)
        for agent in step
    }


def find_cycles(agents: Sequence[str], wins: Collection[tuple[str, str]]) -> list[Group]:
    return [group for group in _groups(agents, wins) if len(group) > 1]


def _groups(agents: Sequence[str], wins: Collection[tuple[str, str]]) -> list[Group]:
    """Return the groups of agents that reach each other over chains of wins. Most groups have one agent."""
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
    groups: Sequence[Group], worst: Mapping[str, WorstResult], wins: Collection[tuple[str, str]]
) -> list[Group]:
    """Return the groups, the strongest first."""
    line, left = [], list(groups)
    while left:
        free = [group for group in left if not any(_beats(other, group, wins) for other in left)]
        line.append(max(free, key=lambda group: _best(group, worst).low))
        left.remove(line[-1])
    return line


def _steps(
    line: Sequence[Group], worst: Mapping[str, WorstResult], wins: Collection[tuple[str, str]]
) -> list[list[str]]:
    """Return the agents of each step, the highest step first."""
    steps: list[list[str]] = []
    lowest = 0.0  # the lower end of the worst result of the first on the step
    for group in line:
        if not steps or _best(group, worst).high < lowest or _beats(frozenset(steps[-1]), group, wins):
            steps.append([])
            lowest = _best(group, worst).low
        steps[-1] += sorted(group)
    return steps


def _best(group: Group, worst: Mapping[str, WorstResult]) -> WorstResult:
    return max((worst[agent] for agent in sorted(group)), key=lambda one: one.low)


def _beats(group: Group, other: Group, wins: Collection[tuple[str, str]]) -> bool:
    return group is not other and any((a, b) in wins for a in group for b in other)


LEAGUE_FORMAT = 1
DIGITS = 1  # behind the point of a figure in mbb/hand
LEAGUE_FILE = "league.json"
"""The name of the file in the folder of the game's models."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """An agent of the league in this version, with the half-width of its mean against the field in mbb/hand.

    Attributes:
        lbr: The winnings of a local best response against it, in mbb/hand, None if its strategy is not known
            for every hand. `lbr_ci95` is the half-width over `lbr_hands` hands.
    """

    name: str
    version: str
    ci95: float | None
    lbr: float | None = None
    lbr_ci95: float | None = None
    lbr_hands: int = 0


@dataclass(frozen=True, slots=True)
class PairResult:
    """The result of a pair: the winnings of `a` in mbb/hand, with the half-width of the 95 % interval."""

    a: str
    b: str
    hands: int
    mean: float
    ci95: float

    @property
    def winner(self) -> tuple[str, str] | None:
        """The (winner, loser) of the pair, None if the interval contains 0 or there are too few hands."""
        if self.hands < 2 * MIN_CERTAIN_SAMPLES or abs(self.mean) <= self.ci95:
            return None
        return (self.a, self.b) if self.mean > 0 else (self.b, self.a)


@dataclass(frozen=True, slots=True)
class StoredLeague:
    """A league as in its file: the agents, the stacks they played for, and every pair once."""

    stack_bb: int
    work: int
    seed: int
    agents: tuple[Entrant, ...]
    pairs: tuple[PairResult, ...]

    @property
    def wins(self) -> frozenset[tuple[str, str]]:
        """The (winner, loser) of every pair with an interval beyond 0."""
        return frozenset(winner for pair in self.pairs if (winner := pair.winner) is not None)

    def of(self, agent: str) -> list[PairResult]:
        swapped = [PairResult(one.b, one.a, one.hands, -one.mean, one.ci95) for one in self.pairs]
        return [one for one in (*self.pairs, *swapped) if one.a == agent]

    def merge_pairs(self, before: StoredLeague, kept: Collection[tuple[str, str]]) -> StoredLeague:
        """Return this league with the results of `before` for the pairs `kept`, which were not played again.

        The interval against the field stays for agents with such pairs.
        """
        pairs = (*self.pairs, *(one for one in before.pairs if (one.a, one.b) in kept))
        known = {one.name: one.ci95 for one in before.agents if any(one.name in pair for pair in kept)}
        agents = (replace(one, ci95=known.get(one.name, one.ci95)) for one in self.agents)
        ordered = sorted(pairs, key=lambda one: (one.a, one.b))
        return replace(self, agents=tuple(agents), pairs=tuple(ordered))


def strengths(league: StoredLeague) -> dict[str, Strength]:
    """Return the strength of each agent: its mean against the field, its worst pair and its diamonds."""
    worst = {one.name: min(league.of(one.name), key=lambda pair: pair.mean) for one in league.agents}
    ranks = diamonds_by_agent(
        {name: WorstResult(pair.mean, pair.ci95) for name, pair in worst.items()}, league.wins
    )
    return {one.name: _strength(league, one, worst[one.name], ranks[one.name]) for one in league.agents}


def _strength(league: StoredLeague, agent: Entrant, worst: PairResult, rank: int) -> Strength:
    pairs = league.of(agent.name)
    return Strength(
        metric=UNITS[games.HOLDEM],
        mean=round(sum(pair.mean for pair in pairs) / len(pairs), DIGITS),
        ci95=agent.ci95,
        against=FIELD,
        hands=sum(pair.hands for pair in pairs),
        worst=worst.mean,
        worst_ci95=worst.ci95,
        worst_against=worst.b,
        lbr=agent.lbr,
        lbr_ci95=agent.lbr_ci95,
        diamonds=rank,
    )


def to_stored(league: League, versions: Mapping[str, str], known: Iterable[Entrant] = ()) -> StoredLeague:
    """Return a played league for the file.

    Results of the local best response are copied from `known` for agents of the same version.
    """
    before = {(one.name, one.version): one for one in known}
    agents = []
    for name in sorted(league.agents):
        field, was = league.field(name), before.get((name, versions[name]))
        ci95 = None if field is None or field.ci95 is None else round(field.ci95, DIGITS)
        lbr = (was.lbr, was.lbr_ci95, was.lbr_hands) if was is not None else ()
        agents.append(Entrant(name, versions[name], ci95, *lbr))
    pairs = tuple(
        PairResult(one.a, one.b, 2 * one.deals, round(one.mean, DIGITS), round(one.ci95 or 0.0, DIGITS))
        for one in league.pairs
    )
    settings = league.settings
    return StoredLeague(settings.stack_bb, settings.work, settings.seed, tuple(agents), pairs)


def write_league(file: Path, league: StoredLeague) -> None:
    """Write a league, a line for each agent and each pair."""
    head = {"format": LEAGUE_FORMAT, "stack_bb": league.stack_bb, "work": league.work, "seed": league.seed}
    lines = [f" {json.dumps(key)}: {value}," for key, value in head.items()]
    for key, rows, end in (("agents", league.agents, ","), ("pairs", league.pairs, "")):
        joined = ",\n".join(f"  {json.dumps(asdict(row))}" for row in rows)
        lines.append(f' "{key}": [\n{joined}\n ]{end}')
    user_files.atomic_write(file, ("{\n" + "\n".join(lines) + "\n}\n").encode())


def read_league(file: Path) -> StoredLeague:
    """Read a league.

    Raises:
        BadInput: If the file is not a league.
    """
    try:
        document: Mapping[str, Any] = json.loads(user_files.read_text(file))
        if document["format"] != LEAGUE_FORMAT:
            found = quoted(document["format"])
            raise BadInput(f"{file.name} has the format {found}; this program reads {LEAGUE_FORMAT}.")
        return StoredLeague(
            document["stack_bb"],
            document["work"],
            document["seed"],
            tuple(Entrant(**row) for row in document["agents"]),
            tuple(PairResult(**row) for row in document["pairs"]),
        )
    except damage.JSON as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{file.name} cannot be read: it is not a league.") from error
