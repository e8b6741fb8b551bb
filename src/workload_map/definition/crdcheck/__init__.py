# SPDX-License-Identifier: Apache-2.0
"""Checks the expressions of a definition against the schema of its kind, without any object.

``check_schemas(definition, Schemas(…))`` gives every path that the schema does not have, every result that is not
of the wanted kind, and what cannot be checked; ``crds_in`` reads CRDs. Kubernetes' own kinds are built in.
"""

from __future__ import annotations

from workload_map.definition.crdcheck.check import SchemaProblem, check_schemas, fitting
from workload_map.definition.crdcheck.kindschema import KindSchema, Schemas, crds_in, is_crd

__all__ = ["KindSchema", "SchemaProblem", "Schemas", "check_schemas", "crds_in", "fitting", "is_crd"]
