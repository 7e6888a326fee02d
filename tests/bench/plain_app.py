"""The entrypoint that runs the app without its chart caches; `tests.bench.plain` says how."""

from tests.bench.plain import ENTRYPOINT

exec(ENTRYPOINT, {"__name__": "__main__"})
