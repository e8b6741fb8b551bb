# SPDX-License-Identifier: Apache-2.0
"""Pages that people write: what their commands print, and that their excerpts stand in the files they are from."""

from __future__ import annotations

import os
import re
import textwrap
from pathlib import Path

import pytest

from tests.cli_runs import ROOT, wmap
from tests.docs import consoles

PAGES = sorted(
    str(path.relative_to(ROOT))
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
    if next(consoles.blocks(path.read_text(encoding="utf-8"), "console"), None)
)

GUIDE = ROOT / "docs/guide"


def test_the_guide_has_commands() -> None:
    assert "docs/guide-own-kind.md" in PAGES


@pytest.mark.parametrize("name", PAGES)
def test_commands_print_what_the_page_says(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / name).read_text(encoding="utf-8")
    consoles.copy(ROOT, tmp_path)
    found = list(consoles.run(page, tmp_path, monkeypatch.chdir))
    if os.environ.get("UPDATE_GOLDEN"):
        (ROOT / name).write_text(consoles.rewritten(page, found), encoding="utf-8")
        return
    for command, printed in found:
        assert printed == command.output, f"{name}, line {command.line}: UPDATE_GOLDEN=1 accepts it"


def test_excerpts_of_the_guide_stand_in_its_files() -> None:
    page = (ROOT / "docs/guide-own-kind.md").read_text(encoding="utf-8")
    files = {path.name: path.read_text(encoding="utf-8") for path in GUIDE.glob("*.yaml")}
    excerpts = list(consoles.blocks(page, "yaml"))
    assert excerpts
    for line, text in excerpts:
        assert any(_stands_in(text, file) for file in files.values()), f"line {line} of the guide"


def _stands_in(excerpt: str, file: str) -> bool:
    """Whether the lines stand there one after the other, all indented by the same more."""
    return any("\n" + textwrap.indent(excerpt, " " * by) in "\n" + file for by in range(0, 21, 2))


def test_every_file_of_the_guide_is_used() -> None:
    page = (ROOT / "docs/guide-own-kind.md").read_text(encoding="utf-8")
    for path in GUIDE.iterdir():
        assert path.name in page


@pytest.mark.parametrize(
    "name",
    ["README.md", "CONTRIBUTING.md", "docs/guide-own-kind.md", "docs/cli.md", "docs/gang-scheduling.md"],
)
def test_links_lead_somewhere(name: str) -> None:
    path = ROOT / name
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.S)
    for target in re.findall(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)", prose):
        # What was measured stands in a file that a measurement writes.
        assert target == "tests/bench/RESULTS.md" or (path.parent / target).exists(), target


_SHOWN = re.compile(r"^```sh\n(?P<commands>[^`]*)^```\n\n```\n(?P<output>[^`]*(?:`[^`]+)*?)^```$", re.M)


def test_what_the_readme_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its shell blocks make an environment or need a cluster: what is run is the ``wmap`` at their end. Ages
    depend on the day, and of a long output the beginning is shown."""
    monkeypatch.chdir(ROOT)
    shown = list(_SHOWN.finditer((ROOT / "README.md").read_text(encoding="utf-8")))
    assert len(shown) == 2
    for match in shown:
        command = match["commands"].rpartition("wmap ")[2].split()
        result = wmap(*command)
        assert result.code == 0
        assert _ageless(result.out).startswith(_ageless(match["output"]))


def _ageless(text: str) -> str:
    return re.sub(r"(?m)(age: |^\S.*\S +)\d+[smhdy]\w*$", r"\1?", text)


def test_a_page_that_is_wrong_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("text\n", encoding="utf-8")
    page = "```console\n$ cat a.txt\nother\n$ wmap gte\n$ echo $?\n2\n```\n"
    found = list(consoles.run(page, tmp_path, monkeypatch.chdir))
    assert [printed for _, printed in found][::2] == ["text\n", "2\n"]
    assert 'unknown command "gte"' in found[1][1]
    again = consoles.rewritten(page, found)
    assert list(consoles.run(again, tmp_path, monkeypatch.chdir)) == [
        (command, command.output) for command in consoles.commands(again)
    ]
    silent = "```console\n$ wmap gte\n$ cat a.txt\n```\n"
    with pytest.raises(AssertionError, match="ends with 2"):
        list(consoles.run(silent, tmp_path, monkeypatch.chdir))
    with pytest.raises(AssertionError, match="rm is not run"):
        list(consoles.run("```console\n$ rm a.txt\n```\n", tmp_path, monkeypatch.chdir))
