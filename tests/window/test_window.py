"""The desktop window: events, clock, sound, icon, and unusable files."""

import time
from datetime import datetime
from pathlib import Path

import pygame
import pytest

import main
from game.app.app import ICON
from game.core import MAX_MESSAGE_LENGTH, BadInput
from game.study import play as clock
from game.study.words import LIST, in_one
from game.window.ui import sound
from game.window.ui.input import Key, Pointer, Wheel
from game.window.ui.sound import FULL_SCALE, LONGEST, LOUDEST, NAMES, RATE, Sound, render
from game.window.ui.window import Translator, Window, first_size, on_a_desktop
from tests.benchmarks.icon import icon


@pytest.mark.parametrize(
    ("desktop", "size"),
    [
        ((1920, 1080), (1280, 720)),
        ((3840, 2160), (2560, 1440)),
        ((1366, 768), (1280, 656)),
        ((1280, 720), (1280, 640)),  # a title bar and the bar of the desktop take 80 pixels
        ((1024, 600), (960, 560)),
        ((800, 600), (800, 560)),
        ((640, 480), (640, 480)),
    ],
)
def test_a_first_window_suits_the_desktop(desktop: tuple[int, int], size: tuple[int, int]) -> None:
    assert first_size(desktop) == size


@pytest.mark.parametrize(
    ("bounds", "there"),
    [
        ((100, 100, 1280, 720), True),
        ((-300, 40, 1280, 720), True),
        ((-900, 40, 1280, 720), False),
        ((2000, 40, 1280, 720), False),
        ((100, -40, 1280, 720), False),
        ((100, 1000, 1280, 720), False),
    ],
)
def test_a_window_that_could_not_be_reached_is_not_put_back(
    bounds: tuple[int, int, int, int], there: bool
) -> None:
    assert on_a_desktop(bounds, [(1920, 1080)]) is there


def test_a_window_opens_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_VIDEO_WINDOW_POS", raising=False)
    window = Window()
    window.open("Parlour", (30, 20, 1000, 600), full_screen=False)
    assert window.place == (30, 20, 1000, 600)
    assert window.surface.get_size() == (1000, 600)
    window.note_position((50, 60))
    assert window.place == (50, 60, 1000, 600)
    window.set_full_screen(True)
    window.note_position((0, 0))
    window.resized()
    window.set_full_screen(False)
    assert window.place == (50, 60, 1000, 600)
    window.close()


def test_a_window_is_not_wider_than_a_small_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(800, 600)])
    window = Window()
    window.open("Parlour", None, full_screen=False)
    window.resized()
    assert window.surface.get_size() == (800, 560)
    window.close()


def test_a_window_never_moved_has_no_place() -> None:
    window = Window()
    window.open("Parlour", None, full_screen=False)
    assert window.place is None
    window.close()


def key(kind: int, code: int, unicode: str = "", mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(kind, key=code, unicode=unicode, mod=mod)


def test_keys_have_names_texts_and_modifiers() -> None:
    pygame.display.init()
    translate = Translator().translate
    assert translate(key(pygame.KEYDOWN, pygame.K_a, "a"), 1.0) == Key("a", "a")
    held = key(pygame.KEYDOWN, pygame.K_TAB, "\t", pygame.KMOD_LSHIFT)
    assert translate(held, 1.0) == Key("tab", "", shift=True)
    assert translate(key(pygame.KEYDOWN, pygame.K_KP5, "5"), 1.0) == Key("5", "5")
    assert translate(key(pygame.KEYDOWN, pygame.K_c, "\x03", pygame.KMOD_LCTRL), 1.0) == Key(
        "c", "", ctrl=True
    )


@pytest.mark.parametrize(
    ("typed", "scancode", "name"),
    [
        ("а", pygame.KSCAN_F, "f"),
        ("я", pygame.KSCAN_Z, "z"),
        ("ě", pygame.KSCAN_2, "2"),
        ("q", pygame.KSCAN_A, "q"),
    ],
)
def test_a_key_of_another_script_acts_by_its_position_and_types_its_letter(
    typed: str, scancode: int, name: str
) -> None:
    pygame.display.init()
    event = pygame.event.Event(pygame.KEYDOWN, key=ord(typed), unicode=typed, mod=0, scancode=scancode)
    assert Translator().translate(event, 1.0) == Key(name, typed)


def test_a_held_key_repeats_until_it_is_let_go_or_the_window_loses_it() -> None:
    pygame.display.init()
    translator = Translator()
    down, up = key(pygame.KEYDOWN, pygame.K_RIGHT), key(pygame.KEYUP, pygame.K_RIGHT)

    def repeats() -> bool:
        pressed = translator.translate(down, 1.0)
        assert isinstance(pressed, Key)
        return pressed.repeat

    assert [repeats(), repeats()] == [False, True]
    assert translator.translate(up, 1.0) is None
    assert not repeats()
    translator.translate(pygame.event.Event(pygame.WINDOWFOCUSLOST), 1.0)
    assert not repeats()


def test_the_mouse_speaks_in_dp_and_the_wheel_knows_where_it_is() -> None:
    translate = Translator().translate
    assert translate(pygame.event.Event(pygame.MOUSEMOTION, pos=(300, 150)), 1.5) == Pointer("move", 200, 100)
    assert translate(pygame.event.Event(pygame.MOUSEWHEEL, y=-2), 1.5) == Wheel(200, 100, -2)
    click = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(30, 15), button=1)
    assert translate(click, 1.5) == Pointer("down", 20, 10)
    for button in (2, 3, 4, 5):
        assert translate(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(0, 0), button=button), 1.5) is None
    assert translate(pygame.event.Event(pygame.ACTIVEEVENT), 1.0) is None


def test_the_time_is_that_of_the_computer() -> None:
    assert clock.now() == pytest.approx(time.time(), abs=5.0)


def test_a_day_can_be_tried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(clock.NOW_VARIABLE, "2026-12-24T18:00")
    begin = datetime(2026, 12, 24, 18).timestamp()
    passed = time.time() - clock._started
    assert clock.now() - begin == pytest.approx(passed, abs=5.0)


@pytest.mark.parametrize("words", ["", "tomorrow", "2026-13-40"])
def test_what_is_no_date_is_refused_in_a_sentence(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(clock.NOW_VARIABLE, words)
    with pytest.raises(BadInput, match=r"PARLOUR_NOW is .* write a date"):
        clock.now()


@pytest.mark.parametrize("name", NAMES)
def test_a_sound_is_short_soft_and_the_same_every_time(name: str) -> None:
    samples = render(name)
    assert 0.01 * RATE < len(samples) <= LONGEST * RATE
    assert FULL_SCALE * LOUDEST * 0.98 <= max(map(abs, samples)) <= FULL_SCALE * LOUDEST + 1
    assert abs(samples[-1]) < FULL_SCALE * 0.01, "it ends without a click"
    assert samples == render(name)


def test_more_chips_make_more_ticks() -> None:
    lengths = [len(render("chips", ticks)) for ticks in (1, 2, 3)]
    assert lengths == sorted(set(lengths))


def test_a_win_rises_and_a_loss_falls_over_the_same_pair() -> None:
    assert render("win") != render("loss")
    assert len(render("win")) == len(render("loss"))


def test_sounds_play_at_their_volume(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    player = Sound(50)
    player.play("card")
    player.play("card")
    player.play("chips", 2)
    assert player.available
    assert set(player._sounds) == {("card", 1), ("chips", 2)}
    assert player._sounds["card", 1].get_volume() == pytest.approx(0.5, abs=0.01)
    player.close()


def test_a_muted_game_never_opens_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound, "_open_mixer", lambda: pytest.fail("opened"))
    player = Sound(70, muted=True)
    player.play("card")
    player.set_volume(0, muted=False)
    player.play("card")
    player.close()


def test_without_a_device_the_game_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object) -> None:
        raise pygame.error("No such device.")

    monkeypatch.setattr(pygame.mixer, "init", refuse)
    player = Sound(70)
    player.play("win")
    assert not player.available
    player.close()


class MissingModule:
    """The placeholder by which pygame replaces a module that lacks a system library."""

    info = "libX.so.1: cannot open shared object file"

    def __bool__(self) -> bool:
        return False

    def __getattr__(self, name: str) -> object:
        raise NotImplementedError


def test_without_the_mixer_of_pygame_the_game_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame, "mixer", MissingModule())
    player = Sound(70)
    player.play("win")
    assert not player.available
    player.close()


def test_a_pygame_without_a_system_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame, "font", MissingModule())
    with pytest.raises(BadInput, match=r"module font \(libX.so.1: cannot open shared object file\): "):
        main.check_display()


def test_the_icon_is_what_the_script_draws() -> None:
    shipped, drawn = pygame.image.load(ICON), icon()
    assert shipped.get_size() == drawn.get_size()
    assert pygame.image.tobytes(shipped, "RGBA") == pygame.image.tobytes(drawn, "RGBA")


SENTENCES = [f"own-{number}.yaml cannot be read: it is empty." for number in range(200)]


def test_nothing_is_said_of_no_file(tmp_path: Path) -> None:
    assert in_one(tmp_path, []) == ""
    assert not (tmp_path / LIST).exists()


def test_one_sentence_stays_as_it_is(tmp_path: Path) -> None:
    assert in_one(tmp_path, SENTENCES[:1]) == SENTENCES[0]


def test_two_hundred_are_counted_and_listed_in_a_file(tmp_path: Path) -> None:
    said = in_one(tmp_path, SENTENCES)
    assert said == f"200 files could not be used. They are listed in {tmp_path / LIST}."
    assert len(said) <= MAX_MESSAGE_LENGTH
    assert (tmp_path / LIST).read_text().splitlines() == SENTENCES


def test_where_the_folder_refuses_a_list_the_first_is_said(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("no folder")
    assert in_one(tmp_path, SENTENCES) == f"200 files could not be used. {SENTENCES[0]}"
