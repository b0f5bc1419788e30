"""A game as plain text, for terminals, remote connections and screen readers.

Each game has a `Speaker`, which describes the state of a hand, the actions, the legal moves and the result, and
parses what a person types. Squares are counted from 1, row by row. In Hold'em, the amount of a bet is the total
that the player has put in on this street.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from game.core import Action, BadInput, IllegalAction, InformationState, Player, State
from game.match.spot_texts import read_whole
from game.match.table_spec import IN_CHIPS, ChipUnit
from game.quoting import quoted
from game.rules import cards, games
from game.rules.betting import CALL, FOLD, ActionKind
from game.rules.hand_rank import describe_hand, describe_hand_against
from game.rules.holdem import HoldemInformationState, HoldemState
from game.rules.kuhn_poker import CARD_LETTERS, KuhnInformationState, KuhnState, Move
from game.rules.tic_tac_toe import EMPTY, TicTacToeInformationState, TicTacToeState, X

FOLD_LETTER, CALL_LETTER, ALL_IN_LETTER = "f", "c", "a"
MAX_DIGITS = 18
CARD_NAMES = {"Q": "the queen", "K": "the king", "A": "the ace"}


def whole_number(typed: str) -> int | None:
    """Parse a whole number. Return None if the text is not a whole number, or is longer than any valid number."""
    return int(typed) if typed.isdecimal() and len(typed) <= MAX_DIGITS else None


def number(typed: str) -> float | None:
    """Parse a number, which may be a fraction. Return None if it is invalid.

    >>> number("2.5"), number("1/4"), number("1/0"), number("1/"), number("x")
    (2.5, 0.25, None, None, None)
    """
    above, slash, below = typed.partition("/")
    try:
        return float(above) / float(below) if slash else float(above)
    except (ValueError, ZeroDivisionError):
        return None


class Speaker(Protocol):
    """The texts and the parser of one game."""

    def situation(self, info: InformationState) -> str: ...

    def did(self, before: State, action: Action) -> str:
        """Describe an action in the state `before`, with a verb: `bets 1`."""

    def question(self, info: InformationState) -> str:
        """Return the question that lists the legal actions."""

    def can_be_typed(self) -> Sequence[str]:
        """Return the allowed inputs in the game, with one line for each kind of move."""

    def read(self, typed: str, info: InformationState) -> Action:
        """Parse a typed action.

        Raises:
            IllegalAction: If the text is not a legal action. The message has the legal actions.
        """

    def ending(self, state: State, player: Player) -> str: ...


def new_board(state: State) -> str:
    """Describe the board before the first decision of a street. Return "" at any other decision.

    >>> new_board(games.initial_state(games.HOLDEM))
    ''
    """
    if not isinstance(state, HoldemState) or not state.board or state.betting.history[-1]:
        return ""
    return f"Board: {' '.join(map(cards.name, state.board))}."


def speaker(game: str, unit: ChipUnit = IN_CHIPS) -> Speaker:
    """Return the speaker of `game`. `unit` is the unit of amounts in Hold'em."""
    if game == games.TIC_TAC_TOE:
        return _TicTacToe()
    return _Holdem(unit) if game == games.HOLDEM else _Kuhn()


class _TicTacToe:
    def situation(self, info: InformationState) -> str:
        board = cast(TicTacToeInformationState, info).board
        signs = [
            str(cell + 1) if mark == EMPTY else "X" if mark == X else "O" for cell, mark in enumerate(board)
        ]
        rows = [" ".join(signs[start : start + 3]) for start in (0, 3, 6)]
        return "\n".join([*rows, f"You are {'XO'[info.player]}."])

    def did(self, before: State, action: Action) -> str:
        return f"takes square {action + 1}"

    def question(self, info: InformationState) -> str:
        return f"Your square ({', '.join(str(cell + 1) for cell in info.legal_actions)}):"

    def can_be_typed(self) -> Sequence[str]:
        return ("1 to 9: a square, from the top left, row by row",)

    def read(self, typed: str, info: InformationState) -> Action:
        square = whole_number(typed)
        if square is None or square - 1 not in info.legal_actions:
            free = ", ".join(str(cell + 1) for cell in info.legal_actions)
            raise IllegalAction(f"{quoted(typed)} is not a free square: the free ones are {free}.")
        return square - 1

    def ending(self, state: State, player: Player) -> str:
        position = cast(TicTacToeState, state)
        if position.line is None:
            return "A draw."
        squares = ", ".join(str(cell + 1) for cell in position.line)
        return f"{'You win' if position.winner == player else 'You lose'}: three in a row on {squares}."


class _Kuhn:
    def situation(self, info: InformationState) -> str:
        hand = cast(KuhnInformationState, info)
        pot = 2 * hand.rules.blinds + hand.betting.count("b")
        return f"You hold {CARD_NAMES[CARD_LETTERS[hand.card]]}. The pot is {_chips(pot)}."

    def did(self, before: State, action: Action) -> str:
        if cast(KuhnState, before).betting.endswith("b"):
            return "calls" if action == Move.BET else "folds"
        return "bets 1" if action == Move.BET else "checks"

    def question(self, info: InformationState) -> str:
        facing_bet = cast(KuhnInformationState, info).facing_bet
        return "Fold (f) or call 1 (c)?" if facing_bet else "Check (c) or bet 1 (b)?"

    def can_be_typed(self) -> Sequence[str]:
        return "c: check, or call 1", "b: bet 1", "f: fold"

    def read(self, typed: str, info: InformationState) -> Action:
        facing_bet = cast(KuhnInformationState, info).facing_bet
        moves = {"f": Move.PASS, "c": Move.BET} if facing_bet else {"c": Move.PASS, "b": Move.BET}
        if typed[:1].lower() not in moves:
            raise IllegalAction(f"{quoted(typed)} is not a move here: {self.question(info)}")
        return moves[typed[0].lower()]

    def ending(self, state: State, player: Player) -> str:
        hand = cast(KuhnState, state)
        won = _won(hand.returns()[player])
        if hand.betting.endswith("bp"):
            return won
        mine, theirs = (CARD_NAMES[CARD_LETTERS[hand.cards[who]]] for who in (player, 1 - player))
        return f"You show {mine}, the opponent {theirs}. {won}"


class _Holdem:
    def __init__(self, unit: ChipUnit) -> None:
        self._unit = unit

    def situation(self, info: InformationState) -> str:
        hand = cast(HoldemInformationState, info)
        board = " ".join(map(cards.name, hand.board)) or "no cards yet"
        hole = " ".join(map(cards.name, hand.hole))
        return (
            f"Board: {board}. You hold {hole}: {describe_hand(hand.hole, hand.board)}. "
            f"The pot is {hand.betting.effective_pot:,}, {hand.to_call:,} to call; "
            f"you have {hand.stacks_left[info.player]:,} left."
        )

    def did(self, before: State, action: Action) -> str:
        hand = cast(HoldemState, before)
        if action == FOLD:
            return "folds"
        if action == CALL:
            return f"calls {self._unit.write(hand.to_call)}" if hand.to_call else "checks"
        amount = self._unit.write(action - hand.betting.round_start)
        return f"raises to {amount}" if hand.kind(action) == ActionKind.RAISE else f"bets {amount}"

    def question(self, info: InformationState) -> str:
        hand = cast(HoldemInformationState, info)
        call = f"call {hand.to_call:,} (c)" if hand.to_call else "check (c)"
        options = (["fold (f)"] if FOLD in hand.legal_actions else []) + [call]
        low, high = _raise_range(hand)
        if high:
            verb = "raise to" if any(hand.betting.street_committed) else "bet"
            options.append(f"{verb} {low:,} up to {high:,} (type the amount, a for all-in)")
        sentence = ", ".join(options)
        return sentence[0].upper() + sentence[1:] + "?"

    def can_be_typed(self) -> Sequence[str]:
        amount = "an amount: bet, or raise to so many chips, those you have put in on this street included"
        return "c: check or call", amount, "a: all-in", "f: fold"

    def read(self, typed: str, info: InformationState) -> Action:
        hand = cast(HoldemInformationState, info)
        action = self._action(typed.strip().lower(), hand)
        if action is None or action not in hand.legal_actions:
            raise IllegalAction(f"{quoted(typed)} cannot be played: {self.question(info)}")
        return action

    def _action(self, word: str, hand: HoldemInformationState) -> Action | None:
        if word[:1].isdecimal():
            try:
                amount = read_whole(word) + hand.betting.round_start
            except BadInput:
                return None
            return amount if amount > CALL else None
        most = hand.betting.max_raise_to
        return {FOLD_LETTER: FOLD, CALL_LETTER: CALL, ALL_IN_LETTER: most}.get(word[:1])

    def ending(self, state: State, player: Player) -> str:
        hand = cast(HoldemState, state)
        won = _won(hand.returns()[player])
        if hand.showdown() is None:
            return won
        board = " ".join(map(cards.name, hand.board))
        mine, theirs = hand.hole[player], hand.hole[1 - player]
        return (
            f"Board: {board}. You show {describe_hand_against(mine, theirs, hand.board)}, the opponent "
            f"{' '.join(map(cards.name, theirs))}: {describe_hand_against(theirs, mine, hand.board)}. {won}"
        )


def _raise_range(hand: HoldemInformationState) -> tuple[int, int]:
    """Return the minimum and the maximum bet on this street, or (0, 0) if no bet is possible."""
    betting = hand.betting
    if betting.min_raise_to is None or betting.max_raise_to is None:
        return 0, 0
    return betting.min_raise_to - betting.round_start, betting.max_raise_to - betting.round_start


def _won(chips: float) -> str:
    if chips == 0:
        return "The pot is split."
    return f"You {'win' if chips > 0 else 'lose'} {_chips(abs(chips))}."


def _chips(amount: float) -> str:
    return f"{int(amount):,}" if amount == int(amount) else f"{float(amount):g}"
