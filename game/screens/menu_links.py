"""What the menu leads to beside the tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.needs import Need
from game.screens.lab import screen as lab
from game.screens.look_back.screen import LookBack
from game.screens.odds.screen import OddsScreen
from game.screens.screen import Screen
from game.screens.statistics.screen import StatisticsScreen
from game.screens.train.screen import training
from game.screens.watch.setup import watching

if TYPE_CHECKING:
    from game.screens.screen import Services


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
    Link("watch", "eye", "w", watching, lambda app: app.leagues.badge),
    Link("train", "train", "t", training, lambda app: app.training.badge),
    Link("odds", "odds", "o", OddsScreen, need=Need.ODDS),
    Link("lab", "lab", "l", lab.opened, need=Need.LAB),
    Link("look-back", "review", "b", LookBack, lambda app: app.imports.badge),
    Link("statistics", "stats", "s", StatisticsScreen),
)
