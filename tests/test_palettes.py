"""Colours can be told apart and read by everyone: lightness under colour blindness, and contrast.

Colour vision deficiencies by the matrices for severity 1.0 of Machado, Oliveira & Fernandes 2009, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", on linear RGB; lightness is CIE L*;
contrast as in WCAG 2.2.
"""

import re
import tomllib
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from lib.bottleneck_figures import INK
from lib.charts import ACCENTS, MIDDLE, attention_map, difference_map
from lib.ui import blocks
from tests.serving import ROOT

Colours = NDArray[np.float64]

# The scheme as Vega has it (vega-scale, palettes.js): Streamlit's own bundle carries the same digits.
VIRIDIS = re.findall(
    "......",
    "440154470e61481a6c482575472f7d443a834144873d4e8a39568c35608d31688e2d708e2a788e27818e23888e21918d1f988b"
    "1fa08822a8842ab07f35b77943bf7154c56866cc5d7ad1518fd744a5db36bcdf27d2e21be9e51afde725",
)
VISIONS = {
    "usual": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = XYZ.sum(axis=1)
NOTICEABLE = 10.0  # of CIE76; a just noticeable difference is about 2.3
THEMES = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]


def rgb(*colours: str) -> Colours:
    """Turn hexadecimal colours into numbers 0–1, (n, 3)."""
    digits = [colour.removeprefix("#") for colour in colours]
    return np.array([[int(text[i : i + 2], 16) / 255 for i in (0, 2, 4)] for text in digits])


def steps(colours: Colours, count: int = 201) -> Colours:
    """Walk along colours (n, 3) in equal steps, as Vega does between the stops of a scale."""
    places = np.linspace(0, len(colours) - 1, count)
    return np.stack([np.interp(places, np.arange(len(colours)), channel) for channel in colours.T], axis=1)


def linear(colours: Colours) -> Colours:
    """Undo the gamma of sRGB."""
    return np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)


def lab(colours: Colours, vision: str) -> Colours:
    """Return CIE L*a*b* (n, 3) of sRGB colours as someone with this vision sees them."""
    seen = np.clip(linear(colours) @ np.array(VISIONS[vision]).T, 0, 1)
    relative = seen @ XYZ.T / WHITE  # (n, 3)
    f = np.where(relative > (6 / 29) ** 3, np.cbrt(relative), relative * (29 / 6) ** 2 / 3 + 4 / 29)
    return np.stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], axis=1)


def luminance(colours: Colours) -> Colours:
    """Return the relative luminance (n,) of sRGB colours."""
    luminances: Colours = linear(colours) @ XYZ[1]
    return luminances


def contrast(a: Colours, b: Colours) -> Colours:
    """Return the contrast, 1 to 21, of two lists of colours."""
    brighter, darker = np.maximum(luminance(a), luminance(b)), np.minimum(luminance(a), luminance(b))
    ratio: Colours = (brighter + 0.05) / (darker + 0.05)
    return ratio


def diverging() -> Colours:
    """Return the colours of A − B from the most negative to the most positive."""
    return steps(rgb(ACCENTS[1], MIDDLE, ACCENTS[0]))


@pytest.mark.parametrize("vision", VISIONS)
def test_weights_grow_lighter_all_the_way(vision: str) -> None:
    lightness = lab(steps(rgb(*VIRIDIS)), vision)[:, 0]
    assert (np.diff(lightness) > 0).all()
    assert lightness[-1] - lightness[0] > 60


@pytest.mark.parametrize("vision", VISIONS)
def test_differences_grow_darker_on_both_sides_and_the_sides_differ(vision: str) -> None:
    colours = lab(diverging(), vision)
    middle = len(colours) // 2
    assert (np.diff(colours[: middle + 1, 0]) > 0).all()
    assert (np.diff(colours[middle:, 0]) < 0).all()
    assert np.linalg.norm(colours[0] - colours[-1]) > NOTICEABLE


@pytest.mark.parametrize("vision", VISIONS)
def test_the_heads_accents_are_told_apart(vision: str) -> None:
    # By lightness and hue together, beside their letters: eight colours cannot all differ in lightness.
    for a, b in combinations(lab(rgb(*ACCENTS[:4]), vision), 2):
        assert np.linalg.norm(a - b) > NOTICEABLE


def threshold(spec: object) -> float:
    """Return the luminance above which a chart writes black."""
    (found,) = set(re.findall(r"luminance\(scale\('color', datum\.value\)\) > ([\d.]+)", str(spec)))
    return float(found)


def test_numbers_in_cells_are_readable_on_every_colour() -> None:
    half = np.full((2, 2), 0.5)
    for spec, colours in [
        (attention_map(half, ["a", "b"]), steps(rgb(*VIRIDIS), 1001)),
        (difference_map(half, half, ["a", "b"], (0, 0)), diverging()),
    ]:
        black = luminance(colours) > threshold(spec)
        text = np.where(black[:, None], 0.0, 1.0) * np.ones(3)
        assert contrast(text, colours).min() >= 4.5


def test_the_scheme_is_viridis_from_zero_to_one() -> None:
    spec = attention_map(np.full((2, 2), 0.5), ["a", "b"])
    assert {"scheme": "viridis", "domain": [0, 1]} in [
        layer["encoding"]["color"].get("scale") for layer in spec["layer"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_and_controls_have_contrast(theme: str) -> None:
    colour = {name: rgb(value) for name, value in THEMES[theme].items()}
    for ground in ("backgroundColor", "secondaryBackgroundColor"):
        for text in ("textColor", "linkColor"):
            assert contrast(colour[text], colour[ground])[0] >= 4.5, f"{text} on {ground}"
        for control in ("primaryColor", "borderColor"):
            assert contrast(colour[control], colour[ground])[0] >= 3, f"{control} on {ground}"
    assert contrast(colour["codeTextColor"], colour["codeBackgroundColor"])[0] >= 4.5
    assert contrast(rgb(INK), colour["backgroundColor"])[0] >= 3
    assert THEMES[theme]["textColor"] == blocks.INK[theme]
