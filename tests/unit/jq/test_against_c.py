# SPDX-License-Identifier: Apache-2.0
"""Programs made at random give what the C binding of jq gives, but for the known differences of C jq and gojq.

The wide comparison, against gojq itself and on every construct, is `python -m tests.bench.jqfuzz`; this one needs no
Go, and leaves out what the two jqs take differently (`tests.bench.cjq.differs`).
"""

from __future__ import annotations

import pytest

from tests.bench import jqfuzz
from tests.bench.cjq import EXPLAINED, CJq, differs
from tests.bench.jqgen import Generator

PROGRAMS = 2_000
SEED = 20

pytest.importorskip("jq", reason="the C binding of jq (test group) is not installed")


def test_same_values_as_c_jq() -> None:
    generator = Generator(SEED, size=8, leave_out=differs, plain=True)
    compared = 0
    bad = []
    with CJq() as other:
        for _ in range(PROGRAMS):
            node, value = generator.program(), generator.value()
            case = jqfuzz.compare(node.text, value, other.run)
            compared += not (case.theirs.truncated or case.theirs.died)
            if jqfuzz.difference(case) and jqfuzz.explanation(case, EXPLAINED) is None:
                bad.append(f"{case.program}\n  on {case.value!r}\n  ours {case.ours}\n  C jq {case.theirs}")
    assert not bad, "\n".join(bad[:10])
    # The generator is deterministic; a few programs never end in C jq.
    assert compared > 0.98 * PROGRAMS
