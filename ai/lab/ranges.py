"""The ranges and strategies of both players at a public state, as tables or as a spot to solve.

Both players follow the same strategy. The reach of a hand is the product of the probabilities of its actions so
far. An action that the strategy never takes is translated to a similar action that the strategy takes
(`ActionLikelihood`). In the frequency of an action over a range, the weight of a hand is its reach times the weight
of the opponent's compatible hands.

A table has a row for each hand class before the flop, and a row for each hand on later streets.

A spot to solve assumes that both players followed the blueprint up to the street. The actual bets of the street are
among the sizes, so that the tree contains the decision.
"""

from __future__ import annotations

import math
from array import array
from collections import OrderedDict
from collections.abc import Generator, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from ai.hands.combos import (
    CLASS_NAMES,
    CLASS_OF,
    HANDS,
    Floats,
    opposing_weight,
    unblocked_hands,
    write_range,
)
from ai.hands.range_strategy import (
    LikelihoodCache,
    PublicState,
    RangeMix,
    RangeStrategy,
    Shares,
    action_likelihood,
)
from game.core import Action, Agent, BadInput, Progress
from game.match.betting_line import BettingLine, write_line
from game.match.spot_texts import SpotTexts
from game.rules.betting import BIG_BLIND, BUTTON, CALL, FOLD, PublicBetting, Street, acpc_word
from game.rules.cards import RANKS, Card, class_at, names
from game.rules.holdem import BOARD_CARDS
from game.study.ranges import HANDS as RANGES_HANDS
from game.study.ranges import RangeDecision, RangeNode, RangeSide
from game.study.solved import DecisionSpot
from game.texts import plural, text

MAX_CACHED_MIXES = 128
MIN_COMPATIBLE_SHARE = 1e-12
"""The minimum share of the opponent's range that must be compatible with a range.

Below it, all hands of the two ranges share a card, and the opponent's range does not count in the weights.
"""


@runtime_checkable
class Bucketed(Protocol):
    """A strategy that plays all hands of a bucket alike."""

    def buckets(self, public: PublicState) -> Sequence[int]: ...


@dataclass(slots=True)
class Mixes:
    """A cache of strategies by agent and public state.

    When a betting line grows by an action, only the strategy at the new state is computed.
    """

    _cache: OrderedDict[tuple[Hashable, PublicState], RangeMix] = field(default_factory=OrderedDict)
    _likelihoods: LikelihoodCache = field(default_factory=LikelihoodCache)

    def of(self, strategy: RangeStrategy, edition: Hashable, public: PublicState) -> RangeMix:
        """Return the action probabilities of a strategy at a public state.

        `edition` identifies the agent and the version of its file in the cache.
        """
        key = edition, public
        if key not in self._cache:
            self._cache[key] = strategy.range_strategy(public)
        self._cache.move_to_end(key)
        if len(self._cache) > MAX_CACHED_MIXES:
            self._cache.popitem(last=False)
        return self._cache[key]

    def action_shares(
        self, strategy: RangeStrategy, edition: Hashable, public: PublicState, action: Action
    ) -> Shares:
        """Return the probability of an action, or of its translation, with each hand, float32[1326]."""
        mix = self.of(strategy, edition, public)
        if action in mix.actions:
            return mix.of_action(action)
        known = self._likelihoods.find(edition, (public, action))
        return (
            known
            if known is not None
            else self._likelihoods.keep(
                edition, (public, action), action_likelihood(strategy, public, action)
            )
        )


def as_range_strategy(agent: Agent, typed: str = "") -> RangeStrategy:
    """Check that an agent can give its strategy for all hands, and return the agent.

    `typed` is the text with which the user named the agent, if the user typed one.

    Raises:
        BadInput: If the agent cannot give its strategy for every hand.
    """
    if not isinstance(agent, RangeStrategy):
        raise BadInput(text("agent_errors.ranges.no_strategy", name=typed or agent.name))
    return agent


def range_node(
    strategy: RangeStrategy, edition: Hashable, line: BettingLine, mixes: Mixes
) -> Generator[Progress, None, RangeNode]:
    """Return the ranges and the strategy at the end of a line. Yield progress after every decision of the line."""
    reaches = [np.ones(len(HANDS)), np.ones(len(HANDS))]
    decisions = []
    steps = line.steps
    for number, (betting, action) in enumerate(steps):
        public = _public(betting, line.board)
        decisions.append(_decision(public, mixes.of(strategy, edition, public), reaches, action))
        reaches[public.player] *= mixes.action_shares(strategy, edition, public, action)
        yield Progress(number + 1, len(steps) + 1, 0.0)
    left = unblocked_hands(line.dealt_board)
    sides = [_side(reach, left) for reach in reaches]
    if line.player is None:
        return RangeNode(tuple(decisions), (sides[0], sides[1]))
    public = _public(line.betting, line.board)
    mix = mixes.of(strategy, edition, public)
    decision = _decision(public, mix, reaches)
    shares = np.stack([mix.of_action(action) for action in decision.actions], axis=1)
    weights = np.frombuffer(sides[public.player].reach, np.float32)
    return RangeNode(
        (*decisions, decision),
        (sides[0], sides[1]),
        array("f", shares.tobytes()),
        _by_class(shares, weights, left),
        _buckets(strategy, public),
    )


def _public(betting: PublicBetting, board: Sequence[Card]) -> PublicState:
    assert betting.actor is not None
    return PublicState(betting.actor, tuple(board[: BOARD_CARDS[betting.street]]), betting)


def _decision(
    public: PublicState, mix: RangeMix, reaches: Sequence[Floats], taken: Action | None = None
) -> RangeDecision:
    """Return the action frequencies of a range. Fold, call and the taken action are always included."""
    left = unblocked_hands(public.board)
    own, other = (_held_reach(reaches[player], left) for player in (public.player, 1 - public.player))
    weights = own * opposing_weight(other)
    if weights.sum() <= MIN_COMPATIBLE_SHARE * own.sum():  # every two hands of the ranges share a card
        weights = own
    weights = weights / weights.sum()
    always = {action for action in public.betting.legal_actions()[:2] if action <= CALL}
    actions = tuple(sorted({*mix.actions, *always} | ({taken} if taken is not None else set())))
    shares = tuple(float(weights @ mix.of_action(action)) for action in actions)
    return RangeDecision(public.player, actions, shares)


def _held_reach(reach: Floats, left: npt.NDArray[np.bool_]) -> Floats:
    """Return the reach of the possible hands. If no hand reaches the state, return 1 for each possible hand."""
    found = np.where(left, reach, 0.0)
    return found if found.any() else left.astype(np.float64)


def _side(reach: Floats, left: npt.NDArray[np.bool_]) -> RangeSide:
    held = _held_reach(reach, left)
    hands = np.bincount(CLASS_OF, left, len(CLASS_NAMES))
    sums = np.bincount(CLASS_OF, held, len(CLASS_NAMES))
    classes = {
        name: total / count
        for name, total, count in zip(CLASS_NAMES, sums.tolist(), hands.tolist(), strict=True)
        if count
    }
    comes = bool(np.where(left, reach, 0.0).any())
    return RangeSide(array("f", held.astype(np.float32).tobytes()), classes, float(held.sum()), comes)


def _by_class(shares: Shares, weights: Shares, left: npt.NDArray[np.bool_]) -> dict[str, tuple[float, ...]]:
    """Return the mean strategy of each class of hands, weighted by reach.

    If no hand of a class reaches the state, the hands of the class get equal weights.
    """
    found = {}
    for index, name in enumerate(CLASS_NAMES):
        held = np.flatnonzero((index == CLASS_OF) & left)
        if len(held):
            own = weights[held] if weights[held].any() else np.ones(len(held), np.float32)
            found[name] = tuple((own @ shares[held] / own.sum()).tolist())
    return found


def _buckets(strategy: RangeStrategy, public: PublicState) -> array[int]:
    if not isinstance(strategy, Bucketed):
        return array("i")
    return array("i", np.asarray(strategy.buckets(public), np.int32).tobytes())


GRID_INDICES = range(len(RANKS))
CLASSES = tuple(class_at(row, column) for row in GRID_INDICES for column in GRID_INDICES)
"""All 169 classes in the order of the grid, AA first."""
MIN_SHOWN_REACH, NOT_HELD = 0.0005, "-"
"""A cell shows `NOT_HELD` if its mean reach, relative to the most likely class, is below `MIN_SHOWN_REACH`."""

LEGEND = (
    "In percent, suited hands at the upper right, offsuit ones at the lower left; "
    f'"{NOT_HELD}" is not in the range, or blocked by the board.'
)


def range_columns(line: BettingLine, node: RangeNode) -> list[str]:
    return ["hand", "reach", *(acpc_word(action) for action in last_decision(line, node).actions)]


def range_rows(line: BettingLine, node: RangeNode) -> Iterator[list[str]]:
    """Yield a row for every hand or class: its name, its reach, and its probability of every action."""
    decision = last_decision(line, node)
    side = node.sides[decision.player]
    if not line.dealt_board:
        for name in CLASSES:
            yield [name, *_digits(side.classes[name], *node.mixes[name])]
        return
    board = frozenset(line.dealt_board)
    for index in reversed(range(len(RANGES_HANDS))):
        if not board.intersection(RANGES_HANDS[index]):
            yield [hand_name(index), *_digits(side.reach[index], *node.get_mix(index))]


def hand_name(hand_index: int) -> str:
    """Return the name of a hand, higher card first.

    >>> hand_name(0)
    '3s2s'
    """
    return names(sorted(RANGES_HANDS[hand_index], key=lambda card: (card % len(RANKS), -card), reverse=True))


def range_row_count(line: BettingLine) -> int:
    left = len(RANKS) * 4 - len(line.dealt_board)
    return left * (left - 1) // 2 if line.dealt_board else len(CLASSES)


def range_grids(line: BettingLine, node: RangeNode) -> list[str]:
    """Return lines of text: a legend, and then a grid with percentages for every action."""
    decision = last_decision(line, node)
    who = "button" if decision.player == BUTTON else "big blind"
    where = write_line(line) or "start"
    combos = f"{node.sides[decision.player].combos:,.1f}".removesuffix(".0")
    lines = [f"{where}: the {who} is to act, {combos} combos", LEGEND]
    for index, action in enumerate(decision.actions):
        lines += [
            "",
            f"{describe_action(line, action)}: {decision.shares[index]:.1%}",
            *_grid(node, decision, index),
        ]
    return lines


def describe_action(line: BettingLine, action: int) -> str:
    """Return the name of an action, and in parentheses the text to type for it.

    >>> describe_action(BettingLine(), 300), describe_action(BettingLine(), 1)
    ('raise to 300 (r300)', 'call (c)')
    """
    betting = line.betting
    name = betting.kind(action).name.lower()
    to = f" to {action - betting.round_start:,}" if action > 1 else ""
    return f"{'all-in' if to and betting.puts_all_in(action) else name}{to} ({acpc_word(action)})"


def last_decision(line: BettingLine, node: RangeNode) -> RangeDecision:
    """Return the decision at the end of a line.

    Raises:
        BadInput: If no player is to act at the end of the line.
    """
    if line.missing:
        raise BadInput(plural("agent_errors.ranges.board", line.missing))
    if line.player is None:
        raise BadInput(text("agent_errors.ranges.over"))
    return node.decisions[-1]


def _grid(node: RangeNode, decision: RangeDecision, action_index: int) -> Iterator[str]:
    classes = node.sides[decision.player].classes
    least = MIN_SHOWN_REACH * max(classes.values())
    yield "    " + "".join(f"{rank:>4}" for rank in reversed(RANKS))
    for row in GRID_INDICES:
        cells = []
        for name in (class_at(row, column) for column in GRID_INDICES):
            held = classes.get(name, 0.0) > least
            cells.append(f"{100 * node.mixes[name][action_index]:.0f}" if held else NOT_HELD)
        yield f"{RANKS[-1 - row]:>4}" + "".join(f"{cell:>4}" for cell in cells)


def _digits(*values: float) -> list[str]:
    return [f"{value:.7g}" for value in values]


SIZES = {Street.FLOP: ("75%,a", "a")}
USUAL_SIZES = ("33%,75%,a", "100%,a")
"""The usual bet sizes and raise sizes. The flop has fewer sizes, because its tree includes all run-outs."""
MIN_SHARE, STEPS, ALIKE = 0.03, 20, 0.2
"""The rounding of a range. Weights are relative to the most likely hand.

Hands with a weight below `MIN_SHARE` are left out. Weights are rounded to 1/STEPS. If the weights of a class differ
by at most ALIKE, the class is written as a whole.
"""
STREETS = ("", "flop", "turn", "river")
SAME_CHIPS, SAME_PART = 0.5, 0.01
"""The differences, in chips and as a part of the pot, up to which a bet counts as a usual size."""


def decision_spot(
    strategy: RangeStrategy, edition: Hashable, board: tuple[Card, ...], betting: PublicBetting, mixes: Mixes
) -> Generator[Progress, None, DecisionSpot]:
    """Return the spot at the start of a decision's street, and the earlier actions of the street.

    Raises:
        BadInput: If the decision is before the flop.
    """
    street = betting.street
    if street == Street.PREFLOP:
        raise BadInput(text("agent_errors.ranges.preflop"))
    before = tuple(action for one in betting.history[:-1] for _, action in one)
    shown = board[: BOARD_CARDS[street]]
    root = yield from range_node(strategy, edition, BettingLine(betting.rules, before, shown), mixes)
    pot = 2 * betting.round_start
    stack = min(betting.rules.stacks) - betting.round_start
    made = _Made(pot, stack)
    for _, action in betting.history[-1]:
        made.take(action, betting.round_start)
    oop, ip = (
        range_text(np.frombuffer(root.sides[player].reach, np.float32), shown)
        for player in (BIG_BLIND, BUTTON)
    )
    bets, raises = (
        _sizes(usual, sizes_made, STREETS[street])
        for usual, sizes_made in zip(SIZES.get(street, USUAL_SIZES), (made.bets, made.raises), strict=True)
    )
    texts = SpotTexts(names(shown), oop, ip, str(pot), str(stack), bets, raises)
    return DecisionSpot(texts, tuple(made.path))


@dataclass(frozen=True, slots=True)
class _Size:
    """The chips that a bet or raise adds after the call, and the pot after the call."""

    chips: int
    pot: int

    @property
    def percentage(self) -> str:
        return f"{100 * self.chips / self.pot:.8g}%"

    def is_about(self, usual: str) -> bool:
        """Return whether the size equals the size `usual`, such as "33%", up to rounding."""
        percent = usual.removesuffix("%")
        apart = abs(float(percent) / 100 * self.pot - self.chips) if percent != usual else math.inf
        return apart <= min(SAME_CHIPS, SAME_PART * self.pot)


def _sizes(usual: str, made: Sequence[_Size], street: str) -> str:
    """Return the usual sizes and the sizes of the actual bets on a street.

    An actual bet replaces the usual size that it equals.
    """
    if not made:
        return usual
    others = [one for one in usual.split(",") if not any(size.is_about(one) for size in made)]
    return f"{usual} / {street} {','.join([*others, *(size.percentage for size in made)])}"


class _Made:
    """The names of a street's actions in the solver, and the sizes of the street's bets and raises."""

    def __init__(self, pot: int, stack: int) -> None:
        self.path: list[str] = []
        self.bets: list[_Size] = []
        self.raises: list[_Size] = []
        self._pot, self._stack = pot, stack
        self._chips = [0, 0]

    def take(self, action: int, round_start: int) -> None:
        """Record the next action. The player out of position acts first.

        `round_start` is the number of chips that each player had put in before the street.
        """
        player = len(self.path) % 2
        own, other = self._chips[player], self._chips[1 - player]
        if action == FOLD:
            self.path.append("fold")
        elif action == CALL:
            self.path.append("call" if other > own else "check")
            self._chips[player] = other
        else:
            total = min(action - round_start, self._stack)
            size = _Size(total - other, self._pot + 2 * other)
            kind = "all-in" if total == self._stack else "raise" if other > own else "bet"
            if kind != "all-in":
                (self.raises if other > own else self.bets).append(size)
            self.path.append(f"{kind} {total - own}")
            self._chips[player] = total


def range_text(reach: np.ndarray, board: tuple[Card, ...]) -> str:
    """Return the notation of a range, in which the most likely hand has weight 1.

    `reach`, float64[1326], has the weights.

    Weights are rounded, so that the text is readable. If the hands of a class have similar weights, the class is
    written as a whole. To keep classes whole, blocked hands are included, too.
    """
    live = unblocked_hands(board)
    weights = reach / max(float(reach[live].max()), 1e-30)
    for one in range(len(CLASS_NAMES)):
        of_class = one == CLASS_OF
        there = weights[of_class & live]
        if len(there) and there.max() - there.min() <= ALIKE:
            weights[of_class] = there.mean()
    rough = np.where(weights < MIN_SHARE, 0.0, np.maximum(np.round(weights * STEPS), 1) / STEPS)
    return write_range(rough.astype(np.float32))
