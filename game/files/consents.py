"""The commands of outside agents that the user has allowed to run.

The window asks before it starts a command for the first time. The answer is stored with a digest of the command and
of its folder, so the window asks again if the command changes. A user of the terminal consents by naming the agent.
So only the process that answers the window sets `CONSENT_REQUIRED`.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from game.agent_entries import CONSENT_REQUIRED
from game.core import BadInput
from game.files import user_files

KIND, VERSION = "allowed commands", 1


def check(name: str, command: Sequence[str], folder: Path) -> None:
    """Check that the agent `name` may run its command.

    Raises:
        BadInput: If consent is required and the user has not given it.
    """
    if os.environ.get(CONSENT_REQUIRED) and not is_allowed(command, folder):
        raise BadInput(
            f"{name} runs a command of its own, which you have not allowed: choose it in New game."
        )


def is_allowed(command: Sequence[str], folder: Path) -> bool:
    return digest(command, folder) in _read()


def allow(command: Sequence[str], folder: Path) -> None:
    known = _read() | {digest(command, folder): " ".join(command)}
    user_files.write_versioned(_file(), KIND, VERSION, known)


def digest(command: Sequence[str], folder: Path) -> str:
    return hashlib.sha256(json.dumps([str(folder.absolute()), *command]).encode()).hexdigest()


def _file() -> Path:
    return user_files.home() / "allowed-commands.json"


def _read() -> dict[str, str]:
    found = user_files.read_versioned(_file(), KIND, VERSION, _decode)
    return dict(found.content or {})


def _decode(content: Mapping[str, Any]) -> Mapping[str, str]:
    if not all(isinstance(value, str) for value in content.values()):
        raise BadInput("its commands are texts")
    return {key: str(value) for key, value in content.items()}
