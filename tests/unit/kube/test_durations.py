# SPDX-License-Identifier: Apache-2.0
"""Durations of flags, as kubectl reads them."""

from __future__ import annotations

import pytest

from workload_map.kube import durations, errors


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0", 0.0),
        ("0s", 0.0),
        ("30", 30.0),
        ("30s", 30.0),
        ("1.5s", 1.5),
        (".5s", 0.5),
        ("1m30s", 90.0),
        ("1h", 3600.0),
        ("250ms", 0.25),
        ("10µs", 1e-5),
        ("10us", 1e-5),
    ],
)
def test_durations(text: str, expected: float) -> None:
    assert durations.seconds(text) == pytest.approx(expected)


@pytest.mark.parametrize(
    "text", ["", "-1", "-5s", "s", "1 s", "5d", "1s2", "1,5s", "nan", "inf", "٣", "1e3s"]
)
def test_what_is_no_duration(text: str) -> None:
    with pytest.raises(errors.ConfigError, match=r"--request-timeout: .* is not a time"):
        durations.seconds(text)


def test_a_duration_that_no_go_program_could_hold() -> None:
    with pytest.raises(errors.ConfigError, match="--timeout: '9999999999999' is too long"):
        durations.seconds("9999999999999", flag="--timeout")
