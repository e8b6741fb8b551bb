# SPDX-License-Identifier: Apache-2.0
"""Which kubeconfig files are read, and how they are merged."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from workload_map.kube import errors, kubeconfig


def test_the_flag_names_one_file_that_must_exist(tmp_path: Path) -> None:
    found = kubeconfig.files("here", {"KUBECONFIG": "other"}, tmp_path)
    assert found == ((Path("here"),), True)
    with pytest.raises(errors.ConfigError, match="here: no such kubeconfig file"):
        kubeconfig.read(found[0], must_exist=found[1])


def test_the_environment_lists_files_that_may_be_missing(tmp_path: Path) -> None:
    listed = os.pathsep.join(["a", "", "b", "a"])
    assert kubeconfig.files(None, {"KUBECONFIG": listed}, tmp_path) == ((Path("a"), Path("b")), False)


def test_else_the_home_folder(tmp_path: Path) -> None:
    assert kubeconfig.files(None, {"KUBECONFIG": ""}, tmp_path) == ((tmp_path / ".kube/config",), False)
    assert kubeconfig.read([tmp_path / ".kube/config"], must_exist=False).is_empty


def test_the_first_file_to_set_a_name_wins_with_the_whole_entry(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "sub" / "two"
    two.parent.mkdir()
    one.write_text("users: [{name: red, user: {token: first}}]\ncurrent-context: ''\n")
    two.write_text(
        "users:\n- {name: red, user: {token: second, client-key: key.pem}}\n"
        "- {name: blue, user: {client-key: key.pem}}\ncurrent-context: b\n"
    )
    merged = kubeconfig.read([one, tmp_path / "missing", two], must_exist=False)
    assert merged.users["red"].values == {"token": "first"}
    assert merged.users["blue"].path("client-key") == two.parent / "key.pem"
    assert merged.current_context == "b"
    assert merged.files == (one, two)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: [", r"config:2:1: .* \(in a kubeconfig\)$"),
        ("- a", "config: not a kubeconfig: expected keys"),
        ("kind: Pod", "config: not a kubeconfig: its kind is Pod"),
        ("users: {}", "config: users is not a list"),
        ("users: [{user: {}}]", r"config: users\[0\] has no name"),
        ("users: [a]", r"config: users\[0\] has no name"),
        ("clusters: [{name: a, cluster: b}]", r"config: clusters\[0\]: cluster is not a mapping"),
        ("current-context: 1", "config: current-context is not a text"),
    ],
)
def test_what_is_no_kubeconfig(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "config").write_text(text)
    with pytest.raises(errors.ConfigError, match=message) as raised:
        kubeconfig.read([tmp_path / "config"], must_exist=True)
    assert "\n" not in str(raised.value)


def test_a_folder_is_no_kubeconfig(tmp_path: Path) -> None:
    with pytest.raises(errors.ConfigError, match="Is a directory"):
        kubeconfig.read([tmp_path], must_exist=False)


def test_an_empty_file_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("# nothing\n")
    assert kubeconfig.read([tmp_path / "config"], must_exist=True).is_empty


def test_values_of_other_types_are_refused() -> None:
    entry = kubeconfig.Entry("me", {"a": 1, "b": "yes", "c": [1], "d": None, "e": ""}, Path("/x/config"))
    for call, message in (
        (lambda: entry.text("a"), "/x/config: me: a is not a text"),
        (lambda: entry.flag("b"), "/x/config: me: b is not true or false"),
        (lambda: entry.texts("c"), "/x/config: me: c is not a list of texts"),
    ):
        with pytest.raises(errors.ConfigError, match=message):
            call()
    assert (entry.text("d"), entry.text("e"), entry.flag("d"), entry.texts("d"), entry.path("d")) == (
        None,
        None,
        False,
        (),
        None,
    )
