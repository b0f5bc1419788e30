"""What is played for, as rows of choices: the game, stacks, blinds, time to think, deals before they come again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.rules import games
from game.screens.models.table_choices import BLOCKS, RISES, THINKING, VARIANTS, TableChoices
from game.screens.pages.new_game.labels import options_of
from game.screens.ui.texts import text
from game.screens.ui.widgets import Option, Segmented

MakeRow = Callable[[str, list[Option]], Segmented]
"""Makes the row of one choice from its name and its options."""


def stakes_rows(table: str, choices: TableChoices, stacks: Sequence[int], make: MakeRow) -> list[Segmented]:
    """Return the rows of a table of the menu; `stacks` are those on offer, in big blinds."""
    rows = []
    if table == games.KUHN_POKER:
        rows.append(make("variant", options_of("variant", VARIANTS)))
    if table == games.HOLDEM:
        rows.append(make("form", options_of("form", ("cash", "match"))))
        rows.append(make("stack", [Option(str(bb), text("new_game.stacks", bb=bb)) for bb in stacks]))
        if choices.form == "match":
            rows.append(make("rise", options_of("rise", RISES)))
        if choices.think:
            seconds = [Option(one, text("new_game.thinks", seconds=one)) for one in THINKING]
            rows.append(make("think", seconds))
    if choices.deals_twice(table):
        deals = [Option(one, text("new_game.blocks", deals=one)) for one in BLOCKS]
        rows.append(make("block", deals))
    return rows
