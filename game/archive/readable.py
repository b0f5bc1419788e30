"""A hand as plain sentences, for people: who sat where, what was dealt, every move in order, how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import cast

from game.archive.hands import PlayedHand
from game.core import CHANCE, Seat, State
from game.match.session import Session, Step
from game.match.table_spec import SEATS
from game.match.terminal import CARD_NAMES, speaker
from game.rules import cards, games
from game.rules.hand_words import words_against
from game.rules.holdem import BOARD_CARDS, HOLE_CARDS, HoldemState, Street
from game.rules.kuhn_poker import CARD_LETTERS, KuhnState
from game.rules.tic_tac_toe import EMPTY, TicTacToeState, X

TITLES = {
    games.TIC_TAC_TOE: "Tic-tac-toe, game",
    games.KUHN_POKER: "Kuhn poker, hand",
    games.KUHN_HALF_STREET: "Half-street Kuhn poker, hand",
    games.HOLDEM: "Hold'em, hand",
}
ROLES = {
    games.TIC_TAC_TOE: ("X", "O"),
    games.KUHN_POKER: ("first", "second"),
    games.KUHN_HALF_STREET: ("first", "second"),
    games.HOLDEM: ("big blind", "button"),
}
"""What player 0 and player 1 of a game are called."""

_STREETS = {
    cards_out: street.name.lower() for street, cards_out in BOARD_CARDS.items() if street != Street.PREFLOP
}


def sentences(hand: PlayedHand) -> str:
    """Return a hand as lines of text."""
    session = hand.session()
    lines = [
        ", ".join(filter(None, (f"{TITLES[hand.game]} {hand.number}", format_date(hand.at)))),
        f"  {_table(hand, session)}",
    ]
    before: State | None = None
    for step in session.steps:
        if said := _format_step(hand, session, before, step):
            lines.append(f"  {said}")
        before = step.state
    lines += [f"  {line}" for line in _ending(hand, session)]
    return "\n".join((*lines, f"  Id: {hand.id}", ""))


def format_date(at: float) -> str:
    """Format a time: "2026-09-21 14:13 UTC". Empty if it is unknown."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC") if at > 0 else ""


def _table(hand: PlayedHand, session: Session) -> str:
    sits = " against ".join(f"{_name(hand, session, seat)}" for seat in SEATS)
    spec = hand.spec
    if hand.game == games.HOLDEM:
        first, second = spec.stacks
        return f"{sits}; blinds {spec.small_blind:,}/{spec.big_blind:,}, stacks {first:,} and {second:,}."
    if hand.game == games.KUHN_HALF_STREET:
        return f"{sits}; blinds {spec.blinds:g}."
    return f"{sits}."


def _name(hand: PlayedHand, session: Session, seat: Seat) -> str:
    return f"{hand.spec.seats[seat]} ({ROLES[hand.game][session.get_player(seat)]})"


def _format_step(hand: PlayedHand, session: Session, before: State | None, step: Step) -> str:
    """Return the text of a step. Empty for a card that is not the last of its deal."""
    if step.player == CHANCE:
        return _format_deal(hand, session, step.state)
    acted = before if before is not None else games.initial_state(hand.game)
    name = hand.spec.seats[session.get_seat(step.player)]
    return f"{name}: {speaker(hand.game).did(acted, step.action)}"


def _format_deal(hand: PlayedHand, session: Session, state: State) -> str:
    names = [hand.spec.seats[session.get_seat(player)] for player in (0, 1)]
    if isinstance(state, KuhnState):
        held = [CARD_NAMES[CARD_LETTERS[card]] for card in state.cards]
        return f"Dealt: {_each(names, held)}" if len(held) == 2 else ""
    table = cast(HoldemState, state)
    if len(table.dealt) == HOLE_CARDS:
        hidden = session.hidden_players
        hole = ["unknown cards" if player in hidden else _cards(table.hole[player]) for player in (0, 1)]
        return f"Dealt: {_each(names, hole)}"
    street = _STREETS.get(len(table.board))
    return f"{street.capitalize()}: {_cards(table.board)}" if street else ""


def _ending(hand: PlayedHand, session: Session) -> Iterator[str]:
    state = session.state
    if isinstance(state, TicTacToeState):
        signs = ["." if mark == EMPTY else "X" if mark == X else "O" for mark in state.board]
        yield from (" ".join(signs[row : row + 3]) for row in (0, 3, 6))
    if isinstance(state, HoldemState) and state.showdown() is not None:
        for player, hole in enumerate(state.hole if not session.hidden_players else ()):
            name = hand.spec.seats[session.get_seat(player)]
            shows = "You show" if name == "you" else f"{name} shows"
            yield f"{shows} {words_against(hole, state.hole[1 - player], state.board)}"
    results = (f"{name} {net:+,g}" for name, net in zip(hand.spec.seats, hand.returns, strict=True))
    yield f"Result: {', '.join(results)}"


def _each(names: list[str], held: list[str]) -> str:
    return ", ".join(f"{name} {what}" for name, what in zip(names, held, strict=True))


def _cards(dealt: tuple[int, ...]) -> str:
    return " ".join(map(cards.name, dealt))
