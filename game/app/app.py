"""The program of the window: the main loop, the open screens, and the services that screens use.

`step` processes one frame. It takes the events and the elapsed seconds, and works without a display. Only the loop
blocks. During an animation it waits for the next frame, otherwise for an event. A frame is drawn only when
something has changed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pygame

from game import texts
from game.agent_entries import AgentEntry
from game.app.narrator import Aloud, controls_in_pixels, find_inputs
from game.app.navigator import Navigator, Preparing, fade_seconds, retell_all
from game.app.recorder import CrashGuard, Recorder, StateTrace
from game.archive.store import Archive
from game.files import locks, user_files
from game.files.user_files import UncleanEnd
from game.match.session import HandResult, Session
from game.match.table_spec import TableSpec
from game.match.worker import Worker
from game.needs import Need, need_of_table
from game.rules import games
from game.study import play
from game.study.background import Preparation
from game.study.models import Models
from game.study.play import EndBots
from game.study.saves import Saves
from game.study.table_choices import with_last
from game.texts import Texts, plural, text
from game.window.dialogs.dialog import once_allowed
from game.window.frame.actions import ActionOwner, action, control_keys
from game.window.frame.pages import RegisteredPage
from game.window.frame.screen import Screen
from game.window.frame.settings_store import Settings, SettingsStore
from game.window.ui.canvas.painter import Look, Painter
from game.window.ui.input import Input, Key
from game.window.ui.screen_reader import ScreenReader
from game.window.ui.sound import Sound
from game.window.ui.speech import Voice
from game.window.ui.widgets.controls import ControlInfo, Notice
from game.window.ui.widgets.widget import Act
from game.window.ui.window import Translator, Window, wake

FRAMES_PER_SECOND = 60
IDLE_WAIT_MS = 500
POLL_WAIT_MS = 16
NAP_MS = 10
ICON = Path(__file__).parents[2] / "assets" / "desktop" / "parlour.png"
"""The icon in the task bar and in the desktop entry."""
KEYS_FIRST = ("f2", "f3", "f4", "f11")
"""The keys that work before any control or screen gets them."""
LONGEST_STEP = 0.1  # seconds: after a pause nothing jumps


class KeysEverywhere(ActionOwner):
    """The global keys. They apply on every screen unless a control or the screen handles the key itself."""

    keys: ClassVar[str] = "everywhere"

    def __init__(self, app: App) -> None:
        self._app = app

    next_control = control_keys("Tab")
    choose = control_keys("return")

    @action("escape")
    def leave(self) -> None:
        self._app.screen.escape()

    @action("?")
    def show_help(self) -> None:
        self._app.show_help()

    @action("m")
    def mute(self) -> None:
        self._app.toggle_mute()

    @action("f2", cap="F2")
    def turn_voice(self) -> None:
        self._app.toggle_voice()

    @action("f3", cap="F3")
    def read_page(self) -> None:
        self._app.read_page()

    @action("f4", cap="F4")
    def hush(self) -> None:
        self._app.aloud.voice.hush()

    @action("f11", cap="F11")
    def full_screen(self) -> None:
        self._app.toggle_full_screen()


def describe_gaps(shown: Texts) -> str:
    """Return a sentence on the texts that are missing or wrong in a translation, "" if there are none."""
    name = shown.language.name
    if shown.problems:
        return plural("app.language.damaged", shown.spoilt, language=name, problem=shown.problems[0])
    return "" if shown.complete else text("app.language.incomplete", language=name)


class App:
    """The running program. Screens use it to reach all services."""

    def __init__(
        self,
        *,
        folder: Path,
        store: SettingsStore,
        saves: Saves,
        worker: Worker,
        agents: Sequence[AgentEntry],
        pages: Mapping[str, RegisteredPage],
        list_agents: Callable[[], Sequence[AgentEntry]] | None = None,
        make_painter: Callable[[pygame.Surface, Look], Painter] = Painter,
        voice: Voice | None = None,
        reader: ScreenReader | None = None,
    ) -> None:
        self.folder = folder
        self.saves = saves
        self.archive = Archive(folder)
        self.worker = worker
        self.agents = list(agents)
        self.sound = Sound(store.settings.volume, muted=store.settings.muted)
        self.aloud = Aloud(voice or Voice(), reader or ScreenReader(wake))
        self.aloud.voice.set(on=store.settings.voice, rate=store.settings.voice_rate)
        self.running = True
        self._store = store
        self._shown_language = texts.use(store.settings.language)
        saves.warnings[:] = map(texts.retell, saves.warnings)  # they were written before
        self.pages = pages
        self._list_agents = list_agents
        self.models = Models(self)
        self._seen_behind = 0
        self._make_painter = make_painter
        self._painter: Painter | None = None
        self._made_for: tuple[Any, ...] = ()
        self._window = Window()
        self._translator = Translator()
        self._navigator = Navigator()
        self._notice = Notice()
        self._keys = KeysEverywhere(self)
        self._trace = StateTrace()
        self._said_trouble = ""
        self._recorder = Recorder(folder)
        self._guard = CrashGuard(folder, self._recorder, self._after_crash)
        self.unclean_end: UncleanEnd | None = None

    # ---- what screens use -----------------------------------------------------------------------------------
    @property
    def settings(self) -> Settings:
        return self._store.settings

    @property
    def screen(self) -> Screen:
        return self._navigator.top

    @property
    def screens(self) -> tuple[Screen, ...]:
        return self._navigator.screens

    def shows(self, name: str) -> bool:
        return self.screen.name == name

    def open(self, name: str, *given: object, in_place: bool = False) -> None:
        """Open a page as soon as the code of the page is compiled.

        The page is opened above the current screen or, if `in_place`, replaces the current screen.

        Raises:
            KeyError: If no page has this name.
        """
        if name not in self.pages:
            raise KeyError(f"No page is registered as {name!r}: there are {', '.join(sorted(self.pages))}.")
        page = self.pages[name]

        def show() -> None:
            screen = page.make(self, *given)
            if screen is not None:
                (self.replace if in_place else self.go)(screen)

        self.once_ready(page.need, show)

    def go(self, screen: Screen) -> None:
        self._show([*self.screens, screen])

    def overlay(self, screen: Screen) -> None:
        self.go(screen)

    def replace(self, screen: Screen) -> None:
        self._show([*self.screens[:-1], screen])

    def back(self) -> None:
        if len(self.screens) > 1:
            self._show([*self.screens[:-1]])

    def home(self) -> None:
        self._show([*self.screens[:1]])

    def sit_down(self, spec: TableSpec, past: Sequence[HandResult] = ()) -> None:
        """Start a session in place of the current screen. The results `past` count towards the score."""

        def start() -> None:
            self._note_played(spec.game)
            self.unclean_end = None
            self.open(spec.game, Session(spec, past), in_place=True)

        ready = partial(self.once_ready, self._get_need(spec), start)
        once_allowed(self, spec.game, spec.seats, ready)

    def resume(self, session: Session) -> None:
        """Continue a saved session."""

        def go_on() -> None:
            self._note_played(session.spec.game)
            self.unclean_end = None
            self.open(session.spec.game, session)

        spec = session.spec
        once_allowed(self, spec.game, spec.seats, partial(self.once_ready, self._get_need(spec), go_on))

    def _note_played(self, game: str) -> None:
        """Mark this game as the game played last: move its saved choices to the end of `settings.tables`."""
        kept, table = self.settings.tables, games.KUHN_POKER if game in games.KUHN_GAMES else game
        if table not in list(kept)[-1:]:
            self.change(tables=with_last(kept, table, kept.get(table, {})))

    def once_ready(self, need: Need | None, act: Act) -> None:
        """Call `act` now, or as soon as `need` is compiled."""
        if need is not None and self.models.preparation.holds_up(need):
            self.overlay(Preparing(self, act, need))
        else:
            act()

    def _get_need(self, spec: TableSpec) -> Need | None:
        return need_of_table(spec.game, spec.seats, self.agents)

    def take_seat(self, session: Session) -> None:
        """Let the user take a seat in a watched session. The screen that showed the session is replaced."""
        self.unclean_end = None
        self.saves.keep(session)
        self.open(session.spec.game, session, in_place=True)

    def new_seed(self) -> int:
        return play.new_seed()

    def refresh_agents(self) -> None:
        if self._list_agents is not None:
            self.agents = list(self._list_agents())

    def show_help(self) -> None:
        if not self.screen.overlay:
            self.open("help", self.screen.game)

    def show_tour(self) -> None:
        self.home()
        self.open("tour")

    def show_settings(self) -> None:
        self.open("settings")

    def say(self, sentence: str) -> None:
        self._notice.say(sentence)
        self._navigator.redraw()

    def change(self, **values: Any) -> None:
        self._store.change(**values)
        self._apply_settings()

    def prepare_again(self) -> None:
        """Compile the code again after the compiled code was removed from the disk, and show a message."""
        self.models.preparation = Preparation(self.worker)
        self.say(text("app.compiled_again"))

    def restore(self, names: tuple[str, ...]) -> None:
        self._store.restore(names)
        self._apply_settings()

    def toggle_full_screen(self) -> None:
        self.change(full_screen=not self.settings.full_screen)

    def toggle_mute(self) -> None:
        self.change(muted=not self.settings.muted)
        self.say(text("app.muted" if self.settings.muted else "app.unmuted"))

    @property
    def notice(self) -> str:
        return self._notice.words

    @property
    def is_heard(self) -> bool:
        return self.aloud.is_heard

    @property
    def is_speaking(self) -> bool:
        return self.aloud.voice.is_busy

    def tell(self, words: str) -> None:
        self.aloud.tell(words, self.screen)

    def tell_at_once(self, words: str) -> None:
        self.aloud.voice.hush()
        self.tell(words)

    def say_focus(self, words: str) -> None:
        self.aloud.say_change(words)

    def toggle_voice(self) -> None:
        self.change(voice=not self.settings.voice)
        self.say(text("speech.turned_on" if self.settings.voice else "speech.turned_off"))

    def read_page(self) -> None:
        """Let the voice or the screen reader read all texts of the page."""
        if self.is_heard:
            self._navigator.lay_out(self.painter)
            self.aloud.read_page(self.screen, self.painter)
            self._navigator.redraw()

    def quit(self) -> None:
        self.running = False

    # ---- the loop -------------------------------------------------------------------------------------------
    def start(self) -> None:
        """Open the window and the menu. A bad PARLOUR_SEED or PARLOUR_NOW is refused before anything is shown."""
        play.fixed_seed()
        play.now()
        user_files.remove_leftovers(self.folder)
        locks.remove_abandoned(self.folder)
        self._window.open(text("app.name"), self.settings.window, self.settings.full_screen)
        self._window.set_icon(pygame.image.load(ICON))
        if self._store.warning:
            self.saves.warnings.append(self._store.warning)
        if self._shown_language.problems:
            self.saves.warnings.append(describe_gaps(self._shown_language))
        self._show_menu()

    def watch_over(self) -> None:
        """Start the record of this run, and find out whether the last run ended abnormally."""
        self.unclean_end = self._recorder.begin()

    def run(self) -> None:
        """Run until the player leaves. If the program crashes from here on, the next start reports the crash."""
        self.watch_over()
        self._recorder.catch_faults()
        self.start()
        self.aloud.reader.open()
        clock = pygame.time.Clock()
        moving = True
        while self.running:
            events = pygame.event.get() if moving else self.wait()
            dt = min(LONGEST_STEP, clock.tick(FRAMES_PER_SECOND if moving else 0) / 1000)
            moving = self.step(events, dt)
        self.close()

    def close(self) -> None:
        """Save the settings, and close the worker, the sound and the window."""
        self.screen.leave()
        if self._window.place is not None:
            self._store.change(window=self._window.place)
        self._store.flush()
        self.models.background.close()
        self.worker.close()
        self.sound.close()
        self.aloud.close()
        self._window.close()
        self._recorder.end()

    def step(self, events: Sequence[pygame.event.Event], dt: float) -> bool:
        """Process the events and the elapsed seconds `dt`, and draw if anything has changed.

        Return whether another frame must follow without waiting for an event.
        """
        moving = False
        with self._guard:
            for event in events:
                self._take(event)
            for request in self.aloud.reader.take():
                self._navigator.lay_out(self.painter)
                for asked in find_inputs(request, self.screen):
                    self.send(asked)
            self.worker.poll()
            if (version := self.models.version) != self._seen_behind:
                self._seen_behind = version
                self._navigator.background_changed()
            self._recorder.look(self.screen)
            self._navigator.lay_out(self.painter)
            moving = self._navigator.advance(dt)
            has_changed = self._navigator.is_dirty
            self._draw(dt)
            self._trace.follow(self.state, self.controls)
            if sentence := self.aloud.find_trouble():
                self.say(sentence)
            self.aloud.follow(self.screen, self._notice, self.pages, self.models)
            has_focus = pygame.key.get_focused()
            self.aloud.publish(self.screen, self.painter, changed=has_changed, has_focus=has_focus)
            if not moving:
                self._store.flush()
                self.models.preparation.begin()
            self.models.folder_watch.advance(self.settings.watched_folder, time.monotonic())
            trouble = " ".join(filter(None, (self._store.trouble, self.saves.trouble, self.archive.trouble)))
            if trouble and trouble != self._said_trouble:
                self.say(trouble)
            self._said_trouble = trouble
        return moving

    def send(self, event: Input) -> None:
        """Process one input from keyboard or mouse."""
        self._navigator.lay_out(self.painter)
        self._recorder.take(event, self.screen)
        self.aloud.note_input()
        if isinstance(event, Key) and event.name in KEYS_FIRST:
            self._keys.press_action(event, ())
            return
        before, said = self.screen, self._notice.said_count
        used = self.screen.handle(event)
        if isinstance(event, Key) and not used and not event.ctrl:
            name = event.text if event.text == "?" else event.name
            used = self._keys.press_action(replace(event, name=name), ())
            if not used and not event.repeat:
                self.tell(self.screen.why_unused(event))
        if self.screen is not before and self._notice.said_count == said:
            self._notice.hurry()
        hovered = self.screen.controls.hovered
        self._window.set_hand(hovered is not None and hovered.hand)

    def controls(self) -> list[ControlInfo]:
        self._navigator.lay_out(self.painter)
        return controls_in_pixels(self.screen, self.painter)

    def state(self) -> dict[str, Any]:
        """Return the screen, the focus, the size and the notice. Test scripts wait for changes of this state."""
        focused = self.screen.controls.focused
        return {
            "screen": self.screen.name,
            "focus": focused.name if focused is not None else "",
            "size": list(self._window.surface.get_size()),
            "notice": self._notice.words,
        }

    @property
    def painter(self) -> Painter:
        """The painter for the current window."""
        surface = self._window.surface
        made_for = (id(surface), surface.get_size(), self._look())
        if self._painter is None or made_for != self._made_for:
            self._painter, self._made_for = self._make_painter(surface, self._look()), made_for
        return self._painter

    # ---- within ---------------------------------------------------------------------------------------------
    def wait(self) -> list[pygame.event.Event]:
        """Wait for events in short naps. SDL's own wait polls the display a thousand times a second."""
        timed = self.worker.waiting or self.is_speaking or bool(self._notice.words) or self._navigator.waiting
        patience = POLL_WAIT_MS if timed else IDLE_WAIT_MS
        while patience > 0:
            patience -= pygame.time.wait(min(NAP_MS, patience))
            if events := pygame.event.get():
                return events
        return []

    def _take(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type == pygame.VIDEORESIZE:
            self._window.resized()
            self._recorder.note("window {} x {}".format(*self._window.surface.get_size()))
            self._navigator.redraw()
        elif event.type == pygame.WINDOWMOVED:
            self._window.note_position((event.x, event.y))
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN, pygame.WINDOWRESTORED):
            self._navigator.redraw()
        elif event.type == pygame.DROPFILE:
            self._navigator.lay_out(self.painter)
            if not self.screen.drop(event.file):
                self.say(text("app.dropped"))
        elif (translated := self._translator.translate(event, self.painter.u)) is not None:
            self.send(translated)

    def _draw(self, dt: float) -> None:
        if self._notice.advance(0.0 if self.is_speaking else dt):
            self._navigator.redraw()
        if self._navigator.draw(self.painter, fade_seconds(reduced=self.settings.reduced_motion)):
            self._notice.draw(self.painter, self.screen.notice_room)
            pygame.display.flip()

    def _show(self, screens: list[Screen]) -> None:
        """Replace the open screens, and end the bots of the tables that close."""
        open_still = [screen for screen in self.screens if screen in screens]
        bots = {(entry.game, entry.name) for entry in self.agents if entry.command}
        left = (one for screen in self.screens if screen not in open_still for one in screen.seated_agents)
        if any((one.game, one.name) in bots for one in left):
            seated = tuple(agent for screen in open_still for agent in screen.seated_agents)
            self.worker.ask(EndBots(seated), lambda _: None)
        self._navigator.change(screens)

    def _show_menu(self) -> None:
        self._show([self.pages["menu"].make(self)])

    def _look(self) -> Look:
        settings = self.settings
        return Look(
            settings.theme,
            settings.four_colours,
            settings.card_back,
            settings.textures,
            settings.text_size / 100,
        )

    def _apply_settings(self) -> None:
        self.sound.set_volume(self.settings.volume, muted=self.settings.muted)
        self.aloud.apply(on=self.settings.voice, rate=self.settings.voice_rate)
        self._window.set_full_screen(self.settings.full_screen)
        self._show_language()
        self._navigator.relayout()

    def _show_language(self) -> None:
        """Switch all texts to the language of the settings, and report missing texts."""
        shown = texts.use(self.settings.language)
        if shown is self._shown_language:
            return
        self._shown_language = shown
        retell_all((*self.screens, self._keys))
        self._painter = None
        self.say(describe_gaps(shown))

    def _after_crash(self, report: Path | None) -> None:
        self._show_menu()
        self.open("crash", report)
