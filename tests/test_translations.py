"""The shipped translations fit the English texts, and the translators' tool loses nothing."""

from pathlib import Path

import pytest

from ai.training import runs
from game import texts
from game.files import yaml_text
from game.languages import LANGUAGES
from tests import translations
from tests.translations import Translated, fingerprint

SHIPPED = [code for code in LANGUAGES if code != "en" and (texts.FOLDER / code).is_dir()]


@pytest.mark.parametrize("code", SHIPPED)
def test_no_text_of_a_translation_is_stale_or_wrong(code: str) -> None:
    assert translations.stale(code) == []
    assert translations.wrong(code) == []
    assert texts.load_translation(texts.FOLDER / code, LANGUAGES[code], texts.english()).problems == []


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


def test_every_sentence_of_the_training_catalogue_has_a_text() -> None:
    english = texts.english()
    told = {english.template(key) for key in english.keys() if key.startswith("catalogue.")}  # noqa: SIM118
    said: set[str] = set()
    for run in runs.entries():
        said |= {run.description, *(one.help for one in (*run.form, *run.metrics))}
    assert told == said
