"""The opponents that the window offers, and an opponent that adapts."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai import catalog
from game.agent_entries import AgentEntry, Strength
from game.features.history.filters import opponents
from game.match.session import Session
from game.match.table_spec import HANDS_STEP, TableSpec
from game.rules import games
from game.study.opponents import (
    DEVICES,
    DEVICES_OF_CHARACTERS,
    DEVICES_OF_PEOPLE,
    format_peers,
    format_strength,
    gallery,
    how_measured,
    portrait,
    stage_names,
    strength_in_full,
)
from game.window.ui.canvas.shapes import ICONS
from tests.window.conftest import Open
from tests.window.driver import Driver, named
from tests.window.samples import AGENTS


def test_a_family_is_one_opponent_with_its_stages() -> None:
    random, learner = gallery(AGENTS, "tic-tac-toe")
    assert [entry.stage for entry in learner.entries] == [
        "100 games",
        "1,000 games",
        "10,000 games",
        "1,000,000 games",
    ]
    assert random.entries[0].name not in learner.diamonds, "who was never measured has none"
    assert [learner.diamonds[entry.name] for entry in learner.entries] == [1, 2, 4, 5]
    weakest, *_, strongest = gallery(AGENTS, "holdem")
    assert weakest.diamonds[weakest.entries[0].name] == 1
    assert strongest.diamonds[strongest.entries[0].name] == 5


def test_who_is_as_strong_has_as_many_diamonds() -> None:
    never_beaten = Strength("lost lines", 0, None, None, None)
    entries = [
        AgentEntry("beaten", "tic-tac-toe", "rules", "", Strength("lost lines", 9, None, None, None)),
        AgentEntry("learner", "tic-tac-toe", "learned", "", never_beaten),
        AgentEntry("perfect", "tic-tac-toe", "solved", "", never_beaten),
    ]
    diamonds = gallery(entries, "tic-tac-toe")[0].diamonds
    assert diamonds == {"beaten": 1, "learner": 5, "perfect": 5}


def make_entry(name: str, mean: float, ci95: float) -> AgentEntry:
    return AgentEntry(name, "holdem", "rules", "", Strength("mbb/hand", mean, ci95, "sound", 10_000))


OVERLAPPING = [
    make_entry("calls", -2400, 230),
    make_entry("raises", -2070, 674),
    make_entry("waits", -230, 120),
]


def test_whose_intervals_overlap_are_about_equal() -> None:
    diamonds = {
        one: count for entry in gallery(OVERLAPPING, "holdem") for one, count in entry.diamonds.items()
    }
    assert diamonds == {"calls": 1, "raises": 1, "waits": 5}
    assert format_peers(OVERLAPPING[0], OVERLAPPING) == "Too close to call: Raises."
    assert format_peers(OVERLAPPING[2], OVERLAPPING) == ""


def ranked(name: str, mean: float, rank: int | None) -> AgentEntry:
    found = make_entry(name, mean, 5).strength
    assert found is not None
    worst = replace(
        found, against="the field", worst=-mean, worst_ci95=9, worst_against="rock", diamonds=rank
    )
    return AgentEntry(name, "holdem", "rules", "", worst if rank else found)


def test_a_league_gives_the_diamonds_whatever_was_won_from_the_field() -> None:
    league = [ranked("wild", 1_600, 2), ranked("rock", 120, 3), ranked("architect", 1_200, 5)]
    entries = [*league, ranked("kept", 9_000, None)]
    diamonds = {one: count for entry in gallery(entries, "holdem") for one, count in entry.diamonds.items()}
    assert diamonds == {"wild": 2, "rock": 3, "architect": 5}, "who was not in the league has none"


def test_as_many_diamonds_in_a_league_are_about_as_strong() -> None:
    league = [ranked("wild", 1_600, 2), ranked("station", -900, 2), ranked("rock", 1_600, 3)]
    assert format_peers(league[0], league).endswith(": The Station.")
    assert format_peers(league[2], league) == ""


def test_nobody_stands_lower_for_what_chance_may_explain() -> None:
    unsure = [make_entry("rock", -300, 60), make_entry("architect", -97, 179), make_entry("sterling", 0, 0)]
    entries = [make_entry("station", -2500, 120), *unsure, make_entry("professor", 700, 250)]
    diamonds = {one: count for entry in gallery(entries, "holdem") for one, count in entry.diamonds.items()}
    assert diamonds == {"station": 1, "rock": 2, "architect": 4, "sterling": 4, "professor": 5}


@pytest.mark.parametrize(
    ("mean", "expected"), [(-2900.0, 1), (-1000.0, 1), (-240.0, 5), (900.0, 5), (-2300.0, 1)]
)
def test_an_agent_that_was_kept_moves_nobody(user_folder: Path, mean: float, expected: int) -> None:
    before = {name: count for one in gallery(OVERLAPPING, "holdem") for name, count in one.diamonds.items()}
    kept = replace(make_entry("mine", mean, 50), file=user_folder / "agents" / "mine.npz")
    agents = sorted([*OVERLAPPING, kept], key=lambda entry: entry.strength.mean if entry.strength else 0)
    after = {name: count for one in gallery(agents, "holdem") for name, count in one.diamonds.items()}
    assert after == before | {"mine": expected}


def test_who_was_never_measured_equals_nobody() -> None:
    unknown = AgentEntry("unknown", "holdem", "rules", "")
    assert format_peers(unknown, [*OVERLAPPING, unknown]) == ""
    assert "Unknown" not in format_peers(OVERLAPPING[0], [*OVERLAPPING, unknown])


def test_stages_lose_the_word_they_share() -> None:
    _, learner = gallery(AGENTS, "tic-tac-toe")
    assert stage_names(learner.entries) == (["100", "1,000", "10,000", "1M"], "games")
    lone = (
        AgentEntry("a", "holdem", "learned", "", stage="10 hands"),
        AgentEntry("b", "holdem", "learned", ""),
    )
    assert stage_names(lone) == (["10 hands", "b"], "")


def test_the_strongest_stage_decides_the_place_of_a_family() -> None:
    entries = [
        AgentEntry("weak-1", "holdem", "learned", "", family="weak"),
        AgentEntry("middle", "holdem", "rules", ""),
        AgentEntry("weak-2", "holdem", "learned", "", family="weak"),
    ]
    assert [opponent.key for opponent in gallery(entries, "holdem")] == ["middle", "weak"]


def test_the_depths_of_a_stage_are_one_opponent_the_deepest() -> None:
    entries = [
        AgentEntry(f"plan-{depth}-{stage}", "holdem", "learned", "", family="plan", stage=stage, depth=depth)
        for stage in ("1/16", "full")
        for depth in (20, 200, 50)
        if (stage, depth) != ("1/16", 50)
    ]
    lone = AgentEntry("kept", "holdem", "learned", "", depth=20)
    plan, other = gallery([*entries, lone], "holdem")
    assert [entry.name for entry in plan.entries] == ["plan-200-1/16", "plan-200-full"]
    assert other.entries == (lone,)


def test_agents_made_for_other_blinds_stay_away() -> None:
    assert [opponent.key for opponent in gallery(AGENTS, "kuhn-half-street", 2)] == ["half-2"]


def test_a_lone_opponent_has_one_diamond() -> None:
    (alone,) = gallery(AGENTS, "kuhn-half-street", 1)
    assert alone.diamonds == {"half-1": 1}


def test_an_agent_without_words_of_its_own_shows_what_the_catalogue_says() -> None:
    entry = AgentEntry("my-own-agent", "holdem", "learned", "Trained on a rainy evening.")
    (opponent,) = gallery([entry], "holdem")
    assert (opponent.name, opponent.kind, opponent.device) == ("My own agent", "Self-taught", "seed")
    assert opponent.line == "Trained on a rainy evening."
    assert opponent.question == "Stage"


def test_people_and_strangers_have_portraits_too() -> None:
    assert portrait(AGENTS, "you").device == "owl"
    assert portrait(AGENTS, "guest").name == "Your guest"
    assert portrait(AGENTS, "trained-elsewhere").name == "trained-elsewhere"
    assert portrait(AGENTS, "champion").stage == "1,000,000 games"


LEAGUE = Strength(
    "mbb/hand",
    1_560.4,
    90,
    "the field",
    90_000,
    -113,
    120,
    "search-network-all",
    diamonds=5,
    rating=1_584.4,
    rating_ci95=54.2,
    ahead=16,
    met=18,
)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "Beats nearly everyone here."),
        ({"ahead": 11, "worst": -120}, "Beats most others here."),
        ({"ahead": 11, "worst": -121}, "Beats most others here. Its weak spot is The Surveyor."),
        ({"ahead": 8, "worst": -400}, "Beats about half the others. Its weak spot is The Surveyor."),
        (
            {"ahead": 1, "worst": -400, "worst_against": "rock"},
            "Loses to most others here, most of all to The Rock.",
        ),
        ({"ahead": 1}, "Loses to most others here."),
        ({"worst": 20}, "Beats nearly everyone here."),
    ],
)
def test_a_loss_in_a_league_is_named_only_beyond_chance_and_without_figures(
    changes: dict[str, Any], words: str
) -> None:
    assert strength_in_full(replace(LEAGUE, **changes)) == words
    assert format_strength(replace(LEAGUE, **changes)) == "rating 1,584 ± 54"


def test_the_figures_of_a_league_are_behind_how_measured() -> None:
    assert how_measured(replace(LEAGUE, rating=None)) == how_measured(None) == []
    figures = dict(how_measured(LEAGUE))
    assert figures["The rating"].startswith("1,584 ± 54. ")
    assert figures["What was played"].startswith("90,000 hands. Everyone here played everyone else")
    against = figures["Against all others"]
    assert against == "+1,560 ± 90 mbb a hand on average. Worst: −113 ± 120 against The Surveyor."
    beaten = dict(how_measured(replace(LEAGUE, lbr=400, lbr_ci95=106)))["Against all others"]
    assert beaten == f"{against} A local best response wins +400 ± 106 from it."
    won = dict(how_measured(replace(LEAGUE, lbr=-1_291, lbr_ci95=112)))["Against all others"]
    assert won == f"{against} A local best response found no way to win: −1,291 ± 112."


def test_stages_are_named_for_a_reader() -> None:
    shipped = catalog.agents(games.HOLDEM)
    names = {one.key: stage_names(one.entries)[0] for one in gallery(shipped, games.HOLDEM)}
    assert {"a little", "more", "full"} < set(names["blueprint"])
    assert set(names["search"]) == {
        "an expert",
        "Hyperborean",
        "all players",
        "professionals",
        "agents here",
        "DeepStack",
    }
    assert set(names["expert"]) == {"tight", "moderate", "loose"}
    assert portrait(shipped, "expert-sound").stage == "moderate"


@pytest.mark.parametrize(
    ("strength", "short", "full"),
    [
        (
            None,
            "no measurement",
            "No stored measurement. The command measure prints one if the agent gives its strategy.",
        ),
        (
            Strength("mbb/hand", -285.2, 61, "The Rock", 100_000),
            "−285 mbb a hand",
            "Measured: −285 ± 61 mbb a hand against The Rock, over 100,000 hands.",
        ),
        (
            Strength("lost lines", 276, None, None, None),
            "loses in 276 lines",
            "276 lines of play beat this",
        ),
        (
            Strength("exploitability", 1e-5, None, None, None),
            "almost unbeatable",
            "wins 0.000010 chips a hand",
        ),
        (
            Strength("exploitability", 0.0054, None, None, None),
            "gives up 0.0054 a hand",
            "wins 0.0054 chips a hand",
        ),
        (
            Strength("exploitability", 0.00063, None, None, None),
            "gives up 0.00063 a hand",
            "wins 0.00063 chips a hand",
        ),
        (
            Strength("points/game", 0.5, 0.01, "x", 9),
            "+0.50 points a game",
            "+0.50 ± 0.01 points a game against x",
        ),
        (Strength("elo", 1500, None, None, None), "1,500 elo", "Measured: 1,500 elo."),
    ],
)
def test_strengths_in_words(strength: Strength | None, short: str, full: str) -> None:
    assert format_strength(strength) == short
    assert full in strength_in_full(strength)


def test_a_checkpoint_is_shown_as_its_run_and_is_offered_where_one_looks_back_but_not_to_be_played() -> None:
    name = "value-learner-1@12800"
    shown = portrait(AGENTS, name)
    assert (shown.name, shown.stage) == ("Value learner 1", "12,800")
    played = AgentEntry(name, "tic-tac-toe", "learned", "")
    assert [one.key for one in gallery([*AGENTS, played], "tic-tac-toe")] == ["uniform", "learner"]
    options = {option.value: option.label for option in opponents([*AGENTS, played], "tic-tac-toe")}
    assert options[name] == "Value learner 1 (12,800)"
    assert portrait(AGENTS, f"value-learner-1@{'9' * 5_000}").stage == ""


SHIPPED_GALLERIES = [
    (games.TIC_TAC_TOE, 1),
    (games.KUHN_POKER, 1),
    (games.KUHN_HALF_STREET, 1),
    (games.KUHN_HALF_STREET, 2),
    (games.HOLDEM, 1),
]


@pytest.mark.parametrize(("game", "blinds"), SHIPPED_GALLERIES)
def test_nobody_in_a_gallery_shares_an_emblem_with_another_or_with_the_player(
    game: str, blinds: float
) -> None:
    emblems = [opponent.device for opponent in gallery(catalog.agents(), game, blinds)]
    assert len({*emblems, DEVICES_OF_PEOPLE["you"]}) == len(emblems) + 1, emblems


def test_every_agent_that_ships_has_an_icon_and_every_icon_can_be_drawn() -> None:
    characters = {entry.family or entry.name for entry in catalog.agents()}
    assert set(DEVICES_OF_CHARACTERS) == characters
    devices = {*DEVICES.values(), *DEVICES_OF_CHARACTERS.values(), *DEVICES_OF_PEOPLE.values()}
    assert devices - set(ICONS) == set()


ENOUGH = HANDS_STEP[games.TIC_TAC_TOE]
X_WINS, O_WINS = (0, 3, 1, 4, 2), (0, 3, 1, 4, 8, 5)


def sit_down(window: Driver, agent: str, **more: Any) -> None:
    window.app.resume(Session(TableSpec(games.TIC_TAC_TOE, ("you", agent), seed=1, **more)))
    window.settle()


def play(window: Driver, count: int, *, won: bool) -> None:
    """Play games that the player wins or loses, and deal the next game after each."""
    for _ in range(count):
        screen: Any = window.app.screen
        x_wins = (screen.session.get_player(0) == 0) == won
        for cell in X_WINS if x_wins else O_WINS:
            screen.apply(cell)
        window.settle()
        screen.next_hand()
        window.settle()


def table(window: Driver) -> TableSpec:
    screen: Any = window.app.screen
    spec: TableSpec = screen.session.spec
    return spec


@pytest.mark.parametrize(
    ("won", "after", "how", "said"), [(True, "player", "up", "ahead"), (False, "beginner", "down", "behind")]
)
def test_the_next_level_takes_over_with_the_next_deal_and_it_is_said(
    open_window: Open, won: bool, after: str, how: str, said: str
) -> None:
    window = open_window()
    sit_down(window, "student", adaptive="on")
    play(window, ENOUGH - 1, won=won)
    assert table(window).seats == ("you", "student")
    play(window, 1, won=won)
    spec = table(window)
    assert (spec.seats, spec.adaptive, spec.skip) == (("you", after), how, ENOUGH)
    assert f"You are {said}. Learner (" in window.state["notice"]
    assert window.app.settings.tables[games.TIC_TAC_TOE]["agent"] == after


def test_the_count_begins_anew_with_another_level(open_window: Open) -> None:
    window = open_window()
    sit_down(window, "student", adaptive="on")
    play(window, ENOUGH, won=True)
    screen: Any = window.app.screen
    assert screen.session.results == []
    play(window, ENOUGH - 1, won=True)
    assert table(window).seats == ("you", "player")


@pytest.mark.parametrize(("agent", "won"), [("champion", True), ("beginner", False)])
def test_at_the_ends_of_the_ladder_the_level_stays(open_window: Open, agent: str, won: bool) -> None:
    window = open_window()
    sit_down(window, agent, adaptive="on")
    play(window, ENOUGH + 2, won=won)
    assert table(window).seats == ("you", agent)


def test_without_it_the_opponent_stays(open_window: Open) -> None:
    window = open_window()
    sit_down(window, "student")
    play(window, ENOUGH + 2, won=True)
    assert table(window).seats == ("you", "student")


def test_who_is_not_on_the_ladder_stays(open_window: Open) -> None:
    window = open_window()
    sit_down(window, "uniform", adaptive="on")
    play(window, ENOUGH + 2, won=True)
    assert table(window).seats == ("you", "uniform")


@pytest.mark.parametrize("key", ["1", "2", "3"])
def test_it_is_off_unless_chosen(open_window: Open, key: str) -> None:
    window = open_window()
    window.key(key)
    screen: Any = window.app.screen
    assert screen.choices.style == "match"
    assert screen.choices.spec(screen.table, 1).adaptive == ""
    screen.choose(style="adaptive")
    assert screen.choices.spec(screen.table, 1).adaptive == "on"


def test_it_is_barred_where_no_level_is_next(open_window: Open) -> None:
    window = open_window()
    window.key("1")
    screen: Any = window.app.screen
    for agent, words in (("guest", "not on the ladder"), ("uniform", "not on the ladder")):
        screen.choose(agent=agent)
        [option] = [one for one in named(window.app, "style").options if one.value == "adaptive"]
        assert words in option.disabled


def test_it_is_barred_in_a_match_of_holdem(open_window: Open) -> None:
    window = open_window()
    window.key("3")
    screen: Any = window.app.screen
    screen.choose(form="match", style="adaptive")
    [option] = [one for one in named(window.app, "style").options if one.value == "adaptive"]
    assert "cash game" in option.disabled
    assert screen.choices.spec("holdem", 1).adaptive == ""
