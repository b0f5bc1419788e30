"""Counts how often a player folds, checks or calls, and bets or raises at a kind of decision.

The kind of a decision is its street and what the player faces there: nothing, a check, a bet, or a raise. Only the
first decision of a kind in each hand is counted, so every count is a number of hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from game.archive.hands import PlayedHand
from game.archive.lines import HistoryRow
from game.archive.poker_counts import betting_of
from game.archive.store import HistoryFilter, Reader
from game.core import Player, Progress
from game.match.session import player_0_seat
from game.rules import games
from game.rules.betting import CALL, FOLD, PublicBetting, Street


class Faced(StrEnum):
    """What the player to act faces on the current street."""

    NOTHING = "nothing"
    CHECK = "check"
    BET = "bet"
    RAISE = "raise"


@dataclass(frozen=True, slots=True)
class DecisionKind:
    """A street and what is faced there; before the flop the big blind counts as a bet."""

    street: Street
    faced: Faced


@dataclass(frozen=True, slots=True)
class ActionCounts:
    """In how many hands a player folded, checked or called, and bet or raised."""

    folds: int = 0
    calls: int = 0
    raises: int = 0

    def __add__(self, other: ActionCounts) -> ActionCounts:
        return ActionCounts(self.folds + other.folds, self.calls + other.calls, self.raises + other.raises)

    @property
    def hands(self) -> int:
        """Return the number of hands counted."""
        return self.folds + self.calls + self.raises


NO_ACTIONS = ActionCounts()


def kind_of(before: PublicBetting) -> DecisionKind:
    """Return the kind of the decision that comes next.

    >>> from game.rules.betting import HoldemRules
    >>> flop = PublicBetting.start(HoldemRules()).child(300).child(CALL).next_round()
    >>> kind_of(flop).faced.value, kind_of(flop.child(CALL)).faced.value, kind_of(flop.child(400)).faced.value
    ('nothing', 'check', 'bet')
    """
    actions = before.history[-1]
    bets = sum(action > CALL for _, action in actions) + (before.street == Street.PREFLOP)
    faced = (Faced.CHECK if actions else Faced.NOTHING, Faced.BET, Faced.RAISE)[min(bets, 2)]
    return DecisionKind(before.street, faced)


def count_of(end: PublicBetting, player: Player, kind: DecisionKind) -> ActionCounts:
    """Return what a player did at the first decision of a kind in a finished hand, as a count of one hand.

    Returns `NO_ACTIONS` if the player had no such decision.
    """
    for before, action in end.steps():
        if before.actor == player and kind_of(before) == kind:
            return ActionCounts(action == FOLD, action == CALL, action > CALL)
    return NO_ACTIONS


def counts_in_steps(reader: Reader, name: str, kind: DecisionKind) -> Iterator[Progress | ActionCounts]:
    """Count the actions of `name` at a kind of decision in the history; yield progress, and the counts last."""

    def count(hand: PlayedHand) -> ActionCounts:
        first = player_0_seat(hand.spec, hand.number)
        return count_of(betting_of(hand), 0 if hand.spec.seats[first] == name else 1, kind)

    found = NO_ACTIONS
    for row in _rows(reader):
        if row is None:
            yield reader.progress
        elif name in row.seats:
            found += reader.taken(row, lambda row: count(row.hand())) or NO_ACTIONS
    yield found


def players_in_steps(reader: Reader) -> Iterator[Progress | dict[str, int]]:
    """Count the Hold'em hands of every player in the history; yield progress, and {name: hands} last."""
    found: dict[str, int] = {}
    for row in _rows(reader):
        if row is None:
            yield reader.progress
        else:
            for name in set(row.seats):
                found[name] = found.get(name, 0) + 1
    yield found


def _rows(reader: Reader) -> Iterator[HistoryRow | None]:
    return reader.rows(HistoryFilter(game=games.HOLDEM))
