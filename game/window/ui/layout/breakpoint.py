"""The widths and heights from which a page takes another form, said once."""

from __future__ import annotations

from dataclasses import dataclass

NARROW, SMALL, LARGE = 800.0, 1150.0, 1400.0
LOW = 690.0


@dataclass(frozen=True, slots=True)
class Breakpoint:
    """What a window `width` by `height` dp has room for."""

    width: float
    height: float

    @property
    def narrow(self) -> bool:
        """Everything stands in one column."""
        return self.width < NARROW

    @property
    def small(self) -> bool:
        """Margins are small; a side column is at its least."""
        return self.width < SMALL

    @property
    def low(self) -> bool:
        """There is little height: margins and paddings are small."""
        return self.height < LOW

    @property
    def large(self) -> bool:
        """There is room for a third column."""
        return self.width >= LARGE

    @property
    def margin(self) -> float:
        """The margin of a page, in dp."""
        return 16.0 if self.small else 24.0
