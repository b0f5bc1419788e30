"""Lets blueprints be trained and played without an abstraction: hands fall into buckets by their rank now."""

from pathlib import Path

import pytest

from ai.abstraction import shelf
from ai.agents import blueprint
from ai.training import holdem_blueprint_run
from tests.ai.abstraction.strength_buckets import StrengthBuckets


def stand_in(monkeypatch: pytest.MonkeyPatch) -> StrengthBuckets:
    """Put buckets that need no file in the place of every abstraction; measure over few deals."""
    cards = StrengthBuckets()
    monkeypatch.setattr(shelf, "file_of", lambda name: Path("abstraction-stand-in.npz"))
    monkeypatch.setattr(shelf, "counts_in", lambda file: cards.counts)
    monkeypatch.setattr(shelf, "opened", lambda file: cards)
    monkeypatch.setattr(shelf, "with_digest", lambda digest, beside: cards)
    monkeypatch.setattr(holdem_blueprint_run, "CardDealer", lambda cards: cards)
    monkeypatch.setattr(holdem_blueprint_run, "DEALS_PLAYED", 64)
    monkeypatch.setattr(holdem_blueprint_run, "DEALS_AT_A_TIME", 32)
    blueprint.opened.cache_clear()
    return cards
