"""Which view belongs to which game."""

from __future__ import annotations

from collections.abc import Mapping

from game.rules import games
from game.screens.tables.game_view import AnyView, Seen
from game.screens.tables.holdem.view import HoldemView
from game.screens.tables.kuhn.view import KuhnView
from game.screens.tables.tic_tac_toe.view import BoardView

VIEWS: Mapping[str, type[BoardView | KuhnView | HoldemView]] = {
    games.TIC_TAC_TOE: BoardView,
    games.KUHN_POKER: KuhnView,
    games.KUHN_HALF_STREET: KuhnView,
    games.HOLDEM: HoldemView,
}


def view_of(seen: Seen) -> AnyView:
    """Return the view of the game that is played there."""
    return VIEWS[seen.session.spec.game](seen)
