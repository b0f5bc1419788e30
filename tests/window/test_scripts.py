"""Texts in the writing systems of all languages: fonts, runs, ligatures, truncation and line breaks."""

from collections.abc import Iterator

import pygame
import pytest

from game import texts
from game.texts import FOLDER as TEXTS
from game.window.ui.canvas import faces
from game.window.ui.canvas.faces import FACES, find_face, font, split_runs
from game.window.ui.canvas.lettering import cut, split_clusters, wrap
from tests.faces import characters_of_texts, level_1

SRI = "ශ්\u200dරී"
MEGABYTE = 1 << 20


@pytest.fixture(autouse=True)
def fonts_are_open() -> Iterator[None]:
    pygame.font.init()
    yield
    faces.forget_fonts()
    pygame.font.quit()


def has_glyph(letter: str, weight: str) -> bool:
    face = font(20, weight, find_face(letter))
    missing, drawn = (face.render(one, True, (255, 255, 255)) for one in ("\ufffe", letter))
    return pygame.image.tobytes(drawn, "RGBA") != pygame.image.tobytes(missing, "RGBA")


@pytest.mark.parametrize("weight", ["Light", "Regular", "Semibold", "Bold"])
def test_every_letter_of_the_shipped_texts_has_a_glyph(weight: str) -> None:
    letters = characters_of_texts() | set("АяЁё底池ක") | set(level_1())
    assert {letter for letter in letters if letter.isprintable() and not has_glyph(letter, weight)} == set()


def test_the_faces_take_less_than_two_megabytes_and_have_their_licence() -> None:
    files = list(faces.FOLDER.iterdir())
    assert sum(file.stat().st_size for file in files) < 2 * MEGABYTE
    assert "SIL OPEN FONT LICENSE" in (faces.FOLDER / "OFL.txt").read_text("utf-8")
    assert len(files) == len(faces.WEIGHTS) * len(FACES) + 1


def test_a_mixed_text_takes_each_run_from_the_face_that_has_it() -> None:
    names = [(run.words, run.face and run.face.name) for run in split_runs("Pot 底池，A é")]
    assert names == [("Pot ", None), ("底池，", "NotoSansSC"), ("A é", None)]


def test_joined_letters_of_sinhala_are_narrower_than_their_parts() -> None:
    parts = sum(faces.width(part, 40, "Regular", 0) for part in ("ශ්", "රී"))
    assert faces.width(SRI, 40, "Regular", 0) < 0.8 * parts


def test_letters_of_sinhala_are_as_far_apart_in_small_sizes_as_in_large_ones() -> None:
    words = "අන්තර්ජාලයවහාමක්\u200dරීඩා"
    for pixels in (11, 14):
        scaled = faces.width(words, 20 * pixels, "Regular", 0) / 20
        assert abs(faces.width(words, pixels, "Regular", 0) - scaled) <= 1


def test_spaces_between_words_of_sinhala_are_wider_than_those_of_latin_words() -> None:
    def space(word: str) -> int:
        return faces.width(f"{word} {word}", 20, "Regular", 0) - 2 * faces.width(word, 20, "Regular", 0)

    assert space("මේස") >= space("Pot") + 2


@pytest.mark.parametrize("words", ["Pot 900 底池。", "පොට් 900 (මේස) bb", SRI, "Ход", "Fold"])
def test_a_raster_is_as_wide_as_its_words_measure(words: str) -> None:
    for tracking in (0.0, 0.1):
        drawn = faces.word_raster(words, 30, "Semibold", tracking, (255, 255, 255))
        assert abs(drawn.get_width() - faces.width(words, 30, "Semibold", tracking)) <= 1


def test_letters_are_spaced_only_in_scripts_that_bear_it() -> None:
    def grown(words: str) -> int:
        return faces.width(words, 20, "Bold", 0.1) - faces.width(words, 20, "Bold", 0)

    assert grown("POT") > 0
    assert grown("БАНК") > 0
    assert grown("底池") == grown(SRI) == 0


def test_all_faces_stand_on_one_baseline() -> None:
    white = (255, 255, 255)
    bottoms = [
        faces.word_raster(words, 100, "Regular", 0, white).get_bounding_rect().bottom
        for words in ("H", "一H", "නH")
    ]
    assert max(bottoms) - min(bottoms) <= 4


def test_a_cut_never_parts_a_letter() -> None:
    assert split_clusters(f"{SRI} ලං e\u0301") == [SRI, " ", "ලං", " ", "e\u0301"]
    assert cut(f"{SRI}ලං", lambda words: len(words) < len(SRI) + 2) == SRI
    assert cut("ab", lambda words: not words) == ""


def test_chinese_wraps_between_characters_and_keeps_its_punctuation() -> None:
    def lines(words: str, length: int) -> tuple[str, ...]:
        return wrap(words, lambda row: len(row) <= length)

    assert lines("你跟注，对手弃牌。", 3) == ("你跟", "注，对", "手弃", "牌。")
    assert lines("他说《牌》好", 3) == ("他说", "《牌》", "好")
    assert lines("你用 Fold 弃牌", 6) == ("你用", "Fold 弃", "牌")
    assert lines("bet 25\u00a0% now", 7) == ("bet", "25\u00a0%", "now")
    assert lines("unbreakable", 4) == ("unbr", "eaka", "ble")


def test_a_key_at_the_end_of_a_paragraph_is_not_alone_on_its_line() -> None:
    def lines(words: str, length: int) -> tuple[str, ...]:
        return wrap(words, lambda row: len(row) <= length)

    assert lines("Play anyway: press P", 18) == ("Play anyway:", "press P")
    assert lines("Play anyway: press P", 12) == ("Play anyway:", "press P")
    assert lines("Play anyway: press P.", 18) == ("Play anyway:", "press P.")
    assert lines("unbroken P", 8) == ("unbroken", "P")


def test_a_language_is_offered_as_soon_as_its_folder_exists() -> None:

    assert set(texts.OFFERED) == {folder.name for folder in TEXTS.iterdir() if folder.is_dir()}
