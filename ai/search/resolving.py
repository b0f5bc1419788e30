"""Continual re-solving on turn and river: ranges are carried through the hand, every street is solved when played.

Before the turn the ranges of both players follow from a blueprint, by what each has done. A street is solved from
its beginning, with the bets in the tree that were really made, and every river dealt on the turn. On the river the
opponent may opt out for what each hand was worth in the solve of the turn, so that no hand gains by the new solve
(Burch, Johanson and Bowling: Solving imperfect information games using decomposition, AAAI 2014; Moravcik et al.:
DeepStack, Science 2017). The turn has no such promise: its ranges are those of the blueprint.

A solve depends on public things alone, so the answer is one for all hands, and the same for the same work.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field

import numpy as np

from ai.hands.combos import HANDS, Floats, left_by
from ai.hands.observed import decisions_of
from ai.hands.range_strategy import PublicState, RangeMix, RangeStrategy, Shares, likelihood_of
from ai.search.street_line import Bets, StreetLine, street_line
from ai.solver.opt_out import OptOut
from ai.solver.results import Walk
from ai.solver.solving import Goal, solved
from ai.solver.spot import Spot
from ai.solver.streets import Shape
from ai.solver.subgame import Limits, Subgame
from game.core import Action, Budget, Player
from game.rules.betting import CALL, FOLD, PublicBetting, Street
from game.rules.cards import Card
from game.rules.holdem import BOARD_CARDS

ALL_IN = float("inf")
TURN, DEEP_TURN = (
    Bets((0.5, 1.0, ALL_IN), (ALL_IN,), (0.75, ALL_IN), (ALL_IN,)),
    Bets((0.7,), (1.0,), (0.75,), ()),
)
RIVER, DEEP_RIVER = (
    Bets((0.33, 0.75, ALL_IN), (0.75, ALL_IN), (), ()),
    Bets((0.33, 0.75, 1.5), (0.75,), (), ()),
)
DEEP = 4.0
"""Pots behind, above which nobody goes all-in at once in the tree."""
MOST_KEPT = 6
LEAST_WEIGHT = 0.005
"""Hands that weigh less beside the likeliest are left out of a solve."""


@dataclass(frozen=True, slots=True)
class _Solve:
    """A subgame that was solved, and the line that it was solved for."""

    walk: Walk
    pot: float


@dataclass(slots=True)
class Resolver:
    """Answers on turn and river for all hands; `blueprint` plays before, and says what both may hold by then.

    The last solves are kept: the same public state and goal are solved once.
    """

    blueprint: RangeStrategy
    threads: int = 1
    _kept: OrderedDict[Hashable, _Solve] = field(default_factory=OrderedDict)

    def range_strategy(self, public: PublicState, goal: Goal) -> RangeMix:
        """Return the mix of every hand at a decision on turn or river."""
        line = _line(public.betting)
        state = self._solve(public, line, goal).walk.at(line.path)
        columns: dict[Action, Floats] = {}
        fallback = _passive(public.betting)
        strategy = np.nan_to_num(state.strategy)
        unknown = ~np.isfinite(state.strategy).all(axis=1)
        for place, name in enumerate(state.actions):
            action = line.action_of(name, public.betting)
            columns[action] = columns.get(action, np.zeros(len(HANDS))) + strategy[:, place]
        columns[fallback] = columns.get(fallback, np.zeros(len(HANDS))) + unknown
        hands = np.flatnonzero(left_by(public.board))
        return RangeMix.of({action: shares[hands] for action, shares in columns.items()}, hands)

    def likelihood(self, public: PublicState, action: Action, goal: Goal) -> Shares:
        """Return float32[1326]: how often each hand acts like this, in a tree that has the action."""
        line, after = _line(public.betting), _line(public.betting, action)
        with_bet = StreetLine(after.root, line.path, after.extra, line.node)
        state = self._solve(public, with_bet, goal).walk.at(line.path)
        share = state.strategy[:, state.actions.index(after.path[-1])]
        return np.where(np.isfinite(share), share, 0.0).astype(np.float32)

    def _solve(self, public: PublicState, line: StreetLine, goal: Goal) -> _Solve:
        """Return the solve of a street from its beginning, with the bets of the line."""
        street = public.betting.street
        resolver = public.player if street == Street.RIVER else -1
        key = (public.board, line.root, line.own_bets, resolver, goal)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        ranges, opt_out = self._before(public.board, line.root, resolver, goal)
        sizes = _sizes(line.root)
        spot = Spot(public.board, ranges, float(line.pot), float(line.stack), sizes.bets, sizes.raises)
        shape = Shape(extra=line.extra, later=(sizes.later_bets, sizes.later_raises))
        game = Subgame(spot, shape=shape, limits=Limits(self.threads), opt_out=opt_out)
        solved(game, goal)
        found = self._kept[key] = _Solve(Walk(game), float(line.pot))
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found

    def _before(
        self, board: tuple[Card, ...], root: PublicBetting, resolver: Player, goal: Goal
    ) -> tuple[tuple[Shares, Shares], OptOut | None]:
        """Return what both may hold when a street begins, and what the opponent's hands were promised."""
        if root.street == Street.TURN:
            first, second = (self._range_of(player, board, root) for player in (0, 1))
            return (_live(first, board), _live(second, board)), None
        turn = board[: BOARD_CARDS[Street.TURN]]
        before = _end_of_round_before(root)
        line = _line(before)
        solve = self._solve(PublicState(0, turn, before), line, goal)
        state = solve.walk.at(line.path, board[len(turn) :])
        ranges = tuple(_live(np.nan_to_num(reach), board) for reach in state.reach)
        promised = state.ev[1 - resolver] - root.pot / 2
        opt_out = OptOut(1 - resolver, np.where(np.isfinite(promised), promised, -float(root.pot)))
        return (ranges[0], ranges[1]), opt_out

    def _range_of(self, player: Player, board: tuple[Card, ...], root: PublicBetting) -> Floats:
        """Return float64[1326]: the weights of a player's hands by what the blueprint says of the hand so far."""
        weights = left_by(board).astype(np.float64)
        for public, action in decisions_of(player, board, root):
            weights *= likelihood_of(self.blueprint, public, action)
        return weights


def goal_of(budget: Budget, seconds: float) -> Goal:
    """Return when a solve ends: after as many iterations as a budget has work, else its seconds, else `seconds`."""
    if budget.work is not None:
        return Goal(iterations=max(1, budget.work))
    return Goal(seconds=seconds if budget.seconds is None else budget.seconds)


def is_resolved(betting: PublicBetting) -> bool:
    """Return whether a decision is re-solved: on turn and river, while there are chips to bet."""
    return betting.street >= Street.TURN


def _line(betting: PublicBetting, *after: Action) -> StreetLine:
    """Return the line of the street at hand, and of what follows on it."""
    return street_line(betting, _sizes(betting), betting.street == Street.RIVER, after)


def _sizes(betting: PublicBetting) -> Bets:
    """Return the bets of a solve, by the street and the chips behind at its start."""
    begun = betting.round_start
    deep = min(betting.rules.stacks) - begun > DEEP * 2 * begun
    if betting.street == Street.TURN:
        return DEEP_TURN if deep else TURN
    return DEEP_RIVER if deep else RIVER


def _passive(betting: PublicBetting) -> Action:
    return FOLD if betting.to_call else CALL


def _live(weights: Floats, board: tuple[Card, ...]) -> Shares:
    """Return the range of the hands that count beside a board, the likeliest 1; all where none is likely."""
    live = left_by(board)
    most = float(weights[live].max(initial=0.0))
    shares = np.where(live, weights / most if most > 0 else 1.0, 0.0)
    kept: Shares = np.where(shares >= LEAST_WEIGHT, shares, 0.0).astype(np.float32)
    return kept


def _end_of_round_before(root: PublicBetting) -> PublicBetting:
    """Return the betting as the round ended before the one that begins here."""
    *_, (before, action) = root.steps()
    return before.child(action)
