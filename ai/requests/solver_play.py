"""Answers what is asked while somebody plays a solved spot: hands as they go on, and mistakes to be kept."""

from __future__ import annotations

from collections.abc import Iterator

from ai.drills.spot_mistakes import keep_mistakes
from ai.drills.store import DrillStore
from ai.requests.solver import held_solves
from ai.solver.spot_play import dealt, hand_of
from game.core import BadInput
from game.files import user_files
from game.messages.solver_play import KeepSpotMistakes, PlaySpot
from game.messages.solver_play_answers import SpotHand


@PlaySpot.handler
def play_spot(request: PlaySpot) -> Iterator[SpotHand]:
    """Return a hand up to the next decision."""
    if request.player not in (0, 1) or min(request.seed, request.number) < 0:
        raise BadInput("A hand is of player 0 or 1, and its seed and number are 0 or more.")
    held = held_solves.find(request.texts)
    deal = dealt(held, request.seed, request.number, request.actions, request.cards)
    yield hand_of(held, request.player, deal, request.done)


@KeepSpotMistakes.handler
def keep_spot_mistakes(request: KeepSpotMistakes) -> Iterator[int]:
    """Keep the mistakes as cards."""
    yield keep_mistakes(DrillStore(user_files.home()), request.texts, request.decisions, request.now)
