"""Turn the text of a hand into the hand: an id that a player pastes, or a line of an ACPC log.

An id holds the table, the moves and the versions of the agents (game/archive/code.py). Cards and result follow
from them by the rules. An id holds neither the time of the hand nor the mixed strategies of the agents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.agent_entries import AgentEntry
from game.archive import code
from game.archive.hands import LARGEST, PlayedHand
from game.archive.imported import ImportedHand
from game.core import BadInput, InformationState
from game.match.acpc import from_acpc
from game.match.session import Session
from game.match.table_spec import PEOPLE, find_room
from game.rules.holdem import HoldemInformationState

PASTED_AT = 0.0
"""The time of a hand that came as an id: none."""


def from_id(text: str, agents: Sequence[AgentEntry] | None = None) -> PlayedHand:
    """Return the hand that `text` names. If `agents` are given, they must include all players of its table.

    Raises:
        BadInput: If the text is not an id, an agent is missing, or the hand cannot be played.
    """
    spec, actions, versions, dealt = code.decode(text)
    unplayed = PlayedHand(PASTED_AT, spec, actions, (0.0, 0.0), versions=versions, deal=dealt)
    if agents is not None:
        known = {entry.name for entry in agents if entry.game == unplayed.game}
        for name in unplayed.spec.seats:
            if name not in PEOPLE and name not in known and find_room(name) is None:
                raise BadInput(
                    f"{name} played this hand and is not among the agents of {unplayed.game} here."
                )
    try:
        returns = unplayed.session().results[-1].returns
    except BadInput as error:
        raise BadInput(f"This id cannot be played: {error}.") from error
    if max(map(abs, returns)) > LARGEST:
        raise BadInput("This id cannot be played: its stacks are too large.")
    return replace(unplayed, returns=returns)


def other_versions(hand: PlayedHand, agents: Sequence[AgentEntry]) -> tuple[str, ...]:
    """Return the agents whose version in the hand differs from the version here."""
    here = {entry.name: entry.version for entry in agents if entry.game == hand.game}
    played = zip(hand.spec.seats, hand.versions, strict=True)
    return tuple(name for name, version in played if version and here.get(name, version) != version)


ACPC = "STATE:"


def rebuild_session(hand_id: str, info: InformationState) -> Session:
    """Return the table at the end of a hand.

    `info` is a decision in the hand, which tells the blinds of a line of a log.

    Raises:
        BadInput: If the text is not a hand.
    """
    if isinstance(info, HoldemInformationState) and hand_id.startswith(ACPC):
        return ImportedHand(1, from_acpc(hand_id, info.rules), first=0, net=0, reached=0).session()
    return from_id(hand_id).session()
