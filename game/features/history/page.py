"""The history page: the hands that were played or watched, newest first, with filters, exports and pasted ids."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, TypeVar, cast

from game.archive.code import LONGEST, decode
from game.archive.export import FORMATS, SUFFIXES, Format, export, from_id, other_versions
from game.archive.hands import PlayedHand, Stake
from game.archive.imported import RoomHands
from game.archive.store import EVERYTHING, HistoryFilter
from game.core import BadInput
from game.features.history import CountRooms, ExportHands, ListHands
from game.features.history.browser import HandBrowser
from game.features.history.details import PlayedDetail, build_line, describe_hand, get_cards
from game.features.history.filters import Filters, name_above
from game.features.history.hand_import import HandImport, has_imports, review_imports
from game.features.history.hand_list import PAGE, Described, HandList, Instead, Pages
from game.features.history.log_hands import LIKE_A_LOG
from game.features.history.logs_page import Logs, import_from
from game.needs import need_of_replay
from game.request import Refusal
from game.rules import games
from game.study.history import WrittenHands
from game.study.review import Kind, ReviewTarget
from game.study.words import in_one
from game.tables.replay import HandOrigin, HistoryOrigin, Replay
from game.texts import capitalize, join_sentences, number, plural, text
from game.window.dialogs.dialog import Dialog
from game.window.dialogs.stored_data import FOLDER, DeleteData, ExportPanel
from game.window.frame.actions import action
from game.window.frame.pages import page
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui import input
from game.window.ui.layout import Box
from game.window.ui.leaves import Control, Words
from game.window.ui.widgets import Button, Option, Segmented, WordEntry, options
from game.window.views.cards import NO_CARDS, Cards, HandLine

T = TypeVar("T")
LIKE_AN_ID = re.compile(r"p\d{1,4}-", re.IGNORECASE)


class PasteId(Dialog):
    """The dialog that asks for the id of a hand.

    If the clipboard contains an id, the field has this id at first.
    """

    name: ClassVar[str] = "paste_id"

    def __init__(self, app: Services) -> None:
        super().__init__(app, text("history.pasting.title"))
        found = input.get().strip()
        words = found if LIKE_AN_ID.match(found) and len(found) <= LONGEST else ""
        self._entry = WordEntry(
            "id", text("history.id"), words, self._check, longest=LONGEST, entered=self.submit
        )
        self._open = Button("open", text("history.pasting.open"), self.submit, kind="primary")
        self._cancel = Button("close", text("common.close"), self.escape, style="label_b")
        self.controls.focus("id")

    @Dialog.submit.override
    def submit(self) -> None:
        """Rebuild the hand from its id, and replay it."""
        hand = self._read(partial(from_id, self._entry.value, self.app.agents))
        if hand is not None:
            self.app.back()
            self.app.once_ready(need_of_replay(hand.game), lambda: self.app.go(Replay(self.app, hand)))
            others = other_versions(hand, self.app.agents)
            if others:
                self.app.say(text("history.pasting.other_version", names=", ".join(others)))

    def _check(self, words: str) -> None:
        """Show the problem with the typed id, if any. The hand is rebuilt only when the user confirms."""
        self._read(partial(decode, words))

    def _read(self, read: Callable[[], T]) -> T | None:
        """Parse the typed id with `read`.

        If the id is invalid, show the error at the field and return None.
        """
        self._entry.problem = ""
        try:
            return read()
        except BadInput as error:
            self._entry.problem = str(error)
            self.relayout()
            return None

    # ---- what the panel shows -------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """Return the field, and below it an explanation of ids, or the error in the typed id."""
        problem = self._entry.problem
        said = Words(problem or text("history.pasting.note"), "label", "bad" if problem else "dim", 6)
        return [Control(self._entry, 44, after=10), said]

    def buttons(self) -> list[Button]:
        return [self._open, self._cancel]


ONE, ALL = "one", "all"


class HandExport(ExportPanel):
    """The dialog that exports hands. The user chooses the hands and the format.

    The worker writes the file to the user's folder. The window itself copies the text of a single hand to the
    clipboard, because this is quick. At the end, the dialog closes, and a notice has the path of the file.
    """

    name: ClassVar[str] = "export"

    def __init__(
        self, app: Services, hand: PlayedHand | None, wanted: HistoryFilter | None = None, total: int = 1
    ) -> None:
        super().__init__(app, text("history.exporting.title"), text("history.exporting.write"))
        self._hand, self._filter = hand, wanted
        scopes = []
        if hand is not None:
            scopes.append(Option(ONE, text("history.exporting.one")))
        if wanted is not None:
            scopes.append(Option(ALL, text("history.exporting.all", count=number(total))))
        chosen = scopes[0].value
        self._scope = Segmented("scope", text("history.exporting.which"), scopes, chosen, self._clear_problem)
        formats = options("history.formats.{}", FORMATS)
        label = text("history.exporting.format")
        self._format = Segmented("format", label, formats, FORMATS[0], self._clear_problem)
        self.controls.focus("format")

    @property
    def form(self) -> Format:
        return cast(Format, self._format.chosen)

    # ---- what is done ---------------------------------------------------------------------------------------
    @ExportPanel.submit.override
    def submit(self) -> None:
        """Start the export in the worker."""
        if self.busy:
            return
        try:
            file = self._free_file("hands", SUFFIXES[self.form])
        except OSError as error:
            folder = self.app.folder / FOLDER
            self._say(text("history.exporting.no_folder", folder=folder, reason=error.strerror or error))
            return
        ids = (self._hand.id,) if self._scope.chosen == ONE and self._hand is not None else None
        request = ExportHands(self.form, str(file), self._filter or EVERYTHING, ids)
        self._ask(request, file, self._take_file)

    @action("ctrl c", cap="Ctrl C", control="copy-text", style="label_b", capped=False)
    def copy(self) -> None:
        """Copy the text of the single hand to the clipboard."""
        if self._hand is None:
            return
        try:
            written = export([self._hand], self.form)
        except BadInput as error:
            self._say(str(error))
            return
        if input.put(written):
            self._done(text("history.exporting.copied", format=text(f"history.formats.{self.form}")))
        else:
            self._say(text("replay.no_clipboard"))

    @copy.reason
    def _why_no_copy(self) -> str:
        return "" if self._scope.chosen == ONE else text("history.exporting.copies_one")

    def _take_file(self, written: WrittenHands | Refusal) -> None:
        file, self._file = self._file, None
        if isinstance(written, Refusal):
            self._say(written.sentence)
            return
        done = plural("history.exporting.done", written.hands, file=file)
        said = in_one(self.app.folder, written.warnings)
        self._done(join_sentences(done, said))

    # ---- what the panel shows -------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """Return the choices of hands and format, and a note: on the format, on the export, or on an error."""
        said = self.problem or text(f"history.format_notes.{self.form}")
        words = text("history.exporting.busy") if self.busy else said
        return [
            *name_above(self._scope, 40, after=10),
            *name_above(self._format, 40, after=10),
            Words(words, "label", "bad" if self.problem and not self.busy else "dim", 6),
        ]

    def buttons(self) -> list[Button]:
        self._write.disabled = text("history.exporting.busy") if self.busy else ""
        return [self._write, self.copy.button, self._close]


NEAR = 50  # a selected row above this one stays selected when new hands come
DEALT_A_FRAME = 2  # rows whose hands are replayed for their cards per frame: each takes a few milliseconds


@page(
    "look-back",
    key="b",
    title="history.title",
    icon="review",
    position=70,
    badge=lambda models: models.hand_imports.badge or models.imports.badge,
)
class HistoryScreen(HandBrowser[PlayedHand]):
    """The page with the list and the selected hand."""

    name: ClassVar[str] = "history"
    keys: ClassVar[str] = "history"
    words: ClassVar[str] = "history"
    tabs: ClassVar[Sequence[str]] = ("hands", "hand", "filters")
    keycaps: ClassVar[Mapping[str, str]] = {
        "review": "R",
        "mistakes": "F",
        "import-hands": "M",
        "logs": "I",
        "paste": "V",
    }
    origin: ClassVar[HandOrigin[Any]] = HistoryOrigin()
    filters: Filters
    detail: PlayedDetail

    def __init__(self, app: Services, since: float | None = None) -> None:
        """Open the page on the whole history, or on the hands since the Unix time `since`."""
        super().__init__(app)
        self._cards: dict[int, Cards] = {}
        self._finds = 0
        self._first: int | None = None  # the row that was selected when the hands arrived
        self._kept: PlayedHand | None = None  # the hand to select when the hands arrive
        self._has_moved = False  # whether that row must still be scrolled into view
        self._has_imports = False
        self._play = Button("play", text("history.play"), self.play, kind="primary")
        self.filters = Filters(self, since)
        self._rooms = Asked[RoomHands](app, self._take_rooms)
        self.pages = Pages[PlayedHand, HistoryFilter](self, ListHands, HistoryFilter())
        self.list = HandList(self, self.pages, "history")
        self.detail = PlayedDetail(self, [*self.hand_buttons, self.review_hand.button, self.export.button])
        self._export_all = self.act("export-all", "history.export_all", self._open_export)
        self.filter_buttons = [self.paste.button, self._export_all]

    # ---- what is read ---------------------------------------------------------------------------------------
    def read(self) -> None:
        """Read the history from its newest hand, with the current filters."""
        self._cards.clear()
        self._finds = self.app.models.folder_watch.finished
        self._first = self._kept = None
        self.list.restart()
        self.pages.begin(self.filters.build_filter())
        self.relayout()

    def read_anew(self) -> None:
        """Read the history, and the opponents and stakes of imported hands, because there may be new hands."""
        self._has_imports = has_imports(self.app.folder)
        if not self._has_imports:
            self.filters.offer_rooms(RoomHands())
        self.read()
        if self._has_imports:
            self._rooms.ask(CountRooms())

    def _take_rooms(self) -> None:
        """Offer the new choices. If a selected choice no longer exists, read the history again without it."""
        if self._rooms.fresh is not None:
            self.filters.offer_rooms(self._rooms.fresh)
            if self.filters.build_filter() != self.pages.wanted:
                self.read()
            self.relayout()

    def read_hands(self) -> None:
        self.read()

    def page_came(self) -> None:
        """Show the hands that have arrived. At first, select the newest hand that the user has played."""
        if self._first is None and self.pages.total:
            hands = [self.pages.hand(index) for index in range(min(PAGE, self.pages.total))]
            own = (index for index, hand in enumerate(hands) if hand and hand.own_seat is not None)
            self._first = next(own, 0)
            self.list.rows.chosen = hands.index(self._kept) if self._kept in hands else self._first
            self._has_moved = True
        super().page_came()

    def background_changed(self) -> None:
        """Show new hands from the watched folder.

        The hand that the user has selected stays selected. If this hand is far down the list, the list stays
        unchanged.
        """
        row = self.list.rows.chosen
        if self._finds != self.app.models.folder_watch.finished and (row == self._first or row < NEAR):
            kept = self._kept if self._first is None else self.pages.hand(row) if row != self._first else None
            self.read_anew()
            self._kept = kept

    def line(self, hand: PlayedHand) -> HandLine:
        return build_line(self.app, hand)

    def cards(self, index: int, hand: PlayedHand) -> Cards:
        """Return the cards of a row. The result is empty until the hand has been replayed."""
        return self._cards.get(index, NO_CARDS)

    def describe(self, hand: PlayedHand) -> Described:
        return describe_hand(self.app, hand)

    def enter(self) -> None:
        """Read the history, and describe the selected hand again, because settings may have changed."""
        if self.pages.untouched:
            self.read_anew()
        else:
            self.background_changed()
        self.detail.show(None)
        self.show_selection()

    def update(self, dt: float) -> bool:
        """Replay the hands of visible rows to find their cards, a few per frame."""
        places = [index for index in self.list.rows.seen if index not in self._cards]
        missing = [(index, hand) for index in places if (hand := self.pages.hand(index)) is not None]
        for index, hand in missing[:DEALT_A_FRAME]:
            self._cards[index] = get_cards(hand)
        return bool(missing) or super().update(dt)

    # ---- actions --------------------------------------------------------------------------------------------
    @action("v", style="label_b")
    def paste(self) -> None:
        self.app.overlay(PasteId(self.app))

    @action("e", style="label_b")
    def export(self) -> None:
        self._open_export(self.list.chosen)

    @action("delete")
    def delete(self) -> None:
        self.app.overlay(DeleteData(self.app, self.read_anew))

    @action("m", control="import-hands", style="label_b")
    def import_hands(self) -> None:
        self.app.overlay(HandImport(self.app, self.read_anew))

    @action("i", style="label_b", hinted=False)
    def logs(self) -> None:
        """Open the page of imported logs."""
        self.pages.drop()
        self.detail.luck.drop()
        self.app.go(Logs(self.app))

    @action("r", style="label_b")
    def review(self) -> None:
        self._open_review("session")

    @action("f", style="label_b", hinted=False)
    def mistakes(self) -> None:
        review_imports(self.app, self.pages.wanted)

    @mistakes.when
    def _may_show_imports(self) -> bool:
        wanted = self.pages.wanted
        is_of_rooms = wanted.game in (None, games.HOLDEM) and wanted.stake != Stake() and not wanted.watched
        return self._has_imports and is_of_rooms and bool(self.pages.total)

    @action("h", style="label_b", hinted=False, row=review)
    def review_hand(self) -> None:
        self._open_review("hand")

    @review_hand.label
    def _review_hand_label(self) -> str:
        return capitalize(text("history.actions.review_hand"))

    def _open_export(self, hand: PlayedHand | None = None) -> None:
        if self.pages.total:
            self.app.overlay(HandExport(self.app, hand, self.pages.wanted, self.pages.total))

    def _open_review(self, kind: Kind) -> None:
        hand = self.list.chosen
        if hand is None or self.detail.problem:
            return
        target = ReviewTarget(kind, hand.id, origin=hand.origin)
        self.app.once_ready(need_of_replay(hand.game), lambda: self.app.open("review", target))

    def drop(self, file: str) -> bool:
        """Open the import dialog that suits a dropped file: for logs, or for hands of poker rooms."""
        if LIKE_A_LOG.fullmatch(file):
            import_from(self.app, file)
        else:
            self.app.overlay(HandImport(self.app, self.read_anew, file))
        return True

    def play(self) -> None:
        self.app.open("new_game", games.TIC_TAC_TOE, in_place=True)

    def escape(self) -> None:
        """Go back, and drop the pending requests."""
        self.pages.drop()
        self._rooms.drop()
        self.detail.luck.drop()
        self.app.back()

    # ---- what the page shows --------------------------------------------------------------------------------
    @property
    def count(self) -> str:
        count = self.pages.total
        return plural("history.count", count) if count else ""

    def layout(self, width: float, height: float) -> None:
        """Lay out the page. The export button is enabled if the list has hands."""
        mistakes = [self.mistakes.button] if self.mistakes.is_offered else []
        self.header_buttons = [*mistakes, self.review.button, self.import_hands.button, self.logs.button]
        self._export_all.disabled = "" if self.pages.total else text("history.nothing_to_export")
        super().layout(width, height)
        if self._has_moved and self.list.rows.rect[3] > 0:
            self._has_moved = False
            self.list.rows.show_chosen()

    def instead(self) -> Instead | None:
        """Return the message for an empty list.

        The message says that the history is pending, unreadable or empty, or that no hand matches the filters.
        """
        pages = self.pages
        if pages.problem:
            return Instead(text("history.problem", reason=pages.problem), self.retry_button)
        if pages.total is None:
            return self.list.reading
        if pages.total:
            return None
        if self.filters.is_open:
            return Instead(text("history.empty"), self._play)
        said = "nothing_watched" if pages.wanted.watched else "nothing_found"
        return Instead(text(f"history.{said}"), self.all_button)
