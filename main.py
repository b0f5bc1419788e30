"""Parlour: tic-tac-toe, Kuhn poker and heads-up Hold'em against players that learned.

Without arguments, the program opens the window. Otherwise, the first argument names a command to run. If
something that the program needs is missing, the program prints one sentence about the problem and ends.

`game` never imports `ai`, so this module passes the agents to the window.
"""

from __future__ import annotations

import os
import sys

INTERRUPTED = 130
try:
    import importlib.util
    import multiprocessing
    import signal
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from typing import TYPE_CHECKING
except KeyboardInterrupt:
    os.write(2, b"Interrupted.\n")
    raise SystemExit(INTERRUPTED) from None

if TYPE_CHECKING:
    from game.app.app import App
    from game.match.worker import Worker

OLDEST_PYTHON = (3, 11)
PACKAGES = {
    "pygame": "pygame",
    "numpy": "numpy",
    "numba": "numba",
    "yaml": "PyYAML",
    "platformdirs": "platformdirs",
    "font_source_sans_pro": "font-source-sans-pro",
    "fsrs": "fsrs",
}
ROOT = Path(__file__).parent
IN_CHECKOUT = (ROOT / "requirements.txt").exists()
INSTALL = "run python -m pip install -r requirements.txt" if IN_CHECKOUT else "reinstall Parlour"
REPAIR = f"{INSTALL} --force-reinstall" if IN_CHECKOUT else INSTALL
UNINSTALL = "run python -m pip uninstall -y pygame pygame-ce" if IN_CHECKOUT else "uninstall both"
COMMAND = "python main.py" if IN_CHECKOUT else "parlour"
FAULT, BAD_INPUT = 1, 2
MIN_OPEN_FILES = 64
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""Products of matrices take one core: the same sums in the same order everywhere, and the window has the rest."""
WINDOW_CLASS = "parlour"
"""The name by which a desktop knows the window. assets/desktop/parlour.desktop has the same name."""
WINDOW_CLASSES = ("SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS")
WORKER_SERVICE = "ai.service:answer"
KERNEL_MAKER = "ai.first_start"
"""The module that a frozen build runs as `-m ai.first_start`, because it is its own interpreter."""
BLIND_DRIVERS = ("offscreen", "dummy")
LINUX_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
WINDOW_MODULES = "display", "draw", "event", "font", "image", "key", "mask", "mouse", "time", "transform"
"""The modules of pygame without which there is no window. Sound and clipboard may be missing."""
NO_DISPLAY = (
    "There is no display to open a window on: run it on a desktop, or play in the terminal with "
    f"{COMMAND} play holdem sound."
)


def main(arguments: Sequence[str]) -> int:
    """Open the window or run the command in `arguments`, and return the exit code."""
    try:
        _open_closed_streams()
        if getattr(sys, "frozen", False) and list(arguments[:2]) == ["-m", KERNEL_MAKER]:
            importlib.import_module(KERNEL_MAKER).main(arguments[2:])
            return 0
        if obstacle := obstacle_to_running(windowed=not arguments):
            print(obstacle, file=sys.stderr)
            return BAD_INPUT
        from game import borders  # noqa: PLC0415 - an old Python cannot read it

        borders.prepare_streams()
        with borders.Border(_reporter()) as border:
            return _run(arguments)
        borders.say(border.sentence)
        return FAULT if border.fault else BAD_INPUT
    except KeyboardInterrupt:  # while something is still being loaded
        signal.signal(signal.SIGINT, lambda number, frame: None)  # another one changes nothing any more
        print("Interrupted.", file=sys.stderr)
        return INTERRUPTED


def command() -> int:
    """Run the installed program with the arguments of the process, and return the exit code."""
    multiprocessing.freeze_support()
    return main(sys.argv[1:])


def _open_closed_streams() -> None:
    """Open the standard streams that the caller has closed, so that no other file gets their descriptors.

    Output to a closed stdout is refused, as on a full disk. Output to a closed stderr is dropped.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:  # the lowest number that is free is taken, which is this one
            os.open(os.devnull, os.O_WRONLY if number == 2 else os.O_RDONLY)
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8")  # noqa: SIM115


def _reporter() -> Callable[[str], str]:
    """Return a function that saves a crash report in the user's folder and returns its path, or "" if it fails."""
    from game.files import user_files  # noqa: PLC0415 - loaded before anything can fail

    return lambda failure: str(user_files.write_report(user_files.home(), failure) or "")


def _run(arguments: Sequence[str]) -> int:
    for (
        variable
    ) in ONE_THREAD:  # read when numpy is imported, also in the processes that are started from here
        os.environ.setdefault(variable, "1")
    for variable in WINDOW_CLASSES:
        os.environ.setdefault(variable, WINDOW_CLASS)
    if arguments:
        from ai.commands.interrupts import Deadline  # noqa: PLC0415 - the window must not load the AI

        deadline = Deadline(INTERRUPTED)  # before anything that computes is loaded
        from ai import command_line  # noqa: PLC0415

        return deadline.leave(command_line.main(arguments, COMMAND))
    return open_window()


def obstacle_to_running(windowed: bool) -> str | None:
    """Return a sentence with the reason why the program cannot run here, or None if it can.

    If `windowed`, also check the packages that only the window needs.
    """
    if sys.version_info < OLDEST_PYTHON:
        wanted, found = (".".join(map(str, v[:2])) for v in (OLDEST_PYTHON, sys.version_info))
        return f"Parlour needs Python {wanted} or later; this is Python {found}."
    needed = {m: d for m, d in PACKAGES.items() if windowed or m not in ("pygame", "font_source_sans_pro")}
    if missing := [name for module, name in needed.items() if importlib.util.find_spec(module) is None]:
        return f"Parlour needs the package {' and '.join(missing)}, which is not installed: {INSTALL}"
    if windowed and _installed("pygame") and _installed("pygame-ce"):
        return f"Both pygame and pygame-ce are installed and spoil each other: {UNINSTALL}, then {INSTALL}"
    return None


def open_window() -> int:
    """Show the menu until the user quits, and return the exit code.

    All long computations run in another process, the worker.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    # if setuptools is installed, pygame asks it for its files, but finds them as well without: to load
    # setuptools takes longer than pygame itself.
    sys.modules.setdefault("pkg_resources", None)
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")  # real pixels, not stretched ones
    from game.core import BadInput  # noqa: PLC0415
    from game.files import locks, user_files  # noqa: PLC0415

    folder = user_files.home()
    try:
        check_open_files()
        check_display()
        user_files.ensure_writable(folder)
        lock = locks.FolderLock(folder)
        if not lock.acquire():
            raise BadInput(
                f"Parlour is already open on the folder {folder}: go to that window, "
                "or set PARLOUR_HOME to another folder."
            )
        app = make_app(folder)
        signal.signal(signal.SIGINT, lambda number, frame: app.quit())  # Ctrl-C in the terminal is a way out
        app.run()
    except BadInput as sentence:
        print(sentence, file=sys.stderr)
        return BAD_INPUT
    return 0


def check_open_files() -> None:
    """Check that the system allows enough open files.

    Without this check, the error would come from a library, and would be about a font or a socket.

    Raises:
        BadInput: If the system allows fewer than `MIN_OPEN_FILES` open files.
    """
    from game.core import BadInput  # noqa: PLC0415

    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415

    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= allowed < MIN_OPEN_FILES:
        raise BadInput(
            f"Parlour needs {MIN_OPEN_FILES} open files at a time, and this terminal allows {allowed}: "
            "raise the limit with ulimit -n 1024."
        )


def check_display() -> None:
    """Open the display. Without a display, SDL would draw nowhere and report no error.

    Raises:
        BadInput: If there is no display, or if pygame is empty or cannot load one of its modules.
    """
    import pygame  # noqa: PLC0415

    from game.borders import is_out_of_memory  # noqa: PLC0415
    from game.core import BadInput  # noqa: PLC0415

    if not hasattr(pygame, "init"):
        raise BadInput(f"The package pygame is empty: {REPAIR}")
    wanted = os.environ.get("SDL_VIDEODRIVER", "")
    if not wanted and sys.platform == "linux" and not any(map(os.environ.get, LINUX_DISPLAYS)):
        raise BadInput(NO_DISPLAY)  # asking SDL would make its libraries complain on stderr
    for module in WINDOW_MODULES:
        if not (found := getattr(pygame, module)):
            raise BadInput(f"pygame cannot load its module {module} ({found.info}): {REPAIR}")
    try:
        pygame.display.init()
    except pygame.error as error:
        if is_out_of_memory(error):
            raise
        raise BadInput(NO_DISPLAY) from error
    if pygame.display.get_driver() in BLIND_DRIVERS and wanted not in BLIND_DRIVERS:
        raise BadInput(NO_DISPLAY)


def make_app(folder: Path, worker: Worker | None = None) -> App:
    """Create the app with its worker and the catalogue of agents.

    If the worker crashes repeatedly, the app deletes the cached kernels and prepares them again.
    """
    from ai import catalog  # noqa: PLC0415
    from game.app import start  # noqa: PLC0415
    from game.match.worker import Worker  # noqa: PLC0415

    worker = worker or Worker(WORKER_SERVICE, folder / "logs" / "worker.log")
    notes = [sentence for _, sentence in catalog.broken()]
    app = start.make_app(folder, worker, catalog.players, notes)

    def recover() -> None:
        from ai import kernel_cache  # noqa: PLC0415

        kernel_cache.remove_all()
        app.prepare_again()

    worker.after_crashes = recover
    return app


def _installed(distribution: str) -> bool:
    from importlib import metadata  # noqa: PLC0415 - slow to load, and only the window needs it

    try:
        metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return False
    return True


if __name__ == "__main__":
    multiprocessing.freeze_support()  # in a frozen build, a new process begins here with words of its own
    sys.exit(main(sys.argv[1:]))
