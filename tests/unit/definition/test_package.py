# SPDX-License-Identifier: Apache-2.0
"""The public names of the package, loaded when they are used."""

from __future__ import annotations

import subprocess
import sys

import pytest

from workload_map import definition


def test_every_public_name_is_there() -> None:
    for name in definition.__all__:
        assert getattr(definition, name) is not None
        assert name in dir(definition)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = definition.nothing


def test_a_built_in_definition_needs_neither_yaml_nor_jq() -> None:
    code = (
        "import sys\n"
        "from workload_map.definition import CatalogIndex\n"
        "assert CatalogIndex.builtin().find('jobset.x-k8s.io', 'v1alpha2', 'JobSet').definition.root.name\n"
        "heavy = {'yaml', 'importlib.resources', 'workload_map.jq', 'workload_map.yamlio',\n"
        "         'workload_map.definition.codec', 'workload_map.definition.shapes'}\n"
        "print(*sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
