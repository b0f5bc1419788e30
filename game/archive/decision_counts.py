"""How often a player folds, checks or calls, and bets or raises at a kind of decision, counted from hands.

Kinds of decisions are told apart by the street and by what was done on it before: nothing, a check, a bet, or a
raise. Of a hand the first decision of a kind counts, so that every count is one of hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from game.archive.hands import PlayedHand
from game.archive.lines import Row
from game.archive.poker_counts import betting_of
from game.archive.store import HistoryFilter, Reader
from game.core import Player, Progress
from game.match.session import player_0_seat
from game.rules import games
from game.rules.betting import CALL, FOLD, PublicBetting, Street


class Faced(StrEnum):
    """What was done on a street before a decision."""

    NOTHING = "nothing"
    CHECK = "check"
    BET = "bet"
    RAISE = "raise"


@dataclass(frozen=True, slots=True)
class DecisionKind:
    """A kind of decision; before the flop the big blind is the bet."""

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
        """Return how many hands there are."""
        return self.folds + self.calls + self.raises


NONE = ActionCounts()


def kind_of(before: PublicBetting) -> DecisionKind:
    """Return the kind of the decision that is to be made.

    >>> from game.rules.betting import HoldemRules
    >>> flop = PublicBetting.start(HoldemRules()).child(300).child(CALL).next_round()
    >>> kind_of(flop).faced.value, kind_of(flop.child(CALL)).faced.value, kind_of(flop.child(400)).faced.value
    ('nothing', 'check', 'bet')
    """
    done = before.history[-1]
    bets = sum(action > CALL for _, action in done) + (before.street == Street.PREFLOP)
    faced = (Faced.CHECK if done else Faced.NOTHING, Faced.BET, Faced.RAISE)[min(bets, 2)]
    return DecisionKind(before.street, faced)


def count_of(end: PublicBetting, player: Player, kind: DecisionKind) -> ActionCounts:
    """Count a finished hand: what a player did at the first decision of a kind, if there was one."""
    for before, action in end.steps():
        if before.actor == player and kind_of(before) == kind:
            return ActionCounts(action == FOLD, action == CALL, action > CALL)
    return NONE


def counts_in_steps(reader: Reader, name: str, kind: DecisionKind) -> Iterator[Progress | ActionCounts]:
    """Count the hands of somebody in the history; yields reports, and the counts last."""

    def count(hand: PlayedHand) -> ActionCounts:
        first = player_0_seat(hand.spec, hand.number)
        return count_of(betting_of(hand), 0 if hand.spec.seats[first] == name else 1, kind)

    found = NONE
    for row in _rows(reader):
        if row is None:
            yield reader.progress
        elif name in row.seats:
            found += reader.taken(row, lambda row: count(row.hand())) or NONE
    yield found


def players_in_steps(reader: Reader) -> Iterator[Progress | dict[str, int]]:
    """Count the hands of everybody in the history; yields reports, and the counts by name last."""
    found: dict[str, int] = {}
    for row in _rows(reader):
        if row is None:
            yield reader.progress
        else:
            for name in set(row.seats):
                found[name] = found.get(name, 0) + 1
    yield found


def _rows(reader: Reader) -> Iterator[Row | None]:
    return reader.rows(HistoryFilter(game=games.HOLDEM))
