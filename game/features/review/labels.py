"""The words of a review: the place of a decision, its player, and the summary of all."""

from __future__ import annotations

from collections.abc import Sequence

from game.agent_entries import AgentEntry
from game.archive.rebuilt import session_of
from game.core import BadInput
from game.rules import games
from game.rules.holdem import HoldemInformationState
from game.study.drills import MISTAKES, DrillQuestion
from game.study.opponents import Portrait, portrait
from game.study.review import Review, Reviewed
from game.texts import count_of, number, text


def question_of(one: Reviewed) -> DrillQuestion:
    """Return the decision as a position to decide."""
    actions = tuple(sorted(one.grade.judgement.values)) if one.grade is not None else (one.action,)
    return DrillQuestion("", MISTAKES, one.game, one.info, actions, left=0)


def opponent_of(one: Reviewed, agents: Sequence[AgentEntry]) -> Portrait:
    """Return how the other one is shown: nobody in particular where the hand cannot be played again."""
    try:
        hand = session_of(one.hand_id, one.info)
    except BadInput:
        return Portrait(text("drills.opponent"), "", "compass")
    return portrait(agents, hand.spec.seats[1 - hand.seat_of(one.info.player)])


def where(one: Reviewed) -> str:
    """Return the hand, the player and the street of a decision."""
    role = text(f"review.roles.{one.game}.{one.info.player}")
    parts = [text("review.hand", number=number(one.hand)), name_of(one), role]
    if isinstance(one.info, HoldemInformationState):
        parts.append(text(f"holdem.streets.{one.info.street.name.lower()}").lower())
    return ", ".join(parts)


def name_of(one: Reviewed) -> str:
    """Name the player."""
    return text("seats.you") if one.player == "you" else one.player


def summary_of(review: Review) -> str:
    """Return the number of graded decisions and of mistakes, and their cost, in one line."""
    said = text(
        "review.summary",
        hands=count_of(games.played_in(review.game), review.hands),
        decisions=count_of("decisions", review.decisions),
        mistakes=count_of("mistakes", review.mistakes_found),
        cost=text(f"review.cost.{review.game}", cost=number(review.cost, 2)),
    )
    missing = count_of(games.played_in(review.game), review.left_out)
    left_out = text("review.left_out", hands=missing) if review.left_out else ""
    shown = len(review.mistakes)
    follow = text("review.most_costly", count=number(shown)) if shown < review.mistakes_found else ""
    return " ".join(filter(None, (said, left_out, follow)))
