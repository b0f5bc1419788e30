"""The request that exports the numbers behind a page of the lab."""

from __future__ import annotations

from game.messages.lab import ExportField, ExportSeries
from game.messages.lab_answers import LabSettings
from game.request import Request
from game.screens.dialogs.export import FIELD


def export_numbers(settings: LabSettings, what: str, file: str) -> Request[str]:
    """Return the request that writes the field of a game, or the series of a run."""
    return ExportField(settings.blinds, file) if what == FIELD else ExportSeries(settings, file)
