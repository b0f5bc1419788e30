"""The card at the end of a block of duplicate deals, for sweeps over all screens."""

from collections.abc import Callable

from game.app.app import App
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.study.opponents import portrait
from game.tables.session_parts import block_card
from game.window.dialogs.dialog import nothing

AGAINST = {games.KUHN_POKER: "never-bluffs", games.HOLDEM: "rock-solid"}
BETS = {games.KUHN_POKER: 1, games.HOLDEM: 20_000}
"""What the first to act does: a hand goes on until nobody can act."""


def card(game: str) -> Callable[[App], None]:
    def go(app: App) -> None:
        spec = TableSpec(game, ("you", AGAINST[game]), seed=4, duplicate=True, duplicate_block=2)
        session = Session(spec)
        for number in range(4):
            if number:
                session.next_hand()
            session.act(BETS[game])
            while session.seat_to_act is not None:
                session.act(number % 2)
        shown = portrait(app.agents, AGAINST[game])
        app.overlay(block_card(app, session, 0, shown, go_on=nothing, leave=nothing))

    return go


PLACES = {f"duplicate card {game}": card(game) for game in AGAINST}
