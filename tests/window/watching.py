"""A window that shows a watched table. The test answers for the agents at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.app.start import find_pages
from game.core import Decision
from game.match.series import HandBatch, play_hands
from game.rules.cards import DECK, RANKS, hand_class
from game.study.holdem import AskBelief, AskDuel, Belief, HandEquity
from game.study.play import SEED_VARIABLE, AgentKey, Decide, PlayHands
from tests.window.driver import LoggingPainter, RunningDriver, WordsOnlyPainter
from tests.window.driver import windows as open_windows
from tests.window.samples import AGENTS
from tests.window.tables import TableWorker, decide_passively
from tests.window.test_layout import assert_readable

PLACES = {"tic-tac-toe": 0, "kuhn-poker": 1, "holdem": 2}
AT_A_STROKE = 7
Look = tuple[tuple[int, int], int]
"""A size of the window and a size of its text."""

Open = Callable[..., "Watching"]


def mixed(request: Any) -> Decision:
    """Return a passive decision with a mixed strategy over several actions."""
    action = decide_passively(request).action
    legal = [action, *(one for one in request.info.legal_actions[:5] if one != action)]
    return Decision(action, {one: 1 / len(legal) for one in legal}, 0.01)


def hands(request: Any) -> HandBatch:
    spec = request.spec

    def decide(seat: int, info: Any, rng: Any) -> Decision:
        return mixed(Decide(AgentKey(spec.game, spec.seats[seat]), info, 1))

    count = min(AT_A_STROKE, request.hands)
    return play_hands(spec, request.number, request.actions, decide, hands=count, seconds=60)


def beliefs(request: Any) -> Belief:
    """Return a belief in which higher cards are more likely.

    A hand with a card that the other side can see has probability 0.
    """
    unseen = [card for card in DECK if card not in request.seen]
    hands = [hand_class(pair) for pair in combinations(unseen, 2)]
    prior = {name: count / len(hands) for name, count in Counter(hands).items()}
    weights = {name: share * (1 + sum(map(RANKS.index, name[:2]))) for name, share in prior.items()}
    total = sum(weights.values())
    probability = {name: weight / total for name, weight in weights.items()}
    return Belief(probability, prior, 1000.0 - len(request.board), len(hands))


def duel(request: Any) -> HandEquity:
    return HandEquity(0.5 + len(request.board) / 20, 0.5, 0.0)


class Watching(RunningDriver):
    """A window that shows the page for watching a game. `begin` opens the table, paused at the first decision."""

    def __init__(
        self, folder: Path, game: str, painter: type[LoggingPainter] = WordsOnlyPainter, **more: Any
    ) -> None:
        words = {"length": "20", **more.pop("words", {})}
        super().__init__(
            folder, find_pages(), AGENTS, painter=painter, tables={f"watch {game}": words}, **more
        )
        self.worker = TableWorker({Decide: mixed, PlayHands: hands, AskBelief: beliefs, AskDuel: duel})  # type: ignore[assignment]
        self.app.worker = self.worker  # type: ignore[assignment]
        self.key("w")
        self.app.screen.controls.focus("table")
        self.key("home")
        for _ in range(PLACES[game]):
            self.key("right")

    def begin(self) -> Watching:
        self.click("begin")
        self.key("space")
        self.pass_time(3)
        return self

    def step(self) -> None:
        self.key("right")
        self.pass_time(12)

    def look_like(self, look: Look, **settings: Any) -> None:
        """Set the window size, the text size and other settings."""
        size, text_size = look
        self.app.change(text_size=text_size, **settings)
        if pygame.display.get_surface().get_size() != size:
            self.resize(*size)
        self.settle()


def windows(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Yield a function that opens windows with one seed, and close the windows at the end.

    A fixture can yield from this function.
    """
    monkeypatch.setenv(SEED_VARIABLE, "7")
    yield from open_windows(lambda game="kuhn-poker", **more: Watching(folder, game, **more))


def moments(window: Watching) -> Iterator[str]:
    """Yield the name of each state of a watched series, once the window shows the state."""
    yield "set-up"
    window.begin()
    yield "first decision"
    window.step()
    yield "second decision"
    window.key("o")
    yield "closed"
    window.keys("o", "5", "space")
    window.pass_time(40, 0.01)
    yield "end"


def assert_everything_is_readable(window: Watching, place: str, *, may_shorten: bool) -> None:
    """Check that no text is cut on the screen, in its drawer or in the parts to which the screen scrolls.

    If `may_shorten` is False, only the name of a hand on a player's plaque may be shortened.
    """
    screen: Any = window.app.screen
    whole = pygame.display.get_surface().get_rect()
    drawers = (False, True) if getattr(screen, "regions", None) and screen.regions.has_drawer else (False,)
    for drawer in drawers:
        if drawer:
            window.key("l")
        scroll, seen = screen.scroll, -1.0
        while scroll is None or scroll.offset != seen:
            seen = scroll.offset if scroll is not None else seen
            marks = window.marks()
            if drawer:
                box = pygame.Rect(window.app.painter.box(screen.regions.sides[0]))
                marks = [mark for mark in marks if mark.clip != whole or box.contains(mark.rect)]
            assert marks, place
            assert_readable(marks, whole, place)
            shortened = [mark.words for mark in marks if mark.words.endswith("…") and mark.words[:3] != "Two"]
            assert may_shorten or not shortened, f"{place}: {shortened}"
            if scroll is None or not scroll.longest:
                break
            x, y, w, h = scroll.view
            window.wheel(x + w / 2, y + h / 2, -4)
        if drawer:
            window.key("l")
