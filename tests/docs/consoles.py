# SPDX-License-Identifier: Apache-2.0
"""Runs the console blocks of a page: each command, and below it what it must print.

    ```console
    $ wmap get -f examples
    NAME …
    ```

A command is one or several ``wmap`` joined by pipes, ``cat FILE``, ``cd FOLDER`` or ``echo $?``; a command that
ends otherwise than well must be followed by the last. Standard output comes before standard error. All blocks of a
page are one session, in a copy of the folders that it may use.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.cli_runs import wmap

__all__ = ["FOLDERS", "Command", "blocks", "commands", "copy", "rewritten", "run"]

#: Folders of the repository that a session finds in its working directory.
FOLDERS = ("docs", "examples")

_BLOCK = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.M | re.S)


class Command(NamedTuple):
    """One command of a page, its line there, and the output that stands below it."""

    line: int
    text: str
    output: str


def blocks(page: str, language: str) -> Iterator[tuple[int, str]]:
    """The fenced blocks in a language, each with the number of its first line."""
    for match in _BLOCK.finditer(page):
        if match["language"] == language:
            yield page.count("\n", 0, match.start()) + 2, match["text"]


def commands(page: str) -> Iterator[Command]:
    """All commands, in order."""
    for first, text in blocks(page, "console"):
        for number, part in _parts(text):
            head, _, output = part.partition("\n")
            yield Command(first + number, head.removeprefix("$ "), output)


def _parts(text: str) -> Iterator[tuple[int, str]]:
    starts = [match.start() for match in re.finditer(r"^\$ ", text, re.M)]
    assert starts, f"a block without a command: {text!r}"
    assert starts[0] == 0, f"output before the first command: {text!r}"
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield text.count("\n", 0, start), text[start:end]


def copy(root: Path, into: Path) -> None:
    """Put what a session may use into its working directory."""
    for folder in FOLDERS:
        shutil.copytree(root / folder, into / folder)


def run(page: str, folder: Path, chdir: Callable[[Path], None]) -> Iterator[tuple[Command, str]]:
    """Every command, and what it printed."""
    code = 0
    chdir(folder)
    for command in commands(page):
        words = shlex.split(command.text)
        told = words == ["echo", "$?"]
        assert told or code == 0, (
            f"line {command.line}: the command before ends with {code}: say so with echo $?"
        )
        if told:
            printed, code = f"{code}\n", 0
        elif words[0] == "cd":
            folder, printed = folder / words[1], ""
            chdir(folder)
        elif words[0] == "cat":
            printed = "".join((folder / name).read_text(encoding="utf-8") for name in words[1:])
        else:
            printed, code = _piped(words, command)
        yield command, printed


def _piped(words: list[str], command: Command) -> tuple[str, int]:
    stdin, said, code = "", "", 0
    while words:
        end = words.index("|") if "|" in words else len(words)
        assert words[0] == "wmap", f"line {command.line}: {words[0]} is not run here"
        result = wmap(*words[1:end], stdin=stdin)
        stdin, code = result.out, result.code
        said += result.err
        words = words[end + 1 :]
    return stdin + said, code


def rewritten(page: str, found: list[tuple[Command, str]]) -> str:
    """The page with what the commands printed now."""
    printed = iter(found)

    def block(match: re.Match[str]) -> str:
        if match["language"] != "console":
            return match[0]
        text = ""
        for _ in _parts(match["text"]):
            command, output = next(printed)
            text += f"$ {command.text}\n{output}"
        return f"```console\n{text}```"

    return _BLOCK.sub(block, page)
