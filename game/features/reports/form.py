"""The form of a report: the spot without its board, the boards, the target, and who works."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from game.match.spot_texts import FIELDS, LONGEST
from game.study.drafts import LIST, REPORT_TARGETS, ReportDraft
from game.study.reports import ALL_FLOPS, SAMPLES, CheckedReport
from game.study.solver_words import UNKNOWN, duration, size
from game.study.spot_presets import SIZES
from game.texts import number, text
from game.window.ui.layout import Box, Column, Row, Space, fixed, grow
from game.window.ui.leaves import Caps, Control, Note, Pair, Panel
from game.window.ui.widgets import Act, Button, Option, Segmented, Widget, options
from game.window.views.range_entry import RangeEntry
from game.window.views.spot_fields import SpotFields

CAPS, FIELD, GAP, BUTTON = 22.0, 36.0, 8.0, 40.0
CLUSTER = "cluster"
MOST_THREADS = 4


class ReportSetup:
    """The two panels of the form.

    typed: gets the fields of the spot that were changed, by name. choose: gets what else was, by name. employ: gets
    the number of threads and the address of a cluster. run: begins the report.
    """

    def __init__(
        self,
        typed: Callable[..., None],
        choose: Callable[..., None],
        employ: Callable[[int, str], None],
        run: Act,
    ) -> None:
        self._employ = employ
        self._fields = SpotFields([field for field in FIELDS if field != "board"], SIZES, typed)
        boards = options("reports.boards.{}", (*SAMPLES, ALL_FLOPS, LIST))
        self._boards = Segmented(
            "boards", text("reports.boards.label"), boards, "", lambda name: choose(boards=name)
        )
        self._list = _entry("list", lambda words: choose(listed=words))
        targets = [Option(target, text("solver.percent", count=target)) for target in REPORT_TARGETS]
        self._target = Segmented(
            "target", text("solver.target"), targets, "", lambda name: choose(target=name)
        )
        cores = range(1, max(2, min(MOST_THREADS, os.cpu_count() or 1) + 1))
        workers = [Option(str(count), number(count)) for count in cores]
        workers.append(Option(CLUSTER, text("reports.workers.cluster")))
        self._workers = Segmented(
            "workers", text("reports.workers.label"), workers, "1", lambda _: self._employ_chosen()
        )
        self._address = _entry("address", lambda _: self._employ_chosen())
        self._address.placeholder = text("reports.workers.example")
        self._run = Button("run", text("reports.run.begin"), run, kind="primary", keycap="S")

    def _employ_chosen(self) -> None:
        """Employ the chosen number of threads, or the cluster at the typed address."""
        if self._workers.chosen == CLUSTER:
            self._employ(1, self._address.value.strip())
        else:
            self._employ(int(self._workers.chosen), "")

    def spot(self, setup: ReportDraft, problems: Mapping[str, str]) -> Panel:
        """Return the panel of the spot."""
        fields = self._fields
        fields.follow(setup.texts, problems)
        return Panel(
            fields.line("oop"),
            fields.line("ip"),
            fields.chips(),
            Space(2),
            *fields.sizes(),
            Note(problems.get("", ""), wrong=True),
            title=text("solver.setup.title"),
            note=text("solver.setup.note"),
            gap=GAP,
        )

    def work(
        self,
        setup: ReportDraft,
        checked: CheckedReport | None,
        problems: Mapping[str, str],
        why_not: str,
        *,
        will_run: bool,
    ) -> Panel:
        """Return the panel of the boards and of the work.

        Args:
            setup: The form.
            checked: The size of the report, None while it is being checked.
            problems: A sentence by field.
            why_not: The sentence that says why the report cannot begin, or "".
            will_run: Whether the report begins once the form is checked.
        """
        self._run.label = text(f"reports.run.{'checking' if will_run else 'begin'}")
        if setup.cluster:
            self._workers.chosen = CLUSTER
            if self._address.value.strip() != setup.cluster:
                self._address.show(setup.cluster)
        elif self._workers.chosen != CLUSTER:
            self._workers.chosen = str(setup.threads)
        self._boards.chosen, self._target.chosen = setup.boards, setup.target
        self._list.follow(setup.listed, problems.get("boards", ""))
        by_cluster = self._workers.chosen == CLUSTER
        no_address = text("reports.run.no_address") if by_cluster and not setup.cluster else ""
        self._run.disabled = why_not or no_address
        boards = time = memory = UNKNOWN
        if checked is not None and not checked.problems:
            boards = number(checked.boards)
            time = text("solver.size.about", time=duration(checked.seconds / setup.threads))
            memory = text("solver.size.of", needed=size(checked.memory), allowed=size(checked.allowed))
        listed = Column(Control(self._list, FIELD), Note(self._list.problem, wrong=True))
        return Panel(
            _titled(self._boards),
            listed.when(setup.boards == LIST),
            Row(_titled(self._target).sized(grow()), _titled(self._workers).sized(grow()), gap=12),
            _titled(self._address).when(by_cluster),
            Space(2),
            Pair(text("reports.size.boards"), boards),
            Pair(text("reports.size.time"), time).when(not setup.cluster),
            Pair(text("solver.size.memory"), memory),
            Space(2),
            Control(self._run, BUTTON),
            Note(text("reports.note")),
            title=text("reports.setup.title"),
            note=text("reports.setup.note"),
            gap=GAP,
        )


def _entry(field: str, edited: Callable[[str], None]) -> RangeEntry:
    return RangeEntry(field, text(f"reports.fields.{field}"), edited, longest=LONGEST)


def _titled(control: Widget) -> Box:
    return Column(Caps(control.label).sized(fixed(CAPS)), Control(control, FIELD))
