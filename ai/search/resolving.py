"""Continual re-solving on turn and river: ranges are carried through the hand, every street is solved when played.

Before the turn the ranges of both players follow from a blueprint, by what each has done. A street is solved from
its beginning, and every river is dealt on the turn. A bet that the tree does not have is solved from the decision
where it was made, with what both may hold there by the solve before. On the river, and after such a bet, the
opponent may opt out for what each hand was worth in the solve before, so that no hand gains by the new one (Burch,
Johanson and Bowling: Solving imperfect information games using decomposition, AAAI 2014; Brown and Sandholm: Safe
and nested subgame solving, NeurIPS 2017). The turn has no such promise: its ranges are those of the blueprint.

A solve depends on public things alone, so the answer is one for all hands, and the same for the same work.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Generator, Hashable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from ai.hands.combos import HANDS, Floats, left_by
from ai.hands.observed import decisions_of
from ai.hands.range_strategy import PublicState, RangeMix, RangeStrategy, Shares, likelihood_of
from ai.search.resolving_menu import line_of, sizes_of
from ai.search.street_line import StreetLine
from ai.solver.betting import Path
from ai.solver.opt_out import OptOut
from ai.solver.results import Walk
from ai.solver.solving import Goal, iterate
from ai.solver.spot import Spot
from ai.solver.streets import Shape
from ai.solver.subgame import Limits, Subgame
from game.core import Action, Budget, Player, Progress
from game.rules.betting import CALL, FOLD, PublicBetting, Street
from game.rules.cards import Card
from game.rules.holdem import BOARD_CARDS

MOST_KEPT = 6
EARLIER_PART = 0.5
"""The part of the time of a decision for the solve that it starts from, where that was not made before."""
ITERATIONS = 5
"""The iterations on the turn that a unit of work is: the work of the league, 12, is then about a second."""
RIVER_ITERATIONS = 12
"""Iterations on the river for one on the turn, which takes as long as some forty of them."""
LEAST_WEIGHT = 0.005
"""Hands that weigh less beside the likeliest by the blueprint are left out of a solve."""
LEAST_SOLVED = 0.001
"""The same where a solve before says what both may hold."""


@dataclass(frozen=True, slots=True)
class _Start:
    """What both players may hold where a street begins, and what the opponent may take instead of playing it."""

    first: Shares
    second: Shares
    opt_out: OptOut | None = None

    @property
    def ranges(self) -> tuple[Shares, Shares]:
        """The ranges by player."""
        return self.first, self.second


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """What a solve says of a decision, by hand of the player: float64[1326] each.

    values: chips won on average from here after each action, what is in the pot counted; mix: how often each is
    taken; NaN for hands that are not in the solve. other: the weights of the opponent's hands.
    """

    values: Mapping[Action, Floats]
    mix: Mapping[Action, Floats]
    other: Floats


@dataclass(slots=True)
class Resolver:
    """Answers on turn and river for all hands; `blueprint` plays before, and says what both may hold by then.

    The last solves are kept: the same public state is solved once for a number of iterations, and once for any
    number of seconds. hurried: set while it solves, it ends the solve with what it has. always: the place of a
    hand that is in every solve, however little the blueprint would come there with it; -1 for none. by_blueprint:
    the river, too, starts from what the blueprint says that both may hold, and needs no solve of the turn.
    """

    blueprint: RangeStrategy
    threads: int = 1
    hurried: bool = False
    always: int = -1
    by_blueprint: bool = False
    _kept: OrderedDict[Hashable, Walk] = field(default_factory=OrderedDict)

    def solving(self, public: PublicState, goal: Goal) -> Iterator[Progress]:
        """Solve what a decision needs; yield progress at most 100 ms apart."""
        self.hurried = False
        yield from self._walk(public, line_of(public.betting), goal)

    def range_strategy(self, public: PublicState, goal: Goal) -> RangeMix:
        """Return the mix of every hand at a decision on turn or river."""
        line = line_of(public.betting)
        state = self._solved(public, line, goal).at(line.path)
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
        after = line_of(public.betting, action)
        line = after.last_decision
        state = self._solved(public, line, goal).at(line.path)
        share = state.strategy[:, state.actions.index(after.path[-1])]
        return np.where(np.isfinite(share), share, 0.0).astype(np.float32)

    def evaluating(
        self, public: PublicState, action: Action, goal: Goal
    ) -> Generator[Progress, None, Evaluation]:
        """Yield progress, and return what each action is worth at a decision, in a tree that has this one."""
        after = line_of(public.betting, action)
        line, taken = after.last_decision, after.path[-1]
        walk = yield from self._walk(public, line, goal)
        state = walk.at(line.path)
        values: dict[Action, Floats] = {}
        mix: dict[Action, Floats] = {}
        for place, name in enumerate(state.actions):
            one = action if name == taken else line.action_of(name, public.betting)
            if one not in values or name == taken:
                values[one] = state.action_ev[:, place]
            mix[one] = mix.get(one, 0.0) + state.strategy[:, place]
        return Evaluation(values, mix, np.nan_to_num(state.reach[1 - public.player]))

    def _solved(self, public: PublicState, line: StreetLine, goal: Goal) -> Walk:
        """Return the solve of the tree that a line lies in."""
        self.hurried = False
        steps = self._walk(public, line, goal)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                walk: Walk = end.value
                return walk

    def _walk(self, public: PublicState, line: StreetLine, goal: Goal) -> Generator[Progress, None, Walk]:
        """Yield progress, and return the solve of the tree that a line lies in, which may need those before it."""
        resolver = public.player if public.betting.street == Street.RIVER else -1
        key = (public.board, line.tree, resolver, self.always, goal.iterations)
        if key not in self._kept:
            yield from self._until_solved(public, line, goal, resolver, key)
        self._kept.move_to_end(key)
        return self._kept[key]

    def _until_solved(
        self, public: PublicState, line: StreetLine, goal: Goal, resolver: Player, key: Hashable
    ) -> Iterator[Progress]:
        """Solve a tree and keep it; what goes before it is solved in its time."""
        began = time.perf_counter()
        if line.before is not None:
            start = yield from self._within(public, line.before, goal)
        elif line.root.street == Street.TURN or self.by_blueprint:
            start = _Start(
                self._range_of(0, public.board, line.root), self._range_of(1, public.board, line.root)
            )
        else:
            start = yield from self._after_turn(public.board, line.root, resolver, goal)
        sizes = sizes_of(line.root)
        spot = Spot(public.board, start.ranges, float(line.pot), float(line.stack), sizes.bets, sizes.raises)
        extra: dict[Path, tuple[float, ...]] = {(): line.extra} if line.extra else {}
        shape = Shape(line.begin, extra, later=(sizes.later_bets, sizes.later_raises))
        game = Subgame(spot, shape=shape, limits=Limits(self.threads), opt_out=start.opt_out)
        times = RIVER_ITERATIONS if line.root.street == Street.RIVER else 1
        for report in iterate(game, goal.times(times).after(time.perf_counter() - began)):
            yield report
            if self.hurried:
                break
        self._kept[key] = Walk(game)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def _within(self, public: PublicState, line: StreetLine, goal: Goal) -> Generator[Progress, None, _Start]:
        """Yield progress, and return what both may hold at a decision where a bet is made that no tree has.

        Who makes it may opt out for what each hand was worth there without the bet.
        """
        walk = yield from self._walk(public, line, goal.part(EARLIER_PART))
        state = walk.at(line.path)
        promised = state.ev[state.player] - line.pot / 2 - state.node.put_in[state.player]
        return self._start(state.reach, state.player, promised, line.root, public.board)

    def _start(
        self,
        reach: tuple[Floats, Floats],
        player: Player,
        promised: Floats,
        root: PublicBetting,
        board: tuple[Card, ...],
    ) -> _Start:
        """Return a start at which a player may take what is promised, by hand, net of half the pot."""
        opt_out = OptOut(player, np.where(np.isfinite(promised), promised, -float(root.pot)))
        first, second = (self._live(np.nan_to_num(one), board, LEAST_SOLVED) for one in reach)
        return _Start(first, second, opt_out)

    def _after_turn(
        self, board: tuple[Card, ...], root: PublicBetting, resolver: Player, goal: Goal
    ) -> Generator[Progress, None, _Start]:
        """Yield progress, and return what both may hold on a river, and what the opponent's hands were promised."""
        turn = board[: BOARD_CARDS[Street.TURN]]
        before = _end_of_round_before(root)
        line = line_of(before)
        walk = yield from self._walk(PublicState(0, turn, before), line, goal.part(EARLIER_PART))
        state = walk.at(line.path, board[len(turn) :])
        promised = state.ev[1 - resolver] - root.pot / 2
        return self._start(state.reach, 1 - resolver, promised, root, board)

    def _range_of(self, player: Player, board: tuple[Card, ...], root: PublicBetting) -> Shares:
        """Return float32[1326]: the range of a player by what the blueprint says of the hand so far."""
        weights = left_by(board).astype(np.float64)
        for public, action in decisions_of(player, board, root):
            weights *= likelihood_of(self.blueprint, public, action)
        return self._live(weights, board)

    def _live(self, weights: Floats, board: tuple[Card, ...], least: float = LEAST_WEIGHT) -> Shares:
        """Return the range of the hands that count beside a board, the likeliest 1; all where none is likely."""
        live = left_by(board)
        most = float(weights[live].max(initial=0.0))
        shares = np.where(live, weights / most if most > 0 else 1.0, 0.0)
        kept: Shares = np.where(shares >= least, shares, 0.0).astype(np.float32)
        if self.always >= 0 and live[self.always]:
            kept[self.always] = max(kept[self.always], LEAST_WEIGHT)
        return kept


def goal_of(budget: Budget, seconds: float) -> Goal:
    """Return when a solve ends: after the iterations of a budget's work, else its seconds, else `seconds`."""
    if budget.work is not None:
        return Goal(iterations=max(1, ITERATIONS * budget.work))
    return Goal(seconds=seconds if budget.seconds is None else budget.seconds)


def is_resolved(betting: PublicBetting) -> bool:
    """Return whether a decision is re-solved: on turn and river, while there are chips to bet."""
    return betting.street >= Street.TURN


def _passive(betting: PublicBetting) -> Action:
    return FOLD if betting.to_call else CALL


def _end_of_round_before(root: PublicBetting) -> PublicBetting:
    """Return the betting as the round ended before the one that begins here."""
    *_, (before, action) = root.steps()
    return before.child(action)
