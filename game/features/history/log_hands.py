"""Parts of the page of imported logs: the row and the replay of a hand, the side panels and the import dialog."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from game.archive.imported import ImportedHand, ImportedLog, LogPlayer
from game.core import BadInput, Seat
from game.features.history.details import HandDetail, scrolling
from game.features.history.filters import LogsPage, format_log_title, name_above
from game.features.history.hand_list import Described
from game.languages import NO_BREAK
from game.rules.betting import BUTTON as BETTING_BUTTON
from game.rules.betting import HoldemRules
from game.study.amounts import Amounts, format_table
from game.study.history import BETWEEN
from game.study.opponents import Portrait
from game.tables.replay import HandOrigin
from game.texts import day_and_time, number, read_marks, retellable, signed, text
from game.window.dialogs.dialog import Dialog, Question, Reply, nothing
from game.window.frame.screen import Services
from game.window.ui import input
from game.window.ui.layout import Box, Column, Row, Space, grow
from game.window.ui.leaves import Bar, Caps, Control, Line, Rule, TabRow, Words, indented
from game.window.ui.widgets import Act, Button, Scroll, Tabs, WordEntry, options
from game.window.views.cards import Cards, HandLine, card_code, card_codes

WATCHED, STRANGER = "eye", "mirror"
"""The icons of a hand between strangers, and of a player in such a hand."""


def build_log_line(app: Services, hand: ImportedHand) -> HandLine:
    """Return the row of a hand in the list. The row shows the result of the player who is named first."""
    first, second = hand.spec.seats
    rules = hand.record.rules
    amounts = Amounts(app.settings.in_blinds, rules.big_blind)
    return HandLine(
        device=WATCHED,
        name=text("history.pair", first=first, second=second),
        stake=format_table(rules),
        result=amounts.signed(hand.net),
        how=text("logs.on_button" if hand.first == BETTING_BUTTON else "logs.in_big_blind"),
        ink="text",
        day=text("logs.row", place=number(hand.number)),
        hour=text(f"logs.reached.{hand.reached}"),
    )


def describe_log_hand(app: Services, hand: ImportedHand) -> Described:
    """Return the description of a hand for the panel beside the list."""
    count = text("logs.number", place=number(hand.number), number=number(hand.record.number))
    whose = text("history.for", name=hand.spec.seats[0])
    return Described(replace(build_log_line(app, hand), how=whose), hand.spec.seats, count, text("logs.line"))


def get_log_cards(hand: ImportedHand) -> Cards:
    hole, board = hand.cards
    return tuple(card_codes(hole)), tuple(map(card_code, board))


class LogOrigin(HandOrigin[ImportedHand]):
    """The source of replayed hands from a log. Both players are unknown people with unknown strategies."""

    words: ClassVar[str] = "logs.replaying"
    tells_mixes: ClassVar[bool] = False

    def sentence(self, hand: ImportedHand) -> str:
        return text("logs.replaying.origin")

    def portrait(self, hand: ImportedHand, seat: Seat) -> Portrait:
        """Return a portrait with only the name. If both players have the same name, seat 1 is marked."""
        names = hand.spec.seats
        is_twin = bool(seat) and names[0] == names[1]
        return Portrait(text("watch.twin", name=names[seat]) if is_twin else names[seat], "", STRANGER)


HAND, LOG = "hand", "log"
TABS, PADDING = 42.0, 20.0
BUTTON = 42.0
MAX_TABLES, MAX_PLAYERS, MAX_LEFT_OUT = 3, 12, 100
PLAYER, PLAYER_GAP, COLUMN_GAP = 21.0, 4.0, 14.0
MEGABYTE = 1_000_000


class LogSide:
    """The two panels next to the list, each with a tab: the selected hand, and the facts about the log.

    In a small window, the page itself has tabs instead.
    """

    def __init__(self, page: LogsPage, detail: HandDetail[ImportedHand]) -> None:
        self._detail = detail
        self._log: ImportedLog | None = None
        self._scroll = Scroll(page.relayout)
        sides = options("logs.tabs.{}", (HAND, LOG))
        self._tabs = Tabs("side", text("logs.title"), sides, HAND, lambda side: page.relayout())
        self._train = Button(
            "train", text("logs.train"), page.train, icon="train", keycap="T", style="label_b"
        )
        self._remove = Button("remove", text("logs.remove"), page.remove, style="label_b")

    @property
    def scroll(self) -> Scroll:
        return self._detail.scroll if self._tabs.chosen == HAND else self._scroll

    def show(self, log: ImportedLog | None) -> None:
        """Show the facts about a log. None means that there is no log."""
        if log is not self._log:
            self._log = log
            self._scroll.offset = 0.0

    def box(self, tab: str) -> Box:
        """Return the open panel below its tabs.

        If the page itself has tabs, `tab` is the open tab of the page, and the panel has no tabs of its own.
        """
        self._tabs.chosen = tab or self._tabs.chosen
        panel = self._detail.box() if self._tabs.chosen == HAND else scrolling(self._parts(), self._scroll)
        tabs = indented(TabRow(self._tabs, TABS), PADDING)
        return panel if tab else Column(Space(4), tabs, panel.sized(grow()))

    def _parts(self) -> Iterator[Box]:
        log = self._log
        if log is None:
            return
        yield Words(format_log_title(log), "strong", after=2)
        size = number(max(0.1, log.bytes / MEGABYTE), 1)
        yield Words(text("logs.about.imported", when=day_and_time(log.at), size=size), "small", "dim", 4)
        for rules in log.tables[:MAX_TABLES]:
            yield Words(format_table(rules), "label", "text", 2)
        if len(log.tables) > MAX_TABLES:
            more = number(len(log.tables) - MAX_TABLES)
            yield Words(text("logs.about.more_tables", count=more), "label", "dim", 2)
        if log.assumed:
            yield Words(text("logs.about.assumed", files=", ".join(log.assumed)), "label", "dim", 2)
        yield Space(4)
        yield Control(self._train, BUTTON)
        yield Rule(height=16.0)
        yield Caps(text("logs.about.players", count=number(log.everybody)))
        yield _players(log.players[:MAX_PLAYERS])
        yield Space(PLAYER_GAP)
        if log.everybody > MAX_PLAYERS:
            more = number(log.everybody - MAX_PLAYERS)
            yield Words(text("logs.about.more_players", count=more), "small", "faint", 2)
        yield Rule(height=16.0)
        yield from _left_out(log)
        yield Space(6)
        yield Control(self._remove, BUTTON)


def _left_out(log: ImportedLog) -> Iterator[Box]:
    """Yield the lines of the log that are not hands, or only the first few if there are many."""
    yield Caps(text("logs.about.left_out", count=number(log.bad)))
    if not log.bad:
        yield Words(text("logs.about.nothing_left_out"), "label", "dim", 4)
    several = len(log.files) > 1
    shown = log.left_out[:MAX_LEFT_OUT]
    for one in shown:
        key = ("file_line" if several else "line") if one.number else "file"
        said = text(f"logs.about.{key}", file=one.file, number=number(one.number), sentence=one.sentence)
        yield Words(said, "small", "dim", 4)
    if log.bad > len(shown):
        more = number(log.bad - len(shown))
        yield Words(text("logs.about.more_left_out", count=more), "small", "faint", 4)


def _players(players: Sequence[LogPlayer]) -> Box:
    """Return the list of players, each with the name, the number of hands, and the winnings in bb/100."""
    names = [Line(one.name, "label_b", height=PLAYER) for one in players]
    hands = [Line(number(one.hands), "label", "dim", height=PLAYER, right=True) for one in players]
    rates = [100 * one.net_bb / one.hands for one in players]
    won = [Line(signed(rate, 1), "label", height=PLAYER, right=True) for rate in rates]
    left, *right = (Column(*lines, gap=PLAYER_GAP) for lines in (names, hands, won))
    return Row(left.sized(grow()), *right, gap=COLUMN_GAP)


def ask_to_remove(app: Services, log: ImportedLog, remove: Act) -> None:
    """Ask whether to delete a log. The default answer is no."""
    replies = [
        Reply("keep", text("logs.removing.keep"), nothing),
        Reply("remove-now", text("logs.removing.remove"), remove, "danger"),
    ]
    body = text("logs.removing.body", title=format_log_title(log))
    app.overlay(Question(app, text("logs.removing.title"), body, replies))


LONGEST = 4_000
LONGEST_TABLE, IN_A_TABLE = 40, f"0123456789/,. {NO_BREAK}".__contains__
USUAL_TABLE = HoldemRules()
LIKE_A_LOG = re.compile(r"\S.*\.(log|acpc|phhs?)(\.(xz|gz))?[\"']?", re.IGNORECASE)

_TABLE = re.compile(r"(\d{1,9})/(\d{1,9})/(\d{1,9})")
_NOT_TYPED = re.compile(r"[\s,]")


class LogImport(Dialog):
    """The dialog that imports a log: its path (typed, pasted or dropped), its blinds and stacks, and the progress.

    The typed blinds and stacks are used if the log doesn't state any. The worker process reads the log, and
    continues if the dialog is closed. If the user opens the dialog for another log during the import, the dialog
    shows the path of the other log. If the dialog is still open at the end of the import, it closes and calls the
    callback `done` with the log.
    """

    name: ClassVar[str] = "import_log"

    def __init__(self, app: Services, done: Callable[[ImportedLog], None], path: str = "") -> None:
        super().__init__(app, text("logs.importing.title"))
        self._done = done
        self._imports = app.models.imports
        failed = None if path else self._imports.failed
        self._next = bool(path) and self._imports.at_work is not None
        self._work = self._imports.at_work
        self.problem = failed.sentence if failed is not None else ""
        self._imports.forgive()
        typed = failed.importing.typed if failed is not None else path or _copied_path()
        table = failed.importing.table if failed is not None else USUAL_TABLE
        path_label, table_label = text("logs.importing.path"), text("logs.importing.table")
        edited, given = self._take_edit, table_as_typed(table)
        self._path = WordEntry("path", path_label, typed, edited, longest=LONGEST)
        self._table = WordEntry(
            "table", table_label, given, edited, longest=LONGEST_TABLE, allowed=IN_A_TABLE
        )
        self._path.entered = self._table.entered = self.submit
        self._begin = Button("import", text("logs.importing.begin"), self.submit, kind="primary")
        self._close = Button("close", text("common.close"), self.escape, style="label_b")
        self._cancel = Button("cancel", text("logs.importing.cancel"), self.cancel, style="label_b")
        self.controls.focus("path" if self._imports.at_work is None else "close")

    # ---- what is done ---------------------------------------------------------------------------------------
    @Dialog.submit.override
    def submit(self) -> None:
        """Start the import of the files in the worker."""
        if self._imports.at_work is not None:
            return
        self._table.problem = ""
        try:
            table = table_typed(self._table.value)
        except BadInput as error:
            self._table.problem = str(error)
            self._say(str(error))
            return
        self._imports.begin(self._path.value, table)
        self._work = self._imports.at_work
        self.controls.focus("close")
        self._say("")

    def cancel(self) -> None:
        """Cancel the import."""
        self._imports.cancel()
        self._work = None
        self.controls.focus("path")
        self._say(text("logs.importing.cancelled"))

    def escape(self) -> None:
        """Close the dialog. A running import continues."""
        self.app.back()

    def drop(self, file: str) -> bool:
        """Add a file that was dropped onto the window."""
        if self._imports.at_work is None:
            self._path.set_words(BETWEEN.join(filter(None, (self._path.value, file)))[:LONGEST])
            self._say("")
        return True

    def background_changed(self) -> None:
        """Show the progress, the end or the failure of the import."""
        imports, before = self._imports, self._work
        self._work = imports.at_work
        if self._work is not None:
            self.relayout()
        elif before is not None and imports.failed is None and imports.latest is not None and not self._next:
            self.app.back()
            self._done(imports.latest)
        elif before is not None:
            self._next = False
            self.controls.focus("path")
            self._say(imports.failed.sentence if imports.failed is not None else "")
            self.app.say("")  # the dialog shows the result itself
            imports.forgive()

    def _take_edit(self, words: str) -> None:
        if self._imports.at_work is None:
            self._table.problem = ""
            self._say("")

    def _say(self, sentence: str) -> None:
        self.problem = sentence
        self.relayout()

    # ---- what the panel shows -------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """Return the two fields with their names, or the progress of the import."""
        work = self._imports.at_work
        if work is not None:
            return [
                Words(work.typed, "label", "text", 10),
                Space(2),
                Bar(work.share, height=12),
                Space(12),
                Words(work.how_far, "label", "dim", 8),
                Words(
                    text("logs.importing.next" if self._next else "logs.importing.goes_on"), "small", "dim", 4
                ),
            ]
        said = self.problem or text("logs.importing.note")
        return [
            *name_above(self._path, 44, gap=6, after=12),
            *name_above(self._table, 44, gap=6, after=12),
            Words(said, "label", "bad" if self.problem else "dim", 6),
        ]

    def buttons(self) -> list[Button]:
        busy = self._imports.at_work is not None
        return [self._close, self._cancel] if busy else [self._begin, self._close]


def table_typed(words: str) -> HoldemRules:
    """Parse the two blinds and the stack.

    Raises:
        BadInput: If the text does not consist of two valid blinds and a valid stack.

    >>> table_typed("1 / 2 / 1,000").stacks
    (1000, 1000)
    """
    found = _TABLE.fullmatch("/".join(_NOT_TYPED.sub("", read_marks(part)) for part in words.split("/")))
    if found is None:
        raise BadInput(text("logs.importing.no_table", example=table_as_typed(USUAL_TABLE)))
    small, big, stack = map(int, found.groups())
    return HoldemRules(small, big, (stack, stack))


@retellable
def table_as_typed(rules: HoldemRules) -> str:
    """Return blinds and stack in the form in which a user types them: "50 / 100 / 20,000"."""
    return " / ".join(map(number, (rules.small_blind, rules.big_blind, rules.stacks[0])))


def _copied_path() -> str:
    found = input.get().strip()
    return found if len(found) <= LONGEST and found.isprintable() and LIKE_A_LOG.fullmatch(found) else ""
