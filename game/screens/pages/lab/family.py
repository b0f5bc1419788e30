"""The same game learnt by other members of the family, one after the other, for comparison."""

from __future__ import annotations

from dataclasses import replace

from game.messages.lab import RunSegment
from game.messages.lab_answers import LabPart, LabSets, LabSettings
from game.request import Received, Refusal
from game.screens.frame.requests import Requests
from game.screens.pages.lab.record import RunRecord
from game.screens.ui.widgets import Act

MOST_COMPARED = 4
LONGEST_COMPARED = 25_000  # iterations of each


class Family:
    """What is known of the others by variant; `changed` is called when there is one more."""

    def __init__(self, requests: Requests, changed: Act) -> None:
        self._requests = requests
        self._changed = changed
        self._ticket: int | None = None
        self.records: dict[str, RunRecord] = {}

    @property
    def known(self) -> list[tuple[str, RunRecord]]:
        """Those that have a course, in the order in which they are drawn."""
        return [(name, record) for name, record in self.records.items() if len(record)]

    def begin(self) -> None:
        """Forget those of another run."""
        self.records = {}

    def drop(self) -> None:
        """Wait for nothing any more: what was asked was dropped."""
        self._ticket = None

    def ask(self, settings: LabSettings, sets: LabSets) -> None:
        """Ask for the next that is not known yet of those beside the run with these settings."""
        name = next((one for one in _beside(settings, sets) if one not in self.records), "")
        if name and self._ticket is None:
            length = min(settings.iterations, LONGEST_COMPARED)
            other = replace(settings, variant=name, iterations=length)
            self._ticket = self._requests.ask(RunSegment(other, length), self._taker(name, settings, sets))

    def _taker(self, name: str, settings: LabSettings, sets: LabSets) -> Received[LabPart]:
        def take(part: LabPart | Refusal) -> None:
            self._ticket = None
            self.records[name] = RunRecord(sets)
            if not isinstance(part, Refusal):
                self.records[name].add(part)
            self.ask(settings, sets)
            self._changed()

        return take


def _beside(settings: LabSettings, sets: LabSets) -> list[str]:
    """Return the variants that are looked at beside a run: those of full width first."""
    others = [one for one in sets.variants if one.name != settings.variant]
    others.sort(key=lambda one: one.is_sampled)
    return [one.name for one in others[:MOST_COMPARED]]
