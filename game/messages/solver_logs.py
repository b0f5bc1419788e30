"""What the solver page asks of kept hands: who played them, and how often they folded, called and raised."""

from __future__ import annotations

from dataclasses import dataclass

from game.match.spot_texts import SpotTexts
from game.messages.solver_answers import LoggedMix, LoggedPlayer
from game.request import Request


@dataclass(frozen=True, slots=True)
class ListLoggedPlayers(Request[tuple[LoggedPlayer, ...]]):
    """Everybody with enough hands to be locked to, in the history and in imported logs, the busiest first."""


@dataclass(frozen=True, slots=True)
class AskLoggedMix(Request[LoggedMix]):
    """How often a player did what at decisions of the street and kind that a spot has after some actions."""

    texts: SpotTexts
    actions: tuple[str, ...]
    player: LoggedPlayer
