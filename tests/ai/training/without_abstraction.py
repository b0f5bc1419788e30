"""Lets blueprints be trained and played without an abstraction: hands fall into buckets by their rank now.

Where an abstraction itself is made, all passes can be made at a stroke.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ai.abstraction import registry
from ai.abstraction.build import AbstractionBuild, Passed, Search, Steps
from ai.abstraction.isomorphism import cells
from ai.agents import blueprint
from ai.training import holdem_blueprint_run
from game.rules.betting import Street
from tests.ai.abstraction.strength_buckets import StrengthBuckets


def stand_in(monkeypatch: pytest.MonkeyPatch) -> StrengthBuckets:
    """Put buckets that need no file in the place of every abstraction; measure over few deals."""
    cards = StrengthBuckets()
    monkeypatch.setattr(registry, "file_of", lambda name: Path("abstraction-stand-in.npz"))
    monkeypatch.setattr(registry, "counts_in", lambda file: cards.counts)
    monkeypatch.setattr(registry, "opened", lambda file: cards)
    monkeypatch.setattr(registry, "with_digest", lambda digest, beside, named: cards)
    monkeypatch.setattr(holdem_blueprint_run, "CardDealer", lambda cards: cards)
    monkeypatch.setattr(holdem_blueprint_run, "DEALS_PLAYED", 64)
    blueprint.open_blueprint.cache_clear()
    return cards


def steps_at_a_stroke(making: AbstractionBuild) -> Steps:
    """Make all passes of flop=3, turn=4, river=5 at a stroke, with buckets that say nothing."""
    centres = np.zeros((4, 46), np.uint8)
    means = np.full((3, 4), 0.25, np.float32)
    making.river = np.zeros(1981, np.uint8)
    for street, best, cards, error in ((Street.TURN, centres, 4, 0.02), (Street.FLOP, means, 3, 0.03)):
        making.tables[street] = np.zeros(cells(cards), np.uint8)
        making.searches[street] = replace(Search(), done=3, centres=best, best=best, error=error)
        yield Passed(street, error)
