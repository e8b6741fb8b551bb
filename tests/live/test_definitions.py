# SPDX-License-Identifier: Apache-2.0
"""Definitions on a real API server: every shipped one in the reference's CRD, and what our own CRD takes and refuses.

The two CRDs share a name, so the server is one that no other test uses, and they come one after the other.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.cli_runs import Run, wmap
from tests.live.cluster import cluster
from tests.live.cluster.api import Api
from tests.live.reference_crd import reference_crd
from tests.shared import shared
from tests.unit.definition.sample import sample, spoiled
from workload_map import yamlio
from workload_map.definition import codec, schema
from workload_map.definition.model import EXTENSIONS_ANNOTATION
from workload_map.session import stored
from workload_map.session.check_stored import check_stored
from workload_map.session.result import plain
from workload_map.workload.catalog import Catalog
from workload_map.workload.view import view

pytestmark = pytest.mark.live

_COLLECTION = "/apis/run.ai/v1alpha1/kartas"
_CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
_ROOT = ("spec", "structureDefinition", "rootComponent")
_STATUS = (*_ROOT, "statusDefinition")
_CHILDREN = ("spec", "structureDefinition", "childComponents")
_GANGS = ("spec", "optimizationInstructions", "gangScheduling")
_EXTENSIONS = ("spec", "extensions")


#: Definitions of kinds whose controller here is of an older release than the definition: what its CRD lacks.
OLDER = {
    "kubeflow-org-mpijob-v2beta1": {"crd.no-version"},
    "leaderworkerset-x-k8s-io-leaderworkerset-v1": {"crd.no-field"},
    "ray-io-rayservice-v1": {"crd.no-field"},
}


class Server:
    """An API server of one's own, with kubectl for it."""

    def __init__(self, state: cluster.State) -> None:
        self.state = state
        self.cache = Path(state.kubeconfig).parent / "kubectl"
        self.api = Api.of(state.kubeconfig)

    def kubectl(self, *arguments: str, text: str = "") -> str:
        """What kubectl prints; it must succeed."""
        done = subprocess.run(
            [
                self.state.kubectl,
                f"--kubeconfig={self.state.kubeconfig}",
                f"--cache-dir={self.cache}",
                *arguments,
            ],
            input=text,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def definitions(self) -> list[dict[str, Any]]:
        """What is stored."""
        items: list[dict[str, Any]] = json.loads(self.kubectl("get", "kartas", "-o", "json"))["items"]
        return items

    def install(self, crd: dict[str, Any]) -> None:
        """Apply a CRD with kubectl's validation, and wait until its objects are served."""
        self.kubectl("apply", "--server-side", "-f", "-", text=json.dumps(crd))
        _until(lambda: self.api.request("GET", _COLLECTION)[0] == 200)
        _until(lambda: "kartas" in self.api.served("run.ai/v1alpha1"))

    def uninstall(self, crd: dict[str, Any]) -> None:
        """Delete a CRD and its objects, and wait until none of it is left."""
        name = crd["metadata"]["name"]
        self.api.call("DELETE", f"{_CRDS}/{name}")
        _until(lambda: self.api.request("GET", f"{_CRDS}/{name}")[0] == 404)
        _until(lambda: self.api.request("GET", _COLLECTION)[0] == 404)

    def validate(self, *arguments: str, user: str = "admin") -> Run:
        """``wmap validate --cluster``."""
        return self.wmap("validate", "--cluster", *arguments, user=user)

    def wmap(self, *arguments: str, user: str = "admin") -> Run:
        """Any command of the product on this cluster."""
        return wmap(*arguments, "--kubeconfig", self.state.kubeconfigs[user])

    def dry_run(self, definition: Any) -> str | None:
        """Why the server refuses a definition that kubectl would send, None when it takes it."""
        status, data = self.api.request(
            "POST", _COLLECTION, definition, query={"dryRun": "All", "fieldValidation": "Strict"}
        )
        assert status in (201, 400, 422), data
        return None if status == 201 else str(json.loads(data)["message"])


def _until(done: Any, *, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "the server did not follow in time"
        time.sleep(0.1)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if os.environ.get("WMAP_LIVE_EXTERNAL") == "1":
        pytest.skip("these tests put CRDs in and take them out: they need a server of their own")
    folder = tmp_path_factory.mktemp("definitions") / "state"
    state = cluster.up(cluster.Wanted(state=folder, bare=True, shared_crds=False), say=lambda text: None)
    try:
        made = Server(state)
        yield made
        made.api.close()
    finally:
        cluster.down(folder, say=lambda text: None)


@pytest.fixture(scope="module")
def builtin() -> Catalog:
    return Catalog.builtin()


@pytest.fixture(scope="module")
def samples(builtin: Catalog) -> list[dict[str, Any]]:
    """Every shared sample of a described kind."""
    files = sorted(path for path in shared("samples").rglob("*") if path.suffix in (".yaml", ".yml", ".json"))
    return [obj for path in files for obj in _objects(path, builtin)]


def _objects(path: Path, builtin: Catalog) -> Iterator[dict[str, Any]]:
    for document in yamlio.load_all(path.read_bytes(), source=path.name):
        value = document.value
        if isinstance(value, dict) and builtin.describes(*_group_kind(value)):
            yield value


def _group_kind(obj: dict[str, Any]) -> tuple[str, str]:
    return str(obj.get("apiVersion")).rpartition("/")[0], str(obj.get("kind"))


@lru_cache
def _shipped(*, portable: bool) -> str:
    """All shipped definitions as one YAML text, as ``wmap definitions -o yaml`` prints them."""
    entries = Catalog.builtin().entries()
    return yamlio.dump_all([codec.encode(entry.definition, portable=portable) for entry in entries])


def _assert_same(catalog: Catalog, builtin: Catalog) -> None:
    """Every definition comes from the cluster, and says what ours says."""
    assert {entry.origin for entry in catalog.entries()} == {"cluster"}
    for ours, theirs in zip(builtin.entries(), catalog.entries(), strict=True):
        assert (ours.name, ours.gvk) == (theirs.name, theirs.gvk)
        assert ours.definition.spec == theirs.definition.spec, ours.name


def _assert_same_readings(catalog: Catalog, builtin: Catalog, objects: Sequence[dict[str, Any]]) -> None:
    assert len(objects) > 80
    for obj in objects:
        ours, theirs = (which.plan(obj).read(obj) for which in (builtin, catalog))
        assert (ours.origin, theirs.origin) == ("catalog", "cluster")
        left, right = (plain(view(reading, file_mode=True)) for reading in (ours, theirs))
        assert left.pop("origin") != right.pop("origin")
        assert left == right
        # All that is not shown, but for the plan, which is no value.
        left, right = (msgspec.structs.asdict(reading) for reading in (ours, theirs))
        for other in ("plan", "origin"):
            assert left.pop(other) != right.pop(other)
        assert left == right


# --- the reference's CRD ----------------------------------------------------------------------------------


@pytest.fixture(scope="class")
def of_reference(server: Server) -> Iterator[Server]:
    crd = reference_crd()
    server.install(crd)
    yield server
    server.uninstall(crd)


class TestReferenceCrd:
    """A cluster that knows only the interchange format."""

    def test_every_shipped_definition_in_its_portable_form(
        self, of_reference: Server, builtin: Catalog, samples: list[dict[str, Any]]
    ) -> None:
        said = of_reference.kubectl("apply", "-f", "-", text=_shipped(portable=True))
        assert len(said.splitlines()) == len(builtin.entries())
        items = of_reference.definitions()
        # What the server added and kept beside the definitions is no reason for a word.
        catalog, problems = stored.merge(builtin, items)
        assert problems == ()
        _assert_same(catalog, builtin)
        _assert_same_readings(catalog, builtin, samples)

    def test_applied_again_nothing_changes(self, of_reference: Server) -> None:
        said = of_reference.kubectl("apply", "-f", "-", text=_shipped(portable=True)).splitlines()
        assert {line.rpartition(" ")[2] for line in said} == {"unchanged"}

    def test_the_other_form_is_refused_or_loses_its_extensions(
        self, of_reference: Server, builtin: Catalog
    ) -> None:
        whole = codec.encode(builtin.index.by_name("jobset-x-k8s-io-jobset-v1alpha2").definition)
        refusal = of_reference.dry_run(whole)
        assert refusal is not None
        assert 'unknown field "spec.extensions"' in refusal
        # Without validation the block goes without a word of the server's; a reader of the cluster says so.
        left = of_reference.api.call(
            "PUT",
            f"{_COLLECTION}/{whole['metadata']['name']}",
            {
                **whole,
                "metadata": {**whole["metadata"], "resourceVersion": self._version(of_reference, whole)},
            },
            query={"fieldValidation": "Ignore", "dryRun": "All"},
        )
        assert "extensions" not in left["spec"]
        left["metadata"].get("annotations", {}).pop(EXTENSIONS_ANNOTATION, None)
        problems = stored.merge(builtin, [left])[1]
        assert [problem.code for problem in problems] == ["definitions.hidden"]

    @staticmethod
    def _version(server: Server, definition: Any) -> str:
        found = server.api.call("GET", f"{_COLLECTION}/{definition['metadata']['name']}")
        return str(found["metadata"]["resourceVersion"])

    def test_which_of_them_are_wrong_on_this_cluster(self, of_reference: Server, builtin: Catalog) -> None:
        crds = json.loads(of_reference.kubectl("get", "crds", "-o", "json"))["items"]
        result = check_stored(of_reference.definitions(), crds)
        assert len(result.rows) == len(builtin.entries())
        assert result.problems == []
        wrong = {
            row.file: {problem.code for problem in row.problems if problem.severity == "error"}
            for row in result.rows
        }
        assert {file.partition(":")[2]: codes for file, codes in wrong.items() if codes} == OLDER
        # What Kubernetes has itself is checked, what is not installed is said to be unchecked.
        unchecked = {
            row.file for row in result.rows if "crd.none" in {problem.code for problem in row.problems}
        }
        assert "cluster:nvidia-com-dynamographdeployment-v1alpha1" in unchecked
        assert not {file for file in unchecked if "jobset" in file or "batch-job" in file}

    def test_the_command_says_it(self, of_reference: Server) -> None:
        run = of_reference.validate("-o", "json")
        assert run.code == 1
        listed = json.loads(run.out)
        assert listed["count"] == len(of_reference.definitions())
        wrong = {row["file"] for row in listed["items"] if not row["valid"]}
        assert wrong == {f"cluster:{name}" for name in OLDER}
        text = of_reference.validate()
        assert "\nOK: cluster:jobset-x-k8s-io-jobset-v1alpha2: jobset-x-k8s-io-jobset-v1alpha2 (" in text.out
        assert " definitions\n" in text.err
        assert of_reference.validate("--strict").code == 1

    def test_a_user_without_rights(self, of_reference: Server) -> None:
        run = of_reference.validate(user="no-rights")
        assert (run.code, run.out) == (1, "")
        assert len(run.err.splitlines()) == 1
        assert "kartas" in run.err

    def test_a_user_who_may_not_read_crds(self, of_reference: Server) -> None:
        role = {
            "apiVersion": "rbac.authorization.k8s.io/v1",
            "kind": "ClusterRole",
            "metadata": {"name": "readers"},
        }
        rule = {"apiGroups": ["run.ai"], "resources": ["kartas"], "verbs": ["list"]}
        of_reference.api.create({**role, "rules": [rule]})
        of_reference.kubectl(
            "create", "clusterrolebinding", "readers", "--clusterrole=readers", "--user=no-rights"
        )
        try:
            run = of_reference.validate(user="no-rights")
        finally:
            of_reference.kubectl("delete", "clusterrole,clusterrolebinding", "readers")
        assert run.code == 1
        assert "the CRDs of the cluster could not be read" in run.err
        assert "OK: cluster:batch-job-v1: " in run.out
        assert "no CRD of jobset.x-k8s.io/v1alpha2 JobSet is at hand" in run.out


# --- our CRD ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="class")
def of_ours(server: Server) -> Iterator[Server]:
    crd = schema.crd()
    server.install(crd)
    yield server
    server.uninstall(crd)


#: What is wrong, the place, the value there (... removes it), the code of `wmap validate`, words of the server.
REFUSED: dict[str, tuple[Sequence[str | int], Any, str, str]] = {
    "no structure": (
        ("spec", "structureDefinition"),
        ...,
        "definition.required",
        "spec.structureDefinition: Required",
    ),
    "no root": (_ROOT, ..., "definition.required", "rootComponent: Required"),
    "a nameless root": ((*_ROOT, "name"), ..., "definition.required", "rootComponent.name: Required"),
    "a root without kind": ((*_ROOT, "kind"), ..., "definition.root-kind", "needs a kind"),
    "a kind without version": ((*_ROOT, "kind", "version"), "", "definition.root-kind", "version and kind"),
    "a kind without group": ((*_ROOT, "kind", "group"), ..., "definition.required", "group: Required"),
    "a root with a parent": ((*_ROOT, "ownerRef"), "worker", "definition.root-owner", "has no parent"),
    "a root without status": (_STATUS, ..., "definition.root-status", "needs a statusDefinition"),
    "a status without mappings": (
        (*_STATUS, "statusMappings"),
        ...,
        "definition.required",
        "statusMappings: Required",
    ),
    "an unknown status": (
        (*_STATUS, "statusMappings", "paused"),
        [{"byPhase": "Paused"}],
        "definition.unknown-field",
        "unknown field",
    ),
    "an empty matcher": (
        (*_STATUS, "statusMappings", "running"),
        [{}],
        "definition.matcher-empty",
        "byPhase",
    ),
    "a matcher of no conditions": (
        (*_STATUS, "statusMappings", "running"),
        [{"byConditions": []}],
        "definition.matcher-empty",
        "byConditions",
    ),
    "an expression without result": (
        (*_STATUS, "statusMappings", "running"),
        [{"byExpression": {"expression": ".a"}}],
        "definition.required",
        "expectedResult: Required",
    ),
    "a child without parent": ((*_CHILDREN, 0, "ownerRef"), ..., "definition.no-owner", "needs an ownerRef"),
    "two children of one name": ((*_CHILDREN, 0, "name"), "worker", "definition.duplicate-name", "Duplicate"),
    "two spec shapes": (
        (*_CHILDREN, 0, "specDefinition", "podSpecPath"),
        ".spec.a",
        "definition.spec-shape",
        "exactly one of",
    ),
    "no spec shape": ((*_CHILDREN, 0, "specDefinition"), {}, "definition.spec-shape", "exactly one of"),
    "ids without selector": (
        (*_CHILDREN, 1, "podSelector", "componentInstanceSelector"),
        ...,
        "definition.instance-pair",
        "come together",
    ),
    "a selector without ids": (
        (*_CHILDREN, 1, "instanceIdPath"),
        ...,
        "definition.instance-pair",
        "come together",
    ),
    "a selector of nothing": (
        (*_CHILDREN, 0, "podSelector", "componentTypeSelector"),
        {},
        "definition.selector-empty",
        "keyPath or matchLabels",
    ),
    "a value without key": (
        (*_CHILDREN, 1, "podSelector", "componentTypeSelector"),
        {"matchLabels": {"a": "b"}, "value": "worker"},
        "definition.selector-value",
        "value needs keyPath",
    ),
    "an empty key": (
        (*_CHILDREN, 1, "podSelector", "componentTypeSelector", "keyPath"),
        "",
        "definition.empty",
        "at least 1 chars long",
    ),
    "no labels": (
        (*_CHILDREN, 0, "podSelector", "componentTypeSelector", "matchLabels"),
        {},
        "definition.too-few",
        "at least 1 properties",
    ),
    "no actions": (
        (*_ROOT, "suspendDefinition", "suspendActions"),
        [],
        "definition.too-few",
        "at least 1 items",
    ),
    "an action that is no text": (
        (*_ROOT, "suspendDefinition", "suspendActions", 0, "value"),
        True,
        "definition.type",
        "must be of type string",
    ),
    "two groups of one name": (
        (*_GANGS, "podGroups"),
        [{"name": "a", "members": []}, {"name": "a", "members": []}],
        "definition.duplicate-name",
        "Duplicate",
    ),
    "a topology without name": (
        (*_GANGS, "podGroup", "topology"),
        {"requiredTopologyLevel": "rack", "preferredTopologyLevel": ""},
        "definition.required",
        "topologyName: Required",
    ),
    "an unknown field": (
        ("spec", "colour"),
        "red",
        "definition.unknown-field",
        'unknown field "spec.colour"',
    ),
    "an unknown extension": (
        (*_EXTENSIONS, "colour"),
        "red",
        "definition.unknown-field",
        'unknown field "spec.extensions.colour"',
    ),
    "units without a noun": (
        (*_EXTENSIONS, "components", 0, "units", "noun"),
        ...,
        "definition.required",
        "noun: Required",
    ),
    "an empty noun": (
        (*_EXTENSIONS, "components", 0, "units", "noun"),
        "",
        "definition.empty",
        "at least 1 chars long",
    ),
    "half a join": (
        (*_EXTENSIONS, "owners", "join", "object"),
        ...,
        "definition.required",
        "join.object: Required",
    ),
    "extensions of one component twice": (
        (*_EXTENSIONS, "components"),
        [{"name": "worker"}, {"name": "worker"}],
        "definition.duplicate-name",
        "Duplicate",
    ),
    "a switch that is text": ((*_EXTENSIONS, "shadow"), "yes", "definition.type", "must be of type boolean"),
}


class TestOurCrd:
    """A cluster that knows the extensions too."""

    def test_the_committed_crd_is_what_is_applied(self, of_ours: Server) -> None:
        said = of_ours.kubectl(
            "apply", "--server-side", "--dry-run=server", "-f", "-", text=schema.crd_text()
        )
        assert "kartas.run.ai serverside-applied" in said
        assert yamlio.load(schema.crd_text()).value == schema.crd()

    @pytest.mark.parametrize("portable", [False, True], ids=["in the spec", "in the annotation"])
    def test_every_shipped_definition_with_its_extensions(
        self, of_ours: Server, builtin: Catalog, samples: list[dict[str, Any]], portable: bool
    ) -> None:
        text = _shipped(portable=portable)
        of_ours.kubectl("apply", "-f", "-", text=text)
        try:
            items = of_ours.definitions()
            carried = [
                EXTENSIONS_ANNOTATION in item["metadata"].get("annotations", {})
                for item in items
                if "extensions" in item["spec"] or EXTENSIONS_ANNOTATION in str(item["metadata"])
            ]
            assert set(carried) == {portable}
            catalog, problems = stored.merge(builtin, items)
            assert problems == ()
            _assert_same(catalog, builtin)
            if not portable:
                _assert_same_readings(catalog, builtin, samples)
        finally:
            of_ours.api.call("DELETE", _COLLECTION)
            _until(lambda: not of_ours.definitions())

    def test_nothing_is_stored(self, of_ours: Server) -> None:
        run = of_ours.validate()
        assert (run.code, run.out, run.err) == (0, "", "the cluster stores no definition\n")

    def test_the_sample_is_taken(self, of_ours: Server) -> None:
        assert of_ours.dry_run(sample()) is None
        assert not codec.parse(sample()).problems

    @pytest.mark.parametrize("name", REFUSED)
    def test_what_is_wrong_is_refused_here_and_there(self, of_ours: Server, name: str) -> None:
        path, value, code, words = REFUSED[name]
        definition = spoiled(path, value)
        refusal = of_ours.dry_run(definition)
        assert refusal is not None
        assert words in refusal
        found = codec.validate(json.dumps(definition), source="x.json")
        assert code in {problem.code for problem in found if problem.severity == "error"}


# --- versions ---------------------------------------------------------------------------------------------


def _boats(kind: str, version: str, replicas: str) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """A definition of version v1 of a kind; its CRD, which serves another version alone; and an object of that."""
    plural, group = f"{kind.lower()}s", "example.com"
    definition = {
        "apiVersion": "run.ai/v1alpha1",
        "kind": "Karta",
        "metadata": {"name": f"{kind.lower()}-v1"},
        "spec": {
            "structureDefinition": {
                "rootComponent": {
                    "name": kind.lower(),
                    "kind": {"group": group, "version": "v1", "kind": kind},
                    "specDefinition": {"podTemplateSpecPath": ".spec.template"},
                    "scaleDefinition": {"replicasPath": ".spec.replicas"},
                    "statusDefinition": {
                        "phaseDefinition": {"path": ".status.phase"},
                        "statusMappings": {"running": [{"byPhase": "Afloat"}]},
                    },
                }
            }
        },
    }
    template = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
    schema = {
        "type": "object",
        "properties": {
            "spec": {"type": "object", "properties": {replicas: {"type": "integer"}, "template": template}},
            "status": {"type": "object", "properties": {"phase": {"type": "string"}}},
        },
    }
    crd = {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.{group}"},
        "spec": {
            "group": group,
            "names": {"kind": kind, "listKind": f"{kind}List", "plural": plural, "singular": kind.lower()},
            "scope": "Namespaced",
            "versions": [
                {"name": version, "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
            ],
        },
    }
    obj = {
        "apiVersion": f"{group}/{version}",
        "kind": kind,
        "metadata": {"name": "one", "namespace": "default"},
        "spec": {replicas: 3, "template": {"spec": {"containers": [{"name": "main", "image": "boat"}]}}},
        "status": {"phase": "Afloat"},
    }
    return definition, crd, obj


@pytest.fixture(scope="class")
def boats(of_ours: Server) -> Iterator[Server]:
    made = [_boats("Boat", "v2", "replicas"), _boats("Raft", "v3", "logs")]
    for definition, crd, obj in made:
        of_ours.kubectl("apply", "-f", "-", text=json.dumps(crd))
        collection = f"/apis/{obj['apiVersion']}/namespaces/default/{crd['spec']['names']['plural']}"
        _until(lambda path=collection: of_ours.api.request("GET", path)[0] == 200)
        of_ours.api.call("POST", collection, obj)
        of_ours.api.call("POST", _COLLECTION, definition)
    yield of_ours
    for _, crd, _ in made:
        of_ours.api.call("DELETE", f"{_CRDS}/{crd['metadata']['name']}")


class TestVersions:
    """A definition of a version that the cluster does not serve."""

    @pytest.fixture(autouse=True)
    def no_cache(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """What was known of the server before the kinds came is forgotten."""
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def test_another_version_that_fits_is_read_and_said(self, boats: Server) -> None:
        run = boats.wmap("get", "boats", "-n", "default", "-o", "json")
        assert run.code == 0
        (row,) = json.loads(run.out)["items"]
        assert (row["name"], row["headline"], row["origin"]) == ("one", "Running", "cluster")
        said = (
            "no definition describes Boat in example.com/v2: boat-v1 is used, which describes example.com/v1"
        )
        assert run.err.count(said) == 1

    def test_one_that_does_not_fit_is_not_read_and_said(self, boats: Server) -> None:
        run = boats.wmap("get", "rafts", "-n", "default")
        assert (run.code, run.out) == (0, "")
        assert (
            "no definition can read Raft of example.com: the cluster serves v3; raft-v1, which describes v1,"
            ' does not fit v3 (1 path, first: Raft .spec has no field "replicas")' in run.err
        )

    def test_validate_says_it_too(self, boats: Server) -> None:
        run = boats.validate("-o", "json")
        assert run.code == 1
        codes = {
            row["file"]: [one["code"] for one in row["problems"]] for row in json.loads(run.out)["items"]
        }
        assert codes == {"cluster:boat-v1": ["crd.no-version"], "cluster:raft-v1": ["crd.no-version"]}

    def test_definitions_lists_what_is_stored(self, boats: Server) -> None:
        run = boats.wmap("definitions", "--cluster", "-o", "jq=.items[].metadata.name")
        assert (run.code, run.err) == (0, "")
        assert {"boat-v1", "raft-v1", "batch-job-v1"} <= set(run.out.split())
        alone = boats.wmap("definitions", "boat-v1", "--cluster", "-o", "name")
        assert alone.out == "karta.run.ai/boat-v1\n"
