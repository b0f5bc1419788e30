"""The exceptions that reading a damaged file may raise, by format; found by reading files damaged in many ways.

Code that reads a file catches the exceptions of its format there, and says in one sentence what is wrong. YAML is
read by game/files/yaml_text.py, which raises one error for everything.
"""

from __future__ import annotations

import lzma
import pickle
import sqlite3
import struct
import tokenize
import zipfile
import zlib

PARTS = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""Taking a document apart whose parts are missing, or of another kind."""

JSON = (OSError, MemoryError, *PARTS)
"""A file of JSON, and taking it apart."""

ROWS = (sqlite3.Error, *JSON)
"""A SQLite file, and taking its rows apart."""

ARRAYS = (
    OSError,
    EOFError,
    MemoryError,
    RuntimeError,
    SyntaxError,
    tokenize.TokenError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    *PARTS,
)
"""An archive of arrays, which numpy reads: its zip file, what is packed in it, and the header of an array."""

KERNELS = (
    OSError,
    EOFError,
    MemoryError,
    RuntimeError,
    ImportError,
    AssertionError,
    pickle.UnpicklingError,
    struct.error,
    *PARTS,
)
"""A file of the cache in which numba keeps what it compiled, and what is pickled in it."""
