"""Kuhn poker at the table, and the reasons for its equilibrium."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai import catalog
from ai.algorithms.best_response import expected_returns
from ai.features.held_agents import held_agents
from ai.review.document import explain_best_action
from ai.service import answer
from game import texts
from game.agent_entries import AgentEntry
from game.archive.rating import MIN_RATED_HANDS
from game.archive.store import page
from game.core import CHANCE, TERMINAL, Decision, InformationState, State
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.rules.kuhn_poker import CARD_LETTERS, KuhnInformationState, KuhnRules
from game.study.drills import DrillQuestion
from game.study.judgements import AskJudgement, Judgement, question_at
from game.study.play import AgentKey, Decide, ExploitRecordedPlay, RecordedExploitability
from game.study.saves import format_record
from game.study.words import INDIFFERENT, information_set
from game.tables.kuhn.screen import PlayKuhn
from game.tables.kuhn.view import KuhnWords, why_played
from game.tables.position_view import CardWords, worth_of_answers
from game.window.ui.input import Key
from game.window.ui.leaves import Pair
from tests.ai.agents.bots import bot, seat
from tests.played_hands import make_opponent_values
from tests.window.conftest import Sit
from tests.window.tables import Table, TableWorker, decide, fail_to_decide, judged

CLASSIC = TableSpec("kuhn-poker", ("you", "kuhn-cfr-final"), seed=3, first="seat-0")  # king against queen
HALF_STREET = TableSpec("kuhn-half-street", ("you", "kuhn-cfr-final"), seed=3, first="seat-0", blinds=2)
TEACHING = TableSpec("kuhn-poker", ("you", "kuhn-cfr-final"), seed=3, first="seat-0", teaching=True)


def balance(request: AskJudgement) -> Judgement:
    return judged({0: -1.0, 1: -1.0}, 1, {0: 1 / 3, 1: 2 / 3}, advice=frozenset((0, 1)))


def gives_away(request: AskJudgement) -> Judgement:
    """Judge the action as a mistake. Its cost is half a chip against a bet, and otherwise a quarter of a chip."""
    action = request.action or 0
    values = {action: -1.5 if request.info.key.endswith("b") else -1.25, 1 - action: -1.0}
    return judged(values, 1 - action)


def best_reply(request: ExploitRecordedPlay) -> RecordedExploitability:
    reply = {"Q": 0, "K": 0, "A": 1, "Qb": 0, "Kb": 1, "Apb": None}
    return RecordedExploitability(0.083, (0.05, 0.125), reply)


def open_table(opened: list[Table], folder: Path, spec: TableSpec = CLASSIC, **options: object) -> Table:
    worker = options.pop("worker", None) or TableWorker(
        {AskJudgement: balance, ExploitRecordedPlay: best_reply}
    )
    opened.append(Table(folder, PlayKuhn, spec, worker, **options))  # type: ignore[arg-type]
    return opened[-1]


def test_a_hand_by_keyboard_alone(sit: Sit) -> None:
    table = sit(worker=TableWorker({Decide: decide(1), AskJudgement: balance}))
    assert (CARD_LETTERS[table.screen.view.state.cards[table.screen.own_player]], table.focus) == (
        "K",
        "pass",
    )
    table.key("c")
    assert table.screen.view.state.betting == "pb"
    table.key("c")
    assert table.screen.view.state.history == "KQpbb"
    assert table.screen.session.total(table.screen.below) == 2
    assert table.focus == "next"
    table.key("space")
    assert table.screen.session.hand_number == 2


def test_a_hand_by_tab_and_enter(sit: Sit) -> None:
    table = sit(worker=TableWorker({Decide: decide(0), AskJudgement: balance}))
    table.key("tab")
    assert table.focus == "bet"
    table.key("return")
    assert (table.screen.view.state.betting, table.screen.session.total(table.screen.below)) == ("bp", 1)
    table.key("return")
    assert table.screen.session.hand_number == 2


def test_a_hand_by_mouse(sit: Sit) -> None:
    table = sit(worker=TableWorker({Decide: decide(1), AskJudgement: balance}))
    table.click("pass")
    assert table.control("pass").label == "Fold"
    table.click("bet")
    assert table.screen.phase == "over"
    table.click("next")
    assert table.screen.session.hand_number == 2


def test_the_first_focus_never_is_on_fold(sit: Sit) -> None:
    table = sit(worker=TableWorker({Decide: decide(1), AskJudgement: balance}))
    table.key("c")
    assert table.control(table.focus).label == "Call 1"


def test_f_folds_only_against_a_bet(sit: Sit) -> None:
    table = sit(worker=TableWorker({Decide: decide(1), AskJudgement: balance}))
    table.key("f")
    assert table.screen.view.state.betting == ""
    table.keys("c", "f")
    assert table.screen.view.state.betting == "pbp"
    assert table.table.sentences()[0] == "You lose 1. You folded."


def test_space_neither_bets_nor_folds(table: Table) -> None:
    table.key("space")
    assert table.screen.view.state.betting == ""


def test_a_held_key_acts_once(sit: Sit) -> None:
    table = sit(worker=TableWorker({Decide: decide(1), AskJudgement: balance}))
    table.key("c")
    table.key("c", repeat=True)
    assert table.screen.view.state.betting == "pb"


@pytest.mark.parametrize(
    ("share", "bands"), [(0.99, "1 to 99: bet 1, 100: check"), (0.01, "1: bet 1, 2 to 100: check")]
)
def test_a_band_of_one_number_is_no_range(sit: Sit, share: float, bands: str) -> None:
    mixed = decide(1, shares={1: share, 0: 1 - share}, roll=0.005)
    table = sit(worker=TableWorker({Decide: mixed, AskJudgement: balance}))
    table.keys("c", "c")
    assert bands in table.texts()


def test_a_decision_that_failed_is_not_shown_as_a_mix_of_the_opponent(sit: Sit) -> None:
    table = sit(worker=TableWorker({Decide: fail_to_decide, AskJudgement: balance}))
    table.keys("c", "c")
    assert table.screen.phase == "over"
    assert "No valid decision, so the table plays instead." in table.words()


def test_after_the_hand_the_mix_and_the_die_are_told(sit: Sit) -> None:
    mixed = decide(1, shares={1: 1 / 3, 0: 2 / 3}, roll=0.205)
    table = sit(worker=TableWorker({Decide: mixed, AskJudgement: balance}))
    table.key("c")
    assert not any("rolled" in one for one in table.texts())
    table.key("c")
    shown = set(table.texts())
    assert "Kuhn cfr final rolled 21 of 100." in shown
    assert "1 to 33: bet 1, 34 to 100: check" in shown
    assert {"33.3%", "66.7%"} <= set(shown)
    assert "Best" in shown
    assert any(one.startswith("Mix, so that") for one in shown)


def test_a_decision_has_its_mark_with_what_it_cost_and_what_was_better(sit: Sit) -> None:
    table = sit(worker=TableWorker({Decide: decide(0), AskJudgement: gives_away}))
    table.key("b")
    shown = set(table.texts())
    assert {"Mistake", "costs 0.25 chips"} <= shown
    assert "Best: check. A bet gains nothing: the queen folds and the ace calls." in " ".join(
        mark.words for mark in table.marks()
    )


def test_a_decision_that_cannot_be_graded_says_so(sit: Sit) -> None:
    table = sit(worker=TableWorker({Decide: decide(0)}))
    table.key("b")
    assert "This decision could not be graded." in table.texts()


def test_where_the_table_teaches_the_worst_mistake_is_retried(sit: Sit) -> None:
    answers = {Decide: decide(1, 1), AskJudgement: gives_away}
    table = sit(TEACHING, worker=TableWorker(answers))
    table.keys("c", "f")
    assert table.screen.view.state.betting == "pbp"
    table.click("retry")
    assert (table.screen.phase, table.screen.view.state.betting) == ("yours", "pb")


def test_a_serious_hand_is_not_retried(sit: Sit) -> None:
    table = sit(worker=TableWorker({Decide: decide(0), AskJudgement: gives_away}))
    table.keys("b", "t")
    assert table.screen.phase == "over"
    assert "retry" not in {control.name for control in table.app.controls()}


def test_during_the_hand_the_panel_tells_only_the_rules(table: Table) -> None:
    assert "Three cards, one bet" in table.texts()
    assert not any(isinstance(one, AskJudgement | ExploitRecordedPlay) for one in table.worker.asked)


def test_rewinding_a_hand(sit: Sit) -> None:
    worker = TableWorker({Decide: decide(1, 1), AskJudgement: balance})
    table = sit(TEACHING, worker=worker)
    table.keys("c", "f", "z")
    assert table.screen.view.state.betting == "pb"
    table.key("z")
    assert table.screen.view.state.betting == ""
    table.keys("y", "y")
    assert table.screen.view.state.betting == "pbp"


def test_in_a_match_a_hand_is_not_taken_back_once_it_is_over(sit: Sit) -> None:
    table = sit(worker=TableWorker({Decide: decide(1, 1), AskJudgement: balance}))
    table.keys("c", "z")
    assert table.screen.view.state.betting == ""
    table.keys("c", "f", "z")
    assert table.screen.view.state.betting == "pbp"
    assert not table.control("undo").enabled


def test_the_hint_is_there_only_where_the_table_teaches(opened: list[Table], tmp_path: Path) -> None:
    plain = open_table(opened, tmp_path / "plain")
    plain.key("h")
    assert not plain.table.minds.shows_hint
    teaching = open_table(opened, tmp_path / "teaching", TEACHING)
    teaching.click("hint-button")
    assert {"33.3%", "66.7%"} <= set(teaching.texts())
    teaching.key("c")
    assert not teaching.table.minds.shows_hint


def sit_with_hints(sit: Sit, opponent: str, *, tutor: bool = False, **options: Any) -> Table:
    """Open a table with hints against an agent whose strategy is known.

    The agent's first decision is a bet or a call, and later decisions are passive.
    """

    def judge(request: AskJudgement) -> Judgement:
        *_, judgement = answer(request)
        assert isinstance(judgement, Judgement)
        return judgement

    entries = [AgentEntry(opponent, "kuhn-poker", "rules", "Plays.")]
    spec = replace(TEACHING, seats=("you", opponent), tutor=tutor)
    worker = TableWorker({Decide: decide(1), AskJudgement: judge})
    return sit(spec, agents=entries, worker=worker, **options)


def test_hint_and_grade_tell_what_is_best_against_a_known_opponent(sit: Sit) -> None:
    table = sit_with_hints(sit, "bluffer")
    table.keys("c", "h")
    assert "Against The Baron: call 1." in table.words()
    assert table.table.advice.startswith("Against The Baron: call 1. ")
    worth = "On average in chips: fold −1.00, call 0.00."
    habit = "Of The Baron's bets here, 50% are the queen. A call needs 25%."
    assert f"{worth} {habit}" in table.words()
    assert f"{worth} {habit}" in table.table.advice
    table.key("f")
    assert f"{worth} {habit}" in table.words()
    assert {"Missed gain", "costs 1.00 chips"} <= set(table.texts())
    assert "Fine in theory. Better against The Baron: call 1." in table.words()
    [*_, step] = [one for one in table.session.steps if one.player == table.screen.own_player]
    grade = table.table.grades.of(step)
    assert grade is not None
    info = information_set("Kpb", KuhnRules())
    words = CardWords(DrillQuestion("", "mistakes", games.KUHN_POKER, info, (0, 1), 0), "The Baron")
    better = "Fine in theory. Better against The Baron: call 1."
    assert words.why(grade).startswith(f"{better} The best answer is worth 0.00 chips on average.")
    assert words.why(grade).endswith(habit)
    heading, *_ = worth_of_answers(words, grade)
    assert isinstance(heading, Pair)
    assert (heading._name, heading._value) == ("Bar: in theory", "chips against The Baron")


def test_no_reason_of_theory_contradicts_the_advice_against_a_known_opponent(sit: Sit) -> None:
    reason = "A bet gains nothing"
    table = sit_with_hints(sit, "uniform")
    table.key("h")
    told = table.words(), table.table.advice
    assert all("bet 1" in one and reason not in one for one in told)
    assert all("in theory: to open" in one.lower() for one in told)
    table.keys("c", "c")
    assert "Fine in theory. Better against Toss: bet 1." in table.words()
    assert reason not in table.words()


def test_the_tutor_gives_the_reason_of_theory_if_it_is_best_against_a_known_opponent_too(sit: Sit) -> None:
    table = sit_with_hints(sit, "honest", tutor=True)
    table.key("b")
    assert table.table.tutor.warning is not None
    assert "A bet gains nothing: the queen folds and the ace calls." in table.words()


@pytest.mark.parametrize(
    ("opponent", "key", "told"),
    [
        (
            "bluffer",
            "A",
            "The Baron bets 50% of the time after a check, and calls 0% of the time after a bet.",
        ),
        ("bluffer", "Qp", "The Baron folds to a bet 100% of the time. A bluff needs 33%."),
        ("honest", "Kb", "Of The Baron's bets here, 0% are the queen. A call needs 25%."),
        ("station", "Kp", ""),
        ("bluffer", "K", "A bet gains nothing: the queen folds and the ace calls."),
    ],
)
def test_the_reason_against_a_known_opponent_is_its_habit_if_theory_advises_another_action(
    opponent: str, key: str, told: str
) -> None:
    info = information_set(key, KuhnRules())
    *_, judgement = answer(question_at(games.KUHN_POKER, info, opponent=AgentKey(games.KUHN_POKER, opponent)))
    assert isinstance(judgement, Judgement)
    assert why_played(info, judgement, "The Baron") == told


def test_in_the_half_street_game_a_check_shows_the_cards(sit: Sit) -> None:
    table = sit(HALF_STREET)
    assert "If you check, cards are shown." in table.table.sentences()[1]
    table.key("c")
    assert table.screen.view.state.history == "KQp"
    assert table.screen.session.total(table.screen.below) == 2


def test_half_street_pots_and_stakes(sit: Sit) -> None:
    table = sit(HALF_STREET, worker=TableWorker({Decide: decide(1), AskJudgement: balance}))
    assert table.screen.view.state.pot == 4
    table.key("b")
    assert (table.screen.view.state.pot, table.screen.session.total(table.screen.below)) == (6, 3)
    assert "Half-street, blinds 2, one bet of 1." in table.table.subtitle


def test_broken_blinds_are_written_with_their_digits(sit: Sit) -> None:
    spec = TableSpec("kuhn-half-street", ("you", "kuhn-cfr-final"), seed=3, first="seat-0", blinds=0.5)
    table = sit(spec)
    assert "blinds 0.5," in table.table.subtitle
    table.key("c")
    assert table.table.sentences()[0] == "You win 0.5. King beats queen."


def test_the_best_reply_to_you_comes_after_twenty_hands(sit: Sit) -> None:
    table = sit(speed="instant")
    for _ in range(19):
        while table.screen.phase != "over":
            table.key("c")
        assert not table.control("reply").enabled
        table.key("space")
    while table.screen.phase != "over":
        table.key("c")
    assert table.control("reply").enabled
    assert "0.083" in table.texts()
    request = table.worker.all_asked(ExploitRecordedPlay)[-1]
    assert sum(map(sum, request.counts.values())) >= 20
    table.key("b")
    said = table.words()
    assert "about 0.083 chips a hand: at least 0.050, at most 0.125 (95%)." in said
    assert "What would beat you" in table.texts()
    assert {"Ace, after check and bet", "no hands yet"} <= set(table.texts())
    table.click("reply")
    assert "What would beat you" not in table.texts()


@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1920, 1080)])
def test_the_best_reply_is_in_view_after_two_decisions(size: tuple[int, int], sit: Sit) -> None:
    worker = TableWorker({Decide: decide(1), AskJudgement: balance, ExploitRecordedPlay: best_reply})
    table = sit(worker=worker, size=size)
    table.keys("c", "c")
    assert len(table.actions) == 3
    _, y, _, height = table.control("reply").rect
    panel = table.app.painter.box(table.table.regions.sides[0])
    assert y + height < panel[1] + panel[3]
    assert next(one for one in table.app.screen.controls if one.name == "reply").clip is None


def test_the_record_counts_every_stage(sit: Sit) -> None:
    stages = [
        AgentEntry(name, "kuhn-poker", "learned", "Played itself.", family="self", stage=name)
        for name in ("early", "late")
    ]
    spec = TableSpec("kuhn-poker", ("you", "late"), seed=3, first="seat-0")
    table = sit(spec, agents=stages)
    table.app.saves.add_result("kuhn-poker", "early", 2.0, (9, 1))
    table.app.saves.add_result("kuhn-poker", "late", -1.0, (9, 2))
    table.table.relayout()
    assert "+0.50 chips a hand over 2 hands" in table.texts()


def test_the_record_counts_a_hand_when_its_end_is_shown(sit: Sit) -> None:
    table = sit(TableSpec("kuhn-poker", ("you", "kuhn-cfr-final"), seed=3, first="seat-0"))
    record = table.table.record
    while not table.session.hand_over:
        assert record.against_opponent.hands == 0
        table.app.send(Key("c", "c"))
        table.app.step([], 0.05)
    assert table.screen.phase == "moving"
    assert (record.against_opponent.hands, len(record.shown_results)) == (0, 0)
    table.settle()
    assert (record.against_opponent.hands, len(record.shown_results)) == (1, 1)


def test_hands_without_a_decision_of_the_opponent_make_no_record(sit: Sit) -> None:
    spec = TableSpec("kuhn-poker", ("you", "kuhn-cfr-final"), seed=3)
    table = sit(spec, worker=TableWorker({Decide: fail_to_decide, AskJudgement: balance}))
    for hand in range(2 * MIN_RATED_HANDS):
        if hand:
            table.key("space")
        while table.screen.phase != "over":
            table.key("c")
    assert len(page(table.app.folder).hands) == 2 * MIN_RATED_HANDS
    assert table.app.saves.scores("kuhn-poker") == {}


def test_play_of_earlier_evenings_counts_for_the_best_reply(opened: list[Table], tmp_path: Path) -> None:
    first = open_table(opened, tmp_path / "first", speed="instant")
    for _ in range(3):
        while first.screen.phase != "over":
            first.key("c")
        first.key("space")
    counts = first.table.best_reply.own_play.counts
    resumed = Table(tmp_path / "second", PlayKuhn, first.session, TableWorker({AskJudgement: balance}))
    opened.append(resumed)
    assert resumed.table.best_reply.own_play.counts == counts


def test_the_record_is_counted_in_chips(sit: Sit) -> None:
    table = sit(worker=TableWorker({Decide: decide(1), AskJudgement: balance}))
    table.keys("c", "c")
    record = table.app.saves.record_against("kuhn-poker", "kuhn-cfr-final")
    assert (record.hands, record.net) == (1, 2)
    table.key("space")
    assert "+2 chips in one hand" in table.texts()


def test_the_balance_is_told_with_its_reason_in_a_hint_and_after_the_hand(sit: Sit) -> None:
    answers = {Decide: decide(1), AskJudgement: balance}
    table = sit(TEACHING, worker=TableWorker(answers))
    table.keys("c", "h")
    assert any(one.startswith("Mix, so that") for one in table.texts())
    table.key("c")
    assert any(one.startswith("Mix, so that") for one in table.texts())


def test_a_reason_stays_within_the_band_of_a_tall_window(sit: Sit) -> None:
    worker = TableWorker({Decide: decide(1), AskJudgement: gives_away})
    table = sit(worker=worker, size=(900, 1100))
    table.keys("c", "c")
    band = table.app.painter.box(table.table.regions.sides[0])
    assert all(mark.rect.bottom < band[1] + band[3] for mark in table.marks())


def test_a_hint_is_in_view_also_with_large_text(sit: Sit) -> None:
    table = sit(TEACHING, size=(900, 560), text_size=200)
    table.key("h")
    shown = [mark.words for mark in table.marks() if mark.rect.colliderect(mark.clip)]
    assert {"BEST STRATEGY: TO OPEN", "Bet 1"} <= set(shown)
    table.key("c")
    assert table.table.side_scroll.offset == 0


GAMES = [(games.KUHN_POKER, 1), (games.KUHN_HALF_STREET, 1), (games.KUHN_HALF_STREET, 2)]


def equilibrium(game: str, blinds: float, info: InformationState) -> Mapping[int, float]:
    return catalog.load(game, "equilibrium", blinds).strategy(info)  # type: ignore[attr-defined]


def in_balance(shares: Mapping[int, float]) -> Judgement:
    return judged({0: 0.0, 1: 0.0}, 0, shares)


def kuhn_words(game: str, blinds: float) -> KuhnWords:
    spec = TableSpec(game, ("you", "equilibrium"), seed=3, first="seat-0", blinds=blinds)
    return KuhnWords(Session(spec), 0, "Vesper")


def information_sets(game: str, blinds: float) -> dict[str, KuhnInformationState]:
    """Return every information set of the game, by its key."""
    found: dict[str, KuhnInformationState] = {}

    def walk(state: State) -> None:
        player = state.current_player()
        if player == TERMINAL:
            return
        if player == CHANCE:
            actions = [action for action, _ in state.chance_outcomes()]
        else:
            actions = list(state.legal_actions())
            info = state.information_state(player)
            assert isinstance(info, KuhnInformationState)
            found[info.key] = info
        for action in actions:
            walk(state.child(action))

    walk(games.initial_state(game, blinds=blinds))
    return found


def worth(game: str, blinds: float, key: str, action: int) -> float:
    """Return the value of the game to the player at `key` if this player always takes `action` at `key`.

    Everywhere else, both players follow the equilibrium.
    """
    player = (len(key) - 1) % 2

    def deviating(info: InformationState) -> Mapping[int, float]:
        return {action: 1.0} if info.key == key else equilibrium(game, blinds, info)

    root = games.initial_state(game, blinds=blinds)
    return expected_returns(root, (deviating, deviating))[player]


@pytest.mark.parametrize(("game", "blinds"), GAMES)
def test_a_mix_makes_the_named_decision_indifferent(game: str, blinds: float) -> None:
    sets = information_sets(game, blinds)
    mixed = [key for key, info in sets.items() if min(equilibrium(game, blinds, info).values()) > 0]
    assert mixed
    for key in mixed:
        theirs = INDIFFERENT[key]
        assert (len(theirs) - len(key)) % 2 == 1, "it is the other player's"
        assert worth(game, blinds, theirs, 0) == pytest.approx(worth(game, blinds, theirs, 1)), key


@pytest.mark.parametrize(("game", "blinds"), GAMES)
def test_every_decision_in_balance_has_its_reason(game: str, blinds: float) -> None:
    words = kuhn_words(game, blinds)
    for key, info in information_sets(game, blinds).items():
        assert words.why(info, in_balance(equilibrium(game, blinds, info))), key


@pytest.mark.parametrize(("game", "blinds"), GAMES)
def test_a_pure_play_is_no_worse_than_the_other(game: str, blinds: float) -> None:
    for key, info in information_sets(game, blinds).items():
        shares = equilibrium(game, blinds, info)
        if max(shares.values()) == 1:
            played = max(shares, key=lambda action: shares[action])
            assert worth(game, blinds, key, played) >= worth(game, blinds, key, 1 - played) - 1e-12, key


def test_a_mix_is_told_by_the_decision_that_it_makes_indifferent() -> None:
    words = kuhn_words(games.KUHN_POKER, 1)
    said = words.why(information_set("Qp", words.state.rules), in_balance({0: 2 / 3, 1: 1 / 3}))
    assert said == "Mix, so that Vesper's king, after check and bet, does as well with a fold as with a call."
    texts.use("ru")
    told = texts.retell(said)
    texts.use_texts(texts.english())
    assert "пас" in told
    assert "колл" in told


@pytest.mark.parametrize(
    ("values", "is_told"), [({0: 1.0, 1: 1.0}, True), ({0: 1.0, 1: 0.5}, False), ({0: 0.5, 1: 1.0}, False)]
)
def test_a_mix_has_a_reason_only_if_it_is_best_against_the_known_opponent_too(
    values: dict[int, float], is_told: bool
) -> None:
    info = information_set("Q", KuhnRules())
    mixed = in_balance(equilibrium(games.KUHN_POKER, 1, info))
    grade = replace(mixed, against=make_opponent_values(values)).grade(0)
    question = DrillQuestion("", "mistakes", games.KUHN_POKER, info, (0, 1), left=0)
    words = kuhn_words(games.KUHN_POKER, 1).why(info, grade.judgement)
    for said in (words, CardWords(question, "Ann").why(grade), explain_best_action(info, grade)):
        assert ("Mix, so that" in said) == is_told
        assert "equilibrium" not in said


@pytest.mark.parametrize(("game", "blinds"), GAMES)
def test_drills_and_reviews_tell_the_reason_too(game: str, blinds: float) -> None:
    for key, info in information_sets(game, blinds).items():
        shares = equilibrium(game, blinds, info)
        grade = in_balance(shares).grade(0)
        question = DrillQuestion("", "bluffs", game, info, (0, 1), left=0)
        told = kuhn_words(game, blinds).why(info, grade.judgement).replace("Vesper", "the opponent")
        assert told in CardWords(question, "Ann").why(grade), key
        against = replace(question, against="station")
        assert told not in CardWords(against, "Ann").why(grade), key


@pytest.mark.parametrize(
    ("bets", "calls", "how"),
    [
        (
            {0: 1.0, 1: 0.0, 2: 1.0},
            {0: 0.0, 1: 0.0, 2: 1.0},
            "bets the ace and the queen, calls with the ace",
        ),
        (
            {0: 0.25, 1: 0.0, 2: 1.0},
            {0: 1.0, 1: 1.0, 2: 1.0},
            "bets the ace and the queen in 25%, calls with every card",
        ),
        ({}, {0: 0.0, 1: 0.0, 2: 0.0}, "never calls"),
    ],
)
def test_a_drill_against_a_character_says_how_it_bets_and_calls(
    bets: dict[int, float], calls: dict[int, float], how: str
) -> None:
    info = information_set("Qp", KuhnRules())
    question = DrillQuestion(
        "", "bluffs", games.KUHN_POKER, info, (0, 1), 0, against="bluffer", bets=bets, calls=calls
    )
    assert CardWords(question, "The Baron").prompt().endswith(f"Your opponent plays like The Baron: {how}.")


def test_a_drill_of_bluffs_says_that_the_opponent_plays_the_best_strategy() -> None:
    question = DrillQuestion("", "bluffs", games.KUHN_POKER, information_set("Qp", KuhnRules()), (0, 1), 0)
    assert CardWords(question, "").prompt().endswith("Your opponent plays the best strategy.")


def test_what_an_odd_balance_does_is_left_unexplained() -> None:
    words = kuhn_words(games.KUHN_POKER, 1)
    assert words.why(information_set("A", words.state.rules), in_balance({0: 1.0, 1: 0.0})) == ""
    assert CARD_LETTERS[information_set("A", words.state.rules).card] == "A"


@pytest.mark.parametrize(
    ("decides", "reason"),
    [
        ("sys.exit()", "it has ended"),
        ('say(type="action", id=n, action="r1")', "its action 'r1' is illegal"),
        ('sys.stdout.buffer.write(b"\\xff\\n") // sys.stdout.flush()', "not UTF-8"),
        ('print("x" * 10_000_000, flush=True)', "a line of more than"),
    ],
)
def test_a_broken_bot_checks_or_folds_with_a_notice_and_the_hand_goes_on(
    decides: str, reason: str, sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(request: Decide) -> Decision:
        *_, decision = answer(request)
        assert isinstance(decision, Decision)
        return decision

    monkeypatch.setattr(held_agents, "loaded", OrderedDict())
    seat("kuhn-poker", "my-bot", bot(decides))
    bots = AgentEntry("my-bot", "kuhn-poker", "rules", "My own.")
    spec = TableSpec("kuhn-poker", ("you", "my-bot"), seed=3, first="seat-0")
    table = sit(spec=spec, agents=[bots], worker=TableWorker({Decide: ask, AskJudgement: balance}))
    said: list[str] = []
    monkeypatch.setattr(table.app, "say", said.append)
    for hand in (1, 2):
        assert table.screen.session.hand_number == hand
        table.key("b")
        assert len(said) == hand
        assert said[-1].startswith("my-bot checks or folds: ")
        assert reason in said[-1]
        assert table.screen.phase == "over"
        table.key("space")
    assert page(table.app.folder).total >= 2
    record = table.app.saves.record_against("kuhn-poker", "my-bot")
    assert format_record("kuhn-poker", record) == "No results here yet", "though the history has the hands"
    assert record.left_out == 2, "as the page of new games says"
