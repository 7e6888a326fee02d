"""The tests that need a real browser: Chromium, driven by Playwright."""
