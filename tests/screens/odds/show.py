"""The odds screen in its states, for sweeps over all screens: answered, painted, wrong, picking."""

from collections.abc import Callable

from game.screens.app import App
from game.screens.odds.screen import OddsScreen
from tests.screens.odds.answers import counted, equity, parts, sampled, told

WRONG = (
    "“KxKs” is not part of a range: a token is like “77”, “22+”, “A2s+”, “99-66”, “KQ”, “QhJh”, "
    "with a weight like “:0.5”, or “random”."
)


def answered(app: App) -> OddsScreen:
    """Open the screen, and answer for the worker."""
    screen = OddsScreen(app)
    app.go(screen)
    inquiry = screen._inquiry
    inquiry.ask()
    inquiry._read({"sides": [told("AKs", hands=1), told("QQ", "JJ")], "problem": ""}, "")
    for deals in (500, 1_000, 100_000):
        inquiry._reported(sampled(deals, 0.5, 1 / deals**0.5))
    inquiry._counted(equity(), "")
    inquiry._show_parts(parts(), "")
    return screen


def counting(app: App) -> None:
    inquiry = answered(app)._inquiry
    inquiry._counting = 1
    inquiry._reported(sampled(100_000))
    inquiry._reported(counted())


def painted(app: App) -> None:
    screen = answered(app)
    screen._grid.view.choose("paint")
    screen._tabs.choose("course")
    screen.relayout()


def wrong(app: App) -> None:
    inquiry = answered(app)._inquiry
    side = {"problem": WRONG, "span": (0, 4)}
    inquiry._read({"sides": [told("AKs"), side], "problem": ""}, "")


def without_a_board(app: App) -> None:
    screen = answered(app)
    screen._inquiry.lay(())
    screen._inquiry._show_parts(parts(following=False, exact=False), "")


def begun_board(app: App) -> None:
    answered(app)._inquiry.lay((0,))


def picking(app: App) -> None:
    answered(app)._question.pick_board()


ODDS: dict[str, Callable[[App], object]] = {
    "odds": answered,
    "odds waiting": lambda app: app.go(OddsScreen(app)),
    "odds counting": counting,
    "odds painted": painted,
    "odds wrong": wrong,
    "odds without a board": without_a_board,
    "odds begun board": begun_board,
    "odds picking": picking,
}
