"""Amounts, bet sizes, depths and sentences at a Hold'em table."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.agent_entries import AgentEntry, Strength, who_plays
from game.core import BadInput, Decision
from game.match.session import Session
from game.match.table_spec import ChipUnit, TableSpec
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting
from game.rules.cards import parse
from game.study.amounts import Amounts
from game.study.opponents import figure_at, gallery, only_depth, strength_at
from game.tables.holdem.bet_panel import BetWords, bet_sizes, usual_size
from game.tables.holdem.view import HandWords
from game.window.views import marks as mix
from tests.window.conftest import Open
from tests.window.driver import WordsOnlyPainter


def test_chips_and_blinds() -> None:
    assert Amounts(False, 100).write(19_500) == "19,500"
    assert Amounts(True, 100).write(19_500) == "195 bb"
    assert Amounts(True, 100).write(250) == "2.5 bb"
    assert Amounts(False, 100).signed(-2000) == "−2,000"
    assert Amounts(True, 100).signed(2000) == "+20 bb"
    assert Amounts(False, 100).signed(0) == "0"


@given(st.integers(1, 40_000))
def test_what_is_written_in_chips_is_read_back(chips: int) -> None:
    amounts = Amounts(False, 100)
    assert amounts.read(amounts.bare(chips)) == chips


def test_blinds_are_rounded_to_whole_chips() -> None:
    assert Amounts(True, 100).read("2.504") == 250
    for amounts in (Amounts(False, 100), Amounts(False, 100, ChipUnit(1.0, "chips"))):
        with pytest.raises(BadInput, match="whole"):
            amounts.read("1.5")


@pytest.mark.parametrize("words", ["", "two", "1.2.3", "-"])
def test_what_is_no_amount_is_refused(words: str) -> None:
    with pytest.raises(BadInput, match="not an amount"):
        Amounts(False, 100).read(words)


def hand(*actions: int, blinds: tuple[int, int] = (50, 100), stack: int = 20_000) -> PublicBetting:
    betting = PublicBetting.start(HoldemRules(*blinds, (stack, stack)))
    for action in actions:
        betting = betting.child(action)
    return betting


def test_bounds_that_are_written_alike_are_one_amount() -> None:
    start = hand(blinds=(1_000, 2_000), stack=4_001)
    assert (start.min_raise_to, start.max_raise_to) == (4_000, 4_001)
    assert BetWords(start, Amounts(False, 2_000)).bounds() == "4,000 to 4,001"
    in_blinds = BetWords(start, Amounts(True, 2_000))
    assert in_blinds.bounds() == "All-in 2 bb"
    with pytest.raises(BadInput, match="The only bet left is all-in: 2 bb"):
        in_blinds.read("3")


def flop(pot_each: int, stack: int = 20_000) -> PublicBetting:
    return hand(pot_each, CALL, stack=stack).next_round()


def sizes_by_name(betting: PublicBetting) -> list[tuple[str, int]]:
    return [(size.name, size.raise_to) for size in bet_sizes(betting)]


def test_an_open_is_2_or_2_and_a_half_or_3_big_blinds() -> None:
    assert sizes_by_name(hand()) == [
        ("blinds 2", 200),
        ("blinds 5/2", 250),
        ("blinds 3", 300),
        ("all_in", 20_000),
    ]
    assert usual_size(hand()) == 200


def test_a_raise_over_a_limp_is_counted_in_big_blinds() -> None:
    assert [raise_to for _, raise_to in sizes_by_name(hand(CALL))] == [300, 400, 500, 20_000]


def test_a_re_raise_is_a_multiple_of_the_raise() -> None:
    assert sizes_by_name(hand(200)) == [
        ("times 5/2", 500),
        ("times 3", 600),
        ("times 4", 800),
        ("all_in", 20_000),
    ]
    assert [raise_to for _, raise_to in sizes_by_name(hand(200, 600))] == [1320, 1500, 1800, 20_000]
    assert usual_size(hand(200)) == 600


@pytest.mark.parametrize(("index", "on_street"), [(0, 133), (1, 200), (2, 267), (3, 400)])
def test_a_part_of_the_pot_is_that_part_to_the_chip(index: int, on_street: int) -> None:
    assert bet_sizes(flop(200))[index].raise_to == 200 + on_street


def test_parts_of_the_pot_below_the_smallest_raise_are_offered_once_as_that_raise() -> None:
    betting = flop(200).child(900)
    assert sizes_by_name(betting)[:3] == [("least", 1600), ("pot 1/2", 1800), ("pot 2/3", 2100)]


def test_what_would_take_the_shorter_stack_is_left_to_all_in() -> None:
    assert [name for name, _ in sizes_by_name(flop(311, stack=733))] == [
        "pot 1/3",
        "pot 1/2",
        "pot 2/3",
        "all_in",
    ]


@given(st.integers(1, 60), st.integers(0, 60), st.integers(2, 400), st.lists(st.integers(0, 9), max_size=12))
def test_every_size_is_legal_and_no_amount_stands_twice(
    small: int, more: int, big_blinds: int, choices: list[int]
) -> None:
    big = small + more
    betting = PublicBetting.start(HoldemRules(small, big, (big * big_blinds, big * (big_blinds + 3))))
    for choice in choices:
        if betting.actor is None:
            if betting.folded is not None or betting.is_all_in or betting.street == 3:
                break
            betting = betting.next_round()
        amounts = [size.raise_to for size in bet_sizes(betting)]
        assert amounts == sorted(set(amounts))
        assert all(amount in betting.legal_actions() for amount in amounts)
        assert len(amounts) <= 5
        assert usual_size(betting) in (*amounts, 0)
        betting = betting.child(amounts[choice % len(amounts)] if amounts and choice else CALL)


def test_no_raise_no_size() -> None:
    assert bet_sizes(hand(20_000)) == ()
    assert usual_size(hand(20_000)) == 0


SPEC = TableSpec("holdem", ("you", "steady"), first="seat-0")


def hand_words(session: Session) -> HandWords:
    return HandWords(session, 0, "Steady", Amounts(False, 100), session.steps)


def test_of_two_hands_that_are_told_alike_the_card_that_decides_is_named() -> None:
    session = Session(SPEC, cards=parse("AcJcAs9s" + "AdKh7s5d2c"))
    while not session.hand_over:
        session.act(CALL)
    own, other = ("nine", "jack") if session.get_player(0) else ("jack", "nine")
    words = hand_words(session)
    said, note = words.result()
    assert said.endswith("a pair of aces, king and jack kickers")
    seats = session.get_player(0), session.get_player(1)
    assert [words.describe_hand(player, 5) for player in seats] == [
        f"Pair of aces, king and {kicker} kickers" for kicker in (own, other)
    ]
    assert words.describe_hand(seats[0], 3) == "Pair of aces, king kicker"
    assert (
        note == f"You: pair of aces, king and {own} kickers. Steady: pair of aces, king and {other} kickers."
    )


@pytest.mark.parametrize(
    ("strategy", "roll", "action", "said"),
    [
        ({CALL: 0.67, 300: 0.33}, 0.5, CALL, "Rolled 51 of 100. 1 to 67: call"),
        ({FOLD: 0.67, CALL: 0.33}, 0.9, CALL, "Rolled 91 of 100. 68 to 100: call"),
        (
            {FOLD: 0.1, CALL: 0.2, 300: 0.7},
            0.2,
            CALL,
            "Rolled 21 of 100. 11 to 30: call",
        ),
        ({FOLD: 0.1, CALL: 0.2, 300: 0.7}, 0.05, FOLD, "Rolled 6 of 100. 1 to 10: fold"),
        (
            {FOLD: 0.1, CALL: 0.2, 300: 0.2, 600: 0.5},
            0.4,
            300,
            "Rolled 41 of 100. 31 to 50: raise to 300",
        ),
        ({CALL: 0.99, 20_000: 0.01}, 0.995, 20_000, "Rolled 100 of 100. 100: all-in 20,000"),
    ],
)
def test_a_die_tells_its_number_and_what_it_meant(
    strategy: dict[int, float], roll: float, action: int, said: str
) -> None:
    session = Session(SPEC)
    session.act(action, Decision(action, strategy, roll))
    ((before, step),) = hand_words(session).actions()
    assert step.decision is not None
    assert hand_words(session).die(before, step.decision) == said


def test_what_a_die_says_is_read_whole_or_ends_with_a_sign() -> None:
    pygame.font.init()
    painter = WordsOnlyPainter(pygame.Surface((1280, 720)))
    meaning = "1 to 30: fold, 31 to 67: raise to 12,000, 68 to 100: all-in 19,800"
    for width, last in ((500, "19,800"), (220, "19,800"), (150, "…")):
        painter.log = []
        mix.draw_die(painter, (0, 0, width, 98), "3 of 100. On the flop", meaning)
        assert painter.log[-1].words.endswith(last)


def plan(depth: int, stage: str = "full", mean: float | None = None) -> AgentEntry:
    strength = None if mean is None else Strength("mbb/hand", mean, 61.0, "rock-solid", 20_000)
    name = f"plan-{depth}-{stage}"
    return AgentEntry(name, "holdem", "learned", "", strength, family="plan", stage=stage, depth=depth)


FULL = [plan(20, mean=130), plan(50), plan(200, mean=-97)]
EARLY = plan(200, "early", mean=-1_062)
AGENTS = [EARLY, *FULL, AgentEntry("rules", "holdem", "rules", "", Strength("mbb/hand", 5, 1, "x", 10))]


@pytest.mark.parametrize(("stack", "depth"), [(20, 20), (25, 20), (40, 50), (150, 200), (1_000, 200)])
def test_the_nearest_depth_plays(stack: int, depth: int) -> None:
    assert who_plays(FULL[-1], AGENTS, stack).depth == depth
    assert who_plays(EARLY, AGENTS, stack) == EARLY


def test_the_figure_is_that_of_the_depth_that_plays() -> None:
    assert figure_at(FULL[-1], AGENTS, 200) == "−97 mbb a hand"
    assert figure_at(FULL[-1], AGENTS, 20) == "+130 mbb a hand"
    assert figure_at(FULL[-1], AGENTS, 50) == "no measurement"
    assert strength_at(FULL[-1], AGENTS, 20).startswith("Measured: +130 ")


def test_who_learnt_another_depth_says_so() -> None:
    assert figure_at(EARLY, AGENTS, 20) == "trained for 200 bb"
    assert strength_at(EARLY, AGENTS, 20).startswith("Trained for 200 big blinds. Measured: −1,062 ")
    assert "Trained" not in strength_at(EARLY, AGENTS, 200)
    assert figure_at(AGENTS[-1], AGENTS, 20) == "+5 mbb a hand"


def test_an_opponent_has_one_depth_or_none() -> None:
    lone = AgentEntry("kept", "holdem", "learned", "", depth=30)
    depths = {one.key: only_depth(one, [*AGENTS, lone]) for one in gallery([*AGENTS, lone], "holdem")}
    assert depths == {"plan": None, "rules": None, "kept": 30}


def test_the_gallery_follows_the_stacks(open_window: Open) -> None:
    window = open_window(agents=AGENTS[1:])
    window.key("3")
    window.click("opponents.plan")
    frames = []
    for stack in ("200", "20"):
        window.click(f"stack.{stack}")
        frames.append(window.words())
    assert "−97 mbb a hand" in frames[0]
    assert "+130 mbb a hand" not in frames[0]
    assert "+130 mbb a hand" in frames[1]
