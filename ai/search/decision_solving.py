"""Solves a single decision on turn or river, to find the value of each of its actions.

First the street is solved from its start, with the ranges of a blueprint and a tree that has the bets actually
made. This gives both ranges at the decision. Then the decision is solved with these ranges, so that its values are
as exact as the solve even if play rarely gets there.

If the first solve takes an action of the line in less than 1% of cases, its range after that action is unreliable.
It is then mixed with the range of a slip; the rarer the action, the more the slip counts (Selten: Reexamination of
the perfectness concept for equilibrium points in extensive games, 1975). The hands that slip are those with which
the blueprint takes this action, or all alike where it does not either.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Hashable, Mapping
from dataclasses import dataclass, field

import numpy as np

from ai.hands.combos import Floats
from ai.hands.range_strategy import PublicState, RangeStrategy, Shares, likelihood_of
from ai.search.resolving import RIVER_ITERATIONS
from ai.search.resolving_menu import sizes_of, subgame_of
from ai.search.starting_ranges import StartingRanges
from ai.search.street_line import StreetLine, decision_line, taken, whole_street
from ai.solver.results import Walk
from ai.solver.solving import Goal, iterate
from ai.solver.subgame import Subgame
from game.core import Action, Player, Progress
from game.rules.betting import PublicBetting, Street

RARE = 0.01
"""The probability of a slip. An action at least this frequent is not a slip: the solve knows its range."""
ANY_HAND = 0.0001
"""With this probability every hand slips, whatever the blueprint says."""
MOST_KEPT = 2


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """The result of a solve at a decision, by hand of the player: float64[1326] each.

    values: the mean chips won from here after each action, including the pot so far; mix: the probability of each
    action; both are NaN for hands that are not in the solve. other: the weights of the opponent's hands. solve: the
    solve that this comes from.
    """

    values: Mapping[Action, Floats]
    mix: Mapping[Action, Floats]
    other: Floats
    solve: Walk


@dataclass(frozen=True, slots=True)
class DecisionSolver:
    """Solves decisions with what `blueprint` says that both held as the street began; keeps the last streets."""

    blueprint: RangeStrategy
    _streets: OrderedDict[Hashable, Walk] = field(default_factory=OrderedDict)

    def evaluating(
        self, public: PublicState, action: Action, place: int, goal: Goal
    ) -> Generator[Progress, None, Evaluation]:
        """Yield progress, and return what each action is worth, in a tree that has this one.

        place: that of a hand that is in the solve, however rarely it would come there. goal: of a turn from its
        start; the decision has twice as many iterations. On the river, where they are quick, it has 24 times as
        many, and the street 48 times, since all that follows hangs on the hands that it finds.
        """
        betting, last = public.betting, public.betting.street == Street.RIVER
        sizes, starting = sizes_of(betting), StartingRanges(self.blueprint, place)
        line = whole_street(betting, sizes, last)
        ranges = starting.by_blueprint(public.board, line.root).ranges
        if line.path:
            key = public.board, line.tree, place, goal
            whole = subgame_of(line, public.board, ranges)
            street = yield from self._street(key, whole, goal.times(4 * RIVER_ITERATIONS if last else 1))
            first, second = (self._reach(street, line, public, player, ranges[player]) for player in (0, 1))
            ranges = starting.by_solve((first, second), public.board).ranges
        here = decision_line(line, betting, sizes, last, action)
        game = subgame_of(here, public.board, ranges)
        yield from iterate(game, goal.times(2 * RIVER_ITERATIONS if last else 2))
        return _evaluation(Walk(game), here, betting, action)

    def _street(self, key: Hashable, game: Subgame, goal: Goal) -> Generator[Progress, None, Walk]:
        """Yield progress, and return the solve of a street from its start."""
        if key not in self._streets:
            yield from iterate(game, goal)
            self._streets[key] = Walk(game)
            if len(self._streets) > MOST_KEPT:
                self._streets.popitem(last=False)
        self._streets.move_to_end(key)
        return self._streets[key]

    def _reach(
        self, street: Walk, line: StreetLine, public: PublicState, player: Player, weights: Shares
    ) -> Floats:
        """Return float64[1326]: the weight with which each hand of a player reaches a decision, including slips."""
        betting, reach = public.betting, weights.astype(np.float64)
        made = [step for step in betting.steps() if step[0].street == betting.street]
        for number, (before, action) in enumerate(made):
            if before.actor == player:
                state = street.at(line.path[:number])
                taken_as = state.actions.index(line.path[number])
                known = min(1.0, state.frequencies()[taken_as] / RARE) ** 2
                taking = known * np.nan_to_num(state.strategy[:, taken_as])
                if known < 1.0:
                    slip = self._slip(PublicState(player, public.board, before), action, reach)
                    taking += (1.0 - known) * slip
                reach *= taking
        return reach

    def _slip(self, public: PublicState, action: Action, reach: Floats) -> Floats:
        """Return float64[1326]: how often each hand slips into an action, `RARE` on average."""
        likely = likelihood_of(self.blueprint, public, action) + ANY_HAND
        slip: Floats = RARE * likely / np.average(likely, weights=reach)
        return slip


def _evaluation(walk: Walk, line: StreetLine, betting: PublicBetting, action: Action) -> Evaluation:
    state, own = walk.at(), taken(line, betting, action)
    values: dict[Action, Floats] = {}
    mix: dict[Action, Floats] = {}
    for place, name in enumerate(state.actions):
        one = action if name == own else line.action_of(name, betting)
        if one not in values or name == own:
            values[one] = state.action_ev[:, place]
        mix[one] = mix.get(one, 0.0) + state.strategy[:, place]
    return Evaluation(values, mix, np.nan_to_num(state.reach[1 - state.player]), walk)
