"""Opening files that others name: a pipe or a device is never waited for."""

import errno
import os
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import BinaryIO


def open_regular(path: Path) -> BinaryIO:
    """Open a file to be read as bytes.

    A store is a folder that other programs write into, links and all. Opening a pipe
    that nobody writes to waits for ever, and a device has no end.

    Raises ``OSError`` when it can't be opened, or is no regular file.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        mode = os.fstat(descriptor).st_mode
        if S_ISDIR(mode):
            code = errno.EISDIR
            raise IsADirectoryError(code, os.strerror(code), str(path))
        if not S_ISREG(mode):
            raise OSError(errno.EINVAL, "Not a regular file", str(path))
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise
