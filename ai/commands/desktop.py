"""The command `install-desktop`: write a menu entry and an icon for the desktop of this user."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path

from ai.commands.options import Subcommands
from ai.commands.output import print_document
from game.core import BadInput
from game.files import user_files

FILES = Path(__file__).parents[2] / "assets" / "desktop"
ENTRY, ICON = "parlour.desktop", "parlour.png"
ENTRIES, ICONS = Path("applications"), Path("icons", "hicolor", "256x256", "apps")
"""The folders of menu entries and of icons, relative to the user's data folder."""
_SPECIAL = re.compile(r'(["`$\\])')


def add(words: Subcommands) -> None:
    parser = words.add("install-desktop", install_desktop)
    parser.add_argument("--json", action="store_true")


def install_desktop(options: argparse.Namespace) -> int:
    """Write the menu entry and the icon. An existing entry is replaced.

    Raises:
        BadInput: If the system doesn't use such menu entries, or a file cannot be written.
    """
    if sys.platform in ("win32", "darwin"):
        raise BadInput("Menu entries of this kind are for desktops on Linux: pin the program by hand here.")
    entry, icon = data_folder() / ENTRIES / ENTRY, data_folder() / ICONS / ICON
    command = starting_command(Path(sys.argv[0]))
    text = user_files.read_text(FILES / ENTRY)
    text = re.sub(r"^Exec=.*$", lambda _: f"Exec={command}", text, flags=re.MULTILINE)
    try:
        user_files.atomic_write(icon, user_files.read_bytes(FILES / ICON, user_files.MAX_BYTES))
        user_files.atomic_write(entry, text.encode())
        entry.chmod(0o644)
        icon.chmod(0o644)
    except OSError as error:
        raise BadInput(f"{entry} cannot be written: {error.strerror or error}.") from error
    document = {"entry": str(entry), "icon": str(icon), "command": command}
    return print_document(options, document, [f"Parlour is in the menu: {entry} starts {command}."])


def data_folder() -> Path:
    """Return the user's data folder by the XDG Base Directory Specification."""
    chosen = Path(os.environ.get("XDG_DATA_HOME", ""))
    return chosen if chosen.is_absolute() else Path.home() / ".local" / "share"


def starting_command(program: Path) -> str:
    """Return the command that starts `program`, quoted for a menu entry.

    >>> starting_command(Path("/opt/my tools/parlour"))
    '"/opt/my tools/parlour"'
    """
    words = [str(program.absolute())]
    if program.suffix == ".py":
        words.insert(0, sys.executable)
    return " ".join(map(_quoted, words))


def _quoted(word: str) -> str:
    """Quote a word of a command by the rules of desktop entries, if it needs quotes."""
    word = word.replace("%", "%%")
    if re.fullmatch(r"[\w./%+-]+", word, re.ASCII):
        return word
    return '"' + _SPECIAL.sub(r"\\\1", word).replace("\\", "\\\\") + '"'
