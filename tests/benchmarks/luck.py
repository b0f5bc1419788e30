"""Measure the luck that AIVAT removes from a person's results at Hold'em, and the bias of AIVAT.

    python -m tests.benchmarks.luck [--hands 5000] [--against blueprint-200] [--seed 0] [AGENT ...]
    python -m tests.benchmarks.luck --errors 20 [--against blueprint-200] [--seed 0] [AGENT ...]

Agents of known strength play in the person's seat as if their strategy were unknown. The output for each agent is
the plain result, the adjusted result, the luck, and the standard deviations of both results. All values are in big
blinds per hand, with 95 % intervals. The interval of the luck must contain 0. The standard deviation of the
adjusted result must be at most half of the standard deviation of the plain result.

With --errors N, the program grades N hands instead, which takes some seconds per hand. The output is the cost of a
hand and the error rate, both in big blinds, and the rank for this error rate. With this option, AGENT can also be
`solution`. This agent plays `blueprint-200` up to the flop. On turn and river, the agent plays by the solves from
which the grades are computed.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import cast

from ai import catalog
from ai.agents.blueprint import BlueprintAgent
from ai.evaluation.decision_luck import HoldemLuck
from ai.evaluation.grading.decisions import own_decisions, shipped_ranks
from ai.evaluation.grading.holdem import FULL, judge_by_solve
from ai.features.judgements import judge
from ai.search.decision_solving import DecisionSolver
from ai.steps import run_to_end
from game.archive.hands import OWN, of
from game.core import DEFAULT_BUDGET, Agent, Budget, Decision, InformationState, sample
from game.match.series import NORMAL_95, play_hand
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.rules.betting import Street
from game.rules.holdem import HOLE_CARDS, HoldemInformationState, HoldemState
from game.study.judgements import Judgement

MIN_SHARE = 0.01
AGENTS = ("maniac", "sound", "blueprint-200")
SOLUTION = "solution"
BIG_BLIND = games.HOLDEM_BLINDS[1]


@dataclass(frozen=True)
class Solution:
    """Plays a blueprint up to the flop. On turn and river, plays by the solve that grades the decision."""

    blueprint: BlueprintAgent
    name: str = SOLUTION

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        """Draw an action."""
        assert isinstance(info, HoldemInformationState)
        if info.betting.street <= Street.FLOP:
            return self.blueprint.decide(info, rng)
        found = run_to_end(DecisionSolver(self.blueprint).solve_decision(info, None, FULL))
        mix = judge_by_solve(info, found, "sure").shares
        return sample({action: share for action, share in sorted(mix.items()) if share >= MIN_SHARE}, rng)


def results(person: str, against: str, hands: int, seed: int) -> tuple[list[float], list[float]]:
    """Return the plain and adjusted result of each hand in the person's seat, in big blinds."""
    agents = catalog.load(games.HOLDEM, person), catalog.load(games.HOLDEM, against)
    tables = [HoldemLuck(player, agents[1]) for player in (0, 1)]
    session = Session(TableSpec(games.HOLDEM, (OWN, against), seed=seed))
    plain, adjusted = [], []
    for number in range(hands):
        if number:
            session.next_hand()
        for _ in play_hand(session, agents):
            pass
        states = [step.state for step in session.steps[HOLE_CARDS - 1 :]]
        found = tables[session.get_player(0)].estimate(
            [one for one in states if isinstance(one, HoldemState)]
        )
        plain.append(session.results[-1].returns[0] / BIG_BLIND)
        adjusted.append(found / BIG_BLIND)
    return plain, adjusted


def errors(person: str, against: str, hands: int, seed: int) -> list[list[float]]:
    """Return the cost of each decision in the person's seat, hand by hand, in big blinds."""
    solution = Solution(cast(BlueprintAgent, catalog.load(games.HOLDEM, "blueprint-200")))
    own: Agent = solution if person == SOLUTION else catalog.load(games.HOLDEM, person)
    agents = own, catalog.load(games.HOLDEM, against)
    session = Session(TableSpec(games.HOLDEM, (OWN, against), seed=seed))
    costs = list[list[float]]()
    for number in range(hands):
        if number:
            session.next_hand()
        for _ in play_hand(session, agents):
            pass
        made = own_decisions(of(session, 0.0))
        found = ((item, action) for asked, action in made for item in judge(asked))
        costs.append([item.grade(action).sure_cost for item, action in found if isinstance(item, Judgement)])
    return costs


def in_words(values: Sequence[float]) -> str:
    return f"{fmean(values):+8.3f} ± {NORMAL_95 * stdev(values) / math.sqrt(len(values)):6.3f}"


def main() -> None:
    """Measure, and print a line for each agent."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("agents", nargs="*", default=AGENTS)
    parser.add_argument("--hands", type=int, default=5_000)
    parser.add_argument("--against", default="blueprint-200")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--errors", type=int)
    given = parser.parse_args()
    if min(given.hands, given.errors or given.hands) < 2:
        parser.error("an interval needs 2 hands or more")
    if given.errors:
        for agent in given.agents:
            costs = errors(agent, given.against, given.errors, given.seed)
            decisions = [cost for hand in costs for cost in hand]
            a_hand, rank = ([sum(hand) for hand in costs], shipped_ranks().of(games.HOLDEM, fmean(decisions)))
            print(
                f"{agent:16}{in_words(a_hand)} a hand,{in_words(decisions)} in {len(decisions)} decisions: {rank}",
                flush=True,
            )
        return
    print(f"{'':16}{'plain':>17}{'adjusted':>18}{'luck':>18}{'deviation':>16}{'ratio':>7}{'ms a hand':>11}")
    for agent in given.agents:
        began = time.perf_counter()
        plain, adjusted = results(agent, given.against, given.hands, given.seed)
        luck = [one - other for one, other in zip(plain, adjusted, strict=True)]
        deviations = stdev(plain), stdev(adjusted)
        print(
            f"{agent:16}{in_words(plain)} {in_words(adjusted)} {in_words(luck)}"
            f"{deviations[0]:8.2f}{deviations[1]:8.2f}{deviations[1] / deviations[0]:7.2f}"
            f"{1000 * (time.perf_counter() - began) / given.hands:11.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
