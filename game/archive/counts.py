"""Counts of the decisions of Hold'em players: the usual statistics, and the actions in one type of spot.

`PokerCounts` has statistics over whole hands, such as VPIP. For a type of spot (`DecisionKind`), `ActionCounts`
counts a player's folds, passive actions (checks and calls), and aggressive actions (bets and raises). In each hand,
only the first decision of the type is counted, so every count is a number of hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from game.archive.hands import PlayedHand
from game.archive.lines import HistoryRow
from game.archive.store import HistoryFilter, Reader
from game.core import Action, BadInput, Player, Progress
from game.match.session import player_0_seat
from game.rules import games
from game.rules.betting import CALL, FOLD, ActionKind, HoldemRules, PublicBetting, Street
from game.texts import text

AGGRESSIVE = (ActionKind.BET, ActionKind.RAISE)


@dataclass(frozen=True, slots=True)
class Share:
    """The number of times a player did something, and the number of chances to do it."""

    times: float = 0
    chances: int = 0

    def __add__(self, other: Share) -> Share:
        return Share(self.times + other.times, self.chances + other.chances)

    @property
    def part(self) -> float | None:
        """The share of chances taken, from 0 to 1. None if there was no chance."""
        return self.times / self.chances if self.chances else None


@dataclass(frozen=True, slots=True)
class PokerCounts:
    """Poker statistics of one player over some hands.

    Each field counts the times that the player did something, and the chances to do it.

    Attributes:
        played: Hands in which the player put in chips before the flop by choice: by a call or a raise (VPIP).
        raised: Hands in which the player raised before the flop (PFR). `played` and `raised` count only hands
            in which the player had a decision before the flop.
        three_bets: Raises before the flop after exactly one raise by the opponent.
        continuation_bets: First bets on the flop by the player who made the last raise before the flop.
        showdowns: Hands that went to showdown. The chances are the hands that reached the flop. A hand that is
            all-in before the flop also counts as reaching the flop.
        won_showdowns: Showdowns won. A split pot counts as half a win.
        aggression: Bets and raises on the flop and later. The chances are all decisions on these streets except
            checks.
    """

    played: Share = Share()
    raised: Share = Share()
    three_bets: Share = Share()
    continuation_bets: Share = Share()
    showdowns: Share = Share()
    won_showdowns: Share = Share()
    aggression: Share = Share()

    def __add__(self, other: PokerCounts) -> PokerCounts:
        return PokerCounts(*(getattr(self, name) + getattr(other, name) for name in FIGURES))


FIGURES = tuple(one.name for one in fields(PokerCounts))

Both = tuple[PokerCounts, PokerCounts]
"""By player: the big blind, the button."""
Steps = Sequence[tuple[PublicBetting, Action]]
"""Every action, with the betting before it."""


def final_betting(rules: HoldemRules, actions: Iterable[Action]) -> PublicBetting:
    """Return the betting at the end of a hand.

    Raises:
        IllegalAction: If an action is not legal.
    """
    betting = PublicBetting.start(rules)
    for action in actions:
        betting = betting.child(action)
        if betting.actor is None and betting.folded is None and not betting.is_all_in:
            betting = betting.next_round() if betting.street < Street.RIVER else betting
    return betting


def replay_betting(hand: PlayedHand) -> PublicBetting:
    """Return the betting at the end of a hand of the history.

    Raises:
        BadInput: If an action is not legal.
    """
    spec, first = hand.spec, player_0_seat(hand.spec, hand.number)
    try:
        stacks = spec.stacks[first], spec.stacks[1 - first]
        rules = HoldemRules(*spec.blinds_of_hand(hand.number), stacks, spec.ante)
        return final_betting(rules, hand.actions)
    except ValueError as error:
        raise BadInput(text("input_errors.history.illegal_actions", reason=str(error))) from error


def count_hand(betting: PublicBetting, won: float, *, from_flop: bool = False) -> Both:
    """Return the counts of both players for a finished hand. `won` is the winnings of player 0, in any unit.

    If `from_flop`, the decisions before the flop do not count.

    >>> opened_and_folded = final_betting(HoldemRules(), (300, 0))
    >>> big_blind, button = count_hand(opened_and_folded, -100)
    >>> button.raised.part, big_blind.played.part, big_blind.three_bets.chances
    (1.0, 0.0, 1)
    """
    steps = tuple(betting.steps())
    both = _counts(betting, steps, 0, won), _counts(betting, steps, 1, -won)
    if from_flop:
        nothing = Share()
        first, second = (replace(one, played=nothing, raised=nothing, three_bets=nothing) for one in both)
        return first, second
    return both


def _counts(betting: PublicBetting, steps: Steps, player: Player, won: float) -> PokerCounts:
    decisions = [(before, action, before.kind(action)) for before, action in steps if before.actor == player]
    first = [(before, action, kind) for before, action, kind in decisions if before.street == Street.PREFLOP]
    later = [kind for before, _, kind in decisions if before.street > Street.PREFLOP]
    spoken = [kind for kind in later if kind != ActionKind.CHECK]
    saw_flop = betting.folded is None or betting.street > Street.PREFLOP
    shown = betting.folded is None
    return PokerCounts(
        played=_once(
            first, any((action == CALL and before.to_call) or action > CALL for before, action, _ in first)
        ),
        raised=_once(first, any(action > CALL for _, action, _ in first)),
        three_bets=_three_bets(first),
        continuation_bets=_continuation_bet(betting, steps, player),
        showdowns=Share(int(shown and saw_flop), int(saw_flop)),
        won_showdowns=Share(1.0 if won > 0 else 0.5 if won == 0 else 0.0, 1) if shown else Share(),
        aggression=Share(sum(kind in AGGRESSIVE for kind in spoken), len(spoken)),
    )


def _once(chances: object, done: object) -> Share:
    return Share(int(bool(done)), int(bool(chances)))


def _three_bets(decisions: Iterable[tuple[PublicBetting, Action, ActionKind]]) -> Share:
    """Return the share of three-bets among the decisions before the flop at which a three-bet is possible."""
    faced = [
        action
        for before, action, _ in decisions
        if _raises(before) == 1 and before.to_call and before.min_raise_to is not None
    ]
    return Share(sum(action > CALL for action in faced), len(faced))


def _raises(before: PublicBetting) -> int:
    return sum(action > CALL for _, action in before.history[-1])


def _continuation_bet(betting: PublicBetting, steps: Steps, player: Player) -> Share:
    """Return the share for the continuation bet of `player` in one hand, with at most one chance.

    The chance is the first flop decision of the last preflop raiser. There is no chance if the opponent has bet
    first, or if the raiser cannot bet.
    """
    raisers = [actor for actor, action in betting.history[0] if action > CALL]
    if not raisers or raisers[-1] != player or betting.street < Street.FLOP:
        return Share()
    on_flop = [
        (before, action)
        for before, action in steps
        if before.street == Street.FLOP and before.actor == player
    ]
    if not on_flop or on_flop[0][0].to_call or on_flop[0][0].min_raise_to is None:
        return Share()
    return Share(int(on_flop[0][1] > CALL), 1)


class Faced(StrEnum):
    """The action that the player to act faces on the current street."""

    NOTHING = "nothing"
    CHECK = "check"
    BET = "bet"
    RAISE = "raise"


@dataclass(frozen=True, slots=True)
class DecisionKind:
    """A type of spot: the street, and whether the player to act faces nothing, a check, a bet or a raise.

    Before the flop the big blind counts as a bet.
    """

    street: Street
    faced: Faced


@dataclass(frozen=True, slots=True)
class ActionCounts:
    """The number of a player's hands for each of three kinds of action.

    The kinds are a fold, a check or call, and a bet or raise.
    """

    folds: int = 0
    calls: int = 0
    raises: int = 0

    def __add__(self, other: ActionCounts) -> ActionCounts:
        return ActionCounts(self.folds + other.folds, self.calls + other.calls, self.raises + other.raises)

    @property
    def hands(self) -> int:
        return self.folds + self.calls + self.raises


NO_ACTIONS = ActionCounts()


def get_decision_kind(before: PublicBetting) -> DecisionKind:
    """Return the kind of the next decision.

    >>> from game.rules.betting import HoldemRules
    >>> flop = PublicBetting.start(HoldemRules()).child(300).child(CALL).next_round()
    >>> [get_decision_kind(spot).faced.value for spot in (flop, flop.child(CALL), flop.child(400))]
    ['nothing', 'check', 'bet']
    """
    actions = before.history[-1]
    bets = sum(action > CALL for _, action in actions) + (before.street == Street.PREFLOP)
    faced = (Faced.CHECK if actions else Faced.NOTHING, Faced.BET, Faced.RAISE)[min(bets, 2)]
    return DecisionKind(before.street, faced)


def count_first_decision(end: PublicBetting, player: Player, kind: DecisionKind) -> ActionCounts:
    """Return the counts of one finished hand: the action of a player at the first decision of a kind.

    Returns `NO_ACTIONS` if the player had no such decision.
    """
    for before, action in end.steps():
        if before.actor == player and get_decision_kind(before) == kind:
            return ActionCounts(action == FOLD, action == CALL, action > CALL)
    return NO_ACTIONS


def counts_in_steps(reader: Reader, name: str, kind: DecisionKind) -> Iterator[Progress | ActionCounts]:
    """Count the actions of player `name` at a kind of decision in the history.

    Yield progress, and the counts last.
    """

    def count(hand: PlayedHand) -> ActionCounts:
        if hand.from_flop and kind.street == Street.PREFLOP:
            return NO_ACTIONS
        first = player_0_seat(hand.spec, hand.number)
        return count_first_decision(replay_betting(hand), 0 if hand.spec.seats[first] == name else 1, kind)

    found = NO_ACTIONS
    for row in _rows(reader):
        if row is None:
            yield reader.progress
        elif name in row.seats:
            found += reader.take_row(row, lambda row: count(row.hand())) or NO_ACTIONS
    yield found


def players_in_steps(reader: Reader) -> Iterator[Progress | dict[str, int]]:
    """Count the Hold'em hands of every player in the history.

    Yield progress, and last the mapping from names to numbers of hands.
    """
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
