# SPDX-License-Identifier: Apache-2.0
"""What a failed request or a refusing answer says, in one line: from exceptions and Status objects to `errors`."""

from __future__ import annotations

import json
import re
import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

import httpx2

from workload_map import yamlio
from workload_map.kube import errors, proxies, tls
from workload_map.kube.access import Access
from workload_map.kube.auth import Credential

__all__ = ["of_answer", "of_exception"]

_BY_STATUS: Final[dict[int, type[errors.ApiError]]] = {
    400: errors.Invalid,
    403: errors.Forbidden,
    404: errors.Absent,
    409: errors.Conflict,
    410: errors.Gone,
    422: errors.Invalid,
    429: errors.Throttled,
}
_LONGEST: Final = 500
"""Characters of a server's message that are shown: a proxy may answer with a page."""
_STRICT: Final = "strict decoding error: "


def of_answer(
    access: Access,
    credential: Credential,
    status: int,
    body: bytes,
    *,
    location: str | None = None,
    now: float,
) -> errors.ApiError:
    """The error for an answer that is no success; `location` is its header, `now` in seconds since 1970."""
    told = _status_object(body)
    reason = told.get("reason") if isinstance(told.get("reason"), str) else None
    if status == 401:
        return errors.Unauthorized(_refused(access, credential, now), status=status, reason=reason)
    message = told.get("message")
    if 300 <= status < 400 and location:
        # Where credentials go is what the user says, not what an answer says.
        place = location.partition("?")[0]
        message = f"the server redirects to {place}, which is not followed (HTTP status {status})"
    if not isinstance(message, str) or not message:
        message = _plain(body) or f"the server answers with HTTP status {status}"
    # Of a patch with a field that it does not know the server shows the whole object before it says so.
    message = message[max(0, message.rfind(_STRICT)) :]
    kind = _BY_STATUS.get(status, errors.ServerFault)
    return kind(f"{access.label}: {_one_line(message)}", status=status, reason=reason)


def of_exception(access: Access, error: BaseException) -> errors.ApiError:
    """The error for a request that got no whole answer."""
    told = _why(access, error)
    if isinstance(error, httpx2.DecodingError):
        return errors.BadAnswer(f"{access.label}: {told}")
    return errors.Unreachable(f"{access.label}: {told}")


def _why(access: Access, error: BaseException) -> str:
    for cause in _causes(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            return _untrusted(access, cause)
        if isinstance(cause, ssl.SSLError):
            return _tls(cause)
        if isinstance(cause, socket.gaierror):
            return "the host name cannot be resolved"
        if isinstance(cause, ConnectionRefusedError):
            return f"connection refused{_through(access)}"
    if isinstance(error, httpx2.ProxyError):
        return f"the proxy refuses{_through(access)}: {_one_line(str(error))}"
    if isinstance(error, httpx2.ConnectTimeout):
        return f"no connection in time{_through(access)}"
    if isinstance(error, TimeoutError | httpx2.TimeoutException):
        return "no answer in time"
    if isinstance(error, httpx2.ConnectError):
        return f"no connection{_through(access)}: {_system(error)}"
    if isinstance(error, httpx2.DecodingError):
        return "the answer's compression is broken"
    if isinstance(error, httpx2.RemoteProtocolError):
        return "the connection ended before the whole answer was there"
    if isinstance(error, httpx2.NetworkError):
        return f"the connection broke: {_system(error)}"
    return f"the request failed: {_one_line(str(error)) or type(error).__name__}"


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An exception and all that led to it, groups taken apart, outermost first."""
    waiting, seen = [error], set()
    while waiting:
        at = waiting.pop(0)
        if id(at) in seen:
            continue
        seen.add(id(at))
        # That there was nothing to read yet led to the wait, not to what ended it.
        if not isinstance(at, ssl.SSLWantReadError | ssl.SSLWantWriteError):
            yield at
        if isinstance(at, BaseExceptionGroup):
            waiting.extend(at.exceptions)
        waiting.extend(cause for cause in (at.__cause__, at.__context__) if cause is not None)


def _system(error: BaseException) -> str:
    """The operating system's word for it, where there is one."""
    for cause in _causes(error):
        if isinstance(cause, OSError) and cause.errno and cause.strerror:
            return cause.strerror.lower()
    return _one_line(str(error)) or "no reason given"


def _untrusted(access: Access, error: ssl.SSLCertVerificationError) -> str:
    told = str(getattr(error, "verify_message", "") or error)
    if "certificate has expired" in told:
        return "the server's certificate has expired"
    if "not yet valid" in told:
        return "the server's certificate is not valid yet"
    if "ismatch" in told:
        name = f" ({access.tls_server_name})" if access.tls_server_name else ""
        return f"the server's certificate is for another name{name}: {_one_line(told)}"
    whom = "the system" if access.certificate_authority is None else "the certificate authority given"
    return (
        f"the server's certificate is not signed by an authority that is trusted ({whom}): {_one_line(told)}"
    )


def _tls(error: ssl.SSLError) -> str:
    reason = (error.reason or "").replace("_", " ").lower()
    if reason in ("wrong version number", "http request", "record layer failure"):
        return "the server does not speak TLS at this port"
    if "alert" in reason and ("certificate" in reason or "unknown ca" in reason):
        return f"the server refuses the client certificate: {reason}"
    return f"TLS failed: {reason or _one_line(str(error))}"


def _through(access: Access) -> str:
    return "" if access.proxy is None else f" (through the proxy {proxies.shown(access.proxy)})"


def _refused(access: Access, credential: Credential, now: float) -> str:
    at = f"{access.label}: not logged in (401)"
    if credential.authorization is None and credential.pair is None:
        if access.server.startswith("http:"):
            return f"{at}: no credentials are sent to a server without TLS"
        return f"{at}: no credentials are configured"
    if credential.pair is not None and credential.authorization is None:
        ends = tls.expiry(credential.pair.certificate)
        if ends is not None and ends < datetime.fromtimestamp(now, UTC):
            return f"{at}: the client certificate expired on {ends:%Y-%m-%d %H:%M} UTC ({credential.pair.source})"
    return f"{at}: the server does not accept {yamlio.escape(credential.what)}"


def _status_object(body: bytes) -> dict[str, Any]:
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) and told.get("kind") == "Status" else {}


def _plain(body: bytes) -> str:
    """The text of an answer that is no Status; nothing of a page or of JSON."""
    text = body[:4096].decode("utf-8", "replace").strip()
    return "" if text[:1] in ("<", "{", "[") else text


def _one_line(text: str) -> str:
    text = yamlio.escape(re.sub(r"\s+", " ", text).strip())
    # What is wrong stands at the end, after the value that it is about.
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]}…{text[-_LONGEST // 2 :]}"
