# SPDX-License-Identifier: Apache-2.0
"""The public API: what is in it, its doctests, and the example that uses nothing else."""

from __future__ import annotations

import ast
import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import workload_map as wm
from tests.golden_files import check_golden

ROOT = Path(__file__).resolve().parent.parent.parent


def names_for_the_type_checker() -> set[str]:
    """What the module imports under ``if TYPE_CHECKING``."""
    tree = ast.parse(inspect.getsource(wm))
    (block,) = (
        node
        for node in tree.body
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    )
    return {alias.name for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}


def test_one_list_of_names_three_times() -> None:
    assert len(set(wm.__all__)) == len(wm.__all__)
    assert set(wm.__all__) == names_for_the_type_checker()
    assert set(wm.__all__) == set(wm._HOME_OF)


@pytest.mark.parametrize("name", wm.__all__)
def test_each_name_is_there(name: str) -> None:
    value = getattr(wm, name)
    assert value is not None
    assert name in dir(wm)
    if name not in ("__version__", "to_builtins"):
        assert value.__name__ == name
        assert inspect.getdoc(value)


def test_any_other_name_is_not() -> None:
    with pytest.raises(AttributeError, match="module 'workload_map' has no attribute 'nothing'"):
        _ = wm.nothing


def test_the_doctests() -> None:
    found = doctest.testmod(wm, raise_on_error=False)
    assert found.attempted >= 8
    assert found.failed == 0


def test_importing_loads_nothing_but_itself() -> None:
    shown_modules = "[n for n in sys.modules if n.startswith(('workload_map.', 'msgspec', 'yaml'))]"
    code = f"import sys, workload_map; print({shown_modules})"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


def test_the_quickstart() -> None:
    script = ROOT / "examples" / "quickstart.py"
    shown = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert shown.stderr == ""
    check_golden("examples/quickstart.txt", shown.stdout)
    source = script.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 40
    assert {node.module for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)} <= {
        "__future__",
        "pathlib",
    }
    # One piece of code, with no branch for a kind.
    assert not [
        node for node in ast.walk(ast.parse(source)) if isinstance(node, (ast.If, ast.IfExp, ast.Match))
    ]
    without_files = source.replace("leaderworkerset.yaml", "").replace("jobset.yaml", "").lower()
    assert not [word for word in ("jobset", "leader", "worker", "replicated") if word in without_files]
