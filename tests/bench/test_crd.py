# SPDX-License-Identifier: Apache-2.0
"""The CRD before the API server's own code: it is taken, and it takes what ours takes and nothing else.

Needs the Go toolchain and, once, the Go module proxy. Run it after a change to the model or to a rule:
``pytest -m bench tests/bench/test_crd.py``.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.property.test_definition import PATHS, change
from tests.unit.definition.sample import sample
from tests.unit.definition.strategies import anything, values
from workload_map import yamlio
from workload_map.definition import codec
from workload_map.definition.model import Spec
from workload_map.definition.rules import rules_for
from workload_map.definition.shapes import shape_of, structs_in

pytestmark = pytest.mark.bench

SOURCE = Path(__file__).parent / "crdcheck"
RELAXED = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))


class Server:
    """The API server's validation of one CRD and of objects of its kind."""

    def __init__(self, program: Path, crd: Path) -> None:
        self._process = subprocess.Popen(
            [program, crd], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.faults = self._answer()

    def ask(self, value: Any) -> list[str]:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(value) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def close(self) -> None:
        self._process.communicate()

    def _answer(self) -> list[str]:
        assert self._process.stdout is not None
        answer: list[str] = json.loads(self._process.stdout.readline())
        return answer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    go = shutil.which("go")
    if go is None:
        pytest.skip("the Go toolchain is not on the PATH")
    folder = tmp_path_factory.mktemp("crdcheck")
    program = folder / "crdcheck"
    subprocess.run([go, "build", "-o", program, "."], cwd=SOURCE, check=True)
    crd = folder / "crd.yaml"
    crd.write_bytes(resources.files("workload_map.definition").joinpath("crd.yaml").read_bytes())
    running = Server(program, crd)
    yield running
    running.close()


def ours(value: Any) -> bool:
    """Whether the model and the rules that the CRD shares with `definition.check` take the object."""
    parsed = codec.parse(value, unknown="warning")
    return parsed.usable and not any(
        list(rule.faults(inner))
        for _, inner in structs_in(parsed.definition.spec)
        for rule in rules_for(type(inner))
    )


def agree(server: Server, value: Any) -> None:
    faults = server.ask(value)
    assert ours(value) == (not faults), faults


def test_the_crd_is_taken(server: Server) -> None:
    assert server.faults == []


def test_the_catalog_is_taken(server: Server) -> None:
    for file in resources.files("workload_map.definition.catalog").iterdir():
        if file.name.endswith(".yaml"):
            assert server.ask(yamlio.load(file.read_bytes()).value) == [], file.name


def test_changed_definitions(server: Server) -> None:
    # The rest of an object is not the schema's.
    inside = [path for path in PATHS if path[0] == "spec" and len(path) > 1]

    @settings(RELAXED, max_examples=3000)
    @given(
        st.lists(
            st.tuples(
                st.sampled_from(inside), st.sampled_from(["set", "remove", "rename", "repeat"]), anything
            ),
            min_size=1,
            max_size=3,
        )
    )
    def check(changes: list[tuple[tuple[Any, ...], str, Any]]) -> None:
        document = sample()
        for path, action, value in changes:
            change(document, path, action, value)
        agree(server, document)

    check()


def test_generated_definitions(server: Server) -> None:
    @settings(RELAXED, max_examples=1000)
    @given(values(shape_of(Spec), depth=8))
    def check(spec: Any) -> None:
        agree(server, sample() | {"spec": spec})

    check()
