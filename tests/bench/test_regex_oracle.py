# SPDX-License-Identifier: Apache-2.0
"""The wide comparisons with Go, and the tables made by it: `pytest -m bench tests/bench/test_regex_oracle.py`."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.bench import datesfuzz, regexfuzz
from workload_map.jq import regex_unicode

pytestmark = [
    pytest.mark.bench,
    pytest.mark.skipif(shutil.which("go") is None, reason="the Go toolchain is not on the PATH"),
]


def test_regular_expressions_are_those_of_go() -> None:
    assert regexfuzz.main(["--count", "20000"]) == 0


def test_dates_are_those_of_gojq() -> None:
    assert datesfuzz.main(["--count", "20000"]) == 0


def test_unicode_tables_are_those_of_go() -> None:
    made = subprocess.run(
        ["go", "run", "./tables"], cwd=regexfuzz.SOURCE, capture_output=True, text=True, check=True
    )
    namespace: dict[str, object] = {}
    exec(made.stdout, namespace)
    if namespace["UNICODE_VERSION"] != regex_unicode.UNICODE_VERSION:
        pytest.skip(f"this Go has Unicode {namespace['UNICODE_VERSION']}")
    for name in ("CATEGORIES", "SCRIPTS", "FOLD_CATEGORIES", "FOLD_SCRIPTS", "FOLDS"):
        assert namespace[name] == getattr(regex_unicode, name), Path(regex_unicode.__file__).name
