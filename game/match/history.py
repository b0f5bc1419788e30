"""A finished hand of Hold'em as a list of events, its replay from text, and the pots of a session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from game.core import CHANCE, Action, BadInput, IllegalAction, Player
from game.match.session import HandResult
from game.match.table_spec import TableSpec
from game.rules.betting import HoldemRules, Pair, PublicBetting
from game.rules.cards import Card
from game.rules.holdem import HoldemState

PLAYERS = ("big blind", "button")


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A finished hand: the table, every event with the dealt cards, and who played (big blind first).

    `end` caches the state after the last event, so that a log is read without playing its hands twice.
    """

    rules: HoldemRules
    actions: tuple[Action, ...]
    names: tuple[str, str] = PLAYERS
    number: int = 1
    end: HoldemState | None = field(default=None, repr=False, compare=False)

    def states(self) -> Iterator[HoldemState]:
        """Yield the state before the first event and after each.

        Raises:
            IllegalAction: For an illegal event.
        """
        state = HoldemState(self.rules)
        yield state
        for action in self.actions:
            state = state.child(action)
            yield state

    def final_state(self) -> HoldemState:
        """Return the state after the last event."""
        if self.end is not None:
            return self.end
        *_, final = self.states()
        return final


class HandReplay:
    """Replays a hand from text. An event that the rules refuse raises BadInput, which quotes the text."""

    def __init__(self, rules: HoldemRules) -> None:
        self.state = HoldemState(rules)
        self._actions: list[Action] = []

    def deal_hole(self, hole: Sequence[Sequence[Card]]) -> None:
        """Deal two cards to each player.

        Raises:
            BadInput: For other numbers of cards.
        """
        if [len(cards) for cards in hole] != [2, 2]:
            raise BadInput("hole cards: each player has two, and both players' are needed")
        for cards in hole:
            for card in cards:
                self._apply(card, "hole cards")

    def deal_board(self, cards: Sequence[Card]) -> None:
        """Deal cards of the board.

        Raises:
            BadInput: If more cards are dealt than are due now.
        """
        for card in cards:
            if self.state.current_player() != CHANCE:
                raise BadInput("board: more cards than are due")
            self._apply(card, "board")

    def deal_what_is_due(self, board: Iterator[Card]) -> None:
        """Deal from `board` until a player is to act, the hand is over or the cards run out."""
        while self.state.current_player() == CHANCE:
            card = next(board, None)
            if card is None:
                return
            self._apply(card, "board")

    def act(self, action: Action, text: str, player: Player | None = None) -> None:
        """Take an action of the player to act.

        Raises:
            BadInput: If cards are due first, or if it is not the turn of `player`.
        """
        actor = self.state.current_player()
        if actor == CHANCE:
            raise BadInput(f'"{text}": cards are to be dealt first')
        if player is not None and player != actor:
            raise BadInput(f'"{text}": it is not the turn of this player')
        self._apply(action, f'"{text}"')

    def record(self, names: tuple[str, str], number: int) -> HandRecord:
        """Return the hand.

        Raises:
            BadInput: If it is not over.
        """
        if not self.state.is_terminal():
            raise BadInput("the hand is not finished")
        return HandRecord(self.state.rules, tuple(self._actions), names, number, self.state)

    def _apply(self, action: Action, text: str) -> None:
        try:
            self.state = self.state.child(action)
        except IllegalAction as error:
            raise BadInput(f"{text}: {error}") from error
        self._actions.append(action)


def finishing_stacks(final: HoldemState) -> Pair:
    first, second = final.returns()
    return final.rules.stacks[0] + first, final.rules.stacks[1] + second


def pots(spec: TableSpec, results: Sequence[HandResult], known: int = 0) -> list[int]:
    """Return the final pot, in chips, of each hand of a session after the first `known` ones.

    `results` must contain all hands from the first one on, because they determine the stacks. For a hand with
    illegal actions (an edited save) it returns twice the amount won.
    """
    found, stacks = [], spec.stacks
    for index, result in enumerate(results):
        if index >= known:
            found.append(_compute_pot(spec, stacks, result))
        if spec.form == "match":
            stacks = stacks[0] + round(result.returns[0]), stacks[1] + round(result.returns[1])
    return found


def _compute_pot(spec: TableSpec, stacks: tuple[int, int], result: HandResult) -> int:
    seat = result.player_0_seat
    small, big = spec.blinds_of_hand(result.number)
    try:
        rules = HoldemRules(small, big, (stacks[seat], stacks[1 - seat]), spec.ante)
        return _pot(rules, result.actions)
    except IllegalAction:
        return round(2 * abs(result.returns[0]))


def _pot(rules: HoldemRules, actions: Sequence[int]) -> int:
    betting = PublicBetting.start(rules)
    for action in actions:
        if betting.actor is None:
            betting = betting.next_round()
        betting = betting.child(action)
    return betting.pot
