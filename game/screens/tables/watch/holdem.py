"""Watching Hold'em: beside what every watched game shows, what each side believes, the odds, the hand by street."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from game.match.table_spec import TableSpec
from game.screens.pen import Pen, Rect
from game.screens.tables.holdem.study import HoldemStudy
from game.screens.tables.watch.screen import Watch
from game.screens.views import regions
from game.screens.widgets.widget import Act, Widget

if TYPE_CHECKING:
    from game.screens.frame.screen import Services


class WatchHoldem(Watch):
    """A series of Hold'em between two agents."""

    sizes: ClassVar[regions.Sizes] = regions.Sizes(112, 88, (400, 548, 620), band=(484, 520), shelf=(92, 112))

    def __init__(self, app: Services, spec: TableSpec, hands: int) -> None:
        super().__init__(app, spec, hands)
        self.study = HoldemStudy(self)

    # ---- what the spectator does ----------------------------------------------------------------------------
    def go_to_moment(self, place: str) -> None:
        """Pause, and go to the decision at this place of the hand; what was taken back is played again."""
        self.set_running(running=False)
        self.timeline.finish()
        made = self.study.course.made
        while made > int(place) and self.session.can_step_back:
            self.session.step_back()
            made -= 1
        while made < int(place) and self.session.can_redo:
            self.session.redo()
            made += 1
        self.changed()

    def call_back(self) -> None:
        """Ask again for everything."""
        self.study.forget()
        super().call_back()

    # ---- time and layout ------------------------------------------------------------------------------------
    def update(self, dt: float) -> bool:
        """Let time pass, and ask about the position that has come to rest."""
        moving = super().update(dt)
        self.study.follow()
        return moving or self._wants_layout

    def arrange(self) -> list[Widget]:
        """Place the hand above the dock."""
        dock = super().arrange()
        return [*self.study.arrange_shelf(self.regions.shelf), *dock]

    def arrange_side(self, areas: Sequence[Rect]) -> list[Widget]:
        """Place the tabs of a narrow column."""
        return self.study.arrange(areas[0])

    def side_needs(self) -> float:
        """Return what mixes, grids and series need."""
        return self.study.needs()

    # ---- drawing --------------------------------------------------------------------------------------------
    def paint_ground(self, pen: Pen) -> None:
        """Draw the shelf too."""
        super().paint_ground(pen)
        if self.regions.shelf[3]:
            pen.panel(self.regions.shelf)

    def draw_side(self, pen: Pen, areas: Sequence[Rect]) -> None:
        """Draw mixes, grids and series."""
        self.study.draw(pen, areas[0])

    # ---- keys and tests -------------------------------------------------------------------------------------
    def acts(self) -> dict[str, Act]:
        """B: the other grid, where there is only one."""
        return super().acts() | {"b": self.study.switch}

    def trace(self) -> dict[str, Any]:
        """Return what a test may wait for."""
        beliefs = [self.study.beliefs.of(seat) for seat in (0, 1)]
        return super().trace() | {
            "widths": [belief and belief.width for belief in beliefs],
            "about": self.study.about,
            "tab": self.study.tabs.chosen,
        }
