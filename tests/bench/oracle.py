# SPDX-License-Identifier: Apache-2.0
"""Builds and talks to the gojq oracle, a small Go program that says what gojq makes of a jq program.

The binary lives in the user's cache folder, named by a hash of its sources: it is built once for each change.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
import resource
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["Answer", "Oracle", "OracleMissing", "binary", "same"]

SOURCE = Path(__file__).parent / "gojqoracle"
# A generated program may double a value until memory ends: the oracle then dies alone, and is started again.
MEMORY = 6 << 30


class OracleMissing(RuntimeError):
    """The oracle cannot be built here: no Go toolchain, or its module cannot be had."""


def binary() -> Path:
    """The oracle's program, built when it is not there yet."""
    digest = hashlib.sha256()
    for name in ("go.mod", "go.sum", "main.go"):
        digest.update((SOURCE / name).read_bytes())
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "workload-map"
    path = cache / f"gojqoracle-{digest.hexdigest()[:16]}"
    if path.exists():
        return path
    go = shutil.which("go")
    if go is None:
        raise OracleMissing("the Go toolchain is not on the PATH")
    cache.mkdir(parents=True, exist_ok=True)
    # Two runs may build at once: each builds its own file, and the move is atomic.
    scratch = path.with_suffix(f".{os.getpid()}")
    built = subprocess.run(
        [go, "build", "-o", str(scratch), "."], cwd=SOURCE, capture_output=True, text=True, check=False
    )
    if built.returncode:
        raise OracleMissing(built.stderr.strip())
    scratch.replace(path)
    return path


@dataclass(frozen=True)
class Answer:
    """What gojq said: the `values` before an `error`, if there was one.

    `compiled` is False for an error of syntax or names; `truncated` is set when gojq was stopped by the
    oracle's result cap or time; `died` when the oracle was killed by the program (memory, stack).
    """

    values: list[Any]
    error: str | None = None
    compiled: bool = True
    truncated: bool = False
    died: bool = False
    ns: float = math.nan


class Oracle:
    """A running oracle; use it as a context manager."""

    def __init__(self) -> None:
        self._binary = binary()
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Oracle:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the oracle's process."""
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin is not None
            assert process.stdout is not None
            # The process may have died with a request half-written.
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()
            process.kill()
            process.wait()
            process.stdout.close()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:

            def limit() -> None:
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

            self._process = subprocess.Popen(
                [str(self._binary)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                preexec_fn=limit,
            )
        return self._process

    def ask(self, **request: Any) -> Answer:
        """Answer one request (its fields are told in the oracle's main.go)."""
        return next(self.ask_all([request]))

    def ask_all(self, requests: Iterable[dict[str, Any]]) -> Iterator[Answer]:
        """Answer requests in order. A request that kills the oracle is answered with `died`."""
        for request in requests:
            process = self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            line = b""
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(json.dumps(request).encode() + b"\n")
                process.stdin.flush()
                line = process.stdout.readline()
            if not line.endswith(b"\n"):
                self.close()
                yield Answer([], "the oracle died", died=True)
                continue
            try:
                data = json.loads(line)
            except RecursionError:
                yield Answer([], "the answer is too deep to read", truncated=True)
                continue
            yield Answer(
                data["values"],
                data.get("error"),
                not data.get("compile", False),
                data.get("truncated", False),
                ns=data.get("ns", math.nan),
            )

    def run(self, program: str, value: Any = None, **variables: Any) -> Answer:
        """What `program` gives on `value`."""
        return self.ask(program=program, input=value, variables=variables)

    def bench(self, program: str, inputs: Sequence[Any], *, rounds: int = 5, millis: int = 10) -> float:
        """Nanoseconds that one input takes, compiled once: the best of some rounds."""
        return self._timed(program, op="bench", inputs=list(inputs), rounds=rounds, millis=millis)

    def sweep(self, program: str, name: str, *, rounds: int, chunk: int) -> float:
        """Nanoseconds that one of the loaded values takes: each round goes through all, and of every chunk its
        best round counts."""
        return self._timed(program, op="sweep", rounds=rounds, chunk=chunk, **{"from": name})

    def _timed(self, program: str, **request: Any) -> float:
        answer = self.ask(program=program, **request)
        if answer.error:
            raise ValueError(f"gojq fails on {program}: {answer.error}")
        return answer.ns


def same(one: Any, other: Any, *, tolerance: float = 0.0) -> bool:
    """Whether two jq values are equal in kind and content; numbers compare by value, nan equals nan.

    With `tolerance`, floats may differ by that relative error: Go has its own mathematical functions.
    """
    if isinstance(one, bool) or isinstance(other, bool) or one is None or other is None:
        return one is other
    if isinstance(one, int | float) and isinstance(other, int | float):
        if one == other or (one != one and other != other):
            return True
        if not tolerance or (isinstance(one, int) and isinstance(other, int)):
            return False
        try:
            return math.isclose(one, other, rel_tol=tolerance, abs_tol=tolerance)
        except OverflowError:
            return False
    if isinstance(one, str) and isinstance(other, str):
        return one == other
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(
            same(a, b, tolerance=tolerance) for a, b in zip(one, other, strict=True)
        )
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(
            same(value, other[key], tolerance=tolerance) for key, value in one.items()
        )
    return False
