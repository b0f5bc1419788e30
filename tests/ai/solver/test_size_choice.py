"""Bet sizes that are chosen by the value that they carry."""

from pathlib import Path

import pytest

from ai.commands import solving_answers
from ai.commands.solve_output import describe_drop
from ai.solver.size_choice import DroppedSize, SizeChoice, choose_sizes, with_chosen_sizes
from ai.solver.solving import Goal, solved
from ai.solver.spot import Spot
from ai.solver.spot_forms import spot_of_texts
from ai.solver.subgame import Limits, Subgame
from game.core import BadInput
from game.match.spot_texts import SpotTexts
from tests.ai.asking import get_json, get_refusal

POLAR = SpotTexts("AsKsQhJd2c", "AhAd,4h3h,4d3d", "QdQc", "100", "1000", "50%", "")
"""Nuts or air against a bluff-catcher: the larger the bet, the more the nuts win."""
TARGET = Goal(target=0.02)


def choose(spot: Spot, keep: int) -> tuple[list[DroppedSize], SizeChoice]:
    *dropped, choice = choose_sizes(spot, keep, TARGET, Limits())
    assert isinstance(choice, SizeChoice)
    return [one for one in dropped if isinstance(one, DroppedSize)], choice


def test_the_all_in_is_kept_if_larger_bets_win_more() -> None:
    dropped, choice = choose(spot_of_texts(POLAR), 1)
    assert choice.sizes[0] == "a"
    assert tuple(dropped) == choice.drops
    assert [one.size for one in dropped if one.player == 0] != []
    assert all(abs(one.cost) < 0.1 for one in dropped if one.player == 0)
    assert all(-one.error <= one.cost for one in dropped)


def test_the_cost_of_a_drop_is_what_the_player_wins_less() -> None:
    texts = SpotTexts("QsJh2h8d5c", "AA,KQs,JTs,65s,T9s", "QQ,AJ,T9s,A5s:0.5,KT", "100", "150", "75%", "a")
    spot = spot_of_texts(texts)
    dropped, choice = choose(spot, 2)
    chosen = with_chosen_sizes(texts, 5, choice)
    first = solved(Subgame(spot_of_texts(with_chosen_sizes(texts, 5, SizeChoice(ALL, ())))), TARGET)
    last = solved(Subgame(spot_of_texts(chosen)), TARGET)
    oop = sum(one.cost for one in dropped if one.player == 0)
    ip = sum(one.cost for one in dropped if one.player == 1)
    assert first.ev[0] - last.ev[0] == pytest.approx(oop - ip, abs=0.1)
    assert all(len(sizes.split(",")) == 2 for sizes in choice.sizes)
    assert all(-one.error <= one.cost for one in dropped)  # a player with fewer sizes wins at most as much


ALL = ("25%,50%,75%,125%,a", "25%,50%,75%,125%,a")


def test_sizes_that_are_the_same_all_in_count_once() -> None:
    short = spot_of_texts(SpotTexts("QsJh2h8d5c", "AA,65s", "QQ,KT", "100", "60", "75%", "a"))
    dropped, choice = choose(short, 3)
    assert choice == SizeChoice(("25%,50%,75%", "25%,50%,75%"), ())
    assert dropped == []


def test_chosen_sizes_stand_for_the_first_street_alone() -> None:
    texts = SpotTexts("QsJh2h8d", "AA", "KK", "100", "300", "33% / river 50%,a", "60%")
    chosen = with_chosen_sizes(texts, 4, SizeChoice(("25%", "75%,a"), ()))
    spot = spot_of_texts(chosen)
    inf = float("inf")
    assert [spot.street_sizes(4, player)[0] for player in (0, 1)] == [(0.25,), (0.75, inf)]
    assert [spot.street_sizes(5, player)[0] for player in (0, 1)] == [(0.5, inf)] * 2


def test_the_command_tells_what_was_dropped_and_what_it_cost(capsys: pytest.CaptureFixture[str]) -> None:
    row = get_json(capsys, "solve", POLAR.id, "--auto-sizes", "1", "--target", "0.1")
    assert row["sizes"]["oop"] == "a"
    assert row["actions"] == ["check", "all-in 1000"]
    assert len([one for one in row["dropped"] if one["player"] == "oop"]) == 4
    assert all(set(one) == {"player", "size", "frequency", "cost_pct", "error_pct"} for one in row["dropped"])
    begun = f"{POLAR.id}; check"
    assert "at the start of a street" in get_refusal(capsys, "solve", begun, "--auto-sizes", "1")


def test_a_lock_that_needs_a_bet_is_refused_before_the_solves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def begin() -> None:
        raise BadInput("The solves begin.")

    monkeypatch.setattr(solving_answers, "compile_kernels", begin)
    file = tmp_path / "locks.yaml"
    words = ("solve", POLAR.id, "--auto-sizes", "1", "--lock", str(file))
    file.write_text("{line: 'check, bet 50', hands: {all: {call: 1}}}", encoding="utf-8")
    said = get_refusal(capsys, *words)
    assert "There is no 'bet 50' here: the actions are check." in said
    assert "With --auto-sizes, no lock may need a bet of the first street." in said
    file.write_text("{line: check, hands: {all: {check: 1}}}", encoding="utf-8")
    assert "The solves begin." in get_refusal(capsys, *words)


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        (-0.03, "its cost is within the error of the solves, ±0.4% of the pot"),
        (0.3, "its cost is within the error of the solves, ±0.4% of the pot"),
        (2.125, "it costs 2.1% of the pot (±0.4%)"),
    ],
)
def test_a_cost_within_the_error_of_the_solves_is_not_said_as_a_figure(cost: float, said: str) -> None:
    assert describe_drop(DroppedSize(0, "75%", 0.057, cost, 0.4)) == f"75%: 5.7% of hands, {said}"
