"""Which screen a session is played on."""

from __future__ import annotations

from typing import Any

from game.match.session import Session
from game.rules import games
from game.screens.app import App
from game.screens.play import PlayScreen
from game.screens.play_holdem import PlayHoldem
from game.screens.play_kuhn import PlayKuhn
from game.screens.play_tic_tac_toe import PlayTicTacToe


def open_table(app: App, session: Session) -> PlayScreen[Any]:
    """Return the table of a session."""
    match session.spec.game:
        case games.TIC_TAC_TOE:
            return PlayTicTacToe(app, session)
        case games.HOLDEM:
            return PlayHoldem(app, session)
        case _:
            return PlayKuhn(app, session)
