"""The window of the system: where it opens, and what its events become."""

import pygame
import pytest

from game.window.ui.input import Key, Pointer, Wheel
from game.window.ui.window import Translator, Window, first_size, on_a_desktop


@pytest.mark.parametrize(
    ("desktop", "size"),
    [
        ((1920, 1080), (1280, 720)),
        ((3840, 2160), (2560, 1440)),
        ((1366, 768), (1280, 656)),
        ((1024, 600), (960, 560)),
    ],
)
def test_a_first_window_suits_the_desktop(desktop: tuple[int, int], size: tuple[int, int]) -> None:
    assert first_size(desktop) == size


@pytest.mark.parametrize(
    ("place", "there"),
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
    place: tuple[int, int, int, int], there: bool
) -> None:
    assert on_a_desktop(place, [(1920, 1080)]) is there


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
