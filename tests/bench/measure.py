"""What the benches measure of a server process, and the tables that they print. Linux only."""

import contextlib
import os
import platform
import time
from collections.abc import Sequence
from pathlib import Path

MEGABYTE = 2**20


def cpu_seconds(pid: int) -> float:
    """Return the CPU time that a process has used, with all its threads, those that have ended too."""
    # clock_getcpuclockid(3) for another process; Python has it for threads only. See clock_gettime(2).
    return time.clock_gettime((~pid << 3) | 2)


def memory_mb(pid: int) -> float:
    """Return the memory that a process and its children hold now (resident sets) in megabytes."""
    pages = sum(_resident_pages(each) for each in (pid, *_children(pid)))
    return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


def _resident_pages(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except FileNotFoundError:  # it has ended since
        return 0


def _children(pid: int) -> list[int]:
    # Each thread lists the processes that it has started.
    found: list[int] = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(FileNotFoundError):
            found += map(int, path.read_text().split())
    return found


def peak_memory_mb(pid: int) -> float:
    """Return the most memory that a process has held so far in megabytes (VmHWM, see proc(5))."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) * 1024 / MEGABYTE


def quantile(values: Sequence[float], percent: int) -> float:
    """Return the smallest value that `percent` of the values do not exceed; NaN for none."""
    if not values:
        return float("nan")
    return sorted(values)[max(0, -(-len(values) * percent // 100) - 1)]


def machine() -> str:
    """Name this machine for a table: its processor, how many of it there are, and its Python."""
    info = Path("/proc/cpuinfo").read_text()
    lines = [line for line in info.splitlines() if line.startswith("model name")]
    name = lines[0].split(":")[1].strip() if lines else "unknown processor"
    return f"{os.cpu_count()} cores, {name}, Python {platform.python_version()}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table whose first column is text and whose others are numbers."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def verdict(kept: bool) -> str:
    """Say whether a bound was kept."""
    return "pass" if kept else "**FAIL**"
