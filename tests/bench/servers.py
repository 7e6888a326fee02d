"""The scripts and settings with which the benches start servers."""

from pathlib import Path

from tests.serving import ROOT

BENCH = Path(__file__).resolve().parent
APP = ROOT / "streamlit_app.py"
HELLO = BENCH / "hello.py"  # the smallest page
PLAIN = BENCH / "plain_app.py"  # the app with its charts built by Altair on every rerun

# What Streamlit does by default where our .streamlit/config.toml says otherwise and the server feels it.
DEFAULTS = (
    *("--runner.postScriptGC", "true"),
    *("--server.fileWatcherType", "auto"),
    *("--server.enableStaticServing", "false"),
    *("--client.showErrorDetails", "full"),
)
