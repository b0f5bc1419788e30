"""The ranges of both players at a public state, and the strategy of every hand there, also as tables.

Both players play the same strategy. The reach of a hand is the product of the probabilities of its actions so
far. An action that the strategy never takes is translated to one that it takes (`ActionLikelihood`). The
frequency of an action over a range weights each hand by its reach and by the opponent's hands that are
compatible with it.

A table has a row for each class of hands before the flop, and for each hand on a board.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Generator, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from ai.hands.combos import CLASS_NAMES, CLASS_OF, HANDS, Floats, left_by, opposing_weight
from ai.hands.range_strategy import PublicState, RangeMix, RangeStrategy, Shares, likelihood_of
from ai.hands.reading import LikelihoodCache
from game.core import Action, Agent, BadInput, Progress
from game.match.betting_line import BettingLine, write_line
from game.rules.betting import BUTTON, CALL, PublicBetting, acpc_word
from game.rules.cards import RANKS, Card, class_at, names
from game.rules.holdem import BOARD_CARDS
from game.study.ranges import HANDS as RANGES_HANDS
from game.study.ranges import RangeDecision, RangeNode, RangeSide

MAX_CACHED_MIXES = 128
MIN_COMPATIBLE_SHARE = 1e-12
"""The smallest share of a range that must be compatible with the opponent's range to weight both together."""


@runtime_checkable
class Bucketed(Protocol):
    """A strategy that treats hands of one bucket alike."""

    def buckets(self, public: PublicState) -> Sequence[int]:
        """Return int32[1326], the bucket of every hand; -1 for impossible hands."""
        ...


@dataclass(slots=True)
class Mixes:
    """A cache of mixes by agent and public state. One more action on a line then needs only one new mix."""

    _kept: OrderedDict[tuple[Hashable, PublicState], RangeMix] = field(default_factory=OrderedDict)
    _taken: LikelihoodCache = field(default_factory=LikelihoodCache)

    def of(self, strategy: RangeStrategy, edition: Hashable, public: PublicState) -> RangeMix:
        """Return the mix of a strategy at a public state.

        The key of the cache is `edition`, which names the agent and the state of its file.
        """
        key = edition, public
        if key not in self._kept:
            self._kept[key] = strategy.range_strategy(public)
        self._kept.move_to_end(key)
        if len(self._kept) > MAX_CACHED_MIXES:
            self._kept.popitem(last=False)
        return self._kept[key]

    def taken(
        self, strategy: RangeStrategy, edition: Hashable, public: PublicState, action: Action
    ) -> Shares:
        """Return the probability of an action, or of its translation, with each hand, float32[1326]."""
        mix = self.of(strategy, edition, public)
        if action in mix.actions:
            return mix.of_action(action)
        known = self._taken.find(edition, (public, action))
        return (
            known
            if known is not None
            else self._taken.keep(edition, (public, action), likelihood_of(strategy, public, action))
        )


def as_range_strategy(agent: Agent) -> RangeStrategy:
    """Return an agent as a strategy for all hands.

    Raises:
        BadInput: If the agent cannot give its strategy for every hand.
    """
    if not isinstance(agent, RangeStrategy):
        raise BadInput(
            f"{agent.name} cannot give its strategy for every hand, so its ranges cannot be shown."
        )
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
        reaches[public.player] *= mixes.taken(strategy, edition, public, action)
        yield Progress(number + 1, len(steps) + 1, 0.0)
    left = left_by(line.dealt_board)
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
    """Return the frequencies of a range's actions. Fold, call and the action taken are always included."""
    left = left_by(public.board)
    own, other = (_held_reach(reaches[player], left) for player in (public.player, 1 - public.player))
    weights = own * opposing_weight(other)
    if weights.sum() <= MIN_COMPATIBLE_SHARE * own.sum():  # no two hands of the ranges can be held at once
        weights = own
    weights = weights / weights.sum()
    always = {action for action in public.betting.legal_actions()[:2] if action <= CALL}
    actions = tuple(sorted({*mix.actions, *always} | ({taken} if taken is not None else set())))
    shares = tuple(float(weights @ mix.of_action(action)) for action in actions)
    return RangeDecision(public.player, actions, shares)


def _held_reach(reach: Floats, left: npt.NDArray[np.bool_]) -> Floats:
    """Return the reach of the possible hands, or 1 for each if no hand reaches this state."""
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
    """Return the mean mix of each class of hands, weighted by reach.

    The mean is unweighted if no hand of the class reaches the state.
    """
    found = {}
    for place, name in enumerate(CLASS_NAMES):
        held = np.flatnonzero((place == CLASS_OF) & left)
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
"""A cell shows `NOT_HELD` if its mean reach is below the share `MIN_SHOWN_REACH` of the most likely class."""

LEGEND = (
    "In percent, suited hands at the upper right, offsuit ones at the lower left; "
    f'"{NOT_HELD}" is not in the range, or blocked by the board.'
)


def range_columns(line: BettingLine, node: RangeNode) -> list[str]:
    """Return the names of the columns. Actions are written as in a line: `f`, `c`, `r300`."""
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
    for place in reversed(range(len(RANGES_HANDS))):
        if not board.intersection(RANGES_HANDS[place]):
            yield [hand_name(place), *_digits(side.reach[place], *node.mix_of(place))]


def hand_name(place: int) -> str:
    """Write a hand, its higher card first.

    >>> hand_name(0)
    '3s2s'
    """
    return names(sorted(RANGES_HANDS[place], key=lambda card: (card % len(RANKS), -card), reverse=True))


def range_row_count(line: BettingLine) -> int:
    left = len(RANKS) * 4 - len(line.dealt_board)
    return left * (left - 1) // 2 if line.dealt_board else len(CLASSES)


def range_grids(line: BettingLine, node: RangeNode) -> list[str]:
    """Return a legend, and a grid of whole percentages for every action."""
    decision = last_decision(line, node)
    who = "button" if decision.player == BUTTON else "big blind"
    where = write_line(line) or "start"
    lines = [
        f"{where}: the {who} is to act, {_count(node.sides[decision.player].combos)} combos",
        LEGEND,
    ]
    for place, action in enumerate(decision.actions):
        lines += [
            "",
            f"{describe_action(line, action)}: {decision.shares[place]:.1%}",
            *_grid(node, decision, place),
        ]
    return lines


def describe_action(line: BettingLine, action: int) -> str:
    """Return the name of an action, and how it is typed.

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
        BadInput: If no player is to act there.
    """
    if line.missing:
        cards = "one card" if line.missing == 1 else f"{line.missing} cards"
        raise BadInput(f"The board lacks {cards} before anybody acts.")
    if line.player is None:
        raise BadInput("The hand is over at the end of this line, so nobody acts.")
    return node.decisions[-1]


def _grid(node: RangeNode, decision: RangeDecision, place: int) -> Iterator[str]:
    classes = node.sides[decision.player].classes
    least = MIN_SHOWN_REACH * max(classes.values())
    yield "    " + "".join(f"{rank:>4}" for rank in reversed(RANKS))
    for row in GRID_INDICES:
        cells = []
        for name in (class_at(row, column) for column in GRID_INDICES):
            held = classes.get(name, 0.0) > least
            cells.append(f"{100 * node.mixes[name][place]:.0f}" if held else NOT_HELD)
        yield f"{RANKS[-1 - row]:>4}" + "".join(f"{cell:>4}" for cell in cells)


def _digits(*values: float) -> list[str]:
    """Return values as text with the precision of float32."""
    return [f"{value:.7g}" for value in values]


def _count(combos: float) -> str:
    return f"{combos:,.1f}".removesuffix(".0")
