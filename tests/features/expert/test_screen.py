"""The page of an expert's rules."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ai import catalog
from ai.service import answer
from game.app.start import find_pages
from game.features.odds import AskExpert, CopyExpert, ExpertRules, ListExperts, ReadExpertRules
from game.features.odds.expert_panels import RuleSpot, path_lines
from game.match.betting_line import BettingLine
from game.rules.betting import CALL, HoldemRules, PublicBetting
from game.rules.cards import names, parse
from game.rules.holdem import HoldemInformationState, HoldemState
from game.study.play import SEED_VARIABLE
from tests.features.expert.show import BROKEN
from tests.features.expert.show import PLACES as EXPERT
from tests.window.driver import Asking, Driver, Kind, windows
from tests.window.samples import AGENTS
from tests.window.tables import TableWorker
from tests.window.watching import Watching

KINDS: tuple[Kind, ...] = (ListExperts, ReadExpertRules, AskExpert, CopyExpert)


def current_answer(request: Any) -> Any:
    return list(answer(request))[-1]


class Reader(Asking):
    """A window that shows the page of experts, opened from the odds page."""

    def __init__(self, folder: Path, **more: Any) -> None:
        self.table = TableWorker(dict.fromkeys(KINDS, current_answer))
        super().__init__(folder, self.table, catalog.agents(), list_agents=catalog.agents, **more)
        self.key("o")
        self.click("page.expert")
        self.arrive()

    @property
    def fired(self) -> str | None:
        known, found = self.screen.read.value, self.screen.found.fresh
        return known.rules[found.hand.rule].name if found is not None and found.hand is not None else None

    def press(self, *keys: str) -> None:
        for key in keys:
            self.key(key)
            self.arrive()


Open = Callable[..., Reader]


@pytest.fixture
def look(user_folder: Path) -> Iterator[Open]:
    yield from windows(partial(Reader, user_folder))


def test_the_surveyor_looks_ahead_in_the_spot_once_it_has_a_hand(look: Open) -> None:
    window = look()
    window.press("x", "a")
    page: Any = window.app.screen
    assert page.name == "search"
    assert page._spot.info == HoldemInformationState(
        1, tuple(parse("AhKd")), (), PublicBetting.start(HoldemRules())
    )
    assert page._spot.agent.kind == "search"
    assert "The Surveyor" in window.words()


def test_the_rule_that_fires_is_told_with_its_conditions_and_its_mix(look: Open) -> None:
    window = look()
    assert window.fired == "bet strong"
    words = window.words()
    for expected in (
        "bet strong",
        "equity at least strong (80%)",
        "bet 3.3 bb",
        "60%",
        "The Professor, moderate",
    ):
        assert expected in words


def test_other_cards_and_other_betting_are_asked_at_once(look: Open) -> None:
    window = look()
    window.app.screen.controls.focus("hand")
    window.key("delete")
    window.type("7h2s")
    window.arrive()
    assert names(window.screen.spot.hole) == "7h2s"
    assert window.fired == "go on betting"
    window.click("take-back")
    window.arrive()
    assert window.screen.spot.line.betting.acpc == "r250c/"
    window.click("pot")
    window.arrive()
    assert window.screen.spot.line.betting.acpc == "r250c/r750"
    assert window.fired in (
        "give up",
        "bluff-raise",
    )


def test_a_hand_is_played_through_by_keys_alone(look: Open) -> None:
    window = look()
    window.press("x")
    assert window.screen.spot.line.betting.acpc == ""
    assert window.fired == "open"
    window.press("3", "1", "1")
    assert window.screen.spot.line.betting.acpc == "r300c/c"
    window.press("backspace")
    assert window.screen.spot.line.betting.acpc == "r300c/"


def test_what_is_missing_of_the_board_is_said(look: Open) -> None:
    window = look()
    window.app.screen.controls.focus("board")
    window.key("delete")
    window.arrive()
    assert "Add the three flop cards." in window.words()
    assert window.fired is None
    window.type("Qd7s2c")
    window.arrive()
    assert window.fired is not None


def test_styles_are_walked_through_and_their_rules_shown(look: Open) -> None:
    window = look()
    window.press("e")
    assert window.widget("expert").chosen == "tight"
    assert len(window.screen.read.value.rules) > 20
    assert "The Professor, tight" in window.words()


def test_a_copy_lies_in_the_users_folder_is_edited_reloaded_and_sat_down_with(look: Open) -> None:
    window = look()
    window.press("c")
    assert window.widget("expert").chosen == "my-sound"
    own = catalog.user_folder("holdem") / "rules" / "my-sound.yaml"
    assert own.name in window.words()
    own.write_text(own.read_text().replace("shared:", "shard:"), encoding="utf-8")
    window.press("r")
    assert 'unknown section "shard"' in window.screen.read.value.problems[0]
    assert "These rules have errors." in window.words()
    own.write_text(own.read_text().replace("shard:", "shared:"), encoding="utf-8")
    window.press("r")
    assert not window.screen.read.value.problems
    window.press("p")
    assert window.state["screen"] == "new_game"
    assert window.screen.choices.agent == "my-sound"


def test_everything_that_is_wrong_with_a_file_stands_on_the_page(look: Open) -> None:
    window = look()
    window.table.answerers[ReadExpertRules] = lambda request: ExpertRules(problems=BROKEN)
    window.press("e")
    words = window.words()
    assert "has no size" in words
    assert "no rule covers" in words
    assert window.fired is None


def test_a_copy_that_cannot_be_written_is_said(look: Open) -> None:
    window = look()
    del window.table.answerers[CopyExpert]
    window.press("c")
    assert "Nobody answers that." in window.words()
    assert window.widget("expert").chosen == "sound"


def test_cards_are_chosen_by_mouse(look: Open) -> None:
    window = look()
    window.click("hand")
    window.key("escape")
    assert window.state["screen"] == "expert"


def test_the_head_leads_to_the_other_pages_and_back(look: Open) -> None:
    window = look()
    window.click("page.hand_table")
    assert window.state["screen"] == "hand_table"
    window.click("page.expert")
    window.arrive()
    assert window.state["screen"] == "expert"
    window.click("page.odds")
    assert window.state["screen"] == "odds"


def test_the_grid_tells_a_class_in_words(look: Open) -> None:
    window = look()
    window.app.screen.controls.focus("grid")
    window.press("right")
    assert "AKs:" in window.words()


def test_a_hand_that_is_watched_is_asked_of_the_experts_with_its_cards_only_where_they_are_open(
    user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SEED_VARIABLE, "7")
    window = Watching(user_folder, "holdem").begin()
    window.worker.answerers |= dict.fromkeys(KINDS, current_answer)
    watch: Any = window.app.screen
    info = watch.session.info(watch.session.seat_to_act)
    for sight, cards in (("closed", ""), ("open", names(info.hole))):
        watch.set_sight(sight)
        window.key("e")
        assert window.state["screen"] == "expert"
        assert names(window.screen.spot.hole) == cards
        assert window.screen.spot.line.betting.acpc == info.betting.acpc
        window.key("escape")
        assert window.app.screen is watch
    window.click("rules")
    window.click("page.hand_table")
    assert window.state["screen"] == "hand_table"
    window.close()


def test_the_hand_is_named_in_the_spot(look: Open) -> None:
    assert parse(names(look().screen.spot.hole)) == parse("AhKd")


def test_no_expert_is_chosen_while_none_is_known(user_folder: Path) -> None:
    driver = Driver(user_folder, find_pages(), AGENTS)
    EXPERT["expert reading"](driver.app)
    driver.key("e")
    assert driver.widget("expert").chosen == "sound"
    driver.close()


def test_a_path_from_the_root_keeps_its_first_slash(look: Open) -> None:
    painter = look().app.painter
    assert "".join(path_lines(painter, "/home/ann/rules/own.yaml", 120.0)) == "/home/ann/rules/own.yaml"
    assert "".join(path_lines(painter, "~/rules/own.yaml", 120.0)) == "~/rules/own.yaml"


def test_the_button_begins_with_a_call_and_a_few_raises() -> None:
    spot = RuleSpot()
    assert spot.on_button
    assert spot.choices() == {"call": CALL, "third": 200, "pot": 300, "double": 500}


def test_what_would_end_the_hand_is_not_offered() -> None:
    river = RuleSpot(line=BettingLine(actions=(250, *5 * [CALL], 500), board=parse("Kh8c4s2d9h")))
    assert "call" not in river.choices()
    assert "pot" in river.choices()
    assert RuleSpot().after(20_000).choices() == {}


def test_the_last_action_is_taken_back() -> None:
    assert RuleSpot().after(250).after(CALL).before() == RuleSpot().after(250)
    assert RuleSpot().after(250).before() == RuleSpot()


def test_a_decision_of_a_table_becomes_a_spot_with_its_own_stacks() -> None:
    state = HoldemState(HoldemRules(100, 200, (3_000, 5_000)))
    for card in parse("2c7dAsAh"):
        state = state.child(card)
    info = state.child(500).information_state(0)
    spot = RuleSpot.of(info)
    assert spot.line.betting == info.betting
    assert spot.request("sound") == AskExpert("sound", 0, (), info.betting, info.hole)


def test_a_hand_that_meets_the_board_is_no_hand() -> None:
    line = BettingLine(actions=(250, CALL), board=parse("Kh8c4s"))
    assert RuleSpot(parse("Kh2d"), line).request("sound").hole == ()
    assert RuleSpot(parse("Kd2d"), line).request("sound").hole == parse("Kd2d")
    assert RuleSpot(parse("Kd"), line).request("sound").hole == ()
