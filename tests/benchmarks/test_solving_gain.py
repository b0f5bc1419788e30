"""What the benchmark of solving counts with: the values of the blueprint against itself."""

import argparse
import random
from pathlib import Path

import pytest

from ai import catalog
from game.rules import games
from game.rules.betting import Street
from game.rules.cards import DECK
from tests.benchmarks import best_responses, odd_bets, solving_gain
from tests.benchmarks.kept_rows import KeptRows
from tests.benchmarks.solving_gain import Baseline, Lot, Remembering, Spot, played_to

EVERY_COURSE = 1e-12
"""Of the stake: from so little on each course is followed."""


def state_on_the_turn(seed: int) -> tuple[Remembering, Spot, list[int]]:
    blueprint = catalog.load(games.HOLDEM, "blueprint-200")
    rng = random.Random(seed)
    while True:
        cards = rng.sample(DECK, 5)
        spot = played_to(Street.TURN, blueprint, rng, cards)
        if spot is not None:
            return Remembering(blueprint), spot, cards


@pytest.mark.parametrize("seed", range(3))
def test_what_one_chair_wins_on_the_same_cards_the_other_one_loses(seed: int) -> None:
    blueprint, spot, cards = state_on_the_turn(seed)
    lot = Lot(EVERY_COURSE * spot.stake, random.Random(0))
    first, second = (Baseline(blueprint, lot, cards, me).value(spot) / spot.stake for me in (0, 1))
    assert first == pytest.approx(-second, abs=1e-9)
    assert first != pytest.approx(0.0, abs=1e-4)


def test_a_blueprint_that_sits_in_both_chairs_gains_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solving_gain, "FOLLOWED", EVERY_COURSE)
    monkeypatch.setattr(solving_gain, "FOLLOWED_BY_BLUEPRINT", EVERY_COURSE)
    blueprint = catalog.load(games.HOLDEM, "blueprint-200")
    won, dealt = solving_gain.gain(Street.TURN, blueprint, blueprint, random.Random(1))
    assert won == pytest.approx(0.0, abs=1e-6)
    assert dealt >= 1


def test_a_run_goes_on_from_its_own_rows_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, parser = tmp_path / "rows.jsonl", argparse.ArgumentParser()
    begun = argparse.Namespace(kept=file, menu="fcpa", hands=10)
    KeptRows.of(parser, begun, "hands").add((1.5, -2.0))
    file.write_text(file.read_text() + "[3.0, 4")  # stopped while it wrote
    longer = KeptRows.of(parser, argparse.Namespace(kept=file, menu="fcpa", hands=20), "hands")
    assert longer.rows == [(1.5, -2.0)]
    longer.add((3.0, 4.0))
    assert len(KeptRows.of(parser, begun, "hands").rows) == 2
    with pytest.raises(SystemExit):
        KeptRows.of(parser, argparse.Namespace(kept=file, menu="15bets", hands=10), "hands")
    assert "holds rows of other options, {'menu': 'fcpa'}" in capsys.readouterr().err


@pytest.mark.parametrize("main", [solving_gain.main, best_responses.main, odd_bets.main])
def test_one_agent_is_enough(
    main, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def load(game: str, name: str) -> object:
        asked.append(name)
        if len(asked) == 2:
            raise KeyError(name)
        return object()

    monkeypatch.setattr(catalog, "load", load)
    with pytest.raises(KeyError):
        main(["somebody"])
    assert asked == ["somebody", "blueprint-200"]
