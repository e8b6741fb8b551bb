# SPDX-License-Identifier: Apache-2.0
"""Which expressions of the catalog can be written through, which cannot and why; the portable form of every file."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources

import pytest

from workload_map import yamlio
from workload_map.definition import codec
from workload_map.definition.abilities import can_be_written
from workload_map.definition.catalog import CatalogIndex, Entry
from workload_map.definition.expressions import Expression

ENTRIES = CatalogIndex.builtin().entries()

_METADATA = "labels and annotations of the pods stand beside other fields: there is no metadata of their own"
_BELOW = "a canary is what it changes, merged over the predictor: a value that stands in neither"
_NO_CONTAINER = "what makes a resource or data has no container: the role is there, its template is not known"
_IMAGE = "repository and tag are two fields"

#: Templates (and the fields of pods) that are computed: definition, component and field, and the reason.
COMPUTED = {
    (
        "apps-nvidia-com-nimcache-v1alpha1",
        "puller",
        "resourcesPath",
    ): "one list counts as requests and as limits",
    ("apps-nvidia-com-nimpipeline-v1alpha1", "service", "imagePath"): _IMAGE,
    (
        "apps-nvidia-com-nimpipeline-v1alpha1",
        "service",
        "resourcesPath",
    ): "for each service something, or nothing where a profile decides",
    (
        "apps-nvidia-com-nimpipeline-v1alpha1",
        "service",
        "resourceClaimsPath",
    ): "a claim that the operator makes has a name that only it knows",
    ("apps-nvidia-com-nimservice-v1alpha1", "nimservice", "imagePath"): _IMAGE,
    (
        "apps-nvidia-com-nimservice-v1alpha1",
        "nimservice",
        "resourceClaimsPath",
    ): "a claim that the operator makes has a name that only it knows",
    ("argoproj-io-cronworkflow-v1alpha1", "resource", "podTemplateSpecPath"): _NO_CONTAINER,
    ("argoproj-io-workflow-v1alpha1", "resource", "podTemplateSpecPath"): _NO_CONTAINER,
    ("grove-io-podcliqueset-v1alpha1", "clique", "metadataPath"): _METADATA,
    (
        "nvidia-com-dynamographdeployment-v1alpha1",
        "service",
        "resourcesPath",
    ): "resources have a form of their own: gpu beside cpu, its type in another field",
    **{
        (f"serving-kserve-io-llminferenceservice-{version}", component, "metadataPath"): _METADATA
        for version in ("v1alpha1", "v1alpha2")
        for component in ("main", "worker", "prefill", "prefill-worker", "scheduler")
    },
    **{
        ("serving-kserve-io-inferenceservice-v1beta1", "canary", field): _BELOW
        for field in (
            "schedulerNamePath",
            "labelsPath",
            "annotationsPath",
            "containersPath",
            "containerPath",
            "priorityClassNamePath",
        )
    },
    (
        "workload-codeflare-dev-appwrapper-v1beta2",
        "podset",
        "podTemplateSpecPath",
    ): "where the template is stands in the object as text, and a set may have none",
}


def templates(entry: Entry) -> Iterator[Expression]:
    for expression in entry.definition.expressions():
        if expression.role.written and "specDefinition" in expression.steps:
            yield expression


def test_templates_denote_paths_but_for_those_with_a_reason() -> None:
    computed = {
        (entry.name, expression.component, str(expression.steps[-1]))
        for entry in ENTRIES
        for expression in templates(entry)
        if not can_be_written(expression.text)
    }
    assert computed == set(COMPUTED)


def test_units_and_switches_denote_paths() -> None:
    for entry in ENTRIES:
        for expression in entry.definition.expressions():
            steps = expression.steps
            switch = "suspendActions" in steps or "resumeActions" in steps
            if switch or steps[-2:] == ("units", "path"):
                assert can_be_written(expression.text), (entry.name, expression.path)


def test_no_template_is_walked_by_entries() -> None:
    """Maps are walked by ``.map[]`` with ``keys[]`` for the ids: that denotes a path."""
    for entry in ENTRIES:
        for expression in templates(entry):
            assert "to_entries" not in expression.text, (entry.name, expression.path)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_the_portable_form_is_one_that_every_reader_takes(entry: Entry) -> None:
    text = yamlio.dump(codec.encode(entry.definition, portable=True))
    assert codec.validate(text.encode(), source=entry.name, portable=True) == ()
    (again,) = codec.load_definitions(text.encode(), source=entry.name)
    assert again.spec == entry.definition.spec


def test_the_files_themselves_have_no_fault() -> None:
    folder = resources.files("workload_map.definition.catalog")
    names = [file.name for file in folder.iterdir() if file.name.endswith(".yaml")]
    assert len(names) == len(ENTRIES)
    for name in names:
        found = codec.validate(folder.joinpath(name).read_bytes(), source=name)
        assert [problem for problem in found if problem.severity != "info"] == [], name
        portable = codec.validate(folder.joinpath(name).read_bytes(), source=name, portable=True)
        # The extensions stand in the spec there; their annotation is written when the file is exported.
        assert {problem.code for problem in portable} <= {"definition.portable"}, name
        assert all(problem.path == "/spec/extensions" for problem in portable), name
