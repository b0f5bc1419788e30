"""The player's rating in one game, estimated from the margins of results, and the choice of an even opponent.

The model is Thurstone's (1927, case V) as Elo (1978) put it. A player's performance in a sitting is normally
distributed around the player's rating with a standard deviation of 200 points. So the difference of two
performances has the mean R - R' and the standard deviation 200 sqrt(2). A sitting consists of as many hands as a
player plays in an evening. The margin of a sitting, in standard deviations of the result of a sitting, is an
observation of that difference. With n hands of mean x and standard deviation s, and N hands per sitting,

    R - R'  is observed as  200 sqrt(2) sqrt(N) x / s,  with the variance  (200 sqrt(2))^2 N / n.

Before the first hand the player is rated 1500 +- 350 (as in Glickman 1999). An agent of a league has the rating of
the league. The other shipped agents are rated from 1200 to 1800 in the order of the catalogue, weakest first. The
user's own agents start at 1500, so that a new agent does not change the ratings of the others. The standard
deviation of each prior is 150. All distributions are normal, and the agents have met only the player, so the
posterior is a weighted mean.

A league rates an agent by its margins against all others (`rate_in_league`). If every pair counts the same, the
least-squares ratings of a round robin are 1500 plus the mean margin over all agents, where the margin against the
agent itself counts as 0. The large wins of a weak, wild agent have a large standard deviation and therefore count
little.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from game.match.series import NORMAL_95
from game.rules import games

Score = tuple[int, float]
"""The number of hands against an opponent, and the player's total winnings in the unit of `statistics`."""

FIRST_RATING, FIRST_DEVIATION = 1500.0, 350.0
WEAKEST_AGENT, STRONGEST_AGENT, AGENT_DEVIATION = 1200.0, 1800.0, 150.0
PERFORMANCE_DEVIATION = 200.0 * math.sqrt(2.0)

SITTING_HANDS = {
    games.TIC_TAC_TOE: 1,
    games.KUHN_POKER: 50,
    games.KUHN_HALF_STREET: 50,
    games.HOLDEM: 100,
}
HAND_DEVIATION = {
    games.TIC_TAC_TOE: 0.8,
    games.KUHN_POKER: 1.4,
    games.KUHN_HALF_STREET: 1.5,
    games.HOLDEM: 12.0,
}
"""The standard deviation of a hand's result between reasonable players, in points, chips or blinds."""

PairScore = tuple[int, float, float]
"""The hands of an agent against another, their mean, and the half-width of its 95 % interval."""
MIN_RATED_HANDS = 10
"""The minimum number of hands against an opponent before it is proposed, even if a sitting is shorter."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating and the half-width of its 95% interval."""

    value: float
    ci95: float

    def is_apart(self, other: Rating) -> bool:
        """Return whether the two ratings differ significantly: the 95% interval of the difference excludes 0."""
        return abs(self.value - other.value) > math.hypot(self.ci95, other.ci95)


def rate_in_league(game: str, results: Sequence[PairScore], field_ci95: float | None = None) -> Rating | None:
    """Return the rating of an agent by its results against all others. None if a result has no interval.

    The pairs of a league share their cards, so their results are not independent. `field_ci95` is the half-width of
    the mean result, computed from batch means. Batch means are valid for dependent pairs, too. Dependence widens
    the interval of the mean result by some factor (the design effect of Kish, 1965). The rating's interval is
    widened by the same factor.
    """
    if not results or any(hands < 2 or ci95 <= 0 for hands, _, ci95 in results):
        return None
    sitting, count = SITTING_HANDS[game], len(results) + 1
    margins = [
        math.sqrt(sitting) * mean * NORMAL_95 / ci95 / math.sqrt(hands) for hands, mean, ci95 in results
    ]
    half = NORMAL_95 * math.sqrt(sum(sitting / hands for hands, _, _ in results))
    independent = math.hypot(*(ci95 for _, _, ci95 in results)) / len(results)
    effect = max(1.0, (field_ci95 or 0.0) / independent)
    return Rating(
        FIRST_RATING + PERFORMANCE_DEVIATION * sum(margins) / count,
        PERFORMANCE_DEVIATION * half * effect / count,
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """The ratings of the player and the agents in one game, after the hands played against each agent.

    Attributes:
        own: The rating of the player.
        agents: The ratings of the agents, changed by their results against the player.
        hands: The number of rated hands of the player.
        hands_by_agent: The number of rated hands against each agent that the player has met.
        rungs: All agents, weakest first, by the ratings they had before they met the player.
        enough: The minimum number of hands against an agent before this agent or a neighbour of it is proposed.
            With fewer hands, a few big pots decide the result.
    """

    own: Rating
    agents: Mapping[str, float]
    hands: int
    hands_by_agent: Mapping[str, int] = field(default_factory=dict)
    rungs: tuple[str, ...] = ()
    enough: int = MIN_RATED_HANDS

    def expected(self, agent: str) -> float:
        """Return the player's expected score in a sitting against an agent. A draw counts half."""
        return 0.5 + 0.5 * math.erf(
            (self.own.value - self.agents[agent]) / PERFORMANCE_DEVIATION / math.sqrt(2)
        )


def standing(
    game: str,
    scores: Mapping[str, Score],
    agents: Sequence[str],
    own_agents: Iterable[str] = (),
    rated: Mapping[str, float] | None = None,
) -> Standing:
    """Return the ratings of the player and the agents.

    `scores` maps each agent that the player has met to the player's results. `agents` are the agents that ship with
    the game, weakest first. `own_agents` were trained by the user. `rated` has the ratings of agents from a league.
    """
    count = len(agents)
    step = (STRONGEST_AGENT - WEAKEST_AGENT) / max(1, count - 1)
    guesses = dict(zip(agents, [WEAKEST_AGENT + step * index for index in range(count)], strict=True))
    guesses |= {name: FIRST_RATING for name in own_agents if name not in guesses}
    guesses |= rated or {}
    met = {name: _Seen.of(game, *scores[name]) for name in guesses if name in scores and scores[name][0]}
    precision, weighted = FIRST_DEVIATION**-2, FIRST_RATING * FIRST_DEVIATION**-2
    for name, seen in met.items():
        weight = 1 / (AGENT_DEVIATION**2 + seen.variance)
        precision += weight
        weighted += weight * (guesses[name] + seen.difference)
    own = weighted / precision
    ratings = {
        name: met[name].agent_rating(own, guess) if name in met else guess for name, guess in guesses.items()
    }
    hands = {name: scores[name][0] for name in met}
    rungs = tuple(sorted(guesses, key=lambda name: guesses[name]))
    rating, enough = Rating(own, NORMAL_95 / math.sqrt(precision)), max(MIN_RATED_HANDS, SITTING_HANDS[game])
    return Standing(rating, ratings, sum(hands.values()), hands, rungs, enough)


@dataclass(frozen=True, slots=True)
class EvenMatch:
    """An agent that suits the player.

    Attributes:
        agent: The agent.
        basis: The opponent whose results led to this proposal: the agent itself, or its neighbour.
    """

    agent: str
    basis: str


def even_opponent(standing: Standing, among: Iterable[str]) -> EvenMatch | None:
    """Return the agent that is an even match for the player.

    The search begins with the agents that the player has met in at least `standing.enough` hands, because fewer
    hands say nothing. Among these agents, the search takes the agent against which the player's expected score is
    nearest to 0.5. If the rating of this agent is outside the interval of the player's rating, the search also
    looks at the next rung in the direction of the player's rating. The next rung is proposed if its rating is
    nearer to the player's rating. So a few lucky hands change nothing, and the proposal is never far above the
    agents that the player has met.

    Returns:
        None if there are too few results, or if the results lead beyond the first or the last rung.
    """
    allowed = set(among)
    rungs = [name for name in standing.rungs if name in allowed]

    def distance(name: str) -> float:
        return abs(standing.own.value - standing.agents[name])

    met = [name for name in rungs if standing.hands_by_agent.get(name, 0) >= standing.enough]
    home = min(met, key=distance, default=None)
    if home is None:
        return None
    if distance(home) <= standing.own.ci95:
        return EvenMatch(home, home)
    index = rungs.index(home) + (1 if standing.own.value > standing.agents[home] else -1)
    if not 0 <= index < len(rungs):
        return None
    return EvenMatch(min(home, rungs[index], key=distance), home)


@dataclass(frozen=True, slots=True)
class _Seen:
    """An observation of the difference of two ratings, and its variance."""

    difference: float
    variance: float

    @staticmethod
    def of(game: str, hands: int, total: float) -> _Seen:
        """Compute the observation from the mean result of some hands."""
        a_sitting = SITTING_HANDS[game]
        margin = math.sqrt(a_sitting) * total / hands / HAND_DEVIATION[game]
        return _Seen(PERFORMANCE_DEVIATION * margin, PERFORMANCE_DEVIATION**2 * a_sitting / hands)

    def agent_rating(self, own: float, guess: float) -> float:
        """Return the posterior rating of an agent, given the player's rating and the prior `guess`."""
        trust = AGENT_DEVIATION**2 / (AGENT_DEVIATION**2 + self.variance)
        return guess + trust * (own - self.difference - guess)
