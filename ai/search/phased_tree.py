"""The expectimax tree of a search, up to the end of the street: one hand of the agent against a weighted range.

A node is a public state with the weight of every opposing hand that reaches it. There are three kinds of nodes:

- At a node of the agent, the branches are the actions that the agent's own strategy considers, and the value is the
  maximum over the branches. The agent can achieve this value, because the choice depends only on the agent's hand
  and the weights. If the agent follows its own strategy instead, the value is the mean over the branches.
- At a node of the opponent, the weight of each hand is divided among the branches by the opponent's strategy.
- At a leaf, the value is the chips won or lost by a fold, or follows from the equity against the remaining hands.

All values are the chips won or lost over the whole hand, times the total weight of the opponent's hands at the
node.

At the end of a street before the river, the base value is the equity without further betting. Sampled cards
(`deal`) estimate the effect of further betting: the value of the next street minus the equity on that street.
Sampling only this difference has a low variance (a control variate), so a few samples are enough. If all rivers of
a turn are sampled, the estimate is exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from math import comb

from ai.hands.combos import Floats, unblocked_hands
from ai.hands.range_strategy import PublicState
from ai.search.answers import StrategyCache
from game.core import Action, Player
from game.rules.betting import CALL, FOLD, PublicBetting, Street
from game.rules.cards import Card
from game.rules.holdem import BOARD_CARDS
from game.study.judgements import is_large_all_in

USUAL = (0.5, 1.0, 2.0)
"""The usual sizes of bets and raises, as fractions of the pot after a call."""
MAX_SIZES = 3
APART = 1.25
"""The minimum ratio between a usual size and each size already chosen."""
MIN_SIZE_SHARE = 0.05
"""The minimum probability of a strategy's bet size that is compared.

The coach calls only more frequent bets correct (`NOISE` of marks), so all these bets are among the compared bets.
"""
MIN_SHARE = 0.02
"""Actions of the agent's own strategy with a smaller probability are not searched."""
MIN_WEIGHT = 0.01
"""Actions of the opponent with a smaller share of the node's weight are left out."""
PASSIVE_FROM = Street.TURN
"""The first street on which the agent's checks, calls and folds are searched even if its own strategy never takes
them.

This does not apply if the agent follows its own strategy.
"""


def passive(betting: PublicBetting) -> tuple[Action, ...]:
    return (FOLD, CALL) if betting.to_call else (CALL,)


def every_kind(betting: PublicBetting, advised: Mapping[Action, float]) -> Sequence[Action]:
    """Return the actions to compare, in ascending order. `advised` holds the probabilities of a strategy.

    The actions are call or check, fold if there is a bet to call, and at most `MAX_SIZES` bet sizes. The sizes are
    the strategy's bet sizes with a probability of at least `MIN_SIZE_SHARE`, and then the usual sizes that differ
    enough from these sizes.

    >>> from game.rules.betting import HoldemRules
    >>> every_kind(PublicBetting.start(HoldemRules()), {FOLD: 0.9, 250: 0.1})
    [0, 1, 200, 250, 300]
    """
    wanted = sorted(
        (action for action, share in advised.items() if action > CALL and share >= MIN_SIZE_SHARE),
        key=lambda action: -advised[action],
    )
    sizes = wanted[:MAX_SIZES]
    for fraction in USUAL:
        raised = betting.raise_to_for_fraction(fraction)
        if raised is not None and len(sizes) < MAX_SIZES and _is_apart(betting, raised, sizes):
            sizes.append(raised)
    return [*passive(betting), *sorted(sizes)]


def _is_apart(betting: PublicBetting, raised: Action, sizes: Sequence[Action]) -> bool:
    size = betting.raise_fraction(raised)
    others = [betting.raise_fraction(other) for other in sizes]
    return all(max(size, other) >= APART * min(size, other) for other in others)


class Role(Enum):
    """The kinds of nodes."""

    FOLDED = auto()
    SHOWN = auto()
    """A showdown."""
    CLOSED = auto()
    """The end of a street before the river."""
    OWN = auto()
    OPPOSING = auto()


@dataclass(slots=True, eq=False)
class PhasedNode:
    """A public state, and the opponent's hands that reach it.

    Attributes:
        reach: float64[1326], the weight of each opposing hand.
        shares: float64[1326], the agent's equity against each hand on this board, without further betting.
        weight: The sum of `reach`.
        mix: The probabilities, with sum 1, of the agent's actions if the agent follows its own strategy.
        next_rounds: At the end of a street, the root of the next street for each sample of cards.
    """

    public: PublicState
    role: Role
    reach: Floats
    shares: Floats
    weight: float
    children: dict[Action, PhasedNode] = field(default_factory=dict)
    mix: Mapping[Action, float] = field(default_factory=dict)
    next_rounds: list[PhasedNode] = field(default_factory=list)

    @property
    def betting(self) -> PublicBetting:
        return self.public.betting

    @property
    def is_open(self) -> bool:
        return self.role in (Role.OWN, Role.OPPOSING) and not self.children


class PhasedTree:
    """The tree below a decision.

    Args:
        answers: The strategies of both players.
        public: The decision of the agent.
        hand: The index of the agent's hand in `HANDS`.
        weights: float64[1326], the opponent's range.
        compared: The actions at the root. If `compared` is empty, the actions that the agent's strategy considers.
        follows: Whether the agent follows its own strategy below the root.
        is_careful: Whether large all-ins (`is_large_all_in`) of the agent below the root are left out.

    Attributes:
        passes: The number of complete samples of cards for the next street.
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
        is_careful: bool = False,
    ) -> None:
        self._answers = answers
        self._root_actions = compared
        self._follows = follows
        self._is_careful = is_careful
        self._player = public.player
        self._hand = hand
        self.passes = 0
        self.root = self._node(public.board, public.betting, weights)

    # ---- growing ----------------------------------------------------------------------------------------------
    def expand(self, node: PhasedNode) -> list[PhasedNode]:
        """Add the children of a node, and return them."""
        if node.role is Role.OWN:
            if self._follows and node is not self.root:
                node.mix = likely_mix(self._answers, node.public, self._hand)
            at_root = self._root_actions if node is self.root else ()
            actions = at_root or node.mix or self._candidates(node)
            node.children = {action: self._after(node, action, node.reach) for action in actions}
        else:
            self._split(node)
        return list(node.children.values())

    def _candidates(self, node: PhasedNode) -> Sequence[Action]:
        found = candidates(self._answers, node.public, self._hand)
        if not self._is_careful or node is self.root:
            return found
        return [one for one in found if not is_large_all_in(node.betting, one)] or passive(node.betting)

    def closed(self) -> Iterator[PhasedNode]:
        """Yield the leaves at which the street ends and another street follows."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            if node.role is Role.CLOSED:
                yield node
            waiting.extend(node.children.values())

    def deal(self, node: PhasedNode, cards: Sequence[Card]) -> PhasedNode:
        """Add the root of the next street with these cards to a leaf, and return the root."""
        reach = node.reach * unblocked_hands(cards)
        root = self._node((*node.public.board, *cards), node.betting.next_round(), reach)
        node.next_rounds.append(root)
        return root

    def _split(self, node: PhasedNode) -> None:
        """Split the opponent's hands by their actions.

        Rare actions are left out, and the probabilities of the other actions are scaled up.
        """
        mix = self._answers.of_opponent(node.public)
        parts = {action: node.reach * mix.of_action(action) for action in mix.actions}
        weights = {action: float(part.sum()) for action, part in parts.items()}
        likely = {action for action in parts if weights[action] >= MIN_WEIGHT * node.weight}
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
        """Return the agent's winnings over the whole hand, times the node's weight.

        The winnings are estimated from all samples of cards, or only from the samples `passes`.
        """
        if node.role is Role.FOLDED:
            folded, lost = node.betting.folded, min(node.betting.committed)
            return (-lost if folded == self._player else lost) * node.weight
        if node.role is Role.CLOSED:
            return self.equity_value(node) + self._betting_value(node, passes or slice(self.passes))
        if not node.children:
            called = self.equity_value(node)
            if node.role is Role.OWN and node.betting.to_call:
                return max(called, -node.betting.committed[self._player] * node.weight)
            return called
        values = [self.value(child, passes) for child in node.children.values()]
        if node.mix:
            return sum(share * value for share, value in zip(node.mix.values(), values, strict=True))
        return max(values) if node.role is Role.OWN else sum(values)

    def values(self, passes: slice | None = None) -> dict[Action, float]:
        """Return for each action at the root the expected chips won over the whole hand."""
        return {
            action: self.value(child, passes) / child.weight for action, child in self.root.children.items()
        }

    def equity_value(self, node: PhasedNode) -> float:
        """Return the agent's winnings if the bet is called and nobody bets again, times the node's weight."""
        stacks = node.betting.rules.stacks
        level = min(max(node.betting.committed), *stacks)
        return level * (2.0 * float(node.reach @ node.shares) - node.weight)

    def _betting_value(self, node: PhasedNode, passes: slice) -> float:
        """Return the estimated effect of the betting on the next street."""
        roots = node.next_rounds[passes]
        if not roots:
            return 0.0
        added = sum(self.value(root) - self.equity_value(root) for root in roots)
        return added / len(roots) * deals_of_weight(node.betting.street)


def candidates(answers: StrategyCache, public: PublicState, hand: int) -> list[Action]:
    """Return the actions to search at a decision of the agent, in ascending order.

    `hand` is the index of the agent's hand.
    """
    advised = answers.of_own(public, hand)
    found = {action for action, share in advised.items() if share >= MIN_SHARE}
    if public.betting.street >= PASSIVE_FROM:
        found |= {FOLD, CALL} if public.betting.to_call else {CALL}
    return sorted(found)


def likely_mix(answers: StrategyCache, public: PublicState, hand: int) -> dict[Action, float]:
    """Return the agent's own strategy with a hand, without rare actions, scaled to sum 1.

    `hand` is the hand's index.
    """
    advised = answers.of_own(public, hand)
    likely = {action: share for action, share in sorted(advised.items()) if share >= MIN_SHARE}
    total = sum(likely.values())
    return {action: share / total for action, share in likely.items()}


def deals_of_weight(street: Street) -> float:
    """Return the factor by which the weights of the opponent's hands must be multiplied after sampling cards.

    Cards are sampled from all cards that the agent does not see, including the two cards of the opponent. In some
    samples, a hand of the opponent is therefore blocked. The factor is the reciprocal of the probability that a
    hand is not blocked, so the mean weight of every hand stays the same.
    """
    board = BOARD_CARDS[street]
    more = BOARD_CARDS[Street(street + 1)] - board
    return comb(50 - board, more) / comb(48 - board, more)


def _role(betting: PublicBetting, player: Player) -> Role:
    if betting.folded is not None:
        return Role.FOLDED
    if betting.actor is not None:
        return Role.OWN if betting.actor == player else Role.OPPOSING
    return Role.SHOWN if betting.is_all_in or betting.street == Street.RIVER else Role.CLOSED
