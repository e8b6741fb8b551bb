# SPDX-License-Identifier: Apache-2.0
"""Tools for those who work on this repository; none of them is installed."""
