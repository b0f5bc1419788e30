"""A solve in memory that can be continued, played against, and solved again with locked decisions.

Hands are dealt from the ranges at the first decision or at a later state. The seed and the number of a hand
determine all random parts of the hand before the hand starts: the cards of both sides, the cards of later streets,
and the random numbers by which the solution chooses its actions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle

import numpy as np

from ai.hands.combos import HANDS, Floats, opposing_weight, unblocked_hands
from ai.hands.equities import quick_equities
from ai.solver.betting import DEAL, DECISION, FOLD, Construction, Path, no_action
from ai.solver.lines import select_at
from ai.solver.mixes import Lock, Strategy, mix_as_logged, shifted_mix
from ai.solver.solving import EXPLOITABILITY, Foresight, Goal, Solved, measure, solve
from ai.solver.spot import Spot
from ai.solver.spot_forms import betting_shape
from ai.solver.subgame import Limits, Subgame
from ai.solver.walk import SolvedState, Walk
from ai.steps import run_to_end
from game.core import CHANCE, Action, BadInput, Player, Progress
from game.features.solver import HandStep, SpotDecision, SpotHand
from game.match.spot_texts import SpotTexts
from game.rules.cards import DECK, Card
from game.rules.hand_rank import rank
from game.rules.holdem import BOARD_CARDS, Street
from game.study.judgements import Judgement
from game.study.solved import MIN_LOGGED_HANDS, LockSummary, SolveState
from game.texts import text

Ev = tuple[float, float]
NOBODY_KNOWS = math.nan

TURN_TARGET, RIVER_TARGET = 0.03, 0.003
"""The exploitability of a precise solve, in percent of the pot."""
TURN_ERROR, RIVER_ERROR = 0.004, 0.003
"""The error of the best action's value in a precise solve, as a share of the pot."""
GAP_ERROR = 0.12
"""The additional error of a worse action, as a share of its cost."""
SHORTFALL_ERROR = 3.0
"""The additional error of a solve that is less precise, per unit of the shortfall."""
UNMEASURED = 100.0
"""The assumed exploitability of a solve before the first measurement, in percent of the pot."""


@dataclass(eq=False)
class HeldSolve:
    """A solve of a spot.

    Attributes:
        free: The solve of the spot without locks. None if there are no locks, or if this solve was read from a
            file.
        equilibrium: The EV of the solve `free` in chips, None if there are no locks. Files store this EV, but not
            `free`.
        exploitability: The exploitability in percent of the pot, NaN before the first measurement.
        ev: The expected winnings of both players in chips, NaN before the first measurement.
        curve: Pairs of seconds and exploitability.
        is_just_measured: Whether `exploitability` was measured on the current tables.
    """

    texts: SpotTexts
    game: Subgame
    locks: tuple[LockSummary, ...] = ()
    free: HeldSolve | None = None
    equilibrium: Ev | None = None
    exploitability: float = NOBODY_KNOWS
    ev: Ev = (NOBODY_KNOWS, NOBODY_KNOWS)
    seconds: float = 0.0
    curve: list[tuple[float, float]] = field(default_factory=list)
    is_solving: bool = False
    is_just_measured: bool = False
    _walk: Walk | None = None

    @staticmethod
    def start(
        texts: SpotTexts,
        spot: Spot,
        limits: Limits,
        locks: Sequence[Lock] = (),
        construction: Construction | None = None,
    ) -> HeldSolve:
        """Return a solve without iterations. `construction` counts the nodes of the solve's trees."""
        shape = betting_shape(texts, spot.stack)
        game = Subgame(spot, shape=shape, limits=limits, locks=locks, construction=construction)
        return HeldSolve(texts, game)

    @property
    def walk(self) -> Walk:
        """The states of the current solution.

        Raises:
            BadInput: If no iteration has run yet.
        """
        if not self.game.iterations:
            raise BadInput(text("solver_errors.solves.nothing"))
        if self._walk is None:
            self._walk = Walk(self.game)
        return self._walk

    @property
    def state(self) -> SolveState:
        """Return the state of the solve: memory, exploitability and iterations."""
        memory = self.game.memory_needed + (self.free.game.memory_needed if self.free is not None else 0)
        return SolveState(
            self.texts,
            self.exploitability,
            self.game.iterations,
            self.seconds,
            memory,
            self.ev,
            self.locks,
            self.equilibrium,
            tuple(self.curve),
        )

    def measure_ev(self) -> None:
        """Measure the EV of a solve that was paused or autosaved before its end.

        The measurement takes one sweep, or two sweeps with rake.
        """
        if math.isnan(self.ev[0]) and self.game.iterations:
            self.ev = run_to_end(self.game.evs())

    def solve_on(self, target: float) -> Iterator[Progress | SolveState]:
        """Solve to a target exploitability, in percent of the pot.

        If the generator is closed early, the solve can continue later.
        """
        foresight = Foresight(target)
        for item in self.solve_to(Goal(target=target)):
            if isinstance(item, Progress):
                yield foresight.heed(item)
            else:
                self.walk.at()  # fills the cache, so that the first state is shown without delay
                yield item

    def solve_to(self, goal: Goal) -> Iterator[Progress | SolveState]:
        """Solve until the goal is reached. If the generator is closed early, the solve can continue later."""
        self._walk, self.is_solving = None, True
        before = self.seconds
        try:
            for item in solve(self.game, goal):
                if isinstance(item, Solved):
                    self.exploitability, self.ev = item.exploitability, item.ev
                    self.is_just_measured = True
                    self._note(before + item.seconds)
                else:
                    self._take(item, before)
                    yield replace(item, seconds=self.seconds)
        finally:
            self.is_solving = False
            self._walk = None  # states cached during the solve are out of date
        yield self.state

    def take(self, found: Solved) -> None:
        """Record the result of a solve of `game` that the caller has run."""
        self.exploitability, self.ev, self.is_just_measured = found.exploitability, found.ev, True
        self._note(self.seconds + found.seconds)

    def measure(self) -> Iterator[Progress]:
        """Measure the exploitability of the current tables, unless the exploitability is known.

        The measurement takes about as long as an iteration.
        """
        if self.is_just_measured or not self.game.iterations:
            return
        done = yield from measure(self.game)
        self.exploitability, self.ev, self.is_just_measured = done.exploitability, done.ev, True
        self._note(self.seconds)

    def value_errors(
        self, values: Mapping[Action, float], stake: float, fold: Action | None
    ) -> dict[Action, float]:
        """Return the errors of the action values of a decision. A fold has error 0, because its value is exact.

        The error grows with the pot `stake`, which has the unit of the values, and with the exploitability.
        """
        is_river = len(self.game.spot.board) == BOARD_CARDS[Street.RIVER]
        least, target = (RIVER_ERROR, RIVER_TARGET) if is_river else (TURN_ERROR, TURN_TARGET)
        known = UNMEASURED if math.isnan(self.exploitability) else self.exploitability
        missed, best = max(0.0, known - target) / 100, max(values.values())
        return {
            action: 0.0
            if action == fold
            else (least + SHORTFALL_ERROR * missed) * stake + GAP_ERROR * (best - value)
            for action, value in values.items()
        }

    def locked(self, lock: Lock, summary: LockSummary) -> HeldSolve:
        """Return a new solve of the spot with one more lock. The new solve has no iterations yet."""
        self.measure_ev()
        locks = (*self.game.locks, lock)
        game = _with_locks(self.game, locks)
        free = self if not self.locks else self.free
        equilibrium = self.ev if not self.locks else self.equilibrium
        return HeldSolve(self.texts, game, (*self.locks, summary), free, equilibrium)

    def unlocked(self) -> HeldSolve:
        """Return the solve of the spot without locks."""
        if not self.locks:
            return self
        return self.free or HeldSolve(self.texts, _with_locks(self.game, ()))

    def lock(self, summary: LockSummary, mix: Strategy | None = None) -> Lock:
        """Return a lock of some hands at a decision.

        Args:
            summary: The decision, the hands, and the action whose frequency is changed by some percentage points.
                If `summary` has the mix of a logged player, the lock has the frequencies of this mix instead.
            mix: A strategy to lock instead, float64[1326, actions]. Rows add up to 1. Rows of hands without a lock
                are NaN.

        Raises:
            BadInput: If none of the hands reaches this decision in the solution, the action does not exist there,
                or the logged player has too few hands.
        """
        state = self.walk.at(summary.actions, summary.cards)
        reach = [np.nan_to_num(one) for one in state.reach]
        which = np.isfinite(state.reach[state.player]) & select_at(state, summary.hands, state.player)
        met = reach[state.player] * opposing_weight(reach[1 - state.player]) * which
        if not met.any():
            key = "solver_errors.locks.not_here" if summary.hands else "solver_errors.locks.no_hand_here"
            raise BadInput(text(key, hands=summary.hands))
        strategy = np.nan_to_num(state.strategy)
        if summary.logged is not None:
            if summary.logged.hands < MIN_LOGGED_HANDS:
                raise BadInput(text("solver_errors.locks.too_few_hands", player=summary.logged.name))
            mix = mix_as_logged(strategy, met, state.actions, summary.logged)
        elif mix is None:
            if summary.action not in state.actions:
                raise BadInput(text("solver_errors.actions.missing", action=summary.action))
            mix = shifted_mix(strategy, met, state.actions.index(summary.action), summary.points / 100)
        return Lock(summary.actions, summary.cards, np.where(which[:, None], mix, np.nan))

    def _take(self, report: Progress, before: float) -> None:
        self.seconds = before + report.seconds
        known = report.metrics.get(EXPLOITABILITY)
        self.is_just_measured = known is not None and known != self.exploitability
        if known is not None and self.is_just_measured:
            self.exploitability = known
            self._note(self.seconds)

    def _note(self, seconds: float) -> None:
        self.seconds = seconds
        if not self.curve or self.curve[-1][1] != self.exploitability:
            self.curve.append((seconds, self.exploitability))


def _with_locks(game: Subgame, locks: Sequence[Lock]) -> Subgame:
    return Subgame(game.spot, shape=game.shape, limits=game.limits, locks=locks)


RANDOM_NUMBERS = 64
"""The number of random numbers of a hand.

Each decision of the solution uses one number. After the last number, the first is used again.
"""


@dataclass(frozen=True, slots=True)
class Deal:
    """The random parts of a hand, and the actions before it.

    Attributes:
        hands: The hole cards of `oop` and `ip`, as indices into `HANDS`.
        run_out: The cards dealt after the spot's board.
        numbers: 64 random numbers from 0 to 1, which choose the actions of the solution.
        line: The actions before the start of the hand. The first cards of `run_out` are dealt between these
            actions.
    """

    hands: tuple[int, int]
    run_out: tuple[Card, ...]
    numbers: tuple[float, ...] = field(repr=False)
    line: Path = ()


def deal_hand(
    held: HeldSolve, seed: int, number: int, actions: Sequence[str] = (), cards: Sequence[Card] = ()
) -> Deal:
    """Deal a hand that begins after `actions` and the `cards` dealt between them.

    The probability of each pair of hands without a common card is proportional to the product of their weights.

    Raises:
        BadInput: If the betting is over after these actions, or if the solution never reaches this state.
    """
    state, rng = held.walk.at(actions, cards), np.random.default_rng((seed, number))
    if state.node.kind not in (DECISION, DEAL) or state.node.chips >= held.game.spot.stack:
        raise BadInput(text("solver_errors.practice.nothing_left"))
    first, second = (np.nan_to_num(reach) for reach in state.reach)
    weights = first * opposing_weight(second)
    if weights.sum() <= 0:
        raise BadInput(text("solver_errors.practice.never_there"))
    oop = _draw(weights, rng)
    ip = _draw(second * unblocked_hands(HANDS[oop]), rng)
    known = {*state.board, *HANDS[oop], *HANDS[ip]}
    left = rng.permutation([card for card in DECK if card not in known])
    run_out = (*cards, *left[: BOARD_CARDS[Street.RIVER] - len(state.board)].tolist())
    return Deal((oop, ip), run_out, tuple(rng.random(RANDOM_NUMBERS).tolist()), tuple(actions))


def replay_hand(held: HeldSolve, player: Player, deal: Deal, done: Sequence[str]) -> SpotHand:
    """Return the hand after `player` has taken the actions `done`.

    Raises:
        BadInput: If an action is not possible, or if the hand ends before the last action in `done`.
    """
    hand = _Hand(held, player, deal)
    hand.play(done)
    return hand.summary()


class _Hand:
    """A hand in progress. The user plays one side, and the solution plays the other side."""

    def __init__(self, held: HeldSolve, player: Player, deal: Deal) -> None:
        self._held, self._spot, self._walk = held, held.game.spot, held.walk
        self._player, self._deal = player, deal
        self._steps: list[HandStep] = []
        self._decisions: list[SpotDecision] = []
        self._state = self._walk.at()
        self._street_began = 0.0
        self._numbers = cycle(deal.numbers)
        for action in deal.line:
            self._go(HandStep(self._state.player, action))
        self._start = self._state

    def play(self, done: Sequence[str]) -> None:
        """Play the actions `done` and stop at the player's next decision, or at the end of the hand."""
        ahead = list(done)
        while (node := self._state.node).kind == DECISION:
            if node.player != self._player:
                mix = np.nan_to_num(self._state.strategy[self._deal.hands[1 - self._player]])
                self._go(HandStep(node.player, self._state.actions[_sample_index(mix, next(self._numbers))]))
            elif ahead:
                self._decide(ahead.pop(0))
            else:
                return
        if ahead:
            raise BadInput(text("solver_errors.practice.over", action=ahead[0]))

    @property
    def _cards(self) -> tuple[Card, ...]:
        return tuple(step.card for step in self._steps if step.card is not None)

    @property
    def _line(self) -> tuple[str, ...]:
        return tuple(step.action for step in self._steps if step.player != CHANCE)

    def _go(self, step: HandStep) -> None:
        """Add a step to the hand. If the betting of a street is then over, deal the next card."""
        self._steps.append(step)
        self._state = self._walk.at(self._line, self._cards)
        if (node := self._state.node).kind == DEAL:
            self._street_began = max(node.put_in)
            self._go(HandStep(CHANCE, card=self._deal.run_out[len(self._cards)]))

    def _decide(self, action: str) -> None:
        state = self._state
        if action not in state.actions:
            raise BadInput(no_action(action, state.actions))
        pot = self._spot.pot + sum(state.node.put_in)
        hand = self._deal.hands[self._player]
        mix = tuple(np.nan_to_num(state.strategy[hand]).tolist())
        is_locked = self._is_locked(hand)
        shares = {} if is_locked else dict(enumerate(mix))  # a lock is not theory
        grade = _judge(self._held, state, hand, shares, pot).grade(state.actions.index(action))
        self._decisions.append(
            SpotDecision(
                self._player, HANDS[hand], state.board, self._line, state.actions, pot, mix, grade, is_locked
            )
        )
        self._go(HandStep(self._player, action))

    def _is_locked(self, hand: int) -> bool:
        """Return whether the strategy of a hand at this decision is locked."""
        here = self._line, self._cards
        return any(
            (lock.actions, lock.cards) == here and bool(np.isfinite(lock.strategy[hand, 0]))
            for lock in self._held.game.locks
        )

    # ---- the answer -----------------------------------------------------------------------------------------
    def summary(self) -> SpotHand:
        """Return the hand from the view of the player.

        The result contains the opponent's cards only at the end of the hand.
        """
        node, spot = self._state.node, self._spot
        won = None if node.kind == DECISION else self._won()
        own, other = (HANDS[self._deal.hands[player]] for player in (self._player, 1 - self._player))
        oop, ip = node.put_in
        return SpotHand(
            self._player,
            own,
            self._state.board,
            tuple(self._steps),
            tuple(self._decisions),
            self._state.actions if won is None else (),
            spot.pot + oop + ip,
            (oop - self._street_began, ip - self._street_began),
            (spot.stack - oop, spot.stack - ip),
            float(self._start.ev[self._player][self._deal.hands[self._player]]),
            () if won is None else other,
            won,
        )

    def _won(self) -> float:
        """Return the chips that the player wins, minus the chips put in since the start of the hand."""
        node, before = self._state.node, self._start.node.put_in[self._player]
        own, other = node.put_in[self._player] - before, node.put_in[1 - self._player]
        rake = self._spot.rake.chips(self._spot.pot + 2 * node.chips)
        pot = self._spot.pot + before - rake
        if node.kind == FOLD:
            return -own if node.player == self._player else pot + other
        mine, theirs = (
            rank((*HANDS[self._deal.hands[player]], *self._state.board))
            for player in (self._player, 1 - self._player)
        )
        if mine == theirs:
            return (pot + other - own) / 2
        return pot + other if mine < theirs else -own


def _judge(
    held: HeldSolve, state: SolvedState, hand: int, shares: Mapping[int, float], pot: float
) -> Judgement:
    """Return the judgement of a decision with a hand, an index into `HANDS`.

    The actions of the judgement and of `shares` are indices into the actions of the state. `pot` is in chips.
    """
    node, player = state.node, state.player
    values = dict(enumerate(np.nan_to_num(state.action_ev[hand]).tolist()))
    equity = float(quick_equities(np.nan_to_num(state.reach[1 - player]), state.board)[hand])
    owed = node.put_in[1 - player] - node.put_in[player]
    price = owed / (pot + owed) if owed > 0 else None
    fold = state.actions.index("fold") if "fold" in state.actions else None
    errors = held.value_errors(values, pot, fold)
    best = best_action(values, errors, shares)
    return Judgement(values, errors, shares, best, "solve", "sure", pot, equity, price)


def best_action(
    values: Mapping[Action, float], errors: Mapping[Action, float], shares: Mapping[Action, float]
) -> Action:
    """Return the best action: the most frequent action whose value equals the highest value within the errors.

    >>> best_action({0: 0.0, 1: 2.0, 300: 2.01}, {0: 0.0, 1: 0.02, 300: 0.02}, {1: 0.7, 300: 0.3})
    1
    >>> best_action({0: 0.0, 1: 0.02}, {0: 0.0, 1: 0.03}, {0: 0.7, 1: 0.3})
    0
    """
    first = max(values, key=lambda action: values[action])
    equal = [
        action
        for action, value in values.items()
        if values[first] - value <= max(errors[action], errors[first])
    ]
    return max(equal, key=lambda action: (shares.get(action, 0.0), values[action], -action))


def _draw(weights: Floats, rng: np.random.Generator) -> int:
    return _sample_index(weights / weights.sum(), float(rng.random()))


def _sample_index(shares: Floats, number: float) -> int:
    """Return the first index at which the cumulative share exceeds `number` times the sum of all shares.

    `number` is from 0 to 1.
    """
    sums = np.cumsum(shares)
    return int(np.searchsorted(sums, number * sums[-1], side="right"))
