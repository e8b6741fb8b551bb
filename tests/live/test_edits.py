# SPDX-License-Identifier: Apache-2.0
"""Changes to workloads on a real API server: each kind's switch and numbers, who comes between, what is waited for."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.cli_runs import NOW, Run
from tests.live.cluster.api import Api
from tests.live.conftest import Cluster
from tests.loopback import Exchange, Server, status
from tests.shared import shared
from workload_map import errors, yamlio
from workload_map.cli import app
from workload_map.cli.options import Face
from workload_map.kube.errors import Conflict, Forbidden, Invalid, Unreachable
from workload_map.session import apply, wait
from workload_map.session.cluster import Reach
from workload_map.session.kinds import Selection
from workload_map.workload.catalog import Catalog
from workload_map.workload.edit import Edit

pytestmark = pytest.mark.live

#: The switch of each kind as its API documents it: field, value when suspended, value when not.
_SUSPEND = ("spec.suspend", True, False)
_RUN_POLICY = ("spec.runPolicy.suspend", True, False)
_STOP = ("metadata.annotations.serving.kserve.io/stop", "true", "false")
SWITCHES: dict[str, tuple[str, Any, Any]] = {
    "appwrapper/wrapped-job.yaml": _SUSPEND,
    "argo-cronworkflow/cron-workflow.yaml": _SUSPEND,
    "argo-workflow/dag-diamond.yaml": _SUSPEND,
    "batch-job/kueue-sample-job.yaml": _SUSPEND,
    "cronjob/kueue-sample-cronjob.yaml": _SUSPEND,
    "flinkdeployment/basic.yaml": ("spec.job.state", "suspended", "running"),
    "inferenceservice/sklearn.yaml": _STOP,
    "jaxjob/cpu-demo.yaml": _RUN_POLICY,
    "jobset/paralleljobs.yaml": _SUSPEND,
    "kueue-workload/sample-job.yaml": ("spec.active", False, True),
    "llminferenceservice/opt-125m-cpu.yaml": _STOP,
    "mpijob/pi.yaml": _RUN_POLICY,
    "paddlejob/simple-cpu.yaml": _RUN_POLICY,
    "pytorchjob/simple.yaml": _RUN_POLICY,
    "raycluster/ray-cluster.sample.yaml": _SUSPEND,
    "raycronjob/ray-cronjob.sample.yaml": _SUSPEND,
    "rayjob/ray-job.sample.yaml": _SUSPEND,
    "rayservice/ray-service.sample.yaml": _SUSPEND,
    "sandbox/hello-world.yaml": ("spec.operatingMode", "Suspended", "Running"),
    "scheduledsparkapplication/spark-pi-scheduled.yaml": _SUSPEND,
    "sparkapplication/spark-pi.yaml": _SUSPEND,
    "tekton-pipelinerun/pipelinerun-with-final-tasks.yaml": ("spec.status", "PipelineRunPending", None),
    "tfjob/simple.yaml": _RUN_POLICY,
    "trainjob/01-multi-node.yaml": _SUSPEND,
    "xgboostjob/xgboostjob.yaml": _RUN_POLICY,
}

#: Role and the field that it is scaled by.
NUMBERS: dict[str, tuple[str, str]] = {
    "deployment/kueue-sample-deployment.yaml": ("deployment", "spec.replicas"),
    "statefulset/kueue-sample-statefulset.yaml": ("statefulset", "spec.replicas"),
    "replicaset/frontend.yaml": ("replicaset", "spec.replicas"),
    "batch-job/kueue-sample-job.yaml": ("job", "spec.parallelism"),
    "leaderworkerset/lws.yaml": ("leader", "spec.replicas"),
    "raycluster/ray-cluster.sample.yaml": ("worker", "spec.workerGroupSpecs.0.replicas"),
    "pytorchjob/simple.yaml": ("Worker", "spec.pytorchReplicaSpecs.Worker.replicas"),
    "mpijob/pi.yaml": ("worker", "spec.mpiReplicaSpecs.Worker.replicas"),
}


@pytest.fixture(scope="module")
def place(cluster: Cluster) -> Iterator[str]:
    """A namespace for the whole module."""
    api = Api.of(cluster.user("admin"))
    name = f"edits-{uuid.uuid4().hex[:8]}"
    api.call("POST", "/api/v1/namespaces", {"metadata": {"name": name}})
    yield name
    api.call("DELETE", f"/api/v1/namespaces/{name}")
    api.close()


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where what the server has is kept."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return Catalog.builtin()


@pytest.fixture
def reach(cluster: Cluster, cache: Path) -> Reach:
    return Reach({"kubeconfig": cluster.user("admin")}, environ={"XDG_CACHE_HOME": str(cache)}, home=cache)


Wmap = Callable[..., Run]


@pytest.fixture
def wmap(cluster: Cluster, cache: Path, place: str) -> Wmap:
    """Runs the command on the cluster, in the module's namespace."""

    def run(*args: str, user: str = "admin") -> Run:
        result = CliRunner(env={"XDG_CACHE_HOME": str(cache), "KUBECONFIG": cluster.user(user)}).invoke(
            app.wmap, [*args, "-n", place], obj=Face(now=NOW, alone=False), prog_name="wmap"
        )
        assert "internal fault" not in result.stderr, result.stderr
        return Run(args, result.exit_code, result.stdout, result.stderr)

    return run


def sample(name: str, place: str, catalog: Catalog, *, suffix: str) -> dict[str, Any]:
    """The described object of a shared sample, under a name of its own."""
    path = shared("samples") / name
    for document in yamlio.load_all(path.read_bytes(), source=str(path)):
        obj: Any = document.value
        try:
            catalog.plan(obj)
        except errors.NoDefinition:
            continue
        # Labels would let the workloads of this namespace adopt one another, and queues take them.
        kept = {key: value for key, value in obj["metadata"].items() if key == "annotations"}
        metadata = kept | {"name": f"{name.partition('/')[0]}-{suffix}"[:40], "namespace": place}
        return {**obj, "metadata": metadata}
    raise AssertionError(f"no workload in {name}")


def created(api: Api, name: str, place: str, catalog: Catalog, *, suffix: str) -> dict[str, Any]:
    obj = sample(name, place, catalog, suffix=suffix)
    if "/" in obj["apiVersion"] and not api.served(obj["apiVersion"]):
        pytest.skip(f"{obj['apiVersion']} is not served here")
    found: dict[str, Any] = api.create(obj)
    return found


def job(api: Api, place: str, name: str, *, word: str = "run", **spec: Any) -> dict[str, Any]:
    template = {
        "metadata": {"annotations": {"live.workload-map/pod": word}},
        "spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "trainer:1"}]},
    }
    obj = {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": name, "namespace": place},
        "spec": {"template": template, **spec},
    }
    found: dict[str, Any] = api.create(obj, exists=False)
    return found


def deployment(api: Api, place: str, name: str, **spec: Any) -> dict[str, Any]:
    labels = {"app": name}
    template = {
        "metadata": {"labels": labels},
        "spec": {"containers": [{"name": "main", "image": "server:1"}]},
    }
    obj = {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name, "namespace": place},
        "spec": {"selector": {"matchLabels": labels}, "template": template, **spec},
    }
    found: dict[str, Any] = api.create(obj, exists=False)
    return found


def selection(obj: dict[str, Any]) -> Selection:
    group = obj["apiVersion"].rpartition("/")[0]
    metadata = obj["metadata"]
    kind = obj["kind"].lower()
    return Selection(
        type=f"{kind}.{group}" if group else kind, name=metadata["name"], namespace=metadata["namespace"]
    )


def field(obj: Any, path: str) -> Any:
    """What stands at a dotted path; None where nothing does. Of annotations the rest is the key."""
    head, _, annotation = path.partition("annotations.")
    steps: Sequence[str] = (
        [*head.split(".")[:-1], "annotations", annotation] if annotation else path.split(".")
    )
    for step in steps:
        if obj is None:
            return None
        obj = obj[int(step)] if isinstance(obj, list) else obj.get(step)
    return obj


# --- every kind -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SWITCHES)
def test_the_switch_of_each_kind(api: Api, place: str, catalog: Catalog, reach: Reach, name: str) -> None:
    path, off, on = SWITCHES[name]
    obj = created(api, name, place, catalog, suffix="suspend")
    for make, wanted in ((Edit.suspend, off), (Edit.resume, on)):
        try:
            written = apply.change(reach, selection(obj), make, base=catalog, order="catalog")
        except Invalid as error:
            if f'unknown field "{path}"' not in str(error):
                raise
            pytest.skip(f"the {obj['kind']} of this server has no {path}")
        live = api.call("GET", api.path(obj))
        assert field(live, path) == wanted
        assert written.suspended is (wanted == off)
        if wanted == off:
            managers = {item["manager"] for item in live["metadata"]["managedFields"]}
            assert "workload-map" in managers, "the fields that were set have an owner"
    assert written.problems == ()


@pytest.mark.parametrize("name", NUMBERS)
def test_the_number_of_a_role(api: Api, place: str, catalog: Catalog, reach: Reach, name: str) -> None:
    role, path = NUMBERS[name]
    obj = created(api, name, place, catalog, suffix="scale")
    before = field(obj, path) or 1

    def tried(number: int, **how: Any) -> apply.Written:
        return apply.change(
            reach, selection(obj), lambda edit: edit.scale(role, number), base=catalog, order="catalog", **how
        )

    written = tried(before + 1, dry_run="server")
    assert written.by_server
    assert field(written.after, path) == before + 1
    assert field(api.call("GET", api.path(obj)), path) == field(obj, path)
    written = tried(before + 1)
    live = api.call("GET", api.path(obj))
    assert field(live, path) == before + 1
    assert tried(before + 1).patch == []


def test_every_setter_on_a_server(api: Api, place: str, wmap: Wmap) -> None:
    made = deployment(api, place, "setters", replicas=0)
    before = api.call("GET", api.path(made))
    for args in (
        ("labels", "team=vision", "example.com/x=1"),
        ("annotations", "note=a b"),
        ("image", "main=server:2"),
        ("resources", "requests.cpu=2", "limits.nvidia.com/gpu=1", "requests.nvidia.com/gpu=1"),
        ("node-selector", "gpu=h100"),
        ("tolerations", "nvidia.com/gpu:NoSchedule", "spot=yes:NoExecute"),
        ("affinity", '{"nodeAffinity": {}}'),
        ("scheduler", "kai-scheduler"),
        ("priority", "system-cluster-critical"),
        ("labels", "example.com/x-"),
        ("tolerations", "spot-"),
        ("priority", "-"),
    ):
        run = wmap("set", args[0], "deployment", "setters", *args[1:])
        assert (run.code, run.out) == (0, "deployment.apps/setters changed\n"), run
    template = api.call("GET", api.path(made))["spec"]["template"]
    assert template["metadata"]["labels"] == {"app": "setters", "team": "vision"}
    assert template["metadata"]["annotations"] == {"note": "a b"}
    spec = template["spec"]
    assert spec["containers"][0]["image"] == "server:2"
    assert spec["containers"][0]["resources"]["limits"] == {"nvidia.com/gpu": "1"}
    assert spec["nodeSelector"] == {"gpu": "h100"}
    assert [item["key"] for item in spec["tolerations"]] == ["nvidia.com/gpu"]
    assert spec["schedulerName"] == "kai-scheduler"
    assert "priorityClassName" not in spec
    after = api.call("GET", api.path(made))
    kept = [item for item in after["metadata"]["managedFields"] if item["manager"] != "workload-map"]
    assert {item["manager"] for item in before["metadata"]["managedFields"]} <= {
        item["manager"] for item in kept
    }


# --- what is printed --------------------------------------------------------------------------------------


def test_forms_of_the_output(api: Api, place: str, wmap: Wmap) -> None:
    made = job(api, place, "forms", suspend=True, parallelism=2)
    version = made["metadata"]["resourceVersion"]

    def unchanged() -> bool:
        return bool(api.call("GET", api.path(made))["spec"]["suspend"])

    run = wmap("suspend", "job", "forms")
    assert (run.code, run.out, run.err) == (0, "", "Job/forms: nothing to change\n")
    for how, said in (("client", "dry run"), ("server", "server dry run")):
        run = wmap("resume", "job/forms", f"--dry-run={how}")
        assert (run.code, run.out) == (0, f"job.batch/forms resumed ({said})\n"), run
        run = wmap("resume", "job/forms", f"--dry-run={how}", "-o", "json")
        assert json.loads(run.out)["spec"]["suspend"] is False
        run = wmap("resume", "job/forms", f"--dry-run={how}", "--diff")
        assert "-  suspend: true\n+  suspend: false\n" in run.out
        assert run.out.startswith("--- job.batch/forms (live)\n+++ job.batch/forms (changed)\n")
    run = wmap("resume", "job/forms", "--diff")
    assert "-  suspend: true\n+  suspend: false\n" in run.out
    assert "managedFields" not in run.out
    run = wmap("resume", "job/forms", "--dry-run=client", "-o", "patch")
    assert [item["op"] for item in json.loads(run.out)] == ["replace", "test", "replace"]
    assert unchanged()
    run = wmap("scale", "job/forms", "job=3", "-o", "yaml")
    shown = yamlio.load(run.out).value
    assert shown["spec"]["parallelism"] == 3
    assert shown["metadata"]["resourceVersion"] not in ("", version)
    assert "managedFields" not in shown["metadata"]
    assert run.err == "job: 2 → 3 pods\n"
    run = wmap("resume", "job/forms", "-o", "name")
    assert (run.out, run.err) == ("job.batch/forms\n", "")
    assert not unchanged()


def test_the_printed_patch_is_one_that_kubectl_takes(
    api: Api, place: str, wmap: Wmap, kubectl: Callable[..., str]
) -> None:
    made = job(api, place, "by-kubectl", suspend=True)
    patch = wmap("resume", "job/by-kubectl", "--dry-run=client", "-o", "patch").out
    kubectl("patch", "job", "by-kubectl", "-n", place, "--type=json", "-p", patch)
    assert api.call("GET", api.path(made))["spec"]["suspend"] is False
    again = kubectl("patch", "job", "by-kubectl", "-n", place, "--type=json", "-p", patch, check=False)
    assert "the server rejected our request" in again or "the object has been modified" in again


def test_what_is_made_by_a_controller_is_said(api: Api, place: str, wmap: Wmap) -> None:
    made = deployment(api, place, "above", replicas=0)
    deadline = time.monotonic() + 20
    while True:
        below = [
            item
            for item in api.call("GET", f"/apis/apps/v1/namespaces/{place}/replicasets")["items"]
            if item["metadata"].get("ownerReferences", [{}])[0].get("uid") == made["metadata"]["uid"]
        ]
        if below:
            break
        assert time.monotonic() < deadline
        time.sleep(0.1)
    run = wmap("scale", "rs", below[0]["metadata"]["name"], "replicaset=1", "--dry-run=server")
    assert run.code == 0, run.err
    assert "is made by Deployment/above, whose controller may set the change back" in run.err


# --- what goes wrong --------------------------------------------------------------------------------------


@pytest.mark.parametrize("same_field", [True, False])
def test_somebody_else_comes_between(
    api: Api, place: str, catalog: Catalog, reach: Reach, same_field: bool
) -> None:
    made = job(api, place, f"between-{same_field}".lower(), suspend=True)

    def make(edit: Edit) -> Edit:
        other: dict[str, Any] = {"spec": {"suspend": False}} if same_field else {"spec": {"parallelism": 2}}
        api.patch(made, other)
        return edit.resume()

    with pytest.raises(Conflict) as raised:
        apply.change(reach, selection(made), make, base=catalog)
    name = made["metadata"]["name"]
    assert str(raised.value) == (
        f"Job/{name} was changed by someone else meanwhile: nothing was written; try again"
    )
    assert raised.value.status == (422 if same_field else 409)
    live = api.call("GET", api.path(made))
    assert not [item for item in live["metadata"]["managedFields"] if item["manager"] == "workload-map"]


def test_a_controller_that_writes_the_status_is_no_conflict(
    api: Api, place: str, catalog: Catalog, reach: Reach
) -> None:
    made = job(api, place, "status-between", suspend=True)
    seen: list[str] = []

    def make(edit: Edit) -> Edit:
        seen.append(edit.object["metadata"]["resourceVersion"])
        if len(seen) == 1:
            api.patch(made, {"metadata": {"annotations": {"note": "x"}}})
        if len(seen) == 2:
            api.patch(made, {"status": {"ready": 0, "failed": 3}}, subresource="status")
        return edit.resume()

    written = apply.change(reach, selection(made), make, base=catalog)
    assert len(set(seen)) == 3
    assert written.after["spec"]["suspend"] is False
    assert written.after["metadata"]["annotations"]["note"] == "x"


def test_without_end_it_is_one(api: Api, place: str, catalog: Catalog, reach: Reach) -> None:
    made = job(api, place, "status-always", suspend=True)
    seen: list[str] = []

    def make(edit: Edit) -> Edit:
        seen.append(edit.object["metadata"]["resourceVersion"])
        api.patch(made, {"metadata": {"annotations": {"note": f"x{len(seen)}"}}})
        return edit.resume()

    with pytest.raises(Conflict, match="changed by someone else meanwhile"):
        apply.change(reach, selection(made), make, base=catalog)
    assert len(seen) == 5


def test_somebody_else_deletes_it(api: Api, place: str, catalog: Catalog, reach: Reach) -> None:
    made = job(api, place, "deleted", suspend=True)

    def make(edit: Edit) -> Edit:
        api.call("DELETE", api.path(made), query={"propagationPolicy": "Background"})
        return edit.resume()

    with pytest.raises(errors.NotFound, match="Job/deleted was deleted meanwhile: nothing was written"):
        apply.change(reach, selection(made), make, base=catalog)


def test_what_the_server_refuses(api: Api, place: str, catalog: Catalog, reach: Reach, wmap: Wmap) -> None:
    made = job(api, place, "refused", parallelism=1)
    run = wmap("set", "image", "job/refused", "main=trainer:2")
    assert (run.code, run.out) == (1, "")
    assert run.err.count("\n") == 1
    assert "field is immutable" in run.err

    def unknown(edit: Edit) -> Edit:
        obj = {**edit.object, "spec": {**edit.object["spec"], "nothingLikeIt": 1}}
        return edit._next(obj)

    with pytest.raises(Invalid, match=r'strict decoding error: unknown field "spec\.nothingLikeIt"$'):
        apply.change(reach, selection(made), unknown, base=catalog)


def test_names_and_types_that_are_not_there(wmap: Wmap, place: str) -> None:
    run = wmap("suspend", "job", "nobody")
    assert (run.code, run.err) == (3, f"error: job.batch/nobody in namespace {place} is not in the cluster\n")
    assert wmap("suspend", "nothing", "a").code == 4
    run = wmap("scale", "configmap", "kube-root-ca.crt", "a=1")
    assert run.code == 4, run


def test_users_without_rights(
    api: Api, cluster: Cluster, cache: Path, place: str, catalog: Catalog, wmap: Wmap
) -> None:
    made = job(api, place, "rights", suspend=True)
    for user in ("no-rights", "list-only", "one-namespace"):
        run = wmap("resume", "job/rights", user=user)
        assert (run.code, run.out) == (1, ""), (user, run)
        assert 'cannot get resource "jobs"' in run.err
    assert api.call("GET", api.path(made))["spec"]["suspend"] is True
    reader = f"reader-{place}"
    rules = [{"apiGroups": ["batch"], "resources": ["jobs"], "verbs": ["get", "list", "watch"]}]
    api.create(
        {
            "apiVersion": "rbac.authorization.k8s.io/v1",
            "kind": "Role",
            "metadata": {"name": reader, "namespace": place},
            "rules": rules,
        }
    )
    api.create(
        {
            "apiVersion": "rbac.authorization.k8s.io/v1",
            "kind": "RoleBinding",
            "metadata": {"name": reader, "namespace": place},
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": reader},
            "subjects": [{"kind": "User", "name": reader, "apiGroup": "rbac.authorization.k8s.io"}],
        }
    )
    as_reader = ("--as", reader)
    run = wmap("resume", "job/rights", *as_reader)
    assert (run.code, run.out) == (1, "")
    assert 'cannot patch resource "jobs"' in run.err
    # A diff is shown all the same, and that the server did not try it is said.
    run = wmap("resume", "job/rights", "--diff", *as_reader)
    assert run.code == 0, run.err
    assert "-  suspend: true\n+  suspend: false\n" in run.out
    assert "warning: not tried on the server: " in run.err
    reach = Reach(
        {"kubeconfig": cluster.user("admin"), "as_user": reader},
        environ={"XDG_CACHE_HOME": str(cache)},
        home=cache,
    )
    with pytest.raises(Forbidden):
        apply.change(reach, selection(made), Edit.resume, base=catalog, dry_run="server")
    # Pods that may not be listed are not counted, and the phase is waited for all the same.
    run = wmap("suspend", "job/rights", "--wait", "--timeout", "20s", *as_reader)
    assert run.code == 0, run.err
    assert "warning: pods are not counted: " in run.err
    assert run.err.endswith("Job/rights: Suspended, ?/1 pods ready\n")


def between(api: Api, on_patch: Callable[[Exchange, Callable[[], None]], None]) -> Server:
    """A server in front of the API server; what becomes of a PATCH is the test's."""

    def answering(exchange: Exchange) -> None:
        def forward() -> None:
            code, data = api.request(
                exchange.command,
                exchange.path,
                exchange.body or None,
                content_type=exchange.headers.get("Content-Type") or "",
                accept=exchange.headers["Accept"],
            )
            # A connection is its thread's, and threads here end with the connection that they serve.
            api.close()
            if not exchange.close_connection:
                exchange.reply(code, data, Content_Type=exchange.headers["Accept"].partition(",")[0])

        if exchange.command == "PATCH":
            on_patch(exchange, forward)
        else:
            exchange.close_connection = False
            forward()

    return Server(answering)


def test_an_answer_that_is_lost(api: Api, place: str, catalog: Catalog, cache: Path) -> None:
    made = job(api, place, "lost", suspend=True)
    seen: list[str] = []

    def done_and_silent(exchange: Exchange, forward: Callable[[], None]) -> None:
        seen.append(exchange.path)
        exchange.hang_up()
        forward()

    with between(api, done_and_silent) as server:
        reach = Reach({"server": server.url}, environ={}, home=cache)
        with pytest.raises(Unreachable, match=r"; whether Job/lost was changed is not known$"):
            apply.change(reach, selection(made), Edit.resume, base=catalog, order="catalog")
    assert len(seen) == 1
    assert api.call("GET", api.path(made))["spec"]["suspend"] is False


def test_a_server_that_asks_for_patience(api: Api, place: str, catalog: Catalog, cache: Path) -> None:
    made = job(api, place, "patience", suspend=True)
    seen: list[str] = []

    def later(exchange: Exchange, forward: Callable[[], None]) -> None:
        seen.append(exchange.path)
        exchange.close_connection = False
        if len(seen) == 1:
            exchange.reply(429, status(429, "TooManyRequests", "later"), Retry_After="0")
        else:
            forward()

    with between(api, later) as server:
        reach = Reach({"server": server.url}, environ={}, home=cache)
        written = apply.change(reach, selection(made), Edit.resume, base=catalog, order="catalog")
    assert written.after["spec"]["suspend"] is False
    assert len(seen) == 2


# --- waiting ----------------------------------------------------------------------------------------------


def test_waiting_for_each_verb(api: Api, place: str, wmap: Wmap) -> None:
    job(api, place, "waits", suspend=True, parallelism=2)
    run = wmap("resume", "job/waits", "--wait", "--timeout", "30s")
    assert (run.code, run.out) == (0, "job.batch/waits resumed\n"), run.err
    assert run.err.splitlines()[-1] == "Job/waits: Running, 2/2 pods ready"
    run = wmap("scale", "job/waits", "job=3", "--wait", "--timeout", "30s")
    assert run.code == 0, run.err
    assert run.err.splitlines()[-1] == "Job/waits: Running, 3/3 pods ready"
    run = wmap("suspend", "job/waits", "--wait", "--timeout", "30s")
    assert run.code == 0, run.err
    assert run.err.splitlines()[-1] == "Job/waits: Suspended, 0/3 pods ready"
    # What is so already is waited for, too, and found at once.
    run = wmap("suspend", "job/waits", "--wait", "--timeout", "30s")
    assert run.err == "Job/waits: nothing to change\nJob/waits: Suspended, 0/3 pods ready\n"


def test_waiting_through_what_lies_between(api: Api, place: str, wmap: Wmap) -> None:
    deployment(api, place, "web", replicas=1)
    run = wmap("scale", "deployment/web", "deployment=3", "--wait", "--timeout", "30s")
    assert run.code == 0, run.err
    assert run.err.splitlines()[-1] == "Deployment/web: Running, 3/3 pods ready"
    # A rollout: the pods of the old ReplicaSet go, those of the new one come.
    run = wmap("set", "image", "deployment/web", "main=server:2", "--wait", "--timeout", "30s")
    assert run.code == 0, run.err
    assert run.err.splitlines()[-1].startswith("Deployment/web: Running, ")


def test_waiting_for_a_pod(api: Api, place: str, wmap: Wmap) -> None:
    spec = {"containers": [{"name": "main", "image": "server:1"}]}
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "alone", "namespace": place}, "spec": spec}
    api.create(pod, exists=False)
    run = wmap("set", "image", "pod/alone", "main=server:2", "--wait", "--timeout", "20s")
    assert (run.code, run.out) == (0, "pod/alone changed\n"), run.err
    assert run.err.splitlines()[-1] == "Pod/alone: Running, 1/1 pods ready"


def test_waiting_for_a_jobset(api: Api, place: str, catalog: Catalog, cluster: Cluster, wmap: Wmap) -> None:
    cluster.needs("jobset")
    obj = sample("jobset/paralleljobs.yaml", place, catalog, suffix="waits")
    obj["spec"]["suspend"] = True
    for each in obj["spec"]["replicatedJobs"]:
        each["template"]["spec"] |= {"parallelism": 2, "completions": 2}
    wanted = sum(2 * each.get("replicas", 1) for each in obj["spec"]["replicatedJobs"])
    api.create(obj, exists=False)
    name = f"JobSet/{obj['metadata']['name']}"
    run = wmap("resume", name.lower(), "--wait", "--timeout", "60s")
    assert run.code == 0, run.err
    assert run.err.splitlines()[-1].startswith(f"{name}: Running")
    # What admission denies is an error, also where only a diff was asked for.
    for way in ("--dry-run=server", "--diff"):
        run = wmap("scale", name.lower(), "workers=2", way)
        assert (run.code, run.out) == (1, "")
        assert run.err.endswith(": field is immutable\n")
    run = wmap("suspend", name.lower(), "--wait", "--timeout", "60s")
    assert run.code == 0, run.err
    assert run.err.splitlines()[-1] == f"{name}: Suspended, 0/{wanted} pods ready"


def test_waiting_for_groups(api: Api, place: str, catalog: Catalog, cluster: Cluster, wmap: Wmap) -> None:
    cluster.needs("lws")
    obj = sample("leaderworkerset/lws.yaml", place, catalog, suffix="waits")
    obj["spec"]["replicas"] = 1
    size = obj["spec"]["leaderWorkerTemplate"]["size"]
    api.create(obj, exists=False)
    target = f"lws/{obj['metadata']['name']}"
    run = wmap("scale", target, "leader=2", "--wait", "--timeout", "60s")
    assert run.code == 0, run.err
    assert run.err.splitlines()[-1].endswith(f": Running, {2 * size}/{2 * size} pods ready")
    run = wmap("scale", target, "leader=1", "--wait", "--timeout", "60s")
    assert run.code == 0, run.err
    assert run.err.splitlines()[-1].endswith(f": Running, {size}/{size} pods ready")


def test_waiting_ends(api: Api, place: str, wmap: Wmap) -> None:
    job(api, place, "stuck", word="hold", suspend=True)
    run = wmap("resume", "job/stuck", "--wait", "--timeout", "5s")
    assert (run.code, run.out) == (1, "job.batch/stuck resumed\n")
    last = run.err.splitlines()[-1]
    assert last.startswith("error: Job/stuck is not Running or Completed after 5 s: ")
    assert last.endswith("0/1 pods ready")
    job(api, place, "fails", word="fail", suspend=True, backoffLimit=0)
    run = wmap("resume", "job/fails", "--wait", "--timeout", "30s")
    assert run.code == 1
    assert run.err.splitlines()[-1].startswith("error: Job/fails is Failed")


def test_waiting_for_what_is_deleted(api: Api, place: str, catalog: Catalog, reach: Reach) -> None:
    made = job(api, place, "goes", word="hold", suspend=True)
    written = apply.change(reach, selection(made), Edit.resume, base=catalog, order="catalog")
    told: list[wait.State] = []

    def tell(state: wait.State) -> None:
        if not told:
            api.call("DELETE", api.path(made), query={"propagationPolicy": "Background"})
        told.append(state)

    goal = wait.goal("resume", suspended=written.suspended)
    with pytest.raises(wait.WaitError, match="Job/goes was deleted meanwhile") as raised:
        wait.until(reach, written.target, goal, within=30, tell=tell)
    assert raised.value.code == "wait.gone"
    assert told


def test_an_interrupt_ends_it_at_once(api: Api, place: str, cluster: Cluster, cache: Path) -> None:
    job(api, place, "interrupted", word="hold", suspend=True)
    program = str(Path(sys.executable).parent / "wmap")
    command = [program, "resume", "job/interrupted", "--wait", "-n", place]
    environ = {**os.environ, "KUBECONFIG": cluster.user("admin"), "XDG_CACHE_HOME": str(cache)}
    with subprocess.Popen(
        command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        # The first line of progress: it waits.
        assert process.stderr.readline().startswith("Job/interrupted: ")
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        assert process.wait(timeout=10) == 130
        assert time.monotonic() - began < 3
        assert process.stdout.read() == "job.batch/interrupted resumed\n"
        assert "Traceback" not in process.stderr.read()
