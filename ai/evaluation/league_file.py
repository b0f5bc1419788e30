"""The league that ships: every pair's result, and how strong that makes each of its agents.

The file holds what was measured; `strengths` is the one place that makes figures and diamonds of it, for the
manifests of the agents, from which the window and the commands have them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ai.evaluation.ladder import Worst, diamonds
from game.agent_entries import FIELD, Strength
from game.core import BadInput
from game.files import damage, user_files
from game.match.series import LEAST_CERTAIN, UNITS
from game.quoting import quoted
from game.rules import games
from game.study.league import League

FORMAT = 1
DIGITS = 1  # behind the point of a figure in mbb/hand
FILE = "league.json"
"""The name of the file in the folder of the game's models."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """An agent in the league, at this version: the half-width of its mean against the field, mbb/hand.

    `lbr` is what a local best response won from it over `lbr_hands`, mbb/hand with its half-width; None where what
    it would do with every hand is not known.
    """

    name: str
    version: str
    ci95: float | None
    lbr: float | None = None
    lbr_ci95: float | None = None
    lbr_hands: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """What `a` won of `b`, mbb/hand with the 95 % half-width, over so many hands."""

    a: str
    b: str
    hands: int
    mean: float
    ci95: float

    @property
    def winner(self) -> tuple[str, str] | None:
        """Return (winner, loser), or None where the interval holds 0 or the hands are too few to say."""
        if self.hands < 2 * LEAST_CERTAIN or abs(self.mean) <= self.ci95:
            return None
        return (self.a, self.b) if self.mean > 0 else (self.b, self.a)


@dataclass(frozen=True, slots=True)
class StoredLeague:
    """A league as its file holds it: the agents that played for these stacks, and every pair once."""

    stack_bb: int
    work: int
    seed: int
    agents: tuple[Entrant, ...]
    pairs: tuple[Result, ...]

    @property
    def wins(self) -> frozenset[tuple[str, str]]:
        """Return (winner, loser) of every pair beyond its interval."""
        return frozenset(winner for pair in self.pairs if (winner := pair.winner) is not None)

    def of(self, agent: str) -> list[Result]:
        """Return the pairs of an agent, as it sees them."""
        swapped = [Result(one.b, one.a, one.hands, -one.mean, one.ci95) for one in self.pairs]
        return [one for one in (*self.pairs, *swapped) if one.a == agent]

    def keeping(self, before: StoredLeague, kept: Collection[tuple[str, str]]) -> StoredLeague:
        """Return this league with pairs that were not played again as they were `before`.

        The interval against the field of an agent that has such pairs stays as well.
        """
        pairs = (*self.pairs, *(one for one in before.pairs if (one.a, one.b) in kept))
        known = {one.name: one.ci95 for one in before.agents if any(one.name in pair for pair in kept)}
        agents = (replace(one, ci95=known.get(one.name, one.ci95)) for one in self.agents)
        ordered = sorted(pairs, key=lambda one: (one.a, one.b))
        return replace(self, agents=tuple(agents), pairs=tuple(ordered))


def strengths(league: StoredLeague) -> dict[str, Strength]:
    """Return how strong each agent is: against the field, in its worst pair, in diamonds."""
    worst = {one.name: min(league.of(one.name), key=lambda pair: pair.mean) for one in league.agents}
    ranks = diamonds({name: Worst(pair.mean, pair.ci95) for name, pair in worst.items()}, league.wins)
    return {one.name: _strength(league, one, worst[one.name], ranks[one.name]) for one in league.agents}


def _strength(league: StoredLeague, agent: Entrant, worst: Result, rank: int) -> Strength:
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


def stored(league: League, versions: Mapping[str, str], known: Iterable[Entrant] = ()) -> StoredLeague:
    """Return a league that was played as it is to be stored.

    What a local best response won is kept from those `known` before, where the agent is of the same version.
    """
    before = {(one.name, one.version): one for one in known}
    agents = []
    for name in sorted(league.agents):
        field, was = league.field(name), before.get((name, versions[name]))
        ci95 = None if field is None or field.ci95 is None else round(field.ci95, DIGITS)
        lbr = (was.lbr, was.lbr_ci95, was.lbr_hands) if was is not None else ()
        agents.append(Entrant(name, versions[name], ci95, *lbr))
    pairs = tuple(
        Result(one.a, one.b, 2 * one.deals, round(one.mean, DIGITS), round(one.ci95 or 0.0, DIGITS))
        for one in league.pairs
    )
    settings = league.settings
    return StoredLeague(settings.stack_bb, settings.work, settings.seed, tuple(agents), pairs)


def write(file: Path, league: StoredLeague) -> None:
    """Write a league, a line for each agent and each pair."""
    head = {"format": FORMAT, "stack_bb": league.stack_bb, "work": league.work, "seed": league.seed}
    lines = [f" {json.dumps(key)}: {value}," for key, value in head.items()]
    for key, rows, end in (("agents", league.agents, ","), ("pairs", league.pairs, "")):
        joined = ",\n".join(f"  {json.dumps(asdict(row))}" for row in rows)
        lines.append(f' "{key}": [\n{joined}\n ]{end}')
    user_files.atomic_write(file, ("{\n" + "\n".join(lines) + "\n}\n").encode())


def read(file: Path) -> StoredLeague:
    """Read a league; `BadInput` where the file holds none."""
    try:
        document: Mapping[str, Any] = json.loads(user_files.read_text(file))
        if document["format"] != FORMAT:
            found = quoted(document["format"])
            raise BadInput(f"{file.name} has the format {found}; this program reads {FORMAT}.")
        return StoredLeague(
            document["stack_bb"],
            document["work"],
            document["seed"],
            tuple(Entrant(**row) for row in document["agents"]),
            tuple(Result(**row) for row in document["pairs"]),
        )
    except damage.JSON as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{file.name} cannot be read: it is not a league.") from error
