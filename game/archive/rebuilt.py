"""A hand from the text that stands for it: the id of one that was played here, or a line of an ACPC log."""

from __future__ import annotations

from game.archive.imported import ImportedHand
from game.archive.text_id import from_id
from game.core import InformationState
from game.match.acpc import from_acpc
from game.match.session import Session
from game.rules.holdem import HoldemInformationState

ACPC = "STATE:"


def session_of(hand_id: str, info: InformationState) -> Session:
    """Return the table at the end of a hand; `info` is a decision in it, which tells the blinds of a line of a log.

    `BadInput` where the text stands for no hand.
    """
    if isinstance(info, HoldemInformationState) and hand_id.startswith(ACPC):
        return ImportedHand(1, from_acpc(hand_id, info.rules), first=0, net=0, reached=0).session()
    return from_id(hand_id).session()
