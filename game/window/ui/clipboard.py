"""The system clipboard. On a system without one, copying and pasting do nothing.

pygame 2.6 supports only one text type, whose bytes are UTF-16 on Windows and UTF-8 elsewhere. pygame-ce has
functions for text.
"""

from __future__ import annotations

import sys

import pygame

TEXT_TYPE = "text/plain;charset=utf-8"
ENCODING = "utf-16-le" if sys.platform == "win32" else "utf-8"


def put(words: str) -> bool:
    """Copy a text to the clipboard. Return whether that was possible."""
    try:
        if hasattr(pygame.scrap, "put_text"):
            pygame.scrap.put_text(words)
        else:
            pygame.scrap.init()
            pygame.scrap.put(TEXT_TYPE, words.encode(ENCODING))
    except (pygame.error, NotImplementedError):
        return False
    return True


def get() -> str:
    """Return the text in the clipboard, or "" if there is none."""
    try:
        if hasattr(pygame.scrap, "get_text"):
            return str(pygame.scrap.get_text())
        pygame.scrap.init()
        content = pygame.scrap.get(TEXT_TYPE) or b""
    except (pygame.error, NotImplementedError):
        return ""
    return content.decode(ENCODING, errors="replace").rstrip("\0")
