"""Find a Chromium on this machine, and start it so that it talks to this machine alone."""

import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, BrowserType, Error

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
CHANNELS = ("chrome", "msedge")
MISSING = "The browser tests need Chromium or Chrome: install one, or run `python -m playwright install chromium`."
# The resolver knows no name but this machine's, so that not even a request that escapes the tests'
# own blocking reaches the outside.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)


class NoBrowserError(RuntimeError):
    """No browser was found and none could be installed; the text says what to install."""


def launch(chromium: BrowserType) -> Browser:
    """Start the system's Chromium or Chrome, else Playwright's own, which is installed when missing."""
    for path in filter(None, map(shutil.which, NAMES)):
        return chromium.launch(executable_path=path, args=FLAGS)
    for channel in CHANNELS:
        try:
            return chromium.launch(channel=channel, args=FLAGS)
        except Error:
            continue
    if not Path(chromium.executable_path).exists():
        install = [sys.executable, "-m", "playwright", "install", "chromium"]
        subprocess.run(install, check=False, capture_output=True)
    try:
        return chromium.launch(args=FLAGS)
    except Error as error:
        raise NoBrowserError(MISSING) from error
