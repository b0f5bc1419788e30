"""A disk that becomes full at a chosen step of writing a file."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from typing import Any

import pytest

STEPS = ("write", "fsync", "replace", "second replace")
UNSYNCED_STEPS = ("write", "replace", "second replace")


def fill_disk(monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """Let every write of a file fail at the step `step`. The earlier steps of the write succeed.

    `step` is one of `STEPS`. At the step "second replace", the first call of `os.replace` succeeds.
    """
    if step == "write":
        monkeypatch.setattr(os, "fdopen", _half_written)
    else:
        name = step.removeprefix("second ")
        allowed = 1 if step.startswith("second") else 0
        monkeypatch.setattr(os, name, _after(allowed, getattr(os, name)))


def no_space() -> OSError:
    return OSError(errno.ENOSPC, "No space left on device")


def refuse_space(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device")


def refuse_access(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied")


def _half_written(handle: int, mode: str) -> Any:
    file = open(handle, mode)  # noqa: SIM115 - the caller closes it
    whole = file.write

    class Half:
        def __enter__(self) -> Half:
            return self

        def __exit__(self, *_: object) -> None:
            file.close()

        def write(self, data: bytes) -> None:
            whole(data[: len(data) // 2])
            raise no_space()

    return Half()


def _after(allowed: int, real: Callable[..., Any]) -> Callable[..., Any]:
    calls = iter(range(allowed))

    def limited(*arguments: Any) -> Any:
        if next(calls, None) is None:
            raise no_space()
        return real(*arguments)

    return limited
