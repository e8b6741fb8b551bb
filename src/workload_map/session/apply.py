# SPDX-License-Identifier: Apache-2.0
"""A change to one workload of a cluster: the object read, changed and patched over one connection.

The patch holds only for the version that was read: whoever changed the object in between loses nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from workload_map import errors
from workload_map.kube import listing, partial
from workload_map.kube.errors import Absent, ApiError, BadAnswer, Conflict, Invalid, ServerFault, Unreachable
from workload_map.problems import Problem, pointer
from workload_map.session import cluster_kinds, kinds
from workload_map.session import edit as editing
from workload_map.workload import patch as patches

if TYPE_CHECKING:
    from workload_map.kube.client import Client
    from workload_map.kube.discovery import Discovery, Resource
    from workload_map.session.cluster import Connected, Reach
    from workload_map.session.kinds import Selection
    from workload_map.session.stored import Order
    from workload_map.workload.catalog import Catalog
    from workload_map.workload.edit import Edit
    from workload_map.workload.patch import Operation

__all__ = ["DryRun", "Target", "Written", "change", "diff", "guarded", "shown"]

DryRun = Literal["none", "client", "server"]

#: Who the server writes down as the owner of the fields that are set (metadata.managedFields).
MANAGER: Final = "workload-map"

#: How often a change is tried where nothing but the status comes between.
_TRIES: Final = 5
#: What the API server says of an RFC 6902 patch that does not fit the object, a failing test included
#: (apimachinery, errors.NewGenericServerResponse for 422): it names no cause.
_DOES_NOT_FIT: Final = "the server rejected our request due to an error in our request"
#: What it says (403) to a user who may not; admission that denies the change is a 403, too.
_MAY_NOT: Final = "cannot patch resource"
#: What it says where a webhook that has effects elsewhere cannot take part in a dry run.
_NO_DRY_RUN: Final = "does not support dry run"
#: What it says (500) where admission could not be asked, before anything is written.
_NO_WEBHOOK: Final = "failed calling webhook"
_NO_CRD: Final = "definitions.no-crd"


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """The object to change, and what is known of the server that has it."""

    resource: Resource
    namespace: str | None
    name: str
    uid: str
    catalog: Catalog
    discovery: Discovery

    @property
    def title(self) -> str:
        """As messages have it: ``JobSet/training``."""
        return f"{self.resource.kind}/{self.name}"


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a change."""

    target: Target
    label: str
    """As ``-o name`` writes it: ``jobset.jobset.x-k8s.io/training``."""
    before: dict[str, Any]
    edit: Edit
    patch: list[Operation]
    """With its preconditions, as it was sent or would be; empty where nothing changes."""
    after: dict[str, Any]
    """The object as the server gave it back; without `by_server` as the change makes it."""
    by_server: bool
    suspended: bool
    """Whether the workload's switch says, after the change, that it is to be suspended."""
    problems: tuple[Problem, ...]
    """What is to be said of definitions, of the object, and of what the server made of the change."""
    warnings: tuple[str, ...]
    """What the server warned of."""


def change(
    reach: Reach,
    selection: Selection,
    make: Callable[[Edit], Edit],
    *,
    base: Catalog,
    order: Order = "cluster,catalog",
    dry_run: DryRun = "none",
    or_client: bool = False,
) -> Written:
    """Read the workload that a selection names, change it, and write the change; nothing is sent where nothing
    changes. `or_client`: where the server refuses a dry run, `after` is the change alone, and a problem says so.

    Where only status or metadata changed between the reading and the writing, and nothing that the patch is
    about, both are done again, `make` too. Raises NotFound, NoDefinition, AmbiguousDefinition, what `make`
    raises, and ApiError: Conflict where somebody else changed the object meanwhile.
    """
    if selection.namespace is None:
        selection = msgspec.structs.replace(selection, namespace=reach.access.namespace)

    async def work(client: Client) -> Written:
        connected = await reach.connect(client, base=base, order=order)
        try:
            found = await _find(connected, selection)
        except (Absent, errors.NotFound, errors.NoDefinition):
            if not connected.discovery.cached:
                raise
            # What was known of the server may be minutes old: a type may have come since.
            connected = await reach.connect(client, base=base, order=order, fresh=True)
            found = await _find(connected, selection)
        target, before, problems = found
        sent: list[Operation] | None = None
        conflict: Conflict | None = None
        for _ in range(_TRIES):
            edit = make(target.catalog.plan(before).edit(before))
            patch = guarded(before, edit.patch)
            if conflict is not None and patch[1:] != sent:
                raise conflict
            after, by_server = edit.object, False
            if not patch or dry_run == "client":
                break
            try:
                after, by_server = await _send(client, target, patch, dry_run=dry_run == "server"), True
                break
            except Conflict as error:
                # Controllers write the status at any moment, which is no change of what was asked for.
                conflict, sent = error, patch[1:]
                again = await listing.get(client, target.resource, target.namespace, target.name)
                if not _asks_the_same(before, again):
                    raise
                before = again
            except ApiError as error:
                if not (or_client and _refuses_dry_run(error)):
                    raise
                problems.append(_said("apply.no-dry-run", f"not tried on the server: {error.message}"))
                break
        else:
            assert conflict is not None
            raise conflict
        if by_server:
            problems += _not_kept(edit, after)
        return Written(
            target=target,
            label=editing.resource_name(before),
            before=before,
            edit=edit,
            patch=patch,
            after=after,
            by_server=by_server,
            suspended=_is_suspended(target.catalog.plan(after).edit(after)),
            problems=tuple(problems),
            warnings=tuple(client.warnings),
        )

    return reach.run(work)


async def _find(connected: Connected, selection: Selection) -> tuple[Target, dict[str, Any], list[Problem]]:
    served = cluster_kinds.Served(connected.client, connected.discovery, connected.catalog)
    (resource,), asked = await served.choose(selection)
    assert asked.name is not None
    try:
        before = await listing.get(connected.client, resource, asked.namespace, asked.name)
    except Absent:
        raise errors.NotFound(f"{asked} is not in the cluster") from None
    target = Target(
        resource=resource,
        namespace=asked.namespace,
        name=asked.name,
        uid=before["metadata"]["uid"],
        catalog=served.catalog,
        discovery=connected.discovery,
    )
    # That a cluster keeps no definitions is no fault of it.
    problems = [problem for problem in connected.problems if problem.code != _NO_CRD]
    return target, before, [*problems, *served.problems, *_owned(before)]


def _asks_the_same(old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Whether two versions of an object differ in nothing but metadata and status."""

    def asked(obj: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in obj.items() if key not in ("metadata", "status")}

    same_object = old["metadata"]["uid"] == new["metadata"]["uid"]
    return same_object and patches.same(asked(old), asked(new))


def _is_suspended(edit: Edit) -> bool:
    try:
        return not edit.suspend().patch
    except errors.EditError:
        # It has no switch.
        return False


def _owned(obj: dict[str, Any]) -> Iterator[Problem]:
    """What is made by a controller may be set back by it."""
    for reference in obj["metadata"].get("ownerReferences") or ():
        if reference.get("controller"):
            owner = f"{reference.get('kind')}/{reference.get('name')}"
            yield _said(
                "apply.controlled",
                f"{kinds.typed_name(obj)} is made by {owner}, whose controller may set the change back",
            )


# --- the patch --------------------------------------------------------------------------------------------


def guarded(before: dict[str, Any], patch: list[Operation]) -> list[Operation]:
    """The patch with what must hold for it: the version that was read, the old values, the names of the list
    items on the way to them, and the whole of a list that gets longer; an empty patch stays empty."""
    if not patch:
        return []
    # The version is replaced, not tested: the server then answers a conflict as such (409), while of a test that
    # fails it tells nothing (422).
    version = {
        "op": "replace",
        "path": "/metadata/resourceVersion",
        "value": before["metadata"]["resourceVersion"],
    }
    tests: dict[str, Any] = {}
    for operation in patch:
        steps = _steps(operation["path"], before)
        for length in range(1, len(steps)):
            item = patches.get(before, steps[:length])
            if isinstance(steps[length - 1], int) and isinstance(item, dict) and "name" in item:
                tests[pointer((*steps[:length], "name"))] = item["name"]
        if operation["op"] != "add":
            tests[operation["path"]] = patches.get(before, steps)
        elif isinstance(parent := patches.get(before, steps[:-1]), list):
            tests[pointer(steps[:-1])] = parent
    held = [{"op": "test", "path": path, "value": value} for path, value in tests.items()]
    return [version, *held, *patch]


def _steps(path: str, value: Any) -> patches.Path:
    """The keys and indices of an RFC 6901 pointer into `value`."""
    steps: list[str | int] = []
    for part in path.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        steps.append(int(key) if isinstance(value, list) else key)
        value = patches.get(value, (steps[-1],))
    return tuple(steps)


async def _send(client: Client, target: Target, patch: list[Operation], *, dry_run: bool) -> dict[str, Any]:
    """The object as the server has it after the patch."""
    # Strict: a field that the server does not know is refused rather than dropped.
    params = {"fieldManager": MANAGER, "fieldValidation": "Strict"} | ({"dryRun": "All"} if dry_run else {})
    try:
        body = await client.send(
            "PATCH",
            target.resource.path(target.namespace, target.name),
            body=json.dumps(patch, separators=(",", ":")).encode(),
            content_type="application/json-patch+json",
            params=params,
        )
        return listing.named(partial.decoder(None).object(body), target.resource)
    except Conflict as error:
        raise _changed_meanwhile(target, error) from None
    except Invalid as error:
        if _DOES_NOT_FIT in error.message:
            raise _changed_meanwhile(target, error) from None
        raise
    except Absent:
        raise errors.NotFound(f"{target.title} was deleted meanwhile: nothing was written") from None
    except (Unreachable, BadAnswer, ServerFault) as error:
        refused = error.status is not None and error.status < 500
        if dry_run or refused or _NO_WEBHOOK in error.message:
            raise
        message = f"{error.message}; whether {target.title} was changed is not known"
        raise type(error)(message, status=error.status, reason=error.reason) from None


def _changed_meanwhile(target: Target, error: ApiError) -> Conflict:
    return Conflict(
        f"{target.title} was changed by someone else meanwhile: nothing was written; try again",
        status=error.status,
        reason=error.reason,
    )


def _refuses_dry_run(error: ApiError) -> bool:
    return _MAY_NOT in error.message or _NO_DRY_RUN in error.message


def _not_kept(edit: Edit, after: dict[str, Any]) -> Iterator[Problem]:
    """Switches and numbers that the server has otherwise than they were set: admission may do that. Other
    values it may write in another way that means the same."""
    for operation in edit.patch:
        wanted = operation.get("value")
        if isinstance(wanted, bool | int):
            kept = patches.get(after, _steps(operation["path"], edit.object))
            if not patches.same(kept, wanted):
                yield _said(
                    "apply.not-kept",
                    f"the server did not keep the change of {operation['path']}: it is {json.dumps(kept)}",
                )


def _said(code: str, message: str) -> Problem:
    return Problem(code=code, severity="warning", message=message)


# --- showing ----------------------------------------------------------------------------------------------


def shown(obj: dict[str, Any]) -> dict[str, Any]:
    """The object as people see it: without metadata.managedFields, as kubectl leaves it out."""
    metadata = {key: value for key, value in obj["metadata"].items() if key != "managedFields"}
    return {**obj, "metadata": metadata}


def diff(written: Written) -> Iterator[str]:
    """Lines of a unified diff of the live object and the changed one, as YAML; none where nothing changes."""
    from difflib import unified_diff

    from workload_map import yamlio

    if not written.patch:
        return
    old, new = (yamlio.dump(shown(obj)).splitlines() for obj in (written.before, written.after))
    label = written.label
    yield from unified_diff(old, new, fromfile=f"{label} (live)", tofile=f"{label} (changed)", lineterm="")
