# SPDX-License-Identifier: Apache-2.0
"""Gangs: which pods of a workload must start together, whatever the scheduler."""
