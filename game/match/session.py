"""A session: a sequence of hands between two seats, and its moves as JSON.

The session knows the players, deals from the seed, applies and undoes actions, and adds up the results. It never
chooses an action: its caller (a screen, a match, a test) asks the person or the agent to act and passes the action
to the session. A saved session has only the table's spec and the actions, because they determine everything else.

A deal depends only on the seed and the number of the deal. An agent's random number depends on the seed, the number
of the hand and the number of earlier actions. So after an undo, the same actions lead to the same cards and random
numbers.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from game.core import CHANCE, TERMINAL, Action, BadInput, Decision, InformationState, Player, Seat, State
from game.match.table_spec import IN_CHIPS, PEOPLE, TableSpec
from game.rules import games
from game.rules.holdem import HoldemRules, HoldemState
from game.texts import text

ROUNDING = 1e-6


def move_to_dict(action: Action, decision: Decision | None) -> dict[str, Any]:
    """Return a move as JSON values: the action, and for an agent its mixed strategy and random number."""
    entry: dict[str, Any] = {"action": int(action)}
    if decision is not None:
        strategy = [[int(option), float(share)] for option, share in decision.strategy.items()]
        entry |= {"strategy": strategy, "roll": decision.roll}
    return entry


def move_from_dict(entry: Mapping[str, Any]) -> tuple[Action, Decision | None]:
    """Parse the result of `move_to_dict`.

    Raises:
        KeyError, TypeError, ValueError: If `entry` is invalid.
    """
    action = read_action(entry["action"])
    if "strategy" not in entry:
        return action, None
    shares = {read_action(option): _probability(share) for option, share in entry["strategy"]}
    roll = entry["roll"]
    return action, Decision(action, shares, None if roll is None else _probability(roll))


def read_action(value: Any) -> Action:
    """Return the value if it can be an action.

    Raises:
        TypeError: If the value is not a whole number.
    """
    if type(value) is not int:
        raise TypeError("an action is a whole number")
    return value


def _probability(value: Any) -> float:
    share = float(value)
    if not 0.0 <= share <= 1.0 + ROUNDING:
        raise BadInput(text("match_errors.session.probability", share=share))
    return share


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a hand: the player (CHANCE for a deal), the action, the decision, and the resulting state."""

    player: Player
    action: Action
    decision: Decision | None
    state: State


@dataclass(frozen=True, slots=True)
class HandResult:
    """A finished hand: the seat that was player 0, every action in order, and the net result by seat.

    `decisions` is parallel to the actions if the hand was played in this session, otherwise empty.
    """

    number: int
    player_0_seat: Seat
    actions: tuple[Action, ...]
    returns: tuple[float, float]
    decisions: tuple[Decision | None, ...] = field(default=(), compare=False, repr=False)


ODD_CHIP = 1
"""The largest difference between the winnings of two players who split a pot."""


def subtract_rake(returns: tuple[float, float], rake: float) -> tuple[float, float]:
    """Return winnings after the rake, which the winner pays. If the pot is split, each player pays half.

    >>> subtract_rake((300.0, -300.0), 15), subtract_rake((0.0, 0.0), 15)
    ((285.0, -300.0), (-7.5, -7.5))
    """
    first, second = returns
    if abs(first - second) <= ODD_CHIP:
        return first - rake / 2, second - rake / 2
    return (first - rake, second) if first > second else (first, second - rake)


class Session:
    """The hands that were played at a table, and the current hand.

    `seen_hand` is the number of a hand whose hidden cards a person has seen, or 0. If the argument `cards` is
    given, these cards are dealt in the first hand instead of cards from the seed. Such a hand cannot be rebuilt
    from its id or record.
    """

    def __init__(
        self, spec: TableSpec, past: Sequence[HandResult] = (), *, cards: Sequence[Action] = ()
    ) -> None:
        self.spec = spec
        self.cards = tuple(cards)
        self.seen_hand = 0
        self.room_number = ""
        """The number that a poker room gave an imported hand."""
        self.chip_unit = IN_CHIPS
        """The unit in which the amounts are shown."""
        self.room_returns: tuple[float, float] | None = None
        """What each player of an imported hand won or lost by the account of the room."""
        self.hidden_players: frozenset[Player] = frozenset()
        """The players of an imported hand whose hole cards nobody knows. The cards dealt to them are invented."""
        self.starts_on_flop = False
        """Whether more than two players played before the flop of an imported hand.

        Its preflop actions then do not count.
        """
        self._past = list(past)
        self._first_result: HandResult | None = None
        self._stacks = _carried_over(spec, past)
        self._start_hand()

    # ---- what is on the table -----------------------------------------------------------------------------
    @property
    def hand_number(self) -> int:
        """The number of the hand, from 1, including skipped hands."""
        return self.spec.skip + len(self._past) + 1

    @property
    def laid_hand(self) -> int:
        """The number of the hand whose cards were given instead of dealt from the seed, or 0."""
        return self.spec.skip + 1 if self.cards else 0

    @property
    def state(self) -> State:
        return self._steps[-1].state if self._steps else self._initial

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(self._steps)

    @property
    def net_returns(self) -> tuple[float, float]:
        """The result of each player in a finished hand. For an imported hand, it is the room's result."""
        first, second = self.state.returns()
        return self.room_returns or (first, second)

    @property
    def hand_over(self) -> bool:
        return self.state.current_player() == TERMINAL

    @property
    def hand_counts(self) -> bool:
        """Whether this hand may count in records. It may not if a person has seen its hidden cards."""
        return self.hand_number != self.seen_hand

    @property
    def over(self) -> bool:
        """Whether a match is over, because a player has no chips left."""
        return self.hand_over and self.spec.form == "match" and min(self.stacks) == 0

    @property
    def hand_in_play(self) -> bool:
        """Whether an unfinished hand has begun.

        In Hold'em, a hand begins with the blinds. In other games, it begins with the first action.
        """
        acted = any(step.player != CHANCE for step in self._steps)
        return not self.hand_over and (acted or self.spec.game == games.HOLDEM)

    @property
    def is_under_way(self) -> bool:
        """Whether the user would lose a hand in play or an unfinished match by leaving now."""
        in_a_match = self.spec.form == "match" and not self.over
        return self.hand_in_play or (in_a_match and bool(self.results))

    @property
    def seat_to_act(self) -> Seat | None:
        player = self.state.current_player()
        return None if player == TERMINAL else self.get_seat(player)

    @property
    def stacks(self) -> tuple[int, int]:
        """The chips by seat in Hold'em: before this hand or, once the hand is over, after this hand."""
        if not self.hand_over:
            return self._stacks
        won, lost = self.results[-1].returns
        return self._stacks[0] + round(won), self._stacks[1] + round(lost)

    @property
    def stacks_before(self) -> tuple[int, int]:
        return self._stacks

    @property
    def results(self) -> list[HandResult]:
        """The results of all finished hands, including the current hand once it is over.

        If a finished hand is undone and played again, its first result stays.
        """
        if self._first_result is not None:
            return [*self._past, self._first_result]
        if not self.hand_over:
            return list(self._past)
        seat, by_player = self._player_0_seat, self.state.returns()
        decisions = tuple(step.decision for step in self._steps if step.player != CHANCE)
        returns = by_player[self.get_player(0)], by_player[self.get_player(1)]
        return [*self._past, HandResult(self.hand_number, seat, self._actions(), returns, decisions)]

    @property
    def is_played_again(self) -> bool:
        """Whether this hand was undone after its end. If so, its first result counts."""
        return self._first_result is not None

    @property
    def decision_seed(self) -> str:
        return f"{self.spec.seed}/{self.hand_number}/{len(self._actions())}"

    def get_seat(self, player: Player) -> Seat:
        return self._player_0_seat if player == 0 else 1 - self._player_0_seat

    def get_player(self, seat: Seat) -> Player:
        return 0 if seat == self._player_0_seat else 1

    def is_person(self, seat: Seat) -> bool:
        return self.spec.seats[seat] in PEOPLE

    def info(self, seat: Seat) -> InformationState:
        return self.state.information_state(self.get_player(seat))

    def total(self, seat: Seat) -> float:
        return sum(result.returns[seat] for result in self.results)

    # ---- what can be done ---------------------------------------------------------------------------------
    def act(self, action: Action, decision: Decision | None = None) -> None:
        """Apply the action of the player to act, then deal until the next decision.

        Raises:
            IllegalAction: If the action is illegal.
        """
        self._append(action, decision)
        self._redoable.clear()
        self._deal()

    def next_hand(self) -> None:
        """Start the next hand.

        Raises:
            BadInput: If this hand is not over, or a player cannot pay.
        """
        if not self.hand_over or self.over:
            raise BadInput(text("match_errors.session.next_hand"))
        result = self.results[-1]
        if self.spec.form == "match":
            self._stacks = self.stacks
        self._past.append(result)
        self._start_hand()

    @property
    def can_undo(self) -> bool:
        return self._last_decision_of_a_person() is not None

    @property
    def can_redo(self) -> bool:
        return bool(self._redoable)

    def undo(self) -> None:
        """Go back to the last decision of a person in this hand, if there is one.

        If the hand was finished, its result still counts.
        """
        index = self._last_decision_of_a_person()
        if index is not None:
            if self.hand_over:
                self._first_result = self.results[-1]
            self._take_back(index)

    def redo(self) -> None:
        if self._redoable:
            self._steps.extend(self._redoable.pop())

    @property
    def can_step_back(self) -> bool:
        return bool(self._past) or any(step.player != CHANCE for step in self._steps)

    def step_back(self) -> None:
        """Go back to the last decision of either seat.

        If this hand has no decision yet, go back to the end of the previous hand.
        """
        decisions = [index for index, step in enumerate(self._steps) if step.player != CHANCE]
        if decisions:
            self._take_back(decisions[-1])
        elif self._past:
            self._reopen(self._past.pop())

    def remember(self, result: HandResult) -> None:
        self._past.append(result)
        self._start_hand()

    def handed_over(self, seats: tuple[str, str], last_dealt: int = 0, *, seen: bool = False) -> Session:
        """Return a session in which the players `seats` take over this table.

        The new session continues the current hand. If this hand is over, it deals the next hand after both this
        hand and hand `last_dealt`. `seen` says whether a new player has seen the hidden cards of the current hand.
        """
        over, number = self.hand_over, self.hand_number
        skip = self.spec.fresh_after(max(last_dealt, number)) if over else number - 1
        session = Session(replace(self.spec, seats=seats, skip=skip))
        session.seen_hand = number if seen and not over else 0
        if not self.hand_over:
            for step in self._steps:
                if step.player != CHANCE:
                    session.act(step.action, step.decision)
        return session

    # ---- keeping it ---------------------------------------------------------------------------------------
    def to_dict(self) -> dict[str, Any]:
        """Return a dictionary for JSON: the spec, the finished hands, and the actions of the current hand."""
        first = self._first_result
        again = {} if first is None else {"first_result": _result_to_dict(first)}
        return {
            "table": self.spec.to_dict(),
            "seen_hand": self.seen_hand,
            "cards": list(self.cards),
            "past": [_result_to_dict(result) for result in self._past],
            "hand": [
                move_to_dict(step.action, step.decision) for step in self._steps if step.player != CHANCE
            ],
            **again,
        }

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> Session:
        """Rebuild a session from the result of `to_dict`: add up the finished hands, and replay the current hand.

        Raises:
            BadInput: If `stored` is not a valid session.
        """
        try:
            spec = TableSpec.from_dict(stored["table"])
            numbered = enumerate(stored["past"], spec.skip + 1)
            past = [_result_from_dict(spec, number, entry) for number, entry in numbered]
            session = Session(spec, past, cards=[read_action(card) for card in stored.get("cards", ())])
            session.seen_hand = read_action(stored.get("seen_hand", 0))
            for entry in stored["hand"]:
                session.act(*move_from_dict(entry))
            if "first_result" in stored:
                session._first_result = _result_from_dict(spec, session.hand_number, stored["first_result"])
        except (KeyError, TypeError, AttributeError, IndexError, OverflowError) as error:
            raise BadInput(text("match_errors.session.part")) from error
        except BadInput:
            raise
        except ValueError as error:
            raise BadInput(text("match_errors.session.step", reason=str(error))) from error
        return session

    # ---- within -------------------------------------------------------------------------------------------
    def _start_hand(self) -> None:
        self._deal_number = self.spec.deal_of_hand(self.hand_number)[0]
        self._player_0_seat = player_0_seat(self.spec, self.hand_number)
        self._initial = games.initial_state(
            self.spec.game, blinds=self.spec.blinds, holdem=self._holdem_rules()
        )
        self._steps: list[Step] = []
        self._redoable: list[list[Step]] = []
        self._first_result = None
        self._deal()

    def _holdem_rules(self) -> HoldemRules | None:
        if self.spec.game != games.HOLDEM:
            return None
        small, big = self.spec.blinds_of_hand(self.hand_number)
        stacks = self._stacks[self.get_seat(0)], self._stacks[self.get_seat(1)]
        return HoldemRules(small, big, stacks, self.spec.ante)

    def _deal(self) -> None:
        laid = self.cards if self.laid_hand == self.hand_number else ()
        while self.state.current_player() == CHANCE:
            dealt = sum(step.player == CHANCE for step in self._steps)
            if dealt < len(laid):
                self._append(laid[dealt], None)
                continue
            rng = random.Random(f"{self.spec.seed}/deal {self._deal_number}/{dealt}")
            outcomes, weights = zip(*self.state.chance_outcomes(), strict=True)
            self._append(rng.choices(outcomes, weights)[0], None)

    def _append(self, action: Action, decision: Decision | None) -> None:
        player = self.state.current_player()
        self._steps.append(Step(player, action, decision, self.state.child(action)))

    def _actions(self) -> tuple[Action, ...]:
        return tuple(step.action for step in self._steps if step.player != CHANCE)

    def _reopen(self, result: HandResult) -> None:
        """Replay a finished hand. In a match, the hand starts with the stacks that the players had before it."""
        if self.spec.form == "match":
            won, lost = (round(value) for value in result.returns)
            self._stacks = (self._stacks[0] - won, self._stacks[1] - lost)
        self._start_hand()
        decisions = result.decisions or (None,) * len(result.actions)
        for action, decision in zip(result.actions, decisions, strict=True):
            self.act(action, decision)

    def _take_back(self, index: int) -> None:
        self._redoable.append(self._steps[index:])
        del self._steps[index:]

    def _last_decision_of_a_person(self) -> int | None:
        for index in range(len(self._steps) - 1, -1, -1):
            player = self._steps[index].player
            if player != CHANCE and self.is_person(self.get_seat(player)):
                return index
        return None


def is_known_decision(session: Session, before: State, player: Player) -> bool:
    """Return whether a decision was really made and the player's cards are known.

    In an imported hand, hole cards may be drawn at random, and actions before the flop may be invented.
    """
    if player in session.hidden_players:
        return False
    return not (session.starts_on_flop and isinstance(before, HoldemState) and not before.board)


def player_0_seat(spec: TableSpec, number: int) -> Seat:
    """Return the seat of player 0: the opener, or in Hold'em the seat without the button."""
    opener = spec.deal_of_hand(number)[1]
    return 1 - opener if spec.game == games.HOLDEM else opener


def _carried_over(spec: TableSpec, past: Sequence[HandResult]) -> tuple[int, int]:
    """Return the stacks by seat after the hands `past`. In a cash game, these are the starting stacks.

    Raises:
        BadInput: If a player has lost all chips.
    """
    first, second = spec.stacks
    for result in past if spec.form == "match" else ():
        first, second = first + round(result.returns[0]), second + round(result.returns[1])
        if min(first, second) <= 0:
            raise BadInput(text("match_errors.session.broke"))
    return first, second


@lru_cache(maxsize=4096)
def _ends_a_hand(game: str, actions: tuple[Action, ...]) -> bool:
    """Return whether these actions are a complete hand of a small game. The cards do not matter.

    This function checks the finished hands of a stored session. Hands of Hold'em are not checked, because the
    replay of many hands would take long.
    """
    state, left = games.initial_state(game), list(actions)
    while not state.is_terminal():
        if state.current_player() == CHANCE:
            state = state.child(state.chance_outcomes()[0][0])
        elif left and left[0] in state.legal_actions():
            state = state.child(left.pop(0))
        else:
            return False
    return not left


def _result_to_dict(result: HandResult) -> dict[str, Any]:
    return {"actions": list(result.actions), "returns": list(result.returns)}


def _result_from_dict(spec: TableSpec, number: int, entry: Mapping[str, Any]) -> HandResult:
    first, second = (float(value) for value in entry["returns"])
    if not (math.isfinite(first) and first + second == 0):
        raise BadInput(text("match_errors.session.sum", hand=number))
    actions = tuple(read_action(action) for action in entry["actions"])
    if spec.game != games.HOLDEM and not _ends_a_hand(spec.game, actions):
        raise BadInput(text("match_errors.session.hand", hand=number))
    return HandResult(number, player_0_seat(spec, number), actions, (first, second))
