# SPDX-License-Identifier: Apache-2.0
"""The file that keeps what discovery found: used for ten minutes, and never believed when it is damaged."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from workload_map.kube import discovery_cache
from workload_map.kube.resources import Resource

SERVER = "https://one:6443"
PODS = Resource(
    group="", version="v1", kind="Pod", plural="pods", singular="pod", short_names=("po",), namespaced=True
)


def test_what_is_stored_is_loaded_for_ten_minutes(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    discovery_cache.store(folder, SERVER, 1000.0, [PODS])
    assert discovery_cache.load(folder, SERVER, 1000.0) == (PODS,)
    assert discovery_cache.load(folder, SERVER, 1599.0) == (PODS,)
    assert discovery_cache.load(folder, SERVER, 1600.0) is None
    assert discovery_cache.load(folder, SERVER, 999.0) is None
    assert discovery_cache.load(folder, "https://two:6443", 1000.0) is None
    assert [path.name for path in folder.iterdir()] == [discovery_cache.file_of(folder, SERVER).name]


@pytest.mark.parametrize("length", [0, 1, 50, -1])
def test_half_a_file_is_no_file(tmp_path: Path, length: int) -> None:
    discovery_cache.store(tmp_path, SERVER, 0.0, [PODS])
    path = discovery_cache.file_of(tmp_path, SERVER)
    path.write_bytes(path.read_bytes()[:length])
    assert discovery_cache.load(tmp_path, SERVER, 1.0) is None


@pytest.mark.parametrize(
    "change", [{"format": 0}, {"server": "https://two:6443"}, {"resources": [{"kind": 1}]}, {"more": 1}]
)
def test_a_foreign_file_is_no_file(tmp_path: Path, change: dict[str, object]) -> None:
    discovery_cache.store(tmp_path, SERVER, 0.0, [PODS])
    path = discovery_cache.file_of(tmp_path, SERVER)
    path.write_text(json.dumps({**json.loads(path.read_bytes()), **change}), encoding="utf-8")
    assert discovery_cache.load(tmp_path, SERVER, 1.0) is None


def test_a_folder_that_cannot_be_written_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"")
    discovery_cache.store(file / "folder", SERVER, 0.0, [PODS])
    assert discovery_cache.load(file / "folder", SERVER, 1.0) is None


def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    discovery_cache.store(tmp_path / "new", SERVER, 0.0, [PODS])
    path = discovery_cache.file_of(tmp_path / "new", SERVER)
    assert (os.stat(path).st_mode & 0o077, os.stat(path.parent).st_mode & 0o077) == (0, 0)
