"""Betting of heads-up no-limit Hold'em: the public state of a hand except the cards.

Player 0 posts the big blind. Player 1 has the button, posts the small blind, acts first before the flop and
last on later streets. Actions are FOLD, CALL (also a check) and any number from 2 on. A number is a raise or
bet: the total of chips that the player will have put in over the whole hand, as in the protocol of the Annual
Computer Poker Competition. For example, if both players have put in 300, a first bet of 200 is written as
500.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from typing import overload

from game.core import Action, BadInput, IllegalAction, Player
from game.texts import text

FOLD: Action = 0
CALL: Action = 1

BIG_BLIND: Player = 0
BUTTON: Player = 1

Pair = tuple[int, int]
Round = tuple[tuple[Player, Action], ...]


class Street(IntEnum):
    """The four betting rounds."""

    PREFLOP = 0
    FLOP = 1
    TURN = 2
    RIVER = 3


class ActionKind(IntEnum):
    """The five kinds of actions, as encoded for agents that learn."""

    BET = 1
    RAISE = 2
    CHECK = 3
    CALL = 4
    FOLD = 5


@dataclass(frozen=True, slots=True)
class HoldemRules:
    """Blinds, starting stacks and ante in chips.

    Stacks are by player: (big blind, button). Both players post the ante.

    Raises:
        BadInput: If the small blind is below 1 or above the big blind, if a stack is below 1, or if the ante is
            below 0.
    """

    small_blind: int = 50
    big_blind: int = 100
    stacks: Pair = (20_000, 20_000)
    ante: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.small_blind <= self.big_blind:
            raise BadInput(text("rules_errors.table.blinds", small=self.small_blind, big=self.big_blind))
        if min(self.stacks) < 1:
            first, second = self.stacks
            raise BadInput(text("rules_errors.table.stacks", first=first, second=second))
        if self.ante < 0:
            raise BadInput(text("rules_errors.table.ante", ante=self.ante))


@dataclass(frozen=True, slots=True)
class BettingActions(Sequence[Action]):
    """The legal actions: fold, call, then every raise in ascending order. The raises are stored as a range.

    >>> actions = BettingActions(can_fold=True, min_raise_to=200, max_raise_to=20_000)
    >>> len(actions), 150 in actions, actions[2]
    (19803, False, 200)
    """

    can_fold: bool
    min_raise_to: int | None = None
    max_raise_to: int | None = None

    @property
    def raises(self) -> range:
        """All possible raises (or bets), as total chips. Empty if raising is not possible."""
        if self.min_raise_to is None or self.max_raise_to is None:
            return range(0)
        return range(self.min_raise_to, self.max_raise_to + 1)

    def __contains__(self, action: object) -> bool:
        return action in self._passive or action in self.raises

    def __len__(self) -> int:
        return len(self._passive) + len(self.raises)

    def __iter__(self) -> Iterator[Action]:
        yield from self._passive
        yield from self.raises

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return tuple(self[position] for position in range(*index.indices(len(self))))
        position = range(len(self))[index]
        passive = self._passive
        return passive[position] if position < len(passive) else self.raises[position - len(passive)]

    @property
    def _passive(self) -> tuple[Action, ...]:
        return (FOLD, CALL) if self.can_fold else (CALL,)


NO_ACTIONS: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class PublicBetting:
    """The betting of a hand so far. Amounts are totals over the whole hand in chips unless stated otherwise.

    This class is immutable. It knows both stacks, every action and the player to act. Hole cards and board cards
    belong to game/rules/holdem.py.

    A round is closed (`actor` is None) if both players have acted and nobody has to call, if a player has folded,
    or if a player is all-in and the opponent has answered. When a round closes, uncalled chips are returned. After
    this, both amounts in `committed` are equal.

    Attributes:
        last_raise: The size of the last full raise, which is the minimum for the next raise.
        history: For each round that has started, a tuple of pairs (player, action).
        round_start: The chips that each player had put in before the round.
        returned: The uncalled chips that were returned when the round closed.
    """

    rules: HoldemRules
    committed: Pair
    actor: Player | None
    last_raise: int
    history: tuple[Round, ...] = ((),)
    round_start: int = 0
    folded: Player | None = None
    returned: Pair = (0, 0)

    @classmethod
    def start(cls, rules: HoldemRules) -> PublicBetting:
        """Post antes and blinds. A player whose stack does not cover the ante and the blind is all-in."""
        big = min(rules.ante + rules.big_blind, rules.stacks[BIG_BLIND])
        small = min(rules.ante + rules.small_blind, rules.stacks[BUTTON])
        ante = min(rules.ante, big, small)
        posted = cls(rules, (big, small), BUTTON, rules.big_blind, round_start=ante)
        left = posted.stacks_left
        button_must_answer = left[BUTTON] > 0 and (left[BIG_BLIND] > 0 or small < big)
        return posted if button_must_answer else posted._closed(posted.history, posted.committed)

    @property
    def street(self) -> Street:
        return Street(len(self.history) - 1)

    @property
    def pot(self) -> int:
        """All chips put in so far, including current bets, but without returned chips."""
        return sum(self.committed)

    @property
    def effective_pot(self) -> int:
        """The pot without the chips that a player with the smaller stack cannot match."""
        return sum(map(self.effective, self.committed))

    @property
    def stacks_left(self) -> Pair:
        return self.rules.stacks[0] - self.committed[0], self.rules.stacks[1] - self.committed[1]

    @property
    def street_committed(self) -> Pair:
        return self.committed[0] - self.round_start, self.committed[1] - self.round_start

    @property
    def is_all_in(self) -> bool:
        """Whether there is no more betting because a player has no chips left."""
        return self.actor is None and self.folded is None and 0 in self.stacks_left

    @property
    def to_call(self) -> int:
        """The cost of a call for the player to act: the missing chips, or the remaining stack. 0 means check."""
        if self.actor is None:
            return 0
        return min(max(self.committed) - self.committed[self.actor], self.stacks_left[self.actor])

    @property
    def pot_odds(self) -> float:
        """The pot odds: the call as a share of the final pot.

        At this equity a call breaks even. The pot odds are 0 for a check.
        """
        if self.actor is None:
            return 0.0
        return self.to_call / (2 * (self.committed[self.actor] + self.to_call))

    @property
    def effective_stack(self) -> int:
        """The chips that the player to act can still lose: the smaller starting stack less the chips put in."""
        if self.actor is None:
            return 0
        return min(self.rules.stacks) - self.committed[self.actor]

    @property
    def min_raise_to(self) -> int | None:
        """The smallest legal raise (or bet). None if raising is not possible."""
        if self.actor is None or not self._can_raise(self.actor):
            return None
        return min(max(self.committed) + self.last_raise, self.rules.stacks[self.actor])

    @property
    def max_raise_to(self) -> int | None:
        """The all-in raise (or bet). None if raising is not possible."""
        if self.actor is None or not self._can_raise(self.actor):
            return None
        return self.rules.stacks[self.actor]

    @property
    def acpc(self) -> str:
        return "/".join("".join(acpc_word(action) for _, action in played) for played in self.history)

    def legal_actions(self) -> Sequence[Action]:
        """Return the legal actions: fold (only if there is a bet to call), call, and the possible raises.

        The result is empty if the round is closed.
        """
        if self.actor is None:
            return NO_ACTIONS
        return BettingActions(self.to_call > 0, self.min_raise_to, self.max_raise_to)

    def kind(self, action: Action) -> ActionKind:
        """Return the kind of a legal action. Before the flop, the blinds count as a bet."""
        if action == FOLD:
            return ActionKind.FOLD
        if action == CALL:
            return ActionKind.CALL if self.to_call else ActionKind.CHECK
        return ActionKind.RAISE if any(self.street_committed) else ActionKind.BET

    def name(self, action: Action) -> tuple[str, int]:
        """Return the kind of a legal action for texts, and the chips on this street that the opponent can call.

        A raise (or bet) of at least the smaller stack is "all_in". A fold, a check and a call have 0 chips.

        >>> PublicBetting.start(HoldemRules(stacks=(2_000, 20_000))).name(20_000)
        ('all_in', 2000)
        """
        if action <= CALL:
            return self.kind(action).name.lower(), 0
        key = "all_in" if self.raises_all_in(action) else self.kind(action).name.lower()
        return key, self.effective(action) - self.round_start

    def raises_all_in(self, action: Action) -> bool:
        """Return whether an action is a raise (or bet) of at least the smaller stack."""
        return action > CALL and action >= min(self.rules.stacks)

    def distinct(self, actions: Iterable[Action], *kept: Action | None) -> list[Action]:
        """Return the actions in ascending order with at most one all-in.

        Raises of at least the smaller stack are the same all-in. Of these, the first of `kept` remains, or else the
        largest.
        """
        ordered = sorted(actions)
        others = [action for action in ordered if not self.raises_all_in(action)]
        all_ins = ordered[len(others) :]
        return [*others, *[one for one in (*kept, *all_ins[-1:]) if one in all_ins][:1]]

    def puts_all_in(self, action: Action) -> bool:
        """Return whether the player to act has no chips left after `action`."""
        if self.actor is None or action == FOLD:
            return False
        left = self.stacks_left[self.actor]
        return self.to_call == left if action == CALL else action == self.committed[self.actor] + left

    def effective(self, chips: int) -> int:
        """Return the part of `chips` that can be lost: at most the smaller stack.

        >>> PublicBetting.start(HoldemRules(stacks=(2_000, 20_000))).effective(20_000)
        2000
        """
        return min(chips, *self.rules.stacks)

    def raise_fraction(self, raise_to: Action) -> float:
        """Return the effective size of a raise (or bet) as a fraction of the pot after a call.

        >>> PublicBetting.start(HoldemRules()).raise_fraction(300)
        1.0
        """
        return (self.effective(raise_to) - max(self.committed)) / (self.pot + self.to_call)

    def raise_to_for_fraction(self, fraction: float) -> int | None:
        """Return the raise by `fraction` of the pot after a call, clamped to the legal range.

        The raise never exceeds the smaller stack, so the result for `math.inf` is an all-in. Return None if raising
        is not possible.
        """
        if self.min_raise_to is None:
            return None
        wanted = max(self.committed) + fraction * (self.pot + self.to_call)
        return max(self.min_raise_to, round(min(wanted, *self.rules.stacks)))

    def child(self, action: Action) -> PublicBetting:
        """Return the betting after `action`.

        Raises:
            IllegalAction: If `action` is not legal. The message has the legal range.
        """
        actor = self.actor
        if actor is None or not self._allows(actor, action):
            raise self._refusal(action)
        history = (*self.history[:-1], (*self.history[-1], (actor, action)))
        if action == FOLD:
            return self._closed(history, self.committed, folded=actor)
        if action == CALL:
            committed = self._with(actor, self.to_call)
            stacks = self.rules.stacks
            opponent_may_speak = (
                not self.history[-1] and committed[0] < stacks[0] and committed[1] < stacks[1]
            )
            if not opponent_may_speak:
                return self._closed(history, committed)
            return PublicBetting(self.rules, committed, 1 - actor, self.last_raise, history, self.round_start)
        raised_by = action - max(self.committed)
        committed = self._with(actor, action - self.committed[actor])
        last_raise = max(self.last_raise, raised_by)
        return PublicBetting(self.rules, committed, 1 - actor, last_raise, history, self.round_start)

    def next_round(self) -> PublicBetting:
        """Return the betting at the start of the next round.

        If a player is all-in, this round has no player to act.
        """
        return PublicBetting(
            self.rules,
            self.committed,
            actor=None if self.is_all_in else BIG_BLIND,
            last_raise=self.rules.big_blind,
            history=(*self.history, ()),
            round_start=self.committed[0],
        )

    def steps(self) -> Iterator[tuple[PublicBetting, Action]]:
        """Yield every action of the hand so far, with the betting before it."""
        before = PublicBetting.start(self.rules)
        for street, played in enumerate(self.history):
            if street:
                before = before.next_round()
            for _, action in played:
                yield before, action
                before = before.child(action)

    def _allows(self, actor: Player, action: Action) -> bool:
        if action <= CALL:
            return action == CALL or (action == FOLD and self.to_call > 0)
        lowest = self.min_raise_to
        return lowest is not None and lowest <= action <= self.rules.stacks[actor]

    def _can_raise(self, actor: Player) -> bool:
        left = self.stacks_left
        return left[actor] > self.to_call and left[1 - actor] > 0

    def _with(self, actor: Player, chips: int) -> Pair:
        first, second = self.committed
        return (first + chips, second) if actor == 0 else (first, second + chips)

    def _closed(
        self, history: tuple[Round, ...], committed: Pair, folded: Player | None = None
    ) -> PublicBetting:
        """Return the betting at the end of a round, with uncalled chips returned to their player."""
        called = min(committed)
        returned = (committed[0] - called, committed[1] - called)
        return PublicBetting(
            self.rules, (called, called), None, self.last_raise, history, self.round_start, folded, returned
        )

    def _refusal(self, action: Action) -> IllegalAction:
        if self.actor is None:
            return IllegalAction(text("rules_errors.action.nobody"))
        lowest, highest = self.min_raise_to, self.max_raise_to
        if action == FOLD:
            reason = text("rules_errors.action.free_check")
        elif lowest is None or highest is None:
            opponent_has_chips = self.stacks_left[1 - self.actor] > 0
            reason = text(f"rules_errors.action.{'short' if opponent_has_chips else 'opponent_all_in'}")
        elif lowest == highest:
            reason = text("rules_errors.action.only_all_in", chips=highest)
        elif action < lowest:
            reason = text("rules_errors.action.minimum", chips=lowest)
        else:
            reason = text("rules_errors.action.maximum", chips=highest)
        refused = f"rules_errors.action.{'fold' if action == FOLD else 'raise'}"
        return IllegalAction(text(refused, chips=action, reason=reason), reason)


def split(pot: int) -> Pair:
    """Split a pot between hands of the same rank. The player out of position gets the odd chip."""
    return pot - pot // 2, pot // 2


def acpc_word(action: Action) -> str:
    """Return an action in the notation of the ACPC protocol, such as `f`, `c` or `r300`."""
    return "fc"[action] if action <= CALL else f"r{action}"


USUAL_POTS = (Fraction(1, 3), Fraction(1, 2), Fraction(2, 3), Fraction(1))
"""The bet sizes that a table offers after the flop, as parts of the pot after a call."""
FARTHEST = 1.55
"""Two bets are near each other if their sizes, in pots, differ by at most this factor.

A third of the pot is therefore near half the pot, even after rounding to chips.
"""


def near_bets(betting: PublicBetting, bet: Action, actions: Iterable[Action]) -> list[Action]:
    """Return the bets among `actions` whose size differs from the size of `bet` by at most the factor `FARTHEST`.

    >>> from game.rules.betting import HoldemRules
    >>> near_bets(PublicBetting.start(HoldemRules()), 250, (0, 1, 200, 300, 500))
    [200, 300]
    >>> flop = PublicBetting.start(HoldemRules()).child(250).child(CALL).next_round()
    >>> near_bets(flop, 500, (1, 415, 750))
    [415]
    """
    size = betting.raise_fraction(bet)
    sizes = {other: betting.raise_fraction(other) for other in actions if other > CALL}
    return [other for other, one in sizes.items() if max(size, one) <= FARTHEST * min(size, one)]
