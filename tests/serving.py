"""Start the app, or any other Streamlit script, on a free port of this machine and stop it again.

For the browser tests and the benches. Health is Streamlit's own `/_stcore/health`.
"""

import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 60.0

# Straight to this machine, also where a proxy is set for everything else.
_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))


@dataclass(frozen=True)
class Server:
    """A running Streamlit server: its address without a trailing slash, its process and its log."""

    url: str
    pid: int
    log: Path


@contextmanager
def serve(
    script: str | Path,
    *flags: str,
    port: int | None = None,
    base: str = "",
    env: Mapping[str, str] | None = None,
) -> Iterator[Server]:
    """Run `script` until the block ends; `flags` are added to Streamlit's command line.

    With `base`, the app lives under that path, and `url` ends in it.
    The working folder is the repository's, so that its `.streamlit/config.toml` counts. The log stays
    on disk. Raises `RuntimeError` with the end of the log when the server does not come up.
    """
    port = port or free_port()
    log = Path(tempfile.mkdtemp(prefix="attention-app-")) / "server.log"
    command = [sys.executable, "-m", "streamlit", "run", str(script)]
    command += ["--server.port", str(port), "--server.address", "127.0.0.1", "--server.headless", "true"]
    if base:
        command += ["--server.baseUrlPath", base]
    with log.open("wb") as sink:
        process = subprocess.Popen([*command, *flags], cwd=ROOT, env=env, stdout=sink, stderr=sink)
    server = Server(f"http://127.0.0.1:{port}/{base}".rstrip("/"), process.pid, log)
    try:
        wait_until_healthy(server, process)
        yield server
    finally:
        stop(process)


def free_port() -> int:
    """Return a port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until_healthy(server: Server, process: subprocess.Popen[bytes]) -> None:
    """Return as soon as `server`, run by `process`, is in good health.

    Raises `RuntimeError` with the end of the log when the process ends or the time is up.
    """
    deadline = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            with _direct.open(f"{server.url}/_stcore/health", timeout=2) as answer:
                if answer.status == 200:
                    return
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    tail = server.log.read_text(errors="replace")[-2000:]
    raise RuntimeError(f"The server did not start. The end of {server.log}:\n{tail}")


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a process: politely, and after a while not so."""
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
