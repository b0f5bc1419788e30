"""Continual re-solving (Moravčík et al., Science 2017): track both ranges through the hand and solve each street.

A blueprint gives the ranges at the start of the first solved street. If there is enough time, the flop is the first
solved street. Its tree ends with the betting on the flop (ai/search/flop_solving.py). Otherwise, the turn is
the first solved street. A street is solved from its start. The tree of a turn includes all rivers. An
off-tree bet starts a new solve at its decision, with the ranges of the previous solve (nested solving; Brown
and Sandholm, NeurIPS 2017).

On the river and after an off-tree bet, the opponent may leave the subgame for the counterfactual values of the
previous solve (the re-solving gadget; Burch, Johanson and Bowling, AAAI 2014). ai/solver/subgame.py gives the bound
on the opponent's gain. Flop and turn are solved without the gadget (unsafe subgame solving). A hand that is too
unlikely to be part of a solve plays the blueprint.

Against a bet or raise, the fold frequency is limited to the break-even frequency of a bluff, as in
ai/abstraction/blueprint.py. Without this limit, a solve may fold too often for two reasons. The range of the solve
may come from a tree without the bet. Or the solve may assume that the opponent bets only a strong range, because
the opponent could also check. An opponent who bets any two cards would exploit these folds.

If a solve runs out of time after few iterations, its strategy is far worse than the blueprint. The blueprint then
decides, and later solves start from the blueprint's ranges.

A solve depends only on public information, so one solve gives the strategy of every hand. Equal amounts of work
give equal results.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Collection, Generator, Hashable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from ai.abstraction.blueprint import Blueprint, break_even_folds, defence_shares
from ai.hands.combos import HANDS, Bools, Floats, unblocked_hands
from ai.hands.range_strategy import PublicState, RangeMix, RangeStrategy, Shares, action_likelihood
from ai.search.flop_solving import flop_game, seconds_needed
from ai.search.starting_ranges import RootRanges, StartingRanges
from ai.search.street_line import StreetLine, line_in_play, street_spot, street_subgame
from ai.solver.solving import Goal, iterate
from ai.solver.subgame import Subgame
from ai.solver.walk import SolvedState, Walk
from ai.steps import run_to_end, step_pace
from game.core import PREPARING, Action, Budget, Progress
from game.rules.betting import CALL, HoldemRules, PublicBetting, Street
from game.rules.cards import Card
from game.rules.holdem import BOARD_CARDS

MAX_CACHED_SOLVES = 6
EARLIER_PART = 0.5
"""The maximum share of a decision's time for the previous solve, if that is not cached."""
ITERATIONS = 5
"""Iterations on the turn per unit of work. The league's 12 units take about a second."""
ITERATIONS_A_SECOND = 60
MIN_ITERATIONS = 15
"""With fewer iterations, a solve is exploitable by 8 % of the pot or more, which is worse than the blueprint."""
RIVER_ITERATIONS = 12
"""Iterations on the river per iteration on the turn. A turn iteration takes as long as forty river iterations."""
FLOP_STEPS = 34
"""The approximate number of steps to prepare a flop: a tree, ten leaves and their tables, and twelve turn cards."""
_Solving = Generator[Progress, None, Walk | None]
"""Returns None if the blueprint plays better than the solve."""
_Starting = Generator[Progress, None, RootRanges]


@dataclass(slots=True)
class Resolver:
    """Re-solves streets and returns the strategy of every hand.

    Recent solves are cached by tree, player and iteration count. Solves with a time limit share one entry per tree
    and player.

    Attributes:
        blueprint: The strategy before the first solved street. It gives the ranges at the start of that street.
        hurried: Whether a running solve must stop early. The partial solve is cached, too.
        deadline: The time at which the solves of a decision must end, on the clock `step_pace.clock`.
        leaf_blueprint: A function that returns the blueprint that plays turn and river after a solved flop. If
            None, flops aren't solved.
    """

    blueprint: RangeStrategy
    hurried: bool = False
    deadline: float = math.inf
    leaf_blueprint: Callable[[HoldemRules], Blueprint] | None = None
    _cache: OrderedDict[Hashable, Walk | None] = field(default_factory=OrderedDict)

    def solve_decision(
        self, public: PublicState, goal: Goal, deadline: float | None = None
    ) -> Iterator[Progress]:
        """Run the solves of a decision. Yield progress at least every 100 ms.

        A step starts only if it is expected to end before `deadline`, a time on the clock `step_pace.clock`. If
        there is not enough time, the blueprint decides.
        """
        self._begin(goal, deadline)
        yield from self._walk(public, line_in_play(public.betting), goal)

    def _begin(self, goal: Goal, deadline: float | None = None) -> None:
        self.hurried = False
        seconds = math.inf if goal.seconds is None else goal.seconds
        self.deadline = step_pace.clock() + seconds if deadline is None else deadline

    def _left(self) -> float:
        return self.deadline - step_pace.clock()

    def range_strategy(self, public: PublicState, goal: Goal) -> RangeMix:
        """Return the strategy of every hand at a decision for which `resolves` is True."""
        line = line_in_play(public.betting)
        walk = self._solved(public, line, goal)
        if walk is None:
            return self.blueprint.range_strategy(public)
        state = walk.at(line.path)
        columns: dict[Action, Floats] = {}
        strategy = np.nan_to_num(_limit_folds(state, public))
        for index, name in enumerate(state.actions):
            action = line.table_action(name, public.betting)
            columns[action] = columns.get(action, np.zeros(len(HANDS))) + strategy[:, index]
        trained, left_out = self.blueprint.range_strategy(public), _left_out(state)
        for trained_action, shares in zip(trained.actions, trained.shares.T, strict=True):
            columns[_nearest(trained_action, columns)] += left_out * shares
        hands = np.flatnonzero(unblocked_hands(public.board))
        return RangeMix.of({action: shares[hands] for action, shares in columns.items()}, hands)

    def likelihood(self, public: PublicState, action: Action, goal: Goal) -> Shares:
        """Return the probability that each hand takes `action`, float32[1326].

        The solved tree always contains the action. If the tree starts with an off-tree bet of this player, a hand
        that leaves through the gadget counts as not betting.
        """
        after = line_in_play(public.betting, action)
        line = after.last_decision
        walk = self._solved(public, line, goal)
        if walk is None:
            return action_likelihood(self.blueprint, public, action)
        state = walk.at(line.path)
        share = _limit_folds(state, public)[:, state.actions.index(after.path[-1])]
        gate = walk.game.gate
        if not line.path and gate is not None and gate.player == public.player:
            share = share * gate.stay_probability_of_hands()
        trained = action_likelihood(self.blueprint, public, action)
        return np.where(_left_out(state), trained, np.nan_to_num(share)).astype(np.float32)

    def resolves(self, public: PublicState, goal: Goal) -> bool:
        """Return whether a decision is solved.

        Decisions on turn and river are always solved. Decisions on the flop are solved if there is enough time.
        """
        street = public.betting.street
        if street != Street.FLOP:
            return street > Street.FLOP
        return self._solves_flop(public.board, line_in_play(public.betting).root, goal)

    def _solved(self, public: PublicState, line: StreetLine, goal: Goal) -> Walk | None:
        self._begin(goal)
        return run_to_end(self._walk(public, line, goal))

    def _walk(self, public: PublicState, line: StreetLine, goal: Goal, part: float = 1.0) -> _Solving:
        """Yield progress, solve all trees up to the tree that contains a line, and return the solve of this tree.

        The tree is solved for `public.player`. The opponent may leave the subgame by the gadget, and chooses a
        continuation strategy after the flop. The solves that are not cached get the share `part` of the goal's
        seconds.
        """
        street = line.root.street
        after_blueprint = street == Street.TURN and not self._follows_flop(public.board, line.root, goal)
        resolver = -1 if after_blueprint else public.player
        key = (public.board, line.tree, resolver, goal.iterations)
        if key not in self._cache:
            walk = yield from self._until_solved(public, line, goal, part)
            self._cache[key] = None if walk is None or _is_rough(walk, goal) else walk
            if len(self._cache) > MAX_CACHED_SOLVES:
                self._cache.popitem(last=False)
        self._cache.move_to_end(key)
        return self._cache[key]

    def _until_solved(self, public: PublicState, line: StreetLine, goal: Goal, part: float) -> _Solving:
        """Yield progress, and return the solve of a tree.

        `part` limits the total time of this solve and the previous solves.
        """
        began, street = step_pace.clock(), line.root.street.name.lower()
        start = yield from self._root(public, line, goal, part)
        if line.root.street == Street.FLOP:
            assert self.leaf_blueprint is not None
            spot, blueprint = (
                street_spot(line, public.board, start.ranges),
                self.leaf_blueprint(line.root.rules),
            )
            work = flop_game(spot, line, public, blueprint, start.opt_out)
            flop = yield from self._while_in_time(work, began)
            if flop is None:
                return None
            game = flop
        elif self._left() < step_pace.seconds("tree", of=street):
            return None
        else:
            with step_pace.measure("tree", of=street):
                game = street_subgame(line, public.board, start.ranges, start.opt_out)
        times = RIVER_ITERATIONS if line.root.street == Street.RIVER else 1
        if self._left() < step_pace.seconds("first iteration", of=street):
            return None
        own_goal = goal.part(part).times(times).after(step_pace.clock() - began)
        if own_goal.seconds is not None:
            own_goal = replace(own_goal, seconds=max(0.0, min(own_goal.seconds, self._left())))
        iterations, seconds, is_noted = iterate(game, own_goal), 0.0, False
        while True:
            resumed = step_pace.clock()
            report = next(iterations, None)
            seconds += step_pace.clock() - resumed
            if game.iterations and not is_noted:
                step_pace.note("first iteration", seconds / game.iterations, of=street)
                is_noted = True
            if report is None:
                break
            yield report
            if self.hurried:
                break
        walk = Walk(game)
        if line.root.street == Street.FLOP:
            walk.at()  # caches the sweep, so that the ends, which are large, can be dropped
            game.ends = None
        return walk

    def _while_in_time(
        self, work: Generator[float, None, Subgame], began: float
    ) -> Generator[Progress, None, Subgame | None]:
        """Run `work`. Yield progress, and return the result.

        Return None if `work` was stopped early or would end too late.

        `work` yields the expected seconds of each step before the step starts.
        """
        steps = 0
        while not self.hurried:
            try:
                needed = next(work)
            except StopIteration as end:
                game: Subgame = end.value
                return game
            if needed > self._left():
                return None
            yield Progress(steps, FLOP_STEPS, step_pace.clock() - began, doing=PREPARING)
            steps += 1
        return None

    def _root(self, public: PublicState, line: StreetLine, goal: Goal, part: float) -> _Starting:
        """Yield progress, and return the ranges at the root of a tree.

        `part` is the share of the goal's seconds for the solve of this tree and all solves that precede it.
        """
        if line.before is not None:
            return (yield from self._within(public, line, line.before, goal, part))
        street, board = line.root.street, public.board
        if street == Street.RIVER:
            return (yield from self._after_turn(public, line.root, goal, part))
        if street == Street.TURN and self._follows_flop(board, line.root, goal):
            return (yield from self._after_flop(public, line.root, goal, part))
        return self._ranges.by_blueprint(board, line.root)

    def _within(
        self, public: PublicState, line: StreetLine, before: StreetLine, goal: Goal, part: float
    ) -> _Starting:
        """Yield progress, and return the ranges at the decision at which a player made an off-tree bet.

        Through the gadget, the bettor may leave the subgame for the counterfactual values of not making the bet.
        """
        walk = yield from self._walk(public, before, goal, EARLIER_PART * part)
        if walk is None:
            return self._ranges.by_blueprint(public.board, line.beginning(public.betting))
        state = walk.at(before.path)
        reach = _reach_of_all(walk, state) if before.before is None else state.reach
        payoffs = state.ev[state.player] - before.pot / 2 - state.node.put_in[state.player]
        return self._ranges.with_opt_out(reach, public.board, state.player, payoffs, before.pot)

    def _after_turn(self, public: PublicState, root: PublicBetting, goal: Goal, part: float) -> _Starting:
        """Yield progress, and return the ranges at the start of a river, with the gadget for the opponent."""
        board, resolver = public.board, public.player
        turn = board[: BOARD_CARDS[Street.TURN]]
        before = _end_of_round_before(root)
        line = line_in_play(before)
        walk = yield from self._walk(PublicState(resolver, turn, before), line, goal, EARLIER_PART * part)
        if walk is None:
            return self._ranges.by_blueprint(board, root)
        state = walk.at(line.path, board[len(turn) :])
        payoffs = state.ev[1 - resolver] - root.pot / 2
        reach = _reach_as_played(walk, line, PublicState(resolver, turn, before), state.reach)
        return self._ranges.with_opt_out(reach, board, 1 - resolver, payoffs, root.pot)

    def _after_flop(self, public: PublicState, root: PublicBetting, goal: Goal, part: float) -> _Starting:
        """Yield progress, and return the ranges at the start of a turn from the solve of the flop."""
        flop = public.board[: BOARD_CARDS[Street.FLOP]]
        before = _end_of_round_before(root)
        line = line_in_play(before)
        ended = PublicState(public.player, flop, before)
        walk = yield from self._walk(ended, line, goal, EARLIER_PART * part)
        if walk is None:
            return self._ranges.by_blueprint(public.board, root)
        reach = _reach_as_played(walk, line, ended, walk.at(line.path).reach)
        return self._ranges.by_solve(reach, public.board)

    def _follows_flop(self, board: tuple[Card, ...], root: PublicBetting, goal: Goal) -> bool:
        """Return whether a turn starts from a solve of the flop. `root` is the betting at the start of the turn."""
        if self.leaf_blueprint is None:
            return False
        flop = line_in_play(_end_of_round_before(root)).root
        return self._solves_flop(board[: BOARD_CARDS[Street.FLOP]], flop, goal)

    def _solves_flop(self, board: tuple[Card, ...], root: PublicBetting, goal: Goal) -> bool:
        """Return whether there is enough time to solve a flop. `root` is the betting at the start of the flop."""
        if self.leaf_blueprint is None or root.actor is None:
            return False
        start = self._ranges.by_blueprint(board, root)
        return seconds_needed(start.ranges, line_in_play(root).node) <= equivalent_seconds(goal)

    @property
    def _ranges(self) -> StartingRanges:
        return StartingRanges(self.blueprint)


def solve_goal(budget: Budget, seconds: float) -> Goal:
    """Return the goal of a solve: iterations if the budget limits the work, otherwise seconds."""
    if budget.work is not None:
        return Goal(iterations=max(1, ITERATIONS * budget.work))
    return Goal(seconds=seconds if budget.seconds is None else budget.seconds)


def equivalent_seconds(goal: Goal) -> float:
    return float(goal.seconds or 0.0) if goal.iterations is None else goal.iterations / ITERATIONS_A_SECOND


def _is_rough(walk: Walk, goal: Goal) -> bool:
    """Return whether the time limit ended a solve before the solve had enough iterations to beat the blueprint."""
    needed = MIN_ITERATIONS if goal.iterations is None else min(MIN_ITERATIONS, goal.iterations)
    return walk.iterations < needed


def _limit_folds(state: SolvedState, public: PublicState) -> Floats:
    """Return the strategy, float64[1326, actions], with folds to a bet limited to the break-even frequency."""
    if "fold" not in state.actions:
        return state.strategy
    *_, (before, raised) = public.betting.steps()
    fold, call = state.actions.index("fold"), state.actions.index("call")
    folds, reach = np.nan_to_num(state.strategy[:, fold]), np.nan_to_num(state.reach[public.player])
    called = folds * defence_shares(folds, reach, public.board, break_even_folds(before, raised))
    strategy = state.strategy.copy()
    strategy[:, fold] -= called
    strategy[:, call] += called
    return strategy


def _reach_as_played(
    walk: Walk, line: StreetLine, ended: PublicState, reach: tuple[Floats, Floats]
) -> tuple[Floats, Floats]:
    """Return both players' reach at the end of a street, float64[1326] each.

    The folds of `ended.player` are limited. Hands that call only because of this limit stay in the range, so that
    they get a strategy on the next street.
    """
    *_, (before, _) = ended.betting.steps()
    if before.actor != ended.player or not before.to_call:
        return reach
    state = walk.at(line.path[:-1])
    strategy = _limit_folds(state, PublicState(ended.player, ended.board, before))
    called = state.reach[ended.player] * strategy[:, state.actions.index("call")]
    return (called, reach[1]) if ended.player == 0 else (reach[0], called)


def _left_out(state: SolvedState) -> Bools:
    """Return a mask of the hands that a solve leaves out as impossible or too unlikely, bool[1326]."""
    return np.asarray(np.isnan(state.strategy).any(axis=1))


def _nearest(action: Action, actions: Collection[Action]) -> Action:
    """Return `action` if it is in `actions`. Otherwise, return the nearest bet, or a call."""
    if action in actions:
        return action
    bets = [one for one in actions if one > CALL]
    return min(bets, key=lambda bet: abs(bet - action), default=CALL)


def _reach_of_all(walk: Walk, state: SolvedState) -> tuple[Floats, Floats]:
    """Return both players' reach at a state, float64[1326] each.

    The result is the reach that both players would have if no hand left through the gadget at the root.

    At the start of a street, leaving is not an action of the real game. After an off-tree bet, leaving means not
    making the bet.
    """
    gate, (first, second) = walk.game.gate, state.reach
    if gate is None:
        return first, second
    stay = gate.stay_probability_of_hands()
    return (first / stay, second) if gate.player == 0 else (first, second / stay)


def _end_of_round_before(root: PublicBetting) -> PublicBetting:
    *_, (before, action) = root.steps()
    return before.child(action)
