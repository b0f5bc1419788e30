"""The count of all deals before the flop: board by board as one by one, ended anywhere, and what ships."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from ai.hands import preflop_table
from ai.hands.canonical_boards import all_boards
from ai.hands.combos import CLASS_NAMES, HANDS
from ai.hands.preflop_table import count_boards, make_table
from game.rules.cards import hand_class, parse
from game.rules.hand_rank import rank

FEW = 40  # boards


@pytest.fixture
def few_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    boards, multiplicities = all_boards()
    some = np.random.default_rng(0).choice(len(boards), FEW, replace=False)
    monkeypatch.setattr(preflop_table, "all_boards", lambda: (boards[some], multiplicities[some]))
    monkeypatch.setattr(preflop_table, "BOARDS_AT_A_TIME", 5)
    monkeypatch.setattr(preflop_table, "BOARDS_A_CHECKPOINT", 10)


def table_in(file: Path) -> np.ndarray:
    with np.load(file, allow_pickle=False) as stored:
        wins: np.ndarray = stored["wins"]
    return wins


@pytest.mark.parametrize("cards", ["QsJh2h8d5c", "5s6s7s8sKh"])
def test_a_board_counts_every_pair_of_hands_dealt_one_by_one(cards: str) -> None:
    board = parse(cards)
    ranks = {hand: rank((*hand, *board)) for hand in HANDS if not set(hand) & set(board)}
    wins = np.zeros((169, 169), np.int64)
    count_boards(np.array([board], np.uint8), np.array([3]), wins)
    for name in ("AA", "QJs", "76o", "52s"):
        empirical_exploitability: Counter[str] = Counter()
        for hand in (hand for hand in ranks if hand_class(hand) == name):
            weaker = (other for other in ranks if ranks[hand] < ranks[other] and not set(hand) & set(other))
            empirical_exploitability.update(map(hand_class, weaker))
        row = wins[CLASS_NAMES.index(name)]
        assert {CLASS_NAMES[at]: row[at] for at in np.flatnonzero(row)} == {
            other: 3 * count for other, count in empirical_exploitability.items()
        }


@pytest.mark.usefixtures("few_boards")
@pytest.mark.parametrize("ended_after", [1, 2, 3, 5, 7])
def test_a_run_that_was_ended_comes_to_the_same_table(tmp_path: Path, ended_after: int) -> None:
    whole, resumed, checkpoint = tmp_path / "whole.npz", tmp_path / "resumed.npz", tmp_path / "kept.npz"
    *_, last = make_table(whole, tmp_path / "other.npz")
    assert (last.done, last.iteration, last.total) == (True, FEW, FEW)
    reports = make_table(resumed, checkpoint)
    for _ in range(ended_after):
        next(reports)
    reports.close()
    assert not resumed.exists()
    first, *_ = make_table(resumed, checkpoint)
    assert first.iteration == ended_after * 5 // 10 * 10 + 5
    assert resumed.read_bytes() == whole.read_bytes()
    assert not checkpoint.exists()


@pytest.mark.usefixtures("few_boards")
@pytest.mark.parametrize("damage", ["text", "cut", "small", "floats", "negative"])
def test_a_damaged_checkpoint_is_passed_over(tmp_path: Path, damage: str) -> None:
    checkpoint, counts = tmp_path / "kept.npz", np.ones((169, 169), np.int64)
    contents = {
        "small": {"done": np.array(10), "wins": counts[:5]},
        "floats": {"done": np.array(10), "wins": counts.astype(float)},
        "negative": {"done": np.array(-10), "wins": counts},
    }
    np.savez(checkpoint, allow_pickle=False, **contents.get(damage, {"done": np.array(10), "wins": counts}))
    if damage == "text":
        checkpoint.write_bytes(b"PK nothing of ours")
    elif damage == "cut":
        checkpoint.write_bytes(checkpoint.read_bytes()[:5_000])
    first, *_ = make_table(tmp_path / "made.npz", checkpoint)
    assert first.iteration == 5
    assert table_in(tmp_path / "made.npz").sum() > 0
