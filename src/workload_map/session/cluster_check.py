# SPDX-License-Identifier: Apache-2.0
"""``validate --cluster``: reads what `check_stored` judges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from workload_map.kube import listing
from workload_map.kube.errors import ApiError
from workload_map.session.check_stored import check_stored
from workload_map.session.cluster import listing_resource, stored_definitions

if TYPE_CHECKING:
    from workload_map.kube.client import Client
    from workload_map.session.check import Checked
    from workload_map.session.cluster import Reach
    from workload_map.session.result import Result
    from workload_map.session.stored import Stored

__all__ = ["check"]

#: CRDs on a page: some are a megabyte.
_PAGE: Final = 50


def check(reach: Reach, *, portable: bool = False) -> Result[Checked]:
    """The findings in every definition that the cluster stores. Raises ApiError where it cannot be asked."""
    stored, crds = reach.run(_read)
    return check_stored(stored, crds, portable=portable)


async def _read(client: Client) -> tuple[Stored, Sequence[Mapping[str, Any]] | ApiError]:
    stored = await stored_definitions(client)
    if isinstance(stored, ApiError) or not stored:
        return stored, ()
    resource = listing_resource(
        "apiextensions.k8s.io",
        "v1",
        "CustomResourceDefinition",
        "customresourcedefinitions",
        namespaced=False,
    )
    try:
        crds, _ = await listing.everything(client, resource, limit=_PAGE)
    except ApiError as error:
        return stored, error
    return stored, crds
