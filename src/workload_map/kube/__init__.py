# SPDX-License-Identifier: Apache-2.0
"""Access to a Kubernetes API server: the only package that knows HTTP. Import its modules as modules."""
