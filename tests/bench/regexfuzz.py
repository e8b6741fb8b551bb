# SPDX-License-Identifier: Apache-2.0
"""Differential fuzzing of regular expressions against Go: `python -m tests.bench.regexfuzz [--count N] [--seed S]`.

Compares, for both of our matchers, all spans of all matches, the names of the groups, what split gives, and which
expressions are refused. With `--table FILE` it writes a table of Go's answers instead: the fixture of the unit test.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from workload_map.jq import regex

SOURCE = Path(__file__).parent / "regexoracle"

_ATOMS = (
    *(
        "a",
        "b",
        "c",
        "x",
        "k",
        "s",
        ".",
        "^",
        "$",
        "é",
        "K",
        "\u017f",
        "ß",
        "-",
        "1",
        "0",
        "_",
        " ",
        "",
        "aa",
        "ab",
        "()",
        "(?:)",
    ),
    *(
        r"\b",
        r"\B",
        r"\A",
        r"\z",
        r"\d",
        r"\w",
        r"\s",
        r"\D",
        r"\W",
        r"\S",
        r"\n",
        r"\.",
        r"\x{3b1}",
        r"\Qa+\E",
    ),
    *("[a-c]", "[^a]", "[ab]", r"[\d-]", "[[:alpha:]]", "[^[:^lower:]_]", r"[^\x00-\x{10FFFF}]"),
    *(
        r"\pL",
        r"\p{Lu}",
        r"\P{Greek}",
        r"\p{^Nd}",
        "(?i)",
        "(?s)",
        "(?m)",
        "(?U)",
        "(?-i)",
        "a*",
        "b+",
        "a?",
        "(a)",
        "(b)",
    ),
)
_GROUPS = ("(", "(", "(", "(?:", "(?:", "(?i:", "(?s:", "(?m:", "(?U:", "(?P<n>", "(?<m>", "(?i-s:")
_REPEATS = (
    "*",
    "+",
    "?",
    "*?",
    "+?",
    "??",
    "{2}",
    "{0}",
    "{0,2}",
    "{0,2}?",
    "{1,3}?",
    "{2,}",
    "{0,}",
    "{1}",
    "{0,1}",
)
_JUNK = (
    *"ab()[]{}*+?|^$\\1,-:P<>iQEpxd7bz.né",
    *("(?", "[:", "alpha", ":]", "{2", "(?i", "(?P<", "{1001}", r"\x{110000}", r"\p{Nope}", "(?=a)", r"\1"),
)
_LETTERS = "abcxABKks\u017fSéÉ\u03b1\u0391\u03c2\u03a3\u03c3ß10 \n-_+.中\U0001f600\x0bK"

# One of each construct, and of each mistake, a line each; the text is the same for all of them.
CONSTRUCTS = SOURCE / "constructs.txt"
_TEXT = "Ab1 _-\tß\u017f\u03b1\u03a9\u0416中.\nab(ab)*{2}\x0b"


class Generator:
    """Makes expressions and texts, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def pattern(self) -> str:
        """An expression: mostly right, some of them not."""
        choice = self.random
        if choice.random() < 0.12:
            return "".join(choice.choice(_JUNK) for _ in range(choice.randrange(1, 9)))
        if choice.random() < 0.1:
            words = (
                "".join(choice.choice("ab") for _ in range(choice.randrange(5)))
                for _ in range(choice.randrange(2, 9))
            )
            return "|".join(words)
        return self._part(choice.randrange(1, 7))

    def _part(self, depth: int) -> str:
        choice = self.random
        kind = choice.random()
        if depth == 0 or kind < 0.3:
            return choice.choice(_ATOMS) if choice.random() < 0.6 else choice.choice("ab")
        if kind < 0.55:
            return self._part(depth - 1) + self._part(depth - 1)
        if kind < 0.75:
            branches = (self._part(depth - 1) for _ in range(choice.choice((1, 1, 2, 2, 3))))
            return choice.choice(_GROUPS) + "|".join(branches) + ")"
        part = self._part(depth - 1)
        if choice.random() < 0.7 and len(part) > 1:
            part = choice.choice(("(", "(?:")) + part + ")"
        return part + choice.choice(_REPEATS)

    def text(self) -> str:
        """A text of up to 40 characters; many have few different ones, so that expressions match."""
        choice = self.random
        letters = choice.choice((_LETTERS, _LETTERS, "ab", "aaab", "aab1 \n"))
        return "".join(choice.choice(letters) for _ in range(choice.randrange(choice.choice((3, 6, 12, 40)))))

    def questions(self, patterns: int, texts: int) -> Iterator[dict[str, str]]:
        """So many expressions, each with so many texts."""
        for _ in range(patterns):
            pattern, flags = self.pattern(), self.random.choice(("", "", "g", "i", "m", "im"))
            for _ in range(texts):
                yield {"pattern": pattern, "flags": flags, "text": self.text()}


def ask_go(questions: Iterable[dict[str, str]]) -> list[dict[str, Any]]:
    """Go's answers, told in the oracle's main.go."""
    go = shutil.which("go")
    if go is None:
        raise RuntimeError("the Go toolchain is not on the PATH")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "oracle"
        subprocess.run([go, "build", "-o", str(program), "."], cwd=SOURCE, check=True)
        lines = "\n".join(json.dumps(question) for question in questions)
        answered = subprocess.run([program], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in answered.stdout.splitlines()]


def uncharged(steps: int) -> None:
    """Takes a charge and lets the work go on."""


def difference(question: dict[str, str], theirs: dict[str, Any]) -> str | None:
    """What ours says that Go's answer does not, None when they agree."""
    try:
        compiled = regex.compile(question["pattern"], question["flags"])
    except regex.RegexError as error:
        return None if "error" in theirs else f"ours refuses: {error.message}"
    if "error" in theirs:
        return f"ours takes what Go refuses: {theirs['error']}"
    names = tuple(name or None for name in theirs["names"])
    if compiled.names != names:
        return f"names {compiled.names}, Go's {names}"
    text = question["text"]
    for way in (compiled, compiled.without_re()):
        found = [
            [place for span in match.spans for place in span]
            for match in way.match_all(text, uncharged, global_=True)
        ]
        if found != theirs["matches"]:
            return f"matches {found}, Go's {theirs['matches']}"
        first = way.match_all(text, uncharged, global_=False)
        if [list(match.spans[0]) for match in first] != [match[:2] for match in theirs["matches"][:1]]:
            return f"first match {first}"
        if way.split(text, uncharged) != theirs["parts"]:
            return f"parts {way.split(text, uncharged)}, Go's {theirs['parts']}"
    return None


def main(arguments: list[str] | None = None) -> int:
    """The command line; 1 when there is a difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000, help="expressions to make")
    parser.add_argument("--texts", type=int, default=3, help="texts for each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", type=Path, help="write a table of Go's answers and compare nothing")
    options = parser.parse_args(arguments)
    constructs = CONSTRUCTS.read_text(encoding="utf-8").splitlines()
    questions = [
        {"pattern": pattern, "flags": flags, "text": _TEXT} for flags in ("", "i") for pattern in constructs
    ]
    questions += Generator(options.seed).questions(options.count, options.texts)
    answers = ask_go(questions)
    if options.table:
        rows = [
            json.dumps(
                [*question.values(), "error" if "error" in answer else [answer["names"], answer["matches"]]]
            )
            for question, answer in zip(questions, answers, strict=True)
        ]
        options.table.write_text("[\n" + ",\n".join(rows) + "\n]\n")
        return 0
    differences = 0
    for question, answer in zip(questions, answers, strict=True):
        found = difference(question, answer)
        if found:
            differences += 1
            print(json.dumps(question, ensure_ascii=False), found)
    refused = sum("error" in answer for answer in answers)
    matched = sum(bool(answer.get("matches")) for answer in answers)
    print(f"{len(questions)} cases ({refused} refused, {matched} with a match): {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
