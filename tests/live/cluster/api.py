# SPDX-License-Identifier: Apache-2.0
"""A small client of the test cluster's API server, for setting up and filling it; safe to use from many threads.

It is not the product's client on purpose: what is tested does not prepare its own test.
"""

from __future__ import annotations

import http.client
import json
import ssl
import threading
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

import yaml


class ApiFault(Exception):
    """The server refused a request; `status` is the HTTP status."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class Api:
    """Requests as one user, over one kept connection a thread."""

    def __init__(self, server: str, token: str, ca: str) -> None:
        place = urlsplit(server)
        self._host, self._port, self._token = place.hostname or "", place.port or 443, token
        self._context = ssl.create_default_context(cafile=ca)
        self._local = threading.local()
        self._plurals: dict[str, dict[str, tuple[str, bool]]] = {}

    @classmethod
    def of(cls, kubeconfig: str) -> Api:
        """The client for a kubeconfig that this tool wrote."""
        with open(kubeconfig, encoding="utf-8") as text:
            config = yaml.safe_load(text)
        cluster = config["clusters"][0]["cluster"]
        return cls(cluster["server"], config["users"][0]["user"]["token"], cluster["certificate-authority"])

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        content_type: str = "application/json",
        accept: str = "application/json",
        query: Mapping[str, str] | None = None,
    ) -> tuple[int, bytes]:
        """Status and body of the answer. A connection that the server closed meanwhile is opened once more."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        target = f"{path}?{urlencode(query)}" if query else path
        headers = {"Authorization": f"Bearer {self._token}", "Accept": accept}
        if data is not None:
            headers["Content-Type"] = content_type
        for attempt in (1, 2):
            try:
                connection = self._connection()
                connection.request(method, target, body=data, headers=headers)
                answer = connection.getresponse()
                return answer.status, answer.read()
            except (http.client.HTTPException, OSError):
                self.close()
                if attempt == 2:
                    raise
        raise AssertionError("unreachable")

    def call(self, method: str, path: str, body: Any = None, **how: Any) -> Any:
        """The answer as JSON; 429 is waited for. Raises ApiFault for a status of 400 and above."""
        while True:
            status, data = self.request(method, path, body, **how)
            if status != 429:
                break
            time.sleep(0.5)
        if status >= 400:
            try:
                said = json.loads(data)["message"]
            except (ValueError, KeyError, TypeError):
                said = data[:300].decode(errors="replace")
            raise ApiFault(f"{method} {path}: {status} {said}", status)
        return json.loads(data)

    def create(self, obj: Mapping[str, Any], *, exists: bool = True) -> Any:
        """Create an object; one that is there already is left as it is when `exists` allows it."""
        try:
            return self.call("POST", self.path(obj, named=False), obj)
        except ApiFault as fault:
            if exists and fault.status == 409:
                return self.call("GET", self.path(obj))
            raise

    def apply(self, obj: Mapping[str, Any]) -> Any:
        """Server-side apply, with force."""
        return self.call(
            "PATCH",
            self.path(obj),
            obj,
            content_type="application/apply-patch+yaml",
            query={"fieldManager": "live-cluster", "force": "true"},
        )

    def patch(self, obj: Mapping[str, Any], change: Mapping[str, Any], *, subresource: str = "") -> Any:
        """Merge-patch an object that the cluster has."""
        path = self.path(obj) + (f"/{subresource}" if subresource else "")
        return self.call("PATCH", path, change, content_type="application/merge-patch+json")

    def path(self, obj: Mapping[str, Any], *, named: bool = True) -> str:
        """The object's path, or its collection's."""
        plural, namespaced = self._resource(obj["apiVersion"], obj["kind"])
        meta = obj["metadata"]
        path = self.base(obj["apiVersion"])
        if namespaced:
            path += f"/namespaces/{meta.get('namespace') or 'default'}"
        return f"{path}/{plural}" + (f"/{meta['name']}" if named else "")

    @staticmethod
    def base(api_version: str) -> str:
        """Where a group and version is served."""
        return f"/apis/{api_version}" if "/" in api_version else f"/api/{api_version}"

    def served(self, api_version: str) -> set[str]:
        """Plural names of what a group and version serves; empty when it is not served."""
        status, data = self.request("GET", self.base(api_version))
        return {item["name"] for item in json.loads(data)["resources"]} if status == 200 else set()

    def close(self) -> None:
        """Close this thread's connection."""
        connection = getattr(self._local, "connection", None)
        if connection is not None:
            connection.close()
            self._local.connection = None

    def _connection(self) -> http.client.HTTPSConnection:
        connection: http.client.HTTPSConnection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = http.client.HTTPSConnection(
                self._host, self._port, timeout=60, context=self._context
            )
            self._local.connection = connection
        return connection

    def _resource(self, api_version: str, kind: str) -> tuple[str, bool]:
        if kind not in self._plurals.get(api_version, {}):
            listed = self.call("GET", self.base(api_version))["resources"]
            self._plurals[api_version] = {
                item["kind"]: (item["name"], item["namespaced"]) for item in listed if "/" not in item["name"]
            }
        try:
            return self._plurals[api_version][kind]
        except KeyError:
            raise ApiFault(f"{api_version} serves no kind {kind}", 404) from None
