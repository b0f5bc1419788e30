"""What the odds screen is answered: ranges read, the equity as it closes in, and its parts."""

from typing import Any

import pytest

from ai import service
from ai.features import odds
from ai.hands import made_hands
from game.core import BadInput, Progress
from game.features.odds.asks import AskOdds, AskParts
from game.request import Request
from game.rules.cards import parse
from game.study.odds import ReadTexts

FLOP = parse("Qs7h2h")


def ask(
    kind: type[Request[Any]], texts: tuple[str, str], board: tuple[int, ...] = FLOP, **more: Any
) -> list[Any]:
    make: Any = kind
    return list(service.answer(make(texts, board, **more)))


def last(kind: type[Request[Any]], texts: tuple[str, str], board: tuple[int, ...] = FLOP, **more: Any) -> Any:
    return ask(kind, texts, board, **more)[-1]


def test_a_range_is_told_by_class_and_in_short() -> None:
    one, other = last(ReadTexts, ("AA:0.5, QhJh", "random")).sides
    assert one.weights["AA"] == 0.5
    assert one.weights["QJs"] == 0.25
    assert one.parts == {"AA": "AA:0.5", "QJs": "QhJh"}
    assert one.hands == 7
    assert other.text == "random"
    assert other.hands == 49 * 48 // 2


def test_cards_of_one_hand_are_none_of_the_other_sides() -> None:
    one, other = last(ReadTexts, ("AhKh", "TT-QQ,AQ,KQs,JTs"), parse("Qs7h2h")).sides
    assert one.hands == 1
    assert other.hands == 6 + 6 + 3 + 3 * 3 + 2 + 4


def test_a_wrong_token_is_named_with_its_place() -> None:
    one, other = last(ReadTexts, ("AA, KxKs ,22", "AA:2")).sides
    assert one.span == (4, 8)
    assert '"KxKs" is not part of a range' in one.problem
    assert other.span == (0, 4)


def test_an_empty_range_is_a_sentence() -> None:
    assert "empty" in last(ReadTexts, ("", "AA")).sides[0].problem


def test_ranges_that_cannot_meet_are_a_sentence() -> None:
    assert "shares a card" in last(ReadTexts, ("AsAh", "AsKs")).problem
    assert last(ReadTexts, ("AsAh", "KK")).problem == ""


def test_samples_come_first_and_the_count_last() -> None:
    *reports, found = ask(AskOdds, ("AhKh", "QQ-TT,AQs,KQs,AQo,JTs"))
    sampled = [report for report in reports if report.metrics]
    assert sampled[0].iteration == odds.FEW_SAMPLES
    widths = [report.metrics["ci95"] for report in sampled]
    assert widths[-1] < widths[0] / 5
    assert found.exact
    assert found.equity[0] == pytest.approx(0.5178451178)
    near = sampled[-1]
    assert abs(near.metrics["equity"] - found.equity[0]) < 2 * near.metrics["ci95"]


def test_what_would_take_too_long_is_sampled_until_it_is_narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "BEARABLE_SECONDS", 0.0)
    monkeypatch.setattr(odds, "TRIED_SECONDS", 0.0)
    monkeypatch.setattr(odds, "NARROW_ENOUGH", 0.002)
    found = last(AskOdds, ("AsAh", "KsKh"), ())
    assert not found.exact
    assert found.ci95 < 0.002
    assert found.equity[0] == pytest.approx(0.826366, abs=0.003)


def test_the_parts_are_seen_at_a_glance() -> None:
    [found] = ask(AskParts, ("AhKh", "QQ,JJ"), quick=True)
    assert set(found.classes[0]) == {"AKs"}
    assert set(found.classes[1]) == {"QQ", "JJ"}
    assert len(found.next) == 52 - 3 - 2
    assert [sum(shares) for shares in found.made] == pytest.approx([1, 1])


def test_after_the_flop_all_parts_are_counted() -> None:
    *reports, found = ask(AskParts, ("AhKh", "QQ,JJ"))
    assert all(isinstance(report, Progress) for report in reports)
    assert found.exact == ("classes", "next", "made")
    glance = last(AskParts, ("AhKh", "QQ,JJ"), quick=True)
    assert glance.exact == ()
    for counted, seen in zip(found.classes, glance.classes, strict=True):
        assert seen == pytest.approx(counted, abs=0.03)
    assert glance.next == pytest.approx(found.next, abs=0.15)


@pytest.mark.parametrize(("texts", "counted"), [(("AA", "KK"), True), (("AsAh", "KK"), False)])
def test_before_the_flop_classes_are_counted_where_their_hands_are_alike(
    texts: tuple[str, str], counted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds, "LONGEST_DEALS", 40_000)
    monkeypatch.setattr(made_hands, "MOST_RANKINGS", 0)
    monkeypatch.setattr(made_hands, "DRAWN_BOARDS", 2_000)
    found = last(AskParts, texts, ())
    assert ("classes" in found.exact) == counted
    assert "made" not in found.exact
    assert found.classes[0]["AA"] == pytest.approx(0.8194, abs=0.015)


@pytest.mark.parametrize("board", [(), parse("Qs7h2hAc2d")])
def test_without_one_next_card_there_is_no_equity_after_it(board: tuple[int, ...]) -> None:
    assert ask(AskParts, ("AhKh", "JJ"), board, quick=True)[-1].next == {}


def test_nonsense_is_refused() -> None:
    with pytest.raises(BadInput, match="not part of a range"):
        ask(AskOdds, ("AA", "nonsense"))
