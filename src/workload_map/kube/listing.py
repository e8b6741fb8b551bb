# SPDX-License-Identifier: Apache-2.0
"""Lists, page by page, and single objects."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from workload_map.kube import partial
from workload_map.kube.errors import BadAnswer, Gone
from workload_map.kube.partial import Decoder, Page

if TYPE_CHECKING:
    from workload_map.kube.client import Client
    from workload_map.kube.discovery import Resource

__all__ = ["LIMIT", "Decoder", "Page", "everything", "get", "pages"]

LIMIT: Final = 500
"""Objects on a page, as kubectl asks for."""

_T = TypeVar("_T")

_JSON: Final = "application/json"
_AS_LIST: Final = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"
AS_OBJECT: Final = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1"
"""What to accept where only an object's metadata is wanted."""

# A list that expires again and again is longer than the server's memory of it: smaller pages do not help.
_RESTARTS: Final = 2


async def pages(
    client: Client,
    resource: Resource,
    *,
    namespace: str | None = None,
    label_selector: str | None = None,
    field_selector: str | None = None,
    limit: int = LIMIT,
    decoder: Decoder | None = None,
    metadata_only: bool = False,
) -> AsyncIterator[Page]:
    """The objects of a resource, in the server's order, at most `limit` a page (0: all on one page).

    Each object has its apiVersion and kind, which lists of built-in kinds leave out. `namespace` None is all
    of them. `metadata_only` asks the server for metadata alone; `decoder` then keeps `partial.METADATA`
    unless given. When the token for the next page has expired, the list starts again, at most twice: the
    first page of the new list has `restart`, and what came before is void. Raises `Gone` after that, and
    every `ApiError` that the client raises.
    """
    decode = decoder or _decoder(metadata_only)
    path = resource.path(namespace)
    base = selectors(label_selector, field_selector)
    if limit > 0:
        base["limit"] = str(limit)
    restarts = 0
    more, restarted = "", False
    tokens: set[str] = set()
    while True:
        params = {**base, "continue": more} if more else base
        try:
            page = await _read(client, path, params, _AS_LIST if metadata_only else _JSON, decode)
        except Gone:
            if not more or restarts == _RESTARTS:
                raise
            restarts += 1
            more, restarted = "", True
            tokens.clear()
            continue
        for item in page.items:
            named(item, resource)
        if restarted:
            page = Page(
                items=page.items, resource_version=page.resource_version, more=page.more, restart=True
            )
        # Taken down before the caller has the page: it may keep it for as long as it likes.
        more, restarted = page.more, False
        if more in tokens:
            raise BadAnswer(f"{client.access.label}: {path}: the server gives the same page again")
        if more:
            tokens.add(more)
        yield page
        if not more:
            return


async def everything(
    client: Client,
    resource: Resource,
    *,
    namespace: str | None = None,
    label_selector: str | None = None,
    field_selector: str | None = None,
    limit: int = LIMIT,
    decoder: Decoder | None = None,
    metadata_only: bool = False,
) -> tuple[list[dict[str, Any]], str]:
    """All objects of a resource and the list's resourceVersion; arguments and errors are those of `pages`."""
    items: list[dict[str, Any]] = []
    version = ""
    async for page in pages(
        client,
        resource,
        namespace=namespace,
        label_selector=label_selector,
        field_selector=field_selector,
        limit=limit,
        decoder=decoder,
        metadata_only=metadata_only,
    ):
        if page.restart:
            items.clear()
        items += page.items
        version = page.resource_version
    return items, version


async def get(
    client: Client,
    resource: Resource,
    namespace: str | None,
    name: str,
    *,
    metadata_only: bool = False,
    decoder: Decoder | None = None,
) -> dict[str, Any]:
    """One object by its name; raises `Absent` where there is none."""
    decode = decoder or _decoder(metadata_only)
    accept = AS_OBJECT if metadata_only else _JSON
    return named(await _read(client, resource.path(namespace, name), {}, accept, decode.object), resource)


def selectors(label_selector: str | None, field_selector: str | None) -> dict[str, str]:
    """The query of a list or a watch that is narrowed by selectors; empty ones narrow nothing."""
    found = {"labelSelector": label_selector, "fieldSelector": field_selector}
    return {name: value for name, value in found.items() if value}


def named(item: dict[str, Any], resource: Resource) -> dict[str, Any]:
    """The object itself, with the apiVersion and kind of its resource put in."""
    item["apiVersion"] = resource.api_version
    item["kind"] = resource.kind
    return item


def _decoder(metadata_only: bool) -> Decoder:
    return partial.decoder(partial.METADATA if metadata_only else None)


async def _read(
    client: Client, path: str, params: dict[str, str], accept: str, decode: Callable[[bytes], _T]
) -> _T:
    body = await client.read(path, params=params, accept=accept)
    try:
        return decode(body)
    except BadAnswer:
        # A body may be cut where its length does not show it; the same question once more is harmless.
        body = await client.read(path, params=params, accept=accept)
    try:
        return decode(body)
    except BadAnswer as error:
        raise BadAnswer(f"{client.access.label}: {path}: {error.message}") from None
