# SPDX-License-Identifier: Apache-2.0
"""What can go wrong between here and an API server.

::

    ApiError                api
    ├── ConfigError         api.config        a kubeconfig, a flag or a credential plugin that cannot be used
    ├── Unreachable         api.unreachable   no answer: name, refusal, reset, TLS, time-out
    ├── Unauthorized        api.unauthorized  401: the server does not know who is asking
    ├── Forbidden           api.forbidden     403
    ├── Absent              api.absent        404
    ├── Conflict            api.conflict      409
    ├── Gone                api.gone          410: a resource version or continue token that has expired
    ├── Invalid             api.invalid       400, 422: the server refuses what was asked
    ├── Throttled           api.throttled     429, after retries
    ├── ServerFault         api.server        5xx after retries, and every other status
    └── BadAnswer           api.answer        an answer that is cut off, or not what was asked for

The message of each is one line that says what is wrong and where (server or file). None of them ever holds a token
or a password.
"""

from __future__ import annotations

from workload_map import errors

__all__ = [
    "Absent",
    "ApiError",
    "BadAnswer",
    "ConfigError",
    "Conflict",
    "Forbidden",
    "Gone",
    "Invalid",
    "ServerFault",
    "Throttled",
    "Unauthorized",
    "Unreachable",
]


class ApiError(errors.WorkloadMapError):
    """Base: `status` is the HTTP status where there was one, `reason` that of the server's Status object."""

    code = "api"

    def __init__(self, message: str, *, status: int | None = None, reason: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.reason = reason


class ConfigError(ApiError):
    """What is configured cannot be used: nothing was asked of a server."""

    code = "api.config"


class Unreachable(ApiError):
    """No answer, or one that broke off; the message names the server."""

    code = "api.unreachable"


class Unauthorized(ApiError):
    """The server does not know who is asking (401)."""

    code = "api.unauthorized"


class Forbidden(ApiError):
    """The server knows who is asking and says no (403)."""

    code = "api.forbidden"


class Absent(ApiError):
    """What was asked for is not there, or its kind is not served (404)."""

    code = "api.absent"


class Conflict(ApiError):
    """The object changed meanwhile, or is there already (409)."""

    code = "api.conflict"


class Gone(ApiError):
    """A resource version or continue token that the server no longer has (410): list again."""

    code = "api.gone"


class Invalid(ApiError):
    """The server refuses what was asked (400, 422)."""

    code = "api.invalid"


class Throttled(ApiError):
    """The server asks for fewer requests (429), and went on doing so."""

    code = "api.throttled"


class ServerFault(ApiError):
    """The server failed (5xx), and went on doing so, or answered with a status that has no meaning here."""

    code = "api.server"


class BadAnswer(ApiError):
    """The answer is cut off or is not what was asked for."""

    code = "api.answer"
