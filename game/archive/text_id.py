"""The id of a hand, and the hand of an id: what a player copies, and pastes somewhere else.

An id holds the table, the moves and the versions of the agents (see `code`); cards and result follow from them by
the rules. It does not tell when the hand was played, nor the mixes of the agents.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.agent_entries import AgentEntry
from game.archive import code
from game.archive.hands import LARGEST, PlayedHand
from game.core import BadInput
from game.match.table_spec import PEOPLE

PASTED_AT = 0.0
"""The time of a hand that came as an id: none."""


def from_id(text: str, agents: Sequence[AgentEntry] | None = None) -> PlayedHand:
    """Return the hand that `text` names; `agents`, where given, must have everybody who sat at its table.

    `BadInput` says in one sentence what is wrong.
    """
    spec, actions, versions = code.decode(text)
    unplayed = PlayedHand(PASTED_AT, spec, actions, (0.0, 0.0), versions=versions)
    if agents is not None:
        _check_agents(unplayed, agents)
    try:
        returns = unplayed.session().results[-1].returns
    except BadInput as error:
        raise BadInput(f"This id cannot be played: {error}.") from error
    if max(map(abs, returns)) > LARGEST:
        raise BadInput("This id cannot be played: its stacks are too large.")
    return PlayedHand(PASTED_AT, spec, actions, returns, versions=versions)


def other_versions(hand: PlayedHand, agents: Sequence[AgentEntry]) -> tuple[str, ...]:
    """Return who played in another version than the agents of that name have here."""
    here = {entry.name: entry.version for entry in agents if entry.game == hand.game}
    played = zip(hand.spec.seats, hand.versions, strict=True)
    return tuple(name for name, version in played if version and here.get(name, version) != version)


def _check_agents(hand: PlayedHand, agents: Sequence[AgentEntry]) -> None:
    known = {entry.name for entry in agents if entry.game == hand.game}
    for name in hand.spec.seats:
        if name not in PEOPLE and name not in known:
            raise BadInput(f"{name} played this hand and is not among the agents of {hand.game} here.")
