"""Run nginx with `nginx.conf` on free ports, without rights, in a folder of its own."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.serving import Server, free_port, stop, wait_until_healthy

CONFIGURATION = Path(__file__).with_name("nginx.conf")
WRITTEN = (8501, 8502, 8080)  # in the file: the two copies' ports and its own
MISSING = "The test of two copies needs nginx: install it, for example with `apt-get install nginx-light`."


class NoNginxError(RuntimeError):
    """No nginx was found; the text says what to install."""


@contextmanager
def nginx(*copies: int) -> Iterator[str]:
    """Put nginx in front of the copies on these two ports until the block ends, and give its address."""
    program = shutil.which("nginx", path=os.pathsep.join((os.environ["PATH"], "/usr/sbin")))
    if program is None:
        raise NoNginxError(MISSING)
    own = free_port()
    text = CONFIGURATION.read_text(encoding="utf-8")
    for written, used in zip(WRITTEN, (*copies, own), strict=True):
        text = text.replace(f"127.0.0.1:{written}", f"127.0.0.1:{used}")
    me = os.geteuid()
    user = pwd.getpwnam("nobody") if me == 0 else pwd.getpwuid(me)
    with tempfile.TemporaryDirectory() as folder:
        configuration, log = Path(folder, "nginx.conf"), Path(folder, "error.log")
        configuration.write_text(text, encoding="utf-8")
        shutil.chown(folder, user.pw_uid, user.pw_gid)
        process = subprocess.Popen(
            [program, "-p", folder, "-e", log, "-c", configuration],
            user=user.pw_uid if me == 0 else None,
            group=user.pw_gid if me == 0 else None,
            extra_groups=[] if me == 0 else None,
        )
        server = Server(f"http://127.0.0.1:{own}", process.pid, log)
        try:
            wait_until_healthy(server, process)
            yield server.url
        finally:
            stop(process)
