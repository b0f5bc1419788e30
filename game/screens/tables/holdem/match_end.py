"""The card at the end of a match: who won, the figures of the match, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence

from game.screens.dialogs.match_card import MatchCard, MatchResult
from game.screens.dialogs.question import Reply, nothing
from game.screens.frame.screen import Services
from game.screens.models.opponents import Portrait
from game.screens.ui.texts import text
from game.screens.ui.widgets import Act


def match_end(
    app: Services,
    winner: Portrait,
    account: Sequence[tuple[str, str]],
    *,
    won: bool,
    rematch: Act,
    leave: Act,
) -> MatchCard:
    """Return the card; `won` says whether the person won, `account` holds names and figures of the match."""
    title = text("holdem.match_card.won" if won else "holdem.match_card.lost", name=winner.name)
    replies = (
        Reply("rematch", text("holdem.match_card.rematch"), rematch, "primary"),
        Reply("menu", text("holdem.match_card.menu"), leave),
        Reply("look", text("holdem.match_card.look"), nothing),
    )
    return MatchCard(app, MatchResult(winner.device, title, account), replies)
