"""The tree of a search to the end of the street.

What a strategy would bet comes first, then usual sizes that differ enough from those.

One hand is ours; the opponent holds each of the others with a weight. A node is a public state with the weight of
every opposing hand that gets there. Where we act it branches as our own strategy advises and is worth its best
branch: our hand and the weights are all that we ever know, so the maximum is what we would really choose. Or it is
worth the mean of its branches: then we follow our strategy, and do not profit from knowing the other one. Where the
opponent acts, each hand splits as the opposing strategy says. A leaf is worth the chips of a fold, or the pot times
our share of it against the hands that are left.

All values are chips won or lost over the whole hand, times the weight of the hands that get there. Where a round
closes before the river, the pot is shared as if no more were bet; what further betting adds is estimated on sampled
cards (`deal`): the value of the next round there less the share of the pot there. Only this difference is sampled,
so few cards say much, and with all rivers of a turn it is exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from math import comb

from ai.hands.combos import Floats, left_by
from ai.hands.range_strategy import PublicState
from ai.search.answers import StrategyCache
from game.core import Action, Player
from game.rules.betting import CALL, FOLD, PublicBetting, Street
from game.rules.cards import Card
from game.rules.holdem import BOARD_CARDS

USUAL = (0.5, 1.0, 2.0)
"""Raises as fractions of the pot after a call."""
MOST_SIZES = 3
APART = 1.25
"""A usual size is looked at where it is this many times larger or smaller than those chosen already."""
LEAST_ADVISED = 0.05
"""A size that a strategy bets at least so often is compared. The coach asks for more (`NOISE` of marks): an
action too many costs a little work here, and there it would be called correct.
"""


def passive(betting: PublicBetting) -> tuple[Action, ...]:
    return (FOLD, CALL) if betting.to_call else (CALL,)


def every_kind(betting: PublicBetting, advised: Mapping[Action, float]) -> Sequence[Action]:
    """Return the actions to compare, in ascending order; `advised` holds the probabilities of a strategy.

    >>> from game.rules.betting import HoldemRules
    >>> every_kind(PublicBetting.start(HoldemRules()), {FOLD: 0.9, 250: 0.1})
    [0, 1, 200, 250, 300]
    """
    wanted = sorted(
        (action for action, share in advised.items() if action > CALL and share >= LEAST_ADVISED),
        key=lambda action: -advised[action],
    )
    sizes = wanted[:MOST_SIZES]
    for fraction in USUAL:
        raised = betting.raise_to_for_fraction(fraction)
        if raised is not None and len(sizes) < MOST_SIZES and _is_apart(betting, raised, sizes):
            sizes.append(raised)
    return [*passive(betting), *sorted(sizes)]


def _is_apart(betting: PublicBetting, raised: Action, sizes: Sequence[Action]) -> bool:
    size = betting.fraction_of(raised)
    others = [betting.fraction_of(other) for other in sizes]
    return all(max(size, other) >= APART * min(size, other) for other in others)


LEAST_SHARE = 0.02
"""What our own strategy does less often is not looked at."""
LEAST_WEIGHT = 0.01
"""What the opponent does with less than this share of the weight at hand is taken as the rest."""
PASSIVE_FROM = Street.TURN
"""From here on checks, calls and folds are looked at even where our own strategy never takes them, unless we follow
it."""


class Role(Enum):
    """What happens at a node."""

    FOLDED = auto()
    SHOWN = auto()
    """No more betting: the cards decide."""
    CLOSED = auto()
    """The round is over, and another one follows."""
    OWN = auto()
    OPPOSING = auto()


@dataclass(slots=True, eq=False)
class PhasedNode:
    """A public state and the opposing hands that get there."""

    public: PublicState
    role: Role
    reach: Floats
    """float64[1326]: the weight of each opposing hand."""
    shares: Floats
    """float64[1326]: our share of the pot against each on this board, if no more is bet."""
    weight: float
    """The sum of `reach`."""
    children: dict[Action, PhasedNode] = field(default_factory=dict)
    followed: Mapping[Action, float] = field(default_factory=dict)
    """The probabilities of our actions where we follow our strategy; of sum 1."""
    dealt: list[PhasedNode] = field(default_factory=list)
    """Where a round has closed: the next one on each of the sampled cards."""

    @property
    def betting(self) -> PublicBetting:
        return self.public.betting

    @property
    def is_open(self) -> bool:
        """Return whether somebody is to act who was not asked yet."""
        return self.role in (Role.OWN, Role.OPPOSING) and not self.children


class PhasedTree:
    """The tree below one decision of `player` with `hand` (by its place), against float64[1326] weights.

    At the root it branches into the `compared` actions; where none are given, as everywhere below. follows: below
    the root we follow our own strategy.
    """

    def __init__(
        self,
        answers: StrategyCache,
        public: PublicState,
        hand: int,
        weights: Floats,
        compared: Sequence[Action] = (),
        *,
        follows: bool = False,
    ) -> None:
        self._answers = answers
        self._compared = compared
        self._follows = follows
        self._player = public.player
        self._hand = hand
        self.passes = 0
        """For so many sampled cards the next round counts."""
        self.root = self._node(public.board, public.betting, weights)

    # ---- growing ----------------------------------------------------------------------------------------------
    def expand(self, node: PhasedNode) -> list[PhasedNode]:
        """Ask who is to act at an open node, and return what follows."""
        if node.role is Role.OWN:
            if self._follows and node is not self.root:
                node.followed = followed(self._answers, node.public, self._hand)
            at_root = self._compared if node is self.root else ()
            actions = at_root or node.followed or candidates(self._answers, node.public, self._hand)
            node.children = {action: self._after(node, action, node.reach) for action in actions}
        else:
            self._split(node)
        return list(node.children.values())

    def closed(self) -> Iterator[PhasedNode]:
        """Yield the ends of this round that another one follows."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            if node.role is Role.CLOSED:
                yield node
            waiting.extend(node.children.values())

    def deal(self, node: PhasedNode, cards: Sequence[Card]) -> PhasedNode:
        """Let the next round begin on these cards below an end of this one."""
        reach = node.reach * left_by(cards)
        begun = self._node((*node.public.board, *cards), node.betting.next_round(), reach)
        node.dealt.append(begun)
        return begun

    def _split(self, node: PhasedNode) -> None:
        """Let every opposing hand act; what hardly any does is spread over the rest."""
        mix = self._answers.of_opponent(node.public)
        parts = {action: node.reach * mix.of_action(action) for action in mix.actions}
        weights = {action: float(part.sum()) for action, part in parts.items()}
        likely = {action for action in parts if weights[action] >= LEAST_WEIGHT * node.weight}
        scale = node.weight / sum(weights[action] for action in likely)
        node.children = {
            action: self._after(node, action, parts[action] * scale) for action in sorted(likely)
        }

    def _after(self, node: PhasedNode, action: Action, reach: Floats) -> PhasedNode:
        return self._node(node.public.board, node.betting.child(action), reach)

    def _node(self, board: tuple[Card, ...], betting: PublicBetting, reach: Floats) -> PhasedNode:
        actor = betting.actor if betting.actor is not None else self._player
        return PhasedNode(
            public=PublicState(actor, board, betting),
            role=_role(betting, self._player),
            reach=reach,
            shares=self._answers.shares(self._hand, board),
            weight=float(reach.sum()),
        )

    # ---- values -----------------------------------------------------------------------------------------------
    def value(self, node: PhasedNode, passes: slice | None = None) -> float:
        """Return our chips over the whole hand, times the weight; on some passes alone, or on all."""
        if node.role is Role.FOLDED:
            return self._folded(node)
        if node.role is Role.CLOSED:
            return self.shared(node) + self._bet_later(node, passes or slice(self.passes))
        if not node.children:
            return self._unasked(node)
        values = [self.value(child, passes) for child in node.children.values()]
        if node.followed:
            return sum(share * value for share, value in zip(node.followed.values(), values, strict=True))
        return max(values) if node.role is Role.OWN else sum(values)

    def values(self, passes: slice | None = None) -> dict[Action, float]:
        """Return what each action at the root is worth, in chips over the whole hand."""
        return {
            action: self.value(child, passes) / child.weight for action, child in self.root.children.items()
        }

    def shared(self, node: PhasedNode) -> float:
        """Return what is won if all bets are called and no more is bet."""
        stacks = node.betting.rules.stacks
        level = min(max(node.betting.committed), *stacks)
        return level * (2.0 * float(node.reach @ node.shares) - node.weight)

    def _unasked(self, node: PhasedNode) -> float:
        """Return what an open node is taken for: the shared pot, or what we lose by folding."""
        called = self.shared(node)
        if node.role is Role.OWN and node.betting.to_call:
            return max(called, -node.betting.committed[self._player] * node.weight)
        return called

    def _folded(self, node: PhasedNode) -> float:
        folded, lost = node.betting.folded, min(node.betting.committed)
        return (-lost if folded == self._player else lost) * node.weight

    def _bet_later(self, node: PhasedNode, passes: slice) -> float:
        """Return the estimate of what betting in the next round adds to the shared pot."""
        counted = node.dealt[passes]
        if not counted:
            return 0.0
        added = sum(self.value(begun) - self.shared(begun) for begun in counted)
        return added / len(counted) * deals_of_weight(node.betting.street)


def candidates(answers: StrategyCache, public: PublicState, hand: int) -> list[Action]:
    """Return the actions that are looked at where we act with a hand (by place), in ascending order."""
    advised = answers.of_own(public, hand)
    found = {action for action, share in advised.items() if share >= LEAST_SHARE}
    if public.betting.street >= PASSIVE_FROM:
        found |= {FOLD, CALL} if public.betting.to_call else {CALL}
    return sorted(found)


def followed(answers: StrategyCache, public: PublicState, hand: int) -> dict[Action, float]:
    """Return the probabilities of our own strategy with a hand (by place), without the smallest; of sum 1."""
    advised = answers.of_own(public, hand)
    likely = {action: share for action, share in sorted(advised.items()) if share >= LEAST_SHARE}
    total = sum(likely.values())
    return {action: share / total for action, share in likely.items()}


def deals_of_weight(street: Street) -> float:
    """Return by how much sampled cards count more for the hands that hold none of them.

    We see all cards that may come but do not know which of them the opponent holds.
    """
    shown = BOARD_CARDS[street]
    more = BOARD_CARDS[Street(street + 1)] - shown
    return comb(50 - shown, more) / comb(48 - shown, more)


def _role(betting: PublicBetting, player: Player) -> Role:
    if betting.folded is not None:
        return Role.FOLDED
    if betting.actor is not None:
        return Role.OWN if betting.actor == player else Role.OPPOSING
    return Role.SHOWN if betting.is_all_in or betting.street == Street.RIVER else Role.CLOSED
