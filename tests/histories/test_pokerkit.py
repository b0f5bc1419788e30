"""pokerkit's readers and ours read the same hands from the same texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.archive.hands import PlayedHand
from game.histories.reading import read_histories
from tests.histories.pokerkit_hands import make_comparable, read_with_pokerkit
from tests.histories.room_writers import WRITERS
from tests.histories.simulated_hands import simulate

HANDS = 60


@pytest.mark.parametrize(
    ("room", "fewest"), [("pokerstars", 60), ("partypoker", 60), ("phh", 60), ("ipoker", 15)]
)
def test_pokerkit_reads_the_same_hands(room: str, fewest: int, tmp_path: Path) -> None:
    hands = [simulate(seed) for seed in range(HANDS)]
    texts = list(map(WRITERS[room], hands))
    file = tmp_path / "hands.txt"
    file.write_text("".join(texts), encoding="utf-8")
    compared = 0
    for hand, text, played in zip(hands, texts, read_histories([file]), strict=True):
        other = read_with_pokerkit(room, text)
        assert isinstance(played, PlayedHand)
        if other is not None:
            compared += 1
            assert make_comparable(played, hand.names[hand.hero]) == other, text
    assert compared >= fewest
