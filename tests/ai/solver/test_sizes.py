"""Bet sizes: the amounts that their notation means, pasted texts, and the choice of sizes by value."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.commands import solving_answers
from ai.commands.solve_output import describe_drop
from ai.solver.betting import Begin, Menu
from ai.solver.size_choice import DroppedSize, SizeChoice, choose_sizes, with_chosen_sizes
from ai.solver.sizes import Chips, Geometric, Multiple, Size, parse_all_sizes, parse_sizes, written_sizes
from ai.solver.solving import Goal, solved
from ai.solver.spot import Spot
from ai.solver.spot_forms import read_spot, spot_of_texts
from ai.solver.streets import PLAIN, build_streets
from ai.solver.subgame import Limits, Subgame
from game.core import BadInput
from game.match.spot_texts import SIDES, STREETS, SpotTexts, split_sizes
from tests.ai.asking import get_json, get_refusal


def river(bets: str, raises: str = "", pot: float = 100, stack: float = 300, streets: int = 1) -> Menu:
    return Menu(pot, stack, parse_sizes(bets, "bets"), parse_sizes(raises, "raises"), streets_left=streets)


def actions_after(menu: Menu, *path: str) -> tuple[str, ...]:
    return menu.street(Begin(), last=True).at(path).actions


@pytest.mark.parametrize("words", ["33%", "33", "33.0%"])
def test_a_percent_is_a_part_of_the_pot_with_or_without_its_sign(words: str) -> None:
    assert actions_after(river(words)) == ("check", "bet 33")


def test_decimals_are_read_with_a_point() -> None:
    assert actions_after(river("33.3%,.5%")) == ("check", "bet 0.5", "bet 33.3")


def test_a_multiple_raises_to_so_many_times_the_bet_faced() -> None:
    menu = river("20%", "2.5x")
    assert actions_after(menu, "bet 20") == ("fold", "call", "raise 50")
    assert actions_after(menu, "bet 20", "raise 50") == ("fold", "call", "raise 105")
    assert actions_after(menu, "bet 20", "raise 50", "raise 105") == ("fold", "call", "all-in 250")


def test_a_multiple_counts_the_bets_of_its_street_alone() -> None:
    spot = read_spot("QsJh2h8d; AA; KK; 100; 900; 50%; 3x")
    turn, rivers = build_streets(spot, [one > 0 for one in spot.ranges], PLAIN, None)
    assert turn.trees.nodes[0].at(("bet 50",)).actions == ("fold", "call", "raise 150")
    after_call = next(node for node in rivers.trees.nodes if node.put_in == (50.0, 50.0))
    assert after_call.at(("bet 100",)).actions == ("fold", "call", "raise 300")


def test_chips_are_a_bet_and_add_to_the_call_in_a_raise() -> None:
    menu = river("20c", "35c")
    assert actions_after(menu) == ("check", "bet 20")
    assert actions_after(menu, "bet 20") == ("fold", "call", "raise 55")


@pytest.mark.parametrize(("streets", "stack"), [(1, 300), (2, 400), (3, 1300)])
def test_a_geometric_size_bets_the_same_part_of_the_pot_on_every_street_left(
    streets: int, stack: float
) -> None:
    """Three pot-sized bets into a pot of 100 are 100, 300 and 900. These bets add up to a stack of 1,300."""
    first = "all-in 300" if streets == 1 else "bet 100"
    assert actions_after(river("e", stack=stack, streets=streets)) == ("check", first)


def test_the_streets_left_follow_from_the_board() -> None:
    for board, stack, bet in (
        ("QsJh2h", 1300, "bet 100"),
        ("QsJh2h8d", 400, "bet 100"),
        ("QsJh2h8d5c", 300, "all-in 300"),
    ):
        spot = read_spot(f"{board}; AA; KK; 100; {stack}; e; ")
        first = build_streets(spot, [one > 0 for one in spot.ranges], PLAIN, None)[0].trees.nodes[0]
        assert first.actions == ("check", bet)


def test_a_geometric_size_over_two_streets_counts_them_on_any_street() -> None:
    for streets in (1, 2, 3):
        assert actions_after(river("2e", stack=400, streets=streets)) == ("check", "bet 100")


def test_a_geometric_raise_is_a_part_of_the_pot_after_the_call() -> None:
    """After a call of the bet of 50, the pot is 200 and each player has 800 chips left.

    Two pot-sized bets use up these chips: 200 on this street and 600 on the next street.
    """
    assert actions_after(river("50%", "2e", stack=850), "bet 50") == ("fold", "call", "raise 250")


def test_a_geometric_size_has_a_limit() -> None:
    """A limit of 150 % of the pot reduces only larger bets.

    With a pot of 100 and three streets left, a stack of 6,200 gives three bets of twice the pot. A stack
    of 1,300 gives three pot-sized bets.
    """
    assert actions_after(river("3e", stack=6200)) == ("check", "bet 200")
    assert actions_after(river("3e150%", stack=6200)) == ("check", "bet 150")
    assert actions_after(river("3e150%", stack=1300)) == ("check", "bet 100")
    assert parse_sizes("e150%", "bets") == (Geometric(0, 1.5),)


@pytest.mark.parametrize("words", ["a", "A", "allin", "all-in", "All In"])
def test_all_in_has_three_spellings(words: str) -> None:
    assert actions_after(river(f"50%,{words}")) == ("check", "bet 50", "all-in 300")


def test_every_notation_has_its_place_by_street_and_player() -> None:
    usual, others = parse_all_sizes("33%,75% / river 20c,a", "bets")
    assert usual == (0.33, 0.75)
    assert others == {(5, 0): (np.inf, Chips(20.0)), (5, 1): (np.inf, Chips(20.0))}
    assert parse_all_sizes("60% / turn ip 2.5x,e", "raises")[1] == {(4, 1): (Multiple(2.5), Geometric())}


@pytest.mark.parametrize("words", ["turn river", "river turn", "Turn RIVER"])
def test_a_clause_for_two_streets_is_for_both(words: str) -> None:
    assert set(parse_all_sizes(f"33% / {words} 50%", "bets")[1]) == {(4, 0), (4, 1), (5, 0), (5, 1)}
    assert set(parse_all_sizes(f"33% / ip {words} 50%", "bets")[1]) == {(4, 1), (5, 1)}
    assert len(parse_all_sizes("33% / oop ip 50%", "bets")[1]) == 6


@given(st.lists(st.lists(st.sampled_from([*STREETS, *SIDES]), min_size=1, max_size=4), max_size=4))
def test_the_page_gives_every_street_and_side_the_sizes_that_are_solved(places: list[list[str]]) -> None:
    text = " / ".join(["33%", *(f"{' '.join(words)} {50 + at}%" for at, words in enumerate(places))])
    usual, others = parse_all_sizes(text, "bets")
    for (street, side), sizes in split_sizes(text).items():
        where = STREETS.index(street) + 3, SIDES.index(side)
        assert parse_sizes(sizes, "bets") == others.get(where, usual)


NUMBERS = st.decimals("0.00001", 99, places=5).map(lambda number: f"{number:f}")


@given(
    st.lists(st.one_of(*(NUMBERS.map(unit.format) for unit in ("{}%", "{}c", "1{}x", "2e{}%"))), max_size=12)
)
def test_written_sizes_are_read_back(words: list[str]) -> None:
    sizes = parse_sizes(",".join([*words[1:], "a"]), "raises")
    assert parse_sizes(written_sizes(sizes), "raises") == sizes


@pytest.mark.parametrize("size", [Chips(1e9), Chips(1e-5), 1e-6])
def test_no_size_is_written_with_an_exponent(size: Size) -> None:
    assert parse_sizes(written_sizes((size,)), "bets") == (size,)


@pytest.mark.parametrize(("word", "ways"), [("0.5", '"0.5%" or "50%"'), (".75", '".75%" or "75%"')])
def test_a_part_of_the_pot_needs_its_sign(word: str, ways: str) -> None:
    with pytest.raises(BadInput, match=f"{word}' could be percent or a part of the pot: write {ways}"):
        parse_sizes(f"33%,{word}", "bets")
    assert parse_sizes("10.5,33", "bets") == (0.105, 0.33)


def test_a_comma_beside_a_decimal_point_separates_sizes() -> None:
    assert parse_sizes("10.5,33.5%", "bets") == (0.105, 0.335)
    assert parse_sizes("20,33.5%", "bets") == (0.2, 0.335)


PASTED = "QsJh2h8d; AA:0.5,KK,AKs; 22+; {}; {}; {}; {}"


def test_pasted_sizes_are_read() -> None:
    geometric = read_spot(PASTED.format("100", "300", "3e150%", "a"))
    assert (geometric.bets, geometric.raises) == ((Geometric(3, 1.5),), (np.inf,))
    mixed = read_spot(PASTED.format("100", "300", "20c", "2.5x"))
    assert (mixed.bets, mixed.raises) == ((Chips(20.0),), (Multiple(2.5),))
    assert read_spot(PASTED.format("100", "300", "2e1%", "100%")).bets == (Geometric(2, 0.01),)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            ("5,5", "97,5", "50%", "100%"),
            "pot: '5,5' is not a number of chips: write 5.5, with a decimal point.",
        ),
        (("5.5", "97,5", "50%", "100%"), "stack: '97,5' is not a number of chips: write 97.5"),
        (("100", "300", "1e2", "100%"), 'could be a number or geometric: write "100%" or "1e2%"'),
        (("100", "300", "33,3%", "100%"), 'could be one size or two; write "33.3%" or "33%,3%"'),
        (("100", "300", "50%", "2,5x"), 'could be one size or two; write "2.5x" or "2x,5x"'),
        (("100", "300", "2.5x", "100%"), "a multiple of the bet faced, and a bet faces none"),
        (("100", "300", "50%", "1x"), "'1x' must be above 1x"),
        (("100", "300", "0c", ""), "'0c' must be above 0"),
        (("100", "300", "0e", ""), "over no street; write"),
        (("100", "300", "1.5e", ""), 'counts whole streets, like "2e" or "3e150%"'),
        (("100", "300", "20bb", ""), 'chips are written "20c"'),
        (("100", "300", "pot", ""), 'is written "100%"'),
        (("100", "300", "33%", "jam"), 'write "a"'),
    ],
)
def test_pasted_strings_that_cannot_be_read_name_the_right_form(given: tuple[str, ...], said: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_spot(PASTED.format(*given))
    assert said in str(refused.value)


def test_the_page_and_the_command_read_the_same_sizes() -> None:
    texts = SpotTexts("QsJh2h8d", "AA", "KK", "100", "300", "33%,75% / river 20c,a", "2.5x")
    assert read_spot(texts.id).other_bets == parse_all_sizes(texts.bets, "bets")[1]


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
