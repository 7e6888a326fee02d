"""The tests: numbers and parsers here, the browser's in `browser/`, the clocks in `bench/`."""
