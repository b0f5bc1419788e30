"""The sounds: short, soft, always the same, and silent without a device."""

import pygame
import pytest

from game.window.ui import sound
from game.window.ui.sound import FULL_SCALE, LONGEST, LOUDEST, NAMES, RATE, Sound, render


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
