"""Languages: plural categories, number formats, the language of the system, and missing translations."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game import texts
from game.languages import LANGUAGES, VARIABLES, system_language
from game.texts import Texts, load_translation, number, percent, plural, signed, text

NO_BREAK = "\u00a0"
ENGLISH = Texts(
    {
        "menu.title": "Menu",
        "menu.left": "Left {age}.",
        "menu.hands.one": "{count} hand",
        "menu.hands.other": "{count} hands",
        "menu.lines.0": "first",
        "menu.lines.1": "second",
        "train.title": "Train",
    }
)


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    texts.use_texts(texts.english())


def translated(folder: Path, code: str, **files: str) -> Texts:
    for name, content in files.items():
        (folder / f"{name}.yaml").write_text(content, encoding="utf-8")
    return load_translation(folder, LANGUAGES[code], ENGLISH)


@pytest.mark.parametrize(
    ("code", "category", "counts"),
    [
        ("en", "one", [1]),
        ("en", "other", [0, 2, 11, 21, 1_000_000]),
        ("de", "one", [1]),
        ("es", "many", [1_000_000, 3_000_000]),
        ("es", "other", [0, 2, 1_000, 1_000_001]),
        ("ru", "one", [1, 21, 101, 1_001]),
        ("ru", "few", [2, 4, 22, 104]),
        ("ru", "many", [0, 5, 11, 12, 14, 20, 111, 112, 1_000]),
        ("zh", "other", [0, 1, 2, 100]),
        ("si", "one", [0, 1]),
        ("si", "other", [2, 11]),
    ],
)
def test_plural_categories_are_those_of_cldr(code: str, category: str, counts: list[int]) -> None:
    assert {LANGUAGES[code].plural(count) for count in counts} == {category}
    assert category in LANGUAGES[code].categories


@pytest.mark.parametrize(
    ("code", "written"),
    [
        ("en", ["−19,500", "1,234.50", "25%", "+0.5"]),
        ("de", ["−19.500", "1.234,50", f"25{NO_BREAK}%", "+0,5"]),
        ("es", ["−19.500", "1234,50", f"25{NO_BREAK}%", "+0,5"]),
        ("ru", [f"−19{NO_BREAK}500", f"1{NO_BREAK}234,50", f"25{NO_BREAK}%", "+0,5"]),
        ("zh", ["−19,500", "1,234.50", "25%", "+0.5"]),
    ],
)
def test_numbers_have_the_marks_of_the_language(code: str, written: list[str]) -> None:
    texts.use_texts(Texts({}, LANGUAGES[code], ENGLISH))
    assert [number(-19_500), number(1234.5, 2), percent(0.25), signed(0.5, 1)] == written


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("value", [0.25, 2.5, 999.0, 1_500.0, 20_000.0, 1_234_567.5])
def test_a_number_that_is_written_can_be_typed(code: str, value: float) -> None:
    texts.use_texts(Texts({}, LANGUAGES[code], ENGLISH))
    assert float(texts.read_marks(number(value, 2, is_short=True)).replace(",", "")) == value


def test_a_translation_tells_in_its_own_plural(tmp_path: Path) -> None:
    content = 'menu: {hands: {one: "{count} рука", few: "{count} руки", many: "{count} рук"}}'
    texts.use_texts(translated(tmp_path, "ru", menu=content))
    assert [plural("menu.hands", count) for count in (1, 3, 5, 21)] == [
        "1 рука",
        "3 руки",
        "5 рук",
        "21 рука",
    ]


def test_a_missing_text_is_shown_in_english(tmp_path: Path) -> None:
    german = translated(tmp_path, "de", menu='menu: {title: "Menü", lines: ["erste"]}')
    assert [german("menu.title"), german("menu.left", age="now"), german("train.title")] == [
        "Menü",
        "Left now.",
        "Train",
    ]
    assert german.many("menu.lines") == ["erste", "second"]
    assert german.plural("menu.hands", 1, {}) == "1 hand"
    assert not german.problems
    assert not german.complete


def test_a_damaged_file_is_one_sentence_and_spoils_no_other(tmp_path: Path) -> None:
    german = translated(tmp_path, "de", menu="menu: [", train='train: {title: "Lernen"}')
    assert german("menu.title") == "Menu"
    assert german("train.title") == "Lernen"
    assert len(german.problems) == 1
    assert german.problems[0].startswith("menu.yaml cannot be read")
    assert german.spoilt == sum(key.startswith("menu.") for key in ENGLISH.keys()) > 1  # noqa: SIM118


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            'menu: {left: "Seit {time}."}',
            "menu.left has the field 'time', which the English text does not have.",
        ),
        ('menu: {left: "Seit {age"}', "menu.left has a brace that is not closed or not opened."),
        ('menu: {old: "Alt"}', "menu.old is not a text of this version."),
        ('menu: {hands: {few: "{count}"}}', "menu.hands.few is not a text of this version."),
    ],
)
def test_a_text_that_does_not_fit_is_left_out(content: str, sentence: str, tmp_path: Path) -> None:
    german = translated(tmp_path, "de", menu=content)
    assert german.problems == [f"menu.yaml: {sentence}"]
    assert german("menu.left", age="now") == "Left now."


def test_a_fingerprint_beside_a_text_is_not_shown(tmp_path: Path) -> None:
    german = translated(tmp_path, "de", menu='menu: {title: {text: "Menü", en: bcdfg}}')
    assert german("menu.title") == "Menü"


def test_a_text_is_told_again_in_another_language(tmp_path: Path) -> None:
    texts.use_texts(ENGLISH)
    told = [text("menu.left", age=text("menu.title")), plural("menu.hands", 1200)]
    content = (
        'menu: {title: "Menü", left: "Seit {age}.", hands: {one: "{count} Hand", other: "{count} Hände"}}'
    )
    texts.use_texts(translated(tmp_path, "de", menu=content))
    assert [texts.retell(words) for words in told] == ["Seit Menü.", "1.200 Hände"]
    assert texts.retell("a name") == "a name"


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_ALL": "ru_RU.UTF-8", "LANG": "de_DE.UTF-8"}, "ru"),
        ({"LANGUAGE": "pt:es:de", "LANG": "de_DE.UTF-8"}, "es"),
    ],
)
def test_the_system_names_its_language(
    variables: dict[str, str], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    for variable, value in variables.items():
        monkeypatch.setenv(variable, value)
    assert system_language() == code
