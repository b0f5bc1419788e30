"""The language is switched while pages are open, and a spoilt translation is told once."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from game import texts
from game.languages import LANGUAGES
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.texts import Texts, load_translation
from tests.window.conftest import Open
from tests.window.driver import Driver, WordsOnlyPainter
from tests.window.made_up import made_up
from tests.window.samples import fill
from tests.window.sweep import PLACES
from tests.window.test_layout import check

WORD = re.compile("[A-Za-z]{3,}")
CODE = "ru"
PAGES = ("menu", "odds", "drills", "solver", "help holdem keys", "settings keys", "look-back", "lab")


ROOMY = (
    *("menu", "settings appearance", "settings pace", "settings coach", "settings keys", "settings files"),
    *("help holdem keys", "help kuhn-poker rules", "help holdem words", "tour odds", "question", "paste id"),
    *("train learner", "train strategist", "new holdem", "drills", "ladder holdem", "delete data"),
)


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Texts]]:
    """The translations that the settings offer beside English: the made-up language in the place of Russian."""
    translations = {CODE: made_up()}
    monkeypatch.setattr(texts, "OFFERED", ("en", CODE))
    monkeypatch.setattr(texts, "_translation", translations.__getitem__)
    yield translations
    texts.use_texts(texts.english())


def english_in(driver: Driver) -> set[str]:
    driver.settle()
    return {words for words in driver.texts() if WORD.search(words)}


@pytest.mark.parametrize("page", PAGES)
def test_an_open_page_changes_its_language_as_if_it_were_opened_again(
    page: str, offered: dict[str, Texts], open_window: Open
) -> None:
    driver = open_window(painter=WordsOnlyPainter)
    PLACES[page](driver.app)
    driver.settle()
    driver.app.change(language=CODE)
    driver.app.say("")
    switched = english_in(driver)
    driver.app.home()
    PLACES[page](driver.app)
    assert switched - english_in(driver) == set()


def test_a_hand_goes_on_in_the_other_language(offered: dict[str, Texts], open_window: Open) -> None:
    driver = open_window(painter=WordsOnlyPainter)
    session = Session(TableSpec(games.HOLDEM, ("you", "rock-solid"), seed=5))
    driver.app.resume(session)
    driver.settle()
    before, table, steps = english_in(driver), driver.screen, len(session.steps)
    driver.app.show_settings()
    driver.settle()
    assert driver.widget("language").chosen == ""
    driver.app.screen.controls.focus("language")
    driver.key("end")
    assert driver.app.settings.language == CODE
    driver.key("escape")
    assert driver.screen is table
    assert (driver.screen.session, len(session.steps)) == (session, steps)
    assert "Fold" in before
    assert english_in(driver) & before <= {"Rock solid"}


def test_the_language_is_that_of_the_settings_at_the_next_start(
    offered: dict[str, Texts], open_window: Open, user_folder: Path
) -> None:
    open_window(language=CODE)
    assert texts.current() is offered[CODE]


def test_a_spoilt_translation_is_told_once_and_the_rest_is_shown(
    offered: dict[str, Texts], open_window: Open, tmp_path: Path
) -> None:
    (tmp_path / "home.yaml").write_text("menu: [", encoding="utf-8")
    (tmp_path / "settings.yaml").write_text('settings: {title: "Настройки"}', encoding="utf-8")
    offered[CODE] = load_translation(tmp_path, LANGUAGES[CODE], texts.english())
    driver = open_window()
    driver.app.show_settings()
    driver.app.change(language=CODE)
    notice = driver.state["notice"]
    assert notice.startswith("Русский: a text cannot be used and stays in English. home.yaml cannot be read")
    assert "Настройки" in driver.texts()
    driver.app.say("")
    driver.app.change(theme="light")
    assert driver.state["notice"] == ""


@pytest.mark.parametrize("size", [(900, 560), (1280, 720)])
def test_longer_words_in_other_letters_overlap_nothing(
    size: tuple[int, int], offered: dict[str, Texts], open_window: Open
) -> None:
    driver = open_window(size=size, language=CODE, painter=WordsOnlyPainter)
    for page in ROOMY:
        PLACES[page](driver.app)
        check(driver, page, may_shorten=True)
        driver.app.home()


@pytest.mark.long
@pytest.mark.parametrize("size", [(900, 560), (1280, 720)])
@pytest.mark.parametrize("code", [code for code in texts.OFFERED if code != "en"])
def test_no_text_of_a_translation_overlaps_another_or_is_cut_in_a_large_window(
    code: str, size: tuple[int, int], open_window: Open, user_folder: Path
) -> None:
    fill(user_folder, "tic-tac-toe", 40)
    fill(user_folder, "holdem", 40)
    driver = open_window(size=size, language=code, painter=WordsOnlyPainter)
    for place, go in PLACES.items():
        go(driver.app)
        check(driver, f"{place} in {code}", may_shorten=size[0] < 1280)
        driver.app.home()
