# SPDX-License-Identifier: Apache-2.0
"""A definition as frozen values: one struct a concept of the format.

The structs are the single source of the format: the walker (`definition.walker`), the CRD
(`definition.schema`), the list of expressions (`definition.expressions`) are made from them and from the
constraints, descriptions and jq roles in their annotations. Names are camelCase in YAML. None means that a
field is not given.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Final, Literal, NamedTuple

from msgspec import Meta, Struct

from workload_map.definition.extensions import ComponentExtension, Extensions
from workload_map.definition.gangs import GangScheduling, OptimizationInstructions
from workload_map.definition.roles import jq_role, keyed
from workload_map.definition.status import StatusDefinition

if TYPE_CHECKING:
    from workload_map.definition.expressions import Expression

__all__ = [
    "API_VERSION",
    "EXTENSIONS_ANNOTATION",
    "GVK",
    "KIND",
    "LABELS",
    "Action",
    "Component",
    "ComponentInstanceSelector",
    "ComponentTypeSelector",
    "Condition",
    "Definition",
    "DefinitionStatus",
    "FragmentedPodSpec",
    "GroupVersionKind",
    "Metadata",
    "PodSelector",
    "ReplicaSelector",
    "ScaleDefinition",
    "Spec",
    "SpecDefinition",
    "StructureDefinition",
    "SuspendDefinition",
]

API_VERSION: Final = "run.ai/v1alpha1"
KIND: Final = "Karta"

#: The second carrier of the extensions: their JSON, for clusters whose CRD does not know the block.
EXTENSIONS_ANNOTATION: Final = "workloadmap.dev/extensions"


#: Labels by which others (KAI Scheduler) find the definition of a kind, and the part of the kind each holds.
LABELS: Final = {
    "run.ai/karta-group": "group",
    "run.ai/karta-version": "version",
    "run.ai/karta-kind": "kind",
}


class GVK(NamedTuple):
    """A kind of Kubernetes object; sorts and hashes by group, version, kind. The core group is ""."""

    group: str
    version: str
    kind: str

    @property
    def api_version(self) -> str:
        """As in an object's ``apiVersion``."""
        return f"{self.group}/{self.version}" if self.group else self.version

    def __str__(self) -> str:
        return f"{self.api_version} {self.kind}"


class GroupVersionKind(Struct, frozen=True, kw_only=True, rename="camel"):
    """A kind of Kubernetes object."""

    group: Annotated[str, Meta(description='API group; "" is the core group.')]
    version: Annotated[str, Meta(description="API version, such as v1.")]
    kind: Annotated[str, Meta(description="Kind, such as Job.")]

    @property
    def gvk(self) -> GVK:
        """The same as a sortable tuple."""
        return GVK(self.group, self.version, self.kind)


class FragmentedPodSpec(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Single fields of a pod, for kinds that hold no whole pod template."""

    scheduler_name_path: (
        Annotated[str, jq_role("object", "string", written=True), Meta(description="schedulerName")] | None
    ) = None
    labels_path: (
        Annotated[str, jq_role("object", "string-map", written=True), Meta(description="Labels of the pods.")]
        | None
    ) = None
    annotations_path: (
        Annotated[
            str, jq_role("object", "string-map", written=True), Meta(description="Annotations of the pods.")
        ]
        | None
    ) = None
    resources_path: (
        Annotated[
            str,
            jq_role("object", "resources", written=True),
            Meta(description="ResourceRequirements of the main container."),
        ]
        | None
    ) = None
    resource_claims_path: (
        Annotated[
            str,
            jq_role("object", "resource-claims", written=True),
            Meta(description="List of pod resource claims."),
        ]
        | None
    ) = None
    pod_affinity_path: (
        Annotated[str, jq_role("object", "pod-affinity", written=True), Meta(description="Pod affinity.")]
        | None
    ) = None
    node_affinity_path: (
        Annotated[str, jq_role("object", "node-affinity", written=True), Meta(description="Node affinity.")]
        | None
    ) = None
    containers_path: (
        Annotated[str, jq_role("object", "containers", written=True), Meta(description="List of containers.")]
        | None
    ) = None
    container_path: (
        Annotated[str, jq_role("object", "container", written=True), Meta(description="One container.")]
        | None
    ) = None
    priority_class_name_path: (
        Annotated[str, jq_role("object", "string", written=True), Meta(description="priorityClassName")]
        | None
    ) = None
    image_path: (
        Annotated[
            str, jq_role("object", "string", written=True), Meta(description="Image of the main container.")
        ]
        | None
    ) = None


class SpecDefinition(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Where the pod template of a component is, in exactly one of three shapes."""

    pod_template_spec_path: (
        Annotated[
            str,
            jq_role("object", "template", written=True),
            Meta(description="Shape 1: a PodTemplateSpec (metadata and spec) for each instance."),
        ]
        | None
    ) = None
    pod_spec_path: (
        Annotated[
            str,
            jq_role("object", "pod-spec", written=True),
            Meta(description="Shape 2: a PodSpec for each instance."),
        ]
        | None
    ) = None
    metadata_path: (
        Annotated[
            str,
            jq_role("object", "metadata", written=True),
            Meta(description="With podSpecPath: the metadata of the pods."),
        ]
        | None
    ) = None
    fragmented_pod_spec_definition: (
        Annotated[FragmentedPodSpec, Meta(description="Shape 3: single fields, each with its own path.")]
        | None
    ) = None


class ScaleDefinition(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """How many pods each instance of a component wants, over the whole workload."""

    replicas_path: (
        Annotated[
            str, jq_role("object", "integer", written=True), Meta(description="Wanted pods of each instance.")
        ]
        | None
    ) = None
    min_replicas_path: (
        Annotated[
            str, jq_role("object", "integer", written=True), Meta(description="Fewest pods of each instance.")
        ]
        | None
    ) = None
    max_replicas_path: (
        Annotated[
            str, jq_role("object", "integer", written=True), Meta(description="Most pods of each instance.")
        ]
        | None
    ) = None


class ComponentTypeSelector(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Which pods belong to a component: at least one of `key_path` and `match_labels`; both must hold."""

    key_path: (
        Annotated[
            str,
            jq_role("pod", "key"),
            Meta(description="On the pod; without value any result but null matches.", min_length=1),
        ]
        | None
    ) = None
    value: Annotated[str, Meta(description="What a result of keyPath must equal.")] | None = None
    match_labels: (
        Annotated[dict[str, str], Meta(description="Labels that the pod must carry.", min_length=1)] | None
    ) = None


class ComponentInstanceSelector(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Which instance of its component a pod belongs to."""

    id_path: Annotated[
        str, jq_role("pod", "key"), Meta(description="On the pod; gives one id of the instances.")
    ]


class ReplicaSelector(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Which of several equal copies (a group, an ordinal) a pod belongs to."""

    key_path: Annotated[
        str, jq_role("pod", "key"), Meta(description="On the pod; gives the key of the copy.")
    ]


class PodSelector(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Where in the component tree a pod belongs."""

    component_type_selector: (
        Annotated[ComponentTypeSelector, Meta(description="Selects the component.")] | None
    ) = None
    component_instance_selector: (
        Annotated[ComponentInstanceSelector, Meta(description="Selects the instance of the component.")]
        | None
    ) = None
    replica_selector: Annotated[ReplicaSelector, Meta(description="Selects the copy.")] | None = None


class Action(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One field write."""

    path: Annotated[
        str, jq_role("object", "any", written=True), Meta(description="Path on the object that is set.")
    ]
    value: Annotated[str, Meta(description="JSON text of the new value, such as true, 0, null.")]


class SuspendDefinition(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The field writes that suspend and resume the workload."""

    suspend_actions: Annotated[
        tuple[Action, ...], Meta(description="Done in this order to suspend.", min_length=1)
    ]
    resume_actions: Annotated[
        tuple[Action, ...], Meta(description="Done in this order to resume.", min_length=1)
    ]


class Component(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A part of the workload; without `spec_definition` a pure grouping."""

    name: Annotated[str, Meta(description="Name, unique in the definition.")]
    kind: Annotated[GroupVersionKind, Meta(description="Kind of the object behind the part.")] | None = None
    owner_ref: Annotated[str, Meta(description="Name of the parent component.")] | None = None
    spec_definition: Annotated[SpecDefinition, Meta(description="Where the pod template is.")] | None = None
    scale_definition: Annotated[ScaleDefinition, Meta(description="How many pods are wanted.")] | None = None
    instance_id_path: (
        Annotated[
            str,
            jq_role("object", "id"),
            Meta(description="One id for each instance, in the order of the spec and scale results."),
        ]
        | None
    ) = None
    pod_selector: Annotated[PodSelector, Meta(description="Which pods belong to it.")] | None = None
    status_definition: Annotated[StatusDefinition, Meta(description="How its status is read.")] | None = None
    suspend_definition: (
        Annotated[SuspendDefinition, Meta(description="How it is suspended and resumed.")] | None
    ) = None

    @property
    def type_selector(self) -> ComponentTypeSelector | None:
        """The selector of the component, from inside `pod_selector`."""
        return self.pod_selector.component_type_selector if self.pod_selector else None

    @property
    def instance_selector(self) -> ComponentInstanceSelector | None:
        """The selector of the instance, from inside `pod_selector`."""
        return self.pod_selector.component_instance_selector if self.pod_selector else None

    @property
    def replica_selector(self) -> ReplicaSelector | None:
        """The selector of the copy, from inside `pod_selector`."""
        return self.pod_selector.replica_selector if self.pod_selector else None


class StructureDefinition(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The component tree of the workload type."""

    root_component: Annotated[Component, Meta(description="The workload object itself.")]
    child_components: Annotated[
        tuple[Component, ...], keyed("name", description="Its parts; each names its parent in ownerRef.")
    ] = ()
    additional_child_kinds: Annotated[
        tuple[GroupVersionKind, ...],
        keyed("group", "kind", description="Further kinds that the workload creates, for access rights."),
    ] = ()


class Spec(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """How one kind of workload is read and changed."""

    structure_definition: Annotated[StructureDefinition, Meta(description="The component tree.")]
    optimization_instructions: (
        Annotated[OptimizationInstructions, Meta(description="How its pods are scheduled together.")] | None
    ) = None
    extensions: Annotated[Extensions, Meta(description="What the interchange format cannot say.")] | None = (
        None
    )


class Condition(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A standard Kubernetes condition."""

    type: Annotated[
        str,
        Meta(
            description="Type of the condition in CamelCase.",
            max_length=316,
            pattern=r"^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?"
            r"(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$",
        ),
    ]
    status: Annotated[Literal["True", "False", "Unknown"], Meta(description="True, False or Unknown.")]
    observed_generation: (
        Annotated[int, Meta(description="Generation of the definition that this is about.", ge=0)] | None
    ) = None
    last_transition_time: Annotated[
        str,
        Meta(description="When the status last changed.", extra_json_schema={"format": "date-time"}),
    ]
    reason: Annotated[
        str,
        Meta(
            description="Why, in one CamelCase word.",
            min_length=1,
            max_length=1024,
            pattern=r"^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$",
        ),
    ]
    message: Annotated[str, Meta(description="Why, for people; may be empty.", max_length=32768)]


class DefinitionStatus(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """What a cluster's operator says about the definition."""

    conditions: Annotated[
        tuple[Condition, ...], keyed("type", description="Validated, CRDExists and Ready.")
    ] = ()


class Metadata(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The part of an object's metadata that belongs to a definition; a server's own fields are not kept."""

    name: Annotated[
        str,
        Meta(
            description="Name of the definition: a DNS subdomain.",
            max_length=253,
            pattern=r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$",
        ),
    ]
    labels: dict[str, str] = {}
    annotations: dict[str, str] = {}


class Definition(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A definition: how one kind of workload is read and changed.

    The extensions are always in `spec`, whichever carrier they came in.
    """

    metadata: Metadata
    spec: Spec
    status: DefinitionStatus | None = None

    @property
    def name(self) -> str:
        """Name of the definition."""
        return self.metadata.name

    @property
    def labels(self) -> dict[str, str]:
        """Labels of the definition object."""
        return self.metadata.labels

    @property
    def annotations(self) -> dict[str, str]:
        """Annotations of the definition object, without the extensions."""
        return self.metadata.annotations

    @property
    def root(self) -> Component:
        """The component that is the workload object itself."""
        return self.spec.structure_definition.root_component

    @property
    def children(self) -> tuple[Component, ...]:
        """The other components, in definition order."""
        return self.spec.structure_definition.child_components

    @property
    def components(self) -> tuple[Component, ...]:
        """The root, then the children in definition order: the order in which pods are matched."""
        return (self.root, *self.children)

    def component(self, name: str) -> Component | None:
        """The component with this name."""
        return next((item for item in self.components if item.name == name), None)

    def children_of(self, name: str) -> tuple[Component, ...]:
        """The components whose parent is `name`, in definition order."""
        return tuple(item for item in self.children if item.owner_ref == name)

    @property
    def gvk(self) -> GVK:
        """The kind that is described. Every checked definition has one; else empty texts."""
        return self.root.kind.gvk if self.root.kind else GVK("", "", "")

    @property
    def api_version(self) -> str:
        """``apiVersion`` of the objects that are described."""
        return self.gvk.api_version

    @property
    def extensions(self) -> Extensions | None:
        """What goes beyond the interchange format."""
        return self.spec.extensions

    def extension(self, name: str) -> ComponentExtension | None:
        """The extension of the component `name`."""
        return self.spec.extensions.component(name) if self.spec.extensions else None

    @property
    def gang_scheduling(self) -> GangScheduling | None:
        """The interchange form of what must start together."""
        instructions = self.spec.optimization_instructions
        return instructions.gang_scheduling if instructions else None

    def expressions(self) -> Iterator[Expression]:
        """Every jq expression with its place and role, in document order."""
        # The walk needs the model's shapes, which need this module.
        from workload_map.definition import expressions

        return expressions.expressions(self)
