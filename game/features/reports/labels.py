"""Names and looks of the page: textures, boards, forms."""

from __future__ import annotations

from collections.abc import Mapping

from game.rules.cards import high_first
from game.rules.cards import name as card_name
from game.study.reports import ALL_FLOPS, SAMPLES, BoardRow, ReportForm, StoredReport
from game.texts import number, percent, text
from game.window.ui.canvas.painter import Painter
from game.window.views.stored_files import StoredFile

LOOKS: Mapping[str, tuple[str, bool]] = {
    "paired": ("brass", False),
    "monotone": ("info", False),
    "connected-two-tone": ("bad", False),
    "connected-rainbow": ("bad", True),
    "apart-two-tone": ("good", False),
    "apart-rainbow": ("good", True),
}
"""By texture a colour, and whether its mark is a ring: that of two suits is filled, that of three is a ring."""
MARK, RING = 4.5, 1.8
SIDES = ("oop", "ip")


def texture_name(texture: str) -> str:
    """Name a texture; "" is all boards."""
    return text(f"reports.textures.{texture}") if texture else text("reports.textures.all")


def draw_mark(painter: Painter, texture: str, x: float, y: float) -> None:
    """Draw the mark of a texture around a point; all boards have none."""
    if texture:
        colour, hollow = LOOKS[texture]
        if hollow:
            painter.ring(x, y, MARK, colour, RING)
        else:
            painter.disc(x, y, MARK, colour)


def codes(row: BoardRow) -> list[str]:
    """Return the cards of a board, its flop the highest first."""
    return [card_name(card) for card in (*high_first(row.board[:3]), *row.board[3:])]


def share(value: float) -> str:
    """Write a share with a digit behind the point."""
    return percent(value, 1)


def form_name(form: ReportForm) -> str:
    """Say which boards a report has, and the chips of its spot."""
    boards = text("reports.boards.list")
    if form.is_named:
        known = form.boards in (*SAMPLES, ALL_FLOPS)
        boards = text(f"reports.boards.{form.boards}") if known else form.boards
    return text("reports.files.name", boards=boards, pot=form.texts.pot, stack=form.texts.stack)


def file_row(stored: StoredReport) -> StoredFile:
    """Tell of a report in a file: its boards, how many are done, its sizes, and both ranges."""
    form, texts = stored.form, stored.form.texts
    key = "reports.files.done" if stored.done >= stored.total else "reports.files.partly"
    progress = text(key, done=number(stored.done), total=number(stored.total))
    target = number(form.target, 1)
    sizes = text("reports.files.sizes", bets=texts.bets, raises=texts.raises, target=target)
    ranges = [
        text("reports.files.range", player=text(f"solver.players.{side}"), range=words)
        for side, words in zip(SIDES, (texts.oop, texts.ip), strict=True)
    ]
    return StoredFile(form_name(form), progress, sizes, f"{form_name(form)}: {progress}", ranges)
