"""Beside the result of a hand of one's own: what the cards gave, and what the decisions gave."""

from collections.abc import Callable

import pytest

from ai.features.history import luck_of_hand
from game.archive.hands import PlayedHand
from game.study.history import AskLuck
from game.texts import signed
from tests.features.history.test_screen import Looking
from tests.window import histories

Open = Callable[..., Looking]


def test_the_luck_of_the_chosen_hand_stands_below_its_result(look: Open) -> None:
    hands = histories.kuhn(2, opponent="honest")
    window = look(hands)
    window.answer()
    for hand in hands[::-1]:
        luck = luck_of_hand(hand)
        said = f"Cards gave {signed(luck.cards, 2)} Decisions gave {signed(luck.adjusted, 2)}"
        assert said in window.words()
        assert "is not known" not in window.words()
        window.key("down")
        window.answer()


def test_at_holdem_it_is_told_in_chips_or_blinds_as_all_amounts(look: Open) -> None:
    hands = histories.holdem(1)
    luck = luck_of_hand(hands[0])
    for amounts, said in (
        ("chips", signed(round(100 * luck.cards))),
        ("blinds", f"{signed(luck.cards, 2)} bb"),
    ):
        window = look(hands, amounts=amounts)
        window.answer()
        assert f"Cards gave {said}" in window.words()


@pytest.mark.parametrize(
    "hands", [histories.tic_tac_toe(1), histories.watched(1)], ids=["no luck", "watched"]
)
def test_where_there_is_no_luck_of_yours_nothing_is_asked(look: Open, hands: list[PlayedHand]) -> None:
    window = look(hands)
    window.answer()
    assert "Cards gave" not in window.words()
    assert not window.history.all_asked(AskLuck)


def test_what_cannot_be_told_is_said_in_a_sentence(look: Open) -> None:
    window = look(histories.kuhn(1))
    window.history.broken, window.history.broken_kind = "The worker is busy.", AskLuck
    window.app.screen.detail.show(None)
    window.app.screen.moved()
    window.answer()
    assert "The worker is busy." in window.words()


def test_an_opponent_who_is_not_known_is_said(look: Open) -> None:
    window = look(histories.kuhn(1, opponent="guest"))
    window.answer()
    assert "How this opponent plays is not known" in window.words()
