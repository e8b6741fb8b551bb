# SPDX-License-Identifier: Apache-2.0
"""Ratios of whole ``wmap`` processes, printed as a table: ``python -m tests.bench.bench_cli``.

Start-up against what Python itself needs for the imports; ``get`` of 10,000 recorded JobSets against `json.loads`
of the same file, in CPU time and in peak memory. Budgets are those of the project's design; a missed one is only shown.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.shared import SHARED
from workload_map import yamlio

_ROOT = Path(__file__).resolve().parent.parent.parent
_WMAP = "import sys; from workload_map.cli import main; sys.argv[0] = 'wmap'; main()"
_COUNT = 10_000


#: With compiled modules kept, whatever the shell says: an installed package has them.
_ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}

#: Run first in each process: at its end it says its peak memory in kB. (A child's ru_maxrss starts at its parent's.)
_PEAK = """
import atexit, sys
def peak():
    with open("/proc/self/status") as file:
        found = [line.split()[1] for line in file if line.startswith("VmHWM")]
    sys.stderr.write("\\n" + found[0])
atexit.register(peak)
"""


def _run(code: str, *args: str) -> tuple[float, int]:
    """CPU seconds (on a shared machine wall time measures the others) and peak memory (bytes) of one process."""
    process = subprocess.Popen(
        [sys.executable, "-c", _PEAK + code, *args],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=_ROOT,
        env=_ENVIRONMENT,
        text=True,
    )
    assert process.stderr is not None
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(said)
    return usage.ru_utime + usage.ru_stime, int(said.split()[-1]) * 1024


def _pair(ours: tuple[str, ...], theirs: str, times: int = 20) -> tuple[float, float]:
    """The best of each, run in turns: a shared machine's speed changes. The first runs leave the compiled modules
    behind, as an installation does."""
    runs = [(_run(*ours)[0], _run(theirs)[0]) for _ in range(times)]
    return min(run[0] for run in runs), min(run[1] for run in runs)


def recorded_jobset() -> dict[str, Any]:
    """A recorded JobSet of two roles; the example's where no recordings are at hand."""
    if SHARED is not None:
        found = sorted((SHARED / "recordings-live" / "jobset").glob("js-dep/*-train-running.json"))
        if found:
            obj = json.loads(found[0].read_text(encoding="utf-8"))["object"]
            assert isinstance(obj, dict)
            return obj
    text = (_ROOT / "examples" / "jobset.yaml").read_text(encoding="utf-8")
    obj = yamlio.load(text).value
    assert isinstance(obj, dict)
    return obj


def many(path: Path, count: int = _COUNT) -> None:
    """Write `count` JobSets that differ in name and uid as one List, as kubectl prints it."""
    text = json.dumps(recorded_jobset())
    items = []
    for number in range(count):
        obj = json.loads(text)
        obj["metadata"]["name"] = f"train-{number}"
        obj["metadata"]["uid"] = f"{number:08d}-0000-4000-8000-000000000000"
        items.append(obj)
    path.write_text(
        json.dumps({"apiVersion": "v1", "kind": "List", "items": items}, indent=4), encoding="utf-8"
    )


def main() -> None:
    """Print the table."""
    rows: list[tuple[str, str, str, str]] = []

    def ratio(what: str, args: tuple[str, ...], imports: str, budget: float) -> None:
        ours, theirs = _pair((_WMAP, *args), imports)
        mark = "" if ours / theirs <= budget else "   over budget"
        numbers = (
            f"{ours * 1000:.0f} ms",
            f"{theirs * 1000:.0f} ms",
            f"{ours / theirs:.2f} (≤ {budget}){mark}",
        )
        rows.append((f"{what} / {imports}", *numbers))

    ratio("wmap --version", ("--version",), "import click", 1.4)
    for name in ("jobset", "leaderworkerset", "raycluster", "pytorchjob"):
        args = ("describe", "-f", f"examples/{name}.yaml")
        ratio(f"wmap describe -f {name}.yaml", args, "import click, msgspec, yaml", 1.8)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "jobsets.json"
        # In a process of its own: a child's peak memory starts at its parent's.
        maker = f"from pathlib import Path; from tests.bench.bench_cli import many; many(Path({str(path)!r}))"
        subprocess.run([sys.executable, "-c", maker], cwd=_ROOT, check=True)
        size = path.stat().st_size
        code = "import json, sys; data = json.loads(open(sys.argv[1]).read())"
        loads = min(_run(code, str(path)) for _ in range(3))
        empty = _run("import json")[1]
        one = _run(_WMAP, "get", "-f", "examples/jobset.yaml")[1]
        for form in ("table", "json"):
            ours, peak = min(_run(_WMAP, "get", "-f", str(path), "-o", form) for _ in range(3))
            each = (ours - loads[0]) / _COUNT * 1000
            mark = "" if each <= 0.25 else "   over budget"
            rows.append(
                (
                    f"wmap get -f 10,000 JobSets -o {form} ({size / 1e6:.0f} MB) / json.loads",
                    f"{ours:.2f} s",
                    f"{loads[0]:.2f} s",
                    f"+{each:.3f} ms an object (≤ 0.25){mark}",
                )
            )
            # What json.loads leaves: its peak less the interpreter's and less the text, which it needs no longer;
            # what the list costs: the peak less that of a list of one.
            parsed, peak = loads[1] - empty - size, peak - one
            mark = "" if peak <= 2 * parsed else "   over budget"
            rows.append(
                (
                    "  peak memory / parsed data",
                    f"{peak / 1e6:.0f} MB",
                    f"{parsed / 1e6:.0f} MB",
                    f"{peak / parsed:.2f} (≤ 2){mark}",
                )
            )
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        print("   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


if __name__ == "__main__":
    main()
