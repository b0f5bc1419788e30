"""How information sets are called, which of them a chart of six lines shows, and in which colours."""

from __future__ import annotations

from collections.abc import Sequence

from game.messages.lab_answers import LabSets, LabSettings
from game.rules import games
from game.screens.ui.texts import number, text

MOST_LINES = 6
COLOURS = ("brass", "good", "info", "bad", "text", "faint")
HALF_STREET_SETS = 6
SYMBOLS = {"Q": " p₁", "Kb": " p₂"}
"""What the free choices of the half-street game are called, by set."""


def stamp(runs: Sequence[LabSettings], iteration: int) -> str:
    """Return what a picture says of the runs that it shows, all of one game: which they are, at which iteration.

    >>> stamp([LabSettings("kuhn-poker", variant="linear", seed=4)], 9_000)
    'Classic: linear, seed 4; iteration 9,000'
    """
    game = [f"{text(f'lab.games.{runs[0].game}')}: "] if runs else []
    moment = text("lab.bar.iteration", iteration=number(iteration))
    return "".join(game) + "; ".join([*map(run_name, runs), moment])


def run_name(settings: LabSettings) -> str:
    """Return what tells a run from others of its game.

    >>> run_name(LabSettings("kuhn-half-street", blinds=2, variant="cfr", seed=4))
    'cfr, S 2, seed 4'
    """
    blinds = [f"S {settings.blinds:g}"] if settings.game == games.KUHN_HALF_STREET else []
    return ", ".join([settings.variant, *blinds, f"{text('lab.seed_label')} {settings.seed}"])


def symbol(sets: LabSets, place: int) -> str:
    """Return " p₁" or " p₂" for the free choices of the half-street game, else nothing."""
    return SYMBOLS.get(sets.keys[place], "") if len(sets.keys) == HALF_STREET_SETS else ""


def line_name(sets: LabSets, place: int) -> str:
    """Return what the last action of a set is, in words: "Q bets p₁", "Kpb calls"."""
    key = sets.keys[place]
    calls = key.endswith("b")
    who = key[0] if len(sets.keys) == HALF_STREET_SETS else key
    return text("lab.calls" if calls else "lab.bets", who=who) + symbol(sets, place)


def lines(sets: LabSets) -> list[int]:
    """Return at most six sets, those first that an equilibrium leaves mixed: the others are soon settled."""
    places = range(len(sets.keys))
    return sorted(places, key=lambda place: not is_mixed(sets, place))[:MOST_LINES]


def is_mixed(sets: LabSets, place: int) -> bool:
    """Return whether the equilibrium is of two minds there."""
    shares = [
        share
        for (owner, _), share in zip(sets.sequences, sets.equilibrium, strict=True)
        if owner == place and share is not None
    ]
    return any(0.0 < share < 1.0 for share in shares)
