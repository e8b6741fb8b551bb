# SPDX-License-Identifier: Apache-2.0
"""Gangs: which pods of a workload must start together, whatever the scheduler."""

from workload_map.workload.gangs.model import Gang, GangPlace, Live, Member, Topology

__all__ = ["Gang", "GangPlace", "Live", "Member", "Topology"]
