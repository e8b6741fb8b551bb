# SPDX-License-Identifier: Apache-2.0
"""kubectl's options that say which cluster, and as whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import click

from workload_map.cli import completing

__all__ = ["NAMES", "options"]

F = TypeVar("F", bound=Callable[..., Any])

#: Option: (its name among the connection's fields, what click is told of it).
_OPTIONS: Final[Mapping[str, tuple[str, dict[str, Any]]]] = {
    "--kubeconfig": ("kubeconfig", {"metavar": "FILE", "help": "Kubeconfig in place of $KUBECONFIG."}),
    "--context": (
        "context",
        {
            "metavar": "NAME",
            "help": "Context of the kubeconfig. kubectl's other options for a connection are taken too",
        },
    ),
    "--cluster": ("cluster", {"metavar": "NAME", "help": "Cluster of the kubeconfig."}),
    "--user": ("user", {"metavar": "NAME", "help": "User of the kubeconfig."}),
    "--server": ("server", {"metavar": "URL", "help": "Address of the API server."}),
    "--token": ("token", {"metavar": "TOKEN", "help": "Bearer token."}),
    "--as": ("as_user", {"metavar": "USER", "help": "User to act as."}),
    "--as-group": (
        "as_groups",
        {"metavar": "GROUP", "multiple": True, "help": "Group to act as; repeatable."},
    ),
    "--as-uid": ("as_uid", {"metavar": "UID", "help": "UID to act as."}),
    "--request-timeout": (
        "request_timeout",
        {"metavar": "TIME", "help": "Longest time of one request (1s, 2m; 0: no limit)."},
    ),
    "--certificate-authority": (
        "certificate_authority",
        {"metavar": "FILE", "help": "Certificates that sign the server's."},
    ),
    "--tls-server-name": (
        "tls_server_name",
        {"metavar": "NAME", "help": "Name that the certificate must have."},
    ),
    "--insecure-skip-tls-verify": (
        "insecure_skip_tls_verify",
        {"is_flag": True, "default": None, "help": "Take any certificate of the server."},
    ),
}

#: Names of the fields that the options set.
NAMES: Final = tuple(name for name, _ in _OPTIONS.values())


def options(command: F, *, without: tuple[str, ...] = ()) -> F:
    """The options, each a parameter named as in `NAMES`."""
    for option, (name, told) in reversed(tuple(_OPTIONS.items())):
        if option in without:
            continue
        # One line of the help for all of them: commands have options of their own to tell.
        told = {**told, "hidden": name != "context"}
        if name == "context":
            others = [other for other in _OPTIONS if other not in (option, *without)]
            told["help"] = f"{told['help']}: {', '.join(others)}."
        if name in ("context", "cluster", "user"):
            told["shell_complete"] = completing.of_config(name)
        words = (option, "-s", name) if option == "--server" else (option, name)
        command = click.option(*words, **told)(command)
    return command
