"""Seeded damage to bytes, texts, documents, database cells, and arrays in an archive."""

import io
import json
import random
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

HOSTILE_WORDS = [
    "", "~", "null", "true", "!!int ''", "!!bool maybe", "!!timestamp x", "!!float ''", "!!binary '*'", "!!set {a}",
    "!!python/object:os.x {}", "&a [*a]", "*a", "[[[[[[[[", "{", "-", "- - - -", "? a", "1e999", "-.inf", ".nan",
    "0x" + "f" * 5_000, "9" * 5_000, "'" + "x" * 100_000 + "'", "\0", "\ufeff", "2001-99-99", "[" * 3_000, "..",
    "/dev/zero", "a/b", "'\\ud800'", "[1, a, {}]",
]  # fmt: skip
HOSTILE_VALUES: list[Any] = [
    None, True, -1, 0, 1.5, 2**63, 10**400, -(2**63), 1e308, float("nan"), float("inf"), "", "x" * 10_000, "\ud800",
    "\0", [], [[]], {}, {"a": 1}, [1, 2, 3], "../x", "1/0",
]  # fmt: skip
HOSTILE_CELLS: list[Any] = [
    None, -1, 2**62, 1.5, float("inf"), "", "x", "{}", "[]", "null", "[" * 5_000, b"", b"\xff" * 7, b"\0" * 16,
]  # fmt: skip
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA)
HEADER = 128
"""The header of an array in its archive, in bytes."""


def damaged_bytes(data: bytes, rng: random.Random) -> bytes:
    """Return the bytes with a part cut off, changed, repeated or overwritten, or return other bytes."""
    start, end = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    match rng.randrange(6):
        case 0:
            return data[:start]
        case 1:
            changed = bytearray(data)
            for _ in range(rng.randint(1, 8)):
                if changed:
                    changed[rng.randrange(len(changed))] = rng.randrange(256)
            return bytes(changed)
        case 2:
            return data[:start] + data[start:end] * 2 + data[end:]
        case 3:
            return data[:start] + data[end:]
        case 4:
            return data[:start] + rng.randbytes(rng.randint(1, 40)) + data[end:]
        case _:
            return rng.choice(
                [b"", b"\0" * 64, rng.randbytes(200), b"\xff\xfe", b"PK\x03\x04" + rng.randbytes(90)]
            )


def damaged_text(data: bytes, rng: random.Random) -> bytes:
    """Return a text with a replaced word, or with damaged bytes."""
    if rng.random() < 0.4:
        return damaged_bytes(data, rng)
    lines = data.decode().split("\n")
    index = rng.randrange(len(lines))
    head, colon, _ = lines[index].partition(":")
    word = rng.choice(HOSTILE_WORDS)
    lines[index] = (
        f"{head}: {word}" if colon and rng.random() < 0.8 else rng.choice([word, f"{word}: {word}"])
    )
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def damaged_json(data: bytes, rng: random.Random) -> bytes:
    """Return JSON with a replaced value, or with damaged bytes."""
    if rng.random() < 0.3:
        return damaged_bytes(data, rng)
    document = json.loads(data)
    holders = list(_holders(document))
    holder = rng.choice(holders)
    key = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    if rng.random() < 0.2:
        del holder[key]
    else:
        holder[key] = rng.choice(HOSTILE_VALUES)
    return json.dumps(document).encode()


def damaged_lines(data: bytes, rng: random.Random, mend: Callable[[bytes], bytes]) -> bytes:
    """Replace a line by `mend(line)`, which has other content and a correct checksum, or damage its bytes."""
    lines = data.rstrip(b"\n").split(b"\n")
    index = rng.randrange(len(lines))
    lines[index] = mend(lines[index]) if rng.random() < 0.7 else damaged_bytes(lines[index], rng)
    return b"\n".join(lines) + b"\n"


def damaged_archive(data: bytes, rng: random.Random) -> bytes:
    """Return an archive with correct checksums and a damaged or missing array, or an archive of damaged bytes."""
    if rng.random() < 0.4:
        return damaged_bytes(data, rng)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = rng.choice(list(members))
    content = members.pop(name)
    if rng.random() < 0.8:
        harmed = damaged_bytes(content[:HEADER], rng) + content[HEADER:]
        members[rng.choice([name, name, name, "other.npy", "plain"])] = harmed
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", rng.choice(PACKINGS)) as archive:
        for member, inside in members.items():
            archive.writestr(member, inside)
    return packed.getvalue()


def damaged_database(data: bytes, rng: random.Random, beside: Path) -> bytes:
    """Return a database with a changed cell, or with damaged bytes."""
    if rng.random() < 0.3:
        return damaged_bytes(data, rng)
    beside.write_bytes(data)
    with closing(sqlite3.connect(beside, isolation_level=None)) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        table = rng.choice([name for name in tables if not name.startswith("sqlite_")])
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        with suppress(sqlite3.Error):  # a key must be unique and whole
            if rng.random() < 0.1:
                database.execute(rng.choice([f"DELETE FROM {table}", f"DROP TABLE {table}"]))
            else:
                value = rng.choice(HOSTILE_CELLS)
                database.execute(f"UPDATE {table} SET {rng.choice(columns)} = ?", (value,))
        database.execute("PRAGMA journal_mode = DELETE")
    return beside.read_bytes()


def _holders(document: Any) -> Any:
    """Yield all dictionaries and lists in a document that are not empty."""
    if isinstance(document, dict | list) and document:
        yield document
        for value in document.values() if isinstance(document, dict) else document:
            yield from _holders(value)
