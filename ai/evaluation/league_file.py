"""The file of a shipped league: the result of every pair, and the rating of each agent from 1 to 5 diamonds.

The file holds the measured results. `strengths` computes the numbers and diamonds that are written into the agents'
manifests. The window and the commands read the manifests.

The rating of an agent (game/archive/rating.py) is computed from its mean results against all other agents. The unit
is one standard deviation of the result of 100 hands.

The diamonds place the ratings on a scale from 1 to 5 (`diamonds_by_rating`). There are two rules. If two agents
have equal diamonds, their ratings are too close to call. If their diamonds differ by two or more, their ratings are
not too close to call. As few pairs of agents as possible break a rule. In the shipped league, no pair breaks a
rule, and no smaller number of levels achieves this.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from game.agent_entries import FIELD, MAX_DIAMONDS, Strength
from game.archive.rating import Rating, rate_in_league
from game.core import BadInput
from game.files import damage, user_files
from game.match.series import MIN_CERTAIN_SAMPLES, UNITS
from game.quoting import quoted
from game.rules import games
from game.study.league import League

Group = frozenset[str]


def diamonds_by_rating(ratings: Mapping[str, Rating]) -> dict[str, int]:
    """Return the diamonds of every agent.

    All assignments that keep the order of the ratings are compared. There are two rules. Agents with equal diamonds
    must not be apart (`Rating.is_apart`). The diamonds of agents that are not apart must differ by at most one. As
    few pairs as possible break a rule. Among these assignments, those with the fewest levels are compared. Among
    those, the highest level has 5 diamonds if possible. The assignment with the lowest cost is returned. The cost
    is the sum of the squared differences between the diamonds and the ratings, which are scaled linearly to 1 to 5.
    Every border between two levels adds to the cost: 1 if the ratings next to the border are equal, less if these
    ratings differ, and 0 if they are apart.
    """
    line = sorted(ratings, key=lambda name: ratings[name].value)
    rated = [ratings[name] for name in line]
    spread = rated[-1].value - rated[0].value if rated else 0.0
    reach = spread / (MAX_DIAMONDS - 1) or 1.0
    places = [1 + (one.value - rated[0].value) / reach for one in rated]
    apart = [[0, *accumulate(one.is_apart(other) for other in rated)] for one in rated]
    """For each agent and each n, the number of the first n agents from which the agent is apart."""
    chances = [
        max(0.0, 1 - (upper.value - lower.value) / math.hypot(lower.ci95, upper.ci95))
        for lower, upper in pairwise(rated)
    ]

    @cache
    def find_best(count: int, previous: int, start: int) -> tuple[int, int, bool, float, tuple[int, ...]]:
        """Return the compared values, and the best diamonds of all agents from index `start` to the end.

        The compared values are, in this order, the number of pairs that break a rule, the number of levels, whether
        nobody has 5 diamonds, and the cost.

        Every agent from index `start` to the end has at least `count` diamonds. The agents from `previous` to
        `start` have `count` - 1 diamonds. All earlier agents have fewer.
        """
        if start == len(line):
            return 0, 0, previous > 0 and count <= MAX_DIAMONDS, 0.0, ()
        broken, cost = 0, chances[start - 1] if start else 0.0
        found = [find_best(count + 1, start, start)] if count < MAX_DIAMONDS else []
        for i in range(start, len(line)):
            broken += apart[i][i] - apart[i][start] + previous - apart[i][previous]
            cost += (count - places[i]) ** 2
            if count < MAX_DIAMONDS or i == len(line) - 1:
                more, levels, is_low, added, diamonds = find_best(count + 1, start, i + 1)
                all_diamonds = (count,) * (i + 1 - start) + diamonds
                found.append((broken + more, levels + 1, is_low, cost + added, all_diamonds))
        return min(found, key=lambda one: (*one[:3], round(one[3], 9), one[4]))  # equal costs: fewer diamonds

    return dict(zip(line, find_best(1, 0, 0)[-1], strict=True))


def find_cycles(agents: Sequence[str], wins: Collection[tuple[str, str]]) -> list[Group]:
    return [group for group in _groups(agents, wins) if len(group) > 1]


def _groups(agents: Sequence[str], wins: Collection[tuple[str, str]]) -> list[Group]:
    """Return the groups of agents. Agents that are connected by cycles of wins are in one group.

    Most groups have one agent.
    """
    below: dict[str, set[str]] = {agent: {agent} for agent in agents}
    for winner, loser in wins:
        below[winner].add(loser)
    for middle in agents:  # Warshall (1962)
        for agent in agents:
            if middle in below[agent]:
                below[agent] |= below[middle]
    groups = (frozenset(other for other in below[agent] if agent in below[other]) for agent in agents)
    return list(dict.fromkeys(groups))


LEAGUE_FORMAT = 1
DIGITS = 1  # decimals of a result in mbb/hand
LEAGUE_FILE = "league.json"
"""The file name in the folder of the game's models."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """An agent of the league. `ci95` is the half-width of the 95 % interval of its mean result, in mbb/hand.

    Attributes:
        lbr: The winnings of a local best response against the agent, in mbb/hand. None if the agent doesn't give
            the strategy of every hand. `lbr_ci95` is the half-width of the interval of `lbr`, measured over
            `lbr_hands` hands.
        family: The family of which the agent is a stage, or an empty string.
    """

    name: str
    version: str
    ci95: float | None
    lbr: float | None = None
    lbr_ci95: float | None = None
    lbr_hands: int = 0
    family: str = ""

    def is_same_character(self, other: Entrant) -> bool:
        return self.family != "" and self.family == other.family


@dataclass(frozen=True, slots=True)
class PairResult:
    """The result of a pair: the winnings of `a` in mbb/hand, with the half-width of their 95 % interval."""

    a: str
    b: str
    hands: int
    mean: float
    ci95: float

    @property
    def winner(self) -> tuple[str, str] | None:
        """The names of the winner and the loser. None if the interval contains 0 or there are too few hands."""
        if self.hands < 2 * MIN_CERTAIN_SAMPLES or abs(self.mean) <= self.ci95:
            return None
        return (self.a, self.b) if self.mean > 0 else (self.b, self.a)


@dataclass(frozen=True, slots=True)
class StoredLeague:
    """The content of a league file: the agents, the stacks, and every pair once."""

    stack_bb: int
    work: int
    seed: int
    agents: tuple[Entrant, ...]
    pairs: tuple[PairResult, ...]

    @property
    def wins(self) -> frozenset[tuple[str, str]]:
        return frozenset(winner for pair in self.pairs if (winner := pair.winner) is not None)

    def of(self, agent: str) -> list[PairResult]:
        swapped = [PairResult(one.b, one.a, one.hands, -one.mean, one.ci95) for one in self.pairs]
        return [one for one in (*self.pairs, *swapped) if one.a == agent]

    def merge_pairs(self, before: StoredLeague, kept: Collection[tuple[str, str]]) -> StoredLeague:
        """Return this league with the results of the pairs `kept` added from `before`.

        The agents of these pairs also get the intervals of their mean results from `before`. This league must not
        contain the pairs.
        """
        pairs = (*self.pairs, *(one for one in before.pairs if (one.a, one.b) in kept))
        known = {one.name: one.ci95 for one in before.agents if any(one.name in pair for pair in kept)}
        agents = (replace(one, ci95=known.get(one.name, one.ci95)) for one in self.agents)
        ordered = sorted(pairs, key=lambda one: (one.a, one.b))
        return replace(self, agents=tuple(agents), pairs=tuple(ordered))


def rate(league: StoredLeague) -> dict[str, Rating]:
    """Return the rating of every agent."""
    ratings = {}
    for agent in league.agents:
        results = [(pair.hands, pair.mean, pair.ci95) for pair in league.of(agent.name)]
        rating = rate_in_league(games.HOLDEM, results, agent.ci95)
        if rating is not None:
            ratings[agent.name] = rating
    return ratings


def strengths(league: StoredLeague) -> dict[str, Strength]:
    """Return the strength of each agent: mean winnings in mbb/hand, worst pair, rating and diamonds.

    A pair of two stages of the same family is not used as the worst pair, unless the league has only one family.
    """
    ratings = rate(league)
    diamonds = diamonds_by_rating(ratings)
    return {
        one.name: _strength(league, one, ratings.get(one.name), diamonds.get(one.name))
        for one in league.agents
    }


def _strength(league: StoredLeague, agent: Entrant, rating: Rating | None, diamonds: int | None) -> Strength:
    pairs = league.of(agent.name)
    same = {one.name for one in league.agents if one.is_same_character(agent)}
    worst = min([pair for pair in pairs if pair.b not in same] or pairs, key=lambda pair: pair.mean)
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
        diamonds=diamonds,
        rating=None if rating is None else round(rating.value, DIGITS),
        rating_ci95=None if rating is None else round(rating.ci95, DIGITS),
        ahead=sum(pair.mean > 0 for pair in pairs),
        met=len(pairs),
    )


def to_stored(league: League, versions: Mapping[str, str], known: Iterable[Entrant] = ()) -> StoredLeague:
    """Convert a played league to the form in which files store it.

    The measurements by local best response are copied from those entrants in `known` that have the same name and
    version.
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
    """Write a league with one line for each agent and each pair."""
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
