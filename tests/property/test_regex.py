# SPDX-License-Identifier: Apache-2.0
"""Both matchers of regular expressions agree, whatever the expression, and never take more than linear time."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bench.regexfuzz import Generator
from workload_map.jq import regex


class Meter:
    def __init__(self) -> None:
        self.used = 0

    def __call__(self, steps: int) -> None:
        self.used += steps


@given(st.integers(0, 10**9))
@settings(max_examples=300, deadline=None)
def test_matchers_agree(seed: int) -> None:
    generator = Generator(seed)
    pattern = generator.pattern()
    try:
        compiled = regex.compile(pattern)
    except regex.RegexError:
        return
    own = compiled.without_re()
    size = compiled.size
    for _ in range(3):
        text = generator.text()
        meter = Meter()
        found = own.match_all(text, meter, global_=True)
        assert found == compiled.match_all(text, Meter(), global_=True)
        assert meter.used <= 12 * (size + 3) * (len(text) + 2)
        assert [match.spans[0] for match in found] == sorted(match.spans[0] for match in found)


@given(
    st.text(alphabet=st.sampled_from("ab()[]{}|*+?^$.\\1,-:P<>iQEpdx{}é\n"), max_size=30),
    st.text(max_size=20),
)
@settings(max_examples=300, deadline=None)
def test_any_text_is_an_expression_or_an_error_of_ours(pattern: str, text: str) -> None:
    try:
        compiled = regex.compile(pattern)
    except regex.RegexError:
        return
    for match in compiled.match_all(text, lambda steps: None, global_=True):
        begin, end = match.spans[0]
        for low, high in match.spans:
            assert (low, high) == (-1, -1) or begin <= low <= high <= end


@given(st.text(max_size=20), st.text(max_size=40))
@settings(max_examples=100, deadline=None)
def test_quoted_text_is_found(needle: str, text: str) -> None:
    quoted = "".join("\\" + char if char.isascii() and not char.isalnum() else char for char in needle)
    found = regex.compile(quoted).match_all(text, lambda steps: None, global_=False)
    at = text.find(needle)
    assert [match.spans[0] for match in found] == ([(at, at + len(needle))] if at >= 0 else [])
