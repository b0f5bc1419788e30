"""Continual re-solving: ranges are carried through the hand, and every street is solved when it is played.

The ranges with which the first solved street begins follow from a blueprint, by what each has done. That street is
the flop where there is time for it, to the end of its round (ai/search/flop_solving.py); else the turn. A street is
solved from its beginning, and every river is dealt on the turn. A bet that the tree does not have is solved from
the decision where it was made, with what both may hold there by the solve before. On the river, and after such a
bet, the opponent may opt out for what each hand was worth in the solve before, so that hands gain little by the new
one (Burch, Johanson and Bowling: Solving imperfect information games using decomposition, AAAI 2014; Brown and
Sandholm: Safe and nested subgame solving, NeurIPS 2017); how little, ai/solver/opt_out.py says. Flop and turn have
no such promise. A hand that is too unlikely to be part of a solve plays as the blueprint does.

On the river a raise meets no more folds than its price allows (ai/abstraction/blueprint.py). A solve may fold
more often, because its betting range was chosen in a tree without that raise.

Where time ends a solve after a few iterations, which plays far worse than the blueprint, the blueprint decides, and
what follows starts from it.

A solve depends on public things alone, so the answer is one for all hands, and the same for the same work.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Collection, Generator, Hashable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from ai.abstraction.blueprint import Blueprint, break_even_folds, defence_shares
from ai.hands.combos import HANDS, Bools, Floats, left_by
from ai.hands.range_strategy import PublicState, RangeMix, RangeStrategy, Shares, action_likelihood
from ai.search.flop_solving import flop_game, seconds_needed
from ai.search.starting_ranges import RootRanges, StartingRanges
from ai.search.step_pace import step_pace
from ai.search.street_line import StreetLine, line_in_play, street_spot, street_subgame
from ai.solver.results import SolvedState, Walk
from ai.solver.solving import Goal, iterate
from ai.solver.subgame import Subgame
from ai.steps import run_to_end
from game.core import PREPARING, Action, Budget, Progress
from game.rules.betting import CALL, HoldemRules, PublicBetting, Street
from game.rules.cards import Card
from game.rules.holdem import BOARD_CARDS

MOST_KEPT = 6
EARLIER_PART = 0.5
"""The part of the time of a decision for the solve that it starts from, where that was not made before."""
ITERATIONS = 5
"""The iterations on the turn that a unit of work is: the work of the league, 12, is then about a second."""
ITERATIONS_A_SECOND = 60
LEAST_ITERATIONS = 15
"""After fewer a solve is exploitable by some 8 % of the pot or more, and the blueprint by less."""
RIVER_ITERATIONS = 12
"""Iterations on the river for one on the turn, which takes as long as some forty of them."""


FLOP_STEPS = 24
"""About how many steps prepare a flop: its tree, some ten ends and twelve turn cards."""
_Solving = Generator[Progress, None, Walk | None]
"""Ends with None where the blueprint plays better than what was solved."""
_Starting = Generator[Progress, None, RootRanges]


@dataclass(slots=True)
class Resolver:
    """Answers for all hands; `blueprint` plays before, and says what both may hold by then.

    The last solves are kept: a tree is solved once for each player, and for each number of iterations, or once for
    any number of seconds. hurried: set while it solves, it ends the solve with what it has, which is kept as well.
    deadline: the moment of `step_pace.clock` by which the solves of a decision have to end.
    goes_on: the blueprint by which a hand goes on after a flop that is solved; None leaves every flop to
    `blueprint`.
    """

    blueprint: RangeStrategy
    hurried: bool = False
    deadline: float = math.inf
    goes_on: Callable[[HoldemRules], Blueprint] | None = None
    _kept: OrderedDict[Hashable, Walk | None] = field(default_factory=OrderedDict)

    def solving(self, public: PublicState, goal: Goal, deadline: float | None = None) -> Iterator[Progress]:
        """Solve what a decision needs, and yield progress at most 100 ms apart.

        No step starts that, at the measured pace, would end after the deadline, a moment of `step_pace.clock`. If
        the time does not suffice, the blueprint decides.
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
        """Return the mix of every hand at a decision that `resolves` lets through."""
        line = line_in_play(public.betting)
        walk = self._solved(public, line, goal)
        if walk is None:
            return self.blueprint.range_strategy(public)
        state = walk.at(line.path)
        columns: dict[Action, Floats] = {}
        strategy = np.nan_to_num(_defended(state, public))
        for place, name in enumerate(state.actions):
            action = line.action_of(name, public.betting)
            columns[action] = columns.get(action, np.zeros(len(HANDS))) + strategy[:, place]
        trained, left_out = self.blueprint.range_strategy(public), _left_out(state)
        for trained_action, shares in zip(trained.actions, trained.shares.T, strict=True):
            columns[_nearest(trained_action, columns)] += left_out * shares
        hands = np.flatnonzero(left_by(public.board))
        return RangeMix.of({action: shares[hands] for action, shares in columns.items()}, hands)

    def likelihood(self, public: PublicState, action: Action, goal: Goal) -> Shares:
        """Return float32[1326]: how likely each hand acts like this, in a tree that has the action.

        Where the tree begins with an odd bet of this player, its opting out means that the bet is not made.
        """
        after = line_in_play(public.betting, action)
        line = after.last_decision
        walk = self._solved(public, line, goal)
        if walk is None:
            return action_likelihood(self.blueprint, public, action)
        state = walk.at(line.path)
        share = _defended(state, public)[:, state.actions.index(after.path[-1])]
        gate = walk.game.gate
        if not line.path and gate is not None and gate.player == public.player:
            share = share * gate.staying_of_hands()
        trained = action_likelihood(self.blueprint, public, action)
        return np.where(_left_out(state), trained, np.nan_to_num(share)).astype(np.float32)

    def resolves(self, public: PublicState, goal: Goal) -> bool:
        """Return whether a decision is solved: always on turn and river, on the flop if the goal leaves time."""
        street = public.betting.street
        if street != Street.FLOP:
            return street > Street.FLOP
        return self._solves_flop(public.board, line_in_play(public.betting).root, goal)

    def _solved(self, public: PublicState, line: StreetLine, goal: Goal) -> Walk | None:
        """Return the solve of the tree that contains a line, None where the blueprint plays better."""
        self._begin(goal)
        return run_to_end(self._walk(public, line, goal))

    def _walk(self, public: PublicState, line: StreetLine, goal: Goal, part: float = 1.0) -> _Solving:
        """Return the solve of the tree that contains a line, and yield progress; trees before it are solved first.

        It is solved for `public.player`: the other player may opt out, and chooses a continuation strategy after
        the flop. part: the share of the goal's seconds for the trees that are not solved yet.
        """
        street = line.root.street
        after_blueprint = street == Street.TURN and not self._follows_flop(public.board, line.root, goal)
        resolver = -1 if after_blueprint else public.player
        key = (public.board, line.tree, resolver, goal.iterations)
        if key not in self._kept:
            walk = yield from self._until_solved(public, line, goal, part)
            self._kept[key] = None if walk is None or _is_rough(walk, goal) else walk
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    def _until_solved(self, public: PublicState, line: StreetLine, goal: Goal, part: float) -> _Solving:
        """Yield progress, and return the solve of a tree; what goes before it is solved in its time."""
        began, street = step_pace.clock(), line.root.street.name.lower()
        start = yield from self._started(public, line, goal, part)
        if line.root.street == Street.FLOP:
            assert self.goes_on is not None
            spot, blueprint = street_spot(line, public.board, start.ranges), self.goes_on(line.root.rules)
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
        wanted = goal.part(part).times(times).after(step_pace.clock() - began)
        if wanted.seconds is not None:
            wanted = replace(wanted, seconds=max(0.0, min(wanted.seconds, self._left())))
        iterations, seconds, is_noted = iterate(game, wanted), 0.0, False
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
            walk.at()  # what it needs of the ends, which are large
            game.ends = None
        return walk

    def _while_in_time(
        self, work: Generator[float, None, Subgame], began: float
    ) -> Generator[Progress, None, Subgame | None]:
        """Yield progress and return the result of the work, None if it is hurried or its next step would end late.

        The work yields before every step how many seconds the step takes.
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

    def _started(self, public: PublicState, line: StreetLine, goal: Goal, part: float) -> _Starting:
        """Yield progress, and return with what a tree begins."""
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
        """Yield progress, and return what both may hold at a decision where a bet is made that no tree has.

        Who makes it may opt out for what each hand was worth there without the bet.
        """
        walk = yield from self._walk(public, before, goal, EARLIER_PART * part)
        if walk is None:
            return self._ranges.by_blueprint(public.board, line.beginning(public.betting))
        state = walk.at(before.path)
        reach = _reach_of_all(walk, state) if before.before is None else state.reach
        promised = state.ev[state.player] - before.pot / 2 - state.node.put_in[state.player]
        return self._ranges.with_opt_out(reach, public.board, state.player, promised, before.pot)

    def _after_turn(self, public: PublicState, root: PublicBetting, goal: Goal, part: float) -> _Starting:
        """Yield progress, and return what both may hold on a river, and what the opponent's hands were promised."""
        board, resolver = public.board, public.player
        turn = board[: BOARD_CARDS[Street.TURN]]
        before = _end_of_round_before(root)
        line = line_in_play(before)
        walk = yield from self._walk(PublicState(resolver, turn, before), line, goal, EARLIER_PART * part)
        if walk is None:
            return self._ranges.by_blueprint(board, root)
        state = walk.at(line.path, board[len(turn) :])
        promised = state.ev[1 - resolver] - root.pot / 2
        return self._ranges.with_opt_out(state.reach, board, 1 - resolver, promised, root.pot)

    def _after_flop(self, public: PublicState, root: PublicBetting, goal: Goal, part: float) -> _Starting:
        """Yield progress, and return what both may hold on a turn by the solve of the flop."""
        flop = public.board[: BOARD_CARDS[Street.FLOP]]
        before = _end_of_round_before(root)
        line = line_in_play(before)
        walk = yield from self._walk(
            PublicState(public.player, flop, before), line, goal, EARLIER_PART * part
        )
        if walk is None:
            return self._ranges.by_blueprint(public.board, root)
        return self._ranges.by_solve(walk.at(line.path).reach, public.board)

    def _follows_flop(self, board: tuple[Card, ...], root: PublicBetting, goal: Goal) -> bool:
        """Return whether the flop before a turn is solved, `root` being the betting as the turn begins."""
        if self.goes_on is None:
            return False
        flop = line_in_play(_end_of_round_before(root)).root
        return self._solves_flop(board[: BOARD_CARDS[Street.FLOP]], flop, goal)

    def _solves_flop(self, board: tuple[Card, ...], root: PublicBetting, goal: Goal) -> bool:
        """Return whether a goal leaves time to solve a flop, `root` being the betting as it begins."""
        if self.goes_on is None or root.actor is None:
            return False
        start = self._ranges.by_blueprint(board, root)
        return seconds_needed(start.ranges, line_in_play(root).node) <= seconds_of(goal)

    @property
    def _ranges(self) -> StartingRanges:
        return StartingRanges(self.blueprint)


def goal_of(budget: Budget, seconds: float) -> Goal:
    """Return when a solve ends: after the iterations of a budget's work, else its seconds, else `seconds`."""
    if budget.work is not None:
        return Goal(iterations=max(1, ITERATIONS * budget.work))
    return Goal(seconds=seconds if budget.seconds is None else budget.seconds)


def seconds_of(goal: Goal) -> float:
    """Return how long a goal lets a turn be solved, about, where it counts iterations."""
    return float(goal.seconds or 0.0) if goal.iterations is None else goal.iterations / ITERATIONS_A_SECOND


def _is_rough(walk: Walk, goal: Goal) -> bool:
    """Return whether time ended a solve so early that the blueprint plays better; a goal of iterations is kept."""
    wanted = LEAST_ITERATIONS if goal.iterations is None else min(LEAST_ITERATIONS, goal.iterations)
    return walk.iterations < wanted


def _defended(state: SolvedState, public: PublicState) -> Floats:
    """Return the strategy, float64[1326, actions]; against a raise on the river it folds no more than it may."""
    betting = public.betting
    bets = sum(action > CALL for _, action in betting.history[-1])
    if betting.street < Street.RIVER or bets < 2:
        return state.strategy
    *_, (before, raised) = betting.steps()
    fold, call = state.actions.index("fold"), state.actions.index("call")
    folds, reach = np.nan_to_num(state.strategy[:, fold]), np.nan_to_num(state.reach[public.player])
    called = folds * defence_shares(folds, reach, public.board, break_even_folds(before, raised))
    strategy = state.strategy.copy()
    strategy[:, fold] -= called
    strategy[:, call] += called
    return strategy


def _left_out(state: SolvedState) -> Bools:
    """Return bool[1326]: the hands that the solve does not know, too unlikely to be part of it, or impossible."""
    return np.asarray(np.isnan(state.strategy).any(axis=1))


def _nearest(action: Action, actions: Collection[Action]) -> Action:
    """Return an action itself, or the bet nearest to a bet that is not among the actions; without bets, a call."""
    if action in actions:
        return action
    bets = [one for one in actions if one > CALL]
    return min(bets, key=lambda bet: abs(bet - action), default=CALL)


def _reach_of_all(walk: Walk, state: SolvedState) -> tuple[Floats, Floats]:
    """Return the reach at a state, two of float64[1326], as if no hand had opted out before the street.

    There, opting out is a device of the solve. In a tree that begins with an odd bet it means not to bet.
    """
    gate, (first, second) = walk.game.gate, state.reach
    if gate is None:
        return first, second
    staying = gate.staying_of_hands()
    return (first / staying, second) if gate.player == 0 else (first, second / staying)


def _end_of_round_before(root: PublicBetting) -> PublicBetting:
    """Return the betting as the round ended before the one that begins here."""
    *_, (before, action) = root.steps()
    return before.child(action)
