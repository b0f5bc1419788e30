"""The exceptions that reading a damaged file can raise, in a list for each format.

The lists of exceptions were found by reading files that were damaged in many ways. Code that reads a file catches
the exceptions of the file's format, and reports the fault in one sentence. YAML is read by game/files/yaml_text.py,
which raises a single error type.

A MemoryError does not mean damage, because code that reads files limits the memory that a file can ask for. So a
MemoryError is not caught before game/borders.py, and the file is left as it is. `pass_shortage` does the same for
an OSError about a lack of memory or of file descriptors.
"""

from __future__ import annotations

import errno
import lzma
import pickle
import sqlite3
import struct
import tokenize
import zipfile
import zlib

PARTS = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""Taking a document apart whose parts are missing, or of another kind."""

JSON = (OSError, *PARTS)
"""A file of JSON, and taking it apart."""

ROWS = (sqlite3.Error, *JSON)
"""A SQLite file, and taking its rows apart."""
MAX_CELL_BYTES = 2**26
"""The memory that SQLite may ask for to read a cell, whose size may be damaged."""

ARRAYS = (
    OSError,
    EOFError,
    RuntimeError,
    SyntaxError,
    tokenize.TokenError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    *PARTS,
)
"""An archive of arrays: its zip file, the compressed members, and the header of an array."""

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
"""A file of the kernel cache, or its pickled content. A kernel that finds too little memory is compiled again."""

_SHORTAGES = (errno.ENOMEM, errno.EMFILE, errno.ENFILE)


def pass_shortage(error: BaseException) -> None:
    """Re-raise an error that reports a lack of memory or file descriptors, because the file may be intact."""
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno in _SHORTAGES):
        raise error
