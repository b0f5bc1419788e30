"""Switching the language while pages are open, and damaged translations, which are reported only once.

Some tests use an invented language with Cyrillic letters, in which every text is 35 % longer than in English.
"""

import pickle
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ai.features import solver
from game import texts
from game.core import BadInput
from game.features.history.log_hands import table_as_typed, table_typed
from game.languages import LANGUAGES
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.rules.holdem import HoldemRules
from game.texts import Texts, load_translation
from tests.window.conftest import Open
from tests.window.driver import Driver, WordsOnlyPainter
from tests.window.samples import fill
from tests.window.sweep import PLACES
from tests.window.test_layout import check

LONGER = 0.35
LATIN = "abcdefghijklmnopqrstuvwxyz"
CYRILLIC = "абцдефгхижклмнопярстувшхйз"
LETTERS = str.maketrans(LATIN + LATIN.upper(), CYRILLIC + CYRILLIC.upper())
FIELDS = re.compile(r"(\{[^}]*\}| \| )")
FILLING = "ошевная"


@cache
def made_up() -> Texts:
    """Return all texts in the invented language, which has the plurals of Russian."""
    english = texts.english()
    entries = {key: lengthen(english.template(key)) for key in english.keys()}  # noqa: SIM118
    for key in list(entries):
        stem = texts.plural_stem(key, english)
        if stem and key.endswith(".other"):
            entries |= {f"{stem}.{category}": entries[key] for category in LANGUAGES["ru"].categories}
            del entries[key]
    return Texts(entries, LANGUAGES["ru"], english)


def lengthen(words: str) -> str:
    """Return a text in Cyrillic letters and 35 % longer.

    Letters are added to the ends of words. Fields stay unchanged.

    >>> lengthen("Left {age}. Good evening")
    'Лефто {age}. Гоодош евенингош'
    """
    return "".join(part if FIELDS.fullmatch(part) else _lengthen_part(part) for part in FIELDS.split(words))


def _lengthen_part(part: str) -> str:
    written, owed = "", 0.0
    for word in re.split(r"(\w+)", part):
        written += word.translate(LETTERS)
        owed += LONGER * len(word)
        if word[-1:].isalpha() and owed >= 1:
            written += FILLING[: int(owed)]
            owed -= min(int(owed), len(FILLING))
    return written


WORD = re.compile("[A-Za-z]{3,}")
CODE = "ru"
PAGES = (
    *("menu", "odds", "drills", "solver", "help holdem keys", "settings keys", "look-back"),
    *("lab", "lab wrong", "train strategist", "duplicate card holdem", "run buckets done", "import a log"),
    *("report by action", "reports compared", "solver pots"),
)
DEALT = ("drills unfinished", "retry answered", "solver solved")
"""Screens with other cards or measured seconds at each opening, or opened from another screen."""


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Texts]]:
    """Yield the translations that the settings offer. The invented language replaces Russian."""
    translations = {CODE: made_up()}
    monkeypatch.setattr(texts, "OFFERED", ("en", CODE))
    monkeypatch.setattr(texts, "_translation", translations.__getitem__)
    monkeypatch.setattr(solver, "available_bytes", lambda: 2**33)
    yield translations
    texts.use_texts(texts.english())


def english_in(driver: Driver) -> set[str]:
    driver.settle()
    return {words for words in driver.texts() if WORD.search(words)}


@pytest.mark.parametrize(
    "page",
    [pytest.param(one, marks=() if one in PAGES else pytest.mark.long) for one in PLACES if one not in DEALT],
)
def test_an_open_page_changes_its_language_as_if_it_were_opened_again(
    page: str, offered: dict[str, Texts], open_window: Open, user_folder: Path
) -> None:
    if page.startswith("statistics"):
        for game in ("tic-tac-toe", "kuhn-poker", "holdem"):
            fill(user_folder, game, 40)
    driver = open_window(painter=WordsOnlyPainter)
    PLACES[page](driver.app)
    driver.settle()
    driver.app.change(language=CODE)
    driver.app.say("")
    driver.settle()
    switched = set(driver.texts())
    driver.app.home()
    PLACES[page](driver.app)
    driver.settle()
    assert switched - set(driver.texts()) == set()


def test_an_amount_that_was_filled_in_is_read_as_before_in_another_language() -> None:
    filled = table_as_typed(HoldemRules())
    for code in ("de", "ru", "es", "en"):
        texts.use(code)
        assert table_typed(texts.retell(filled)) == HoldemRules()
    texts.use_texts(texts.english())


def test_figures_and_errors_are_told_in_another_language() -> None:
    shown = [
        texts.number(19500),
        texts.signed(2.5, 1),
        texts.percent(0.25),
        texts.format_tick(2_500),
        texts.written_share(0.525),
        texts.with_interval(texts.signed(1.5, 1), 0.25, 2),
        texts.capitalize(texts.text("common.on")),
        str(BadInput(texts.text("common.back"))),
    ]
    texts.use("de")
    told = [texts.retell(one) for one in shown]
    texts.use_texts(texts.english())
    assert told == ["19.500", "+2,5", "25\u00a0%", "2,5k", "52,5\u00a0%", "+1,5 ± 0,25", "An", "Zurück"]
    assert list(map(texts.retell, told)) == shown
    assert pickle.loads(pickle.dumps(shown[0])) == "19,500"


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
    spoilt = texts.number(offered[CODE].spoilt)
    assert spoilt != "1", "every text of the file"
    told = f"Русский: {spoilt} texts cannot be used and stay in English. home.yaml cannot be read"
    assert notice.startswith(told)
    assert "Настройки" in driver.texts()
    driver.app.say("")
    driver.app.change(theme="light")
    assert driver.state["notice"] == ""


MAX_SHORTENED = 0.1
"""The maximum share of screens with a shortened text in the invented language. Each is a one-line figure."""


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.long)])
def test_longer_words_in_other_letters_overlap_nothing_and_are_seldom_cut(
    step: int, offered: dict[str, Texts], open_window: Open, user_folder: Path
) -> None:
    fill(user_folder, "tic-tac-toe", 40)
    fill(user_folder, "holdem", 40)
    driver = open_window(size=(900, 560), text_size=150, language=CODE, painter=WordsOnlyPainter)
    shortened, places = set(), list(PLACES)[::step]
    for place in places:
        PLACES[place](driver.app)
        if check(driver, place, may_shorten=True):
            shortened.add(place)
        driver.app.home()
    assert len(shortened) <= MAX_SHORTENED * len(places), shortened


TIGHT = {
    "ru": ("value explorer", "run strategist", "expert broken", "solver walk", "solver hands", "lab tree"),
    "si": ("odds", "odds graph"),
}
"""The screens with the least room for texts, by language."""


@pytest.mark.parametrize("code", TIGHT)
@pytest.mark.parametrize("size", [(900, 560), (1280, 720)])
def test_long_and_tall_words_fit_in_tight_places(code: str, size: tuple[int, int], open_window: Open) -> None:
    driver = open_window(size=size, language=code, painter=WordsOnlyPainter)
    for place in TIGHT[code]:
        PLACES[place](driver.app)
        assert check(driver, place, may_shorten=True) == set()
        driver.app.home()


# ---- the translations ---------------------------------------------------------------------------------------
TRANSLATED = [code for code in texts.OFFERED if code != "en"]


@pytest.mark.long
@pytest.mark.parametrize("size", [(900, 560), (1280, 720)])
@pytest.mark.parametrize("code", TRANSLATED)
def test_no_text_of_a_translation_overlaps_another_or_is_cut(
    code: str, size: tuple[int, int], open_window: Open, user_folder: Path
) -> None:
    fill(user_folder, "tic-tac-toe", 40)
    fill(user_folder, "holdem", 40)
    driver = open_window(size=size, language=code, painter=WordsOnlyPainter)
    shortened = {}
    for place, go in PLACES.items():
        go(driver.app)
        if cut := check(driver, f"{place} in {code}", may_shorten=True):
            shortened[place] = cut
        driver.app.home()
    assert shortened == {}


MAX_ENGLISH = 25
"""The maximum number of English lines that remain: errors, and rules of agents, which are code."""


@pytest.mark.long
@pytest.mark.parametrize("code", TRANSLATED)
def test_little_english_is_left_in_a_translation(code: str, open_window: Open, user_folder: Path) -> None:
    fill(user_folder, "tic-tac-toe", 40)
    fill(user_folder, "holdem", 40)
    shown = []
    for one in ("en", code):
        driver = open_window(size=(1280, 720), language=one, painter=WordsOnlyPainter)
        shown.append({line for place in PLACES for line in lines_at(driver, place)})
    kept, content = own_words(code), read_content()
    left = {line for line in set.intersection(*shown) - kept if is_english(line) and line not in content}
    assert len(left) <= MAX_ENGLISH, sorted(left)


def lines_at(driver: Driver, place: str) -> set[str]:
    PLACES[place](driver.app)
    driver.settle()
    lines = set(map(str, driver.texts()))
    driver.app.home()
    return lines


def own_words(code: str) -> set[str]:
    """Return the texts that are equal in the translation `code` and in English."""
    kept, english = texts._translation(code), texts.english()
    words = {key: english.template(key) for key in english.keys()}  # noqa: SIM118
    return {own for key, own in words.items() if kept.template(key) == own}


def read_content() -> str:
    """Return all tests and agent files as one line.

    The line contains sample content and the descriptions of agents.
    """
    root = Path(__file__).parents[2]
    files = [*(root / "tests").rglob("*.py"), *(root / "ai" / "configs").rglob("*.yaml")]
    return re.sub(r"[\"\s]+", " ", " ".join(file.read_text("utf-8") for file in files))


def is_english(line: str) -> bool:
    """Return whether a line seems to be English: it has three lower-case words and is not a path."""
    return len(re.findall(r"\b[a-z]{2,}\b", line)) >= 3 and "/" not in line
