"""Languages and their number formats, the shipped translations, and the tool of the translators."""

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.training import runs
from game import texts
from game.borders import Border
from game.core import MAX_MESSAGE_LENGTH, BadInput
from game.files import yaml_text
from game.languages import LANGUAGES, VARIABLES, system_language
from game.match.worker import AnswerPickler
from game.request import Refusal
from game.texts import Texts, load_translation, number, percent, plural, signed, text
from tests import translations
from tests.translations import Translated, fingerprint

SHIPPED = [code for code in LANGUAGES if code != "en" and (texts.FOLDER / code).is_dir()]


@pytest.mark.parametrize("code", SHIPPED)
def test_no_text_of_a_translation_is_stale_or_wrong(code: str) -> None:
    assert translations.stale(code) == []
    assert translations.wrong(code) == []
    assert texts.load_translation(texts.FOLDER / code, LANGUAGES[code], texts.english()).problems == []


@pytest.mark.parametrize("code", SHIPPED)
def test_an_error_keeps_the_words_and_the_key_of_its_text(code: str) -> None:
    shown = texts.load_translation(texts.FOLDER / code, LANGUAGES[code], texts.english())
    for key in shown.keys():  # noqa: SIM118
        if key.partition(".")[0].endswith("_errors"):
            words = texts.Text(shown.template(key), lambda: "")
            assert str(BadInput(words)) is words or len(words) > MAX_MESSAGE_LENGTH, key


@pytest.mark.parametrize("code", SHIPPED)
def test_a_plural_has_all_categories_of_its_language(code: str) -> None:
    found, english = translations.read(code), texts.english()
    stems = {stem for key in found if (stem := texts.plural_stem(key, english))}
    wanted = {f"{stem}.{category}" for stem in stems for category in LANGUAGES[code].categories}
    assert wanted - set(found) == set()


@pytest.mark.parametrize("code", SHIPPED)
def test_a_language_that_the_settings_offer_has_nine_of_ten_texts(code: str) -> None:
    assert code in texts.OFFERED
    assert translations.share_done(code) >= translations.SHARE


def test_every_section_of_a_translation_is_in_the_file_of_the_english_one() -> None:
    homes = {key: file.name for file in texts.ENGLISH.glob("*.yaml") for key in yaml_text.read_file(file)}
    for code in SHIPPED:
        for file in (texts.FOLDER / code).glob("*.yaml"):
            assert {homes[key] for key in yaml_text.read_file(file)} == {file.name}


# ---- the tool ---------------------------------------------------------------------------------------------------
@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(translations, "FOLDER", tmp_path)
    (tmp_path / "plain.yaml").write_text(
        'common: {back: "Zurück", hands: {one: "1 Hand", other: "{count} Hände"}, months: [Jan., "Feb. \\"x\\""]}',
        encoding="utf-8",
    )
    translations.adopt("de", tmp_path / "plain.yaml")
    return tmp_path


def test_plain_texts_get_the_fingerprint_of_the_english_text(folder: Path) -> None:
    found = translations.read("de")
    assert found["common.back"] == Translated("Zurück", fingerprint("Back"))
    assert found["common.hands.one"] == Translated("1 Hand", fingerprint("{count} hands"))
    assert found["common.months.1"].words == 'Feb. "x"'
    assert translations.stale("de") == translations.wrong("de") == []
    assert "common.close" in translations.missing("de")
    assert "common.back" not in translations.missing("de")


def test_a_changed_english_text_makes_its_translation_stale(folder: Path) -> None:
    translations.write(
        "de", translations.read("de") | {"common.back": Translated("Zurück", fingerprint("Bakc"))}
    )
    assert translations.stale("de") == ["common.back"]


def test_a_text_that_leaves_out_a_field_is_wrong(folder: Path) -> None:
    translations.write(
        "de", translations.read("de") | translations.stamp({"common.hands.other": "viele Hände"})
    )
    assert translations.wrong("de") == ["common.hands.other leaves out count."]


def test_stale_and_wrong_texts_can_be_dropped(folder: Path) -> None:
    spoilt = {"common.back": Translated("Alt", fingerprint("Old"))}
    translations.write(
        "de", translations.read("de") | spoilt | translations.stamp({"common.hands.other": "viele Hände"})
    )
    translations.drop("de")
    assert set(translations.read("de")) == {"common.months.0", "common.months.1"}


def test_a_po_file_brings_back_what_was_exported(folder: Path) -> None:
    before = translations.read("de")
    translations.export_po("de", folder / "de.po")
    (folder / "de" / "common.yaml").unlink()
    translations.import_po("de", folder / "de.po")
    assert translations.read("de") == before


def test_a_stale_text_is_fuzzy_in_a_po_file_and_is_not_taken(folder: Path) -> None:
    translations.write("de", translations.read("de") | {"common.back": Translated("Alt", fingerprint("Old"))})
    translations.export_po("de", folder / "de.po")
    assert '#, fuzzy\nmsgctxt "common.back"\nmsgid "Back"\nmsgstr "Alt"' in (folder / "de.po").read_text(
        "utf-8"
    )
    (folder / "de" / "common.yaml").unlink()
    translations.import_po("de", folder / "de.po")
    assert "common.back" not in translations.read("de")


@pytest.mark.parametrize(
    "code", [pytest.param(one, marks=() if one == "ru" else pytest.mark.long) for one in SHIPPED]
)
def test_a_shipped_translation_comes_back_from_a_po_file_to_the_byte(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = {file.name: file.read_bytes() for file in (texts.FOLDER / code).glob("*.yaml")}
    before = translations.read(code)
    translations.export_po(code, tmp_path / "all.po")
    monkeypatch.setattr(translations, "FOLDER", tmp_path)
    blank = {key: entry for key, entry in before.items() if not entry.words}  # in a .po file: not translated
    translations.write(code, blank)
    translations.import_po(code, tmp_path / "all.po")
    assert {file.name: file.read_bytes() for file in (tmp_path / code).glob("*.yaml")} == shipped


HEADER = 'msgid ""\nmsgstr "Language: de_AT\\n"\n'
BACK = 'msgctxt "common.back"\nmsgid "Back"\nmsgstr "Rück"\n'


def test_a_po_file_of_another_editor_is_read(folder: Path) -> None:
    close = 'msgctxt "common.close"\nmsgid "Close"\nmsgstr ""\n"Zu"\n'
    fuzzy = '#, python-brace-format, fuzzy\nmsgctxt "common.on"\nmsgid "on"\nmsgstr "an"\n'
    content = f"\ufeff{HEADER}\n{BACK}{close}{fuzzy}\n#~ {BACK}".replace("\n", "\r\n")
    (folder / "de.po").write_bytes(content.encode())
    translations.import_po("de", folder / "de.po")
    found = translations.read("de")
    assert (found["common.back"].words, found["common.close"].words) == ("Rück", "Zu")
    assert "common.on" not in found


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (HEADER.replace("de_AT", "es") + f"\n{BACK}", "is not in this language"),
        (BACK, "is not in this language"),
        (f'{HEADER}\n{BACK}"open', "is not closed"),
    ],
)
def test_a_po_file_that_does_not_fit_changes_nothing(folder: Path, content: str, sentence: str) -> None:
    (folder / "de.po").write_text(content, encoding="utf-8")
    before = (folder / "de" / "common.yaml").read_bytes()
    with pytest.raises(BadInput, match=sentence):
        translations.import_po("de", folder / "de.po")
    assert (folder / "de" / "common.yaml").read_bytes() == before


def test_a_text_of_a_po_file_that_does_not_fit_is_left_out(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = BACK.replace("common.back", "common.bakc"), BACK.replace("common.back", "common.on")
    (folder / "de.po").write_text("\n".join((HEADER, BACK.replace("Rück", "{x}"), *old)), encoding="utf-8")
    translations.import_po("de", folder / "de.po")
    assert translations.read("de")["common.back"].words == "Zurück"
    assert translations.stale("de") == ["common.on"]
    assert capsys.readouterr().out.splitlines() == [
        "left out: common.back has the field 'x', which the English text does not have.",
        "left out: common.bakc is not a text of this version.",
    ]


def test_a_po_file_that_cannot_be_read_is_one_sentence(folder: Path) -> None:
    (folder / "de.po").write_bytes(BACK.encode("latin-1"))
    for name, reason in (("de.po", "it is not text in UTF-8"), ("gone.po", "No such file")):
        with pytest.raises(SystemExit, match=f"{name} cannot be read: {reason}"):
            translations.main(["import", "de", str(folder / name)])


def test_the_english_texts_are_no_translation(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    translations.main(["adopt", "en", str(folder / "plain.yaml")])
    assert "python -m tests.translations check" in capsys.readouterr().err
    assert not (folder / "en").exists()


def test_a_file_whose_texts_are_all_dropped_is_removed(folder: Path) -> None:
    translations.write("de", {"common.back": Translated("Alt", fingerprint("Old"))})
    translations.drop("de")
    assert translations.read("de") == {}


def test_every_sentence_of_the_training_catalogue_has_a_text() -> None:
    english = texts.english()
    told = {english.template(key) for key in english.keys() if key.startswith("catalogue.")}  # noqa: SIM118
    said: set[str] = set()
    for run in runs.entries():
        said |= {run.description, *(one.help for one in (*run.form, *run.metrics))}
        said |= {one.unit for one in run.form if one.unit}
    assert told == said


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


@pytest.mark.parametrize(
    ("age", "told"),
    [("石头", "在石头之前"), ("6 bb", "在 6 bb 之前"), ("A 石头", "在 A 石头之前"), ("石 头", "在石 头之前")],
)
def test_no_space_is_left_between_a_field_and_chinese(tmp_path: Path, age: str, told: str) -> None:
    assert translated(tmp_path, "zh", menu='menu: {left: "在 {age} 之前"}')("menu.left", age=age) == told


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


def test_a_link_without_a_file_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "menu.yaml").symlink_to(tmp_path / "gone")
    german = translated(tmp_path, "de", train='train: {title: "Lernen"}')
    assert german("train.title") == "Lernen"
    assert german.problems == ["menu.yaml cannot be read: it is a link to a file that does not exist."]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            'menu: {left: "Seit {time}."}',
            "menu.left has the field 'time', which the English text does not have.",
        ),
        ('menu: {left: "Seit {age"}', "menu.left has a brace that is not closed or not opened."),
        *(
            (
                f'menu: {{left: "Seit {{{field}}}."}}',
                "menu.left has a field with : or !, write only the name of the field in braces.",
            )
            for field in ("age:>99999999999", "age:d", "age!r", "age!x", "age:{time}")
        ),
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


def test_an_answer_reaches_another_process_in_its_language(tmp_path: Path) -> None:
    texts.use_texts(ENGLISH)
    with Border(lambda failure: "") as border:
        raise BadInput(text("menu.left", age=plural("menu.hands", 1200)))
    sent = AnswerPickler.dumps((Refusal(border.sentence), [text("menu.title")], "plain"))
    content = 'menu: {left: "Seit {age}.", hands: {one: "{count} Hand", other: "{count} Hände"}}'
    texts.use_texts(translated(tmp_path, "de", menu=content))
    received, more, plain = pickle.loads(sent)
    assert (received, more, plain) == (Refusal("Seit 1.200 Hände."), ["Menu"], "plain")
    texts.use_texts(ENGLISH)
    assert texts.retell(received.sentence) == border.sentence


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de@euro"}, "de"),
        ({"LANG": "sr_RS.UTF-8@latin"}, "en"),
        ({"LC_ALL": "", "LANG": "si_LK"}, "si"),
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
