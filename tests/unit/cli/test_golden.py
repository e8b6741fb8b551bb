# SPDX-License-Identifier: Apache-2.0
"""Everything that a person reads, as golden files: one a scene, with its command, both streams and exit code."""

from __future__ import annotations

import pytest

from tests.cli_runs import ROOT, wmap
from tests.golden_files import check_golden

_INPUT = "tests/golden/cli/input"

#: Name of the golden file: command.
SCENES = {
    "describe-jobset": "describe -f examples/jobset.yaml",
    "describe-leaderworkerset": "describe -f examples/leaderworkerset.yaml",
    "describe-raycluster": "describe -f examples/raycluster.yaml",
    "describe-pytorchjob": "describe -f examples/pytorchjob.yaml",
    "describe-live": "describe -f examples/live.yaml jobset/training",
    "describe-several": "describe -f examples/live.yaml -f examples/pytorchjob.yaml",
    "describe-odd": f"describe -f {_INPUT}/odd.yaml",
    "get": "get -f examples",
    "get-wide": "get -f examples -o wide",
    "get-no-headers": "get jobs -f examples/live.yaml --no-headers",
    "get-names": "get -f examples -o name",
    "get-columns": "get -f examples -o custom-columns=NAME:.name,GPUS:.resources.gpus,NONE:.uid",
    "get-where": "get -f examples --where '.resources.gpus > 10'",
    "get-nothing": "get -f examples --where false",
    "get-from": "get --from examples --all",
    "get-from-type": "get --from examples raycluster",
    "get-selected": "get -f examples -l 'app.kubernetes.io/name in (none),!x'",
    "get-phase": "get -f examples --phase Degraded",
    "get-any-phase": "get -f examples --phase Running --any-phase -o name",
    "get-sorted": "get -f examples --sort-by .resources.gpus -o name",
    "error-from": "get --from examples",
    "error-from-describe": "describe --from examples jobset",
    "error-phase": "get -f examples --phase Runing",
    "error-selector": "get -f examples -l 'a=b c'",
    "error-all-and-type": "get --all jobsets",
    "error-both-inputs": "get -f examples --from examples",
    "error-namespaces": "get --all -A -n team-a",
    "error-name-of-all": "get -A jobset/training",
    "sum-by-namespace": "get -f examples --sum-by namespace",
    "sum-by-queue": "get -f examples --sum-by queue",
    "sum-by-node": "get -f examples --sum-by node",
    "sum-by-kind": "get -f examples --sum-by kind",
    "explain": f"explain -f {_INPUT}/train.yaml --definitions {_INPUT}/train-definition.yaml",
    "describe-own": f"describe -f {_INPUT}/train.yaml --definitions {_INPUT}/train-definition.yaml",
    "describe-all-pods": f"describe -f {_INPUT}/train-live.yaml --definitions {_INPUT}/train-definition.yaml",
    "get-inactive": f"get -f {_INPUT}/inactive.yaml -o wide",
    "sum-inactive": f"get -f {_INPUT}/inactive.yaml --sum-by kind",
    "error-computed": f"scale worker=3 -f {_INPUT}/train.yaml --definitions {_INPUT}/train-definition.yaml",
    "validate": f"validate {_INPUT}",
    "explain-pod": "explain pod training-workers-1-0-zt4lm -f examples/live.yaml",
    "explain-stray-pod": "explain pod notebook -f examples/live.yaml",
    "gangs": f"gangs -f {_INPUT}/gangs-live.yaml",
    "gangs-manifests": "gangs -f examples/leaderworkerset.yaml -f examples/raycluster.yaml",
    "gangs-copies": f"gangs -f {_INPUT}/gangs-copies.yaml",
    "gangs-native": "gangs -f examples/raycluster.yaml --for native --strict",
    "gangs-composite": "gangs -f examples/leaderworkerset.yaml --for composite",
    "gangs-bind": "gangs -f examples/pytorchjob.yaml --for volcano --bind",
    "gangs-refused": f"gangs -f {_INPUT}/gangs-live.yaml --for native",
    "gangs-refused-json": f"gangs -f {_INPUT}/gangs-live.yaml --for native -o json",
    "error-gangs-bind": "gangs -f examples/jobset.yaml --bind",
    "error-gangs-name": "gangs -f examples/jobset.yaml --for kai -o name",
    "error-gangs-auto": f"gangs -f examples/jobset.yaml --for auto --kubeconfig {_INPUT}/none.yaml",
    "describe-gangs": f"describe -f {_INPUT}/gangs-live.yaml",
    "definitions": f"definitions example-com-train-v1 --definitions {_INPUT}/train-definition.yaml",
    "definitions-wide": f"definitions example-com-train-v1 --definitions {_INPUT}/train-definition.yaml -o wide",
    "definitions-abilities": f"definitions example-com-train-v1 --definitions {_INPUT}/train-definition.yaml"
    " --abilities -o yaml",
    "error-abilities": "definitions -o wide --portable",
    "definitions-yaml": f"definitions example-com-train-v1 --definitions {_INPUT}/train-definition.yaml -o yaml",
    "scale": "scale workers=4 -f examples/jobset.yaml --diff",
    "scale-groups": "scale worker=3 -f examples/leaderworkerset.yaml -o patch",
    "scale-over-maximum": "scale elastic=9 -f examples/raycluster.yaml --diff",
    "suspend": "suspend -f examples/jobset.yaml --diff",
    "resume": "resume -f examples/pytorchjob.yaml --diff",
    "resume-nothing": "resume -f examples/jobset.yaml -o patch",
    "set-image": "set image -f examples/jobset.yaml --role workers main=trainer:2 --diff",
    "set-labels": "set labels -f examples/leaderworkerset.yaml team=vision --diff",
    "error-no-file": "describe -f nothing.yaml",
    "error-no-input": "get",
    "error-no-config": "get --all --kubeconfig tests/golden/cli/input/none.yaml",
    "error-command": "gte",
    "error-option": "get -f examples --sum-by colour",
    "error-jq": "get -f examples --where '.name ||| 1'",
    "error-type": "get notatype -f examples",
    "error-name": "describe jobset/other -f examples",
    "error-no-definition": f"describe -f {_INPUT}/undescribed.yaml",
    "error-truncated": f"describe -f {_INPUT}/truncated.yaml",
    "error-not-an-object": f"describe -f {_INPUT}/list.yaml",
    "error-several": "suspend -f examples",
    "error-role": "set image -f examples/jobset.yaml --role nobody main=x:1",
    "error-cannot-suspend": "suspend -f examples/leaderworkerset.yaml",
    "help": "--help",
    **{
        f"help-{name.replace(' ', '-')}": f"{name} --help"
        for name in (
            "get",
            "describe",
            "explain",
            "gangs",
            "definitions",
            "validate",
            "test",
            "schema",
            "suspend",
            "resume",
            "scale",
            "set",
            "set labels",
            "set annotations",
            "set image",
            "set resources",
            "set node-selector",
            "set tolerations",
            "set affinity",
            "set scheduler",
            "set priority",
            "completion",
        )
    },
}


@pytest.mark.parametrize("name", SCENES)
def test_scene(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import shlex

    monkeypatch.chdir(ROOT)
    check_golden(f"cli/{name}.txt", wmap(*shlex.split(SCENES[name])).text())
