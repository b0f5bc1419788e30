"""The bet tree: real amounts, and nothing rounded but where the stack ends."""

import pytest

from ai.solver.betting import DECISION, Begin, Menu
from ai.solver.spot import parse_sizes
from game.core import BadInput


def menu(bets: str, raises: str = "", pot: float = 100, stack: float = 300) -> Menu:
    return Menu(pot, stack, parse_sizes(bets, "bets"), parse_sizes(raises, "raises"))


def test_a_raise_adds_its_part_of_the_pot_after_the_call() -> None:
    root = menu("50%,100%,a", "100%").street(Begin(), last=True)
    assert root.actions == ("check", "bet 50", "bet 100", "all-in 300")
    assert root.at(("bet 50",)).actions == ("fold", "call", "raise 250")
    assert root.at(("bet 50", "raise 250")).actions == ("fold", "call", "all-in 250")
    assert root.at(("bet 100",)).actions == ("fold", "call", "all-in 300")


def test_odd_amounts_stay_as_they_are_and_small_raises_too() -> None:
    root = menu("33%", "10%", pot=33.5, stack=60).street(Begin(), last=True)
    assert root.actions == ("check", "bet 11.055")
    assert root.at(("bet 11.055",)).actions == ("fold", "call", "raise 16.616")


def test_sizes_that_reach_the_stack_are_one_all_in() -> None:
    assert menu("100%,200%,a", stack=80).street(Begin(), last=True).actions == ("check", "all-in 80")
    assert menu("100%", stack=100).street(Begin(), last=True).actions == ("check", "all-in 100")


def test_bets_that_were_really_made_stand_beside_the_sizes() -> None:
    odd = menu("100%", "100%")
    odd.extra = {(): (37,), ("bet 37",): (120.5, 20)}
    root = odd.street(Begin(), last=True)
    assert root.actions == ("check", "bet 37", "bet 100")
    assert root.at(("bet 37",)).actions == ("fold", "call", "raise 120.5", "raise 211")


def test_a_street_can_begin_in_the_middle() -> None:
    root = menu("100%", "100%").street(Begin(1, (50.0, 0.0)), last=True)
    assert root.player == 1
    assert root.actions == ("fold", "call", "raise 250")
    checked = menu("100%").street(Begin(1, (0.0, 0.0), checked=True), last=False)
    assert checked.actions == ("check", "bet 100")
    assert checked.at(("check",)).kind != DECISION


def test_too_many_sizes_raises_or_nodes_are_refused() -> None:
    with pytest.raises(BadInput, match="at most 12"):
        parse_sizes(",".join(f"{size}%" for size in range(1, 20)), "bets")
    with pytest.raises(BadInput, match="name larger sizes"):
        menu("1%", "1%", stack=1e6).street(Begin(), last=True)
    with pytest.raises(BadInput, match="more than 200,000 nodes"):
        menu("1%,2%,3%,5%,8%", "10%,20%,30%,40%,50%", stack=1e5).street(Begin(), last=True)
