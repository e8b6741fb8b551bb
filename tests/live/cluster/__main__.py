# SPDX-License-Identifier: Apache-2.0
"""``scripts/live-cluster``: the commands of the test cluster."""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

from tests.live.cluster import build, cluster, control, controllers, fill, processes, record
from tests.live.cluster.api import ApiFault

_STATE = Path("/tmp/workload-map-live")


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit code."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except (cluster.ClusterError, build.BuildError) as fault:
        print(f"live-cluster: {fault}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/live-cluster", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: object, text: str) -> argparse.ArgumentParser:
        found = commands.add_parser(name, help=text, description=text)
        found.set_defaults(run=run)
        found.add_argument("--state", type=Path, default=_STATE, help=f"state folder (default {_STATE})")
        return found

    up = command("up", _up, "start a cluster, or what does not run of it; prints the path of its kubeconfig")
    up.add_argument("--nodes", type=int, default=8, help="fake nodes (default 8)")
    up.add_argument("--gpus", type=int, default=8, help="GPUs a node (default 8)")
    up.add_argument("--bare", action="store_true", help="etcd, API server and CRDs only")
    up.add_argument("--no-shared-crds", action="store_true", help="only the controllers' own CRDs")
    up.add_argument("--gates", type=_names, default=(), help=f"feature gates: {', '.join(control.GATES)}")
    up.add_argument(
        "--with", dest="extras", type=_names, default=(), help=f"more: {', '.join(cluster.EXTRAS)}"
    )
    up.add_argument(
        "--base",
        type=_names,
        help=f"which controllers instead of all of {', '.join(item.name for item in controllers.BASE)}; '' for none",
    )
    up.add_argument("--audit", action="store_true", help="write every request to STATE/audit.log")
    up.add_argument("--built-only", action="store_true", help="leave out, with a word, what is not built")
    up.add_argument("--json", action="store_true", help="print all that is known of the cluster")
    down = command("down", _down, "stop what was started and remove the state folder")
    down.add_argument("--keep", action="store_true", help="keep the folder, for its logs")
    status = command("status", _status, "say what runs; exit 1 when not all of it does")
    status.add_argument("--json", action="store_true", help="print all that is known of the cluster")
    recorded = command("record", _record, "run a flow (tests/live/flows) and keep the states of its workload")
    recorded.add_argument("flow", type=Path, help="the flow's YAML file")
    recorded.add_argument(
        "--out", type=Path, required=True, help="folder of the recordings and their INDEX.tsv"
    )
    filled = command("fill", _fill, "write workloads with pods into a cluster started --bare")
    filled.add_argument("--pods", type=int, default=10_000)
    filled.add_argument("--workloads", type=int, default=500)
    filled.add_argument("--namespaces", type=int, default=20)
    made = command("build", _build, "build programs without starting them")
    made.add_argument("--set", dest="sets", type=_names, default=("base",), help="base, gangs (default base)")
    return parser


def _up(options: argparse.Namespace) -> int:
    began = time.monotonic()
    say = lambda text: print(text, file=sys.stderr)  # noqa: E731
    state = cluster.up(
        cluster.Wanted(
            state=options.state,
            nodes=options.nodes,
            gpus=options.gpus,
            bare=options.bare,
            shared_crds=not options.no_shared_crds,
            gates=options.gates,
            extras=options.extras,
            base=options.base,
            audit=options.audit,
            built_only=options.built_only,
        ),
        say=say,
    )
    say(f"up after {time.monotonic() - began:.0f} s")
    print(json.dumps(asdict(state), indent=1) if options.json else state.kubeconfig)
    return 0


def _down(options: argparse.Namespace) -> int:
    if not cluster.down(options.state, keep=options.keep):
        print(f"no cluster in {options.state}", file=sys.stderr)
    return 0


def _status(options: argparse.Namespace) -> int:
    state = cluster.load(options.state)
    if state is None:
        print(f"no cluster in {options.state}", file=sys.stderr)
        return 1
    if options.json:
        print(json.dumps(asdict(state), indent=1))
    ended = 0
    for process in state.started():
        runs = processes.alive(process)
        ended += not runs
        if not options.json:
            print(f"{process.name:28} {process.pid:8} {'running' if runs else 'ended: ' + process.log}")
    return 1 if ended else 0


def _build(options: argparse.Namespace) -> int:
    names = [program.name for program in build.programs().values() if program.set in options.sets]
    build.build(names)
    return 0


def _record(options: argparse.Namespace) -> int:
    try:
        written = record.record(_running(options.state).kubeconfig, record.load(options.flow), options.out)
    except (record.FlowError, ApiFault) as fault:
        raise cluster.ClusterError(f"{options.flow}: {fault}") from fault
    print(f"{len(written)} states in {options.out}")
    return 0


def _fill(options: argparse.Namespace) -> int:
    began = time.monotonic()
    kubeconfig = _running(options.state).kubeconfig
    counts = fill.fill(
        kubeconfig, pods=options.pods, workloads=options.workloads, namespaces=options.namespaces
    )
    print(", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())))
    print(f"written in {time.monotonic() - began:.0f} s", file=sys.stderr)
    return 0


def _running(folder: Path) -> cluster.State:
    state = cluster.load(folder)
    if state is None or not state.running():
        raise cluster.ClusterError(f"no cluster runs in {folder}")
    return state


def _names(text: str) -> tuple[str, ...]:
    return tuple(name for name in text.split(",") if name)


if __name__ == "__main__":
    sys.exit(main())
