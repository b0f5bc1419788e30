"""What the menu leads to beside the tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.needs import Need
from game.screens.frame.screen import Screen, Services


def no_badge(app: Services) -> str:
    """Return nothing: the link has no news."""
    return ""


@dataclass(frozen=True, slots=True)
class Link:
    """What the menu leads to beside the tables: its name in the texts, icon, key, screen, and news.

    `need` is what it waits for on the first start, where it has one.
    """

    name: str
    icon: str
    key: str
    open: Callable[[Services], Screen]
    badge: Callable[[Services], str] = no_badge
    need: Need | None = None


LINKS = (
    Link("watch", "eye", "w", lambda app: app.routes.watching(app), lambda app: app.leagues.badge),
    Link("train", "train", "t", lambda app: app.routes.training(app), lambda app: app.training.badge),
    Link("odds", "odds", "o", lambda app: app.routes.odds(app), need=Need.ODDS),
    Link("solver", "solver", "v", lambda app: app.routes.solver(app, None), need=Need.SOLVER),
    Link(
        "reports",
        "cards",
        "r",
        lambda app: app.routes.reports(app, None),
        lambda app: app.reports.badge,
        Need.SOLVER,
    ),
    Link("lab", "lab", "l", lambda app: app.routes.lab(app), need=Need.LAB),
    Link("look-back", "review", "b", lambda app: app.routes.history(app), lambda app: app.imports.badge),
    Link("drills", "drill", "d", lambda app: app.routes.drills(app), lambda app: app.drills.badge),
    Link("statistics", "stats", "s", lambda app: app.routes.statistics(app)),
)
