"""The arena by mouse and keyboard: following, sorting, selecting, watching and exporting a league."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai import catalog
from game.agent_entries import AgentEntry
from game.app.start import find_pages
from game.core import Progress
from game.features.arena import AskStandings, ExportLeague, PlayLeague
from game.features.arena.cross_table import format_mean
from game.features.arena.model import MAX_FIRST_PLAYERS, ArenaModel, quick_players
from game.features.arena.page import ArenaScreen
from game.features.arena.panels import PlayerCards
from game.match.series import SeriesPoint
from game.request import Request
from game.rules import games
from game.study.league import BATCHES, FIRST_DEALS, League, LeaguePair, LeagueSettings
from game.study.opponents import format_name, portrait
from game.tables.watch.screen import Watch
from game.window.ui.input import Key, Pointer
from game.window.ui.widgets.widget import find_middle
from tests.features.arena.show import HOLDEM, NAMES, league, open_league
from tests.window.driver import Driver, LoggingPainter, WordsOnlyPainter, result, windows
from tests.window.samples import AGENTS
from tests.window.tables import TableWorker

LEFT_OUT = "Left out: my-bot (program failed)."
FAILED = {"my-bot": "failed"}


class LeagueWorker(TableWorker):
    """A fake worker that accepts a league without playing it. The test gives the progress and the end."""

    def __init__(self, standings: League) -> None:
        super().__init__(
            {AskStandings: lambda request: self.standings, ExportLeague: lambda request: request.file}
        )
        self.standings = standings
        self.deals: list[int] = []
        self.last_play: PlayLeague | None = None
        self.tickets: list[int] = []
        self.cancelled: list[int] = []

    def consider(self, ticket: int, request: Request[Any]) -> None:
        if not isinstance(request, PlayLeague):
            super().consider(ticket, request)
            return
        self.deals.append(request.deals)
        self.last_play = request
        self.tickets.append(ticket)

    def cancel(self, ticket: int) -> None:
        super().cancel(ticket)
        if ticket in self.tickets:
            self.tickets.remove(ticket)
            self.cancelled.append(ticket)

    def say(self, progress: Progress | None = None, value: object = None, error: str | None = None) -> None:
        """Report progress of the league, or end the league with a value or an error."""
        [ticket] = self.tickets
        self.hand_in(ticket, result(value, progress, error))
        if progress is None:
            self.tickets.clear()


class InTheArena(Driver):
    """A window that shows the arena, opened from the page that sets up a watched series."""

    def __init__(
        self, folder: Path, standings: League, painter: type[LoggingPainter] = WordsOnlyPainter, **more: Any
    ) -> None:
        super().__init__(folder, find_pages(), more.pop("agents", AGENTS), painter=painter, **more)
        self.league = LeagueWorker(standings)
        self.worker = self.league  # type: ignore[assignment]
        self.app.worker = self.league  # type: ignore[assignment]
        self.keys("w")
        self.click("table.holdem")
        self.key("a")

    @property
    def page(self) -> ArenaScreen:
        assert isinstance(self.app.screen, ArenaScreen)
        return self.app.screen


Open = Callable[..., InTheArena]


@pytest.fixture
def arena(user_folder: Path) -> Iterator[Open]:
    yield from windows(lambda standings=None, **more: InTheArena(user_folder, standings or league(), **more))


def test_the_page_before_a_series_leads_to_the_league_of_its_table(arena: Open) -> None:
    driver = arena()
    assert driver.page.standings.settings == HOLDEM
    assert driver.screen.standings.phase == "paused"
    assert driver.focus == "run"
    assert "2,800 of 4,000 deals" in driver.words()
    assert "9 of 10 pairs have met" in driver.words()


def test_the_worst_result_orders_the_table_until_the_mean_is_asked_for(arena: Open) -> None:
    driver = arena()
    rows = driver.page.standings.rows
    assert [row.field.worst for row in rows] == sorted((row.field.worst for row in rows), reverse=True)
    driver.key("s")
    assert driver.screen.standings.order == "mean"
    rows = driver.page.standings.rows
    assert [row.field.mean for row in rows] == sorted((row.field.mean for row in rows), reverse=True)
    driver.click("order.worst")
    assert driver.screen.standings.order == "worst"


def test_a_row_and_its_column_are_the_two_sides_of_one_pair(arena: Open) -> None:
    rows = arena().page.standings.rows
    for index, row in enumerate(rows):
        assert row.pairs[index] is None
        for other in range(index):
            here, there = row.pairs[other], rows[other].pairs[index]
            assert here is not None
            assert there is not None
            assert here == there.swapped()


def test_play_pause_and_more_deals(arena: Open) -> None:
    driver = arena(league(deals=0, missing=10))
    assert driver.screen.standings.phase == "new"
    driver.key("space")
    assert driver.league.deals == [FIRST_DEALS]
    driver.league.say(Progress(250, 1_000, 20.0, 60.0))
    driver.league.standings = league(deals=FIRST_DEALS)
    driver.app.step([], 2.0)
    assert "25%" in driver.words()
    driver.key("space")
    assert len(driver.league.cancelled) == 1
    assert driver.screen.standings.phase == "paused"
    driver.key("r")
    assert driver.league.deals == [FIRST_DEALS, 4 * FIRST_DEALS]
    driver.league.say(value=league(missing=0, deals=4 * FIRST_DEALS))
    driver.settle()
    assert driver.screen.standings.phase in ("done", "paused")


def test_leaving_stops_nothing_and_the_menu_shows_how_far_it_is(arena: Open) -> None:
    driver = arena()
    driver.keys("space", "e", "escape", "escape")
    assert driver.league.cancelled == []
    assert driver.state["screen"] == "watch_setup", "Esc goes back to where one came from"
    driver.key("escape")
    assert driver.state["screen"] == "menu"
    driver.league.say(Progress(3_000, 4_000, 20.0, 60.0))
    driver.settle()
    assert driver.control("watch").value == "75%"
    driver.keys("w", "a")
    assert driver.screen.standings.phase == "playing"
    assert "continues in the background" in driver.words()
    assert driver.league.deals == [400]
    driver.keys("escape", "escape")
    driver.league.standings = league(missing=0)
    driver.league.say(value=league(missing=0))
    driver.settle()
    assert driver.control("watch").value == ""
    assert "All pairs have met" in driver.state["notice"]


def test_what_ends_while_one_looks_on_is_shown_as_it_stands_then(arena: Open) -> None:
    driver = arena()
    driver.key("space")
    driver.league.standings = league(missing=0, deals=1_000)
    driver.league.say(value=league(missing=0, deals=1_000))
    driver.settle()
    assert driver.screen.standings.phase in ("done", "paused")
    assert "of 10,000 deals" in driver.words()


def test_one_league_is_played_at_a_time(arena: Open) -> None:
    driver = arena()
    driver.keys("space", "escape", "w")
    assert (driver.control("arena").label, driver.control("arena").value) == ("Arena", "")
    driver.league.say(Progress(3_000, 4_000, 20.0, 60.0))
    driver.settle()
    assert driver.control("arena").value == "75%"
    driver.click("table.kuhn-poker")
    assert driver.control("arena").value == ""
    driver.league.standings = league(settings=LeagueSettings("kuhn-poker"))
    driver.key("a")
    assert not driver.control("run").enabled
    driver.key("space")
    assert len(driver.league.deals) == 1


def test_an_exact_league_is_shown_at_once_and_has_nothing_to_play(arena: Open) -> None:
    settings = LeagueSettings("kuhn-poker")
    pairs = (LeaguePair("always-bluffs", "never-bluffs", mean=-0.25, ci95=0.0, exact=True),)
    driver = arena(League(settings, ("never-bluffs", "always-bluffs"), pairs, 0))
    driver.keys("escape", "w")
    driver.click("table.kuhn-poker")
    driver.key("a")
    assert driver.screen.standings.phase == "exact"
    for words in ("Computed exactly", "+0.250", "Computed over every deal from both seats."):
        assert words in driver.words()
    for words in ("chips a hand, exact, best worst result first", "mean of its row, exact"):
        assert words in driver.words()
    assert "95%" not in driver.words()
    assert "mean so far" not in driver.words()
    driver.keys("space", "r")
    assert driver.league.deals == []
    assert "left out" not in driver.words().lower()
    driver.league.standings = replace(driver.league.standings, left_out=FAILED)
    driver.keys("escape", "a")
    assert LEFT_OUT in driver.words()


def test_the_end_of_the_program_waits_until_the_league_is_kept(arena: Open) -> None:
    driver = arena()
    driver.keys("space", "escape", "escape", "escape")
    assert "The Hold'em arena pauses" in driver.words()
    driver.app.models.background.close()
    assert len(driver.league.cancelled) == 1
    assert not driver.app.models.leagues.busy


def test_what_ends_the_play_is_said_when_one_comes_back(arena: Open) -> None:
    driver = arena()
    driver.keys("space", "escape", "w")
    driver.league.say(error="Two made a move that the rules do not allow.")
    driver.settle()
    driver.key("a")
    assert driver.screen.standings.phase == "lost"
    assert "that the rules do not allow" in driver.words()
    driver.key("space")
    assert driver.screen.standings.phase == "paused"


def test_a_click_on_a_head_sorts_by_its_column_and_another_one_as_before(arena: Open) -> None:
    driver = arena()
    before = [row.agent for row in driver.page.standings.rows]
    driver.key("s")
    driver.click(f"table.by-{before[2]}")
    standings = driver.page.standings
    assert (driver.screen.standings.order, standings.against) == ("column", before[2])
    won = [0.0 if pair is None else pair.mean for row in standings.rows for pair in [row.pairs[2]]]
    met = [row.agent == before[2] or row.pairs[2].deals > 0 for row in standings.rows]  # type: ignore[union-attr]
    assert won[: sum(met)] == sorted(won[: sum(met)], reverse=True)
    assert met == sorted(met, reverse=True)
    assert f"by result against {standings.columns[2].name}" in driver.words()
    driver.click(f"table.by-{before[2]}")
    assert driver.screen.standings.order == "mean"
    assert driver.page.standings.rows == driver.page.standings.columns


def test_the_switch_and_its_key_sort_by_the_column_of_the_chosen_pair(arena: Open) -> None:
    driver = arena()
    driver.keys("s", "s")
    assert driver.screen.standings.order == "column"
    assert driver.page.standings.against == driver.screen.table.selection[1].agent
    driver.key("s")
    assert driver.screen.standings.order == "worst"
    driver.click("order.column")
    assert driver.screen.standings.order == "column"


def test_the_chosen_pair_stays_chosen_in_another_order(arena: Open) -> None:
    driver = arena()
    driver.keys("down", "right")
    chosen = [row.agent for row in driver.screen.table.selection[:2]]
    for _ in range(3):
        driver.key("s")
        assert [row.agent for row in driver.screen.table.selection[:2]] == chosen


def test_the_shown_pair_stays_while_results_change_the_order(arena: Open) -> None:
    driver = arena()
    before = [row.agent for row in driver.screen.table.selection[:2]]
    driver.key("space")
    driver.league.standings = league(NAMES[::-1])
    driver.app.step([], 2.0)
    driver.settle()
    assert [row.agent for row in driver.page.standings.rows[:2]] != before
    assert [row.agent for row in driver.screen.table.selection[:2]] == before


def test_arrows_choose_a_pair_and_enter_watches_it(arena: Open) -> None:
    driver = arena()
    rows = [row.agent for row in driver.page.standings.rows]
    assert [row.agent for row in driver.screen.table.selection[:2]] == rows[:2]
    driver.key("down")
    assert [row.agent for row in driver.screen.table.selection[:2]] == [rows[2], rows[1]]
    driver.keys("left", "up", "left", "up")
    assert [row.agent for row in driver.screen.table.selection[:2]] == [rows[1], rows[0]]
    driver.page.controls.focus("table")
    driver.app.send(Key("enter"))
    driver.app.step([], 0.0)
    assert isinstance(driver.app.screen, Watch)
    assert driver.app.screen.session.spec.seats == (rows[1], rows[0])


def test_a_click_chooses_a_cell_and_another_one_watches(arena: Open) -> None:
    driver = arena()
    rows = [row.agent for row in driver.page.standings.rows]
    cell = f"table.{rows[3]}-{rows[1]}"
    driver.click(cell)
    assert [row.agent for row in driver.screen.table.selection[:2]] == [rows[3], rows[1]]
    for action in ("down", "up"):
        driver.app.send(Pointer(action, *driver.middle(cell)))
    driver.app.step([], 0.0)
    assert isinstance(driver.app.screen, Watch)


def test_the_price_of_certainty_is_told(arena: Open) -> None:
    driver = arena()
    driver.page.controls.focus("table")
    pair = driver.page.table.selection[2]  # type: ignore[index]
    assert f"± {pair.ci95 / 2:,.0f} it takes {4 * pair.deals:,} deals" in driver.words()  # type: ignore[operator]


def open_standings(arena: Open, standings: League) -> InTheArena:
    driver = arena(standings)
    driver.app.go(ArenaScreen(driver.app, standings.settings))
    driver.settle()
    return driver


def test_where_nothing_is_dealt_games_are_counted(arena: Open) -> None:
    standings = league(("champion", "player", "student"), deals=100, settings=LeagueSettings("tic-tac-toe"))
    driver = open_standings(arena, standings)
    words = driver.words()
    assert f"{2 * standings.done} of {2 * standings.total} games" in words
    assert "4 times as many games" in words
    assert "deal" not in words
    pair = driver.page.table.selection[2]  # type: ignore[index]
    assert f"{2 * pair.deals} games: " in words
    assert f"it takes {8 * pair.deals} games" in words


@pytest.mark.parametrize(("game", "counted"), [("tic-tac-toe", "100 games: 0.00"), ("holdem", "50 deals: 0")])
def test_of_results_that_were_all_alike_nothing_more_is_said(game: str, counted: str, arena: Open) -> None:
    settings = LeagueSettings(game)
    course = (SeriesPoint(2, 0.0, 0.0), SeriesPoint(50, 0.0, 0.0))
    pair = LeaguePair("champion", "perfect", 50, 0.0, 0.0, course, batches=(0.0,) * BATCHES)
    driver = open_standings(arena, League(settings, ("champion", "perfect"), (pair,), 50))
    words = driver.words()
    assert f"{counted} Every deal came out even over both seats." in words
    assert "±" not in words
    assert "chance" not in words


def test_nobody_is_queued_before_somebody_plays(arena: Open) -> None:
    driver = arena(league(deals=0, missing=10))
    assert "queued" not in driver.words()
    assert driver.page.table.value.endswith("not met yet")
    driver.key("space")
    assert driver.words().count("queued") == 20
    assert driver.page.table.value.endswith("queued")
    driver.key("space")
    assert "queued" not in driver.words()


def test_many_agents_keep_tint_and_sign_and_tell_figures_under_the_mouse(arena: Open) -> None:
    names = [f"kept-{place}" for place in range(14)]
    driver = arena(league(names, missing=0))
    rows = driver.page.standings.rows
    assert "+322" not in driver.words()
    driver.move_to(f"table.{rows[0].agent}-{rows[3].agent}")
    assert driver.page.table.hint.startswith(f"{rows[0].name} v {rows[3].name}: +")


def test_the_cross_table_is_written_as_numbers(arena: Open) -> None:
    driver = arena()
    driver.key("e")
    driver.click("what.cross_table")
    driver.click("write")
    [request] = driver.league.all_asked(ExportLeague)
    assert request.settings == HOLDEM
    assert Path(request.file).name.startswith("arena-cross_table-")


def test_what_went_wrong_is_said_and_tried_again(arena: Open) -> None:
    driver = arena()
    driver.league.dead = True
    driver.page.standings.ask()
    driver.settle()
    assert driver.screen.standings.phase == "lost"
    assert "ended unexpectedly" in driver.words()
    driver.league.dead = False
    driver.key("space")
    assert driver.screen.standings.phase == "paused"


def test_two_agents_are_needed(arena: Open) -> None:
    driver = arena(League(HOLDEM, ("rock-solid",), (), 0))
    assert driver.screen.standings.phase == "nobody"
    driver.key("space")
    assert driver.league.deals == []
    assert "choose two agents" in driver.words()


def test_an_agent_that_cannot_play_is_named_whether_or_not_others_can(arena: Open) -> None:
    driver = arena(League(HOLDEM, ("rock-solid",), (), 0, left_out=FAILED))
    assert f"Press Players and choose two agents that can play. {LEFT_OUT}" in driver.words()
    assert "that you trained" not in driver.words()
    others = FAILED | {"two": "unknown", "three": "failed"}
    driver.league.standings = League(HOLDEM, ("rock-solid",), (), 0, left_out=others)
    driver.keys("escape", "a")
    assert "Left out: my-bot, three (program failed), two (strategy unknown)." in driver.words()
    driver.league.standings = replace(league(), left_out=FAILED)
    driver.keys("escape", "a")
    assert LEFT_OUT in driver.words()


def test_a_program_that_is_chosen_must_be_allowed(arena: Open, tmp_path: Path) -> None:
    file = tmp_path / "agents" / "holdem" / "my-bot.yaml"
    entry = AgentEntry("my-bot", "holdem", "rules", "My own.", file=file, command=("python", "my_bot.py"))
    window = arena(agents=[*AGENTS, entry])
    for reply in ("refuse", "allow"):
        is_chosen = "my-bot" in window.page.standings.playing
        window.key("c")
        window.click("maniac")
        if not is_chosen:
            window.click("my-bot")
        window.click("done")
        window.click(reply)
        assert "my-bot" in window.page.standings.playing
        assert ("maniac" in window.page.standings.playing) == (reply == "allow"), "the choice is kept"


def test_the_players_of_a_league_are_chosen_and_remembered(arena: Open) -> None:
    window = arena()
    window.key("c")
    window.click("maniac")
    window.click("done")
    assert "maniac" not in window.page.standings.playing
    window.keys("space")
    assert isinstance(window.league.last_play, PlayLeague)
    assert set(window.league.last_play.agents) == {"rock-solid", "tight", "loose", "station"}
    again = ArenaModel(window.app, HOLDEM, lambda: None)
    assert "maniac" not in again.playing


def test_a_league_needs_two_players(arena: Open) -> None:
    window = arena()
    window.key("c")
    for name in ("maniac", "tight", "loose", "station"):
        window.click(name)
    assert window.widget("done").hint == "A league needs two agents."
    window.key("escape")
    assert len(window.page.standings.playing) == 5


def test_the_players_have_the_strength_of_this_game(arena: Open) -> None:
    window = arena()
    window.app.agents = catalog.agents()
    window.key("c")
    window.settle()
    strength = catalog.find("holdem", "random").strength
    assert strength is not None
    assert f"Pip {strength.rating:,.0f} ± {strength.rating_ci95:,.0f}" in window.words()
    heads = {mark.rect.left for mark in window.marks() if mark.words == "RATING"}
    assert len(heads) == 2, "the unit is in the heading of each column"
    assert "lines" not in window.words()


def test_the_players_have_the_order_and_the_words_of_the_ladder(arena: Open) -> None:
    window = arena()
    window.app.agents = catalog.agents()
    window.key("c")
    window.settle()
    ratings = [float(word.split()[0].replace(",", "")) for word in window.texts() if " ± " in word]
    assert len(ratings) == 19
    assert ratings == sorted(ratings, reverse=True)
    assert "Expects you to play like: Hyperborean" in window.texts()


def test_a_click_on_a_player_opens_the_choice_of_the_players(arena: Open) -> None:
    names = ("station", "rock")
    fresh = replace(league(names, deals=0, missing=99), deals=0)
    window = arena(fresh, agents=catalog.agents())
    cards = window.widget("players")
    window.click_at(*find_middle(cards.option_rect(1)))
    assert window.widget("all"), "the dialog is open"
    window.key("escape")
    assert not window.widget("players").chosen


def test_the_means_stand_in_their_own_order(arena: Open) -> None:
    window = arena()
    standings = window.page.standings
    for column in standings.columns:
        standings.sort_by("column", column.agent)
        means = [row.field.mean for row in standings.rows]
        if means != sorted(means, reverse=True):
            break
    window.settle()
    assert means != sorted(means, reverse=True), "the table has another order"
    words = window.texts()
    shown = [words.index(format_mean(mean, games.HOLDEM)) for mean in sorted(means, reverse=True)]
    assert shown == sorted(shown)


def test_all_or_none_of_the_players_are_chosen_at_once(arena: Open) -> None:
    window = arena()
    window.key("c")
    window.click("none")
    assert window.widget("done").hint == "A league needs two agents."
    window.click("maniac")
    window.click("station")
    window.click("done")
    assert set(window.page.standings.playing) == {"maniac", "station"}
    window.key("c")
    window.click("all")
    window.click("done")
    assert len(window.page.standings.playing) == 5


def test_the_unit_of_the_table_is_in_its_heading(arena: Open) -> None:
    window = arena()
    assert "mbb (1/1000 bb) a hand, 95% interval, best worst result first" in window.texts()
    assert "What each row won from each column" in window.texts()


@pytest.mark.parametrize("size", [(900, 560), (1280, 720)])
def test_before_there_is_a_table_no_key_of_the_table_is_offered(size: tuple[int, int], arena: Open) -> None:
    of_a_table = {"choose a pair", "watch it", "sort", "4 times as many deals", "PNG, CSV"}
    fresh = arena(league(deals=0, missing=10), size=size)
    assert fresh.page.standings.phase == "new"
    assert of_a_table.isdisjoint(hint for _, hint in fresh.page.hints)
    assert not any("4 times" in words for words in fresh.texts())
    assert "Hardest to beat" not in fresh.texts()
    paused = arena(league(missing=2), size=size)
    assert paused.page.standings.phase == "paused"
    assert of_a_table <= {hint for _, hint in paused.page.hints}
    assert "Hardest to beat" in paused.texts()


def test_one_button_at_a_time_lets_the_pairs_play_more(arena: Open) -> None:
    whole = league(missing=0)
    done = arena(replace(whole, pairs=tuple(replace(pair, deals=whole.deals) for pair in whole.pairs)))
    assert done.page.standings.phase == "done"
    labels = [control.label for control in done.app.controls() if "4 times as many deals" in control.label]
    assert len(labels) == 1
    done.key("space")
    assert done.league.deals == [4 * done.page.standings.league.deals]


@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1920, 1080)])
def test_long_names_are_not_cut_beside_the_field(size: tuple[int, int], arena: Open) -> None:
    window = arena(size=size)
    window.app.agents = catalog.agents()
    names = [one.name for one in window.app.agents if one.game == "holdem" and one.depth in (None, 200)]
    open_league(league(names))(window.app)
    window.settle()
    assert not [words for words in window.texts() if words.endswith("…")]


@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1920, 1080)])
def test_two_players_fill_the_window_before_and_after_they_met(arena: Open, size: tuple[int, int]) -> None:
    agents = catalog.agents()
    names = ("station", "rock")
    fresh = replace(league(names, deals=0, missing=99), deals=0)
    window = arena(fresh, agents=agents, size=size)
    window.page.standings.choose(names)
    window.settle()
    height = window.app.painter.H
    assert max(y + high for _, y, _, high in window.page.panels()) > 0.85 * height
    (cards,) = (box for box in window.page.root.walk() if isinstance(box, PlayerCards))
    assert cards.rect[1] + cards.rect[3] > 0.75 * height, "the cards of the players fill the panel"
    met = arena(league(names, missing=0), agents=agents, size=size)
    _, _, _, high = met.widget("table").focus_rect()
    assert high > 0.12 * height, "few players have large cells"


def test_six_quick_players_meet_first_and_the_page_tells_them_and_the_time(arena: Open) -> None:
    agents = catalog.agents()
    playing = quick_players(agents, games.HOLDEM, 1)
    entries = [catalog.find(games.HOLDEM, name) for name in playing]
    assert len({format_name(agents, name) for name in playing}) == MAX_FIRST_PLAYERS == 6
    assert not any(entry.solves or entry.kind == "search" for entry in entries)
    assert len(quick_players(agents, games.KUHN_POKER, 1)) > MAX_FIRST_PLAYERS
    fresh = replace(league(playing, deals=0, missing=99), deals=0)
    window = arena(fresh, agents=agents)
    assert window.page.standings.playing == tuple(playing)
    words = window.texts()
    assert {portrait(agents, name).name for name in playing} | {"full preparation"} <= set(words)
    assert "First round of 15 pairs: less than a minute. You can pause at any time." in words
    assert "What each row won from each column" not in words
    window.page.standings.choose([*playing, "architect-thinks"])
    window.settle()
    assert 600 < window.page.standings.estimated_seconds < 3600, (
        "six pairs whose agent solves, 100 deals each"
    )
    assert any("15 pairs" in words or "21 pairs" in words for words in window.texts())
    window.page.standings.choose([*playing, "search-network-all"])
    assert 60 < window.page.standings.estimated_seconds < 600, "six pairs whose agent looks ahead"
    window.page.standings.choose(window.page.standings.available_names)
    assert ArenaModel(window.app, HOLDEM, lambda: None).playing == window.page.standings.available_names
