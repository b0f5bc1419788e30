"""Preflop equities: published values, the number of all deals, and damaged files of tables."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from ai.hands import preflop_table
from ai.hands.canonical_boards import all_boards
from ai.hands.combos import BY_EQUITY, CLASS_NAMES, HANDS, hand_index, parse_range
from ai.hands.preflop import (
    BOARDS,
    TABLE_FILE,
    equities_before_flop,
    pairs_of_classes,
    percentiles,
    read_wins,
    starting_hand,
    starting_hands,
    table,
)
from ai.hands.preflop_table import count_boards, make_table
from ai.hands.range_equity import exact_equity
from game.core import BadInput
from game.rules.cards import DECK, hand_class, parse
from game.rules.hand_rank import rank
from game.study.odds import RangeEquity

PUBLISHED = {
    "AA": 0.8520371,
    "KK": 0.8239568,
    "QQ": 0.7992516,
    "JJ": 0.7746947,
    "TT": 0.7501178,
    "AKs": 0.6704463,
    "77": 0.6623602,
    "A4s": 0.5903364,
    "QJo": 0.5813469,
    "T8s": 0.5233437,
    "96s": 0.4742829,
    "82s": 0.4027163,
}


@pytest.mark.parametrize(("name", "equity"), PUBLISHED.items())
def test_equity_against_a_random_hand_is_as_published(name: str, equity: float) -> None:
    assert starting_hands()[name].equity == pytest.approx(equity, abs=1e-6)


def test_aces_win_85_of_a_hundred() -> None:
    aces = starting_hands()["AA"]
    assert (aces.win, aces.tie) == (pytest.approx(0.8493, abs=5e-5), pytest.approx(0.00544, abs=5e-6))


def test_worst_hand_is_three_two_offsuit() -> None:
    assert next(iter(starting_hands())) == "32o"
    assert starting_hand(parse("3s2d")).percentile == 0
    assert starting_hand(parse("7s2d")).equity == pytest.approx(0.3458, abs=1e-4)


def test_1326_hands_win_half_on_average() -> None:
    assert np.mean([starting_hand(hand).equity for hand in HANDS]) == pytest.approx(0.5, abs=1e-12)


def test_percentile_counts_the_weaker_hands() -> None:
    ace_king = starting_hands()["AKs"]
    weaker = sum(starting_hand(hole).equity < ace_king.equity for hole in combinations(DECK, 2))
    assert ace_king.percentile == pytest.approx(weaker / 1326)
    assert percentiles()[hand_index(parse("KsAs"))] == ace_king.percentile


@pytest.mark.parametrize(
    ("cards", "name"), [("KsAs", "AKs"), ("KsAd", "AKo"), ("2c2d", "22"), ("Th9h", "T9s")]
)
def test_class_of_a_hand_has_the_higher_rank_first(cards: str, name: str) -> None:
    assert hand_class(parse(cards)) == name


def test_pairs_of_hands_that_share_no_card() -> None:
    pairs = pairs_of_classes()
    assert pairs.sum() == 1326 * 1225
    at = CLASS_NAMES.index
    assert (pairs[at("AA"), at("AA")], pairs[at("AA"), at("KK")], pairs[at("AKs"), at("AKs")]) == (6, 36, 12)
    assert pairs[at("AKo"), at("AA")] == 12 * 3


@pytest.mark.parametrize(("a", "b"), [("AA", "KK"), ("JTs", "22")])
def test_classes_meet_as_the_exact_count_of_their_ranges_says(a: str, b: str) -> None:
    *_, found = exact_equity(parse_range(a), parse_range(b), ())
    assert isinstance(found, RangeEquity)
    known, one, other = table(), CLASS_NAMES.index(a), CLASS_NAMES.index(b)
    pairs = known.pairs[one, other]
    assert found.deals == pairs * BOARDS
    assert known.wins[one, other] / pairs == pytest.approx(found.win[0])
    assert known.wins[other, one] / pairs == pytest.approx(found.win[1])
    assert known.ties[one, other] / pairs == pytest.approx(found.tie)
    assert equities_before_flop(parse_range(b).astype(float))[place_of_class(a)] == pytest.approx(
        found.equity[0]
    )


def place_of_class(name: str) -> int:
    return int(np.flatnonzero(parse_range(name))[0])


def test_weights_of_classes_count() -> None:
    aces, rest = equities_before_flop(parse_range("AA").astype(float)), np.ones(len(HANDS))
    kings = place_of_class("KK")
    rest[parse_range("AA") > 0] = 1e9
    assert equities_before_flop(rest)[kings] == pytest.approx(aces[kings], abs=1e-5)


def test_against_no_hand_there_is_no_equity() -> None:
    assert np.isnan(equities_before_flop(np.zeros(len(HANDS)))).all()


def test_a_damaged_table_is_refused(tmp_path: Path) -> None:
    with np.load(TABLE_FILE) as stored:
        wins = stored["wins"]
    cut = tmp_path / "cut.npz"
    cut.write_bytes(TABLE_FILE.read_bytes()[:5000])
    for number, content in enumerate((wins[:5], wins.astype(float), wins * 3)):
        np.savez(tmp_path / f"{number}.npz", wins=content)
    for name in ("cut", "0", "1", "2", "missing"):
        with pytest.raises(BadInput, match=rf"{name}\.npz is damaged"):
            read_wins(tmp_path / f"{name}.npz")
    assert TABLE_FILE.stat().st_size < 300_000


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
        beaten: Counter[str] = Counter()
        for hand in (hand for hand in ranks if hand_class(hand) == name):
            weaker = (other for other in ranks if ranks[hand] < ranks[other] and not set(hand) & set(other))
            beaten.update(map(hand_class, weaker))
        row = wins[CLASS_NAMES.index(name)]
        assert {CLASS_NAMES[at]: row[at] for at in np.flatnonzero(row)} == {
            other: 3 * count for other, count in beaten.items()
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


def test_ranges_in_percent_go_by_these_equities() -> None:
    assert list(reversed(starting_hands())) == BY_EQUITY
