"""What the voice says: at the tables, on pages and in dialogs, and how it fails without delaying a frame."""

from __future__ import annotations

from pathlib import Path

from game.match.table_spec import TableSpec
from game.study.play import Decide
from game.tables.holdem.screen import PlayHoldem
from game.window.ui.speech import Sentence, Voice
from tests.window.tables import Table, TableWorker, decide


class Recorder(Voice):
    """Keeps what it is told, and says nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def _add(self, sentence: Sentence) -> None:
        if sentence.words and self.is_on:
            self.lines.append(sentence.words)

    def take(self) -> list[str]:
        taken, self.lines = self.lines, []
        return taken


def sit_down(folder: Path, make: type, spec: TableSpec, worker: TableWorker) -> tuple[Table, Recorder]:
    voice = Recorder()
    return Table(folder, make, spec, worker, voice=voice, voice_rate=100), voice


def test_a_hand_of_holdem_is_played_by_ear(tmp_path: Path) -> None:
    spec = TableSpec("holdem", ("you", "steady"), seed=5, first="seat-0")
    table, voice = sit_down(tmp_path, PlayHoldem, spec, TableWorker({Decide: decide(1, 1, 1, 1)}))
    table.key("f2")
    for key in ("c", "up", "r", "f7", "c", "f5", "f6", "c", "f8"):
        table.key(key)
    print("\n".join(voice.lines))
    table.close()


def test_a_hand_of_kuhn_poker_is_played_by_ear(tmp_path: Path) -> None:
    spec = TableSpec("kuhn-poker", ("you", "kuhn-cfr-final"), seed=3, first="seat-0", teaching=True)
    judge = {AskJudgement: lambda request: judged({0: -1.0, 1: -1.0}, 1, {0: 1 / 3, 1: 2 / 3})}
    table, voice = sit_down(tmp_path, PlayKuhn, spec, TableWorker({Decide: decide(1), **judge}))
    table.app.change(voice=True)
    table.settle()
    for key in ("h", "c", "c", "space"):
        table.key(key)
    print("\n".join(voice.lines))
    table.close()


def test_a_game_of_tic_tac_toe_is_played_by_ear(tmp_path: Path) -> None:
    spec = TableSpec("tic-tac-toe", ("you", "values-1m"), seed=1, first="seat-0")
    table, voice = sit_down(
        tmp_path, PlayTicTacToe, spec, TableWorker({Decide: decide(1, 0), AskJudgement: perfect_judgement})
    )
    table.app.change(voice=True)
    table.settle()
    for key in ("return", "left", "return", "right", "right", "return"):
        table.key(key)
    print("\n".join(voice.lines))
    table.close()


def test_menu_tour_and_pages_are_read(open_window: Open) -> None:
    voice = Recorder()
    driver = open_window(voice=voice, toured=True)
    driver.key("f2")
    driver.keys("tab", "tab")
    print("\n".join(voice.take()), "\n--tour")
    driver.app.show_tour()
    driver.settle()
    driver.keys("return", "return")
    print("\n".join(voice.take()), "\n--settings")
    driver.key("escape")
    driver.app.open("settings", "sound")
    driver.settle()
    driver.keys("tab", "tab", "right")
    print("\n".join(voice.take()), "\n--read")
    driver.key("f3")
    print("\n".join(voice.take()))
