"""The row above the panels: which game, which blinds, which member of the family, how long, which dice.

What is typed is taken when Enter is pressed or the field is left. What cannot be is said, and nothing is lost.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial

from game.core import BadInput
from game.features.lab.model import LabModel
from game.features.lab.parts import CHOICE, settings_row
from game.match.typed_numbers import strip_grouping
from game.study.lab import MOST_ITERATIONS
from game.texts import MINUS, number, text
from game.window.ui.input import Key
from game.window.ui.layout import Box, Row
from game.window.ui.leaves import Control, Line
from game.window.ui.widgets import Act, Cycle, Option, ReadEntry

LABEL_GAP = 7.0
VARIANT_WIDTH = 204.0
BLINDS_WIDTH, ITERATIONS_WIDTH, SEED_WIDTH = 62.0, 116.0, 84.0
WHOLE = {"iterations": (1, MOST_ITERATIONS), "seed": (0, 2**31 - 1)}
"""The settings that are whole numbers, from where to where."""
MOST_BLINDS = 1_000_000
BLINDS_STEP = 0.25


class VariantCycle(Cycle):
    """The variants: Up and Down change them; the other keys of a choice move the time of the run on this page."""

    def key(self, event: Key) -> bool:
        """Leave to the page what moves its time."""
        return event.name not in ("left", "right", "home", "end") and super().key(event)


class Setup:
    """The controls of the row, and what is wrong with what was typed; `changed` is called when that is another."""

    def __init__(self, model: LabModel, changed: Act) -> None:
        self._model, self._changed = model, changed
        self.blinds = self._entry("blinds", read_blinds)
        self.blinds.turned, self.blinds.tooltip = self._turn_blinds, text("lab.blinds_tip")
        variant, change = model.settings.variant, lambda name: model.change(variant=name)
        only = [Option(variant, variant)]
        self._variant = VariantCycle("variant", text("lab.variant"), only, variant, change)
        self._iterations, self._seed = (self._entry(name, partial(read_whole, name)) for name in WHOLE)

    def _entry(self, name: str, read: Callable[[str], float]) -> ReadEntry:
        def take(typed: str) -> None:
            self._model.change(**{name: read(typed)})

        entry = ReadEntry(name, text(f"lab.{name}"), take, self._changed, longest=16)
        entry.allowed = is_typed
        return entry

    @property
    def problem(self) -> str:
        """What is wrong with what was typed; empty where all is well."""
        return " ".join(one.problem for one in (self.blinds, self._iterations, self._seed) if one.problem)

    @property
    def description(self) -> str:
        """What the chosen member of the family does, in a line."""
        variants = self._model.sets.variants if self._model.sets is not None else ()
        return next((one.description for one in variants if one.name == self._model.settings.variant), "")

    def _turn_blinds(self, steps: float) -> None:
        self._model.change_soon(blinds=turned(self._model.wanted.blinds, steps))
        self._changed()

    def box(self, game: Box) -> Box:
        """Return the controls that this game has, each beside its name, with the settings as they are."""
        settings, sets = self._model.wanted, self._model.sets
        if sets is not None:
            self._variant.options = tuple(Option(one.name, one.name) for one in sets.variants)
        self._variant.chosen = settings.variant
        self._variant.tooltip = self.description
        self.blinds.follow(f"{settings.blinds:g}")
        self._iterations.follow(number(settings.iterations))
        self._seed.follow(str(settings.seed))
        return settings_row(
            game,
            _named("S", self.blinds, BLINDS_WIDTH).when(self._model.settings.half_street),
            Control(self._variant, CHOICE, width=VARIANT_WIDTH),
            _named(text("lab.iterations"), self._iterations, ITERATIONS_WIDTH),
            _named(text("lab.seed_label"), self._seed, SEED_WIDTH),
        )


def _named(name: str, entry: ReadEntry, width: float) -> Box:
    return Row(Line(name, "small", "dim", height=CHOICE), Control(entry, CHOICE, width=width), gap=LABEL_GAP)


def is_typed(letter: str) -> bool:
    """Allow all signs but the space, which lets time run."""
    return letter.isprintable() and letter != " "


# ---- what was typed -------------------------------------------------------------------------------------------
def read_blinds(typed: str) -> float:
    """Read S: a number above 0, or a fraction; BadInput otherwise.

    >>> read_blinds("1/4"), read_blinds("2")
    (0.25, 2.0)
    """
    try:
        blinds = float(Fraction(_plain(typed)))
    except (ValueError, ZeroDivisionError, OverflowError):
        blinds = 0.0
    if not 0 < blinds <= MOST_BLINDS:
        raise BadInput(text("lab.wrong.blinds", typed=typed, most=number(MOST_BLINDS)))
    return blinds


def turned(blinds: float, steps: float) -> float:
    """Return S by so many quarters further, on whole quarters.

    >>> turned(1, 2), turned(0.3, 1), turned(0.25, -3)
    (1.5, 0.5, 0.25)
    """
    quarters = round(blinds / BLINDS_STEP) + round(math.copysign(math.ceil(abs(steps)), steps))
    return min(max(1, quarters) * BLINDS_STEP, float(MOST_BLINDS))


def read_whole(name: str, typed: str) -> int:
    """Read a setting that is a whole number, with or without commas, or a power as 10^6; BadInput otherwise.

    >>> read_whole("iterations", "25,000"), read_whole("iterations", "10^6")
    (25000, 1000000)
    """
    least, most = WHOLE[name]
    base, _, power = _plain(typed).partition("^")
    if base.isdecimal() and (not power or (power.isdecimal() and len(power) < 3)) and len(base) <= 12:
        value: int = pow(int(base), int(power or 1))
        if least <= value <= most:
            return value
    raise BadInput(text(f"lab.wrong.{name}", typed=typed, most=number(most)))


def _plain(typed: str) -> str:
    return strip_grouping(typed.replace(MINUS, "-").replace(" ", ""))
