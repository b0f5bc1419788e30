"""Duplicate deals and the luck of a session."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.archive.hands import finished
from game.archive.statistics import HandLuck
from game.archive.store import page
from game.features.history.details import describe_hand
from game.match.series import MIN_CERTAIN_SAMPLES, BlockResult, TwicePlayed, build_block, pair_deals
from game.match.session import HandResult, Session
from game.match.table_spec import TableSpec
from game.study.amounts import format_luck
from game.study.history import AskLuck
from game.study.judgements import AskJudgement
from game.study.opponents import portrait
from game.study.play import Decide
from game.tables.duplicate import BlockComparison, deal_note, standing_note
from game.tables.holdem.screen import PlayHoldem
from game.tables.kuhn.screen import PlayKuhn
from game.tables.record import SessionLuck
from game.texts import signed
from game.window.frame.requests import Requests
from tests.window.conftest import Sit
from tests.window.driver import FakeWorker
from tests.window.tables import Table, TableWorker, decide, judged
from tests.window.test_layout import assert_readable

HOLDEM = TableSpec("holdem", ("you", "steady"), seed=5, duplicate=True, duplicate_block=2)
KUHN = TableSpec("kuhn-poker", ("you", "vesper"), seed=5, duplicate=True, duplicate_block=2)
TABLES = [(PlayHoldem, HOLDEM), (PlayKuhn, KUHN)]


def open_table(opened: list[Table], folder: Path, make: Any, spec: TableSpec) -> Table:
    opened.append(Table(folder, make, spec))
    return opened[-1]


def check_down(table: Table, hands: int) -> None:
    """Play hands to their end by checks and calls. After the last hand, no new hand is dealt."""
    for number in range(hands):
        if number:
            table.key("space")
            table.settle()
        while table.table.phase == "yours":
            table.key("c")
            table.settle()


@pytest.mark.parametrize(("make", "spec"), TABLES)
def test_a_card_at_the_end_of_a_block_says_what_both_made_of_the_same_cards(
    sit: Sit, make: Any, spec: TableSpec
) -> None:
    table = sit(make, spec)
    check_down(table, 3)
    assert table.state["screen"] == table.table.name
    check_down_last(table)
    table.app.step([], 60.0)
    assert table.state["screen"] == table.table.name, "the last showdown stays in view"
    assert table.control("next").label == "See the result"
    table.click("next")
    assert table.state["screen"] == "match-card"
    block = build_block(spec, table.session.results, 0)
    assert len(block.deals) == 2
    said = table.words()
    assert "Same cards, no clear winner" in said or "Same cards, same result" in said
    assert "Difference, ±" in said
    assert "With the same cards: you" in said


def check_down_last(table: Table) -> None:
    table.key("space")
    table.settle()
    while table.app.screen is table.table and table.table.phase == "yours":
        table.key("c")
        table.settle()


def test_new_deals_follow_the_card_and_leaving_goes_to_the_menu(sit: Sit) -> None:
    table = sit(PlayKuhn, KUHN)
    check_down(table, 3)
    check_down_last(table)
    table.key("space")
    table.click("next-deals")
    table.settle()
    assert (table.state["screen"], table.screen.session.hand_number) == ("play-kuhn", 5)


@pytest.mark.parametrize(("make", "spec"), TABLES)
def test_in_the_second_pass_it_is_said_what_the_other_made_of_these_cards(
    sit: Sit, make: Any, spec: TableSpec
) -> None:
    table = sit(make, spec)
    check_down(table, 2)
    assert table.table.result_note == "Now the same 2 deals, with seats swapped."
    check_down_last(table)
    first = table.session.results[0]
    assert first.number == 1
    assert "with these cards" in table.table.result_note
    assert "with these cards" in table.words()
    assert f"{abs(first.returns[1]):g}" in table.table.result_note


def test_at_holdem_the_other_hand_stays_closed_until_its_cards_come_back(sit: Sit) -> None:
    table = sit(PlayHoldem, HOLDEM)
    table.key("f")
    table.key("f")
    table.settle()
    assert table.screen.phase == "over"
    assert "Both sides" not in table.words()
    assert "review" not in {control.name for control in table.app.controls()}
    table.key("g")
    table.key("e")
    table.settle()
    assert table.state["screen"] == "play-holdem"
    check_down_after(table)
    assert "review" in {control.name for control in table.app.controls()}


def check_down_after(table: Table) -> None:
    for _ in range(2):
        check_down_last(table)


def test_the_other_side_is_asked_in_the_same_words_in_both_passes(sit: Sit) -> None:
    """A request for a decision of the opponent does not reveal that the deal is played for the second time."""
    table = sit(PlayHoldem, HOLDEM)
    check_down(table, 4)
    asked = [request for request in table.worker.asked if isinstance(request, Decide)]
    assert asked
    for request in asked:
        assert {type(request.info).__name__} == {"HoldemInformationState"}
        assert "duplicate" not in repr(request)


def test_hands_are_kept_as_duplicate_deals_that_deal_the_same_cards_again(sit: Sit) -> None:
    table = sit(PlayKuhn, KUHN)
    check_down(table, 3)
    kept = page(table.app.folder).hands
    assert "Duplicate, deal 1 of 2, seats swapped." in describe_hand(table.app, kept[0]).count
    assert [hand.spec.duplicate for hand in kept] == [True] * 3
    cards = {hand.number: hand.session().state.cards for hand in kept}  # type: ignore[attr-defined]
    assert cards[1] == cards[3]
    roles = {hand.number: hand.session().get_player(0) for hand in kept}
    assert roles[1] != roles[3]


LOOKS = [(900, 560), (1280, 720), (1920, 1080)]


@pytest.mark.parametrize("size", LOOKS)
@pytest.mark.parametrize(("make", "spec"), TABLES)
def test_leaving_a_duplicate_table_sums_up_the_deals_that_were_played_twice(
    opened: list[Table], tmp_path: Path, make: Any, spec: TableSpec, size: tuple[int, int]
) -> None:
    table = Table(tmp_path, make, spec, size=size)
    opened.append(table)
    check_down(table, 3)
    [pair] = pair_deals(spec, table.session.results, 0).deals
    table.key("escape")
    assert table.state["screen"] == "summary"
    figures = dict(table.screen.result.figures)
    written = signed(pair.difference, 0 if spec is HOLDEM else 2)
    assert figures == {
        "Deals played twice": "1",
        "Difference": written,
    }
    assert table.screen.result.title in ("Same cards, no clear winner", "Same cards, same result")
    assert "With the same cards: you" in table.words()
    assert "cancels out" not in table.words(), "it would contradict the sentence that luck can explain it"
    assert_readable(table.marks(), table.app.painter.s.get_rect(), "the summary")


def test_a_summary_compares_the_deals_of_all_blocks(sit: Sit) -> None:
    table = sit(PlayKuhn, KUHN)
    check_down(table, 4)
    table.key("space")
    table.click("next-deals")
    table.settle()
    check_down(table, 4)
    table.key("space")
    assert "Best: deal" in table.words(), "the card of the second block"
    table.click("menu")
    deals = pair_deals(KUHN, table.session.results, 0).deals
    assert [deal.deal for deal in deals] == [1, 2, 3, 4]
    assert dict(table.screen.result.figures)["Deals played twice"] == "4"


def test_the_card_of_a_block_is_not_followed_by_the_same_summary(sit: Sit) -> None:
    table = sit(PlayKuhn, KUHN)
    check_down(table, 4)
    table.key("space")
    table.click("menu")
    assert table.state["screen"] == "blank"


def test_a_result_that_was_not_looked_at_is_told_on_leaving(sit: Sit) -> None:
    table = sit(PlayKuhn, KUHN)
    check_down(table, 4)
    table.key("escape")
    assert table.state["screen"] == "summary"
    assert dict(table.screen.result.figures)["Deals played twice"] == "2"


@pytest.mark.parametrize(("make", "spec"), TABLES)
def test_a_finished_block_is_not_offered_again(sit: Sit, make: Any, spec: TableSpec) -> None:
    table = sit(make, spec)
    check_down(table, 3)
    assert table.app.saves.unfinished(spec.game) is not None
    check_down_last(table)
    assert table.app.saves.unfinished(spec.game) is None
    table.key("space")
    table.click("next-deals")
    assert table.app.saves.unfinished(spec.game) is not None, "new deals are being played"


def test_the_second_pass_of_shuffled_deals_is_announced_in_another_order(sit: Sit) -> None:
    table = sit(PlayKuhn, replace(KUHN, shuffled=True))
    check_down(table, 2)
    assert table.table.result_note == "Now the same 2 deals in another order, with seats swapped."


@pytest.mark.parametrize(("make", "spec"), TABLES)
@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ({"teaching": True}, "Teaching table."),
        ({"teaching": True, "tutor": True}, "Tutor table."),
        ({"adaptive": "on"}, "Adaptive table."),
        ({"duplicate": True}, "Duplicate, deal 1"),
        ({}, ""),
    ],
)
def test_the_title_names_the_kind_of_table(
    sit: Sit, make: Any, spec: TableSpec, more: dict[str, Any], kind: str
) -> None:
    told = sit(make, replace(spec, **{"duplicate": False, **more})).table.subtitle
    assert kind in told
    assert bool(kind) == ("table." in told or "Duplicate" in told)


def test_the_card_of_a_block_is_not_followed_by_a_summary_of_the_deals_since_the_table_was_resumed(
    sit: Sit,
) -> None:
    """A summary of only the deals since the table was resumed could contradict the card of the block."""
    table = sit(PlayKuhn, KUHN)
    table.screen.visit.first = 1
    check_down(table, 4)
    assert pair_deals(KUHN, table.session.results[1:], 0).deals
    table.key("space")
    table.click("menu")
    assert table.state["screen"] == "blank"


def test_the_summary_of_a_resumed_table_compares_the_deals_whose_second_hand_was_played_in_this_visit(
    sit: Sit,
) -> None:
    spec = replace(KUHN, duplicate_block=3)
    table = sit(PlayKuhn, spec)
    table.screen.visit.first = 3
    check_down(table, 5)
    assert not pair_deals(spec, table.session.results[3:], 0).deals
    table.key("escape")
    assert table.state["screen"] == "summary"
    assert dict(table.screen.result.figures)["Deals played twice"] == "2"
    assert "No deal was played from both seats yet" not in table.words()


def compare(*deals: tuple[float, float]) -> BlockComparison:
    """Return the comparison of deals: pairs of the user's result and the opponent's result."""
    block = BlockResult(
        tuple(TwicePlayed(own, other, number) for number, (own, other) in enumerate(deals, 1))
    )
    return BlockComparison(HOLDEM, block, portrait([], "steady"), in_blinds=False)


@pytest.mark.parametrize(
    ("deals", "title", "caution"),
    [
        ([(9.0, 1.0), (8.0, 1.0)] * 5, "Same cards, and you won more", ""),
        ([(1.0, 9.0), (1.0, 8.0)] * 5, "Same cards, and they won more", ""),
        ([(-1.0, -9.0), (-1.0, -8.0)] * 5, "Same cards, and you lost less", ""),
        ([(-9.0, -1.0), (-8.0, -1.0)] * 5, "Same cards, and you lost more", ""),
        ([(9.0, 1.0), (1.0, 8.0)] * 5, "Same cards, no clear winner", "smaller than its ±"),
        ([(9.0, 1.0)], "Same cards, no clear winner", "So few deals"),
        ([(3.0, 3.0)] * 10, "Same cards, same result", ""),
    ],
)
def test_a_side_wins_with_the_same_cards_only_if_luck_cannot_explain_it(
    deals: list[tuple[float, float]], title: str, caution: str
) -> None:
    compared = compare(*deals)
    outcome, below = compared.outcome([]), compared.caution()
    assert outcome.title == title
    assert (outcome.device == compared.other.device) == ("they won" in title or "lost more" in title)
    assert caution in below
    assert bool(caution) == bool(below)


def test_the_second_pass_of_shuffled_deals_does_not_tell_which_deal_it_is(sit: Sit) -> None:
    spec = replace(KUHN, duplicate_block=10, shuffled=True)
    table = sit(PlayKuhn, spec)
    check_down(table, 10)
    check_down_last(table)
    hand = table.session.hand_number
    assert (hand, spec.deal_of_hand(hand)[0] + 1) != (11, 1), "a shuffled deal"
    assert "deal 1 of 10, seats swapped" in deal_note(spec, hand)
    first = next(
        one
        for one in table.session.results
        if spec.deal_of_hand(one.number) == (spec.deal_of_hand(hand)[0], 1 - spec.deal_of_hand(hand)[1])
    )
    assert signed(first.returns[1], 0) in table.table.result_note


@pytest.mark.parametrize("size", LOOKS)
@pytest.mark.parametrize(("make", "spec"), TABLES)
def test_no_notice_covers_the_table_or_what_is_pressed(
    opened: list[Table], tmp_path: Path, make: Any, spec: TableSpec, size: tuple[int, int]
) -> None:
    table = Table(tmp_path, make, spec, size=size)
    opened.append(table)
    sentence = "my-bot checks or folds: it wrote a line of more than 65,536 bytes."
    table.app.say(sentence)
    [said] = [mark.rect for mark in table.marks() if mark.words == sentence]
    pressed = [control.rect for control in table.screen.controls]
    regions = table.screen.regions
    kept = [table.app.painter.box(rect) for rect in (*pressed, regions.middle, *regions.sides)]
    assert said.collidelistall(kept) == []


AGAINST_EQUILIBRIUM = TableSpec("kuhn-poker", ("you", "equilibrium"), seed=3)
AGAINST_SOUND = TableSpec("holdem", ("you", "sound"), seed=3)


class App:
    """A fake app that has only a worker, because a request needs nothing else."""

    def __init__(self) -> None:
        self.worker = FakeWorker()


def play_session(spec: TableSpec, hands: int) -> Session:
    session = Session(spec)
    for number in range(hands):
        if number:
            session.next_hand()
        while not session.hand_over:
            session.act(0 if 0 in session.state.legal_actions() else 1)
    return session


def lucky(request: AskLuck) -> tuple[HandLuck, ...]:
    return tuple(HandLuck(2.5, 0.5) for _ in request.hands)


def test_hands_are_asked_for_once_and_all_that_are_missing_at_a_time() -> None:
    app, session = App(), play_session(AGAINST_EQUILIBRIUM, 3)
    luck = SessionLuck(AGAINST_EQUILIBRIUM, Requests(app))  # type: ignore[arg-type]
    assert luck.rows(session.results[:2], in_blinds=False) == ()
    luck.rows(session.results, in_blinds=False)
    [request] = app.worker.all_asked(AskLuck)
    assert [hand.number for hand in request.hands] == [1, 2]
    app.worker.give(AskLuck, lucky(request))
    assert luck.rows(session.results, in_blinds=False)[-1] == ("Luck counted in", "2 of 3 hands")
    assert [hand.number for hand in app.worker.all_asked(AskLuck)[-1].hands] == [3]
    app.worker.give(AskLuck, (HandLuck(2.5, 0.5),))
    expected = [("Cards gave", "+6.00"), ("Decisions gave", "+1.50 ± 0.00")]
    assert luck.rows(session.results, in_blinds=False) == expected
    assert luck.rows(session.results, in_blinds=False, first=2)[0] == ("Cards gave", "+2.00")
    assert len(app.worker.all_asked(AskLuck)) == 2


def test_what_was_refused_is_not_asked_again() -> None:
    app, session = App(), play_session(AGAINST_EQUILIBRIUM, 1)
    luck = SessionLuck(AGAINST_EQUILIBRIUM, Requests(app))  # type: ignore[arg-type]
    luck.rows(session.results, in_blinds=False)
    app.worker.give(AskLuck, error="It cannot be told.")
    assert luck.rows(session.results, in_blinds=False) == ()
    assert len(app.worker.all_asked(AskLuck)) == 1


@pytest.mark.parametrize(
    ("in_blinds", "words"),
    [(False, ["+600", "+4,500 ± 546"]), (True, ["+6 bb", "+45 bb ± 5.46 bb"])],
)
def test_amounts_at_holdem_are_written_as_the_player_wants_them(*, in_blinds: bool, words: list[str]) -> None:
    hands = [HandLuck(2.2, 2.0), HandLuck(1.2, 1.0)] * (MIN_CERTAIN_SAMPLES // 2)
    played = finished(AGAINST_SOUND, play_session(AGAINST_SOUND, len(hands)).results)
    assert [figure for _, figure in format_luck(played, hands, AGAINST_SOUND, in_blinds=in_blinds)] == words


def test_luck_and_decisions_inside_the_noise_are_not_told_apart() -> None:
    for hands in (
        [HandLuck(3.0, 1.0), HandLuck(2.0, -1.0)] * (MIN_CERTAIN_SAMPLES // 2),
        [HandLuck(-1.0, -3.23)] * (MIN_CERTAIN_SAMPLES - 1),  # fewer than an interval needs
    ):
        played = finished(AGAINST_SOUND, play_session(AGAINST_SOUND, len(hands)).results)
        rows = format_luck(played, hands, AGAINST_SOUND, in_blinds=False)
        assert rows == [("Cards or decisions", "too early to tell")]


def test_where_blinds_rise_every_hand_counts_in_its_own() -> None:
    levels = ((50, 100, 1), (100, 200, 1))
    spec = TableSpec("holdem", ("you", "rock"), form="match", stacks=(5_000, 7_000), schedule=levels)
    played = finished(spec, play_session(spec, 2).results) * (MIN_CERTAIN_SAMPLES // 2)
    assert [hand.spec.big_blind for hand in played[:2]] == [100, 200]
    rows = format_luck(played, [HandLuck(3.0, 1.0)] * MIN_CERTAIN_SAMPLES, spec, in_blinds=False)
    assert rows[0] == ("Cards gave", "+9,000")


def test_two_people_who_are_not_you_and_games_without_luck_have_none() -> None:
    app = App()
    for spec in (
        TableSpec("tic-tac-toe", ("you", "perfect")),
        TableSpec("kuhn-poker", ("honest", "bluffer")),
    ):
        session = Session(spec)
        while not session.hand_over:
            session.act(session.state.legal_actions()[0])
        assert SessionLuck(spec, Requests(app)).rows(session.results, in_blinds=False) == ()  # type: ignore[arg-type]
    assert not app.worker.asked


def test_the_session_of_holdem_tells_luck_and_skill_below_its_result(
    opened: list[Table], tmp_path: Path
) -> None:
    table = Table(
        tmp_path,
        PlayHoldem,
        AGAINST_SOUND,
        TableWorker({Decide: decide(), AskLuck: lucky}),
        size=(1920, 1080),
    )
    opened.append(table)
    table.key("f")
    table.key("return")
    table.settle()
    assert "Cards or decisions too early to tell" in table.words()


def test_kuhn_tells_the_session_with_luck_and_skill_below_the_record(
    opened: list[Table], tmp_path: Path
) -> None:
    hint = judged({0: 0.0, 1: 0.0}, 0)
    worker = TableWorker({Decide: decide(0), AskLuck: lucky, AskJudgement: lambda request: hint})
    table = Table(tmp_path, PlayKuhn, AGAINST_EQUILIBRIUM, worker, size=(1280, 720))
    opened.append(table)
    while table.screen.phase != "over":
        table.key("c")
    table.key("space")
    table.settle()
    assert "Cards gave +2.00 Decisions gave +0.50" in table.words()


def test_the_table_says_when_the_same_cards_come_again(sit: Sit) -> None:
    for make, spec in TABLES:
        assert "deal 1 of 2, then the same cards, seats swapped." in sit(make, spec).words()


def test_no_notice_covers_the_title_when_a_pass_begins(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr("game.app.app.App.say", lambda app, sentence: said.append(sentence))
    check_down(sit(PlayHoldem, HOLDEM), 3)
    assert not any(said)


@pytest.mark.parametrize(("make", "spec"), TABLES)
def test_the_title_says_who_is_ahead_once_a_deal_was_played_from_both_seats(
    sit: Sit, make: Any, spec: TableSpec
) -> None:
    table = sit(make, spec)
    check_down(table, 2)
    assert "With the same cards" not in table.words()
    check_down_last(table)
    [pair] = pair_deals(spec, table.session.results, 0).deals
    told = {False: "ahead" if pair.difference > 0 else "behind", True: "level"}[pair.difference == 0]
    assert "With the same cards you are" in table.words()
    assert f"{told}." in table.table.standing
    assert f"{abs(pair.difference):g}" in table.table.standing or told == "level"


@pytest.mark.parametrize(
    ("net", "told"),
    [(300, "250 ahead"), (-300, "350 behind"), (50, "level")],
    ids=["ahead", "behind", "level"],
)
def test_the_standing_compares_deals_of_both_seats_alone(net: int, told: str) -> None:
    results = [HandResult(number, 0, (), (own, -own)) for number, own in ((1, net), (2, 9_000), (3, -50))]
    said = standing_note(HOLDEM, results, 0, in_blinds=False)
    assert said == f"With the same cards you are {told}."
    assert standing_note(HOLDEM, results[:2], 0, in_blinds=False) == ""


@pytest.mark.parametrize("size", LOOKS)
@pytest.mark.parametrize(("make", "spec"), TABLES)
def test_leaving_before_a_deal_was_played_twice_shows_the_result_of_the_hands(
    opened: list[Table], tmp_path: Path, make: Any, spec: TableSpec, size: tuple[int, int]
) -> None:
    table = Table(tmp_path, make, spec, size=size)
    opened.append(table)
    check_down(table, 2)
    table.key("escape")
    assert table.state["screen"] == "summary"
    assert dict(table.screen.result.figures)["Hands"] == "2"
    assert "No deal was played from both seats yet" in table.words()
    assert_readable(table.marks(), table.app.painter.s.get_rect(), "the summary")
