# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import io

from workload_map.cli.progress import Progress


def shown(*, in_place: bool | None) -> str:
    stream = io.StringIO()
    progress = Progress(stream, in_place=in_place)
    progress.show("Job/a: Resuming")
    progress.show("Job/a: \x1b[31mRunning")
    progress.end()
    progress.end()
    return stream.getvalue()


def test_on_a_terminal_a_line_takes_the_place_of_the_one_before() -> None:
    assert shown(in_place=True) == "\rJob/a: Resuming\x1b[K\rJob/a: \\x1b[31mRunning\x1b[K\n"


def test_elsewhere_each_stands_below_the_other() -> None:
    assert shown(in_place=None) == "Job/a: Resuming\nJob/a: \\x1b[31mRunning\n"


def test_a_line_does_not_wrap() -> None:
    stream = io.StringIO()
    Progress(stream, in_place=True).show("x" * 1000)
    assert len(stream.getvalue()) < 1000


def test_nothing_shown_leaves_nothing() -> None:
    stream = io.StringIO()
    Progress(stream, in_place=True).end()
    assert stream.getvalue() == ""
