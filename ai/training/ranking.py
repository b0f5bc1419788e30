"""The round-robin league that ranks the built-in Hold'em agents, and their measurement by local best response.

Agents that search take much longer for a hand than other agents. `LeaguePlan` therefore sets the number of hands
for each kind of pair. Pairs with the champion (`CHAMPION`) play more hands, because the champion must be
significantly better than all others. Results are saved in the user's folder every two seconds. Finally, the
league is written next to the models, and each agent's results are written into its manifest.

If a model has changed, its results are dropped automatically. If only the code of an agent has changed, the caller
must name the agent in `again`. The results of the agent are then dropped once, and its manifest has no strength
until the league is finished. The results of matches between other agents are kept from the stored league.
"""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from ai.agents import blueprint, expert_agent, holdem_rules, network_agents
from ai.evaluation.lbr_spec import LbrSpec
from ai.evaluation.league import LeagueTable, claim
from ai.evaluation.league_file import (
    DIGITS,
    LEAGUE_FILE,
    Entrant,
    PairResult,
    StoredLeague,
    find_cycles,
    read_league,
    strengths,
    to_stored,
    write_league,
)
from ai.evaluation.league_play import play_league
from ai.evaluation.local_best_response import LbrResult, measure
from ai.hands.range_strategy import RangeStrategy
from game.agent_entries import Strength
from game.core import Agent, BadInput, Progress, State
from game.files.manifest import ABSTRACTION, Manifest, read_manifest, write_manifest
from game.match.worker import end_with_parent
from game.quoting import list_names, quoted
from game.rules import games
from game.study.league import LeagueSettings

CHAMPION = "blueprint-200"
"""The agent that must be significantly stronger than all others."""
SEARCHES = "search"
REPORTED_EVERY = 10.0  # seconds
SETTINGS = LeagueSettings(games.HOLDEM)
LOADERS: Mapping[str, Callable[[Path, State], Agent]] = {
    "blueprint": blueprint.load,
    "expert": expert_agent.load,
    "holdem-rules": lambda file, _root: holdem_rules.load(file.stem),
    "phased-search": network_agents.load_phased_search,
    "resolving": blueprint.load_resolving,
}
"""The functions that load the agent of a manifest."""

Report = TypeVar("Report")


@dataclass(frozen=True, slots=True)
class LeaguePlan:
    """The number of hands for each kind of pair, times `scale`.

    A win is doubtful if it closes a cycle of wins and is smaller than twice the half-width of its interval.
    Doubtful pairs play more hands.

    Attributes:
        search_hands: The number for a pair with an agent that searches. A hand takes about 25 ms.
        champion: The number for a pair of the champion and an agent that searches.
        others: The number for all other pairs. A hand takes 1 to 5 ms.
        doubtful: The number for a doubtful pair.
        doubtful_searching: The number for a doubtful pair with an agent that searches.
        response: The number for the local best response to an agent.
        workers: The number of processes.
        again: The agents whose results are dropped and played again.
    """

    search_hands: int = 400
    champion: int = 800
    others: int = 3_200
    doubtful: int = 19_200
    doubtful_searching: int = 960
    response: int = 400
    scale: float = 1.0
    workers: int = 2
    again: tuple[str, ...] = ()

    def deals(self, hands: int) -> int:
        return max(1, round(hands * self.scale / 2))


def rank(folder: Path, plan: LeaguePlan) -> dict[str, Strength]:
    """Play the league of the models in `folder`, and return the strength of each agent.

    The league is written into `folder`, and each agent's strength into its manifest.
    """
    manifests = entrants(folder)
    league = play_part(folder, manifests, plan)
    for name in manifests:
        league = _with_response(folder, league, name, plan)
        write_league(folder / LEAGUE_FILE, league)
    return rate_agents(folder)


def rate_agents(folder: Path) -> dict[str, Strength]:
    """Compute the ratings from the league in `folder` without playing, and write the ratings into the manifests."""
    manifests, league = entrants(folder), read_league(folder / LEAGUE_FILE)
    agents = (replace(one, family=manifests[one.name].family or "") for one in league.agents)
    league = replace(league, agents=tuple(agents))
    write_league(folder / LEAGUE_FILE, league)
    found = strengths(league)
    for name, manifest in manifests.items():
        write_manifest(folder / f"{name}.yaml", replace(manifest, strength=found[name]))
    return found


def entrants(folder: Path) -> dict[str, Manifest]:
    """Return the manifests of all agents for the league's stack depth, by agent name."""
    found = {file.stem: read_manifest(file) for file in sorted(folder.glob("*.yaml"))}
    return {
        name: manifest
        for name, manifest in found.items()
        if manifest.kind != ABSTRACTION
        and manifest.config.get("stack", games.HOLDEM_STACK_BB) == games.HOLDEM_STACK_BB
    }


def play_part(folder: Path, manifests: Mapping[str, Manifest], plan: LeaguePlan) -> StoredLeague:
    """Play the remaining hands, and return the league."""
    load = partial(_loaded, folder)
    versions = {name: manifest.digest for name, manifest in manifests.items()}
    with claim(SETTINGS), _executor(plan.workers) as executor:
        forget(folder, manifests, plan.again)
        before = read_league(folder / LEAGUE_FILE) if (folder / LEAGUE_FILE).exists() else None
        kept = _stored_results(before, versions, plan.again)
        rounds = list(_rounds(manifests, plan))
        for index, (names, hands) in enumerate(rounds, 1):
            table = LeagueTable(SETTINGS, {name: versions[name] for name in names}, left_out=kept)
            table.play_to(plan.deals(hands))
            _follow(f"round {index} of {len(rounds)}, deals", play_league(table, load, executor))
        for pair in doubtful_pairs(_results(versions, before, kept)):
            if (pair.a, pair.b) in kept:
                continue
            table = LeagueTable(SETTINGS, {name: versions[name] for name in (pair.a, pair.b)})
            searches = any(manifests[name].kind == SEARCHES for name in (pair.a, pair.b))
            table.play_to(plan.deals(plan.doubtful_searching if searches else plan.doubtful))
            _follow(f"{pair.a} against {pair.b} once more, deals", play_league(table, load, executor))
        return _results(versions, before, kept)


def _stored_results(
    before: StoredLeague | None, versions: Mapping[str, str], again: Collection[str]
) -> frozenset[tuple[str, str]]:
    """Return the pairs whose stored results are kept because neither agent has changed or is in `again`.

    If `again` is empty, the result is empty.
    """
    if before is None or not again:
        return frozenset()
    others = {one.name for one in before.agents if versions.get(one.name) == one.version} - set(again)
    return frozenset((one.a, one.b) for one in before.pairs if {one.a, one.b} <= others)


def _results(
    versions: Mapping[str, str], before: StoredLeague | None, kept: Collection[tuple[str, str]]
) -> StoredLeague:
    """Return the league with the results so far. The results of the pairs `kept` are copied from `before`."""
    league = LeagueTable(SETTINGS, versions, left_out=kept).league()
    if before is None:
        return to_stored(league, versions)
    return to_stored(league, versions, before.agents).merge_pairs(before, kept)


def forget(folder: Path, manifests: Mapping[str, Manifest], names: Collection[str]) -> None:
    """Drop the results, local best response and strength of some agents. Agents without a strength are skipped.

    Raises:
        BadInput: If a name is unknown. The message lists the agents.
    """
    if unknown := set(names) - set(manifests):
        raise BadInput(
            f"There is no agent {quoted(min(unknown))} in the league: they are {list_names(list(manifests))}."
        )
    measured = {name: manifests[name] for name in names if manifests[name].strength is not None}
    file = folder / LEAGUE_FILE
    if file.exists():
        league = read_league(file)
        agents = (
            Entrant(one.name, one.version, one.ci95) if one.name in measured else one for one in league.agents
        )
        write_league(file, replace(league, agents=tuple(agents)))
    table = LeagueTable(SETTINGS, {name: manifest.digest for name, manifest in manifests.items()})
    table.forget(measured)
    table.save()
    for name, manifest in measured.items():
        write_manifest(folder / f"{name}.yaml", replace(manifest, strength=None))


def doubtful_pairs(league: StoredLeague) -> list[PairResult]:
    """Return the pairs that close a cycle of wins by a win smaller than twice the half-width of its interval."""
    groups = find_cycles([one.name for one in league.agents], league.wins)
    return [
        pair
        for pair in league.pairs
        if pair.ci95 < abs(pair.mean) < 2 * pair.ci95 and any({pair.a, pair.b} <= group for group in groups)
    ]


def _rounds(manifests: Mapping[str, Manifest], plan: LeaguePlan) -> Iterator[tuple[list[str], int]]:
    """Yield the agents of each round, and the number of hands that each pair has in total after the round."""
    names = list(manifests)
    searchers = [name for name in names if manifests[name].kind == SEARCHES]
    yield names, plan.search_hands
    yield [name for name in names if name not in searchers], plan.others
    for name in searchers:
        if CHAMPION in names:
            yield [CHAMPION, name], plan.champion


def _with_response(folder: Path, league: StoredLeague, name: str, plan: LeaguePlan) -> StoredLeague:
    """Measure the local best response to an agent, and return the league with the result.

    The league stays unchanged if the response is known, or if the agent doesn't give its strategy for all hands.
    Agents that search are not measured, because every possible bet would need a search.
    """
    entrant = next(one for one in league.agents if one.name == name)
    spec = LbrSpec(name, hands=2 * plan.deals(plan.response))
    load = partial(_loaded, folder, blinds=1)
    searches = read_manifest(folder / f"{name}.yaml").kind == SEARCHES
    known = entrant.lbr_hands >= spec.hands
    if known or searches or not isinstance(load(games.HOLDEM, name), RangeStrategy):
        return league
    with _executor(plan.workers) as executor:
        result = _follow(f"local best response to {name}, hands", measure(spec, load, executor))
    assert isinstance(result, LbrResult)
    measured = replace(
        entrant,
        lbr=round(result.mean, DIGITS),
        lbr_ci95=None if result.ci95 is None else round(result.ci95, DIGITS),
        lbr_hands=result.hands,
    )
    return replace(league, agents=tuple(measured if one is entrant else one for one in league.agents))


def _loaded(folder: Path, game: str, name: str, blinds: float) -> Agent:
    file = folder / f"{name}.yaml"
    return LOADERS[read_manifest(file).agent](file, games.initial_state(game, blinds=blinds))


def _executor(workers: int) -> AbstractContextManager[Executor | None]:
    if workers <= 1:
        return nullcontext()
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, context, initializer=end_with_parent)


def _follow(what: str, reports: Iterable[Report]) -> Report | None:
    """Print the progress from time to time, and return the last report."""
    last, reported = None, 0.0
    for last in reports:
        if isinstance(last, Progress) and time.monotonic() - reported > REPORTED_EVERY:
            reported = time.monotonic()
            left = "" if last.seconds_left is None else f", about {last.seconds_left:,.0f} s left"
            print(f"{what}: {last.iteration:,} of {last.total or 0:,}{left}", file=sys.stderr, flush=True)
    return last
