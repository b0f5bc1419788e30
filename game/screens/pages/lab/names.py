"""Names of runs and information sets for the lab, and which information sets a chart of six lines shows."""

from __future__ import annotations

from collections.abc import Sequence

from game.messages.lab_answers import LabSets, LabSettings
from game.rules import games
from game.screens.ui.texts import number, text

MOST_LINES = 6
COLOURS = ("brass", "good", "info", "bad", "text", "faint")
HALF_STREET_SETS = 6
SYMBOLS = {"Q": " p₁", "Kb": " p₂"}
"""The symbols of the two free choices of the half-street game, by information set."""


def stamp(runs: Sequence[LabSettings], iteration: int) -> str:
    """Return the caption of an exported picture: the runs that it shows, all of one game, and the iteration.

    >>> stamp([LabSettings("kuhn-poker", variant="linear", seed=4)], 9_000)
    'Classic: linear, seed 4; iteration 9,000'
    """
    game = [f"{text(f'lab.games.{runs[0].game}')}: "] if runs else []
    moment = text("lab.bar.iteration", iteration=number(iteration))
    return "".join(game) + "; ".join([*map(run_name, runs), moment])


def run_name(settings: LabSettings) -> str:
    """Return the settings that tell a run from others of its game.

    >>> run_name(LabSettings("kuhn-half-street", blinds=2, variant="cfr", seed=4))
    'cfr, S 2, seed 4'
    """
    blinds = [f"S {settings.blinds:g}"] if settings.game == games.KUHN_HALF_STREET else []
    return ", ".join([settings.variant, *blinds, f"{text('lab.seed_label')} {settings.seed}"])


def symbol(sets: LabSets, place: int) -> str:
    """Return " p₁" or " p₂" for the free choices of the half-street game, else nothing."""
    return SYMBOLS.get(sets.keys[place], "") if len(sets.keys) == HALF_STREET_SETS else ""


def line_name(sets: LabSets, place: int) -> str:
    """Return the name of a line: the bet or call at an information set, like "Q bets p₁" or "Kpb calls"."""
    key = sets.keys[place]
    calls = key.endswith("b")
    who = key[0] if len(sets.keys) == HALF_STREET_SETS else key
    return text("lab.calls" if calls else "lab.bets", who=who) + symbol(sets, place)


def lines(sets: LabSets) -> list[int]:
    """Return the indices of at most six information sets: first those where the equilibrium mixes."""
    places = range(len(sets.keys))
    return sorted(places, key=lambda place: not is_mixed(sets, place))[:MOST_LINES]


def is_mixed(sets: LabSets, place: int) -> bool:
    """Return whether the equilibrium mixes at an information set."""
    shares = [
        share
        for (owner, _), share in zip(sets.sequences, sets.equilibrium, strict=True)
        if owner == place and share is not None
    ]
    return any(0.0 < share < 1.0 for share in shares)
