"""Measurements, run by hand as `python -m tests.bench.NAME`; their tables go into the README."""
