"""What the lab shows beside the curves of a run: the game tree, its bluffing field, and other CFR variants.

The exploitability curves of the other variants on the same game are requested one after the other.
"""

from __future__ import annotations

from dataclasses import replace

from game.features.lab.record import RunCurve
from game.request import Refusal
from game.study.lab import (
    DrawTree,
    LabField,
    LabPart,
    LabSets,
    LabSettings,
    LabTree,
    MeasureField,
    RunSegment,
)
from game.window.frame.asked import Asked
from game.window.frame.requests import Requests
from game.window.frame.screen import Services
from game.window.ui.widgets import Act

MOST_COMPARED = 4
LONGEST_COMPARED = 25_000  # iterations of each
FIELD_STEPS = 20


class RunExtras:
    """The tree, the field and the curves of other variants; `changed` is called when one of them arrives.

    `curves` is by variant, None for a variant that cannot be run.
    """

    def __init__(self, app: Services, changed: Act) -> None:
        self._requests, self._changed = Requests(app), changed
        self._ticket: int | None = None
        self.tree = Asked[LabTree](app, changed)
        self.field = Asked[LabField](app, changed)
        self.curves: dict[str, RunCurve | None] = {}

    @property
    def family(self) -> list[tuple[str, RunCurve]]:
        """The variants with a curve, in the order in which they are drawn."""
        return [(name, curve) for name, curve in self.curves.items() if curve is not None]

    @property
    def problem(self) -> str:
        """Why the tree or the field is missing; "" if neither has failed."""
        return self.tree.problem or self.field.problem

    def forget(self) -> None:
        """Forget all, because another run is shown."""
        self.drop()
        self.tree.forget()
        self.field.forget()
        self.curves = {}

    def drop(self) -> None:
        """Drop the open requests."""
        self.tree.drop()
        self.field.drop()
        self._requests.drop(self._ticket)
        self._ticket = None

    def ask(self, settings: LabSettings) -> None:
        """Request the tree and the field of the run with these settings."""
        if self.tree.value is None:
            self.tree.ask(DrawTree(settings))
        if self.field.value is None and settings.half_street:
            self.field.ask(MeasureField(settings.blinds, FIELD_STEPS))

    def ask_next(self, settings: LabSettings, sets: LabSets) -> None:
        """Request the next missing curve to compare with the run, unless a request is open."""
        name = next((one for one in _compared(settings, sets) if one not in self.curves), "")
        if name and self._ticket is None:
            length = min(settings.iterations, LONGEST_COMPARED)

            def take(part: LabPart | Refusal) -> None:
                self._ticket = None
                self.curves[name] = None
                if not isinstance(part, Refusal) and part.iterations:
                    self.curves[name] = RunCurve.of(part, length)
                self.ask_next(settings, sets)
                self._changed()

            other = replace(settings, variant=name, iterations=length)
            self._ticket = self._requests.ask(RunSegment(other, length), take)


def _compared(settings: LabSettings, sets: LabSets) -> list[str]:
    """Return at most `MOST_COMPARED` variants to compare with a run, those without sampling first."""
    others = [one for one in sets.variants if one.name != settings.variant]
    others.sort(key=lambda one: one.is_sampled)
    return [one.name for one in others[:MOST_COMPARED]]
