"""The form of a report: the spot without its board, the boards, the target, and who works."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import asdict
from functools import partial

from game.match.spot_texts import FIELDS, LONGEST
from game.messages.reports_answers import ALL_FLOPS, SAMPLES
from game.screens.frame.screen import Services
from game.screens.models.solver_words import duration, size
from game.screens.models.spot_presets import SIZES
from game.screens.pages.reports.model import LIST, TARGETS, ReportsModel
from game.screens.ui.layout import Box, Column, Row, Space, fixed, grow
from game.screens.ui.leaves import Caps, Control, Note, Pair, Panel
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import Act, Button, Option, Segmented, options
from game.screens.views.range_entry import RangeEntry

CAPS, FIELD, GAP, BUTTON = 22.0, 36.0, 8.0, 40.0
SPOT_FIELDS = tuple(field for field in FIELDS if field != "board")
COLOURS = {"oop": "brass", "ip": "info"}
CLUSTER = "cluster"
MOST_THREADS = 4


class ReportSetup:
    """The two panels of the form; `run` begins the report."""

    def __init__(self, app: Services, model: ReportsModel, run: Act) -> None:
        self._app, self._model = app, model
        self._entries = {field: self._entry(field, partial(self._type, field)) for field in SPOT_FIELDS}
        self._sizes = Segmented(
            "sizes", text("solver.sizes.label"), options("solver.sizes.{}", SIZES), "", self._take_sizes
        )
        boards = [*options("reports.boards.{}", (*SAMPLES, ALL_FLOPS, LIST))]
        self._boards = Segmented(
            "boards",
            text("reports.boards.label"),
            boards,
            model.boards,
            lambda name: model.choose(boards=name),
        )
        self._list = self._entry("list", lambda words: model.choose(listed=words))
        targets = [Option(target, text("solver.percent", count=target)) for target in TARGETS]
        self._target = Segmented(
            "target", text("solver.target"), targets, model.target, lambda name: model.choose(target=name)
        )
        cores = range(1, max(2, min(MOST_THREADS, os.cpu_count() or 1) + 1))
        workers = [Option(str(count), number(count)) for count in cores]
        workers.append(Option(CLUSTER, text("reports.workers.cluster")))
        self._workers = Segmented("workers", text("reports.workers.label"), workers, "1", self._take_workers)
        self._address = self._entry("address", self._take_address)
        self._address.placeholder = text("reports.workers.example")
        self._run = Button("run", text("reports.run.begin"), run, kind="primary", keycap="S")

    def _entry(self, field: str, edited: Callable[[str], None]) -> RangeEntry:
        known = field in SPOT_FIELDS
        label = text(f"solver.fields.{field}") if known else text(f"reports.fields.{field}")
        entry = RangeEntry(field, label, edited)
        entry.longest = LONGEST
        return entry

    # ---- what is done ---------------------------------------------------------------------------------------
    def _type(self, field: str, words: str) -> None:
        self._model.type(**{field: words})

    def _take_sizes(self, name: str) -> None:
        bets, raises = SIZES[name]
        self._model.type(bets=bets, raises=raises)

    def _take_workers(self, name: str) -> None:
        self._model.threads = 1 if name == CLUSTER else int(name)
        self._model.cluster = self._address.value.strip() if name == CLUSTER else ""
        self._app.screen.relayout()

    def _take_address(self, words: str) -> None:
        self._model.cluster = words.strip()

    # ---- what stands on it ----------------------------------------------------------------------------------
    def follow(self) -> None:
        """Show the form as it is, and what is wrong with it."""
        model = self._model
        for field, words in asdict(model.texts).items():
            if field in self._entries and self._entries[field].value != words:
                self._entries[field].show(words)
        if self._list.value != model.listed:
            self._list.show(model.listed)
        for field, entry in (*self._entries.items(), ("boards", self._list)):
            entry.problem = model.problems.get(field, "")
        sizes = model.texts.bets, model.texts.raises
        self._sizes.chosen = next((name for name, known in SIZES.items() if known == sizes), "")
        self._boards.chosen, self._target.chosen = model.boards, model.target
        self._run.disabled = self._why_not()

    def _why_not(self) -> str:
        if self._app.reports.at_work is not None:
            return text("reports.run.other")
        wrong = self._model.checked is not None and not self._model.can_run
        if not wrong and self._workers.chosen == CLUSTER and not self._address.value.strip():
            return text("reports.run.no_address")
        return text("solver.run.cannot") if wrong else ""

    def spot(self) -> Panel:
        """Return the panel of the spot."""
        chips = Row(self._field("pot").sized(grow()), self._field("stack").sized(grow()), gap=12)
        return Panel(
            self._field("oop"),
            self._field("ip"),
            chips,
            Space(2),
            Control(self._sizes, FIELD),
            self._field("bets"),
            self._field("raises"),
            Note(self._model.problems.get("", ""), wrong=True),
            title=text("solver.setup.title"),
            note=text("solver.setup.note"),
            gap=GAP,
        )

    def work(self) -> Panel:
        """Return the panel of the boards and of the work."""
        checked = self._model.checked
        known = checked is not None and not checked.problems
        boards = number(checked.boards) if checked is not None and known else "–"
        seconds = checked.seconds / self._model.threads if checked is not None and known else None
        time = text("solver.size.about", time=duration(seconds)) if seconds is not None else "–"
        memory = "–"
        if checked is not None and known:
            memory = text("solver.size.of", needed=size(checked.memory), allowed=size(checked.allowed))
        address = Column(self._caps("address"), Control(self._address, FIELD))
        listed = Column(Control(self._list, FIELD), Note(self._list.problem, wrong=True))
        return Panel(
            self._titled("reports.boards.label", self._boards),
            listed.when(self._model.boards == LIST),
            Row(
                self._titled("solver.target", self._target).sized(grow()),
                self._titled("reports.workers.label", self._workers).sized(grow()),
                gap=12,
            ),
            address.when(self._workers.chosen == CLUSTER),
            Space(2),
            Pair(text("reports.size.boards"), boards),
            Pair(text("reports.size.time"), time).when(not self._model.cluster),
            Pair(text("solver.size.memory"), memory),
            Space(2),
            Control(self._run, BUTTON),
            Note(text("reports.note")),
            title=text("reports.setup.title"),
            note=text("reports.setup.note"),
            gap=GAP,
        )

    def _titled(self, key: str, choice: Segmented) -> Box:
        return Column(Caps(text(key)).sized(fixed(CAPS)), Control(choice, FIELD))

    def _caps(self, field: str) -> Box:
        return Caps(text(f"reports.fields.{field}")).sized(fixed(CAPS))

    def _field(self, field: str) -> Box:
        entry = self._entries[field]
        name = Caps(text(f"solver.fields.{field}"), COLOURS.get(field, "faint")).sized(fixed(CAPS))
        return Column(name, Control(entry, FIELD), Note(entry.problem, wrong=True))
