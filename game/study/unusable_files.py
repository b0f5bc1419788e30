"""Sentences about files that cannot be used: one is said as it is; several are counted, and listed in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.files import user_files
from game.quoting import escape_controls
from game.texts import number, text

LIST = Path("logs") / "unusable-files.txt"


def in_one(folder: Path, sentences: Sequence[str]) -> str:
    """Return one short text for all sentences, an empty one for none."""
    if len(sentences) < 2:
        return "".join(sentences)
    return f"{counted(sentences)}. {where_listed(folder, sentences)}"


def counted(sentences: Sequence[str]) -> str:
    """Return how many files cannot be used, as a title says it."""
    return text("unusable_files.count", count=number(len(sentences)))


def where_listed(folder: Path, sentences: Sequence[str]) -> str:
    """List the sentences in a file of the user's folder and say where, or return the first if that fails."""
    file = folder / LIST
    try:
        lines = "".join(f"{escape_controls(one)}\n" for one in sentences)
        user_files.atomic_write(file, lines.encode(), durable=False)
    except OSError:
        return sentences[0]
    return text("unusable_files.list", path=user_files.from_home(file))
