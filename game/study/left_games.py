"""Games that were left, in words: whom they are against, and where they stand."""

from __future__ import annotations

from collections.abc import Sequence

from game.agent_entries import AgentEntry
from game.match.session import Session
from game.rules import games
from game.rules.holdem import HoldemState
from game.study.opponents import portrait
from game.texts import english, number, text


def left_in_words(agents: Sequence[AgentEntry], session: Session, *, opening: str = "against") -> str:
    """Say of a game that was left whom it is against, and where it stands; `opening` names the first sentence."""
    name = portrait(agents, other_than_you(session)).name
    return f"{text(f'new_game.left.{opening}', name=name)} {where_it_stands(session)}"


def where_it_stands(session: Session) -> str:
    """Return hand and street in a short sentence, or that the hand is over."""
    state, hand = session.state, session.hand_number
    if session.seat_to_act is None:
        key = "game_over" if session.spec.game == games.TIC_TAC_TOE else "hand_over"
        return text(f"menu.{key}", number=number(hand))
    if isinstance(state, HoldemState):
        streets = english().many("menu.streets")
        return text("menu.hand", number=number(hand), street=streets[state.street])
    return text("menu.game" if session.spec.game == games.TIC_TAC_TOE else "menu.deal", number=number(hand))


def other_than_you(session: Session) -> str:
    """Return who sits across from the player."""
    return next((seat for seat in session.spec.seats if seat != "you"), session.spec.seats[0])
