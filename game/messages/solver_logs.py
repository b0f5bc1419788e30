"""Requests of the solver page about stored hands: who played them, and how often somebody folds, calls, raises."""

from __future__ import annotations

from dataclasses import dataclass

from game.match.spot_texts import SpotTexts
from game.messages.solver_answers import LoggedMix, LoggedPlayer
from game.request import Request


@dataclass(frozen=True, slots=True)
class ListLoggedPlayers(Request[tuple[LoggedPlayer, ...]]):
    """List the players of the history and of imported logs who have enough hands to lock a strategy to theirs.

    Those with the most hands come first.
    """


@dataclass(frozen=True, slots=True)
class AskLoggedMix(Request[LoggedMix]):
    """Ask how often a player folds, calls and raises at decisions of one kind: its street, and what is faced.

    texts: a spot; actions: those in the spot that lead to a decision of the kind; player: whose hands are counted.
    """

    texts: SpotTexts
    actions: tuple[str, ...]
    player: LoggedPlayer
