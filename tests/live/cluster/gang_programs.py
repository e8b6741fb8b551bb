# SPDX-License-Identifier: Apache-2.0
"""Schedulers and queues that a cluster may have besides kube-scheduler: names for ``up --with``."""

from __future__ import annotations

from tests.live.cluster.place import Controller

ALL: tuple[Controller, ...] = ()
