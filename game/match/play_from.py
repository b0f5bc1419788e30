"""A hand that was played, to be played on by a person from one of its decisions, with the cards that were dealt."""

from __future__ import annotations

from game.core import CHANCE, BadInput, InformationState
from game.match.session import Session
from game.match.table_spec import TableSpec


def play_from(whole: Session, info: InformationState, agent: str, seed: int) -> Session:
    """Return a new table at which the person decides at `info`, a decision of the hand `whole`, against an agent.

    Cards that the hand did not reach follow from `seed`, and so do the hands after it. The hand does not count in
    records. `BadInput` where the hand has no such decision.
    """
    spec, number = whole.spec, whole.hand_number
    opener = spec.deal_of_hand(number)[1]  # who sits in seat 0 of the new table, and opens its first hand
    small, big = spec.blinds_of_hand(number)
    stacks = whole.stacks_before
    table = TableSpec(
        spec.game,
        ("you", agent) if whole.seat_of(info.player) == opener else (agent, "you"),
        seed,
        blinds=spec.blinds,
        small_blind=small,
        big_blind=big,
        stacks=(stacks[opener], stacks[1 - opener]),
        teaching=True,
    )
    session = Session(table, cards=tuple(step.action for step in whole.steps if step.player == CHANCE))
    session.seen_hand = session.hand_number
    for step in whole.steps:
        if step.player == CHANCE:
            continue
        if step.player == info.player and session.info(session.seat_of(info.player)) == info:
            return session
        session.act(step.action, step.decision)
    raise BadInput("The hand has no such decision.")
