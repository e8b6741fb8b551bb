# SPDX-License-Identifier: Apache-2.0
"""Changes to a described object: each writes the named paths and nothing else, on a copy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from workload_map.errors import EditError, JqError
from workload_map.problems import Problem, pointer
from workload_map.workload import patch as patches
from workload_map.workload.expr import Expr
from workload_map.workload.patch import Operation, Path
from workload_map.workload.reading import Instance
from workload_map.workload.roles import RoleRef, field_path, find_roles, path_of

if TYPE_CHECKING:
    from workload_map.workload.component import ActionPlan
    from workload_map.workload.plan import Plan

__all__ = ["Edit"]


class Edit:
    """A chain of changes to one object. Immutable: every method gives a new `Edit`, all or nothing.

    `role` is "component", "component/instance" or a bare instance name that is unique; None is every role.
    Raises `EditError` for a change that the object cannot take and `NotFound` for a role that is not there.
    """

    def __init__(
        self,
        plan: Plan,
        obj: dict[str, Any],
        *,
        changed: dict[str, Any] | None = None,
        problems: tuple[Problem, ...] = (),
        notes: tuple[str, ...] = (),
    ) -> None:
        self._plan = plan
        self._original = obj
        self.object: dict[str, Any] = obj if changed is None else changed
        """The object with all changes; parts that did not change are shared with the original."""
        self.problems = problems
        """Warnings about the changes."""
        self.notes = notes
        """What a person should know of the changes: ``workers: 2 → 4 groups, 8 → 16 pods``."""

    @property
    def patch(self) -> list[Operation]:
        """The RFC 6902 patch from the original to `object`: add, replace and remove."""
        return patches.diff(self._original, self.object)

    def _next(
        self, changed: dict[str, Any], problems: Iterable[Problem] = (), notes: Iterable[str] = ()
    ) -> Edit:
        return Edit(
            self._plan,
            self._original,
            changed=changed,
            problems=(*self.problems, *problems),
            notes=(*self.notes, *notes),
        )

    # --- fields of pod templates ----------------------------------------------------------------------

    def set_labels(self, role: str | None, labels: Mapping[str, str | None]) -> Edit:
        """Set labels of the role's pods; None removes one."""
        return self._set_map(role, "metadata", ("labels",), labels)

    def set_label(self, role: str | None, key: str, value: str | None) -> Edit:
        """Set one label of the role's pods; None removes it."""
        return self.set_labels(role, {key: value})

    def set_annotations(self, role: str | None, annotations: Mapping[str, str | None]) -> Edit:
        """Set annotations of the role's pods; None removes one."""
        return self._set_map(role, "metadata", ("annotations",), annotations)

    def set_node_selector(self, role: str | None, selector: Mapping[str, str | None]) -> Edit:
        """Set entries of the role's node selector; None removes one."""
        return self._set_map(role, "spec", ("nodeSelector",), selector)

    def set_scheduler(self, role: str | None, name: str | None) -> Edit:
        """Set schedulerName; None removes it."""
        return self._each(role, lambda obj, ref: _write(obj, ref, "spec", ("schedulerName",), name))

    def set_priority(self, role: str | None, name: str | None) -> Edit:
        """Set priorityClassName; None removes it."""
        return self._each(role, lambda obj, ref: _write(obj, ref, "spec", ("priorityClassName",), name))

    def set_scheduling_group(self, role: str | None, name: str | None) -> Edit:
        """Set the PodGroup that the role's pods belong to (``schedulingGroup.podGroupName``); None removes it."""
        group = None if name is None else {"podGroupName": name}
        return self._each(role, lambda obj, ref: _write(obj, ref, "spec", ("schedulingGroup",), group))

    def set_affinity(self, role: str | None, affinity: Mapping[str, Any] | None) -> Edit:
        """Set the whole affinity; None removes it."""

        def write(obj: dict[str, Any], ref: RoleRef) -> dict[str, Any]:
            spec = ref.component.spec
            assert spec is not None
            if spec.fragments is None:
                return _write(obj, ref, "spec", ("affinity",), affinity)
            parts = {} if affinity is None else dict(affinity)
            for field in ("podAffinity", "nodeAffinity"):
                if field in parts or field in spec.fragments:
                    obj = _write(obj, ref, "spec", (field,), parts.pop(field, None))
            if parts:
                raise EditError(
                    f"the role {ref.id} holds no field for {', '.join(sorted(parts))}", code="edit.no-field"
                )
            return obj

        return self._each(role, write)

    def set_tolerations(
        self, role: str | None, *, add: Iterable[Mapping[str, Any]] = (), remove: Iterable[str] = ()
    ) -> Edit:
        """Add tolerations (one of the same key and effect is replaced) and remove all with the given keys."""
        wanted = [dict(item) for item in add]
        # Compared, never hashed: the keys of the object may be of any type.
        keys = tuple(remove)

        def write(obj: dict[str, Any], ref: RoleRef) -> dict[str, Any]:
            path = field_path(obj, ref, "spec", ("tolerations",))
            old = _list_at(obj, path, ref)
            items = [item for item in old if not (isinstance(item, dict) and item.get("key") in keys)]
            for new in wanted:
                identity = (new.get("key"), new.get("effect"))
                for index, item in enumerate(items):
                    if isinstance(item, dict) and (item.get("key"), item.get("effect")) == identity:
                        items[index] = new
                        break
                else:
                    items.append(new)
            return obj if patches.same(items, old) else _written(obj, path, items or None, ref)

        return self._each(role, write)

    def set_image(self, role: str | None, container: str, image: str) -> Edit:
        """Set the image of the container (or init container) with this name; "*" is every container."""

        def write(obj: dict[str, Any], ref: RoleRef) -> dict[str, Any] | None:
            paths = _containers(obj, ref, container, init=True)
            if not paths and _stands_alone(ref, "image", container):
                return _write(obj, ref, "spec", ("image",), image)
            for path in paths:
                obj = _written(obj, (*path, "image"), image, ref)
            return obj if paths else None

        return self._each(role, write, missing=f'a container named "{container}"')

    def set_resources(
        self,
        role: str | None,
        resources: Mapping[str, Mapping[str, str | None]],
        *,
        container: str | None = None,
    ) -> Edit:
        """Set requests and limits (``{"requests": {"cpu": "2"}}``; None removes one) of one container, by
        default of every ordinary container."""

        def write(obj: dict[str, Any], ref: RoleRef) -> dict[str, Any] | None:
            targets = [(*path, "resources") for path in _containers(obj, ref, container or "*", init=False)]
            if not targets and _stands_alone(ref, "resources", container):
                targets = [field_path(obj, ref, "spec", ("resources",))]
            for target in targets:
                for kind, amounts in resources.items():
                    obj = _write_map(obj, (*target, kind), amounts, ref)
            return obj if targets else None

        wanted = "a container" if container in (None, "*") else f'a container named "{container}"'
        return self._each(role, write, missing=wanted)

    def _set_map(self, role: str | None, part: str, steps: Path, values: Mapping[str, str | None]) -> Edit:
        def write(obj: dict[str, Any], ref: RoleRef) -> dict[str, Any]:
            # Nothing to set is nothing to find a place for.
            return _write_map(obj, field_path(obj, ref, part, steps), values, ref) if values else obj

        return self._each(role, write)

    def _each(
        self,
        role: str | None,
        write: Callable[[dict[str, Any], RoleRef], dict[str, Any] | None],
        *,
        missing: str | None = None,
    ) -> Edit:
        """Apply `write` to every role meant; it gives None where the role has not what is to be changed."""
        reading = self._plan.read(self.object)
        refs = find_roles(self._plan, reading, None)
        meant = find_roles(self._plan, reading, role)
        if not meant:
            raise EditError(f"{self._title()} has no pods to change", code="edit.no-role")
        with_template = [ref for ref in meant if ref.instance.template is not None]
        if not with_template:
            raise EditError(f"{meant[0].id} has no pod template to change", code="edit.no-template")
        obj = self.object
        touched = 0
        written: dict[str, str] = {}
        problems: list[Problem] = []
        for ref in with_template:
            changed = write(obj, ref)
            if changed is None:
                continue
            touched += 1
            if changed is not obj:
                for operation in patches.diff(obj, changed):
                    written[operation["path"]] = ref.id
            obj = changed
        if not touched:
            raise EditError(
                f"no role of {self._title()} has {missing}"
                if role is None
                else f"the role {meant[0].id} does not have {missing}",
                code="edit.no-container",
            )
        problems += self._shared(refs, with_template, written)
        return self._next(obj, problems)

    def _shared(self, refs: list[RoleRef], meant: list[RoleRef], written: dict[str, str]) -> list[Problem]:
        """A warning for each role that was not meant and is made from what was written."""
        named = {ref.id for ref in meant}
        problems: list[Problem] = []
        for other in refs if written else ():
            if other.id in named:
                continue
            bases = [pointer(base) for base in _bases(self.object, other)]
            for place, role in written.items():
                base = next((base for base in bases if place == base or place.startswith(base + "/")), None)
                if base is not None:
                    problems.append(
                        Problem(
                            code="edit.shared-template",
                            message=f"{role} and {other.id} are made from one template: both change",
                            severity="warning",
                            path=base,
                            at=other.id,
                        )
                    )
                    break
        return problems

    def _title(self) -> str:
        metadata = self.object.get("metadata")
        name = metadata.get("name") if isinstance(metadata, dict) else None
        return f"{self.object.get('kind')} {name or '?'}"

    # --- scale ----------------------------------------------------------------------------------------

    def scale(self, role: str, number: int) -> Edit:
        """Set how many units (pods, where the kind has no other unit) a role asks for. `notes` says both."""
        if number < 0:
            raise EditError(f"{role} cannot be scaled to {number}", code="edit.negative")
        before = self._plan.read(self.object)
        obj = self.object
        refs = find_roles(self._plan, before, role)
        if not refs:
            raise EditError(f"{self._title()} has no role {role}", code="edit.no-role")
        for ref in refs:
            obj = self._scaled(obj, ref, number)
        after = self._plan.read(obj)
        problems: list[Problem] = []
        notes: list[str] = []
        scaled = {ref.id for ref in refs}
        for ref in find_roles(self._plan, before, None):
            new = after.components[ref.component.name].instances.get(ref.instance.id)
            if new is None:
                continue
            if ref.id in scaled:
                notes.append(_scale_note(ref, new))
                problems += _limits(ref, number, new)
            elif new.desired != ref.instance.desired:
                # One knob may turn several roles: a group has a leader and its workers.
                notes.append(_scale_note(ref, new))
        return self._next(obj, problems, notes)

    def _scaled(self, obj: dict[str, Any], ref: RoleRef, number: int) -> dict[str, Any]:
        component = ref.component
        expr = component.units or component.replicas
        if expr is None:
            raise EditError(f"{ref.id} of {self._kind()} has no number to set", code="edit.not-scalable")
        if not expr.program.writable:
            fields = _fields_of(expr)
            if not fields:
                raise EditError(f"{ref.id} of {self._kind()} is always {expr.text}", code="edit.fixed")
            raise EditError(
                f"{ref.id} of {self._kind()} is computed from {', '.join(fields)}; set those",
                code="edit.computed",
            )
        try:
            paths = expr.program.paths(obj)
        except JqError as error:
            raise EditError(
                f"{ref.id} of {self._kind()} cannot be scaled: {error.message}", code="edit.no-path"
            ) from error
        # One knob may turn all instances.
        index = 0 if len(paths) == 1 and ref.count > 1 else ref.index
        if index >= len(paths):
            raise EditError(f"{ref.id} of {self._kind()} has no number to set", code="edit.no-path")
        path = tuple(paths[index])
        if ref.instance.template is None and patches.get(obj, path[:-1]) is None:
            raise EditError(
                f"{ref.id} of {self._kind()} is not there: {pointer(path[:-1])} is absent",
                code="edit.no-template",
            )
        old = patches.get(obj, path)
        # A number that is kept as text (in an annotation) stays text.
        return _written(obj, path, str(number) if isinstance(old, str) else number, ref)

    def _kind(self) -> str:
        return str(self.object.get("kind"))

    # --- suspend and resume ---------------------------------------------------------------------------

    def suspend(self) -> Edit:
        """Apply the kind's suspend actions; doing it twice changes nothing more."""
        return self._act("suspend", self._plan.root.suspend)

    def resume(self) -> Edit:
        """Apply the kind's resume actions; doing it twice changes nothing more."""
        return self._act("resume", self._plan.root.resume)

    def _act(self, verb: str, actions: tuple[ActionPlan, ...]) -> Edit:
        if not actions:
            raise EditError(
                f"{self._kind()} cannot be {verb}{'ed' if verb == 'suspend' else 'd'}: "
                f"its definition names no switch for it",
                code="edit.cannot-suspend",
            )
        obj = self.object
        for action in actions:
            try:
                changed = action.expr.program.set(obj, patches.clone(action.value))
            except JqError as error:
                raise EditError(
                    f"{self._title()} cannot be changed: {error.message} at {action.expr.text}",
                    code="edit.no-path",
                ) from error
            obj = obj if patches.same(obj, changed) else changed
        return self._next(obj)


def _write(obj: dict[str, Any], ref: RoleRef, part: str, steps: Path, value: Any) -> dict[str, Any]:
    return _written(obj, field_path(obj, ref, part, steps), value, ref)


def _written(obj: dict[str, Any], path: Path, value: Any, ref: RoleRef) -> dict[str, Any]:
    """`value` at `path`; None removes what is there."""
    try:
        # A copy for each place: two roles that share a value would change together later on.
        changed: dict[str, Any] = (
            patches.drop(obj, path) if value is None else patches.put(obj, path, patches.clone(value))
        )
    except TypeError as error:
        raise EditError(
            f"{pointer(path)} of {ref.id} cannot be written: {error}", code="edit.wrong-type"
        ) from error
    return changed


def _write_map(
    obj: dict[str, Any], path: Path, values: Mapping[str, str | None], ref: RoleRef
) -> dict[str, Any]:
    changed = obj
    for key, value in values.items():
        changed = _written(changed, (*path, key), value, ref)
    # The last entry gone, an empty map would be left behind where there may have been none before.
    if changed is not obj and patches.get(changed, path) == {}:
        changed = patches.drop(changed, path)
    return changed


def _list_at(obj: Any, path: Path, ref: RoleRef) -> list[Any]:
    value = patches.get(obj, path)
    if value is not None and not isinstance(value, list):
        raise EditError(f"{pointer(path)} of {ref.id} is not a list", code="edit.wrong-type")
    return value or []


def _containers(obj: dict[str, Any], ref: RoleRef, name: str, *, init: bool) -> list[Path]:
    """Paths of the containers with this name ("*": all)."""
    spec = ref.component.spec
    assert spec is not None
    bases: list[Path] = []
    fields = ("containers", "initContainers") if init else ("containers",)
    if spec.fragments is None:
        bases = [field_path(obj, ref, "spec", (field,)) for field in fields]
    elif "containers" in spec.fragments:
        bases = [field_path(obj, ref, "spec", ("containers",))]
    found: list[Path] = []
    for base in bases:
        for index, item in enumerate(_list_at(obj, base, ref)):
            if isinstance(item, dict) and name in ("*", item.get("name")):
                found.append((*base, index))
    if spec.fragments is not None and "container" in spec.fragments:
        path = field_path(obj, ref, "spec", ("container",))
        item = patches.get(obj, path)
        if isinstance(item, dict) and name in ("*", item.get("name")):
            found.append(path)
    return found


def _stands_alone(ref: RoleRef, field: str, container: str | None) -> bool:
    """Whether the role keeps `field` outside of containers, and `container` means just that place: the
    container that such a role has goes by the component's name."""
    fragments = ref.component.spec.fragments if ref.component.spec is not None else None
    return field in (fragments or {}) and container in (None, "*", ref.component.name)


def _bases(obj: dict[str, Any], ref: RoleRef) -> list[Path]:
    """The places in the object that the role's pods are made from."""
    spec = ref.component.spec
    assert spec is not None
    exprs = [expr for expr in (spec.template, spec.pod_spec, spec.metadata) if expr is not None]
    exprs += (spec.fragments or {}).values()
    found: list[Path] = []
    for expr in exprs:
        try:
            path = path_of(expr, obj, ref, "the template", shorter=True)
        except EditError:
            # What is built from several fields is no place of its own.
            continue
        if path is not None:
            found.append(path)
    return found


def _fields_of(expr: Expr) -> list[str]:
    """The fields that a computed number is made from, as a person writes them."""
    from workload_map.workload.explain import fields_read

    return fields_read(expr)


def _scale_note(ref: RoleRef, new: Instance) -> str:
    old = ref.instance
    pods = f"{_number(old.desired)} → {_number(new.desired)} {_plural('pod', new.desired)}"
    if new.units is None:
        return f"{ref.name}: {pods}"
    before = old.units.desired if old.units is not None else None
    after = new.units.desired
    if new.units.noun == "pod" and (before, after) == (old.desired, new.desired):
        return f"{ref.name}: {pods}"
    return f"{ref.name}: {_number(before)} → {_number(after)} {_plural(new.units.noun, after)}, {pods}"


def _number(number: int | None) -> str:
    return "?" if number is None else str(number)


def _plural(noun: str, number: int | None) -> str:
    return noun if number == 1 else noun + "s"


def _limits(ref: RoleRef, number: int, new: Instance) -> list[Problem]:
    """A warning where the new number is outside the limits that the object has."""
    each = 1 if ref.instance.units is None else ref.instance.units.per_unit
    # What the object wants afterwards may already be held within its limits; what was asked for is not.
    pods = new.desired if each is None else number * each
    if pods is None:
        return []
    problems: list[Problem] = []
    for limit, outside, word in (
        (new.min, new.min is not None and pods < new.min, "below its minimum"),
        (new.max, new.max is not None and pods > new.max, "above its maximum"),
    ):
        if outside:
            problems.append(
                Problem(
                    code="edit.out-of-range",
                    message=f"{ref.name}: {pods} pods are {word} of {limit}",
                    severity="warning",
                    at=ref.id,
                )
            )
    return problems
