"""The texts of a spot as lines to type in, what is wrong said below each, and a choice of usual sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from game.match.spot_texts import LONGEST, SpotTexts
from game.texts import text
from game.window.ui.layout import Box, Column, Row, fixed, grow
from game.window.ui.leaves import Caps, Control, Iconic, Note
from game.window.ui.widgets import IconButton, Segmented, options
from game.window.views.range_entry import RangeEntry

SIDES: Mapping[str, str] = {"oop": "brass", "ip": "info"}
"""The colours of both sides."""
NAME, FIELD = 22.0, 36.0


class SpotFields:
    """A line for each of some fields; `typed` gets those that were changed, by name.

    `sizes` are the usual ones: by name the bets and the raises.
    """

    def __init__(
        self,
        fields: Iterable[str],
        sizes: Mapping[str, tuple[str, str]],
        typed: Callable[..., None],
    ) -> None:
        self._typed, self._known = typed, sizes
        self.entries = {
            field: RangeEntry(
                field, text(f"solver.fields.{field}"), partial(self._type, field), longest=LONGEST
            )
            for field in fields
        }
        self._usual = Segmented(
            "sizes", text("solver.sizes.label"), options("solver.sizes.{}", sizes), "", self._take_sizes
        )

    def _type(self, field: str, words: str) -> None:
        self._typed(**{field: words})

    def _take_sizes(self, name: str) -> None:
        bets, raises = self._known[name]
        self._typed(bets=bets, raises=raises)

    def follow(self, texts: SpotTexts, problems: Mapping[str, str]) -> None:
        """Show a spot, and what is wrong with it."""
        for field, words in texts.items():
            if field in self.entries:
                self.entries[field].follow(words, problems.get(field, ""))
        sizes = texts.bets, texts.raises
        self._usual.chosen = next((name for name, known in self._known.items() if known == sizes), "")

    def line(self, field: str, more: str = "", button: IconButton | None = None) -> Box:
        """Return a field below its name and what `more` there is to say, with a button at its end."""
        entry = self.entries[field]
        name = " · ".join(filter(None, (entry.label, more)))
        ends = [Iconic(button, FIELD).sized(fixed(FIELD))] if button is not None else []
        return Column(
            Caps(name, SIDES.get(field, "faint")).sized(fixed(NAME)),
            Row(Control(entry, FIELD).sized(grow()), *ends, gap=4),
            Note(entry.problem, wrong=True),
        )

    def chips(self) -> Box:
        """Return pot and stack beside each other."""
        return Row(self.line("pot").sized(grow()), self.line("stack").sized(grow()), gap=12)

    def sizes(self) -> list[Box]:
        """Return the usual sizes, and below them the bets and the raises as they are typed."""
        return [Control(self._usual, FIELD), self.line("bets"), self.line("raises")]
