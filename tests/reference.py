"""The lesson's numbers, and the two ways to compare with them."""

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

REFERENCE: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "reference.json").read_text(encoding="utf-8"))


def assert_close(actual: ArrayLike, expected: ArrayLike, tolerance: float = 1e-12) -> None:
    """Fail unless shapes are equal and no number is further off than `tolerance`, absolutely."""
    left, right = np.asarray(actual, dtype=float), np.asarray(expected, dtype=float)
    assert left.shape == right.shape
    np.testing.assert_allclose(left, right, rtol=0, atol=tolerance)
